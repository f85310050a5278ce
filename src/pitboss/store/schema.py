"""The tables of the database. Logs are text, one event a line; the rest is derived or sealed.

`packs`, `entries`, `link_events` and `audit` only grow: the database itself refuses to change or
delete their rows. Those of `events` it lets go once a pack has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
)

REVISIONS: Final = ("1", "2", "3", "4")
"""Every version of the schema, in order; this version of pitboss works with the last."""
GROWING: Final = ("events", "entries", "link_events", "audit", "packs")

metadata: Final = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_name)s_fk",
        "uq": "%(table_name)s_%(column_0_name)s_key",
        "ix": "%(table_name)s_%(column_0_N_name)s",
        "ck": "%(table_name)s_%(constraint_name)s",
    }
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),  # the table of its house: unique for ever
    Column("name", Text, nullable=False),
    Column("house", Text, nullable=False),
    Column("source", Text, nullable=False),  # of its shoes: `system` or `seed 7`
    Column("state", Text, nullable=False),
    Column("opened_at", Text, nullable=False),
    Column("closed_at", Text),
    Column("chain", Text, nullable=False, server_default=""),  # of its log: times and lines
    CheckConstraint("state IN ('open', 'closed')", name="state"),
)

events: Final = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("at", Text, nullable=False),
)

packs: Final = Table(
    "packs",  # the lines of rounds that are over
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("last", Integer, primary_key=True, autoincrement=False),  # place of its last line
    Column("first", Integer, nullable=False),
    Column("before", Integer, nullable=False),  # rounds that have begun before its first line
    Column("rounds", Integer, nullable=False),  # rounds that begin in it
    Column("lines", LargeBinary, nullable=False),
)

entries: Final = Table(
    "entries",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("cents", BigInteger, nullable=False),
    ForeignKeyConstraint(["table_id"], ["tables.id"]),
    CheckConstraint("cents > 0", name="cents"),
    sqlite_with_rowid=False,
)

balances: Final = Table(
    "balances",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("account", Text, primary_key=True),
    Column("cents", BigInteger, nullable=False),
    Index(None, "account"),
)

vault: Final = Table(
    "vault",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),  # sealed with the house's keys
)

links: Final = Table(
    "links",
    metadata,
    Column("name", Text, primary_key=True),
    Column("linked", Boolean, nullable=False),
    Column("chain", Text, nullable=False, server_default=""),  # of its log: times and lines
)

link_events: Final = Table(
    "link_events",
    metadata,
    Column("link", Text, ForeignKey("links.name"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
    Column("at", Text, nullable=False),
)

snapshots: Final = Table(
    "snapshots",  # where a meter stood at a line of its log
    metadata,
    Column("link", Text, ForeignKey("links.name"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("text", Text, nullable=False),  # sealed with the house's keys
)

secrets: Final = Table(
    "secrets",
    metadata,
    Column("link", Text, ForeignKey("links.name"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),  # sealed with the house's keys
)

people: Final = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),  # so that no two names look alike
    Column("role", Text, nullable=False),
    Column("password", Text),  # an Argon2 hash; none for guests
    Column("created_at", Text, nullable=False),
    Column("factor", Text),  # the secret of a second factor, sealed with the house's keys
    Column("factor_period", Integer, nullable=False, server_default="0"),  # of the last code used
    Column("temporary", Boolean, nullable=False, server_default=false()),  # set by another
    Column("disabled_at", Text),
    CheckConstraint("role IN ('player', 'dealer', 'floor', 'auditor', 'admin')", name="role"),
)

sessions: Final = Table(
    "sessions",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("person_id", Integer, ForeignKey("people.id"), nullable=False),
    Column("csrf", Text, nullable=False),
    Column("expires_at", Text, nullable=False),
    Column("begun_at", Text, nullable=False, server_default=""),
    Column("seen_at", Text, nullable=False, server_default=""),
    Column("address", Text, nullable=False, server_default=""),
    Index(None, "person_id"),
)

devices: Final = Table(
    "devices",  # browsers that somebody has logged in from
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("person_id", Integer, ForeignKey("people.id"), primary_key=True),
    Column("seen_at", Text, nullable=False),
)

guesses: Final = Table(
    "guesses",  # wrong passwords in a row
    metadata,
    Column("who", Text, primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("last", Text, nullable=False),
    Column("locked_until", Text),
)

commands: Final = Table(
    "commands",
    metadata,
    Column("person_id", Integer, ForeignKey("people.id"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("asked", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Text, nullable=False),
)

audit: Final = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("details", Text, nullable=False),
    Column("chain", Text, nullable=False, server_default=""),
)


# -- what only grows ------------------------------------------------------------------------------
# A mistake is put right by a reversing entry, never by changing what was written.

SAYS: Final = "rows are added here and none is changed"
PACKED: Final = "SELECT 1 FROM packs WHERE table_id = OLD.table_id AND last >= OLD.seq"


def guards(backend: str, *growing: str) -> Iterator[str]:
    """The statements after which the database refuses to change the rows of these tables."""
    if backend == "postgresql":
        yield (
            "CREATE OR REPLACE FUNCTION grows_only() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{SAYS}'; END $$"
        )
    for table in growing:
        yield from _guards(table) if backend == "postgresql" else _guards_of_file(table)


def unguard(backend: str, table: str) -> Iterator[str]:
    """The statements after which a migration may change the rows of a table."""
    if backend == "postgresql":
        yield f"DROP TRIGGER {table}_grows ON {table}"
    else:
        yield from (f"DROP TRIGGER {table}_{verb}" for verb in ("updates", "deletes"))


def _guards_of_file(table: str) -> Iterator[str]:
    for verb in ("UPDATE", "DELETE"):
        unless = f"WHEN NOT EXISTS ({PACKED}) " if (table, verb) == ("events", "DELETE") else ""
        yield (
            f"CREATE TRIGGER {table}_{verb.lower()}s BEFORE {verb} ON {table} "
            f"{unless}BEGIN SELECT RAISE(ABORT, '{SAYS}'); END"
        )


def _guards(table: str) -> Iterator[str]:
    never = "UPDATE OR TRUNCATE" if table == "events" else "UPDATE OR DELETE OR TRUNCATE"
    yield (
        f"CREATE TRIGGER {table}_grows BEFORE {never} ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION grows_only()"
    )
    if table == "events":
        yield (
            "CREATE FUNCTION goes_when_packed() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN IF EXISTS ({PACKED}) THEN RETURN OLD; END IF; "
            f"RAISE EXCEPTION '{SAYS}'; END $$"
        )
        yield (
            "CREATE TRIGGER events_packed BEFORE DELETE ON events "
            "FOR EACH ROW EXECUTE FUNCTION goes_when_packed()"
        )
