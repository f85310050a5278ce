"""The players of simulated hands: the solved best play, a chart, or a policy of the proofs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

from pitboss.analysis.policies import BASIC, NEVER_HIT, basic_row
from pitboss.cards import Rank
from pitboss.errors import NotAllowed
from pitboss.hands import Total
from pitboss.solvers.blackjack import Solution, value
from pitboss.solvers.charts import (
    HARD,
    PAIRS,
    SOFT,
    UPCARDS,
    Chart,
    best_chart,
    read_chart,
    weigh_chart,
)
from pitboss.solvers.rules import RoundRules
from pitboss.table.houses.opening import Open

Ranks = Sequence[Rank]
BEST: Final = "best"
CHART: Final = "chart"
NAMED: Final[Mapping[str, str]] = {"basic": BASIC, "never-hit": NEVER_HIT}
"""Strategy → the policy of the proofs that plays the same way."""


def check_boxes(opened: Open, boxes: int, most: int | None = None) -> None:
    """Refuse more boxes than the table has, or than are dealt."""
    most = opened.house.boxes if most is None else min(most, opened.house.boxes)
    if not 1 <= boxes <= most:
        few = "1 box" if most == 1 else f"1 to {most} boxes"
        raise NotAllowed(f"{few} can be dealt here, not {boxes}.")


def check_solved_play(opened: Open, strategy: str) -> None:
    """Refuse another strategy at a game that is dealt with the solved play alone."""
    if strategy != BEST:
        raise NotAllowed(
            f"{opened.game.name} is dealt with the solved play: --strategy {BEST}, not {strategy}."
        )


class Player(Protocol):
    """A player who answers what a table of blackjack asks."""

    def best(self, hand: Ranks, up: Rank, *, split: bool, may: Sequence[str]) -> str: ...
    def insurance(self, hand: Ranks, up: Rank) -> float: ...
    def takes_even_money(self, up: Rank) -> bool: ...
    def surrenders_early(self, hand: Ranks, up: Rank) -> bool: ...


@dataclass(frozen=True, slots=True)
class SimulatedPlay:
    """A player, what the round is worth to them, and the policy of the proofs that plays alike."""

    name: str
    player: Player
    expectation: float
    """Exact, per unit of the main stake, from a whole shoe."""
    policy: str = ""


@dataclass(frozen=True, slots=True)
class ChartPlayer:
    """Plays by a chart; insurance and even money as the solver of the same shoe says."""

    chart: Chart
    solution: Solution
    insures: bool

    def best(self, hand: Ranks, up: Rank, *, split: bool, may: Sequence[str]) -> str:
        return self.chart.word(hand, up, may)

    def insurance(self, hand: Ranks, up: Rank) -> float:
        return 1.0 if self.insures else 0.0

    def takes_even_money(self, up: Rank) -> bool:
        return self.solution.takes_even_money(up)

    def surrenders_early(self, hand: Ranks, up: Rank) -> bool:
        first, second = hand
        by_rank = len(self.solution.rules.tens) > 1
        pair = first is second if by_rank else first.points == second.points
        if pair and self.chart.splits(hand, up):
            return False
        return self.chart.letter(hand, up) in "Rr"


@lru_cache(maxsize=8)
def simulated_play(rules: RoundRules, strategy: str = BEST) -> SimulatedPlay:
    """The play that a strategy names: `best`, `chart`, `basic`, `never-hit`, or a chart's file."""
    if strategy == BEST:
        solved = value(rules)
        return SimulatedPlay("the best play by the cards of the hand", solved, solved.expectation)
    if strategy == CHART:
        return _by("the best chart by totals", *best_chart(rules))
    if policy := NAMED.get(strategy, ""):
        chart = _policy_chart(rules, policy)
        return _by(f"{policy}, no pair split", chart, weigh_chart(rules, chart), policy)
    if not strategy.endswith(".toml"):
        raise NotAllowed(
            f"--strategy takes {BEST}, {CHART}, {', '.join(NAMED)} or a chart in a file such as "
            f"mine.toml, not {strategy!r}."
        )
    chart = read_chart(Path(strategy))
    return _by(f"the chart of {strategy}", chart, weigh_chart(rules, chart))


def _by(name: str, chart: Chart, worth: Solution, policy: str = "") -> SimulatedPlay:
    """The play by a chart, which has this value."""
    player = ChartPlayer(chart, worth, worth.rules.insures())
    return SimulatedPlay(name, player, worth.expectation, policy)


def _policy_chart(rules: RoundRules, policy: str) -> Chart:
    """A policy of the proofs as a chart: nothing is split and nothing is given up."""

    def row(total: str, soft: bool) -> str:
        if policy == NEVER_HIT:
            return "S" * len(UPCARDS)
        return basic_row(Total(int(total), soft), rules.hand.hits_soft_17)

    pairs = dict.fromkeys(PAIRS, "-" * len(UPCARDS))
    hard, soft = {each: row(each, False) for each in HARD}, {each: row(each, True) for each in SOFT}
    return Chart(hard, soft, pairs)
