"""Meters and the slips that wait."""

from __future__ import annotations

from fastapi import APIRouter

from pitboss.server.asking import TheFloor, Watchers
from pitboss.server.lobby import slip_lines
from pitboss.server.messages import MetersTold, SlipsTold

router = APIRouter(tags=["meters"])


@router.get("/meters")
async def meters(floor: TheFloor) -> MetersTold:
    """Every meter with what it shows and what it has paid."""
    return MetersTold(meters=list(floor.meters()))


@router.get("/slips")
async def slips(who: Watchers, floor: TheFloor) -> SlipsTold:
    """Slips that wait for a floor supervisor, at tables that wait for a decision too."""
    return SlipsTold(slips=list(slip_lines(floor.tables.values(), floor.waiting.values())))
