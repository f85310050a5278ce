"""Sums over the cards that two hands may hold together, weighed against all that the dealer draws.

A hand nets a loss, and a gain above it if it stands, so the square of what a round nets is a sum of
products of losses and gains. A product is the cards that it names, packed into one number with the
classes of its two factors, and a weight: in how many orders it comes, times what is staked.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, LANES, ROW, kernel
from pitboss.solvers.kernels.dealer import bounds_of, falling_products, run_program
from pitboss.solvers.kernels.removed_cards import (
    count_beside,
    look_beside,
    room_beside,
    room_further,
    run_beside,
    run_further,
)

STOOD_ON: Final = 6
"""Classes of totals that are stood on; then come those over 21, which may push."""
LOSS: Final = 11
"""The class of a factor that is no gain, after all of them."""
FACTORS: Final = LOSS + 1
KINDS: Final = FACTORS * (FACTORS + 1) // 2
"""Pairs of classes, which lie in the lowest bits of a product."""
KIND_BITS: Final = 7
KIND_MASK: Final = (1 << KIND_BITS) - 1
BITS: Final = 5
"""For the cards of each value; aces, of which there may be more, come last."""
MASK: Final = (1 << BITS) - 1
CARDS: Final = 64
"""More cards than two hands and the further cards removed with them can have."""


@kernel
def shift_of(value: int) -> int:
    """Where the number of cards of a value begins in a product."""
    return KIND_BITS + BITS * (9 - value)


@kernel
def pair_of(one: int, two: int) -> int:
    """The number of two classes among all pairs of them."""
    low, high = min(one, two), max(one, two)
    return low * FACTORS - low * (low - 1) // 2 + high - low


@kernel
def put(table: Any, count: int, key: int, weight: float) -> int:
    """Add a product to those that name the same cards; returns how many different ones there then
    are.
    """
    slots, sums, used = table
    mask = slots.size - 1
    at = ((key ^ (key >> 29)) * 7046029254386353131 >> 32) & mask
    while slots[at] != -1 and slots[at] != key:
        at = (at + 1) & mask
    if slots[at] == -1:
        slots[at], used[count] = key, at
        count += 1
    sums[at] += weight
    return count


@kernel
def spread(keys: Any, weights: Any, beside: Any, begin: int, table: Any, count: int) -> Any:
    """Add products, from one of them on, each with every one of some sets of further removed cards.

    Returns the first that was not added because the table may get full, and how many there then are
    in it.
    """
    gone, often = beside
    for n in range(begin, keys.size):
        if count + gone.size > table[2].size:
            return n, count
        for m in range(gone.size):
            count = put(table, count, keys[n] + gone[m], weights[n] * often[m])
    return keys.size, count


@kernel
def multiply(
    one: Any, two: Any, same: int, blocks: Any, beside: Any, begin: int, table: Any, count: int
) -> Any:
    """Add every product of a factor of `one` and one of `two`, from one row on, with every one of
    some sets of further removed cards; `same`: they are the same factors.

    Each has one weight, or several: then that of a product is the sum of theirs multiplied. A block
    is the factors of both from which on to which they are multiplied, a row one factor of the first
    with all of the second, with the same cards removed. Returns the first row that was not added
    because the table may get full, and how many there then are in it.
    """
    keys1, kinds1, rows1 = one
    keys2, kinds2, rows2 = two
    gone, often = beside
    line, row = np.empty(keys2.size), 0
    for block in range(blocks.shape[0]):
        first, last, low, high = blocks[block]
        if row + (last - first) * gone.size <= begin:
            row += (last - first) * gone.size
            continue
        for n in range(first, last):
            top = min(n + 1, high) if same else high
            line[low:top] = 0.0
            for each in range(rows1.shape[0]):
                if rows1[each, n] != 0.0:
                    line[low:top] += rows1[each, n] * rows2[each, low:top]
            for beside_too in range(gone.size):
                if row >= begin:
                    if count + top - low > table[2].size:
                        return row, count
                    begun, many = keys1[n] + gone[beside_too], often[beside_too]
                    for m in range(low, top):
                        if line[m] != 0.0:
                            key = begun + keys2[m] + pair_of(kinds1[n], kinds2[m])
                            twice = 2.0 if same and m < n else 1.0
                            count = put(table, count, key, twice * many * line[m])
                row += 1
    return row, count


@kernel
def work_out(table: Any, count: int, dealt: Any) -> float:
    """The sum of all products times what they are worth against the dealer; forgets them.

    `dealt` is the upcard, the cards left without it, what a win gains above a loss, the sums over
    the dealer's hands for one gain and for two, how often every two further cards are removed
    (empty if none are), and the same for so many cards of two values, as `run_further` takes it. A
    dealer's natural counts as nothing.
    """
    slots, sums, used = table
    up, left, gain, (ops, ends), (both_ops, both_ends), often, further = dealt
    falling, orders, cards = np.empty((10, CARDS)), np.empty(CARDS), left.sum()
    falling_products(left, falling, orders)
    starts, ordered = by_kind(slots, used[:count])
    here, size = np.ones((10, ROW)), np.full(LANES, 100.0)
    weigh, out, counted = np.zeros(LANES), np.zeros(LANES), np.zeros(LANES)
    room = np.zeros((DEPTH, ROW)), np.zeros((DEPTH, ROW))
    two = room_beside() if often.size else (room[0], room[0])
    many_sums, made = room_further(further[2].size > 0), 0.0
    for low in range(FACTORS):
        for high in range(low, FACTORS):
            kind, lane = pair_of(low, high), 0
            full = full_gain(low, gain) * full_gain(high, gain)
            for n in range(starts[kind], starts[kind + 1]):
                key, chance, many = slots[ordered[n]], sums[ordered[n]], 0
                slots[ordered[n]], sums[ordered[n]] = -1, 0.0
                for value in range(10):
                    held = (key >> shift_of(value)) & (CARDS - 1 if value == 0 else MASK)
                    chance *= falling[value, held]
                    here[value, lane] = left[value] - held
                    many += held
                weigh[lane], size[lane] = chance / orders[many], cards - many
                lane += chance != 0.0
                if lane < LANES and n < starts[kind + 1] - 1:
                    continue
                out[:lane] = 0.0
                begin, end, program = 0, 0, ops
                if low < LOSS and high == LOSS:
                    begin, end = bounds_of(ends, up, low)
                elif low < LOSS:
                    classes = low * ends.shape[1] - low * (low - 1) // 2 + high - low
                    begin, end = bounds_of(both_ends, up, classes)
                    program = both_ops
                if further[2].size:
                    counted[:lane] = 0.0
                    run_further(
                        program, begin, end, further, full, up, lane, here, size, room[0],
                        many_sums, out,
                    )  # fmt: skip
                elif often.size:
                    look_beside(often, lane, here, two)
                    count_beside(often, up, lane, here, size, two, counted)
                    run_beside(program, begin, end, often, lane, here, size, room, two, out)
                else:
                    count_alone(up, lane, here, size, counted)
                    if begin < end:
                        run_program(program, begin, end, lane, here, size, room, out)
                lanes = 0.0
                for each in range(lane):
                    lanes += weigh[each] * (full * counted[each] + out[each])
                made += lanes
                lane = 0
    return made


@kernel
def full_gain(kind: int, gain: float) -> float:
    """What a class gains above a loss, unless the dealer's total changes it."""
    if kind == LOSS:
        return 1.0
    return gain if kind < STOOD_ON else 0.0


@kernel
def count_alone(up: int, lanes: int, left: Any, size: Any, counted: Any) -> None:
    """The chance of no natural with these cards left, lane by lane."""
    counted[:lanes] = 1.0
    if up == 0 or up == 9:
        for lane in range(lanes):
            counted[lane] -= left[9 - up, lane] / max(size[lane], 1.0)


@kernel
def by_kind(slots: Any, used: Any) -> Any:
    """Where the products of each pair of classes start, and their slots in that order."""
    starts, ordered = np.zeros(KINDS + 1, np.int64), np.empty(used.size, np.int64)
    for at in used:
        starts[(slots[at] & KIND_MASK) + 1] += 1
    for kind in range(KINDS):
        starts[kind + 1] += starts[kind]
    here = starts.copy()
    for at in used:
        kind = slots[at] & KIND_MASK
        ordered[here[kind]] = at
        here[kind] += 1
    return starts, ordered
