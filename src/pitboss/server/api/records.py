"""Records: the logs of all tables, the audit trail, meters and slips."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from pitboss.errors import PitbossError, either
from pitboss.log import Event, print_log
from pitboss.money import show_money
from pitboss.progressive.meter import share_equally
from pitboss.rulebook.load import Rulebook
from pitboss.server.access.auth import Auditors, Refused, TheFloor, Watchers, charge
from pitboss.server.api.tables import Ident
from pitboss.server.audit_trail import export, note_told
from pitboss.server.floor import Floor
from pitboss.server.lobby import slip_lines, validated_line
from pitboss.server.messages.record_messages import (
    AuditView,
    CheckView,
    LogLine,
    LogsView,
    MeterMoveView,
    MetersView,
    SlipCheckView,
    SlipsView,
)
from pitboss.server.messages.round_messages import VerifiedView
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.views.felt_view import fixed_view
from pitboss.store.books import Books
from pitboss.store.queries import LogRow, stamp
from pitboss.table.events.rounds import (
    Bet,
    RoundOpened,
    Settled,
    SlipWritten,
    StakeAdded,
    SystemUsed,
)
from pitboss.table.events.table import MeterAwarded, MeterFed, MeterMoved
from pitboss.table.houses.filed_meters import wager_of
from pitboss.table.log.chain import chain_head
from pitboss.table.log.mask import lines_in_full, whole_log
from pitboss.table.log.narrator import named
from pitboss.table.log.replay import other_rules
from pitboss.table.log.verification import missing_end, verify
from pitboss.table.progressive_system import COUNT, LIGHTS

logs_router = APIRouter(prefix="/logs", tags=["logs"])
State = Literal["open", "closed", "waiting"]
AT_ONCE = 100
LINES = 2_000
"""Lines of a log that are read at once."""


@logs_router.get("")
async def logs(
    who: Watchers,
    floor: TheFloor,
    state: State | None = None,
    skip: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> LogsView:
    """Every table's log, newest first, a hundred at a time."""
    waiting = {*floor.waiting}
    found = await floor.reads.whole(floor.store.logs, state or "", waiting, skip, AT_ONCE)

    def state_of(row: LogRow) -> State:
        if row.id in waiting:
            return "waiting"
        return "open" if row.closed_at is None else "closed"

    return LogsView(logs=[LogLine.from_record(row, state=state_of(row)) for row in found])


@logs_router.get("/{table}", response_class=PlainTextResponse)
async def log(table: Ident, who: Watchers, floor: TheFloor) -> Response:
    """The whole log of a table as text, for `pitboss verify` and `pitboss replay`.

    A round that is not over is shown as it can be seen at the table.
    """
    reads, store = floor.reads, floor.store
    held = AsyncExitStack()
    await held.enter_async_context(reads.one())
    try:
        begun = max(1, await reads.part(store.last_round_at, table) - 1)  # with the line before
    except BaseException:
        await held.aclose()
        raise

    async def text() -> AsyncIterator[str]:
        async with held:
            for first in range(1, begun, LINES):
                last = min(first + LINES, begun) - 1
                yield await reads.part(store.log_text, table, first, last)
            yield print_log(whole_log(await reads.part(store.events, table, begun)))

    file = "".join(sign if sign.isalnum() and sign.isascii() else "-" for sign in table)
    shown = {"content-disposition": f'attachment; filename="{file}.log"'}
    return StreamingResponse(text(), media_type="text/plain; charset=utf-8", headers=shown)


@logs_router.get("/{table}/verify", dependencies=[Depends(charge)])
async def verify_log(table: Ident, who: Watchers, floor: TheFloor) -> VerifiedView:
    """Replay a whole log from its first line, and compare every line."""
    events = await floor.reads.whole(floor.store.events, table)
    return await floor.reads.whole(verified, floor.book, events)


def verified(book: Rulebook, log: Sequence[Event]) -> VerifiedView:
    """What a replay of a log finds; for a round in play, only which lines differ."""
    found = verify(book, log)
    full = lines_in_full(log)
    return VerifiedView(
        lines=len(log),
        rounds=sum(isinstance(each, RoundOpened) for each in log),
        differences=[
            str(each) if each.line <= full else f"Line {each.line} differs." for each in found
        ],
        open="" if found else missing_end(book, log),
        heads=chain_head(log),
        other_rules=other_rules(book, log),
    )


audit_router = APIRouter(tags=["audit"])


MOST_EXPORTED = 100_000


def chosen(
    who: Annotated[str, Query(max_length=40)] = "",
    what: Annotated[str, Query(max_length=40)] = "",
    q: Annotated[str, Query(max_length=80)] = "",
) -> dict[str, str]:
    """Which lines of the audit trail are requested."""
    return {"who": who, "what": what, "words": q}


Chosen = Annotated[dict[str, str], Depends(chosen)]


@audit_router.get("/audit")
async def audit(
    admitted: Auditors,
    floor: TheFloor,
    asked: Chosen,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> AuditView:
    """The audit trail, newest first, a hundred lines at a time; all of it, or only the lines of one
    person, about one kind of action, or with these words.
    """
    found = await asyncio.to_thread(floor.store.latest_notes, before, AT_ONCE, **asked)
    kinds, people = await asyncio.to_thread(floor.store.noted_of)
    notes = [note_told(each, floor.taken, floor.book) for each in found]
    last = notes[-1].id if len(notes) == AT_ONCE else None
    return AuditView(notes=notes, before=last, kinds=kinds, people=people)


@audit_router.get("/audit/export", response_class=PlainTextResponse)
async def export_audit(admitted: Auditors, floor: TheFloor, asked: Chosen) -> Response:
    """All of these lines of the audit trail, as comma-separated values."""
    found = await asyncio.to_thread(floor.store.latest_notes, None, MOST_EXPORTED, **asked)
    shown = {"content-disposition": 'attachment; filename="audit.csv"'}
    return PlainTextResponse(export(found, floor.taken, floor.book), headers=shown)


meters_router = APIRouter(tags=["meters"])


@meters_router.get("/meters")
async def meters(floor: TheFloor) -> MetersView:
    """Every meter with what it shows, what it has paid and what wins it; and the latest awards."""
    return floor.board()


@meters_router.get("/slips", response_model_exclude_none=True)
async def slips(
    who: Watchers,
    floor: TheFloor,
    state: Literal["waiting", "validated"] = "waiting",
    skip: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> SlipsView:
    """Slips waiting for a floor supervisor, including those of tables that wait for a decision.

    Validated slips are listed with who validated them and when, newest first, a hundred at a time.
    """
    if state == "validated":
        found = await floor.reads.whole(floor.store.validated, skip, AT_ONCE)
        return SlipsView(slips=list(map(validated_line, found)))
    tables, waiting = [*floor.tables.values()], [*floor.waiting.values()]
    named = [*(at.id for at in tables if at.table.slips), *(each.id for each in waiting)]
    since = await asyncio.to_thread(floor.store.slips_since, named) if named else {}
    made = list(slip_lines(tables, waiting, since))
    return SlipsView(slips=made, now=stamp(floor.store.clock()))


# -- the check of a slip ---------------------------------------------------------------------------


@meters_router.get("/slips/{table}/{number}", response_model_exclude_none=True)
async def check_slip(
    table: Ident,
    number: Annotated[int, Path(ge=1, le=2**31 - 1)],
    who: Watchers,
    floor: TheFloor,
) -> SlipCheckView:
    """What to check before a waiting slip is validated: its round is replayed from the log."""
    at = floor.find(table)
    async with floor.group_at(at).lock:
        slip = at.table.awards.waiting.get(number)
        if slip is None:
            waiting = either(map(str, at.table.awards.waiting), "and") or "none"
            raise Refused(404, f"Slip {number} is not waiting; these are: {waiting}.")
        events = [*at.this_round]
    again = await asyncio.to_thread(_dealt_again, floor, at, slip)
    meter = _meter_move(events, slip)
    checks = [
        _hand(events, slip, again),
        _accepted(events, slip),
        _chips(at, events, slip),
        _frozen(meter, slip),
    ]
    return SlipCheckView(
        checks=checks,
        meter=None
        if meter is None
        else MeterMoveView(
            before=meter.shows - meter.adds,
            award=meter.won,
            kept=-meter.keeps,
            house=meter.from_house,
            after=meter.shows,
            line=meter.sequence,
            winners=_winners(meter),
        ),
    )


def _dealt_again(floor: Floor, at: LiveTable, slip: SlipWritten) -> str:
    """Deal the round again from its sealed shoe; says why if that does not lead to the slip."""
    try:
        table, _ = Books(floor.store, floor.book).take_up(at.id)
    except PitbossError as error:
        return str(error)
    return (
        "" if table.awards.waiting.get(slip.number) == slip else "the slip is not among its lines"
    )


def _hand(events: Sequence[Event], slip: SlipWritten, wrong: str) -> CheckView:
    if wrong:
        return CheckView(
            what="The hand wins", how=f"Dealt again, it does not: {wrong}", holds=False
        )
    won = (e for e in events if isinstance(e, Settled) and e.slip == slip.number)
    why = next((e.why for e in won), "the meter reached its sealed value")
    return CheckView(what="The hand wins", how=f"Dealt again from the sealed shoe: {why}")


def _accepted(events: Sequence[Event], slip: SlipWritten) -> CheckView:
    """The check that the wager was made at the box before the deal."""
    what = "The wager was accepted"
    placed = sum(
        e.cents
        for e in events
        if isinstance(e, Bet | StakeAdded) and (e.box, e.wager) == (slip.box, slip.wager)
    )
    lit = [e for e in events if isinstance(e, SystemUsed) and e.step == LIGHTS]
    seen = [e for e in lit if e.wager == slip.wager]
    if seen:
        on = slip.box in seen[-1].boxes
        light = f"Light {'on' if on else 'off'} at box {slip.box} before the deal"
        return CheckView(what=what, how=f"{light}, {seen[-1].clause}", holds=on)
    how = f"{show_money(placed)} at box {slip.box} before the deal"
    return CheckView(what=what, how=how, holds=placed > 0)


def _chips(at: LiveTable, events: Sequence[Event], slip: SlipWritten) -> CheckView:
    """The check that the chips counted, or those staked and fed to the meter, agree."""
    name = named(slip.wager, fixed_view(at.table.opened).names)
    counts = [
        e for e in events if isinstance(e, SystemUsed) and (e.step, e.wager) == (COUNT, slip.wager)
    ]
    bets = [e for e in events if isinstance(e, Bet | StakeAdded) and e.wager == slip.wager]
    boxes = sorted({e.box for e in bets})
    if counts:
        count = counts[-1].chips
        how = f"{count} chips counted by the dealer, {len(boxes)} wagers on {name}"
        return CheckView(what="Chips agree", how=how, holds=count == len(boxes))
    meters = sorted({e.meter for e in events if isinstance(e, MeterFed) and e.wager == slip.wager})
    staked = sum(e.cents for e in bets)
    fed = {
        meter: sum(e.cents for e in events if isinstance(e, MeterFed) and e.meter == meter)
        for meter in meters
    }
    at_boxes = f"box{'es' * (len(boxes) > 1)} {either(map(str, boxes), 'and')}"
    how = f"{show_money(staked)} on {name} at {at_boxes}, all of it counted by the meter"
    return CheckView(
        what="Chips agree", how=how, holds=all(cents == staked for cents in fed.values())
    )


def _meter_move(events: Sequence[Event], slip: SlipWritten) -> MeterMoved | None:
    """The line at which the meter gave this award; `None` if the house pays it at fixed odds."""
    if slip.fund != "meter":
        return None
    gave = (e for e in events[: events.index(slip)] if isinstance(e, MeterAwarded | MeterFed))
    moves = [e for e in gave if e.won and wager_of(e.meter) == slip.wager]
    parts = [e for e in moves if slip.cents in share_equally(e.won, _winners(e))]
    return next(reversed(parts or moves), None)


def _winners(meter: MeterMoved) -> int:
    return meter.winners if isinstance(meter, MeterAwarded) else 1


def _frozen(meter: MeterMoved | None, slip: SlipWritten) -> CheckView:
    what = "Meter frozen"
    if meter is None:
        how = "Fixed odds, paid by the house: the meter does not change"
        return CheckView(what=what, how=how, holds=slip.fund != "meter")
    return CheckView(what=what, how=f"Line {meter.sequence:,} of its log, awards in order")
