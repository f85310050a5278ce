"""Under other rules, a table that nobody has anything at opens again by itself."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.rulebook.load import Rulebook
from tests.server.house import Caller, changed, serving
from tests.server.test_deciding import PARTY, open_table, play

GAMES = ("pennsylvania/blackjack", "colorado/blackjack")
TABLE, OTHER = "pennsylvania-blackjack", "colorado-blackjack"


def sit_out(player: Caller) -> None:
    """Somebody has chips at a table, where a round is open."""
    player.done(TABLE, "sit", box=1)
    player.done(TABLE, "open_round")


def test_only_what_there_is_to_decide_waits(
    book: Rulebook, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(book, tmp_path, GAMES) as served:
        sit_out(served.guest("Ann"))
        served.guest("Bob").done(OTHER, "sit", box=2)
        chips = served.floor.tables[OTHER].chips
        assert chips
    rules = changed(book)
    caplog.clear()
    with caplog.at_level(logging.WARNING, "pitboss.floor"), serving(rules, tmp_path) as served:
        assert {*served.floor.waiting} == {TABLE}
        assert {*served.floor.tables} == {f"{OTHER}-2"}
        assert served.floor.tables[f"{OTHER}-2"].chips == chips  # they go over
        (note,) = served.floor.store.noted("reopened")
        assert (note.who, json.loads(note.details)["table"]) == ("house", OTHER)
        assert served.floor.store.check(rules) == []
    warned = [each for each in caplog.records if each.name == "pitboss.floor"]
    assert [each.__dict__["tables"] for each in warned] == [[TABLE]]
    with serving(rules, tmp_path) as served:  # once
        assert {*served.floor.tables} == {f"{OTHER}-2"}


def test_meters_that_were_fed_and_chips_are_somebodys_to_decide_about(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, []) as served:
        for name in ("fed", "fresh"):
            assert open_table(served, name, {"jackpot-party": PARTY}).status_code == 201
        play(served, "fed", served.guest("Ann"))
    with serving(changed(book), tmp_path, []) as served:
        assert ({*served.floor.waiting}, {*served.floor.tables}) == ({"fed"}, {"fresh-2"})
        assert served.floor.store.check(changed(book)) == []


def test_a_meter_that_was_never_fed_reopens_under_every_rulebook(
    book: Rulebook, tmp_path: Path
) -> None:
    """A reopened meter has received its seed from the one before."""
    with serving(book, tmp_path, []) as served:
        assert open_table(served, "fresh", {"jackpot-party": PARTY}).status_code == 201
    for digit, ident in (("0", "fresh-2"), ("1", "fresh-3")):
        rules = replace(book, digest=digit * 64)
        with serving(rules, tmp_path, []) as served:
            assert ({*served.floor.waiting}, {*served.floor.tables}) == (set(), {ident})
            assert served.floor.store.check(rules) == []
    with serving(rules, tmp_path, []) as served:
        served.people["floor"].done("fresh-3", "close")
        assert served.floor.store.check(rules) == []


def test_an_old_id_says_where_its_table_is_now(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path) as served:
        floor, guest = served.people["floor"], served.guest("Ann")
        for ident in (TABLE, f"{TABLE}-2"):
            floor.done(ident, "close")
            floor.done(ident, "open")
        now = f"{TABLE}-3"
        told = {"error": f"{TABLE} is now {now}.", "moved_to": now}
        for ident in (TABLE, f"{TABLE}-2"):
            for response in (
                guest.ask("GET", f"/tables/{ident}"),
                guest.do(ident, "sit", box=1),
                floor.ask("GET", f"/tables/{ident}/transfers"),
                floor.do(ident, "close"),
                floor.file(ident, {}),
            ):
                assert (response.status_code, response.json()) == (410, told)
            with guest.watch(f"tables/{ident}") as socket:
                assert socket.receive_json() == {"type": "moved", "id": now}
            assert guest.get(f"/tables/{ident}/rounds") == {"rounds": []}
        assert guest.ask("GET", "/tables/no-such").status_code == 404
