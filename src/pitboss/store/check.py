"""The check: every entry, balance, shoe and meter derived again from the logs.

Only the lines of the logs are trusted; those are chained, and replayed if they were made by the
current procedure. Memory does not grow with the logs: they are read in parts. What a check without
a difference has reached can be remembered, and a later one continues from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

from sqlalchemy import Connection, func, select

from pitboss.rulebook.load import Rulebook
from pitboss.store import rows
from pitboss.store.difference import StoredDifference
from pitboss.store.integrity import file_faults
from pitboss.store.keys import Keys
from pitboss.store.meters import LinkCheck, LinkReached, Step, feed_faults
from pitboss.store.schema import link_events
from pitboss.store.table_check import Commitments, TableCheck, TableReached
from pitboss.store.trail import Head, check_trail, last_head, seals
from pitboss.table.log.ledger import TRANSFERS


@dataclass(slots=True)
class Reached:
    """How far a check without a difference came, by the head that the audit trail had then."""

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
    """Check everything that a connection sees; without keys, what is sealed stays so.

    `head`: the last line of the audit trail as it was printed. `since`: how far an earlier check
    came; the file, the trail, the balances and the meters' accounts are checked whole all the same.
    """
    since = since or Reached(Head(0, ""))
    found = Checked(Reached(last_head(connection)))
    if connection.dialect.name == "sqlite":
        found.differences += file_faults(connection)
    found.differences += check_trail(connection, head)
    sealed = seals(connection)
    fed: dict[str, int] = {}
    with closing(Commitments()) as commits:
        for table in rows.all_tables(connection):
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
    for link, linked in rows.all_links(connection).items():
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
    ends = sum(rows.last_seqs(connection).values())
    ends += sum(int(last) for _, last in connection.execute(links))
    if since:
        ends -= sum(each.line for each in since.tables.values())
        ends -= sum(each.line for each in since.meters.values())
    return ends


def _in_transit(connection: Connection) -> Iterator[StoredDifference]:
    if left := rows.account_total(connection, TRANSFERS):
        what = f"{left} cents in transit from one table's meter to another's"
        yield StoredDifference("all tables", what, "nothing in transit")
