"""What each person at the table may see of its log.

Surveillance sees every event. Nobody else sees a card that lies face down until it is turned, and
nobody at all sees the undealt shoe: it is not in the log until the shoe is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.log import Event

SURVEILLANCE = "surveillance"
HIDDEN = "??"


def view(events: Iterable[Event], who: str) -> Iterator[Event]:
    """The log as `surveillance`, `dealer` or the player of a box may see it.

    >>> hole = Event("card", (("to", "dealer"), ("card", "Kd"), ("face", "down")))
    >>> [str(e) for e in view([hole], "ann")]
    ['card to=dealer card=?? face=down']
    """
    for event in events:
        if who != SURVEILLANCE and event.kind == "card" and event.get("face") == "down":
            yield Event("card", tuple((k, HIDDEN if k == "card" else v) for k, v in event.fields))
        else:
            yield event
