"""What split hands net beside cards that are gone, and what the rows of an option table share."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from pitboss.games.ante_up_21 import AnteUpTerms
from pitboss.games.terms_in_force import terms_for
from pitboss.rulebook.load import Rulebook
from pitboss.solvers import moments
from pitboss.solvers.ante_up_hands import solve_ante_up
from pitboss.solvers.blackjack import HIT, value
from pitboss.solvers.compositions import row_of
from pitboss.solvers.moments import SecondMoment, order_chance, split, unsplit
from pitboss.solvers.rules import rules_of
from pitboss.solvers.switch import switch_rules_of
from tests.soak import soak

TEN = 9


@pytest.mark.parametrize("up", [0, 5, TEN])
def test_two_cards_gone_count_as_a_shoe_without_them(book: Rulebook, up: int) -> None:
    rules = rules_of(terms_for(book, book.game("pennsylvania/blackjack"), 1))
    played = value(rules).played
    hand = split(TEN, 3, played.seconds[up, TEN], played.acts[up])
    often = np.fromfunction(lambda one, two: (3 * one + 5 * two) % 7, (10, 10))
    whole = SecondMoment(rules.hand)
    whole.begin(up)
    whole.add_square(hand, often)
    left = np.array(rules.hand.shoe) - (np.arange(10) == up)
    one_by_one = 0.0
    for gone in combinations_with_replacement(range(10), 2):
        shoe = np.array(rules.hand.shoe) - np.bincount(gone, minlength=10)
        without = SecondMoment(replace(rules.hand, shoe=tuple(shoe.tolist())))
        without.begin(up)
        without.add_square(hand)
        many = sum(often[order] for order in {gone, gone[::-1]})
        one_by_one += many * order_chance(left, gone) * without.total()
    assert whole.total() == pytest.approx(one_by_one, rel=1e-12)


PAIRS = ((0, 7), (1, 2), (7, 7), (TEN, 0))
UPCARDS = (0, 6, TEN)
LIGHT = [((0, 7), 0), ((0, 7), TEN), ((7, 7), 6), ((TEN, 0), TEN)]


@pytest.mark.parametrize(
    ("pairs", "up"),
    [each if each in LIGHT else soak(*each) for each in product(PAIRS, UPCARDS)],
)
def test_further_pair_cards_drawn_last_count_as_if_each_was_named(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch, pairs: tuple[int, int], up: int
) -> None:
    rules = rules_of(terms_for(book, book.game("pennsylvania/blackjack"), 1))
    played = value(rules).played
    hands = [split(pair, 4, played.seconds[up, pair], played.acts[up]) for pair in pairs]
    hands.append(unsplit(row_of((10, 6)), HIT, played.acts[up]))

    def both() -> float:
        made = SecondMoment(rules.hand)
        made.begin(up)
        made.add_products(hands, 1.0 - np.eye(3))
        for hand in hands:
            made.add_square(hand)
        return made.total()

    together = both()
    monkeypatch.setattr(moments, "FEW_MORE", 100)
    assert together == pytest.approx(both(), rel=1e-12)


def test_30_2105_how_often_a_pair_is_split_is_no_other_play_of_its_hands(book: Rulebook) -> None:
    game = book.game("blackjack-switch")
    plays = {
        switch_rules_of(terms_for(book, game, 6, {"split_hands": hands, **other})).hand
        for hands in ("2", "3", "4")
        for other in ({}, {"resplit_aces": "no"}, {"surrender": "late"})
    }
    assert len(plays) == 1


def test_30_2106_how_often_a_pair_is_split_is_no_other_play_of_the_poker(book: Rulebook) -> None:
    plays = []
    for hands in ("4", "2"):
        terms = terms_for(book, book.game("ante-up-21"), 6, {"split_hands": hands})
        assert isinstance(terms, AnteUpTerms)
        plays.append(solve_ante_up(terms, terms.pack).against(TEN))
    assert plays[0] is plays[1]
