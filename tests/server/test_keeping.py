"""Batches that wait together are committed together; each fails for its own fault."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from pitboss.server.commit import Clerk
from pitboss.server.metrics import Metrics
from pitboss.store.database import OutOfStep
from pitboss.store.journal import Batch, Note


@dataclass
class Books:
    """A store that refuses what is bad, and whatever comes with it."""

    kept: list[tuple[str, ...]] = field(default_factory=list)

    def commit(self, *batches: Batch) -> None:
        names = tuple(batch.notes[0].what for batch in batches)
        if "bad" in names:
            raise OutOfStep("bad")
        self.kept.append(names)


def keep(*names: str) -> tuple[Books, list[Any]]:
    """What became of batches that come at the same moment."""
    books: Any = Books()

    async def all_at_once() -> list[Any]:
        clerk = Clerk(books, Metrics(), 0)
        batches = [Batch(notes=(Note("ann", name),)) for name in names]
        return await asyncio.gather(*map(clerk.keep, batches), return_exceptions=True)

    return books, asyncio.run(all_at_once())


def test_what_waits_together_is_kept_together() -> None:
    books, said = keep("a", "b", "c")
    assert books.kept == [("a", "b", "c")]
    assert said == [None, None, None]


def test_one_fault_stops_nobody_else() -> None:
    books, said = keep("a", "bad", "c")
    assert books.kept == [("a",), ("c",)]
    assert [type(each) for each in said] == [type(None), OutOfStep, type(None)]
