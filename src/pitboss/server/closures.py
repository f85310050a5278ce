"""Closing tables: players are paid out, and meters must be won or handed over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pitboss.errors import NotAllowed, PitbossError, UnknownName, sentence
from pitboss.progressive.link import Link
from pitboss.progressive.meter import REOPENED
from pitboss.rulebook.load import Rulebook
from pitboss.server.floor import Floor
from pitboss.server.linked_tables import Waiting
from pitboss.server.live_table import LiveTable
from pitboss.server.messages.message import Message
from pitboss.server.messages.orders import CloseOrder
from pitboss.store.books import Ending
from pitboss.store.people import Person
from pitboss.table.houses.filing import wager_at
from pitboss.table.houses.house import House
from pitboss.table.houses.offers import wager_of
from pitboss.table.money.awards import Awards
from pitboss.wagers.offer import find_table


class Target(Message):
    table: str
    """The form of `transfers`: the table, then after a slash the wager if it is another."""
    name: str
    shows: int
    """What its meter shows now."""


class MeterOwed(Message):
    """One of a table's own meters, and what happens to it when the table closes."""

    name: str
    wager: str
    wager_name: str
    shows: int
    keeps: int
    """What it holds but does not show."""
    owed: bool
    """The table can be closed only if this is transferred."""
    why: str | None = None
    clause: str | None = None
    permits: str | None = None
    """Whose permission a transfer needs."""
    targets: list[Target]


class TransfersView(Message):
    table: str
    name: str
    meters: list[MeterOwed]


class Decided(Message):
    id: str | None
    """The table that has replaced it."""


class LogLine(Message):
    id: str
    name: str
    state: Literal["open", "closed", "waiting"]
    opened_at: str
    closed_at: str | None
    rounds: int
    lines: int


class LogsView(Message):
    logs: list[LogLine]


Feeding = Iterable[LiveTable | Waiting]
"""Tables that are open or wait for a decision."""


@dataclass(frozen=True, slots=True)
class Authority:
    """The authority to end meters: who carries it out, why, and who permitted it."""

    by: str
    why: str
    permission: str = ""
    reopened: bool = False
    """The table is reopened, and nothing is discontinued."""


@dataclass(frozen=True, slots=True)
class To:
    """A table that takes over meters: with those of the same wager, or with another's."""

    at: LiveTable
    wager: str

    def meter(self, name: str) -> str:
        """Its name for the meter that takes over one of this name; empty if there is none."""
        if self.wager == wager_of(name):
            return name if name in self.at.links else ""
        return next((each for each in self.at.links if wager_of(each) == self.wager), "")


def read_transfers(find: Callable[[str], LiveTable], transfers: Mapping[str, str]) -> dict[str, To]:
    """Who takes over what: `pit 2`, or `pit 2/trilux-progressive` for another wager's meter."""
    made = {}
    for wager, said in transfers.items():
        table, _, other = said.partition("/")
        made[wager] = To(find(table), other or wager)
    return made


def own_meters(at: LiveTable | Waiting, feeding: Feeding) -> dict[str, Link]:
    """The meters in operation that no other table feeds; linked ones at the last table."""
    others = {link.name for other in feeding if other.id != at.id for link in other.links.values()}
    return {
        name: link for name, link in at.links.items() if not link.closed and link.name not in others
    }


def targets_of(floor: Floor, at: LiveTable | Waiting, wager: str) -> Iterator[To]:
    """Open tables under the same law whose meters have the same wager, pay table and stake.

    Includes those of other games, if the law permits such a transfer.
    """
    here, house, book = floor.feeding, at.filed, floor.book
    if house is None:
        return
    names = {n: link for n, link in own_meters(at, here).items() if wager_of(n) == wager}
    elsewhere = len(names) == 1 and all(k.meter.permits and not k.mystery for k in names.values())
    for other in here:
        if not isinstance(other, LiveTable) or not other.is_open or other.id == at.id:
            continue
        there = other.filed
        if there.jurisdiction != house.jurisdiction:
            continue
        alike = wager in there.wagers and _terms(book, there, wager) == _terms(book, house, wager)
        if alike and all(name in other.links and not other.links[name].closed for name in names):
            yield To(other, wager)
        for key in _jackpots(other) if elsewhere else ():
            if key != wager:
                yield To(other, key)


def _jackpots(at: LiveTable) -> Iterator[str]:
    """Wagers of a table that have one meter, not a mystery."""
    for key in dict.fromkeys(map(wager_of, at.links)):
        meters = [link for name, link in at.links.items() if wager_of(name) == key]
        if len(meters) == 1 and not (meters[0].closed or meters[0].mystery):
            yield key


def _terms(book: Rulebook, house: House, wager: str) -> tuple[str | None, int | None]:
    """The id of the pay table, even if the house filed the usual one, and the stake."""
    choice = house.wagers[wager]
    try:
        paytable: str | None = find_table(
            wager_at(book, house.jurisdiction, wager), choice.paytable
        ).id
    except PitbossError:  # under rules that no longer exist
        paytable = choice.paytable
    return paytable, choice.stake


def transfers_view(floor: Floor, at: LiveTable | Waiting) -> TransfersView:
    """The meters of a table, which of them are owed, and where each may be transferred."""
    meters = []
    for name, link in own_meters(at, floor.feeding).items():
        wager, why = wager_of(name), sentence(link.owes())
        targets = targets_of(floor, at, wager) if why else ()
        meters.append(
            MeterOwed(
                name=name,
                wager=wager,
                wager_name=_name_of(floor.book, at.filed, wager),
                shows=link.meter.display,
                keeps=link.meter.kept,
                owed=bool(why),
                why=why or None,
                clause=(link.meter.discontinued or None) if why else None,
                permits=(link.meter.permits or None) if why else None,
                targets=[_told(floor.book, each, name) for each in targets],
            )
        )
    return TransfersView(table=at.id, name=at.name, meters=meters)


def _told(book: Rulebook, to: To, name: str) -> Target:
    """A table that may take over a meter; for another wager, `table` and `name` say which."""
    shows, at = to.at.shows(to.meter(name)), to.at
    if to.wager == wager_of(name):
        return Target(table=at.id, name=at.name, shows=shows)
    of = _name_of(book, at.filed, to.wager)
    return Target(table=f"{at.id}/{to.wager}", name=f"{at.name}, {of}", shows=shows)


def check_targets(floor: Floor, at: LiveTable | Waiting, to: Mapping[str, To]) -> None:
    """Refuse to transfer a meter to a table that has none for it."""
    wagers = {wager_of(name) for name in own_meters(at, floor.feeding)}
    for wager, other in to.items():
        if wager not in wagers:
            raise UnknownName("progressive of the table's own", wager, wagers)
        if other not in targets_of(floor, at, wager):
            raise NotAllowed(
                f"{other.at.name} has no meter that can take over those of {wager}: choose an "
                "open table under the same law with the same wager, pay table and stake."
            )


def end_meters(
    at: LiveTable | Waiting,
    source: Awards | Ending,
    to: Mapping[str, To],
    feeding: Feeding,
    word: Authority,
) -> None:
    """End every meter of a table: it is transferred to another table, or has been won.

    `source` writes the log of the closing table. A shared meter remains for the next table, if
    nothing in it is owed.
    """
    for name, link in own_meters(at, feeding).items():
        other = to.get(wager_of(name))
        if other and (there := other.meter(name)):
            clause = REOPENED if word.reopened else link.ending
            meter = other.at.links[there].name
            fund = source.transfer(name, meter, word.by, clause, word.why, word.permission)
            other.at.table.awards.receive(there, fund)
        elif not link.linked:
            source.retire(name)  # refused while players may still win its contents
        elif why := link.owes():
            raise NotAllowed(why, link.ending)


def _name_of(book: Rulebook, house: House | None, wager: str) -> str:
    try:
        return wager_at(book, house.jurisdiction, wager).name if house else wager
    except PitbossError:  # under rules that no longer exist
        return wager


def close(
    floor: Floor, at: LiveTable, who: Person, command: CloseOrder, to: Mapping[str, To]
) -> None:
    """Close it, or refuse before anything has changed; `to` takes over what its meters owe."""
    table = at.table
    if not at.is_open:
        raise NotAllowed(f"{at.name} is closed.")
    if to and not command.why:
        raise NotAllowed("Say why the liability of the meters is transferred to another table.")
    if at.is_idle or (table.betting and not table.boxes):
        check_targets(floor, at, to)
        word = Authority(who.name, command.why, command.permission)
        end_meters(at, table.awards, to, floor.feeding, word)
    table.close(at.chips)
    at.seats, at.chosen = {}, {}
