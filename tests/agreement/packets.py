"""A shoe whose first cards come in packets, so that their order is irrelevant."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from pitboss.analysis.referee import Branching, Cards
from pitboss.cards import Card, Shoe


class PacketShoe(Branching):
    """Packets in rising order, by the chance of that many of each kind in any order."""

    def __init__(self, shoe: Shoe, told: Cards = (), packets: Sequence[int] = ()) -> None:
        super().__init__(shoe, told)
        self._ends = tuple(accumulate(packets))

    def next(self) -> Card:
        packet = self._packet()
        card = super().next()
        if packet is not None:  # orders of that many cards, some of which are the same
            self._ways *= len(packet) + 1
            self._of *= packet.count(card) + 1
        return card

    def _kinds(self) -> list[Card]:
        kinds, packet = super()._kinds(), self._packet()
        return kinds if packet is None else self._rising(packet)

    def _packet(self) -> Cards | None:
        """The cards already dealt of the current packet."""
        end = bisect_right(self._ends, self.dealt)
        if end == len(self._ends):
            return None
        return self.came[self._ends[end - 1] if end else 0 :]

    def _rising(self, packet: Cards) -> list[Card]:
        """Kinds that may come next in a packet, with enough left above them to fill it."""
        end = self._ends[bisect_right(self._ends, self.dealt)]
        high = [card for card in self._left if not packet or card >= packet[-1]]
        above = accumulate(self._left[card] for card in reversed(high))
        fill = end - self.dealt
        fits = {card for card, n in zip(reversed(high), above, strict=True) if n >= fill}
        return [card for card in high if self._left[card] and card in fits]
