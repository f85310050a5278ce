"""The clock: no player is waited for longer than the house filed, or after leaving."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import Final

from pitboss.server.floor import Floor
from pitboss.server.live_table import LiveTable

log = logging.getLogger("pitboss.floor")
TICK: Final = 0.25
PATIENCE = 15.0
"""Seconds after which a player who was still there is checked again."""


async def watch(floor: Floor) -> None:
    """Close questions whose time has run out, for as long as the floor is open."""
    while True:
        await asyncio.sleep(TICK)
        for at in list(floor.tables.values()):
            if at.late(time.time()):
                try:
                    await floor.finish(expire(floor, at))
                except Exception:  # the clock keeps running for the other tables
                    log.exception("a question could not be closed", extra={"table": at.id})
                    at.deadlines = dict.fromkeys(at.deadlines, time.time() + 5)


async def expire(floor: Floor, at: LiveTable) -> None:
    """Close every question of a table whose time has run out."""
    async with floor.locked(floor.group_at(at)):
        while late := at.late(time.time()):
            number = late[0]
            if not at.table.seconds and not _gives_up(at, number):
                at.deadlines[number] = time.time() + PATIENCE
                continue
            await floor.step(at, partial(at.answer_for_absent, number))


def _gives_up(at: LiveTable, number: int) -> bool:
    """A player who left a table without a dealer is not waited for."""
    player = at.table.boxes[at.table.asked[number].step.box].player
    return not at.table.opened.house.has_dealer and not at.is_there(player)
