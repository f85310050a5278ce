"""The people of the house, for its administrators."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path

from pitboss.errors import NotAllowed, UnknownName
from pitboss.server.api.session import person_told
from pitboss.server.asking import Admin, TheFloor
from pitboss.server.messages import PeopleView, PersonView
from pitboss.server.orders import ChangedPerson, NewPerson

router = APIRouter(prefix="/people", tags=["people"])


@router.get("")
async def everybody(admin: Admin, floor: TheFloor) -> PeopleView:
    """Everybody whom the house knows."""
    known = await asyncio.to_thread(floor.store.people.all)
    return PeopleView(people=[person_told(person) for person in known])


@router.post("", status_code=201)
async def let_in(said: NewPerson, admin: Admin, floor: TheFloor) -> PersonView:
    """Somebody new, with a role and a password."""
    made = await asyncio.to_thread(floor.store.people.add, said.name, said.role, said.password)
    await asyncio.to_thread(floor.store.note, admin.name, "let in", f"{made.name}, {made.role}")
    return person_told(made)


@router.put("/{name}")
async def change(
    name: Annotated[str, Path(max_length=40)], said: ChangedPerson, admin: Admin, floor: TheFloor
) -> PersonView:
    """Another role, a new password, or both; either logs that person out."""
    people = floor.store.people
    known = {each.name: each for each in await asyncio.to_thread(people.all)}
    if name not in known:
        raise UnknownName("person", name, known)
    person = known[name]
    role = said.role or person.role
    if role != person.role:
        if person.id == admin.id:
            raise NotAllowed("Another administrator changes your role.")
        if person.guest and role != "player" and said.password is None:
            raise NotAllowed(f"A {role} logs in with a password: give {name} one.")
        await asyncio.to_thread(people.set_role, person.id, role)
    if said.password is not None:
        await asyncio.to_thread(people.set_password, person.id, said.password)
    floor.hub.drop(name)
    words = f"{name}, {role}{', new password' if said.password else ''}"
    await asyncio.to_thread(floor.store.note, admin.name, "person changed", words)
    changed = await asyncio.to_thread(people.get, person.id)
    assert changed
    return person_told(changed)
