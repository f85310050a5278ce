"""The solver of hybrid tables against the table: every deal of small shoes (§ 633c.5)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pitboss.analysis.referee import referee
from pitboss.cards import Rank, Shoe
from pitboss.errors import NotAllowed
from pitboss.games.hybrid_blackjack import TerminalTerms
from pitboss.games.terms_in_force import terms_for
from pitboss.money import Odds
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack import Solution
from pitboss.solvers.charts import best_chart
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.money.spots import position_of
from tests.agreement.solved import (
    STAKE,
    ChartPlayer,
    answer,
    assert_alike,
    played,
    played_net,
    solve,
)
from tests.soak import covering, soak

HOLE, NO_HOLE = "hybrid-blackjack", "hybrid-blackjack-no-hole-card"
IN_TURN = {"split_hands_draw": "one after the other"}
PUSHES = {"both_over_21": "equal totals push"}
STIFF = "10s 10s 10s 7s 6s 5s 5s As"
EIGHTS = "10s 10s 10s 10s 8s 8s 8s 3s 6s"
FEW_EIGHTS = "10s 10s 10s 10s 10s 10s 10s 10s 8s 8s 8s"
MORE_EIGHTS = "10s 10s 10s 10s 10s 10s 10s 8s 8s 8s 8s 8s 8s 8s 6s"
FEW_THREES = "10s 10s 10s 10s 10s 10s 10s 3s 3s 3s 8s 7s 9s"
FEW_TENS = "10s 10s 9s 9s 9s 9s 9s 9s 9s 9s 9s 9s 9s 9s As As As As"
ACES = "As As As As 10s 10s 10s 10s 10s 10s 8s"
MORE_ACES = "As As As As 10s 10s 10s 10s 10s 10s 10s 10s 10s 10s 10s 10s 10s"


def small(book: Rulebook, game: str, cards: str, **terms: Any) -> tuple[Open, Shoe, Solution]:
    house = House(
        "pennsylvania", game, tips=False, readings={"D-19": "late"} if game == NO_HOLE else {}
    )
    opened = open_house(book, house)
    assert isinstance(opened.terms, TerminalTerms)
    changed = replace(opened.terms, burn="none", double_amount="equal to the wager", **terms)
    shoe = Shoe.parse(f"0d + {cards}")
    made = replace(opened, play=replace(opened.play, terms=changed))
    return made, shoe, solve(changed, shoe)


CASES: list[tuple[str, str, dict[str, Any]]] = [
    (HOLE, EIGHTS, {"split_hands": 2}),
    (HOLE, EIGHTS, {"split_hands": 2, "double_after_split": True, **IN_TURN}),
    (HOLE, MORE_EIGHTS, {"split_hands": 4, "double_after_split": True}),
    (HOLE, MORE_ACES, {"split_hands": 4, "resplit_aces": True}),
    (HOLE, MORE_EIGHTS, {"split_hands": 3, "double_after_split": True}),
    (HOLE, MORE_ACES, {"split_hands": 3, "resplit_aces": True}),
    (HOLE, FEW_THREES, {"split_hands": 3, "double_after_split": True}),
    (HOLE, f"{EIGHTS} 9s", {"split_hands": 2, "double_after_split": True, **PUSHES}),
    (HOLE, f"{EIGHTS} 9s", {"split_hands": 2, "double_after_split": True, **PUSHES, **IN_TURN}),
    (HOLE, f"{MORE_EIGHTS} 10s", {"split_hands": 4, **PUSHES}),
    (HOLE, f"{FEW_EIGHTS} 9s", {"split_hands": 3, **PUSHES, **IN_TURN}),
    (HOLE, f"{FEW_THREES} 10s", {"split_hands": 3, "double_after_split": True, **PUSHES}),
    (HOLE, STIFF, {"split_hands": 1, "wins_pay": Odds.parse("2 to 1"), **PUSHES}),
    (HOLE, f"{EIGHTS} As", {"split_hands": 2, "peek": "none", "insurance": "not offered"}),
    (HOLE, f"{EIGHTS} 9s As", {"split_hands": 2, "peek": "none", **PUSHES, **IN_TURN}),
    (HOLE, STIFF, {"split_hands": 1, "dealer_22": "push", "peek": "none", **PUSHES}),
    (NO_HOLE, EIGHTS, {}),
    (NO_HOLE, EIGHTS, IN_TURN),
    (NO_HOLE, ACES, {}),
    (NO_HOLE, ACES, {"surrender_is": "early", "doubled_before_natural": "lost"}),
    (NO_HOLE, FEW_TENS, {"double_after_split": True, "doubled_before_natural": "lost"}),
    (NO_HOLE, FEW_TENS, {"split_hands": 3, "resplit_aces": True}),
    (NO_HOLE, FEW_TENS, {"split_hands": 4, "lost_to_dealer_natural": "all wagers"}),
]


Case = tuple[str, str, dict[str, Any]]


def _choice(*keys: str) -> Callable[[Case], Hashable]:
    """What a case chooses of these terms, at a table of its kind."""
    return lambda case: (case[0], *(case[2].get(key) for key in keys))


TERMS = sorted({key for _, _, terms in CASES for key in terms})
TOGETHER = _choice("both_over_21", "split_hands_draw")


@pytest.mark.parametrize("case", covering(CASES, *map(_choice, TERMS), TOGETHER))
def test_the_solved_play_nets_at_the_table_what_the_solver_says(book: Rulebook, case: Case) -> None:
    """Hands of a split take the same community cards, or one after the other (reading D-18)."""
    game, cards, terms = case
    opened, shoe, solution = small(book, game, cards, **terms)
    assert_alike(solution, played(opened, shoe, lambda each: answer(each, solution)))


LIGHT = {33, 38, 41, 42, 43, 44, 46, 48}
"""Cases that take little time; together they have every choice of the terms."""
CHOICES: dict[str, tuple[Any, ...]] = {
    "split_hands": (1, 2, 3, 4),
    "split_hands_draw": ("each from the same card", "one after the other"),
    "double_after_split": (True, False),
    "resplit_aces": (True, False),
    "ace_splits": ("three splits in all", "one further split"),
    "split_aces_draw": ("one card", "as any hand"),
    "split_by": ("value", "value", "rank"),
    "lost_to_dealer_natural": ("original wager", "all wagers"),
    "doubled_before_natural": ("returned", "lost"),
    "soft_17": ("stand", "hit"),
    "dealer_22": ("bust", "bust", "push"),
    "player_21": ("compared", "wins", "wins at once"),
    "insurance": ("offered", "not offered"),
    "wins_pay": (Odds.parse("1 to 1"), Odds.parse("2 to 1")),
}
OWN_CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    HOLE: {
        "both_over_21": ("player's bust loses at once", "equal totals push"),
        "peek": ("ace and ten", "ace and ten", "none", "ten"),
    },
    NO_HOLE: {"surrender_is": ("late", "early"), "surrender": ("late", "none")},
}


def random_case(book: Rulebook, seed: int) -> tuple[Open, Shoe, Solution]:
    """A table with any terms that the procedures can deal, and a shoe that is just large enough."""
    random = Random(seed)
    game = random.choice([HOLE, NO_HOLE])
    choices = CHOICES | OWN_CHOICES[game]
    terms = {key: random.choice(values) for key, values in choices.items()}
    kinds = ["10s", "10s", *random.choices(["As", "3s", "6s", "7s", "8s", "9s", "Ks"], k=2)]
    cards = [*kinds, *kinds]
    while True:
        try:
            return small(book, game, " ".join(cards), **terms)
        except NotAllowed:
            cards.append(random.choice(kinds))


@pytest.mark.parametrize("seed", [n if n in LIGHT else soak(n) for n in range(1, 53)])
def test_any_terms_are_solved_as_the_table_plays_them(book: Rulebook, seed: int) -> None:
    opened, shoe, solution = random_case(book, seed)
    assert_alike(solution, played(opened, shoe, lambda each: answer(each, solution)))


def test_the_light_cases_have_every_choice(book: Rulebook) -> None:
    cases = [random_case(book, seed)[0] for seed in LIGHT]
    for key, values in CHOICES.items():
        assert {getattr(opened.terms, key) for opened in cases} == {*values}
    for game, choices in OWN_CHOICES.items():
        for key, values in choices.items():
            own = [opened.terms for opened in cases if opened.house.game == game]
            assert {getattr(terms, key) for terms in own} == {*values}


@pytest.mark.parametrize("hands", [2, 3])
def test_tens_that_pair_by_rank_are_split_by_rank(book: Rulebook, hands: int) -> None:
    cards = "10s 10s 10s 10s Ks Ks Ks Ks 10s 6s 6s 9s"
    opened, shoe, solution = small(book, HOLE, cards, split_hands=hands, split_by="rank")
    assert solution.best((Rank.KING, Rank.KING), Rank.SIX) == "split"
    assert_alike(solution, played(opened, shoe, lambda each: answer(each, solution)))


def test_who_remembers_the_other_split_hands_is_never_worse_off(book: Rulebook) -> None:
    opened, shoe, solution = small(book, HOLE, FEW_EIGHTS, split_hands=3)
    best = referee(opened, shoe, {"blackjack": STAKE}, position_of(opened, 1)).best
    assert solution.expectation <= float(best) + 1e-12
    assert solution.expectation == pytest.approx(float(best), abs=0.1)


def test_a_10_nobody_plays_better_where_equal_totals_over_21_push(book: Rulebook) -> None:
    cards = "10s 10s 10s 9s 7s 6s 6s"
    opened, shoe, solution = small(book, HOLE, cards, split_hands=1, **PUSHES)
    best = referee(opened, shoe, {"blackjack": STAKE}, position_of(opened, 1)).best
    assert solution.expectation == pytest.approx(float(best), abs=1e-12)


def test_a_10_a_chart_nets_at_the_table_what_it_is_said_to_be_worth(book: Rulebook) -> None:
    opened, shoe, solution = small(book, HOLE, f"{EIGHTS} 9s", split_hands=2, **PUSHES)
    chart, followed = best_chart(solution.rules)
    net, _ = played_net(opened, shoe, ChartPlayer(chart, followed, insures=False))
    assert followed.expectation == pytest.approx(float(net), abs=1e-12)
    assert followed.expectation < solution.expectation


def test_d_19_a_natural_takes_all_of_a_hand_given_up_before_it(book: Rulebook) -> None:
    """A hard 15 against an ace is worth giving up only if half comes back in any case."""
    game = book.game(f"pennsylvania/{NO_HOLE}")
    late, early = (solve(terms_for(book, game, 6, {}, {"D-19": r})) for r in ("late", "early"))
    said = [each.best((Rank.TEN, Rank.FIVE), Rank.ACE) for each in (late, early)]
    assert said == ["hit", "surrender"]
    assert late.expectation < early.expectation
