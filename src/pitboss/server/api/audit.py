"""The audit trail: who did what, and when."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query

from pitboss.server.asking import Auditors, TheFloor
from pitboss.server.messages import AuditView, NoteView

router = APIRouter(tags=["audit"])
AT_ONCE = 100


@router.get("/audit")
async def audit(
    who: Auditors,
    floor: TheFloor,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> AuditView:
    """The audit trail, the newest line first, a hundred at a time."""
    found = await asyncio.to_thread(floor.store.latest_notes, before, AT_ONCE)
    notes = [NoteView(**asdict(each)) for each in found]
    return AuditView(notes=notes, before=notes[-1].id if len(notes) == AT_ONCE else None)
