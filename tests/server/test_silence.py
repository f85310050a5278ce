"""A player who never answers: every question has a time, and then the safe answer, logged."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.procedure.steps import Ask
from pitboss.server.tables.live_table import IN_TURN, LiveTable
from pitboss.table.events.rounds import Answered, AnswerExpired
from pitboss.table.log.replay import replay
from pitboss.table.table import Table
from tests.server.house import Serving
from tests.table.floor import (
    book,
    games,
    links,
    open_table,
    place_bets,
    random_house,
    sealed,
)

TABLE = "pennsylvania-blackjack"


def silent_round(at: LiveTable, table: Table, random: Random) -> list[tuple[Ask, str]]:
    """A round in which nobody says a word; the choices that were made for them."""
    made: list[tuple[Ask, str]] = []
    table.open_round()
    place_bets(table, random)
    if not table.boxes:
        return made
    table.deal()
    for _ in range(200):
        while table.asked:
            number, asked = next(iter(table.asked.items()))
            step, before = asked.step, len(table.log)
            at.answer_for_silent(number)
            (said,) = [e for e in table.log[before:] if isinstance(e, AnswerExpired)]
            if isinstance(step, Ask):
                made.append((step, said.word))
            else:
                assert int(said.word) == step.least
        if table.floor_called:
            table.attend("floor")
        if not table.asked:
            break
    return made


@pytest.mark.parametrize("game", games())
def test_silence_costs_nothing_and_folds_only_where_nothing_else_is_free(game: str) -> None:
    """Replaying the log makes the same choices, and none is logged as a player's own."""
    random = Random(f"silence {game}")
    for seed in range(3):
        house = random_house(random, game)
        table = open_table(house, sealed(house, seed), links(house, seed))
        at = LiveTable("silent", "silent", "")
        at.table = table
        for step, word in silent_round(at, table, random):
            taken = step.option(word)
            assert taken is not None
            free = [each for each in step.options if each.free]
            assert taken.free or not free, (step, word)
            if taken.gives_up and not step.otherwise:
                assert all(each.gives_up for each in free), (step, word)
        assert not any(isinstance(event, Answered) for event in table.log)
        again = replay(book(), table.log)
        assert [e.line for e in again.log] == [e.line for e in table.log]


def test_everybody_sees_how_long_a_question_is_waited_for(house: Serving) -> None:
    guest, other = house.guest(), house.guest()
    guest.done(TABLE, "sit", box=1)
    for _ in range(20):
        guest.done(TABLE, "open_round")
        guest.done(TABLE, "bet", box=1, wager="blackjack", cents=1000)
        if asks := guest.done(TABLE, "deal")["asks"]:
            break
    filed = house.floor.tables[TABLE].filed.seconds
    for told in (asks, other.view(TABLE)["asks"]):
        assert told[0]["seconds"] == IN_TURN * filed
        assert 0 < told[0]["left"] <= told[0]["seconds"]
    if "may" in asks[0]:  # not an amount, as of insurance
        assert asks[0]["otherwise"] == "stand"
