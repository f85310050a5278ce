"""The solver of blackjack against the table: every deal of small shoes, under random terms."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.analysis.referee import referee
from pitboss.cards import Card, Rank, Shoe, Suit, show_cards
from pitboss.errors import NotAllowed
from pitboss.games.terms import BlackjackTerms
from pitboss.games.terms_in_force import terms_for
from pitboss.money import LOSS, PUSH, Odds
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack import Solution, value
from pitboss.solvers.rules import for_any_split, rules_of
from pitboss.solvers.split_orders import split_tens
from pitboss.solvers.volatility import standard_deviation
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open, open_house
from tests.agreement.solved import STAKE, answer, assert_alike, played, solve
from tests.soak import soak, soak_only

CHOICES: dict[str, tuple[Any, ...]] = {
    "soft_17": ("stand", "hit"),
    "dealer_draws": ("by soft_17", "by soft_17", "by soft_17", "draw to 18"),
    "peek": ("ace and ten", "ten", "none"),
    "natural_pays": (Odds.parse("3 to 2"), Odds.parse("6 to 5"), Odds.parse("1 to 1")),
    "wins_pay": (Odds.parse("1 to 1"), Odds.parse("1 to 1"), Odds.parse("2 to 1")),
    "tied_natural": (PUSH, PUSH, LOSS, Odds.parse("1 to 1")),
    "player_21": ("compared", "pushes", "wins", "wins at once"),
    "dealer_22": ("bust", "bust", "push"),
    "lost_to_dealer_natural": ("original wager", "all wagers"),
    "doubled_before_natural": ("returned", "lost"),
    "insurance": ("offered", "not offered"),
    "insurance_pays": (Odds.parse("2 to 1"), Odds.parse("3 to 1")),
    "insurance_amount": ("exactly half", "up to half"),
    "insurance_to": ("every hand", "hands without a natural"),
    "even_money": ("offered", "not offered"),
    "surrender": ("late", "early", "none"),
    "surrender_after_split": (True, False),
    "double_on": ("any two cards", "any two cards", "first action only", "never"),
    "double_amount": ("equal to the wager", "up to the wager"),
    "double_after_split": (True, False),
    "split_by": ("value", "rank"),
    "split_hands": (2, 3, 4),
    "resplit_aces": (True, False),
    "ace_splits": ("three splits in all", "one further split"),
    "split_aces_draw": ("one card", "as any hand"),
}
RANKS = [Rank.ACE, Rank.FIVE, Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.KING]


def random_case(book: Rulebook, seed: int) -> tuple[Open, Shoe]:
    """A table with any terms that the procedure can deal, lawful or not, and a shoe that is just
    large enough for them.
    """
    random = Random(seed)
    opened = open_house(book, House("south_dakota", tips=False))
    assert isinstance(opened.terms, BlackjackTerms)
    chosen: dict[str, Any] = {key: random.choice(values) for key, values in CHOICES.items()}
    terms = replace(opened.terms, burn="none", **chosen)
    kinds = [Rank.TEN, Rank.TEN, *random.choices(RANKS, k=2)]
    ranks = [*kinds, *kinds]
    while True:
        cards = [Card(rank, Suit.SPADES) for rank in ranks]
        shoe = Shoe.parse(f"0d + {show_cards(cards)}")
        try:
            rules_of(terms, shoe)
        except NotAllowed:
            ranks.append(random.choice(kinds))
        else:
            return replace(opened, play=replace(opened.play, terms=terms)), shoe


LATE = (58, 84, 112, 125, 155, 35, 86)
"""Hands are split against a natural that is found at the end; in the last, a 21 won before."""
LIGHT = (25, 34, 47, 54, 92, 98, 100, 105, 107, 111, 117, 134, 164, 187, 189, *LATE)
"""Cases that take a second or less; together they have every choice of the terms."""


@pytest.mark.parametrize("seed", [n if n in LIGHT else soak(n) for n in range(200)])
def test_the_solved_play_nets_at_the_table_what_the_solver_says(book: Rulebook, seed: int) -> None:
    opened, shoe = random_case(book, seed)
    solution = solve(opened.terms, shoe)
    assert_alike(solution, played(opened, shoe, lambda table: answer(table, solution)))


TENS_AND_KINGS = "10s 10s 10s 10s Ks Ks Ks As 6s Ks 10s Ks"
UNEVEN_TENS = "10s 10s 10s 10s 10s 10s 10s Ks Ks Ks As 9s"


@pytest.mark.parametrize(
    ("cards", "terms"),
    [
        (TENS_AND_KINGS, {"peek": "none", "lost_to_dealer_natural": "all wagers"}),
        soak(TENS_AND_KINGS, {"peek": "ten", "player_21": "wins", "insurance": "offered"}),
        soak(UNEVEN_TENS, {"peek": "none", "wins_pay": Odds.parse("2 to 1")}),
        (UNEVEN_TENS, {"peek": "ace and ten", "wins_pay": Odds.parse("2 to 1")}),
    ],
)
def test_tens_are_split_by_rank_also_against_a_natural_found_at_the_end(
    book: Rulebook, cards: str, terms: dict[str, Any]
) -> None:
    changed = {"split_by": "rank", "split_hands": 3, "dealer_22": "push", **terms}
    opened, shoe, solution = small(book, cards, **changed)
    split = split_tens(solution).any(axis=(1, 2))
    assert split.any()
    assert any(split & np.array(solution.rules.hand.unseen)) == (terms["peek"] != "ace and ten")
    assert_alike(solution, played(opened, shoe, lambda table: answer(table, solution)))


@pytest.mark.parametrize(
    "terms",
    [
        {},
        {"lost_to_dealer_natural": "all wagers"},
        {"doubled_before_natural": "lost", "insurance_pays": Odds.parse("3 to 1")},
    ],
)
def test_a_21_that_wins_at_once_does_so_before_a_natural_is_found(
    book: Rulebook, terms: dict[str, Any]
) -> None:
    """A natural waits for the dealer's; a 21 of other cards does not."""
    cards = "10s 10s 10s 10s 9s 9s 9s As 6s"
    changed = {"player_21": "wins at once", "peek": "none", "double_after_split": True, **terms}
    opened, shoe, solution = small(book, cards, split_hands=2, **changed)
    assert_alike(solution, played(opened, shoe, lambda table: answer(table, solution)))


def test_a_hand_is_given_up_early_also_where_a_natural_is_certain(book: Rulebook) -> None:
    """Nothing is left but tens once 15 is dealt against an ace."""
    terms: dict[str, Any] = {"surrender": "early", "insurance": "not offered"}
    cards = "As 9s 6s 10s 10s 10s"
    opened, shoe, solution = small(book, cards, split_hands=1, peek="ace and ten", **terms)
    assert solution.best((Rank.NINE, Rank.SIX), Rank.ACE) == "surrender"
    assert_alike(solution, played(opened, shoe, lambda table: answer(table, solution)))


def test_the_light_cases_have_every_choice(book: Rulebook) -> None:
    drawn = [random_case(book, seed)[0].terms for seed in LIGHT]
    for key, values in CHOICES.items():
        assert {getattr(terms, key) for terms in drawn} == {*values}, key


def small(book: Rulebook, cards: str, **terms: Any) -> tuple[Open, Shoe, Solution]:
    opened = open_house(book, House("south_dakota", tips=False))
    assert isinstance(opened.terms, BlackjackTerms)
    changed = replace(opened.terms, burn="none", double_amount="equal to the wager", **terms)
    shoe = Shoe.parse(f"0d + {cards}")
    made = replace(opened, play=replace(opened.play, terms=changed))
    return made, shoe, solve(changed, shoe)


@pytest.mark.parametrize(
    ("cards", "peek"),
    [
        ("10s 10s 10s 9s 6s As", "none"),
        ("10s 10s 10s 8s 8s 5s", "ace and ten"),
        soak("10s 10s 10s 9s 6s As", "ace and ten"),
        soak("10s 10s 10s 8s 8s 5s", "none"),
        soak("10s 10s As As 9s 9s 5s", "ace and ten"),
        soak("10s 10s As As 9s 9s 5s", "none"),
    ],
)
def test_nobody_plays_better_where_no_pair_is_split(book: Rulebook, cards: str, peek: str) -> None:
    """The search tries every answer to every question that looks different to the player."""
    opened, shoe, solution = small(book, cards, split_hands=1, peek=peek, surrender="late")
    best = referee(opened, shoe, {"blackjack": STAKE}).best
    assert solution.expectation == pytest.approx(float(best), abs=1e-12)


@soak_only(
    "tests/agreement/test_solved_hybrid.py"
    "::test_who_remembers_the_other_split_hands_is_never_worse_off"
)
@pytest.mark.parametrize("peek", ["ace and ten", "none"])
def test_who_remembers_the_other_split_hands_is_never_worse_off(book: Rulebook, peek: str) -> None:
    opened, shoe, solution = small(book, "10s 10s 10s 10s 9s 9s 9s 9s As", split_hands=2, peek=peek)
    best = referee(opened, shoe, {"blackjack": STAKE}).best
    assert solution.expectation <= float(best) + 1e-12
    assert solution.expectation == pytest.approx(float(best), abs=0.1)


def test_six_decks_are_worth_what_the_literature_says(book: Rulebook) -> None:
    """CDZ− for six decks, S17, any two doubled, also after a split, four hands, aces once."""
    terms = terms_for(book, book.game("pennsylvania/blackjack"), 6, {"surrender": "none"})
    assert f"{100 * solve(terms).expectation:.9f}" == "-0.402870236"


def test_rules_solved_together_are_worth_what_they_are_alone(book: Rulebook) -> None:
    game = book.game("colorado/blackjack")
    filed = [{"split_hands": str(n), "resplit_aces": a} for n in (2, 3, 4) for a in ("yes", "no")]
    games = [terms_for(book, game, 6, each) for each in filed]
    shared = [value(for_any_split(rules_of(terms))).expectation for terms in games]
    assert shared == pytest.approx([solve(terms).expectation for terms in games], abs=1e-15)
    assert len({round(each, 9) for each in shared}) == 5  # two hands cannot be split again


def test_a_shoe_that_could_run_out_is_refused(book: Rulebook) -> None:
    terms = terms_for(book, book.game("pennsylvania/blackjack"), 6)
    with pytest.raises(
        NotAllowed, match=r"^a shoe of 13 cards with 130 points in all is too small"
    ):
        solve(terms, Shoe.parse("0d +" + " 10s" * 13))


def test_a_game_with_another_procedure_is_refused(book: Rulebook) -> None:
    terms = terms_for(book, book.game("colorado/blackjack-switch"), 6)
    with pytest.raises(NotAllowed, match="not been solved yet"):
        solve(terms)


@soak_only("tests/solvers/test_strategy.py::test_json_has_the_figures_of_the_schema")
def test_the_deviation_of_six_decks_is_near_what_is_quoted(book: Rulebook) -> None:
    """Around 1.15 for six decks with doubles after splits and splits to four hands."""
    terms = terms_for(book, book.game("pennsylvania/blackjack"), 6, {"surrender": "none"})
    assert standard_deviation(solve(terms)) == pytest.approx(1.154, abs=0.001)
