"""A progressive meter: what it shows, holds in reserve, has taken in and has paid, and the
liability that it may transfer to another meter.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from pitboss.errors import NotAllowed, UnknownName, sentence
from pitboss.money import Cents, show_money, show_percent
from pitboss.progressive.events import FundMoved
from pitboss.rulebook.paytable import Meter

FROM_RESERVE: Final = "seed from reserve"
PLUS_RESERVE: Final = "seed plus reserve"
"""When all of it is won, a meter starts at its seed and all of the reserve (30-2110(16))."""


def meter_named(name: str) -> str:
    """A meter's name in a sentence.

    >>> meter_named("mega"), meter_named("blazing-7s meter"), meter_named("meter")
    ('the mega meter', 'the blazing-7s meter', 'the meter')
    """
    return f"the {name.removesuffix(' meter')} meter" if name != "meter" else "the meter"


class Held:
    """The money in a meter, or in transit to another: exact, and in whole cents."""

    __slots__ = ()
    shown: Fraction
    reserve: Fraction
    overflow: Fraction

    @property
    def parts(self) -> dict[str, Any]:
        """What it holds, exactly."""
        return {"shown": self.shown, "reserve": self.reserve, "overflow": self.overflow}

    @property
    def display(self) -> Cents:
        """What players see: whole cents, never more than is there."""
        return math.floor(self.shown)

    @property
    def kept(self) -> Cents:
        """Whole cents that it holds but does not show."""
        return math.floor(self.reserve + self.overflow)


@dataclass(frozen=True, slots=True)
class MeterState(Held):
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
    overflow: Fraction = Fraction(0)
    """What stakes added beyond the limit; the next start shows it."""
    seeded: Fraction = Fraction(0)
    """Everything the house has put in to seed it."""
    contributed: Fraction = Fraction(0)
    """Everything stakes have added, shown or not."""
    transferred: Fraction = Fraction(0)
    """Everything received from other meters, less what was handed over to others."""
    paid: Fraction = Fraction(0)
    wins: int = 0
    """How often all of it was won."""
    sequence: int = 0
    on_first: Cents | None = None
    """Only this much of each stake feeds it."""
    limit: Cents | None = None
    """It never shows more than this."""
    reset: str = FROM_RESERVE
    clause: str = ""
    """The clause that provides for it."""
    discontinued: str = ""
    """The clause that keeps it until its highest award is won, if the law has one."""
    permits: str = ""
    """Whose permission a transfer needs, if the law names somebody."""

    @property
    def called(self) -> str:
        """Its name in a sentence."""
        return meter_named(self.name)

    @property
    def is_conserved(self) -> bool:
        return self.seeded + self.contributed + self.transferred == self.paid + self._held

    @property
    def is_untouched(self) -> bool:
        """Whether it has never held more than its seed."""
        return not (self.contributed or self.transferred or self.paid)

    @property
    def _held(self) -> Fraction:
        return self.shown + self.reserve + self.overflow

    def contribution(self, stake: Cents) -> Fraction:
        """What a stake adds to the amount shown, or to the overflow above the limit."""
        return self.rate * self._base(stake)

    def contribute(self, stake: Cents, times: int = 1) -> MeterState:
        """One stake, or several equal ones, feed the meter and the reserve."""
        fed = times * self._base(stake)
        added, kept = self.rate * fed, self.reserve_rate * fed
        return replace(
            self._lifted(added),
            reserve=self.reserve + kept,
            contributed=self.contributed + added + kept,
            sequence=self.sequence + 1,
        )

    def withdraw(self, stake: Cents, wins: int | None = None) -> MeterState:
        """A voided stake takes back what remains of its contribution (reading G-9).

        `wins` is how often the meter had been won when the stake fed it: if it has been won since,
        the contribution went with the award and nothing is taken back.

        >>> fed = open_meter("mini", 1000, Fraction(1, 10)).contribute(500)
        >>> fed.withdraw(500).display, fed.award(Fraction(1))[1].withdraw(500, wins=0).display
        (1000, 1000)
        """
        gone = wins is not None and wins != self.wins
        base = 0 if gone else self._base(stake)
        above = min(self.overflow, self.rate * base)
        shown = min(self.shown, self.rate * base - above)
        kept = min(self.reserve, self.reserve_rate * base)
        return replace(
            self,
            shown=self.shown - shown,
            reserve=self.reserve - kept,
            overflow=self.overflow - above,
            contributed=self.contributed - above - shown - kept,
            sequence=self.sequence + 1,
        )

    def award(self, share: Fraction) -> tuple[Cents, MeterState]:
        """Pay a share of what is shown, in whole cents; winning all of it restarts the meter.

        The new start shows the overflow and the seed. The seed comes from the reserve as far as
        that goes, or is added to all of it (30-2110(16)); the house adds the rest.
        """
        if not 0 < share <= 1:
            raise NotAllowed(f"{show_percent(share)} of a meter cannot be won.")
        amount = math.floor(self.shown * share)
        left = replace(
            self,
            shown=self.shown - amount,
            paid=self.paid + amount,
            sequence=self.sequence + 1,
        )
        return amount, left._reseeded() if share == 1 else left

    def receive(self, shown: Fraction, reserve: Fraction, overflow: Fraction) -> MeterState:
        """Take over the fund of another meter, part by part (30-2110(15)(d))."""
        lifted = self._lifted(shown)
        return replace(
            lifted,
            reserve=self.reserve + reserve,
            overflow=lifted.overflow + overflow,
            transferred=self.transferred + shown + reserve + overflow,
            sequence=self.sequence + 1,
        )

    def unseeded(self, cents: Cents) -> MeterState:
        """The house takes back a part of the seed, which a fund replaces."""
        return replace(self, shown=self.shown - cents, seeded=self.seeded - cents)

    def handed_over(self) -> MeterState:
        """Everything it holds goes to another meter."""
        return replace(self._emptied(), transferred=self.transferred - self._held)

    def retired(self) -> MeterState:
        """Everything it holds goes back to the house that seeded it."""
        return replace(self._emptied(), seeded=self.seeded - self._held)

    def _base(self, stake: Cents) -> Cents:
        return stake if self.on_first is None else min(stake, self.on_first)

    def _lifted(self, added: Fraction) -> MeterState:
        room = added if self.limit is None else max(Fraction(0), self.limit - self.shown)
        shown = min(added, room)
        return replace(self, shown=self.shown + shown, overflow=self.overflow + added - shown)

    def _reseeded(self) -> MeterState:
        beside = self.reset == PLUS_RESERVE
        from_reserve = self.reserve if beside else min(self.reserve, Fraction(self.seed))
        from_house = self.seed if beside else self.seed - from_reserve
        left = replace(
            self,
            reserve=self.reserve - from_reserve,
            overflow=Fraction(0),
            seeded=self.seeded + from_house,
            wins=self.wins + 1,
        )
        return left._lifted(self.overflow + from_reserve + from_house)

    def _emptied(self) -> MeterState:
        none = Fraction(0)
        return replace(self, shown=none, reserve=none, overflow=none, sequence=self.sequence + 1)


@dataclass(frozen=True, slots=True)
class Moves:
    """Whole cents that a change moves, so that a meter's accounts match what it shows and keeps."""

    adds: Cents = 0
    """Change of the display."""
    keeps: Cents = 0
    """Change of what it holds but does not show."""
    from_house: Cents = 0
    """What the house puts in to seed it; a cent of rounding may go either way."""

    def __add__(self, other: Moves) -> Moves:
        return Moves(
            self.adds + other.adds, self.keeps + other.keeps, self.from_house + other.from_house
        )


def moved(before: MeterState, after: MeterState) -> Moves:
    """The whole cents that one change of a meter moves.

    If no stake or other meter put anything in, what is paid and held comes from the house.

    >>> party = open_meter("party", 10_000, Fraction(16, 100), Fraction(3, 80)).contribute(500)
    >>> moved(party, party.award(Fraction(1))[1])
    Moves(adds=-80, keeps=-18, from_house=9982)
    """
    adds, keeps = after.display - before.display, after.kept - before.kept
    given = (after.contributed, after.transferred) == (before.contributed, before.transferred)
    paid = int(after.paid - before.paid)
    return Moves(adds, keeps, adds + keeps + paid if given else 0)


def open_meter(
    name: str,
    seed: Cents,
    rate: Fraction,
    reserve: Fraction = Fraction(0),
    limit: Cents | None = None,
    reset: str = FROM_RESERVE,
) -> MeterState:
    """A new meter at its seed."""
    if reset not in (FROM_RESERVE, PLUS_RESERVE):
        raise UnknownName("start of a meter", reset, (FROM_RESERVE, PLUS_RESERVE))
    if limit is not None and limit < seed:
        raise NotAllowed(
            f"{sentence(meter_named(name))} starts at {show_money(seed)}: "
            f"its limit of {show_money(limit)} must not be lower."
        )
    return MeterState(
        name=name,
        seed=seed,
        rate=rate,
        reserve_rate=reserve,
        shown=Fraction(seed),
        seeded=Fraction(seed),
        limit=limit,
        reset=reset,
    )


def from_rule(
    rule: Meter,
    stake: Cents,
    base: Cents | None,
    seed: Cents | None,
    rate: Fraction | None,
    reset: str = FROM_RESERVE,
) -> MeterState:
    """The meter of a pay table, with the seed and rate that the house filed if it must.

    A mystery meter starts at its minimum and is limited by its maximum (§ 633c.14(c)(4), (5)).
    """
    law_seed = rule.seed_for(stake, base) if rule.minimum is None else rule.minimum
    filed = law_seed if seed is None else seed
    added = rule.rate if rate is None else rate
    if filed is None or added is None:
        what = "seed" if filed is None else "increment rate"
        raise NotAllowed(
            f"The law leaves the {what} of the {rule.name} meter to the house: file it."
        )
    if rule.seed_is == "fixed" and law_seed is not None and filed != law_seed:
        raise NotAllowed(
            f"{sentence(meter_named(rule.name))} is seeded at {show_money(law_seed)}, "
            f"not {show_money(filed)}."
        )
    if rule.seed_is == "at least" and law_seed is not None and filed < law_seed:
        raise NotAllowed(
            f"{sentence(meter_named(rule.name))} starts at {show_money(law_seed)} or more, "
            f"not {show_money(filed)}."
        )
    kept = rule.reserve or Fraction(0)
    meter = open_meter(rule.name, filed, added, kept, rule.maximum, reset)
    return replace(meter, on_first=rule.on_first)


def share_equally(amount: Cents, winners: int) -> tuple[Cents, ...]:
    """Equal parts in whole cents; odd cents go to the first winners in settlement order.

    >>> share_equally(1001, 3)
    (334, 334, 333)
    """
    part, odd = divmod(amount, winners)
    return tuple(part + (i < odd) for i in range(winners))


# -- a fund in transfer ----------------------------------------------------------------------------


REOPENED: Final = "decision"
"""Used instead of a clause: a table is reopened under other rules, and nothing is discontinued."""


@dataclass(frozen=True, slots=True)
class Fund(Held):
    """What a meter handed over, to which other, and on whose authority (30-2110(15)(d))."""

    of: str
    sequence: int
    to: str
    by: str
    """The floor supervisor who carried it out."""
    clause: str
    """The clause that lets a liability be transferred, or `REOPENED`."""
    shown: Fraction
    reserve: Fraction
    overflow: Fraction
    permission: str = ""
    """Who permitted it, with number or date, if the law requires that."""

    @classmethod
    def moved(cls, of: str, sequence: int, to: str, said: FundMoved) -> Fund:
        """The fund that a line of a meter's log is about."""
        parts = said.shown, said.reserve, said.overflow
        return cls(of, sequence, to, said.by, said.clause, *parts, said.permission)

    @property
    def word(self) -> dict[str, str]:
        """On whose authority it was transferred, as every log says it."""
        said = {"by": self.by, "clause": self.clause, "permission": self.permission}
        return {name: words for name, words in said.items() if words}
