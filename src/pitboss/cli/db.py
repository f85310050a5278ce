"""`pitboss db`: the database of a house; each command imports the store only when it runs."""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import App, Parameter

from pitboss.cli.exit_status import DONE, FAULTS
from pitboss.cli.files import check_there, new_file, read_bytes
from pitboss.cli.parameters import SETUP, USUAL_BOOKS, HouseBooks, Json, Setup, check_positive
from pitboss.cli.screen import print_json, tell
from pitboss.errors import command, count

if TYPE_CHECKING:
    from pitboss.store.store import Store

MOST: Final = 20
"""At most this many differences are printed; --json has them all."""


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
    from pitboss.store.database import Database
    from pitboss.store.migration import kept_before
    from pitboss.store.store import Store

    was, now = Store.migrate(books.address)
    name = books.shown
    database = Database(books.address)
    kept = str(kept_before(database, was)) if was and was != now else None
    database.close()
    words = f"{name}: schema {now}, {f'upgraded from {was}' if was else 'new'}."
    if was == now:
        words = f"{name} already has schema {now}."
    elif kept:
        words += f"\nA copy of the database before the upgrade is at {kept}."
    tell({"database": name, "was": was or None, "now": now, "kept": kept}, words, as_json=json)


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
        bool,
        Parameter(
            help="Read every line again. Otherwise a check skips log lines that an earlier check "
            "has read, and does not find one that was changed since."
        ),
    ] = False,
    head: Annotated[
        str | None,
        Parameter(
            help="The last printed head: nothing before it may have changed since. Implies --full."
        ),
    ] = None,
    books: HouseBooks = USUAL_BOOKS,
    setup: Setup = SETUP,
) -> int:
    """Derive every balance and meter from the logs; exit with status 1 if anything differs."""
    from pitboss.cli.progress import progress
    from pitboss.store.trail import Head

    printed = Head.parse(head) if head else None
    full = full or printed is not None
    with books.open() as store, progress("Checking", quiet=setup.json) as begin:
        found = store.checked(setup.book, printed, full=full, progress=begin)
    form = {
        "database": books.shown,
        "tables": found.tables,
        "events": found.events,
        "checked_before": found.before,
        "meters": found.meters,
        "notes": found.notes,
        "differences": [asdict(each) for each in found.differences],
    }
    words = [*found.notes, *map(str, found.differences[:MOST])]
    if found.differences[MOST:]:
        words.append(f"and {len(found.differences) - MOST} more, in --json")
    events = count(found.events, "event")
    if found.before:
        events += f" after {found.before:,} already checked"
    gone_over = f"{count(found.tables, 'table')}, {events}, {count(found.meters, 'meter')}"
    holds = (
        count(len(found.differences), "difference") if found.differences else "no differences found"
    )
    words.append(f"{books.shown}: {gone_over}; {holds}.")
    tell(form, "\n".join(words), as_json=setup.json)
    return FAULTS if found.differences else DONE


@db.command(help_epilogue="Example:\n  pitboss db head --data house\n")
def head(*, books: HouseBooks = USUAL_BOOKS, json: Json = False) -> None:
    """Print the head of the audit trail, signed with the house's key; keep it elsewhere."""
    with books.open() as store:
        signed, public = store.head(), store.keys.public
    said = {"head": str(signed.head), "key": signed.key, "signature": signed.signature}
    words = f"{signed.head}\nsigned with key {signed.key}, {public}: {signed.signature}"
    tell({**said, "public": public}, words, as_json=json)


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
        str, Parameter(help="The house's public key, from a source you trust; `db head` prints it.")
    ] = "",
    json: Json = False,
) -> int:
    """Check signed heads and opened secret values; no database is needed."""
    from pitboss.cli.attest import attest as attest_text

    return attest_text(read_bytes(file).decode(errors="replace"), public, as_json=json)


@db.command(help_epilogue="Example:\n  pitboss db rotate --data house\n")
def rotate(*, books: HouseBooks = USUAL_BOOKS, json: Json = False) -> None:
    """Seal shoes and secret values with a new key, while the house is stopped."""
    from pitboss.store.keys import key_file

    with books.open(write=True) as store:
        number, file = store.rotate_keys("pitboss"), key_file(store.database)
    words = f"{books.shown} is sealed with key {number}. Keep a copy of {file} elsewhere."
    tell({"key": number, "file": str(file)}, words, as_json=json)


@db.command(
    help_epilogue="""Examples:
  pitboss db backup monday.sqlite3 --data house
  pitboss db backup /mnt/backups --data house
"""
)
def backup(
    file: Annotated[
        str,
        Parameter(help="A new file, itself a complete database; or a folder, for a sealed backup."),
    ],
    /,
    *,
    books: HouseBooks = USUAL_BOOKS,
    json: Json = False,
) -> None:
    """Copy everything, as of one moment, while the house is running."""
    path = Path(file)
    if file.endswith(os.sep):
        check_there(path)
    with books.open() as store:
        if path.is_dir():
            made = store.back_up_into(path)
            words = f"Backed up {books.shown} into {made}, sealed, and restored it once."
            tell({"from": books.shown, "to": str(made)}, words, as_json=json)
            return
        copied = store.backup(path)
    _say_copied("Backed up", books.shown, str(path), copied, as_json=json)


@db.command(help_epilogue="Example:\n  pitboss db restore monday.sqlite3 --data house-2\n")
def restore(
    file: Annotated[Path, Parameter(help="A backup.")],
    /,
    *,
    books: HouseBooks = USUAL_BOOKS,
    json: Json = False,
) -> None:
    """Restore a backup into a new or empty database."""
    from pitboss.store.backup import is_sealed, open_file
    from pitboss.store.backup import restore as restore_file
    from pitboss.store.database import Database
    from pitboss.store.keys import key_file, load_keys

    database = Database(books.address)
    keys = key_file(database)
    if is_sealed(file):
        with tempfile.TemporaryDirectory() as aside:
            opened = Path(aside) / "backup.sqlite3"
            open_file(file, opened, load_keys(database))
            copied = restore_file(opened, books.address)
    else:
        copied = restore_file(file, books.address)
    database.close()
    if not json and not keys.exists():
        print(f"A backup contains no keys: put the house's keys at {keys} before you start it.")
    _say_copied("Restored", str(file), books.shown, copied, as_json=json)


@db.command(help_epilogue="Example:\n  pitboss db audit --data house --before 200\n")
def audit(
    *,
    before: Annotated[
        int | None, Parameter(help="Show lines before this one; by default the newest.")
    ] = None,
    limit: Annotated[int, Parameter(help="Number of lines.")] = 100,
    books: HouseBooks = USUAL_BOOKS,
    json: Json = False,
) -> None:
    """Print the audit trail, newest line first: when, who, what, details."""
    check_positive("--limit", limit)
    with books.open() as store:
        notes = store.latest_notes(before, limit)
    said = (f"{each.id}: {each.at} {each.who}, {each.what}: {each.details}" for each in notes)
    words = "\n".join(each.rstrip(": ") for each in said) or "The audit trail has no such line."
    tell({"notes": [asdict(each) for each in notes]}, words, as_json=json)


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
    out: Annotated[Path | None, Parameter(help="A new file for the log.")] = None,
    books: HouseBooks = USUAL_BOOKS,
    json: Json = False,
) -> None:
    """Print the whole log of a table, in the form that verify and replay read."""
    with books.open() as store:
        if table is None:
            _list_tables(store, as_json=json)
            return
        text = store.log_text(table)
    if out is not None:
        with new_file(out, private=True) as file:
            file.write(text)
    if json:
        lines = text.splitlines()
        print_json({"table": table, "events": len(lines), "log": str(out) if out else lines})
    elif out is None:
        sys.stdout.write(text)
    else:
        events = count(text.count("\n"), "event")
        print(f"{out}: {events}. To verify it: {command()} verify {out}")


def _list_tables(store: Store, *, as_json: bool) -> None:
    rows, last = store.tables(), store.last_seqs()
    listed = [
        {"id": r.id, "name": r.name, "state": r.state, "events": last.get(r.id, 0)} for r in rows
    ]
    lines = (f"{r.id}: {r.name}, {r.state}, {count(last.get(r.id, 0), 'event')}" for r in rows)
    words = "\n".join(lines) or "No table has been opened yet."
    tell({"tables": listed}, words, as_json=as_json)


def _say_copied(did: str, source: str, to: str, copied: dict[str, int], *, as_json: bool) -> None:
    parts = (("tables", "table"), ("events", "event"), ("links", "meter"), ("people", "person"))
    held = ", ".join(count(copied[key], word) for key, word in parts)
    words = f"{did} {source} into {to}: {held.replace('persons', 'people')}."
    tell({"from": source, "to": to, "rows": copied}, words, as_json=as_json)
