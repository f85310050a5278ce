"""The solver of Blackjack Switch against the table: every deal of small shoes (30-2105)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.analysis.policy import PLAYER, hand_of
from pitboss.analysis.referee import referee
from pitboss.cards import Card, Rank, Shoe
from pitboss.errors import NotAllowed
from pitboss.games.blackjack_switch import BlackjackSwitchTerms
from pitboss.games.filing import terms_for
from pitboss.procedure import Ask, Box
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.switch import PAIRS, SwitchSolution, solve_switch, switch_rules_of
from pitboss.solvers.switch_deviation import switch_deviation
from pitboss.table.events import Settled
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.log.ledger import balances, player
from pitboss.table.money.spots import position_of
from pitboss.table.table import Table
from tests.agreement.solved import STAKE, NeverEmpty

Pair = tuple[Rank, Rank]


@dataclass
class SwitchPlayer:
    """Answers one round; each hand is played with the other's first two cards gone."""

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
        if asked.step.about == "switch":
            one, two = (_two(hand.cards) for hand in box.hands)
            better = self.sums_are_higher if self.by_sums else self.solution.switches
            word = "switch" if better(one, two, up) else "no"
            if word == "switch":
                one, two = (one[0], two[1]), (two[0], one[1])
            self.first = {1: one, 2: two}
            table.answer(asked.number, word)
            return
        assert asked.step.about == "play"
        table.answer(asked.number, self.play(box, asked.step, up))

    def sums_are_higher(self, one: Pair, two: Pair, up: Rank) -> bool:
        """Add up the printed cents of the hands as dealt, and of those that the switch makes."""

        def cents(switched: int, *hand: Rank) -> int:
            low, high = sorted(rank.points - 1 for rank in hand)
            return int(self.solution.cents[switched, up.points - 1, PAIRS.index((low, high))])

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


def played_net(
    opened: Open, shoe: Shoe, solution: SwitchSolution, by_sums: bool = False
) -> tuple[Fraction, Fraction, Fraction]:
    """The expected net per unit of all that is staked before the deal, its square, and the hands
    won.
    """
    waiting: list[tuple[Card, ...]] = [()]
    net, square, won = Fraction(0), Fraction(0), Fraction(0)
    while waiting:
        shoes = NeverEmpty(shoe, waiting.pop())
        table, who = Table(opened, shoes, ""), SwitchPlayer(solution, by_sums)
        table.open_round()
        table.bet(1, PLAYER, "blackjack", STAKE, position_of(opened, 1))
        table.deal()
        while table.pending:
            who.answer(table)
        waiting += shoes.others()
        each = Fraction(balances(table.log)[player(PLAYER)], 2 * STAKE)
        net += shoes.chance * each
        square += shoes.chance * each**2
        results = [each for each in table.log if isinstance(each, Settled)]
        mains = [each for each in results if each.wager.startswith("blackjack")]
        won += shoes.chance * sum(each.back > each.cents for each in mains)
    return net, square, won


def case(book: Rulebook, cards: str, **terms: Any) -> tuple[Open, Shoe, SwitchSolution]:
    opened = open_house(book, House("colorado", "blackjack-switch", tips=False))
    assert isinstance(opened.terms, BlackjackSwitchTerms)
    changed = replace(opened.terms, burn="none", double_amount="equal to the wager", **terms)
    shoe = Shoe.parse(f"0d + {cards}")
    made = replace(opened, play=replace(opened.play, terms=changed))
    return made, shoe, solve_switch(switch_rules_of(changed, shoe))


SMALL = [
    ("10s 10s 10s 10s 10s 10s 6s 6s As", {"split_hands": 1}),
    ("10s 10s 10s 10s 10s 10s 9s 9s As As", {"split_hands": 1, "surrender": "late"}),
    ("10s 10s 10s 10s 10s 7s 7s 7s 5s", {"split_hands": 1, "soft_17": "stand"}),
    ("10s 10s 10s 10s 10s 10s 10s 10s 10s 10s 8s 8s 8s 8s", {"split_hands": 2}),
]


@pytest.mark.parametrize(("cards", "terms"), SMALL)
def test_the_solved_play_nets_at_the_table_what_the_solver_says(
    book: Rulebook, cards: str, terms: dict[str, Any]
) -> None:
    opened, shoe, solution = case(book, cards, **terms)
    net, square, won = played_net(opened, shoe, solution)
    assert solution.expectation == pytest.approx(float(net), abs=1e-12)
    spread = switch_deviation(solution)
    assert spread**2 == pytest.approx(float(square - net**2), abs=1e-11)
    assert solution.won[0] == pytest.approx(float(won), abs=1e-12)


def test_switching_by_the_sums_of_cents_nets_at_the_table_what_the_solver_says(
    book: Rulebook,
) -> None:
    opened, shoe, solution = case(book, "10s 10s 10s 10s 10s 7s 7s 7s 5s", split_hands=1)
    net, _, _ = played_net(opened, shoe, solution, by_sums=True)
    assert solution.by_cents == pytest.approx(float(net), abs=1e-12)
    assert solution.by_cents < solution.expectation


def test_the_sums_of_cents_are_nearly_as_good_as_every_card(book: Rulebook) -> None:
    game = book.game("colorado/blackjack-switch")
    solution = solve_switch(switch_rules_of(terms_for(book, game, 6)))
    assert 0.0 < solution.expectation - solution.by_cents < 0.00002


def test_who_remembers_what_the_first_hand_drew_is_never_worse_off(book: Rulebook) -> None:
    opened, shoe, solution = case(book, "10s 10s 10s 10s 10s 10s 9s 9s As", split_hands=1)
    best = referee(opened, shoe, {"blackjack": STAKE}, position_of(opened, 1)).best / 2
    assert solution.expectation <= float(best) + 1e-12
    assert solution.expectation == pytest.approx(float(best), abs=0.01)


def test_aces_are_brought_together_with_tens(book: Rulebook) -> None:
    """10 6 and 5 10 against a ten: 20 and 11 are better than 16 and 15."""
    game = book.game("colorado/blackjack-switch")
    solution = solve_switch(switch_rules_of(terms_for(book, game, 6)))
    assert solution.switches((Rank.TEN, Rank.SIX), (Rank.FIVE, Rank.TEN), Rank.TEN)
    natural = (Rank.ACE, Rank.TEN)
    assert not solution.switches(natural, (Rank.NINE, Rank.NINE), Rank.SIX)
    assert -0.006 < solution.expectation < -0.004


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"peek": "none"}, "only where the hole card is read"),
        ({"surrender": "early"}, "not solved with early surrender"),
        ({"dealer_22_meets": "switched natural only"}, "only with A-9=push"),
    ],
)
def test_what_is_not_covered_is_refused(book: Rulebook, terms: dict[str, Any], said: str) -> None:
    with pytest.raises(NotAllowed, match=said):
        case(book, "10s 10s 10s 10s 10s 10s 6s 6s As", split_hands=1, **terms)
