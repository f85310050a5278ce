"""The clock: no player is waited for longer than the house filed."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from time import monotonic
from typing import Final

from pitboss.server.floor import Floor
from pitboss.server.live_table import LiveTable

log = logging.getLogger("pitboss.floor")
TICK: Final = 0.25
AGAIN: Final = 5.0
"""Seconds after which a question that could not be closed is tried again."""


async def watch(floor: Floor) -> None:
    """Close questions whose time has run out, for as long as the floor is open."""
    while True:
        await asyncio.sleep(TICK)
        for at in list(floor.tables.values()):
            if at.left_seats:
                await floor.finish(clear_seats(floor, at))
            if at.late(monotonic()):
                try:
                    await floor.finish(expire(floor, at))
                except Exception:  # the clock keeps running for the other tables
                    log.exception("a question could not be closed", extra={"table": at.id})
                    at.deadlines = dict.fromkeys(at.deadlines, monotonic() + AGAIN)


async def expire(floor: Floor, at: LiveTable) -> None:
    """Close every question of a table whose time has run out."""
    async with floor.locked(floor.group_at(at)):
        while late := at.late(monotonic()):
            await floor.step(at, partial(at.answer_for_silent, late[0]))


async def clear_seats(floor: Floor, at: LiveTable) -> None:
    """Free the seats of players whose pages are closed and who have no stake."""
    async with floor.locked(floor.group_at(at)):
        for number in at.left_seats:
            del at.seats[number]
        floor.hub.show(at, [])
