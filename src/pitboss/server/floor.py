"""The floor: all tables in memory. A command is carried out, kept in one commit, then shown.

What is refused changes nothing. If it cannot be kept, the tables are resumed from the store, as
after a crash.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from pitboss.errors import NotAllowed, PitbossError, UnknownName
from pitboss.log import Event
from pitboss.rulebook.load import Rulebook
from pitboss.server import messages as told
from pitboss.server import orders
from pitboss.server.commands import carry_out, check_role
from pitboss.server.hub import Hub, Screen
from pitboss.server.keeping import Clerk
from pitboss.server.lobby import Board, table_lines
from pitboss.server.looking import Looker
from pitboss.server.metrics import Metrics
from pitboss.server.opening import Group, group_of, open_table, restore
from pitboss.server.running import Running
from pitboss.server.sheets import Sheets
from pitboss.server.tableview import table_view
from pitboss.store.floor import Floor as Books
from pitboss.store.journal import Command, Note
from pitboss.store.people import Person
from pitboss.store.store import Store
from pitboss.table.house import House

log = logging.getLogger("pitboss.floor")
T = TypeVar("T")


class KeyTaken(PitbossError):
    """An idempotency key that came with another command before."""


class Floor:
    """Every table of the house that can be played."""

    def __init__(self, book: Rulebook, store: Store) -> None:
        self.book, self.store = book, store
        self.tables: dict[str, Running] = {}
        self.taken: set[str] = set()
        """Ids that are used for ever, by tables open and closed."""
        self.groups: dict[str, Group] = {}
        self.hub, self.metrics, self.sheets = Hub(), Metrics(), Sheets(book)
        self._clerk, self._board = Clerk(store, self.metrics), Board()
        self._clock: asyncio.Task[None] | None = None
        self._doing: set[asyncio.Task[Any]] = set()

    # -- coming and going ------------------------------------------------------------------------

    def load(self) -> None:
        """Resume every table; one that cannot be is left out, and the log says why."""
        rows = self.store.tables()
        self.taken = {row.id for row in rows}
        last = {row.name: row for row in rows}  # a table that closed may have another in its place
        for row in last.values():
            house = House.from_json(row.house)
            law = self.book.jurisdictions[house.jurisdiction].name
            at = Running(row.id, row.name, law, is_open=row.state == "open")
            self._group(group_of(house)).tables.append(at)
        for group in self.groups.values():
            try:
                restore(self.book, self.store, group)
            except PitbossError as error:
                names = [at.id for at in group.tables]
                log.warning("not resumed", extra={"tables": names, "why": str(error)})
                group.tables.clear()
        running = {at.id: at for group in self.groups.values() for at in group.tables}
        self.tables = {row.id: running[row.id] for row in last.values() if row.id in running}

    def start(self) -> None:
        """From here on questions are not waited for longer than their time."""
        self._clock = asyncio.create_task(self._watch_time())

    async def stop(self) -> None:
        """Finish what is being done, then let go."""
        if self._clock:
            self._clock.cancel()
        await asyncio.gather(*self._doing, return_exceptions=True)
        self.hub.close()

    def find(self, ident: str) -> Running:
        """A table by its id."""
        if ident not in self.tables:
            raise UnknownName("table", ident, self.tables)
        return self.tables[ident]

    def _group(self, name: str) -> Group:
        if name not in self.groups:
            self.groups[name] = Group(Books(self.store, self.book))
        return self.groups[name]

    def group_at(self, at: Running) -> Group:
        return self.groups[group_of(at.table.opened.house)]

    # -- commands --------------------------------------------------------------------------------

    async def do(self, ident: str, person: Person, command: orders.Command, key: str) -> told.Done:
        """Carry out one command; the same key again gets the same answer and does nothing."""
        return await self._do(ident, person, command, key, told_with_view)

    async def do_unseen(self, ident: str, person: Person, command: orders.Command, key: str) -> int:
        """The same for one whose screen shows what came of it: the last line of the log."""
        return await self._do(ident, person, command, key, lambda at, who, seq: seq)

    async def _do(
        self,
        ident: str,
        person: Person,
        command: orders.Command,
        key: str,
        answer: Callable[[Running, Looker, int], T],
    ) -> T:
        at, who = self.find(ident), looker(person)
        asked = f"{ident} {command.model_dump_json()}"
        if isinstance(command, orders.Open):
            return answer(*await self._open_again(at, person, key, asked))

        if isinstance(command, orders.Validate) and command.passphrase is not None:
            people = self.store.people
            signed = await asyncio.to_thread(people.log_in, person.name, command.passphrase)
            assert signed.id == person.id

        async def work() -> T:
            async with self.group_at(at).lock:
                before = await asyncio.to_thread(self.store.command, person.id, key)
                if before and before.asked != asked:
                    raise KeyTaken("This idempotency key came with another command before.")
                if before is None:
                    at.last_seen[who.name] = time.time()
                    events = await self._step(
                        at,
                        lambda: carry_out(at, who, command),
                        lambda seq: Command(person.id, key, asked, json.dumps({"seq": seq})),
                        _notes(who, ident, command),
                    )
                    self.metrics.count(command.do, len(events))
                await self._catch_up(self.group_at(at))
                seq = json.loads(before.answer)["seq"] if before else at.seq
                return answer(at, who, seq)

        return await self.finish(work())

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever asked for it does not wait."""
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        return await asyncio.shield(task)

    async def _step(
        self,
        at: Running,
        act: Callable[[], None],
        answered: Callable[[int], Command | None] = lambda seq: None,
        notes: tuple[Note, ...] = (),
    ) -> list[Event]:
        """Carry out, keep, show. The group's lock is held."""
        group, seats = self.group_at(at), dict(at.seats)
        try:
            await self._catch_up(group)
            act()
            made = group.journal.take()
            events = [event for table, _, event in made.events if table == at.id]
            if name := at.overdrawn(events):
                raise NotAllowed(f"{name} has not enough chips for that.")
            batch = replace(made, command=answered(at.seq + len(events)), notes=notes)
            await self._clerk.keep(batch)
        except BaseException as error:
            at.seats = seats
            refused = isinstance(error, PitbossError)
            if not refused or self._has_changed(group, at):
                await asyncio.to_thread(restore, self.book, self.store, group)
            raise
        at.kept(events)
        self._show(group, at, events)
        return events

    async def view(self, ident: str, person: Person) -> told.TableView:
        """A table as a person may see it; never what is not kept yet."""
        at = self.find(ident)
        async with self.group_at(at).lock:
            return table_view(at, looker(person))

    async def watch(self, at: Running, screen: Screen) -> None:
        """A screen shows a table from now on."""
        async with self.group_at(at).lock:
            self.hub.watch(at, screen)

    async def catch_up(self) -> None:
        """See to it that nothing is shown which was not kept."""
        for group in list(self.groups.values()):
            if group.ahead:
                async with group.lock:
                    await self._catch_up(group)

    async def _catch_up(self, group: Group) -> None:
        if group.ahead:
            await asyncio.to_thread(restore, self.book, self.store, group)

    def _has_changed(self, group: Group, at: Running) -> bool:
        """Something was made that is not kept."""
        return bool(group.journal.take()) or group.journal.last.get(at.id, 0) != at.seq

    def _show(self, group: Group, at: Running, events: list[Event]) -> None:
        """Everybody who watches sees it, each what that person may."""
        if at.table.closed:
            at.is_open = False
        self.hub.show(at, events)
        if any(event.kind in METERED for event in events):
            for other in group.tables:
                if other is not at:
                    self.hub.show(other, [])
            if self.hub.meters:
                self.hub.show_meters(told.MetersTold(meters=list(self.meters())))

    # -- tables that open ------------------------------------------------------------------------

    async def open(
        self, house: House, name: str, by: str, done: Command | None = None, instead: str = ""
    ) -> Running:
        """Open a table as the house filed it, on its own or in the place of a closed one."""
        if house.table in self.taken:
            raise NotAllowed(f"There is a table {house.table} already: call this one otherwise.")
        if any(at.name == name and at.id != instead for at in self.tables.values()):
            raise NotAllowed(f"A table is called {name} already: call this one otherwise.")

        async def work() -> Running:
            group = self._group(group_of(house))
            async with group.lock:
                try:
                    at = open_table(self.book, group, house, name)
                    made = group.journal.take(done, [Note(by, "open table", house.to_json())])
                    await self._clerk.keep(made)
                except BaseException:
                    await asyncio.to_thread(restore, self.book, self.store, group)
                    raise
                at.kept([event for table, _, event in made.events if table == at.id])
                group.tables.append(at)
                self.taken.add(at.id)
                if instead:
                    gone = self.tables.pop(instead)
                    self.group_at(gone).tables.remove(gone)
                    self.hub.send_on(gone, at)
                self.tables[at.id] = at
                return at

        return await self.finish(work())

    async def _open_again(
        self, at: Running, person: Person, key: str, asked: str
    ) -> tuple[Running, Looker, int]:
        who = looker(person)
        check_role(who, "open")
        before = await asyncio.to_thread(self.store.command, person.id, key)
        if before:
            return at, who, json.loads(before.answer)["seq"]
        done = Command(person.id, key, asked, json.dumps({"seq": 0}))
        new = await self.open_in_place(at, at.table.opened.house, person.name, done)
        return new, who, new.seq

    async def open_in_place(
        self, at: Running, house: House, by: str, done: Command | None = None
    ) -> Running:
        """A closed table opens again: its log has ended, and a new one begins."""
        if at.is_open:
            raise NotAllowed(f"{at.name} is open: close it first.")
        return await self.open(
            replace(house, table=self.free_id(at.id)), at.name, by, done, instead=at.id
        )

    def free_id(self, like: str) -> str:
        """An id that no table has had: `pit-2` after `pit`."""
        base, dash, last = like.rpartition("-")
        if not (dash and last.isdecimal()):
            base, last = like, "1"
        number = int(last)
        while (made := f"{base}-{number}" if number > 1 else base) in self.taken:
            number += 1
        return made

    # -- what everybody may know -----------------------------------------------------------------

    def lines(self) -> Iterator[told.TableLine]:
        """Every table, as the lobby shows it."""
        return table_lines(self.tables.values())

    def meters(self) -> Iterator[told.MeterLine]:
        """Every meter once, with what it has paid."""
        return self._board.lines(self.tables.values())

    # -- time ------------------------------------------------------------------------------------

    async def _watch_time(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            for at in list(self.tables.values()):
                if at.late(time.time()):
                    try:
                        await self.finish(self.expire(at))
                    except Exception:  # the clock goes on for the other tables
                        log.exception("a question could not be closed", extra={"table": at.id})
                        at.deadlines = dict.fromkeys(at.deadlines, time.time() + 5)

    async def expire(self, at: Running) -> None:
        """Close every question whose time is over."""
        async with self.group_at(at).lock:
            while late := at.late(time.time()):
                number = late[0]
                if not at.table.seconds and not self._gives_up(at, number):
                    at.deadlines[number] = time.time() + PATIENCE
                    continue
                await self._step(at, partial(at.answer_for_absent, number))

    def _gives_up(self, at: Running, number: int) -> bool:
        """One who went away from a table without a dealer is not waited for."""
        player = at.table.boxes[at.table.asked[number].step.box].player
        return at.table.opened.house.pace != "dealer" and not at.is_there(player)


METERED = frozenset({"feed", "unfeed", "award", "meter"})
TICK, PATIENCE = 0.25, 15.0


def told_with_view(at: Running, who: Looker, seq: int) -> told.Done:
    """The answer to a command, with the table as it stands now."""
    return told.Done(seq=seq, view=table_view(at, who))


def looker(person: Person) -> Looker:
    """How a person looks at a table."""
    return Looker(person.name, person.role)  # type: ignore[arg-type]


NOTED: Mapping[str, str] = {"irregular": "irregularity", "validate": "slip validated"}


def _notes(who: Looker, ident: str, command: orders.Command) -> tuple[Note, ...]:
    """What of it the audit trail has: all that a floor supervisor does."""
    if who.role != "floor":
        return ()
    details = command.model_dump(exclude={"do"}, exclude_none=True)
    said = json.dumps({"table": ident, **details}, ensure_ascii=False)
    return (Note(who.name, NOTED.get(command.do, f"{command.do} table"), said),)
