"""The solver of Switch Hands against the table: every deal of small shoes (§ 633c.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.analysis.policy import hand_of
from pitboss.analysis.referee import referee
from pitboss.cards import Card, Rank, Shoe
from pitboss.errors import NotAllowed
from pitboss.games.switch_hands import ANTE, SwitchHandsTerms
from pitboss.procedure import Ask
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack import value
from pitboss.solvers.switch_hands import TradeSolution, solve_trade, trade_rules_of, without_two
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.table import Table
from tests.agreement.solved import STAKE, answer, played

FEE = Fraction(1, 5)


@dataclass
class Trader:
    """Answers a round; remembers which cards were traded."""

    solution: TradeSolution
    table: Table | None = None
    gone: tuple[int, int] | None = None

    def answer(self, table: Table) -> None:
        if self.table is not table:
            self.table, self.gone = table, None
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
            solved = value(without_two(rules.taken_colored if colored else rules.taken, self.gone))
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
EIGHTS = "10s 10s 10s 10s 10s 10s 8s 8s 8s 8s 6s"
SMALL: list[tuple[str, str, dict[str, Any]]] = [
    ("switch-hands", "10s 10h 10s 10h 10s 9s As Ah", {"split_hands": 1}),
    ("switch-hands", "10s 10s 10s 10s 10s 6s 5s As", {"split_hands": 1, **RETURNED}),
    ("switch-hands", EIGHTS, {"split_hands": 2, **LESS}),
    ("blackjack-premium", "10s 10h 10s 10h 10s 9s As Ah", {"split_hands": 1, **TIE}),
]


@pytest.mark.parametrize(("game", "cards", "terms"), SMALL)
def test_the_solved_play_nets_at_the_table_what_the_solver_says(
    book: Rulebook, game: str, cards: str, terms: dict[str, Any]
) -> None:
    opened, shoe, solution = small(book, game, cards, **terms)
    made = played(opened, shoe, Trader(solution).answer, {ANTE: STAKE // 5})
    assert solution.expectation == pytest.approx(float(made.net), abs=1e-12)
    spread = solution.standard_deviation
    assert spread is not None
    assert spread**2 == pytest.approx(float(made.square - made.net**2), abs=1e-11)
    if terms["split_hands"] == 1:  # one hand a round
        assert solution.hit_frequency == pytest.approx(float(made.wins), abs=1e-12)


def test_nobody_plays_better_from_cards_of_one_color(book: Rulebook) -> None:
    """With one suit alone nothing is known besides values."""
    opened, shoe, solution = small(
        book, "switch-hands", "10s 10s 10s 10s 10s 9s 6s As", split_hands=1
    )
    best = referee(opened, shoe, {"blackjack": STAKE, ANTE: STAKE // 5}).best
    assert solution.expectation == pytest.approx(float(best), abs=1e-12)


def test_an_ante_that_rides_with_the_hand_is_refused(book: Rulebook) -> None:
    with pytest.raises(NotAllowed, match="D-12='rides with the hand'"):
        small(book, "switch-hands", "10s 10s", ante_is="rides with the hand")
