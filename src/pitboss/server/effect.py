"""A revision goes into force by itself: on its gaming day, between the rounds of each table."""

from __future__ import annotations

import asyncio
import json
import logging
from functools import partial
from typing import Final

from pitboss.errors import NotAllowed
from pitboss.server.closures import close, transfers_view
from pitboss.server.filed_revisions import due, revisions
from pitboss.server.filed_tables import filed_otherwise
from pitboss.server.floor import Floor
from pitboss.server.live_table import LiveTable
from pitboss.server.open_tables import reopen
from pitboss.server.orders import CloseOrder
from pitboss.server.revisions import gaming_day, take_effect, waits
from pitboss.server.viewer import Viewer
from pitboss.store.journal import Note
from pitboss.submission.records import Submission

log = logging.getLogger("pitboss.floor")
OFTEN: Final = 5.0
"""Seconds between two looks."""
PITBOSS: Final = Viewer("pitboss", "floor")


async def watch(floor: Floor) -> None:
    """Put each revision in force when its day comes, for as long as the floor is open."""
    closed: set[str] = set()
    told = ""
    while True:
        await asyncio.sleep(OFTEN)
        try:
            await floor.finish(put_in_force(floor, closed))
            told = ""
        except NotAllowed as why:
            if str(why) != told:  # it waits at the desk, and is tried again
                told = str(why)
                log.warning("a revision that is due waits", extra={"why": told})
        except Exception:
            log.exception("a revision could not be put in force")


async def put_in_force(floor: Floor, closed: set[str]) -> bool:
    """Serve the revision that is due; whether one is now in force that was not.

    Tables that it files otherwise close between rounds, and open again as it files them; `closed`
    are the names of those that wait for the others. Refused while a meter of one is owed.
    """
    day = gaming_day(floor)
    wanted = due(await floor.reads.whole(revisions, floor), day)
    if wanted is None or not waits(floor, wanted):
        return False
    other = filed_otherwise(floor, wanted)
    for at in other:
        _check_meters(floor, at, wanted)
    for at in other:
        if await _close(floor, at, wanted):
            closed.add(at.name)
    if any(at.is_open for at in other):
        return False  # a round is in play
    await take_effect(floor, day, PITBOSS.name)
    filed = {table.name for table in wanted.tables}
    async with floor.opening:
        for at in list(floor.tables.values()):
            if at.name in closed & filed and not at.is_open:
                await reopen(floor, at, PITBOSS.name)
    closed.clear()
    return True


def _check_meters(floor: Floor, at: LiveTable, wanted: Submission) -> None:
    """Refuse to close a table whose meter must first be won or handed over."""
    owed = [meter for meter in transfers_view(floor.book, at, floor.feeding).meters if meter.owed]
    if owed:
        raise NotAllowed(
            f"{wanted.title} waits for {at.name}: close it at the desk, with its meters. "
            f"{owed[0].why}",
            owed[0].clause or "",
        )


async def _close(floor: Floor, at: LiveTable, wanted: Submission) -> bool:
    """Close a table if no round is in play; whether it did."""
    async with floor.locked(floor.group_at(at)):
        empty = at.table.betting and not at.table.boxes
        if not at.is_open or not (at.is_idle or empty):
            return False
        order = CloseOrder(do="close", why=f"{wanted.title} files it otherwise")
        said = {"table": at.id, "why": order.why}
        act = partial(close, floor.book, floor.feeding, at, PITBOSS, order, {})
        note = Note(PITBOSS.name, "close table", json.dumps(said, ensure_ascii=False))
        await floor.step(at, act, notes=(note,))
        return True
