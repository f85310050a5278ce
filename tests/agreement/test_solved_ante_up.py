"""The solver of Ante Up 21 against the table: every deal of small shoes (30-2106)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pitboss.analysis.referee import referee
from pitboss.cards import Shoe
from pitboss.errors import NotAllowed
from pitboss.games.ante_up_21 import ANTE
from pitboss.games.ante_up_21 import BET as PLACED
from pitboss.money import Odds
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.ante_up_hands import AnteUp, solve_ante_up
from pitboss.solvers.ante_up_spread import AnteUpSpread
from pitboss.solvers.player import SolvedPlayer, ante_up_answer
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import position_of
from tests.agreement.played import STAKE, Answer, every_round, opened_with, sampled_net, sure
from tests.soak import covering, soak, soak_only

STAKES = {"blackjack": STAKE, ANTE: STAKE}
READS = {("poker_after_split", "all cards"), ("poker_hand_of", "first two")}


def small(book: Rulebook, cards: str | None, **terms: Any) -> tuple[Open, Shoe, AnteUp]:
    """A shoe of so many of each card, as in `9x10s 4x6s`, without a burn card."""
    known = {"burn": "none", "double_amount": "equal to the wager", **terms}
    opened = opened_with(book, "ante-up-21", **known)
    shoe = opened.terms.pack
    if cards:
        each = (part.split("x") for part in cards.split())
        shoe = Shoe.parse("0d +" + "".join(f" {card}" * int(n) for n, card in each))
    return opened, shoe, solve_ante_up(opened.terms, shoe)


def played(made: AnteUp) -> Answer:
    """As the solver says: with the poker in play the first hand is played for both."""
    return sure(ante_up_answer(made, SolvedPlayer(made.blackjack).answer))


WHOLE: list[tuple[str, dict[str, Any]]] = [
    ("2x10s 1xKs 1x9s 1x7s 1x4s", {}),
    ("4x10s 1x9s 2xAs 1x5s", {"soft_17": "stand"}),
    ("2x10s 1xQs 2x9s 2x3s", {"low_pair": "a queen at least", "wins_pay": Odds.parse("2 to 1")}),
    ("2x10s 1xQs 2x9s 2x3s", {"poker_hand_of": "first two"}),
]


@pytest.mark.parametrize(("cards", "terms"), [WHOLE[0], *(soak(*each) for each in WHOLE[1:])])
def test_nobody_plays_better_where_no_pair_is_split(
    book: Rulebook, cards: str, terms: dict[str, Any]
) -> None:
    opened, shoe, made = small(book, cards, split_hands=1, **terms)
    best = referee(opened, shoe, STAKES, position_of(opened, 1)).best
    assert made.total.value == pytest.approx(float(best), abs=1e-12)


SPLIT: list[tuple[str, dict[str, Any]]] = [
    ("3x10s 3xJs 4x6s", {"split_hands": 2}),
    ("6x8s 6x10s", {"split_hands": 3, "double_after_split": False}),
    ("5x10s 4xKs 5xAs 2x9s", {"split_hands": 3, "resplit_aces": True}),
    ("11x10s 6x5s", {"split_hands": 4}),
    ("5x10s 3xJs 4x6s", {"split_hands": 2, "poker_after_split": "no splitting"}),
    ("5x10s 3xJs 4x6s", {"split_hands": 2, "poker_hand_of": "first two"}),
    ("5xQs 4x6s 3xAs", {"split_hands": 2, "split_aces_draw": "as any hand"}),
]
ONE_POKER_HAND: list[tuple[str, dict[str, Any]]] = [
    ("3x10s 3xJs 4x6s", {"split_hands": 2}),
    ("5xQs 4x6s 3xAs", {"split_hands": 2, "split_aces_draw": "as any hand"}),
    ("6x8s 6x10s", {"split_hands": 3, "double_after_split": False}),
    ("10x9s 6x10s", {"split_hands": 4}),
    ("7x10s 4xKs 4x9s", {"split_hands": 3}),
]
FIRST_TWO = [("5xKs 4x5s 3xAs", {"split_hands": 1}), *ONE_POKER_HAND[:4]]


def _reading(case: tuple[str, dict[str, Any]]) -> frozenset[Any]:
    return frozenset(READS & case[1].items())


def _hands(case: tuple[str, dict[str, Any]]) -> int:
    """How many there may be."""
    most: int = case[1]["split_hands"]
    return most


EACH_READING = [
    *SPLIT,
    *((cards, {**terms, "poker_after_split": "all cards"}) for cards, terms in ONE_POKER_HAND),
    *((cards, {**terms, "poker_hand_of": "first two"}) for cards, terms in FIRST_TWO),
]


@pytest.mark.parametrize("case", covering(EACH_READING, _reading, _hands))
def test_the_solved_play_nets_at_the_table_what_the_solver_says(
    book: Rulebook, case: tuple[str, dict[str, Any]]
) -> None:
    cards, terms = case
    _agrees(book, cards, **terms)


def _agrees(book: Rulebook, cards: str, **terms: Any) -> None:
    """Expectation, variance and hit frequency, over every deal."""
    opened, shoe, made = small(book, cards, **terms)
    every = every_round(opened, shoe, STAKES, played(made), poker=(ANTE, PLACED))
    assert made.total.value == pytest.approx(float(every.net), abs=1e-12)
    spread = AnteUpSpread(made)
    variance = float(every.square - every.net**2)
    assert spread.standard_deviation**2 == pytest.approx(variance, abs=1e-11)
    assert spread.hit_frequency == pytest.approx(float(every.hit_frequency), abs=1e-12)


@pytest.mark.parametrize(
    "reading", [{"poker_after_split": "all cards"}, soak({"poker_hand_of": "first two"})]
)
@pytest.mark.parametrize("seed", [2, *(soak(each) for each in (1, *range(3, 8)))])
def test_so_it_does_from_random_shoes_with_random_terms(
    book: Rulebook, seed: int, reading: dict[str, str]
) -> None:
    random = Random(seed)
    hands = random.choice((2, 3))
    cards = _random_shoe(random, points=46 + 30 * (hands - 1))
    terms = {
        "split_hands": hands,
        "double_after_split": random.random() < 0.5,
        "resplit_aces": random.random() < 0.5,
        "soft_17": random.choice(("hit", "stand")),
        "low_pair": random.choice(("any pair", "a queen at least")),
        "wins_pay": Odds.parse(random.choice(("1 to 1", "2 to 1"))),
    }
    _agrees(book, cards, **terms, **reading)


def _random_shoe(random: Random, points: int) -> str:
    """A few cards of four ranks, with more points in all."""
    while True:
        high, low = random.sample(("10", "J", "Q", "K"), 2), random.choice("678")
        ranks, many = (*high, low, random.choice("9A")), random.choices(range(2, 6), k=4)
        worth = (10, 10, int(low), 9 if ranks[3] == "9" else 1)
        if sum(n * each for n, each in zip(many, worth, strict=True)) > points:
            return " ".join(f"{n}x{rank}s" for n, rank in zip(many, ranks, strict=True))


@pytest.mark.parametrize(
    ("cards", "terms"),
    [
        ("5x10s 4x8s", {"split_hands": 2}),
        soak("6x8s 6x10s", {"split_hands": 3, "double_after_split": False}),
        soak("3x10s 2xJs 4x8s", {"split_hands": 2}),
        soak("3x10s 2xQs 4x9s", {"split_hands": 2}),
        soak("3x10s 3xJs 4x6s", {"split_hands": 2}),
    ],
)
def test_30_2106_b_18_nobody_nets_less_who_plays_all_hands_for_one_poker_hand(
    book: Rulebook, cards: str, terms: dict[str, Any]
) -> None:
    opened, shoe, made = small(book, cards, poker_after_split="all cards", **terms)
    best = float(referee(opened, shoe, STAKES, position_of(opened, 1)).best)
    assert made.total.value <= best + 1e-12
    assert any(made.best(*each)[0] == "bet, split" for _, *each in made.deals)


@soak_only("test_the_solved_play_nets_at_the_table_what_the_solver_says")
@pytest.mark.parametrize(
    ("rounds", "terms"),
    [
        (10_000, {}),
        (10_000, {"poker_after_split": "all cards"}),
        (10_000, {"poker_hand_of": "first two"}),
    ],
)
def test_a_sample_of_rounds_at_the_table_is_within_its_error(
    book: Rulebook, rounds: int, terms: dict[str, Any]
) -> None:
    opened, shoe, made = small(book, None, **terms)
    mean, error = sampled_net(opened, shoe, STAKES, played(made), rounds)
    assert abs(mean - made.total.value) < 4 * error


@pytest.mark.parametrize(
    ("cards", "terms", "said"),
    [
        (None, {"peek": "none"}, "looks for a natural before the play"),
        (None, {"surrender": "late"}, "only without surrender"),
        (None, {"split_by": "rank"}, "cards of equal value may be split"),
        ("5x9s", {"split_hands": 1}, "could use 46 and run out"),
    ],
)
def test_what_is_not_covered_is_refused(
    book: Rulebook, cards: str | None, terms: dict[str, Any], said: str
) -> None:
    with pytest.raises(NotAllowed, match=said):
        small(book, cards, **terms)
