"""Finished rounds in packs, and snapshots of meters."""

import sqlalchemy as sa
from alembic import op

from pitboss.store.history import pack_rounds
from pitboss.store.schema import guards, unguard
from pitboss.table.events.rounds import RoundOpened

revision = "4"
down_revision: str | None = "3"


def upgrade() -> None:
    backend = op.get_bind().dialect.name
    for statement in (*unguard(backend, "entries"), *unguard(backend, "events")):
        op.execute(statement)
    op.create_table(
        "packs",
        sa.Column("table_id", sa.Text(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("last", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("lines", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("link", sa.Text(), sa.ForeignKey("links.name"), primary_key=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
    )
    if backend == "sqlite":
        _free_entries()
    else:
        op.drop_constraint("entries_table_id_fk", "entries", type_="foreignkey")
        op.create_foreign_key("entries_table_id_fk", "entries", "tables", ["table_id"], ["id"])
    op.drop_index("events_table_id_kind_seq", "events")
    for statement in guards(backend, "entries", "events", "packs"):
        op.execute(statement)
    _pack()


def _free_entries() -> None:
    """Entries stay when the lines that they follow from are packed; SQLite makes them anew."""
    op.execute("ALTER TABLE entries RENAME TO entries_before")
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("cents > 0", name=op.f("entries_cents")),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO entries SELECT * FROM entries_before ORDER BY table_id, seq, n")
    op.execute("DROP TABLE entries_before")


def _pack() -> None:
    """Every round that is over, table by table."""
    connection = op.get_bind()
    begun = connection.execute(
        sa.text(
            "SELECT table_id, max(seq) AS seq FROM events WHERE kind = :kind GROUP BY table_id"
        ),
        {"kind": RoundOpened.kind},
    ).all()
    for table, seq in begun:
        while pack_rounds(connection, table, seq):
            pass
