"""The check: every entry, balance, shoe and meter derived again from the logs.

Only the lines of the logs are trusted; those are chained, and replayed if they were made by the
current procedure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from pitboss.errors import NotationError, PitbossError
from pitboss.log import Event
from pitboss.rulebook.load import Rulebook
from pitboss.store import rows
from pitboss.store.difference import StoredDifference
from pitboss.store.integrity import file_faults
from pitboss.store.keys import Keys, NoKeys, shoe_place
from pitboss.store.meters import Feed, check_link, link_name
from pitboss.store.rows import TableRow
from pitboss.store.schema import entries
from pitboss.store.trail import ChainCheck, Head, check_trail, seals
from pitboss.table.chain import audit_chain
from pitboss.table.events import (
    TABLE_LOG,
    LogOpened,
    MeterMoved,
    ShoeCommitted,
    TableClosed,
    header_of,
)
from pitboss.table.ledger import TRANSFERS, balances, moves
from pitboss.table.replay import is_executable, opened_by, verify
from pitboss.table.seeds import SealedShoe
from pitboss.table.settings import logged_settings


@dataclass(slots=True)
class Checked:
    """What a check covered, and what it found."""

    differences: list[StoredDifference] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What could not be replayed, and why."""
    tables: int = 0
    events: int = 0
    meters: int = 0


def check(
    connection: Connection, book: Rulebook, keys: Keys | None, head: Head | None = None
) -> Checked:
    """Check everything that a connection sees; without keys, what is sealed stays so.

    `head`: the last line of the audit trail as it was printed.
    """
    found = Checked()
    if connection.dialect.name == "sqlite":
        found.differences += file_faults(connection)
    found.differences += check_trail(connection, head)
    sealed = seals(connection)
    feeds: dict[str, list[Feed]] = {}
    for table in rows.all_tables(connection):
        chain = ChainCheck(table.id, sealed["tables"].pop(table.id, {}))
        events = _check_table(connection, book, table, chain, keys, found)
        _gather(table, events, feeds)
        found.tables += 1
        found.events += len(events)
    for link, linked in rows.all_links(connection).items():
        chain = ChainCheck(f"meter {link}", sealed["meters"].pop(link, {}))
        fed = feeds.pop(link, [])
        found.differences += check_link(connection, link, linked, fed, chain, keys)
        found.meters += 1
    for name in (*sealed["tables"], *(f"meter {link}" for link in sealed["meters"])):
        found.differences.append(StoredDifference(name, "no log", "the one that was sealed"))
    found.differences += [_unknown(feed) for rest in feeds.values() for feed in rest]
    if left := rows.account_total(connection, TRANSFERS):
        what = f"{left} cents in transit from one table's meter to another's"
        found.differences.append(StoredDifference("all tables", what, "nothing in transit"))
    return found


def _check_table(
    connection: Connection,
    book: Rulebook,
    table: TableRow,
    chain: ChainCheck,
    keys: Keys | None,
    found: Checked,
) -> list[Event]:
    """The events of a table, as far as they can be read."""
    differences, name = found.differences, table.id
    events: list[Event] = []
    for place, (seq, kind, line, at) in enumerate(rows.lines(connection, name), 1):
        differences += chain.add(at, line)
        where = f"{name}, line {seq}"
        if seq != place:
            differences.append(StoredDifference(where, f"line {seq}", f"line {place} before it"))
            return events
        try:
            event = TABLE_LOG.parse_event(line)
        except NotationError:
            differences.append(StoredDifference(where, repr(line[:60]), "an event of a log"))
            return events
        if kind != event.kind:
            differences.append(StoredDifference(where, f"kind {kind}", f"kind {event.kind}"))
        events.append(event)
    differences += chain.end(table.chain)
    if not events:
        differences.append(StoredDifference(name, "no log", "a log that names its table"))
        return events
    differences += _row_faults(table, events)
    differences += _ledger_faults(connection, name, events)
    differences += _vault_faults(connection, name, events, keys)
    differences += _played(book, name, events, found.notes)
    return events


def _row_faults(table: TableRow, events: Sequence[Event]) -> Iterator[StoredDifference]:
    """What the list of tables says, against the log."""
    match events[0]:
        case LogOpened(house=house) if house != table.house:
            yield StoredDifference(f"{table.id}, house", table.house[:60], house[:60])
    state = "closed" if any(isinstance(event, TableClosed) for event in events) else "open"
    if table.state != state:
        yield StoredDifference(f"{table.id}, state", table.state, state)


def _ledger_faults(
    connection: Connection, table: str, events: Sequence[Event]
) -> Iterator[StoredDifference]:
    """Entries and balances are those that the events imply."""
    e = entries.c
    wanted = select(e.seq, e.n, e.source, e.target, e.cents).where(e.table_id == table)
    stored = {(seq, n): tuple(rest) for seq, n, *rest in connection.execute(wanted)}
    derived = {
        (seq, n): (move.source, move.to, move.cents)
        for seq, event in enumerate(events, 1)
        for n, move in enumerate(moves(event), 1)
    }
    for seq, n in sorted(stored.keys() | derived.keys()):
        was, should = stored.get((seq, n)), derived.get((seq, n))
        if was != should:
            yield StoredDifference(f"{table}, line {seq}, entry {n}", _entry(was), _entry(should))
    kept, made = rows.table_balances(connection, table), balances(events)
    for account in sorted(kept.keys() | made.keys()):
        if kept.get(account, 0) != made.get(account, 0):
            stored_cents, cents = kept.get(account, 0), made.get(account, 0)
            where = f"{table}, balance of {account}"
            yield StoredDifference(where, f"{stored_cents} cents", f"{cents} cents")


def _entry(entry: tuple[object, ...] | None) -> str:
    return "{2} cents from {0} to {1}".format(*entry) if entry else "nothing"


def _vault_faults(
    connection: Connection, table: str, events: Sequence[Event], keys: Keys | None
) -> Iterator[StoredDifference]:
    """Every shoe that was committed is in the vault, and it is the one that was committed."""
    kept = rows.sealed_shoes(connection, table)
    for line, event in enumerate(events, 1):
        if not isinstance(event, ShoeCommitted):
            continue
        where = f"{table}, line {line}, shoe {event.number}"
        text = kept.pop(event.number, None)
        if text is None:
            yield StoredDifference(where, "nothing in the vault", "the sealed shoe")
            continue
        if keys is None:
            continue
        try:
            sealed = SealedShoe.parse(keys.open(text, shoe_place(table, event.number)))
        except (NotationError, NoKeys):
            yield StoredDifference(where, "something else in the vault", "a sealed shoe")
            continue
        if sealed.committed != event:
            yield StoredDifference(where, "another shoe in the vault", "the one that was committed")
    for number in kept:
        where = f"{table}, shoe {number}"
        yield StoredDifference(where, "a shoe in the vault", "none: the log commits no such shoe")


def _played(
    book: Rulebook, table: str, events: Sequence[Event], notes: list[str]
) -> list[StoredDifference]:
    """The log refolded, and replayed if that is possible."""
    try:
        opened = opened_by(book, events)
        if not is_executable(opened, events):
            was, now = header_of(events).procedure, opened.procedure.version
            notes.append(f"{table}: made by procedure {was}, not replayed by {now}")
        found = verify(book, events)
    except PitbossError as error:  # of another rulebook: the chain can still be checked
        notes.append(f"{table}: not replayed. {error}")
        found = [*audit_chain(events)]
    return [
        StoredDifference(f"{table}, line {each.line}", each.logged, each.expected) for each in found
    ]


def _gather(table: TableRow, events: Sequence[Event], feeds: dict[str, list[Feed]]) -> None:
    """What tables say about each meter."""
    fed = [(at, each) for at, each in enumerate(events, 1) if isinstance(each, MeterMoved)]
    if fed:
        house = logged_settings(header_of(events).house)
        for at, event in fed:
            link = link_name(house, event.meter)
            feeds.setdefault(link, []).append(Feed(table.id, at, event))


def _unknown(feed: Feed) -> StoredDifference:
    where = f"{feed.table}, line {feed.line}"
    return StoredDifference(where, feed.event.line[:60], "nothing of it in the log of a meter")
