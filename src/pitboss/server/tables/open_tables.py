"""Opening tables: new ones, those of the store, and those that replace another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from itertools import count

from pitboss.documents.evidence import FILED
from pitboss.errors import NotAllowed, NotationError
from pitboss.money import Cents
from pitboss.rulebook.load import fold
from pitboss.server.audit_trail import OPENED, calls, dealers, refusals
from pitboss.server.floor import AWARDS, Floor
from pitboss.server.lobby import last_awards
from pitboss.server.revisions import next_number
from pitboss.server.tables.commit import KeyedRequest
from pitboss.server.tables.linked_tables import (
    Waiting,
    group_of,
    law_of,
    open_table,
    resume_group,
    waiting_for,
)
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.tables.player_session import recall_limits
from pitboss.store.journal import Batch, Note
from pitboss.store.store import Store
from pitboss.submission.file import read, with_table, written
from pitboss.submission.records import Submission
from pitboss.table.cards.seeds import SYSTEM
from pitboss.table.events.table import CashOut
from pitboss.table.houses.house import House, logged_settings
from pitboss.table.houses.offers import with_defaults


@dataclass(frozen=True, slots=True)
class TablePlace:
    """The place of a table that has ended, or ends now: its replacement takes over from it."""

    before: LiveTable | Waiting
    hand_over: Callable[[LiveTable], None]
    notes: tuple[Note, ...] = ()


async def open_new(floor: Floor, house: House, name: str, by: str) -> str:
    """Open a table as the house filed it; its id, derived from its name if it has none."""

    async def work() -> str:
        async with floor.opening:
            ident = house.table or free_id(floor.taken, fold(name or house.game)[:50] or "table")
            made, _ = await open_at(floor, replace(house, table=ident), name or ident, by)
            return made

    return await floor.finish(work())


async def open_again(
    floor: Floor,
    ident: str,
    keyed: KeyedRequest,
    change: Callable[[House], House] = lambda house: house,
) -> tuple[str, int]:
    """Reopen a closed table under a new log: players get back the chips they were paid for."""

    async def work() -> tuple[str, int]:
        async with floor.opening:
            if before := await keyed.before(floor.clerk):
                return before["id"], before["seq"]
            at = floor.find(ident)
            if at.is_open:
                raise NotAllowed(f"{at.name} is open: close it first.")
            return await reopen(floor, at, keyed.person.name, keyed, change)

    return await floor.finish(work())


async def reopen(
    floor: Floor,
    at: LiveTable,
    by: str,
    keyed: KeyedRequest | None = None,
    change: Callable[[House], House] = lambda house: house,
) -> tuple[str, int]:
    """Reopen a closed table, with `floor.opening` held; its id and the last line of its log."""
    chips = await asyncio.to_thread(paid_out, floor.store, at.id)

    def buy_in(new: LiveTable) -> None:
        for player, cents in chips.items():
            new.table.buy_in(player, cents)

    house = change(settings_of(floor, at, at.filed))
    return await open_at(floor, house, at.name, by, TablePlace(at, buy_in), keyed)


def settings_of(floor: Floor, at: LiveTable | Waiting, was: House) -> House:
    """The settings that a table opens with again: as it is filed now, or as it was; a new id."""
    filed = floor.filed.named(at.name)
    house = with_defaults(floor.book, was) if floor.files_itself or not filed else filed.house
    return replace(house, table=free_id(floor.taken, filed.id if filed else at.id))


async def open_at(
    floor: Floor,
    house: House,
    name: str,
    by: str,
    place: TablePlace | None = None,
    keyed: KeyedRequest | None = None,
    source: str = SYSTEM,
) -> tuple[str, int]:
    """Open a table, with `floor.opening` held; its id and the last line of its log."""
    filed = None if floor.practice else as_filed(floor, house, name)
    house = replace(house, revision=filed.reference) if filed else house
    if house.practice is not floor.practice:
        raise NotAllowed(
            "Practice tables and the house's own have separate books: open each at its own floor."
        )
    if house.table in floor.taken:
        raise NotAllowed(
            f"There is already a table with the id {house.table}, which {name!r} would have too: "
            "choose another name."
        )
    if name in floor.names and not (place and place.before.name == name):
        raise NotAllowed(f"There is already a table called {name}: choose another name.")
    group = floor.group(group_of(house))
    groups = [group]
    if place:
        gone = place.before
        groups.append(gone.group if isinstance(gone, Waiting) else floor.group_at(gone))
    made: list[LiveTable] = []

    def act() -> None:
        made.append(open_table(group, house, name, source))
        if place:
            place.hand_over(made[0])

    def whole(batch: Batch) -> Batch:
        notes = (Note(by, OPENED, house.to_json()), *(place.notes if place else ()))
        if filed and filed is not floor.filed:
            notes = (Note(by, FILED, filed.text), *notes)
        lines = sum(table == house.table for table, _, _ in batch.events)
        done = keyed.done(id=house.table, seq=lines) if keyed else None
        return replace(batch, command=done, notes=notes)

    try:
        async with floor.locked(*groups):
            # a shared meter may have to be read, which others need not wait for
            await asyncio.to_thread(group.books.meters_filed, house)
            deals = await asyncio.to_thread(dealers, floor.store, floor.taken)
            batch = await floor.keep(groups, act, whole)
            (at,) = made
            group.tables.append(at)
            at.dealer = deals.get(at.name, "") if place else ""
            floor.taken[at.id] = at.name
            _take_place(floor, place, at)
            floor.kept(at, batch)
            if filed:
                floor.filed = filed
            return at.id, at.seq
    finally:
        _forget_groups(floor)


def as_filed(floor: Floor, house: House, name: str) -> Submission:
    """The revision that files a table this way; refused if the one in force does not.

    A house that files itself then has a next revision, which comes into force with the table.
    """
    now = floor.filed
    filed = now.named(name)
    if filed and replace(house, table=filed.id, revision="") == filed.house:
        return now
    if not floor.files_itself:
        wrong = f"files {name} differently" if filed else f"has no table {name}"
        raise NotAllowed(f"{now.title} {wrong}. File the next revision first.")
    day, number = now.day_at(floor.store.clock()), next_number(floor, now)
    text = written(floor.book, with_table(now, house, name, day, number))
    return read(floor.book, text, now.file)[0]


def _take_place(floor: Floor, place: TablePlace | None, at: LiveTable) -> None:
    """Put a table in the place of another."""
    floor.tables[at.id] = at
    if place:
        gone = place.before
        floor.waiting.pop(gone.id, None)
        if isinstance(gone, LiveTable):
            del floor.tables[gone.id]
            floor.group_at(gone).tables.remove(gone)
            floor.hub.send_on(gone.id, at.id)


def forget(floor: Floor, at: LiveTable) -> None:
    """A table whose log has ended and which nothing replaces: nobody is shown it any longer."""
    floor.hub.stop(at.id)
    floor.group_at(at).tables.remove(at)
    del floor.tables[at.id], floor.taken[at.id]
    _forget_groups(floor)


def _forget_groups(floor: Floor) -> None:
    """Drop the books of a group that has no table."""
    needed = {each.group.name for each in floor.waiting.values()}
    for name in [name for name, group in floor.groups.items() if not group.tables]:
        if name not in needed:
            del floor.groups[name]


def paid_out(store: Store, table: str) -> dict[str, Cents]:
    """What the players of a table were paid for their chips when it closed."""
    events = store.events_of_last_round(table)
    return {each.player: each.cents for each in events if isinstance(each, CashOut)}


def free_id(taken: Collection[str], like: str) -> str:
    """An id that no table has had.

    >>> free_id({"pit", "pit-2"}, "pit")
    'pit-3'
    """
    if like not in taken:
        return like
    return next(made for n in count(2) if (made := f"{like}-{n}") not in taken)


def load(floor: Floor) -> None:
    """Every open table, and the last closed one in each place, if it can be read.

    An open table that cannot be resumed, such as one under other rules, waits.
    """
    book, store = floor.book, floor.store
    floor.awards = last_awards(store, book, AWARDS)
    rows = {row.id: row for row in store.tables()}
    floor.taken = {row.id: row.name for row in rows.values()}
    last, called = {row.name: row.id for row in rows.values()}, calls(store)
    deals = dealers(store, floor.taken)
    refused = refusals(store)
    for row in rows.values():
        is_open = row.state == "open"
        if not is_open and last[row.name] != row.id:
            continue
        try:
            house = logged_settings(row.house)
        except NotationError as error:
            if is_open:
                group = floor.group(row.id)
                floor.waiting[row.id] = waiting_for(group, row, str(error))
            continue
        at = LiveTable(row.id, row.name, law_of(book, house), is_open, floor.sessions)
        at.called = called.get(row.id)
        at.dealer = deals.get(row.name, "")
        at.refused = refused.get(row.id, {})
        floor.group(group_of(house)).tables.append(at)
    for group in floor.groups.values():
        stopped = resume_group(group)
        floor.waiting |= {ident: waits for ident, waits in stopped.items() if waits}
    running = {at.id: at for group in floor.groups.values() for at in group.tables}
    floor.tables = {ident: running[ident] for ident in rows if ident in running}
    recall_limits(floor.sessions, store)
