"""Tables that stopped under other rules wait for a floor supervisor's decision, in which no cent is
lost.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.table.events.rounds import Voided
from pitboss.table.events.shoes import ShoeOpened
from pitboss.table.events.table import CashOut, LogSuperseded, MeterSent, TableClosed
from tests.server.house import PASSWORD, Caller, Serving, changed, decide, full_disk, serving
from tests.server.test_closing import (
    CLAUSE,
    OTHER,
    PERMISSION,
    TABLE,
    WAGER,
    feed,
    meters,
    with_progressive,
)
from tests.trail import trail

WHY = "the rulebook changed"


def play_into_a_round(served: Serving, ann: Caller) -> int:
    """Ann has played a round, and another is in play; her chips and what lies at her box."""
    feed(served, TABLE, ann)
    for _ in range(40):
        ann.done(TABLE, "open_round")
        ann.done(TABLE, "bet", box=1, wager="blackjack", cents=1000)
        view = ann.view(TABLE)
        stake = next(w for w in view["wagers"] if w["key"] == WAGER)["stake"]
        cents = stake.get("fixed") or stake["least"]
        ann.done(TABLE, "bet", box=1, wager=WAGER, cents=cents)
        if ann.done(TABLE, "deal")["phase"] == "playing":
            books = served.floor.store.balances(TABLE)
            return books["player Ann"] + books["box 1"]
        while ann.view(TABLE)["slips"]:
            slip = ann.view(TABLE)["slips"][0]["number"]
            served.people["floor"].done(TABLE, "validate", slip=slip, password=PASSWORD)
    raise AssertionError("no round was in play")


@pytest.fixture(scope="module")
def stopped(
    book: Rulebook, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, int, dict[str, int]]:
    """A house that was stopped in a round: its folder, Ann's chips, what its meters show."""
    folder = tmp_path_factory.mktemp("stopped")
    with serving(book, folder, []) as served:
        with_progressive(served)
        chips = play_into_a_round(served, served.guest("Ann"))
        feed(served, OTHER, served.guest("Bob"))
        shows = meters(served)
    return folder, chips, shows


@pytest.fixture
def left(
    stopped: tuple[Path, int, dict[str, int]], tmp_path: Path
) -> tuple[Path, int, dict[str, int]]:
    """A copy of it."""
    folder, chips, shows = stopped
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return tmp_path, chips, shows


def test_a_table_of_other_rules_is_not_resumed_but_waits(
    book: Rulebook, left: tuple[Path, int, dict[str, int]]
) -> None:
    folder, _, shows = left
    with serving(changed(book), folder, []) as served:
        told = served.nobody.get("/floor")
        assert told["tables"] == []
        by_id = {each["id"]: each for each in told["waiting"]}
        assert {*by_id} == {TABLE, OTHER}
        waits = by_id[TABLE]
        assert waits["why"] == (
            f"It was dealt under rulebook {book.digest[:12]}…; the rulebook is now 000000000000…."
        )
        assert (waits["in_play"], by_id[OTHER]["in_play"]) == (True, False)
        assert waits["may"] == ["reopen", "close"]
        assert [each["shows"] for each in waits["meters"]] == [shows[TABLE]]
        floor = served.people["floor"]
        for response in (floor.ask("GET", f"/tables/{TABLE}"), floor.do(TABLE, "close")):
            assert response.status_code == 409
            assert "is waiting for a floor supervisor's decision" in response.json()["error"]
        (log,) = (e for e in floor.get("/logs?state=waiting")["logs"] if e["id"] == TABLE)
        assert log["closed_at"] is None
        spans = floor.get(f"/tables/{TABLE}/rounds")["rounds"]
        assert [each["ended"] for each in spans][-1] is False
        taken = {"jurisdiction": "colorado", "table": "x", "name": TABLE}
        assert floor.ask("POST", "/tables", taken).status_code == 409
    with serving(book, folder, []) as served:  # under its own rules it goes on as it was
        assert served.floor.waiting == {}
        assert served.people["floor"].view(TABLE)["phase"] == "playing"


def test_it_opens_again_with_its_meters_and_its_players_chips(
    book: Rulebook, left: tuple[Path, int, dict[str, int]]
) -> None:
    folder, chips, shows = left
    rules = changed(book)
    with serving(rules, folder, []) as served:
        floor = served.people["floor"]
        for password in (None, "wrong"):
            assert decide(floor, TABLE, "reopen", password=password).status_code == 403
        assert decide(floor, TABLE, "reopen", why=" ").status_code == 400
        assert decide(floor, "no such", "reopen").status_code == 404
        assert decide(floor, TABLE, "reopen", transfers={WAGER: OTHER}).status_code == 409
        with full_disk(served.floor.store):
            assert decide(floor, TABLE, "reopen").status_code == 503
        assert {*served.floor.waiting} == {TABLE, OTHER}
        new = f"{TABLE}-2"
        for _ in range(2):
            assert decide(floor, TABLE, "reopen", "decision-1").json() == {"id": new}
        again = decide(floor, TABLE, "reopen", key="decision-2")
        assert (again.status_code, again.json()["moved_to"]) == (410, new)
        assert decide(floor, new, "reopen", key="decision-3").status_code == 409
        assert [e["id"] for e in served.nobody.get("/floor")["tables"]] == [new]
        store = served.floor.store
        shows_now = meters(served)[new]
        went = next(e for e in store.events(TABLE) if isinstance(e, MeterSent))
        assert went.adds == -shows_now
        assert 0 <= shows[TABLE] - shows_now <= 10  # what a voided stake has fed went back
        assert served.floor.tables[new].balance("Ann") == chips
        kinds = [type(event) for event in store.events(TABLE)]
        made = kinds[kinds.index(LogSuperseded) :]
        assert made[:2] == [LogSuperseded, Voided]
        assert made[-4:] == [MeterSent, CashOut, TableClosed, ShoeOpened]
        assert not any(cents for name, cents in store.balances(TABLE).items() if "box" in name)
        (note,) = (n for n in trail(store) if n.what == "decision")
        assert (note.who, json.loads(note.details)["why"]) == ("floor 1", WHY)
        assert store.check(rules) == []
        feed(served, new, served.guest("Cat"), box=2)
        assert store.check(rules) == []
        assert store.check(book) == []
    with serving(rules, folder, []) as served:
        assert {*served.floor.waiting} == {OTHER}
        assert {*served.floor.tables} == {new}


def test_it_closes_when_its_meters_go_to_another_table(
    book: Rulebook, left: tuple[Path, int, dict[str, int]]
) -> None:
    folder, _, shows = left
    rules = changed(book)
    with serving(rules, folder, []) as served:
        floor = served.people["floor"]
        refused = decide(floor, TABLE, "close")
        assert (refused.status_code, "30-2110(15)(d)" in refused.json()["clause"]) == (409, True)
        assert floor.get(f"/tables/{TABLE}/transfers")["meters"][0]["targets"] == []
        assert decide(floor, TABLE, "close", transfers={WAGER: OTHER}).status_code == 409
        new = decide(floor, OTHER, "reopen", key="decision-2").json()["id"]
        (meter,) = floor.get(f"/tables/{TABLE}/transfers")["meters"]
        assert [each["table"] for each in meter["targets"]] == [new]
        goes: dict[str, Any] = {"transfers": {WAGER: new}, "key": "decision-3"}
        refused = decide(floor, TABLE, "close", **goes)
        assert (refused.status_code, refused.json()["clause"]) == (409, CLAUSE)
        assert "permission of the Director" in refused.json()["error"]
        for _ in range(2):  # the same key
            told = decide(floor, TABLE, "close", **goes, permission=PERMISSION)
            assert told.json() == {"id": None}
        went = next(e for e in served.floor.store.events(TABLE) if isinstance(e, MeterSent))
        assert (went.by, went.permission) == ("floor 1", PERMISSION)
        both = shows[TABLE] + shows[OTHER]
        assert 0 <= both - meters(served)[new] <= 10
        assert served.floor.waiting == {}
        assert served.floor.store.check(rules) == []
        assert floor.do(new, "close").status_code == 409  # it owes both now


def test_a_house_that_the_rules_no_longer_allow_can_only_close(
    book: Rulebook, left: tuple[Path, int, dict[str, int]]
) -> None:
    folder, _, _ = left
    entries = {
        key: replace(each, wagers=tuple(name for name in each.wagers if name != WAGER))
        if isinstance(each, Game)
        else each
        for key, each in book._entries.items()
        if WAGER not in key
    }
    rules = replace(book, digest="1" * 64, _entries=entries)
    with serving(rules, folder, []) as served:
        (waits, *_) = served.nobody.get("/floor")["waiting"]
        assert waits["may"] == ["close"]
        assert WAGER in waits["refused"]
        refused = decide(served.people["floor"], TABLE, "reopen")
        assert (refused.status_code, refused.json()["error"]) == (409, waits["refused"])
