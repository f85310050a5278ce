"""The integrity test: damaged books are not opened; a file has one writer, by any of its names."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from pitboss.server.health import TESTED, check_at_start, check_daily
from pitboss.store import database
from pitboss.store.check import integrity_faults
from pitboss.store.database import Busy, Damaged, StoreError, Unreachable
from pitboss.store.store import Store
from tests.soak import first
from tests.store.backends import sqlite_first
from tests.store.houses import open_tables, play
from tests.store.tamper import tamper
from tests.table.floor import book

OWN = "WHERE table_id = 'own'"
CHANGED = {
    "an event": f"UPDATE events SET line = line || ' ' {OWN} AND seq = 9",
    "a time": f"UPDATE events SET at = '2001-01-01T00:00:00.000Z' {OWN} AND seq = 2",
    "a balance": f"UPDATE balances SET cents = cents + 1 {OWN} AND account = 'rack'",
    "an entry": f"UPDATE entries SET cents = cents + 1 {OWN} AND n = 1",
    "a meter": "UPDATE link_events SET line = line || ' ' WHERE seq = 1",
    "the trail": "UPDATE audit SET who = 'somebody' WHERE id = 1",
    "a role": "UPDATE people SET role = 'admin' WHERE name = 'ann'",
}


class Undone(Exception):
    """What was changed is not kept."""


@pytest.fixture
def played(store: Store) -> Store:
    floor = open_tables(store, 1)
    store.people.add("ann", "player")
    play(floor, Random(1), 60)
    return store


def test_sound_books_are_opened_and_the_test_is_in_the_trail(played: Store) -> None:
    check_at_start(book(), played)
    (noted,) = played.noted(TESTED)
    said = json.loads(noted.details)
    assert (said["faults"], said["rulebook"], len(said["software"])) == (0, book().digest, 64)


@sqlite_first
def test_changed_books_are_not_opened(played: Store) -> None:
    for what, statement in CHANGED.items():
        with suppress(Undone), played.database.writing() as connection:
            tamper(connection, statement)
            assert [*integrity_faults(connection)], what
            raise Undone
    check_at_start(book(), played)
    with played.database.writing() as connection:
        tamper(connection, CHANGED["a balance"])
    with pytest.raises(Damaged, match="is damaged: own, balance of rack"):
        check_at_start(book(), played)
    assert len(played.noted(TESTED)) == 1


@sqlite_first
def test_books_are_tested_again_every_day(
    played: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Large ones also at once, while people play; what is found is an alert."""
    monkeypatch.setattr("pitboss.server.health.AT_ONCE", 0)
    check_at_start(book(), played)
    assert played.noted(TESTED) == []

    async def twice_more() -> None:
        checks = asyncio.create_task(check_daily(book(), played, every=0.05))
        wanted = len(played.noted(TESTED)) + 2
        async with asyncio.timeout(60):
            while len(played.noted(TESTED)) < wanted:
                await asyncio.sleep(0.05)
        checks.cancel()

    asyncio.run(twice_more())
    assert not caplog.records
    with played.database.writing() as connection:
        tamper(connection, CHANGED["a balance"])
    asyncio.run(twice_more())
    assert json.loads(played.noted(TESTED)[-1].details)["faults"] == 1
    assert {record.message for record in caplog.records} == {"the books are damaged"}


# -- files -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The books of a house that is closed, in one file."""
    path = tmp_path_factory.mktemp("whole") / "house.sqlite3"
    Store.migrate(f"sqlite:///{path}")
    with Store.open(f"sqlite:///{path}", write=True) as store:
        play(open_tables(store, 1), Random(1), 60)
    return path


def copied(file: Path, folder: Path) -> Path:
    for each in (file, Path(f"{file}.keys")):
        shutil.copy2(each, folder / each.name)
    return folder / file.name


@pytest.mark.parametrize("seed", first(5, range(13)))
def test_a_file_with_an_overwritten_page_is_not_opened(
    file: Path, tmp_path: Path, seed: int
) -> None:
    """Half a page anywhere in the file, as a failing disk leaves it."""
    path, random = copied(file, tmp_path), Random(seed)
    with path.open("r+b") as whole:
        page = random.randrange(1, path.stat().st_size // 4_096)
        whole.seek(page * 4_096)
        was = whole.read(2_048)
        whole.seek(page * 4_096)
        whole.write(random.randbytes(2_048))
    assert any(was), "a page in use"
    with pytest.raises(StoreError), Store.open(f"sqlite:///{path}", write=True) as store:
        check_at_start(book(), store)


def test_one_writer_even_through_a_link(file: Path, tmp_path: Path) -> None:
    path = copied(file, tmp_path)
    link = tmp_path / "elsewhere" / "other.sqlite3"
    link.parent.mkdir()
    link.symlink_to(path)
    with Store.open(f"sqlite:///{path}", write=True), pytest.raises(Busy):
        Store.open(f"sqlite:///{link}", write=True)
    with Store.open(f"sqlite:///{link}", write=True) as store:  # with the keys of the file itself
        assert store.integrity_faults() == []
        with pytest.raises(Busy):
            Store.open(f"sqlite:///{path}", write=True)
    os.link(path, tmp_path / "second.sqlite3")
    with pytest.raises(Unreachable, match="has 2 names"):
        Store.open(f"sqlite:///{path}", write=True)
    assert database.Database(f"sqlite:///{link}").name == str(path)
