"""How much the net of a round varies: its exact standard deviation under the solved play.

Hands of one split are not independent: they share the dealer's hand and the cards left. The
expected product of every two of them is summed over all hands that both may stand on.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

import numpy as np

from pitboss.cards import Rank
from pitboss.errors import NotAllowed
from pitboss.solvers.blackjack import (
    CLASSES,
    FREE,
    SPLIT,
    Solution,
    allowed_by,
    kernels,
    outcome,
    programs,
    value,
    weights_of,
)
from pitboss.solvers.compositions import compositions
from pitboss.solvers.rules import TENS, HandRules, RoundRules


@lru_cache(maxsize=8)
def deviation_of(rules: RoundRules) -> float:
    """The standard deviation of a round under its best play."""
    return standard_deviation(value(rules))


def standard_deviation(solution: Solution) -> float:
    """Of a round's net, in units of the main stake."""
    if reason := not_covered(solution):
        raise NotAllowed(f"the standard deviation is not computed where {reason}.")
    rules, played = solution.rules, solution.played
    hand = rules.hand
    weights = (weights_of(hand), square_weights(hand), joint_weights(hand))
    found = [programs(hand.hits_soft_17, hand.stands_from, each) for each in weights]
    money = (rules.natural, rules.tied_natural, rules.insurance, rules.insures_naturals)
    allowed = allowed_by(rules, FREE)
    pairs = [compositions().child[compositions().child[0, each], each] for each in range(10)]
    square = 0.0
    for up in range(10):
        if not hand.shoe[up]:
            continue
        values = np.zeros((5, compositions().players))
        values[:4] = played.values[:, up]
        values[4, pairs] = solution.splits[up]
        square += kernels().second_moment(
            compositions().arrays,
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
            tuple((each.ops, each.ends) for each in found),
        )
    return sqrt(square - solution.expectation**2)


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
