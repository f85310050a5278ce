"""Rounds that are played automatically by the solved strategy."""

from __future__ import annotations

import json

import pytest

from pitboss.analysis.automatic_player import PLAYER, play_round
from pitboss.log import Event
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.player import solved_player
from pitboss.solvers.strategy_sheet import solve_table
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import Answered
from pitboss.table.houses.default_house import Wish, file_house, find_game
from pitboss.table.money.spots import position_of, usual_stakes
from pitboss.table.table import Table
from tests.conftest import Ask as AskCli
from tests.soak import soak

SURRENDERED_EARLY = Wish(terms={"surrender": "early", "peek": "none"})


@pytest.mark.parametrize(
    ("game", "wish", "answers"),
    [
        ("blackjack", Wish(), {"split", "double", "surrender"}),
        ("hybrid-blackjack-no-hole-card", Wish(), {"split", "double", "surrender"}),
        ("blackjack-burnout", Wish(), {"burn", "keep", "split"}),
        ("ante-up-21", Wish(), {"bet", "fold", "double"}),
        ("3-card-shine", Wish(), {"play", "fold"}),
        soak("blackjack-switch", SURRENDERED_EARLY, {"switch", "surrender", "double"}),
    ],
)
def test_every_question_of_the_game_is_answered(
    book: Rulebook, game: str, wish: Wish, answers: set[str]
) -> None:
    """The play is not only that of the total: pairs are split, cards burned, hands given up."""
    opened = file_house(book, find_game(book, game), wish).opened
    answer = solved_player(solve_table(book, opened))
    table = Table(opened, SealedShoes(opened.delivery, Lesson(21)), book.digest)
    bets = [(1, PLAYER, k, c, position_of(opened, 1)) for k, c in usual_stakes(opened).items()]
    said: list[Event] = []

    def by(table: Table) -> bool:
        assert table.pending
        done = answer(table)
        assert done or not isinstance(table.pending.step, Ask)
        return done

    for _ in range(150):
        play_round(table, bets, by=by)
        said += table.layout.events
    assert answers <= {each.word for each in said if isinstance(each, Answered)}


def test_auto_says_by_which_strategy_it_plays(ask: AskCli) -> None:
    auto = ("--auto", "2", "--seed", "3", "--json")
    _, out, _ = ask("play", *auto)
    assert json.loads(out)["strategy"] == "the solved strategy for a whole shoe"
    _, out, _ = ask("play", "--wager", "blazing-7s", *auto)  # proved for basic strategy
    assert json.loads(out)["strategy"] == "basic strategy, pairs played as their totals"


def test_30_2105_second_cards_are_switched(ask: AskCli) -> None:
    _, out, _ = ask("play", "blackjack-switch", "--auto", "20", "--seed", "3", "--json")
    form = json.loads(out)
    assert form["strategy"] == "the solved strategy for a whole shoe"
    assert "switch" not in form["answers"]  # it is decided hand by hand
