"""Batches that wait together are committed together; each fails for its own fault.

A command that changed nothing is kept with the next, and holds up nobody meanwhile.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.server.floor import Floor
from pitboss.server.messages.orders import COMMAND
from pitboss.server.monitoring import Metrics
from pitboss.server.revisions import start_filed
from pitboss.server.tables.commit import Clerk
from pitboss.server.tables.dispatch import dispatch, without_view
from pitboss.server.tables.open_tables import open_new
from pitboss.store.database import OutOfStep
from pitboss.store.journal import Batch, Command, Note
from pitboss.store.people import Person
from pitboss.store.store import Store
from tests.migrated import migrated
from tests.server.house import lawful


@dataclass
class Books:
    """A store that refuses what is bad, and whatever comes with it."""

    kept: list[tuple[str, ...]] = field(default_factory=list)

    def commit(self, *batches: Batch) -> None:
        names = tuple(b.command.key if b.command else b.notes[0].what for b in batches)
        if "bad" in names:
            raise OutOfStep("bad")
        self.kept.append(names)


def keep(*names: str) -> tuple[Books, list[Any]]:
    """The outcome of batches that come at the same moment."""
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


AGAIN = Batch(command=Command(7, "again", "sit", "{}"), can_wait=True)


def test_what_changed_nothing_is_kept_with_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.tables.commit.SOON", 3600.0)
    books: Any = Books()

    async def both() -> None:
        clerk = Clerk(books, Metrics(), 0)
        await clerk.keep(AGAIN)
        assert books.kept == []
        assert (await clerk.find(7, "again"), clerk.waits_for(7, "other")) == (AGAIN.command, None)
        waits = clerk.waits_for(7, "again")
        assert waits
        assert not waits.done()
        await clerk.keep(Batch(notes=(Note("ann", "a"),)))
        await waits
        assert (await clerk.find(7, "again"), clerk.waits_for(7, "again")) == (AGAIN.command, None)

    asyncio.run(both())
    assert books.kept == [("again", "a")]


@pytest.mark.parametrize(("key", "kept"), [("again", [("again",)]), ("bad", [])])
def test_what_changed_nothing_is_kept_by_itself_or_fails(
    key: str, kept: list[tuple[str, ...]]
) -> None:
    books: Any = Books()

    async def alone() -> None:
        clerk = Clerk(books, Metrics(), 0)
        await clerk.keep(Batch(command=Command(7, key, "sit", "{}"), can_wait=True))
        waits = clerk.waits_for(7, key)
        assert waits
        await waits

    if kept:
        asyncio.run(alone())
    else:
        with pytest.raises(OutOfStep):
            asyncio.run(alone())
    assert books.kept == kept


def test_a_table_goes_on_while_a_command_that_changed_nothing_is_kept(
    book: Rulebook, tmp_path: Path
) -> None:
    """Whoever sits down again is answered once the books have it, and keeps nobody waiting; what
    changes anything keeps the table until then.
    """
    with Store.open(migrated(tmp_path / "house.sqlite3"), write=True) as store:
        ann = store.people.add("Ann", "player", None)
        floor = Floor(book, store)
        start_filed(floor, None, store.clock().date())
        locked = asyncio.run(_locked_meanwhile(floor, ann))
        answers = [store.command(ann.id, f"key {number}") for number in range(4)]
    assert locked == {"sit": True, "sit again": False, "open_round": True, "leave": True}
    assert all(answers)


async def _locked_meanwhile(floor: Floor, person: Person) -> dict[str, bool]:
    """Command → whether its table is kept from others while the books take it."""
    filed = replace(lawful(floor.book, floor.book.game("pennsylvania/blackjack")), table="t")
    at = floor.find(await open_new(floor, filed, "Table", "test"))
    commit, found = floor.store.commit, {}
    given = {
        "sit": {"do": "sit", "box": 1},
        "sit again": {"do": "sit", "box": 1},
        "open_round": {"do": "open_round"},
        "leave": {"do": "leave"},
    }
    for number, (name, said) in enumerate(given.items()):
        begun, goes_on = threading.Event(), threading.Event()

        def slow(*batches: Batch, begun: Any = begun, goes_on: Any = goes_on) -> None:
            begun.set()
            goes_on.wait(60)
            commit(*batches)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(floor.store, "commit", slow)
            command = COMMAND.validate_python(said)
            said = floor, "t", person, command, f"key {number}", without_view
            doing = asyncio.create_task(dispatch(*said))
            while not (begun.is_set() or doing.done()):
                await asyncio.sleep(0)
            found[name] = floor.group_at(at).lock.locked()
            assert not doing.done()
            goes_on.set()
            await doing
    await floor.stop()
    return found
