"""The store of a house: one commit for each accepted command, with everything it produced."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, Self, TypeVar

from sqlalchemy import Connection, func, select, text, true

from pitboss.progressive.events import MeterEvent
from pitboss.progressive.secret import SealedValue
from pitboss.rulebook.load import Rulebook
from pitboss.store import queries, schema
from pitboss.store.backup import back_up_into, backup
from pitboss.store.batch_rows import add_commands, add_links, add_tables
from pitboss.store.check import (
    Checked,
    check,
    integrity_faults,
    lines_to_check,
    remember,
    remembered,
)
from pitboss.store.clock import SteadyClock
from pitboss.store.database import Damaged, Database, StoreError, Undecided, Unreachable
from pitboss.store.history import Snapshot, snapshot_of
from pitboss.store.journal import Batch, Command, Note
from pitboss.store.keys import (
    Keys,
    NoKeys,
    keep_keys,
    key_file,
    load_keys,
    secret_place,
    shoe_place,
)
from pitboss.store.meters import LinkCheck, Step
from pitboss.store.migration import check_current, migrate
from pitboss.store.people import People
from pitboss.store.queries import LogRow, stamp
from pitboss.store.sessions import Sessions
from pitboss.store.trail import (
    Head,
    SignedHead,
    StoredDifference,
    TrailLine,
    add_notes,
    books_sealed,
    chained,
    keys_note,
    last_head,
    noted,
    public_keys,
)
from pitboss.table.events.table import TableClosed

P = ParamSpec("P")
T = TypeVar("T")
Clock = Callable[[], datetime]
REPEATED: Final = timedelta(hours=24)
"""How long a command may be repeated under its key: twice as long as a session lasts."""
FORGET = text(
    "DELETE FROM commands WHERE (person_id, key) IN "
    "(SELECT person_id, key FROM commands WHERE at < :before LIMIT :many)"
)
BYTES = text(
    "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
    "WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
)


def _reads(query: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Store, P], T]:
    """A method of a store: what a query finds in one snapshot."""

    @wraps(query)
    def found(store: Store, /, *asked: P.args, **said: P.kwargs) -> T:
        return store.database.read(query, *asked, **said)

    return found


def _reads_log(
    query: Callable[Concatenate[Connection, str, P], T],
) -> Callable[Concatenate[Store, str, P], T]:
    """A query of a table's log as a method; it refuses a table that does not exist."""

    @wraps(query)
    def found(store: Store, table: str, /, *asked: P.args, **said: P.kwargs) -> T:
        with store.database.reading() as connection:
            queries.one_table(connection, table)
            return query(connection, table, *asked, **said)

    return found


class Store:
    """A database with the schema that this version of pitboss uses."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database, self.clock = database, clock
        self._keys: Keys | None = None
        self.sessions = Sessions(database, clock)
        self.people = People(database, clock, lambda: self.keys, self.sessions.forget)

    @classmethod
    def open(cls, url: str, *, write: bool = False, clock: Clock | None = None) -> Self:
        """Open an existing database; only one process at a time may write."""
        database = Database(url)
        try:
            check_current(database)
            store = cls(database, clock or SteadyClock(not_before=_last_time(database)))
            if write:
                database.claim()
                store.check_keys()
        except BaseException:
            database.close()
            raise
        return store

    @staticmethod
    def migrate(url: str) -> tuple[str, str]:
        """Create or upgrade a database; its schema before, which may be empty, and now."""
        return migrate(url)

    # -- the house's keys ------------------------------------------------------------------------

    @property
    def keys(self) -> Keys:
        """The keys of this house, read when they are first needed."""
        if self._keys is None:
            self._keys = load_keys(self.database)
        return self._keys

    def check_keys(self) -> None:
        """Refuse keys that are not those of this house."""
        known = self.database.read(public_keys)
        last = max(known, default=0)
        if self.keys.public_of(last) != known.get(last):
            where = key_file(self.database)
            raise NoKeys(f"The keys at {where} are not those of {self.database.name}.")
        if self.keys.current != last:  # a rotation that was cut off is finished
            self._use_keys(self.keys, "pitboss")

    def rotate_keys(self, by: str) -> int:
        """Seal everything with a new key, with which heads are signed from now on; its number."""
        new = self.keys.with_new()
        keep_keys(self.database, new)  # first: no database may need a key that is not kept
        self._use_keys(new, by)
        return new.current

    def _use_keys(self, new: Keys, by: str) -> None:
        with self.database.writing() as connection:
            queries.seal_again(connection, new)
            add_notes(connection, [keys_note(by, new)], stamp(self.clock()))
        self._keys = new

    def seal_books(self, by: str) -> SignedHead:
        """Add the line that fixes every log, and the new head of the trail, signed."""
        with self.database.writing() as connection:
            add_notes(connection, [books_sealed(connection, by)], stamp(self.clock()))
        return self.head()

    def head(self) -> SignedHead:
        """The last line of the audit trail, signed: it fixes everything that was sealed."""
        head = self.database.read(last_head)
        return SignedHead(head, self.keys.current, self.keys.sign(str(head)))

    def beat(self) -> None:
        """Rewrite a row unchanged, to find out whether the books can be written; raises if not."""
        self.database.check_claim()
        with self.database.writing() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = version_num"))

    def close(self) -> None:
        """Release the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- the one commit --------------------------------------------------------------------------

    def commit(self, *batches: Batch) -> None:
        """Commit everything of a command together: once this returns, it is durable.

        Several commands may be committed in one transaction, all of them or none.
        """
        if not any(batches):
            return
        at = stamp(self.clock())
        try:
            self._add(batches, at)
        except Undecided as error:
            if not self._has(batches, at):
                raise Unreachable(str(error)) from error

    def _has(self, batches: Sequence[Batch], at: str) -> bool:
        """Whether a commit whose answer was lost took effect.

        Only one process writes: once it can again, the lost transaction is decided.
        """
        try:
            with self.database.writing() as connection:
                return queries.has_batches(connection, batches, at)
        except StoreError as error:
            raise Undecided(
                f"It is not known whether the last command was saved. {error}"
            ) from error

    def _add(self, batches: Sequence[Batch], at: str) -> None:
        with self.database.writing() as connection:
            add_tables(connection, batches, at, lambda: self.keys)
            add_links(connection, batches, at, lambda: self.keys)
            add_commands(connection, [each.command for each in batches if each.command], at)
            add_notes(connection, [note for each in batches for note in each.notes], at)
            if any(isinstance(event, TableClosed) for each in batches for *_, event in each.events):
                add_notes(connection, [books_sealed(connection, "pitboss")], at)

    # -- tables ----------------------------------------------------------------------------------

    tables = _reads(queries.all_tables)
    table = _reads(queries.one_table)
    last_seqs = _reads(queries.last_seqs)
    events = _reads_log(queries.table_events)
    events_since = _reads(queries.events_since)
    last_round_at = _reads_log(queries.last_round_at)
    events_of_last_round = _reads_log(queries.last_round)
    rounds = _reads_log(queries.spans)
    log_text = _reads_log(queries.log_text)
    timed_lines = _reads_log(queries.timed_lines)
    validated = _reads(queries.validated)
    slips_since = _reads(queries.slips_since)
    balances = _reads(queries.table_balances)
    balance = _reads(queries.account_total)

    def logs(
        self, state: str = "", waiting: Collection[str] = (), skip: int = 0, limit: int = 100
    ) -> list[LogRow]:
        """Logs of tables, newest first: all, `closed`, `open`, or `waiting` for a decision."""
        t = schema.tables.c
        is_open, waits = t.state == "open", t.id.in_(waiting)
        asked = {"": true(), "closed": ~is_open, "open": is_open & ~waits, "waiting": waits}
        return self.database.read(queries.some_logs, asked[state], skip, limit)

    def shoe(self, table: str, number: int) -> str | None:
        """A sealed shoe."""
        text = self.database.read(queries.sealed_shoe, table, number)
        return self.keys.open(text, shoe_place(table, number)) if text else None

    # -- meters ----------------------------------------------------------------------------------

    links = _reads(queries.all_links)
    link_events = _reads(queries.events_of_link)

    def link_since(self, link: str) -> tuple[Snapshot | None, list[MeterEvent]]:
        """What it takes to resume a meter: a snapshot and the lines after it; without a snapshot,
        every line.
        """
        with self.database.reading() as connection:
            said = snapshot_of(connection, link, self.keys)
            if said is None:
                return None, queries.events_of_link(connection, link)
            chain = said.chain
            for _, line, at in queries.link_lines(connection, link, said.line + 1):
                chain = chained(chain, at, line)
            if chain != queries.link_chain(connection, link):
                raise Damaged(
                    f"The log of meter {link} does not continue from its snapshot at line "
                    f"{said.line}. To see all faults: db check."
                )
            first = queries.events_of_link(connection, link, 1, 1)
            return said, [*first, *queries.events_of_link(connection, link, said.line + 1)]

    def snapshot_faults(self) -> list[StoredDifference]:
        """Snapshots of meters that are not what their logs lead to."""
        with self.database.reading() as connection:
            since = remembered(self.database, connection, self.keys)
            return [
                fault
                for link in queries.all_links(connection)
                for fault in LinkCheck(
                    connection, link, {}, self.keys, since.meters.get(link) if since else None
                ).log_faults()
            ]

    def secrets(self, link: str, after: int = 0) -> list[SealedValue]:
        """The secret values of a mystery meter after the first `after`, in order."""
        kept = self.database.read(queries.secret_lines, link, after)
        opened = (self.keys.open(text, secret_place(link, n)) for n, text in kept)
        return [SealedValue.parse(text) for text in opened]

    # -- commands and the audit trail ------------------------------------------------------------

    def command(self, person_id: int, key: str) -> Command | None:
        """The answer to a command that has already been carried out."""
        c = schema.commands.c
        wanted = select(c.person_id, c.key, c.asked, c.answer).where(
            c.person_id == person_id, c.key == key
        )
        return next((Command(*row) for row in self.database.rows(wanted)), None)

    def forget_commands(self) -> int:
        """Forget the answers to commands that nobody can still repeat; returns how many.

        A thousand in a transaction, so that nobody waits for it.
        """
        before, forgotten = stamp(self.clock() - REPEATED), 0
        while True:
            with self.database.writing() as connection:
                done = connection.execute(FORGET, {"before": before, "many": 1_000}).rowcount
            forgotten += done
            if done < 1_000:
                return forgotten

    def note(self, who: str, what: str, details: str = "") -> None:
        """Add a line to the audit trail."""
        self.commit(Batch(notes=(Note(who, what, details),)))

    def latest_notes(
        self,
        before: int | None = None,
        limit: int = 100,
        *,
        who: str = "",
        what: str = "",
        words: str = "",
    ) -> list[TrailLine]:
        """The audit trail before one of its lines, or all of it: newest first.

        `who` and `what` choose lines; each of the `words` is somewhere in a line.
        """
        a = schema.audit.c
        wanted = select(schema.audit).order_by(a.id.desc()).limit(limit)
        if before is not None:
            wanted = wanted.where(a.id < before)
        if who:
            wanted = wanted.where(a.who == who)
        if what:
            wanted = wanted.where(a.what == what)
        line = func.lower(a.who + " " + a.what + " " + a.details)
        for word in words.lower().split():
            wanted = wanted.where(line.contains(word, autoescape=True))
        return [TrailLine(*row) for row in self.database.rows(wanted)]

    def noted_of(self) -> tuple[list[str], list[str]]:
        """Every kind of line in the trail, and everybody who has lines in it."""
        a = schema.audit.c
        with self.database.reading() as connection:
            kinds = connection.scalars(select(a.what).distinct().order_by(a.what))
            return list(kinds), list(connection.scalars(select(a.who).distinct().order_by(a.who)))

    noted = _reads(noted)

    # -- everything -----------------------------------------------------------------------------

    def check(self, book: Rulebook, head: Head | None = None) -> list[StoredDifference]:
        """Derive every balance and meter again from the logs; all differences."""
        return self.checked(book, head).differences

    def checked(
        self,
        book: Rulebook,
        head: Head | None = None,
        *,
        full: bool = True,
        progress: Callable[[int], Step] = lambda lines: lambda done: None,
    ) -> Checked:
        """All differences, with what was checked and what could not be replayed.

        `head` is the last one printed, which fixes everything up to then. If not `full`, lines that
        an earlier check of this kind has read are not read again. `progress` is called with the
        number of lines to read; what it returns is called with each number of lines read.
        """
        try:
            keys = self.keys
        except NoKeys as error:
            keys, without = None, str(error)
        with self.database.reading() as connection:
            since = None
            if keys and not full:
                since = remembered(self.database, connection, keys)
            step = progress(lines_to_check(connection, since))
            found = check(connection, book, keys, head, since, step)
        if keys is None:
            found.notes.append(f"Sealed shoes and values were not opened. {without}")
        elif not found.differences:
            remember(self.database, keys, found.reached)
        return found

    def back_up_into(self, folder: Path) -> Path:
        """Make a sealed backup in a folder and restore it once as a test; returns its file."""
        return back_up_into(self.database, self.keys, folder, self.clock())

    def integrity_faults(self) -> list[StoredDifference]:
        """Signs, found without a replay, that the books were damaged or changed."""
        with self.database.reading() as connection:
            return [*integrity_faults(connection)]

    @property
    def size(self) -> int:
        """How many bytes the books have."""
        if path := self.database.path:
            return path.stat().st_size
        with self.database.reading() as connection:
            return int(connection.scalar(BYTES) or 0)

    def backup(self, path: Path) -> dict[str, int]:
        """Copy everything, as of one moment, into a new SQLite file; returns the rows of each
        table.
        """
        return backup(self.database, path)


def _last_time(database: Database) -> datetime | None:
    """When the last line of any log or of the trail was written."""
    found = database.read(queries.last_time)
    return datetime.fromisoformat(found) if found else None
