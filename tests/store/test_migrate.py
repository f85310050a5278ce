"""The schema: made, upgraded and refused, never half of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, insert, inspect, select, text

from pitboss.store import migration
from pitboss.store.database import (
    Database,
    OtherSchema,
    StoreError,
    Unreachable,
    address,
    make_file,
)
from pitboss.store.keys import TEXT_VARIABLE, Keys, secret_place, shoe_place
from pitboss.store.schema import GROWING, REVISIONS, metadata
from pitboss.store.store import Store
from tests.store.backends import postgresql_first, sqlite_first
from tests.store.first_schema import make_first
from tests.store.houses import open_tables, play
from tests.store.whole_house import WholeHouse
from tests.table.floor import book


def run(url: str, *statements: str) -> None:
    """Change a database behind pitboss's back."""
    database = Database(url)
    database.claim()
    with database.writing() as connection:
        for statement in statements:
            connection.execute(text(statement))
    database.close()


def test_a_new_house_has_the_schema(new_url: Callable[[], str]) -> None:
    url = new_url()
    assert Store.migrate(url) == ("", REVISIONS[-1])
    assert Store.migrate(url) == (REVISIONS[-1], REVISIONS[-1])
    with Store.open(url) as store, store.database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_revisions_are_those_of_the_scripts() -> None:
    scripts = ScriptDirectory(str(migration.MIGRATIONS))
    assert tuple(s.revision for s in reversed(list(scripts.walk_revisions()))) == REVISIONS


def test_an_upgraded_house_has_the_schema_of_a_new_one(
    store: Store, new_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_url()
    older_schema(store, url, monkeypatch, "1")
    monkeypatch.setenv(TEXT_VARIABLE, str(store.keys))
    assert Store.migrate(url) == ("1", REVISIONS[-1])
    with Store.open(url) as upgraded:
        assert schema_of(upgraded) == schema_of(store)


def schema_of(store: Store) -> dict[str, object]:
    """Every table with what it is made of, and the guards of those that only grow."""
    triggers = (
        "SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY 1, 2"
        if store.database.path
        else "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger "
        "WHERE NOT tgisinternal ORDER BY 1, 2"
    )
    with store.database.reading() as connection:
        found = inspect(connection)
        guards = [tuple(row) for row in connection.execute(text(triggers))]
        assert {table for table, *_ in guards} == {*GROWING}
        return {
            name: (
                [{**each, "type": str(each["type"])} for each in found.get_columns(name)],
                found.get_pk_constraint(name),
                sorted(found.get_foreign_keys(name), key=str),
                sorted(found.get_indexes(name), key=str),
                sorted(found.get_unique_constraints(name), key=str),
                sorted(found.get_check_constraints(name), key=str),
            )
            for name in found.get_table_names()
        } | {"guards": guards}


def test_a_migration_that_fails_leaves_nothing(
    new_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_url()
    upgrade = migration._upgrade

    def broken(connection: Connection, was: str, keys: Keys | None) -> None:
        upgrade(connection, was, keys)
        raise StoreError("the power failed")

    monkeypatch.setattr(migration, "_upgrade", broken)
    with pytest.raises(StoreError, match="power"):
        Store.migrate(url)
    database = Database(url)
    if database.path:
        assert list(database.path.parent.iterdir()) == []
    else:
        with database.reading() as connection:
            assert inspect(connection).get_table_names() == []
    database.close()
    monkeypatch.undo()
    assert Store.migrate(url) == ("", REVISIONS[-1])


def test_a_newer_schema_is_refused(url: str) -> None:
    run(url, "UPDATE alembic_version SET version_num = '99'")
    for attempt in (Store.migrate, Store.open):
        with pytest.raises(OtherSchema, match="schema 99, which is newer"):
            attempt(url)


@sqlite_first
def test_an_older_schema_asks_to_be_migrated(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    last, after = REVISIONS[-1], str(len(REVISIONS) + 1)
    monkeypatch.setattr(migration, "REVISIONS", (*REVISIONS, after))
    words = rf"has schema {last}, .* needs {after}. To upgrade it: pitboss db migrate --data"
    with pytest.raises(OtherSchema, match=words):
        Store.open(url)


def test_a_database_of_something_else_is_left_alone(new_url: Callable[[], str]) -> None:
    url = new_url()
    if (path := Database(url).path) is not None:
        path.parent.mkdir()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE recipes (name text)")
        before = path.read_bytes()
    else:
        run(url, "CREATE TABLE recipes (name text)")
    for attempt in (Store.migrate, Store.open):
        with pytest.raises(OtherSchema, match="it contains recipes"):
            attempt(url)
    if path is not None:
        assert path.read_bytes() == before


def test_an_empty_or_missing_database_says_what_to_do(new_url: Callable[[], str]) -> None:
    url = new_url()
    with pytest.raises(StoreError, match=r"To (create one|set it up): pitboss db migrate"):
        Store.open(url)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("postgresql://pit:hidden@127.0.0.1:1/house", "pit:\\*\\*\\*@.* cannot be reached"),
        ("mysql://pit@db/house", "cannot use mysql as its database"),
        ("sqlite://", "need a permanent file"),
        ("sqlite:///:memory:", "need a permanent file"),
        ("house", "is not the URL of a database"),
        (
            "sqlite:////proc/nowhere/house.sqlite3",
            "cannot be (created|reached)|no database",
        ),
    ],
)
def test_what_cannot_be_reached_is_reported(url: str, says: str) -> None:
    for attempt in (Store.migrate, Store.open):
        with pytest.raises(StoreError, match=says) as raised:
            attempt(url)
        assert "hidden" not in str(raised.value)
        assert "\n" not in str(raised.value)


def test_an_sqlite_that_is_too_old_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 26, 0))
    for attempt in (Store.migrate, Store.open):
        with pytest.raises(StoreError, match=r"SQLite 3\.33 or newer is needed; this Python has"):
            attempt(f"sqlite:///{tmp_path / 'house.sqlite3'}")
    assert not [*tmp_path.iterdir()]


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "night.log"
    path.write_text("log version=2\n" * 200)
    for attempt in (Store.migrate, Store.open):
        with pytest.raises(OtherSchema, match="not a pitboss database"):
            attempt(f"sqlite:///{path}")
    assert path.read_text() == "log version=2\n" * 200
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_file_is_not_made_by_looking(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="There is no database"):
        Store.open(f"sqlite:///{tmp_path / 'house.sqlite3'}")
    assert list(tmp_path.iterdir()) == []


@postgresql_first
def test_a_house_of_the_first_schema_is_taken_over(
    store: Store, new_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its shoes are sealed, its logs and its trail chained, and its staff stay what they are."""
    floor = open_tables(store, 14)
    store.people.add("sam", "floor", "seven suited sevens")
    play(floor, Random(14), 60)
    url = new_url()
    older_schema(store, url, monkeypatch, "1")
    assert Store.migrate(url) == ("1", REVISIONS[-1])
    if (path := Database(url).path) is not None:
        assert Path(f"{path}.keys").stat().st_mode & 0o777 == 0o600
    with Store.open(url, write=True) as again:
        assert again.check(book(), again.seal_books("sam").head) == []
        assert again.shoe("own", 1) == store.shoe("own", 1)
        assert again.people.log_in("sam", "seven suited sevens").role == "floor"
        play(WholeHouse(again, book()), Random(1), 20)
        assert again.check(book()) == []


def older_schema(store: Store, url: str, monkeypatch: pytest.MonkeyPatch, revision: str) -> None:
    """The same house as an older schema had it."""
    is_first = revision == "1"
    said = {"vault": shoe_place, "secrets": secret_place} if is_first else {}
    database = Database(url)
    if database.path:
        make_file(database.path)
    database.claim()
    with database.writing() as connection:
        make_first(connection)
        with monkeypatch.context() as patch:
            patch.setattr(migration, "REVISIONS", REVISIONS[: REVISIONS.index(revision) + 1])
            migration._upgrade(connection, "1", None)
    with store.database.reading() as reader, database.writing() as writer:
        older = MetaData()
        older.reflect(writer)
        for table in older.sorted_tables:
            if table.name not in metadata.tables:
                continue
            now = metadata.tables[table.name].columns
            columns = [each for each in now if each.name in table.columns]
            rows = [dict(row) for row in reader.execute(select(*columns)).mappings()]
            if table.name == "people" and is_first:
                rows = [{**row, "failed": 0} for row in rows]
            if table.name == "audit" and is_first:
                rows = [row for row in rows if row["what"] not in ("keys", "person")]
            for row in rows:
                if place := said.get(table.name):
                    first, second, sealed = row.values()
                    row["text"] = store.keys.open(sealed, place(first, second))
            if rows:
                writer.execute(insert(table), rows)
    database.close()


def test_a_command_names_the_books_unless_they_are_the_usual(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PITBOSS_DATABASE", raising=False)
    for said, options in (
        (address(data=tmp_path), ["--data", str(tmp_path)]),
        (f"sqlite:///{tmp_path}/own.db", ["--database", f"sqlite:///{tmp_path}/own.db"]),
    ):
        assert (Database(said).options, Database(said).is_usual) == (options, False)
        with monkeypatch.context() as patched:
            patched.setenv("PITBOSS_DATABASE", said)
            assert Database(said).is_usual
    assert Database(address()).is_usual
