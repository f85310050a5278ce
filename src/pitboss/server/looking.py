"""Who looks at a table, and what there is to be looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pitboss.log import Event
from pitboss.money import Cents
from pitboss.server import messages as told
from pitboss.server.sight import Sight
from pitboss.store.people import Person
from pitboss.table.table import Table


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks at a table."""

    name: str
    role: told.Role

    @property
    def player(self) -> str:
        """The name under which boxes are the looker's own; nobody's where it is no player."""
        return self.name if self.role == "player" else ""


def looker(person: Person) -> Looker:
    """How a person looks at a table."""
    return Looker(person.name, person.role)  # type: ignore[arg-type]


class Standing(Protocol):
    """What a view is made of: the table, and what the server knows beside it."""

    id: str
    name: str
    law: str
    table: Table
    sight: Sight
    seats: dict[int, str]
    chosen: dict[int, int]
    this_round: list[Event]
    deadlines: dict[int, float]
    is_open: bool
    called: str
    shoe: Event | None

    def balance(self, player: str) -> Cents: ...

    def shows(self, meter: str) -> Cents: ...
