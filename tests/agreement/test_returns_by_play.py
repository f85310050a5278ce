"""A wager played for itself or with the main game: the table searched answer by answer.

The search deals every card of a small shoe, tries every answer to every question that looks
different to the player, and settles both wagers by the procedure.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.analysis.policies import FOR_THIS
from pitboss.analysis.referee import referee
from pitboss.analysis.setting import Setting, setting
from pitboss.analysis.sheet import prove
from pitboss.cards import Shoe
from pitboss.errors import NotAllowed
from pitboss.games.terms import BlackjackTerms
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack import SPLIT
from pitboss.solvers.returns_by_play import returns_by_play
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import position_of
from tests.agreement.filed import Filing, opened
from tests.agreement.solved import answer, played, solve
from tests.soak import soak

STAKE = 1_000


def small(filing: Filing, cards: str, **changed: Any) -> tuple[Open, Setting]:
    """A table with the wager, and the same as a setting; nothing is burned."""
    table = opened(filing)
    assert isinstance(table.terms, BlackjackTerms)
    terms = replace(
        table.terms,
        burn="none",
        insurance="not offered",
        double_amount="equal to the wager",
        **changed,
    )
    made = replace(table, play=replace(table.play, terms=terms))
    return made, Setting(
        made.offers[filing.wager], made.game, terms, STAKE, pack=Shoe.parse(f"0d + {cards}")
    )


STRAIGHT = Filing("colorado/straight-jack-blackjack", "straight-jack")
BUZZER = Filing("pennsylvania/hybrid-blackjack", "buzzer-beater")
SEVENS = Filing("pennsylvania/blackjack", "blazing-7s", paytable="Paytable B")
PRESS = Filing("pennsylvania/blackjack", "trilux-deluxe", paytable="TLX-3")
PUSHES: dict[str, Any] = {"both_over_21": "equal totals push"}
PRESS_BACK: dict[str, Any] = {"surrendered_with_press": "half of the blackjack wager"}
NO_SPLIT: dict[str, Any] = {"split_hands": 1, "surrender": "none"}
CASES: list[Any] = [
    soak(STRAIGHT, "10s 10s 9s 8s 6s 5s", NO_SPLIT, 1_000, 1_000),
    (STRAIGHT, "10s 10s 9s 8s 7s 4s", NO_SPLIT | {"double_on": "never"}, 50_000, 1_000),
    soak(BUZZER, "10s 10s 9s 9s 8s As", NO_SPLIT, 1_000, 1_000),
    (BUZZER, "10s 10s 10s 9s 9s 2s", NO_SPLIT, 20_000, 1_000),
    soak(BUZZER, "10s 10s 10s 9s 9s 5s", NO_SPLIT | PUSHES, 20_000, 1_000),
    soak(SEVENS, "10s 10s 7d 7d 7h 6s", NO_SPLIT, 50_000, 500),
    (SEVENS, "10s 10s 7d 7d 7c 6s", {"split_hands": 1, "surrender": "late"}, 1_000, 500),
    soak(PRESS, "10s 9s 8s 10h 6s 5d", NO_SPLIT, 1_000, 1_000),
    (PRESS, "10s 10s 9s As 5s 6d", NO_SPLIT, 1_000, 2_000),
    soak(PRESS, "10s 10s 9s 8s 6s 6d", {"split_hands": 1} | PRESS_BACK, 1_000, 2_000),
]


@pytest.mark.parametrize(("filing", "cards", "terms", "main", "stake"), CASES)
def test_nobody_gets_more_of_both_where_no_pair_is_split(
    filing: Filing, cards: str, terms: dict[str, Any], main: int, stake: int
) -> None:
    table, at = small(filing, cards, **terms)
    assert at.pack
    stakes = {"blackjack": main, filing.wager: stake}
    best = referee(table, at.pack, stakes, position_of(table, 1)).best
    made = returns_by_play(replace(at, stake=stake), Fraction(stake, main))
    assert made[2].together == pytest.approx(float(best), abs=1e-11)
    assert made[2].together >= max(each.together for each in made) - 1e-12


SPLIT_CASES: list[Any] = [
    soak(STRAIGHT, "10s 10s Js Js Js 6s 6s 6s 5s", {"split_hands": 2}),
    (BUZZER, "10s 10s 10s 10s 8s 8s 8s 9s", {"split_hands": 2}),
    (BUZZER, "10s 10s 10s 10s 8s 8s 8s 9s", {"split_hands": 2, "buzzer_after_split": "returned"}),
    (BUZZER, "10s 10s 10s 10s 10s 10s 10s 10s 8s 8s 8s 9s", {"split_hands": 3} | PUSHES),
    (SEVENS, "10s 10s 10s 10s 7d 7d 7h 6s 6s", {"split_hands": 2, "surrender": "none"}),
]


@pytest.mark.parametrize(("filing", "cards", "terms"), SPLIT_CASES)
def test_the_main_games_play_nets_at_the_table_what_both_are_said_to(
    filing: Filing, cards: str, terms: dict[str, Any]
) -> None:
    """Also where a pair is split: the wager stays with the first two cards, or the first hand."""
    table, at = small(filing, cards, **terms)
    assert at.pack
    solution = solve(at.terms, at.pack)
    assert (solution.chosen == SPLIT).any()
    stake = 500 if filing is SEVENS else STAKE
    net = played(table, at.pack, lambda each: answer(each, solution), {filing.wager: stake}).net
    made = returns_by_play(replace(at, stake=stake), Fraction(stake, STAKE))
    assert made[0].together == pytest.approx(float(net), abs=1e-11)
    assert made[0].main == pytest.approx(solution.expectation, abs=1e-12)
    assert made[0].staked == pytest.approx(solution.staked, abs=1e-12)


def test_30_2109_played_for_itself_a_wager_returns_what_its_sheet_says(book: Rulebook) -> None:
    asked = setting(book, STRAIGHT.wager, decks=6, terms={"policy": FOR_THIS})
    (_, alone, both) = returns_by_play(asked)
    assert alone.wager == pytest.approx(float(prove(asked).returns) - 1.0, abs=1e-12)
    assert both.together == pytest.approx(alone.together, abs=1e-12)  # 25 to 1 outweighs the hand
    (best, alone, both) = returns_by_play(asked, Fraction(1, 20))
    assert best.together < both.together
    assert alone.main < both.main < best.main


def test_a_wager_that_no_play_moves_has_no_such_returns(book: Rulebook) -> None:
    assert returns_by_play(setting(book, "pennsylvania/perfect-pairs", decks=6)) == ()


def test_what_is_not_covered_is_refused(book: Rulebook) -> None:
    asked = setting(book, STRAIGHT.wager, decks=6, choices={"B-33": "first hand"})
    with pytest.raises(NotAllowed, match="only for a wager that a split ends"):
        returns_by_play(asked)
