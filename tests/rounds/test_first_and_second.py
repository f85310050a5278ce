"""A designer's wager on the player's first and second card is settled in the order dealt."""

from pathlib import Path

import pytest

from pitboss.rulebook.load import Rulebook, load
from pitboss.table.houses.house import Choice, House
from tests.rounds.stack import deal, results

RULE = """
section = "9-1"
title = "First Red"
cite = "own rules"
status = "designer's own"
jurisdiction = "pennsylvania"
[wager.first-red]
name = "First Red"
object = "The first card is red and the second black, or three in sequence come one by one."
sees = ["player.first_two", "dealer.upcard"]
placed = "before the deal"
settles = "after the deal"
requires = ["blackjack"]
decks = [6]
hands = [
  { name = "Ace first", when = "first.rank == A and second.rank != A", pays = "3 to 1" },
  { name = "In order",  when = "run == 3",                             pays = "9 to 1" },
  { name = "Red first", when = "first.red and second.black",           pays = "1 to 1" },
]
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    folder: Path = tmp_path_factory.mktemp("own")
    (folder / "first.toml").write_text(RULE)
    return load(folder)


@pytest.mark.parametrize(
    ("mine", "up", "paid"),
    [
        ("Ah 9c", "6d", "Ace first, $20 back"),
        ("9c Ah", "6d", "no hand, $0 back"),
        ("Kd 9c", "6d", "Red first, $10 back"),
        ("9c Kd", "6d", "no hand, $0 back"),
        ("4s 5d", "6h", "In order, $50 back"),
        ("5s 4d", "6h", "In order, $50 back"),
        ("4s 6d", "5h", "no hand, $0 back"),  # four and six begin no straight
        ("4d 6s", "5h", "Red first, $10 back"),
    ],
)
def test_the_first_card_is_the_one_dealt_first(
    own: Rulebook, mine: str, up: str, paid: str
) -> None:
    house = House("pennsylvania", decks=6, wagers={"first-red": Choice()})
    first, second = mine.split()
    stakes = {"blackjack": 10, "first-red": 5}
    table = deal(own, house, f"{first} {up} {second} Ks 5c", stakes, ["stand"])
    [told] = [line for line in results(table) if line.startswith("first-red")]
    assert told == f"first-red $5: {paid}"
