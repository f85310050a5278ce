"""The rows that the batches of a commit add to the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import (
    Column,
    Connection,
    Select,
    TextClause,
    bindparam,
    insert,
    text,
    update,
)

from pitboss.log import Event
from pitboss.progressive.events import MeterOpened
from pitboss.store import schema
from pitboss.store.database import OutOfStep
from pitboss.store.history import Snapshot, keep_snapshot, pack_rounds
from pitboss.store.journal import Batch, Command
from pitboss.store.keys import Keys, secret_place, shoe_place
from pitboss.store.trail import PLACES, chained
from pitboss.table.events.rounds import RoundOpened
from pitboss.table.events.table import TableClosed
from pitboss.table.log.ledger import moves

KeysFound = Callable[[], Keys]
"""Finds the keys of the house, once something is to be sealed."""
ADD = text(
    "INSERT INTO balances (table_id, account, cents) VALUES (:table_id, :account, :cents) "
    "ON CONFLICT (table_id, account) DO UPDATE SET cents = balances.cents + excluded.cents"
)


def add_tables(connection: Connection, batches: Sequence[Batch], at: str, keys: KeysFound) -> None:
    """New tables, the lines of logs, the entries that they move, and sealed shoes."""
    for new in (each for batch in batches for each in batch.opened):
        connection.execute(insert(schema.tables), {**asdict(new), "state": "open", "opened_at": at})
    events = [each for batch in batches for each in batch.events]
    _add_chains(connection, TABLE_CHAINS, events, at)
    made, entries = [], []
    sums: Counter[tuple[str, str]] = Counter()
    for table, seq, event in events:
        made.append(
            {"table_id": table, "seq": seq, "kind": event.kind, "line": event.line, "at": at}
        )
        for n, move in enumerate(moves(event), 1):
            entry = {"table_id": table, "seq": seq, "n": n, "cents": move.cents}
            entries.append({**entry, "source": move.source, "target": move.to})
            sums[table, move.source] -= move.cents
            sums[table, move.to] += move.cents
    _add_rows(connection, EVENTS, made)
    _add_rows(connection, ENTRIES, entries)
    changed = [
        {"table_id": table, "account": account, "cents": cents}
        for (table, account), cents in sums.items()
    ]
    _add_rows(connection, ADD, changed)
    sealed = [each for batch in batches for each in batch.sealed]
    shoes = [
        {"table_id": t, "number": n, "text": keys().seal(said, shoe_place(t, n))}
        for t, n, said in sealed
    ]
    _add_rows(connection, SHOES, shoes)
    for table, _, event in events:
        if isinstance(event, TableClosed):
            closed = update(schema.tables).where(schema.tables.c.id == table)
            connection.execute(closed.values(state="closed", closed_at=at))
    begun = {table: seq for table, seq, event in events if isinstance(event, RoundOpened)}
    for table, seq in begun.items():
        pack_rounds(connection, table, seq)


def add_links(connection: Connection, batches: Sequence[Batch], at: str, keys: KeysFound) -> None:
    """The lines of meters, with their snapshots and secret values."""
    events = [each for batch in batches for each in batch.link_events]
    new = [
        {"name": link, "linked": event.is_linked, "chain": ""}
        for link, _, event in events
        if isinstance(event, MeterOpened)
    ]
    _add_rows(connection, LINKS, new)
    chains = _add_chains(connection, LINK_CHAINS, events, at)
    made = [{"link": link, "seq": seq, "line": event.line, "at": at} for link, seq, event in events]
    _add_rows(connection, LINK_EVENTS, made)
    for link, state in (each for batch in batches for each in batch.snapshots):
        if state["sequence"] == chains[link][0]:
            snapshot = Snapshot(state["sequence"], chains[link][1], state)
            keep_snapshot(connection, keys(), link, snapshot)
    secrets = [each for batch in batches for each in batch.secrets]
    values = [
        {"link": link, "n": n, "text": keys().seal(said, secret_place(link, n))}
        for link, n, said in secrets
    ]
    _add_rows(connection, VALUES, values)


def add_commands(connection: Connection, commands: Iterable[Command], at: str) -> None:
    """The commands that were accepted, with their answers."""
    _add_rows(connection, COMMANDS, [asdict(each) | {"at": at} for each in commands])


EVENTS, ENTRIES, SHOES = map(insert, (schema.events, schema.entries, schema.vault))
LINKS, LINK_EVENTS, VALUES = map(insert, (schema.links, schema.link_events, schema.secrets))
COMMANDS = insert(schema.commands)


def _add_rows(connection: Connection, statement: Any, made: Sequence[dict[str, Any]]) -> None:
    """Insert rows, many in one statement: after each the thread that commits waits for its turn.
    Their columns are text, whole numbers and truth values, and go to the driver as they are.
    """
    for first in range(0, len(made), TOGETHER):
        some = made[first : first + TOGETHER]
        said, names = _driven(statement, connection.dialect, len(some))
        connection.exec_driver_sql(said, tuple(row[name] for row in some for name in names))


TOGETHER: Final = 1_000
"""Rows of one statement; SQLite takes 32,766 values in all."""


@lru_cache(maxsize=1_024)
def _driven(statement: Any, dialect: Any, rows: int) -> tuple[str, tuple[str, ...]]:
    """A statement for this many rows as a driver writes it, and the names of a row's values."""
    style = "qmark" if dialect.name == "sqlite" else "format"
    made = statement.compile(dialect=type(dialect)(paramstyle=style))
    head, _, after = str(made).partition("VALUES ")
    row, _, rest = after.partition(")")
    return f"{head}VALUES {', '.join([row + ')'] * rows)}{rest}", tuple(made.positiontup)


@dataclass(frozen=True, slots=True)
class Chains:
    """The last line and the chain of each log of a table, or of a meter."""

    stands: Select[Any]
    moves: TextClause


def _chains(kind: str, name: Column[str]) -> Chains:
    """Of the logs of a kind, each belonging to a row with this name."""
    stands = PLACES[kind].where(name.in_(bindparam("logs", expanding=True)))
    moves = text(
        f"UPDATE {name.table.name} SET chain = moved.column2 "
        f"FROM (VALUES (:log, :reached)) AS moved WHERE {name} = moved.column1"
    )
    return Chains(stands, moves)


TABLE_CHAINS: Final = _chains("tables", schema.tables.c.id)
LINK_CHAINS: Final = _chains("meters", schema.links.c.name)


def _add_chains(
    connection: Connection, chains: Chains, added: Sequence[tuple[str, int, Event]], at: str
) -> dict[str, tuple[int, str]]:
    """Each log must continue exactly where the stored one ends; its chain continues.

    Returns the last line and the chain of each log after that.
    """
    if not added:
        return {}
    stands: dict[str, tuple[int, str]] = {log: (0, "") for log, _, _ in added}
    for log, last, chain in connection.execute(chains.stands, {"logs": [*stands]}):
        stands[log] = (last or 0, chain)
    for log, place, event in added:
        last, chain = stands[log]
        if place != last + 1:
            raise OutOfStep(
                f"The log of {log} ends with line {last}, but line {place} was to be added. "
                "Nothing was written: reload the tables."
            )
        stands[log] = (place, chained(chain, at, event.line))
    moved = [{"log": log, "reached": chain} for log, (_, chain) in stands.items()]
    _add_rows(connection, chains.moves, moved)
    return stands
