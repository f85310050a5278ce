"""Messages about people: who they are, how they log in, and their sessions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pitboss.server.messages.message import Message, PersonName, Role, Time
from pitboss.server.messages.orders import Order, Witness
from pitboss.store.passwords import SHORTEST

# -- what people send ------------------------------------------------------------------------------

Name = Annotated[
    str, Field(min_length=1, max_length=40, description="The name by which a person logs in.")
]
Password = Annotated[
    str, Field(min_length=1, max_length=200, description="The password of that person.")
]
NewPassword = Annotated[str, Field(min_length=SHORTEST, max_length=200)]
Code = Annotated[str, Field(max_length=12, description="What the second factor shows.")]


class LogInOrder(Order):
    """Who logs in; the code if there is a second factor."""

    name: Name
    password: Password
    code: Code = ""


class OwnPassword(Order):
    """A new password for yourself."""

    old: Password
    """The password so far."""
    new: NewPassword
    """The new password."""


class FactorOrder(Order):
    """Sets up a second factor."""

    password: Password


class FactorCheck(Order):
    """The secret that was given, and the code that the device shows for it."""

    secret: Annotated[str, Field(pattern=r"^[A-Z2-7]{32}$")]
    """The secret."""
    code: Code


class GuestOrder(Order):
    """A guest, who plays with play chips."""

    name: Name | None = None


class NewPerson(Order):
    """A person whom an administrator adds."""

    name: Name
    role: Role
    """What the person may do in the house."""
    password: NewPassword
    """A first password, which its owner must change."""


class ChangedPerson(Order):
    """Another role, a new password, an account disabled or enabled, a second factor removed.

    A second person of the staff signs for a role and for a second factor.
    """

    role: Role | None = None
    """The new role."""
    password: NewPassword | None = None
    """The new password, which its owner must change."""
    disabled: bool | None = None
    """Whether the person may no longer log in."""
    factor: Literal[False] | None = None
    """`false` removes the second factor."""
    witness: Witness | None = None
    """The second person who signs."""


# -- what they are shown ---------------------------------------------------------------------------


class PersonView(Message):
    """Somebody who can log in."""

    name: PersonName
    role: Role
    """What the person may do in the house."""
    guest: bool = False
    """A player without a password."""
    disabled: bool = False
    """The person may not log in."""
    factor: bool = False
    """A code is required at each log-in."""


class SessionView(Message):
    """Who is logged in with this request."""

    person: PersonView | None
    """The person; nobody if `null`."""
    csrf: str | None
    """What every change must send in the header `x-csrf`."""
    must: Literal["password", "factor"] | None = None
    """What must be done before anything else: a new password, or a second factor set up."""


class FactorView(Message):
    """A secret for an authenticator app, and the same as a link for it."""

    secret: str
    """The secret in base 32."""
    address: str
    """The link: `otpauth://totp/…`."""


class SessionLine(Message):
    """A session that is open."""

    id: str
    """Its id, by which it can be ended."""
    name: PersonName
    role: Role
    """What the person may do in the house."""
    begun_at: Time
    """When the person logged in."""
    seen_at: Time
    """When it was last active."""
    expires_at: Time
    """When it ends at the latest."""
    address: str
    """The network address it was begun from."""
    current: bool
    """It is the session of this request."""


class SessionsView(Message):
    """Open sessions."""

    sessions: list[SessionLine]
    """The sessions that the person may see."""


class PeopleView(Message):
    """Everybody who can log in."""

    people: list[PersonView]
    """The people."""
