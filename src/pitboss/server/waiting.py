"""Tables that cannot go on under the rules at hand, and wait for a floor supervisor's decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.errors import PitbossError
from pitboss.log import Event
from pitboss.progressive.link import Link
from pitboss.rulebook.load import Rulebook
from pitboss.server import messages as told
from pitboss.server.opening import Group, law_of
from pitboss.store.rows import TableRow
from pitboss.store.store import Store
from pitboss.table.house import House
from pitboss.table.opening import open_house
from pitboss.table.supersede import at_hand


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that stopped: its log is whole, and nobody plays at it."""

    id: str
    name: str
    law: str
    house: House
    why: str
    """Why it cannot go on."""
    refused: str
    """Why the house may not be opened again as it was filed; empty where it may."""
    round: int
    in_play: bool
    """The last round is not over."""
    meters: tuple[str, ...]
    """The names it has for its own meters."""
    group: Group

    @property
    def own(self) -> Mapping[str, Link]:
        """Its own meters, by name."""
        return {name: self.group.books.link(f"{self.id}/{name}") for name in self.meters}

    def line(self) -> told.WaitingLine:
        """The table as the lobby shows it."""
        return told.WaitingLine(
            id=self.id,
            name=self.name,
            game=self.house.game,
            jurisdiction=self.house.jurisdiction,
            jurisdiction_name=self.law,
            why=self.why,
            round=self.round,
            in_play=self.in_play,
            meters=[
                told.MeterTold(name=name, shows=link.meter.display)
                for name, link in self.own.items()
            ],
            may=["close"] if self.refused else ["reopen", "close"],
            refused=self.refused or None,
        )


def waiting_for(book: Rulebook, store: Store, group: Group, row: TableRow, why: str) -> Waiting:
    """A table of the store that cannot go on; `why` is for one that the rules do not stop."""
    house = House.from_json(row.house)
    events = store.events_of_last_round(row.id)
    why = _changed(book, house, events[0]) or why
    begun = max((at for at, each in enumerate(events) if each.kind == "round"), default=None)
    try:
        meters = tuple(group.books.own_meters(row.id))
    except PitbossError as error:
        meters, why = (), f"{why} {error}"
    return Waiting(
        id=row.id,
        name=row.name,
        law=law_of(book, house),
        house=house,
        why=why,
        refused=_refused(book, house),
        round=0 if begun is None else int(events[begun].get("number")),
        in_play=begun is not None and not any(e.kind == "end" for e in events[begun:]),
        meters=meters,
        group=group,
    )


def _changed(book: Rulebook, house: House, header: Event) -> str:
    """Which rules are not those that a log was made under; empty if they are."""
    was, version = header.get("rulebook"), header.get("procedure")
    if was != book.digest:
        return f"It was dealt under rulebook {was[:12]}…; the rulebook is now {book.digest[:12]}…."
    now, _ = at_hand(book, house)
    if version != now:
        return f"It was dealt by procedure {version}; the procedure is now {now or 'no more'}."
    return ""


def _refused(book: Rulebook, house: House) -> str:
    try:
        open_house(book, house)
    except PitbossError as error:
        return str(error)
    return ""
