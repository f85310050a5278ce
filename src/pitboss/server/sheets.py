"""PAR sheets that were proved before, and those that are proved now, one after another."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final

from pitboss.analysis.form import form
from pitboss.cli.compare import comparison
from pitboss.cli.par import Asked, proved
from pitboss.rulebook.load import Rulebook

Form = dict[str, Any]
MOST_KEPT: Final = 256


class Sheets:
    """The sheets of a rulebook; proving one does not keep the tables waiting."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._kept: OrderedDict[Hashable, Form] = OrderedDict()
        self._proving = asyncio.Semaphore(1)

    async def sheet(self, asked: Asked, parts: str) -> Form:
        """The sheet of a setting."""
        return await self._once(
            (asked, parts), lambda: form(self._book, proved(self._book, asked), parts)
        )

    async def compared(self, wager: str, decks: int | None, sort: str) -> Form:
        """The pay tables of a wager side by side."""
        return await self._once(
            (wager, decks, sort), lambda: comparison(self._book, wager, decks, sort)
        )

    async def _once(self, key: Hashable, prove: Callable[[], Form]) -> Form:
        async with self._proving:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(prove)
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return self._kept[key]
