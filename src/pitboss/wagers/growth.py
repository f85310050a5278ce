"""Hands that are drawn card by card: every way in which one ends, and how a shoe deals it.

All orders of one multiset of cards are equally likely, so it is enough to know, for each multiset
of kinds, in how many of its orders the hand ends so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pitboss.wagers.kinds import Held

Path = tuple[int, ...]
"""Kinds of the cards of a hand, in the order in which they came."""
Act = Callable[[Path], str]
"""What is done with a hand: `stand`, `hit`, or `double` for one card more."""
Verdict = Callable[[Path, bool], int | None]
"""The line that a hand is sure to be, ended or not; `None` while that is open."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Hands that end alike."""

    held: Held
    orders: int
    """In how many orders they come; negative where taken off a shorter hand counted whole."""
    path: Path
    """One of these orders."""
    line: int | None = None
    """The line they are sure to be, whatever else is dealt; −1 is none, `None` still open."""

    @property
    def cards(self) -> int:
        return sum(self.held)


def open_hand(path: Path, ended: bool) -> None:
    """Nothing is sure of any hand."""


def grow(
    kinds: int,
    act: Act,
    mark: Callable[[Path], Hashable] | None = None,
    verdict: Verdict = open_hand,
) -> list[Drawn]:
    """Every way in which a hand ends that is drawn by `act` from so many kinds of card.

    `mark` is what matters of the order of its cards. A hand of which the line is sure is not
    followed further: its cards so far stand for all that may follow.
    """
    ended: dict[tuple[Held, Hashable, int | None], tuple[int, Path]] = {}
    marked = mark or (lambda path: None)

    def add(held: Held, path: Path, orders: int, line: int | None) -> None:
        key = (held, None if line is not None else marked(path), line)
        before = ended.get(key)
        ended[key] = (orders + before[0], before[1]) if before else (orders, path)

    layer: dict[tuple[Held, Hashable], tuple[int, Path]] = {((0,) * kinds, None): (1, ())}
    while layer:
        after: dict[tuple[Held, Hashable], tuple[int, Path]] = {}
        for (held, _), (orders, path) in layer.items():
            do = act(path)
            if do == "stand":
                add(held, path, orders, verdict(path, True))
                continue
            sure: dict[int, list[tuple[Held, Path]]] = {}
            going: list[tuple[Held, Path]] = []
            for kind in range(kinds):
                grown = (*held[:kind], held[kind] + 1, *held[kind + 1 :])
                longer = (*path, kind)
                line = verdict(longer, do == "double")
                if line is not None:
                    sure.setdefault(line, []).append((grown, longer))
                    continue
                going.append((grown, longer))
                if do == "double":
                    add(grown, longer, orders, None)
                    continue
                key = (grown, marked(longer))
                before = after.get(key)
                after[key] = (orders + before[0], before[1]) if before else (orders, longer)
            if sure:  # most of what comes next is of one line: the hand itself, less the others
                usual = max(sure, key=lambda each: len(sure[each]))
                add(held, path, orders, usual)
                for line, others in sure.items():
                    if line != usual:
                        for grown, longer in others:
                            add(grown, longer, orders, line)
                            add(grown, longer, -orders, usual)
                for grown, longer in going:
                    add(grown, longer, -orders, usual)
        layer = after
    return [
        Drawn(held, orders, path, line)
        for (held, _, line), (orders, path) in ended.items()
        if orders
    ]


def falling(counts: Sequence[int], held: Sequence[int]) -> int:
    """Ordered ways to take so many cards of each kind."""
    ways = 1
    for n, k in zip(counts, held, strict=True):
        if k:
            if n < k:
                return 0
            ways *= n if k == 1 else math.perm(n, k)
    return ways


Group = tuple[Hashable, int]
"""What a hand is called, and its number of cards."""
Row = tuple[Group, Held, int]
"""A group, cards of each kind, and how often they count."""
FEW: Final = 2_000
"""Products that are worked out one by one."""
WIDE: Final = 1 << 21
"""Products that are worked out at a time."""
Sums = list[int]


def matched(
    rows: Iterable[Row], columns: Sequence[Held], counts: Sequence[int]
) -> tuple[list[Group], list[Sums]]:
    """The groups of rows, and for each column in how many ways the rows of each are dealt with it.

    A column has left the shoe when the cards of a row are taken from what remains.
    """
    grouped: dict[Group, list[tuple[Held, int]]] = {}
    for group, held, many in rows:
        grouped.setdefault(group, []).append((held, many))
    groups = list(grouped)
    listed = [(n, *row) for n, group in enumerate(groups) for row in grouped[group]]
    if len(listed) * len(columns) <= FEW or len(counts) < 2:
        return groups, [_one_by_one(listed, column, counts, len(groups)) for column in columns]
    most = [(row, abs(row[2]) * falling(counts, row[1])) for row in listed]
    large = [row for row, ways in most if ways >= 1 << 62]
    small = [row for row, ways in most if 0 < ways < 1 << 62]
    sums = [[0] * len(groups) for _ in columns]
    if small:
        _side_by_side(small, columns, counts, sums)
    for column, made in zip(columns, sums, strict=True) if large else ():
        for n, more in enumerate(_one_by_one(large, column, counts, len(groups))):
            made[n] += more
    return groups, sums


Numbered = tuple[int, Held, int]
"""The number of a group, cards of each kind, and how often they count."""


def _one_by_one(rows: Iterable[Numbered], column: Held, counts: Sequence[int], groups: int) -> Sums:
    left = [n - k for n, k in zip(counts, column, strict=True)]
    sums = [0] * groups
    for group, held, many in rows:
        sums[group] += many * falling(left, held)
    return sums


def _side_by_side(
    rows: Sequence[Numbered], columns: Sequence[Held], counts: Sequence[int], sums: list[Sums]
) -> None:
    """The same for many at once: kinds in two halves, of which few combinations occur."""
    import numpy as np

    held, taken = np.array([row[1] for row in rows]), np.array(columns)
    times = np.array([row[2] for row in rows], np.int64)
    numbers = [row[0] for row in rows]
    starts = [n for n, number in enumerate(numbers) if n == 0 or number != numbers[n - 1]]
    half = len(counts) // 2
    parts = []
    for part in (slice(0, half), slice(half, None)):
        mine, at_row = np.unique(held[:, part], axis=0, return_inverse=True)
        yours, at_column = np.unique(taken[:, part], axis=0, return_inverse=True)
        ways = np.ones((len(yours), len(mine)), np.int64)
        for k, n in enumerate(counts[part]):
            used, most = range(int(yours[:, k].max()) + 1), int(mine[:, k].max())
            falls = [[math.perm(max(n - u, 0), i) for i in range(most + 1)] for u in used]
            ways *= np.array(falls, np.int64)[yours[:, k]][:, mine[:, k]]
        parts.append((ways, at_row.ravel(), at_column.ravel()))
    (first, row_a, column_a), (second, row_b, column_b) = parts
    first, second = first[:, row_a] * times, second[:, row_b]
    step = max(1, WIDE // len(rows))
    for start in range(0, len(columns), step):
        some = slice(start, start + step)
        product: Any = first[column_a[some]] * second[column_b[some]]
        high = np.add.reduceat(product >> 32, starts, axis=1).tolist()
        low = np.add.reduceat(product & 0xFFFFFFFF, starts, axis=1).tolist()
        for made, top, rest in zip(sums[some], high, low, strict=True):
            for at, a, b in zip(starts, top, rest, strict=True):
                made[numbers[at]] += (a << 32) + b
