"""What the dealer's hands add to the value of standing, for many hands at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, LANES, ROW, inlined, inner
from pitboss.solvers.kernels.dealer import run_program


@inner
def stand_sums(
    table: Any,
    shoe: Any,
    up: int,
    listed: Any,
    many: Any,
    most: Any,
    ops: Any,
    ends: Any,
    sums: Any,
) -> None:
    """What the dealer's hands add to the value of standing, for every hand that is listed.

    `sums[0]` is for a hand as dealt; `sums[1 + p * js + j]` for one of a split pair of value `p`
    with the other pair card and `j` further ones gone. `most[p]` is the highest `j` wanted, -1 for
    none. `listed` and how `many` are those of hands as dealt, in one row, or a row for each pair.
    """
    counts, _, _, total, _ = table
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
    at = up * ends.shape[1] + kind
    begin = ends[(at - 1) // ends.shape[1], (at - 1) % ends.shape[1]] if at else 0
    if lanes[kind]:
        run_program(ops, begin, ends[up, kind], lanes[kind], left[kind], size[kind], made, out)
    for lane in range(lanes[kind]):
        sums[where[kind, lane], which[kind, lane]] = out[lane]
    lanes[kind] = 0


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
