"""`pitboss.settle_many`: arrays of cards settled at once, by tables that the same rules fill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.errors import NotAllowed, count
from pitboss.library.arguments import Money, check_types, law
from pitboss.library.par import setting_of
from pitboss.library.settle import USUAL
from pitboss.money import Cents, show_money
from pitboss.rulebook.load import Rulebook
from pitboss.simulate.kernels.array_layout import FOUR, THREE, TWO
from pitboss.simulate.wager_tables import WagerTable, wager_table
from pitboss.table.money.payer import rounded
from pitboss.wagers.offer import Price, priced

DEALERS = {TWO: 0, THREE: 1, FOUR: 2}
"""Kind of table → how many of the dealer's cards it sees."""
MOST = np.iinfo(np.int64).max
BLOCK = 1 << 13
"""Rows that are looked up at a time: as many as fit a processor's cache."""
Cards = NDArray[np.uint8]


@dataclass(frozen=True, eq=False, slots=True)
class SettledMany:
    """One stake on each deal; `kind` numbers the hands, of which 0 is no hand."""

    wager: str
    paytable: str
    stake: Cents
    hands: tuple[str, ...]
    """Kind → the name of the hand."""
    pays: tuple[str, ...]
    """Kind → the odds as the law prints them."""
    shares: tuple[Fraction, ...]
    """Kind → the part of a meter that it wins."""
    won_by_kind: tuple[Cents, ...]
    back_by_kind: tuple[Cents, ...]
    kind: NDArray[np.uint8]
    """The hand of each deal. Cents are looked up only when they are read, because writing eight
    bytes per deal can take longer than settling it.
    """
    clause: str

    @property
    def won(self) -> NDArray[np.int64]:
        """Cents that each deal wins in addition to the stake, without what a meter pays."""
        return np.array(self.won_by_kind, np.int64)[self.kind]

    @property
    def back(self) -> NDArray[np.int64]:
        """Cents paid back for each deal, including the stake if it is returned."""
        return np.array(self.back_by_kind, np.int64)[self.kind]


def settle_many(
    wager: str,
    player: ArrayLike,
    dealer: ArrayLike | None = None,
    *,
    stake: Money | None = None,
    table: str | None = None,
    decks: int | None = None,
    choices: Mapping[str, str] | None = None,
    book: Rulebook | None = None,
) -> SettledMany:
    """Settle a stake on every row of cards, as `settle` does for one.

    A card is its place among the fifty-two, `Card.index`: 0 is 2c, 51 is As. `player` has a row of
    two cards for each deal, `dealer` has the upcard, or the upcard and the hole card.

    >>> kings, nine = [47, 47], [47, 29]
    >>> made = settle_many("pennsylvania/perfect-pairs", [kings, nine], stake="$5")
    >>> made.won.tolist(), [made.hands[kind] for kind in made.kind]
    ([12500, 0], ['Perfect pair', 'no hand'])
    """
    check_types(settle_many, locals())
    found = setting_of(wager, table=table, decks=decks, stake=stake, choices=choices,
                       book=book or law())  # fmt: skip
    offered = found.offer
    made = wager_table(offered.question, found.dealing.dealer)
    if made.looks not in DEALERS:
        raise NotAllowed(
            f"{offered.wager.name} depends on a hand that is played out: use pitboss.settle for "
            "each hand.",
            offered.wager.cite,
        )
    seen = DEALERS[made.looks]
    sides = [_rows("player", player, 2), *([_rows("dealer", dealer, seen)] if seen else [])]
    if len({len(rows) for rows in sides}) > 1:
        raise NotAllowed("player and dealer must have the same number of rows, one for each "
                         "deal.")  # fmt: skip
    _check_pack(sides, found.shoe.counts)
    kind = _kinds(made, sides)
    prices = [priced(offered, number, times, found.stake) for number, times in made.keys]
    won = [rounded(each.win, USUAL.unit, USUAL.odd_cents == "up")[0] for each in prices]
    back = [w + found.stake * each.returned for w, each in zip(won, prices, strict=True)]
    if max(back) > MOST:
        raise NotAllowed(f"{show_money(found.stake)} is too much: an array holds no such wins.")
    return SettledMany(
        wager=offered.wager.id,
        paytable=offered.table.id,
        stake=found.stake,
        hands=_each(prices, "why"),
        pays=_each(prices, "pays"),
        shares=_each(prices, "share"),
        won_by_kind=tuple(won),
        back_by_kind=tuple(back),
        kind=kind,
        clause=offered.wager.cite,
    )


def _each(prices: list[Price], field: str) -> tuple[Any, ...]:
    return tuple(getattr(each, field) for each in prices)


def _rows(whose: str, given: ArrayLike | None, many: int) -> Cards:
    """The cards of one side that the wager sees, a row for each deal."""
    rows = np.zeros((0, 0), int)
    with suppress(ValueError):  # rows of different lengths
        rows = rows if given is None else np.asarray(given)
    if rows.ndim == 1 and many == 1:
        rows = rows[:, None]
    if rows.ndim != 2 or rows.shape[1] < many:
        raise NotAllowed(
            f"{whose}= needs rows of {count(many, 'card')} or more, all of one length."
        )
    if not np.issubdtype(rows.dtype, np.integer):
        raise NotAllowed(f"{whose}= takes whole numbers from 0 (2c) to 51 (As), not {rows.dtype}.")
    rows = rows[:, :many]
    if rows.size and (rows.min() < 0 or rows.max() > 51):
        raise NotAllowed(f"{whose}= takes cards from 0 (2c) to 51 (As).")
    return rows.astype(np.uint8, copy=False)


def _kinds(table: WagerTable, sides: Sequence[Cards]) -> NDArray[np.uint8]:
    """The class of every deal, in blocks through buffers that stay in the cache."""
    made = np.empty(len(sides[0]), np.uint8)
    cells, rows = np.empty(BLOCK, np.intp), np.empty(BLOCK, np.intp)
    for start in range(0, len(made), BLOCK):
        block = slice(start, start + BLOCK)
        out = made[block]
        cell, row = cells[: len(out)], rows[: len(out)]
        first, second, *rest = (column for side in sides for column in side[block].T)
        cell[:] = first
        cell *= 52
        cell += second
        np.take(table.pairs, cell, out=row, mode="clip")  # every card is known to be one
        for column in rest:
            row *= 52
            row += column
        np.take(table.cells, row, out=out, mode="clip")
    return made


def _check_pack(sides: Sequence[Cards], counts: tuple[int, ...]) -> None:
    """Refuse a deal with more of a card than the shoe holds."""
    columns = [column for side in sides for column in side.T]
    if min(counts) >= len(columns):
        return
    there = np.array(counts)
    for column in columns:
        same = sum((column == other).astype(np.int8) for other in columns)
        over = np.flatnonzero(same > there[column])
        if len(over):
            raise NotAllowed(f"row {over[0]} has more of a card than the shoe holds.")
