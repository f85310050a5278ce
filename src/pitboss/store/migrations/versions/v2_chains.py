"""Chains over every log and over the audit trail; shoes and secret values sealed with keys."""

from itertools import groupby

import sqlalchemy as sa
from alembic import context, op

from pitboss.store.keys import Keys, secret_place, shoe_place
from pitboss.store.schema import guards, unguard
from pitboss.store.trail import TrailLine, chained, note_chain

revision = "2"
down_revision: str | None = "1"

CHAINED = {"tables": ("events", "table_id", "id"), "links": ("link_events", "link", "name")}
"""What has a log → where its lines are, the column that says whose, and its own key."""


def upgrade() -> None:
    for table in (*CHAINED, "audit"):
        op.add_column(table, sa.Column("chain", sa.Text(), nullable=False, server_default=""))
    for table, (lines, whose, key) in CHAINED.items():
        _chain_logs(table, lines, whose, key)
    _chain_trail()
    _seal(context.config.attributes["keys"])


def _chain_logs(table: str, lines: str, whose: str, key: str) -> None:
    connection = op.get_bind()
    found = connection.execute(
        sa.text(f"SELECT {whose} AS log, at, line FROM {lines} ORDER BY {whose}, seq")
    )
    for log, written in groupby(found, key=lambda row: row.log):
        chain = ""
        for row in written:
            chain = chained(chain, row.at, row.line)
        connection.execute(
            sa.text(f"UPDATE {table} SET chain = :chain WHERE {key} = :log"),
            {"chain": chain, "log": log},
        )


def _chain_trail() -> None:
    """The lines so far, taken over as they are."""
    connection = op.get_bind()
    found = connection.execute(
        sa.text("SELECT id, at, who, what, details FROM audit ORDER BY id")
    ).all()
    chain = ""
    chains = []
    for row in found:
        chain = note_chain(chain, TrailLine(row.id, row.at, row.who, row.what, row.details, ""))
        chains.append({"id": row.id, "chain": chain})
    backend = connection.dialect.name
    for statement in unguard(backend, "audit"):
        op.execute(statement)
    if chains:
        connection.execute(sa.text("UPDATE audit SET chain = :chain WHERE id = :id"), chains)
    for statement in guards(backend, "audit"):
        op.execute(statement)


def _seal(keys: Keys) -> None:
    connection = op.get_bind()
    for row in connection.execute(sa.text("SELECT table_id, number, text FROM vault")).all():
        sealed = keys.seal(row.text, shoe_place(row.table_id, row.number))
        connection.execute(
            sa.text("UPDATE vault SET text = :text WHERE table_id = :id AND number = :n"),
            {"text": sealed, "id": row.table_id, "n": row.number},
        )
    for row in connection.execute(sa.text("SELECT link, n, text FROM secrets")).all():
        sealed = keys.seal(row.text, secret_place(row.link, row.n))
        connection.execute(
            sa.text("UPDATE secrets SET text = :text WHERE link = :link AND n = :n"),
            {"text": sealed, "link": row.link, "n": row.n},
        )
