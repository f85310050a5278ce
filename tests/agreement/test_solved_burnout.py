"""The solver of Blackjack Burnout against the table: every deal of small shoes (30-899.25)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.analysis.automatic_player import hand_of
from pitboss.analysis.referee import referee
from pitboss.cards import Rank, Shoe
from pitboss.games.blackjack_burnout import FEE, BurnoutTerms
from pitboss.procedure.round import Round
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.burnout import BurnoutSolution, burnout_rules_of, solve_burnout
from pitboss.solvers.volatility import deal_chances
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.table import Table
from tests.agreement.solved import STAKE, answer, played
from tests.soak import soak


@dataclass
class BurnoutPlayer:
    """Answers a round; remembers which card was burned."""

    solution: BurnoutSolution
    round: Round | None = None
    burned: Rank | None = None

    def answer(self, table: Table) -> None:
        if self.round is not table.round:
            self.round, self.burned = table.round, None
        asked = table.pending
        assert asked
        assert table.round
        step = asked.step
        if not isinstance(step, Ask) or step.about not in ("burn", "play"):
            answer(table, self.solution.plain)
            return
        box, up = table.round.box(step.box), table.round.upcard.rank
        hand = hand_of(box, step.of)
        assert hand
        ranks = tuple(card.rank for card in hand.cards)
        if step.about == "burn":
            worth = self.solution.burning(ranks[:-1], ranks[-1], up, hand.doubled)
            word = "burn" if worth["burn"] > worth["keep"] else "keep"
            self.burned = ranks[-1] if word == "burn" else None
        elif self.burned:
            word = self.solution.after_burn(ranks, self.burned, up)
        else:
            word = self.solution.best(ranks, up, split=hand.split, may=step.may)
        table.answer(asked.number, word)


def small(book: Rulebook, cards: str, **terms: Any) -> tuple[Open, Shoe, BurnoutSolution]:
    opened = open_house(book, House("colorado", "blackjack-burnout", tips=False))
    assert isinstance(opened.terms, BurnoutTerms)
    changed = replace(opened.terms, burn="none", double_amount="equal to the wager", **terms)
    shoe = Shoe.parse(f"0d + {cards}")
    made = replace(opened, play=replace(opened.play, terms=changed))
    return made, shoe, solve_burnout(burnout_rules_of(changed, shoe))


AT_ONCE = {"player_21": "wins at once"}
LOST = {"doubled_before_natural": "lost"}
SMALL: list[Any] = [
    ("10s 10s 10s 10s 6s 6s 5s", {"split_hands": 1}),
    soak("10s 10s 10s As As 7s 7s 6s", {"split_hands": 1, "peek": "none"}),
    ("10s 10s 10s As 7s 7s 6s 5s", {"split_hands": 1, "peek": "none"} | LOST | AT_ONCE),
    soak("10s 10s 10s 10s 6s 5s 5s As", {"split_hands": 1} | AT_ONCE),
    ("10s 10s 10s 10s 10s 9s 9s 9s As 6s", {"split_hands": 2, "peek": "none"} | AT_ONCE),
    ("10s 10s 10s 10s 8s 8s 8s 8s 6s 3s", {"split_hands": 2}),
]


@pytest.mark.parametrize(("cards", "terms"), SMALL)
def test_the_solved_play_nets_at_the_table_what_the_solver_says(
    book: Rulebook, cards: str, terms: dict[str, Any]
) -> None:
    opened, shoe, solution = small(book, cards, **terms)
    made = played(opened, shoe, BurnoutPlayer(solution).answer, {FEE: STAKE // 5})
    net = solution.round.expectation - 0.2
    assert net == pytest.approx(float(made.net), abs=1e-12)
    hands = (solution.wins * deal_chances(solution.rules.hand.shoe)).sum(axis=(1, 2))
    assert hands[0] == pytest.approx(float(made.wins), abs=1e-12)
    staked = solution.round.staked
    assert staked == pytest.approx(float(made.staked), abs=1e-12)
    assert hands[1] == pytest.approx(float(made.hands), abs=1e-12)
    spread = solution.standard_deviation
    assert spread is not None
    assert spread**2 == pytest.approx(float(made.square - made.net**2), abs=1e-11)


def test_nobody_plays_better_where_no_pair_is_split(book: Rulebook) -> None:
    opened, shoe, solution = small(book, "10s 10s 10s 9s 6s 6s As", split_hands=1)
    best = referee(opened, shoe, {"blackjack": STAKE, FEE: STAKE // 5}).best
    assert solution.round.expectation - 0.2 == pytest.approx(float(best), abs=1e-12)


def test_a_bust_is_burned_and_a_21_is_kept(book: Rulebook) -> None:
    opened = open_house(book, House("colorado", "blackjack-burnout"))
    solution = solve_burnout(burnout_rules_of(opened.terms))
    hand = (Rank.TEN, Rank.SIX)
    for drawn, word in ((Rank.NINE, "burn"), (Rank.FIVE, "keep")):
        made = solution.burning(hand, drawn, Rank.TEN, doubled=False)
        assert max(made, key=lambda each: made[each]) == word
    assert solution.best(hand, Rank.SIX) == "hit"  # what busts it can be burned
    assert Fraction(1, 5) > solution.round.expectation - solution.plain.expectation > 0
