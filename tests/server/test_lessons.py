"""How to play: every game has three hands, each with something to press, and no card too early."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.server.coach import lesson

GAMES = tuple(game.id for game in pitboss.load().games)


@pytest.mark.parametrize("game", GAMES)
def test_three_hands_with_what_to_press(book: pitboss.Rulebook, game: str) -> None:
    made = lesson(book, book.game(game))
    assert len(made.hands) == 3
    for hand in made.hands:
        presses = [beat.press for beat in hand.beats if beat.press]
        assert presses[0].startswith("Lay a chip on ")
        assert "Press Deal." in presses
        assert all(beat.says or beat.press for beat in hand.beats)
        assert "Fold" not in " ".join(presses)
        assert any(
            box.results for beat in hand.beats for box in beat.frame.boxes
        )  # it is played to its end
        first = next(beat.frame for beat in hand.beats if "??" in beat.frame.dealer.cards or beat)
        assert first.phase == "betting"
    assert any(len(hand.beats) > 8 for hand in made.hands)


def test_the_hole_card_is_hidden_until_it_is_turned(book: pitboss.Rulebook) -> None:
    for hand in lesson(book, book.game("pennsylvania/blackjack")).hands:
        turned = [beat.says for beat in hand.beats].index("It is your turn.")
        assert hand.beats[turned].frame.dealer.cards[1] == "??"
