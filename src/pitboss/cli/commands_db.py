"""The `pitboss db` commands; each imports what it runs only when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.parameters import SETUP, USUAL_BOOKS, HouseBooks, Json, Only, Setup

db = App(
    name="db",
    help="The database of a house: set it up, check it, back it up, export logs.",
    help_epilogue="""Examples:
  pitboss db migrate --data house
  pitboss db check --data house
  pitboss db export "table 1" --database postgresql://pit@db/house
""",
)


@db.command(help_epilogue="Example:\n  pitboss db migrate --data house\n")
def migrate(*, books: HouseBooks = USUAL_BOOKS, json: Json = False) -> None:
    """Create the database, or bring it up to the schema of this version."""
    from pitboss.cli.db import migrate_database

    migrate_database(books, as_json=json)


@db.command(
    help_epilogue="""Examples:
  pitboss db check --data house
  pitboss db check --data house --full
  pitboss db check --data house --head 41-5f0c…
"""
)
def check(
    *,
    full: Annotated[
        Only,
        Parameter(
            help="Read every line again. Otherwise a check skips log lines that an earlier check "
            "has read, and does not find one that was changed since."
        ),
    ] = False,
    head: Annotated[
        str | None,
        Parameter(
            show_default=False,
            help="The last printed head: nothing before it may have changed since. Implies --full.",
        ),
    ] = None,
    books: HouseBooks = USUAL_BOOKS,
    setup: Setup = SETUP,
) -> int:
    """Derive every balance and meter from the logs; exit with status 1 if anything differs."""
    from pitboss.cli.db import check_database

    return check_database(setup.book, books, head, full=full, as_json=setup.json)


@db.command(help_epilogue="Example:\n  pitboss db head --data house\n")
def head(*, books: HouseBooks = USUAL_BOOKS, json: Json = False) -> None:
    """Print the head of the audit trail, signed with the house's key; keep it elsewhere."""
    from pitboss.cli.db import print_head

    print_head(books, as_json=json)


@db.command(
    help_epilogue="""Examples:
  pitboss db attest monday.txt
  pitboss db attest monday.txt --public 5f0c…
"""
)
def attest(
    file: Annotated[Path, Parameter(help="Printed heads, or lines of a meter's log, as text.")],
    /,
    *,
    public: Annotated[
        str,
        Parameter(
            show_default=False,
            help="The house's public key, from a source you trust; `db head` prints it.",
        ),
    ] = "",
    json: Json = False,
) -> int:
    """Check signed heads and opened secret values; no database is needed."""
    from pitboss.cli.attest import attest as attest_text
    from pitboss.cli.files import read_bytes

    return attest_text(read_bytes(file).decode(errors="replace"), public, as_json=json)


@db.command(help_epilogue="Example:\n  pitboss db rotate --data house\n")
def rotate(*, books: HouseBooks = USUAL_BOOKS, json: Json = False) -> None:
    """Seal shoes and secret values with a new key, while the house is stopped."""
    from pitboss.cli.db import rotate_keys

    rotate_keys(books, as_json=json)


@db.command(
    help_epilogue="""Examples:
  pitboss db backup monday.sqlite3 --data house
  pitboss db backup /mnt/backups --data house
"""
)
def backup(
    file: Annotated[
        Path,
        Parameter(help="A new file, itself a complete database; or a folder, for a sealed backup."),
    ],
    /,
    *,
    books: HouseBooks = USUAL_BOOKS,
    json: Json = False,
) -> None:
    """Copy everything, as of one moment, while the house is running."""
    from pitboss.cli.db import back_up

    back_up(file, books, as_json=json)


@db.command(help_epilogue="Example:\n  pitboss db restore monday.sqlite3 --data house-2\n")
def restore(
    file: Annotated[Path, Parameter(help="A backup.")],
    /,
    *,
    books: HouseBooks = USUAL_BOOKS,
    json: Json = False,
) -> None:
    """Restore a backup into a new or empty database."""
    from pitboss.cli.db import restore_backup

    restore_backup(file, books, as_json=json)


@db.command(help_epilogue="Example:\n  pitboss db audit --data house --before 200\n")
def audit(
    *,
    before: Annotated[
        int | None,
        Parameter(show_default=False, help="Show lines before this one; by default the newest."),
    ] = None,
    limit: Annotated[int, Parameter(help="Number of lines.")] = 100,
    books: HouseBooks = USUAL_BOOKS,
    json: Json = False,
) -> None:
    """Print the audit trail, newest line first: when, who, what, details."""
    from pitboss.cli.db import print_audit

    print_audit(before, limit, books, as_json=json)


@db.command(
    help_epilogue="""Examples:
  pitboss db export --data house
  pitboss db export "table 1" --data house --out night.log
"""
)
def export(
    table: Annotated[str | None, Parameter(help="A table; by default all are listed.")] = None,
    /,
    *,
    out: Annotated[
        Path | None, Parameter(show_default=False, help="A new file for the log.")
    ] = None,
    books: HouseBooks = USUAL_BOOKS,
    json: Json = False,
) -> None:
    """Print the whole log of a table, as verify and replay read it."""
    from pitboss.cli.db import export_log

    export_log(table, out, books, as_json=json)
