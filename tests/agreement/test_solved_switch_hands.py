"""The solver of Switch Hands against the table: every deal of small shoes (§ 633c.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pitboss.analysis.automatic_player import hand_of
from pitboss.analysis.referee import referee
from pitboss.cards import Card, Rank, Shoe
from pitboss.errors import NotAllowed
from pitboss.games.switch_hands import ANTE, SwitchHandsTerms
from pitboss.money import PUSH, Odds
from pitboss.procedure.round import Round
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack import value
from pitboss.solvers.switch_hands import TradeSolution, solve_trade, trade_rules_of
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.table import Table
from tests.agreement.solved import STAKE, answer, played
from tests.soak import soak

FEE = Fraction(1, 5)


@dataclass
class Trader:
    """Answers a round; remembers which cards were traded."""

    solution: TradeSolution
    round: Round | None = None
    gone: tuple[int, int] | None = None

    def answer(self, table: Table) -> None:
        if self.round is not table.round:
            self.round, self.gone = table.round, None
        asked = table.pending
        assert asked
        assert table.round
        box, up = table.round.box(asked.step.box), table.round.upcard.rank
        hand = hand_of(box, asked.step.of) if isinstance(asked.step, Ask) else box.hands[0]
        assert hand
        if isinstance(asked.step, Ask) and asked.step.about == "switch":
            made = self.solution.choices(_ranks(hand.cards), up)
            word = "switch" if made["switch"] > made["keep"] else "keep"
            if word == "switch":
                low, high = sorted(card.points - 1 for card in hand.cards)
                self.gone = (low, high)
            table.answer(asked.number, word)
            return
        rules = self.solution.rules
        colored = len({card.is_red for card in hand.cards}) == 1
        if self.gone is None:
            solved = value(rules.kept_colored if colored else rules.kept)
        else:
            solved = value((rules.taken_colored if colored else rules.taken).without(self.gone))
        answer(table, solved)


def _ranks(cards: list[Card]) -> tuple[Rank, Rank]:
    first, second = cards
    return first.rank, second.rank


def small(book: Rulebook, game: str, cards: str, **terms: Any) -> tuple[Open, Shoe, TradeSolution]:
    sees = {"G-5-b": "before the swap"} if game == "blackjack-premium" else {}
    opened = open_house(book, House("pennsylvania", game, tips=False, readings=sees))
    assert isinstance(opened.terms, SwitchHandsTerms)
    changed = replace(opened.terms, burn="none", double_amount="equal to the wager", **terms)
    shoe = Shoe.parse(f"0d + {cards}")
    made = replace(opened, play=replace(opened.play, terms=changed))
    return made, shoe, solve_trade(trade_rules_of(changed, FEE, shoe))


RETURNED = {"ante_is": "returned unless switched", "surrender": "none"}
LESS = {"after_switch": "surrender only after a switch"}
TIE = {"one_color_tie_pays": "2 to 1"}
RIDES = {"ante_is": "rides with the hand"}
EIGHTS = "10s 10s 10s 10s 10s 10s 8s 8s 8s 8s 6s"
SMALL: list[tuple[str, str, dict[str, Any]]] = [
    ("blackjack-premium", "10s 10h 10s 10h 10s 9s As Ah", {"split_hands": 1, **TIE}),
    ("switch-hands", EIGHTS, {"split_hands": 2, **RIDES}),
]
"""The seeds below have every choice."""
MORE: list[tuple[str, str, dict[str, Any]]] = [
    ("switch-hands", "10s 10h 10s 10h 10s 9s As Ah", {"split_hands": 1}),
    ("switch-hands", "10s 10s 10s 10s 10s 6s 5s As", {"split_hands": 1, **RETURNED}),
    ("switch-hands", EIGHTS, {"split_hands": 2, **LESS}),
]
LARGER: list[tuple[str, str, dict[str, Any]]] = [
    ("switch-hands", "10s 10h 10s 10h 10s 9s As Ah", {"split_hands": 1, **RIDES}),
    ("blackjack-premium", EIGHTS, {"split_hands": 2, **RIDES}),
    ("switch-hands", "10s 10h 10s 10h 10s 6s 5s As Ah", {"split_hands": 1, **RIDES}),
    ("blackjack-premium", f"10s {EIGHTS} 6s As", {"split_hands": 2, **RIDES}),
]


@pytest.mark.parametrize(
    ("game", "cards", "terms"), [*SMALL, *(soak(*each) for each in (*LARGER, *MORE))]
)
def test_the_solved_play_nets_at_the_table_what_the_solver_says(
    book: Rulebook, game: str, cards: str, terms: dict[str, Any]
) -> None:
    assert_alike(*small(book, game, cards, **terms))


CHOICES: dict[str, tuple[Any, ...]] = {
    "ante_is": ("fee", "returned unless switched", "rides with the hand", "rides with the hand"),
    "soft_17": ("stand", "hit"),
    "surrender": ("late", "none"),
    "tied_natural": (PUSH, Odds.parse("1 to 2")),
    "insurance_pays": (Odds.parse("2 to 1"), Odds.parse("3 to 1")),
    "insurance_to": ("every hand", "hands without a natural"),
    "even_money": ("offered", "not offered"),
    "after_switch": ("all on either hand", "all on either hand", "surrender only after a switch"),
    "one_color_paid": ("each game its own", "switched only", "ante placed"),
    "double_on": ("any two cards", "any two cards", "never"),
    "double_after_split": (True, False),
    "split_hands": (1, 2, 3),
    "resplit_aces": (True, False),
    "split_aces_draw": ("one card", "as any hand"),
}
LIGHT = (4, 17, 18, 21, 24, 28, 34, 37)


@pytest.mark.parametrize("seed", [n if n in LIGHT else soak(n) for n in range(40)])
def test_the_solved_play_nets_what_the_solver_says_under_any_terms(
    book: Rulebook, seed: int
) -> None:
    assert_alike(*random_case(book, seed))


def test_the_light_cases_have_every_choice(book: Rulebook) -> None:
    cases = [random_case(book, seed)[0].terms for seed in LIGHT]
    for key, values in CHOICES.items():
        assert {getattr(terms, key) for terms in cases} == {*values}


def random_case(book: Rulebook, seed: int) -> tuple[Open, Shoe, TradeSolution]:
    """Any terms, lawful or not, and a shoe of three ranks that is just large enough for them."""
    random = Random(seed)
    terms = {key: random.choice(values) for key, values in CHOICES.items()}
    game = random.choice(("switch-hands", "blackjack-premium"))
    others = random.sample("A56789", 2)
    cards = [f"{rank}s" for rank in others for _ in range(random.choice((1, 2, 3)))]
    while True:
        try:
            return small(book, game, " ".join(cards), **terms)
        except NotAllowed:
            cards.append("10s")


def assert_alike(opened: Open, shoe: Shoe, solution: TradeSolution) -> None:
    """The solver's figures are the table's: what is netted, staked and won, and its deviation."""
    made = played(opened, shoe, Trader(solution).answer, {ANTE: STAKE // 5})
    assert solution.expectation == pytest.approx(float(made.net), abs=1e-12)
    assert solution.staked == pytest.approx(float(made.staked + FEE), abs=1e-12)
    assert solution.hit_frequency == pytest.approx(float(made.wins / made.hands), abs=1e-12)
    spread = solution.standard_deviation
    assert spread is not None
    assert spread**2 == pytest.approx(float(made.square - made.net**2), abs=1e-11)


@pytest.mark.parametrize("terms", [{}, soak(RIDES)])
def test_nobody_plays_better_from_cards_of_one_color(book: Rulebook, terms: dict[str, Any]) -> None:
    """With one suit alone nothing is known besides values."""
    opened, shoe, solution = small(
        book, "switch-hands", "10s 10s 10s 10s 10s 9s 6s As", split_hands=1, **terms
    )
    best = referee(opened, shoe, {"blackjack": STAKE, ANTE: STAKE // 5}).best
    assert solution.expectation == pytest.approx(float(best), abs=1e-12)
