"""The square of what one hand of a split nets."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, DOUBLE, SURRENDER, inlined, inner
from pitboss.solvers.kernels.dealer import falling_products, natural_chance


@inner
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


@inlined
def base_of(does: int) -> float:
    """What a second card has lost before the hand gains anything."""
    if does == DOUBLE:
        return 2.0
    return 0.5 if does == SURRENDER else 1.0
