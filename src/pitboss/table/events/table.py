"""The table itself in its log: its header, its money, its limits, its meters and its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from pitboss.log import Event, printed_as, printed_at
from pitboss.money import Cents
from pitboss.progressive.meter import Fund

LOG_VERSION: Final = 3


@dataclass(frozen=True, slots=True)
class LogOpened(Event):
    """The first line: the rules and settings of the table."""

    kind = "log"
    version: int
    """Of the log itself: since 3 chains are salted, and an irregularity is reported only once,
    where it can have happened."""
    rulebook: str
    procedure: str
    house: str


@dataclass(frozen=True, slots=True)
class MeterStarted(Event):
    """One of the table's own meters starts with its seed."""

    kind = "meter"
    name: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class BuyIn(Event):
    """A player exchanged money for chips."""

    kind = "buy-in"
    player: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class CashOut(Event):
    """A player exchanged chips for money."""

    kind = "cash-out"
    player: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class LimitsPosted(Event):
    """Other limits were posted at the table, with the time from which they hold."""

    kind = "notice"
    limits: str
    by: str
    at: int
    """Seconds since 1970."""
    holds_from: int = field(metadata=printed_as("from"))
    empty: int = 0
    """1 if nobody sat at the table, which needs no notice."""


@dataclass(frozen=True, slots=True)
class LimitsChanged(Event):
    """The posted limits take effect with the next round."""

    kind = "limits"
    limits: str
    at: int


@dataclass(frozen=True, slots=True)
class TableClosed(Event):
    """The table closed for good."""

    kind = "close"
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSuperseded(Event):
    """A floor supervisor decided that the log ends here."""

    kind = "superseded"
    was: str
    """The procedure that the log was made by."""
    now: str
    rulebook: str = ""
    by: str
    why: str = ""


# -- changes to the meters -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterMoved(Event):
    """A change to a meter, as numbered in the meter's own log."""

    meter: str
    sequence: int = field(metadata=printed_at(3))
    adds: Cents = field(metadata=printed_at(4))
    keeps: Cents = field(metadata=printed_at(4))
    shows: Cents = field(metadata=printed_at(4))
    won: Cents = field(default=0, metadata=printed_at(4))
    from_house: Cents = field(default=0, metadata={**printed_as("house"), **printed_at(4)})


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterFed(MeterMoved):
    """A stake fed a meter, and may have hit a mystery."""

    kind = "feed"
    box: int
    wager: str
    cents: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterUnfed(MeterMoved):
    """The contribution of a voided stake was returned."""

    kind = "unfeed"
    box: int
    wager: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterAwarded(MeterMoved):
    """A meter gave an award."""

    kind = "award"
    winners: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterRetired(MeterMoved):
    """One of the table's own meters ended."""

    kind = "retired"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterHandover(MeterMoved):
    """The fund of a meter was transferred to another, on someone's authority."""

    shown: Fraction = field(metadata=printed_at(2))
    reserve: Fraction = field(metadata=printed_at(2))
    overflow: Fraction = field(metadata=printed_at(2))
    by: str = field(default="", metadata=printed_at(5))
    clause: str = field(default="", metadata=printed_at(5))
    permission: str = field(default="", metadata=printed_at(5))

    def fund(self, of: str, sequence: int, to: str) -> Fund:
        """The fund itself: from which meter, by which line of its log, to which other."""
        parts = self.shown, self.reserve, self.overflow
        return Fund(of, sequence, to, self.by, self.clause, *parts, self.permission)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterSent(MeterHandover):
    """One of the table's own meters handed its fund over to another."""

    kind = "transferred"
    to: str
    sequence: int = field(metadata=printed_at(1))
    why: str = field(metadata=printed_at(5))


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterReceived(MeterHandover):
    """A meter took over the fund of another."""

    kind = "received"
    of: str
    line_of: int = field(metadata=printed_as("line"))
    """The line of the other meter's log that says so."""
