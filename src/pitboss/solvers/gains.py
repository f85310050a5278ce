"""What a hand that stands gains above a loss, against each final total of the dealer."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.solvers.blackjack import (
    CLASSES,
    Weights,
    finals_of,
    kinds_of,
    net_of,
    usual_net,
    weights_of,
)
from pitboss.solvers.rules import HandRules


class Gains(NamedTuple):
    """What gains are worth."""

    bust: float
    """One, against a dealer who is bust over 22."""
    one: Weights
    """Class of total × the dealer's final total → what it changes."""
    two: Weights
    """The same for two classes, whose gains are multiplied."""


def gains_of(rules: HandRules) -> Gains:
    """By what a hand nets."""
    return Gains(rules.win + 1.0, weights_of(rules), joint_weights(rules))


def gains_with_22(win: float) -> Gains:
    """Where only a dealer's 22 counts: by itself, or with what a hand that stands gains."""
    one, two = (0.0,) * 5 + (1.0,), (0.0,) * 5 + (win + 1.0,)
    return Gains(0.0, (one,) * CLASSES, (two,) * (CLASSES * (CLASSES + 1) // 2))


def joint_weights(rules: HandRules) -> Weights:
    """The same as `weights_of` for what two totals win above a loss, multiplied."""

    def both(low: float, high: float) -> float:
        return (low + 1.0) * (high + 1.0)

    kinds = kinds_of(rules)
    return tuple(
        tuple(
            both(net_of(rules, low, each), net_of(rules, high, each))
            - both(usual_net(rules, low), usual_net(rules, high))
            for each in finals_of(rules)
        )
        for low in kinds
        for high in kinds[low:]
    )
