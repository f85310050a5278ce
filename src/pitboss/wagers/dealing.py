"""What a round is dealt from and how it is played out: all a proof needs of a game's terms."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.cards import Shoe
from pitboss.hands import Total


@dataclass(frozen=True, slots=True)
class DealerRule:
    """When the dealer takes another card.

    >>> soft_17 = Total(17, soft=True)
    >>> DealerRule().draws(soft_17), DealerRule(hits_soft_17=True).draws(soft_17)
    (False, True)
    """

    hits_soft_17: bool = False
    stands_from: int = 17
    """17, or 18 if the house reads its procedure that way (New Hampshire, reading A-7)."""

    def draws(self, value: Total) -> bool:
        """The dealer's rule, wherever a dealer's hand is dealt or counted."""
        if value.points == self.stands_from == 17 and value.soft:
            return self.hits_soft_17
        return value.points < self.stands_from


@dataclass(frozen=True, slots=True)
class Dealing:
    """The pack, the dealer's rule, and what may end or change a player's hand."""

    pack: Shoe
    dealer: DealerRule = DealerRule()
    peeks: tuple[int, ...] = (1, 10)
    """Points of the upcards with which the hole card is read before anyone acts."""
    doubles: bool = True
    """The first two cards may be doubled for one more card."""
