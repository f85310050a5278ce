"""A progressive meter: what it shows, what it keeps in reserve, what it has taken and paid.

Amounts are Fractions of a cent. What is shown to players is truncated; nothing else is rounded.
Conservation: seeds + contributions = paid + shown + reserve.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.errors import NotAllowed
from pitboss.money import Cents, show_money, show_percent
from pitboss.rulebook.schema import Meter


@dataclass(frozen=True, slots=True)
class MeterState:
    """A meter at one moment of its sequenced log.

    >>> meter = open_meter("party", 5_000_000, Fraction(16, 100), Fraction(3, 80))
    >>> meter = meter.contribute(500)
    >>> meter.display, meter.reserve
    (5000080, Fraction(75, 4))
    >>> award, meter = meter.award(Fraction(1, 10))
    >>> award, meter.display, meter.is_conserved
    (500008, 4500072, True)
    """

    name: str
    seed: Cents
    rate: Fraction
    reserve_rate: Fraction
    shown: Fraction
    reserve: Fraction = Fraction(0)
    seeded: Fraction = Fraction(0)
    """All that the house has put in to seed it."""
    contributed: Fraction = Fraction(0)
    """All that stakes have added, shown or in reserve."""
    paid: Fraction = Fraction(0)
    hits: int = 0
    sequence: int = 0
    on_first: Cents | None = None
    """Only this much of each stake feeds it."""

    @property
    def display(self) -> Cents:
        """What players see: whole cents, never more than is there."""
        return math.floor(self.shown)

    @property
    def is_conserved(self) -> bool:
        return self.seeded + self.contributed == self.paid + self.shown + self.reserve

    def contribute(self, stake: Cents) -> MeterState:
        """A stake feeds the meter and the reserve."""
        base = min(stake, self.on_first) if self.on_first is not None else stake
        shown, kept = self.rate * base, self.reserve_rate * base
        return replace(
            self,
            shown=self.shown + shown,
            reserve=self.reserve + kept,
            contributed=self.contributed + shown + kept,
            sequence=self.sequence + 1,
        )

    def withdraw(self, stake: Cents) -> MeterState:
        """A voided stake takes its contribution back (reading G-9)."""
        base = min(stake, self.on_first) if self.on_first is not None else stake
        shown, kept = self.rate * base, self.reserve_rate * base
        if shown > self.shown:
            raise NotAllowed(
                f"The {self.name} meter shows {show_money(self.display)}: it was won since, and "
                "the contribution cannot be taken back."
            )
        return replace(
            self,
            shown=self.shown - shown,
            reserve=self.reserve - kept,
            contributed=self.contributed - shown - kept,
            sequence=self.sequence + 1,
        )

    def award(self, share: Fraction) -> tuple[Cents, MeterState]:
        """Pay a share of what is shown, in whole cents; all of it starts the meter anew.

        The new seed comes out of the reserve as far as that goes, and the house adds the rest.
        A meter whose seed is filed with a reserve shows the reserve beyond the seed at once.
        """
        if not 0 < share <= 1:
            raise NotAllowed(f"{show_percent(share)} of a meter cannot be won.")
        amount = math.floor(self.shown * share)
        left = replace(
            self,
            shown=self.shown - amount,
            paid=self.paid + amount,
            hits=self.hits + 1,
            sequence=self.sequence + 1,
        )
        return amount, left._reseeded() if share == 1 else left

    def _reseeded(self) -> MeterState:
        need = Fraction(self.seed)
        from_reserve = min(self.reserve, need)
        return replace(
            self,
            shown=self.shown + need,
            reserve=self.reserve - from_reserve,
            seeded=self.seeded + need - from_reserve,
        )


def open_meter(
    name: str, seed: Cents, rate: Fraction, reserve: Fraction = Fraction(0)
) -> MeterState:
    """A new meter at its seed."""
    return MeterState(
        name=name,
        seed=seed,
        rate=rate,
        reserve_rate=reserve,
        shown=Fraction(seed),
        seeded=Fraction(seed),
    )


def from_rule(
    rule: Meter, stake: Cents, base: Cents | None, seed: Cents | None, rate: Fraction | None
) -> MeterState:
    """The meter of a pay table, with the seed and rate the house filed where it must."""
    law_seed = rule.seed_for(stake, base)
    filed = law_seed if seed is None else seed
    added = rule.rate if rate is None else rate
    if filed is None or added is None:
        what = "seed" if filed is None else "increment rate"
        raise NotAllowed(
            f"The law leaves the {what} of the {rule.name} meter to the house: file it."
        )
    if rule.seed_is == "fixed" and law_seed is not None and filed != law_seed:
        raise NotAllowed(
            f"The {rule.name} meter is seeded at {show_money(law_seed)}, not {show_money(filed)}."
        )
    if rule.seed_is == "at least" and law_seed is not None and filed < law_seed:
        raise NotAllowed(
            f"The {rule.name} meter starts at {show_money(law_seed)} or more, "
            f"not {show_money(filed)}."
        )
    meter = open_meter(rule.name, filed, added, rule.reserve or Fraction(0))
    return replace(meter, on_first=rule.on_first)


def share_equally(amount: Cents, winners: int) -> tuple[Cents, ...]:
    """Equal parts in whole cents; odd cents go to the first winners in settlement order.

    >>> share_equally(1001, 3)
    (334, 334, 333)
    """
    part, odd = divmod(amount, winners)
    return tuple(part + (i < odd) for i in range(winners))
