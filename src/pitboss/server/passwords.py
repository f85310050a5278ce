"""Passwords, where they are asked for: whatever is wrong with one is written down."""

from __future__ import annotations

import asyncio

from pitboss.server.commands import NotYours
from pitboss.store.people import LockedOut, Person, WrongPassword
from pitboss.store.store import Store


async def check_password(store: Store, name: str, password: str, doing: str) -> Person:
    """Whoever has this name and password; a wrong one is noted with what it was said for."""
    try:
        return await asyncio.to_thread(store.people.log_in, name, password)
    except (WrongPassword, LockedOut) as error:
        what = "locked out" if isinstance(error, LockedOut) else "wrong password"
        if name.isprintable():
            await asyncio.to_thread(store.note, name, what, doing)
        raise


async def confirm(store: Store, person: Person, password: str | None, doing: str) -> None:
    """A floor supervisor says the own password again for what cannot be taken back."""
    if not password:
        raise NotYours("Confirm this with your password.")
    try:
        await check_password(store, person.name, password, doing)
    except WrongPassword:
        raise NotYours("The password is wrong.") from None
