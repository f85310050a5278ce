"""The coach at games of every kind: what it values is what the solver values, and it says where it
values nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from pitboss.cards import show_cards
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.answer_values import LESS, asked_of, worth_of
from pitboss.solvers.strategy_request import StrategyRequest
from pitboss.solvers.strategy_sheet import solve_game
from pitboss.solvers.switch_hands import TradeStrategy
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.opening import open_house
from pitboss.table.money.spots import position_of, usual_stakes
from pitboss.table.table import Table
from pitboss.table.table_view import seen_round
from tests.rounds.stack import answer, seat

ROUNDS = 60
EARLY = {"surrender": "early"}
TERMS = {"south_dakota/blackjack": EARLY, "colorado/21-hold-em": EARLY}
"""Game → terms that are filed there."""
SILENT = {
    "pennsylvania/blackjack": {"even money", "blackjack"},
    "pennsylvania/hybrid-blackjack-no-hole-card": {"blackjack"},
    "colorado/blackjack-burnout": {"play", "blackjack"},
    "colorado/3-card-21-n-done": {"insurance", "three-card-21"},
    "pennsylvania/switch-hands": {"even money", "blackjack"},
    "colorado/blackjack-switch": {"even money", "blackjack"},
    "south_dakota/blackjack": {"even money", "blackjack"},
    "colorado/21-hold-em": {"even money", "blackjack", "21-hold-em-second", "21-hold-em-third"},
}
"""Game → questions, by what they are about or add to, that may have no value: even money, the play
after a card was burned, insurance beside three cards, how much less to double for, and how much to
bet on the poker."""


@pytest.mark.parametrize("game", SILENT)
def test_every_question_has_values_or_is_named(book: Rulebook, game: str) -> None:
    """At random play; and the best of a first hand is what the solved game says."""
    filed = file_house(book, book.game(game), Wish()).opened
    terms = TERMS.get(game, {})
    house = replace(filed.house, boxes=1, terms={**filed.house.terms, **terms})
    opened = open_house(book, house)
    made = solve_game(book, StrategyRequest(game, None, opened.house.decks, terms))
    random = Random(5)
    table = Table(opened, SealedShoes(opened.delivery, Lesson(5)), book.digest)
    table.buy_in("Ann", 100_000_000)
    valued, silent, agreed = Counter[str](), Counter[str](), 0
    for _ in range(ROUNDS):
        table.open_round()
        for key, cents in usual_stakes(opened).items():
            table.bet(1, "Ann", key, cents, position_of(opened, 1))
        table.deal()
        said: list[tuple[str, str]] = []
        while table.pending:
            number, step = table.pending.number, table.pending.step
            assert table.round
            seen = seen_round(opened, table.layout.events, "Ann").played
            worth = worth_of(made, asked_of(seen, step, said))
            assert worth == worth_of(made, asked_of(table.round, step, said))
            if table.round.hole_down:
                assert seen.dealer == table.round.dealer[:1]
            about = step.about if isinstance(step, Ask) else step.wager
            (valued if worth else silent)[about] += 1
            if not isinstance(step, Ask):
                table.answer_stake(number, random.choice((step.least, step.most or step.least)))
                continue
            if worth:
                assert {*worth.values} == {*step.may} - {*LESS}
            if worth and about == "play" and not said and len(step.may) > 2:
                best = max(worth.values, key=lambda word: worth.values[word])
                (hand,) = table.round.box(1).hands
                assert best == made.best(show_cards(hand.cards), str(table.round.upcard))
                agreed += 1
            if worth and about == "surrender":
                (hand,) = table.round.box(1).hands[:1]
                best = made.best(show_cards(hand.cards), str(table.round.upcard))
                gives_up = worth.values["surrender"] > worth.values["no"]
                assert gives_up == (best == "surrender")
                agreed += 1
            word = random.choice(step.may)
            said.append((about, word))
            table.answer(number, word)
    assert valued["play"] > ROUNDS / 3
    assert ("surrender" in valued) == (game in TERMS)
    assert {*silent} <= SILENT[game]
    assert agreed > 10 or valued["switch"] > ROUNDS / 3


def test_633c_4_f_cards_that_were_given_for_others_are_gone(book: Rulebook) -> None:
    """Whatever the side wagers see: a hand that was taken is valued without those it replaced."""
    game = "pennsylvania/switch-hands"
    opened = file_house(book, book.game(game), Wish()).opened
    made = solve_game(book, StrategyRequest(game, None, opened.house.decks, {}))
    assert isinstance(made, TradeStrategy)
    cards = "4s 5s Kh 9h 6d 8c"  # the switch cards, then the player's and the dealer's, in turn
    table = seat(book, opened.house, cards, {"blackjack": 10, "switch-hands-ante": 2})
    answer(table, "switch")
    assert table.pending
    seen = seen_round(opened, table.layout.events, "ann").played
    worth = worth_of(made, asked_of(seen, table.pending.step, [("switch", "switch")]))
    assert worth
    assert worth.values == {
        word: each
        for word, each in made.choices("4s 5s / Kh 6d", "9h").items()
        if word in worth.values
    }
