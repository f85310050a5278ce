"""Reports of a simulation: a player's night, a pit's month, the life of a meter."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.sheet import Sheet
from pitboss.analysis.simulated_sheet import parts_of
from pitboss.analysis.workers import worked
from pitboss.errors import NotAllowed
from pitboss.money import Cents, show_money
from pitboss.progressive.meter import MeterState
from pitboss.rulebook.load import Rulebook
from pitboss.simulate.engine import PART, money_part
from pitboss.simulate.kernel_tables import dealer_of
from pitboss.simulate.players import check_boxes
from pitboss.simulate.results import metered_lines
from pitboss.simulate.side_wagers import CLASSES, SimulatedTable, stake_of
from pitboss.simulate.totals import RunPlan
from pitboss.solvers.table_play import sheet_of, solved_play
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import usual_stakes

BANDS: Final = (5, 25, 50, 75, 95)
NIGHTS: Final = 20_000
HOURS_DEALT: Final = 20_000
MONTHS: Final = 2_000
AWARDS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a report is about: how long and how fast the play is, and the bankroll."""

    hours: float = 4.0
    """Of a night, or of a day in the pit."""
    pace: int = 70
    """Rounds an hour."""
    bankroll: Cents = 100_000
    tables: int = 10
    days: int = 30

    def __post_init__(self) -> None:
        if not 0 < self.hours <= 24:
            raise NotAllowed(f"--hours must be more than 0 and at most 24, not {self.hours:g}.")
        if not 1 <= self.pace <= 1_000:
            raise NotAllowed(f"--pace must be 1 to 1,000 rounds an hour, not {self.pace}.")
        if not 1 <= self.tables <= 1_000:
            raise NotAllowed(f"--tables must be 1 to 1,000, not {self.tables}.")
        if not 1 <= self.days <= 366:
            raise NotAllowed(f"--days must be 1 to 366, not {self.days}.")
        if self.bankroll <= 0:
            raise NotAllowed("--bankroll must be more than $0.")


# -- what a report says ---------------------------------------------------------------------------


def _bands(amounts: Amounts) -> dict[str, float]:
    """The amount in dollars below which this many in a hundred lie."""
    return {f"{band}%": float(np.percentile(amounts, band)) / 100 for band in BANDS}


def _histogram(amounts: Amounts) -> list[tuple[float, int]]:
    """The middle of each bin in dollars, and how many fall into it."""
    counts, edges = np.histogram(amounts / 100, bins=60)
    middles = (edges[:-1] + edges[1:]) / 2
    return [(float(m), int(n)) for m, n in zip(middles, counts, strict=True)]


@dataclass(frozen=True, slots=True)
class Report:
    """Figures by name, and a distribution to draw."""

    title: str
    figures: dict[str, Any]
    histogram: list[tuple[float, int]]
    axis: str
    notes: tuple[str, ...] = ()

    @property
    def form(self) -> dict[str, Any]:
        drawn = [{"dollars": middle, "times": many} for middle, many in self.histogram]
        return {
            "title": self.title,
            "figures": self.figures,
            "distribution": drawn,
            "notes": list(self.notes),
        }

    @property
    def csv(self) -> str:
        """The distribution for a spreadsheet."""
        lines = [f"{middle:.2f},{many}" for middle, many in self.histogram]
        return "\n".join(["dollars,times", *lines, ""])


# -- a player's night ------------------------------------------------------------------------------


def session_report(table: ReportTable, occasion: Occasion, seed: int) -> Report:
    """The results of a player who plays every wager of the table for some hours."""
    rounds = max(1, round(occasion.hours * occasion.pace))
    nights = max(min(1_000, table.most // rounds), min(NIGHTS, table.most // 10 // rounds), 20)
    made = table.won(nights * rounds, seed).reshape(nights, rounds)
    course = np.cumsum(made, axis=1)
    ends = course[:, -1]
    high = np.maximum(np.maximum.accumulate(course, axis=1), 0.0)
    falls = (high - course).max(axis=1)
    ruined = course.min(axis=1) <= -occasion.bankroll
    figures = {
        "nights": nights,
        "rounds": rounds,
        "bankroll": occasion.bankroll / 100,
        "mean": float(ends.mean()) / 100,
        "mean_error": float(ends.std(ddof=1)) / math.sqrt(nights) / 100,
        "ahead": float((ends > 0).mean()),
        "even": float((ends == 0).mean()),
        "result": _bands(ends),
        "greatest_fall": _bands(falls),
        "ruin": float(ruined.mean()),
    }
    title = f"A night of {occasion.hours:g} hours, {occasion.pace} rounds an hour"
    return Report(
        title, figures, _histogram(ends), "the player's result in dollars", _stakes(table)
    )


def _stakes(table: ReportTable) -> tuple[str, ...]:
    placed = usual_stakes(table.opened)
    parts = [f"{key} {show_money(cents)}" for key, cents in placed.items()]
    each = " for each hand" if table.hands > 1 else ""
    said = f"stakes of each box{each}: {', '.join(parts)}; shares of meters are not counted"
    return (said, *table.notes)


# -- a month of a pit ------------------------------------------------------------------------------


def pit_report(table: ReportTable, occasion: Occasion, seed: int) -> Report:
    """What a pit wins in a day, a week and a month, by resampling simulated table-hours."""
    dealt = max(min(HOURS_DEALT, table.most // occasion.pace), 20)
    made = table.won(dealt * occasion.pace, seed)
    hours = -made.reshape(dealt, occasion.pace).sum(axis=1)
    chance = np.random.Generator(np.random.Philox(seed))
    a_day = max(1, round(occasion.tables * occasion.hours))
    days = np.array(
        [chance.choice(hours, (occasion.days, a_day)).sum(axis=1) for _ in range(MONTHS)]
    )
    weeks = (
        days[:, : occasion.days // 7 * 7].reshape(-1, 7).sum(axis=1) if occasion.days > 6 else days
    )
    month = days.sum(axis=1)
    staked = table.staked * occasion.pace * a_day
    figures = {
        "table_hours_a_day": a_day,
        "days": occasion.days,
        "handle": staked * occasion.days / 100,
        "win": float(month.mean()) / 100,
        "win_error": float(hours.std(ddof=1)) / math.sqrt(dealt) * a_day * occasion.days / 100,
        "hold": float(month.mean()) / staked / occasion.days,
        "month": _bands(month),
        "losing_day": float((days < 0).mean()),
        "losing_week": float((weeks < 0).mean()),
        "losing_month": float((month < 0).mean()),
    }
    title = (
        f"{occasion.days} days of {occasion.tables} tables, {occasion.hours:g} hours a day, "
        f"{occasion.pace} rounds an hour, {table.boxes} boxes"
    )
    notes = (*_stakes(table), "hold is of the first stakes, before doubles and splits")
    return Report(title, figures, _histogram(month), "the pit's win in dollars", notes)


# -- the life of a meter ---------------------------------------------------------------------------


def meter_report(table: ReportTable, seed: int) -> Report:
    """Awards of every meter, one after another: when they fall, what they pay, who seeds them.

    Hands fall by their proved chances, each wager apart from the others; the meter's own rules
    take the contributions and pay the awards.
    """
    figures: dict[str, Any] = {}
    histogram: list[tuple[float, int]] = []
    axis = "what the whole meter paid, in dollars"
    for key, (stake, sheet) in table.sheets().items():
        wager = {**table.opened.offers, **table.opened.extras}[key].wager
        for name, metered, lines in metered_lines(table.opened, wager, sheet):
            shares = [
                (float(share), line.probability, line.name)
                for line, share in lines
                if line.probability
            ]
            if not shares:
                continue
            even = next(m for m in sheet.meters if m.name == metered.rule.name).break_even
            made, whole = _awards(
                metered.state, stake, shares, None if even is None else float(even), seed
            )
            figures[name] = made
            if not histogram and len(whole):
                histogram, axis = _histogram(whole), f"what {name} paid whole, in dollars"
    if not figures:
        raise NotAllowed(
            "No wager of this table pays out of a meter by its hands: add one with --wager."
        )
    return Report("The meters of the table", figures, histogram, axis)


def _awards(
    meter: MeterState,
    stake: Cents,
    shares: Sequence[tuple[float, Any, str]],
    even: float | None,
    seed: int,
) -> tuple[dict[str, Any], Amounts]:
    """This many awards of one meter."""
    chance = np.random.Generator(np.random.Philox(seed))
    chances = np.array([float(each[1]) for each in shares])
    gaps = chance.geometric(chances.sum(), AWARDS)
    kinds = chance.choice(len(shares), AWARDS, p=chances / chances.sum())
    state, began = meter, meter.seeded
    paid: dict[int, list[int]] = {n: [] for n in range(len(shares))}
    above = 0.0
    rate = float(meter.contribution(stake))
    for gap, kind in zip(gaps.tolist(), kinds.tolist(), strict=True):
        before = float(state.shown)
        state = state.contribute(stake, gap)
        if even is not None:
            after = float(state.shown)
            passed = (even - before) / rate if rate and after > even else gap
            above += gap - min(max(passed, 0.0), gap) if after > even else 0.0
        award, state = state.award(Fraction(shares[kind][0]).limit_denominator(1_000_000))
        paid[kind].append(award)
    wagers = int(gaps.sum())
    whole = [each for n, amounts in paid.items() if shares[n][0] == 1 for each in amounts]
    made = {
        "awards": AWARDS,
        "wagers": wagers,
        "lines": [
            {
                "hand": name,
                "share": share,
                "awards": len(paid[n]),
                "wagers_between": wagers / len(paid[n]) if paid[n] else None,
                "expected_between": 1 / float(p),
                "mean": float(np.mean(paid[n])) / 100 if paid[n] else None,
                "bands": _bands(np.array(paid[n], float)) if paid[n] else None,
            }
            for n, (share, p, name) in enumerate(shares)
        ],
        "break_even": None if even is None else even / 100,
        "above_break_even": None if even is None else above / wagers,
        "house_seeds": float(state.seeded - began) / 100,
        "reserve_left": float(state.reserve) / 100,
        "paid": float(state.paid) / 100,
    }
    return made, np.array(whole, float)


# -- what the boxes of a table win in each round, in cents -----------------------------------------


Amounts = NDArray[np.float64]
CHUNK: Final = 1 << 17
"""Rounds that are dealt from one part of the random numbers."""
MOST_ROUNDS: Final = 100_000_000
ENGINE_ROUNDS: Final = 40_000
"""Rounds in a report that the table's own engine plays."""


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table from which reports are made, whatever deals it."""

    opened: Open
    boxes: int
    won: Callable[[int, int], Amounts]
    """Rounds and seed → what the boxes win together in each round, in cents."""
    most: int
    """Rounds that are dealt for a report, at most."""
    sheets: Callable[[], Mapping[str, tuple[Cents, Sheet]]]
    """Wager → its stake and its proof, if it has one."""
    hands: int = 1
    """How many hands each box stakes the main wager on."""
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
        proofs = ((each, table.proofs[each.key][0]) for each in table.wagers)
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
        parts, part = parts_of(opened, seed, rounds, PART), partial(money_part, boxes=boxes)
        made = [amounts for _, amounts in worked(book, own, part, parts, cores)]
        return np.concatenate(made).astype(np.float64)

    def sheets() -> Mapping[str, tuple[Cents, Sheet]]:
        placed, made = usual_stakes(opened), dict[str, tuple[Cents, Sheet]]()
        play = solved_play(book, opened)
        for key, bound in opened.offers.items():
            stake = stake_of(opened, bound, placed)
            sheet, _ = sheet_of(opened, key, stake, play)
            if sheet:
                made[key] = (stake, sheet)
        return made

    note = f"played by the table's own engine, each round from a whole shoe: {why}"
    return ReportTable(opened, boxes, won, ENGINE_ROUNDS, sheets, notes=(note,))
