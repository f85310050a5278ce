"""Closing tables: players are paid out, and meters must be won or handed over. A table that cannot
be resumed under the current rules waits for a floor supervisor's decision.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from pitboss.errors import NotAllowed, PitbossError, UnknownName, sentence
from pitboss.progressive.link import Link
from pitboss.progressive.meter import REOPENED
from pitboss.rulebook.load import Rulebook
from pitboss.server.access.auth import confirm, second_note
from pitboss.server.audit_trail import order_note
from pitboss.server.floor import Floor
from pitboss.server.messages.orders import CloseOrder, DecisionOrder
from pitboss.server.messages.record_messages import MeterOwed, TransfersView, TransferTarget
from pitboss.server.tables.commit import KeyedRequest
from pitboss.server.tables.linked_tables import Waiting
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.tables.open_tables import TablePlace, open_at, settings_of
from pitboss.store.books import Ending
from pitboss.store.journal import Note
from pitboss.store.people import Person
from pitboss.table.houses.filed_meters import wager_of
from pitboss.table.houses.house import House
from pitboss.table.houses.offers import wager_at
from pitboss.table.log.ledger import chips
from pitboss.table.money.awards import Awards
from pitboss.wagers.offer import find_table

Feeding = Iterable[LiveTable | Waiting]
"""Tables that are open or wait for a decision."""


@dataclass(frozen=True, slots=True)
class Authority:
    """The authority to end meters: who carries it out, why, and who permitted it."""

    by: str
    why: str
    permission: str = ""
    reopened: bool = False
    """The table is being reopened, so nothing is discontinued."""


@dataclass(frozen=True, slots=True)
class Successor:
    """A table that takes over meters: with those of the same wager, or with another's."""

    at: LiveTable
    wager: str

    def meter(self, name: str) -> str:
        """Its name for the meter that takes over one of this name; empty if there is none."""
        if self.wager == wager_of(name):
            return name if name in self.at.links else ""
        return next((each for each in self.at.links if wager_of(each) == self.wager), "")


def read_transfers(
    find: Callable[[str], LiveTable], transfers: Mapping[str, str]
) -> dict[str, Successor]:
    """Who takes over what: `pit 2`, or `pit 2/trilux-progressive` for another wager's meter."""
    made = {}
    for wager, said in transfers.items():
        table, _, other = said.partition("/")
        made[wager] = Successor(find(table), other or wager)
    return made


def own_meters(at: LiveTable | Waiting, feeding: Feeding) -> dict[str, Link]:
    """The meters in operation that no other table feeds; linked ones at the last table."""
    others = {link.name for other in feeding if other.id != at.id for link in other.links.values()}
    return {
        name: link for name, link in at.links.items() if not link.closed and link.name not in others
    }


def targets_of(floor: Floor, at: LiveTable | Waiting, wager: str) -> Iterator[Successor]:
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
            yield Successor(other, wager)
        for key in _jackpots(other) if elsewhere else ():
            if key != wager:
                yield Successor(other, key)


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


def _told(book: Rulebook, to: Successor, name: str) -> TransferTarget:
    """A table that may take over a meter; `table` and `name` also name another wager, if any."""
    at, shows = to.at, to.at.links[to.meter(name)].meter.display
    if to.wager == wager_of(name):
        return TransferTarget(table=at.id, name=at.name, shows=shows)
    of = _name_of(book, at.filed, to.wager)
    return TransferTarget(table=f"{at.id}/{to.wager}", name=f"{at.name}, {of}", shows=shows)


def check_targets(floor: Floor, at: LiveTable | Waiting, to: Mapping[str, Successor]) -> None:
    """Refuse to transfer a meter to a table that has none for it."""
    wagers = {wager_of(name) for name in own_meters(at, floor.feeding)}
    for wager, other in to.items():
        if wager not in wagers:
            raise UnknownName("progressive at this table", wager, wagers)
        if other not in targets_of(floor, at, wager):
            raise NotAllowed(
                f"{other.at.name} has no meter that can take over those of {wager}: choose an "
                "open table under the same law with the same wager, pay table and stake."
            )


def end_meters(
    at: LiveTable | Waiting,
    source: Awards | Ending,
    to: Mapping[str, Successor],
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
    floor: Floor, at: LiveTable, who: Person, command: CloseOrder, to: Mapping[str, Successor]
) -> None:
    """Close it, or refuse before anything has changed; `to` takes over what its meters owe."""
    table = at.table
    if not at.is_open:
        raise NotAllowed(f"{at.name} is closed.")
    if to and not command.why:
        raise NotAllowed("Give a reason for transferring the meters' liability to another table.")
    if at.is_idle or (table.betting and not table.boxes):
        check_targets(floor, at, to)
        word = Authority(who.name, command.why, command.permission)
        end_meters(at, table.awards, to, floor.feeding, word)
    table.close(at.chips)
    at.seats, at.chosen = {}, {}


# -- decisions -------------------------------------------------------------------------------------


KEEPS: Final = "A reopened table keeps its meters. They are transferred only when it is closed."


async def decide(
    floor: Floor, ident: str, person: Person, said: DecisionOrder, key: str
) -> str | None:
    """Carry out a decision; the table that replaces it, if one does."""
    doing = f"{said.decision} {ident}"
    await confirm(floor.store, person, said.password, doing)
    keyed = KeyedRequest(person, key, f"{ident} {said.model_dump_json()}")
    moves = said.decision == "close" and said.transfers
    signed = await second_note(floor.store, person, said.witness, doing) if moves else ()

    async def work() -> str | None:
        async with floor.opening:
            if before := await keyed.before(floor.clerk):
                made: str | None = before["id"]
                return made
            if ident not in floor.waiting:
                raise NotAllowed(f"{floor.find(ident).name} needs no decision: it can be resumed.")
            table = floor.waiting[ident]
            if said.decision not in table.may:
                raise NotAllowed(table.refused)
            note = order_note(person.name, ident, said)
            if said.decision == "reopen":
                if said.transfers or said.permission:
                    raise NotAllowed(KEEPS)
                return await reopen(floor, table, said.why, note, keyed)
            await _close(floor, table, said, (note, *signed), keyed)
            return None

    return await floor.finish(work())


async def reopen(
    floor: Floor, table: Waiting, why: str, note: Note, keyed: KeyedRequest | None = None
) -> str:
    """Reopen a table as it is filed, with everything it has; `floor.opening` is held."""
    assert table.filed
    word = Authority(note.who, why, reopened=True)

    def hand_over(at: LiveTable) -> None:
        ending = Ending(table.group.books, table.id, word.by, word.why)
        feeding = [*floor.feeding, at]
        wagers = map(wager_of, own_meters(table, feeding))
        to = {wager: Successor(at, wager) for wager in wagers}
        end_meters(table, ending, to, feeding, word)
        for player, cents in ending.close().items():
            at.table.buy_in(player, cents)

    house = settings_of(floor, table, table.filed)
    place = TablePlace(table, hand_over, (note,))
    made, _ = await open_at(floor, house, table.name, word.by, place, keyed)
    return made


async def _close(
    floor: Floor, table: Waiting, said: DecisionOrder, notes: tuple[Note, ...], keyed: KeyedRequest
) -> None:
    by = notes[0].who
    to = read_transfers(floor.find, said.transfers)
    others = list(dict.fromkeys(each.at for each in to.values()))
    groups = [table.group, *map(floor.group_at, others)]

    def act() -> None:
        check_targets(floor, table, to)
        ending = Ending(table.group.books, table.id, by, said.why)
        word = Authority(by, said.why, said.permission)
        end_meters(table, ending, to, floor.feeding, word)
        ending.close()

    async with floor.locked(*groups):
        made = await floor.keep(
            groups,
            act,
            lambda batch: replace(batch, command=keyed.done(id=None), notes=notes),
        )
        del floor.waiting[table.id]
        for each in others:
            floor.kept(each, made)


log = logging.getLogger("pitboss.floor")
BY: Final = "house"
WHY: Final = "Nothing was in play and nothing is owed."


async def reopen_untouched(floor: Floor) -> list[str]:
    """Reopen, under the current rules, tables where nothing is at stake; their new ids."""
    untouched = [waits for waits in floor.waiting.values() if is_untouched(floor, waits)]
    made = []
    async with floor.opening:
        for waits in untouched:
            details = json.dumps({"table": waits.id, "why": waits.why}, ensure_ascii=False)
            note = Note(BY, "reopened", details)
            try:
                made.append(await reopen(floor, waits, WHY, note))
            except PitbossError as error:  # it waits, as if there were something to decide
                log.error("not reopened", extra={"table": waits.id, "why": str(error)})
    if floor.waiting:
        why = sorted({waits.why for waits in floor.waiting.values()})
        log.warning("tables wait for a decision", extra={"tables": [*floor.waiting], "why": why})
    return made


def is_untouched(floor: Floor, waits: Waiting) -> bool:
    """Whether its rules have changed but it needs no decision.

    No round is in play, no slip is waiting, none of its own meters is owed, and nobody has chips
    there; chips bought before the first round move with the table.
    """
    if not waits.of_other_rules or "reopen" not in waits.may or waits.in_play or waits.slips:
        return False
    if any(link.owes() and not link.linked for link in waits.links.values()):
        return False
    return not waits.round or not any(chips(floor.store.balances(waits.id)).values())
