"""The solver of 3 Card 21 "N" Done against the table: every deal of small shoes (30-2111)."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.analysis.referee import referee
from pitboss.cards import Shoe
from pitboss.errors import NotAllowed
from pitboss.money import Odds
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.player import three_card_answer
from pitboss.solvers.strategy_request import AskedGame
from pitboss.solvers.three_card import BONUS, ThreeCardStrategy, three_card_strategy
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import position_of
from tests.agreement.played import STAKE, every_round, opened_with, sampled_net, sure
from tests.soak import soak, soak_only

GAME = "3-card-21-n-done"
STAKES = {"three-card-21": STAKE, BONUS: STAKE}


def small(book: Rulebook, cards: str | None, **terms: Any) -> tuple[Open, ThreeCardStrategy]:
    """A shoe of so many of each card, as in `9x10s 4x6s`, without a burn card."""
    known = {"burn": "none", "double_amount": "equal to the wager", **terms}
    opened = opened_with(book, GAME, **known)
    shoe = opened.terms.pack
    if cards:
        each = (part.split("x") for part in cards.split())
        shoe = Shoe.parse("0d +" + "".join(f" {card}" * int(n) for n, card in each))
    asked = AskedGame(book.game(f"colorado/{GAME}"), opened.terms, shoe)
    return opened, three_card_strategy(book, asked, {})


SMALL: list[tuple[str, dict[str, Any]]] = [
    ("9x10s 4x6s", {}),
    ("10x10s 1x9s 2xAs", {"over_21_loses": "half", "split_ace_draws": "as any hand"}),
    ("10x10s 1xKs 3xAs", {"may_split_21": "any ace", "natural_pays": Odds.parse("1 to 2")}),
]
UNREAD: list[tuple[str, dict[str, Any]]] = [
    ("10x10s 3xAs 1x6s", {"peek": "ten"}),
    ("10x10s 1xKs 3xAs", {"peek": "ten", "may_split_21": "any ace", "player_21": "wins"}),
    ("3x10s 8x9s 1xAs", {"peek": "none", "lost_to_dealer_natural": "all wagers"}),
]
MORE: list[tuple[str, dict[str, Any]]] = [
    ("9x10s 3x9s 2xAs", {"over_21_loses": "half", "split_ace_draws": "as any hand"}),
    ("9x10s 3xAs 2x6s", {"peek": "ten"}),
    ("3x10s 8x9s 2xAs", {"peek": "none", "lost_to_dealer_natural": "all wagers"}),
    ("5x10s 6x9s 3xAs", {"peek": "ten", "split_ace_draws": "as any hand", "soft_17": "stand"}),
    ("5x10s 6x9s 3xAs", {"peek": "none", "insurance_pays": Odds.parse("3 to 1")}),
    ("10x10s 4x5s 2x7s", {"soft_17": "stand", "double_after_split": False}),
    ("6x10s 4xKs 3x6s 3xAs", {"wins_pay": Odds.parse("2 to 1"), "player_21": "wins"}),
    ("8x10s 8x8s", {"insurance_pays": Odds.parse("3 to 1"), "dealer_22": "push"}),
    ("5xAs 12x9s 2x10s", {"may_split_21": "any ace", "insurance": "not offered"}),
]


@pytest.mark.parametrize(("cards", "terms"), [*SMALL, *UNREAD, *(soak(*each) for each in MORE)])
def test_the_solved_play_nets_at_the_table_what_the_solver_says(
    book: Rulebook, cards: str, terms: dict[str, Any]
) -> None:
    opened, made = small(book, cards, **terms)
    every = every_round(opened, made.shoe, STAKES, sure(three_card_answer(made)))
    assert 2 * made.expectation == pytest.approx(float(every.net), abs=1e-12)
    assert 2 * made.average_staked == pytest.approx(float(every.staked), abs=1e-12)
    spread = made.standard_deviation
    assert 4 * spread**2 == pytest.approx(float(every.square - every.net**2), abs=1e-11)
    assert made.hit_frequency == pytest.approx(float(every.hit_frequency), abs=1e-12)


@pytest.mark.parametrize(
    ("cards", "peek"), [soak("10x10s 2x6s", "ace and ten"), ("10x10s 2xAs", "ten")]
)
def test_who_remembers_what_other_split_hands_drew_is_never_worse_off(
    book: Rulebook, cards: str, peek: str
) -> None:
    opened, made = small(book, cards, peek=peek)
    best = referee(opened, made.shoe, STAKES, position_of(opened, 1)).best
    assert 2 * made.expectation <= float(best) + 1e-12
    assert 2 * made.expectation == pytest.approx(float(best), abs=0.1)


@soak_only("test_the_solved_play_nets_at_the_table_what_the_solver_says")
@pytest.mark.parametrize("rounds", [10_000])
def test_a_sample_of_rounds_at_the_table_is_within_its_error(book: Rulebook, rounds: int) -> None:
    opened, made = small(book, None)
    mean, error = sampled_net(opened, made.shoe, STAKES, sure(three_card_answer(made)), rounds)
    assert abs(mean - 2 * made.expectation) < 4 * error


@pytest.mark.parametrize(
    ("cards", "terms", "said"),
    [
        (None, {"split_hands": 4}, "only where no pair is split again"),
        ("9x10s", {}, "a round of up to 3 hands could use 100 and run out"),
    ],
)
def test_what_is_not_covered_is_refused(
    book: Rulebook, cards: str | None, terms: dict[str, Any], said: str
) -> None:
    with pytest.raises(NotAllowed, match=said):
        small(book, cards, **terms)[1].rules  # noqa: B018
