"""The rules of a table in sentences say what is in force there, each with its clause."""

from __future__ import annotations

import pytest

from pitboss.errors import NotAllowed
from pitboss.games.house_rules import SAYS, house_pays, house_rules
from pitboss.games.terms_in_force import procedure_of, terms_for
from pitboss.rulebook.load import load

BOOK = load()


def pays(game: str, decks: int, **readings: str) -> dict[str, str]:
    """Hand → what it pays."""
    found = BOOK.game(game)
    terms = terms_for(BOOK, found, decks, readings=readings)
    return {row.hand: row.pays for row in house_pays(procedure_of(BOOK, found), terms)}


def rules(game: str, decks: int, **filed: str) -> dict[str, str]:
    """Term → its sentence."""
    terms = terms_for(BOOK, BOOK.game(game), decks, filed)
    return {rule.term: rule.says for rule in house_rules(terms)}


def test_633a_13_a_blackjack_pays_3_to_2_and_other_hands_even_money() -> None:
    assert pays("pennsylvania/blackjack", 6) == {
        "Blackjack: an ace and a ten-value card": "3 to 2",
        "Any other hand that wins": "1 to 1",
        "A tie with the dealer": "push",
        "A lower total, or over 21": "loses",
    }


def test_new_hampshire_payouts_every_21_wins_so_only_lower_totals_tie() -> None:
    """Rules, dealer and payouts: every 21 is called a guaranteed winner (reading A-8)."""
    found = pays("new_hampshire/blackjack", 6)
    assert found["A tie with the dealer below 21"] == "push"
    assert "A tie with the dealer" not in found
    assert rules("new_hampshire/blackjack", 6)["player_21"] == "A 21 wins, whatever the dealer has"


def test_what_the_house_filed_is_said_and_not_what_the_law_allows() -> None:
    """Colorado leaves soft 17, surrender and the splits to the house (1 CCR 207-1, Rule 8)."""
    usual, filed = (
        rules("colorado/blackjack", 6, **terms)
        for terms in ({}, {"soft_17": "stand", "surrender": "early", "split_hands": "2"})
    )
    assert (usual["soft_17"], usual["surrender"]) == ("Dealer hits soft 17", "No surrender")
    assert filed["soft_17"] == "Dealer stands on all 17s"
    assert filed["surrender"].startswith("Early surrender: ")
    assert filed["split_by"] == "Two cards of one value may be split, up to 2 hands"


def test_633c_4_i_2_and_o_a_blackjack_of_one_color_pays_more_to_some() -> None:
    """To a player who switched; in Blackjack Premium to one who placed the ante."""
    switched, ante = pays("pennsylvania/switch-hands", 6), pays("pennsylvania/blackjack-premium", 6)
    assert switched["Blackjack of one color after a switch"] == "2 to 1"
    assert ante["Blackjack of one color with the ante"] == "2 to 1"
    assert ante["Blackjack with the ante, and the dealer has one"] == "1 to 2"
    everyone = pays("pennsylvania/blackjack-premium", 6, **{"D-14": "everyone"})
    assert everyone["Blackjack, and the dealer has one"] == "1 to 2"


def test_30_2112_nobody_draws_a_card_at_pai_jack() -> None:
    """(5): an ace and two ten-valued cards, shown and paid; (6): hands are set and not drawn to."""
    assert pays("colorado/pai-jack", 1)["Pai Jack: an ace and two ten-value cards"] == "3 to 2"
    assert {*rules("colorado/pai-jack", 1, help="offered")} == {
        *("high_hand", "low_hand", "player_bust", "dealer_bust", "help")
    }


def test_30_2111_three_cards_with_a_pair_or_over_21_are_split_in_three() -> None:
    said = rules("colorado/3-card-21-n-done", 6)
    assert said["split_on"] == "Splitting: a pair, or over 21, into 3 hands"
    assert "split_by" not in said
    assert pays("colorado/3-card-21-n-done", 6)["21 on the deal: three cards that total 21"]


def test_30_1099_52_the_dealer_qualifies_with_queen_high() -> None:
    assert rules("colorado/3-card-shine", 1)["qualifies"] == (
        "The dealer qualifies with queen high or better"
    )
    assert pays("colorado/3-card-shine", 1) == {
        "A hand that wins: Ante and Play": "1 to 1",
        "A tie with the dealer": "push",
    }


@pytest.mark.parametrize("game", [game.id for game in BOOK.games])
def test_every_sentence_is_whole_and_has_its_clause(game: str) -> None:
    """Whatever of its terms a house files."""
    found = BOOK.game(game)
    choices = [(t.key, v) for t, _ in BOOK.terms_of(found) for v in t.one_of if t.key in SAYS]
    for key, value in choices:
        try:
            terms = terms_for(BOOK, found, found.decks[0], {key: value})
        except NotAllowed:  # it does not go with the deck count
            continue
        for rule in house_rules(terms):
            assert rule.clause
            assert rule.says[0].isupper()
            assert not {*rule.says} & {*"{}_"}
