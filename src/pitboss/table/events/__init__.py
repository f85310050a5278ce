"""The events of a table, one class for each kind of line in its log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.errors import PitbossError
from pitboss.log import Event, Notation, fields_of
from pitboss.table.events import rounds, shoes, table
from pitboss.table.events.rounds import Irregular, RoundEnded, RoundOpened
from pitboss.table.events.shoes import ShoeCommitted
from pitboss.table.events.table import LOG_VERSION, LogOpened, MeterHandover, MeterMoved

ABSTRACT: Final = (Event, MeterMoved, MeterHandover, ShoeCommitted)
"""What several kinds of line have in common."""
TABLE_LOG: Final = Notation[Event](
    *(
        each
        for module in (table, shoes, rounds)
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Event) and each not in ABSTRACT
    )
)


def classes_of(*kinds: type[Event]) -> frozenset[type[Event]]:
    """The classes of a table's events that are one of these kinds, or a kind of it."""
    return frozenset(each for each in TABLE_LOG.classes if issubclass(each, kinds))


def as_members(event: Event) -> dict[str, str]:
    """An event as plain data: its kind, and its other fields as they are printed.

    >>> as_members(Irregular(what="fallen card", box=2, decision="", clause="(4)", by="sam"))
    {'kind': 'irregular', 'what': 'fallen card', 'box': '2', 'decision': '', 'clause': '(4)', \
'by': 'sam'}
    """
    printed = fields_of(event)
    own = {"what": printed.pop("kind")} if isinstance(event, Irregular) else {}
    return {"kind": event.kind, **own, **printed}


def header_of(events: Sequence[Event]) -> LogOpened:
    """The first line of a log; any other kind of line is refused."""
    if events and isinstance(events[0], LogOpened):
        if events[0].version > LOG_VERSION:
            raise PitbossError(
                f"The log has version {events[0].version}; this version of pitboss reads logs up "
                f"to {LOG_VERSION}."
            )
        return events[0]
    raise PitbossError("This is not a log: its first line must name its table.")


def last_round(events: Sequence[Event]) -> int:
    """Where the last round of a log begins; 0 if none does."""
    return last_of(RoundOpened, events)


def last_of(kind: type[Event], events: Sequence[Event]) -> int:
    """Where the last event of a class is; 0 if there is none."""
    places = range(len(events) - 1, 0, -1)
    return next((at for at in places if isinstance(events[at], kind)), 0)


def is_over(events: Sequence[Event]) -> bool:
    """Whether no round of a log is in play: the last one has ended, or none began."""
    begun = last_round(events)
    return not begun or has_ended(events[begun:])


def has_ended(this_round: Sequence[Event]) -> bool:
    """Whether the events of one round include its end."""
    return any(isinstance(each, RoundEnded) for each in this_round)
