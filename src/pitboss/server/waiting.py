"""Tables that cannot go on under the rules at hand, and wait for a floor supervisor's decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pitboss.errors import PitbossError, either
from pitboss.log import Event
from pitboss.progressive.link import Link
from pitboss.rulebook.load import Rulebook
from pitboss.server import messages
from pitboss.server.opening import LinkedTables, law_of, reachable
from pitboss.server.table_view import slip_view
from pitboss.store.meters import link_name
from pitboss.store.rows import TableRow
from pitboss.store.store import Store
from pitboss.table.events import LogOpened, RoundOpened, SlipWritten
from pitboss.table.filing import with_defaults
from pitboss.table.house import House
from pitboss.table.opening import open_house
from pitboss.table.replay import is_over, last_round
from pitboss.table.reversing import slips_waiting
from pitboss.table.supersede import at_hand

May = Literal["reopen", "close"]
BOTH: tuple[May, ...] = ("reopen", "close")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that stopped: nobody plays at it."""

    id: str
    name: str
    law: str
    filed: House | None
    """Its house; nothing where that, or its log, cannot be read."""
    why: str
    """Why it cannot go on."""
    group: LinkedTables
    of_other_rules: bool = False
    """Its log was made under rules that have changed since."""
    may: tuple[May, ...] = ()
    """What can be decided."""
    refused: str = ""
    """Why not everything can be."""
    round: int = 0
    in_play: bool = False
    """The last round is not over."""
    slips: tuple[messages.SlipView, ...] = ()
    """Awards that a decision pays."""
    meters: tuple[str, ...] = ()
    """The names it has for the meters that it feeds."""

    @property
    def links(self) -> Mapping[str, Link]:
        """The meters that it feeds, by name."""
        if not self.filed:
            return {}
        known, keys = self.group.books.links, {m: link_name(self.filed, m) for m in self.meters}
        return {name: known[key] for name, key in keys.items() if key in known}

    def line(self) -> messages.WaitingLine:
        """The table as the lobby shows it."""
        return messages.WaitingLine(
            id=self.id,
            name=self.name,
            game=self.filed.game if self.filed else "",
            jurisdiction=self.filed.jurisdiction if self.filed else "",
            jurisdiction_name=self.law,
            why=self.why,
            round=self.round,
            in_play=self.in_play,
            slips=list(self.slips),
            meters=[
                messages.MeterView(name=name, shows=link.meter.display)
                for name, link in self.links.items()
            ],
            may=list(self.may),
            refused=self.refused or None,
        )


def waiting_for(
    book: Rulebook, store: Store, group: LinkedTables, row: TableRow, why: str
) -> Waiting:
    """A table of the store that cannot go on; `why` is for one that the rules do not stop."""
    try:
        return _decidable(book, store, group, row, why)
    except PitbossError as error:
        if not reachable(error):
            raise
        refused = f"{error} Nothing can be decided about it before that is mended."
        return Waiting(row.id, row.name, "", None, str(error), group, refused=refused)


def _decidable(
    book: Rulebook, store: Store, group: LinkedTables, row: TableRow, why: str
) -> Waiting:
    house, events = House.from_json(row.house), store.events_of_last_round(row.id)
    links, begun = group.books.meters_filed(house), last_round(events)
    begins, in_play = events[begun], not is_over(events)
    refused, changed = _refused(book, group, house, links), _changed(book, house, events[0])
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
        slips=tuple(
            slip_view(each)
            for each in slips_waiting(events[begun:])
            if isinstance(each, SlipWritten)
        ),
        meters=tuple(links),
    )


def _changed(book: Rulebook, house: House, header: Event) -> str:
    """Which rules are not those that a log was made under; empty if they are."""
    assert isinstance(header, LogOpened)
    was, version = header.rulebook, header.procedure
    if was != book.digest:
        return f"It was dealt under rulebook {was[:12]}…; the rulebook is now {book.digest[:12]}…."
    now, _ = at_hand(book, house)
    if version != now:
        return f"It was dealt by procedure {version}; the procedure is now {now or 'no more'}."
    return ""


def _refused(book: Rulebook, group: LinkedTables, house: House, links: Mapping[str, Link]) -> str:
    """Why a house may not be opened again as it was filed; empty where it may."""
    try:
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
            f"Players may still win what is in {either(lost, 'and')}, which the rules at hand do "
            "not have. Close it and transfer the liability, or serve it under the rulebook it was "
            "dealt under until that is won."
        )
    return ""
