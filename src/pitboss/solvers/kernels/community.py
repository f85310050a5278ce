"""Hands that draw the same community cards: how they end together, and in how many orders."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.solvers.kernels.compiler import DOUBLE, HIT, STAND, kernel
from pitboss.solvers.kernels.dealer import class_of
from pitboss.solvers.kernels.products import FACTORS, LOSS, shift_of

SECOND: Final = 0
"""A hand that waits for its second card; then one that draws on; one that takes its last card."""
DRAWS: Final = 1
LAST: Final = 2
STOPPED: Final = 3
"""From here on hands that are stood on or lost: by their class and whether they are doubled."""
STATES: Final = STOPPED + 2 * FACTORS
PLACES: Final = STOPPED * (2 * STATES - STOPPED)
"""Ways in which two hands are such that at least one still draws."""


@kernel
def stopped(kind: int, doubled: int) -> int:
    """A hand of a class that takes no more cards."""
    return STOPPED + 2 * kind + doubled


@kernel
def begun_as(table: Any, hand: int, does: int) -> int:
    """A hand of two cards with which this is done."""
    if does == HIT:
        return DRAWS
    return LAST if does == DOUBLE else stopped(class_of(table[3][hand]), 0)


@kernel
def drawn(table: Any, state: int, longer: int, does: int, acts: Any) -> int:
    """What a hand becomes with one more card: `longer`, and `does` is the action if it is the
    second card.
    """
    if state >= STOPPED:
        return state
    if state == SECOND:
        return begun_as(table, longer, does)
    doubled = int(state == LAST)
    if longer < 0 or longer >= acts.size:
        return stopped(LOSS, doubled)
    if doubled or acts[longer] == STAND:
        return stopped(class_of(table[3][longer]), doubled)
    return DRAWS


@kernel
def place(one: int, two: int) -> int:
    """The number of two hands of which at least one still draws, by what they are."""
    if one < STOPPED:
        return one * STATES + two
    return STOPPED * STATES + (one - STOPPED) * STOPPED + two


@kernel
def community_ends(
    table: Any, keys: Any, hands: Any, states: Any, second: Any, not_first: int, acts: Any,
    made: Any,
) -> int:  # fmt: skip
    """How two hands that draw the same cards end: the cards, how both are stopped, and the orders.

    `hands` and `states` are what they begin as, `second` is what is done with each second card, and
    `not_first` is no first card, by value. How many ends there are.
    """
    _, _, hard, _, child = table
    cards, firsts, seconds, often = made
    drawn_from = np.searchsorted(hard, 21)  # nobody draws to more, and rows come by their sums
    orders = np.zeros((drawn_from, PLACES))
    rows = np.full((2, drawn_from), -1)
    orders[0, place(states[0], states[1])] = 1.0
    rows[0, 0], rows[1, 0] = hands[0], hands[1]
    many = 0
    for taken in range(drawn_from):
        if rows[0, taken] < 0:
            continue
        for one in range(STATES):
            for two in range(STATES if one < STOPPED else STOPPED):
                ways = orders[taken, place(one, two)]
                if ways == 0.0:
                    continue
                for value in range(10):
                    if taken == 0 and value == not_first:
                        continue
                    first, other = child[rows[0, taken], value], rows[1, taken]
                    other = child[other, value] if other >= 0 else -1
                    now = drawn(table, one, first, second[value], acts)
                    then = drawn(table, two, other, second[value], acts)
                    if now >= STOPPED and then >= STOPPED:
                        cards[many] = keys[taken] + (1 << shift_of(value))
                        firsts[many], seconds[many], often[many] = now, then, ways
                        many += 1
                        continue
                    longer = child[taken, value]
                    orders[longer, place(now, then)] += ways
                    rows[0, longer], rows[1, longer] = first, other
    return many
