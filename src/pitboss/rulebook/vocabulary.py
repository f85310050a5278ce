"""The closed set of words that `when` may use, and the places cards may be seen.

A word speaks of all cards the wager sees, or of some of them by a prefix: `pair`,
`player.pair`, `dealer.blackjack`, `upcard.rank`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from pitboss.cards import Rank, Suit


class Kind(Enum):
    """What a word or constant means, so that nonsense is caught before play."""

    YES_NO = "yes or no"
    NUMBER = "a number"
    SUIT = "a suit"
    TEXT = "a text"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the vocabulary: what it gives, what it takes, what it means."""

    gives: Kind
    means: str
    takes: tuple[str, ...] = ()
    """Kinds of argument: `cards`, `ranks`, `suit` or `key`."""
    scoped: bool = True
    """May follow a prefix."""


_YES, _NUMBER = Kind.YES_NO, Kind.NUMBER

WORDS: Final[dict[str, Word]] = {
    # likeness
    "pair": Word(_YES, "two or more cards of one rank"),
    "twins": Word(_YES, "two or more cards of one rank and suit"),
    "two_pair": Word(_YES, "pairs of two different ranks"),
    "three_of_a_kind": Word(_YES, "three or more cards of one rank"),
    "four_of_a_kind": Word(_YES, "four or more cards of one rank"),
    "five_of_a_kind": Word(_YES, "five or more cards of one rank"),
    "full_house": Word(_YES, "three cards of one rank and two of another"),
    "pair_rank": Word(_NUMBER, "the highest rank held twice; 0 if none is"),
    # sequence and suit
    "straight": Word(_YES, "cards in sequence, ace high or low, never round the corner"),
    "flush": Word(_YES, "as many cards of one suit as the hand needs"),
    "straight_flush": Word(_YES, "cards in sequence and of one suit"),
    "royal_flush": Word(_YES, "the straight flush that ends at the ace"),
    "suited": Word(_YES, "every card of one suit"),
    "one_color": Word(_YES, "every card red, or every card black"),
    "in_suit": Word(_YES, "every card of the suit named", ("suit",)),
    # what is held
    "ranks": Word(_YES, "exactly these ranks, in any order", ("ranks",)),
    "holds": Word(_YES, "at least these ranks or cards", ("cards",)),
    "holds_suited": Word(_YES, "at least these ranks in one suit", ("ranks",)),
    "count": Word(_NUMBER, "how many cards are of this rank or are this card", ("cards",)),
    "tens": Word(_NUMBER, "how many ten-value cards: 10, J, Q, K"),
    "rank": Word(_NUMBER, "the rank of the one card: 2 to 10, J, Q, K, A"),
    "cards": Word(_NUMBER, "how many cards there are"),
    # blackjack
    "total": Word(_NUMBER, "the blackjack total, an ace as 11 while that does not bust"),
    "soft": Word(_YES, "an ace counts 11 in the total"),
    "blackjack": Word(_YES, "an ace and a ten-value card as the only two cards"),
    "bust": Word(_YES, "a total over 21"),
    "run": Word(
        _NUMBER, "length of the straight built card by card; a card that busts does not count"
    ),
    "run_around": Word(_NUMBER, "as `run`, where a straight may go round the corner: K-A-2"),
    # player against dealer
    "matches": Word(_NUMBER, "how many of the player's cards have the upcard's rank", scoped=False),
    "suited_matches": Word(
        _NUMBER, "how many of the player's cards have the upcard's rank and suit", scoped=False
    ),
    "same_ranks": Word(_YES, "player and dealer hold the same ranks", scoped=False),
    "same_cards": Word(_YES, "player and dealer hold the same ranks and suits", scoped=False),
    # the house and the reader
    "choice": Word(Kind.TEXT, "what a reading or a house option is set to", ("key",), scoped=False),
    "always": Word(_YES, "every hand", scoped=False),
}

CONSTANTS: Final[dict[str, tuple[Kind, int]]] = {
    **{r.symbol: (Kind.NUMBER, int(r)) for r in Rank if r > 10},
    **{s.name.lower(): (Kind.SUIT, int(s)) for s in Suit},
}

SEES: Final[dict[str, tuple[str, int | None]]] = {
    "player.first_two": ("player", 2),
    "player.first_three": ("player", 3),
    "player.first_four": ("player", 4),
    "player.first_five": ("player", 5),
    "player.third_card": ("third", 1),
    "player.hand": ("player", None),
    "dealer.upcard": ("upcard", 1),
    "dealer.first_two": ("dealer", 2),
    "dealer.first_three": ("dealer", 3),
    "dealer.hand": ("dealer", None),
    "community.two": ("community", 2),
}
"""Place → (prefix in `when`, how many cards; None for a hand that grows)."""

SEEN: Final = {
    "player.first_two": "the player's first two cards",
    "player.first_three": "the player's first three cards",
    "player.first_four": "the player's first four cards",
    "player.first_five": "the player's first five cards",
    "player.third_card": "the player's third card",
    "player.hand": "the player's hand as it grows",
    "dealer.upcard": "the upcard",
    "dealer.first_two": "the dealer's first two cards",
    "dealer.first_three": "the dealer's first three cards",
    "dealer.hand": "the dealer's finished hand",
    "community.two": "the two community cards",
}
"""Place → the same in words."""

SCOPES: Final = ("player", "dealer", "upcard", "hole", "shown", "third", "community")
"""Prefixes. `upcard` and `hole` are the dealer's first and second card wherever those are seen;
`shown` is the player's cards and the upcard together."""

PLACED: Final = (
    "before the deal",
    "after the side wagers settle, before the peek",
    "after the side wagers settle, before the hole card is exposed",
    "after the player has acted, before the dealer acts",
    "after the first decision",
    "never: it comes with another wager",
)

SETTLES: Final = (
    "after the deal, before the card reader",
    "after the deal, before insurance",
    "after the deal",
    "after the peek",
    "when the hole card is turned",
    "as the hand is asked",
    "as the hand is played",
    "with the main wager",
    "after the dealer's hand",
    "after the main wager",
    "after every other wager",
    "when the poker hand is complete",
    "when the meter passes its secret value",
)

WHEN_HELD: Final = ("as dealt", "shown or lost", "hand by hand")
"""Cards that players hold: settled all the same; shown or the wager is lost; as each is asked."""

LOSERS: Final = ("in turn", "taken first", "taken after the deal")
"""Stakes that have lost: with the winners; before any winner is paid; while winners wait."""

SLIPS: Final = ("shares of a meter", "as the house files")
FLOOR: Final = ("shares of a meter", "shares and large awards", "every win")
AWARD_ORDER: Final = ("lower share first", "in rotation")
RESET: Final = ("seed from reserve", "seed plus reserve")

ROTATIONS: Final = (
    "from the dealer's right, counterclockwise",
    "from the dealer's left, clockwise",
    "all at once, electronically",
    "not stated",
)

PAYS: Final = ("highest", "best paying", "one class only")
"""How one hand among several is chosen: printed order of rank; most money; rows never overlap."""

HANDS: Final = ("all cards", "best five", "five highest", "five highest, wild as dealt")
"""Which cards make the poker hand."""

ROLES: Final = ("side", "main", "bonus", "envy", "mystery", "fee")

STATUS: Final = ("in force", "proposed", "house procedure", "referenced", "designer's own")

CONFIDENCE: Final = ("high", "medium", "low")

SURE: Final = ("law", "found", "secondary", "inferred", "not found")
"""How sure a standard rule is: the law's own text, an official page, a secondary source, …"""
