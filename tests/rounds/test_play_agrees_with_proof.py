"""Play agrees with proof: every deal of a small shoe, and many deals of a whole one."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.analysis.policies import basic
from pitboss.analysis.setting import Setting
from pitboss.analysis.sheet import prove
from pitboss.cards import DECK, Shoe, parse_cards
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import Settled
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.table import Table
from pitboss.wagers.count import count_deal
from tests.rounds.stack import Stacked
from tests.soak import soak

BOOK = load()


def decline(table: Table) -> None:
    """Stand, take no insurance, stake nothing more."""
    assert table.pending
    if isinstance(table.pending.step, Ask):
        table.answer(table.pending.number, table.pending.step.may[0])
    else:
        table.answer_stake(table.pending.number, 0)


SMALL = "As Ah Kh Kh Qs 7d 7d"
"""Seven cards; no dealer draws more than two of them beyond the first two."""


@pytest.mark.parametrize(
    ("wager", "paytable"),
    [
        ("pennsylvania/perfect-pairs", "Paytable A"),
        soak("pennsylvania/perfect-pairs", "Paytable B"),
        soak("pennsylvania/upcard-luck", None),
        soak("pennsylvania/kings-bounty", None),
        ("colorado/21-plus-3", None),
        soak("colorado/21-plus-3-xtreme", None),
        ("new_hampshire/match-the-dealer", None),
        soak("new_hampshire/perfect-pair", None),
    ],
)
def test_every_order_of_a_small_shoe(wager: str, paytable: str | None) -> None:
    jurisdiction, key = wager.split("/")
    rule = BOOK.wager(wager)
    chosen = {r.key: r.default for r in BOOK.readings_of(rule)}
    fitting = [t for t in rule.paytables if 6 in t.decks]
    choice = Choice(paytable or fitting[0].id, 200, 100_000, choices=chosen)
    opened = open_house(BOOK, House(jurisdiction, least=100, wagers={key: choice}))
    cards = parse_cards(SMALL)
    seen: Counter[tuple[str, int]] = Counter()
    orders = {*permutations(cards)}  # cards that are alike may change places
    for order in orders:
        table = Table(opened, Stacked(order), BOOK.digest)
        table.open_round()
        table.bet(1, "ann", "blackjack", 1_000)
        table.bet(1, "ann", key, 500)
        table.deal()
        while table.pending:
            decline(table)
        (result,) = [e for e in table.log if isinstance(e, Settled) and e.wager == key]
        seen[result.why, result.back] += 1
    offered = opened.offers[key]
    counted = count_deal(offered.question, Shoe(tuple(cards.count(c) for c in DECK)))
    expected: Counter[tuple[str, int]] = Counter()
    for (number, times), ways in counted.ways.items():
        if number < 0:
            expected["no hand", 0] += ways
            continue
        line = offered.lines[number]
        back = math.floor(line.pays.ratio * 500 * times + 500 * line.pays.returned)
        expected[line.outcome, back] += ways
    assert {k: Fraction(n, len(orders)) for k, n in seen.items()} == {
        k: Fraction(n, counted.total) for k, n in expected.items() if n
    }


@pytest.mark.parametrize("rounds", [1_000, soak(100_000)])
def test_many_rounds_return_what_is_proved(rounds: int) -> None:
    """Seed 633; |z| < 4.5 for each of three side wagers and insurance-free basic strategy."""
    stake = 500
    wagers = {
        "perfect-pairs": Choice(),
        "three-card-poker": Choice(choices={"G-6": "30-20-10-5"}),
        "buster-blackjack": Choice("PA-01"),
    }
    rule = BOOK.wager("pennsylvania/buster-blackjack")
    wagers["buster-blackjack"] = Choice(next(t.id for t in rule.paytables if 6 in t.decks))
    house = House("pennsylvania", least=100, wagers=wagers)
    opened = open_house(BOOK, house)
    table = Table(opened, SealedShoes(opened.delivery, Lesson(633)), BOOK.digest)
    back: Counter[str] = Counter()
    for _ in range(rounds):
        table.log.clear()
        table.open_round()
        table.bet(1, "ann", "blackjack", 1_000)
        for key in wagers:
            table.bet(1, "ann", key, stake)
        table.deal()
        while table.pending:
            step = table.pending.step
            if isinstance(step, Ask) and step.about == "play":
                assert table.round
                hand = table.round.boxes[0].hands[0]
                may_double = len(hand.cards) == 2 and "double" in step.may
                word = basic(hand.total, may_double, table.round.upcard.points, False)
                table.answer(table.pending.number, word)
            else:
                decline(table)
        for event in table.log:
            if isinstance(event, Settled):
                back[event.wager] += event.back
    for key in wagers:
        offered = opened.offers[key]
        sheet = prove(Setting(offered, opened.game, opened.terms, stake))
        mean = Fraction(back[key], rounds * stake)
        z = (mean - sheet.returns) / math.sqrt(sheet.variance / rounds)
        assert abs(z) < 4.5, f"{key}: {float(mean):.4f}, proved {float(sheet.returns):.4f}"
