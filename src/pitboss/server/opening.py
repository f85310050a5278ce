"""Tables brought into memory: new ones opened, those of the store resumed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.errors import PitbossError
from pitboss.log import Event
from pitboss.rulebook.load import Rulebook
from pitboss.server.running import Running
from pitboss.store.books import Books
from pitboss.store.database import StoreError, Unreadable
from pitboss.store.journal import Journal
from pitboss.store.store import Store
from pitboss.table.chance import SealedShoe
from pitboss.table.events import ShoeReshuffled, ShoeSealed
from pitboss.table.house import House
from pitboss.table.replay import last_round


@dataclass(slots=True, eq=False)
class LinkedTables:
    """Tables that share meters, and so do one thing at a time; most are alone in theirs."""

    name: str
    books: Books
    """Its tables and meters, and the journal that they write to."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    tables: list[Running] = field(default_factory=list)
    ahead: bool = False
    """What is in memory was not kept, and could not be forgotten yet."""

    @property
    def journal(self) -> Journal:
        return self.books.journal


class CannotGoOn(PitbossError):
    """A table that its log cannot be resumed from."""

    def __init__(self, at: Running, why: str) -> None:
        super().__init__(why)
        self.at = at


def group_of(house: House) -> str:
    """What a table's group is called: linked tables have one in common."""
    linked = any(choice.link for choice in house.wagers.values())
    return "linked" if linked else house.table


def law_of(book: Rulebook, house: House) -> str:
    """What the law of a table is called, though this rulebook may not have it."""
    law = book.jurisdictions.get(house.jurisdiction)
    return law.name if law else house.jurisdiction


def open_table(book: Rulebook, group: LinkedTables, house: House, name: str) -> Running:
    """A table as the house filed it, if the law allows it; its first lines are not kept yet."""
    table = group.books.open(house, name)
    at = Running(house.table, name, law_of(book, house))
    at.take_up(table, group.books.meters_of(table), (), 0, {})
    return at


def resume(book: Rulebook, store: Store, group: LinkedTables) -> list[CannotGoOn]:
    """Every table of a group that can go on; the others are taken out of it."""
    stopped: list[CannotGoOn] = []
    while True:
        try:
            restore(book, store, group)
        except CannotGoOn as error:
            group.tables.remove(error.at)
            stopped.append(error)
        else:
            return stopped


def restore(book: Rulebook, store: Store, group: LinkedTables) -> None:
    """Every table of a group as the store has it; what was not kept is forgotten."""
    group.ahead = True
    books = Books(store, book)
    seqs, made = store.last_seqs(), []
    for at in group.tables:
        try:
            made.append((at, *books.take_up(at.id)))
        except PitbossError as error:
            if not reachable(error):
                raise
            raise CannotGoOn(at, str(error)) from error
    _read_again(books, group.books.links)
    if books.journal.ahead:  # what a meter still had to say when it stopped
        books.commit()
    group.books, group.ahead = books, False
    for at, table, events in made:
        at.take_up(
            table, books.meters_of(table), _since_round(events), seqs[at.id], store.balances(at.id)
        )
        at.shoe = at.shoe or _shoe_in_use(store, at)


def _read_again(books: Books, names: Iterable[str]) -> None:
    """Meters that were at hand before: of tables that wait, or that a new one may share."""
    for name in {*names} & {*books.store.links()}:
        try:
            books.link(name)
        except PitbossError as error:  # one that cannot be read keeps no other from being read
            if not reachable(error):
                raise


def reachable(error: PitbossError) -> bool:
    """The database was read, and what is wrong is what stands in it."""
    return isinstance(error, Unreadable) or not isinstance(error, StoreError)


def _since_round(events: list[Event]) -> list[Event]:
    """From the last round on, with the shoe that was made for it."""
    begun = last_round(events)
    before = [each for each in events[:begun] if isinstance(each, ShoeSealed | ShoeReshuffled)]
    return [*before[-1:], *events[begun:]] if begun else [*before]


def _shoe_in_use(store: Store, at: Running) -> ShoeSealed | ShoeReshuffled | None:
    """What was said of the shoe in use when it was sealed, rounds ago."""
    number = at.table.shoes.number
    text = store.shoe(at.id, number) if number else None
    return SealedShoe.parse(text).committed if text else None
