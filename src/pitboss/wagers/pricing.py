"""What a line of a pay table is worth to a stake: the table pays it, and the sheet proves it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from pitboss.money import Cents
from pitboss.wagers.offer import Offer


@dataclass(frozen=True, slots=True)
class Price:
    """What one stake gets for its hand: exact cents, a share of a meter, and what others get."""

    why: str
    pays: str = "loss"
    win: Fraction = Fraction(0)
    """What it wins in addition to the stake, in exact cents, without what a meter pays."""
    returned: bool = False
    """The stake is returned too; a bonus that comes with another wager has none."""
    ratio: Fraction = Fraction(0)
    """What it wins by its odds for each cent staked, apart from dollar pays."""
    share: Fraction = Fraction(0)
    meter: str = ""
    """The meter that the share is taken of."""
    envy: Cents = 0
    """Paid to each other bettor, or to the dealer."""

    @property
    def is_lost(self) -> bool:
        """Nothing is won and nothing is returned."""
        return not (self.win or self.share or self.returned)


NO_HAND = Price("no hand")


@lru_cache(maxsize=1 << 14)
def priced(offered: Offer, number: int, times: int, stake: Cents) -> Price:
    """What the line of this number, paid that many times, gives a stake; −1 means no line."""
    if number < 0:
        return NO_HAND
    line = offered.lines[number]
    odds = line.pays
    return Price(
        line.outcome,
        str(odds),
        odds.won(stake, offered.scale(stake)) * times,
        odds.returned and not offered.wager.stake.none,
        odds.ratio * times,
        odds.share * times,
        odds.meter or offered.table.meters[0].name if odds.share else "",
        line.envy or 0,
    )
