"""Decisions where more is at stake: shared meters, a mystery, slips, logs that cannot be read."""

from __future__ import annotations

import hashlib
import json
import secrets
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.games.terms_in_force import procedure_of
from pitboss.progressive.events import FundReceived, FundSent, ValueCommitted, ValueOpened
from pitboss.progressive.secret import DrawnSecrets, SealedValue
from pitboss.rulebook.load import Rulebook
from pitboss.table.cards.seeds import Lesson
from pitboss.table.events.table import CashOut
from pitboss.table.houses import offers
from tests.server.house import (
    PASSWORD,
    WITNESS,
    Caller,
    Chooser,
    Serving,
    changed,
    decide,
    full_disk,
    serving,
)
from tests.soak import soak
from tests.store.tamper import tamper
from tests.table.floor import book as law
from tests.table.floor import games

BY_PROCEDURE = [*{procedure_of(law(), law().game(name)).version: name for name in games()}.values()]
"""A game of each procedure."""
GAME = "pennsylvania/blackjack"
PARTY: dict[str, Any] = {"stake": 500, "choices": {"envy": "not offered"}}


def open_table(served: Serving, name: str, wagers: dict[str, Any], **other: Any) -> Any:
    house = {"jurisdiction": "pennsylvania", "table": name, "wagers": wagers, **other}
    return served.people["floor"].ask("POST", "/tables", house)


def bet(served: Serving, table: str, player: Caller) -> Any:
    """A round is dealt with a stake on the progressive; the table as the player sees it."""
    player.done(table, "sit", box=1)
    player.done(table, "open_round")
    for wager, cents in (("blackjack", 1000), ("jackpot-party", 500)):
        player.done(table, "bet", box=1, wager=wager, cents=cents)
    return player.done(table, "deal")


def play(served: Serving, table: str, player: Caller) -> None:
    """The same, to the end of the round."""
    view, chooser = bet(served, table, player), Chooser(player, Random(1))
    while view["phase"] != "idle":
        for slip in view["slips"]:
            said = {"slip": slip["number"], "password": PASSWORD}
            served.people["floor"].done(table, "validate", **said)
        chooser.answer(table)
        view = player.view(table)


def shows(served: Serving) -> dict[str, dict[str, int]]:
    made: dict[str, dict[str, int]] = {}
    for each in served.nobody.get("/meters")["meters"]:
        made.setdefault(each["table"], {})[each["name"]] = each["shows"]
    return made


@pytest.mark.parametrize("games", [BY_PROCEDURE, soak(games())], ids=["one of each", "all"])
def test_a_round_of_every_game_is_voided_and_its_table_opens_again(
    book: Rulebook, tmp_path: Path, games: list[str]
) -> None:
    """Shoes, shufflers, batches and decks with ranks removed are ended alike."""
    with serving(book, tmp_path, games) as served:
        ann, in_play = served.guest("Ann"), set()
        for table, at in served.floor.tables.items():
            ann.done(table, "sit", box=1)
            view = ann.done(table, "open_round")
            Chooser(ann, Random(3)).bet(table, view)
            ann.done(table, "deal")
            in_play |= {table} if at.table.in_play else set()
        assert len(in_play) > len(games) / 2
    rules = changed(book)
    with serving(rules, tmp_path, games) as served:
        assert served.floor.tables == {}
        for table in list(served.floor.waiting):
            made = decide(served.people["floor"], table, "reopen")
            assert made.status_code == 200, made.text
        for table in in_play:
            books = served.floor.store.balances(table)
            assert not any(c for name, c in books.items() if name.startswith(("box ", "player ")))
        assert served.floor.store.check(rules) == []
        assert served.floor.store.check(book) == []


# -- shared meters ---------------------------------------------------------------------------------


def test_linked_tables_open_again_with_the_meter_they_share(book: Rulebook, tmp_path: Path) -> None:
    linked = {"jackpot-party": {**PARTY, "link": "pit"}}
    with serving(book, tmp_path, []) as served:
        for name in ("left", "right"):
            assert open_table(served, name, linked).status_code == 201
        play(served, "left", served.guest("Ann"))
        bet(served, "right", served.guest("Bob"))
        before = shows(served)["pit"]
    rules = changed(book)
    with serving(rules, tmp_path, []) as served:
        floor = served.people["floor"]
        waits = {each["id"]: each for each in served.nobody.get("/floor")["waiting"]}
        assert all(each["may"] == ["reopen", "close"] for each in waits.values())
        told = {each["name"]: each["shows"] for each in waits["left"]["meters"]}
        assert told == before
        assert floor.get("/tables/left/transfers")["meters"] == []  # both feed it
        for name in ("left", "right"):
            assert decide(floor, name, "reopen").json() == {"id": f"{name}-2"}
        after = shows(served)["pit"]
        assert all(0 <= before[name] - cents <= 100 for name, cents in after.items())  # one void
        (line, *_) = served.nobody.get("/meters")["meters"]
        assert line["tables"] == ["left-2", "right-2"]
        play(served, "left-2", served.guest("Cat"))
        assert served.floor.store.check(rules) == []
    with serving(changed(replace(book, digest="1" * 64)), tmp_path, []) as served:
        assert {*served.floor.tables} == {"left-2", "right-2"}


def test_the_last_table_of_a_link_answers_for_its_meter(book: Rulebook, tmp_path: Path) -> None:
    linked = {"jackpot-party": {**PARTY, "link": "pit"}}
    with serving(book, tmp_path, []) as served:
        for name in ("left", "right"):
            open_table(served, name, linked)
        play(served, "left", served.guest("Ann"))
        play(served, "right", served.guest("Bob"))
        before = shows(served)["pit"]
    rules = changed(book)
    with serving(rules, tmp_path, []) as served:
        floor = served.people["floor"]
        assert decide(floor, "right", "close").json() == {"id": None}
        told = floor.get("/tables/left/transfers")["meters"]
        assert {each["name"]: each["shows"] for each in told if each["owed"]} == before
        refused = decide(floor, "left", "close")
        assert (refused.status_code, "may not be discontinued" in refused.text) == (409, True)
        assert open_table(served, "third", linked).status_code == 201  # it joins what runs
        assert shows(served) == {"pit": before}
        assert decide(floor, "left", "close").json() == {"id": None}
        assert floor.do("third", "close").status_code == 409
        open_table(served, "other", {"jackpot-party": PARTY})
        goes = {"transfers": {"jackpot-party": "other"}, "why": "x", "password": PASSWORD}
        goes["witness"] = WITNESS
        assert floor.done("third", "close", **goes)["phase"] == "closed"
        assert shows(served) == {"other": before}
        again = open_table(served, "fourth", linked)
        assert (again.status_code, "another link name" in again.json()["error"]) == (409, True)
        assert served.floor.store.check(rules) == []


def test_an_untouched_link_stays_for_the_next_table(book: Rulebook, tmp_path: Path) -> None:
    linked = {"jackpot-party": {**PARTY, "link": "pit"}}
    with serving(book, tmp_path, []) as served:
        open_table(served, "left", linked)
        served.people["floor"].done("left", "close")
        assert served.nobody.get("/meters")["meters"] == []
    with serving(book, tmp_path, []) as served:
        assert open_table(served, "right", linked).status_code == 201
        assert served.nobody.get("/meters")["meters"][0]["tables"] == ["right"]
        assert served.floor.store.check(book) == []


# -- a mystery -------------------------------------------------------------------------------------


def highest(self: DrawnSecrets, low: int, high: int) -> SealedValue:
    """A value that a few rounds do not reach."""
    return SealedValue(high, secrets.token_hex(16), "system")


def test_a_mystery_goes_on_where_it_stood_and_its_old_value_is_opened(
    book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DrawnSecrets, "next", highest)
    wagers = {"jackpot-party": {**PARTY, "paytable": "P1"}, "must-hit-by": MYSTERY}
    with serving(book, tmp_path, []) as served:
        made = open_table(served, "pit", wagers)
        assert made.status_code == 201, made.text
        ann = served.guest("Ann")
        (drawn,) = values(served)
        for _ in range(3):
            play(served, "pit", ann)
        before = shows(served)["pit"]["must-hit-by mystery"]
        assert values(served) == [drawn]  # published before the first stake, and still sealed
        assert (len(drawn["commit"]), drawn["salt"], drawn["value"]) == (64, None, None)
    rules = changed(book)
    with serving(rules, tmp_path, []) as served:
        assert decide(served.people["floor"], "pit", "reopen").json() == {"id": "pit-2"}
        assert shows(served)["pit-2"]["must-hit-by mystery"] == before
        store = served.floor.store
        old = [type(e) for e in store.link_events("pit/must-hit-by mystery")]
        new = [type(e) for e in store.link_events("pit-2/must-hit-by mystery")]
        assert old[-2:] == [FundSent, ValueOpened]
        assert new[-3:] == [FundReceived, ValueOpened, ValueCommitted]
        sealed, unused = values(served)
        assert (sealed["salt"], sealed["value"]) == (None, None)
        text = f"{unused['salt']}\n{unused['value']}"
        assert hashlib.sha256(text.encode()).hexdigest() == unused["commit"]
        play(served, "pit-2", served.guest("Bob"))
        assert store.check(rules) == []


def values(served: Serving) -> list[dict[str, Any]]:
    """The secret values of the mystery, as anybody may read them."""
    (found,) = [
        each["values"]
        for each in served.nobody.get("/meters")["meters"]
        if each["name"] == "must-hit-by mystery"
    ]
    return list(found)


MYSTERY = {
    "paytable": "Paytable A, $5",
    "choices": {"qualifying-wager": "jackpot-party", "paid-from": "jackpot slip"},
}


# -- slips -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def slipped(
    book: Rulebook, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[dict[str, Any]], int]:
    """The folder of a house where slips wait at a table; these, and the chips of their player."""
    folder = tmp_path_factory.mktemp("slipped")
    with pytest.MonkeyPatch.context() as patch, serving(book, folder, []) as served:
        patch.setattr("pitboss.store.books.System", lambda: Lesson(2))  # wins at once
        open_table(served, "pit", {"jackpot-party": PARTY}, validate_from=500)
        open_table(served, "other", {"jackpot-party": PARTY})
        play(served, "other", served.guest("Bob"))
        ann = served.guest("Ann")
        chooser = Chooser(ann, Random(2))
        for _ in range(200):
            view = bet(served, "pit", ann)
            while view["phase"] == "playing":
                chooser.answer("pit")
                view = ann.view("pit")
            if view["slips"]:
                break
        return folder, view["slips"], served.floor.tables["pit"].balance("Ann")


@pytest.mark.parametrize("decision", [soak("reopen"), "close"])
def test_a_slip_that_waits_is_shown_before_a_decision_pays_it(
    book: Rulebook,
    slipped: tuple[Path, list[dict[str, Any]], int],
    tmp_path: Path,
    decision: str,
) -> None:
    folder, slips, chips = slipped
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    slip = slips[0]
    rules = changed(book)
    with serving(rules, tmp_path, []) as served:
        floor = served.people["floor"]
        waits = {each["id"]: each for each in served.people["floor"].get("/floor")["waiting"]}
        there = [each.items() - {("says", each["says"])} for each in slips]
        assert [each.items() for each in waits["pit"]["slips"]] == there
        assert waits["other"]["slips"] == []
        (line,) = (e for e in floor.get("/slips")["slips"] if e["number"] == slip["number"])
        assert (line["table"], line["decision"], line["cents"]) == ("pit", True, slip["cents"])
        to = decide(floor, "other", "reopen").json()["id"]
        goes: dict[str, Any] = {"transfers": {"jackpot-party": to}} if decision == "close" else {}
        made = decide(floor, "pit", decision, **goes)
        assert made.status_code == 200, made.text
        paid = chips + sum(each["cents"] for each in slips)
        out = [e for e in served.floor.store.events("pit") if isinstance(e, CashOut)]
        assert [each.cents for each in out] == [paid]
        assert floor.get("/slips")["slips"] == []
        assert served.floor.store.check(rules) == []


# -- what cannot be read ---------------------------------------------------------------------------


def break_line(served: Serving, table: str) -> None:
    """Spoil the last line of a log, as a failing disk may."""
    store = served.floor.store
    with store.database.writing() as connection:
        spoil = "UPDATE events SET line = 'no line' WHERE table_id = :t AND seq = :n"
        tamper(connection, spoil, t=table, n=store.last_seqs()[table])


def test_a_table_that_cannot_be_restored_stops_no_other(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path, []) as served:
        for name in ("good", "bad"):
            open_table(served, name, {})
        ann, floor = served.guest("Ann"), served.people["floor"]
        ann.done("bad", "sit", box=1)
        break_line(served, "bad")
        with full_disk(served.floor.store):
            assert ann.do("bad", "open_round").status_code == 503
        assert ann.view("good")["phase"] == "idle"
        refused = ann.do("bad", "open_round")
        assert refused.status_code == 409
        assert "is waiting for a floor supervisor's decision" in refused.json()["error"]
        (waits,) = served.nobody.get("/floor")["waiting"]
        assert (waits["id"], waits["may"]) == ("bad", [])
        assert "db check" in waits["refused"]
        assert decide(floor, "bad", "close").json()["error"] == waits["refused"]
        assert floor.get("/tables/bad/transfers")["meters"] == []
    with serving(book, tmp_path, []) as served:  # nor at the start
        assert {*served.floor.tables} == {"good"}
        assert {*served.floor.waiting} == {"bad"}


def test_settings_that_cannot_be_read_stop_no_other(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path, []) as served:
        for name in ("good", "bad"):
            open_table(served, name, {})
        filed = json.loads(served.floor.store.table("bad").house)
        with served.floor.store.database.writing() as connection:
            other = json.dumps({**filed, "a_term_of_later_years": 1})
            tamper(connection, "UPDATE tables SET house = :h WHERE id = 'bad'", h=other)
    with serving(book, tmp_path, []) as served:
        assert {*served.floor.tables} == {"good"}
        (waits,) = served.nobody.get("/floor")["waiting"]
        assert (waits["id"], waits["may"]) == ("bad", [])
        assert "a_term_of_later_years" in waits["why"]


def test_a_meter_that_the_rules_no_longer_have_keeps_its_table_from_opening(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, []) as served:
        open_table(served, "pit", {"jackpot-party": PARTY})
        play(served, "pit", served.guest("Ann"))
    party = book.wager("pennsylvania/jackpot-party")
    tables = tuple(
        replace(each, meters=tuple(replace(m, name=f"new {m.name}") for m in each.meters))
        for each in party.paytables
    )
    other = {party.id: replace(party, paytables=tables)}
    rules = replace(changed(book), _entries={**book._entries, **other})
    with serving(rules, tmp_path, []) as served:
        (waits,) = served.nobody.get("/floor")["waiting"]
        assert waits["may"] == ["close"]
        assert waits["refused"].startswith("Players may still win what is in jackpot-party ")
        refused = decide(served.people["floor"], "pit", "reopen")
        assert (refused.status_code, refused.json()["error"]) == (409, waits["refused"])


def unfiled(served: Serving, name: str) -> None:
    """A table of a release that took what the house left open as its default."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(offers, "check_filed", lambda *_: None)
        assert open_table(served, name, {"jackpot-party": {"stake": 500}}).status_code == 201


def envy_filed(served: Serving, name: str) -> str | None:
    return served.floor.tables[name].filed.wagers["jackpot-party"].choices.get("envy")


def test_g_13_what_a_house_left_open_is_asked_of_a_new_table(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, []) as served:
        refused = open_table(served, "pit", {"jackpot-party": {"stake": 500}})
        assert refused.status_code == 409
        assert refused.json()["error"].startswith("58 Pa. Code § 633c.2(i): file 'envy' for Jack")


def test_g_13_a_table_that_left_it_open_goes_on_as_it_was_dealt(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, []) as served:
        unfiled(served, "pit")
    with serving(book, tmp_path, []) as served:
        assert (served.floor.waiting, envy_filed(served, "pit")) == ({}, None)
        served.people["floor"].done("pit", "close")
        served.people["floor"].done("pit", "open")
        assert envy_filed(served, "pit-2") == "not offered"  # a new log says what it is dealt by
        assert served.floor.store.check(book) == []


def test_g_13_and_is_opened_again_under_other_rules(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path, []) as served:
        unfiled(served, "pit")
        play(served, "pit", served.guest("Ann"))
    rules = changed(book)
    with serving(rules, tmp_path, []) as served:
        assert decide(served.people["floor"], "pit", "reopen").json() == {"id": "pit-2"}
        assert envy_filed(served, "pit-2") == "not offered"
        assert served.floor.store.check(rules) == []
