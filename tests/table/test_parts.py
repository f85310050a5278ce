"""A log replayed in parts has the same faults as the whole log, and no others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from pitboss.log import Difference, Event
from pitboss.table.log.replay import opened_by
from pitboss.table.log.verification import LogPart, log_parts, part_faults, verify, verify_in_parts
from tests.soak import first
from tests.table.floor import book, games_by_procedure, open_table, play_round, random_house, sealed

ROUNDS, PARTS = 12, 5


def backwards(parts: Sequence[LogPart]) -> Iterator[tuple[LogPart, list[Difference]]]:
    """The last part first, as processes may be done in any order."""
    for part in reversed(parts):
        yield part, part_faults(book(), part)


def in_parts(events: Sequence[Event]) -> list[Difference]:
    return verify_in_parts(book(), events, PARTS, backwards, least=1)


def night(random: Random, game: str, seed: int) -> list[Event]:
    """The log of a table that has closed, or is still open."""
    house = random_house(random, game)
    table = open_table(house, sealed(house, seed))
    for _ in range(ROUNDS):
        play_round(table, random, voids=0.03)
    if seed % 2 == 0:
        table.close()
    return table.log


def changed(random: Random, events: list[Event]) -> list[Event]:
    """One line is missing, stands twice, or stands where another did."""
    at, other = random.sample(range(1, len(events)), 2)
    made = [*events]
    match random.choice(("drop", "repeat", "swap")):
        case "drop":
            del made[at]
        case "repeat":
            made.insert(at, made[at])
        case _:
            made[at], made[other] = made[other], made[at]
    return made


@pytest.mark.parametrize("game", games_by_procedure())
@pytest.mark.parametrize("seed", first(1, range(20)))
def test_a_log_in_parts_has_the_faults_of_the_whole(game: str, seed: int) -> None:
    random = Random(f"parts {game} {seed}")
    events = night(random, game, seed)
    assert in_parts(events) == verify(book(), events) == []
    for _ in range(3):
        false = changed(random, events)
        assert in_parts(false) == verify(book(), false)


def test_every_line_after_the_header_is_in_one_part() -> None:
    """A part ends with the line that opens the next one's first round."""
    events = night(Random(1), "pennsylvania/blackjack", 1)
    parts = log_parts(opened_by(book(), events), events, PARTS, 1)
    assert len(parts) == PARTS
    assert [part.is_last for part in parts] == [False] * (PARTS - 1) + [True]
    own = [line for part in parts for line in part.lines[part.begun and part.begun + 1 :]]
    assert own == [event.line for event in events]
    assert all(part.lines[0] == events[0].line for part in parts)


def test_a_short_log_and_one_with_meters_of_its_own_stay_whole() -> None:
    short = night(Random(1), "pennsylvania/blackjack", 1)
    assert log_parts(opened_by(book(), short), short, PARTS, ROUNDS) == []
    random = Random(2)
    while True:
        events = night(random, "colorado/blackjack", 2)
        opened = opened_by(book(), events)
        if any(not (each.link or each.is_mystery) for each in opened.meters.values()):
            break
    assert log_parts(opened, events, PARTS, 1) == []
