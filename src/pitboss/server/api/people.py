"""The people of the house, for its administrators."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from pitboss.server.api.session import check_name, person_told
from pitboss.server.asking import Admin, TheFloor
from pitboss.server.messages import PeopleTold, PersonTold
from pitboss.server.orders import NewPerson

router = APIRouter(prefix="/people", tags=["people"])


@router.get("")
async def everybody(admin: Admin, floor: TheFloor) -> PeopleTold:
    """Everybody whom the house knows."""
    known = await asyncio.to_thread(floor.store.people.all)
    return PeopleTold(people=[person_told(person) for person in known])


@router.post("", status_code=201)
async def let_in(said: NewPerson, admin: Admin, floor: TheFloor) -> PersonTold:
    """Somebody new, with a role and a password."""
    check_name(said.name)
    made = await asyncio.to_thread(floor.store.people.add, said.name, said.role, said.password)
    await asyncio.to_thread(floor.store.note, admin.name, "let in", f"{made.name}, {made.role}")
    return person_told(made)
