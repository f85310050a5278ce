"""Every deal and every choice of small shoes, searched again through the table.

No one has published these; `tests/agreement/test_referee_by_hand.py` finds many a second way.
"""

import json
from fractions import Fraction

import pytest

from pitboss.analysis.referee import referee
from pitboss.cards import Card, Shoe
from pitboss.rulebook.load import Rulebook
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from tests.agreement.packets import PacketShoe
from tests.conftest import Ask
from tests.counts.referee import Search, read
from tests.soak import covering, soak

SOLVED = (
    *("21-hold-em", "3-card-21-n-done", "ante-up-21", "blackjack", "blackjack-burnout"),
    *("blackjack-switch", "hybrid-blackjack", "switch-hands"),
)
"""Games whose search `tests/agreement` compares with the solver in any case."""
SHORTEST_FIRST = sorted(read(), key=lambda search: search.deals)


@pytest.mark.parametrize(
    "search",
    [
        *covering(
            [each for each in SHORTEST_FIRST if each.house.game not in SOLVED],
            lambda search: search.house.game,
        ),
        *(soak(each) for each in SHORTEST_FIRST if each.house.game in SOLVED),
    ],
    ids=lambda search: search.name,
)
def test_best_value(book: Rulebook, search: Search) -> None:
    found = search.run(book)
    kept = (search.best, search.decisions, search.deals)
    assert (found.best, found.decisions, found.deals) == kept


def test_first_decisions(book: Rulebook) -> None:
    """Two nines against a ten that has 20: a split takes the last card, and voids the round."""
    opened = open_house(book, House("colorado", tips=False))
    found = referee(opened, Shoe.parse("0d + 10s 10s 10s 9s 9s"), {"blackjack": 1_000})
    nines = next(each for each in found.first if each.worth.keys() == WORTH.keys())
    assert nines.worth == WORTH
    assert (nines.best, nines.chance) == ("split", Fraction(1, 10))
    assert [str(event) for event in nines.seen if "face=down" in str(event)] == [
        "card to=dealer card=?? face=down"
    ]


WORTH = {
    "stand": Fraction(-1),
    "hit": Fraction(-1),
    "double": Fraction(-2),
    "double for less": Fraction(-11, 10),  # by the smallest chip, $1 beside $10
    "split": Fraction(0),
}


@pytest.mark.parametrize(("packets", "deals"), [((), 60), ((3,), 19), ((6,), 1), ((1, 5), 3)])
def test_the_chances_of_all_deals_add_up_to_one(packets: tuple[int, ...], deals: int) -> None:
    waiting: list[tuple[Card, ...]] = [()]
    whole, seen = Fraction(0), set()
    while waiting:
        shoes = PacketShoe(Shoe.parse("0d + As As Kd Kd Kd 9c"), waiting.pop(), packets)
        for _ in range(6):
            shoes.next()
        waiting += shoes.others()
        whole += shoes.chance
        seen.add(shoes.came)
    assert whole == 1
    assert len(seen) == deals


def test_the_command_prints_the_value_and_the_first_decisions(ask: Ask) -> None:
    shoe = ("--shoe", "10s 10s 10s 9s 9s")
    status, out, _ = ask("referee", "colorado/blackjack", *shoe)
    assert status == 0
    assert "best 1/10 of the main stake (+10.0000%)" in out
    assert "box 1 9s 9s, dealer 10s ??: play     1/10     split   0" in out
    _, out, _ = ask("referee", "colorado/blackjack", *shoe, "--json")
    found = json.loads(out)
    assert (found["best"], found["decisions"], found["rounds"]) == ("1/10", 22, 71)
    assert found["first"][-1]["worth"]["stand"] == "-1"
    status, _, err = ask("referee", "--shoe", "10s 9s")
    assert (status, err) == (2, "pitboss: --shoe takes 4 to 14 cards, not 2.\n")
