"""What hands with different first cards net together that share the dealer's hand and the cards
left, played in a fixed way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, LANES, ROW, kernel
from pitboss.solvers.kernels.dealer import natural_chance
from pitboss.solvers.kernels.split_squares import base_of, flush, split_squares
from pitboss.solvers.kernels.splits import split_orders
from pitboss.solvers.kernels.standing import class_of, stand_sums
from pitboss.solvers.kernels.unions import both_gains, falling_products


@kernel
def split_three(
    table: Any, shoe: Any, up: int, cards: Any, acts: Any, seconds: Any, pays: Any, programs: Any
) -> float:
    """The expected square of what three cards net that are parted into a hand each.

    `acts` and `seconds` are the play of each hand; a dealer's natural counts as nothing.
    """
    (ops, ends), (square_ops, square_ends), (both_ops, both_ends) = programs
    many = acts.shape[1]
    orders, ended = np.zeros((3, many, 6)), np.zeros((3, many), np.int64)
    ends_of, none = np.zeros(3, np.int64), np.full(10, -1, np.int64)
    left, sums, single = np.empty(10), np.zeros((1, many)), np.zeros(2)
    for value in range(10):
        left[value] = shoe[value] - (value == up)
    for n in range(3):
        left[cards[n]] -= 1
    made: float = 0.0
    for n in range(3):
        ends_of[n] = split_orders(table, cards[n], seconds[n], acts[n], orders[n], ended[n])
        rest = shoe.copy()
        for other in range(3):
            if other != n:
                rest[cards[other]] -= 1
        stand_sums(
            table, rest, up, ended[n : n + 1], ends_of[n : n + 1], none, square_ops, square_ends,
            sums,
        )  # fmt: skip
        over = ended[n, : ends_of[n]]
        split_squares(
            table, left, up, cards[n], 0, pays, sums[0], seconds[n], orders[n], over, single
        )
        made += single.sum()
    for n in range(3):
        for m in range(n):
            made += 2.0 * product_of_two(
                table, left, up, pays[0], (cards[n], seconds[n], orders[n], ended[n, : ends_of[n]]),
                (cards[m], seconds[m], orders[m], ended[m, : ends_of[m]]), ops, ends, both_ops,
                both_ends,
            )  # fmt: skip
    return made


@kernel
def weights_of(one: Any) -> Any:
    """In how many orders each hand comes that may be stood on, a doubled one counted twice."""
    orders, ended = one[2], one[3]
    made = np.zeros((ended.size, 2))
    for n in range(ended.size):
        made[n, 0] = orders[ended[n], 0] + orders[ended[n], 1]
        made[n, 0] += 2.0 * (orders[ended[n], 2] + orders[ended[n], 3])
    return made


@kernel
def product_of_two(
    table: Any, left: Any, up: int, win: float, one: Any, two: Any, ops: Any, ends: Any,
    both_ops: Any, both_ends: Any,
) -> float:  # fmt: skip
    """The expected product of what two hands net, as `joint_products` has it for a pair.

    Each hand is its first card, what is done with its second, and the hands that it may stand on.
    """
    counts, size, _, total, _ = table
    made, cards, deep = np.zeros((2, 2)), left.sum(), 2 * DEPTH
    falling, orders_of = np.empty((10, deep)), np.empty(deep)
    falling_products(left, falling, orders_of)
    rest = left.copy()
    for first in range(10):
        for other in range(10):
            chance = rest[first] / cards
            rest[first] -= 1
            chance *= max(rest[other], 0.0) / (cards - 1.0)
            rest[other] -= 1
            if chance > 0.0:
                lost = base_of(one[1][first]) * base_of(two[1][other])
                made[0, 0] += chance * lost * (1.0 - natural_chance(rest, up))
            rest[first] += 1
            rest[other] += 1
    lanes_left, lanes_size = np.ones((6, 10, ROW)), np.full((6, LANES), 100.0)
    weigh, lanes = np.zeros((6, 4, LANES)), np.zeros(6, np.int64)
    room = np.zeros((DEPTH, ROW)), np.zeros((DEPTH, ROW))
    out, gain = np.zeros(LANES), win + 1.0
    for which in range(2):  # a gain of one hand and the loss of the other
        gains, loses = (one, two) if which == 0 else (two, one)
        weights = weights_of(gains)
        for n in range(gains[3].size):
            hand = gains[3][n]
            kind = class_of(total[hand])
            chance = weights[n, 0] / orders_of[size[hand] - 1]
            for value in range(10):
                held = counts[hand, value] - (value == gains[0])
                chance *= falling[value, held]
                rest[value] = left[value] - held
            if chance == 0.0:
                continue
            free = cards - size[hand] + 1
            for other in range(10):
                if rest[other] <= 0.0:
                    continue
                lane = lanes[kind]
                for value in range(10):
                    lanes_left[kind, value, lane] = rest[value] - (value == other)
                lanes_size[kind, lane] = free - 1
                odds = chance * rest[other] / free * base_of(loses[1][other])
                weigh[kind, 0, lane] = 0.5 * odds  # it is taken off twice
                lanes[kind] = lane + 1
                if lanes[kind] == LANES:
                    flush(ops, ends, up, kind, lanes, lanes_left, lanes_size, room, out, weigh,
                          gain, made)  # fmt: skip
    for kind in range(ends.shape[1]):
        flush(ops, ends, up, kind, lanes, lanes_left, lanes_size, room, out, weigh, gain, made)
    mine, theirs = (one[0], one[3], weights_of(one)), (two[0], two[3], weights_of(two))
    both_gains(table, left, up, gain * gain, mine, theirs, 0, both_ops, both_ends, made)
    product: float = made[0, 0]
    return product
