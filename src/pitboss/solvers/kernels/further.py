"""The dealer's hands beside further cards of one value or of two: so many of each, so often.

Cards may be drawn in any order: so these are drawn last, from what the dealer leaves. How often
they then come depends on no more than how many cards the dealer drew, and how many of them were of
these values: the dealer's hands are summed by that, and each sum is weighed once.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, ROW, kernel

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
def _sum_of(room: Any, cards: int, first: int, second: int, lanes: int) -> Any:
    """The sum of the dealer's hands of so many cards, of them so many of each value."""
    sums, numbers, sizes, latest, before, many = room
    at = numbers[cards, first, second]
    if at < 0:
        at = many[0]
        many[0] += 1
        numbers[cards, first, second], sizes[at] = at, cards
        before[at], latest[first, second] = latest[first, second], at
        sums[at, :lanes] = 0.0
    return sums[at]


@kernel
def run_further(
    ops: Any, begin: int, end: int, further: Any, full: float, up: int, lanes: int, left: Any,
    size: Any, value: Any, room: Any, out: Any,
) -> None:  # fmt: skip
    """The same as `run_program` beside further cards, and what counts unless there is a natural.

    `further` is the first value, the second or -1, and how often so many of the first and so many
    of the second are gone.
    """
    kinds, depths, cards, weights, less = ops
    one, two, _ = further
    held, own = np.zeros((DEPTH, 2), np.int64), np.empty(4)
    none = held[0, 0]  # not a literal, for which all would be compiled once more
    value[0, :lanes] = 1.0
    total = _sum_of(room, none, none, none, lanes)
    total[:lanes] += full
    if up == 0 or up == 9:
        hole = 9 - up
        total, drawn = (
            _sum_of(room, none + 1, int(hole == one), int(hole == two), lanes),
            left[hole],
        )
        for lane in range(lanes):
            total[lane] -= full * drawn[lane]
    for at in range(begin, end):
        depth, kind = depths[at], kinds[at]
        if kind == 9:
            total = _sum_of(room, none, none, none, lanes)
            total[:lanes] += weights[at, 4]
            continue
        if kind == 0 or kind > 4:  # a card that the dealer draws on from
            card, gone = cards[at, 4], less[at, 1]
            before, after, drawn = value[depth], value[depth + 1], left[card]
            for lane in range(lanes):
                after[lane] = before[lane] * (drawn[lane] - gone)
            held[depth + 1, 0] = held[depth, 0] + (card == one)
            held[depth + 1, 1] = held[depth, 1] + (card == two)
            depth += 1
            if kind == 0 and weights[at, 4] != 0.0:
                total = _sum_of(room, depth, held[depth, 0], held[depth, 1], lanes)
                for lane in range(lanes):
                    total[lane] += weights[at, 4] * after[lane]
        if kind == 0:
            continue
        minus, first, second = less[at, 0], held[depth, 0], held[depth, 1]
        before, others = value[depth], False
        for n in range(4):  # cards that it ends with; those that are not there weigh nothing
            card, weight = cards[at, n], weights[at, n]
            own[n] = weight
            if weight != 0.0 and card in (one, two):
                gone = first if card == one else second
                minus -= weight * gone
                own[n] = 0.0
                total = _sum_of(room, depth + 1, first + (card == one), second + (card == two),
                                lanes)  # fmt: skip
                drawn = left[card]
                for lane in range(lanes):
                    total[lane] += weight * before[lane] * (drawn[lane] - gone)
            elif weight != 0.0:
                others = True
        if others:
            total = _sum_of(room, depth + 1, first, second, lanes)
            c0, w0 = left[cards[at, 0]], own[0]
            c1, w1 = left[cards[at, 1]], own[1]
            c2, w2 = left[cards[at, 2]], own[2]
            c3, w3 = left[cards[at, 3]], own[3]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane] + w2 * c2[lane] + w3 * c3[lane]
                total[lane] += before[lane] * (many - minus)
    for lane in range(0, lanes, BLOCK):
        _weigh(further, lane, min(lanes - lane, BLOCK), left, size, room, out)
    _clear(room)


@kernel
def _weigh(
    further: Any, begin: int, lanes: int, left: Any, size: Any, room: Any, out: Any
) -> None:  # fmt: skip
    """Weigh the sums of a block of lanes by how often the further cards come."""
    sums, _, sizes, latest, before, _ = room
    one, two, often = further
    some, more = often.shape
    ways = np.empty((some + more - 1, BLOCK))
    drawn = np.ones((some, BLOCK)), np.ones((more, BLOCK))
    made, deepest = np.zeros((DEPTH + some + more, BLOCK)), 0
    end = begin + lanes
    for first in range(DEPTH):
        for second in range(DEPTH if two >= 0 else 1):
            at = latest[first, second]
            if at < 0:
                continue
            _draw(left[one, begin:end], first, drawn[0])
            _draw(left[two, begin:end], second, drawn[1])
            ways[:] = 0.0
            for n in range(some):
                for m in range(more):
                    if often[n, m] != 0.0:
                        many, one_way, all_ways = often[n, m], drawn[0][n], ways[n + m]
                        other = drawn[1][m]
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
    here, cards_left = out[begin:end], size[begin:end]
    here[:] = 0.0
    for cards in range(deepest + some + more - 2, 0, -1):
        total = made[cards]
        for lane in range(lanes):
            here[lane] = (here[lane] + total[lane]) / max(cards_left[lane] - cards + 1.0, 1.0)
    total = made[0]
    for lane in range(lanes):
        here[lane] += total[lane]


@kernel
def _draw(left: Any, gone: int, drawn: Any) -> None:
    """In how many orders so many cards are drawn of what is left, with some more of them gone."""
    for n in range(1, drawn.shape[0]):
        before, after = drawn[n - 1], drawn[n]
        for lane in range(left.size):
            after[lane] = before[lane] * (left[lane] - gone - n + 1.0)


@kernel
def _clear(room: Any) -> None:
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
