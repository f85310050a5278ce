"""Meters and the slips that wait."""

from __future__ import annotations

from fastapi import APIRouter

from pitboss.server.asking import TheFloor, Watchers
from pitboss.server.messages import MetersTold, SlipLine, SlipsTold

router = APIRouter(tags=["meters"])


@router.get("/meters")
async def meters(floor: TheFloor) -> MetersTold:
    """Every meter with what it shows and what it has paid."""
    return MetersTold(meters=list(floor.meters()))


@router.get("/slips")
async def slips(who: Watchers, floor: TheFloor) -> SlipsTold:
    """Slips that wait for a floor supervisor."""
    return SlipsTold(
        slips=[
            SlipLine(
                table=at.id,
                table_name=at.name,
                round=at.table.rounds,
                number=slip.number,
                box=slip.box,
                player=slip.player,
                wager=slip.wager,
                cents=slip.cents,
                source=slip.source,
            )
            for at in floor.tables.values()
            for slip in at.table.awards.waiting.values()
        ]
    )
