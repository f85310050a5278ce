"""How the Blackjack wager of a terminal comes out, to the point (58 Pa. Code § 633c.5(p), (t))."""

import pytest

from pitboss.cards import parse_cards
from pitboss.games.hybrid_blackjack import silence
from pitboss.procedure.round import Hand
from pitboss.table.houses.opening import open_house
from tests.rounds.stack import results
from tests.rounds.test_hybrid_blackjack import BOOK, TEN, house, play


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("10s 7h 8d 10c", "18 beats 17, $20 back"),  # (t)(1)(ii)
        ("10s 8h 8d 10c", "18 each, $10 back"),  # (t)(2)
        ("10s 9h 8d 10c", "19 beats 18, $0 back"),  # (t)(3)(ii)
        ("10s 6h 2d 10c 6s", "dealer busts, $20 back"),  # (t)(1)(i): 22 is over 21
        ("10s 6h 2d 10c 5s", "21 beats 12, $0 back"),
    ],
)
def test_633c_5_t_one_point_decides(cards: str, says: str) -> None:
    assert results(play(cards, TEN, words=["stand"])) == [f"blackjack $10: {says}"]


@pytest.mark.parametrize(("cards", "word"), [("5s 6d", "hit"), ("5s 7d", "stand")])
def test_633c_5_p_2_filed_so_silence_hits_11_and_stands_on_12(cards: str, word: str) -> None:
    filed = open_house(BOOK, house(no_action="hit 11 or less")).play
    assert silence(Hand(1, cards=list(parse_cards(cards))), filed) == word  # type: ignore[arg-type]
