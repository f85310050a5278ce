"""Further antes and a press against the table: every deal of small shoes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from pitboss.analysis.automatic_player import PLAYER
from pitboss.cards import Card, Shoe
from pitboss.games.terms import BlackjackTerms
from pitboss.procedure.steps import AskStake
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.added_wagers import antes_of, further_antes, press_of, rules_with
from pitboss.solvers.blackjack import SURRENDER, value
from pitboss.solvers.compositions import row_of
from pitboss.solvers.rules import rules_of
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.log.ledger import balances, player
from pitboss.table.table import Table
from tests.agreement.solved import STAKE, NeverEmpty, answer, played

GO_FOR_IT = ("go-for-it-second", "go-for-it-third", "go-for-it-fourth")


def unburned(opened: Open, **terms: object) -> tuple[Open, BlackjackTerms]:
    assert isinstance(opened.terms, BlackjackTerms)
    changed = replace(opened.terms, burn="none", **terms)  # type: ignore[arg-type]
    return replace(opened, play=replace(opened.play, terms=changed)), changed


@pytest.mark.parametrize(("reading", "pays"), [("as the first ante", ""), ("as filed", "2 to 1")])
def test_wagers_ante_further_antes_are_played_for_all_of_them(
    book: Rulebook, reading: str, pays: str
) -> None:
    house = House(
        "new_hampshire",
        tips=False,
        wagers={"blackjack-ante": Choice(choices={"go-for-it": "on"})},
        readings={"F-6": reading},
        terms={"further_antes_pay": pays} if pays else {},
    )
    opened, terms = unburned(open_house(book, house), split_hands=2)
    shoe = Shoe.parse("0d + 10s 10s 10s 10s 10s 8s 8s As 6s")
    rules = rules_of(terms, shoe)
    most = antes_of(book, book.game("new_hampshire/blackjack"))
    assert most == 3
    worth = further_antes(rules, terms, most)
    for many in (1, 2):
        beside = dict.fromkeys(GO_FOR_IT[:many], STAKE)
        solution = value(rules_with(rules, terms, many))
        net = played(opened, shoe, partial(answer, solution=solution), beside).net
        assert worth[many] == pytest.approx(float(net), abs=1e-12)


def test_further_antes_as_the_first_are_worth_the_same_each(book: Rulebook) -> None:
    opened = open_house(book, House("new_hampshire"))
    assert isinstance(opened.terms, BlackjackTerms)
    rules = rules_of(opened.terms)
    one = value(rules).expectation
    assert value(rules_with(rules, opened.terms, 3)).expectation == pytest.approx(one, abs=1e-15)


@pytest.mark.parametrize("given_up", ["half of both", "half of the blackjack wager"])
def test_633c_11_a_press_is_worth_what_it_adds_at_the_table(book: Rulebook, given_up: str) -> None:
    """All winnings are pressed wherever they may be; the hand is played for the stake alone."""
    readings = {"D-33": "blackjack wager only", "D-33-b": given_up}
    wagers = {"trilux-deluxe": Choice("TLX-3")}
    house = House("pennsylvania", tips=False, wagers=wagers, readings=readings)
    opened, terms = unburned(
        open_house(book, house), split_hands=2, double_amount="equal to the wager"
    )
    shoe = Shoe.parse("0d + 10s 10s 10s 10s 9s 8s 8s 5s As")
    solution = value(rules_of(terms, shoe))
    press = press_of(solution, terms)
    assert (solution.chosen == SURRENDER).any()
    expected, moved = Fraction(0), Fraction(0)
    for presses in (True, False):
        waiting: list[tuple[Card, ...]] = [()]
        while waiting:
            shoes = NeverEmpty(shoe, waiting.pop())
            table = Table(opened, shoes, "")
            table.open_round()
            table.bet(1, PLAYER, "blackjack", STAKE)
            table.bet(1, PLAYER, "trilux-deluxe", STAKE)
            table.deal()
            worth = Fraction(0)
            while table.pending:
                step = table.pending.step
                if not isinstance(step, AskStake) or step.wager != "press":
                    answer(table, solution)
                    continue
                assert table.round
                if presses:
                    up, cards = table.round.upcard, table.round.box(1).hands[0].cards
                    row = row_of(tuple(card.points for card in cards))
                    worth = (step.most or 0) * Fraction(press.with_main[up.points - 1, row])
                table.answer_stake(table.pending.number, (step.most or 0) if presses else 0)
            waiting += shoes.others()
            net = shoes.chance * balances(table.log)[player(PLAYER)]
            moved += net if presses else -net
            expected += shoes.chance * worth
    assert float(moved) == pytest.approx(float(expected), abs=1e-9)
    assert moved != 0
