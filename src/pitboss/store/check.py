"""The check: every entry, balance, shoe and meter is derived again from the logs.

Only the lines of the logs are trusted; they are chained, and replayed if they were made by the
current procedure. The logs are read in parts, so memory does not grow with them. How far a check
without differences came can be remembered, and a later check continues from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter
from sqlalchemy import Connection, func, select, text

from pitboss.rulebook.load import Rulebook
from pitboss.store import queries
from pitboss.store.database import Database, Unreadable
from pitboss.store.history import PackCheck
from pitboss.store.keys import Keys, NoKeys, key_file
from pitboss.store.meters import LinkCheck, LinkReached, Step, feed_faults
from pitboss.store.schema import audit, link_events
from pitboss.store.table_check import TableCheck, TableReached, commitments
from pitboss.store.trail import ChainCheck, Head, StoredDifference, check_trail, last_head, seals
from pitboss.table.log.ledger import TRANSFERS
from pitboss.whole_file import write_whole


@dataclass(slots=True)
class Reached:
    """How far a check without differences came, with the head that the audit trail had then."""

    head: Head
    tables: dict[str, TableReached] = field(default_factory=dict)
    meters: dict[str, LinkReached] = field(default_factory=dict)


@dataclass(slots=True)
class Checked:
    """What a check covered, and what it found."""

    reached: Reached
    differences: list[StoredDifference] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What could not be replayed, and why."""
    tables: int = 0
    events: int = 0
    """Lines of tables that were read."""
    before: int = 0
    """Lines of tables that an earlier check has read, and this one has not."""
    meters: int = 0


def check(
    connection: Connection,
    book: Rulebook,
    keys: Keys | None,
    head: Head | None = None,
    since: Reached | None = None,
    step: Step = lambda lines: None,
) -> Checked:
    """Check everything that a connection sees; without keys, what is sealed is not opened.

    `head` is the last line of the audit trail as it was printed. `since` says how far an earlier
    check came; the file, the trail, the balances and the meters' accounts are always checked
    completely.
    """
    since = since or Reached(Head(0, ""))
    found = Checked(Reached(last_head(connection)))
    if connection.dialect.name == "sqlite":
        found.differences += file_faults(connection)
    found.differences += check_trail(connection, head)
    sealed = seals(connection)
    fed: dict[str, int] = {}
    with closing(commitments()) as commits:
        for table in queries.all_tables(connection):
            of = sealed["tables"].pop(table.id, {})
            before = since.tables.get(table.id)
            part = TableCheck(connection, book, table, of, keys, commits, before)
            found.differences += part.run(step)
            found.notes += part.notes
            found.tables += 1
            found.events += part.lines
            found.before += before.line if before else 0
            if not part.notes:
                found.reached.tables[table.id] = part.reached
            for link, said in part.feeds.items():
                fed[link] = (fed.get(link, 0) + said) % (1 << 256)
    for link, linked in queries.all_links(connection).items():
        of = sealed["meters"].pop(link, {})
        meter = LinkCheck(connection, link, of, keys, since.meters.get(link))
        found.differences += meter.run(linked, fed.pop(link, 0), step)
        found.meters += 1
        if reached := meter.reached:
            found.reached.meters[link] = reached
    for name in (*sealed["tables"], *(f"meter {link}" for link in sealed["meters"])):
        found.differences.append(StoredDifference(name, "no log", "the one that was sealed"))
    for link in fed:
        found.differences += feed_faults(connection, link)
    found.differences += _in_transit(connection)
    return found


def lines_to_check(connection: Connection, since: Reached | None) -> int:
    """How many lines a check reads."""
    links = select(link_events.c.link, func.max(link_events.c.seq)).group_by(link_events.c.link)
    ends = sum(queries.last_seqs(connection).values())
    ends += sum(int(last) for _, last in connection.execute(links))
    if since:
        ends -= sum(each.line for each in since.tables.values())
        ends -= sum(each.line for each in since.meters.values())
    return ends


def _in_transit(connection: Connection) -> Iterator[StoredDifference]:
    if left := queries.account_total(connection, TRANSFERS):
        what = f"{left} cents in transit from one table's meter to another's"
        yield StoredDifference("all tables", what, "nothing in transit")


# -- without a replay ------------------------------------------------------------------------------

UNBALANCED: Final = text(
    "SELECT table_id, account, sum(cents) FROM ("
    "SELECT table_id, source AS account, -cents AS cents FROM entries "
    "UNION ALL SELECT table_id, target, cents FROM entries "
    "UNION ALL SELECT table_id, account, -cents FROM balances"
    ") AS moved GROUP BY table_id, account HAVING sum(cents) <> 0 ORDER BY table_id, account"
)


def integrity_faults(connection: Connection) -> Iterator[StoredDifference]:
    """The damage to the books, or changes in them, that can be found without a replay.

    Everything is read once, in constant memory.
    """
    if connection.dialect.name == "sqlite":
        found = [*file_faults(connection)]
        yield from found
        if found:
            return  # what a damaged file says about its logs means nothing
    yield from check_trail(connection, None)
    sealed = seals(connection)
    for table in queries.all_tables(connection):
        chain = ChainCheck(table.id, sealed["tables"].pop(table.id, {}))
        packed = PackCheck(connection, table.id)
        try:
            for each in queries.lines(connection, table.id):
                yield from chain.add(each.at, each.line)
                yield from packed.take(each)
        except Unreadable as error:
            yield StoredDifference(table.id, str(error), "lines as they were written")
            continue
        yield from chain.end(table.chain)
    for link in queries.all_links(connection):
        chain = ChainCheck(f"meter {link}", sealed["meters"].pop(link, {}))
        for _, line, at in queries.link_lines(connection, link):
            yield from chain.add(at, line)
        yield from chain.end(queries.link_chain(connection, link))
    for name in (*sealed["tables"], *(f"meter {link}" for link in sealed["meters"])):
        yield StoredDifference(name, "no log", "the one that was sealed")
    for table_id, account, off in connection.execute(UNBALANCED):
        where = f"{table_id}, balance of {account}"
        yield StoredDifference(where, f"{-off} cents more", "the sum of its entries")


def file_faults(connection: Connection) -> Iterator[StoredDifference]:
    """What SQLite itself finds wrong with its file."""
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check"):
        if said != "ok":
            yield StoredDifference("the file", said, "a sound database")
    for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield StoredDifference(f"{row[0]}, row {row[1]}", f"no {row[2]} for it", f"one of {row[2]}")


# -- remembered ------------------------------------------------------------------------------------

PLACE: Final = "how far a check came"
REACHED: Final = TypeAdapter(Reached)


def checked_file(database: Database) -> Path:
    """The file that records how far a check came, next to the house's keys.

    The file is sealed with the keys, so that nobody else can have written it, and names the head
    that the audit trail had. It is ignored if the trail has no such line.
    """
    return key_file(database).with_suffix(".checked")


def remember(database: Database, keys: Keys, reached: Reached) -> None:
    """Write how far a check got; if that fails, the next check reads everything."""
    with suppress(OSError):
        sealed = keys.seal(REACHED.dump_json(reached).decode(), PLACE)
        write_whole(checked_file(database), sealed.encode(), mode=0o600)


def remembered(database: Database, connection: Connection, keys: Keys) -> Reached | None:
    """How far the last check got; `None` if its file is missing, or is for other keys or books."""
    try:
        said = keys.open(checked_file(database).read_text("ascii"), PLACE)
        reached = REACHED.validate_json(said)
    except (OSError, ValueError, NoKeys):
        return None
    chain = connection.scalar(select(audit.c.chain).where(audit.c.id == reached.head.line))
    return reached if chain == reached.head.chain else None
