"""Losses and gains of hands, by the cards that each names, with further cards removed from the
shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.solvers.blackjack import Figures
from pitboss.solvers.compositions import compositions

Keys = NDArray[np.int64]
Columns = TypeVar("Columns", bound=NamedTuple)


class Factors(NamedTuple):
    """Losses and gains of a hand."""

    keys: Keys
    """The cards that each names, its own included."""
    kinds: Keys
    """The class of the total that is stood on, or that of a loss."""
    weights: Figures
    """What is staked on it, times the orders in which it comes; negative for a loss. If they are in
    the order of their keys, in a row for each of some hands."""


class Products(NamedTuple):
    """Products of two factors: the cards with the classes of both, and the weight."""

    keys: Keys
    weights: Figures


def joined(*all_of: Columns) -> Columns:
    """Columns of one kind, one after the other."""
    return all_of[0]._make(np.concatenate(part) for part in zip(*all_of, strict=True))


class Further(NamedTuple):
    """Further cards that are removed, of one value or of two."""

    one: int
    two: int
    """The second value, by number as the first, or -1."""
    often: Figures
    """How many of the first × how many of the second → how often that counts."""


NOTHING: Final = Products(np.zeros(1, np.int64), np.ones(1))
"""No further cards are removed."""
NONE: Final = Further(-1, -1, np.zeros((0, 0)))
"""No removed cards are weighed together."""
ALONE: Final = Further(0, -1, np.ones((1, 1)))
"""The same for a part of what is netted."""


@cache
def card_keys() -> Keys:
    """Hand → its cards, packed into one number."""
    from pitboss.solvers.kernels.products import shift_of

    shifts = np.array([shift_of(value) for value in range(10)])
    made: Keys = (compositions().counts << shifts).sum(axis=1)
    return made


@cache
def key_of(*cards: int) -> int:
    """Cards, by value, packed into one number."""
    one = compositions().child[0]
    return sum(int(card_keys()[one[card]]) for card in cards)


def beside_pairs(many: Figures) -> Products:
    """Every two further cards that may be removed, by value, the lower first, with how often they
    occur.

    `many` is how often, in either order. A card that occurs equally often with every other one is
    as good as alone, and pairs that occur as often as most are as good as unseen: only the rest are
    named.
    """
    ordered = many.copy()
    made = {0: _most(ordered)}
    ordered -= made[0]
    for card in range(10):
        most = _most(np.delete(ordered[card], card))
        if most:
            made[key_of(card)] = 2.0 * most
            ordered[card] -= most
            ordered[:, card] -= most
    for low in range(10):
        for high in range(low, 10):
            made[key_of(low, high)] = ordered[low, high] * (1.0 if low == high else 2.0)
    keys, weights = np.array([*made]), np.array([*made.values()])
    return Products(keys[weights != 0.0], weights[weights != 0.0])


def _most(figures: Figures) -> float:
    """The most frequent figure."""
    often = Counter(figures.ravel().tolist())
    return float(max(often, key=lambda each: (often[each], -each)))


def rows_of(factors: Factors) -> Factors:
    """Factors in the order of the cards that they name."""
    order = np.argsort(factors.keys, kind="stable")
    return Factors(factors.keys[order], factors.kinds[order], factors.weights[order][None])


def table_of(hands: Sequence[Factors]) -> Factors:
    """All factors of some hands, in the order of the cards that they name."""
    from pitboss.solvers.kernels.products import FACTORS

    ids = np.concatenate([each.keys * FACTORS + each.kinds for each in hands])
    which = np.repeat(np.arange(len(hands)), [each.keys.size for each in hands])
    known, at = np.unique(ids, return_inverse=True)
    rows = np.zeros((len(hands), known.size))
    np.add.at(rows, (which, at), np.concatenate([each.weights for each in hands]))
    return Factors(known // FACTORS, known % FACTORS, rows)


def blocks_of(one: Keys, two: Keys, same: bool) -> Keys:
    """Where factors that have as many aces and twos begin and end among those of each hand: by
    twos, in the order of how many both have, so that products of the same cards come together.
    """
    from pitboss.solvers.kernels.products import shift_of

    (kinds1, starts1), (kinds2, starts2) = (
        np.unique(each >> shift_of(1), return_index=True) for each in (one, two)
    )
    ends1, ends2 = (
        np.append(starts, each.size)[1:] for starts, each in ((starts1, one), (starts2, two))
    )
    order = np.argsort((kinds1[:, None] + kinds2).ravel(), kind="stable")
    n, m = np.divmod(order, kinds2.size)
    made: Keys = np.stack([starts1[n], ends1[n], starts2[m], ends2[m]], axis=1)
    return made[m <= n] if same else made


def keys_of(further: Further) -> Products:
    """Further cards as they are named."""
    one, two = np.nonzero(further.often)
    second = key_of(further.two) if further.two >= 0 else 0
    return Products(one * key_of(further.one) + two * second, further.often[one, two])


def further_of_both(one: Further, two: Further, times: float) -> Further:
    """The further cards of two hands, each of its own value, this many times."""
    first, second = one.often[:, 0], two.often[:, 0]
    if one.one == two.one:
        return Further(one.one, -1, times * np.convolve(first, second)[:, None])
    return Further(one.one, two.one, times * np.outer(first, second))


def beside_both(one: Products, two: Products) -> Products:
    """Every set of removed cards of one with every set of the other, their weights multiplied."""
    keys, at = np.unique((one.keys[:, None] + two.keys).ravel(), return_inverse=True)
    weights = np.bincount(at, (one.weights[:, None] * two.weights).ravel())
    return Products(keys[weights != 0.0], weights[weights != 0.0])
