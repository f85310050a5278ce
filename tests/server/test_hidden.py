"""No card goes over the wire to one who may not see it; surveillance has the whole log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.log import Event
from pitboss.rulebook.load import Rulebook
from pitboss.server.api.records import verified
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.views.table_scene import table_view
from pitboss.store.people import Person
from pitboss.table.events import TABLE_LOG, as_members
from pitboss.table.events.rounds import RoundOpened
from pitboss.table.events.shoes import CardDealt, CardTurned
from pitboss.table.log.ledger import balances
from pitboss.table.log.mask import NOBODY, view
from pitboss.table.money.awards import own_links
from pitboss.table.table import Table
from tests.server.house import Caller, Chooser, Serving, lawful, play_round, serving
from tests.soak import soak
from tests.table.floor import games
from tests.table.test_table_view import compare_worlds

GAMES = (
    "colorado/pai-jack",
    "colorado/21-hold-em",
    "colorado/3-card-shine",
    "colorado/blackjack",
    "pennsylvania/switch-hands",
    "pennsylvania/hybrid-blackjack",
)
CARD = re.compile(r"(?<!pair of )\b(?:10|[2-9AKQJ])[cdhs]\b")
"""A card by its name; a pair of 7s is what a pay table calls its hand."""


@pytest.mark.parametrize(
    ("game", "rounds"), [*((g, 1) for g in GAMES), *(soak(g, 3) for g in GAMES)]
)
def test_a_hidden_card_is_never_on_the_wire(
    game: str, rounds: int, book: Rulebook, tmp_path: Path
) -> None:
    table, random = game.replace("/", "-"), Random(game)
    with serving(book, tmp_path, [game]) as served, ExitStack() as sockets:
        ann, bob = served.guest("Ann"), served.guest("Bob")
        ann.done(table, "sit", box=1), bob.done(table, "sit", box=2)
        watching = {"Ann": ann, "Bob": bob, "Cat": served.guest("Cat"), **served.people}
        live = {
            who: sockets.enter_context(each.watch(f"tables/{table}"))
            for who, each in watching.items()
        }
        players = [Chooser(ann, random, 1), Chooser(bob, random, 2)]
        for _ in range(rounds):
            play_round(table, players, served.people["dealer"], served.people["floor"])
        log = list(TABLE_LOG.parse_log(served.floor.store.log_text(table)))
        for who, socket in live.items():
            check_wire(log, eyes(who), messages(socket, len(log)))
        for number in range(1, rounds + 1):
            check_rounds(served, table, number, watching)


@pytest.mark.parametrize("game", games())
def test_no_view_tells_a_card_that_may_not_be_seen(game: str) -> None:
    """At every game, to everyone: two rounds that differ in one hidden card are shown alike."""
    compared = sum(compare_worlds(game, seed, views) for seed in range(2))
    assert compared or game == "pennsylvania/hybrid-blackjack-no-hole-card"  # every card is up


VIEWERS = {
    "ann": [Person(1, "ann", "player")],
    "bob": [Person(2, "bob", "player")],
    "dealer": [Person(3, "dana", "dealer")],
    NOBODY: [Person(4, "cat", "player"), Person(5, "flora", "floor"), Person(6, "al", "auditor")],
}


def views(table: Table) -> dict[str, object]:
    """What each screen is sent of a table, without the time that is left to answer."""
    at = LiveTable(table.opened.house.table, "Pit 1", "Pennsylvania")
    at.dealer = "dana"
    at.take_up(table, own_links(table.opened), table.log, len(table.log), balances(table.log))
    left = {"asks": {"__all__": {"left"}}}
    return {
        eyes: [table_view(at, who).model_dump(exclude=left) for who in people]
        for eyes, people in VIEWERS.items()
    }


def eyes(who: str) -> str:
    return who if who in ("Ann", "Bob", "Cat") else "nobody at a box"


def messages(socket: Any, last: int) -> Iterator[Any]:
    """Everything that was sent, up to the last line of the log."""
    while True:
        message = socket.receive_json()
        yield message
        if message["seq"] >= last:
            return


def check_wire(log: list[Event], who: str, sent: Iterator[Any]) -> None:
    """Each event as that person may see it; each view without a card that was not seen."""
    seen = list(view(log, who))
    before = None
    for message in sent:
        seq = message["seq"]
        if message["type"] == "events":
            assert before is not None
            assert message["events"] == [as_members(e) for e in seen[before:seq]]
        before = seq
        check_view(message["view"], known(seen[:seq]), down(log[:seq]))


def known(seen: list[Event]) -> Counter[str]:
    """The cards of this round that a person has seen."""
    found: Counter[str] = Counter()
    for event in last_round(seen):
        found.update(CARD.findall(event.line))
    return found


def down(log: list[Event]) -> int:
    """How many cards of the dealer lie face down."""
    this_round = last_round(log)
    lie = [e for e in this_round if isinstance(e, CardDealt) and e.to == "dealer"]
    turned = [e for e in this_round if isinstance(e, CardTurned) and e.at == "dealer"]
    return sum(e.face == "down" for e in lie) - len(turned)


def last_round(log: list[Event]) -> list[Event]:
    begun = max((at for at, e in enumerate(log) if isinstance(e, RoundOpened)), default=0)
    return log[begun:]


def check_view(told: Any, cards: Counter[str], dealer_down: int) -> None:
    whole = {key: value for key, value in told.items() if key not in ("shoe", "house", "wagers")}
    assert {*CARD.findall(str(whole))} <= {*cards}
    assert told["dealer"]["cards"].count("??") == dealer_down
    for box in told["boxes"]:
        for hand in box["hands"]:
            if "??" in hand["cards"]:
                assert "total" not in hand
                assert not hand["natural"]


def lines_of(caller: Caller, table: str, number: int) -> list[str]:
    """The lines of a round as somebody may read them."""
    return [each["line"] for each in caller.get(f"/tables/{table}/rounds/{number}")["events"]]


def check_rounds(served: Serving, table: str, number: int, callers: dict[str, Caller]) -> None:
    """What can be read later is what could be seen then; the floor and auditors read all."""
    span = served.floor.store.rounds(table, number - 1, 1)[0]
    events = served.floor.store.events(table, span.first, span.last)
    for who, caller in callers.items():
        lines = lines_of(caller, table, number)
        if who in ("floor", "auditor"):
            assert lines == [event.line for event in events]
        else:
            assert lines == [event.line for event in view(events, eyes(who))]


def test_a_round_in_play_is_read_by_nobody_beyond_what_lies_open(
    book: Rulebook, tmp_path: Path
) -> None:
    table = "pennsylvania-blackjack"
    with serving(book, tmp_path) as served:
        ann, floor = served.guest("Ann"), served.people["floor"]
        play_until_asked(ann, table)
        number = served.floor.tables[table].table.rounds
        hole = "card to=dealer card=?? face=down"
        for who in (floor, served.people["auditor"]):
            assert hole in lines_of(who, table, number)
            text = who.ask("GET", f"/logs/{table}").text
            assert [hole in each for each in rounds_of(text)] == [False] * (number - 1) + [True]
            checked = who.get(f"/logs/{table}/verify")
            assert not CARD.findall(str(checked))
            assert re.fullmatch("[0-9a-f]{64}" if number > 1 else "", checked["heads"])
        while ann.view(table)["phase"] == "playing":
            Chooser(ann, Random(1)).answer(table)
        log = served.floor.store.log_text(table)
        assert floor.ask("GET", f"/logs/{table}").text == log
        assert floor.get(f"/logs/{table}/verify")["other_rules"] == ""
        other = verified(replace(book, digest="0" * 64), TABLE_LOG.parse_log(log))
        assert book.digest[:12] in other.other_rules
        assert other.differences == []
        assert "\n".join(lines_of(floor, table, number)) in log


def play_until_asked(player: Caller, table: str) -> None:
    """Sit down, and deal until a round waits for an answer."""
    player.done(table, "sit", box=1)
    for _ in range(30):
        player.done(table, "open_round")
        player.done(table, "bet", box=1, wager="blackjack", cents=1000)
        if player.done(table, "deal")["phase"] == "playing":
            return
    raise AssertionError("thirty rounds, and nobody was asked")


def dealt_until_asked(player: Caller, dealer: Caller, table: str) -> None:
    """Rounds that a dealer deals, until the player is asked."""
    player.done(table, "sit", box=1)
    for _ in range(30):
        dealer.done(table, "open_round")
        player.done(table, "bet", box=1, wager="blackjack", cents=1000)
        view = dealer.done(table, "deal")
        while "go" in view["may"]:
            view = dealer.done(table, "go")
        if player.view(table)["asks"]:
            return
    raise AssertionError("thirty rounds, and nobody was asked")


def rounds_of(log: str) -> list[str]:
    return re.split(r"^round ", log, flags=re.MULTILINE)[1:]


def test_an_exposed_card_is_seen_by_everybody(book: Rulebook, tmp_path: Path) -> None:
    """It lies face up until it is dealt or burned."""
    table = "pennsylvania-blackjack"
    with (
        serving(book, tmp_path, pace="dealer") as served,
        served.guest("Cat").watch(f"tables/{table}") as socket,
    ):
        ann, dealer, floor = served.guest("Ann"), served.people["dealer"], served.people["floor"]
        dealt_until_asked(ann, dealer, table)
        assert ann.view(table)["exposed"] == []
        floor.done(table, "irregular", kind="exposed card")
        (card,) = dealer.done(table, "go")["exposed"]
        said = served.floor.store.events(table)
        assert [str(e.card) for e in said if isinstance(e, CardDealt) and e.to == "exposed"] == [
            card
        ]
        for who in (ann, *served.people.values()):
            assert who.view(table)["exposed"] == [card]
        sent = list(messages(socket, len(said)))
        assert sent[-1]["view"]["exposed"] == [card]
        while ann.view(table)["phase"] == "playing":
            if "go" in dealer.view(table)["may"]:
                dealer.done(table, "go")
            else:
                Chooser(ann, Random(1)).answer(table)
        assert ann.view(table)["exposed"] == []


def test_nobody_can_tell_a_pair_in_anothers_hand(book: Rulebook, tmp_path: Path) -> None:
    """Cards dealt face down to players: others do not hear what may be done with them."""
    game = next(
        g
        for g in book.games
        if any(t.key == "player_cards" and "face down" in t.one_of for t, _ in book.terms_of(g))
        and g.key == "blackjack"
    )
    terms = {**lawful(book, game).terms, "player_cards": "face down"}
    table = game.id.replace("/", "-")
    with serving(book, tmp_path, [game.id], terms=terms, wagers={}, decks=2) as served:
        ann, bob = served.guest("Ann"), served.guest("Bob")
        ann.done(table, "sit", box=1), bob.done(table, "sit", box=2)
        with bob.watch(f"tables/{table}") as socket:
            for _ in range(4):
                people = [Chooser(ann, Random(1), 1), Chooser(bob, Random(2), 2)]
                play_round(table, people, served.people["dealer"], served.people["floor"])
            log = list(TABLE_LOG.parse_log(served.floor.store.log_text(table)))
            sent = list(messages(socket, len(log)))
        asked = [
            event
            for message in sent
            if message["type"] == "events"
            for event in message["events"]
            if event["kind"] == "ask" and event["of"] == "box 1" and event["about"] == "play"
        ]
        assert asked
        assert any(event["may"] == "??" for event in asked)
        check_wire(log, "Bob", iter(sent))


def test_a_player_called_as_the_log_calls_others_is_nobody(served_names: Serving) -> None:
    for name in ("surveillance", "Dealer", "SURVEILLANCE", " floor "):
        refused = served_names.nobody.ask("POST", "/session/guest", {"name": name})
        assert refused.status_code == 409


@pytest.fixture
def served_names(house: Serving) -> Serving:
    return replace(house)
