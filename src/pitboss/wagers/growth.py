"""Hands drawn card by card: each way in which they may end, and in how many ways a shoe deals it.

All orders of one multiset of cards are equally likely, so it is enough to know, for each multiset
of kinds, in how many of its orders the hand ends that way.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pitboss.wagers.card_kinds import Held

Path = tuple[int, ...]
"""Kinds of the cards of a hand, in the order in which they came."""


@dataclass(frozen=True, slots=True)
class EndedHands:
    """Hands with the same ending."""

    held: Held
    orders: int
    """In how many orders they come; negative if subtracted from a shorter hand counted in full."""
    path: Path
    """One of these orders."""
    line: int | None = None
    """The line they are certain to be, whatever else is dealt; −1 is none, `None` still open."""

    @property
    def cards(self) -> int:
        return len(self.path)


def falling(counts: Iterable[int], held: Iterable[int]) -> int:
    """Ordered ways to take that many cards of each kind."""
    return math.prod(map(math.perm, counts, held))


Group = tuple[Hashable, int]
"""The name of a hand, and its number of cards."""
Row = tuple[Group, Held, int]
"""A group, cards of each kind, and how often they count."""
FEW: Final = 2_000
"""The most products that are calculated one by one."""
WIDE: Final = 1 << 16
"""Products calculated at a time: as many as fit a processor's cache."""
MOST: Final = 1 << 63
"""What no 64-bit sum reaches."""
Sums = list[int]


def matched(
    rows: Iterable[Row], columns: Sequence[Held], counts: Sequence[int]
) -> tuple[list[Group], list[Sums]]:
    """The groups of rows, and for each column the ways to deal the rows of each with it.

    A column has left the shoe when the cards of a row are taken from what remains.
    """
    grouped: dict[Group, list[tuple[Held, int]]] = {}
    for group, held, many in rows:
        grouped.setdefault(group, []).append((held, many))
    groups = list(grouped)
    listed = [(n, *row) for n, group in enumerate(groups) for row in grouped[group]]
    if len(listed) * len(columns) <= FEW or len(counts) < 2:
        return groups, _one_by_one(listed, columns, counts, len(groups))
    small, large, starts = _runs(listed, counts)
    if not large and len(starts) == len(groups):
        return groups, _side_by_side(small, columns, counts, starts)
    sums = _one_by_one(large, columns, counts, len(groups))
    for made, runs in zip(sums, _side_by_side(small, columns, counts, starts), strict=True):
        for start, ways in zip(starts, runs, strict=True):
            made[small[start][0]] += ways
    return groups, sums


Numbered = tuple[int, Held, int]
"""The number of a group, cards of each kind, and how often they count."""


def _runs(
    rows: Iterable[Numbered], counts: Sequence[int]
) -> tuple[list[Numbered], list[Numbered], list[int]]:
    """Rows whose ways fit in 64 bits and those that do not; where each sum of the former starts."""
    small: list[Numbered] = []
    large: list[Numbered] = []
    starts: list[int] = []
    total = 0
    for row in rows:
        ways = abs(row[2]) * falling(counts, row[1])
        if ways >= MOST:
            large.append(row)
        elif ways:
            total += ways
            if not small or small[-1][0] != row[0] or total >= MOST:
                starts.append(len(small))
                total = ways
            small.append(row)
    return small, large, starts


def _one_by_one(
    rows: Iterable[Numbered], columns: Iterable[Held], counts: Sequence[int], groups: int
) -> list[Sums]:
    taken = [
        (group, many, [(kind, n) for kind, n in enumerate(held) if n]) for group, held, many in rows
    ]
    made = []
    for column in columns:
        sums = [0] * groups
        for group, many, cards in taken:
            ways = many
            for kind, n in cards:
                ways *= math.perm(max(counts[kind] - column[kind], 0), n)
            sums[group] += ways
        made.append(sums)
    return made


def _side_by_side(
    rows: Sequence[Numbered], columns: Sequence[Held], counts: Sequence[int], starts: Sequence[int]
) -> list[Sums]:
    """The same for many at once: kinds in two halves, of which few combinations occur."""
    import numpy as np

    if not rows:
        return [[] for _ in columns]
    held, times = [row[1] for row in rows], np.array([row[2] for row in rows], np.int64)
    half = len(counts) // 2
    parts = []
    for part in (slice(0, half), slice(half, None)):
        mine, at_row = _distinct(each[part] for each in held)
        yours, at_column = _distinct(each[part] for each in columns)
        ways = np.ones((len(yours), len(mine)), np.int64)
        for kind, n in enumerate(counts[part]):
            taken, drawn = [each[kind] for each in yours], [each[kind] for each in mine]
            used, most = range(max(taken) + 1), max(drawn)
            falls = [[math.perm(max(n - u, 0), i) for i in range(most + 1)] for u in used]
            ways *= np.array(falls, np.int64)[taken][:, drawn]
        parts.append((ways, at_row, at_column))
    (first, row_a, column_a), (second, row_b, column_b) = parts
    first, second = first[:, row_a] * times, second[:, row_b]
    sums: list[Sums] = []
    step = max(1, WIDE // len(rows))
    for start in range(0, len(columns), step):
        some = slice(start, start + step)
        product = first[column_a[some]] * second[column_b[some]]
        sums += np.add.reduceat(product, starts, axis=1).tolist()
    return sums


def _distinct(hands: Iterable[Held]) -> tuple[list[Held], list[int]]:
    """The combinations of cards that occur, and which of them each hand has."""
    places: dict[Held, int] = {}
    at = [places.setdefault(each, len(places)) for each in hands]
    return list(places), at
