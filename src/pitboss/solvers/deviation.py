"""How much the net of a round varies: its exact standard deviation under the solved play.

Hands of one split are not independent: they share the dealer's hand and the cards left. The
expected product of every two of them is summed over all hands that both may stand on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np

from pitboss.cards import Rank
from pitboss.errors import NotAllowed
from pitboss.solvers.blackjack import (
    CLASSES,
    FREE,
    SPLIT,
    Figures,
    Solution,
    allowed_by,
    outcome,
    programs,
    value,
    weights_of,
)
from pitboss.solvers.compositions import compositions
from pitboss.solvers.draws import deal_chances, draws_of
from pitboss.solvers.rules import TENS, HandRules, RoundRules


@lru_cache(maxsize=8)
def deviation_of(rules: RoundRules) -> float:
    """The standard deviation of a round under its best play."""
    return standard_deviation(value(rules))


def standard_deviation(solution: Solution) -> float:
    """Of a round's net, in units of the main stake."""
    if reason := not_covered(solution):
        raise NotAllowed(f"the standard deviation is not computed where {reason}.")
    square = (squares_of(solution).rounds * deal_chances(solution.rules.hand.shoe)).sum()
    return sqrt(square - solution.expectation**2)


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """The expected squares of what is netted, where a natural that was seen counts as nothing."""

    hands: Figures
    """Upcard × standing, played on and doubled × hand, for a hand alone that is not split."""
    rounds: Figures
    """Upcard × first hand → the whole round, also with a natural."""


def squares_of(solution: Solution, upcards: Iterable[int] = range(10)) -> Squares:
    """Those of every hand against these upcards, under the solution's play."""
    from pitboss.solvers.kernels.squares import round_squares

    rules, played = solution.rules, solution.played
    hand, table = rules.hand, compositions()
    found = square_programs(hand)
    money = (rules.natural, rules.tied_natural, rules.insurance, rules.insures_naturals)
    allowed = allowed_by(rules, FREE)
    pairs = [table.child[table.child[0, each], each] for each in range(10)]
    made = Squares(np.zeros((10, 3, table.players)), np.zeros((10, table.players)))
    for up in upcards:
        if not hand.shoe[up]:
            continue
        values = np.zeros((5, table.players))
        values[:4] = played.values[:, up]
        values[4, pairs] = solution.splits[up]
        round_squares(
            table.arrays,
            played.shoe,
            up,
            int(hand.unseen[up]),
            played.pays,
            np.array([*money, rules.even_money, rules.unseen_surrender], float),
            np.array(allowed, np.int64),
            played.acts[up],
            played.counted[up],
            values,
            played.seconds[up],
            solution.chosen[up],
            found,
            made.hands[up],
            made.rounds[up],
        )
    return made


def square_programs(rules: HandRules) -> tuple[tuple[Any, Any], ...]:
    """The sums over the dealer's hands for what is won, its square, and that of two hands."""
    weights = (weights_of(rules), square_weights(rules), joint_weights(rules))
    found = [programs(rules.hits_soft_17, rules.stands_from, each) for each in weights]
    return tuple((each.ops, each.ends) for each in found)


def whole_rounds(solution: Solution, squares: Figures, nets: Figures) -> Figures:
    """Upcard × first hand → the expected square of a round whose hand is not split or given up.

    From what the hand alone nets, and its square, where a natural that was seen counts as nothing.
    """
    counted, rules = solution.played.counted, solution.rules
    natural = 1.0 - counted
    made: Figures = squares + natural * (1.0 - np.array(rules.hand.unseen))[:, None]
    if rules.insurance:
        half = rules.insured
        gain = half * (rules.insurance * natural[0] - counted[0])
        paid = (half * rules.insurance - 1.0) ** 2 * natural[0]
        insured = squares[0] + half * half * counted[0] - 2.0 * half * nets[0] + paid
        made[0] = np.where(gain > 0, insured, made[0])
    return made


def hit_squares(shoe: tuple[int, ...], played_on: Figures) -> Figures:
    """Upcard × hand → the expected square of a hand that takes a card and is then played on."""
    table, draws = compositions(), draws_of(shoe)
    child = np.where(table.child >= table.players, -1, table.child)[: table.players]
    after = np.where(child < 0, 1.0 - draws.natural, played_on[:, child])
    made: Figures = (draws.chance * after).sum(axis=2)
    return made


def not_covered(solution: Solution) -> str:
    """Why the deviation is not computed; empty if it is."""
    rules = solution.rules
    if any(rules.hand.unseen) and (_insures(solution) or _splits_otherwise(solution)):
        return "a natural may be found only at the end"
    return "tens are split by rank" if splits_tens_by_rank(solution) else ""


def _insures(solution: Solution) -> bool:
    """Some hand is insured while the dealer's natural is unseen."""
    shoe = solution.rules.hand.shoe
    held = [Rank.ACE if n == 0 else Rank(n + 1) for n in range(10) if shoe[n]]
    return solution.rules.hand.unseen[0] and any(
        solution.insurance((a, b), Rank.ACE) > 0 for a in held for b in held
    )


def _splits_otherwise(solution: Solution) -> bool:
    """Some hand is split against an unseen natural, but not into two that draw the same cards."""
    rules = solution.rules
    if rules.shared_splits and rules.hands == 2:
        return False
    return any((solution.chosen[up] == SPLIT).any() for up in range(10) if rules.hand.unseen[up])


def splits_tens_by_rank(solution: Solution) -> bool:
    """Some tens are split and pair by rank, so that what is done depends on more than values."""
    rules = solution.rules
    held = [rank for rank, n in zip(TENS, rules.tens, strict=False) if n > 1]
    shown = [rank for rank in Rank if rules.hand.shoe[rank.points - 1]]
    return len(rules.tens) > 1 and any(
        solution.best((rank, rank), up) == "split" for rank in held for up in shown
    )


def _net(rules: HandRules, kind: int, dealer: int) -> float:
    """What a total of a class wins against a final total of the dealer."""
    total = 16 + kind
    return rules.win if rules.at_once and total == 21 else outcome(rules, total, dealer)


def square_weights(rules: HandRules) -> tuple[tuple[float, ...], ...]:
    """The same as `weights_of` for the square of what is won."""
    return tuple(
        tuple(_net(rules, kind, each) ** 2 - rules.win**2 for each in range(17, 23))
        for kind in range(CLASSES)
    )


def joint_weights(rules: HandRules) -> tuple[tuple[float, ...], ...]:
    """The same for what two totals win above a loss, multiplied."""
    full = (rules.win + 1.0) ** 2
    return tuple(
        tuple(
            (_net(rules, low, each) + 1.0) * (_net(rules, high, each) + 1.0) - full
            for each in range(17, 23)
        )
        for low in range(CLASSES)
        for high in range(low, CLASSES)
    )
