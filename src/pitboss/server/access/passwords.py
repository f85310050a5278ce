"""Password checks: every failure is written to the audit trail."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from pitboss.server.commands import NotYours
from pitboss.server.messages.orders import LogIn, Witness
from pitboss.store.guesses import LockedOut
from pitboss.store.journal import Note
from pitboss.store.people import CodeNeeded, Person, WrongPassword
from pitboss.store.store import Store

T = TypeVar("T")


async def log_in(store: Store, said: LogIn, address: str, device: str) -> Person:
    """The person with this name and password."""
    check = partial(store.people.log_in, said.name, said.password, address, said.code, device)
    return await _noted(store, said.name, "log in", check)


SECOND: Final = ("floor", "auditor", "admin")
"""Who may sign for what one alone may not do."""


class WitnessNeeded(NotYours):
    """A second person must sign."""


async def second_note(
    store: Store, person: Person, witness: Witness | None, doing: str, about: str = ""
) -> tuple[Note, ...]:
    """The line of the audit trail of the second person who signs for something.

    Neither who does it nor whom it is about may be that person.
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
    """Check a password; a wrong one is noted with what it was entered for."""
    try:
        return await asyncio.to_thread(check)
    except (WrongPassword, LockedOut) as error:
        what = "locked out" if isinstance(error, LockedOut) else "wrong password"
        if name.isprintable():
            await asyncio.to_thread(store.note, name, what, doing)
        raise
