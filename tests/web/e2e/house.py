"""The real server in a process of its own, on books of its own.

A table's shoes come from a lesson's seed, looked for until its first cards are those wished for:
what the round deals is then known, and neither the server nor the page knows of it.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pitboss
from pitboss.cards import Card, Shoe
from pitboss.cli import run
from pitboss.hands import total
from pitboss.log import Event
from pitboss.server.audit_trail import assigned
from pitboss.server.serve import STAFF
from pitboss.store.books import Books
from pitboss.store.journal import Batch
from pitboss.store.store import Store
from pitboss.submission.first_submission import demonstration
from pitboss.table.cards.seeds import Lesson, shuffled
from pitboss.table.table import Table
from tests.migrated import migrated
from tests.passwords import QUICK
from tests.server.house import PASSWORD, changed

PEOPLE = {role: name for name, role in STAFF}
"""Role → who has it."""
Cards = Sequence[Card]
PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload(
    ["pitboss.cli.app", "pitboss.server.serve", __name__, "tests.web.e2e.ready"]
)
"""Most of what a server costs to start is what it imports and the law: one process has done it."""


def serve(arguments: Sequence[str], said: Connection, heard: Path) -> None:
    """`pitboss serve` in a process of its own, which speaks to a pipe and logs to a file."""
    os.dup2(said.fileno(), 1)
    os.dup2(os.open(heard, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
    with patch("pitboss.store.passwords.HASHER", QUICK):
        sys.exit(run(["serve", *arguments]))


@cache
def law() -> pitboss.Rulebook:
    return pitboss.load()


@cache
def demo() -> dict[str, Any]:
    """Every table of the demo house, by its id."""
    return {each.house.table: each for each in demonstration(law()).tables}


@dataclass(frozen=True)
class Filed:
    """A table of the demo house, with what is otherwise about it."""

    id: str
    ok: Callable[[Cards], bool] = lambda cards: True
    """The cards of its first shoe, without the burn card."""
    settings: dict[str, Any] = field(default_factory=dict)
    before: Callable[[Table], None] | None = None
    """What was done there under another rulebook: the table waits for a decision."""


def filed(ident: str, ok: Callable[[Cards], bool] = lambda cards: True, **settings: Any) -> Filed:
    return Filed(ident, ok, settings)


def waiting(
    ident: str,
    ok: Callable[[Cards], bool] = lambda cards: True,
    before: Callable[[Table], None] = lambda table: None,
    **settings: Any,
) -> Filed:
    """A table that was opened under another rulebook."""
    return Filed(ident, ok, settings, before)


RARE = {"three_kings": 83_000}
"""Where to begin to look for what seldom comes: no shoe of a seed before it is as wished."""


@cache
def first_shoe(decks: int, ok: Callable[[Cards], bool], many: int = 24) -> int:
    """The first seed whose shoe begins as wished."""
    for seed in count(RARE.get(ok.__name__, 0)):
        cards = list(islice(shuffled(Lesson(seed).seed_for(1), Shoe.of(decks)), many + 1))[1:]
        if ok(cards):
            return seed
    raise AssertionError


def points(cards: Cards) -> int:
    return total(cards).points


def plain(cards: Cards) -> bool:
    """One box: 12 to 16, or a hard 17 to 20, against 2 to 9; nobody has blackjack or a pair."""
    box, up = cards[0:3:2], cards[1]
    return (
        box[0].rank != box[1].rank
        and not any(card.rank.symbol == "A" for card in box)
        and points(box) >= 12
        and 2 <= points([up]) <= 9
    )


class House:
    """Books, and a server that can be started, killed and started again."""

    def __init__(self, folder: Path, tables: Sequence[Filed]) -> None:
        self.url = migrated(folder / "house.sqlite3")
        self.log = folder / "server.log"
        self.port = 0
        with (
            patch("pitboss.store.passwords.HASHER", QUICK),
            Store.open(self.url, write=True) as store,
        ):
            for role, name in PEOPLE.items():
                store.people.add(name, role, PASSWORD)
            for wish in tables:
                books = Books(store, changed(law()) if wish.before else law())
                house = replace(demo()[wish.id].house, **wish.settings)
                seed = first_shoe(house.decks, wish.ok)
                table = books.open(house, demo()[wish.id].name, f"seed {seed}")
                if wish.before:
                    wish.before(table)
                books.commit()
                if house.has_dealer:
                    said = assigned("test", house.table, PEOPLE["dealer"])
                    store.commit(Batch(notes=(said,)))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server, the second time where it was."""
        self.hears, speaks = PROCESSES.Pipe(duplex=False)
        arguments = ("--database", self.url, "--port", str(self.port))
        self.process = PROCESSES.Process(target=serve, args=(arguments, speaks, self.log))
        self.process.start()
        speaks.close()
        said = ""
        with open(os.dup(self.hears.fileno())) as lines:
            while "Ctrl-C" not in said:
                line = lines.readline()
                assert line, said + self.log.read_text()
                said += line
        found = re.search(r"http://localhost:(\d+)", said)
        assert found
        self.port = int(found[1])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process.is_alive() and self.process.pid:
            os.kill(self.process.pid, how)
        self.process.join(20)
        assert not self.process.is_alive()

    def kill(self) -> None:
        """As when the power fails."""
        self.stop(signal.SIGKILL)

    def events(self, table: str) -> list[Event]:
        """The last round of a table's log, as surveillance has it."""
        with Store.open(self.url) as store:
            return store.events_of_last_round(table)

    def differences(self) -> list[Any]:
        """What the books say that their own logs do not."""
        with Store.open(self.url) as store:
            return list(store.check(law()))


@contextmanager
def opened(folder: Path, *tables: Filed) -> Iterator[House]:
    """A house that is open until the block ends; its books are then in order."""
    house = House(folder, tables)
    house.start()
    try:
        yield house
    finally:
        house.stop()
    assert house.differences() == []
    assert '"level": "error"' not in house.log.read_text()
