"""The health of the house.

Its books are written to every few seconds, and tested at startup and once a day, when old commands
are also forgotten. A probe only reads what the last check found.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Final

import pitboss
from pitboss.errors import command
from pitboss.package_data import PACKAGE
from pitboss.rulebook.load import Rulebook
from pitboss.server.floor import Floor
from pitboss.store.clock import SteadyClock
from pitboss.store.database import Damaged, StoreError
from pitboss.store.store import Store
from pitboss.store.trail import StoredDifference

log = logging.getLogger("pitboss.server")
OFTEN: Final = 5.0
"""Seconds between two checks."""
STALE: Final = 20.0
"""Seconds after which a check that has not returned counts as failed."""
JUMPED: Final = "clock jumped"


@dataclass(slots=True)
class Health:
    """What the last check found, and when."""

    works: bool = True
    at: float = 0.0
    ready: bool = True
    """False once the server is stopping."""

    def told(self) -> tuple[bool, str]:
        """Whether the books can be written, and a sentence if they cannot."""
        if monotonic() - self.at > STALE:
            return False, "The books have not answered for a while."
        return self.works, "ok" if self.works else "The books cannot be written."


async def watch(floor: Floor, health: Health) -> None:
    """Check the books, the clock and the sessions for as long as the floor is open."""
    while True:
        await check(floor, health)
        await asyncio.sleep(OFTEN)


async def check(floor: Floor, health: Health) -> None:
    """Write to the books, and note it if the machine's clock has jumped."""
    try:
        await floor.writes(floor.store.beat)
        await floor.writes(floor.store.sessions.keep_seen)
        works = True
    except Exception as error:  # whatever the error, the house cannot work
        works = False
        if health.works:
            log.error("the books cannot be written", extra={"why": str(error)})
    health.works, health.at = works, monotonic()
    if works and isinstance(floor.store.clock, SteadyClock):
        await note_jump(floor, floor.store.clock.jump())


async def note_jump(floor: Floor, jump: timedelta) -> None:
    """A line of the audit trail and an alert for a clock that was set."""
    if not jump:
        return
    seconds = round(jump.total_seconds(), 1)
    words = (
        f"The machine's clock jumped {'forward' if seconds > 0 else 'back'} by {abs(seconds):g} s."
    )
    log.error(JUMPED, extra={"seconds": seconds})
    floor.metrics.jumps.inc()
    await floor.writes(partial(floor.store.note, "pitboss", JUMPED, words))


# -- the test of the books -------------------------------------------------------------------------

EVERY: Final = 24 * 60 * 60.0
"""Seconds from one test to the next."""
AT_ONCE: Final = 4 << 20
"""Books of up to this many bytes are tested before anybody plays; larger ones during play."""
TESTED: Final = "integrity tested"
WRONG: Final = "snapshot wrong"
integrity = logging.getLogger("pitboss.integrity")


def software(book: Rulebook) -> dict[str, str]:
    """What is running: the version, a digest of all its modules, and the digest of the rulebook."""
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
    """Test the books; a fault is an alert in the server's log and a line of the audit trail.

    If a meter was resumed from a wrong snapshot, the server stops writing. Answers to commands of
    the previous day are forgotten.
    """
    try:
        store.forget_commands()
        faults = store.integrity_faults()
        for fault in faults[:20]:
            integrity.error("the books are damaged", extra={"why": str(fault)})
        _note(book, store, faults)
        if wrong := store.snapshot_faults():
            integrity.error("a meter was resumed wrongly", extra={"why": str(wrong[0])})
            store.note("pitboss", WRONG, str(wrong[0]))
            store.database.refuse(
                f"The server stopped writing: {wrong[0]}. To see all faults: {command()} db "
                "check. Then restore a backup."
            )
    except StoreError as error:
        integrity.error("the books could not be tested", extra={"why": str(error)})


def _note(book: Rulebook, store: Store, faults: list[StoredDifference]) -> None:
    said = {**software(book), "faults": len(faults)}
    store.note("pitboss", TESTED, json.dumps(said))
