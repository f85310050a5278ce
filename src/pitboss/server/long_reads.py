"""Long reads: whole logs and long lists, a few at a time, on threads that no command waits for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from pitboss.errors import PitbossError

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
