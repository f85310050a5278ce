"""Work that takes long, on threads that no command waits for: whole logs and long lists, read a
few at a time; and what is worked out, such as PAR sheets, one after another, and kept.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from pitboss.analysis.numbers import Form
from pitboss.analysis.proof_request import ProofRequest
from pitboss.errors import NotAllowed, NotInstalled, PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.strategy_request import StrategyRequest

T = TypeVar("T")
AT_ONCE: Final = 2
MOST: Final = 8
"""How many may be under way or wait for their turn."""


class TooMany(PitbossError):
    """Others are reading already: try again."""

    wait: Final = 5


class LongReads:
    """Long reads, which take turns part by part."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "long read")
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._under_way = 0

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """A read, when it is its turn; refused if too many wait already."""
        if self._under_way >= MOST:
            raise TooMany("Too many logs are being read now: try again in a few seconds.")
        self._under_way += 1
        try:
            async with self._turns:
                yield
        finally:
            self._under_way -= 1

    async def part(self, read: Callable[..., T], *asked: Any) -> T:
        """A part of a read, on a thread of its own."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, read, *asked)

    async def whole(self, read: Callable[..., T], *asked: Any) -> T:
        """A read in one part."""
        async with self.one():
            return await self.part(read, *asked)

    def close(self) -> None:
        """Shut down the threads."""
        self._threads.shutdown(wait=False)


# -- what is worked out ----------------------------------------------------------------------------

Charge = Callable[[], None]
"""Refuses a person who asks for too much; what is kept does not count."""
MOST_KEPT: Final = 256


class WorkedOut:
    """What is worked out one after another, once for all who ask, and kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[Any]] = {}
        self._turn = asyncio.Semaphore(1)

    async def get(self, key: Hashable, make: Callable[[], T], charge: Charge = lambda: None) -> T:
        """What is kept under a key, what is already being made for someone else, or a new one."""
        made: T
        if key in self._kept:
            self._kept.move_to_end(key)
            made = self._kept[key]
            return made
        if key not in self._making:
            charge()
            self._making[key] = asyncio.create_task(self._make(key, make))
        made = await asyncio.shield(self._making[key])
        return made

    async def _make(self, key: Hashable, make: Callable[[], Any]) -> Any:
        try:
            async with self._turn:
                made = self._kept[key] = await asyncio.to_thread(make)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return made
        finally:
            del self._making[key]


class Sheets:
    """The sheets of a rulebook; proving one does not keep the tables waiting."""

    def __init__(self, book: Rulebook) -> None:
        self._book, self._sheets = book, WorkedOut()

    async def sheet(self, asked: ProofRequest, charge: Charge, parts: str = "usual") -> Form:
        """The sheet of a setting."""
        return await self._sheets.get(
            (asked, parts), lambda: prove(self._book, asked, parts), charge
        )

    async def drawn(self, asked: ProofRequest, kind: str, charge: Charge) -> tuple[str, bytes]:
        """The sheet as a file, `pdf`, `csv` or `svg`: its name and its content."""
        sheet = await self.sheet(asked, charge, "full" if kind == "pdf" else "usual")
        file = f"{sheet['id'].replace('/', '-')}.{kind}"
        return file, await self._sheets.get((asked, kind), lambda: _draw(sheet, kind))

    async def compared(self, wager: str, decks: int | None, sort: str, charge: Charge) -> Form:
        """The pay tables of a wager side by side."""
        return await self._sheets.get(
            (wager, decks, sort), lambda: compare(self._book, wager, decks, sort), charge
        )

    async def grid(self, asked: StrategyRequest, charge: Charge) -> Form:
        """How a game is best played, and what every choice is worth."""
        key = (
            *(asked.game, asked.decks),
            tuple(sorted(asked.terms.items())),
            tuple(sorted(asked.readings.items())),
        )
        return await self._sheets.get(key, lambda: solve(self._book, asked), charge)


# The code that proves and solves is imported when first needed; a server starts without it.


def prove(book: Rulebook, asked: ProofRequest, parts: str) -> Form:
    from pitboss.analysis.proof_request import proved
    from pitboss.sheets.par_form import form

    return form(book, proved(book, asked), parts)


def compare(book: Rulebook, wager: str, decks: int | None, sort: str) -> Form:
    from pitboss.sheets.paytable_comparison import comparison

    return comparison(book, wager, decks, sort)


def solve(book: Rulebook, asked: StrategyRequest) -> Form:
    from pitboss.sheets.game_sheet import grid_form

    try:
        return grid_form(book, asked)
    except ModuleNotFoundError as missing:
        raise NotAllowed(
            f"This server cannot solve games. {NotInstalled(str(missing.name), 'strategy')}"
        ) from None


def _draw(sheet: Form, kind: str) -> bytes:
    from pitboss.documents.par_sheet import par_csv, par_pdf
    from pitboss.documents.plots import contribution

    if kind == "pdf":
        return par_pdf(sheet)
    return (par_csv if kind == "csv" else contribution)(sheet).encode()
