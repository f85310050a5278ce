"""21+3 at two boxes is taken and paid from the dealer's right (30-2107 Determination (2))."""

import pytest

from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Settled
from pitboss.table.houses.house import Choice, House
from tests.rounds.stack import of_kind, seat

BOOK = load()


@pytest.mark.parametrize("key", ["21-plus-3", "21-plus-3-xtreme"])
def test_30_2107_determination_2_from_the_dealers_right(key: str) -> None:
    house = House("colorado", "21-plus-3-blackjack", wagers={key: Choice()})
    stakes = {"blackjack": 10, key: 5}
    table = seat(BOOK, house, "4s 9h 6h 5d 2c 9c", stakes, stakes)
    settled = [(e.box, e.why) for e in of_kind(table, Settled)]
    assert settled == [(2, "no hand"), (1, "Straight")]
