"""When a side wager is settled, what it sees of a box, and what it is paid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.procedure import Box, Round
from pitboss.rulebook.vocabulary import SEES
from pitboss.table.opening import Open
from pitboss.wagers.offer import Offer
from pitboss.wagers.pricing import Price, priced
from pitboss.wagers.real import groups, line_number, multiplier, order_counts

Moments = dict[str, list[tuple[str, Offer]]]
"""Moment → the wagers that are due then, in the order of the house."""


def moments(opened: Open, offers: Mapping[str, Offer]) -> Moments:
    """When each wager is settled; with held cards some wait until their hand is asked."""
    held = opened.terms.player_cards == "face down"
    found: Moments = {}
    for key, offered in offers.items():
        moment = offered.settles
        if held and offered.wager.when_held == "hand by hand":
            moment = "as the hand is asked"
        found.setdefault(moment, []).append((key, offered))
    return found


FIRST = "taken first"


def losing(opened: Open, due: Moments) -> Moments:
    """When losing stakes are taken before winners are paid: 30-2109(6)(b), NH F-9."""
    held = opened.terms.player_cards == "face down"  # nobody can tell yet
    found: Moments = {}
    for moment, due_then in due.items():
        for key, offered in due_then:
            if offered.wager.losers == FIRST:
                found.setdefault(moment, []).append((key, offered))
            elif offered.wager.losers == "taken after the deal" and not held:
                found.setdefault("after the deal", []).append((key, offered))
    return found


def only(due: Moments, first: bool) -> Moments:
    """The wagers whose losers are taken first, or the others."""
    return {
        moment: kept
        for moment, dues in due.items()
        if (kept := [each for each in dues if (each[1].wager.losers == FIRST) == first])
    }


def staked(table: Round, key: str, offered: Offer, only: int | None) -> list[Box]:
    """Boxes with a stake on a wager, in its rotation."""
    clockwise = offered.wager.rotation.endswith(", clockwise")
    return [
        box
        for box in (table.boxes if clockwise else table.boxes[::-1])
        if key in box.stakes and only in (None, box.number)
    ]


def due(table: Round, box: Box, offered: Offer, stake: Cents) -> Price:
    """The outcome of one stake on the cards at its box."""
    seen = groups(offered.wager.sees, {place: look(table, box) for place, look in _looks(offered)})
    times = multiplier(offered, seen) if offered.multipliers else 1
    return priced(offered, line_number(offered, seen), times, stake)


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
