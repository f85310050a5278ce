"""A check finds every row that the logs do not lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from pitboss.store import table_check
from pitboss.store.check import check
from pitboss.store.store import Store
from tests.soak import soak
from tests.store.backends import sqlite_first
from tests.store.houses import made_once, open_tables, play, with_mystery
from tests.store.tamper import tamper
from tests.table.floor import book

FIRST = "(SELECT min(seq) FROM events WHERE table_id = 'own' AND kind = '{}')"
FED = "(SELECT min(seq) FROM link_events WHERE line LIKE 'contribute%')"
FAULTS = {
    "a stake": (
        "UPDATE events SET line = replace(line, 'cents=', 'cents=1') "
        f"WHERE table_id = 'own' AND seq = {FIRST.format('bet')}",
        r"own, line \d+, entry 1: stored \d+ cents from player",
    ),
    "a card": (
        "UPDATE events SET line = replace(replace(line, 'card=Q', 'card=2'), 'card=K', 'card=2') "
        "WHERE table_id = 'own' AND kind = 'card'",
        r"own, line \d+: stored (card|result|ask|end) ",
    ),
    "a line that is none": (
        f"UPDATE events SET line = 'card ?' WHERE table_id = 'own' AND seq = {FIRST.format('bet')}",
        "derived an event of a log",
    ),
    "a lost line": (
        "DELETE FROM events WHERE table_id = 'own' AND kind = 'ask'",
        r"stored line \d+, derived line \d+ before it",
    ),
    "a kind": (
        "UPDATE events SET kind = 'say' WHERE table_id = 'own' AND kind = 'closed'",
        "stored kind say, derived kind closed",
    ),
    "an entry": (
        "UPDATE entries SET cents = cents + 1 WHERE table_id = 'own' AND source = 'cage'",
        r"own, line \d+, entry 1: stored \d+ cents from cage to player",
    ),
    "a lost entry": (
        "DELETE FROM entries WHERE table_id = 'own' AND source = 'cage'",
        "entry 1: stored nothing, derived",
    ),
    "a balance": (
        "UPDATE balances SET cents = cents + 100 WHERE account = 'player ann'",
        r"balance of player ann: stored -?\d+ cents, derived",
    ),
    "an account that never was": (
        "INSERT INTO balances VALUES ('own', 'player eve', 100)",
        "own, balance of player eve: stored 100 cents, derived 0 cents",
    ),
    "a shoe": (
        "UPDATE vault SET text = (SELECT v.text FROM vault v WHERE v.table_id = 'left' "
        "AND v.number = 1) WHERE table_id = 'own' AND number = 1",
        "own, line .*, shoe 1: stored something else in the vault",
    ),
    "a lost shoe": (
        "DELETE FROM vault WHERE table_id = 'own'",
        "shoe 1: stored nothing in the vault",
    ),
    "a house": (
        "UPDATE tables SET house = replace(house, 'boxes', 'boxen') WHERE id = 'own'",
        "own, house",
    ),
    "a state": (
        "UPDATE tables SET state = 'closed' WHERE id = 'own'",
        "own, state: stored closed, derived open",
    ),
    "a contribution": (
        f"UPDATE link_events SET line = replace(line, 'shows=', 'shows=9') WHERE seq = {FED}",
        r"meter .*, line \d+: stored contribute",
    ),
    "a lost contribution": (
        "DELETE FROM link_events WHERE line LIKE 'contribute%'",
        "nothing of it|before it",
    ),
    "a secret value": (
        "UPDATE secrets SET text = replace(text, '1:', '1:AAAA')",
        "secret value 1: stored another value",
    ),
    "a lost secret value": (
        "DELETE FROM secrets",
        "secret value 1: stored nothing",
    ),
    "a link": (
        "UPDATE links SET linked = NOT linked",
        "linked: stored ",
    ),
}


@pytest.fixture(params=[70, soak(120)])
def played(
    request: pytest.FixtureRequest, url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Store]:
    """A store after some rounds at tables with meters, a mystery among them, checked in parts."""
    monkeypatch.setattr(table_check, "PART", 40)

    def make(store: Store) -> None:
        floor = open_tables(store, with_mystery())
        floor.tables["own"].buy_in("ann", 1_000_000)
        play(floor, Random(14), request.param)

    with made_once(url, f"checked, {request.param}", make) as store:
        assert any(store.secrets(link) for link in store.links())
        yield store


@sqlite_first
def test_every_fault_is_found(played: Store) -> None:
    """Each in a transaction of its own, so that none hides another."""
    missed = []
    for what, (statement, expected) in FAULTS.items():
        with suppress(Undone), played.database.writing() as connection:
            tamper(connection, statement)
            differences = check(connection, book(), played.keys).differences
            found = [str(each) for each in differences]
            missed += [] if any(re.search(expected, each) for each in found) else [(what, found)]
            raise Undone
    assert missed == []
    assert played.check(book()) == []


class Undone(Exception):
    """What was tampered with is taken back."""


@sqlite_first
def test_a_sound_house_holds(played: Store) -> None:
    found = played.checked(book())
    assert (found.tables, found.notes, found.differences) == (3, [], [])
    assert found.events == sum(played.last_seqs().values())
    assert found.meters == len(played.links())


@sqlite_first
def test_under_another_rulebook_the_chain_still_tells(played: Store) -> None:
    other = replace(book(), digest="0" * 64)
    found = played.checked(other)
    assert found.differences == []
    assert [note.split(":")[0] for note in found.notes] == ["own", "left", "right"]
    changed = "UPDATE events SET line = replace(line, 'face=up', 'face=down') WHERE kind = 'card'"
    with played.database.writing() as connection:
        tamper(connection, changed)
    faults = [each.where for each in played.check(other)]
    assert {where.split(",")[0] for where in faults} == {"own", "left", "right"}
