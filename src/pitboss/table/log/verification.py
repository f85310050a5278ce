"""Verification of a log: it is refolded, its shoes are opened, and a replay must give every line.

Each round opens with what it carries over, so that a long log can be replayed in parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitboss.log import LINE, NOTHING, Difference, Event
from pitboss.rulebook.load import Rulebook
from pitboss.table.cards.logged_shoes import LoggedShoes
from pitboss.table.cards.shoe_audit import audit_shoes
from pitboss.table.events import TABLE_LOG, header_of, is_over, last_of, last_round
from pitboss.table.events.rounds import RoundEnded, RoundOpened
from pitboss.table.events.shoes import SideChosen
from pitboss.table.houses.opening import Open
from pitboss.table.irregularities import audit_decision, decided_at
from pitboss.table.log.chain import audit_chain, chain_before
from pitboss.table.log.ledger import audit
from pitboss.table.log.replay import (
    ITS_OWN_RULES,
    begin,
    follow,
    is_executable,
    judged_by,
    other_rules,
)
from pitboss.table.money.awards import TableMeter, logged_meters, told_meters
from pitboss.table.table import Table


def verify(book: Rulebook, events: Sequence[Event]) -> list[Difference]:
    """Refold the log, open every shoe that was opened, and replay it line by line.

    A log of another version of the procedure is only refolded. One of another rulebook is judged
    by this one (`other_rules` tells): a difference may then be a rule that has changed. What a
    decision added to a log that it ended follows from the lines before.
    """
    opened = judged_by(book, events)
    runs = is_executable(opened, events)
    found = replay_faults(book, opened, events, logged_meters(opened, events) if runs else None)
    is_chained = not found and runs and decided_at(events) == len(events)
    return sorted([*refold(opened, events, is_chained), *found], key=lambda each: each.line)


def replay_faults(
    book: Rulebook,
    opened: Open,
    events: Sequence[Event],
    meters: Mapping[str, TableMeter] | None = None,
    begun: int = 0,
    side: str = "",
    is_last: bool = True,
) -> list[Difference]:
    """The first line that a replay does not give, and what is wrong with a decision.

    The events may be a part of a log: its header, the end of a round, and what came after it. Then
    `begun` is where among them the first round begins, and `side` the side of a double shoe that
    deals then. What meters do is taken from the log if they are not given.
    """
    at, found = decided_at(events), list[Difference]()
    played, runs = events[:at], is_executable(opened, events)
    if meters is None:
        meters = told_meters(opened, events[begun if runs else at :])
    if runs:
        _, differs, more = _replay_from(book, opened, played, meters, begun, side)
        if differs:
            return [differs]
        if is_last and more:
            said = events[at].line if events[at:] else NOTHING
            found.append(Difference(at + 1, said, more[0].line))
    if at < len(events):
        in_play = 0 if is_over(played) else last_round(played)
        before = chain_before(played, in_play)
        found += audit_decision(opened.house, events, in_play, before, meters)
    return found


def _replay_from(
    book: Rulebook,
    opened: Open,
    events: Sequence[Event],
    meters: Mapping[str, TableMeter],
    begun: int,
    side: str,
) -> tuple[Table, Difference | None, Sequence[Event]]:
    """The table that follows a log from the round that begins there, and what `follow` finds."""
    shoes = LoggedShoes(events, opened.delivery.sides)
    header = header_of(events)
    table = Table(opened, shoes, book.digest, meters=meters, keep=False, header=header)
    if begun:
        shoes.resume(begin(book, table, events, begun), side, opened.delivery.after_bets)
    return table, *follow(book, table, events, begun and begun + 1)


def refold(opened: Open, events: Sequence[Event], is_chained: bool = False) -> list[Difference]:
    """What can be checked in a log without its procedure: books, chain and shoes.

    A replay that gave every line has made the chain again: then `is_chained`.
    """
    shoes = audit_shoes(events, opened.delivery)
    return [*audit(events), *(() if is_chained else audit_chain(events)), *shoes]


def doubt(book: Rulebook, events: Sequence[Event]) -> str:
    """Why a difference may be a rule that has changed since, and what to do then.

    Empty if the log was made under this rulebook, or if its books or its chain differ, which no
    rule decides.
    """
    other = other_rules(book, events)
    if not other or any(audit(events)) or any(audit_chain(events)):
        return ""
    return f"{other} {ITS_OWN_RULES}, in case a rule has changed."


def missing_end(book: Rulebook, events: Sequence[Event]) -> str:
    """What a log without faults still lacks, judging by its last round; empty if nothing, or if the
    log cannot be executed.
    """
    opened = judged_by(book, events)
    if not is_executable(opened, events):
        return ""
    played, begun, side = events[: decided_at(events)], 0, ""
    first = last_round(played)
    if ended := last_of(RoundEnded, played[:first]):
        begun, side = first - ended + 1, dealing_side(opened, played[:first])
        played = (played[0], *played[ended:])
    meters = told_meters(opened, played[begun:])
    return unfinished(_replay_from(book, opened, played, meters, begun, side)[0])


def dealing_side(opened: Open, before: Sequence[Event]) -> str:
    """The side of a double shoe that deals after these events."""
    sides = opened.delivery.sides
    chosen = [each.name for each in before if isinstance(each, SideChosen) and each.name in sides]
    return chosen[-1] if chosen else sides[0]


def unfinished(table: Table) -> str:
    """What a replayed log still lacks; empty if its table was closed."""
    if table.pending:
        return f"round {table.rounds} is waiting for {table.pending.step.of} to answer"
    if table.waits_for_dealer:
        return f"round {table.rounds} is waiting for the dealer"
    if table.slips or table.floor_called or table.system.disputed:
        return f"round {table.rounds} is waiting for a floor supervisor"
    if step := table.system.next:
        return f"round {table.rounds} is waiting for the dealer: {step.step}"
    if table.betting:
        return f"round {table.rounds} is open for bets"
    return "" if table.closed else f"the table was not closed after round {table.rounds}"


# -- a log in parts --------------------------------------------------------------------------------


LEAST_ROUNDS: Final = 10_000
"""Replaying fewer rounds is faster than starting a process for them."""


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
    opened = judged_by(book, events)
    parts = log_parts(opened, events, many, least)
    if len(parts) < 2:
        return verify(book, events)
    replayed = work(parts)  # while they are, this process refolds the log
    refolded = refold(opened, events)
    faulty = [(part.shift, found) for part, found in replayed if found]
    first = min(faulty, default=(0, []), key=lambda each: each[0])[1]
    return sorted([*refolded, *first], key=lambda each: each.line)


def log_parts(opened: Open, events: Sequence[Event], many: int, least: int) -> list[LogPart]:
    """A log divided where rounds begin; empty if it cannot be divided.

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
    opened = judged_by(book, events)
    found = replay_faults(
        book, opened, events, begun=part.begun, side=part.side, is_last=part.is_last
    )
    return [replace(each, line=each.line + part.shift) for each in found]
