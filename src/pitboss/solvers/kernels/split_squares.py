"""The square of what all hands of a split net, which share the dealer's hand and the cards left."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, DOUBLE, LANES, ROW, SURRENDER, kernel
from pitboss.solvers.kernels.dealer import natural_chance
from pitboss.solvers.kernels.standing import class_of, run_class
from pitboss.solvers.kernels.unions import both_gains, falling_products


@kernel
def split_squares(
    table: Any, left: Any, up: int, pair: int, unseen: int, pays: Any, squares: Any, second: Any,
    orders: Any, ended: Any, made: Any,
) -> None:  # fmt: skip
    """The expected square of one split hand, for a second card that is not a pair card or is.

    Where a natural may be unseen, of a split to two hands that draw the same cards: a quarter of
    what both net together, squared.
    """
    win, both = pays[0], 1.0 + pays[2]
    twice = both + 2.0 * pays[1]
    counts, size, _, _, _ = table
    made[:] = 0.0
    cards = left.sum()
    falling, orders_of = np.empty((10, DEPTH)), np.empty(DEPTH)
    falling_products(left, falling, orders_of)
    for value in range(10):
        if left[value] <= 0:
            continue
        chance = left[value] / cards
        left[value] -= 1
        counted = 1.0 if unseen else 1.0 - natural_chance(left, up)
        left[value] += 1
        bet = base_of(second[value])
        made[int(value == pair)] += chance * bet * bet * counted
    for hand in ended:
        chance = 1.0 / orders_of[size[hand] - 1]
        for value in range(10):
            chance *= falling[value, counts[hand, value] - (value == pair)]
        if chance == 0.0:
            continue
        natural = 0.0
        if up == 0 or up == 9:
            low = left[9 - up] - counts[hand, 9 - up] + (pair == 9 - up)
            natural = low / max(cards - size[hand] + 1.0, 1.0)
        more = (win * win - 1.0) * (1.0 - natural) + squares[hand]
        for kind in range(2):
            made[kind] += chance * (orders[hand, kind] + 4.0 * orders[hand, 2 + kind]) * more
            if unseen:
                back = orders[hand, kind] * (both * both - 4.0)
                back += orders[hand, 2 + kind] * (twice * twice - 16.0)
                made[kind] += chance * natural * back / 4.0


@kernel
def base_of(does: int) -> float:
    """What a second card has lost before the hand gains anything."""
    if does == DOUBLE:
        return 2.0
    return 0.5 if does == SURRENDER else 1.0


@kernel
def joint_products(
    table: Any, left: Any, up: int, pair: int, win: float, second: Any, orders: Any, ended: Any,
    ops: Any, ends: Any, both_ops: Any, both_ends: Any, made: Any,
) -> None:  # fmt: skip
    """The expected product of what two hands of a split net, by the kinds of their second cards.

    Each nets a loss that its second card decides and a gain if it stands: so products of losses, of
    a loss and a gain (`ops`), and of gains, which share the dealer's hand (`both_ops`).
    """
    counts, size, _, total, _ = table
    made[:, :] = 0.0
    cards = left.sum()
    deep = 2 * DEPTH
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
                counted = 1.0 - natural_chance(rest, up)
                lost = base_of(second[first]) * base_of(second[other])
                made[int(first == pair), int(other == pair)] += chance * lost * counted
            rest[first] += 1
            rest[other] += 1
    lanes_left = np.ones((6, 10, ROW))
    lanes_size = np.full((6, LANES), 100.0)
    weigh = np.zeros((6, 4, LANES))
    lanes = np.zeros(6, np.int64)
    room = np.zeros((DEPTH, ROW)), np.zeros((DEPTH, ROW))
    out, gain = np.zeros(LANES), win + 1.0
    # a gain of one hand and the loss of the other
    for n in range(ended.size):
        hand = ended[n]
        kind = class_of(total[hand])
        worth0 = orders[hand, 0] + 2.0 * orders[hand, 2]
        worth1 = orders[hand, 1] + 2.0 * orders[hand, 3]
        chance = 1.0 / orders_of[size[hand] - 1]
        for value in range(10):
            held = counts[hand, value] - (value == pair)
            chance *= falling[value, held]
            rest[value] = left[value] - held
        if chance == 0.0:
            continue
        free = cards - size[hand] + 1
        for other in range(10):
            if rest[other] <= 0.0:
                continue
            odds = chance * rest[other] / free * base_of(second[other])
            lane, column = lanes[kind], int(other == pair)
            for value in range(10):
                lanes_left[kind, value, lane] = rest[value] - (value == other)
            lanes_size[kind, lane] = free - 1
            weigh[kind, :, lane] = 0.0
            weigh[kind, column, lane] = odds * worth0
            weigh[kind, 2 + column, lane] = odds * worth1
            lanes[kind] = lane + 1
            if lanes[kind] == LANES:
                flush(ops, ends, up, kind, lanes, lanes_left, lanes_size, room, out, weigh,
                      gain, made)  # fmt: skip
    for kind in range(ends.shape[1]):
        flush(ops, ends, up, kind, lanes, lanes_left, lanes_size, room, out, weigh, gain,
              made)  # fmt: skip
    weights = np.empty((ended.size, 2))
    for n in range(ended.size):
        weights[n, 0] = orders[ended[n], 0] + 2.0 * orders[ended[n], 2]
        weights[n, 1] = orders[ended[n], 1] + 2.0 * orders[ended[n], 3]
    hand_of = (pair, ended, weights)
    both_gains(table, left, up, gain * gain, hand_of, hand_of, 1, both_ops, both_ends, made)


@kernel
def flush(
    ops: Any, ends: Any, up: int, kind: int, lanes: Any, left: Any, size: Any, room: Any, out: Any,
    weigh: Any, full: float, made: Any,
) -> None:  # fmt: skip
    """Evaluate the lanes of one class and take them off by the kinds of the second cards.

    A gain beside a loss counts for either of two hands.
    """
    many = lanes[kind]
    lanes[kind] = 0
    run_class(ops, ends, up, kind, many, left, size, room, out)
    for lane in range(many):
        counted = 1.0
        if up == 0 or up == 9:
            counted -= left[kind, 9 - up, lane] / max(size[kind, lane], 1.0)
        value = full * counted + out[lane]
        for a in range(2):
            for b in range(2):
                part = weigh[kind, 2 * a + b, lane] * value
                made[a, b] -= part
                made[b, a] -= part


@kernel
def split_second_moment(single: Any, joint: Any, same: int, cards: int, limit: int) -> float:
    """The expected square of all hands of a split, as `split_total` does their sum."""
    js = single.shape[0]
    chance, named = np.zeros(js), 1.0
    for j in range(js):
        chance[j] = named
        named *= max(same - j, 0) / (cards - j)
    made = 0.0
    orders = np.zeros((limit, limit + 2))
    orders[0, 0] = 1.0
    figures = np.zeros((js, 5))  # one hand without a pair card, any; two so, one so, any
    for j in range(js):
        figures[j, 0] = single[j, 0]
        figures[j, 1] = single[j, 0] + single[j, 1]
        figures[j, 2] = joint[j, 0, 0]
        figures[j, 3] = joint[j, 0, 0] + joint[j, 0, 1]
        figures[j, 4] = joint[j].sum()
    for more in range(limit - 1):
        hands = more + 2
        for done in range(hands + 1):
            ways = orders[more, done]
            if ways == 0.0:
                continue
            if hands == limit or done == hands:
                free = hands - done
                times = (done, free, done * (done - 1), 2 * done * free, free * (free - 1))
                others = (done - 1, done, done - 2, done - 1, done)
                for figure in range(5):
                    one = _known(figures, chance, figure, more, others[figure])
                    made += ways * times[figure] * one
                continue
            orders[more, done + 1] += ways
            orders[more + 1, done] += ways
    return made


@kernel
def _known(figures: Any, chance: Any, figure: int, more: int, others: int) -> float:
    """A figure while `others` have no pair card and `more` pair cards have come."""
    if others < 0:
        return 0.0
    made, ways, sign = 0.0, 1.0, 1.0
    for i in range(others + 1):
        if more + i < chance.size:
            made += sign * ways * chance[more + i] * figures[more + i, figure]
        ways = ways * (others - i) / (i + 1)
        sign = -sign
    return made
