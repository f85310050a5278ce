"""Queries, each on its caller's connection, so that many can share one snapshot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Table, and_, func, or_, select, update

from pitboss.errors import NotationError, UnknownName
from pitboss.log import E, Event, Notation
from pitboss.money import Cents
from pitboss.progressive.events import METER_LOG, MeterEvent
from pitboss.store.database import Unreadable
from pitboss.store.history import KeptLine, last_pack, pack_before, packed_lines
from pitboss.store.journal import Batch
from pitboss.store.keys import Keys, factor_place, secret_place, shoe_place, snapshot_place
from pitboss.store.schema import (
    audit,
    balances,
    commands,
    events,
    link_events,
    links,
    packs,
    people,
    secrets,
    snapshots,
    tables,
    vault,
)
from pitboss.table.events import TABLE_LOG
from pitboss.table.events.rounds import RoundEnded, RoundOpened, SlipValidated, SlipWritten


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of the house, open or closed."""

    id: str
    name: str
    house: str
    source: str
    state: str
    opened_at: str
    closed_at: str | None
    chain: str


@dataclass(frozen=True, slots=True)
class LogRow:
    """The log of a table, as shown in a list of logs."""

    id: str
    name: str
    opened_at: str
    closed_at: str | None
    rounds: int
    lines: int


Logs = list[LogRow]


@dataclass(frozen=True, slots=True)
class ValidatedRow:
    """A slip that was validated: at which table, in which of its rounds, when, and its event."""

    table: str
    name: str
    round: int
    at: str
    event: SlipValidated


@dataclass(frozen=True, slots=True)
class Span:
    """A round, by the places of its first and last event in the log."""

    number: int
    first: int
    last: int
    at: str


def stamp(moment: datetime) -> str:
    """A moment as the database has it, to the millisecond; later is greater.

    >>> stamp(datetime(2026, 7, 4, 21, 5, tzinfo=UTC))
    '2026-07-04T21:05:00.000Z'
    """
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


# -- tables --------------------------------------------------------------------------------------


def last_time(connection: Connection) -> str | None:
    """When the last line of any log or of the trail was written; no log is read for it."""
    later = events.alias()
    last = select(func.max(later.c.seq)).where(later.c.table_id == tables.c.id).scalar_subquery()
    ends = select(events.c.at).join(
        tables, (events.c.table_id == tables.c.id) & (events.c.seq == last)
    )
    line = select(audit.c.at).order_by(audit.c.id.desc()).limit(1)
    return max([*connection.scalars(ends), *connection.scalars(line)], default=None)


def all_tables(connection: Connection) -> list[TableRow]:
    """Every table, in the order they were opened."""
    found = connection.execute(select(tables).order_by(tables.c.opened_at, tables.c.id))
    return [TableRow(*row) for row in found]


def some_logs(connection: Connection, asked: ColumnElement[bool], skip: int, limit: int) -> Logs:
    """The logs of the requested tables, newest first; only these are counted."""
    t, e = tables.c, events.c
    newest = (t.opened_at.desc(), t.id.desc())
    page = select(tables).where(asked).order_by(*newest).offset(skip).limit(limit).subquery()
    rounds = select(func.count()).where(e.table_id == page.c.id, e.kind == RoundOpened.kind)
    packed = select(func.coalesce(func.sum(packs.c.rounds), 0)).where(packs.c.table_id == page.c.id)
    lines = select(func.max(e.seq)).where(e.table_id == page.c.id)
    found = select(
        page.c.id,
        page.c.name,
        page.c.opened_at,
        page.c.closed_at,
        packed.scalar_subquery() + rounds.scalar_subquery(),
        lines.scalar_subquery(),
    ).order_by(page.c.opened_at.desc(), page.c.id.desc())
    return [LogRow(*row) for row in connection.execute(found)]


def one_table(connection: Connection, table: str) -> TableRow:
    row = connection.execute(select(tables).where(tables.c.id == table)).first()
    if row is None:
        raise UnknownName("table", table, connection.scalars(select(tables.c.id)))
    return TableRow(*row)


def last_seqs(connection: Connection) -> dict[str, int]:
    """The place of every table's last event."""
    found = select(events.c.table_id, func.max(events.c.seq)).group_by(events.c.table_id)
    return dict(connection.execute(found).all())


def lines(
    connection: Connection, table: str, first: int = 1, last: int | None = None
) -> Iterator[KeptLine]:
    """Place, kind, line and time of a table's events."""
    yield from packed_lines(connection, table, first, last)
    packed, _ = last_pack(connection, table)
    wanted = select(events.c.seq, events.c.kind, events.c.line, events.c.at).where(
        events.c.table_id == table, events.c.seq >= max(first, packed + 1)
    )
    if last is not None:
        wanted = wanted.where(events.c.seq <= last)
    wanted = wanted.order_by(events.c.seq).execution_options(yield_per=1_000)
    yield from map(KeptLine._make, connection.execute(wanted))


def table_events(
    connection: Connection, table: str, first: int = 1, last: int | None = None
) -> list[Event]:
    """A table's events, or those from one place to another."""
    found = lines(connection, table, first, last)
    return [_read(TABLE_LOG, table, seq, line) for seq, _, line, _ in found]


def timed_lines(connection: Connection, table: str) -> list[tuple[str, str]]:
    """Every line of a log, with the time at which it was committed."""
    return [(each.line, each.at) for each in lines(connection, table)]


def log_text(connection: Connection, table: str, first: int = 1, last: int | None = None) -> str:
    """A log, or a part of it, as text for `pitboss verify` and `pitboss replay`."""
    return "".join(f"{each.line}\n" for each in lines(connection, table, first, last))


def events_since(connection: Connection, at: str) -> list[tuple[str, str, Event]]:
    """Every event of every table from a moment on, with its table and its time."""
    e, found = events.c, []
    # the last line of a log is in no pack
    wanted = select(e.table_id).where(e.at >= at).distinct().order_by(e.table_id)
    for table in connection.scalars(wanted).all():
        for seq, _, line, kept in lines(connection, table, pack_before(connection, table, at)):
            if kept >= at:
                found.append((table, kept, _read(TABLE_LOG, table, seq, line)))
    return found


def last_round_at(connection: Connection, table: str) -> int:
    """Where the last round of a log begins; its first line if there is none."""
    return _last(connection, table, RoundOpened) or 1


def last_round(connection: Connection, table: str) -> list[Event]:
    """What `pitboss.table.log.replay.resume` needs of a log: its header and the last round.

    It includes the end of the round before, from which the chain continues.
    """
    begun = _last(connection, table, RoundOpened)
    ended = _last(connection, table, RoundEnded, before=begun) if begun else None
    if not ended:
        return table_events(connection, table)
    return [*table_events(connection, table, 1, 1), *table_events(connection, table, ended)]


def spans(connection: Connection, table: str, after: int = 0, limit: int = 50) -> list[Span]:
    """Rounds after one, in order; a round lasts until the next begins."""
    after = max(after, 0)
    p = packs.c
    starts = select(p.first, p.before).where(
        p.table_id == table, p.before <= after, p.before + p.rounds > after
    )
    packed, rounds = last_pack(connection, table)
    first, before = connection.execute(starts.limit(1)).first() or (packed + 1, rounds)
    begun = (each for each in lines(connection, table, first) if each.kind == RoundOpened.kind)
    found = list(islice(begun, after - before, after - before + limit + 1))
    last = connection.scalar(select(func.max(events.c.seq)).where(events.c.table_id == table)) or 0
    ends = [each.seq - 1 for each in found[1:]] + [last]
    made = zip(found[:limit], ends, strict=False)
    return [Span(number, row.seq, end, row.at) for number, (row, end) in enumerate(made, after + 1)]


VALIDATED = Notation(SlipValidated)


def validated(connection: Connection, skip: int = 0, limit: int = 100) -> list[ValidatedRow]:
    """Slips validated at any table, newest first."""
    e = events.c
    wanted = (
        select(e.table_id, tables.c.name, e.at, e.seq, e.line)
        .join(tables, tables.c.id == e.table_id)
        .where(e.kind == SlipValidated.kind)
        .order_by(e.at.desc(), e.table_id, e.seq.desc())
        .offset(skip)
        .limit(limit)
    )
    return [
        ValidatedRow(
            table, name, _round_at(connection, table, seq), at, _read(VALIDATED, table, seq, line)
        )
        for table, name, at, seq, line in connection.execute(wanted).all()
    ]


def _round_at(connection: Connection, table: str, seq: int) -> int:
    """The round to which a line of a log belongs."""
    p = packs.c
    holds = select(p.first, p.before).where(p.table_id == table, p.last >= seq).order_by(p.last)
    packed, rounds = last_pack(connection, table)
    first, before = connection.execute(holds.limit(1)).first() or (packed + 1, rounds)
    found = lines(connection, table, first, seq)
    return int(before) + sum(each.kind == RoundOpened.kind for each in found)


WRITTEN = Notation(SlipWritten)


def slips_since(connection: Connection, among: Collection[str]) -> dict[tuple[str, int], str]:
    """Table and number → when a slip was written, in the last round of these tables."""
    e, found = events.c, {}
    for table in among:
        begun = _last(connection, table, RoundOpened) or 0
        wanted = select(e.seq, e.at, e.line).where(
            e.table_id == table, e.kind == SlipWritten.kind, e.seq > begun
        )
        for seq, at, line in connection.execute(wanted):
            found[table, _read(WRITTEN, table, seq, line).number] = at
    return found


def _last(
    connection: Connection, table: str, event: type[Event], before: int | None = None
) -> int | None:
    wanted = select(func.max(events.c.seq)).where(
        events.c.table_id == table, events.c.kind == event.kind
    )
    if before is not None:
        wanted = wanted.where(events.c.seq < before)
    found: int | None = connection.scalar(wanted)
    return found


def _read(notation: Notation[E], name: str, seq: int, line: str) -> E:
    try:
        return notation.parse_event(line)
    except NotationError:  # the line may contain a hidden card
        raise Unreadable(
            f"{name}, line {seq}, cannot be read. To see all faults: db check."
        ) from None


def table_balances(connection: Connection, table: str) -> dict[str, Cents]:
    """Every account of a table."""
    found = select(balances.c.account, balances.c.cents).where(balances.c.table_id == table)
    return dict(connection.execute(found).all())


def account_total(connection: Connection, account: str) -> Cents:
    """One account over all tables."""
    total = select(func.sum(balances.c.cents)).where(balances.c.account == account)
    return int(connection.scalar(total) or 0)


def sealed_shoe(connection: Connection, table: str, number: int) -> str | None:
    wanted = select(vault.c.text).where(vault.c.table_id == table, vault.c.number == number)
    return connection.scalar(wanted)


# -- a commit --------------------------------------------------------------------------------------


def has_batches(connection: Connection, batches: Sequence[Batch], at: str) -> bool:
    """Whether a transaction that added these at that time was committed: one of its rows exists."""
    added = next(row for batch in batches for row in _added(batch, at))
    return bool(connection.scalar(select(func.count()).where(added)))


def _added(batch: Batch, at: str) -> Iterator[ColumnElement[bool]]:
    """The rows that a batch adds, identified among all others."""
    e, n, c, a = events.c, link_events.c, commands.c, audit.c
    for table, seq, event in batch.events:
        yield and_(e.table_id == table, e.seq == seq, e.line == event.line, e.at == at)
    for link, seq, moved in batch.link_events:
        yield and_(n.link == link, n.seq == seq, n.line == moved.line, n.at == at)
    if command := batch.command:
        yield and_(c.person_id == command.person_id, c.key == command.key, c.at == at)
    for note in batch.notes:
        yield and_(a.who == note.who, a.what == note.what, a.details == note.details, a.at == at)


# -- meters --------------------------------------------------------------------------------------


def link_chain(connection: Connection, link: str) -> str:
    """The hash that the chain of a meter's log has reached."""
    return connection.scalar(select(links.c.chain).where(links.c.name == link)) or ""


def all_links(connection: Connection) -> dict[str, bool]:
    """Every meter by name, and whether tables share it."""
    found = select(links.c.name, links.c.linked).order_by(links.c.name)
    return dict(connection.execute(found).all())


def link_lines(
    connection: Connection, link: str, first: int = 1, last: int | None = None
) -> Iterator[tuple[int, str, str]]:
    """Place, line and time of a meter's events."""
    e = link_events.c
    found = select(e.seq, e.line, e.at).where(e.link == link, e.seq >= first)
    if last is not None:
        found = found.where(e.seq <= last)
    found = found.order_by(e.seq).execution_options(yield_per=1_000)
    yield from ((seq, line, at) for seq, line, at in connection.execute(found))


def value_lines(connection: Connection, link: str, kinds: Collection[str]) -> list[str]:
    """The lines of these kinds in a meter's log."""
    e = link_events.c
    said = or_(*(e.line.startswith(f"{kind} ", autoescape=True) for kind in kinds))
    return [*connection.scalars(select(e.line).where(e.link == link, said).order_by(e.seq))]


def events_of_link(
    connection: Connection, link: str, first: int = 1, last: int | None = None
) -> list[MeterEvent]:
    """The log of a meter, or the part of it from one line to another."""
    found = link_lines(connection, link, first, last)
    return [_read(METER_LOG, link, seq, line) for seq, line, _ in found]


def secret_line(connection: Connection, link: str, n: int) -> str | None:
    return connection.scalar(select(secrets.c.text).where(secrets.c.link == link, secrets.c.n == n))


def secret_lines(connection: Connection, link: str, after: int = 0) -> list[tuple[int, str]]:
    s = secrets.c
    found = select(s.n, s.text).where(s.link == link, s.n > after).order_by(s.n)
    return [(n, text) for n, text in connection.execute(found)]


def seal_again(connection: Connection, keys: Keys) -> None:
    """Everything that is sealed, sealed with the key in use."""
    sealed: tuple[tuple[Table, Column[Any], Callable[..., str]], ...] = (
        (vault, vault.c.text, shoe_place),
        (secrets, secrets.c.text, secret_place),
        (snapshots, snapshots.c.text, snapshot_place),
        (people, people.c.factor, factor_place),
    )
    for table, column, place_of in sealed:
        own = table.primary_key.columns
        wanted = select(column, *own).where(column.is_not(None))
        for text, *key in connection.execute(wanted).all():
            place = place_of(*key)
            same = and_(*(each == said for each, said in zip(own, key, strict=True)))
            again = {column.name: keys.seal(keys.open(text, place), place)}
            connection.execute(update(table).where(same).values(again))
