"""Meters and slips."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Query

from pitboss.server.asking import TheFloor, Watchers
from pitboss.server.lobby import slip_lines, validated_line
from pitboss.server.messages import MetersView, SlipsView

router = APIRouter(tags=["meters"])
AT_ONCE = 100


@router.get("/meters")
async def meters(floor: TheFloor) -> MetersView:
    """Every meter with what it shows and what it has paid."""
    return MetersView(meters=list(floor.meters()))


@router.get("/slips", response_model_exclude_none=True)
async def slips(
    who: Watchers,
    floor: TheFloor,
    state: Literal["waiting", "validated"] = "waiting",
    skip: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> SlipsView:
    """Slips that wait for a floor supervisor, at tables that wait for a decision too.

    Those that were validated: with who did and when, the newest first, a hundred at a time.
    """
    if state == "validated":
        found = await asyncio.to_thread(floor.store.validated, skip, AT_ONCE)
        return SlipsView(slips=list(map(validated_line, found)))
    return SlipsView(slips=list(slip_lines(floor.tables.values(), floor.waiting.values())))
