"""The hands that the dealer may end with, as sums that are evaluated for many shoes at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, LANES, ROW, inlined, inner, kernel


@inner
def natural_chance(left: Any, up: int) -> float:
    """The chance that the hole card makes a natural, with these cards left."""
    if up != 0 and up != 9:
        return 0.0
    chance: float = left[9 - up] / max(left.sum(), 1.0)
    return chance


@inner
def falling_products(left: Any, falling: Any, orders: Any) -> None:
    """How many ordered draws there are of these numbers of cards of each value, and of all."""
    cards = left.sum()
    falling[:, 0] = orders[0] = 1.0
    for n in range(1, orders.size):
        orders[n] = orders[n - 1] * max(cards - n + 1.0, 1.0)
        for value in range(10):
            falling[value, n] = falling[value, n - 1] * max(left[value] - n + 1.0, 0.0)


@inner
def dealer_orders(table: Any, start: int, hits_soft_17: int, stands_from: int, orders: Any) -> None:
    """How many orders of draws end in each hand of the table; naturals are left out."""
    _, size, hard, total, child = table
    orders[:] = 0.0
    orders[start] = 1.0
    for hand in range(orders.size):
        if orders[hand] == 0.0:
            continue
        if size[hand] > 1:
            soft_17 = total[hand] == 17 and hard[hand] == 7 and stands_from == 17
            if total[hand] >= stands_from and not (soft_17 and hits_soft_17):
                continue
        for value in range(10):
            longer = child[hand, value]
            if longer >= 0 and not (size[hand] == 1 and total[longer] == 21):
                orders[longer] += orders[hand]
        orders[hand] = 0.0


@inner
def write_program(
    table: Any, start: int, last: Any, orders: Any, weight: Any, ops: Any, at: int, alive: Any
) -> int:
    """A weighted sum over the dealer's hands as a list of multiplications; where it ends.

    Hands are sorted and share their beginnings. An operation multiplies on by one card, adds up to
    four hands that end with the next card, or does both at once where nothing else follows.
    `start` is what the dealer draws to: the upcard, or both first cards. `last` is the highest card
    drawn to it, -1 in hands without it.
    """
    kinds, depths, cards, weights, less = ops
    counts, _, _, total, child = table
    many = orders.size
    worth = np.zeros(many)
    # 1: it alone counts; 2: one to four that end with the next card do; 3: others too
    for hand in range(many - 1, 0, -1):
        alive[hand] = 0
        if last[hand] < 0:
            continue
        if orders[hand] != 0.0 and total[hand] >= 17:
            worth[hand] = orders[hand] * weight[total[hand] - 17]
            if worth[hand] != 0.0:
                alive[hand] = 1
        leaves = 0
        for value in range(last[hand], 10):
            longer = child[hand, value]
            if longer >= 0 and alive[longer]:
                leaves += 1
                alive[hand] = max(alive[hand], 2 if alive[longer] == 1 else 3)
        if leaves > 4 or (leaves and worth[hand] != 0.0):
            alive[hand] = 3
    waiting = np.empty(many, np.int64)
    deep = np.empty(many, np.int64)
    waiting[0], deep[0], top = start, 0, 1
    if worth[start] != 0.0:  # the dealer stands at once
        kinds[at], depths[at], weights[at, 4] = 9, 0, worth[start]
        at += 1
    while top:
        top -= 1
        hand, depth = waiting[top], deep[top]
        fused = depth > 0 and alive[hand] == 2
        if depth:
            value = last[hand]
            depths[at], cards[at, 4], weights[at, 4] = depth - 1, value, worth[hand]
            less[at, 1] = counts[hand, value] - counts[start, value] - 1
            kinds[at] = 0
            at += not fused
        group = 0
        for value in range(last[hand], 10):
            longer = child[hand, value]
            if longer < 0 or alive[longer] == 0:
                continue
            if alive[longer] >= 2:
                waiting[top], deep[top] = longer, depth + 1
                top += 1
                continue
            if group == 0:
                depths[at], less[at, 0] = depth - fused, 0.0
            cards[at, group], weights[at, group] = value, worth[longer]
            less[at, 0] += worth[longer] * (counts[hand, value] - counts[start, value])
            group += 1
            kinds[at] = group + 4 * fused
            if group == 4:
                at, group = at + 1, 0
        if group:
            at += 1
    return at


@kernel
def write_programs(
    table: Any, hits_soft_17: int, stands_from: int, hole: int, weight: Any, ops: Any, ends: Any
) -> None:
    """The programs of every upcard and class of total, one after the other.

    `hole` is the hole card if that is known, else -1.
    """
    counts, _, _, _, child = table
    many = counts.shape[0]
    orders, alive = np.empty(many), np.empty(many, np.int64)
    at: Any = np.int64(0)  # not a literal, for which all would be compiled once more
    last = np.empty(many, np.int64)
    for up in range(10):
        start = child[0, up] if hole < 0 else child[child[0, up], hole]
        dealer_orders(table, start, hits_soft_17, stands_from, orders)
        for hand in range(many):
            last[hand] = 0
            for value in range(10):
                if counts[hand, value] < counts[start, value]:
                    last[hand] = -1
                if last[hand] >= 0 and counts[hand, value] > counts[start, value]:
                    last[hand] = value
        for kind in range(weight.shape[0]):
            at = write_program(table, start, last, orders, weight[kind], ops, at, alive)
            ends[up, kind] = at


@inner
def run_program(
    ops: Any, begin: int, end: int, lanes: int, left: Any, size: Any, made: Any, out: Any
) -> None:
    """Run a program over the first lanes: the sum for each, with these cards left."""
    kinds, depths, cards, weights, less = ops
    value, sums = made
    deepest = 0
    sums[:, :lanes] = 0.0
    value[0, :lanes] = 1.0
    for at in range(begin, end):
        depth, kind = depths[at], kinds[at]
        before, minus = value[depth], less[at, 0]
        ends = depth + 1 + (kind > 4)
        deepest = max(deepest, ends)
        total = sums[ends]
        if kind == 0:
            after, drawn = value[depth + 1], left[cards[at, 4]]
            gone, own = less[at, 1], weights[at, 4]
            if own == 0.0:
                for lane in range(lanes):
                    after[lane] = before[lane] * (drawn[lane] - gone)
            else:
                for lane in range(lanes):
                    after[lane] = before[lane] * (drawn[lane] - gone)
                    total[lane] += own * after[lane]
        elif kind == 1:
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            for lane in range(lanes):
                many = w0 * c0[lane]
                total[lane] += before[lane] * (many - minus)
        elif kind == 2:
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane]
                total[lane] += before[lane] * (many - minus)
        elif kind == 3:
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            c2, w2 = left[cards[at, 2]], weights[at, 2]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane] + w2 * c2[lane]
                total[lane] += before[lane] * (many - minus)
        elif kind == 4:
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            c2, w2 = left[cards[at, 2]], weights[at, 2]
            c3, w3 = left[cards[at, 3]], weights[at, 3]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane] + w2 * c2[lane] + w3 * c3[lane]
                total[lane] += before[lane] * (many - minus)
        elif kind == 5:
            drawn, gone = left[cards[at, 4]], less[at, 1]
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            for lane in range(lanes):
                many = w0 * c0[lane]
                total[lane] += before[lane] * (drawn[lane] - gone) * (many - minus)
        elif kind == 6:
            drawn, gone = left[cards[at, 4]], less[at, 1]
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane]
                total[lane] += before[lane] * (drawn[lane] - gone) * (many - minus)
        elif kind == 7:
            drawn, gone = left[cards[at, 4]], less[at, 1]
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            c2, w2 = left[cards[at, 2]], weights[at, 2]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane] + w2 * c2[lane]
                total[lane] += before[lane] * (drawn[lane] - gone) * (many - minus)
        elif kind == 9:
            sums[0, :lanes] += weights[at, 4]
        else:
            drawn, gone = left[cards[at, 4]], less[at, 1]
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            c2, w2 = left[cards[at, 2]], weights[at, 2]
            c3, w3 = left[cards[at, 3]], weights[at, 3]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane] + w2 * c2[lane] + w3 * c3[lane]
                total[lane] += before[lane] * (drawn[lane] - gone) * (many - minus)
    divide(sums, deepest, size[:lanes], out[:lanes])


@inner
def divide(made: Any, deepest: int, size: Any, out: Any) -> None:
    """Orders by how many cards are drawn, as chances; lane by lane their sum."""
    out[:] = 0.0
    for cards in range(deepest, 0, -1):
        total = made[cards]
        for lane in range(size.size):
            out[lane] = (out[lane] + total[lane]) / max(size[lane] - cards + 1.0, 1.0)
    total = made[0]
    for lane in range(size.size):
        out[lane] += total[lane]


# -- what these hands add to the value of standing, for many hands at once -------------------------


@inner
def stand_sums(
    table: Any, shoe: Any, up: int, listed: Any, many: Any, most: Any, dealer: Any, sums: Any
) -> None:
    """What the dealer's hands add to the value of standing, for every hand that is listed.

    `sums[0]` is for a hand as dealt; `sums[1 + p * js + j]` for one of a split pair of value `p`
    with the other pair card and `j` further ones removed. `most[p]` is the highest `j` wanted, -1
    for none. `listed` and how `many` are those of hands as dealt, in one row, or a row for each
    pair.
    """
    counts, _, _, total, _ = table
    ops, ends = dealer
    js, classes = (sums.shape[0] - 1) // 10, ends.shape[1]
    left, size = np.ones((classes, 10, ROW)), np.full((classes, LANES), 100.0)
    made = np.zeros((DEPTH, ROW)), np.zeros((DEPTH, ROW))
    out, lanes = np.zeros(LANES), np.zeros(classes, np.int64)
    where = np.empty((classes, LANES), np.int64)
    which = np.empty((classes, LANES), np.int64)
    gone = np.zeros(10, np.int64)
    first = 0 if many.size == 1 else 1
    for part in range(first, first + many.size):
        last = 0 if part == 0 else most[part - 1]
        for j in range(last + 1):
            row = 0 if part == 0 else 1 + (part - 1) * js + j
            for value in range(10):
                gone[value] = shoe[value] - (value == up)
            if part:
                gone[part - 1] -= 1 + j
            cards = gone.sum()
            for n in range(many[part - first]):
                hand = listed[part - first, n]
                kind = class_of(total[hand])
                lane, enough, held = lanes[kind], True, 0
                for value in range(10):
                    rest = gone[value] - counts[hand, value]
                    held += counts[hand, value]
                    left[kind, value, lane] = rest
                    enough = enough and rest >= 0
                if not enough:
                    continue
                size[kind, lane] = cards - held
                where[kind, lane], which[kind, lane] = row, hand
                lanes[kind] = lane + 1
                if lanes[kind] == LANES:
                    _keep(ops, ends, up, kind, lanes, left, size, made, out, where, which, sums)
    for kind in range(classes):
        _keep(ops, ends, up, kind, lanes, left, size, made, out, where, which, sums)


@inlined
def _keep(
    ops: Any, ends: Any, up: int, kind: int, lanes: Any, left: Any, size: Any, made: Any, out: Any,
    where: Any, which: Any, sums: Any,
) -> None:  # fmt: skip
    """Run the program of an upcard and a class over its lanes; keep each sum where it belongs."""
    begin, end = bounds_of(ends, up, kind)
    if lanes[kind]:
        run_program(ops, begin, end, lanes[kind], left[kind], size[kind], made, out)
    for lane in range(lanes[kind]):
        sums[where[kind, lane], which[kind, lane]] = out[lane]
    lanes[kind] = 0


@inner
def bounds_of(ends: Any, up: int, kind: int) -> Any:
    """Where the program of an upcard and a class begins and ends."""
    at, bounds = up * ends.shape[1] + kind, ends.ravel()
    return (bounds[at - 1] if at else 0), bounds[at]


@inlined
def class_of(total: int) -> int:
    """Totals up to 16 are alike; then 17 to 21, and those over 21, come one by one."""
    return max(total - 16, 0)


@inlined
def highest_of(counts: Any) -> int:
    """The value of the highest card of a hand."""
    value = 10
    while counts[value - 1] == 0:
        value -= 1
    return value


@inner
def hands_to_stand_on(table: Any, pair: int, everything: int, listed: Any) -> int:
    """List the hands that have this card, any if it is -1, but for long ones that are always hit,
    and those over 21 that no card makes of a hand that may be hit.

    One more card cannot hurt a hand of at most hard 11 or soft 16.
    """
    counts, size, hard, total, _ = table
    many = 0
    for hand in range(listed.size):
        helped = hard[hand] <= 11 and total[hand] <= 16
        if size[hand] < 2 or (pair >= 0 and counts[hand, pair] == 0):
            continue
        if hard[hand] > 21 and hard[hand] - highest_of(counts[hand]) > 20:
            continue
        if everything or size[hand] <= 3 or not helped:
            listed[many] = hand
            many += 1
    return many
