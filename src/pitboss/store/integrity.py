"""The integrity test: the file is sound, and every log is the one that was chained.

It reads everything once, in constant memory, and replays nothing: that is for `db check`.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, text

from pitboss.store import rows
from pitboss.store.database import Unreadable
from pitboss.store.difference import StoredDifference
from pitboss.store.packs import PackCheck
from pitboss.store.trail import ChainCheck, check_trail, seals

UNBALANCED = text(
    "SELECT table_id, account, sum(cents) FROM ("
    "SELECT table_id, source AS account, -cents AS cents FROM entries "
    "UNION ALL SELECT table_id, target, cents FROM entries "
    "UNION ALL SELECT table_id, account, -cents FROM balances"
    ") AS moved GROUP BY table_id, account HAVING sum(cents) <> 0 ORDER BY table_id, account"
)


def integrity_faults(connection: Connection) -> Iterator[StoredDifference]:
    """Everything that shows without a replay that the books were damaged or changed."""
    if connection.dialect.name == "sqlite":
        found = [*file_faults(connection)]
        yield from found
        if found:
            return  # what a damaged file says of its logs means nothing
    yield from check_trail(connection, None)
    sealed = seals(connection)
    for table in rows.all_tables(connection):
        chain = ChainCheck(table.id, sealed["tables"].pop(table.id, {}))
        packed = PackCheck(connection, table.id)
        try:
            for each in rows.lines(connection, table.id):
                yield from chain.add(each.at, each.line)
                yield from packed.take(each)
        except Unreadable as error:
            yield StoredDifference(table.id, str(error), "lines as they were written")
            continue
        yield from chain.end(table.chain)
    for link in rows.all_links(connection):
        chain = ChainCheck(f"meter {link}", sealed["meters"].pop(link, {}))
        for _, line, at in rows.link_lines(connection, link):
            yield from chain.add(at, line)
        yield from chain.end(rows.link_chain(connection, link))
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
