"""Awards of a meter that several boxes win in one round."""

from __future__ import annotations

import pytest

from pitboss.cards import parse_cards
from pitboss.rulebook import load
from pitboss.table.house import Choice, House, open_house
from pitboss.table.ledger import balances
from pitboss.table.table import Table
from tests.rounds.stack import Stacked


def two_royals(choice: str) -> Table:
    """Two boxes and the dealer make the royal flush of § 633c.2(a)(1) together."""
    book = load()
    wager = Choice(paytable="P1", stake=500, choices={"G-1": choice})
    house = House("pennsylvania", decks=6, wagers={"jackpot-party": wager})
    cards = parse_cards("Qd Qd Ad Jd Jd Kd")
    table = Table(open_house(book, house), Stacked(cards), book.digest)
    table.open_round()
    for box in (1, 2):
        table.bet(box, "ann" if box == 1 else "bob", "blackjack", 1000)
        table.bet(box, "ann" if box == 1 else "bob", "jackpot-party", 500)
    table.deal()
    while table.pending:
        table.answer(table.pending.number, "no")
    return table


@pytest.mark.parametrize(
    ("choice", "expected"),
    [("shared equally", [2500080, 2500080]), ("in settlement order", [5000160, 5000000])],
)
def test_633c_2_two_winners_of_one_award(choice: str, expected: list[int]) -> None:
    """Reading G-1: one award divided, or the later winner takes the reseeded meter."""
    table = two_royals(choice)
    paid = [int(e.get("back")) for e in table.log if e.get("on") == "jackpot-party"]
    assert paid == expected
    assert sum(balances(table.log).values()) == 0
    assert all(meter.is_conserved for meter in table.meters.values())
