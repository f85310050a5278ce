"""Who looks at a table, and as what."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.server.messages.message import Role
from pitboss.store.people import Person


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table."""

    name: str
    role: Role
    player: str = field(init=False, repr=False)
    """The player whose boxes are the viewer's own; empty if the viewer is not a player."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "player", self.name if self.role == "player" else "")


def viewer_of(person: Person) -> Viewer:
    """How a person looks at a table."""
    return Viewer(person.name, person.role)  # type: ignore[arg-type]
