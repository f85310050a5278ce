"""TriLux wagers on several hands, and the deal (1 CCR 207-1, 30-2115; ARSD 20:18:15:30.17)."""

from dataclasses import replace

import pytest

from pitboss.rulebook.load import load
from pitboss.table.houses.house import House
from tests.rounds.stack import betting, seat, told
from tests.rounds.test_trilux import BETS, CO, STATES

BOOK = load()


@pytest.mark.parametrize("on", [(), (1,), (2,), (1, 2)])
def test_30_2115_1_b_on_several_hands_the_wager_is_on_none_one_or_all(on: tuple[int, ...]) -> None:
    table = betting(BOOK, replace(CO, terms={"hands_per_player": "2"}))
    for box in (1, 2):
        table.bet(box, "ann", "blackjack", 1_000)
        if box in on:
            table.bet(box, "ann", "trilux-bonus", 500)
    assert tuple(n for n, box in table.boxes.items() if "trilux-bonus" in box.placed) == on


@STATES
def test_2_and_4_cards_are_dealt_as_in_blackjack(house: House) -> None:
    table = seat(BOOK, house, "9h 8s 5c 9d 7s 8c", BETS, BETS)
    assert [line for line in told(table) if " gets " in line] == [
        "box 1 gets 9h",
        "box 2 gets 8s",
        "dealer gets 5c",
        "box 1 gets 9d",
        "box 2 gets 7s",
        "dealer gets 8c face down",
    ]
