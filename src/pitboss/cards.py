"""Ranks, suits, cards and the contents of a shoe, each with a text form: `As`, `Kd 10h`,
`6d - As`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Final

from pitboss.errors import NotationError


class Rank(IntEnum):
    """A card's rank; the ace is high here, and low if a straight or a total needs it."""

    points: int
    """Points at blackjack with the ace as one."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __init__(self, number: int) -> None:
        self.points = 1 if number == 14 else min(number, 10)

    __hash__ = int.__hash__  # that of an enumeration is worked out from the name each time

    @property
    def symbol(self) -> str:
        """`A`, `K` … `2`.

        >>> Rank.TEN.symbol
        '10'
        """
        return RANK_SYMBOLS[self]


class Suit(IntEnum):
    """The four suits; clubs and spades are black."""

    is_red: bool
    """Diamonds and hearts."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __init__(self, number: int) -> None:
        self.is_red = number in (1, 2)

    __hash__ = int.__hash__

    @property
    def symbol(self) -> str:
        """`c`, `d`, `h` or `s`."""
        return "cdhs"[self]

    @property
    def pip(self) -> str:
        """♣, ♦, ♥ or ♠."""
        return "♣♦♥♠"[self]


RANK_SYMBOLS: Final = {r: "JQKA"[r - 11] if r > 10 else str(int(r)) for r in Rank}
_RANKS: Final = {s: r for r, s in RANK_SYMBOLS.items()} | {"T": Rank.TEN}
_SUITS: Final = {s.symbol: s for s in Suit} | {s.pip: s for s in Suit}


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One of the fifty-two kinds of card.

    >>> Card.parse("10h"), str(Card.parse("Th"))
    (Card(rank=<Rank.TEN: 10>, suit=<Suit.HEARTS: 2>), '10h')
    """

    rank: Rank
    suit: Suit
    index: int = field(init=False, repr=False, compare=False)
    """Place among the fifty-two: 0 is 2c, 51 is As."""
    points: int = field(init=False, repr=False, compare=False)
    """Points at blackjack with the ace as one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", card_index(self.rank, self.suit))
        object.__setattr__(self, "points", self.rank.points)

    def __hash__(self) -> int:
        return self.index

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read `As`, `10h`, `Td` or `K♦`."""
        word = text.strip()
        rank, suit = _RANKS.get(word[:-1].upper()), _SUITS.get(word[-1:].lower())
        if rank is None or suit is None:
            raise NotationError(
                f"{text!r} is not a card. Write a rank (2 to 10, J, Q, K, A) and a suit "
                "(c, d, h, s), as in As or 10h."
            )
        return DECK[card_index(rank, suit)]

    def __str__(self) -> str:
        return self.rank.symbol + self.suit.symbol

    @property
    def is_ace(self) -> bool:
        return self.points == 1

    @property
    def is_red(self) -> bool:
        return self.suit.is_red


def card_index(rank: int, suit: int) -> int:
    """Place of a rank and suit among the fifty-two."""
    return (rank - 2) * 4 + suit


DECK: Final = tuple(Card(r, s) for r in Rank for s in Suit)


def parse_rank(text: str) -> Rank:
    """Read a rank symbol.

    >>> parse_rank("Q")
    <Rank.QUEEN: 12>
    """
    try:
        return _RANKS[text.strip().upper()]
    except KeyError:
        raise NotationError(f"{text!r} is not a rank: write 2 to 10, J, Q, K or A.") from None


def parse_suit(text: str) -> Suit:
    """Read `d` or `diamonds`."""
    word = text.strip().lower()
    for suit in Suit:
        if word in (suit.symbol, suit.pip, suit.name.lower()):
            return suit
    raise NotationError(f"{text!r} is not a suit: write clubs, diamonds, hearts or spades.")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas.

    >>> show_cards(parse_cards("As, Kd 10h"))
    'As Kd 10h'
    """
    return tuple(Card.parse(word) for word in re.split(r"[\s,]+", text.strip()) if word)


def show_cards(cards: Iterable[Card]) -> str:
    """Cards as one line."""
    return " ".join(map(str, cards))


@dataclass(frozen=True, slots=True)
class Shoe:
    """How many of each card a shoe holds, before a card is drawn.

    >>> shoe = Shoe.parse("6d - As As Kd")
    >>> shoe.size, str(shoe)
    (309, '6d - Kd As As')
    """

    counts: tuple[int, ...]

    @classmethod
    def of(cls, decks: int, without: Rank | None = None) -> Shoe:
        """Whole decks, or decks with one rank removed.

        >>> Shoe.of(6).size, Shoe.of(6, without=Rank.TEN).size
        (312, 288)
        """
        return cls(tuple(0 if card.rank is without else decks for card in DECK))

    @classmethod
    def parse(cls, text: str) -> Shoe:
        """Read `6d`, or decks less and plus single cards: `6d - As As Kd`, `2d + 7d`."""
        match = re.fullmatch(r"\s*(\d{1,2})\s*d(?:ecks?)?\s*((?:[-−+][^-−+]*)*)", text)
        if not match or int(match[1]) > 99:
            raise NotationError(
                f"{text!r} is not a shoe. Write the decks and what is taken out or put in, "
                "as in 6d, 6d - As As Kd or 1d + 7d."
            )
        counts = [int(match[1])] * 52
        for sign, cards in re.findall(r"([-−+])([^-−+]*)", match[2]):
            for card in parse_cards(cards):
                counts[card.index] += 1 if sign == "+" else -1
                if counts[card.index] < 0:
                    raise NotationError(f"{text!r}: the shoe has no {card} left to take out.")
        if not any(counts):
            raise NotationError(f"{text!r}: the shoe is empty.")
        return cls(tuple(counts))

    @property
    def size(self) -> int:
        """Cards in the shoe."""
        return sum(self.counts)

    @property
    def decks(self) -> int | None:
        """Whole decks, if that is all the shoe holds."""
        return self.counts[0] if len(set(self.counts)) == 1 else None

    @property
    def suits_alike(self) -> bool:
        """Whether every rank occurs equally often in every suit."""
        return all(len(set(self.counts[i : i + 4])) == 1 for i in range(0, 52, 4))

    def without(self, cards: Iterable[Card]) -> Shoe:
        """The shoe with these cards dealt out of it."""
        counts = list(self.counts)
        for card in cards:
            counts[card.index] -= 1
            if counts[card.index] < 0:
                raise NotationError(f"The shoe has no {card} left to take out.")
        return Shoe(tuple(counts))

    def __str__(self) -> str:
        base = _most_common(self.counts)
        less = [c for c, n in zip(DECK, self.counts, strict=True) for _ in range(base - n)]
        more = [c for c, n in zip(DECK, self.counts, strict=True) for _ in range(n - base)]
        text = f"{base}d"
        if less:
            text += f" - {show_cards(less)}"
        if more:
            text += f" + {show_cards(more)}"
        return text


@cache
def _most_common(counts: tuple[int, ...]) -> int:
    return max(sorted(set(counts), reverse=True), key=counts.count)
