"""The tables of the revision in force: they open as it files them, and close between rounds when
the next one files them differently.
"""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final

from pitboss.errors import NotAllowed, PitbossError
from pitboss.server.audit_trail import CLOSED, notes_of, read_order
from pitboss.server.floor import Floor
from pitboss.server.messages.orders import CloseOrder
from pitboss.server.revisions import (
    check_floor,
    due,
    filed_otherwise,
    gaming_day,
    is_waiting,
    revisions,
    unopened,
)
from pitboss.server.tables.closures import close, transfers_view
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.tables.open_tables import free_id, open_new, reopen
from pitboss.store.people import Person
from pitboss.submission.records import Submission

log = logging.getLogger("pitboss.floor")
IN_FORCE: Final = "in force"
OFTEN: Final = 5.0
"""Seconds between two checks."""
PITBOSS: Final = Person(0, "pitboss", "floor")


async def open_filed(floor: Floor, submission: Submission, by: str) -> None:
    """Open every table of a submission that is not open; each log names the revision."""
    for table in unopened(floor, submission):
        ident = free_id(floor.taken, table.id)
        filed = replace(table.house, table=ident, revision=submission.reference)
        await open_new(floor, filed, table.name, by)


async def take_effect(floor: Floor, today: date, by: str) -> bool:
    """Serve the revision that is due and open its tables; returns whether there was one.

    Refused while a table is open whose current settings it does not file.
    """
    wanted = due(revisions(floor), today)
    if wanted is None or not is_waiting(floor, wanted):
        return False
    check_floor(floor, wanted, "close it at the desk first.")
    said = {"revision": wanted.title, "effective": str(wanted.effective), "sha256": wanted.digest}
    if floor.filed.digest != wanted.digest:
        await floor.writes(lambda: floor.store.note(by, IN_FORCE, json.dumps(said)))
    floor.filed, floor.files_itself = wanted, False
    await open_filed(floor, wanted, by)
    return True


async def watch(floor: Floor) -> None:
    """Put each revision in force when its day comes, for as long as the floor is open."""
    told = ""
    while True:
        await asyncio.sleep(OFTEN)
        try:
            await floor.finish(put_in_force(floor))
            told = ""
        except NotAllowed as why:
            if str(why) != told:  # it waits at the desk, and is tried again
                told = str(why)
                log.warning("a revision that is due waits", extra={"why": told})
        except Exception:
            log.exception("a revision could not be put in force")


async def put_in_force(floor: Floor) -> bool:
    """Serve the revision that is due; returns whether one is now in force that was not.

    Tables that it files differently close between rounds. Once all have closed, they open again as
    it files them, after the next start if the server was stopped meanwhile. Refused while a meter
    of such a table is owed.
    """
    day = gaming_day(floor)
    wanted = due(await floor.reads.whole(revisions, floor), day)
    is_new = wanted is not None and is_waiting(floor, wanted)
    if wanted and is_new and not await _serve(floor, wanted, day):
        return False  # a round is in play
    await _open_closed(floor)
    return is_new


async def _serve(floor: Floor, wanted: Submission, day: date) -> bool:
    """Close the tables that a revision files differently and put it in force, between rounds."""
    other = filed_otherwise(floor, wanted)
    for at in other:
        _check_meters(floor, at, wanted)
    for at in other:
        await _close(floor, at, wanted)
    if any(at.is_open for at in other):
        return False
    return await take_effect(floor, day, PITBOSS.name)


async def _open_closed(floor: Floor) -> None:
    """Reopen, as now filed, the tables that were closed by a revision and not by a person."""
    async with floor.opening:
        filed = {table.name for table in floor.filed.tables}
        closed = [at for at in floor.tables.values() if not at.is_open and at.name in filed]
        notes = await floor.reads.whole(floor.store.noted, CLOSED) if closed else []
        by_revision = {read_order(CloseOrder, n)[0] for n in notes if n.who == PITBOSS.name}
        for at in closed:
            if at.id not in by_revision:
                continue
            try:
                await reopen(floor, at, PITBOSS.name)
            except PitbossError as error:  # the others open all the same
                log.error("not reopened", extra={"table": at.id, "why": str(error)})


def _check_meters(floor: Floor, at: LiveTable, wanted: Submission) -> None:
    """Refuse to close a table whose meter must first be won or handed over."""
    owed = [meter for meter in transfers_view(floor, at).meters if meter.owed]
    if owed:
        raise NotAllowed(
            f"{wanted.title} waits for {at.name}: close it at the desk, and say where its "
            f"meters go. {owed[0].why}",
            owed[0].clause or "",
        )


async def _close(floor: Floor, at: LiveTable, wanted: Submission) -> None:
    """Close a table if no round is in play."""
    async with floor.locked(floor.group_at(at)):
        empty = at.table.betting and not at.table.boxes
        if not at.is_open or not (at.is_idle or empty):
            return
        order = CloseOrder(do="close", why=f"{wanted.title} files it differently")
        act = partial(close, floor, at, PITBOSS, order, {})
        await floor.step(at, act, notes=notes_of(PITBOSS, at.id, order))
