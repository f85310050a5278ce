"""Stakes in the log of a table: placed, taken, paid, and awards that wait."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.log import Event, printed_as
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class Bet(Event):
    """A stake was placed before the deal."""

    kind = "bet"
    box: int
    player: str
    wager: str
    cents: Cents
    position: int = 0


@dataclass(frozen=True, slots=True)
class Tip(Event):
    """A bet for the dealer was placed before the deal."""

    kind = "tip"
    box: int
    player: str
    wager: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class StakeAdded(Event):
    """A stake was added after the deal."""

    kind = "stake"
    box: int
    player: str
    wager: str = field(metadata=printed_as("on"))
    cents: Cents
    to: str = ""
    """`dealer` if it is a bet for the dealer."""


@dataclass(frozen=True, slots=True)
class StakeCollected(Event):
    """A stake was taken into the rack before the deal."""

    kind = "collect"
    box: int
    wager: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """A stake was taken or paid."""

    kind = "result"
    box: int
    player: str
    wager: str = field(metadata=printed_as("on"))
    cents: Cents
    held: Cents
    """How much of the stake was on the layout and not in the rack."""
    pays: str
    why: str
    back: Cents
    slip: int = 0
    to: str = ""
    """Who received a bet for the dealer: `dealer` or `player`."""
    odd: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyPaid(Event):
    """Another player, or the dealer, was paid for a hand."""

    kind = "envy"
    box: int
    player: str = ""
    wager: str
    cents: Cents
    why: str
    to: str


@dataclass(frozen=True, slots=True)
class WinsLimited(Event):
    """The wins of a round were cut to the house's posted limit for all winners together."""

    kind = "limit"
    wager: str
    wins: Cents
    limit: Cents


@dataclass(frozen=True, slots=True)
class SlipWritten(Event):
    """An award waits for a floor supervisor."""

    kind = "slip"
    number: int
    box: int
    player: str
    wager: str
    cents: Cents
    source: str = field(metadata=printed_as("from"))
    fund: str


@dataclass(frozen=True, slots=True)
class SlipValidated(Event):
    """A floor supervisor validated a slip, and it was paid."""

    kind = "validated"
    slip: int
    by: str
    box: int
    player: str
    wager: str
    cents: Cents
    source: str = field(metadata=printed_as("from"))


@dataclass(frozen=True, slots=True)
class SystemUsed(Event):
    """A step at the progressive system of a wager, and what was seen or counted there."""

    kind = "system"
    step: str
    wager: str
    clause: str
    boxes: tuple[int, ...] = ()
    """Boxes whose wager is accepted, or whose light is on."""
    chips: int | None = None
    slip: int = 0


@dataclass(frozen=True, slots=True)
class SystemResolved(Event):
    """A floor supervisor decided what holds where the system and the table differed."""

    kind = "resolved"
    step: str
    wager: str
    by: str
    box: int | None = None
    """The box whose wager is returned."""
    boxes: tuple[int, ...] = ()
    chips: int | None = None
    why: str = ""
