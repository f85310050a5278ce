"""Awards of a meter that several boxes win in one round."""

from __future__ import annotations

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotAllowed
from pitboss.progressive.link import Link
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import SlipValidated, SlipWritten
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.ledger import balances
from pitboss.table.table import Table
from tests.rounds.stack import Stacked


def two_royals(choice: str) -> Table:
    """Two boxes and the dealer make the royal flush of § 633c.2(a)(1) together."""
    book = load()
    wager = Choice(paytable="P1", stake=500, choices={"G-1": choice, "envy": "not offered"})
    house = House("pennsylvania", decks=6, wagers={"jackpot-party": wager})
    cards = parse_cards("Qd Qd Ad Jd Jd Kd")
    table = Table(open_house(book, house), Stacked(cards), book.digest)
    table.open_round()
    for box in (1, 2):
        table.bet(box, "ann" if box == 1 else "bob", "blackjack", 1000)
        table.bet(box, "ann" if box == 1 else "bob", "jackpot-party", 500)
    table.deal()
    while table.pending:
        table.answer_stake(table.pending.number, 0)
    return table


@pytest.mark.parametrize(
    ("choice", "expected"),
    [("shared equally", [2500080, 2500080]), ("in settlement order", [5000160, 5000000])],
)
def test_633c_2_two_winners_of_one_award(choice: str, expected: list[int]) -> None:
    """Reading G-1: one award divided, or the later winner takes the reseeded meter."""
    table = two_royals(choice)
    assert [e.cents for e in table.log if isinstance(e, SlipWritten)] == expected
    assert sum(balances(table.log).values()) == 0
    link = table.meters["jackpot-party progressive"]
    assert isinstance(link, Link)
    assert link.meter.is_conserved


def test_633c_2_h_the_cards_stay_until_a_floor_supervisor_has_validated_the_slips() -> None:
    table = two_royals("shared equally")
    assert table.slips == (1, 2)
    with pytest.raises(NotAllowed, match="cards stay: slip 1 and 2"):
        table.open_round()
    with pytest.raises(NotAllowed, match="not the dealer"):
        table.validate(1, "dealer")
    table.validate(1, "sam")
    assert isinstance(table.log[-1], SlipValidated)  # the round waits for the other
    with pytest.raises(NotAllowed, match="Slip 1 is not waiting; these are: 2"):
        table.validate(1, "sam")
    table.validate(2, "sam")
    assert not table.in_play
    made = balances(table.log)
    assert (made["jackpot slips"], made["meter jackpot-party progressive"]) == (0, 5_000_000)
