"""A backup: every row as of one moment, in a new SQLite file, itself a database."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Table, func, select, text
from sqlalchemy.engine import URL

from pitboss.store.database import Database, StoreError
from pitboss.store.migrate import check_current, copy_rows, migrate
from pitboss.store.schema import metadata


def backup(source: Database, path: Path) -> dict[str, int]:
    """Copy everything into a file, which appears only when complete; rows by table."""
    path = path.expanduser().absolute()
    if not path.parent.is_dir():
        raise StoreError(f"{path} cannot be written: there is no folder {path.parent}.")
    _check_free(path)
    begun = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        copied = _copy(source, url_of(begun))
        with closing(sqlite3.connect(begun)) as connection:  # one file, with no others next to it
            connection.execute("PRAGMA journal_mode=DELETE")
        _check_free(path)
        os.replace(begun, path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        for end in ("", "-journal", "-wal", "-shm", "-writer"):
            Path(f"{begun}{end}").unlink(missing_ok=True)
    return copied


def restore(path: Path, url: str) -> dict[str, int]:
    """Fill a new or empty database with a backup; rows by table."""
    path = path.expanduser().absolute()
    if not path.is_file():
        raise StoreError(f"There is no backup at {path}.")
    source = Database(url_of(path))
    try:
        check_current(source)
        return _copy(source, url)
    finally:
        source.close()


def _copy(source: Database, url: str) -> dict[str, int]:
    migrate(url, copy=True)
    target = Database(url)
    try:
        target.claim()
        with source.reading() as reader, target.writing() as writer:
            for table in metadata.sorted_tables:
                if writer.scalar(select(func.count()).select_from(table)):
                    raise StoreError(
                        f"{target.name} is not empty. A backup is restored into a "
                        "new database: name another with --data or --database."
                    )
            return {
                table.name: _copy_rows(reader, writer, table) for table in metadata.sorted_tables
            }
    finally:
        target.close()


def _copy_rows(reader: Connection, writer: Connection, table: Table) -> int:
    count = copy_rows(reader, writer, table)
    if writer.dialect.name == "postgresql" and table.autoincrement_column is not None and count:
        named = f"pg_get_serial_sequence('{table.name}', 'id')"
        writer.execute(text(f"SELECT setval({named}, (SELECT max(id) FROM {table.name}))"))
    return count


def url_of(path: Path) -> str:
    """The URL of a database in a file."""
    return URL.create("sqlite", database=str(path)).render_as_string()


def _check_free(path: Path) -> None:
    if path.exists():
        raise StoreError(f"{path} already exists. Choose another name.")
