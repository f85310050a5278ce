"""The chain of rounds: each ends with a hash of all its lines and of the round before.

Everybody sees the hash, but nobody may see every line: a face-down card could be found by trying
all fifty-two. So the hash begins with a salt that only the whole log has. It follows from the seed
of the shoe in use, and anyone can derive it once that shoe is opened.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from pitboss.log import LINE, Difference, Event
from pitboss.table.events.rounds import RoundEnded


def chain_of(salt: str, lines: Iterable[str]) -> str:
    """The hash that ends a round; the first of its lines is the hash of the round before."""
    return hashlib.sha256(f"{salt}{''.join(lines)}".encode()).hexdigest()


def audit_chain(
    events: Sequence[Event], first: int = 1, before: Sequence[str] = ()
) -> Iterator[Difference]:
    """Each round ends with a hash of all its lines and of the previous round's.

    `first` is the place of the first event in its log; `before` are the lines that the chain
    already holds there.
    """
    lines, begun = [*before], 0
    for at, event in enumerate(events):
        if isinstance(event, RoundEnded):
            lines += map(LINE, events[begun:at])
            chain = chain_of(event.salt, lines)
            if event.chain != chain:
                yield Difference(first + at, event.line, f"chain={chain}")
                return
            lines, begun = [chain], at


def chain_before(events: Sequence[Event], at: int) -> str:
    """The lines that the chain of a round already holds when the round begins."""
    begun, chain = 0, ""
    for place, event in enumerate(events[:at]):
        if isinstance(event, RoundEnded):
            begun, chain = place, event.chain
    return "".join([chain, *map(LINE, events[begun:at])])


def chain_head(events: Sequence[Event]) -> str:
    """The hash of the last round that has ended; empty if none has."""
    return next((each.chain for each in reversed(events) if isinstance(each, RoundEnded)), "")
