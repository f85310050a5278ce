"""One commit for each command: batches that wait together, and repeated commands."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from pitboss.errors import PitbossError
from pitboss.server.monitoring import Metrics
from pitboss.store.database import Undecided
from pitboss.store.journal import Batch, Command
from pitboss.store.people import Person
from pitboss.store.store import Store

T = TypeVar("T")
Handed = tuple[Batch, asyncio.Future[None]]
"""A batch that was handed in, and the future that is done when it is committed."""
MOST_KEYS: Final = 100_000
SOON: Final = 0.02
"""Seconds that a command without effect may wait to share another's commit."""


class Clerk:
    """Commits one batch at a time: everything handed in since the last commit, with one wait for
    the disk.
    """

    def __init__(self, store: Store, metrics: Metrics, last_person: int) -> None:
        self.store, self.metrics = store, metrics
        self._last_person = last_person
        """The newest person at the start; people added later have no earlier keys."""
        self._keys: OrderedDict[tuple[int, str], Command] = OrderedDict()
        """The commands committed since the start; a key that is not here is looked up, unless it
        can only be new."""
        self._has_all = True
        self._pending: dict[tuple[int, str], tuple[Command, asyncio.Future[None]]] = {}
        """Commands without effect, until they are committed."""
        self._handed: list[Handed] = []
        self._work: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "commit")
        """A thread of its own, so that no reader delays a commit."""

    async def keep(self, batch: Batch) -> None:
        """Commit a batch; once this returns it is durable, and if it raises nothing was committed.

        After `Undecided` the outcome is unknown until its key is looked up. A batch that can wait
        is not awaited here: `waits_for` says what its answer must wait for.
        """
        loop = asyncio.get_running_loop()
        kept: asyncio.Future[None] = loop.create_future()
        self._handed.append((batch, kept))
        if batch.can_wait and (command := batch.command):
            key = command.person_id, command.key
            self._pending[key] = command, kept
            kept.add_done_callback(lambda _: self._pending.pop(key))
            loop.call_later(SOON, self._begin)
        else:
            self._begin()
            await kept

    def _begin(self) -> None:
        if self._work is None and self._handed:
            self._work = asyncio.create_task(self._keep_all())

    def waits_for(self, person: int, key: str) -> asyncio.Future[None] | None:
        """The commit of a command that could wait, until it is committed."""
        waits = self._pending.get((person, key))
        return waits and waits[1]

    async def find(self, person: int, key: str) -> Command | None:
        """The command that was committed under a key, or is about to be."""
        if waits := self._pending.get((person, key)):
            return waits[0]
        if (person, key) in self._keys:
            return self._keys[person, key]
        if self._has_all and person > self._last_person:
            return None
        return await asyncio.to_thread(self.store.command, person, key)

    def _remember(self, taken: list[Handed]) -> None:
        for command in (batch.command for batch, _ in taken if batch.command):
            self._keys[command.person_id, command.key] = command
        while len(self._keys) > MOST_KEYS:
            self._keys.popitem(last=False)
            self._has_all = False

    async def call(self, work: Callable[[], T]) -> T:
        """Have the thread that commits do something else."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, work)

    def close(self) -> None:
        """Shut down the thread."""
        self._thread.shutdown(wait=False)

    async def _keep_all(self) -> None:
        try:
            while self._handed:
                taken, self._handed = self._handed, []
                began = time.perf_counter()
                await self._keep(taken)
                self.metrics.committed(time.perf_counter() - began)
        finally:
            self._work = None

    async def _keep(self, taken: list[Handed]) -> None:
        """Commit all together; if that fails, commit each separately: only the faulty one fails."""
        try:
            await self.call(partial(self.store.commit, *(batch for batch, _ in taken)))
        except Undecided as error:
            self._has_all = False
            for _, kept in taken:
                _settle(kept, error)
        except Exception as error:
            if len(taken) > 1:
                for each in taken:
                    await self._keep([each])
            else:
                _settle(taken[0][1], error)
        else:
            self._remember(taken)
            for _, kept in taken:
                _settle(kept)


def _settle(kept: asyncio.Future[None], error: Exception | None = None) -> None:
    if kept.done():  # nobody is waiting for it now
        return
    if error:
        kept.set_exception(error)
    else:
        kept.set_result(None)


class KeyTaken(PitbossError):
    """An idempotency key that was already used for another command."""


@dataclass(frozen=True, slots=True)
class KeyedRequest:
    """What a person requests, under the key that identifies it."""

    person: Person
    key: str
    asked: str

    async def before(self, clerk: Clerk) -> dict[str, Any] | None:
        """The answer already given to the same command; `None` if it is new."""
        found = await clerk.find(self.person.id, self.key)
        if found and found.asked != self.asked:
            raise KeyTaken("This idempotency key was already used for another command.")
        answer: dict[str, Any] | None = json.loads(found.answer) if found else None
        return answer

    def done(self, **answer: str | int | None) -> Command:
        """The command as it is stored, with its answer."""
        return Command(self.person.id, self.key, self.asked, json.dumps(answer))
