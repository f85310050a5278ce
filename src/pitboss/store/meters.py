"""Meters in the store: their names, and the check of each log against those of the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from pitboss.errors import NotationError, PitbossError
from pitboss.log import Event, parse_event
from pitboss.progressive.replay import verify_link
from pitboss.progressive.secret import SealedValue
from pitboss.store import rows
from pitboss.store.difference import Difference
from pitboss.table.awards import METERED
from pitboss.table.house import House
from pitboss.table.metering import wager_of


def link_name(house: House, meter: str) -> str:
    """What the store calls a meter: `table 1/super-4 star`, or `party jackpot-party mega`."""
    choice = house.wagers.get(wager_of(meter))
    return f"{choice.link} {meter}" if choice and choice.link else f"{house.table}/{meter}"


def meter_name(house: House, link: str) -> str:
    """What a house calls a meter of the store; empty where it does not feed that.

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
    event: Event


def check_link(
    connection: Connection, link: str, linked: bool, feeds: Sequence[Feed]
) -> Iterator[Difference]:
    """One meter: its log, its secret values, and what tables say of it."""
    events: list[Event] = []
    for place, (seq, line) in enumerate(rows.link_lines(connection, link), 1):
        where = f"meter {link}, line {seq}"
        if seq != place:
            yield Difference(where, f"line {seq}", f"line {place} before it")
            return
        try:
            events.append(parse_event(line))
        except NotationError:
            yield Difference(where, repr(line[:60]), "an event of a log")
            return
    try:
        for each in verify_link(events):
            yield Difference(f"meter {link}, line {each.line}", each.logged, each.expected)
    except PitbossError as error:
        yield Difference(f"meter {link}", "no log of a meter", str(error))
        return
    if linked != (events[0].get("linked") == "yes"):
        yield Difference(f"meter {link}, linked", str(linked), events[0].get("linked"))
    yield from _secret_faults(connection, link, events)
    yield from _feed_faults(link, events, feeds)
    yield from _display_faults(connection, link, linked, events)


def _secret_faults(
    connection: Connection, link: str, events: Sequence[Event]
) -> Iterator[Difference]:
    """Every value that was committed is kept, and it is the one that was committed."""
    commits = [event.get("commitment") for event in events if event.kind == "commit"]
    kept = dict(rows.secret_lines(connection, link))
    for n in range(1, max([len(commits), *kept]) + 1):
        where = f"meter {link}, secret value {n}"
        if n > len(commits):
            yield Difference(where, "a value", "none: the log commits no such value")
        elif n not in kept:
            yield Difference(where, "nothing", "the sealed value")
        elif _commitment(kept[n]) != commits[n - 1]:
            yield Difference(where, "another value", "the one that was committed")


def _commitment(text: str) -> str:
    try:
        return SealedValue.parse(text).commitment
    except NotationError:
        return ""


def _feed_faults(link: str, events: Sequence[Event], feeds: Sequence[Feed]) -> Iterator[Difference]:
    """Tables and meter say the same of every stake that was fed and every award."""
    changes = {e.get("sequence"): e for e in events if e.kind in METERED.values()}
    for feed in feeds:
        change = changes.pop(feed.event.get("sequence"), None)
        said, should = _by_table(feed), _by_meter(change) if change else "nothing of it"
        if said != should:
            yield Difference(f"{feed.table}, line {feed.line}, meter {link}", said, should)
    for sequence, change in changes.items():
        where = f"meter {link}, line {sequence}"
        yield Difference(where, _by_meter(change), "nothing of it in the log of a table")


def _by_table(feed: Feed) -> str:
    get = feed.event.get
    amounts = [int(get(key, "0")) for key in ("adds", "keeps", "shows", "won", "house")]
    match feed.event.kind:
        case "transferred":
            key = f"{get('to')} {_fund(feed.event)}"
        case "received":
            key = f"{get('of')}/{get('line')} {_fund(feed.event)}"
        case "retired":
            key = ""
        case _:
            key = feed.table + (f" {get('box')}/{get('wager')}" if get("box") else "")
    return f"{METERED[feed.event.kind]} {key} {amounts}"


def _by_meter(change: Event) -> str:
    get = change.get
    won = int(get("hit", "0")) + int(get("cents", "0"))
    amounts = [int(get("adds", "0")), int(get("keeps", "0")), int(get("shows")), won]
    key = get("key")
    if change.kind == "retire":
        key = ""
    elif change.kind in ("transfer", "receive"):
        key += f" {_fund(change)}"
    else:
        table, _, box, wager = key.split("/")[:4]
        key = table if change.kind == "claim" else f"{table} {box}/{wager}"
    return f"{change.kind} {key} {[*amounts, int(get('from_house', '0'))]}"


def _fund(said: Event) -> str:
    """What a fund holds exactly, and who let it go to another meter by what clause."""
    parts = ("shown", "reserve", "overflow", "by", "clause", "permission")
    return " ".join(said.get(part) for part in parts)


def _display_faults(
    connection: Connection, link: str, linked: bool, events: Sequence[Event]
) -> Iterator[Difference]:
    """A table's account of its own meter is what the meter shows."""
    if linked:
        return
    table, _, meter = link.partition("/")
    shows = [int(event.get("shows")) for event in events if event.get("shows")]
    account = rows.table_balances(connection, table).get(f"meter {meter}", 0)
    if account != shows[-1]:
        where = f"{table}, balance of meter {meter}"
        yield Difference(where, f"{account} cents", f"{shows[-1]} cents on the meter")
