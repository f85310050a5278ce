"""When and in what order side wagers are settled, what each sees of a box, and what it is paid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pitboss.cards import Card
from pitboss.games.standard import AS_ASKED
from pitboss.games.terms import Terms
from pitboss.money import Cents
from pitboss.procedure.round import Box, Round
from pitboss.rulebook.schema import Wager
from pitboss.rulebook.vocabulary import SEES
from pitboss.wagers.card_reader import Seen, line_number, multiplier
from pitboss.wagers.offer import Offer, Price, priced

FIRST = "taken first"
Moments = dict[str, list[tuple[str, Offer]]]
"""Moment → the wagers that are due then, in the order of the law."""


@dataclass(frozen=True, slots=True)
class Tour:
    """The dealer goes round the table once, and at each box settles these wagers in turn."""

    wagers: tuple[tuple[str, Offer], ...]
    clockwise: bool = False
    losers: bool = False
    """Only stakes that have lost are taken; winners wait."""

    def boxes(self, table: Round, only: int | None) -> list[Box]:
        """The boxes, or one of them, as the dealer comes to them."""
        if only is not None:
            return [table.box(only)]
        return table.boxes if self.clockwise else table.boxes[::-1]


def tours(terms: Terms, offers: Mapping[str, Offer]) -> dict[str, tuple[Tour, ...]]:
    """How each moment is settled: losers that are taken first, then box by box.

    The law's rotation is from the dealer's right (58 Pa. Code § 633c.1(d); 1 CCR 207-1, 30-2107;
    ARSD 20:18:15:30.17(5)(a)) except where a wager states another (New Hampshire, method: deal).
    """
    due = moments(terms, offers)
    first = losing(due)
    made = {}
    for moment in (*due, *first):
        taken, paid = first.get(moment, []), due.get(moment, [])
        made[moment] = (*_by_rotation(taken, losers=True), *_by_rotation(paid, losers=False))
    return made


def _by_rotation(due: list[tuple[str, Offer]], losers: bool) -> Iterator[Tour]:
    for clockwise in (False, True):
        if mine := tuple(each for each in due if _is_clockwise(each[1].wager) == clockwise):
            yield Tour(mine, clockwise, losers)


def _is_clockwise(wager: Wager) -> bool:
    return wager.rotation.endswith(", clockwise")


def moments(terms: Terms, offers: Mapping[str, Offer]) -> Moments:
    """When each wager is settled; with held cards some wait until their hand is asked."""
    held = terms.player_cards == "face down"
    found: Moments = {}
    for key, offered in sorted(offers.items(), key=lambda each: _in_the_law(each[1].wager)):
        moment = offered.settles
        if held and offered.wager.when_held == "hand by hand":
            moment = AS_ASKED
        found.setdefault(moment, []).append((key, offered))
    return found


def _in_the_law(wager: Wager) -> tuple[list[tuple[int, str]], int]:
    """Where the law names a wager: sections in their order, and the place in a section."""
    parts = re.findall(r"(\d+)|(\D+)", wager.section)
    return [(int(number or 0), text) for number, text in parts], wager.place.line


def losing(due: Moments) -> Moments:
    """When losing stakes are taken before winners are paid: 30-2109(6)(b), NH F-9."""
    found: Moments = {}
    for moment, due_then in due.items():
        for key, offered in due_then:
            if offered.wager.losers == FIRST:
                found.setdefault(moment, []).append((key, offered))
            elif offered.wager.losers == "taken after the deal":
                found.setdefault("after the deal", []).append((key, offered))
    return found


def due(table: Round, box: Box, offered: Offer, stake: Cents) -> Price:
    """The outcome of one stake on the cards at its box."""
    seen = Seen()
    for prefix, look in _looks(offered):
        seen[prefix] = tuple(look(table, box))
    times = multiplier(offered, seen) if offered.multipliers else 1
    return priced(offered, line_number(offered, seen), times, stake)


Look = Callable[[Round, Box], Sequence[Card]]
"""Finds the cards at a place."""


@lru_cache(maxsize=1 << 10)
def _looks(offered: Offer) -> tuple[tuple[str, Look], ...]:
    """The prefix of each place that a wager sees, and what finds the cards there."""
    return tuple((SEES[place][0], look(offered, place)) for place in offered.wager.sees)


def look(offered: Offer, place: str) -> Look:
    """What finds the cards at a place that a wager sees, by the readings of the wager."""
    many = SEES[place][1]
    if place.startswith("player.first"):
        return lambda table, box: box.first[:many]
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
        return box.first[:2]
    if first.doubled and not offered.terms.double_card_extends:
        return box.drawn[:-1]
    return box.drawn
