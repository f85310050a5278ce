"""Every hand of blackjack as counts of the ten card values, and what one more card makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]
VALUES: Final = 10
"""Card values: the ace first, then 2 to 10."""
MOST: Final = 26
"""The highest hard sum of a hand in the table: the dealer ends with no more."""
BITS: Final = 5
"""For the cards of one value: a hand is built as one number, its counts side by side."""


@dataclass(frozen=True, slots=True)
class Compositions:
    """One row for each hand with a hard sum of at most 26, in rising order of that sum."""

    counts: Whole
    """Hand × value → how many of them it holds."""
    size: Whole
    hard: Whole
    """The sum with every ace as one."""
    total: Whole
    """The total, with an ace as eleven where that does not exceed 21."""
    child: Whole
    """Hand × value → the hand with that card added, or -1 above 26."""
    players: int
    """Rows that have not busted come first; there are this many."""

    @property
    def arrays(self) -> tuple[Any, ...]:
        """What the compiled code takes."""
        return self.counts, self.size, self.hard, self.total, self.child

    def up_to(self, most: int) -> Compositions:
        """The same for hands whose hard sum is at most this."""
        rows = int((self.hard <= most).sum())
        counts, size, hard, total, child = (each[:rows] for each in self.arrays)
        child = np.where(child < rows, child, -1)
        return Compositions(counts, size, hard, total, child, min(self.players, rows))


@cache
def compositions() -> Compositions:
    """The table, built once.

    >>> made = compositions()
    >>> made.counts.shape, made.players
    ((9294, 10), 3083)
    """
    layers: list[dict[int, None]] = [{0: None}, *({} for _ in range(MOST))]
    for hard, layer in enumerate(layers):
        for hand in layer:
            for value in range(min(VALUES, MOST - hard)):
                layers[hard + value + 1][hand + (1 << BITS * value)] = None
    hands = [hand for layer in layers for hand in layer]
    row = {hand: n for n, hand in enumerate(hands)}
    found = (row.get(hand + (1 << BITS * value), -1) for hand in hands for value in range(VALUES))
    child = np.fromiter(found, np.int64).reshape(len(hands), VALUES)
    counts = np.array(hands)[:, None] >> BITS * np.arange(VALUES) & (1 << BITS) - 1
    sums: Whole = counts @ np.arange(1, VALUES + 1)
    total = np.where((counts[:, 0] > 0) & (sums <= 11), sums + 10, sums)
    players = int((sums <= 21).sum())
    return Compositions(counts, counts.sum(axis=1), sums, total, child, players)


@cache
def two_card_rows() -> Whole:
    """First card × second card, by value → the row of both."""
    child = compositions().child
    made: Whole = child[child[0]]
    return made


def row_of(values: tuple[int, ...]) -> int:
    """The row of a hand given by the points of its cards; -1 if its hard sum exceeds 26.

    >>> int(compositions().total[row_of((1, 6))])
    17
    """
    at, table = 0, compositions()
    for points in values:
        at = int(table.child[at, points - 1])
        if at < 0:
            return -1
    return at
