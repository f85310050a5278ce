"""Replaying a link: the same changes must make the same events as its log."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.errors import PitbossError
from pitboss.log import NOTHING, Difference, Event, Sink
from pitboss.progressive.fund import Fund, parts_of
from pitboss.progressive.link import Link
from pitboss.progressive.opening import opening, parse_share
from pitboss.progressive.secret import Logged, Secrets


def link_from(
    events: Sequence[Event],
    secrets: Secrets | None = None,
    sink: Sink | None = None,
    name: str = "",
) -> Link:
    """A link in the state that the log leads to, ready to continue.

    `name` is what the house calls it, where others have a meter of that name too.
    The secrets of a mystery meter give again all the values that the log commits, in their order.
    Without them a value that is not opened yet is unknown, and no stake can be taken.
    """
    link = _replayed(events, secrets, name)
    if isinstance(link, Difference):
        raise PitbossError(str(link))
    if sink:
        for event in link.log[len(events) :]:
            sink(event)
    link.sink = sink
    return link


def verify_link(events: Sequence[Event]) -> list[Difference]:
    """Replay and compare line by line, opened values against what was committed."""
    link = _replayed(events, None)
    if isinstance(link, Difference):
        return [link]
    return [
        Difference(line, NOTHING, str(event))
        for line, event in enumerate(link.log[len(events) :], len(events) + 1)
    ]


def _replayed(
    events: Sequence[Event], secrets: Secrets | None, name: str = ""
) -> Link | Difference:
    """Feed a link what came from outside and compare every event it makes."""
    if not events or events[0].kind != "open":
        raise PitbossError("This is not the log of a meter: its first line must describe it.")
    link = None
    for at, event in enumerate(events):
        try:
            if link is None:
                meter, linked, mystery = opening(event)
                source = secrets or Logged(events)
                link = Link(meter, linked=linked, mystery=mystery, secrets=source)
                link.name = name or link.name
            elif at >= len(link.log):
                _feed(link, event)
        except (PitbossError, ValueError, ArithmeticError) as error:
            return Difference(at + 1, str(event), str(error))
        made = str(link.log[at]) if at < len(link.log) else NOTHING
        if made != str(event):
            return Difference(at + 1, str(event), made)
    assert link is not None
    return link


def _feed(link: Link, event: Event) -> None:
    key = event.get("key")
    match event.kind:
        case "join":
            link.join(key)
        case "contribute":
            link.contribute(key, int(event.get("stake")), logged=bool(event.get("hit")))
        case "withdraw":
            link.withdraw(key)
        case "claim":
            link.claim(key, parse_share(event.get("share")))
        case "retire":
            link.retire()
        case "transfer":
            link.transfer(key, *_word(event))
        case "receive":
            of, _, sequence = key.rpartition("/")
            by, clause, permission = _word(event)
            at = of, int(sequence), link.name
            link.receive(Fund(*at, by, clause, *parts_of(event), permission))


def _word(event: Event) -> tuple[str, str, str]:
    return event.get("by"), event.get("clause"), event.get("permission")
