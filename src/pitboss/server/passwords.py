"""Password checks: every failure is written to the audit trail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from pitboss.server.commands import NotYours
from pitboss.store.guesses import LockedOut
from pitboss.store.people import Person, WrongPassword
from pitboss.store.store import Store

T = TypeVar("T")


async def log_in(store: Store, name: str, password: str, address: str) -> Person:
    """The person with this name and password."""
    with_name = partial(store.people.log_in, name, password, address)
    return await _noted(store, name, "log in", with_name)


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
