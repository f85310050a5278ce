"""Where cards come from: a cryptographic shuffle, committed before its first card is drawn.

A shoe is sealed: its order and salt are kept outside the log, and their hash stands in it. When
the shoe is done it can be opened and checked. A seeded shoe, for lessons and tests, says so.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from dataclasses import dataclass

from pitboss.cards import DECK, Card, Shoe, parse_cards, show_cards
from pitboss.errors import PitbossError


@dataclass(frozen=True, slots=True)
class SealedShoe:
    """The order of a shoe, with the salt that keeps its hash from being guessed."""

    order: tuple[Card, ...]
    salt: str
    source: str
    """`system` for the cryptographic source, `seed N` for a lesson."""

    @property
    def commitment(self) -> str:
        """SHA-256 of the salt and the order."""
        return commitment(self.salt, self.order)


def commitment(salt: str, order: tuple[Card, ...]) -> str:
    """What is written in the log before the first card."""
    return hashlib.sha256(f"{salt}\n{show_cards(order)}".encode()).hexdigest()


def shuffled(shoe: Shoe) -> SealedShoe:
    """A shoe in an order that nobody can foresee: Fisher–Yates with unbiased draws."""
    cards = _cards(shoe)
    for last in range(len(cards) - 1, 0, -1):
        other = secrets.randbelow(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return SealedShoe(tuple(cards), secrets.token_hex(16), "system")


class Lesson:
    """A reproducible source of shoes, for training and tests only."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._random = random.Random(seed)

    def shuffled(self, shoe: Shoe) -> SealedShoe:
        """The next shoe of this seed."""
        cards = _cards(shoe)
        self._random.shuffle(cards)
        return SealedShoe(tuple(cards), f"{self._random.getrandbits(64):016x}", f"seed {self.seed}")


def open_shoe(committed: str, salt: str, order: str) -> tuple[Card, ...]:
    """The cards of an opened shoe; refuses one that is not what was committed."""
    cards = parse_cards(order)
    if commitment(salt, cards) != committed:
        raise PitbossError("The opened shoe is not the one that was committed in the log.")
    return cards


def _cards(shoe: Shoe) -> list[Card]:
    return [card for card, n in zip(DECK, shoe.counts, strict=True) for _ in range(n)]
