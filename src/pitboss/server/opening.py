"""Tables brought into memory: new ones opened, those of the store resumed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from pitboss.log import Event
from pitboss.rulebook.load import Rulebook
from pitboss.server.running import Running
from pitboss.store.floor import Floor as Books
from pitboss.store.journal import Journal
from pitboss.store.store import Store
from pitboss.table.chance import Sealed
from pitboss.table.house import House


@dataclass(slots=True, eq=False)
class Group:
    """Tables that share meters, and so do one thing at a time; most are alone in theirs."""

    books: Books
    """Its tables and meters, and the journal that they write to."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    tables: list[Running] = field(default_factory=list)
    ahead: bool = False
    """What is in memory was not kept, and could not be forgotten yet."""

    @property
    def journal(self) -> Journal:
        return self.books.journal


def group_of(house: House) -> str:
    """What a table's group is called: linked tables have one in common."""
    linked = any(choice.link for choice in house.wagers.values())
    return "linked" if linked else house.table


def open_table(book: Rulebook, group: Group, house: House, name: str) -> Running:
    """A table as the house filed it, if the law allows it; its first lines are not kept yet."""
    table = group.books.open(house, name)
    at = Running(house.table, name, book.jurisdictions[house.jurisdiction].name)
    at.take_up(table, group.books.meters_of(table), (), 0, {})
    return at


def restore(book: Rulebook, store: Store, group: Group) -> None:
    """Every table of a group as the store has it; what was not kept is forgotten."""
    group.ahead = True
    books = Books(store, book)
    seqs, made = store.last_seqs(), []
    for at in group.tables:
        made.append((at, *books.take_up(at.id)))
    if said := books.journal.take():  # what a meter still had to say when it stopped
        store.commit(said)
    group.books, group.ahead = books, False
    for at, table, events in made:
        at.take_up(
            table, books.meters_of(table), _since_round(events), seqs[at.id], store.balances(at.id)
        )
        at.shoe = at.shoe or _shoe_in_use(store, at)


def _since_round(events: list[Event]) -> list[Event]:
    """From the last round on, with the shoe that was made for it."""
    begun = max((at for at, each in enumerate(events) if each.kind == "round"), default=0)
    before = [each for each in events[:begun] if each.kind == "shoe"]
    return [*before[-1:], *events[begun:]] if begun else before


def _shoe_in_use(store: Store, at: Running) -> Event | None:
    """What was said of the shoe in use when it was sealed, rounds ago."""
    number = at.table.shoes.number
    text = store.shoe(at.id, number) if number else None
    return Sealed.parse(text).committed if text else None
