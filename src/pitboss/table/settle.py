"""What a side wager sees of a box, and what it is paid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter

from pitboss.cards import Card
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
    cents: Cents = 0
    share: Fraction = Fraction(0)
    meter: str = ""


NO_HAND = Due("no hand")
_index = attrgetter("index")


def due(table: Round, box: Box, offered: Offer, stake: Cents) -> Due:
    """The outcome of one stake on the cards that lie there."""
    return _due(
        offered,
        stake,
        tuple([tuple(cards_at(table, box, offered, place)) for place in offered.wager.sees]),
    )


@lru_cache(maxsize=1 << 16)  # what is staked and dealt tonight comes again
def _due(offered: Offer, stake: Cents, cards: tuple[tuple[Card, ...], ...]) -> Due:
    places = offered.wager.sees
    seen = groups(places, dict(zip(places, cards, strict=True)))
    line = outcome(offered, seen)
    if line is None:
        return NO_HAND
    odds = line.pays
    if odds == LOSS:
        return Due(line.outcome)
    times = multiplier(offered, seen)
    back = (odds.ratio * stake + odds.dollars * offered.scale(stake)) * times
    back += stake if odds.returned else 0
    meter = odds.meter or offered.table.meters[0].name if odds.share else ""
    return Due(line.outcome, str(odds), math.floor(back), odds.share * times, meter)


def cards_at(table: Round, box: Box, offered: Offer, place: str) -> Sequence[Card]:
    """The cards that count at a place, by the readings of the wager."""
    if place == "player.first_two":
        return sorted(box.first, key=_index)  # in which order they came does not matter
    if place == "player.third_card":
        return third_card(table, box, offered)
    if place == "player.hand":
        return hand_cards(box, offered)
    return table.dealer[: SEES[place][1]]


def third_card(table: Round, box: Box, offered: Offer) -> Sequence[Card]:
    """The card after the first two (58 Pa. Code § 633c.9(d), (h))."""
    if offered.choices.get("third-card") == "upcard":
        return table.dealer[:1]
    first = box.hands[0]
    if first.split:
        drawn = [hand.cards[1] for hand in box.hands[:2] if len(hand.cards) > 1]
        if offered.choices.get("D-27") == "either hand":
            return [c for c in drawn if c.rank == box.first[0].rank][:1] or drawn[:1]
        return drawn[:1]
    if first.doubled and offered.choices.get("D-27-b") == "does not count":
        return ()
    return box.drawn[2:3]


def hand_cards(box: Box, offered: Offer) -> Sequence[Card]:
    """The player's hand as it grew (1 CCR 207-1, 30-2109(7))."""
    first = box.hands[0]
    if first.split and offered.choices.get("B-33") == "two cards":
        return box.first
    if first.doubled and offered.choices.get("B-33-b") == "no":
        return box.drawn[:-1]
    return box.drawn
