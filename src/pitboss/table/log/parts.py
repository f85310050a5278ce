"""A log in parts that are replayed separately: each round opens with what it carries over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitboss.log import LINE, Difference, Event
from pitboss.rulebook.load import Rulebook
from pitboss.table.events import TABLE_LOG, RoundEnded, RoundOpened
from pitboss.table.houses.opening import Open
from pitboss.table.log.replay import (
    dealing_side,
    is_executable,
    opened_by,
    refold,
    verify,
    verify_part,
)

LEAST_ROUNDS: Final = 10_000
"""A shorter part is replayed sooner than a process of its own has started."""


@dataclass(frozen=True, slots=True)
class LogPart:
    """Lines of a log that can be replayed separately."""

    lines: tuple[str, ...]
    """The header, the end of a round and what came until the next began, then the part itself."""
    begun: int
    """Where among them that round begins; 0 in the part with which the log begins."""
    side: str
    """The side of a double shoe that deals then."""
    shift: int
    """What is added to the number of a line for its number in the log."""
    is_last: bool


Work = Callable[[Sequence[LogPart]], Iterable[tuple[LogPart, list[Difference]]]]
"""Finds the faults of each part, in any order."""


def verify_in_parts(
    book: Rulebook, events: Sequence[Event], many: int, work: Work, least: int = LEAST_ROUNDS
) -> list[Difference]:
    """As `verify`, with the replay in `many` parts, or fewer of at least `least` rounds.

    Once a part has a fault, what follows it is not judged: a whole replay ends there too.
    """
    opened = opened_by(book, events)
    parts = log_parts(opened, events, many, least)
    if len(parts) < 2:
        return verify(book, events)
    replayed = work(parts)  # while they are, this process refolds the log
    refolded = refold(opened, events)
    faulty = [(part.shift, found) for part, found in replayed if found]
    first = min(faulty, default=(0, []), key=lambda each: each[0])[1]
    return sorted([*refolded, *first], key=lambda each: each.line)


def log_parts(opened: Open, events: Sequence[Event], many: int, least: int) -> list[LogPart]:
    """A log divided where rounds begin; none if it cannot be.

    What a meter of the table's own shows follows from its first line, so such a log stays whole.
    """
    kinds = [*map(type, events)]
    first = kinds.index(RoundEnded) if RoundEnded in kinds else len(kinds)
    rounds = [at for at in range(first, len(kinds)) if kinds[at] is RoundOpened]
    many = min(many, len(rounds) // least)
    own = any(not (each.link or each.is_mystery) for each in opened.meters.values())
    if many < 2 or own or not is_executable(opened, events):
        return []
    begins = [rounds[len(rounds) * n // many] for n in range(1, many)]
    lines = [*map(LINE, events)]
    made = [LogPart(tuple(lines[: begins[0] + 1]), 0, "", 0, is_last=False)]
    for begun, end in zip(begins, [*begins[1:], len(lines) - 1], strict=True):
        ended = next(at for at in range(begun, 0, -1) if kinds[at] is RoundEnded)
        made.append(
            LogPart(
                (lines[0], *lines[ended : end + 1]),
                begun - ended + 1,
                dealing_side(opened, events[:begun]),
                ended - 1,
                is_last=end == len(lines) - 1,
            )
        )
    return made


def part_faults(book: Rulebook, part: LogPart) -> list[Difference]:
    """The first line of a part that a replay does not give, and what is wrong with a decision."""
    events = tuple(map(TABLE_LOG.parse_event, part.lines))
    opened = opened_by(book, events)
    found = verify_part(book, opened, events, part.begun, part.side, part.is_last)
    return [replace(each, line=each.line + part.shift) for each in found]
