"""`pitboss people`: who logs in, and a new password for someone who lost theirs."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from pitboss.cli.parameters import USUAL_BOOKS, HouseBooks, Json
from pitboss.cli.screen import tell
from pitboss.errors import UnknownName

if TYPE_CHECKING:
    from pitboss.store.people import Person
    from pitboss.store.store import Store

people = App(
    name="people",
    help_epilogue="""Examples:
  pitboss people
  pitboss people reset Ada --data house
""",
)


@people.default
def list_people(*, books: HouseBooks = USUAL_BOOKS, json: Json = False) -> None:
    """List everyone who logs in with a password, and their roles; `reset` sets a new password."""
    with books.open() as store:
        found = _with_password(store)
    wide = max((len(each.name) for each in found), default=0)
    lines = [f"{each.name:<{wide}}  {each.role}" for each in found]
    form = {"people": [{"name": each.name, "role": each.role} for each in found]}
    tell(form, "\n".join(lines) or "Nobody logs in with a password here.", as_json=json)


@people.command(
    help_epilogue="""Examples:
  pitboss people reset Ada
  pitboss people reset Flora --data house
"""
)
def reset(
    name: Annotated[str, Parameter(help="The account whose password to reset (case-insensitive).")],
    /,
    *,
    books: HouseBooks = USUAL_BOOKS,
    json: Json = False,
) -> None:
    """Set and print a new password for someone, while the house is stopped."""
    from pitboss.store.people import fold

    with books.open(write=True) as store:
        known = {fold(each.name): each for each in _with_password(store)}
        if (person := known.get(fold(name))) is None:
            raise UnknownName("person", name, [each.name for each in known.values()])
        password = secrets.token_urlsafe(12)
        store.people.set_password(person.id, password)
    form = {"name": person.name, "role": person.role, "password": password}
    words = f"{person.name}, {person.role}, now has the password {password}"
    tell(form, f"{words}\nIt is shown only once.", as_json=json)


def _with_password(store: Store) -> list[Person]:
    return [each for each in store.people.all() if not each.guest]
