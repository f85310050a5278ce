"""The effect of a missing card: from one look at the deals, as from every shorter shoe."""

import pytest

import pitboss
from pitboss.analysis.sensitivity import removals
from pitboss.analysis.setting import setting
from pitboss.analysis.sheet import prove
from pitboss.cards import DECK
from tests.soak import soak

SEEN = {
    "colorado/21-plus-3": ("As", "2h", "Kd"),  # three cards as one hand
    "pennsylvania/perfect-pairs": ("9c", "9d"),  # colors
    "pennsylvania/royal-match-21": ("Kh", "Qs", "5c"),  # one party's cards
    "pennsylvania/kings-bounty": ("Ks", "Kh", "4s"),  # a card by name, dealt in groups
    "colorado/buster-blackjack": ("10s", "Kh", "6c"),  # a growing hand: ten and king are one kind
}


LONG = [
    soak("pennsylvania/axman", ("Kd", "Kh"), id="pennsylvania/axman"),
    soak("colorado/21-hold-em-poker", ("7d", "Ac"), id="colorado/21-hold-em-poker"),
]
"""A wild card; one deck, and community cards."""


@pytest.mark.parametrize(
    ("wager", "cards"), [*(pytest.param(*each, id=each[0]) for each in SEEN.items()), *LONG]
)
def test_each_effect_is_that_of_the_shorter_shoe(
    book: pitboss.Rulebook, wager: str, cards: tuple[str, ...]
) -> None:
    sheet = prove(setting(book, wager))
    effects = {str(card): each.effect for each in removals(sheet)[0] for card in each.cards}
    assert len(effects) == len(DECK)
    for name in cards:
        card = next(card for card in DECK if str(card) == name)
        assert effects[name] == prove(sheet.setting.without(card)).returns - sheet.returns, name


def test_kings_bounty_tells_the_king_of_spades_from_the_others(book: pitboss.Rulebook) -> None:
    """§ 633c.5(x): two kings of spades pay more than two others, so that his loss costs more."""
    found, check = removals(prove(setting(book, "pennsylvania/kings-bounty")))
    words = [each.words for each in found]
    assert check == 0
    assert "Ks" in words
    assert "K of c d h" in words
