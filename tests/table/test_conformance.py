"""What must hold at every table, over random houses, side wagers, boxes and choices."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from pitboss.cards import Card, Shoe, parse_cards
from pitboss.errors import NotAllowed
from pitboss.log import Event, parse_log, print_log
from pitboss.procedure import Ask, AskStake
from pitboss.rulebook.schema import Wager
from pitboss.table.chance import Lesson, SealedShoe
from pitboss.table.house import House, open_house
from pitboss.table.ledger import balances
from pitboss.table.replay import replay, unfinished, verify
from pitboss.table.shoes import RAN_OUT, SealedShoes
from pitboss.table.table import Table
from pitboss.table.view import SURVEILLANCE, view
from pitboss.wagers.offer import Offer
from pitboss.wagers.real import groups, multiplier, outcome
from tests.table.floor import (
    JURISDICTIONS,
    NoTable,
    book,
    offered_with,
    open_table,
    place_bets,
    play_round,
    played,
    random_answer,
    random_house,
    sealed,
    with_what_it_needs,
)

SEEDS = range(40)
every_table = pytest.mark.parametrize("jurisdiction", JURISDICTIONS)


@every_table
@pytest.mark.parametrize("seed", SEEDS)
def test_chips_are_conserved_and_replay_is_identical(jurisdiction: str, seed: int) -> None:
    random = Random(f"{jurisdiction} {seed}")
    house = random_house(random, jurisdiction)
    table = open_table(house, sealed(house, seed))
    for _ in range(8):
        play_round(table, random, voids=0.05)
        assert all(m.is_conserved for m in table.meters.values())
    table.close()
    text = print_log(table.log)
    events = parse_log(text)
    assert events == tuple(table.log)
    again = replay(book(), events)
    assert print_log(again.log) == text
    assert again.meters == table.meters
    assert not unfinished(again)
    assert verify(book(), events) == []
    assert not any(n for name, n in balances(events).items() if name.startswith("box "))


@every_table
@pytest.mark.parametrize("seed", range(6))
def test_a_crash_after_any_event_leads_to_the_same_question(jurisdiction: str, seed: int) -> None:
    random = Random(f"crash {jurisdiction} {seed}")
    house = random_house(random, jurisdiction)
    table = open_table(house, sealed(house, seed))
    asked: dict[int, object] = {}
    for _ in range(2):
        table.open_round()
        place_bets(table, random)
        table.deal()
        while table.pending:
            asked[len(table.log)] = table.pending
            random_answer(table, random)
    table.close()
    for end in range(1, len(table.log)):
        resumed = replay(book(), table.log[:end], sealed(house, seed))
        assert resumed.log == table.log[: len(resumed.log)]
        if resumed.pending:
            assert resumed.pending == asked[len(resumed.log)]
        else:
            assert not resumed.in_play


@every_table
@pytest.mark.parametrize("seed", range(15))
def test_only_legal_words_are_taken_and_others_change_nothing(jurisdiction: str, seed: int) -> None:
    random = Random(f"legal {jurisdiction} {seed}")
    house = random_house(random, jurisdiction)
    table = open_table(house, sealed(house, seed))
    for _ in range(4):
        table.open_round()
        place_bets(table, random)
        table.deal()
        while table.pending:
            number, step = table.pending.number, table.pending.step
            before, pending, meters = len(table.log), table.pending, dict(table.meters)
            refused: list[Callable[[], None]] = [
                partial(table.bet, 1, "ann", "blackjack", 1_000),
                partial(table.answer, number - 1, "stand"),  # late, or given twice
                partial(table.answer, number + 1, "stand"),
                partial(table.answer, number, "steal"),
                table.open_round,
                table.deal,
                table.close,
                partial(table.void, "9", "", ""),
            ]
            if isinstance(step, Ask):
                illegal = {"stand", "hit", "double", "split", "surrender", "insure"} - {*step.may}
                refused += [partial(table.answer, number, word) for word in illegal]
                refused += [partial(table.answer_stake, number, 500)]
            elif isinstance(step, AskStake):
                wrong = (-100, 3, 10**9)
                refused += [partial(table.answer_stake, number, cents) for cents in wrong]
                refused += [partial(table.answer, number, "500")]
            for attempt in refused:
                with pytest.raises(NotAllowed):
                    attempt()
            assert (len(table.log), table.pending, dict(table.meters)) == (before, pending, meters)
            random_answer(table, random)


class Stack:
    """A shoe in a known order."""

    def __init__(self, order: list[Card]) -> None:
        self.order, self.dealt = order, 0

    def before_round(self) -> list[Event]:
        return []

    def last(self) -> list[Event]:
        return []

    def next(self) -> Card:
        self.dealt += 1
        return self.order[self.dealt - 1]


@every_table
@pytest.mark.parametrize("seed", range(30))
def test_nobody_can_tell_the_hole_card(jurisdiction: str, seed: int) -> None:
    """Until it is turned, a player sees the same log whatever lies there, a natural apart."""
    random = Random(f"hole {jurisdiction} {seed}")
    house = random_house(random, jurisdiction)
    order = list(Lesson(seed).shuffled(Shoe.of(house.decks)).order)
    seen_by_player: list[list[str]] = []
    for attempt in range(7):
        table = open_table(house, Stack(list(order)))
        people = Random(seed)
        table.open_round()
        place_bets(table, people)
        hole = 2 * len(table.boxes) + 1
        if attempt:
            other = random.randrange(200 % len(order), len(order)) if house.decks > 3 else -attempt
            table.shoes.order[hole] = order[other]  # type: ignore[attr-defined]
        table.deal()
        while table.pending and all(e.kind != "turn" for e in table.log):
            random_answer(table, people)
        dealt = [e for e in table.log if e.kind == "card" and e.get("to") == "dealer"]
        points = {Card.parse(e.get("card")).points for e in dealt[:2]}
        seen = [str(e) for e in view(table.log, "ann")]
        down = [str(e) for e in table.log if e.kind == "card" and e.get("face") == "down"]
        assert down
        assert not {*down} & {*seen}
        assert {*down} < {str(e) for e in view(table.log, SURVEILLANCE)}
        turned = next((i for i, e in enumerate(table.log) if e.kind == "turn"), len(seen))
        if points != {1, 10}:
            seen_by_player.append(seen[:turned])
    assert all(seen == seen_by_player[0] for seen in seen_by_player)


@every_table
def test_every_side_wager_opens_with_every_pay_table(jurisdiction: str) -> None:
    random = Random(jurisdiction)
    decks = next(g for g in book().games if g.id == f"{jurisdiction}/blackjack").decks
    for wager in played(jurisdiction):
        for table in wager.paytables:
            for many in random.sample(decks, len(decks)):
                with suppress(NoTable):
                    choice = offered_with(wager, many, random, table)
                    wagers = with_what_it_needs(wager, choice, many, random)
                    open_house(book(), House(jurisdiction, decks=many, wagers=wagers))
                    break
            else:
                assert not {*table.decks} & {*decks}, f"{wager.id} {table.id} cannot be offered"


@every_table
@pytest.mark.parametrize("seed", range(25))
def test_side_wagers_are_paid_by_the_cards_in_the_log(jurisdiction: str, seed: int) -> None:
    """What the log says of each side wager is what the plain reader says of its cards."""
    random = Random(f"paid {jurisdiction} {seed}")
    house = random_house(random, jurisdiction, most_wagers=8)
    table = open_table(house, sealed(house, seed))
    for _ in range(6):
        start = len(table.log)
        play_round(table, random)
        check_side_wagers(table, table.log[start:])


def check_side_wagers(table: Table, events: list[Event]) -> None:
    """Read the layout from the events alone, and settle each side wager once more."""
    cards: dict[str, list[Card]] = {}
    split: set[str] = set()
    doubled: set[str] = set()
    turned = False
    last = ""
    for event in events:
        place = event.get("to")
        if event.kind == "ask":
            last = event.get("of")
        elif event.kind == "answer" and event.get("word") == "split":
            box = last.split(" hand ")[0]
            split.add(box)
            if last == box:
                cards[f"{box} split off"] = [cards[box].pop()]
        elif event.kind == "answer" and event.get("word") == "double":
            doubled.add(last)
        elif event.kind == "card":
            cards.setdefault(place, []).append(Card.parse(event.get("card")))
        elif event.kind == "turn":
            turned = True
        elif event.kind == "result" and event.get("on") in table.opened.offers:
            if event.get("why") == "void":
                continue
            offered = table.opened.offers[event.get("on")]
            box = f"box {event.get('box')}"
            check_one(offered, event, box, cards, box in split, box in doubled)
            if "dealer.hand" in offered.wager.sees:
                assert turned


def check_one(
    offered: Offer,
    event: Event,
    box: str,
    cards: dict[str, list[Card]],
    split: bool,
    doubled: bool,
) -> None:
    mine, dealer = list(cards[box]), cards["dealer"]
    first = [mine[0], cards[f"{box} split off"][0]] if split else mine[:2]
    hand, third = mine, mine[2:3]
    if split:
        second = cards.get(f"{box} hand 2", [])[:1]
        hand = first if offered.choices.get("B-33") == "two cards" else mine
        third = mine[1:2]
        if offered.choices.get("D-27") == "either hand":
            sevens = [c for c in (*third, *second) if c.rank == 7]
            third = sevens[:1] or third
    elif doubled:
        hand = mine[:-1] if offered.choices.get("B-33-b") == "no" else mine
        third = () if offered.choices.get("D-27-b") == "does not count" else third  # type: ignore[assignment]
    if offered.choices.get("third-card") == "upcard":
        third = dealer[:1]
    places = {
        "player.first_two": first,
        "player.third_card": third,
        "player.hand": hand,
        "dealer.upcard": dealer[:1],
        "dealer.first_two": dealer[:2],
        "dealer.hand": dealer,
    }
    seen = groups(offered.wager.sees, places)
    line = outcome(offered, seen)
    if line is None:
        assert (event.get("why"), event.get("pays"), event.get("back")) == ("no hand", "loss", "0")
        return
    assert (event.get("why"), event.get("pays")) == (line.outcome, str(line.pays))
    if not line.pays.share:
        stake = int(event.get("cents"))
        win = line.pays.ratio * stake * multiplier(offered, seen)
        win += line.pays.dollars * offered.scale(stake) + (stake if line.pays.returned else 0)
        assert int(event.get("back")) == math.floor(win)


WAGERS = [wager for jurisdiction in JURISDICTIONS for wager in played(jurisdiction)]


@pytest.mark.parametrize("wager", WAGERS, ids=lambda wager: wager.id)
def test_every_side_wager_plays(wager: Wager) -> None:
    """Also from a shoe in which the best hands are common, so that meters pay."""
    for seed in range(6):
        random = Random(f"{wager.id} {seed}")
        house = random_house(random, wager.jurisdiction, most_wagers=0)
        with suppress(NoTable):
            choice = offered_with(wager, house.decks, random)
            wagers = with_what_it_needs(wager, choice, house.decks, random)
            house = replace(house, wagers=wagers)
            table = open_table(house, few_kinds(house, seed) if seed % 2 else sealed(house, seed))
            for _ in range(5):
                start = len(table.log)
                play_round(table, random)
                check_side_wagers(table, table.log[start:])
                assert all(m.is_conserved for m in table.meters.values())
            table.close()
            assert replay(book(), table.log).meters == table.meters


def few_kinds(house: House, seed: int) -> SealedShoes:
    """A shoe of five kinds of card."""
    random = Random(seed)
    kinds = random.choice((parse_cards("As Ks Qs Js 8s"), parse_cards("7d 7h 7s Ad Kd")))

    def shuffle(shoe: Shoe) -> SealedShoe:
        return SealedShoe(tuple(random.choices(kinds, k=shoe.size)), "", f"seed {seed}")

    return SealedShoes(house.decks, house.cut, shuffle)


def test_random_rounds_meet_awards_and_shoes_that_run_out() -> None:
    """The tests above are worth something only if these happen in them."""
    kinds: Counter[str] = Counter()
    for seed in range(30):
        random = Random(seed)
        house = random_house(random, "pennsylvania", most_wagers=8)
        table = open_table(house, few_kinds(house, seed))
        for _ in range(6):
            play_round(table, random, voids=0.02)
        kinds.update(e.kind for e in table.log)
        kinds.update(e.get("why") for e in table.log if e.kind == "void")
    assert kinds["award"] > 0
    assert kinds[RAN_OUT] > 0
    assert kinds["void"] > kinds[RAN_OUT]
    assert kinds["collect"] > 100
