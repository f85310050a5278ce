"""Every side wager of the law at a table: it opens, it plays, and it pays what its cards say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.rulebook.schema import Wager
from pitboss.table.cards.shoes import RAN_OUT, ShoeEmpty, UnsealedShoes
from pitboss.table.events.rounds import Answered, Asked, Irregular, Settled, SlipWritten, StakeAsked
from pitboss.table.events.shoes import CardDealt, CardTurned
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.replay import replay
from pitboss.table.table import Table
from pitboss.wagers.card_reader import groups, multiplier, outcome
from pitboss.wagers.offer import Offer
from tests.soak import first, soak
from tests.table.floor import (
    JURISDICTIONS,
    NoTable,
    book,
    game_of,
    mains,
    offered_with,
    open_table,
    play_round,
    played,
    random_house,
    sealed,
    with_what_it_needs,
)

every_table = pytest.mark.parametrize("jurisdiction", JURISDICTIONS)


def plain(house: House) -> House:
    """Face up, to the cent."""
    terms = {**house.terms, "player_cards": "face up"}
    return replace(house, unit=1, odd_cents="down", terms=terms)


@every_table
def test_every_side_wager_opens_with_every_pay_table(jurisdiction: str) -> None:
    random, name = Random(jurisdiction), f"{jurisdiction}/blackjack"
    decks = game_of(name).decks
    for wager in played(f"{jurisdiction}/blackjack"):
        for table in wager.paytables:
            for many in random.sample(decks, len(decks)) * 12:  # readings and options by chance
                with suppress(NoTable, NotAllowed):
                    choice = offered_with(wager, many, random, table)
                    wagers = with_what_it_needs(wager, choice, many, random, mains(name))
                    open_house(book(), House(jurisdiction, decks=many, wagers=wagers))
                    break
            else:
                assert not {*table.decks} & {*decks}, f"{wager.id} {table.id} cannot be offered"


@every_table
@pytest.mark.parametrize("seed", first(4, range(100)))
def test_side_wagers_are_paid_by_the_cards_in_the_log(jurisdiction: str, seed: int) -> None:
    """What the log says of each side wager is what the plain reader says of its cards."""
    random = Random(f"paid {jurisdiction} {seed}")
    house = plain(random_house(random, f"{jurisdiction}/blackjack", most_wagers=8))
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
    slips: dict[int, int] = {}
    turned = False
    last = ""
    for event in events:
        if isinstance(event, Asked | StakeAsked):
            last = event.of
        elif isinstance(event, Answered) and event.word == "split":
            box = last.split(" hand ")[0]
            split.add(box)
            if last == box:
                cards.setdefault(f"{box} split off", [cards[box][-1]])
                cards[box].pop()
        elif isinstance(event, Answered) and event.word.startswith("double"):
            doubled.add(last)
        elif isinstance(event, CardDealt):
            place, card = event.to, event.card
            assert card
            cards.setdefault(place, []).append(card)
            if place in split:
                cards.setdefault(f"{place} third", [card])
        elif isinstance(event, CardTurned):
            turned = True
        elif isinstance(event, SlipWritten):
            slips[event.number] = event.cents
        elif isinstance(event, Settled) and event.wager in table.opened.offers:
            if event.why == "void":
                continue
            offered = table.opened.offers[event.wager]
            box = f"box {event.box}"
            paid = event.back + slips.get(event.slip, 0)
            check_one(offered, event, box, cards, box in split, box in doubled, paid)
            if "dealer.hand" in offered.wager.sees:
                assert turned


def check_one(
    offered: Offer,
    event: Settled,
    box: str,
    cards: dict[str, list[Card]],
    split: bool,
    doubled: bool,
    paid: int,
) -> None:
    mine, dealer = list(cards[box]), cards["dealer"]
    first = [mine[0], cards[f"{box} split off"][0]] if split else mine[:2]
    hand, third = mine, mine[2:3]
    if split:
        second = cards.get(f"{box} hand 2", [])[:1]
        hand = first if offered.choices.get("B-33") == "two cards" else mine
        third = cards.get(f"{box} third", [])
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
        assert (event.why, event.pays, event.back) == ("no hand", "loss", 0)
        return
    assert (event.why, event.pays) == (line.outcome, str(line.pays))
    if not line.pays.share:
        stake = event.cents
        win = line.pays.ratio * stake * multiplier(offered, seen)
        win += line.pays.dollars * offered.scale(stake) + (stake if line.pays.returned else 0)
        assert paid == math.floor(win)


WAGERS = [wager for jurisdiction in JURISDICTIONS for wager in played(f"{jurisdiction}/blackjack")]


@pytest.mark.parametrize("seeds", [4, soak(20)])
@pytest.mark.parametrize("wager", WAGERS, ids=lambda wager: wager.id)
def test_every_side_wager_plays(wager: Wager, seeds: int) -> None:
    """Also from a shoe in which the best hands are common, so that meters pay."""
    name = f"{wager.jurisdiction}/blackjack"
    for seed in range(seeds):
        random = Random(f"{wager.id} {seed}")
        house = plain(random_house(random, name, most_wagers=0))
        with suppress(NoTable):
            choice = offered_with(wager, house.decks, random)
            wagers = with_what_it_needs(wager, choice, house.decks, random, mains(name))
            house = replace(house, wagers=wagers)
            table = open_table(house, FewKinds(house, seed) if seed % 2 else sealed(house, seed))
            for _ in range(5):
                start = len(table.log)
                play_round(table, random)
                check_side_wagers(table, table.log[start:])
                assert all(m.meter.is_conserved for m in table.meters.values())  # type: ignore[attr-defined]
            table.close()
            assert replay(book(), table.log).log == table.log


class FewKinds(UnsealedShoes):
    """A shoe of five kinds of card, which runs out now and then."""

    def __init__(self, house: House, seed: int) -> None:
        random = Random(seed)
        kinds = random.choice((parse_cards("As Ks Qs Js 8s"), parse_cards("7d 7h 7s Ad Kd")))
        self.dealt, self._random, self._kinds = 0, random, kinds
        self._left = 40 + 20 * house.decks

    def before_round(self) -> list[Event]:
        if self._left < 20:
            self._left = self._random.randint(30, 200)
        return []

    def next(self) -> Card:
        if not self._left:
            raise ShoeEmpty
        self._left -= 1
        self.dealt += 1
        return self._random.choice(self._kinds)

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        self._left = 100
        return []


MATCH = {
    "blackjack-match": Choice("Paytable A", stake=500, choices={"stake": "$5"}),
    "blackjack-match-envy": Choice("$5 wager", choices={"offered": "yes"}),
}


def test_random_rounds_meet_everything_that_can_happen() -> None:
    """The tests above are worth something only if these happen in them."""
    went_wrong = (RAN_OUT, "exposed card", "extra card to a box", "extra card to the dealer")
    wanted = {"award", "slip", "validated", "collect", "feed", "unfeed", "tip", "envy", "void"}
    wanted |= {*(f"irregular {each}" for each in went_wrong), "place", "tip paid", "go"}
    for seed in range(80):
        random = Random(seed)
        house = random_house(random, "pennsylvania/blackjack", most_wagers=8)
        if seed < 3:  # envy is too rare to wait for
            house = replace(house, decks=6, wagers=MATCH)
        thin = replace(house, cut=1)  # in a single deck, so that the shoe runs out
        shoes = sealed(thin, seed) if house.decks == 1 else FewKinds(house, seed)
        table = open_table(thin, shoes)
        for _ in range(6):
            play_round(table, random, voids=0.06)
        wanted -= {e.kind for e in table.log}
        wanted -= {f"{e.kind} {e.what}" for e in table.log if isinstance(e, Irregular)}
        tips = [e for e in table.log if isinstance(e, Settled) and e.to == "dealer"]
        wanted -= {"tip paid" for e in tips if e.back}
        if not wanted:
            break
    assert not wanted
