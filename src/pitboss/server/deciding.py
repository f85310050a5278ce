"""What becomes of a table that cannot go on: a floor supervisor decides, and it is logged.

Its round is voided and its log ended. Opened again, it goes on under the rules at hand with the
funds of its meters and the chips of its players; closed, its meters go to other tables.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from pitboss.errors import NotAllowed
from pitboss.server.floor import Carry, Floor
from pitboss.server.orders import Decision
from pitboss.server.running import Running
from pitboss.server.transfers import hand_over, own_meters, wager_of
from pitboss.server.waiting import Waiting
from pitboss.store.ending import Ending
from pitboss.store.journal import Command, Note
from pitboss.store.people import Person


async def decide(floor: Floor, ident: str, person: Person, said: Decision, key: str) -> str | None:
    """Carry out a decision; the table that now stands in its place, if one does."""
    await floor.confirm(person, said.password)
    async with floor.deciding:
        asked = f"{ident} {said.model_dump_json()}"
        if before := await floor.asked_before(person, key, asked):
            made: str | None = before["id"]
            return made
        if ident not in floor.waiting:
            raise NotAllowed(f"{floor.find(ident).name} waits for no decision: it can go on.")
        table = floor.waiting[ident]
        new = floor.free_id(ident) if said.decision == "reopen" else None
        done = Command(person.id, key, asked, json.dumps({"id": new}))
        details = json.dumps({"table": ident, **said.model_dump()}, ensure_ascii=False)
        note = Note(person.name, "decision", details)
        if new:
            await _reopen(floor, table, new, said, note, done)
        else:
            await _close(floor, table, said, note, done)
        return new


async def _reopen(
    floor: Floor, table: Waiting, new: str, said: Decision, note: Note, done: Command
) -> None:
    if said.transfers:
        raise NotAllowed("Opened again, a table keeps its meters: transfers go with close.")
    if table.refused:
        raise NotAllowed(table.refused)
    by, why = note.who, said.why

    def carry(at: Running) -> None:
        ending = Ending(table.group.books, table.id, by, why)
        to = {wager_of(name): at for name in own_meters(table) if name in at.links}
        hand_over(table, ending, to, by, why)
        for player, cents in ending.pay_out().items():
            at.table.buy_in(player, cents)
        ending.close()

    house, carried = replace(table.house, table=new), Carry(table.group, carry, note)
    await floor.open(house, table.name, by, done, table.id, carried)


async def _close(floor: Floor, table: Waiting, said: Decision, note: Note, done: Command) -> None:
    to: Mapping[str, Running] = {w: floor.find(ident) for w, ident in said.transfers.items()}
    others = list(dict.fromkeys(to.values()))
    groups = [table.group, *map(floor.group_at, others)]

    def act() -> None:
        ending = Ending(table.group.books, table.id, note.who, said.why)
        hand_over(table, ending, to, note.who, said.why)
        ending.pay_out()
        ending.close()

    async def work() -> None:
        async with floor.locked(*groups):
            made = await floor.keep(
                groups, act, lambda batch: replace(batch, command=done, notes=(note,))
            )
            del floor.waiting[table.id]
            for each in others:
                floor.kept(each, made)

    await floor.finish(work())
