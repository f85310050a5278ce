"""`pitboss.settle_many`: what `settle` says of each row, for every wager that it takes."""

from __future__ import annotations

import numpy as np
import pytest

import pitboss
from pitboss.cards import DECK
from pitboss.errors import NotAllowed
from pitboss.library import settle_many
from tests.table.floor import book


@pytest.mark.parametrize(
    ("wager", "stake", "kind"),
    [
        ("pennsylvania/perfect-pairs", "$5", np.uint8),
        ("colorado/21-plus-3", "$1", np.uint64),
        ("pennsylvania/kings-bounty", "$10", np.uint8),
        ("pennsylvania/match-the-dealer", "$5", np.uint64),
    ],
)
def test_every_row_is_settled_as_it_is_alone(
    wager: str, stake: str, kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over several blocks of rows, of which the last is not full."""
    monkeypatch.setattr(settle_many, "BLOCK", 64)
    chance = np.random.default_rng(16)
    cards = chance.integers(0, 52, (200, 4), kind)
    cards[:100] = cards[:100] % 8 + 44  # kings and aces, so that rare hands come
    made = pitboss.settle_many(wager, cards[:, :2], cards[:, 2:], stake=stake, decks=6, book=book())
    won, back = made.won, made.back
    for at, row in enumerate(cards):
        mine, dealer = [DECK[n] for n in row[:2]], [DECK[n] for n in row[2:]]
        one = pitboss.settle(wager, player=mine, dealer=dealer, stake=stake, decks=6, book=book())
        number = made.kind[at]
        assert (one.hand, one.pays, one.won, one.back, one.share) == (
            made.hands[number], made.pays[number], won[at], back[at], made.shares[number],
        )  # fmt: skip
    assert len(set(made.kind.tolist())) > 2


@pytest.mark.parametrize(
    ("wager", "player", "dealer", "said"),
    [
        ("colorado/21-plus-3", [[0, 1]], None, "dealer= needs rows of 1 card or more"),
        ("colorado/21-plus-3", [[0]], [[3]], "player= needs rows of 2 cards or more"),
        ("colorado/21-plus-3", [[0, 52]], [[3]], r"player= takes cards from 0 \(2c\) to 51"),
        ("colorado/21-plus-3", [[0, 0.5]], [[3]], "takes whole numbers"),
        ("colorado/21-plus-3", [[0, 1]], [[3], [4]], "the same number of rows"),
        ("colorado/21-plus-3", [[47, 43], [0]], [39, 28], "player= needs rows of 2 cards or more"),
        ("colorado/21-plus-3", [[47, 43, 1], [0, 1]], [39, 28], "all of one length"),
        ("colorado/buster-blackjack", [[0, 1]], [[3]], "depends on a hand that is played out"),
    ],
)
def test_what_cannot_be_settled_is_refused(
    wager: str, player: list, dealer: list | None, said: str
) -> None:
    with pytest.raises(NotAllowed, match=said):
        pitboss.settle_many(wager, player, dealer, book=book())


def test_no_more_of_a_card_than_the_shoe_holds() -> None:
    with pytest.raises(NotAllowed, match="row 1 has more of a card than the shoe holds"):
        pitboss.settle_many("colorado/21-plus-3", [[0, 1], [5, 5]], [3, 5], decks=2, book=book())


def test_a_stake_whose_wins_no_array_holds_is_refused() -> None:
    with pytest.raises(pitboss.NotAllowed, match="is too much: an array holds no such wins"):
        pitboss.settle_many("pennsylvania/perfect-pairs", [[47, 47]], stake=10**19)
