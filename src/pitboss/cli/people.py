"""`pitboss people`: who logs in, and a new password for someone who lost theirs."""

from __future__ import annotations

import secrets

from pitboss.cli.parameters import HouseBooks
from pitboss.cli.screen import print_json, tell
from pitboss.errors import UnknownName
from pitboss.store.names import fold
from pitboss.store.people import Person
from pitboss.store.store import Store


def print_people(books: HouseBooks, *, as_json: bool) -> None:
    """Everybody with a password, and their roles."""
    with Store.open(books.address) as store:
        found = _with_password(store)
    if as_json:
        print_json({"people": [{"name": each.name, "role": each.role} for each in found]})
        return
    wide = max((len(each.name) for each in found), default=0)
    for each in found:
        print(f"{each.name:<{wide}}  {each.role}")
    if not found:
        print("Nobody logs in with a password here.")


def reset_password(name: str, books: HouseBooks, *, as_json: bool) -> None:
    """Set a new password and print it, once."""
    with Store.open(books.address, write=True) as store:
        known = {fold(each.name): each for each in _with_password(store)}
        if (person := known.get(fold(name))) is None:
            raise UnknownName("person", name, [each.name for each in known.values()])
        password = secrets.token_urlsafe(12)
        store.people.set_password(person.id, password)
    form = {"name": person.name, "role": person.role, "password": password}
    words = f"{person.name}, {person.role}, now has the password {password}"
    tell(form, f"{words}\nIt is shown only once.", as_json=as_json)


def _with_password(store: Store) -> list[Person]:
    return [each for each in store.people.all() if not each.guest]
