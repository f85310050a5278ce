"""What a side wager sees of a box, and what it is paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter

from pitboss.cards import Card
from pitboss.money import LOSS, Cents
from pitboss.procedure import Box, Round
from pitboss.rulebook.vocabulary import SEES
from pitboss.wagers.offer import Offer
from pitboss.wagers.real import groups, line_number, multiplier, order_counts


@dataclass(frozen=True, slots=True)
class Due:
    """What one stake gets: its hand, the odds, and the part that no meter pays."""

    why: str
    pays: str = "loss"
    win: Fraction = Fraction(0)
    """What it wins beside the stake, in cents, exactly."""
    returned: bool = False
    """The stake goes back too."""
    ratio: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    meter: str = ""
    envy: Cents = 0

    @property
    def is_lost(self) -> bool:
        """Nothing is won and nothing goes back."""
        return not (self.win or self.share or self.returned)


NO_HAND = Due("no hand")


def due(table: Round, box: Box, offered: Offer, stake: Cents) -> Due:
    """The outcome of one stake on the cards that lie there."""
    seen = groups(offered.wager.sees, {place: look(table, box) for place, look in _looks(offered)})
    times = multiplier(offered, seen) if offered.multipliers else 1
    return _due(offered, line_number(offered, seen), times, stake)


@lru_cache(maxsize=1 << 14)
def _due(offered: Offer, number: int, times: int, stake: Cents) -> Due:
    """What a line pays for a stake."""
    if number < 0:
        return NO_HAND
    line = offered.lines[number]
    odds = line.pays
    if odds == LOSS:
        return Due(line.outcome)
    win = (odds.ratio * stake + odds.dollars * offered.scale(stake)) * times
    meter = odds.meter or offered.table.meters[0].name if odds.share else ""
    return Due(
        line.outcome,
        str(odds),
        Fraction(win),
        odds.returned,
        Fraction(odds.ratio) * times,
        odds.share * times,
        meter,
        line.envy or 0,
    )


BY_INDEX = attrgetter("index")
Look = Callable[[Round, Box], Sequence[Card]]
"""Finds the cards at a place."""


@lru_cache(maxsize=1 << 10)
def _looks(offered: Offer) -> tuple[tuple[str, Look], ...]:
    return tuple((place, _look(offered, place)) for place in offered.wager.sees)


def _look(offered: Offer, place: str) -> Look:
    """Where to look for a place, by the readings of the wager."""
    many = SEES[place][1]
    if place.startswith("player.first"):
        if order_counts(offered):
            return lambda table, box: box.first[:many]
        return lambda table, box: sorted(box.first[:many], key=BY_INDEX)
    if place == "player.third_card":
        return lambda table, box: third_card(table, box, offered)
    if place == "player.hand":
        return lambda table, box: hand_cards(box, offered)
    if place == "community.two":
        return lambda table, box: table.community[:many]
    return lambda table, box: table.against(box)[:many]


def third_card(table: Round, box: Box, offered: Offer) -> Sequence[Card]:
    """The card after the first two (58 Pa. Code § 633c.9(d), (h))."""
    if offered.terms.third_card == "upcard":
        return table.dealer[:1]
    first = box.hands[0]
    if first.split:
        drawn = [hand.drew for hand in box.hands[:2] if hand.drew]
        if offered.terms.third_card_of_split == "either hand":
            return [c for c in drawn if c.rank == box.first[0].rank][:1] or drawn[:1]
        return drawn[:1]
    if first.doubled and not offered.terms.double_card_is_third:
        return ()
    return (first.drew,) if first.drew else ()


def hand_cards(box: Box, offered: Offer) -> Sequence[Card]:
    """The player's hand as it grew (1 CCR 207-1, 30-2109(7))."""
    first = box.hands[0]
    if first.split and offered.terms.straight_after_split == "two cards":
        return box.first
    if first.doubled and not offered.terms.double_card_extends:
        return box.drawn[:-1]
    return box.drawn
