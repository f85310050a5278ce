"""The layout of the dealers' arrays: what their numbers mean, and where each part begins."""

from __future__ import annotations

from typing import Any, Final

# How a hand ends, and the dealer's.
BUST, BUST_DOUBLED, SURRENDERED, NATURAL, EVEN_MONEY, WON, WON_DOUBLED = range(7)
STOOD: Final = 7
DOUBLED: Final = 13
SPLIT: Final = 19
ENDS: Final = 20
FINALS: Final = 8
"""The dealer's: 17 to 21, 22, any other bust, and a natural."""

DEALER_NATURAL: Final = 7
ACE: Final = 12
TEN: Final = 8
TWO, THREE, FOUR, THIRD, DEALER, HAND = range(6)
"""What the table of a wager looks at: two cards; these and the upcard; these and the hole card too;
a third card of the player's; the dealer's hand; the player's own hand.
"""
NO_CARD: Final = 52
"""The third card of a hand that took none."""
LATER: Final = 1
"""Placed once the hole card has been read, if it makes no natural."""
LIVE: Final = 2
"""Only on a hand that is still in play."""
COMPLETES: Final = 4
"""The dealer draws for it."""
DOUBLE_IS_NO_THIRD: Final = 8
DOUBLE_ENDS_HAND: Final = 16
"""The card of a double is not one of the hand's."""
TWO_IF_SPLIT: Final = 32
"""Of a hand that was split, the two cards that were dealt."""
NOT_PLACED: Final = 255


def is_doubled(end: Any) -> Any:
    """A hand that ended so was doubled."""
    return end in (BUST_DOUBLED, WON_DOUBLED) or end >= DOUBLED


# Where the parts of `play` begin.
ENTRY: Final = 0
SECOND: Final = ENTRY + 13 * 256
EARLY: Final = SECOND + 2 * 13 * 256
INSURED: Final = EARLY + 13 * 256
BEGINS: Final = INSURED + 256
SETTLE: Final = BEGINS + 256
ADDED: Final = SETTLE + ENDS * FINALS
PEEKS: Final = ADDED + ENDS * FINALS
INSURANCE_WON: Final = PEEKS + 16
INSURANCE_LOST: Final = INSURANCE_WON + 1
LIMIT: Final = INSURANCE_WON + 2
LIMIT_OF_ACES: Final = INSURANCE_WON + 3
BURNED: Final = INSURANCE_WON + 4
UNIT: Final = INSURANCE_WON + 5
AFTER_LOW: Final = INSURANCE_WON + 6
AFTER_HIGH: Final = INSURANCE_WON + 7
SHARED: Final = INSURANCE_WON + 8
HOLE_LATER: Final = INSURANCE_WON + 9
"""The dealer's second card comes after the player's: 1, or 2 if a hand given up waits for it."""
DEALER_STEP: Final = INSURANCE_WON + 10
STEP: Final = DEALER_STEP + 64 * 16

# What `wagers` says of each wager.
FACTS: Final = 6
LOOKS, BASE, PAIRS, STEPS, KINDS, FLAGS = range(6)

# Where the parts of `room` begin: first the dealer's cards, then the boxes one by one, then the
# classes of every wager, box by box.
BOXES: Final = 64
BOX: Final = 96
FIRST, OTHER, MANY, LENGTH, NET, STAKE, DREW = range(7)
HANDS: Final = 8
"""How its hands ended."""
WAITING: Final = 24
CARDS: Final = 40
"""The cards of its first hand, as they came."""
CLASSES_OF_LINE: Final = 256
"""Cells for the classes of each wager, and of the main one where it has classes."""
