"""What the boxes of a table win in each round, in cents: what reports are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.par import Sheet
from pitboss.analysis.workers import worked
from pitboss.errors import NotAllowed
from pitboss.money import Cents
from pitboss.rulebook.load import Rulebook
from pitboss.simulate.engine import money_part, parts_of, sheet_of
from pitboss.simulate.games import dealer_of
from pitboss.simulate.players import check_boxes
from pitboss.simulate.side_wagers import CLASSES, SimulatedTable
from pitboss.simulate.totals import RunPlan
from pitboss.solvers.table_play import solved_play
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import usual_stake, usual_stakes
from pitboss.wagers.offer import carrier_of

Amounts = NDArray[np.float64]
CHUNK: Final = 1 << 17
"""Rounds that are dealt from one part of the random numbers."""
MOST_ROUNDS: Final = 100_000_000
ENGINE_ROUNDS: Final = 40_000
"""Of a report of what the table's own engine plays."""


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table that reports are made of, whatever deals it."""

    opened: Open
    boxes: int
    won: Callable[[int, int], Amounts]
    """Rounds and seed → what the boxes win together in each round, in cents."""
    most: int
    """Rounds that are dealt for a report, at most."""
    sheets: Callable[[], Mapping[str, tuple[Cents, Sheet]]]
    """Wager → its stake and its proof, if it has one."""
    hands: int = 1
    """That each box stakes the main wager on."""
    notes: tuple[str, ...] = ()

    @property
    def staked(self) -> Cents:
        """What all boxes stake before a deal."""
        stakes = usual_stakes(self.opened)
        more = (self.hands - 1) * stakes[self.opened.procedure.main]
        return self.boxes * (sum(stakes.values()) + more)


# -- by a kernel -----------------------------------------------------------------------------------


def kernel_report_table(table: SimulatedTable[Any], cores: int = 1) -> ReportTable:
    """A table that a kernel deals, from shoes dealt to the cut card."""

    def sheets() -> Mapping[str, tuple[Cents, Sheet]]:
        proofs = ((each, table.proof(each)[0]) for each in table.wagers)
        return {each.key: (each.stake, sheet) for each, sheet in proofs if sheet}

    won = partial(money_won, table, cores=cores)
    return ReportTable(table.opened, table.boxes, won, MOST_ROUNDS, sheets, table.hands_of_box)


def money_won(table: SimulatedTable[Any], rounds: int, seed: int, cores: int = 1) -> Amounts:
    """What the boxes win together in each of this many rounds, from shoes dealt to the cut card;
    shares of meters are not counted.
    """
    if rounds > MOST_ROUNDS:
        raise NotAllowed(f"A report uses up to {MOST_ROUNDS:,} rounds, not {rounds:,}.")
    dealer = dealer_of(table, RunPlan(rounds, seed))
    main = usual_stakes(table.opened)[table.opened.procedure.main]
    part = main * table.hands_of_box / table.unit
    money = np.zeros((len(table.wagers), CLASSES))
    for number, wager in enumerate(table.wagers):
        nets = [float(wager.net(key)) * wager.stake for key in wager.table.keys]
        money[number, : len(nets)] = nets
    made = np.zeros(rounds)

    def deal(chunk: int) -> None:
        dealer.deal_money(chunk, part, money.ravel(), made[chunk * CHUNK : (chunk + 1) * CHUNK])

    with ThreadPoolExecutor(cores) as pool:
        for _ in pool.map(deal, range(-(-rounds // CHUNK))):
            pass
    return made


# -- by the table's own engine ---------------------------------------------------------------------


def engine_report_table(
    book: Rulebook, opened: Open, boxes: int, why: str, cores: int = 1, own: Sequence[Path] = ()
) -> ReportTable:
    """A table that has no kernel, each round from a whole shoe."""
    check_boxes(opened, boxes)

    def won(rounds: int, seed: int) -> Amounts:
        parts = parts_of(opened, boxes, RunPlan(rounds, seed))
        made = [amounts for _, amounts in worked(book, own, money_part, parts, cores)]
        return np.concatenate(made).astype(np.float64)

    def sheets() -> Mapping[str, tuple[Cents, Sheet]]:
        placed, made = usual_stakes(opened), dict[str, tuple[Cents, Sheet]]()
        play = solved_play(book, opened)
        for key, bound in opened.offers.items():
            carrier = opened.as_staked(carrier_of(bound.wager, bound.terms))
            stake = placed.get(carrier) or usual_stake(opened, carrier, placed)
            sheet, _ = sheet_of(opened, key, stake, play)
            if sheet:
                made[key] = (stake, sheet)
        return made

    note = f"played by the table's own engine, each round from a whole shoe: {why}"
    return ReportTable(opened, boxes, won, ENGINE_ROUNDS, sheets, notes=(note,))
