"""The start: every table of the store comes into memory, or waits for a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.errors import NotationError
from pitboss.rulebook.load import Rulebook
from pitboss.server.notes import calls
from pitboss.server.opening import LinkedTables, group_of, law_of, resume
from pitboss.server.running import Running
from pitboss.server.waiting import Waiting, waiting_for
from pitboss.store.store import Store
from pitboss.table.house import House

if TYPE_CHECKING:
    from pitboss.server.floor import Floor


def load(floor: Floor) -> None:
    """Every open table, and of those that are closed the last in its place, while it can be read.

    One that cannot go on, such as one of other rules, waits if it is open.
    """
    book, store = floor.book, floor.store
    rows = {row.id: row for row in store.tables()}
    last, called = {row.name: row.id for row in rows.values()}, calls(store)
    for row in rows.values():
        is_open = row.state == "open"
        if not is_open and last[row.name] != row.id:
            continue
        try:
            house = House.from_json(row.house)
        except NotationError as error:
            if is_open:
                group = floor.group(row.id)
                floor.waiting[row.id] = waiting_for(book, store, group, row, str(error))
            continue
        at = Running(row.id, row.name, law_of(book, house), is_open)
        at.called = called.get(row.id, "")
        floor.group(group_of(house)).tables.append(at)
    for group in floor.groups.values():
        stopped = resume_group(book, store, group)
        floor.waiting |= {ident: waits for ident, waits in stopped.items() if waits}
    running = {at.id: at for group in floor.groups.values() for at in group.tables}
    floor.taken = {row.id: row.name for row in rows.values()}
    floor.tables = {ident: running[ident] for ident in rows if ident in running}


def resume_group(book: Rulebook, store: Store, group: LinkedTables) -> dict[str, Waiting | None]:
    """Resume the tables of a group; those that cannot go on, each as it waits if it is open."""
    stopped = {error.at.id: str(error) for error in resume(book, store, group)}
    rows = {ident: store.table(ident) for ident in stopped}
    return {
        ident: waiting_for(book, store, group, rows[ident], why)
        if rows[ident].state == "open"
        else None
        for ident, why in stopped.items()
    }
