"""The logs of all tables, those of closed ones too."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from pitboss.log import Event, print_log
from pitboss.server.asking import TheFloor, Watchers
from pitboss.server.endings import LogLine, LogsView
from pitboss.store.rows import LogRow
from pitboss.table.replay import is_over, last_round
from pitboss.table.view import NOBODY, view

router = APIRouter(prefix="/logs", tags=["logs"])
State = Literal["open", "closed", "waiting"]
AT_ONCE = 100


@router.get("")
async def logs(
    who: Watchers,
    floor: TheFloor,
    state: State | None = None,
    skip: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> LogsView:
    """Every table's log, the newest first, a hundred at a time."""
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


@router.get("/{table}", response_class=PlainTextResponse)
async def log(
    table: Annotated[str, Path(max_length=80)], who: Watchers, floor: TheFloor
) -> Response:
    """The whole log of a table as text, as `pitboss verify` and `pitboss replay` read it.

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
