"""The meters of a table as its log records them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pitboss.errors import PitbossError
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.progressive.events import MeterChange
from pitboss.progressive.fund import Fund
from pitboss.table.events import (
    MeterAwarded,
    MeterFed,
    MeterMoved,
    MeterReceived,
    MeterRetired,
    MeterSent,
    MeterUnfed,
)
from pitboss.table.houses.opening import Open
from pitboss.table.money.awards import TableMeter, open_link

M = TypeVar("M", bound=MeterMoved)


@dataclass(slots=True)
class LoggedMeter:
    """A meter as a table's log records it: a linked one, or a mystery whose value is sealed."""

    entries: Iterator[MeterMoved]

    def contribute(self, key: str, stake: Cents) -> MeterChange:
        return self._change(MeterFed, key)

    def withdraw(self, key: str) -> MeterChange:
        return self._change(MeterUnfed, key)

    def claim(self, key: str, share: object) -> MeterChange:
        return self._change(MeterAwarded, key)

    def retire(self) -> MeterChange:
        return self._change(MeterRetired)

    def transfer(self, to: str, by: str, clause: str, permission: str = "") -> Fund:
        said = self._next(MeterSent)
        return said.fund("", said.sequence, to)

    def receive(self, fund: Fund) -> MeterChange:
        return self._change(MeterReceived)

    def _change(self, kind: type[MeterMoved], key: str = "") -> MeterChange:
        said = self._next(kind)
        return MeterChange(
            sequence=said.sequence,
            key=key,
            cents=said.won,
            shows=said.shows,
            adds=said.adds,
            keeps=said.keeps,
            from_house=said.house,
        )

    def _next(self, kind: type[M]) -> M:
        found = next(self.entries, None)
        if not isinstance(found, kind):
            raise PitbossError("The log does not say what the meter gave.")
        return found


def logged_meters(opened: Open, events: Sequence[Event]) -> dict[str, TableMeter]:
    """New meters of the table's own, and what the log says of the others."""
    made: dict[str, TableMeter] = {}
    for name, metered in opened.meters.items():
        if metered.link or metered.is_mystery:
            made[name] = _told(name, events)
        else:
            link = open_link(opened, metered)
            link.join(opened.house.table)
            made[name] = link
    return made


def told_meters(opened: Open, events: Sequence[Event]) -> dict[str, TableMeter]:
    """What the log says of every meter."""
    return {name: _told(name, events) for name in opened.meters}


def _told(name: str, events: Sequence[Event]) -> LoggedMeter:
    moved = (each for each in events if isinstance(each, MeterMoved))
    return LoggedMeter(each for each in moved if each.meter == name)
