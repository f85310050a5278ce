"""The dealer's hands when further cards are removed from the shoe."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, ROW, inlined, inner, kernel
from pitboss.solvers.kernels.dealer import divide

# -- cards of one or two values: how many of each, and how often -----------------------------------
# Cards may be drawn in any order, so these are drawn last, from what the dealer leaves. How often
# they then come depends on no more than how many cards the dealer drew, and how many of them were
# of these values: the dealer's hands are summed by that, and each sum is weighed once.


SUMS: Final = 512
"""More than the dealer's hands differ by how many cards they have, and how many of two values."""
BLOCK: Final = 64
"""Lanes whose sums are weighed together."""


@kernel
def room_further(wanted: bool) -> Any:
    """The sums, lane by lane, or no room if there will be none; which sum is for so many cards, of
    them so many of the first value and of the second; the number of cards of each sum; and, for so
    many of each value, the sum that was begun last, each sum's predecessor there and how many sums
    there are.
    """
    many, depth = (SUMS, DEPTH) if wanted else (0, 0)
    return (
        np.empty((many, ROW)),
        np.full((depth, depth, depth), -1),
        np.empty(many, np.int64),
        np.full((depth, depth), -1),
        np.empty(many, np.int64),
        np.zeros(1, np.int64),
    )


@kernel
def sum_of(room: Any, cards: Any, first: Any, second: Any, lanes: int) -> Any:
    """The number of the sum for hands of this many cards, of which this many of each value."""
    sums, numbers, sizes, latest, before, many = room
    at = numbers[cards, first, second]
    if at < 0:
        at = many[0]
        many[0] += 1
        numbers[cards, first, second], sizes[at] = at, cards
        before[at], latest[first, second] = latest[first, second], at
        for lane in range(lanes):
            sums[at, lane] = 0.0
    return at


@kernel
def sum_hands(
    ops: Any, begin: int, end: int, one: int, two: int, lanes: int, left: Any, value: Any, room: Any
) -> None:
    """Sum the dealer's hands of a program by how many cards of two values they have (-1 for no
    value), in how many orders the others of their cards come.

    There may be few lanes: rows are not taken out of the arrays, which would take longer.
    """
    kinds, depths, cards, weights, less = ops
    sums = room[0]
    held, own = np.zeros((DEPTH, 2), np.int64), np.empty(4)
    none = held[0, 0]  # not a literal, for which all would be compiled once more
    for lane in range(lanes):
        value[0, lane] = 1.0
    for at in range(begin, end):
        depth, kind = np.int64(depths[at]), kinds[at]
        if kind == 9:
            total = sum_of(room, none, none, none, lanes)
            for lane in range(lanes):
                sums[total, lane] += weights[at, 4]
            continue
        if kind == 0 or kind > 4:  # a card after which the dealer draws again
            card = np.int64(cards[at, 4])
            if card in (one, two):
                for lane in range(lanes):
                    value[depth + 1, lane] = value[depth, lane]
            else:
                gone = less[at, 1]
                for lane in range(lanes):
                    value[depth + 1, lane] = value[depth, lane] * (left[card, lane] - gone)
            held[depth + 1, 0] = held[depth, 0] + (card == one)
            held[depth + 1, 1] = held[depth, 1] + (card == two)
            depth += 1
            if kind == 0:
                weight = weights[at, 4]
                if weight != 0.0:
                    total = sum_of(room, depth, held[depth, 0], held[depth, 1], lanes)
                    for lane in range(lanes):
                        sums[total, lane] += weight * value[depth, lane]
                continue
        minus, first, second, others = less[at, 0], held[depth, 0], held[depth, 1], False
        for n in range(4):  # cards that it ends with; missing ones weigh nothing
            card, weight = np.int64(cards[at, n]), weights[at, n]
            own[n] = weight
            if weight != 0.0 and card in (one, two):
                minus -= weight * (first if card == one else second)
                own[n] = 0.0
                total = sum_of(
                    room, depth + 1, first + (card == one), second + (card == two), lanes
                )
                for lane in range(lanes):
                    sums[total, lane] += weight * value[depth, lane]
            elif weight != 0.0:
                others = True
        if others:
            total = sum_of(room, depth + 1, first, second, lanes)
            c0, c1, c2, c3 = cards[at, 0], cards[at, 1], cards[at, 2], cards[at, 3]
            w0, w1, w2, w3 = own[0], own[1], own[2], own[3]
            for lane in range(lanes):
                many = w0 * left[c0, lane] + w1 * left[c1, lane]
                many += w2 * left[c2, lane] + w3 * left[c3, lane]
                sums[total, lane] += value[depth, lane] * (many - minus)


@kernel
def run_further(
    ops: Any, begin: int, end: int, further: Any, full: float, up: int, lanes: int, left: Any,
    size: Any, value: Any, room: Any, out: Any,
) -> None:  # fmt: skip
    """The same as `run_program` with further cards removed, and what counts unless there is a
    natural.

    `further` is the first value, the second or -1, and how often so many of the first and so many
    of the second are removed.
    """
    one, two, _ = further
    sum_hands(ops, begin, end, one, two, lanes, left, value, room)
    hole = np.int64(9 - up)
    none = hole - hole
    sums = room[0]
    sums[sum_of(room, none, none, none, lanes), :lanes] += full
    if up == 0 or up == 9:
        total = sum_of(room, none + 1, int(hole == one), int(hole == two), lanes)
        for lane in range(lanes):
            sums[total, lane] -= full * (1.0 if hole in (one, two) else left[hole, lane])
    for lane in range(0, lanes, BLOCK):
        _weigh(further, lane, min(lanes - lane, BLOCK), left, size, room, out)
    clear(room)


@kernel
def _weigh(
    further: Any, begin: int, lanes: int, left: Any, size: Any, room: Any, out: Any
) -> None:  # fmt: skip
    """Weigh the sums of a block of lanes by how often the further cards come."""
    sums, _, sizes, latest, before, _ = room
    one, two, often = further
    (some, more), end = often.shape, begin + lanes
    ways = np.empty((some + more - 1, BLOCK))
    drawn1, drawn2 = np.ones((DEPTH + some, BLOCK)), np.ones((DEPTH + more, BLOCK))
    made, deepest = np.zeros((DEPTH + some + more, BLOCK)), 0
    all_drawn(left[one, begin:end], drawn1)
    if two >= 0:
        all_drawn(left[two, begin:end], drawn2)
    for first in range(DEPTH):
        for second in range(DEPTH if two >= 0 else 1):
            at = latest[first, second]
            if at < 0:
                continue
            ways[:] = 0.0
            for n in range(some):
                for m in range(more):
                    many, one_way, other = often[n, m], drawn1[first + n], drawn2[second + m]
                    if many != 0.0:
                        all_ways = ways[n + m]
                        for lane in range(lanes):
                            all_ways[lane] += many * one_way[lane] * other[lane]
            while at >= 0:
                cards, found = sizes[at], sums[at, begin:end]
                deepest = max(deepest, cards)
                for n in range(some + more - 1):
                    total, all_ways = made[cards + n], ways[n]
                    for lane in range(lanes):
                        total[lane] += found[lane] * all_ways[lane]
                at = before[at]
    divide(made, deepest + some + more - 2, size[begin:end], out[begin:end])


@kernel
def all_drawn(left: Any, drawn: Any) -> None:
    """In how many orders each number of cards is drawn of what is left, lane by lane."""
    for n in range(1, drawn.shape[0]):
        before, after = drawn[n - 1], drawn[n]
        for lane in range(left.size):
            after[lane] = before[lane] * (left[lane] - n + 1.0)


@kernel
def clear(room: Any) -> None:
    """Forget the sums."""
    _, numbers, sizes, latest, before, many = room
    for first in range(DEPTH):
        for second in range(DEPTH):
            at = latest[first, second]
            latest[first, second] = -1
            while at >= 0:
                numbers[sizes[at], first, second] = -1
                at = before[at]
    many[0] = 0


# -- two further cards: each pair, and how often ---------------------------------------------------
# Cards may be drawn in any order, so the two are drawn last, from what the dealer leaves. How often
# they then come is a quadratic form of the cards left, which every card that the dealer draws moves
# by a linear one. That takes about as long as a few pairs of cards one by one, for all 55.


@inner
def room_beside() -> Any:
    """Draw by draw of the dealer, the form of the cards left; and card by card, what it loses by
    the first of them, lane by lane.
    """
    return np.zeros((DEPTH, ROW)), np.zeros((10, ROW))


@inner
def look_beside(often: Any, lanes: int, left: Any, two: Any) -> None:
    """How often two further cards come from what is left: Σ often × n × (n, or n - 1 if alike)."""
    forms, slopes = two
    form = forms[0]
    form[:lanes] = 0.0
    for card in range(10):
        slope, here, alike = slopes[card], left[card], often[card, card]
        slope[:lanes] = 0.0
        for other in range(10):
            many, there = 2.0 * often[card, other], left[other]
            for lane in range(lanes):
                slope[lane] += many * there[lane]
        for lane in range(lanes):
            form[lane] += here[lane] * (0.5 * slope[lane] - alike)


@inner
def count_beside(
    often: Any, up: int, lanes: int, left: Any, size: Any, two: Any, counted: Any
) -> None:
    """The chance of two further cards and no natural, lane by lane."""
    forms, slopes = two
    hole = 9 - up
    for lane in range(lanes):
        cards = size[lane]
        counted[lane] = forms[0, lane] / max(cards * (cards - 1.0), 1.0)
        if up == 0 or up == 9:
            after = forms[0, lane] - slopes[hole, lane] + 2.0 * often[hole, hole]
            drawn = left[hole, lane] * after
            counted[lane] -= drawn / max(cards * (cards - 1.0) * (cards - 2.0), 1.0)


@inner
def run_beside(
    ops: Any, begin: int, end: int, often: Any, lanes: int, left: Any, size: Any, made: Any,
    two: Any, out: Any,
) -> None:  # fmt: skip
    """The same as `run_program` with two further cards removed."""
    kinds, depths, cards, weights, less = ops
    value, sums = made
    forms, slopes = two
    deepest, at_once = 0, 0.0
    path = np.zeros(DEPTH, np.int64)
    sums[:, :lanes] = 0.0
    value[0, :lanes] = 1.0
    for at in range(begin, end):
        depth, kind = depths[at], kinds[at]
        if kind == 9:
            at_once += weights[at, 4]
            continue
        if kind == 0 or kind > 4:  # a card after which the dealer draws again
            card, gone, own = cards[at, 4], less[at, 1], weights[at, 4] * (kind == 0)
            shift = _shift(often, path, depth, card)
            before, after, drawn = value[depth], value[depth + 1], left[card]
            form, further, slope = forms[depth], forms[depth + 1], slopes[card]
            for lane in range(lanes):
                after[lane] = before[lane] * (drawn[lane] - gone)
                further[lane] = form[lane] - slope[lane] + shift
            path[depth] = card
            depth += 1
            if own != 0.0:
                total = sums[depth]
                for lane in range(lanes):
                    total[lane] += own * after[lane] * further[lane]
            deepest = max(deepest, depth)
        for n in range(kind if kind < 5 else kind - 4):  # cards that it ends with
            card, own = cards[at, n], weights[at, n]
            shift, gone = _shift(often, path, depth, card), 0.0
            for each in path[:depth]:
                gone += each == card
            before, drawn, form, slope = value[depth], left[card], forms[depth], slopes[card]
            total = sums[depth + 1]
            for lane in range(lanes):
                after_all = form[lane] - slope[lane] + shift
                total[lane] += own * before[lane] * (drawn[lane] - gone) * after_all
            deepest = max(deepest, depth + 1)
    out[:lanes] = 0.0
    for depth in range(deepest, 0, -1):
        total = sums[depth]
        for lane in range(lanes):
            rest = size[lane] - depth
            chance = total[lane] / max(rest * (rest - 1.0), 1.0)
            out[lane] = (out[lane] + chance) / max(rest + 1.0, 1.0)
    if at_once != 0.0:
        for lane in range(lanes):
            out[lane] += at_once * forms[0, lane] / max(size[lane] * (size[lane] - 1.0), 1.0)


@inlined
def _shift(often: Any, path: Any, depth: int, card: int) -> float:
    """What the cards drawn before change in what the form loses by a card."""
    made: float = 2.0 * often[card, card]
    for each in path[:depth]:
        made += 2.0 * often[each, card]
    return made
