"""The floor: all tables in memory. A command is carried out, kept in one commit, then shown.

What is refused changes nothing. If it cannot be kept, the tables are resumed from the store, as
after a crash.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import Any, TypeVar

from pitboss.errors import NotAllowed, PitbossError, UnknownName
from pitboss.log import Event
from pitboss.rulebook.load import Rulebook
from pitboss.server import clock, orders
from pitboss.server import messages as told
from pitboss.server.commands import NotYours, carry_out, check_role
from pitboss.server.hub import Hub, Screen
from pitboss.server.keeping import Clerk
from pitboss.server.loading import load
from pitboss.server.lobby import meter_lines, table_lines
from pitboss.server.looking import Looker, looker
from pitboss.server.metrics import Metrics
from pitboss.server.notes import notes_of
from pitboss.server.opening import Group, group_of, open_table, restore
from pitboss.server.running import Running
from pitboss.server.sheets import Sheets
from pitboss.server.tableview import table_view
from pitboss.server.waiting import Waiting
from pitboss.store.floor import Floor as Books
from pitboss.store.journal import Batch, Command, Note
from pitboss.store.people import Person, WrongPassword
from pitboss.store.store import Store
from pitboss.table.house import House

T = TypeVar("T")


class KeyTaken(PitbossError):
    """An idempotency key that came with another command before."""


@dataclass(frozen=True, slots=True)
class Carry:
    """What a table that opens takes over of one that ends, whose group it is."""

    group: Group
    act: Callable[[Running], None]
    note: Note


class Floor:
    """Every table of the house that can be played."""

    def __init__(self, book: Rulebook, store: Store) -> None:
        self.book, self.store = book, store
        self.tables: dict[str, Running] = {}
        self.waiting: dict[str, Waiting] = {}
        """Tables that cannot go on before a floor supervisor decides."""
        self.taken: set[str] = set()
        """Ids that are used for ever, by tables open and closed."""
        self.groups: dict[str, Group] = {}
        self.hub, self.metrics, self.sheets = Hub(), Metrics(), Sheets(book)
        self.deciding = asyncio.Lock()
        self._clerk = Clerk(store, self.metrics)
        self._clock: asyncio.Task[None] | None = None
        self._doing: set[asyncio.Task[Any]] = set()

    # -- coming and going ------------------------------------------------------------------------

    def load(self) -> None:
        """Resume every table; an open one that cannot go on waits for a decision."""
        load(self)

    def start(self) -> None:
        """From here on questions are not waited for longer than their time."""
        self._clock = asyncio.create_task(clock.watch(self))

    async def stop(self) -> None:
        """Finish what is being done, then let go."""
        if self._clock:
            self._clock.cancel()
        await asyncio.gather(*self._doing, return_exceptions=True)
        self.hub.close()

    def find(self, ident: str) -> Running:
        """A table by its id."""
        if waits := self.waiting.get(ident):
            raise NotAllowed(f"{waits.name} waits for a floor supervisor's decision: {waits.why}")
        if ident not in self.tables:
            raise UnknownName("table", ident, self.tables)
        return self.tables[ident]

    @property
    def names(self) -> set[str]:
        """What tables are called, those that wait too."""
        waiting = {at.name for at in self.waiting.values()}
        return {at.name for at in self.tables.values()} | waiting

    def group(self, name: str) -> Group:
        if name not in self.groups:
            self.groups[name] = Group(name, Books(self.store, self.book))
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

        check_role(who, command.do)
        to = {}
        if isinstance(command, orders.Close):
            to = {wager: self.find(table) for wager, table in command.transfers.items()}
        if to or isinstance(command, orders.Validate):
            await self.confirm(person, command.password)  # type: ignore[union-attr]

        async def work() -> T:
            groups = [self.group_at(each) for each in (at, *to.values())]
            async with self.locked(*groups):
                before = await self.asked_before(person, key, asked)
                if before is None:
                    at.last_seen[who.name] = time.time()
                    events = await self.step(
                        at,
                        lambda: carry_out(at, who, command, to),
                        lambda seq: Command(person.id, key, asked, json.dumps({"seq": seq})),
                        notes_of(who, ident, command),
                        tuple(to.values()),
                    )
                    self.metrics.count(command.do, len(events))
                await self._catch_up(self.group_at(at))
                return answer(at, who, before["seq"] if before else at.seq)

        return await self.finish(work())

    async def confirm(self, person: Person, password: str | None) -> None:
        """A floor supervisor says the own password again for what cannot be taken back."""
        if not password:
            raise NotYours("Confirm this with your password.")
        try:
            await asyncio.to_thread(self.store.people.log_in, person.name, password)
        except WrongPassword:
            raise NotYours("The password is wrong.") from None

    async def asked_before(self, person: Person, key: str, asked: str) -> Any:
        """What was answered to the same command before; nothing if it is new."""
        before = await asyncio.to_thread(self.store.command, person.id, key)
        if before and before.asked != asked:
            raise KeyTaken("This idempotency key came with another command before.")
        return json.loads(before.answer) if before else None

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever asked for it does not wait."""
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        return await asyncio.shield(task)

    @asynccontextmanager
    async def locked(self, *groups: Group) -> AsyncIterator[None]:
        """Hold groups that do one thing together."""
        async with AsyncExitStack() as held:
            for group in sorted({*groups}, key=lambda group: group.name):
                await held.enter_async_context(group.lock)
            yield

    async def step(
        self,
        at: Running,
        act: Callable[[], None],
        answered: Callable[[int], Command | None] = lambda seq: None,
        notes: tuple[Note, ...] = (),
        others: Sequence[Running] = (),
    ) -> list[Event]:
        """Carry out, keep, show: at a table, and at others that have a part in it."""
        tables, seats = list(dict.fromkeys((at, *others))), dict(at.seats)

        def whole(made: Batch) -> Batch:
            events = events_at(made, at)
            if name := at.overdrawn(events):
                raise NotAllowed(f"{name} has not enough chips for that.")
            return replace(made, command=answered(at.seq + len(events)), notes=notes)

        try:
            made = await self.keep([self.group_at(each) for each in tables], act, whole)
        except BaseException:
            at.seats = seats
            raise
        for each in tables:
            self.kept(each, made)
        return events_at(made, at)

    async def keep(
        self, groups: Sequence[Group], act: Callable[[], None], whole: Callable[[Batch], Batch]
    ) -> Batch:
        """Do something and keep it; where that fails nothing has happened. Locks are held."""
        groups = list(dict.fromkeys(groups))
        try:
            for group in groups:
                await self._catch_up(group)
            act()
            batch = whole(reduce(add, [group.journal.take() for group in groups]))
            await self._clerk.keep(batch)
        except BaseException as error:
            refused = isinstance(error, PitbossError)
            changed = [group for group in groups if not refused or group.journal.ahead]
            for group in changed:
                group.ahead = True
            for group in changed:
                await self._catch_up(group)
            raise
        for group in groups:
            group.journal.kept()
        return batch

    def kept(self, at: Running, made: Batch) -> None:
        """What was made at a table is kept: show it."""
        events = events_at(made, at)
        at.kept(events)
        if at.table.closed:
            at.is_open = False
        self.hub.show(at, events)
        if any(event.kind in METERED for event in events):
            for other in self.group_at(at).tables:
                if other is not at:
                    self.hub.show(other, [])
            if self.hub.meters:
                self.hub.show_meters(told.MetersTold(meters=list(self.meters())))

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

    # -- tables that open ------------------------------------------------------------------------

    async def open(
        self,
        house: House,
        name: str,
        by: str,
        done: Command | None = None,
        instead: str = "",
        carry: Carry | None = None,
    ) -> Running:
        """Open a table as the house filed it, on its own or in the place of another."""
        if house.table in self.taken:
            raise NotAllowed(f"There is a table {house.table} already: call this one otherwise.")
        before = self.tables.get(instead) or self.waiting.get(instead)
        if name in self.names and not (before and before.name == name):
            raise NotAllowed(f"A table is called {name} already: call this one otherwise.")
        notes = [Note(by, "open table", house.to_json())]
        notes += [carry.note] if carry else []

        async def work() -> Running:
            group = self.group(group_of(house))
            groups = [group, carry.group] if carry else [group]
            made: list[Running] = []

            def act() -> None:
                made.append(open_table(self.book, group, house, name))
                if carry:
                    carry.act(made[0])

            async with self.locked(*groups):
                batch = await self.keep(
                    groups, act, lambda batch: replace(batch, command=done, notes=tuple(notes))
                )
                at = made[0]
                at.kept(events_at(batch, at))
                group.tables.append(at)
                self.taken.add(at.id)
                self._replace(instead, at)
                return at

        return await self.finish(work())

    def _replace(self, instead: str, at: Running) -> None:
        """A table stands where another stood."""
        self.waiting.pop(instead, None)
        if gone := self.tables.pop(instead, None):
            self.group_at(gone).tables.remove(gone)
            self.hub.send_on(gone, at)
        self.tables[at.id] = at

    async def _open_again(
        self, at: Running, person: Person, key: str, asked: str
    ) -> tuple[Running, Looker, int]:
        who = looker(person)
        check_role(who, "open")
        if before := await self.asked_before(person, key, asked):
            return at, who, before["seq"]
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

    def playing(self, ident: str) -> int:
        """The round of a table that is not over; 0 if there is none."""
        if waits := self.waiting.get(ident):
            return waits.round if waits.in_play else 0
        at = self.tables.get(ident)
        return at.table.rounds if at and not at.is_idle else 0

    def lines(self) -> Iterator[told.TableLine]:
        """Every table, as the lobby shows it."""
        return table_lines(self.tables.values())

    def meters(self) -> Iterator[told.MeterLine]:
        """Every meter once, with what it has paid."""
        return meter_lines(self.tables.values())


METERED = frozenset({"feed", "unfeed", "award", "meter", "transferred", "received", "retired"})


def events_at(made: Batch, at: Running) -> list[Event]:
    """What of a batch happened at a table."""
    return [event for table, _, event in made.events if table == at.id]


def told_with_view(at: Running, who: Looker, seq: int) -> told.Done:
    """The answer to a command, with the table as it stands now."""
    return told.Done(seq=seq, view=table_view(at, who))
