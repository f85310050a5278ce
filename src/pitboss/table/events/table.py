"""The table itself in its log: its header, its money, its limits and its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from pitboss.log import Event, printed_as
from pitboss.money import Cents

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
    """The limits that were posted hold from the next round on."""

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
