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
    table: Any, lefts: Any, up: int, pair: int, win: float, second: Any, orders: Any, ended: Any,
    ops: Any, ends: Any, both_ops: Any, both_ends: Any, made: Any,
) -> None:  # fmt: skip
    """The expected product of what two hands of a split net, by the kinds of their second cards.

    Each nets a loss that its second card decides and a gain if it stands: so products of losses, of
    a loss and a gain (`ops`), and of gains, which share the dealer's hand (`both_ops`). For each of
    `lefts`, the cards that may be left.
    """
    made[:, :, :] = 0.0
    weights = np.empty((ended.size, 2))
    for n in range(ended.size):
        weights[n, 0] = orders[ended[n], 0] + 2.0 * orders[ended[n], 2]
        weights[n, 1] = orders[ended[n], 1] + 2.0 * orders[ended[n], 3]
    one = (pair, ended, weights)
    both_losses(lefts, up, pair, second, pair, second, made)
    gain_and_loss(table, lefts, up, win + 1.0, one, pair, second, 2, ops, ends, made)
    both_gains(table, lefts, up, (win + 1.0) ** 2, one, one, 1, both_ops, both_ends, made)


@kernel
def both_losses(
    lefts: Any, up: int, pair: int, second: Any, other_pair: int, other_second: Any, made: Any
) -> None:
    """Add the expected product of what two hands lose, by the kinds of their second cards."""
    for j in range(lefts.shape[0]):
        rest, cards = lefts[j].copy(), lefts[j].sum()
        for first in range(10):
            for other in range(10):
                chance = rest[first] / cards
                rest[first] -= 1
                chance *= max(rest[other], 0.0) / (cards - 1.0)
                rest[other] -= 1
                if chance > 0.0:
                    counted = 1.0 - natural_chance(rest, up)
                    lost = base_of(second[first]) * base_of(other_second[other])
                    kinds = int(first == pair), int(other == other_pair)
                    made[j, kinds[0], kinds[1]] += chance * lost * counted
                rest[first] += 1
                rest[other] += 1


@kernel
def gain_and_loss(
    table: Any, lefts: Any, up: int, gain: float, one: Any, pair: int, second: Any, times: int,
    ops: Any, ends: Any, made: Any,
) -> None:  # fmt: skip
    """Take off the expected product of what one hand gains and another loses.

    The other begins with `pair` and has `second` done with its second card. `times` 2 counts it for
    either of two hands that are played alike.
    """
    counts, size, _, total, _ = table
    start, ended, weights = one
    classes = ends.shape[1]
    left, sizes = np.ones((classes, 10, ROW)), np.full((classes, LANES), 100.0)
    weigh, which = np.zeros((classes, 4, LANES)), np.zeros((classes, LANES), np.int64)
    lanes = np.zeros(classes, np.int64)
    room = (np.zeros((DEPTH, ROW)), np.zeros((DEPTH, ROW))), np.zeros(LANES)
    falling, orders_of = np.empty((10, 2 * DEPTH)), np.empty(2 * DEPTH)
    rest, lane_of = np.empty(10), (left, sizes, weigh, which)
    for j in range(lefts.shape[0]):
        falling_products(lefts[j], falling, orders_of)
        cards = lefts[j].sum()
        for n in range(ended.size):
            hand = ended[n]
            kind = class_of(total[hand])
            chance = 1.0 / orders_of[size[hand] - 1]
            for value in range(10):
                held = counts[hand, value] - (value == start)
                chance *= falling[value, held]
                rest[value] = lefts[j, value] - held
            if chance == 0.0:
                continue
            free = cards - size[hand] + 1
            for other in range(10):
                if rest[other] <= 0.0:
                    continue
                odds = chance * rest[other] / free * base_of(second[other])
                lane, column = lanes[kind], int(other == pair)
                for value in range(10):
                    left[kind, value, lane] = rest[value] - (value == other)
                sizes[kind, lane], which[kind, lane] = free - 1, j
                weigh[kind, :, lane] = 0.0
                weigh[kind, column, lane] = odds * weights[n, 0]
                weigh[kind, 2 + column, lane] = odds * weights[n, 1]
                lanes[kind] = lane + 1
                if lanes[kind] == LANES:
                    flush(ops, ends, up, kind, lanes, lane_of, room, gain, times, made)
    for kind in range(classes):
        flush(ops, ends, up, kind, lanes, lane_of, room, gain, times, made)


@kernel
def flush(
    ops: Any, ends: Any, up: int, kind: int, lanes: Any, lane_of: Any, room: Any, full: float,
    times: int, made: Any,
) -> None:  # fmt: skip
    """Evaluate the lanes of one class and take them off by the kinds of the second cards."""
    left, size, weigh, which = lane_of
    many, out = lanes[kind], room[1]
    lanes[kind] = 0
    run_class(ops, ends, up, kind, many, left, size, room[0], out)
    for lane in range(many):
        counted, j = 1.0, which[kind, lane]
        if up == 0 or up == 9:
            counted -= left[kind, 9 - up, lane] / max(size[kind, lane], 1.0)
        value = full * counted + out[lane]
        for a in range(2):
            for b in range(2):
                part = weigh[kind, 2 * a + b, lane] * value
                made[j, a, b] -= part
                if times == 2:
                    made[j, b, a] -= part


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
