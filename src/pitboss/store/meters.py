"""Meters in the store: their names, and the check of each log against those of the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from pitboss.errors import NotationError, PitbossError
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
    Withdrawn,
)
from pitboss.progressive.replay import verify_link
from pitboss.progressive.secret import SealedValue
from pitboss.store import rows
from pitboss.store.difference import StoredDifference
from pitboss.store.keys import Keys, NoKeys, secret_place
from pitboss.store.trail import ChainCheck
from pitboss.table.events import (
    MeterAwarded,
    MeterFed,
    MeterHandover,
    MeterMoved,
    MeterReceived,
    MeterRetired,
    MeterSent,
    MeterUnfed,
)
from pitboss.table.house import House
from pitboss.table.offers import wager_of


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
    """What a line of a table's log says that a meter did."""

    table: str
    line: int
    event: MeterMoved


def check_link(
    connection: Connection,
    link: str,
    linked: bool,
    feeds: Sequence[Feed],
    chain: ChainCheck,
    keys: Keys | None,
) -> Iterator[StoredDifference]:
    """One meter: its log, its secret values, and what tables say about it."""
    events: list[MeterEvent] = []
    for place, (seq, line, at) in enumerate(rows.link_lines(connection, link), 1):
        yield from chain.add(at, line)
        where = f"meter {link}, line {seq}"
        if seq != place:
            yield StoredDifference(where, f"line {seq}", f"line {place} before it")
            return
        try:
            events.append(METER_LOG.parse_event(line))
        except NotationError:
            yield StoredDifference(where, repr(line[:60]), "an event of a log")
            return
    yield from chain.end(rows.link_chain(connection, link))
    try:
        for each in verify_link(events):
            yield StoredDifference(f"meter {link}, line {each.line}", each.logged, each.expected)
    except PitbossError as error:
        yield StoredDifference(f"meter {link}", "no log of a meter", str(error))
        return
    if isinstance(opened := events[0], MeterOpened) and linked != opened.is_linked:
        yield StoredDifference(f"meter {link}, linked", str(linked), opened.linked)
    yield from _secret_faults(connection, link, events, keys)
    yield from _feed_faults(link, events, feeds)
    yield from _display_faults(connection, link, linked, events)


def _secret_faults(
    connection: Connection, link: str, events: Sequence[MeterEvent], keys: Keys | None
) -> Iterator[StoredDifference]:
    """Every value that was committed is kept, and it is the one that was committed."""
    commits = [event.commitment for event in events if isinstance(event, ValueCommitted)]
    kept = dict(rows.secret_lines(connection, link))
    for n in range(1, max([len(commits), *kept]) + 1):
        where = f"meter {link}, secret value {n}"
        if n > len(commits):
            yield StoredDifference(where, "a value", "none: the log commits no such value")
        elif n not in kept:
            yield StoredDifference(where, "nothing", "the sealed value")
        elif keys and _commitment(keys, kept[n], secret_place(link, n)) != commits[n - 1]:
            yield StoredDifference(where, "another value", "the one that was committed")


def _commitment(keys: Keys, text: str, place: str) -> str:
    try:
        return SealedValue.parse(keys.open(text, place)).commitment
    except (NotationError, NoKeys):
        return ""


def _feed_faults(
    link: str, events: Sequence[MeterEvent], feeds: Sequence[Feed]
) -> Iterator[StoredDifference]:
    """Tables and meter agree about every contribution and every award."""
    changes = {
        event.sequence: event
        for event in events
        if isinstance(event, MeterChange) and type(event) in CHANGES.values()
    }
    for feed in feeds:
        change = changes.pop(feed.event.sequence, None)
        said, should = _by_table(feed), _by_meter(change) if change else "nothing of it"
        if said != should:
            yield StoredDifference(f"{feed.table}, line {feed.line}, meter {link}", said, should)
    for sequence, change in changes.items():
        where = f"meter {link}, line {sequence}"
        yield StoredDifference(where, _by_meter(change), "nothing of it in the log of a table")


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
    amounts = [said.adds, said.keeps, said.shows, said.won, said.house]
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
    """What a fund holds exactly, and who transferred it under what clause."""
    parts = f"{said.shown} {said.reserve} {said.overflow}"
    return f"{parts} {said.by} {said.clause} {said.permission}"


def _display_faults(
    connection: Connection, link: str, linked: bool, events: Sequence[MeterEvent]
) -> Iterator[StoredDifference]:
    """A table's account of its own meter is what the meter shows."""
    if linked:
        return
    table, _, meter = link.partition("/")
    shows = [event.shows for event in events if isinstance(event, MeterChange)]
    account = rows.table_balances(connection, table).get(f"meter {meter}", 0)
    if account != shows[-1]:
        where = f"{table}, balance of meter {meter}"
        yield StoredDifference(where, f"{account} cents", f"{shows[-1]} cents on the meter")
