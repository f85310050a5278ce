"""A solved strategy played through the table: every deal of a small shoe, with its own choices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, Protocol

import pytest

from pitboss.analysis.automatic_player import PLAYER, hand_of
from pitboss.analysis.referee import Branching
from pitboss.cards import Card, Rank, Shoe
from pitboss.games.terms import Terms
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.procedure.steps import Ask
from pitboss.solvers.blackjack import Solution, value
from pitboss.solvers.charts import Chart
from pitboss.solvers.rules import rules_of
from pitboss.solvers.volatility import over_all_deals, standard_deviation, winning
from pitboss.table.events.rounds import Settled
from pitboss.table.houses.opening import Open
from pitboss.table.log.ledger import balances, player
from pitboss.table.money.spots import position_of
from pitboss.table.table import Table
from pitboss.table.unlogged_table import UnloggedTable
from tests.agreement.dealt import Packs

STAKE = 1_000
NOTHING: Mapping[str, Cents] = MappingProxyType({})


def solve(terms: Terms, shoe: Shoe | None = None) -> Solution:
    """The best play of a game by its terms, from its whole pack or from another shoe."""
    return value(rules_of(terms, shoe))


class Player(Protocol):
    """Somebody who answers what a table of blackjack asks."""

    def best(self, hand: Sequence[Rank], up: Rank, *, split: bool, may: Sequence[str]) -> str: ...
    def insurance(self, hand: Sequence[Rank], up: Rank) -> float: ...
    def takes_even_money(self, up: Rank) -> bool: ...
    def surrenders_early(self, hand: Sequence[Rank], up: Rank) -> bool: ...


@dataclass(frozen=True)
class ChartPlayer:
    """Plays by a chart; insurance and even money as the solver of the same shoe says."""

    chart: Chart
    solution: Solution
    insures: bool

    def letter(self, hand: Sequence[Rank], up: Rank) -> str:
        points = sum(rank.points for rank in hand)
        soft = Rank.ACE in hand and points <= 11
        rows = self.chart.soft if soft else self.chart.hard
        return rows[str(points + 10 * soft)][(up.points - 2) % 10]

    def best(self, hand: Sequence[Rank], up: Rank, *, split: bool, may: Sequence[str]) -> str:
        if "split" in may:
            held = "A" if hand[0] is Rank.ACE else str(hand[0].points)
            if self.chart.pairs[held][(up.points - 2) % 10] == "P":
                return "split"
        letter = self.letter(hand, up)
        rather = {"D": "double", "R": "surrender"}.get(letter.upper(), "")
        if rather in may:
            return rather
        return "hit" if letter in "HDR" and "hit" in may else "stand"

    def insurance(self, hand: Sequence[Rank], up: Rank) -> float:
        return 1.0 if self.insures else 0.0

    def takes_even_money(self, up: Rank) -> bool:
        return self.solution.takes_even_money(up)

    def surrenders_early(self, hand: Sequence[Rank], up: Rank) -> bool:
        first, second = hand
        by_rank = len(self.solution.rules.tens) > 1
        pair = first is second if by_rank else first.points == second.points
        held = "A" if first is Rank.ACE else str(first.points)
        splits = self.chart.pairs[held][(up.points - 2) % 10] == "P"
        return not (pair and splits) and self.letter(hand, up) in "Rr"


class NeverEmpty(Branching):
    """A shoe that must not run out."""

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        raise AssertionError(f"the shoe ran out after {self.came}")


def answer(table: Table, solution: Player) -> None:
    """Answer the first open question as the solution would."""
    asked = table.pending
    assert asked
    assert table.round
    box, up = table.round.box(asked.step.box), table.round.upcard.rank
    if not isinstance(asked.step, Ask):
        assert asked.step.wager == "insurance"
        ranks = [card.rank for card in box.hands[0].cards]
        insured = asked.step.most if solution.insurance(ranks, up) > 0 else 0
        table.answer_stake(asked.number, insured or 0)
        return
    hand, may = hand_of(box, asked.step.of), asked.step.may
    assert hand
    ranks = [card.rank for card in hand.cards]
    if asked.step.about == "insurance":
        word = "insure" if solution.insurance(ranks, up) > 0 else "no"
    elif asked.step.about == "even money":
        word = "even money" if solution.takes_even_money(up) else "no"
    elif asked.step.about == "surrender":
        word = "surrender" if solution.surrenders_early(ranks, up) else "no"
    else:
        word = solution.best(ranks, up, split=hand.split, may=may)
    table.answer(asked.number, word)


def played_net(opened: Open, shoe: Shoe, solution: Player) -> tuple[Fraction, Fraction]:
    """The expected net per unit, and its expected square."""
    made = played(opened, shoe, lambda table: answer(table, solution))
    return made.net, made.square


class Played(NamedTuple):
    """What every deal of a shoe comes to on average, per unit of the main stake."""

    net: Fraction
    square: Fraction
    wins: Fraction
    """Hands that won."""
    hands: Fraction
    """Hands played."""
    staked: Fraction
    """On the hands, and on insurance."""


def played(
    opened: Open,
    shoe: Shoe,
    answers: Callable[[Table], None],
    beside: Mapping[str, Cents] = NOTHING,
) -> Played:
    """Every deal of a shoe; `answers` answers one question, `beside` are other stakes."""
    position, stakes = position_of(opened, 1), {"blackjack": STAKE, **beside}
    shoes = Packs(shoe)
    table = UnloggedTable(opened, shoes)
    waiting: list[tuple[Card, ...]] = [()]
    chances: dict[tuple[Cents, int, int, Cents], Fraction] = defaultdict(Fraction)
    while waiting:
        shoes.now = NeverEmpty(shoe, waiting.pop())
        table.open_round()
        for wager, cents in stakes.items():
            table.bet(1, PLAYER, wager, cents, position)
        table.deal()
        while table.pending:
            answers(table)
        for slip in table.slips:
            table.validate(slip, "floor")
        waiting += shoes.now.others()
        assert table.round
        events = table.layout.events
        settled = [each for each in events if isinstance(each, Settled)]
        main = [each for each in settled if each.wager == "blackjack"]
        insured = sum(each.cents for each in settled if each.wager.startswith("insurance"))
        found = (
            balances(events)[player(PLAYER)],
            sum(each.back > each.cents for each in main),
            len(table.round.box(1).hands),
            sum(each.cents for each in main) + insured,
        )
        chances[found] += shoes.now.chance
    made = Played(*[Fraction(0)] * 5)
    for (cents, wins, hands, staked), chance in chances.items():
        net = Fraction(cents, STAKE)
        figures = (net, net**2, Fraction(wins), Fraction(hands), Fraction(staked, STAKE))
        made = Played(*(a + chance * b for a, b in zip(made, figures, strict=True)))
    return made


def assert_alike(solution: Solution, made: Played) -> None:
    """The solver's figures are the table's: what is netted, staked and won, and its deviation."""
    assert solution.expectation == pytest.approx(float(made.net), abs=1e-12)
    assert solution.staked == pytest.approx(float(made.staked), abs=1e-12)
    found = over_all_deals(winning(solution), solution.rules.hand.shoe)
    assert found == pytest.approx((float(made.wins), float(made.hands)), abs=1e-12)
    spread = standard_deviation(solution)
    assert spread**2 == pytest.approx(float(made.square - made.net**2), abs=1e-11)
