"""Practice tables: games at their default filing, with refilled chips and shoes from a chosen seed.

Each is a table like any other, with a log, a ledger and a clock. But its books are not the house's:
they are a temporary file, deleted once nobody practices, so that none of its money is in the
house's ledger, meters or audit. A player has one such table at a time; it closes when nobody
watches it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from dataclasses import dataclass, replace
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from pitboss.errors import NotAllowed, PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.server.floor import Floor, watch
from pitboss.server.messages.round_messages import PracticeTable
from pitboss.server.tables.live_table import AWAY, LiveTable
from pitboss.server.tables.open_tables import forget, open_at
from pitboss.store.people import Person
from pitboss.store.store import Store
from pitboss.table.cards.seeds import Lesson
from pitboss.table.houses.default_house import Wish, file_house, find_game
from pitboss.table.houses.house import LONGEST_WAIT

MOST: Final = 64
"""Practice tables at a time."""
SEEDS: Final = 2**31
OFTEN: Final = 5.0
"""Seconds between two checks of whether a table is still wanted."""
log = logging.getLogger("pitboss.floor")


@dataclass(slots=True)
class PracticeBooks:
    """The floor of practice tables while anyone practices, and where its books are."""

    folder: TemporaryDirectory[str]
    store: Store
    floor: Floor
    clocks: tuple[asyncio.Task[None], ...]


class Practice:
    """Everybody who practices, each at a table of their own."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._books: PracticeBooks | None = None
        self._of: dict[int, PracticeTable] = {}
        """Person → that person's table."""
        self._turn = asyncio.Lock()

    def floor_with(self, ident: str) -> Floor | None:
        """The floor that a table is on, if it is a practice table."""
        books = self._books
        return books.floor if books and ident in books.floor.tables else None

    async def open(self, person: Person, game: str, seed: int | None, again: bool) -> PracticeTable:
        """A table of a game for one person: the one that is open, unless it is to begin again.

        The same seed deals the same cards to the same play.
        """
        found = find_game(self.book, game)
        async with self._turn:
            before = self._of.get(person.id)
            if before and before.game == found.id and seed in (None, before.seed) and not again:
                return before
            if before:
                await self._end(person.id)
            await self._end_unwanted()
            if len(self._of) >= MOST:
                raise NotAllowed(f"{MOST} people are practicing now: try again in a minute.")
            floor = (await self._ready()).floor
            await floor.writes(lambda: floor.store.people.introduce(person))
            made = PracticeTable(
                id=f"practice-{secrets.token_hex(6)}",
                game=found.id,
                seed=secrets.randbelow(SEEDS) if seed is None else seed,
            )
            house = replace(
                file_house(self.book, found, Wish()).opened.house,
                table=made.id,
                boxes=1,
                seconds=LONGEST_WAIT,
                coach=True,
                practice=True,
            )
            source = Lesson(made.seed).name
            async with floor.opening:
                await open_at(floor, house, made.id, person.name, source=source)
            self._of[person.id] = made
            return made

    async def stop(self) -> None:
        """Close every table."""
        async with self._turn:
            for person in list(self._of):
                await self._end(person)
            await self._put_away()

    # -- its books -------------------------------------------------------------------------------

    async def _ready(self) -> PracticeBooks:
        if self._books is None:
            folder = TemporaryDirectory(prefix="pitboss-practice-")
            store = await asyncio.to_thread(_new_store, folder.name)
            floor = Floor(self.book, store, practice=True)
            clocks = asyncio.create_task(watch(floor)), asyncio.create_task(self._watch())
            self._books = PracticeBooks(folder, store, floor, clocks)
        return self._books

    async def _put_away(self) -> None:
        if books := self._books:
            self._books = None
            for each in books.clocks:
                if each is not asyncio.current_task():
                    each.cancel()
            await books.floor.stop()
            books.store.close()
            books.folder.cleanup()

    async def _watch(self) -> None:
        """Close what nobody watches any longer; without tables there are no books."""
        while True:
            await asyncio.sleep(OFTEN)
            async with self._turn:
                try:
                    await self._end_unwanted()
                    if not self._of:
                        await self._put_away()
                        return
                except Exception:  # the others are still to be watched
                    log.exception("a practice table could not be closed")

    # -- its end ---------------------------------------------------------------------------------

    async def _end_unwanted(self) -> None:
        books = self._books
        for person, made in list(self._of.items()) if books else ():
            at = books.floor.tables.get(made.id) if books else None
            if at is None or is_unwanted(at):
                await self._end(person)

    async def _end(self, person: int) -> None:
        """Finish the round in play as silence would, close the table, and stop showing it."""
        assert self._books
        floor, at = self._books.floor, self._books.floor.tables.get(self._of.pop(person).id)
        if at is None:
            return
        try:
            async with floor.locked(floor.group_at(at)):
                await floor.step(at, lambda: finish(at))
        except PitbossError as error:  # its log then ends where it stood
            log.warning("not closed", extra={"table": at.id, "why": str(error)})
        if at.id in floor.tables:
            forget(floor, at)


def is_unwanted(at: LiveTable) -> bool:
    """Whether nobody watches a table, and nobody has done anything there for a while."""
    last = max((at.since, *at.last_seen.values()))
    return not at.watching.total() and monotonic() - last > AWAY


def finish(at: LiveTable) -> None:
    """End the round with the answers that silence gives, and close the table."""
    if at.table.betting and at.table.boxes:
        at.table.deal()
    while at.table.asked:
        at.answer_for_silent(next(iter(at.table.asked)))
    for slip in at.table.slips:
        at.table.validate(slip, "practice")
    at.table.close(at.chips)


def _new_store(folder: str) -> Store:
    url = f"sqlite:///{folder}/practice.sqlite3"
    Store.migrate(url)
    return Store.open(url, write=True)
