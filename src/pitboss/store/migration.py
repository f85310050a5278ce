"""Bringing a database to the schema of this version of pitboss, by Alembic, in one transaction."""

from __future__ import annotations

import os
import shlex
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    Table,
    create_engine,
    insert,
    inspect,
    select,
    text,
)

from pitboss.errors import command
from pitboss.store.database import Database, OtherSchema, StoreError, Unreachable, make_file
from pitboss.store.keys import Keys, key_file, make_keys
from pitboss.store.queries import stamp
from pitboss.store.schema import GROWING, REVISIONS, guards, metadata
from pitboss.store.trail import add_notes, keys_note, people_notes

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def migrate(said: str, copy: bool = False) -> tuple[str, str]:
    """Create or upgrade a database; its revision before, which may be empty, and now.

    A new house gets new keys; a `copy` of another house uses that house's keys.
    """
    database = Database(said)
    made = database.path is not None and make_file(database.path)
    keyed = True
    try:
        with database.reading() as connection:
            revision(connection, database.name)  # other databases are not touched
        database.claim()
        with database.writing() as connection:
            was = revision(connection, database.name)
            if was and was != REVISIONS[-1]:
                keep_before(database, connection, was)
            if was != REVISIONS[-1]:
                keyed = copy or key_file(database).exists()
                keys = None if copy else make_keys(database)
                _upgrade(connection, was, keys)
                if keys and was in ("", "1"):  # from the second schema on the trail has them
                    notes = [keys_note("pitboss", keys), *people_notes(connection, "pitboss")]
                    add_notes(connection, notes, stamp(datetime.now(UTC)))
    except BaseException:
        database.close()
        if made and database.path:
            for end in ("", "-wal", "-shm", "-writer"):
                Path(f"{database.path}{end}").unlink(missing_ok=True)
        if not keyed:
            key_file(database).unlink(missing_ok=True)
        raise
    database.close()
    return was, REVISIONS[-1]


def kept_before(database: Database, was: str) -> Path:
    """Where a database of an older schema is saved unchanged: next to the house's keys."""
    name = database.path or Path(key_file(database).parent, str(database.url.database))
    return Path(f"{name}.schema-{was}")


def keep_before(database: Database, connection: Connection, was: str) -> None:
    """Copy every row of an older schema into a new SQLite file before anything is changed."""
    path = kept_before(database, was)
    if path.exists():
        raise StoreError(
            f"{path} already exists: it was saved during an earlier upgrade. Move it first."
        )
    begun = Path(f"{path}.{os.getpid()}")
    try:
        make_file(begun)
        if database.path:
            source, target = sqlite3.connect(database.path), sqlite3.connect(begun)
            with closing(source), closing(target):
                source.backup(target)
        else:
            _copy_all(connection, begun)
        os.replace(begun, path)
    finally:
        begun.unlink(missing_ok=True)


def _copy_all(connection: Connection, path: Path) -> None:
    """Every row of a database, whatever its schema, into a SQLite file with the same columns."""
    before, plain = MetaData(), MetaData()
    before.reflect(connection)
    for table in before.tables.values():
        Table(table.name, plain, *(Column(each.name, each.type) for each in table.columns))
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as target:
        plain.create_all(target)
        for table in plain.tables.values():
            copy_rows(connection, target, table)
    engine.dispose()


def copy_rows(reader: Connection, writer: Connection, table: Table) -> int:
    """Copy every row of a table, a thousand at a time; how many there are."""
    wanted = select(table).order_by(*table.primary_key.columns)
    found = reader.execute(wanted.execution_options(yield_per=1_000))
    count = 0
    for part in found.mappings().partitions():
        writer.execute(insert(table), [dict(row) for row in part])
        count += len(part)
    return count


def check_current(database: Database) -> None:
    """Refuse a database that this version of pitboss cannot work with."""
    if database.path and not database.path.is_file():
        raise Unreachable(
            f"There is no database at {database.path}. To create one: {_migrating(database)}"
        )
    found = database.read(revision, database.name)
    if not found:
        raise OtherSchema(f"{database.name} is empty. To set it up: {_migrating(database)}")
    if found != REVISIONS[-1]:
        raise OtherSchema(
            f"{database.name} has schema {found}, but this version of pitboss needs "
            f"{REVISIONS[-1]}. To upgrade it: {_migrating(database)}"
        )


def _migrating(database: Database) -> str:
    """The command that brings a database up to date."""
    return f"{command()} {shlex.join(['db', 'migrate', *database.options])}"


def revision(connection: Connection, name: str) -> str:
    """The revision of a database; empty if there is nothing in it yet."""
    there = set(inspect(connection).get_table_names())
    if not there:
        return ""
    if "alembic_version" not in there or "link_events" not in there:
        raise OtherSchema(f"{name} belongs to another program: it contains {min(there)}.")
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if found not in REVISIONS:
        raise OtherSchema(
            f"{name} has schema {found}, which is newer than this version of pitboss supports "
            f"({REVISIONS[-1]}). Upgrade pitboss."
        )
    return str(found)


def _upgrade(connection: Connection, was: str, keys: Keys | None) -> None:
    """Bring a database to the present schema; one with nothing in it gets that at once."""
    from alembic import command as alembic
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes |= {"connection": connection, "keys": keys}
    if was:
        alembic.upgrade(config, REVISIONS[-1])
        return
    metadata.create_all(connection)
    for statement in guards(connection.dialect.name, *GROWING):
        connection.exec_driver_sql(statement)
    alembic.stamp(config, REVISIONS[-1])
