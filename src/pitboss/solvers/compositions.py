"""Every hand of blackjack as counts of the ten card values, or of the thirteen ranks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Rank
from pitboss.hands import Total, total_of
from pitboss.wagers.terms import DealerRule

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


# -- the thirteen ranks, for games that distinguish tens -------------------------------------------


Numbers = tuple[int, ...]
ORDER: Final = (Rank.ACE, *(rank for rank in Rank if rank is not Rank.ACE))
"""The ranks by their number here: the ace first, so that they rise by points."""
NUMBER: Final = {rank: n for n, rank in enumerate(ORDER)}
POINTS: Final = tuple(rank.points for rank in ORDER)


def total_by_rank(held: Numbers) -> Total:
    """The total of these ranks."""
    return total_of([POINTS[rank] for rank in held])


@dataclass(frozen=True, slots=True)
class RankHands:
    """One row for each hand that has not busted, by number of cards; then those that just have."""

    hands: tuple[Numbers, ...]
    """The ranks of each hand, rising."""
    row: dict[Numbers, int]
    counts: Whole
    """Hand × rank → how many of them it holds."""
    total: Whole
    child: Whole
    """Hand × rank → the hand with that card added; -1 if it is not drawn to."""
    value_row: Whole
    """Hand → its row among the hands by value; -1 if it has busted."""
    players: int
    """Hands that have not busted come first; there are this many."""


@cache
def rank_hands() -> RankHands:
    """The table, built once."""
    standing: list[Numbers] = [()]
    busted: dict[Numbers, None] = {}
    layer: list[Numbers] = [()]
    while layer:
        longer: dict[Numbers, None] = {}
        for hand in layer:
            if total_by_rank(hand).points < 21:
                for rank in range(len(ORDER)):
                    made = tuple(sorted((*hand, rank)))
                    (busted if total_by_rank(made).bust else longer)[made] = None
        layer = list(longer)
        standing += layer
    hands = (*standing, *busted)
    row = {hand: n for n, hand in enumerate(hands)}
    child = np.full((len(standing), len(ORDER)), -1, np.int64)
    for n, hand in enumerate(standing):
        if total_by_rank(hand).points < 21:
            child[n] = [row[tuple(sorted((*hand, rank)))] for rank in range(len(ORDER))]
    values = [row_of(tuple(POINTS[rank] for rank in hand)) for hand in standing]
    return RankHands(
        hands,
        row,
        np.array([[hand.count(rank) for rank in range(len(ORDER))] for hand in hands]),
        np.array([total_by_rank(hand).points for hand in hands]),
        child,
        np.array([*values, *(-1 for _ in busted)]),
        len(standing),
    )


@dataclass(frozen=True, slots=True)
class DealerTree:
    """What the dealer may draw to an upcard, sorted so that hands share their beginnings.

    One node for each card, in the order in which a walk comes to them. Naturals are left out.
    """

    rank: Whole
    depth: Whole
    less: Whole
    """How many of that rank came before it."""
    orders: Whole
    """Orders of draws that end there; 0 if none do."""
    total: Whole
    hand: tuple[Numbers, ...]
    """The cards that end there, the upcard first."""
    after: Whole
    """The next node that is not below it."""

    @property
    def arrays(self) -> tuple[Any, ...]:
        """What the compiled code takes."""
        return self.rank, self.depth, self.less, self.orders, self.after


@lru_cache(maxsize=64)
def dealer_tree(up: int, rule: DealerRule, kinds: int = len(ORDER)) -> DealerTree:
    """Every hand of the dealer's with this upcard, of the first `kinds` ranks; ten are by value."""
    ended: dict[Numbers, int] = {}
    layer: dict[Numbers, int] = {(): 1}
    while layer:
        longer: Counter[Numbers] = Counter()
        for drawn, orders in layer.items():
            for rank in range(kinds):
                made = tuple(sorted((*drawn, rank)))
                if not drawn and {POINTS[up], POINTS[rank]} == {1, 10}:
                    continue
                longer[made] += orders
        layer = {}
        for made, orders in longer.items():
            (layer if rule.draws(total_by_rank((up, *made))) else ended)[made] = orders
    nodes = sorted({made[:n] for made in ended for n in range(1, len(made) + 1)})
    after = [len(nodes)] * len(nodes)
    open_: list[int] = []
    for n, node in enumerate(nodes):
        while open_ and len(nodes[open_[-1]]) >= len(node):
            after[open_.pop()] = n
        open_.append(n)
    return DealerTree(
        np.array([node[-1] for node in nodes]),
        np.array([len(node) - 1 for node in nodes]),
        np.array([node[:-1].count(node[-1]) for node in nodes]),
        np.array([ended.get(node, 0) for node in nodes]),
        np.array([total_by_rank((up, *node)).points for node in nodes]),
        tuple((up, *node) for node in nodes),
        np.array(after),
    )
