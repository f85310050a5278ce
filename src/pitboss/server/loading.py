"""The start: every table of the store comes into memory, or waits for a decision."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from pitboss.server.notes import calls
from pitboss.server.opening import group_of, law_of, resume
from pitboss.server.running import Running
from pitboss.server.waiting import waiting_for
from pitboss.table.house import House

if TYPE_CHECKING:
    from pitboss.server.floor import Floor

log = logging.getLogger("pitboss.floor")


def load(floor: Floor) -> None:
    """Every open table, and of those that are closed the last in its place, while it can be read.

    One that stopped under other rules cannot go on: if it is open, it waits.
    """
    rows = {row.id: row for row in floor.store.tables()}
    last, called = {row.name: row.id for row in rows.values()}, calls(floor.store)
    for row in rows.values():
        if row.state == "open" or last[row.name] == row.id:
            house = House.from_json(row.house)
            at = Running(row.id, row.name, law_of(floor.book, house), row.state == "open")
            at.called = called.get(row.id, "")
            floor.group(group_of(house)).tables.append(at)
    for group in floor.groups.values():
        for stopped in resume(floor.book, floor.store, group):
            row = rows[stopped.at.id]
            if row.state == "open":
                waits = waiting_for(floor.book, floor.store, group, row, str(stopped))
                floor.waiting[row.id] = waits
                log.warning("waits for a decision", extra={"table": row.id, "why": waits.why})
    running = {at.id: at for group in floor.groups.values() for at in group.tables}
    floor.taken = {*rows}
    floor.tables = {ident: running[ident] for ident in rows if ident in running}
