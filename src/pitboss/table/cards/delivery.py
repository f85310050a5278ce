"""How the cards come to the table, and when a new shoe is due."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pitboss.cards import Rank, Shoe
from pitboss.errors import UnknownName

BATCHES: Final = "two alternating batches"
SHUFFLER: Final = "continuous shuffler"
MACHINES: Final = (SHUFFLER, "dealing shuffler")
DELIVERIES: Final = ("shoe", "hand", *MACHINES, BATCHES)
NOT_CUT: Final = range(0)
SIDES: Final = ("A", "B")
"""The sides of a double shoe, with different backs; the first deals until a card names another."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """How the cards come to the table, and so when a new shoe is due."""

    decks: int
    """In each batch or side, if there are two."""
    cut: int
    """Cards behind the cut card; 0 if none is used."""
    every_round: bool = False
    batches: bool = False
    without: Rank | None = None
    """The rank removed from the decks."""
    after_bets: bool = False
    """A new shoe comes once the wagers of its round are placed (1 CCR 207-1, 30-2104(4))."""
    cuts: range = NOT_CUT
    """How many cards may be in front of a cut after the shuffle; none if the shoe is not cut."""
    double: bool = False
    """A double shoe: each round is dealt from one of two sides (58 Pa. Code § 633a.3(c))."""

    @classmethod
    def of(
        cls,
        delivery: str,
        decks: int,
        cut: int,
        every_round: bool = False,
        without: Rank | None = None,
        after_bets: bool = False,
        least_cut: int = 0,
        double: bool = False,
    ) -> Delivery:
        """The delivery that a term names; a continuous shuffler gets all its cards back each round.

        A cut leaves at least this many cards at either end; a machine that deals is not cut.

        >>> Delivery.of("continuous shuffler", 6, 52, least_cut=52).every_round
        True
        >>> Delivery.of("shoe", 6, 78, least_cut=52).cuts
        range(52, 261)
        """
        if delivery not in DELIVERIES:
            raise UnknownName("delivery", delivery, DELIVERIES)
        again = every_round or delivery == SHUFFLER
        is_cut = least_cut and delivery not in MACHINES
        cuts = range(least_cut, _size(decks, without) - least_cut + 1) if is_cut else NOT_CUT
        return cls(decks, cut, again, delivery == BATCHES, without, after_bets, cuts, double)

    @property
    def size(self) -> int:
        """Cards in a whole shoe."""
        return _size(self.decks, self.without)

    def is_due(self, dealt: int, reshuffled: bool) -> bool:
        """A new shoe comes before the next round."""
        if reshuffled or (self.every_round and dealt):
            return True
        return self.size - dealt <= self.cut

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that are dealt from; one without a name unless the shoe is double."""
        return SIDES if self.double else ("",)

    @property
    def all_decks(self) -> int:
        """Decks at the table."""
        return self.decks * (2 if self.batches or self.double else 1)

    def batch_after(self, batch: str) -> str:
        """The batch of the next whole shoe: `A`, `B`, `A` …"""
        if not self.batches:
            return batch
        return "B" if batch == "A" else "A"


@lru_cache
def _size(decks: int, without: Rank | None) -> int:
    return Shoe.of(decks, without).size
