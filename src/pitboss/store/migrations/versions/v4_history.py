"""Finished rounds in packs, and snapshots of meters."""

import sqlalchemy as sa
from alembic import op

from pitboss.store.history import pack_rounds
from pitboss.store.schema import guards
from pitboss.table.events import RoundOpened

revision = "4"
down_revision: str | None = "3"


def upgrade() -> None:
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
    backend = op.get_bind().dialect.name
    if backend == "sqlite":
        _free_entries()
    else:
        op.drop_constraint("entries_table_id_fk", "entries", type_="foreignkey")
        op.create_foreign_key("entries_table_id_fk", "entries", "tables", ["table_id"], ["id"])
    op.drop_index("events_table_id_kind_seq", "events")
    _guard(backend)
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
    for verb in ("updates", "deletes"):
        op.execute(f"DROP TRIGGER entries_{verb}")
    op.execute("DROP TABLE entries_before")


def _guard(backend: str) -> None:
    """Packs only grow; a line of a log may go once a pack has it, and still not change."""
    if backend == "sqlite":
        for verb in ("updates", "deletes"):
            op.execute(f"DROP TRIGGER events_{verb}")
        growing = ("entries", "events", "packs")  # the new entries have no guards
    else:
        op.execute("DROP TRIGGER events_grows ON events")
        growing = ("events", "packs")
    for statement in guards(backend, *growing):
        op.execute(statement)


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
