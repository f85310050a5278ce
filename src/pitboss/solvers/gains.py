"""What a hand that stands gains above a loss, against each final total of the dealer."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from pitboss.solvers.compositions import MOST
from pitboss.solvers.rules import HandRules

Weights = tuple[tuple[float, ...], ...]
"""Class of total × the dealer's final total → what it changes of what the class usually wins."""
CLASSES: Final = 6
"""Totals up to 16, and 17 to 21 one by one; then come those over 21, where they may push."""


def outcome(rules: HandRules, total: int, dealer: int) -> float:
    """What a hand wins against the dealer's final total."""
    if total > 21:
        return 0.0 if total == dealer and rules.pushes_over else -rules.lost
    if dealer == 22 and rules.pushes_22:
        return 0.0
    if dealer > 21 or total > dealer:
        return rules.win
    if total < dealer:
        return -rules.lost
    return rules.win if total == 21 and rules.wins_21 else 0.0


def kinds_of(rules: HandRules) -> range:
    """The classes of totals that the dealer's hand decides: over 21 only if they may push."""
    return range(MOST - 15 if rules.pushes_over else CLASSES)


def finals_of(rules: HandRules) -> range:
    """The dealer's final totals that may change what a hand wins: of busts those that may push."""
    return range(17, 1 + (MOST if rules.pushes_over else 22))


def usual_net(rules: HandRules, kind: int) -> float:
    """What a class wins unless one of these totals changes it."""
    return rules.win if kind < CLASSES else -rules.lost


def net_of(rules: HandRules, kind: int, dealer: int) -> float:
    """What a total of a class wins against a final total of the dealer."""
    total = 16 + kind
    return rules.win if rules.at_once and total == 21 else outcome(rules, total, dealer)


def weights_of(
    rules: HandRules, of: Callable[..., float] = lambda net: net, classes: int = 1
) -> Weights:
    """What each final total of the dealer changes against what a class usually wins.

    `of` is what is weighed of that: of one class, or of each so many `classes` together.
    """
    return tuple(
        tuple(
            of(*(net_of(rules, kind, each) for kind in kinds))
            - of(*(usual_net(rules, kind) for kind in kinds))
            for each in finals_of(rules)
        )
        for kinds in combinations_with_replacement(kinds_of(rules), classes)
    )


class Gains(NamedTuple):
    """What hands that stand gain above a loss, and what the dealer's final total changes of it."""

    bust: float
    """One, against a dealer who is bust over 22."""
    one: Weights
    """Class of total × the dealer's final total → what it changes."""
    two: Weights
    """The same for two classes, whose gains are multiplied."""


def gains_of(rules: HandRules) -> Gains:
    """What hands gain under the rules of the main wager."""
    both = weights_of(rules, lambda low, high: (low + 1.0) * (high + 1.0), classes=2)
    return Gains(rules.win + 1.0, weights_of(rules), both)


def gains_with_22(win: float) -> Gains:
    """Where only a dealer's 22 counts: on its own, or with what a hand that stands gains."""
    one, two = (0.0,) * 5 + (1.0,), (0.0,) * 5 + (win + 1.0,)
    return Gains(0.0, (one,) * CLASSES, (two,) * (CLASSES * (CLASSES + 1) // 2))
