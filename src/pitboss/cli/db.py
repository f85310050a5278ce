"""`pitboss db`: what the store does, as text or JSON."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from pitboss.cli.files import new_file
from pitboss.cli.parameters import HouseBooks, check_positive
from pitboss.cli.progress import progress
from pitboss.cli.screen import count, print_json, tell
from pitboss.cli.status import DONE, FAULTS
from pitboss.errors import command
from pitboss.rulebook.load import Rulebook
from pitboss.store.backup import restore
from pitboss.store.database import Database, parse_url
from pitboss.store.keys import key_file, load_keys
from pitboss.store.migrate import kept_before
from pitboss.store.sealed_backup import is_sealed, open_file
from pitboss.store.store import Store
from pitboss.store.trail import Head

MOST = 20
"""At most this many differences are printed; --json has them all."""


def migrate_database(books: HouseBooks, *, as_json: bool) -> None:
    """Create or upgrade a database and say which."""
    where = books.address
    was, now = Store.migrate(where)
    name = _shown(where)
    database = Database(where)
    kept = str(kept_before(database, was)) if was and was != now else None
    database.close()
    if as_json:
        print_json({"database": name, "was": was or None, "now": now, "kept": kept})
    elif was == now:
        print(f"{name} already has schema {now}.")
    else:
        print(f"{name}: schema {now}, {f'upgraded from {was}' if was else 'new'}.")
        if kept:
            print(f"The database before the upgrade is kept at {kept}.")


def check_database(
    book: Rulebook,
    books: HouseBooks,
    head: str | None,
    *,
    full: bool,
    as_json: bool,
) -> int:
    """Check what was not checked before, or everything; status 1 if anything differs."""
    where, printed = books.address, Head.parse(head) if head else None
    full = full or printed is not None
    with Store.open(where) as store, progress("Checking", quiet=as_json) as begin:
        found = store.checked(book, printed, full=full, progress=begin)
    if as_json:
        print_json(
            {
                "database": _shown(where),
                "tables": found.tables,
                "events": found.events,
                "checked_before": found.before,
                "meters": found.meters,
                "notes": found.notes,
                "differences": [asdict(each) for each in found.differences],
            }
        )
        return FAULTS if found.differences else DONE
    for note in found.notes:
        print(note)
    for difference in found.differences[:MOST]:
        print(difference)
    if found.differences[MOST:]:
        print(f"and {len(found.differences) - MOST} more, in --json")
    events = count(found.events, "event")
    if found.before:
        events += f" after {found.before:,} already checked"
    gone_over = f"{count(found.tables, 'table')}, {events}, {count(found.meters, 'meter')}"
    holds = (
        count(len(found.differences), "difference") if found.differences else "no differences found"
    )
    print(f"{_shown(where)}: {gone_over}; {holds}.")
    return FAULTS if found.differences else DONE


def print_head(books: HouseBooks, *, as_json: bool) -> None:
    """The head of the audit trail, signed, and what its signature is checked with."""
    with Store.open(books.address) as store:
        signed, public = store.head(), store.keys.public
    said = {"head": str(signed.head), "key": signed.key, "signature": signed.signature}
    words = f"{signed.head}\nsigned with key {signed.key}, {public}: {signed.signature}"
    tell({**said, "public": public}, words, as_json=as_json)


def rotate_keys(books: HouseBooks, *, as_json: bool) -> None:
    """A new key for a house that is not running."""
    where = books.address
    with Store.open(where, write=True) as store:
        number, file = store.rotate_keys("pitboss"), key_file(store.database)
    words = f"{_shown(where)} is sealed with key {number}. Keep a copy of {file} elsewhere."
    tell({"key": number, "file": str(file)}, words, as_json=as_json)


def back_up(file: Path, books: HouseBooks, *, as_json: bool) -> None:
    """Copy a database into a file."""
    where = books.address
    with Store.open(where) as store:
        if file.is_dir():
            made = store.back_up_into(file)
            words = f"Backed up {_shown(where)} into {made}, sealed, and restored it once."
            tell({"from": _shown(where), "to": str(made)}, words, as_json=as_json)
            return
        copied = store.backup(file)
    _say_copied("Backed up", _shown(where), str(file), copied, as_json=as_json)


def restore_backup(file: Path, books: HouseBooks, *, as_json: bool) -> None:
    """Copy a file into a database."""
    where = books.address
    database = Database(where)
    keys = key_file(database)
    if is_sealed(file):
        with tempfile.TemporaryDirectory() as aside:
            opened = Path(aside) / "backup.sqlite3"
            open_file(file, opened, load_keys(database))
            copied = restore(opened, where)
    else:
        copied = restore(file, where)
    database.close()
    if not as_json and not keys.exists():
        print(f"A backup contains no keys: put the house's keys at {keys} before you start it.")
    _say_copied("Restored", str(file), _shown(where), copied, as_json=as_json)


def export_log(table: str | None, out: Path | None, books: HouseBooks, *, as_json: bool) -> None:
    """The log of a table, or the list of tables."""
    with Store.open(books.address) as store:
        if table is None:
            _list_tables(store, as_json=as_json)
            return
        text = store.export(table)
    if out is not None:
        with new_file(out, private=True) as file:
            file.write(text)
    if as_json:
        lines = text.splitlines()
        print_json({"table": table, "events": len(lines), "log": str(out) if out else lines})
    elif out is None:
        sys.stdout.write(text)
    else:
        events = count(text.count("\n"), "event")
        print(f"{out}: {events}. To verify it: {command()} verify {out}")


def print_audit(before: int | None, limit: int, books: HouseBooks, *, as_json: bool) -> None:
    """The audit trail, newest line first."""
    check_positive("--limit", limit)
    with Store.open(books.address) as store:
        notes = store.latest_notes(before, limit)
    if as_json:
        print_json({"notes": [asdict(each) for each in notes]})
        return
    for each in notes:
        print(f"{each.id}: {each.at} {each.who}, {each.what}: {each.details}".rstrip(": "))
    if not notes:
        print("The audit trail has no such line.")


def _list_tables(store: Store, *, as_json: bool) -> None:
    rows, last = store.tables(), store.last_seqs()
    if as_json:
        listed = [
            {"id": r.id, "name": r.name, "state": r.state, "events": last.get(r.id, 0)}
            for r in rows
        ]
        print_json({"tables": listed})
        return
    for row in rows:
        print(f"{row.id}: {row.name}, {row.state}, {count(last.get(row.id, 0), 'event')}")
    if not rows:
        print("No table has been opened yet.")


def _say_copied(did: str, source: str, to: str, copied: dict[str, int], *, as_json: bool) -> None:
    parts = (("tables", "table"), ("events", "event"), ("links", "meter"), ("people", "person"))
    held = ", ".join(count(copied[key], word) for key, word in parts)
    words = f"{did} {source} into {to}: {held.replace('persons', 'people')}."
    tell({"from": source, "to": to, "rows": copied}, words, as_json=as_json)


def _shown(url: str) -> str:
    """A database as messages name it, without a password."""
    parsed = parse_url(url)
    is_file = parsed.get_backend_name() == "sqlite"
    return str(parsed.database) if is_file else parsed.render_as_string(hide_password=True)
