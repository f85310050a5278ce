"""What lies on the layout is what the ledger says, and a void gives back exactly that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest

from pitboss.log import Event
from pitboss.procedure.steps import Irregularity
from pitboss.progressive.link import NOTHING_ASKED, Link
from pitboss.table.events.rounds import Bet, RoundOpened, Settled, SlipValidated, StakeAdded, Tip
from pitboss.table.events.shoes import CardDealt
from pitboss.table.log.ledger import Layout, balances
from pitboss.table.log.replay import replay, supersede
from pitboss.table.table import Table
from tests.soak import first
from tests.table.floor import (
    Books,
    book,
    games,
    links,
    open_table,
    other_version,
    place_bets,
    play_round,
    random_house,
    sealed,
    step_on,
)
from tests.vault import MemoryVault

every_game = pytest.mark.parametrize("game", games())
VOID = "whole round void"
Stakes = Counter[tuple[int, str, bool]]
"""Cents by box, wager, and whether they are bet for the dealer."""


def steps(table: Table, random: Random, voids: float = 0.0) -> Iterator[None]:
    """A round with random stakes and choices, stopped wherever the table waits for somebody."""
    table.open_round()
    place_bets(table, random)
    table.deal()
    while table.in_play:
        yield
        step_on(table, random, voids)


def of(said: Bet | StakeAdded | Tip | Settled) -> tuple[int, str, bool]:
    for_dealer = isinstance(said, Tip) or (not isinstance(said, Bet) and bool(said.to))
    return said.box, said.wager, for_dealer


def at_stake(this_round: Iterable[Event]) -> Stakes:
    """What was put down in a round and nothing has settled: sums of its lines, and no more."""
    made: Stakes = Counter()
    for each in this_round:
        if isinstance(each, Bet | StakeAdded | Tip):
            made[of(each)] += each.cents
        elif isinstance(each, Settled):
            made[of(each)] -= each.cents
    return +made


def given_back(lines: Iterable[Event]) -> Stakes:
    """What reversing entries give back."""
    made: Stakes = Counter()
    for each in lines:
        if isinstance(each, Settled):
            assert (each.pays, each.why) == ("push", "void")
            assert each.cents == each.back
            made[of(each)] += each.back
    return made


def this_round(table: Table) -> list[Event]:
    begun = max(at for at, each in enumerate(table.log) if isinstance(each, RoundOpened))
    return table.log[begun:]


@every_game
@pytest.mark.parametrize("seed", first(1, range(20)))
def test_what_lies_at_a_box_is_its_account_after_every_event(game: str, seed: int) -> None:
    random = Random(f"layout {game} {seed}")
    house = random_house(random, game, most_wagers=8)
    table, books = open_table(house, sealed(house, seed)), Books()

    def check(said: Event) -> None:
        books(said)  # chips are conserved
        for number, box in table.boxes.items():
            felt = {on: cents for on, cents in box.stakes.items() if on not in box.racked}
            lies = sum(felt.values()) + sum(box.tips.values())
            assert lies == books.accounts[f"box {number}"], said
            assert all(cents > 0 for cents in (*box.stakes.values(), *box.tips.values())), said

    for each in table.log:
        books(each)
    table.attach(check)
    for _ in range(4):
        for _ in steps(table, random, voids=0.05):
            assert lying(table.layout) == at_stake(this_round(table))
            assert Layout(this_round(table)).boxes.keys() == table.boxes.keys()
            assert lying(Layout(this_round(table))) == lying(table.layout)
        assert not lying(table.layout)


def lying(layout: Layout) -> Stakes:
    """What a layout says that nothing has settled."""
    made: Stakes = Counter()
    for number, box in layout.boxes.items():
        for is_tip, stakes in ((False, box.stakes), (True, box.tips)):
            made.update({(number, on, is_tip): cents for on, cents in stakes.items()})
    return made


def copied(meters: dict[str, Link]) -> dict[str, Link]:
    """Meters as they stand, to be changed apart."""
    return deepcopy(meters, {id(NOTHING_ASKED): NOTHING_ASKED})  # which cannot be copied


@every_game
@pytest.mark.parametrize("seed", first(1, range(10)))
def test_a_void_at_any_point_gives_back_what_lies_there(game: str, seed: int) -> None:
    """By the clause while the round runs, and by a decision on its log afterwards."""
    random = Random(f"void {game} {seed}")
    house = random_house(random, game, most_wagers=8)
    vault, meters = MemoryVault(), links(house, seed)
    table = open_table(house, sealed(house, seed, vault), meters)
    play_round(table, random)
    for _ in steps(table, random):
        owed, begun = at_stake(this_round(table)), balances(table.log)
        log = other_version(table.log, "x/0")
        shoes = sealed(house, seed, vault)
        decided = supersede(book(), log, shoes, copied(meters), "sam")
        assert given_back(decided) == owed
        after = balances([*table.log, *decided])
        assert not [name for name, n in after.items() if name.startswith("box ") and n]
        assert sum(after.values()) == 0
        for name in ("ann", "bob", 'zoë of "7"'):
            validated = [e for e in decided if isinstance(e, SlipValidated) and e.player == name]
            mine = {n for n, box in table.boxes.items() if box.player == name}
            due = sum(e.cents for e in validated)
            due += sum(cents for (box, _, _), cents in owed.items() if box in mine)
            assert after[f"player {name}"] - begun[f"player {name}"] == due
        if table.pending or table.waits_for_dealer:
            twin = replay(book(), table.log, meters=copied(meters))
            twin.driver.throw(Irregularity("it happened", VOID, "a clause"))
            assert given_back(twin.log[len(table.log) :]) == owed
            assert not lying(twin.layout)


@every_game
@pytest.mark.parametrize("seed", first(1, range(10)))
def test_a_box_that_is_void_before_its_first_card_is_out_of_the_round(game: str, seed: int) -> None:
    """Also where the card that was waited for is to be burned."""
    random = Random(f"burn {game} {seed}")
    house = replace(random_house(random, game), pace="dealer")
    table = open_table(house, sealed(house, seed))
    number = 0
    for _ in steps(table, random):
        if table.waits_for_dealer and not number:
            number = random.choice(list(table.boxes))
            owed = {key: n for key, n in at_stake(this_round(table)).items() if key[0] == number}
            before = len(table.log)
            table.driver.throw(Irregularity("it happened", "that hand void", "a clause", number))
            assert given_back(table.log[before:]) == owed
    dealt = [e.to for e in table.log[before:] if isinstance(e, CardDealt)]
    assert f"box {number}" not in dealt
