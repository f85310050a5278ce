"""The hands that the law describes in words are the hands that the rulebook knows.

`printed/hands.tsv` is typed from the law texts alone: for each paragraph that describes a hand,
cards that make it and cards that only nearly do. The dealer's first card is the upcard.
"""

import csv
from pathlib import Path
from typing import NamedTuple

import pytest

import pitboss

PRINTED = Path(__file__).parent / "printed" / "hands.tsv"

# Where a clause is doubtful these hands are read as it is worded; the house chooses the suit.
CHOICES = {
    "pennsylvania/super-4": {"A-2": "suit and rank", "suit": "diamonds"},
}


class Example(NamedTuple):
    section: str
    paragraph: str
    wager: str
    table: str
    player: str
    dealer: str
    hand: str


def read_examples() -> list[Example]:
    with PRINTED.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    assert tuple(header) == Example._fields
    return [Example._make(row) for row in rows]


def settle(example: Example) -> pitboss.Settlement:
    return pitboss.settle(
        example.wager,
        player=example.player,
        dealer=example.dealer,
        table=example.table,
        choices=CHOICES.get(example.wager, {}),
    )


EXAMPLES = read_examples()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.section}{e.paragraph} {e.player}")
def test_hand(example: Example) -> None:
    settled = settle(example)
    assert ("loses" if settled.is_lost else settled.hand) == example.hand


@pytest.mark.parametrize(("player", "times"), [("2c 9h", 1), ("Kd 9h", 2), ("Kd Kd", 5)])
def test_633c_12_j_a_king_of_diamonds_doubles_a_win_and_two_make_it_fivefold(
    player: str, times: int
) -> None:
    paid = pitboss.settle("pennsylvania/axman", player=player, dealer="Qh Qs", stake="$10")
    assert (paid.hand, paid.won) == ("Jacks or better pair", 5_000 * times)


def test_every_example_is_of_a_paragraph() -> None:
    path = PRINTED.with_name("paragraphs.tsv")
    known = {tuple(line.split("\t")) for line in path.read_text(encoding="utf-8").splitlines()}
    assert [e for e in EXAMPLES if (e.section, e.paragraph) not in known] == []
