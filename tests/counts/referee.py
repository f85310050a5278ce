"""The searches whose values are kept in referee.tsv: a game, a small shoe, and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

from pitboss.analysis.referee import Value, referee
from pitboss.cards import Shoe
from pitboss.money import Cents, parse_money
from pitboss.rulebook.load import Rulebook
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from tests.agreement.packets import PacketShoe

FILE = Path(__file__).with_name("referee.tsv")


@dataclass(frozen=True, slots=True)
class Search:
    """One line of the file."""

    house: House
    cards: str
    stakes: Mapping[str, Cents]
    packets: tuple[int, ...]
    best: Fraction
    decisions: int
    deals: int

    @property
    def name(self) -> str:
        house = self.house
        filed = [*house.terms.values(), *house.readings.values()]
        return ", ".join((f"{house.jurisdiction}/{house.game}", *filed, self.cards))

    def run(self, book: Rulebook) -> Value:
        """Search again."""
        opened = open_house(book, self.house)
        position = min(1, opened.procedure.positions(opened.play))
        shoe = Shoe.parse(f"0d + {self.cards}")
        in_packets = partial(PacketShoe, packets=self.packets)
        return referee(opened, shoe, self.stakes, position, shoes=in_packets)


def read() -> list[Search]:
    """Every line after the heads of the columns."""
    _, *lines = FILE.read_text(encoding="utf-8").splitlines()
    return [_search(*line.split("\t")) for line in lines]


def _search(
    game: str,
    decks: str,
    terms: str,
    readings: str,
    cards: str,
    stakes: str,
    packets: str,
    best: str,
    decisions: str,
    deals: str,
) -> Search:
    jurisdiction, key = game.split("/")
    house = House(
        jurisdiction,
        key,
        decks=int(decks),
        tips=False,
        terms=_pairs(terms),
        readings=_pairs(readings),
    )
    return Search(
        house,
        cards,
        {wager: parse_money(amount) for wager, amount in _pairs(stakes).items()},
        tuple(int(many) for many in packets.split()),
        Fraction(best),
        int(decisions),
        int(deals),
    )


def _pairs(text: str) -> dict[str, str]:
    """`a=b; c=d`."""
    found = (each.partition("=") for each in text.split("; ") if each)
    return {key: value for key, _, value in found}
