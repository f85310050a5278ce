"""Proofs as plain text: exact ways, return and edge of every pay table, made to be read as diffs.

One file per wager. A header says what it was made from; `counts` blocks give the ways of each
outcome once for all tables that share them; each `table` has one line per setting; `reading`
blocks give the edge under each other choice of a doubtful clause or house option.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.analysis.numbers import fixed, root
from pitboss.analysis.setting import Setting
from pitboss.analysis.sheet import MeterLine, Sheet
from pitboss.money import Cents, parse_money, show_money


@dataclass(frozen=True, slots=True)
class Conditions:
    """What decides the figures of a table, apart from its rule."""

    decks: int
    stake: Cents
    soft_17: str = ""
    policy: str = ""
    procedure: str = ""
    """A house procedure that changes the figures, as `key = value`."""

    def __str__(self) -> str:
        decks, *rest = self.without_stake
        return ", ".join([decks, show_money(self.stake), *rest])

    @property
    def without_stake(self) -> list[str]:
        """All but the stake, in words."""
        parts = ["1 deck" if self.decks == 1 else f"{self.decks} decks"]
        parts += [f"{self.soft_17} soft 17"] if self.soft_17 else []
        parts += [self.policy] if self.policy else []
        return parts + ([self.procedure] if self.procedure else [])

    @classmethod
    def of(cls, setting: Setting, procedure: str = "") -> Conditions:
        return cls(setting.decks or 0, setting.stake, setting.soft_17, setting.policy, procedure)

    @classmethod
    def parse(cls, text: str) -> Conditions:
        """Read what `str` prints.

        >>> str(Conditions.parse("6 decks, $1, hit soft 17, basic strategy"))
        '6 decks, $1, hit soft 17, basic strategy'
        """
        decks, stake, *rest = re.split(r", (?!\d{3}\b)", text)
        made = cls(int(decks.split()[0]), parse_money(stake))
        for part in rest:
            if part.endswith(" soft 17"):
                made = replace(made, soft_17=part.removesuffix(" soft 17"))
            elif " = " in part:
                made = replace(made, procedure=part)
            else:
                made = replace(made, policy=part)
        return made


@dataclass(frozen=True, slots=True)
class Ways:
    """The exact ways of every outcome, over one total."""

    outcomes: tuple[tuple[str, int], ...]
    total: int
    counting: str


@dataclass(frozen=True, slots=True)
class MeterFigures:
    """What one meter adds; money in cents."""

    name: str
    seed: Cents | None
    rate: Fraction | None
    coefficient: Fraction
    """Return per dollar on the meter."""
    jackpot: Fraction
    """Chance of winning all of it."""
    break_even: Cents | None
    """Rounded up."""
    mean: Cents | None
    """Rounded down."""

    @classmethod
    def of(cls, line: MeterLine) -> MeterFigures:
        return cls(
            line.name,
            line.seed,
            line.rate,
            line.coefficient,
            line.jackpot,
            None if line.break_even is None else -(-line.break_even // 1),
            None if line.mean is None else line.mean // 1,
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one table under some conditions."""

    table: str
    at: Conditions
    ways: Ways | None
    """`None` under another reading, for which only return and edge are kept."""
    returns: Fraction
    edge: Fraction
    hit: Fraction = Fraction(0)
    push: Fraction = Fraction(0)
    sigma: str = ""
    fixed: Fraction | None = None
    """The part of the return that no meter pays, if there is a meter."""
    long_run: Fraction | None = None
    """Return over many jackpots, if the rates are known."""
    envy: Fraction = Fraction(0)
    meters: tuple[MeterFigures, ...] = ()
    reading: str = ""
    """`key = choice` if it is not the default."""

    @property
    def staked(self) -> bool:
        """Whether the wager has a stake of its own."""
        return bool(self.returns + self.edge)

    @classmethod
    def of(cls, sheet: Sheet, reading: str = "", procedure: str = "") -> Figures:
        """What a proof keeps of a sheet."""
        setting = sheet.setting
        made = cls(
            table=setting.table.id,
            at=Conditions.of(setting, procedure),
            ways=None,
            returns=sheet.returns,
            edge=sheet.edge,
            long_run=sheet.long_run if sheet.meters else None,
            reading=reading,
        )
        if reading:
            return made
        outcomes = tuple((o.name, o.ways) for o in sheet.outcomes)
        return replace(
            made,
            ways=Ways(outcomes, sheet.total, sheet.counting),
            hit=sheet.hit_frequency,
            push=sheet.push_frequency,
            sigma=fixed(root(sheet.variance), 6),
            fixed=sheet.fixed_return if sheet.meters else None,
            envy=sheet.envy,
            meters=tuple(MeterFigures.of(m) for m in sheet.meters),
        )


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything proved of one wager."""

    wager: str
    name: str
    cite: str
    rule: str
    """SHA-256 of the rule as data."""
    made_from: str
    """SHA-256 of rule, engine and settings together."""
    choices: str
    """The readings and options in force."""
    pays: tuple[tuple[str, str], ...]
    """Table → its printed pays, for the reader."""
    figures: tuple[Figures, ...]
    others: tuple[Figures, ...] = ()
    """Figures under other readings, except those that a choice leaves unchanged."""
    readings: tuple[tuple[str, int], ...] | None = None
    """Each other `key = choice` and how many settings it was proved in; `None` if none was."""

    @property
    def usual_policy(self) -> str:
        """The policy that comes first."""
        return self.figures[0].at.policy
