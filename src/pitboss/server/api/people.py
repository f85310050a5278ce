"""The people of the house, and how they log in and out."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from pitboss.errors import NotAllowed, UnknownName
from pitboss.server.auth import Admin, Maybe, Refused, TheFloor
from pitboss.server.messages import PeopleView, PersonView, SessionView
from pitboss.server.orders import ChangedPerson, Guest, LogIn, NewPerson
from pitboss.server.passwords import log_in as checked
from pitboss.server.security import COOKIE
from pitboss.store.guesses import LockedOut
from pitboss.store.people import LASTS, Person, Session, WrongPassword

session_router = APIRouter(prefix="/session", tags=["session"])


@session_router.get("")
async def who_am_i(session: Maybe) -> SessionView:
    """Who is logged in, with the token that every change must send."""
    return _told(session)


@session_router.post("")
async def log_in(said: LogIn, floor: TheFloor, request: Request, response: Response) -> SessionView:
    """Log in by name and password."""
    try:
        address = request.client.host if request.client else ""
        person = await checked(floor.store, said.name, said.password, address)
    except WrongPassword as error:
        raise Refused(401, str(error)) from None
    except LockedOut as error:
        raise Refused(429, str(error), error.wait) from None
    await asyncio.to_thread(floor.store.note, person.name, "log in")
    return await _begin(person, floor, request, response)


@session_router.post("/guest")
async def be_a_guest(
    said: Guest, floor: TheFloor, request: Request, response: Response
) -> SessionView:
    """Play for play chips."""
    people = floor.store.people
    if said.name:
        person = await asyncio.to_thread(people.add, said.name, "player")
    else:
        person = await asyncio.to_thread(_anybody, floor)
    return await _begin(person, floor, request, response)


@session_router.delete("")
async def log_out(
    session: Maybe, floor: TheFloor, request: Request, response: Response
) -> SessionView:
    """Log out."""
    if session:
        await asyncio.to_thread(floor.store.people.end_session, request.cookies[COOKIE])
        floor.hub.drop(session.person.name)
    response.delete_cookie(COOKIE, path="/")
    return SessionView(person=None, csrf=None)


def _anybody(floor: TheFloor) -> Person:
    for _ in range(20):
        try:
            return floor.store.people.add(f"Guest {secrets.randbelow(9000) + 1000}", "player")
        except NotAllowed:
            continue
    return floor.store.people.add(f"Guest {secrets.token_hex(6)}", "player")


async def _begin(
    person: Person, floor: TheFloor, request: Request, response: Response
) -> SessionView:
    token, session = await asyncio.to_thread(floor.store.people.begin_session, person.id)
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(LASTS.total_seconds()),
        path="/",
        httponly=True,
        samesite="strict",
        secure=request.app.state.origins.secure or request.url.scheme == "https",
    )
    return _told(session)


def _told(session: Session | None) -> SessionView:
    if session is None:
        return SessionView(person=None, csrf=None)
    return SessionView(person=person_told(session.person), csrf=session.csrf)


def person_told(person: Person) -> PersonView:
    """A person as shown to others."""
    return PersonView.model_validate(
        {"name": person.name, "role": person.role, "guest": person.guest}
    )


people_router = APIRouter(prefix="/people", tags=["people"])


@people_router.get("")
async def everybody(admin: Admin, floor: TheFloor) -> PeopleView:
    """Everybody with an account in this house."""
    known = await asyncio.to_thread(floor.store.people.all)
    return PeopleView(people=[person_told(person) for person in known])


@people_router.post("", status_code=201)
async def let_in(said: NewPerson, admin: Admin, floor: TheFloor) -> PersonView:
    """Add a person, with a role and a password."""
    filed = (said.name, said.role, said.password, admin.name)
    made = await asyncio.to_thread(floor.store.people.add, *filed)
    return person_told(made)


@people_router.put("/{name}")
async def change(
    name: Annotated[str, Path(max_length=40)], said: ChangedPerson, admin: Admin, floor: TheFloor
) -> PersonView:
    """Change a role, a password, or both; either logs that person out."""
    people = floor.store.people
    known = {each.name: each for each in await asyncio.to_thread(people.all)}
    if name not in known:
        raise UnknownName("person", name, known)
    person = known[name]
    role = said.role or person.role
    if role != person.role:
        if person.id == admin.id:
            raise NotAllowed("Your role can be changed only by another administrator.")
        if person.guest and role != "player" and said.password is None:
            raise NotAllowed(f"A {role} logs in with a password: give {name} one.")
        await asyncio.to_thread(people.set_role, person.id, role, admin.name)
    if said.password is not None:
        await asyncio.to_thread(people.set_password, person.id, said.password, admin.name)
    floor.hub.drop(name)
    changed = await asyncio.to_thread(people.get, person.id)
    assert changed
    return person_told(changed)
