"""The kernel and the table deal the same shoes with the same choices, round for round."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import numpy as np

from pitboss.analysis.automatic_player import FLOOR
from pitboss.cards import DECK, Card, Shoe
from pitboss.games.blackjack_burnout import FEE, BurnoutTerms
from pitboss.log import Event
from pitboss.procedure.steps import Ask
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.kernels.array_layout import NOT_PLACED
from pitboss.simulate.side_wagers import SimulatedWager
from pitboss.simulate.wager_tables import WagerTable
from pitboss.solvers.burnout import solve_burnout
from pitboss.solvers.player import SolvedPlayer
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes, UnsealedShoes
from pitboss.table.events.rounds import Settled, SlipWritten
from pitboss.table.events.shoes import CardDealt
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import later_stake, position_of, usual_stakes
from pitboss.table.table import Table
from pitboss.table.unlogged_table import UnloggedTable
from pitboss.wagers.offer import NO_HAND, Price, priced
from tests.agreement.solved import answer
from tests.simulate.traced import trace

STAKE = 60_000
"""Cents on the main wager: every part of it that is paid or returned is whole."""


@dataclass(frozen=True)
class Dealt:
    """One box of one round."""

    net: int
    """Of the main wager and its insurance, in parts of a unit."""
    staked: int
    sides: dict[str, tuple[str, str, int]]
    """Wager → its hand, its odds, and what the house gives back; no entry if it is not placed."""


@dataclass(frozen=True)
class DealtRound:
    """A round of the table: its shoe, the cards that left it, and every box."""

    shoe: int
    cards: list[int]
    boxes: list[Dealt]


class ShuffledShoes(UnsealedShoes):
    """Every round from a whole shoe, in an order drawn at random."""

    MOST = 64
    """More cards than a round takes."""

    def __init__(self, shoe: Shoe, random: Random) -> None:
        self._cards = [card for card, n in zip(DECK, shoe.counts, strict=True) for _ in range(n)]
        self._random, self.dealt = random, 0
        self._order: Iterator[Card] = iter(())

    def before_round(self) -> list[Event]:
        self._order = iter(self._random.sample(self._cards, min(self.MOST, len(self._cards))))
        return []

    def next(self) -> Card:
        return next(self._order)

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        raise AssertionError("the shoe ran out")


def open_for_stakes(opened: Open) -> Open:
    """The same table with limits and chips that take the stakes of this comparison."""
    return replace(opened, house=replace(opened.house, most=10 * STAKE, chips=()))


def by_table(fast: FastTable, rounds: int, seed: int) -> Iterator[DealtRound]:
    """The rounds of a table that deals its own shoes."""
    opened = fast.opened
    shoes = SealedShoes(opened.delivery, Lesson(seed))
    table = UnloggedTable(opened, shoes)
    stakes = {**usual_stakes(opened), opened.procedure.main: STAKE}
    if fast.fee:
        stakes[FEE] = int(STAKE * fast.fee)
    answers = player_of(fast)
    for _ in range(rounds):
        table.open_round()
        for number in range(1, fast.boxes + 1):
            for key, cents in stakes.items():
                table.bet(number, f"p{number}", key, cents, position_of(opened, number))
        table.deal()
        while table.pending or table.floor_called:
            if table.floor_called:
                table.attend(FLOOR)
                continue
            asked = table.pending
            assert asked
            step = asked.step
            if not isinstance(step, Ask) and step.wager != "insurance":
                assert table.round
                box = table.round.box(step.box)
                table.answer_stake(asked.number, later_stake(opened, box, step))
            else:
                answers(table)
        for slip in table.slips:
            table.validate(slip, FLOOR)
        dealt = [e.card for e in table.layout.events if isinstance(e, CardDealt)]
        yield DealtRound(shoes.number, [c.index for c in dealt if c], _boxes(table, fast))


def player_of(fast: FastTable) -> Callable[[Table], object]:
    """Answers the first open question of a table, as the kernel plays."""
    if isinstance(fast.terms, BurnoutTerms):
        return SolvedPlayer(solve_burnout(fast.rules)).answer
    return lambda table: answer(table, fast.play.player)


def _boxes(table: Table, fast: FastTable) -> list[Dealt]:
    events = table.layout.events
    slips = {e.number: e.cents for e in events if isinstance(e, SlipWritten) and e.fund == "house"}
    made = []
    unit = fast.tables.unit
    for number in range(1, fast.boxes + 1):
        net = staked = 0
        sides: dict[str, tuple[str, str, int]] = {}
        for each in events:
            if not isinstance(each, Settled) or each.box != number or each.to:
                continue
            back = each.back + slips.get(each.slip, 0)
            if each.wager == FEE:
                net += back - each.cents
            elif each.wager == fast.opened.procedure.main or each.wager.startswith("insurance"):
                net += back - each.cents
                staked += each.cents
            else:
                sides[each.wager] = (each.why, each.pays, back)
        assert net * unit % STAKE == staked * unit % STAKE == 0
        made.append(Dealt(net * unit // STAKE, staked * unit // STAKE, sides))
    return made


def by_kernel(fast: FastTable, rounds_dealt: list[DealtRound]) -> list[list[Dealt]]:
    """The same rounds of one shoe by the kernel, which must take the same cards for each."""
    rounds, order = len(rounds_dealt), fast.pack.copy()
    cards = [card for each in rounds_dealt for card in each.cards]
    order[: len(cards)] = cards
    wagers, boxes = fast.wagers, fast.boxes
    nets, stakes = np.zeros((rounds, boxes), np.int64), np.zeros((rounds, boxes), np.int64)
    classes = np.zeros((rounds, boxes, len(wagers)), np.int64)
    ended = np.zeros(rounds, np.int64)
    out = (nets, stakes, classes, ended)
    done = trace(order, fast.terms.pack.size, rounds, boxes, fast.arrays, *out)
    assert done == rounds
    taken = np.cumsum([len(each.cards) for each in rounds_dealt])
    assert ended.tolist() == taken.tolist()
    return [
        [
            Dealt(
                int(nets[number, box]),
                int(stakes[number, box]),
                {
                    each.key: paid
                    for at, each in enumerate(wagers)
                    if (paid := _paid(each, int(classes[number, box, at])))
                },
            )
            for box in range(boxes)
        ]
        for number in range(rounds)
    ]


@cache
def _price(wager: SimulatedWager[Any], number: int) -> Price:
    """The price of a class."""
    line, times = wager.table.keys[number]
    return NO_HAND if line < 0 else priced(wager.offer, line, times, wager.stake)


@cache
def paid_back(wager: SimulatedWager[Any], number: int) -> int:
    """What the house gives back for a class, including the stake if it is returned."""
    price = _price(wager, number)
    return math.floor(price.win) + wager.stake * price.returned


@cache
def _paid(wager: SimulatedWager[WagerTable], number: int) -> tuple[str, str, int] | None:
    """What a class is paid; none for a wager that is not placed, or a bonus that is not won."""
    if number == NOT_PLACED:
        return None
    price = _price(wager, number)
    if price.is_lost and not wager.at_risk:
        return None
    return price.why, price.pays, paid_back(wager, number)


def differences(fast: FastTable, rounds: int, seed: int) -> Iterator[str]:
    """What kernel and table settle differently, one line for each box; nothing if all agree."""
    shoes: dict[int, list[DealtRound]] = {}
    for each in by_table(fast, rounds, seed):
        shoes.setdefault(each.shoe, []).append(each)
    for shoe, dealt in shoes.items():
        theirs = by_kernel(fast, dealt)
        for number, (table, kernel) in enumerate(zip(dealt, theirs, strict=True), 1):
            for box, (one, other) in enumerate(zip(table.boxes, kernel, strict=True), 1):
                if one != other:
                    yield f"shoe {shoe}, round {number}, box {box}: table {one}, kernel {other}"
