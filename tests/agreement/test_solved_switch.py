"""The solver of Blackjack Switch against the table: every deal of small shoes (30-2105)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from pitboss.analysis.automatic_player import hand_of
from pitboss.analysis.referee import referee
from pitboss.cards import Card, Rank, Shoe
from pitboss.errors import NotAllowed
from pitboss.games.blackjack_switch import BlackjackSwitchTerms
from pitboss.games.terms_in_force import terms_for
from pitboss.money import PUSH, Odds
from pitboss.procedure.round import Box
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.rules import TWO_CARDS
from pitboss.solvers.switch import SwitchSolution, solve_switch, switch_rules_of
from pitboss.solvers.switch_strategy import switch_deviation
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.money.spots import position_of
from pitboss.table.table import Table
from tests.agreement.solved import STAKE, played
from tests.soak import first, soak, soak_only

Pair = tuple[Rank, Rank]
SHEETS = "tests/solvers/test_strategy.py"


@dataclass
class SwitchPlayer:
    """Answers a round; each hand is played with the other's first two cards gone."""

    solution: SwitchSolution
    by_sums: bool = False
    first: dict[int, Pair] = field(default_factory=dict)

    def answer(self, table: Table) -> None:
        asked = table.pending
        assert asked
        assert table.round
        box, up = table.round.box(asked.step.box), table.round.upcard.rank
        if not isinstance(asked.step, Ask):
            rules, gone = self.solution.rules, [c for hand in box.hands for c in hand.cards]
            tens = rules.hand.shoe[9] - sum(card.points == 10 for card in gone)
            others = sum(rules.hand.shoe) - 5 - tens
            wins = rules.insurance * tens > others
            table.answer_stake(asked.number, (asked.step.most or 0) if wins else 0)
            return
        if asked.step.about == "play":
            table.answer(asked.number, self.play(box, asked.step, up))
            return
        one, two = (_two(hand.cards) for hand in box.hands)
        self.first = {1: one, 2: two}
        if asked.step.about == "surrender":
            hand = hand_of(box, asked.step.of)
            assert hand
            gives_up = self.solution.gives_up(one, two, up)[hand.spot - 1]
            table.answer(asked.number, "surrender" if gives_up else "no")
            return
        assert asked.step.about == "switch"
        better = self.sums_are_higher if self.by_sums else self.solution.switches
        word = "switch" if better(one, two, up) else "no"
        if word == "switch":
            self.first = {1: (one[0], two[1]), 2: (two[0], one[1])}
        table.answer(asked.number, word)

    def sums_are_higher(self, one: Pair, two: Pair, up: Rank) -> bool:
        """Add up the printed cents of the hands as dealt, and of those that the switch makes."""

        def cents(switched: int, *hand: Rank) -> int:
            low, high = sorted(rank.points - 1 for rank in hand)
            return int(self.solution.cents[switched, up.points - 1, TWO_CARDS.index((low, high))])

        as_dealt = cents(0, *one) + cents(0, *two)
        return cents(1, one[0], two[1]) + cents(1, two[0], one[1]) > as_dealt

    def play(self, box: Box, step: Ask, up: Rank) -> str:
        hand = hand_of(box, step.of)
        assert hand
        low, high = sorted(rank.points - 1 for rank in self.first[3 - hand.spot])
        ranks = [card.rank for card in hand.cards]
        return self.solution.without((low, high)).best(ranks, up, split=hand.split, may=step.may)


def _two(cards: list[Card]) -> Pair:
    first, second = cards
    return first.rank, second.rank


def case(book: Rulebook, cards: str, **terms: Any) -> tuple[Open, Shoe, SwitchSolution]:
    opened = open_house(book, House("colorado", "blackjack-switch", tips=False))
    assert isinstance(opened.terms, BlackjackSwitchTerms)
    changed = replace(opened.terms, burn="none", double_amount="equal to the wager", **terms)
    shoe = Shoe.parse(f"0d + {cards}")
    made = replace(opened, play=replace(opened.play, terms=changed))
    return made, shoe, solve_switch(switch_rules_of(changed, shoe))


UNSEEN = {"peek": "none"}
EARLY = {"surrender": "early"}
ONE_22 = {"dealer_22_meets": "switched natural only"}
TENS = "10s 10s 10s 10s 10s 10s"
SMALL: list[tuple[str, dict[str, Any]]] = [
    (f"{TENS} 6s 6s As", {}),
    (f"{TENS} 9s 9s As As", {"surrender": "late"}),
    ("10s 10s 10s 10s 10s 7s 7s 7s 5s", {"soft_17": "stand"}),
    (f"{TENS} 10s 10s 10s 10s 8s 8s 8s 8s", {"split_hands": 2}),
    (f"{TENS} 6s 6s 5s As", UNSEEN),
    (f"{TENS} 6s 6s As", EARLY),
    (f"{TENS} 6s 6s As As", ONE_22),
]


LIGHT_SMALL = (SMALL[0], SMALL[3])
"""The seeds below have every choice."""


@pytest.mark.parametrize(
    ("cards", "terms"), [each if each in LIGHT_SMALL else soak(*each) for each in SMALL]
)
def test_the_solved_play_nets_at_the_table_what_the_solver_says(
    book: Rulebook, cards: str, terms: dict[str, Any]
) -> None:
    assert_alike(*case(book, cards, **{"split_hands": 1, **terms}))


CHOICES: dict[str, tuple[Any, ...]] = {
    "soft_17": ("hit", "stand"),
    "peek": ("ace and ten", "none", "none"),
    "surrender": ("none", "late", "early"),
    "dealer_22_meets": ("push", "switched natural only"),
    "lost_to_dealer_natural": ("original wager", "all wagers"),
    "doubled_before_natural": ("returned", "lost"),
    "insurance_to": ("every hand", "hands without a natural"),
    "insurance_pays": (Odds.parse("2 to 1"), Odds.parse("3 to 1")),
    "natural_pays": (Odds.parse("1 to 1"), Odds.parse("3 to 2")),
    "tied_natural": (PUSH, PUSH, Odds.parse("1 to 2")),
    "double_on": ("any two cards", "any two cards", "never"),
    "double_after_split": (True, False),
    "split_hands": (1, 2, 2, 3),
    "resplit_aces": (True, False),
    "split_aces_draw": ("one card", "as any hand"),
}
LIGHT = (7, 14, 20, 24, 26, 27, 31, 32, 37, 39)


@pytest.mark.parametrize("seed", [n if n in LIGHT else soak(n) for n in range(40)])
def test_the_solved_play_nets_what_the_solver_says_under_any_terms(
    book: Rulebook, seed: int
) -> None:
    assert_alike(*random_case(book, seed))


def random_case(book: Rulebook, seed: int) -> tuple[Open, Shoe, SwitchSolution]:
    """Any terms, lawful or not, and a shoe that is just large enough for them: of three ranks, or
    of two where hands are split twice.
    """
    random = Random(seed)
    terms = {key: random.choice(values) for key, values in CHOICES.items()}
    others = "A" if terms["split_hands"] > 2 else f"A{random.choice('56789')}"
    cards = [f"{rank}s" for rank in others for _ in range(random.choice((1, 2, 3)))]
    while True:
        try:
            return case(book, " ".join(cards), **terms)
        except NotAllowed:
            cards.append("10s")


def assert_alike(opened: Open, shoe: Shoe, solution: SwitchSolution) -> None:
    """The solver's figures are the table's: what is netted, staked and won, and its deviation."""
    made = played(opened, shoe, SwitchPlayer(solution).answer)
    assert solution.expectation == pytest.approx(float(made.net / 2), abs=1e-12)
    assert solution.staked == pytest.approx(float(made.staked / 2), abs=1e-12)
    spread = switch_deviation(solution)
    assert spread**2 == pytest.approx(float(made.square - made.net**2) / 4, abs=1e-11)
    assert solution.won == pytest.approx((float(made.wins), float(made.hands)), abs=1e-12)


def test_the_light_cases_have_every_choice(book: Rulebook) -> None:
    cases = [random_case(book, seed)[0].terms for seed in LIGHT]
    for key, values in CHOICES.items():
        assert {getattr(terms, key) for terms in cases} == {*values}


OPTIONS: list[dict[str, Any]] = [{}, UNSEEN, EARLY, ONE_22]


@pytest.mark.parametrize("terms", OPTIONS)
def test_switching_by_the_sums_of_cents_nets_at_the_table_what_the_solver_says(
    book: Rulebook, terms: dict[str, Any]
) -> None:
    cards = "10s 10s 10s 10s 10s 7s 7s 7s 5s" if not terms else f"{TENS} 7s 5s As"
    opened, shoe, solution = case(book, cards, split_hands=1, **terms)
    made = played(opened, shoe, SwitchPlayer(solution, by_sums=True).answer)
    assert solution.by_cents == pytest.approx(float(made.net / 2), abs=1e-12)
    assert solution.by_cents <= solution.expectation


@soak_only("test_switching_by_the_sums_of_cents_nets_at_the_table_what_the_solver_says")
def test_the_sums_of_cents_are_nearly_as_good_as_every_card(book: Rulebook) -> None:
    game = book.game("colorado/blackjack-switch")
    solution = solve_switch(switch_rules_of(terms_for(book, game, 6)))
    assert 0.0 < solution.expectation - solution.by_cents < 0.00002


@soak_only(f"{SHEETS}::test_30_2105_whole_decks_of_blackjack_switch")
def test_aces_are_brought_together_with_tens(book: Rulebook) -> None:
    """10 6 and 5 10 against a ten: 20 and 11 are better than 16 and 15."""
    game = book.game("colorado/blackjack-switch")
    solution = solve_switch(switch_rules_of(terms_for(book, game, 6)))
    assert solution.switches((Rank.TEN, Rank.SIX), (Rank.FIVE, Rank.TEN), Rank.TEN)
    natural = (Rank.ACE, Rank.TEN)
    assert not solution.switches(natural, (Rank.NINE, Rank.NINE), Rank.SIX)
    assert -0.006 < solution.expectation < -0.004


@pytest.mark.parametrize("terms", first(1, OPTIONS))
@pytest.mark.parametrize("cards", [f"{TENS} 10s 9s As", soak(f"{TENS} 9s 9s As")])
def test_who_remembers_what_the_first_hand_drew_is_never_worse_off(
    book: Rulebook, cards: str, terms: dict[str, Any]
) -> None:
    opened, shoe, solution = case(book, cards, split_hands=1, **terms)
    best = referee(opened, shoe, {"blackjack": STAKE}, position_of(opened, 1)).best / 2
    assert solution.expectation <= float(best) + 1e-12
    assert solution.expectation == pytest.approx(float(best), abs=0.01)
