"""A floor supervisor's decision about a table that cannot be resumed under the current rules."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import Final

from pitboss.errors import NotAllowed, PitbossError
from pitboss.server.access.passwords import confirm, second_note
from pitboss.server.closures import (
    Authority,
    To,
    check_targets,
    end_meters,
    own_meters,
    read_transfers,
)
from pitboss.server.commit import Keyed
from pitboss.server.floor import Floor
from pitboss.server.linked_tables import Waiting
from pitboss.server.live_table import LiveTable
from pitboss.server.messages.orders import DecisionOrder
from pitboss.server.open_tables import TablePlace, open_at, settings_of
from pitboss.store.books import Ending
from pitboss.store.journal import Note
from pitboss.store.people import Person
from pitboss.table.houses.offers import wager_of
from pitboss.table.log.ledger import chips

KEEPS: Final = "A reopened table keeps its meters: transfers are for close."


async def decide(
    floor: Floor, ident: str, person: Person, said: DecisionOrder, key: str
) -> str | None:
    """Carry out a decision; the table that replaces it, if one does."""
    await confirm(floor.store, person, said.password, f"{said.decision} {ident}")
    keyed = Keyed(person, key, f"{ident} {said.model_dump_json()}")
    doing = f"{said.decision} {ident}"
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
            details = json.dumps({"table": ident, **said.model_dump()}, ensure_ascii=False)
            note = Note(person.name, "decision", details)
            if said.decision == "reopen":
                if said.transfers or said.permission:
                    raise NotAllowed(KEEPS)
                return await reopen(floor, table, said.why, note, keyed)
            await _close(floor, table, said, (note, *signed), keyed)
            return None

    return await floor.finish(work())


async def reopen(
    floor: Floor, table: Waiting, why: str, note: Note, keyed: Keyed | None = None
) -> str:
    """Reopen a table as it is filed, with everything it has; `floor.opening` is held."""
    assert table.filed
    word = Authority(note.who, why, reopened=True)

    def hand_over(at: LiveTable) -> None:
        ending = Ending(table.group.books, table.id, word.by, word.why)
        feeding = [*floor.feeding, at]
        wagers = map(wager_of, own_meters(table, feeding))
        to = {wager: To(at, wager) for wager in wagers}
        end_meters(table, ending, to, feeding, word)
        for player, cents in ending.close().items():
            at.table.buy_in(player, cents)

    house = settings_of(floor, table, table.filed)
    place = TablePlace(table, hand_over, (note,))
    made, _ = await open_at(floor, house, table.name, word.by, place, keyed)
    return made


async def _close(
    floor: Floor, table: Waiting, said: DecisionOrder, notes: tuple[Note, ...], keyed: Keyed
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
