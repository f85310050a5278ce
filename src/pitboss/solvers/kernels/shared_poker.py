"""What the solver of Ante Up 21 needs where all hands of a split make one poker hand."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, kernel

BITS: Final = 6
"""Of a packed set of cards, for how many there are of each value."""
ONE: Final = (1 << BITS) - 1
SPREAD: Final = 0x1E3779B97F4A7C15
"""Multiplied with a packed set, it spreads all cards over the high bits."""
ABREAST: Final = 64
"""Sets of cards that are weighed side by side."""
NO_CARD: Final = 9
"""Stands for a card that a hand has not, among the nine values below ten."""


@kernel
def multiply_hands(one: Any, two: Any, done: int, slots: Any, sums: Any, used: int) -> Any:
    """Add every way to draw one set of cards and then another to those that draw as many of each.

    `one` is sets and how often each comes, `two` the same with the column in which it is counted.
    It begins at the set numbered `done` and stops where the slots might be full; says where, and
    how many slots are used.
    """
    first, often = one
    second, times, column = two
    room, last = slots.size * 5 // 8, slots.size - 1
    while done < first.size and used + second.size <= room:
        for n in range(second.size):
            key = first[done] + second[n]
            at = key * SPREAD >> 40 & last
            while slots[at] != key and slots[at] >= 0:
                at = (at + 1) & last
            if slots[at] < 0:
                slots[at] = key
                used += 1
            sums[at, column[n]] += often[done] * times[n]
        done += 1
    return done, used


@kernel
def look_at_hands(keys: Any, begun: Any, falling: Any, orders: Any, place: Any, chance: Any,
                  kind: Any) -> None:  # fmt: skip
    """Sets of drawn cards: the chance to draw them in one order, and their kind, which is the best
    two below ten of them and the cards that the hand has `begun` with, and how many tens there are.

    `falling` is value × number → the ways to draw so many, `orders` the same for cards of any kind,
    and `place` of two ranks their place among poker hands.
    """
    held = np.zeros(10, np.int64)
    for n in range(keys.size):
        made, drawn = 1.0, 0
        for value in range(10):
            many = keys[n] >> BITS * value & ONE
            made *= falling[value, many]
            drawn += many
            held[value] = many + begun[value]
        chance[n] = made / orders[drawn]
        best, low, single = -1, 0, NO_CARD
        for a in range(9):
            if held[a] == 0:
                continue
            single = a
            for b in range(a + (held[a] == 1), 9):
                if held[b] > 0 and place[a, b] > best:
                    best, low = place[a, b], 10 * a + b
        if best < 0:
            low = 10 * single + NO_CARD
        kind[n] = (low << BITS) + held[9]


@kernel
def gather_hands(tree: Any, leaves: Any, shoe: Any, keys: Any, kinds: Any, weights: Any,
                 out: Any) -> None:  # fmt: skip
    """Add to `out`, by the kind of the player's hand and the class of the dealer's, how often both
    come, with the cards of each set gone from the shoe.

    `leaves` are the class at each node of the tree and the column of `weights` that goes with each
    class. A round with a dealer's natural counts as nothing.
    """
    rank, depth, less, orders, after = tree
    classes, columns = leaves
    left, share = np.empty((10, ABREAST)), np.empty((DEPTH, ABREAST))
    product, highest = np.empty((DEPTH, ABREAST)), np.empty(10)
    sums = np.empty((columns.size, ABREAST))
    for begin in range(0, keys.size, ABREAST):
        lanes = min(ABREAST, keys.size - begin)
        share[0, :lanes] = 0.0
        for value in range(10):
            highest[value] = 0.0
            for lane in range(lanes):
                there = shoe[value] - float(keys[begin + lane] >> BITS * value & ONE)
                left[value, lane] = there
                share[0, lane] += there
                highest[value] = max(highest[value], there)
        for lane in range(lanes):
            cards = share[0, lane]
            for deep in range(DEPTH):
                share[deep, lane] = 1.0 / max(cards - deep, 1.0)
        product[0, :lanes] = 1.0
        sums[:] = 0.0
        at = 0
        while at < rank.size:
            value, gone, deep = rank[at], less[at], depth[at]
            if highest[value] <= gone:
                at = after[at]
                continue
            before, now, there, named = product[deep], product[deep + 1], left[value], share[deep]
            for lane in range(lanes):
                now[lane] = before[lane] * max(there[lane] - gone, 0.0) * named[lane]
            if orders[at]:
                total, ways = sums[classes[at]], float(orders[at])
                for lane in range(lanes):
                    total[lane] += ways * now[lane]
            at += 1
        for each in range(columns.size):
            for lane in range(lanes):
                worth = weights[begin + lane, columns[each]] * sums[each, lane]
                out[kinds[begin + lane], each] += worth
