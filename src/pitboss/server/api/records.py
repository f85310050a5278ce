"""Records: the logs of all tables, the audit trail, meters and slips."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from pitboss.log import Event, print_log
from pitboss.rulebook.load import Rulebook
from pitboss.server.access.auth import Auditors, TheFloor, Watchers, charge
from pitboss.server.api.tables import Ident
from pitboss.server.audit_trail import export, note_told
from pitboss.server.closures import LogLine, LogsView
from pitboss.server.lobby import slip_lines, validated_line
from pitboss.server.messages.record_messages import AuditView, MetersView, SlipCheckView, SlipsView
from pitboss.server.messages.round_messages import VerifiedView
from pitboss.server.slip_check import slip_check
from pitboss.store.rows import LogRow, stamp
from pitboss.table.events import RoundOpened
from pitboss.table.log.chain import chain_before
from pitboss.table.log.mask import NOBODY, view
from pitboss.table.log.replay import is_over, last_round, missing_end, verify

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
    wanted = partial(
        floor.store.logs,
        closed=None if state is None else state == "closed",
        among=waiting if state == "waiting" else None,
        but=waiting if state == "open" else (),
        skip=skip,
        limit=AT_ONCE,
    )
    found = await floor.reads.whole(wanted)

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
            yield print_log(masked(await reads.part(store.events, table, begun)))

    file = "".join(sign if sign.isalnum() and sign.isascii() else "-" for sign in table)
    shown = {"content-disposition": f'attachment; filename="{file}.log"'}
    return StreamingResponse(text(), media_type="text/plain; charset=utf-8", headers=shown)


@logs_router.get("/{table}/verify", dependencies=[Depends(charge)])
async def verify_log(table: Ident, who: Watchers, floor: TheFloor) -> VerifiedView:
    """Replay a whole log from its first line, and compare every line."""
    events = await floor.reads.whole(floor.store.events, table)
    return await floor.reads.whole(verified, floor.book, events)


def verified(book: Rulebook, log: Sequence[Event]) -> VerifiedView:
    """What dealing a log again finds; of a round that is not over, only where it differs."""
    found = verify(book, log)
    over, begun = is_over(log), last_round(log)
    return VerifiedView(
        lines=len(log),
        rounds=sum(isinstance(each, RoundOpened) for each in log),
        differences=[
            str(each) if over or each.line <= begun else f"Line {each.line} differs."
            for each in found
        ],
        open="" if found else missing_end(book, log),
        heads=chain_before(log, len(log)),
    )


def masked(log: Sequence[Event]) -> list[Event]:
    """A whole log; of a round that is not over, what can be seen at the table."""
    if is_over(log):
        return [*log]
    begun = last_round(log)
    return [*log[:begun], *view(log[begun:], NOBODY)]


audit_router = APIRouter(tags=["audit"])


MOST_EXPORTED = 100_000


def chosen(
    who: Annotated[str, Query(max_length=40)] = "",
    what: Annotated[str, Query(max_length=40)] = "",
    q: Annotated[str, Query(max_length=80)] = "",
) -> dict[str, str]:
    """The lines of the audit trail that are asked for."""
    return {"who": who, "what": what, "words": q}


Chosen = Annotated[dict[str, str], Depends(chosen)]


@audit_router.get("/audit")
async def audit(
    admitted: Auditors,
    floor: TheFloor,
    asked: Chosen,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> AuditView:
    """The audit trail, newest first, a hundred lines at a time; those of one person, about one
    thing, or with these words.
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
    """Every meter with what it shows, what it has paid and what wins it; and the last awards."""
    return floor.board()


@meters_router.get("/slips", response_model_exclude_none=True)
async def slips(
    who: Watchers,
    floor: TheFloor,
    state: Literal["waiting", "validated"] = "waiting",
    skip: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> SlipsView:
    """Slips waiting for a floor supervisor, including those of tables that wait for a decision.

    Validated ones have who and when, newest first, a hundred at a time.
    """
    if state == "validated":
        found = await floor.reads.whole(floor.store.validated, skip, AT_ONCE)
        return SlipsView(slips=list(map(validated_line, found)))
    tables, waiting = [*floor.tables.values()], [*floor.waiting.values()]
    named = [*(at.id for at in tables if at.table.slips), *(each.id for each in waiting)]
    since = await asyncio.to_thread(floor.store.slips_since, named) if named else {}
    made = list(slip_lines(tables, waiting, since))
    return SlipsView(slips=made, now=stamp(floor.store.clock()))


@meters_router.get("/slips/{table}/{number}", response_model_exclude_none=True)
async def check_slip(
    table: Ident,
    number: Annotated[int, Path(ge=1, le=2**31 - 1)],
    who: Watchers,
    floor: TheFloor,
) -> SlipCheckView:
    """What to check before a waiting slip is validated: its round is replayed from the log."""
    return await slip_check(floor, table, number)
