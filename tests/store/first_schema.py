"""The first schema as it was made: a house that has it can still be brought to the present one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from pitboss.store.migration import MIGRATIONS
from pitboss.store.schema import SAYS, metadata

GROWING = ("events", "entries", "link_events", "audit")


def make_first(connection: Connection) -> None:
    """The first schema, in a database with nothing in it."""
    context = MigrationContext.configure(connection, opts={"target_metadata": metadata})
    op = Operations(context)
    for make in (_tables, _ledger, _meters, _people, _let_grow_only):
        make(op)
    context.stamp(ScriptDirectory(str(MIGRATIONS)), "1")


def _tables(op: Operations) -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.Text(), nullable=False),
        sa.Column("closed_at", sa.Text()),
        sa.CheckConstraint("state IN ('open', 'closed')", name=op.f("tables_state")),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
    )
    op.create_index("events_table_id_kind_seq", "events", ["table_id", "kind", "seq"])
    op.create_table(
        "vault",
        sa.Column("table_id", sa.Text(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text(), nullable=False),
    )


def _ledger(op: Operations) -> None:
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text(), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id", "seq"], ["events.table_id", "events.seq"]),
        sa.CheckConstraint("cents > 0", name=op.f("entries_cents")),
    )
    op.create_table(
        "balances",
        sa.Column("table_id", sa.Text(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("cents", sa.BigInteger(), nullable=False),
    )
    op.create_index("balances_account", "balances", ["account"])


def _meters(op: Operations) -> None:
    op.create_table(
        "links",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("linked", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "link_events",
        sa.Column("link", sa.Text(), sa.ForeignKey("links.name"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("link", sa.Text(), sa.ForeignKey("links.name"), primary_key=True),
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text(), nullable=False),
    )


def _people(op: Operations) -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False, unique=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("password", sa.Text()),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("locked_until", sa.Text()),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "role IN ('player', 'dealer', 'floor', 'auditor', 'admin')", name=op.f("people_role")
        ),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text(), primary_key=True),
        sa.Column("person_id", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("csrf", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Text(), nullable=False),
    )
    op.create_index("sessions_person_id", "sessions", ["person_id"])
    op.create_table(
        "commands",
        sa.Column("person_id", sa.Integer(), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
    )


def _let_grow_only(op: Operations) -> None:
    """A mistake is put right by a reversing entry, never by changing what was written."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            f"CREATE FUNCTION grows_only() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{SAYS}'; END $$"
        )
        for table in GROWING:
            op.execute(
                f"CREATE TRIGGER {table}_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION grows_only()"
            )
        return
    for table in GROWING:
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_{verb.lower()}s BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{SAYS}'); END"
            )
