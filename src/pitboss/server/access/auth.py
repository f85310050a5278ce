"""Authentication and authorization: dependencies of the routes, and checks of passwords."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any, Final, Literal, TypeVar

from fastapi import Depends, Request, Security
from fastapi.security import APIKeyCookie
from starlette.requests import HTTPConnection

from pitboss.errors import PitbossError
from pitboss.server.access.security import COOKIE, CSRF, SAFE, Limits, neighborhood, too_fast
from pitboss.server.floor import Floor
from pitboss.server.messages.message import Role
from pitboss.server.messages.orders import Witness
from pitboss.server.messages.people_messages import LogInOrder
from pitboss.server.tables.commands import NotYours, only_for
from pitboss.server.tables.practice import Practice
from pitboss.store.journal import Note
from pitboss.store.passwords import LockedOut
from pitboss.store.people import CodeNeeded, Person, WrongPassword
from pitboss.store.sessions import Session
from pitboss.store.store import Store

SESSION = APIKeyCookie(
    name=COOKIE,
    scheme_name="session",
    description="The cookie of `POST /session` or `POST /session/guest`.",
    auto_error=False,
)


class Refused(PitbossError):
    """A request refused with its own status."""

    def __init__(self, status: int, words: str, wait: int = 0) -> None:
        super().__init__(words)
        self.status, self.wait = status, wait


def floor_of(request: HTTPConnection) -> Floor:
    """The floor of this server."""
    floor: Floor = request.app.state.floor
    return floor


async def session_of(request: HTTPConnection) -> Session | None:
    """The session that the cookie names, if it is still open."""
    token = request.cookies.get(COOKIE)
    if not token or len(token) > 200:
        return None
    sessions = floor_of(request).store.sessions
    return sessions.known(token) or await asyncio.to_thread(sessions.find, token)


POLLED: Final = frozenset(f"/api/v1/{each}" for each in ("floor", "slips", "session", "meters"))
"""Paths that pages poll; polling does not count as activity."""


def must_first(request: HTTPConnection, person: Person) -> Literal["password", "factor"] | None:
    """What a person must do before anything else: change a password, or set up a second factor."""
    if person.temporary:
        return "password"
    if request.app.state.access.second_factor and person.role != "player" and not person.factor:
        return "factor"
    return None


MUST: Final = {
    "password": "Your password was set by someone else: change it first.",
    "factor": "This house requires a second factor from staff: set yours up first.",
}


async def maybe(request: Request) -> Session | None:
    """The person asking, if logged in; a change needs the CSRF token."""
    session = await session_of(request)
    if session and request.method not in SAFE:
        check_csrf(session, request.headers.get(CSRF, ""))
    if session and (request.method not in SAFE or request.url.path not in POLLED):
        floor_of(request).store.sessions.touch(session)
    return session


def check_csrf(session: Session, said: str) -> None:
    """Refuse a change without the session's own token, which is compared in constant time."""
    if not hmac.compare_digest(session.csrf.encode(), said.encode()):
        raise Refused(403, "The X-CSRF header must be the token of this session.")


async def someone(
    session: Annotated[Session | None, Depends(maybe)],
    cookie: Annotated[str | None, Security(SESSION)],
) -> Session:
    """The session of a person who is logged in, even of one who must do something else first."""
    if session is None:
        raise Refused(401, "Log in, or play as a guest.")
    return session


def only(*roles: Role) -> Callable[..., Awaitable[Person]]:
    """The person asking, if they have one of these roles; without roles, anyone logged in."""

    async def check(request: Request, session: Annotated[Session, Depends(someone)]) -> Person:
        if must := must_first(request, session.person):
            raise Refused(403, MUST[must])
        if roles and session.person.role not in roles:
            raise Refused(403, only_for(roles, "do this"))
        return session.person

    return check


def charge(request: Request) -> None:
    """Count a new proof against the rate limit of the person asking."""
    limits: Limits = request.app.state.access.limits
    address = neighborhood(request.client.host if request.client else "")
    session = floor_of(request).store.sessions.known(request.cookies.get(COOKIE, ""))
    if wait := limits.wait_at("prove", address, str(session.person.id) if session else ""):
        raise Refused(429, *too_fast(wait))


def floor_with(request: HTTPConnection, table: str) -> Floor:
    """The floor that has a table: the house's own, or that of the practice tables."""
    practice: Practice = request.app.state.practice
    return practice.floor_with(table) or floor_of(request)


async def fresh_floor(request: Request) -> Floor:
    """The floor that a request is about, brought up to date if the store is ahead of it."""
    floor = floor_with(request, request.path_params.get("table", ""))
    await floor.catch_up()
    return floor


def for_roles(*roles: Role) -> Any:
    """The dependency of a route for these roles; the schema lists them with the session."""
    return Security(only(*roles), scopes=roles)


TheFloor = Annotated[Floor, Depends(fresh_floor)]
Maybe = Annotated[Session | None, Depends(maybe)]
Someone = Annotated[Session, Depends(someone)]
Anyone = Annotated[Person, for_roles()]
Player = Annotated[Person, for_roles("player")]
FloorStaff = Annotated[Person, for_roles("floor")]
Watchers = Annotated[Person, for_roles("floor", "auditor")]
Auditors = Annotated[Person, for_roles("auditor", "floor", "admin")]
Admin = Annotated[Person, for_roles("admin")]


# -- passwords -------------------------------------------------------------------------------------


T = TypeVar("T")


async def log_in(store: Store, said: LogInOrder, address: str, device: str) -> Person:
    """The person with this name and password."""
    check = partial(store.people.log_in, said.name, said.password, address, said.code, device)
    return await _noted(store, said.name, "log in", check)


SECOND: Final = ("floor", "auditor", "admin")
"""Who may sign as the second person for an action that needs two."""


class WitnessNeeded(NotYours):
    """A second person must sign."""


async def second_note(
    store: Store, person: Person, witness: Witness | None, doing: str, about: str = ""
) -> tuple[Note, ...]:
    """The audit-trail line of the second person who signs for an action.

    That person may be neither the one who acts nor the one affected.
    """
    if witness is None:
        raise WitnessNeeded("A second staff member must sign for this.")
    check = partial(store.people.log_in, witness.name, witness.password, code=witness.code)
    try:
        found = await _noted(store, witness.name, f"sign for {doing}", check)
    except (WrongPassword, CodeNeeded) as error:
        raise NotYours(f"The second person cannot sign. {error}") from None
    if found.role not in SECOND or found.temporary or found.name in (person.name, about):
        raise NotYours(
            "Someone else must sign: a floor supervisor, an auditor or an administrator, with "
            "a password of their own."
        )
    said = json.dumps({"for": doing, "by": person.name}, ensure_ascii=False)
    return (Note(found.name, "signed too", said),)


async def confirm(store: Store, person: Person, password: str | None, doing: str) -> None:
    """Have a floor supervisor confirm with their own password what cannot be undone."""
    if not password:
        raise NotYours("Confirm this with your password.")
    try:
        await _noted(store, person.name, doing, partial(store.people.confirm, person, password))
    except WrongPassword as error:
        raise NotYours(str(error)) from None


async def _noted(store: Store, name: str, doing: str, check: Callable[[], T]) -> T:
    """Check a password; a wrong one is recorded with the action it was entered for."""
    try:
        return await asyncio.to_thread(check)
    except (WrongPassword, LockedOut) as error:
        what = "locked out" if isinstance(error, LockedOut) else "wrong password"
        if name.isprintable():
            await asyncio.to_thread(store.note, name, what, doing)
        raise
