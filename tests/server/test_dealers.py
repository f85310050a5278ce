"""A dealer deals where a floor supervisor has assigned them, and reports what shows no card."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from pitboss.rulebook.load import Rulebook
from pitboss.table.events.rounds import Irregular
from pitboss.table.houses.house import Choice
from pitboss.table.log.narrator import names_of, narrate
from tests.server.house import Chooser, Serving, full_disk, serving
from tests.server.test_hidden import dealt_until_asked, play_until_asked
from tests.trail import trail

TABLE, OTHER = "pennsylvania-blackjack", "south_dakota-blackjack"
GAMES = ("pennsylvania/blackjack", "south_dakota/blackjack")


def dealer_of(served: Serving, table: str) -> str:
    name: str = served.people["floor"].view(table)["dealer"]["name"]
    return name


def test_a_dealer_exposes_no_card_where_software_deals(house: Serving) -> None:
    ann, dealer, floor = house.guest("Ann"), house.people["dealer"], house.people["floor"]
    play_until_asked(ann, TABLE)
    dealt = ann.view(TABLE)["shoe"]["dealt"]
    for who in (dealer, floor):
        for kind in ("exposed card", "card found face up", "misdeal to a box"):
            refused = who.do(TABLE, "irregular", kind=kind)
            assert refused.status_code == 409
            assert "software deals here" in refused.json()["error"]
    burned = floor.do(TABLE, "irregular", kind="other", decision="burned")
    assert "software deals here" in burned.json()["error"]
    assert "irregular" not in dealer.view(TABLE)["may"]
    assert [each["kind"] for each in floor.view(TABLE)["may_go_wrong"]] == ["other"]
    assert (ann.view(TABLE)["exposed"], ann.view(TABLE)["shoe"]["dealt"]) == ([], dealt)


def test_results_are_moved_once_they_are_there_and_forgotten_with_the_round(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, pace="dealer") as served:
        ann, dealer, floor = served.guest("Ann"), served.people["dealer"], served.people["floor"]
        dealt_until_asked(ann, dealer, TABLE)
        refused = dealer.do(TABLE, "move", box=1, results=1)
        assert (refused.status_code, "move" in dealer.view(TABLE)["may"]) == (409, False)
        assert refused.json()["error"] == "Box 1 has 0 results in this round."
        while dealer.view(TABLE)["phase"] == "playing":
            for ask in ann.view(TABLE)["asks"]:
                ann.done(TABLE, "answer", ask=ask["number"], word="stand")
            if "go" in dealer.view(TABLE)["may"]:
                dealer.done(TABLE, "go")
        assert "move" in dealer.view(TABLE)["may"]
        for results in (1, 1, 0):
            dealer.done(TABLE, "move", box=1, results=results)
            assert floor.view(TABLE)["moved"] == {"1": 1}
        assert ("move" in dealer.view(TABLE)["may"], ann.view(TABLE)["moved"]) == (False, {})
        assert dealer.done(TABLE, "open_round")["moved"] == {}


def test_what_shows_a_card_is_reported_by_the_floor_once_and_noted(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, pace="dealer") as served:
        ann, dealer, floor = served.guest("Ann"), served.people["dealer"], served.people["floor"]
        dealt_until_asked(ann, dealer, TABLE)
        refused = dealer.do(TABLE, "irregular", kind="exposed card")
        assert refused.status_code == 403
        assert "exposes a card or moves money. Call one" in refused.json()["error"]
        assert ann.view(TABLE)["exposed"] == []
        floor.done(TABLE, "irregular", kind="exposed card")
        assert floor.do(TABLE, "irregular", kind="card found face up").status_code == 409
        assert len(dealer.done(TABLE, "go")["exposed"]) == 1
        for kind in ("exposed card", "card found face up"):
            assert floor.do(TABLE, "irregular", kind=kind).status_code == 409
        assert len(ann.view(TABLE)["exposed"]) == 1
        dealer.done(TABLE, "irregular", kind="harmless error", why="a chip fell")
        noted = [(n.who, json.loads(n.details)) for n in served.floor.store.noted("irregularity")]
        assert [(who, said["kind"]) for who, said in noted] == [
            (floor.name, "exposed card"),
            (dealer.name, "harmless error"),
        ]
        trail = floor.get("/audit?what=irregularity")["notes"]
        assert [each["says"] for each in trail] == [
            f"{TABLE}: harmless error (a chip fell)",
            f"{TABLE}: exposed card",
        ]
        logged = [e for e in served.floor.store.events(TABLE) if isinstance(e, Irregular)]
        names = names_of(served.floor.tables[TABLE].table.opened)
        assert [narrate(each, names).partition(":")[0] for each in logged] == [
            "Exposed card",
            "Harmless error (a chip fell)",
        ]
        assert [(e.what, e.by) for e in logged] == [
            ("exposed card", floor.name),
            ("harmless error", dealer.name),
        ]
        by = {each["kind"]: each["by"] for each in dealer.view(TABLE)["may_go_wrong"]}
        assert not [kind for kind in by if "poker" in kind]  # nobody has such a hand here
        assert (by["harmless error"], by["exposed card"], by["other"]) == (
            "dealer",
            "floor",
            "floor",
        )


def test_a_dealer_acts_only_at_the_table_assigned(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path, GAMES, pace="dealer", wagers={}) as served:
        dealer, floor = served.people["dealer"], served.people["floor"]
        for do, said in (("decks", {"step": "receive"}), ("open_round", {}), ("call", {})):
            refused = dealer.do(OTHER, do, **said)
            assert refused.status_code == 403
            assert "has not assigned you to" in refused.json()["error"]
        assert dealer.view(OTHER)["may"] == []
        assert "open_round" in dealer.view(TABLE)["may"]
        with full_disk(served.floor.store):
            assert floor.do(OTHER, "assign", dealer=dealer.name).status_code == 503
        assert (dealer_of(served, TABLE), dealer_of(served, OTHER)) == (dealer.name, "")
        assert floor.done(OTHER, "assign", dealer=dealer.name)["dealer"]["name"] == dealer.name
        assert dealer_of(served, TABLE) == ""
        assert dealer.do(TABLE, "open_round").status_code == 403
        dealer.done(OTHER, "open_round")
        unknown = floor.do(OTHER, "assign", dealer="player 1")
        assert (unknown.status_code, unknown.json()["allowed"]) == (404, [dealer.name])
        floor.done(TABLE, "close")
        assert floor.do(TABLE, "assign", dealer=dealer.name).status_code == 409
    with serving(book, tmp_path) as served:  # after a restart, and after the table is reopened
        dealer, floor = served.people["dealer"], served.people["floor"]
        assert (dealer_of(served, OTHER), dealer_of(served, TABLE)) == (dealer.name, "")
        floor.done(OTHER, "close")
        again = floor.done(OTHER, "open")
        assert (again["id"], again["dealer"]["name"]) == (f"{OTHER}-2", dealer.name)
        floor.done(again["id"], "assign", dealer="")
        assert dealer.do(again["id"], "open_round").status_code == 403


def test_30_2112_3_the_dealers_packet_of_five_is_part_of_the_deal(
    book: Rulebook, tmp_path: Path
) -> None:
    """1 CCR 207-1, 30-2112(3): the dealer gives each player and him/herself a packet of five."""
    table = "colorado-pai-jack"
    with serving(book, tmp_path, ("colorado/pai-jack",), pace="dealer", wagers={}) as served:
        ann, dealer = served.guest("Ann"), served.people["dealer"]
        ann.done(table, "sit", box=1)
        dealer.done(table, "open_round")
        ann.done(table, "bet", box=1, wager="pai-jack-bet", cents=1000)
        view = dealer.done(table, "deal")
        said = set()
        while len(view["dealer"]["cards"]) < 5:
            assert now_of(view) == "Deal the first cards"
            said.add(view["step"]["words"])
            view = dealer.done(table, "go")
        assert now_of(view) != "Deal the first cards"
        assert {"A card to Ann, box 1", "A card to yourself"} <= said


def test_what_was_skipped_keeps_its_reason_after_the_round(book: Rulebook, tmp_path: Path) -> None:
    sides = {
        "jackpot-party": Choice(choices={"envy": "offered"}),
        "royal-match-21": Choice(),
    }
    with serving(book, tmp_path, GAMES[:1], pace="dealer", wagers=sides) as served:
        ann, dealer = served.guest("Ann"), served.people["dealer"]
        ann.done(TABLE, "sit", box=1)
        dealer.done(TABLE, "open_round")
        ann.done(TABLE, "bet", box=1, wager="blackjack", cents=1000)
        assert skipped_in(dealer.view(TABLE)) == {}
        chooser, during = Chooser(ann, Random(1)), dict[str, str]()
        view = dealer.done(TABLE, "deal")
        while view["phase"] == "playing":
            during |= skipped_in(view)
            if not chooser.answer(TABLE):
                dealer.done(TABLE, "go")
            view = dealer.view(TABLE)
        assert during["Lock out and count"] == "no progressive wager was made"
        assert during["Settle side wagers"] == "no such wager was made"
        assert len(during) > 1
        assert skipped_in(view) == during


def skipped_in(view: Any) -> dict[str, str]:
    """The steps that are left out for a reason, and the reason."""
    skipped = {e["words"]: e["why"] for e in view["procedure"] if e["state"] == "skipped"}
    assert all(skipped.values()), "each with its reason"
    return skipped


def now_of(view: Any) -> str:
    (words,) = [each["words"] for each in view["procedure"] if each["state"] == "now"]
    return str(words)


def test_the_deal_stops_for_what_only_the_floor_reports(book: Rulebook, tmp_path: Path) -> None:
    """Nothing moves until a supervisor has come, by reporting it or without, nor after a restart;
    a question then has all its time again."""
    with serving(book, tmp_path, pace="dealer") as served:
        ann, dealer, floor = served.guest("Ann"), served.people["dealer"], served.people["floor"]
        dealt_until_asked(ann, dealer, TABLE)
        ask = ann.view(TABLE)["asks"][0]["number"]
        own = dealer.do(TABLE, "call", kind="harmless error")
        assert (own.status_code, "yourself" in own.json()["error"]) == (409, True)
        view = dealer.done(TABLE, "call", kind="exposed card", why="Exposed card.")
        assert (view["phase"], view["called"]) == ("floor", "Exposed card.")
        assert view["next"] == "Wait for a floor supervisor."
        dealer.done(TABLE, "call", why="Please come.")  # it stays stopped
    with serving(book, tmp_path) as served:
        dealer, floor = served.people["dealer"], served.people["floor"]
        at = served.floor.tables[TABLE]
        assert (at.is_stopped, at.deadlines) == (True, {})
        refused = dealer.do(TABLE, "go")
        said = "The deal has stopped until a floor supervisor comes: Please come."
        assert (refused.status_code, refused.json()["error"]) == (409, said)
        assert floor.done(TABLE, "call")["phase"] == "playing"
        assert [*at.deadlines] == [ask]
        dealer.done(TABLE, "call", kind="exposed card", why="Exposed card.")
        view = floor.done(TABLE, "irregular", kind="exposed card")
        assert (view["phase"], view["called"]) == ("playing", "")
        noted = [note.what for note in trail(served.floor.store)]
        assert [each for each in noted if each in ("call table", "irregularity")][:2] == [
            "call table",
            "irregularity",
        ]


def test_a_player_is_not_asked_while_the_deal_is_stopped(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path, pace="dealer") as served:
        ann, dealer, floor = served.guest("Ann"), served.people["dealer"], served.people["floor"]
        dealt_until_asked(ann, dealer, TABLE)
        ask = ann.view(TABLE)["asks"][0]["number"]
        dealer.done(TABLE, "call", kind="exposed card")
        view = ann.view(TABLE)
        assert (view["phase"], view["asks"], "answer" in view["may"]) == ("floor", [], False)
        assert ann.do(TABLE, "answer", ask=ask, word="stand").status_code == 409
        floor.done(TABLE, "call")
        ann.done(TABLE, "answer", ask=ask, word="stand")


def test_a_call_for_anything_else_stops_nothing_and_stands_until_somebody_comes(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, pace="dealer") as served:
        ann, dealer = served.guest("Ann"), served.people["dealer"]
        dealt_until_asked(ann, dealer, TABLE)
        assert dealer.done(TABLE, "call", why="chips are short")["phase"] == "playing"
        while (view := dealer.view(TABLE))["phase"] == "playing":
            for ask in ann.view(TABLE)["asks"]:
                word = "stand" if ask["about"] == "play" else ask["otherwise"]
                ann.done(TABLE, "answer", ask=ask["number"], word=word)
            if "go" in view["may"]:
                dealer.done(TABLE, "go")
        assert dealer.done(TABLE, "open_round")["called"] == "chips are short"
