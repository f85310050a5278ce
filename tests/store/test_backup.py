"""A backup is a complete database, as of one moment, and can be restored."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from pitboss.store.backup import restore
from pitboss.store.database import Database, StoreError
from pitboss.store.keys import NoKeys, key_file
from pitboss.store.store import Store
from pitboss.table.events import TABLE_LOG
from pitboss.table.log.verification import verify
from tests.store.backends import postgresql_first, sqlite_first
from tests.store.houses import made_once, open_tables, play, stands
from tests.store.whole_house import WholeHouse
from tests.table.floor import book
from tests.trail import trail


@pytest.fixture
def played(url: str) -> Iterator[WholeHouse]:
    with made_once(url, "opened by Sam", open_and_play) as store:
        yield WholeHouse(store, book())


def open_and_play(store: Store) -> None:
    floor = open_tables(store, 14)
    store.people.add("sam", "floor", "seven suited sevens")
    store.note("sam", "opened the house")
    play(floor, Random(14), 60)


@sqlite_first
def test_a_backup_is_the_house(played: WholeHouse, tmp_path: Path) -> None:
    store, path = played.store, tmp_path / "monday.sqlite3"
    copied = store.backup(path)
    assert copied["events"] == sum(store.last_seqs().values())
    assert (copied["people"], copied["audit"]) == (1, 3)  # keys, sam, and what he opened
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir() if "monday" in each.name] == [path.name]
    assert not Path(f"{path}.keys").exists()
    with pytest.raises(NoKeys, match="Restore your copy of them"):
        Store.open(f"sqlite:///{path}", write=True)
    shutil.copy(key_file(store.database), f"{path}.keys")
    with Store.open(f"sqlite:///{path}", write=True) as copy:
        assert copy.check(book()) == []
        again = WholeHouse(copy, book())
        for name, table in played.tables.items():
            assert copy.log_text(name) == store.log_text(name)
            assert stands(again.tables[name]) == stands(table)
        play(again, Random(1), 20)
        assert copy.check(book()) == []
    assert store.check(book()) == []


@postgresql_first
def test_a_backup_is_put_back(
    played: WholeHouse, tmp_path: Path, new_url: Callable[[], str]
) -> None:
    path, url = tmp_path / "monday.sqlite3", new_url()
    copied = played.store.backup(path)
    assert restore(path, url) == copied
    shutil.copy(key_file(played.store.database), key_file(Database(url)))
    with Store.open(url, write=True) as store:
        assert store.check(book()) == []
        assert store.people.log_in("sam", "seven suited sevens").role == "floor"
        assert store.people.add("ann", "player").id > 1
        store.note("sam", "went on")
        assert len(trail(store)) == 4
        assert store.check(book()) == []
    with pytest.raises(StoreError, match="restored into a new database"):
        restore(path, url)


@sqlite_first
def test_nothing_is_written_over_and_nothing_half(played: WholeHouse, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("mine")
    with pytest.raises(StoreError, match="already exists"):
        played.store.backup(kept)
    with pytest.raises(StoreError, match="there is no folder"):
        played.store.backup(tmp_path / "no" / "where")
    assert kept.read_text() == "mine"
    assert {each.name for each in tmp_path.iterdir()} <= {"kept", "a house"}
    with pytest.raises(StoreError, match="There is no backup at"):
        restore(tmp_path / "nix", "sqlite:////nowhere/x")


@sqlite_first
def test_an_export_verifies(played: WholeHouse) -> None:
    for name in played.tables:
        events = TABLE_LOG.parse_log(played.store.log_text(name))
        assert verify(book(), events) == []
        assert list(events) == played.store.events(name)
