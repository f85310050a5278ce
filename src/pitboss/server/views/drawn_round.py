"""A round as its steps were last drawn, and what later events may have changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.log import Event
from pitboss.server.messages import layout_messages
from pitboss.table import events as told
from pitboss.table.log.mask import box_of
from pitboss.table.table_view import SeenRound

ELSEWHERE: Final = ("dealer", "exposed", "burn")


@dataclass(slots=True)
class DrawnRound:
    """A round as it was last drawn in steps, for some eyes."""

    seen: SeenRound
    boxes: dict[int, layout_messages.BoxView]
    parts: dict[str, Any]
    touched: set[int] = field(default_factory=set)
    """Boxes that may have changed since they were drawn."""
    outside: bool = False
    """Whether the layout outside the boxes may have changed too."""

    @property
    def events(self) -> int:
        """How many it has seen."""
        return len(self.seen.events)

    def see(self, event: Event) -> None:
        """The next event."""
        at = self._places(event)
        self.seen.see(event)
        if isinstance(event, told.MeterMoved):
            return
        self.touched |= self.seen.boxes.keys() if at is None else at & self.seen.boxes.keys()
        self.outside |= not at or bool(self.parts["positions"])

    def _places(self, event: Event) -> set[int] | None:
        """The boxes that an event can change; `None` for any."""
        match event:
            case told.CardDealt(to=place) | told.CardTurned(at=place) if place in ELSEWHERE:
                return set()
            case told.CardDealt(to=place) | told.CardTurned(at=place) if number := box_of(place):
                return {number}
            case told.Asked(of=place) | told.StakeAsked(of=place):
                return {box_of(place)}
            case told.Answered(number=number) | told.AnswerExpired(number=number):
                return {box_of(self.seen.asks[number].of)}
            case (
                told.Bet() | told.Tip() | told.StakeAdded() | told.StakeCollected() | told.Settled()
            ):
                return {event.box}
        return None
