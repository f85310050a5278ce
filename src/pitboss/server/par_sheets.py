"""PAR sheets: those already proved, and new ones, which are proved one after another."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from pitboss.analysis.numbers import Form
from pitboss.analysis.proof_request import ProofRequest
from pitboss.errors import NotAllowed, installing
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.strategy_request import StrategyRequest

T = TypeVar("T")
Charge = Callable[[], None]
"""Refuses a person who requests too many proofs; cached proofs do not count."""
MOST_KEPT: Final = 256


class Sheets:
    """The sheets of a rulebook; proving one does not keep the tables waiting."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[Any]] = {}
        self._turn = asyncio.Semaphore(1)

    async def sheet(self, asked: ProofRequest, charge: Charge, parts: str = "usual") -> Form:
        """The sheet of a setting."""
        return await self._once((asked, parts), lambda: prove(self._book, asked, parts), charge)

    async def drawn(self, asked: ProofRequest, kind: str, charge: Charge) -> tuple[str, bytes]:
        """The sheet as a file, `pdf`, `csv` or `svg`: its name and its content."""
        sheet = await self.sheet(asked, charge, "full" if kind == "pdf" else "usual")
        file = f"{sheet['id'].replace('/', '-')}.{kind}"
        return file, await self._once((asked, kind), lambda: _draw(sheet, kind), lambda: None)

    async def compared(self, wager: str, decks: int | None, sort: str, charge: Charge) -> Form:
        """The pay tables of a wager side by side."""
        return await self._once(
            (wager, decks, sort), lambda: compare(self._book, wager, decks, sort), charge
        )

    async def grid(self, asked: StrategyRequest, charge: Charge) -> Form:
        """How a game is best played, and what every choice is worth."""
        key = (
            *(asked.game, asked.decks),
            tuple(sorted(asked.terms.items())),
            tuple(sorted(asked.readings.items())),
        )
        return await self._once(key, lambda: solve(self._book, asked), charge)

    async def _once(self, key: Hashable, make: Callable[[], T], charge: Charge) -> T:
        """A cached sheet, one that is already being made for someone else, or a new one."""
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


# The code that proves and solves is imported when first needed; a server starts without it.


def prove(book: Rulebook, asked: ProofRequest, parts: str) -> Form:
    from pitboss.analysis.par_form import form
    from pitboss.analysis.proof_request import proved

    return form(book, proved(book, asked), parts)


def compare(book: Rulebook, wager: str, decks: int | None, sort: str) -> Form:
    from pitboss.analysis.paytable_comparison import comparison

    return comparison(book, wager, decks, sort)


def solve(book: Rulebook, asked: StrategyRequest) -> Form:
    from pitboss.solvers.game_sheet import grid_form

    try:
        return grid_form(book, asked)
    except ModuleNotFoundError as missing:
        raise NotAllowed(
            f"This server cannot solve games: it needs {missing.name}; {installing('strategy')}."
        ) from None


def _draw(sheet: Form, kind: str) -> bytes:
    from pitboss.documents.par_sheet import par_csv, par_pdf
    from pitboss.documents.plots import contribution

    if kind == "pdf":
        return par_pdf(sheet)
    return (par_csv if kind == "csv" else contribution)(sheet).encode()
