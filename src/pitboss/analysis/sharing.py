"""An award that two boxes win in one round is shared: what that costs each of them.

Boxes see the same cards of the dealer, so one box's jackpot makes another's more likely. For two
boxes the joint chance is exact; for more, the expected part of the award lies between bounds.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.analysis.setting import Setting
from pitboss.cards import Shoe
from pitboss.wagers.array_reader import classify
from pitboss.wagers.deals import DealLayout, every_deal, layout

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sharing:
    """How often one box, and two boxes at once, win the whole of a meter."""

    meter: str
    one: Fraction
    both: Fraction

    @property
    def with_another(self) -> Fraction:
        """Chance that one given other box wins too, when this one has won."""
        return self.both / self.one if self.one else Fraction(0)

    def part(self, others: int) -> tuple[Fraction, Fraction]:
        """The least and most of the award that a winner can expect with that many other boxes."""
        if others <= 1:
            exact = 1 - others * self.with_another / 2
            return exact, exact
        return max(Fraction(0), 1 - others * self.with_another / 2), 1 - self.with_another / 2


def sharing(setting: Setting, meter: str) -> Sharing | None:
    """The chances for one meter; `None` if the wager is not settled on cards at the deal."""
    plan = layout(setting.offer)
    if plan is None or "player.first_two" not in setting.wager.sees:
        return None
    if {("first", 1), ("second", 1)} & set(plan.groups):  # each box's two cards are one set here
        return None
    wins = [
        n
        for n, line in enumerate(setting.offer.lines)
        if line.pays.share == 1 and line.pays.meter in ("", meter)
    ]
    apart = _boxes_apart(plan)
    found: dict[Cards, set[Cards]] = {}
    for piece in every_deal(apart, True, False):
        lines = classify(setting.offer, piece.deals)
        chosen = piece.deals.take(np.flatnonzero(np.isin(lines, wins)))
        columns = [
            (r.astype(int) - 2) * 4 + s for r, s in zip(chosen.ranks, chosen.suits, strict=True)
        ]
        for cards in zip(*(c.tolist() for c in columns), strict=True):
            found.setdefault(cards[2:], set()).add(tuple(sorted(cards[:2])))
    one = both = 0
    for dealer, pairs in found.items():
        for mine in pairs:
            one += _ways(setting.shoe, dealer, mine)
            both += sum(_ways(setting.shoe, dealer, mine, yours) for yours in pairs)
    size, dealt = setting.shoe.size, apart.cards - 2
    every = math.perm(size, dealt) * math.comb(size - dealt, 2)
    return Sharing(
        meter,
        Fraction(one, every),
        Fraction(both, every * math.comb(size - dealt - 2, 2)),
    )


def _boxes_apart(plan: DealLayout) -> DealLayout:
    """The same cards with the player's two first, and each dealer's card in its place."""
    rest = [
        group
        for scope, count in plan.groups
        if scope != "player"
        for group in (
            [("upcard", 1), ("hole", 1)] if (scope, count) == ("dealer", 2) else [(scope, count)]
        )
    ]
    return DealLayout((("player", 2), *rest), ordered=True, pooled=False)


def _ways(shoe: Shoe, dealer: Cards, *boxes: Cards) -> int:
    """Ways to deal these cards: the dealer's in order, each box's two together."""
    left = list(shoe.counts)
    ways = 1
    for card in dealer:
        ways *= max(left[card], 0)
        left[card] -= 1
    for box in boxes:
        for card, many in Counter(box).items():
            ways *= math.comb(max(left[card], 0), many)
            left[card] -= many
    return ways
