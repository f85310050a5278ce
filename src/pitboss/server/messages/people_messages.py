"""What the server shows of people and their sessions."""

from __future__ import annotations

from typing import Literal

from pitboss.server.messages.message import Message, Role


class PersonView(Message):
    name: str
    role: Role
    guest: bool = False
    disabled: bool = False
    factor: bool = False
    """A code is required at each log-in."""


class SessionView(Message):
    person: PersonView | None
    csrf: str | None
    must: Literal["password", "factor"] | None = None
    """What must be done before anything else: a new password, or a second factor set up."""


class FactorView(Message):
    """A secret for an authenticator app, and the same as a link for it."""

    secret: str
    address: str


class SessionLine(Message):
    id: str
    name: str
    role: Role
    begun_at: str
    seen_at: str
    """When it was last active."""
    expires_at: str
    address: str
    current: bool
    """It is the session of this request."""


class SessionsView(Message):
    sessions: list[SessionLine]


class PeopleView(Message):
    people: list[PersonView]
