"""What each person at the table may see of its log.

Surveillance sees every event. A player sees the cards held at the player's own boxes; nobody else
sees a card that lies face down until it is turned, and nobody at all sees the undealt shoe or the
secret value of a mystery: they are not in the log until they are opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pitboss.log import HIDDEN, Event
from pitboss.procedure import DOWN, HELD

SURVEILLANCE = "surveillance"


def view(events: Iterable[Event], who: str) -> Iterator[Event]:
    """The log as `surveillance`, `dealer` or a player may see it.

    >>> hole = TABLE_LOG.parse_event("card to=dealer card=Kd face=down")
    >>> [str(e) for e in view([hole], "ann")]
    ['card to=dealer card=?? face=down']
    """
    looking = Looking()
    for event in events:
        looking.note(event)
        yield event if who == SURVEILLANCE else looking.seen(event, who)


@dataclass(slots=True)
class Looking:
    """What one who watches a log keeps in mind of the round, to know who may see what."""

    owners: dict[str, str] = field(default_factory=dict)
    """Box → its player."""
    asked: dict[str, str] = field(default_factory=dict)
    """Question whose words tell of held cards → the hand that holds them."""
    held: set[str] = field(default_factory=set)
    """Hands that only their players have seen."""

    def note(self, event: Event) -> None:
        """Take note of the next event."""
        match event.kind:
            case "round":
                self.owners.clear()
                self.asked.clear()
                self.held.clear()
            case "bet":
                self.owners[f"box {event.get('box')}"] = event.get("player")
            case "card" if event.get("face") == HELD:
                self.held.add(event.get("to"))
            case "turn":
                self.held.discard(event.get("at"))
            case "ask" if event.get("face") == HELD:
                self.asked[event.get("ask")] = event.get("of")

    def seen(self, event: Event, who: str) -> Event:
        """One event as a person at the table sees it."""
        tells = TELLS.get(event.kind, "")
        if not tells or event.get(tells) == "":
            return event
        place, face = event.get("to"), event.get("face")
        if tells == "out":
            face = DOWN  # cards that lie there, the hole card too
        elif tells == "may" and event.get("of") in self.held:
            place, face = event.get("of"), HELD  # whether it may be split tells of a pair
        elif tells != "card":
            place = self.asked.get(event.get("ask"), "")
            face = HELD if place else ""
        mine = self.owners.get(" ".join(place.split(" ")[:2])) == who
        if face != DOWN and (face != HELD or mine):
            return event
        return replace(event, **{tells: _UNSEEN[tells]})


_UNSEEN: dict[str, Any] = {"card": None, "may": (HIDDEN,), "word": HIDDEN, "out": None}
TELLS = {
    "card": "card",
    "place": "card",
    "ask": "may",
    "answer": "word",
    "expired": "word",
    "shoe": "out",
}
"""Kind of event → the field that tells of cards which not everybody may have seen."""
