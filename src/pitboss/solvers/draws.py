"""The chances of every deal of a shoe, and of the next card to every hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.solvers.blackjack import Figures
from pitboss.solvers.compositions import compositions, two_card_rows


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """Upcard × hand, or upcard × hand × card that is drawn."""

    dealt: NDArray[np.bool_]
    """The shoe can deal the hand."""
    chance: Figures
    natural: Figures
    """That the dealer has a natural, once the card is drawn."""


def draws_of(shoe: tuple[int, ...]) -> Draws:
    """Every draw from a shoe."""
    table, cards = compositions(), np.arange(10)
    many, counts = table.players, np.array(shoe)
    left = counts - (cards[:, None] == cards)[:, None, :] - table.counts[:many]
    size = left.sum(axis=2)
    dealt = (left >= 0).all(axis=2) & (counts > 0)[:, None] & (table.size[:many] >= 2)
    chance = np.where(left > 0, left / np.maximum(size, 1)[:, :, None], 0.0)
    natural = np.zeros((10, many, 10))
    for up in (0, 9):
        rest = left[up, :, 9 - up][:, None] - (cards == 9 - up)
        natural[up] = rest / np.maximum(size[up] - 1, 1)[:, None]
    return Draws(dealt, chance, natural)


def deal_chances(shoe: tuple[int, ...]) -> Figures:
    """The chance of each upcard with each first hand."""
    counts, one, cards = np.array(shoe, float), np.eye(10), float(sum(shoe))
    made, left = np.zeros((10, compositions().players)), counts - one
    ways = counts[:, None, None] * left[:, :, None] * (left[:, None] - one) * (2.0 - one)
    every = cards * (cards - 1) * (cards - 2)
    made[:, two_card_rows()] = np.maximum(ways, 0.0) / every
    return made
