"""The chips of a house, and the amounts that they make."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pitboss.errors import either
from pitboss.money import Cents, show_money


@dataclass(frozen=True, slots=True)
class Chips:
    """Denominations in cents, smallest first; every stake is a sum of them.

    >>> chips = Chips((100, 250, 500))
    >>> chips.make(350), chips.make(150), chips.below(199), chips.above(101)
    (True, False, 100, 200)
    """

    values: tuple[Cents, ...]

    def make(self, cents: Cents) -> bool:
        """Whether some of these chips add up to exactly this amount."""
        return _below(self.values, cents) == cents

    def below(self, cents: Cents) -> Cents:
        """The largest sum up to an amount; 0 if there is none."""
        return _below(self.values, cents)

    def above(self, cents: Cents) -> Cents:
        """The smallest sum from an amount up."""
        first = self.values[0]
        sums = _least_sums(self.values)
        return min(least + max(0, -((least - cents) // first)) * first for least in sums)

    def nearest(self, cents: Cents) -> str:
        """The sums next to an amount, in words.

        >>> Chips((100, 250)).nearest(150)
        '$1 or $2'
        """
        near = dict.fromkeys(each for each in (self.below(cents), self.above(cents)) if each)
        return either([show_money(each) for each in near])

    def __str__(self) -> str:
        return either([show_money(each) for each in self.values], "and")


ANY_AMOUNT: Final = Chips((1,))
"""Every amount in whole cents."""


@lru_cache(maxsize=1 << 12)  # the same few stakes are placed round after round
def _below(values: tuple[Cents, ...], cents: Cents) -> Cents:
    first = values[0]
    sums = [least for least in _least_sums(values) if least <= cents]
    return max((least + (cents - least) // first * first for least in sums), default=0)


@lru_cache(maxsize=64)
def _least_sums(values: tuple[Cents, ...]) -> tuple[Cents, ...]:
    """The least sum for each remainder after the smallest chip that a sum can have."""
    first, *others = values
    least = {0: 0}
    found = [0]
    while found:
        at = found.pop()
        for value in others:
            made, rest = least[at] + value, (at + value) % first
            if rest not in least or made < least[rest]:
                least[rest] = made
                found.append(rest)
    return tuple(sorted(least.values()))
