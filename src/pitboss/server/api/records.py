"""Records: the logs of all tables, the audit trail, meters and slips."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from pitboss.log import Event, print_log
from pitboss.server.audit_trail import note_told
from pitboss.server.auth import Auditors, TheFloor, Watchers
from pitboss.server.closures import LogLine, LogsView
from pitboss.server.lobby import slip_lines, validated_line
from pitboss.server.messages import AuditView, MetersView, SlipCheckView, SlipsView
from pitboss.server.slip_check import slip_check
from pitboss.store.rows import LogRow, stamp
from pitboss.table.mask import NOBODY, view
from pitboss.table.replay import is_over, last_round

logs_router = APIRouter(prefix="/logs", tags=["logs"])
State = Literal["open", "closed", "waiting"]
AT_ONCE = 100


@logs_router.get("")
async def logs(
    who: Watchers,
    floor: TheFloor,
    state: State | None = None,
    skip: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> LogsView:
    """Every table's log, newest first, a hundred at a time."""
    waiting = {*floor.waiting}
    found = await asyncio.to_thread(
        floor.store.logs,
        closed=None if state is None else state == "closed",
        among=waiting if state == "waiting" else None,
        but=waiting if state == "open" else (),
        skip=skip,
        limit=AT_ONCE,
    )

    def state_of(row: LogRow) -> State:
        if row.id in waiting:
            return "waiting"
        return "open" if row.closed_at is None else "closed"

    return LogsView(
        logs=[
            LogLine(
                id=row.id,
                name=row.name,
                state=state_of(row),
                opened_at=row.opened_at,
                closed_at=row.closed_at,
                rounds=row.rounds,
                lines=row.lines,
            )
            for row in found
        ]
    )


@logs_router.get("/{table}", response_class=PlainTextResponse)
async def log(
    table: Annotated[str, Path(max_length=80)], who: Watchers, floor: TheFloor
) -> Response:
    """The whole log of a table as text, for `pitboss verify` and `pitboss replay`.

    A round that is not over is shown as it can be seen at the table.
    """
    events = await asyncio.to_thread(floor.store.events, table)
    text = print_log(masked(events))
    file = "".join(sign if sign.isalnum() and sign.isascii() else "-" for sign in table)
    shown = {"content-disposition": f'attachment; filename="{file}.log"'}
    return PlainTextResponse(text, headers=shown)


def masked(log: Sequence[Event]) -> list[Event]:
    """A whole log; of a round that is not over, what can be seen at the table."""
    if is_over(log):
        return [*log]
    begun = last_round(log)
    return [*log[:begun], *view(log[begun:], NOBODY)]


audit_router = APIRouter(tags=["audit"])


@audit_router.get("/audit")
async def audit(
    who: Auditors,
    floor: TheFloor,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> AuditView:
    """The audit trail, newest first, a hundred lines at a time."""
    found = await asyncio.to_thread(floor.store.latest_notes, before, AT_ONCE)
    notes = [note_told(each) for each in found]
    return AuditView(notes=notes, before=notes[-1].id if len(notes) == AT_ONCE else None)


meters_router = APIRouter(tags=["meters"])


@meters_router.get("/meters")
async def meters(floor: TheFloor) -> MetersView:
    """Every meter with what it shows and what it has paid."""
    return MetersView(meters=list(floor.meters()))


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
        found = await asyncio.to_thread(floor.store.validated, skip, AT_ONCE)
        return SlipsView(slips=list(map(validated_line, found)))
    tables, waiting = [*floor.tables.values()], [*floor.waiting.values()]
    named = [*(at.id for at in tables if at.table.slips), *(each.id for each in waiting)]
    since = await asyncio.to_thread(floor.store.slips_since, named) if named else {}
    made = list(slip_lines(tables, waiting, since))
    return SlipsView(slips=made, now=stamp(floor.store.clock()))


@meters_router.get("/slips/{table}/{number}", response_model_exclude_none=True)
async def check_slip(
    table: Annotated[str, Path(max_length=80)],
    number: Annotated[int, Path(ge=1, le=2**31 - 1)],
    who: Watchers,
    floor: TheFloor,
) -> SlipCheckView:
    """What to check before a waiting slip is validated: its round is dealt again from the log."""
    return await slip_check(floor, table, number)
