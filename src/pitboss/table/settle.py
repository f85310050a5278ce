"""What a side wager sees of a box, and what it is paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from pitboss.cards import DECK, Card
from pitboss.money import LOSS, Cents
from pitboss.procedure import Box, Round
from pitboss.rulebook.vocabulary import SEES
from pitboss.wagers.offer import Offer
from pitboss.wagers.real import groups, multiplier, outcome


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
    return _due(offered, stake, tuple([look(table, box) for look in _looks(offered)]))


@lru_cache(maxsize=1 << 17)  # what is staked and dealt tonight comes again
def _due(offered: Offer, stake: Cents, cards: tuple[tuple[int, ...], ...]) -> Due:
    """The same by the numbers of the cards, which are quicker to look up."""
    places = offered.wager.sees
    dealt = ([DECK[index] for index in each] for each in cards)
    seen = groups(places, dict(zip(places, dealt, strict=True)))
    line = outcome(offered, seen)
    if line is None:
        return NO_HAND
    odds = line.pays
    if odds == LOSS:
        return Due(line.outcome)
    times = multiplier(offered, seen)
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


Look = Callable[[Round, Box], tuple[int, ...]]
"""Finds the numbers of the cards at a place."""


@lru_cache(maxsize=1 << 10)
def _looks(offered: Offer) -> tuple[Look, ...]:
    return tuple(_look(offered, place) for place in offered.wager.sees)


def _look(offered: Offer, place: str) -> Look:
    """Where to look for a place, by the readings of the wager."""
    many = SEES[place][1]
    if place.startswith("player.first"):  # in which order they came does not matter
        return lambda table, box: tuple(sorted([card.index for card in box.first[:many]]))
    if place == "player.third_card":
        return lambda table, box: _numbers(third_card(table, box, offered))
    if place == "player.hand":
        return lambda table, box: _numbers(hand_cards(box, offered))
    if place == "community.two":
        return lambda table, box: _numbers(table.community[:many])
    return lambda table, box: _numbers(table.against(box)[:many])


def _numbers(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple([card.index for card in cards])


def third_card(table: Round, box: Box, offered: Offer) -> Sequence[Card]:
    """The card after the first two (58 Pa. Code § 633c.9(d), (h))."""
    if offered.choices.get("third-card") == "upcard":
        return table.dealer[:1]
    first = box.hands[0]
    if first.split:
        drawn = [hand.drew for hand in box.hands[:2] if hand.drew]
        if offered.choices.get("D-27") == "either hand":
            return [c for c in drawn if c.rank == box.first[0].rank][:1] or drawn[:1]
        return drawn[:1]
    if first.doubled and offered.choices.get("D-27-b") == "does not count":
        return ()
    return (first.drew,) if first.drew else ()


def hand_cards(box: Box, offered: Offer) -> Sequence[Card]:
    """The player's hand as it grew (1 CCR 207-1, 30-2109(7))."""
    first = box.hands[0]
    if first.split and offered.choices.get("B-33") == "two cards":
        return box.first
    if first.doubled and offered.choices.get("B-33-b") == "no":
        return box.drawn[:-1]
    return box.drawn
