"""What cards count (58 Pa. Code § 633c.5(h); the New Hampshire house procedure, rules: values)."""

import pytest

from pitboss.cards import parse_cards
from pitboss.hands import total


def points(cards: str) -> int:
    return total(parse_cards(cards)).points


def test_633c_5_h_1_cards_from_2_to_10_have_their_face_value() -> None:
    assert [points(f"{n}h") for n in range(2, 11)] == [*range(2, 11)]


@pytest.mark.parametrize("face", "JQK")
def test_633c_5_h_2_jack_queen_and_king_count_10(face: str) -> None:
    assert points(f"{face}s") == 10
    assert points(f"{face}s 9d") == 19


def test_633c_5_h_3_an_ace_counts_11_unless_that_passes_21() -> None:
    assert points("As 9d") == 20
    assert points("As Kd") == 21
    assert points("As 9d 2c") == 12
    assert points("As Ad") == 12
    assert points("As Ad Kd") == 12
    assert points("As Kd Qd") == 21


def test_rules_values_a_hand_is_soft_while_its_ace_can_be_either() -> None:
    assert [total(parse_cards(cards)).soft for cards in ("As 6d", "As 6d 9c", "10s 7d")] == [
        True,
        False,
        False,
    ]
