"""Meters in the store: their names, and the check of each log against those of the tables."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection

from pitboss.errors import NotationError, PitbossError
from pitboss.log import Difference
from pitboss.progressive.events import (
    METER_LOG,
    Claimed,
    Contributed,
    FundMoved,
    FundReceived,
    FundSent,
    MeterChange,
    MeterEvent,
    MeterOpened,
    Retired,
    ValueCommitted,
    ValueOpened,
    Withdrawn,
)
from pitboss.progressive.link import Link
from pitboss.progressive.link_replay import NO_LOG, LinkReplay
from pitboss.progressive.secret import LoggedSecrets, SealedValue
from pitboss.store import queries
from pitboss.store.database import Damaged
from pitboss.store.history import Snapshot, snapshot_of
from pitboss.store.keys import Keys, NoKeys, secret_place
from pitboss.store.trail import ChainCheck, StoredDifference
from pitboss.table.events import TABLE_LOG, header_of
from pitboss.table.events.table import (
    MeterAwarded,
    MeterFed,
    MeterHandover,
    MeterMoved,
    MeterReceived,
    MeterRetired,
    MeterSent,
    MeterUnfed,
)
from pitboss.table.houses.filed_meters import wager_of
from pitboss.table.houses.house import House, logged_settings


def link_name(house: House, meter: str) -> str:
    """The name of a meter in the store: `table 1/super-4 star`, or `party jackpot-party mega`."""
    choice = house.wagers.get(wager_of(meter))
    return f"{choice.link} {meter}" if choice and choice.link else f"{house.table}/{meter}"


def meter_name(house: House, link: str) -> str:
    """A house's name for a meter of the store; empty if it does not feed it.

    >>> meter_name(House("colorado", table="pit 1"), "pit 1/super-4 star")
    'super-4 star'
    """
    if link.startswith(own := f"{house.table}/"):
        return link.removeprefix(own)
    for wager, choice in house.wagers.items():
        if choice.link and link.startswith(f"{choice.link} {wager} "):
            return link.removeprefix(f"{choice.link} ")
    return ""


@dataclass(frozen=True, slots=True)
class Feed:
    """What a line of a table's log records about a meter."""

    table: str
    line: int
    event: MeterMoved


@dataclass(frozen=True, slots=True)
class LinkReached(Snapshot):
    """What is known of a meter's log up to one of its lines, if no line before was wrong."""

    feeds: str
    """A sum over everything that it did for tables."""


class LinkCheck:
    """The check of one meter: its log, secret values and snapshot, and what tables record of it."""

    def __init__(
        self,
        connection: Connection,
        link: str,
        sealed: Mapping[int, str],
        keys: Keys | None,
        since: LinkReached | None = None,
    ) -> None:
        self._connection, self._link, self._keys = connection, link, keys
        self.chain = ChainCheck(f"meter {link}", sealed)
        self._feeds = 0
        self._replay: LinkReplay | None = None
        if since:
            self.chain.chain, self.chain.line = since.chain, since.line
            self._feeds = int(since.feeds, 16)
            self._replay = self._resumed(since.state)
        self._snapshot: Snapshot | None = None
        self._linked: bool | None = None
        self._is_read = False
        """To its end, without a line that could not be read or replayed."""

    def run(self, linked: bool, fed: int, step: Step) -> Iterator[StoredDifference]:
        """Everything that is wrong with it; `fed` is what the logs of tables add up to."""
        yield from self.log_faults(step)
        if self._replay is None or not self._is_read:
            return
        if self._linked not in (None, linked):
            yield self._fault("linked", str(linked), "yes" if self._linked else "no")
        if fed != self._feeds:
            yield from feed_faults(self._connection, self._link)
        yield from self._display_faults(linked)

    def log_faults(self, step: Step = lambda lines: None) -> Iterator[StoredDifference]:
        """What is wrong with its log, its secret values and its snapshot."""
        try:
            self._snapshot = snapshot_of(self._connection, self._link, self._keys)
        except Damaged as error:
            yield self._fault("snapshot", str(error), "one of this meter")
        committed = self._replay.link.committed if self._replay else 0
        for seq, line, at in queries.link_lines(self._connection, self._link, self.chain.line + 1):
            where = f"line {seq}"
            if seq != (due := self.chain.line + 1):
                yield self._fault(where, where, f"line {due} before it")
                return
            yield from self.chain.add(at, line)
            try:
                event = METER_LOG.parse_event(line)
            except NotationError:
                yield self._fault(where, repr(line[:60]), "an event of a log")
                return
            try:
                differs = self._take(event)
            except PitbossError as error:
                yield self._fault("", "no log of a meter", str(error))
                return
            if differs:
                yield self._fault(where, differs.logged, differs.expected)
                return
            if isinstance(event, MeterOpened):
                self._linked = event.is_linked
            if isinstance(event, ValueCommitted):
                committed += 1
                yield from self._value_faults(event, committed)
            yield from self._snapshot_faults()
            step(1)
        yield from self.chain.end(queries.link_chain(self._connection, self._link))
        if self._replay is None:
            yield self._fault("", "no log of a meter", NO_LOG)
            return
        for each in self._replay.end():
            yield self._fault(f"line {each.line}", each.logged, each.expected)
        if self._snapshot and self._snapshot.line > self.chain.line:
            yield self._fault("snapshot", f"line {self._snapshot.line}", "a line of its log")
        for n, _ in queries.secret_lines(self._connection, self._link, committed):
            none = "none: the log commits no such value"
            yield self._fault(f"secret value {n}", "a value", none)
        self._is_read = True

    def _fault(self, part: str, stored: str, derived: str) -> StoredDifference:
        where = f"meter {self._link}, {part}" if part else f"meter {self._link}"
        return StoredDifference(where, stored, derived)

    @property
    def reached(self) -> LinkReached | None:
        """Where a later check can continue."""
        if self._replay is None or self._replay.made:
            return None
        state = self._replay.link.state()
        return LinkReached(self.chain.line, self.chain.chain, state, f"{self._feeds:x}")

    def _take(self, event: MeterEvent) -> Difference | None:
        if self._replay is None:
            self._replay = LinkReplay(logged_values(self._connection, self._link), self._link)
        differs = self._replay.take(event)
        if isinstance(event, MeterChange) and type(event) in CHANGES.values():
            self._feeds = _summed(self._feeds, event.sequence, _by_meter(event))
        if not differs and event.sequence % FORGOTTEN == 0:
            forget(self._replay.link, event)
        return differs

    def _resumed(self, state: dict[str, Any]) -> LinkReplay:
        first = METER_LOG.parse_event(first_line(self._connection, self._link))
        values = logged_values(self._connection, self._link)
        seal = None
        for _ in range(state["committed"]):
            seal = values.next(0, 0)
        seal = seal if state["sealed"] else None
        return LinkReplay.resumed(first, state, seal, values, self._link)

    def _snapshot_faults(self) -> Iterator[StoredDifference]:
        """The snapshot from which the meter is resumed is what its log leads to."""
        said = self._snapshot
        if said is None or said.line != self.chain.line:
            return
        assert self._replay is not None
        where = f"snapshot at line {said.line}"
        if said.chain != self.chain.chain:
            yield self._fault(where, "of another log", "of this one")
        elif not agrees(said.state, self._replay.link.state()):
            yield self._fault(where, "another state", "the one that its log leads to")

    def _value_faults(self, event: ValueCommitted, n: int) -> Iterator[StoredDifference]:
        """A secret value whose hash is logged must be stored, and must have that hash."""
        where = f"secret value {n}"
        kept = queries.secret_line(self._connection, self._link, n)
        if kept is None:
            yield self._fault(where, "nothing", "the sealed value")
        elif self._keys:
            place = secret_place(self._link, n)
            if _commitment(self._keys, kept, place) != event.commitment:
                yield self._fault(where, "another value", "the one that was committed")

    def _display_faults(self, linked: bool) -> Iterator[StoredDifference]:
        """A table's account of its own meter is what the meter shows."""
        if linked:
            return
        assert self._replay is not None
        table, _, meter = self._link.partition("/")
        shows = self._replay.link.meter.display
        account = queries.table_balances(self._connection, table).get(f"meter {meter}", 0)
        if account != shows:
            where = f"{table}, balance of meter {meter}"
            yield StoredDifference(where, f"{account} cents", f"{shows} cents on the meter")


FORGOTTEN: Final = 1_000
"""Lines after which a replay forgets the keys of rounds that are over."""
Step = Callable[[int], object]
"""Called with how many lines were read since the last call."""


def forget(link: Link, event: MeterEvent) -> None:
    """Forget what the table of a line did in rounds before that one."""
    if isinstance(event, MeterChange):
        table, _, rest = event.key.partition("/")
        number = rest.partition("/")[0]
        if number.isdecimal():
            link.forget(table, int(number))


def agrees(said: dict[str, Any], derived: dict[str, Any]) -> bool:
    """Whether a meter is in the state that its log leads to; it may have forgotten past rounds."""
    past = ("done", "fed")
    same = all(said[name] == derived[name] for name in derived if name not in past)
    return same and all({*said[name]} <= {*derived[name]} for name in past)


def first_line(connection: Connection, link: str) -> str:
    """The line that says what a meter is."""
    return next((line for _, line, _ in queries.link_lines(connection, link, 1, 1)), "")


def logged_values(connection: Connection, link: str) -> LoggedSecrets:
    """The secret values of a meter's log; those not yet opened stay unknown."""
    said = queries.value_lines(connection, link, (ValueCommitted.kind, ValueOpened.kind))
    return LoggedSecrets([METER_LOG.parse_event(line) for line in said])


def _commitment(keys: Keys, text: str, place: str) -> str:
    try:
        return SealedValue.parse(keys.open(text, place)).commitment
    except (NotationError, NoKeys):
        return ""


def feed_sum(sum_before: int, feed: Feed) -> int:
    """A sum over what tables say that a meter did; it does not depend on the order."""
    return _summed(sum_before, feed.event.sequence, _by_table(feed))


def _summed(before: int, sequence: int, said: str) -> int:
    digest = hashlib.sha256(f"{sequence} {said}".encode()).digest()
    return (before + int.from_bytes(digest, "big")) % (1 << 256)


def feed_faults(connection: Connection, link: str) -> Iterator[StoredDifference]:
    """Where tables and a meter do not agree about a contribution or an award."""
    changes: dict[int, MeterChange] = {}
    for _, line, _ in queries.link_lines(connection, link):
        with suppress(NotationError):
            event = METER_LOG.parse_event(line)
            if isinstance(event, MeterChange) and type(event) in CHANGES.values():
                changes[event.sequence] = event
    for feed in _feeds_of(connection, link):
        change = changes.pop(feed.event.sequence, None)
        said, should = _by_table(feed), _by_meter(change) if change else "nothing of it"
        if said != should:
            yield StoredDifference(f"{feed.table}, line {feed.line}, meter {link}", said, should)
    for sequence, change in changes.items():
        where = f"meter {link}, line {sequence}"
        yield StoredDifference(where, _by_meter(change), "nothing of it in the log of a table")


def logged_house(connection: Connection, table: str) -> House:
    """The house of a table as the first line of its log has it."""
    first = [TABLE_LOG.parse_event(each.line) for each in queries.lines(connection, table, 1, 1)]
    return logged_settings(header_of(first).house)


def _feeds_of(connection: Connection, link: str) -> Iterator[Feed]:
    """Everything that the logs of tables say of a meter."""
    kinds = {kind.kind for kind in CHANGES}
    for table in queries.all_tables(connection):
        with suppress(PitbossError):  # which is reported where its log is checked
            house = logged_house(connection, table.id)
            for each in queries.lines(connection, table.id):
                event = TABLE_LOG.parse_event(each.line) if each.kind in kinds else None
                if isinstance(event, MeterMoved) and link_name(house, event.meter) == link:
                    yield Feed(table.id, each.seq, event)


CHANGES: Final[dict[type[MeterMoved], type[MeterChange]]] = {
    MeterFed: Contributed,
    MeterUnfed: Withdrawn,
    MeterAwarded: Claimed,
    MeterSent: FundSent,
    MeterReceived: FundReceived,
    MeterRetired: Retired,
}
"""A change of a meter in a table's log → the same in the meter's own."""


def _by_table(feed: Feed) -> str:
    said = feed.event
    match said:
        case MeterSent():
            key = f"{said.to} {_fund(said)}"
        case MeterReceived():
            key = f"{said.of}/{said.line_of} {_fund(said)}"
        case MeterFed() | MeterUnfed():
            key = f"{feed.table} {said.box}/{said.wager}"
        case MeterAwarded():
            key = feed.table
        case _:
            key = ""
    amounts = [said.adds, said.keeps, said.shows, said.won, said.from_house]
    return f"{CHANGES[type(said)].kind} {key} {amounts}"


def _by_meter(change: MeterChange) -> str:
    table, _, box, wager = (*change.key.split("/"), "", "", "")[:4]
    match change:
        case FundMoved():
            key = f"{change.key} {_fund(change)}"
        case Contributed() | Withdrawn():
            key = f"{table} {box}/{wager}"
        case Claimed():
            key = table
        case _:
            key = ""
    amounts = [change.adds, change.keeps, change.shows, change.won, change.from_house]
    return f"{change.kind} {key} {amounts}"


def _fund(said: FundMoved | MeterHandover) -> str:
    """What a fund holds exactly, and who transferred it under which clause."""
    parts = f"{said.shown} {said.reserve} {said.overflow}"
    return f"{parts} {said.by} {said.clause} {said.permission}"
