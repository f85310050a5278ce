"""A round of any game played through the table by somebody who answers every question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from pitboss.analysis.automatic_player import PLAYER
from pitboss.analysis.referee import Branching
from pitboss.cards import Card, Shoe
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.rulebook.load import Rulebook
from pitboss.table.events.rounds import Settled
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.log.ledger import balances, player
from pitboss.table.money.spots import position_of
from pitboss.table.table import Table
from pitboss.table.unlogged_table import UnloggedTable
from tests.agreement.dealt import Packs
from tests.agreement.packets import PacketShoe

STAKE = 1_000
Answer = Callable[[Table], None]
"""Answers the first open question."""


def sure(answer: Callable[[Table], bool]) -> Answer:
    """Somebody who leaves no question to anybody else."""

    def answered(table: Table) -> None:
        assert answer(table), table.pending

    return answered


MUST_CHOOSE = {"ante-up-21": {"B-18": "first hand"}}
"""Game → readings that have no default at a table."""


def opened_with(book: Rulebook, game: str, **terms: Any) -> Open:
    """A table in Colorado with any terms that its procedure knows, lawful or not."""
    decks = book.game(f"colorado/{game}").decks[0]
    house = House("colorado", game, decks=decks, tips=False, readings=MUST_CHOOSE.get(game, {}))
    opened = open_house(book, house)
    changed = replace(opened.terms, **terms)
    return replace(opened, play=replace(opened.play, terms=changed))


class Rounds(NamedTuple):
    """What every deal comes to on average, per unit of one stake."""

    net: Fraction
    square: Fraction
    won: Fraction
    """Hands that won."""
    hands: Fraction
    """Hands played."""
    staked: Fraction
    """On every wager."""

    @property
    def hit_frequency(self) -> Fraction:
        return self.won / self.hands


def every_round(
    opened: Open,
    shoe: Shoe,
    stakes: Mapping[str, Cents],
    answer: Answer,
    packets: Sequence[int] = (),
    poker: Sequence[str] = (),
) -> Rounds:
    """Every deal; the wagers of `poker` are one hand together, and the first stake is on all other
    hands that count.
    """
    shoes = Packs(shoe)
    table = UnloggedTable(opened, shoes)
    waiting: list[tuple[Card, ...]] = [()]
    chances: dict[tuple[Cents, int, int, Cents], Fraction] = defaultdict(Fraction)
    while waiting:
        shoes.now = PacketShoe(shoe, waiting.pop(), packets)
        events = _round(table, stakes, answer)
        waiting += shoes.now.others()
        assert table.round
        found = (
            balances(events)[player(PLAYER)],
            _won(events, next(iter(stakes)), poker),
            len(table.round.box(1).hands) + bool(poker),
            sum(each.cents for each in events if isinstance(each, Settled)),
        )
        chances[found] += shoes.now.chance
    made = Rounds(*[Fraction(0)] * 5)
    for (cents, won, hands, staked), chance in chances.items():
        net = Fraction(cents, STAKE)
        figures = (net, net**2, Fraction(won), Fraction(hands), Fraction(staked, STAKE))
        made = Rounds(*(a + chance * b for a, b in zip(made, figures, strict=True)))
    return made


def _won(events: Sequence[Event], main: str, poker: Sequence[str]) -> int:
    """Hands won."""
    settled = [each for each in events if isinstance(each, Settled)]
    gains = [each.back - each.cents for each in settled if each.wager == main]
    gains.append(sum(each.back - each.cents for each in settled if each.wager in poker))
    return sum(each > 0 for each in gains)


class RandomShoe(Branching):
    """Cards at random, without replacement."""

    def __init__(self, shoe: Shoe, random: Random) -> None:
        super().__init__(shoe)
        self._random = random

    def next(self) -> Card:
        cards, counts = zip(*self._left.items(), strict=True)
        (card,) = self._random.choices(cards, counts)
        self._told = (*self.came, card)
        return super().next()


def sampled_net(
    opened: Open,
    shoe: Shoe,
    stakes: Mapping[str, Cents],
    answer: Answer,
    rounds: int,
) -> tuple[float, float]:
    """The mean net of that many rounds per unit, and its standard error."""
    random = Random(21)
    shoes = Packs(shoe)
    table = UnloggedTable(opened, shoes)
    nets = []
    for _ in range(rounds):
        shoes.now = RandomShoe(shoe, random)
        nets.append(balances(_round(table, stakes, answer))[player(PLAYER)] / STAKE)
    mean = sum(nets) / rounds
    spread = sum((net - mean) ** 2 for net in nets) / (rounds - 1)
    return mean, sqrt(spread / rounds)


def _round(table: Table, stakes: Mapping[str, Cents], answer: Answer) -> list[Event]:
    """The events of one round."""
    table.open_round()
    for wager, cents in stakes.items():
        table.bet(1, PLAYER, wager, cents, position_of(table.opened, 1))
    table.deal()
    while table.pending or table.floor_called:
        if table.floor_called:
            table.attend("floor")
        else:
            answer(table)
    return table.layout.events
