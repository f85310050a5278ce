"""Replaying a link: the same changes must produce the same events as its log."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Self

from pitboss.errors import PitbossError
from pitboss.log import NOTHING, Difference, Event
from pitboss.progressive.events import (
    Claimed,
    Contributed,
    FundReceived,
    FundSent,
    MeterEvent,
    MeterOpened,
    MeterSink,
    Retired,
    TableJoined,
    Withdrawn,
)
from pitboss.progressive.link import Link
from pitboss.progressive.meter import Fund
from pitboss.progressive.parameters import opening, parse_share
from pitboss.progressive.secret import LoggedSecrets, SealedValue, Secrets, UnopenedValue


def link_from(
    events: Iterable[Event],
    secrets: Secrets | None = None,
    sink: MeterSink | None = None,
    name: str = "",
) -> Link:
    """A link in the state that the log leads to, ready to continue.

    `name` is what the house calls it, where others have a meter of that name too. The secrets of a
    mystery meter must give again all the values that the log commits, in their order. Without them
    a value that is not opened yet is unknown, and no stake can be taken.
    """
    logged = [*events]
    replay = LinkReplay(secrets or LoggedSecrets(logged), name)
    return continued(replay, logged, sink)


def continued(replay: LinkReplay, events: Iterable[Event], sink: MeterSink | None = None) -> Link:
    """The link after further lines of its log; the sink gets what it adds to them."""
    for event in events:
        if differs := replay.take(event):
            raise PitbossError(str(differs))
    link = replay.link
    for made in replay.made:
        if sink:
            sink(made)
    link.sink = sink
    return link


def verify_link(events: Sequence[Event]) -> list[Difference]:
    """Replay and compare line by line, opened values against what was committed."""
    replay = LinkReplay(LoggedSecrets(events))
    for event in events:
        if differs := replay.take(event):
            return [differs]
    return [*replay.end()]


class LinkReplay:
    """A link that is fed what its log says came from outside, line by line."""

    def __init__(self, secrets: Secrets | LoggedSecrets, name: str = "") -> None:
        self._secrets, self._name = secrets, name
        self._link: Link | None = None
        self.made: deque[MeterEvent] = deque()
        """Events that the link has made and that have not appeared in the log yet."""
        self.line = 0

    @classmethod
    def resumed(
        cls,
        first: Event,
        state: Mapping[str, Any],
        seal: SealedValue | UnopenedValue | None,
        secrets: Secrets | LoggedSecrets,
        name: str = "",
    ) -> Self:
        """One that continues where a link stopped; `first` is the first line of its log."""
        replay = cls(LoggedSecrets(()), name)
        if differs := replay.take(first):
            raise PitbossError(str(differs))
        replay.link.take_up(state, seal, secrets)
        replay.line = replay.link.sequence
        return replay

    @property
    def link(self) -> Link:
        """The link in its current state; none until a line has been read."""
        if self._link is None:
            raise PitbossError(NO_LOG)
        return self._link

    def take(self, event: Event) -> Difference | None:
        """The next line; how it differs from what the link makes."""
        self.line += 1
        try:
            if self._link is None:
                self._link = self._opened(event)
            elif not self.made:
                _feed(self._link, event)
        except (ValueError, ArithmeticError) as error:
            return Difference(self.line, str(event), str(error))
        except PitbossError as error:
            if self._link is None and not isinstance(event, MeterOpened):
                raise
            return Difference(self.line, str(event), str(error), refused=True)
        made = str(self.made.popleft()) if self.made else NOTHING
        return Difference(self.line, str(event), made) if made != str(event) else None

    def end(self) -> Iterator[Difference]:
        """No more lines come."""
        _ = self.link
        for line, event in enumerate(self.made, self.line + 1):
            yield Difference(line, NOTHING, str(event))

    def _opened(self, event: Event) -> Link:
        if not isinstance(event, MeterOpened):
            raise PitbossError(NO_LOG)
        meter, linked, mystery = opening(event)
        sink = self.made.append
        link = Link(meter, linked=linked, mystery=mystery, secrets=self._secrets, sink=sink)
        link.name = self._name or link.name
        return link


NO_LOG: Final = "This is not a meter's log: its first line must describe the meter."


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
