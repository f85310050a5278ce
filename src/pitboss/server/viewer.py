"""Who looks at a table, and as what."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.server.message import Role
from pitboss.store.people import Person


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table."""

    name: str
    role: Role

    @property
    def player(self) -> str:
        """The player whose boxes are the viewer's own; empty if the viewer is not a player."""
        return self.name if self.role == "player" else ""


def viewer_of(person: Person) -> Viewer:
    """How a person looks at a table."""
    return Viewer(person.name, person.role)  # type: ignore[arg-type]
