"""The cards of two hands together: pairs of hands that hold the same are evaluated once."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, LANES, ROW, kernel
from pitboss.solvers.kernels.dealer import run_program
from pitboss.solvers.kernels.standing import class_of

BITS: Final = 5
"""Enough for the cards of one value in two hands."""
SLOTS: Final = 1 << 14
CLASSES: Final = 6


@kernel
def falling_products(left: Any, falling: Any, orders_of: Any) -> None:
    """How many ordered draws there are of so many cards of each value, and of all."""
    cards = left.sum()
    falling[:, 0] = orders_of[0] = 1.0
    for n in range(1, falling.shape[1]):
        orders_of[n] = orders_of[n - 1] * max(cards - n + 1.0, 1.0)
        for value in range(10):
            falling[value, n] = falling[value, n - 1] * max(left[value] - n + 1.0, 0.0)


@kernel
def both_gains(
    table: Any, lefts: Any, up: int, full: float, one: Any, two: Any, same: int, ops: Any,
    ends: Any, made: Any,
) -> None:  # fmt: skip
    """Add the expected product of what two hands gain, by the kinds of their second cards.

    Each hand is its first card, the hands that it may stand on, and their orders by the kind of the
    second card, a doubled hand counted twice. `same`: they are two hands of one pair, played alike.
    For each of `lefts`, the cards that may be left.
    """
    slots = np.full(SLOTS, -1, np.int64)
    sums, used = np.zeros((SLOTS, 4)), np.empty(SLOTS // 2, np.int64)
    lists1, many1, keys1 = by_class(table, one)
    lists2, many2, keys2 = by_class(table, two)
    js = lefts.shape[0]
    falling, orders_of = np.empty((js, 10, 2 * DEPTH)), np.empty((js, 2 * DEPTH))
    for j in range(js):
        falling_products(lefts[j], falling[j], orders_of[j])
    drawn, kept = (lefts, falling, orders_of), (slots, sums, used)
    room = (np.ones((10, ROW)), np.zeros((DEPTH, ROW)), np.zeros((DEPTH, ROW)))
    for low in range(CLASSES):
        for high in range(low, CLASSES):
            count, kind = 0, pair_class(low, high)
            for turn in range(1 if same or low == high else 2):
                mine, theirs = (low, high) if turn == 0 else (high, low)
                for i in range(many1[mine]):
                    n = lists1[mine, i]
                    a0, a1 = one[2][n, 0], one[2][n, 1]
                    last = i + 1 if same and low == high else many2[theirs]
                    for m in lists2[theirs, :last]:
                        key = keys1[n] + keys2[m]
                        at = ((key * 7046029254386353131) >> 17) & (SLOTS - 1)
                        while slots[at] != -1 and slots[at] != key:
                            at = (at + 1) & (SLOTS - 1)
                        if slots[at] == -1:
                            slots[at], used[count] = key, at
                            count += 1
                        b0, b1 = two[2][m, 0], two[2][m, 1]
                        twice = 2.0 if same and n != m else 1.0  # in either order
                        other = a1 * b0 if twice == 2.0 else 0.0
                        sums[at, 0] += twice * a0 * b0
                        sums[at, 1] += a0 * b1 + other
                        sums[at, 2] += a1 * b0 + (a0 * b1 if twice == 2.0 else 0.0)
                        sums[at, 3] += twice * a1 * b1
                        if count == used.size:
                            drain(kept, count, drawn, room, up, kind, full, ops, ends, made)
                            count = 0
            drain(kept, count, drawn, room, up, kind, full, ops, ends, made)


@kernel
def by_class(table: Any, one: Any) -> tuple[Any, Any, Any]:
    """The hands that may be stood on by the class of their totals; and the cards drawn to each."""
    counts, _, _, total, _ = table
    first, ended, _ = one
    lists, many = np.empty((CLASSES, ended.size), np.int64), np.zeros(CLASSES, np.int64)
    keys = np.zeros(ended.size, np.int64)
    for n in range(ended.size):
        kind = class_of(total[ended[n]])
        lists[kind, many[kind]] = n
        many[kind] += 1
        for value in range(10):
            keys[n] += (counts[ended[n], value] - (value == first)) << (BITS * value)
    return lists, many, keys


@kernel
def drain(
    kept: Any, count: int, drawn: Any, room: Any, up: int, kind: int, full: float, ops: Any,
    ends: Any, made: Any,
) -> None:  # fmt: skip
    """Evaluate what was gathered, and forget it."""
    (slots, sums, used), (lefts, falling, orders_of) = kept, drawn
    here, values, totals = room
    size, out, weigh = np.full(LANES, 100.0), np.zeros(LANES), np.zeros((4, LANES))
    which, lane = np.zeros(LANES, np.int64), 0
    program, bounds = up * ends.shape[1] + kind, ends.ravel()
    begin = bounds[program - 1] if program else 0
    for n in range(count):
        at = used[n]
        for j in range(lefts.shape[0]):
            chance, many, cards = 1.0, 0, lefts[j].sum()
            for value in range(10):
                held = (slots[at] >> (BITS * value)) & ((1 << BITS) - 1)
                chance *= falling[j, value, held]
                here[value, lane] = lefts[j, value] - held
                many += held
            for part in range(4):
                weigh[part, lane] = sums[at, part] * chance / orders_of[j, many]
            size[lane], which[lane] = cards - many, j
            lane += chance != 0.0
            last = n == count - 1 and j == lefts.shape[0] - 1
            if lane == LANES or (last and lane):
                run_program(ops, begin, bounds[program], lane, here, size, (values, totals), out)
                for each in range(lane):
                    counted = 1.0
                    if up == 0 or up == 9:
                        counted -= here[9 - up, each] / max(size[each], 1.0)
                    for part in range(4):
                        gained = weigh[part, each] * (full * counted + out[each])
                        made[which[each], part // 2, part % 2] += gained
                lane = 0
        slots[at], sums[at] = -1, 0.0


@kernel
def pair_class(low: int, high: int) -> int:
    """The number of two classes among the 21 pairs of six."""
    return low * 6 - low * (low - 1) // 2 + high - low
