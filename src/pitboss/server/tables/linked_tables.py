"""Tables that share meters: resumed from the store, or waiting if they cannot be."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pitboss.errors import PitbossError, either
from pitboss.log import Event
from pitboss.progressive.link import Link
from pitboss.rulebook.load import Rulebook
from pitboss.server.messages import layout_messages, table_messages
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.tables.player_session import PlayerSessions
from pitboss.server.views.table_status import slip_view
from pitboss.store.books import Books
from pitboss.store.database import StoreError, Unreadable
from pitboss.store.meters import link_name
from pitboss.store.queries import TableRow
from pitboss.store.store import Store
from pitboss.table.cards.seeds import SYSTEM, SealedShoe
from pitboss.table.events import is_over, last_round
from pitboss.table.events.rounds import RoundOpened
from pitboss.table.events.shoes import ShoeCommitted
from pitboss.table.events.table import LogOpened
from pitboss.table.houses.house import House, logged_settings
from pitboss.table.houses.limits import in_force
from pitboss.table.houses.offers import with_defaults
from pitboss.table.houses.opening import open_house
from pitboss.table.irregularities import slips_waiting
from pitboss.table.log.replay import at_hand


@dataclass(slots=True, eq=False)
class LinkedTables:
    """Tables that share meters, and so act one at a time; most are alone in their group."""

    name: str
    books: Books
    """Its tables and meters, and the journal that they write to."""
    sessions: PlayerSessions
    """The players' sessions of the whole house."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    tables: list[LiveTable] = field(default_factory=list)
    ahead: bool = False
    """Memory holds changes that were not committed and have not been undone yet."""


def group_of(house: House) -> str:
    """The name of a table's group: linked tables have one in common."""
    linked = any(choice.link for choice in house.wagers.values())
    return "linked" if linked else house.table


def law_of(book: Rulebook, house: House) -> str:
    """The name of a table's law, even if this rulebook does not have it."""
    law = book.jurisdictions.get(house.jurisdiction)
    return law.name if law else house.jurisdiction


def open_table(group: LinkedTables, house: House, name: str, source: str = SYSTEM) -> LiveTable:
    """A table as the house filed it, if the law allows it; its first lines are not committed."""
    table = group.books.open(house, name, source)
    law = law_of(group.books.book, house)
    at = LiveTable(house.table, name, law, sessions=group.sessions)
    at.take_up(table, group.books.meters_of(table.opened), (), 0, {})
    return at


def restore(group: LinkedTables) -> tuple[LiveTable, str] | None:
    """Every table of a group as the store has it; what was not committed is discarded.

    If one cannot be resumed, nothing is done; the result says which one, and why.
    """
    group.ahead = True
    store = group.books.store
    books = Books(store, group.books.book)
    seqs, made = store.last_seqs(), []
    for at in group.tables:
        try:
            made.append((at, *books.take_up(at.id)))
        except PitbossError as error:
            if not reachable(error):
                raise
            return at, str(error)
    _read_again(books, group.books.links)
    if books.journal.ahead:  # what a meter had not yet reported when it stopped
        books.commit()
    group.books = books
    for at, table, events in made:
        meters, balances = books.meters_of(table.opened), store.balances(at.id)
        at.take_up(table, meters, _since_round(events), seqs[at.id], balances)
        at.shoe = at.shoe or _shoe_in_use(store, at)
    group.ahead = False  # last: if the store failed meanwhile, all of it is done again
    return None


def _read_again(books: Books, names: Iterable[str]) -> None:
    """Meters that were in memory before: of waiting tables, or that a new one may share."""
    for name in {*names} & {*books.store.links()}:
        try:
            books.link(name)
        except PitbossError as error:  # an unreadable one does not stop the others
            if not reachable(error):
                raise


def reachable(error: PitbossError) -> bool:
    """True if the database could be read, so that the fault is in its contents."""
    return isinstance(error, Unreadable) or not isinstance(error, StoreError)


def _since_round(events: list[Event]) -> list[Event]:
    """Resume from the last round, with the shoe that was made for it."""
    begun = last_round(events)
    before = [each for each in events[:begun] if isinstance(each, ShoeCommitted)]
    return [*before[-1:], *events[begun:]] if begun else [*before]


def _shoe_in_use(store: Store, at: LiveTable) -> ShoeCommitted | None:
    """The commitment of the shoe in use, made rounds ago."""
    number = at.table.shoes.number
    text = store.shoe(at.id, number) if number else None
    return SealedShoe.parse(text).committed if text else None


May = Literal["reopen", "close"]


BOTH: tuple[May, ...] = ("reopen", "close")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that stopped: nobody can play at it."""

    id: str
    name: str
    law: str
    filed: House | None
    """Its house; `None` if that, or its log, cannot be read."""
    why: str
    """Why it cannot be resumed."""
    group: LinkedTables
    of_other_rules: bool = False
    """Its log was made under rules that have changed since."""
    may: tuple[May, ...] = ()
    """What can be decided."""
    refused: str = ""
    """Why some decisions are not possible."""
    round: int = 0
    in_play: bool = False
    """The last round is not over."""
    slips: tuple[table_messages.SlipView, ...] = ()
    """Awards that a decision pays."""
    meters: tuple[str, ...] = ()
    """Its names for the meters that it feeds."""

    @property
    def links(self) -> Mapping[str, Link]:
        """The meters that it feeds, by name."""
        if not self.filed:
            return {}
        known, keys = self.group.books.links, {m: link_name(self.filed, m) for m in self.meters}
        return {name: known[key] for name, key in keys.items() if key in known}

    def line(self) -> table_messages.WaitingLine:
        """The table as the lobby shows it."""
        return table_messages.WaitingLine.from_record(
            self,
            game=self.filed.game if self.filed else "",
            jurisdiction=self.filed.jurisdiction if self.filed else "",
            jurisdiction_name=self.law,
            meters=[
                layout_messages.MeterView(name=name, shows=link.meter.display)
                for name, link in self.links.items()
            ],
            refused=self.refused or None,
        )


def waiting_for(group: LinkedTables, row: TableRow, why: str) -> Waiting:
    """A stored table that cannot be resumed; `why` is for one not stopped by the rules."""
    try:
        return _decidable(group, row, why)
    except PitbossError as error:
        if not reachable(error):
            raise
        refused = f"{error} Repair this before making a decision about the table."
        return Waiting(row.id, row.name, "", None, str(error), group, refused=refused)


def _decidable(group: LinkedTables, row: TableRow, why: str) -> Waiting:
    book, events = group.books.book, group.books.store.events_of_last_round(row.id)
    house = in_force(logged_settings(row.house), events)
    links, begun = group.books.meters_filed(house), last_round(events)
    begins, in_play = events[begun], not is_over(events)
    refused, changed = _refused(group, house, links), _changed(book, house, events[0])
    return Waiting(
        id=row.id,
        name=row.name,
        law=law_of(book, house),
        filed=house,
        why=changed or why,
        of_other_rules=bool(changed),
        group=group,
        may=BOTH[1:] if refused else BOTH,
        refused=refused,
        round=begins.number if isinstance(begins, RoundOpened) else 0,
        in_play=in_play,
        slips=tuple(map(slip_view, slips_waiting(events[begun:]))),
        meters=tuple(links),
    )


def _changed(book: Rulebook, house: House, header: Event) -> str:
    """Which rules differ from those that a log was made under; empty if none do."""
    assert isinstance(header, LogOpened)
    was, version = header.rulebook, header.procedure
    if was != book.digest:
        return f"It was dealt under rulebook {was[:12]}…; the rulebook is now {book.digest[:12]}…."
    now, _ = at_hand(book, house)
    if version != now:
        now_is = f"the procedure is now {now}" if now else "the game no longer has a procedure"
        return f"It was dealt by procedure {version}; {now_is}."
    return ""


def _refused(group: LinkedTables, house: House, links: Mapping[str, Link]) -> str:
    """Why a house may not be reopened as it was filed; empty if it may."""
    try:
        book = group.books.book
        opened = open_house(book, with_defaults(book, house))
        group.books.try_meters(opened)
    except PitbossError as error:
        return str(error)
    lost = [
        name
        for name, link in links.items()
        if name not in opened.meters and not (link.linked or link.closed) and link.owes()
    ]
    if lost:
        return (
            f"Players may still win what is in {either(lost, 'and')}, which the current rules do "
            "not have. Close it and transfer the liability, or serve it under the rulebook it was "
            "dealt under until that is won."
        )
    return ""


def resume_group(group: LinkedTables) -> dict[str, Waiting | None]:
    """Resume the tables of a group; return those that cannot be resumed, if they are open."""
    stopped: dict[str, str] = {}
    while failed := restore(group):
        at, why = failed
        group.tables.remove(at)
        stopped[at.id] = why
    rows = {ident: group.books.store.table(ident) for ident in stopped}
    return {
        ident: waiting_for(group, rows[ident], why) if rows[ident].state == "open" else None
        for ident, why in stopped.items()
    }
