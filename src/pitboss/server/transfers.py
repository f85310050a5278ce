"""What becomes of a table's own meters when it closes: won, or handed over with their funds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from pitboss.errors import NotAllowed, UnknownName
from pitboss.progressive.link import Fund, Link
from pitboss.rulebook.load import Rulebook
from pitboss.server import endings as told
from pitboss.server.running import Running
from pitboss.server.waiting import Waiting
from pitboss.table.house import House


class Source(Protocol):
    """Whoever writes the log of the table that closes."""

    def transfer(self, name: str, to: str, by: str, clause: str, why: str) -> Fund: ...

    def retire(self, name: str) -> None: ...


def wager_of(meter: str) -> str:
    """The wager that a meter pays: `jackpot-party` of `jackpot-party mega`."""
    return meter.partition(" ")[0]


def own_meters(at: Running | Waiting) -> dict[str, Link]:
    """The meters that only this table feeds, while they are in operation."""
    found = at.own if isinstance(at, Waiting) else _of_running(at)
    return {name: link for name, link in found.items() if not link.closed}


def _of_running(at: Running) -> Mapping[str, Link]:
    meters = at.table.opened.meters
    return {name: link for name, link in at.links.items() if not meters[name].link}


def house_of(at: Running | Waiting) -> House:
    return at.house if isinstance(at, Waiting) else at.table.opened.house


def targets_of(at: Running | Waiting, wager: str, tables: Iterable[Running]) -> Iterator[Running]:
    """Open tables of the same law where the same wager, pay table and stake has such meters."""
    house, names = house_of(at), [name for name in own_meters(at) if wager_of(name) == wager]
    filed = house.wagers[wager]
    for other in tables:
        there = other.table.opened.house
        choice = there.wagers.get(wager)
        if choice is None or other.id == at.id or not other.is_open:
            continue
        alike = (choice.paytable, choice.stake) == (filed.paytable, filed.stake)
        in_operation = all(name in other.links and not other.links[name].closed for name in names)
        if alike and in_operation and there.jurisdiction == house.jurisdiction:
            yield other


def transfers_told(
    book: Rulebook, at: Running | Waiting, tables: Iterable[Running]
) -> told.TransfersTold:
    """The meters of a table, which of them are owed, and where each may go."""
    here, law = list(tables), house_of(at).jurisdiction
    meters = []
    for name, link in own_meters(at).items():
        wager, meter = wager_of(name), link.meter
        why = "" if meter.is_untouched else link.owes()
        meters.append(
            told.MeterOwed(
                name=name,
                wager=wager,
                wager_name=_name_of(book, law, wager),
                shows=meter.display,
                keeps=meter.kept,
                owed=bool(why),
                why=why or None,
                clause=meter.discontinued or None if why else None,
                targets=[
                    told.Target(table=each.id, name=each.name, shows=each.shows(name))
                    for each in targets_of(at, wager, here)
                ],
            )
        )
    return told.TransfersTold(table=at.id, name=at.name, meters=meters)


def hand_over(
    at: Running | Waiting,
    source: Source,
    to: Mapping[str, Running],
    by: str,
    why: str,
) -> None:
    """End every meter of a table: its liability goes to another table, or it has been won."""
    own = own_meters(at)
    for wager in to:
        if wager not in map(wager_of, own):
            raise UnknownName("progressive of the table's own", wager, map(wager_of, own))
    for name, link in own.items():
        if other := to.get(wager_of(name)):
            if other not in targets_of(at, wager_of(name), to.values()):
                raise NotAllowed(
                    f"{other.name} has no meter that could take over {name}: choose an open table "
                    "of the same law with the same wager, pay table and stake."
                )
            fund = source.transfer(name, other.links[name].name, by, link.ending, why)
            other.table.awards.receive(name, fund)
        elif not link.meter.is_untouched:
            source.retire(name)  # refused while players may still win what is in it


def _name_of(book: Rulebook, law: str, wager: str) -> str:
    found = [each.name for each in book.wagers if (each.jurisdiction, each.key) == (law, wager)]
    return found[0] if found else wager
