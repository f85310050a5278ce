"""Charts: play that depends on the total alone, as people print and remember it.

A cell is one letter. `S` stand, `H` hit; `D` double, else hit, and `d` double, else stand; `R`
surrender, else hit, and `r` surrender, else stand; `P` split. A pair that is not split is played as
its total, marked `-`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, Final

import numpy as np

from pitboss.cards import Rank
from pitboss.errors import NotationError, either, file_refused
from pitboss.hands import total_of
from pitboss.solvers.blackjack import (
    DOUBLE,
    HIT,
    STAND,
    SURRENDER,
    Acts,
    Ranks,
    Solution,
    Weighed,
    play_all,
)
from pitboss.solvers.compositions import compositions
from pitboss.solvers.rules import RoundRules

PAIRS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""The values of cards."""
UPCARDS: Final = (*PAIRS[1:], "A")
"""In the order of a chart's columns."""
HARD: Final = tuple(str(total) for total in range(4, 21))
SOFT: Final = tuple(str(total) for total in range(12, 21))
LETTERS: Final[Mapping[str, tuple[int, int]]] = {
    "S": (STAND, STAND),
    "H": (HIT, HIT),
    "D": (HIT, DOUBLE),
    "d": (STAND, DOUBLE),
    "R": (HIT, SURRENDER),
    "r": (STAND, SURRENDER),
}
"""Letter → the action with any hand, and with two cards."""
LETTER: Final = {acts: letter for letter, acts in LETTERS.items()}
SPLITS: Final = {"P": 1, "-": 0}


@dataclass(frozen=True, slots=True)
class Chart:
    """The play of each total and each pair, one letter for each upcard from 2 to the ace."""

    hard: Mapping[str, str]
    soft: Mapping[str, str]
    pairs: Mapping[str, str]

    def letter(self, hand: Ranks, up: Rank) -> str:
        """Its letter for a total."""
        held = total_of([rank.points for rank in hand])
        rows = self.soft if held.soft else self.hard
        return rows[str(held.points)][(up.points - 2) % 10]

    def splits(self, hand: Ranks, up: Rank) -> bool:
        """Whether it says to split a pair."""
        return self.pairs[PAIRS[hand[0].points - 1]][(up.points - 2) % 10] == "P"

    def word(self, hand: Ranks, up: Rank, may: Collection[str]) -> str:
        """What it does with a hand where only these words are legal."""
        if "split" in may and self.splits(hand, up):
            return "split"
        return word_of(self.letter(hand, up), may)


def word_of(letter: str, may: Collection[str]) -> str:
    """The action of a letter where only these words are legal."""
    rather = {"D": "double", "R": "surrender", "P": "split"}.get(letter.upper(), "")
    if rather in may:
        return rather
    return "hit" if letter in "HDR" and "hit" in may else "stand"


ROWS: Final[Mapping[str, tuple[str, ...]]] = {"hard": HARD, "soft": SOFT, "pairs": PAIRS}
MAY: Final[Mapping[str, tuple[str, ...]]] = {
    "hard": tuple(LETTERS),
    "soft": tuple(LETTERS),
    "pairs": tuple(SPLITS),
}


def chart_by_cards(shoe: tuple[int, ...], letter: Callable[[str, str, str], str]) -> dict[str, str]:
    """Two cards → a letter for each upcard from 2 to the ace; `.` if the shoe cannot deal them."""

    def cell(*cards: str) -> str:
        there = all(cards.count(each) <= shoe[PAIRS.index(each)] for each in cards)
        return letter(*cards) if there else "."

    hands = combinations_with_replacement(PAIRS, 2)
    return {f"{a} {b}": "".join(cell(a, b, up) for up in UPCARDS) for a, b in hands}


def read_chart(path: Path) -> Chart:
    """A chart from a file; one message names every cell that is missing or wrong."""
    try:
        with file_refused(path, "read", NotationError):
            raw = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NotationError(f"{path} is not TOML: {error}.") from None
    return parse_chart(raw, str(path))


def parse_chart(raw: Mapping[str, Any], called: str) -> Chart:
    """A chart from its rows, if no cell is missing and each prescribes something that can
    be done.
    """
    faults = [f"{part!r} is not a part of a chart" for part in raw if part not in ROWS]
    for part, rows in ROWS.items():
        given = raw.get(part, {})
        if not isinstance(given, dict):
            faults.append(f"{part} must be a table of rows")
            continue
        faults += [f"{part} {row} is not a row" for row in given if row not in rows]
        for row in rows:
            faults += _faults(part, row, given.get(row))
    if faults:
        shown = "; ".join(faults[:5]) + (f"; and {len(faults) - 5} more" if faults[5:] else "")
        raise NotationError(
            f"{called} is not a complete chart: {shown}. Each of {either(list(ROWS), 'and')} has a "
            f"letter for every upcard from 2 to A, as in 16 = 'SSSSSHHHRH'."
        )
    return Chart(*({row: str(raw[part][row]) for row in rows} for part, rows in ROWS.items()))


def _faults(part: str, row: str, cells: object) -> list[str]:
    if not isinstance(cells, str):
        return [f"{part} {row} is missing"]
    if len(cells) != len(UPCARDS):
        return [f"{part} {row} has {len(cells)} cells, not {len(UPCARDS)}"]
    may = MAY[part]
    return [
        f"{part} {row} against {up} is {cell!r}, not {either(list(may))}"
        for up, cell in zip(UPCARDS, cells, strict=True)
        if cell not in may
    ]


# -- what a chart is worth -------------------------------------------------------------------------

Column = Acts
"""One upcard of a chart as the compiled code takes it: five rows by total, or by pair."""


def column_of(chart: Chart, up: int) -> Column:
    """The column of an upcard, the ace being 0."""
    made = np.zeros((5, 22), np.int64)
    at = (up - 1) % 10
    for part, rows in ((0, chart.hard), (1, chart.soft)):
        for total, cells in rows.items():
            made[part, int(total)], made[2 + part, int(total)] = LETTERS[cells[at]]
    for number, cells in enumerate(chart.pairs.values()):
        made[4, number] = SPLITS[cells[at]]
    return made


def chart_of(columns: list[Column]) -> Chart:
    """A chart from its columns, the ace first."""
    order = [columns[(number + 1) % 10] for number in range(10)]

    def row(part: int, total: str) -> str:
        return "".join(
            LETTER[int(c[part, int(total)]), int(c[2 + part, int(total)])] for c in order
        )

    hard, soft = {t: row(0, t) for t in HARD}, {t: row(1, t) for t in SOFT}
    pairs = {p: "".join("P" if c[4, n] else "-" for c in order) for n, p in enumerate(PAIRS)}
    return Chart(hard, soft, pairs)


class ChartPlay:
    """Plays a shoe by any chart, one upcard at a time."""

    def __init__(self, rules: RoundRules) -> None:
        source = play_all(rules.hand)
        many = source.acts.shape[1]
        self.rules = rules
        self.played = replace(
            source,
            values=source.values.copy(),
            acts=source.acts.copy(),
            parts=np.zeros_like(source.parts),
            seconds=source.seconds.copy(),
        )
        self._forced = np.zeros((2, 10, many), np.int64)
        self._weighed = Weighed(rules, self.played, self._forced, self.insures)
        self._room = np.zeros((many, 6)), np.zeros(many, np.int64)
        self._rules, self._played = self.played.rules.arrays, self.played.arrays

    @property
    def insures(self) -> int:
        """Insurance is taken with every hand or with none, as the shoe without the ace says."""
        return int(self.rules.insures())

    def worth(self, up: int, column: Column) -> float:
        """What an upcard adds to the expectation."""
        from pitboss.solvers.kernels.play import follow_chart

        follow_chart(
            compositions().arrays,
            self._rules,
            up,
            self._weighed.allowed,
            self.played.sums[up],
            column,
            self._played,
            self._forced,
            self._room,
        )
        self._weighed.run(up)
        return float(self._weighed.upcards[up, 0])

    def solution(self, columns: list[Column]) -> Solution:
        """The whole chart."""
        for up, column in enumerate(columns):
            self.worth(up, column)
        played = replace(self.played, sums=self.played.sums[:0].copy())  # for other charts only
        return replace(self._weighed.solution, played=played)


def weigh_chart(rules: RoundRules, chart: Chart) -> Solution:
    """What a round is worth to somebody who plays by a chart."""
    return ChartPlay(rules).solution([column_of(chart, up) for up in range(10)])


@lru_cache(maxsize=8)
def best_chart(rules: RoundRules) -> tuple[Chart, Solution]:
    """The chart that is worth most, as far as changes of one cell or two can tell."""
    played = ChartPlay(rules)
    columns = [_best_column(played, up) for up in range(10)]
    return chart_of(columns), played.solution(columns)


def _best_column(played: ChartPlay, up: int) -> Column:
    """Change cells until no single change, nor any two of hit and stand, is worth more."""
    column = _usual()
    if not played.rules.hand.shoe[up]:
        return column
    best = played.worth(up, column)
    while True:
        before = best
        for part, total, does, two in _changes(played.rules):
            best = _try(played, up, column, best, [(part, total, does), (2 + part, total, two)])
        for pair in range(10):
            best = _try(played, up, column, best, [(4, pair, 1 - int(column[4, pair]))])
        if best > before + LEAST:
            continue
        firm = [(part, total) for part in (0, 1) for total in (range(12, 18), range(17, 20))[part]]
        for one, other in ((a, b) for a in firm for b in firm if a < b):
            flips = [_flip(column, *each) for each in (one, other)]
            best = _try(played, up, column, best, [cell for flip in flips for cell in flip])
        if best <= before + LEAST:
            return column


LEAST: Final = 1e-13
"""A smaller difference is rounding."""
Cell = tuple[int, int, int]


def _usual() -> Column:
    """Where the search begins: mimic the dealer, and split aces and eights."""
    made = np.full((5, 22), STAND, np.int64)
    made[0, :17] = made[1, :18] = made[2, :17] = made[3, :18] = HIT
    made[4] = 0
    made[4, [0, 7]] = 1
    return made


def _changes(rules: RoundRules) -> Iterator[tuple[int, int, int, int]]:
    """Every letter that every total may have under these rules; a hand that cannot bust is hit."""
    for part, totals in ((0, HARD), (1, SOFT)):
        for total in map(int, totals):
            for does, two in LETTERS.values():
                if (two == DOUBLE and not rules.doubles) or (
                    two == SURRENDER and not rules.surrender
                ):
                    continue
                if does == STAND and total < (12, 17)[part]:
                    continue
                if does == HIT and total > (17, 19)[part]:
                    continue
                yield part, total, does, two


def _flip(column: Column, part: int, total: int) -> list[Cell]:
    """Hit where the chart stands, or stand where it hits; a double or a surrender stays."""
    before = int(column[part, total])
    after = HIT if before == STAND else STAND
    alike = int(column[2 + part, total]) == before
    return [(part, total, after), *([(2 + part, total, after)] if alike else [])]


def _try(played: ChartPlay, up: int, column: Column, best: float, cells: list[Cell]) -> float:
    """Make a change, and take it back if it is not worth more."""
    before = [(part, total, int(column[part, total])) for part, total, _ in cells]
    if before == cells:
        return best
    for part, total, does in cells:
        column[part, total] = does
    made = played.worth(up, column)
    if made > best + LEAST:
        return made
    for part, total, does in before:
        column[part, total] = does
    return best
