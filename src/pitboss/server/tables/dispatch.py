"""One person's command: who may give it, carried out once, committed and answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TypeVar

from pitboss.errors import UnknownName
from pitboss.server.access.auth import confirm, second_note
from pitboss.server.audit_trail import notes_of
from pitboss.server.floor import Floor
from pitboss.server.messages import orders, table_messages
from pitboss.server.tables.closures import close, read_transfers
from pitboss.server.tables.commands import assign, carry_out, check_role, post_limits
from pitboss.server.tables.commit import KeyedRequest
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.tables.open_tables import open_again
from pitboss.server.tables.player_session import limits_note
from pitboss.server.views.table_scene import table_view
from pitboss.store.people import Person
from pitboss.store.store import Store
from pitboss.table.events.rounds import SlipValidated

T = TypeVar("T")
Answer = Callable[[LiveTable, Person, int], T]
"""Makes the answer to a command: the table as a person may see it up to a line of its log."""


async def dispatch(
    floor: Floor, ident: str, who: Person, command: orders.Command, key: str, answer: Answer[T]
) -> T:
    """Carry out one command; repeating its key changes nothing and gets the same answer."""
    keyed = KeyedRequest(who, key, f"{ident} {command.model_dump_json()}")
    check_role(who, command.do)
    transfers = command.transfers if isinstance(command, orders.CloseOrder) else {}
    told_of = [ident, *(each.partition("/")[0] for each in transfers.values())]
    gone = [each for each in told_of if each not in floor.tables]
    if gone and (before := await keyed.before(floor.clerk)):
        return await _tell(floor, before.get("id", ident), before["seq"], who, answer)
    at, to = floor.find(ident), read_transfers(floor.find, transfers)
    doing, closes = f"{command.do} {ident}", isinstance(command, orders.CloseOrder)
    if isinstance(command, orders.SignedOrder) and (transfers or not closes):
        await confirm(floor.store, who, command.password, doing)
    notes = notes_of(who, ident, command)
    if isinstance(command, orders.IrregularityOrder) and who.role == "floor" and at.called:
        notes += notes_of(who, ident, orders.CallOrder(do="call"))  # the supervisor has come
    if isinstance(command, orders.SessionOrder):
        notes += (limits_note(at.sessions.of(who.name), command, floor.store.clock()),)
    if isinstance(command, orders.CloseOrder | orders.IrregularityOrder) and for_two(at, command):
        notes += await second_note(floor.store, who, command.witness, doing)
    if isinstance(command, orders.OpenOrder):
        return await _tell(floor, *await open_again(floor, ident, keyed), who, answer)
    act, others = partial(carry_out, at, who, command), tuple(each.at for each in to.values())
    if isinstance(command, orders.AssignOrder):
        await asyncio.to_thread(check_dealer, floor.store, command.dealer)
        others = tuple(each for each in floor.tables.values() if each.dealer == command.dealer)
        act = partial(assign, at, command.dealer, others)
    if isinstance(command, orders.LimitsOrder):
        act = partial(post_limits, floor.book, at, who, command)
    if isinstance(command, orders.CloseOrder):
        act = partial(close, floor, at, who, command, to)

    async def work() -> T:
        group = floor.group_at(at)
        async with floor.locked(group, *map(floor.group_at, others)):
            before = await keyed.before(floor.clerk)
            if before is None:
                floor.find(ident)  # another may have replaced it by now
                at.last_seen[who.name] = monotonic()
                events = await floor.step(at, act, lambda seq: keyed.done(seq=seq), notes, others)
                floor.metrics.commands.labels(command.do).inc()
                floor.metrics.events.inc(len(events))
            kept = floor.clerk.waits_for(who.id, key)
            await floor.catch_up_with(group)
            told = answer(at, who, before["seq"] if before else at.seq)
        if kept:  # it changed nothing: the table continues meanwhile
            await kept
        return told

    return await floor.finish(work())


def check_dealer(store: Store, name: str) -> None:
    """Refuse a dealer whom nobody has added."""
    if name and name not in (known := store.people.names("dealer")):
        raise UnknownName("dealer", name, known)


def for_two(at: LiveTable, command: orders.CloseOrder | orders.IrregularityOrder) -> bool:
    """Whether a second person must sign: a meter is transferred, or a paid award may be voided."""
    if isinstance(command, orders.CloseOrder):
        return bool(command.transfers)
    return not at.is_idle and any(isinstance(each, SlipValidated) for each in at.this_round)


async def _tell(floor: Floor, ident: str, seq: int, who: Person, answer: Answer[T]) -> T:
    """The answer about a table, even if another has since replaced it."""
    at = floor.find(ident if ident in floor.tables else floor.successor(ident) or ident)
    async with floor.group_at(at).lock:
        return answer(at, who, seq)


def with_view(at: LiveTable, who: Person, seq: int) -> table_messages.CommandResult:
    """The answer to a command, with the table as it is now."""
    return table_messages.CommandResult(seq=seq, view=table_view(at, who))


def without_view(at: LiveTable, who: Person, seq: int) -> int:
    """The answer for a person whose screen shows the result: the last line of the log."""
    return seq
