"""The results of one accepted command, gathered from the sinks of tables and meters.

Tables and meters act in memory first. Their sinks write here; `take` gives all of it as one batch,
and the store commits a batch in full or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import add
from typing import Any, Final

from pitboss.log import Event
from pitboss.progressive.events import MeterEvent
from pitboss.progressive.link import Link
from pitboss.progressive.secret import SealedValue

EVERY: Final = 256
"""A snapshot of a meter is taken about this many lines after the last."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command that was carried out: repeating its key gets the same answer."""

    person_id: int
    key: str
    asked: str
    """What was asked, so that a key cannot be used for another command."""
    answer: str


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the audit trail."""

    who: str
    what: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """A new table."""

    id: str
    name: str
    house: str
    source: str


@dataclass(frozen=True, slots=True)
class Batch:
    """The results of one command, to be committed together."""

    opened: tuple[Opening, ...] = ()
    events: tuple[tuple[str, int, Event], ...] = ()
    """Table, place in its log, event."""
    sealed: tuple[tuple[str, int, str], ...] = ()
    """Table, number of the shoe, the text that the vault stores."""
    link_events: tuple[tuple[str, int, MeterEvent], ...] = ()
    secrets: tuple[tuple[str, int, str], ...] = ()
    snapshots: tuple[tuple[str, dict[str, Any]], ...] = ()
    """A meter, and its state after these events."""
    command: Command | None = None
    notes: tuple[Note, ...] = ()
    can_wait: bool = False
    """The command changed nothing: only its own answer waits for the commit."""

    @property
    def gathered(self) -> tuple[tuple[Any, ...], ...]:
        """What tables and meters did."""
        return self.opened, self.events, self.sealed, self.link_events, self.secrets, self.snapshots

    def __bool__(self) -> bool:
        return any(self.gathered) or bool(self.command or self.notes)

    def __add__(self, other: Batch) -> Batch:
        """Both together, as one command that involves several journals."""
        return Batch(*map(add, self.gathered, other.gathered))


@dataclass(slots=True)
class Journal:
    """What happened since the last batch was taken."""

    last: dict[str, int] = field(default_factory=dict)
    """Table → the place of its last event, committed or not."""
    ahead: bool = False
    """Something happened that is not known to be committed."""
    links: dict[str, Link] = field(default_factory=dict)
    """The meters that write here, by name."""
    snapped: dict[str, int] = field(default_factory=dict)
    """Meter → the line of its log at which the last snapshot of it was taken."""
    _opened: list[Opening] = field(default_factory=list)
    _events: list[tuple[str, int, Event]] = field(default_factory=list)
    _sealed: list[tuple[str, int, str]] = field(default_factory=list)
    _link_events: list[tuple[str, int, MeterEvent]] = field(default_factory=list)
    _secrets: list[tuple[str, int, str]] = field(default_factory=list)

    def open(self, opening: Opening) -> None:
        """Add a new table, whose log begins."""
        self.ahead = True
        self._opened.append(opening)
        self.last[opening.id] = 0

    def sink(self, table: str) -> Callable[[Event], None]:
        """Where a table's events go."""

        def write(made: Event) -> None:
            self.ahead = True
            self.last[table] += 1
            self._events.append((table, self.last[table], made))

        return write

    def link_sink(self, link: str) -> Callable[[MeterEvent], None]:
        """Where a meter's events go."""

        def write(made: MeterEvent) -> None:
            self.ahead = True
            self._link_events.append((link, made.sequence, made))

        return write

    def seal(self, table: str, number: int, text: str) -> None:
        """A shoe was shuffled."""
        self.ahead = True
        self._sealed.append((table, number, text))

    def keeper(self, link: str, kept: int = 0) -> Callable[[SealedValue], None]:
        """Where a meter's secret values go, after those already stored."""
        count = kept

        def keep(value: SealedValue) -> None:
            nonlocal count
            count += 1
            self.ahead = True
            self._secrets.append((link, count, str(value)))

        return keep

    def take(self) -> Batch:
        """Everything since the last time."""
        meters = self._link_events, self._secrets
        parts: tuple[list[Any], ...] = (self._opened, self._events, self._sealed, *meters)
        made: list[Any] = [*map(tuple, parts), tuple(self._snapshots())]
        for part in parts:
            part.clear()
        return Batch(*made)

    def _snapshots(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Snapshots of meters whose last snapshot is many lines old."""
        for name in {link for link, _, _ in self._link_events}:
            link = self.links.get(name)
            if link and link.sequence - self.snapped.get(name, 0) >= EVERY:
                self.snapped[name] = link.sequence
                yield name, link.state()

    def kept(self) -> None:
        """Note that everything is committed."""
        self.ahead = False


@dataclass(frozen=True, slots=True)
class JournalVault:
    """A table's vault: shoes are stored with the batch in which they were shuffled."""

    table: str
    journal: Journal
    fetch: Callable[[str, int], str | None]

    def put(self, number: int, text: str) -> None:
        self.journal.seal(self.table, number, text)

    def get(self, number: int) -> str | None:
        return self.fetch(self.table, number)
