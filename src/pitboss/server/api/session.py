"""Logging in and out."""

from __future__ import annotations

import asyncio
import secrets

from fastapi import APIRouter, Request, Response

from pitboss.errors import NotAllowed
from pitboss.server.asking import Maybe, Refused, TheFloor
from pitboss.server.messages import PersonView, SessionView
from pitboss.server.orders import Guest, LogIn
from pitboss.server.passwords import log_in as checked
from pitboss.server.security import COOKIE
from pitboss.store.guesses import LockedOut
from pitboss.store.people import LASTS, Person, Session, WrongPassword

router = APIRouter(prefix="/session", tags=["session"])


@router.get("")
async def who_am_i(session: Maybe) -> SessionView:
    """Who is logged in, with the token that every change must say."""
    return _told(session)


@router.post("")
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


@router.post("/guest")
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


@router.delete("")
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
    """A person as others are told of one."""
    return PersonView.model_validate(
        {"name": person.name, "role": person.role, "guest": person.guest}
    )
