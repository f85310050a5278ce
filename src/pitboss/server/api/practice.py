"""Practice tables, and the coach at tables that have one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from pitboss.server.access.auth import Player, TheFloor
from pitboss.server.api.tables import Ident
from pitboss.server.coach import coach_view
from pitboss.server.messages.orders import PracticeOrder
from pitboss.server.messages.round_messages import CoachView, PracticeTable
from pitboss.server.practice import Practice
from pitboss.server.views.viewer import viewer_of

router = APIRouter(tags=["practice"])


@router.post("/practice", status_code=201)
async def practise(said: PracticeOrder, who: Player, request: Request) -> PracticeTable:
    """Open a private practice table, with refilled play chips and shoes from this seed."""
    practice: Practice = request.app.state.practice
    return await practice.open(who, said.game, said.seed, said.again)


@router.get("/tables/{table}/coach", response_model_exclude_none=True)
async def coach(
    table: Ident,
    who: Player,
    floor: TheFloor,
    request: Request,
    ask: Annotated[int, Query(ge=0, le=2**31 - 1)],
) -> CoachView:
    """What each answer to one's own open question is worth, by the solved game; refused where the
    house has filed no coach. While the game is being solved there are no values yet.
    """
    return await coach_view(request.app.state.coach, floor.find(table), viewer_of(who), ask)
