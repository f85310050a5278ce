"""What a house does at the start and every day: it tests its books and forgets old commands."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Final

import pitboss
from pitboss.errors import command
from pitboss.rulebook.load import Rulebook
from pitboss.shipped import PACKAGE
from pitboss.store.database import Damaged, StoreError
from pitboss.store.difference import StoredDifference
from pitboss.store.store import Store

EVERY: Final = 24 * 60 * 60.0
"""Seconds from one test to the next."""
AT_ONCE: Final = 4 << 20
"""Books of up to so many bytes are tested before anybody plays; others while they do."""
TESTED: Final = "integrity tested"
WRONG: Final = "snapshot wrong"
log = logging.getLogger("pitboss.integrity")


def software(book: Rulebook) -> dict[str, str]:
    """What runs: the version, a digest of every module of it, and that of the rulebook."""
    found = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        found.update(f"{path.relative_to(PACKAGE)}\n".encode() + path.read_bytes())
    return {
        "version": pitboss.__version__,
        "software": found.hexdigest(),
        "rulebook": book.digest,
    }


def check_at_start(book: Rulebook, store: Store) -> None:
    """Refuse to open a house whose books are damaged; large ones are tested while it is open."""
    store.forget_commands()
    if store.size <= AT_ONCE:
        faults = [*store.integrity_faults(), *store.snapshot_faults()]
        if faults:
            raise Damaged(
                f"{store.database.name} is damaged: {faults[0]}. To see all faults: {command()} db "
                "check. Then restore a backup."
            )
        _note(book, store, faults)


async def check_daily(book: Rulebook, store: Store, every: float = EVERY) -> None:
    """Test the books once a day, for as long as the house is open."""
    if store.size > AT_ONCE:  # otherwise they were tested before anybody played
        await asyncio.to_thread(check_books, book, store)
    while True:
        await asyncio.sleep(every)
        await asyncio.to_thread(check_books, book, store)


def check_books(book: Rulebook, store: Store) -> None:
    """Test the books; what is wrong is an alert in the server's log and a line of the trail.

    After a wrong snapshot, from which a meter was resumed, the server stops writing. The answers
    to commands of the day before are forgotten.
    """
    try:
        store.forget_commands()
        faults = store.integrity_faults()
        for fault in faults[:20]:
            log.error("the books are damaged", extra={"why": str(fault)})
        _note(book, store, faults)
        if wrong := store.snapshot_faults():
            log.error("a meter was resumed wrongly", extra={"why": str(wrong[0])})
            store.note("pitboss", WRONG, str(wrong[0]))
            store.database.refuse(
                f"The server stopped writing: {wrong[0]}. To see all faults: {command()} db "
                "check. Then restore a backup."
            )
    except StoreError as error:
        log.error("the books could not be tested", extra={"why": str(error)})


def _note(book: Rulebook, store: Store, faults: list[StoredDifference]) -> None:
    said = {**software(book), "faults": len(faults)}
    store.note("pitboss", TESTED, json.dumps(said))
