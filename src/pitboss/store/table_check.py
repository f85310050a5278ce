"""The check of a table's log, part by part: each part is read, replayed and forgotten.

A part ends where a round begins. What the check knows at that point is all that it needs for the
next part, so a later check can continue from there.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, select

from pitboss.errors import NotationError, PitbossError
from pitboss.log import Event
from pitboss.rulebook.load import Rulebook
from pitboss.store import queries
from pitboss.store.database import Unreadable
from pitboss.store.history import PackCheck
from pitboss.store.keys import Keys, NoKeys, shoe_place
from pitboss.store.meters import Feed, Step, feed_sum, link_name, logged_house
from pitboss.store.queries import TableRow
from pitboss.store.schema import entries, vault
from pitboss.store.trail import ChainCheck, StoredDifference
from pitboss.table.cards.seeds import SealedShoe
from pitboss.table.cards.shoe_audit import ShoeAudit
from pitboss.table.events import TABLE_LOG
from pitboss.table.events.rounds import RoundEnded, RoundOpened
from pitboss.table.events.shoes import ShoeCommitted
from pitboss.table.events.table import LogOpened, MeterMoved, TableClosed
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open
from pitboss.table.log.chain import audit_chain
from pitboss.table.log.ledger import audit, moves
from pitboss.table.log.replay import is_executable, opened_by
from pitboss.table.log.verification import replay_faults

PART: Final = 4_096
"""A part has this many lines, and the rest of a round."""


@dataclass(slots=True)
class TableReached:
    """What is known of a log up to the beginning of a round, if no line before was wrong."""

    line: int = 0
    chain: str = ""
    context: list[str] = field(default_factory=list)
    """The header, and the lines from the end of the round before up to this one."""
    accounts: dict[str, int] = field(default_factory=dict)
    rounds: int = 0
    """How many have begun."""
    shoe: int = 0
    """The last one that was committed."""
    shoes: dict[str, Any] = field(default_factory=dict)
    """The state of the audit of the shoes."""
    feeds: dict[str, str] = field(default_factory=dict)
    """Meter → a sum over everything that the log says of it."""


def commitments() -> sqlite3.Connection:
    """Commitments of shoes, in a file that is deleted after the check: there may be millions."""
    made = sqlite3.connect("")
    made.execute("CREATE TABLE seen (said BLOB PRIMARY KEY) WITHOUT ROWID")
    return made


@dataclass(frozen=True, slots=True)
class Commitments:
    """The commitments of one table's shoes."""

    seen: sqlite3.Connection
    table: str

    def __contains__(self, commit: object) -> bool:
        found = self.seen.execute("SELECT 1 FROM seen WHERE said = ?", (self._key(commit),))
        return found.fetchone() is not None

    def add(self, commit: str) -> None:
        self.seen.execute("INSERT OR IGNORE INTO seen VALUES (?)", (self._key(commit),))

    def _key(self, commit: object) -> bytes:
        return hashlib.sha256(f"{self.table}\n{commit}".encode()).digest()[:16]


class TableCheck:
    """The check of one log."""

    def __init__(
        self,
        connection: Connection,
        book: Rulebook,
        table: TableRow,
        sealed: dict[int, str],
        keys: Keys | None,
        commits: sqlite3.Connection,
        since: TableReached | None = None,
    ) -> None:
        self._connection, self._book, self._table, self._keys = connection, book, table, keys
        at = since or TableReached()
        self.chain = ChainCheck(table.id, sealed, at.chain, at.line)
        self._context = [TABLE_LOG.parse_event(line) for line in at.context]
        self._accounts = Counter(at.accounts)
        self._shoe = at.shoe
        self.feeds = {link: int(said, 16) for link, said in at.feeds.items()}
        self._seals = Commitments(commits, table.id)
        self._state = at.shoes
        self._packed = PackCheck(connection, table.id, at.line, at.rounds)
        self._opened: Open | None = None
        self._shoes: ShoeAudit | None = None
        self._settings: House | None = None
        self._closed = False
        self.notes: list[str] = []
        self.lines = 0
        """How many were read."""
        self.reached = at
        """The last place from which a later check can continue."""

    @property
    def _name(self) -> str:
        return self._table.id

    def run(self, step: Step) -> Iterator[StoredDifference]:
        """Everything that is wrong with the log and with what follows from it."""
        yield from self._header()
        entered = Entries(self._connection, self._name, self.chain.line)
        part: list[Event] = []
        try:
            for each in queries.lines(self._connection, self._name, self.chain.line + 1):
                where = f"{self._name}, line {each.seq}"
                if each.seq != (due := self.chain.line + 1):
                    yield StoredDifference(where, f"line {each.seq}", f"line {due} before it")
                    return
                yield from self.chain.add(each.at, each.line)
                try:
                    event = TABLE_LOG.parse_event(each.line)
                except NotationError:
                    yield StoredDifference(where, repr(each.line[:60]), "an event of a log")
                    return
                if each.seq == 1 and not isinstance(event, LogOpened):
                    yield StoredDifference(where, event.line[:60], "a line that names the table")
                    return
                if each.kind != event.kind:
                    yield StoredDifference(where, f"kind {each.kind}", f"kind {event.kind}")
                self.lines += 1
                yield from entered.take(event, each.seq)
                yield from self._packed.take(each)
                yield from self._take(event, each.seq)
                part.append(event)
                if len(part) >= PART and isinstance(event, RoundOpened) and self._ends_round(part):
                    yield from self._part(part, is_last=False)
                    step(len(part))
                    part = []
        except Unreadable as error:
            yield StoredDifference(self._name, str(error), "lines as they were written")
            return
        yield from self.chain.end(self._table.chain)
        if not (part or self._context):
            yield StoredDifference(self._name, "no log", "a log that names its table")
            return
        yield from entered.rest()
        yield from self._part(part, is_last=True)
        step(len(part))
        if self._table.state != (state := "closed" if self._closed else "open"):
            yield StoredDifference(f"{self._name}, state", self._table.state, state)
        yield from self._vault_strangers()
        yield from self._balance_faults()

    # -- lines -------------------------------------------------------------------------------------

    def _header(self) -> Iterator[StoredDifference]:
        """The first line is the one that was checked before, and names the table's house."""
        try:
            (first,) = queries.lines(self._connection, self._name, 1, 1)
            event = TABLE_LOG.parse_event(first.line)
        except (ValueError, Unreadable, NotationError):
            return  # which is reported where the lines are read
        if self._context and self._context[0] != event:
            said, should = event.line[:60], self._context[0].line[:60]
            yield StoredDifference(f"{self._name}, line 1", said, should)
        if isinstance(event, LogOpened) and event.house != self._table.house:
            said, should = self._table.house[:60], event.house[:60]
            yield StoredDifference(f"{self._name}, house", said, should)

    def _take(self, event: Event, seq: int) -> Iterator[StoredDifference]:
        """What follows from a line alone."""
        match event:
            case MeterMoved():
                link = link_name(self._house(), event.meter)
                self.feeds[link] = feed_sum(self.feeds.get(link, 0), Feed(self._name, seq, event))
            case ShoeCommitted():
                yield from self._shoe_faults(event, seq)
            case TableClosed():
                self._closed = True

    def _house(self) -> House:
        if self._settings is None:
            self._settings = logged_house(self._connection, self._name)
        return self._settings

    def _ends_round(self, part: list[Event]) -> bool:
        return any(isinstance(event, RoundEnded) for event in (*self._context[1:], *part))

    def _part(self, part: list[Event], *, is_last: bool) -> Iterator[StoredDifference]:
        """Judge the lines since the last part; the first part begins with the header."""
        before, line = self._context, self.chain.line - len(part)
        known = [*before, *part]
        yield from self._played(known, len(before), line, is_last)
        if not is_last:
            self._remember(known)

    def _remember(self, known: list[Event]) -> None:
        ended = max(n for n, each in enumerate(known) if isinstance(each, RoundEnded))
        self._context = [known[0], *known[ended:]]
        self.reached = TableReached(
            self.chain.line,
            self.chain.chain,
            [event.line for event in self._context],
            {account: cents for account, cents in self._accounts.items() if cents},
            self._packed.rounds,
            self._shoe,
            self._shoes.state() if self._shoes else {},
            {link: f"{said:x}" for link, said in self.feeds.items()},
        )

    # -- played again ------------------------------------------------------------------------------

    def _played(
        self, known: list[Event], before: int, line: int, is_last: bool
    ) -> Iterator[StoredDifference]:
        """The part refolded, and replayed if that is possible.

        The first `before` events are known from the part before, which ended with that line.
        """
        part = known[before:]
        lines = _chain_lines(known[1:before])
        found = [*audit_chain(part, line + 1, lines), *audit(part, line + 1, self._accounts)]
        try:
            if self._opened is None:
                self._opened = opened_by(self._book, known)
                self._shoes = ShoeAudit(self._opened.delivery, self._seals)
                if self._state:
                    self._shoes.take_up(self._state)
                if not is_executable(self._opened, known):
                    was, now = known[0], self._opened.procedure.version
                    assert isinstance(was, LogOpened)
                    self._note(f"made by procedure {was.procedure}, not replayed by {now}")
            assert self._shoes is not None
            side = self._shoes.dealing
            for place, event in enumerate(part, line + 1):
                found += self._shoes.take(place, event)
            if is_last:
                found += self._shoes.end(self.chain.line + 1)
            begun = before and before - 1
            shift = line - before
            for each in replay_faults(
                self._book, self._opened, known, begun=begun, side=side, is_last=is_last
            ):
                yield self._differs(each.line + shift, each.logged, each.expected)
        except PitbossError as error:  # of another rulebook: the chain can still be checked
            self._note(f"not replayed. {error}")
        for each in sorted(found, key=lambda each: each.line):
            yield self._differs(each.line, each.logged, each.expected)

    def _differs(self, line: int, logged: str, expected: str) -> StoredDifference:
        return StoredDifference(f"{self._name}, line {line}", logged, expected)

    def _note(self, said: str) -> None:
        if (note := f"{self._name}: {said}") not in self.notes:
            self.notes.append(note)

    # -- what follows from the lines ---------------------------------------------------------------

    def _balance_faults(self) -> Iterator[StoredDifference]:
        kept, made = queries.table_balances(self._connection, self._name), self._accounts
        for account in sorted(kept.keys() | made.keys()):
            if kept.get(account, 0) != made.get(account, 0):
                stored, cents = kept.get(account, 0), made.get(account, 0)
                where = f"{self._name}, balance of {account}"
                yield StoredDifference(where, f"{stored} cents", f"{cents} cents")

    def _shoe_faults(self, event: ShoeCommitted, seq: int) -> Iterator[StoredDifference]:
        """A shoe that was committed is in the vault, and it is the one that was committed."""
        where = f"{self._name}, line {seq}, shoe {event.number}"
        self._shoe = max(self._shoe, event.number)
        text = queries.sealed_shoe(self._connection, self._name, event.number)
        if text is None:
            yield StoredDifference(where, "nothing in the vault", "the sealed shoe")
            return
        if self._keys is None:
            return
        try:
            sealed = SealedShoe.parse(self._keys.open(text, shoe_place(self._name, event.number)))
        except (NotationError, NoKeys):
            yield StoredDifference(where, "something else in the vault", "a sealed shoe")
            return
        if sealed.committed != event:
            yield StoredDifference(where, "another shoe in the vault", "the one that was committed")

    def _vault_strangers(self) -> Iterator[StoredDifference]:
        v = vault.c
        strange = (v.number < 1) | (v.number > self._shoe)
        wanted = select(v.number).where(v.table_id == self._name, strange)
        for number in self._connection.scalars(wanted):
            yield StoredDifference(
                f"{self._name}, shoe {number}",
                "a shoe in the vault",
                "none: the log commits no such shoe",
            )


class Entries:
    """The entries of a log after a line, compared with what the lines imply."""

    def __init__(self, connection: Connection, table: str, after: int) -> None:
        e = entries.c
        wanted = select(e.seq, e.n, e.source, e.target, e.cents).where(
            e.table_id == table, e.seq > after
        )
        wanted = wanted.order_by(e.seq, e.n).execution_options(yield_per=1_000)
        self._table, self._stored = table, iter(connection.execute(wanted))
        self._next = next(self._stored, None)

    def take(self, event: Event, seq: int) -> Iterator[StoredDifference]:
        """The next line."""
        derived = {n: (move.source, move.to, move.cents) for n, move in enumerate(moves(event), 1)}
        kept = {}
        while self._next is not None and self._next.seq <= seq:
            kept[self._next.n] = tuple(self._next[2:])
            self._next = next(self._stored, None)
        for n in sorted(kept.keys() | derived.keys()):
            if (was := kept.get(n)) != (should := derived.get(n)):
                where = f"{self._table}, line {seq}, entry {n}"
                yield StoredDifference(where, _entry(was), _entry(should))

    def rest(self) -> Iterator[StoredDifference]:
        """No more lines come."""
        for row in (self._next, *self._stored) if self._next is not None else ():
            where = f"{self._table}, line {row.seq}, entry {row.n}"
            yield StoredDifference(where, _entry(tuple(row[2:])), "nothing")


def _entry(entry: tuple[object, ...] | None) -> str:
    return "{2} cents from {0} to {1}".format(*entry) if entry else "nothing"


def _chain_lines(known: list[Event]) -> list[str]:
    """What the chain of a round holds after lines that begin with the end of the round before."""
    match known:
        case [RoundEnded() as ended, *_]:
            return [ended.chain, *(event.line for event in known)]
    return []
