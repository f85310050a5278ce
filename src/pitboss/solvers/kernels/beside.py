"""The dealer's hands beside two further cards that are gone: each pair, and how often.

Cards may be drawn in any order: so the two are drawn last, from what the dealer leaves. How often
they then come is a quadratic form of the cards left, which every card that the dealer draws moves
by a linear one. That takes about as long as a few pairs of cards one by one, for all 55.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, ROW, inlined, inner


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
    """The same as `run_program` with two further cards that are gone."""
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
        if kind == 0 or kind > 4:  # a card that the dealer draws on from
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
