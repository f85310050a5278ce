"""The closed sets that a rule chooses from: places where cards are seen, moments, orders, ranks.

The words of `when` are in `word_list`. A word is about all cards the wager sees, or about some of
them by a prefix: `pair`, `player.pair`, `dealer.blackjack`, `upcard.rank`.
"""

from __future__ import annotations

from typing import Final

from pitboss.cards import Rank, Suit
from pitboss.rulebook.word_list import Kind

CONSTANTS: Final[dict[str, tuple[Kind, int]]] = {
    **{r.symbol: (Kind.NUMBER, int(r)) for r in Rank if r > 10},
    **{s.name.lower(): (Kind.SUIT, int(s)) for s in Suit},
}

SYNONYMS: Final[dict[str, tuple[str, ...]]] = {
    **{r.name.lower(): (f'count("{r.symbol}")',) for r in Rank},
    **{s.name.lower().rstrip("s"): (f"in_suit({s.name.lower()})",) for s in Suit},
    "ten": ("tens", 'count("10")'),
    "color": ("one_color", "red", "black"),
    "colour": ("one_color", "red", "black"),
    "suit": ("suited", "in_suit(hearts)"),
    "face": ('count("J Q K")',),
    "picture": ('count("J Q K")',),
    "hard": ("not soft",),
    "natural": ("blackjack",),
    "value": ("total", "rank"),
    "point": ("total",),
    "sum": ("total",),
    "number": ("cards",),
    "size": ("cards",),
    "trip": ("three_of_a_kind",),
    "quad": ("four_of_a_kind",),
    "identical": ("twins", "same_cards"),
    "sequence": ("straight", "run"),
    "up": ("upcard",),
    "card": ("cards", "rank"),
}
"""A designer's word, in the singular → what to write."""

PLACES: Final[dict[str, tuple[str, int | None, str]]] = {
    "player.first_two": ("player", 2, "the player's first two cards"),
    "player.first_three": ("player", 3, "the player's first three cards"),
    "player.first_four": ("player", 4, "the player's first four cards"),
    "player.first_five": ("player", 5, "the player's first five cards"),
    "player.third_card": ("third", 1, "the player's third card"),
    "player.hand": ("player", None, "the player's hand as it grows"),
    "dealer.upcard": ("upcard", 1, "the upcard"),
    "dealer.first_two": ("dealer", 2, "the dealer's first two cards"),
    "dealer.first_three": ("dealer", 3, "the dealer's first three cards"),
    "dealer.hand": ("dealer", None, "the dealer's finished hand"),
    "community.two": ("community", 2, "the two community cards"),
}
SEES: Final = {place: (prefix, many) for place, (prefix, many, _) in PLACES.items()}
"""Place → (prefix in `when`, how many cards; None for a growing hand)."""
SEEN: Final = {place: words for place, (*_, words) in PLACES.items()}
"""Place → the same in words."""

STANDARD: Final = frozenset(
    {
        "player.first_two",
        "player.third_card",
        "player.hand",
        "dealer.upcard",
        "dealer.first_two",
        "dealer.hand",
    }
)
"""Places on the layout of standard blackjack: those that are followed with a growing hand."""

SCOPES: Final = (
    "player", "first", "second", "third", "dealer", "upcard", "hole", "shown", "community",
)  # fmt: skip
"""Prefixes. `shown` is the player's cards and the upcard together."""

FIRST_TWO: Final = {"player": ("first", "second"), "dealer": ("upcard", "hole")}
"""Prefixes of the first and the second card, wherever a holder's cards are seen."""

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
"""In the order of a round."""

WHEN_HELD: Final = ("as dealt", "shown or lost", "hand by hand")
"""Cards held by players: settled regardless; shown or the wager is lost; as each is asked."""

LOSERS: Final = ("in turn", "taken first", "taken after the deal")
"""Losing stakes are taken: with the winners; before any winner is paid; while winners wait."""

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
"""How certain a standard rule is: the law's own text, an official page, a secondary source, …"""
