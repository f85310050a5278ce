"""Whoever reads the database learns no card: what is sealed needs the house's keys."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy import select

from pitboss.store.database import Database
from pitboss.store.keys import Keys, NoKeys, keep_keys, key_file, load_keys
from pitboss.store.schema import secrets, vault
from pitboss.store.store import Store
from tests.conftest import Ask
from tests.store.backends import sqlite_first
from tests.store.houses import open_tables, play
from tests.store.whole_house import WholeHouse
from tests.table.floor import book

ZERO = f"1:{'A' * 43}="


def test_no_seed_and_no_value_can_be_read_from_the_database(store: Store) -> None:
    play(open_tables(store, 14), Random(14), 20)
    with store.database.reading() as connection:
        kept = [*connection.scalars(select(vault.c.text))]
        kept += connection.scalars(select(secrets.c.text))
    assert kept
    assert not [text for text in kept if "seed=" in text or "value=" in text or len(text) < 40]
    assert "seed=" in (store.shoe("own", 1) or "")


def test_what_is_sealed_opens_only_in_its_place() -> None:
    keys = Keys.parse(ZERO)
    sealed = keys.seal("seed=5eed", "shoe 1 of own")
    assert keys.open(sealed, "shoe 1 of own") == "seed=5eed"
    assert keys.seal("seed=5eed", "shoe 1 of own") != sealed
    for opener, place, text in (
        (keys, "shoe 2 of own", sealed),
        (Keys.parse(f"1:{'B' * 43}="), "shoe 1 of own", sealed),
        (keys, "shoe 1 of own", f"2{sealed[1:]}"),
        (keys, "shoe 1 of own", sealed[:-4]),
        (keys, "shoe 1 of own", "number=1 seed=5eed"),
    ):
        with pytest.raises(NoKeys, match=r"shoe \d of own"):
            opener.open(text, place)
    assert "AAAA" not in repr(keys)


@pytest.mark.parametrize("text", ["", "1:AAAA", f"2:{'A' * 43}=", "keys", f"{ZERO} {ZERO}"])
def test_a_file_that_holds_no_keys_is_refused(text: str) -> None:
    with pytest.raises(NoKeys, match="the number of the key, a colon, and 32 bytes"):
        Keys.parse(text)


@sqlite_first
def test_keys_are_made_once_for_the_owner_alone(new_url: Callable[[], str]) -> None:
    url = new_url()
    Store.migrate(url)
    path = key_file(Database(url))
    assert path.stat().st_mode & 0o777 == 0o600
    made = path.read_text()
    Store.migrate(url)
    assert path.read_text() == made
    path.chmod(0o640)
    with pytest.raises(NoKeys, match="chmod 600"):
        Store.open(url, write=True)
    path.chmod(0o600)
    path.rename(f"{path}.away")
    with pytest.raises(NoKeys, match="are not at"):
        Store.open(url, write=True)
    with Store.open(url) as reader:  # who only checks needs none
        assert "were not opened" in reader.checked(book()).notes[0]
    os.rename(f"{path}.away", path)
    Store.open(url, write=True).close()


@sqlite_first
def test_keys_come_from_the_environment(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = key_file(Database(url)).read_text()
    monkeypatch.setenv("PITBOSS_KEYS", ZERO)
    with pytest.raises(NoKeys, match="are not those of"):
        Store.open(url, write=True)
    monkeypatch.setenv("PITBOSS_KEYS", text)
    with Store.open(url, write=True) as store, pytest.raises(NoKeys, match="in PITBOSS_KEYS"):
        store.rotate_keys("ada")


@sqlite_first
def test_a_new_key_seals_everything_and_the_old_one_stays(url: str, ask: Ask) -> None:
    with Store.open(url, write=True) as store:
        floor = open_tables(store, 14)
        play(floor, Random(14), 40)
        shoe = store.shoe("own", 1)
    status, out, _ = ask("db", "rotate", "--database", url, "--json")
    assert (status, json.loads(out)["key"]) == (0, 2)
    with Store.open(url, write=True) as store:
        with store.database.reading() as connection:
            kept = [*connection.scalars(select(vault.c.text))]
        assert {text[:2] for text in kept} == {"2:"}
        assert store.shoe("own", 1) == shoe
        assert load_keys(store.database).current == 2
        assert store.head().key == 2
        play(WholeHouse(store, book()), Random(1), 20)
        assert store.check(book()) == []


def test_a_rotation_that_was_cut_off_is_finished(url: str) -> None:
    """The file has the new key, and the database does not know it yet."""
    with Store.open(url, write=True) as store:
        play(open_tables(store, 14), Random(14), 20)
        keep_keys(store.database, store.keys.with_new())
    with Store.open(url, write=True) as store:
        assert store.head().key == 2
        assert store.check(book()) == []
    with Store.open(url, write=True) as store:
        assert len(store.noted("keys")) == 2
