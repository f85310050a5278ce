"""The events of a meter, as its own log records them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from pitboss.log import Event, Notation, printed_at
from pitboss.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterEvent(Event):
    """A line of a meter's log, by its number."""

    sequence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterChange(MeterEvent):
    """What one accepted change did, in whole cents.

    `adds + keeps + cents + hit` came in: `from_house` of it from the house, the rest from a
    stake's increment or, at a transfer, from another meter.
    """

    key: str
    cents: Cents = field(default=0, metadata=printed_at(1))
    """The award that was claimed."""
    shows: Cents = field(metadata=printed_at(1))
    """The display afterwards."""
    adds: Cents = field(default=0, metadata=printed_at(1))
    keeps: Cents = field(default=0, metadata=printed_at(1))
    from_house: Cents = field(default=0, metadata=printed_at(1))
    hit: Cents = field(default=0, metadata=printed_at(1))
    """The mystery award that this contribution triggered."""

    @property
    def won(self) -> Cents:
        """The award that it gave, claimed or triggered."""
        return self.cents + self.hit


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterOpened(MeterChange):
    """A meter begins, with the parameters that it keeps."""

    kind = "open"
    seed: Cents
    start: Cents
    rate: str
    reserve: str
    limit: int | None = None
    on_first: int | None = None
    reset: str
    linked: str
    clause: str = ""
    discontinued: str = ""
    permits: str = ""
    largest: int | None = None
    struck: str = ""
    within: str = ""

    @property
    def is_linked(self) -> bool:
        """Whether tables may share it."""
        return self.linked == "yes"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableJoined(MeterChange):
    """A table is connected."""

    kind = "join"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contributed(MeterChange):
    """A stake fed the meter."""

    kind = "contribute"
    stake: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn(MeterChange):
    """A voided stake took back what was left of its contribution."""

    kind = "withdraw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed(MeterChange):
    """An award was won."""

    kind = "claim"
    share: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retired(MeterChange):
    """The meter was discontinued."""

    kind = "retire"


@dataclass(frozen=True, slots=True, kw_only=True)
class FundMoved(MeterChange):
    """A fund left for another meter or came from one, on someone's authority."""

    by: str = ""
    clause: str = ""
    permission: str = ""
    shown: Fraction
    reserve: Fraction
    overflow: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class FundSent(FundMoved):
    """The meter was closed and its fund handed to another."""

    kind = "transfer"


@dataclass(frozen=True, slots=True, kw_only=True)
class FundReceived(FundMoved):
    """The fund of another meter was taken over."""

    kind = "receive"


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueCommitted(MeterEvent):
    """The hash of a secret value, before the first contribution that it can decide."""

    kind = "commit"
    commitment: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueOpened(MeterEvent):
    """The secret value that was committed, once it no longer decides anything."""

    kind = "opened"
    salt: str
    value: Cents


MeterSink = Callable[[MeterEvent], object]
"""Gets each event of a meter's log as it is made."""

METER_LOG: Final = Notation(
    MeterOpened,
    TableJoined,
    Contributed,
    Withdrawn,
    Claimed,
    Retired,
    FundSent,
    FundReceived,
    ValueCommitted,
    ValueOpened,
)
