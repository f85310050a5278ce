"""Finished rounds in packs, and snapshots of meters."""

import sqlalchemy as sa
from alembic import op

from pitboss.store.history import pack_rounds
from pitboss.table.events.rounds import RoundOpened

revision = "4"
down_revision: str | None = "3"

GROWING = ("packs",)
SAYS = "rows are added here and none is changed"
PACKED = "SELECT 1 FROM packs WHERE table_id = OLD.table_id AND last >= OLD.seq"


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
    is_file = op.get_bind().dialect.name == "sqlite"
    if is_file:
        _free_entries()
    else:
        op.drop_constraint("entries_table_id_fk", "entries", type_="foreignkey")
        op.create_foreign_key("entries_table_id_fk", "entries", "tables", ["table_id"], ["id"])
    op.drop_index("events_table_id_kind_seq", "events")
    _let_go_when_packed(is_file)
    _pack()


def _free_entries() -> None:
    """Entries stay when the lines that they follow from are packed; SQLite makes them anew."""
    connection = op.get_bind()
    guards = connection.scalars(
        sa.text("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'entries'")
    ).all()
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
    for guard in guards:
        op.execute(guard)


def _let_go_when_packed(is_file: bool) -> None:
    """Packs only grow; a line of a log may go once a pack has it, and still not change."""
    if is_file:
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER packs_{verb.lower()}s BEFORE {verb} ON packs "
                f"BEGIN SELECT RAISE(ABORT, '{SAYS}'); END"
            )
        op.execute("DROP TRIGGER events_deletes")
        op.execute(
            "CREATE TRIGGER events_deletes BEFORE DELETE ON events "
            f"WHEN NOT EXISTS ({PACKED}) BEGIN SELECT RAISE(ABORT, '{SAYS}'); END"
        )
        return
    op.execute(
        "CREATE TRIGGER packs_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON packs "
        "FOR EACH STATEMENT EXECUTE FUNCTION grows_only()"
    )
    op.execute("DROP TRIGGER events_grows ON events")
    op.execute(
        "CREATE TRIGGER events_grows BEFORE UPDATE OR TRUNCATE ON events "
        "FOR EACH STATEMENT EXECUTE FUNCTION grows_only()"
    )
    op.execute(
        "CREATE FUNCTION goes_when_packed() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF EXISTS ({PACKED}) THEN RETURN OLD; END IF; "
        f"RAISE EXCEPTION '{SAYS}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER events_packed BEFORE DELETE ON events "
        "FOR EACH ROW EXECUTE FUNCTION goes_when_packed()"
    )


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
