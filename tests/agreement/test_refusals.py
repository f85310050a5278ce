"""What a method does not cover is refused by name, and one wager's count never serves another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.analysis.policies import FOR_THIS, NEVER_HIT
from pitboss.analysis.setting import policies, setting
from pitboss.analysis.sheet import prove
from pitboss.errors import NotAllowed, NotProved, UnknownName
from pitboss.rulebook.when import parse
from pitboss.wagers.card_holders import unprovable
from pitboss.wagers.offer import Offer
from tests.agreement.engine import bind, book


def saying(bound: Offer, when: str) -> Offer:
    """The same wager, paid for another hand."""
    return replace(bound, lines=(replace(bound.lines[0], when=parse(when)),))


@pytest.mark.parametrize("when", ["player.suited", "dealer.suited", "dealer.red"])
def test_633c_12_suits_beside_five_cards_and_a_wild_card(when: str) -> None:
    assert "asks for suits with a hand of five cards" in unprovable(
        saying(bind("pennsylvania/axman"), when)
    )


def test_a_best_play_that_would_go_by_suits_is_not_named() -> None:
    duel = saying(bind("pennsylvania/buzzer-beater"), "player.total == 20 and not dealer.suited")
    assert FOR_THIS not in policies(duel)
    asked = replace(setting(book(), "buzzer-beater"), offer=duel, policy=FOR_THIS)
    with pytest.raises(NotProved, match="would depend on suits"):
        prove(asked)


def test_633c_9_d_4_a_third_card_in_any_case_is_not_taken_from_memory() -> None:
    """Wagers that differ only in the ranks after which a third card always comes."""
    made = replace(setting(book(), "blazing-7s"), policy=NEVER_HIT)
    wager = replace(made.wager, third_card_after="")
    without = replace(made, offer=replace(made.offer, wager=wager))
    assert prove(without).edge > prove(made).edge
    assert prove(made).edge < prove(without).edge


def test_a_term_has_the_same_name_in_a_sheet_as_in_the_law() -> None:
    with pytest.raises(UnknownName, match="No term is called 'soft17'"):
        setting(book(), "colorado/buster-blackjack", terms={"soft17": "stand"})


@pytest.mark.parametrize("settles", ["after the deal", "after the peek", "as the hand is asked"])
def test_a_hand_that_is_settled_before_it_is_played_out(settles: str) -> None:
    early = bind("colorado/straight-jack")
    early = replace(early, table=replace(early.table, settles=settles))
    assert unprovable(early) == f"it is settled {settles}, before the player's hand is played out"


def test_633c_9_a_stake_without_a_meter() -> None:
    with pytest.raises(NotAllowed, match=r"has a meter for \$1 or \$5, not for \$10"):
        setting(book(), "blazing-7s", stake="$10")
