"""The people of the house, and how they log in and out."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response

from pitboss.errors import NotAllowed, UnknownName
from pitboss.server.access.auth import (
    Admin,
    Anyone,
    Maybe,
    Refused,
    Someone,
    TheFloor,
    must_first,
    second_note,
)
from pitboss.server.access.auth import log_in as checked
from pitboss.server.access.security import COOKIE, DEVICE
from pitboss.server.messages.people_messages import (
    ChangedPerson,
    FactorCheck,
    FactorOrder,
    FactorView,
    GuestOrder,
    LogInOrder,
    NewPerson,
    OwnPassword,
    PeopleView,
    PersonView,
    SessionLine,
    SessionsView,
    SessionView,
)
from pitboss.store import totp
from pitboss.store.journal import Batch
from pitboss.store.people import KNOWN_FOR, Person, WrongPassword
from pitboss.store.sessions import LASTS, SHOWN, Session

session_router = APIRouter(prefix="/session", tags=["session"])
ANYBODY: Final = GuestOrder()
"""A guest without a name, who is given one."""


@session_router.get("")
async def who_am_i(session: Maybe, request: Request) -> SessionView:
    """Who is logged in, with the token that every change must send."""
    return _told(session, request)


@session_router.post("")
async def log_in(
    said: LogInOrder, floor: TheFloor, request: Request, response: Response
) -> SessionView:
    """Log in by name and password, and by the code of a second factor if there is one."""
    device = request.cookies.get(DEVICE, "")[:200]
    try:
        person = await checked(floor.store, said, _address(request), device)
    except WrongPassword as error:
        raise Refused(401, str(error)) from None
    await asyncio.to_thread(floor.store.note, person.name, "log in")
    known = await asyncio.to_thread(floor.store.people.know_device, person, device)
    _set_cookie(request, response, DEVICE, known, int(KNOWN_FOR.total_seconds()))
    return await _begin(person, floor, request, response)


@session_router.post("/guest")
async def be_a_guest(
    floor: TheFloor, request: Request, response: Response, said: GuestOrder = ANYBODY
) -> SessionView:
    """Play with play chips, under a name you choose or one assigned to you."""
    people = floor.store.people
    if said.name:
        person = await asyncio.to_thread(people.add, said.name, "player")
    else:
        person = await asyncio.to_thread(_anybody, floor)
    return await _begin(person, floor, request, response)


@session_router.delete("", openapi_extra={"security": [{"session": []}, {}]})
async def log_out(
    session: Maybe, floor: TheFloor, request: Request, response: Response
) -> SessionView:
    """Log out."""
    if session:
        await asyncio.to_thread(floor.store.sessions.end, request.cookies[COOKIE])
        floor.hub.drop(session.person.name)
    response.delete_cookie(COOKIE, path="/")
    return SessionView(person=None, csrf=None)


@session_router.put("/password")
async def change_own_password(
    said: OwnPassword, session: Someone, floor: TheFloor, request: Request, response: Response
) -> SessionView:
    """Change your own password; all your other sessions end."""
    person, people = session.person, floor.store.people
    await asyncio.to_thread(people.change_password, person, said.old, said.new)
    floor.hub.drop(person.name)
    return await _begin(person, floor, request, response)


@session_router.post("/factor")
async def new_factor(said: FactorOrder, session: Someone, floor: TheFloor) -> FactorView:
    """Get a secret for an authenticator app; it takes effect once a code is sent back."""
    made = await asyncio.to_thread(floor.store.people.new_factor, session.person, said.password)
    return FactorView(secret=made, address=totp.address_of(made, session.person.name, "pitboss"))


@session_router.put("/factor")
async def set_factor(
    said: FactorCheck, session: Someone, floor: TheFloor, request: Request
) -> SessionView:
    """Require a code at each log-in from now on."""
    people, token = floor.store.people, request.cookies[COOKIE]
    await asyncio.to_thread(people.set_factor, session.person, said.secret, said.code)
    return _told(await asyncio.to_thread(floor.store.sessions.find, token), request)


sessions_router = APIRouter(prefix="/sessions", tags=["session"])


@sessions_router.get("")
async def sessions(who: Anyone, floor: TheFloor) -> SessionsView:
    """Open sessions: an administrator sees all with a password, others see their own."""
    found = await asyncio.to_thread(floor.store.sessions.all, _only_own(who))
    mine = who.session[:SHOWN]
    return SessionsView(
        sessions=[SessionLine.from_record(each, current=each.id == mine) for each in found]
    )


@sessions_router.delete("/{ident}")
async def revoke(
    ident: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")], who: Anyone, floor: TheFloor
) -> SessionsView:
    """End a session; returns those that are left."""
    ended = await asyncio.to_thread(floor.store.sessions.revoke, ident, _only_own(who))
    await asyncio.to_thread(floor.store.note, who.name, "session ended", f"{ended.name} {ended.id}")
    floor.hub.drop(ended.name)
    return await sessions(who, floor)


def _only_own(who: Person) -> int | None:
    return None if who.role == "admin" else who.id


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
    begin = floor.store.sessions.begin
    token, session = await asyncio.to_thread(begin, person.id, _address(request))
    _set_cookie(request, response, COOKIE, token, int(LASTS.total_seconds()))
    return _told(session, request)


def _set_cookie(request: Request, response: Response, name: str, value: str, lasts: int) -> None:
    secure = request.app.state.access.origins.secure or request.url.scheme == "https"
    response.set_cookie(
        name, value, max_age=lasts, path="/", httponly=True, samesite="strict", secure=secure
    )


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _told(session: Session | None, request: Request) -> SessionView:
    if session is None:
        return SessionView(person=None, csrf=None)
    must = must_first(request, session.person)
    return SessionView(person=PersonView.from_record(session.person), csrf=session.csrf, must=must)


people_router = APIRouter(prefix="/people", tags=["people"])


@people_router.get("")
async def everybody(admin: Admin, floor: TheFloor) -> PeopleView:
    """Everyone with an account in this house."""
    known = await asyncio.to_thread(floor.store.people.all)
    return PeopleView(people=[PersonView.from_record(person) for person in known])


@people_router.post("", status_code=201)
async def let_in(said: NewPerson, admin: Admin, floor: TheFloor) -> PersonView:
    """Add a person, with a role and a password that its owner must change."""
    filed = (said.name, said.role, said.password, admin.name, True)
    made = await asyncio.to_thread(floor.store.people.add, *filed)
    return PersonView.from_record(made)


@people_router.put("/{name}")
async def change(
    name: Annotated[str, Path(max_length=40)], said: ChangedPerson, admin: Admin, floor: TheFloor
) -> PersonView:
    """Change a role or password, disable or enable, remove a factor; ends the person's sessions."""
    people = floor.store.people
    known = {each.name: each for each in await asyncio.to_thread(people.all)}
    if name not in known:
        raise UnknownName("person", name, known)
    person = known[name]
    role = said.role if said.role != person.role else None
    if person.id == admin.id and (role or said.disabled):
        raise NotAllowed("Only another administrator can make this change to your account.")
    if role and person.guest and role != "player" and said.password is None:
        raise NotAllowed(f"A {role} logs in with a password: give {name} one.")
    if role or said.factor is False:
        doing = f"{'role' if role else 'second factor'} of {name}"
        signed = await second_note(floor.store, admin, said.witness, doing, name)
        await asyncio.to_thread(floor.store.commit, Batch(notes=signed))
    if said.password is not None:
        own = person.id == admin.id
        await asyncio.to_thread(people.set_password, person.id, said.password, admin.name, not own)
    if role:
        await asyncio.to_thread(people.set_role, person.id, role, admin.name)
    if said.disabled is not None:
        await asyncio.to_thread(people.disable, person.id, admin.name, said.disabled)
    if said.factor is False:
        await asyncio.to_thread(people.remove_factor, person.id, admin.name)
    floor.hub.drop(name)
    changed = await asyncio.to_thread(people.get, person.id)
    assert changed
    return PersonView.from_record(changed)
