"""The floor: all tables in memory. A command is carried out, committed once, then shown.

A question is closed when the time that the house filed for it is over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial, reduce
from operator import add
from time import monotonic
from typing import Any, Final, TypeVar

from pitboss.errors import NotAllowed, PitbossError, UnknownName
from pitboss.log import Event
from pitboss.rulebook.load import Rulebook
from pitboss.server.hub import Connection, Hub
from pitboss.server.lobby import award_line, meter_lines
from pitboss.server.long_work import LongReads, Sheets
from pitboss.server.messages import record_messages, table_messages
from pitboss.server.messages.round_messages import LessonView
from pitboss.server.monitoring import Metrics
from pitboss.server.simulations import Simulations, folder_of
from pitboss.server.tables.commit import Clerk
from pitboss.server.tables.linked_tables import LinkedTables, Waiting, group_of, resume_group
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.tables.player_session import PlayerSessions
from pitboss.server.views.table_scene import table_view
from pitboss.store.books import Books
from pitboss.store.database import StoreError, Undecided
from pitboss.store.journal import Batch, Command, Note
from pitboss.store.people import Person
from pitboss.store.queries import stamp
from pitboss.store.store import Store
from pitboss.submission.records import Submission
from pitboss.table.events.rounds import SlipValidated
from pitboss.table.events.table import LogOpened, MeterMoved, TableClosed

T = TypeVar("T")
log = logging.getLogger("pitboss.floor")
ON_THE_BOARD = (LogOpened, TableClosed, MeterMoved, SlipValidated)
"""Events that change what a board of meters shows."""
AWARDS = 5
"""How many awards a board remembers."""


class Moved(PitbossError):
    """A table whose log has ended: another may have replaced it."""

    def __init__(self, name: str, to: str) -> None:
        super().__init__(f"{name} is now {to}." if to else f"{name} has closed for good.")
        self.to = to


class Floor:
    """Every table of the house that can be played; or every practice table, with separate books."""

    def __init__(self, book: Rulebook, store: Store, practice: bool = False) -> None:
        self.book, self.store, self.practice = book, store, practice
        self.tables: dict[str, LiveTable] = {}
        self.waiting: dict[str, Waiting] = {}
        """Tables that cannot be resumed until a floor supervisor decides."""
        self.taken: dict[str, str] = {}
        """Every id ever used, by an open table or a closed one, with the table's name."""
        self.groups: dict[str, LinkedTables] = {}
        self.awards: list[record_messages.AwardLine] = []
        """The latest awards, newest first."""
        self.hub, self.metrics, self.sheets = Hub(), Metrics(), Sheets(book)
        self._filed: Submission | None = None
        self.texts_read: dict[str, Submission] = {}
        """Texts of revisions in the books, as they were read."""
        self.files_itself = False
        """Whatever is opened is filed as the next revision, as in the house that comes with
        pitboss.
        """
        self.reads = LongReads()
        self.sessions = PlayerSessions()
        self.lessons: dict[str, LessonView] = {}
        """The lessons requested so far, by game."""
        self.simulations = Simulations(book, store.clock, folder_of(store.database))
        self.opening = asyncio.Lock()
        """Held while tables are opened or a decision is carried out: one at a time."""
        self.clerk = Clerk(store, self.metrics, store.people.last_id())
        self._doing: set[asyncio.Task[Any]] = set()

    @property
    def filed(self) -> Submission:
        """The revision in force: nothing can be opened that it does not file."""
        if self._filed is None:
            raise NotAllowed("No Rules Submission is in force here: nothing can be opened.")
        return self._filed

    @filed.setter
    def filed(self, submission: Submission) -> None:
        self._filed = submission

    # -- finding tables -------------------------------------------------------------------------

    async def stop(self) -> None:
        """Finish what is in progress, then release everything."""
        await asyncio.gather(*self._doing, return_exceptions=True)
        self.hub.close()
        self.clerk.close()
        self.reads.close()
        self.simulations.close()

    async def writes(self, work: Callable[[], T]) -> T:
        """Do something that writes to the books, in its turn among the commits."""
        return await self.clerk.call(work)

    def find(self, ident: str) -> LiveTable:
        """A table by its id."""
        if waits := self.waiting.get(ident):
            raise NotAllowed(
                f"{waits.name} is waiting for a floor supervisor's decision: {waits.why}"
            )
        if ident in self.tables:
            return self.tables[ident]
        if ident in self.taken:
            raise Moved(self.taken[ident], self.successor(ident))
        raise UnknownName("table", ident, self.tables)

    def successor(self, ident: str) -> str:
        """The table that replaced one whose log has ended; empty if none did."""
        there: list[LiveTable | Waiting] = [*self.tables.values(), *self.waiting.values()]
        name = self.taken.get(ident)
        return next((at.id for at in there if at.name == name and at.id != ident), "")

    @property
    def names(self) -> set[str]:
        """The names of tables, including waiting ones."""
        waiting = {at.name for at in self.waiting.values()}
        return {at.name for at in self.tables.values()} | waiting

    @property
    def feeding(self) -> list[LiveTable | Waiting]:
        """Tables whose meters are in operation: open and waiting ones."""
        return [*(at for at in self.tables.values() if at.is_open), *self.waiting.values()]

    def group(self, name: str) -> LinkedTables:
        if name not in self.groups:
            self.groups[name] = LinkedTables(name, Books(self.store, self.book), self.sessions)
        return self.groups[name]

    def group_at(self, at: LiveTable) -> LinkedTables:
        return self.groups[group_of(at.table.opened.house)]

    # -- carrying out and committing ------------------------------------------------------------

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Complete a task even if the request that started it is canceled."""
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        return await asyncio.shield(task)

    @asynccontextmanager
    async def locked(self, *groups: LinkedTables) -> AsyncIterator[None]:
        """Lock groups that take part in one command, always in the same order."""
        async with AsyncExitStack() as held:
            for group in sorted({*groups}, key=lambda group: group.name):
                await held.enter_async_context(group.lock)
            yield

    async def step(
        self,
        at: LiveTable,
        act: Callable[[], None],
        answered: Callable[[int], Command | None] = lambda seq: None,
        notes: tuple[Note, ...] = (),
        others: Sequence[LiveTable] = (),
    ) -> list[Event]:
        """Carry out, commit and show a command: at a table, and at others involved in it."""
        tables = list(dict.fromkeys((at, *others)))
        back = [(each, each.people()) for each in tables]

        def checked() -> None:
            for each in tables:
                self.find(each.id)  # one that could not be resumed is now waiting
            act()

        def whole(made: Batch) -> Batch:
            if events := events_at(made, at):
                self.sessions.check(at.table.opened, events)
                if name := at.overdrawn(events):
                    raise NotAllowed(f"{name} does not have enough chips for that.")
            same = not (made or notes) and all(each.people() == was for each, was in back)
            command = answered(at.seq + len(events))
            return replace(made, command=command, notes=notes, can_wait=same)

        try:
            made = await self.keep([self.group_at(each) for each in tables], checked, whole)
        except BaseException:
            for each, people in back:
                each.seats, each.chosen, each.called, each.dealer, each.refused, each.moved = people
            raise
        for each, people in back:
            if events_at(made, each) or each.people() != people:  # else nobody sees a difference
                self.kept(each, made)
        return events_at(made, at)

    async def keep(
        self,
        groups: Sequence[LinkedTables],
        act: Callable[[], None],
        whole: Callable[[Batch], Batch],
    ) -> Batch:
        """Do something and commit it; if that fails nothing has happened. Locks are held."""
        groups = list(dict.fromkeys(groups))
        try:
            for group in groups:
                await self.catch_up_with(group)
            act()
            batch = whole(reduce(add, [group.books.journal.take() for group in groups]))
            await self.clerk.keep(batch)
        except BaseException as error:
            refused = isinstance(error, PitbossError)
            changed = [group for group in groups if not refused or group.books.journal.ahead]
            for group in changed:
                group.ahead = True
            try:
                for group in changed:
                    await self.catch_up_with(group)
            except StoreError:
                if not isinstance(error, Undecided):
                    raise
            raise
        for group in groups:
            group.books.journal.kept()
        return batch

    def kept(self, at: LiveTable, made: Batch) -> None:
        """Show what was committed at a table."""
        events = events_at(made, at)
        at.kept(events)
        self.sessions.see(at.id, events)
        if at.table.closed and at.is_open:
            at.is_open = False
            log.warning("table closed", extra={"table": at.id, "head": str(self.store.head())})
        self.hub.show(at, events)
        if at.links and any(isinstance(event, ON_THE_BOARD) for event in events):
            for other in self.group_at(at).tables:
                if other is not at:
                    self.hub.show(other, [])
            self._note_awards(at, events)
            if self.hub.meters:
                self.hub.show_meters(self.board())

    async def view(self, ident: str, person: Person) -> table_messages.TableView:
        """A table as a person may see it; never what is not yet committed."""
        at = self.find(ident)
        async with self.group_at(at).lock:
            return table_view(at, person)

    async def watch(self, at: LiveTable, screen: Connection) -> None:
        """A screen shows a table from now on."""
        async with self.group_at(at).lock:
            self.hub.watch(at, screen)

    async def catch_up(self) -> None:
        """Make sure that nothing is shown that was not committed."""
        for group in list(self.groups.values()):
            if group.ahead:
                async with group.lock:
                    await self.catch_up_with(group)

    async def catch_up_with(self, group: LinkedTables) -> None:
        """Undo what was not committed; a table that cannot be resumed waits for a decision."""
        if group.ahead:
            stopped = await asyncio.to_thread(resume_group, group)
            for ident, waits in stopped.items():
                self.hub.stop(ident)
                self.tables.pop(ident, None)
                if waits:
                    self.waiting[ident] = waits
                    log.warning("waits for a decision", extra={"table": ident, "why": waits.why})

    # -- what everybody may know -----------------------------------------------------------------

    def playing(self, ident: str) -> int:
        """The round in play at a table; 0 if there is none."""
        if waits := self.waiting.get(ident):
            return waits.round if waits.in_play else 0
        at = self.tables.get(ident)
        return at.table.rounds if at and not at.is_idle else 0

    def is_seated(self, name: str) -> bool:
        """Whether a person has a box at a table."""
        return any(name in at.seats.values() for at in self.tables.values())

    def board(self) -> record_messages.MetersView:
        """Every meter once, and the latest awards."""
        meters = list(meter_lines(self.tables.values()))
        return record_messages.MetersView(meters=meters, awards=self.awards)

    def _note_awards(self, at: LiveTable, events: Sequence[Event]) -> None:
        now = stamp(self.store.clock())
        for event in events:
            if isinstance(event, SlipValidated):
                said = award_line(event, at.this_round, now, at.id, at.name, self.book)
                self.awards = [said, *self.awards[: AWARDS - 1]]


def events_at(made: Batch, at: LiveTable) -> list[Event]:
    """The part of a batch that happened at a table."""
    return [event for table, _, event in made.events if table == at.id]


# -- the clock -------------------------------------------------------------------------------------


TICK: Final = 0.25
AGAIN: Final = 5.0
"""Seconds after which anything that could not be done in time is tried again."""


async def watch(floor: Floor) -> None:
    """Close questions whose time has run out, free seats and put posted limits in force, for as
    long as the floor is open.
    """
    failed: dict[str, float] = {}
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
            if at.limits_due and monotonic() - failed.get(at.id, -AGAIN) >= AGAIN:
                try:
                    await floor.finish(change_limits(floor, at))
                except Exception:
                    log.exception("limits could not be changed", extra={"table": at.id})
                    failed[at.id] = monotonic()


async def expire(floor: Floor, at: LiveTable) -> None:
    """Close every question of a table whose time has run out."""
    async with floor.locked(floor.group_at(at)):
        while late := at.late(monotonic()):
            await floor.step(at, partial(at.answer_for_silent, late[0]))


async def change_limits(floor: Floor, at: LiveTable) -> None:
    """Put the posted limits of a table in force, as a command of its own."""
    async with floor.locked(floor.group_at(at)):
        await floor.step(at, at.change_limits)


async def clear_seats(floor: Floor, at: LiveTable) -> None:
    """Free the seats of players whose pages are closed and who have no stake."""
    async with floor.locked(floor.group_at(at)):
        for number in at.left_seats:
            del at.seats[number]
        floor.hub.show(at, [])
