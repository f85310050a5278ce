"""How to play: every game has three hands, each with something to press, and no card too early."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.server.coach import lesson
from pitboss.server.views.steps import round_frames
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events import TABLE_LOG, header_of
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.table import Table

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


@pytest.mark.parametrize("game", ["pennsylvania/switch-hands", "colorado/21-hold-em"])
def test_the_player_is_spoken_to(book: pitboss.Rulebook, game: str) -> None:
    """All cards of the box are the player's, those that lie there for a switch too."""
    for hand in lesson(book, book.game(game)).hands:
        says = [beat.says for beat in hand.beats]
        assert not [words for words in says if " to box " in words or "to you " in words]
        presses = [beat.press for beat in hand.beats]
        assert presses.index("Press Deal.") < says.index("No more bets.")
        assert "Blackjack $10: bust. Lost $10." not in says


SOFT_17 = """\
round number=1 shoe=1 dealt=0 asks=0 slips=0
card to=dealer card=Ah face=up
card to=dealer card=6c face=up
"""


@pytest.mark.parametrize(
    ("game", "draws"),
    [("pennsylvania/blackjack", False), ("colorado/golden-21-blackjack", True)],
)
def test_a_soft_17_is_drawn_as_the_game_plays_it(
    book: pitboss.Rulebook, game: str, draws: bool
) -> None:
    """58 Pa. Code § 633c.5(c)(2): all 17s stand; 1 CCR 207-1, 30-2108(7): the dealer hits it."""
    opened = file_house(book, book.game(game), Wish()).opened
    table = Table(opened, SealedShoes(opened.delivery, Lesson(1)), book.digest)
    drawn = round_frames(book, header_of(table.log), "", TABLE_LOG.parse_log(SOFT_17))
    assert drawn
    assert [(frame.dealer.total, frame.dealer.draws) for frame in drawn[1][1:]] == [
        (11, True),
        (17, draws),
    ]
