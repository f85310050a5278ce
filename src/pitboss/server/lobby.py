"""What everybody may know of the floor: its tables, and what its meters show and have paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from pitboss.money import Cents
from pitboss.progressive.link import Link
from pitboss.server import messages as told
from pitboss.server.running import Running
from pitboss.server.spots import kind_of
from pitboss.server.tableview import phase_of


def table_lines(tables: Iterable[Running]) -> Iterator[told.TableLine]:
    """Every table, as the lobby shows it."""
    for at in tables:
        opened = at.table.opened
        house = opened.house
        yield told.TableLine(
            id=at.id,
            name=at.name,
            game=house.game,
            game_name=opened.game.name,
            jurisdiction=house.jurisdiction,
            jurisdiction_name=at.law,
            cite=opened.game.cite,
            least=house.least,
            most=house.most,
            decks=house.decks,
            boxes=house.boxes,
            seats_free=house.boxes - len(at.seats),
            state="open" if at.is_open else "closed",
            pace=house.pace,
            wagers=[
                told.WagerName(
                    key=key, name=offered.wager.name, kind=kind_of(opened, key, offered.wager)
                )
                for key, offered in opened.offers.items()
            ],
            meters=[told.MeterTold(name=name, shows=at.shows(name)) for name in opened.meters],
            phase=phase_of(at),
            called=at.called,
        )


@dataclass(slots=True)
class Paid:
    """What a meter has paid, as far as its entries have been gone over."""

    entries: int = 0
    hits: int = 0
    top: Cents = 0

    def go_on(self, link: Link) -> None:
        """Go over the entries that are new: there is one for every stake that ever fed it."""
        for entry in link.entries[self.entries :]:
            won = entry.cents or entry.hit
            self.hits += bool(won)
            self.top = max(self.top, won)
        self.entries = len(link.entries)


class Board:
    """The meters of the floor."""

    def __init__(self) -> None:
        self._paid: WeakKeyDictionary[Link, Paid] = WeakKeyDictionary()

    def lines(self, tables: Iterable[Running]) -> Iterator[told.MeterLine]:
        """Every meter once, with what it has paid."""
        links: dict[Link, tuple[str, Running]] = {}
        for at in tables:
            for name, link in at.links.items():
                links.setdefault(link, (name, at))
        for link, (name, at) in links.items():
            paid = self._paid.setdefault(link, Paid())
            paid.go_on(link)
            yield told.MeterLine(
                name=name,
                table=at.table.opened.meters[name].link or at.id,
                tables=list(link.tables),
                shows=link.meter.display,
                seed=link.meter.seed,
                hits=paid.hits,
                top=paid.top,
                maximum=link.meter.limit,
            )
