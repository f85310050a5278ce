"""Hands, cards and money of a round, as somebody sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pitboss.cards import Card, show_cards
from pitboss.log import HIDDEN
from pitboss.server.messages import layout_messages
from pitboss.table.box_view import SeenCard, SeenHand, known, poker_hand
from pitboss.table.log.mask import box_of
from pitboss.table.table_view import SeenRound


def faces(cards: Iterable[SeenCard]) -> list[str]:
    """Cards by name, as they are sent."""
    return [str(each.card) if each.card else HIDDEN for each in cards]


Money = tuple[int, int]
"""What a player has in play, and what of it the deal has still to take."""


def money_of_all(seen: SeenRound) -> dict[str, Money]:
    """What each player has on the layout; a box that begins with several hands has a stake for
    each, though the deal takes all but the first (30-2105(2)).
    """
    procedure = seen.opened.procedure
    found: dict[str, Money] = {}
    for box in seen.boxes.values():
        chips = box.chips
        lying, owed = found.get(chips.player, (0, 0))
        lying += sum(chips.stakes.values()) + sum(chips.tips.values())
        first = chips.placed.get(procedure.main, 0)
        if not box.dealt and not box.results and chips.stakes.get(procedure.main) == first:
            owed += first * (procedure.spots - 1)
            lying += first * (procedure.spots - 1)
        found[chips.player] = lying, owed
    return found


def parts_of(
    seen: SeenRound, cards: Sequence[SeenCard], low: Sequence[Card]
) -> list[layout_messages.PartView]:
    """The parts that cards are set in, once they are and may be seen."""
    shown = known(cards)
    if not low or len(shown) < len(cards):
        return []
    parts = seen.opened.procedure.set_as(show_cards(low), shown, seen.opened.terms)
    return [
        layout_messages.PartView(name=each.name, cards=[*map(str, each.cards)], total=each.points)
        for each in parts
    ]


def hand_view(
    seen: SeenRound, hand: SeenHand, low: Sequence[Card] = ()
) -> layout_messages.HandView:
    """A hand; its total if every card is visible and the game is about totals."""
    value = hand.total if not hand.game and seen.opened.terms.totals else None
    return layout_messages.HandView(
        name=hand.name,
        number=hand.number,
        cards=faces(hand.cards),
        total=value.points if value else None,
        soft=bool(value and value.soft),
        bust=bool(value and value.bust),
        natural=bool(value and hand.natural),
        stake=hand.stake,
        turn=any(ask.of == hand.name for ask in seen.asks.values()),
        over=hand.over,
        reads=poker_hand(seen, hand.cards, hand.game),
        parts=parts_of(seen, hand.cards, low),
    )


def positions_of(seen: SeenRound) -> Iterator[tuple[str, layout_messages.PositionView]]:
    """Hands on the felt that terminals share."""
    opened = seen.opened
    waiting = {box_of(ask.of) for ask in seen.asks.values()}
    for number in range(1, opened.procedure.positions(opened.play) + 1):
        cards = seen.positions.get(number, [])
        value = seen.worth(cards)
        there = {n for n, box in seen.boxes.items() if box.chips.position == number}
        yield (
            str(number),
            layout_messages.PositionView(
                cards=faces(cards),
                total=value.points if value else None,
                soft=bool(value and value.soft),
                terminals=len(there),
                decided=len(there - waiting) if waiting else None,
            ),
        )
