"""Whether the house works: its books are written to now and then, and the result is reported.

Asking costs nothing: a probe reads what the last check found.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import Final

from pitboss.server.floor import Floor
from pitboss.store.clock import SteadyClock
from pitboss.store.store import Store

log = logging.getLogger("pitboss.server")
OFTEN: Final = 5.0
"""Seconds between two checks."""
STALE: Final = 20.0
"""Seconds after which a check that has not come back counts as failed."""
JUMPED: Final = "clock jumped"


@dataclass(slots=True)
class Health:
    """What the last check found, and when."""

    works: bool = True
    at: float = 0.0
    ready: bool = True
    """False once the server is stopping."""

    def told(self) -> tuple[bool, str]:
        """Whether the books can be written, and what to say of it."""
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
    except Exception as error:  # whatever it is, the house does not work
        works = False
        if health.works:
            log.error("the books cannot be written", extra={"why": str(error)})
    health.works, health.at = works, monotonic()
    if works and isinstance(floor.store.clock, SteadyClock):
        await note_jump(floor.store, floor.store.clock.jump(), floor)


async def note_jump(store: Store, jump: timedelta, floor: Floor) -> None:
    """A line of the audit trail and an alert for a clock that was set."""
    if not jump:
        return
    seconds = round(jump.total_seconds(), 1)
    words = (
        f"The machine's clock went {'forward' if seconds > 0 else 'back'} by {abs(seconds):g} s."
    )
    log.error(JUMPED, extra={"seconds": seconds})
    floor.metrics.jumped()
    told: Callable[[], None] = lambda: store.note("pitboss", JUMPED, words)  # noqa: E731
    await floor.writes(told)
