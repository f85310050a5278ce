"""Replaying a link: the same changes must make the same events as its log."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.errors import PitbossError
from pitboss.log import NOTHING, Difference, Event
from pitboss.progressive.events import (
    Claimed,
    Contributed,
    FundReceived,
    FundSent,
    MeterOpened,
    MeterSink,
    Retired,
    TableJoined,
    Withdrawn,
)
from pitboss.progressive.fund import Fund
from pitboss.progressive.link import Link
from pitboss.progressive.parameters import opening, parse_share
from pitboss.progressive.secret import Logged, Secrets


def link_from(
    events: Sequence[Event],
    secrets: Secrets | None = None,
    sink: MeterSink | None = None,
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
    if not events or not isinstance(events[0], MeterOpened):
        raise PitbossError("This is not a meter's log: its first line must describe the meter.")
    link = None
    for at, event in enumerate(events):
        try:
            if link is None:
                meter, linked, mystery = opening(events[0])
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
    match event:
        case TableJoined():
            link.join(event.key)
        case Contributed():
            link.contribute(event.key, event.stake, logged=bool(event.hit))
        case Withdrawn():
            link.withdraw(event.key)
        case Claimed():
            link.claim(event.key, parse_share(event.share))
        case Retired():
            link.retire()
        case FundSent():
            link.transfer(event.key, event.by, event.clause, event.permission)
        case FundReceived():
            of, _, sequence = event.key.rpartition("/")
            link.receive(Fund.moved(of, int(sequence), link.name, event))
