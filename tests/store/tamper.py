"""Changing what the database does not let anybody change."""

from __future__ import annotations

from sqlalchemy import Connection, text

from pitboss.store.schema import GROWING


def tamper(connection: Connection, statement: str, **values: object) -> None:
    """Run a statement as somebody who owns the database and takes the guards down."""
    is_file = connection.dialect.name == "sqlite"
    guards = []
    if is_file:
        found = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        guards = [(row.name, row.sql) for row in connection.execute(text(found))]
    for name, _ in guards:
        connection.execute(text(f"DROP TRIGGER {name}"))
    for table in () if is_file else GROWING:
        connection.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER USER"))
    done = connection.execute(text(statement), values)
    assert done.rowcount > 0, statement
    for _, sql in guards:
        connection.execute(text(sql))
    for table in () if is_file else GROWING:
        connection.execute(text(f"ALTER TABLE {table} ENABLE TRIGGER USER"))
