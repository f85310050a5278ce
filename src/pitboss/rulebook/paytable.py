"""A printed pay table: its rows, its meters, and what a choice of the house changes in it.

Field names are the keys of the TOML files. Money is whole cents, a rate or share is a `Fraction`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.money import Cents, Odds
from pitboss.rulebook.toml_values import FilePlace, Money, Percent, among
from pitboss.rulebook.vocabulary import PLACED, SETTLES
from pitboss.rulebook.when import NEVER, Condition, choices_in, settled


@dataclass(frozen=True, slots=True)
class Meter:
    """A progressive meter of a pay table: where it starts, in cents, and what each stake adds."""

    name: str
    """Its name in the pay table."""
    seed: Money | None = None
    """What it starts at."""
    seed_times_stake: int | None = None
    """Seed as a multiple of the wager (58 Pa. Code § 633c.3(j))."""
    seed_is: str = among(("fixed", "at least", "filed by the house"), "fixed")
    """How binding the seed is."""
    rate: Percent | None = None
    """Share of each stake added to what is shown; `None` if the house files it."""
    reserve: Percent | None = None
    """Share of each stake kept to fund the next seed."""
    minimum: Money | None = None
    """Where a mystery meter starts."""
    maximum: Money | None = None
    """A mystery meter pays at a secret value between these."""
    on_first: Money | None = None
    """Only this much of each stake feeds it."""
    stake: Money | None = None
    """Applies to this stake only."""

    def seed_for(self, stake: Cents, base: Cents | None) -> Cents | None:
        """The seed at a stake, scaled if the table is printed for a base stake."""
        if self.seed_times_stake is not None:
            return self.seed_times_stake * stake
        if self.seed is None or not base:
            return self.seed
        return self.seed * stake // base


@dataclass(frozen=True, slots=True)
class ByChoice:
    """A pay that depends on a reading or a house option."""

    key: str
    pays: Mapping[str, Odds]

    def __str__(self) -> str:
        return " / ".join(f"{odds} ({choice})" for choice, odds in self.pays.items())


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a pay table: an outcome, when it happens, what it pays."""

    outcome: str
    """The hand."""
    when: Condition
    """The condition under which it occurs."""
    pays: Odds | ByChoice
    """The odds."""
    envy: Cents | None = None
    """Paid to others on this outcome, in cents."""
    place: FilePlace = field(compare=False, kw_only=True)

    @property
    def hangs_on(self) -> tuple[str, ...]:
        """Keys of the readings and options that decide when it happens or what it pays."""
        by = (self.pays.key,) if isinstance(self.pays, ByChoice) else ()
        return tuple(dict.fromkeys((*by, *sorted(choices_in(self.when)))))

    def in_force(self, chosen: Mapping[str, str]) -> bool:
        """Whether it is possible under these choices."""
        return settled(self.when, chosen) != NEVER

    def pays_under(self, chosen: Mapping[str, str]) -> Odds:
        """What it pays under these choices, or under the first choice if none was made."""
        if isinstance(self.pays, Odds):
            return self.pays
        first = next(iter(self.pays.pays.values()))
        return self.pays.pays.get(chosen.get(self.pays.key, ""), first)


@dataclass(frozen=True, slots=True)
class PayTable:
    """A printed pay table, row for row."""

    id: str
    """Its id: `Paytable A`."""
    decks: tuple[int, ...] = ()
    """The numbers of decks it is printed for; empty if they do not matter."""
    rows: tuple[Row, ...] = ()
    """Its rows, as printed."""
    meters: tuple[Meter, ...] = ()
    """The meters that its stakes feed."""
    stakes: tuple[Money, ...] = ()
    """The stakes it is printed for; empty if the wager's own stake rule applies."""
    base_stake: Money | None = None
    """Dollar pays and seeds are printed for this stake and scale with it."""
    least: Money | None = None
    """The smallest stake this table may be offered for."""
    settles: str = among(("", *SETTLES), "")
    """When it is settled, if that differs from the wager's other tables."""
    placed: str = ""
    """When it is placed, if a reading differs from the wager."""
    beside: str = ""
    """The pay table that the wager it needs must have."""
    note: str = ""
    """What else should be known about it."""
    cite: str = ""
    """Its clause, if it has its own."""
    place: FilePlace = field(compare=False, kw_only=True)

    @property
    def is_progressive(self) -> bool:
        """Whether it has a meter."""
        return bool(self.meters)

    def decisive(self, row: Row) -> str:
        """Of the keys that a row depends on, the one that the fewest other rows depend on; empty if
        none.
        """
        others = [key for each in self.rows for key in each.hangs_on]
        return min(row.hangs_on, key=others.count, default="")


@dataclass(frozen=True, slots=True)
class Change:
    """What a choice of a reading or option changes in some of the pay tables."""

    by: str
    """The key of the reading or option."""
    choice: str
    """The choice that makes the change."""
    tables: tuple[str, ...]
    """Ids; in a file, `P32*` for several."""
    decks: tuple[int, ...] = ()
    """The numbers of decks it applies to; all if empty."""
    stakes: tuple[Money, ...] = ()
    """The stakes it applies to; all if empty."""
    meters: tuple[Meter, ...] = ()
    """The meters that it gives them."""
    settles: str = among(("", *SETTLES), "")
    """When they are settled."""
    placed: str = among(("", *PLACED), "")
    """When the wager is placed."""
    beside: str = ""
    """The pay table that the wager it needs must have."""


@dataclass(frozen=True, slots=True)
class Multiplier:
    """Multiplies a winning pay (58 Pa. Code § 633c.12(j))."""

    when: Condition
    """The condition."""
    times: int
    """By how much it multiplies."""
    cite: str = ""
    """The clause that says so."""
