"""The words of `when`: what each means, what it distinguishes, and how it is answered; and the
closed sets from which a rule chooses: places where cards are seen, moments, orders, ranks.

A meaning is written once and is used for the cards of one deal and for many deals at once: a group
of cards gives its ranks, suits and points as numbers, or as columns with one number per deal, and
`every`, `some` and `tally` combine what is said of each card. A word is about all cards the wager
sees, or about some of them by a prefix: `pair`, `player.pair`, `dealer.blackjack`, `upcard.rank`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, Flag, auto
from functools import cache
from itertools import combinations
from typing import Any, Final

from pitboss.cards import Rank, Suit
from pitboss.hands import Group, every, some, tally


class Kind(Enum):
    """What a word or constant means, so that nonsense is caught before play."""

    YES_NO = "yes or no"
    NUMBER = "a number"
    SUIT = "a suit"
    TEXT = "a text"


class Tells(Flag):
    """What a word distinguishes in the cards; nothing else about them changes its answer."""

    NOTHING = 0
    POINTS = auto()
    """Blackjack values, and how many cards there are."""
    RANK = auto()
    """All thirteen ranks."""
    NAMED = auto()
    """The ranks or cards named in its argument."""
    SUITED = auto()
    """Whether enough cards are of one suit, whichever it is."""
    COLOR = auto()
    """Red from black."""
    SUIT = auto()
    """The suit named in its argument."""
    CARD = auto()
    """Rank and suit of a card together."""
    ORDER = auto()
    """The order in which the cards came."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the vocabulary: what it gives, what it means, what it takes."""

    gives: Kind
    tells: Tells
    means: str
    meaning: Callable[..., Any]
    """Takes the groups of cards it is about, then its arguments."""
    takes: tuple[str, ...] = ()
    """Kinds of argument: `cards`, `ranks`, `suit` or `key`."""
    of: tuple[str, ...] = ()
    """The groups of cards it is always about; empty if a prefix may name one."""
    one_card: bool = False
    """It is about a single card."""
    poker: bool = False
    """It is about the poker hand that the cards make."""

    @property
    def scoped(self) -> bool:
        """Whether it may follow a prefix."""
        return bool(self.tells) and not self.of

    def answer(self, groups: Sequence[Group], given: Sequence[Any]) -> Any:
        """What it says of these cards; false and 0 for cards that were not dealt."""
        return self.meaning(*groups, *given) if all(groups) else self.nothing

    @property
    def nothing(self) -> Any:
        """What it says of cards that were not dealt."""
        return False if self.gives is Kind.YES_NO else 0


Held = tuple[tuple[int, int | None], ...]
"""Ranks, and suits if the rule names them."""


def _cards(group: Group) -> list[tuple[Any, Any]]:
    return list(zip(group.ranks, group.suits, strict=True))


def _alike(one: tuple[Any, Any], other: tuple[Any, Any]) -> Any:
    """Two cards of one rank and, if the second names one, of one suit."""
    return one[0] == other[0] if other[1] is None else (one[0] == other[0]) & (one[1] == other[1])


def _is_red(suit: Any) -> Any:
    return (suit == Suit.DIAMONDS) | (suit == Suit.HEARTS)


def _one_color(group: Group) -> Any:
    first, *others = map(_is_red, group.suits)
    return every(red == first for red in others)


def _ranks(group: Group, wanted: Held) -> Any:
    ranks = group.ranks
    if len(ranks) != len(wanted):
        return False
    needs = (need for need in _needs(wanted) if need[1] is None)
    return every(tally([rank == wants for rank in ranks]) == many for wants, _, many in needs)


def _count(group: Group, wanted: Held) -> Any:
    kinds = dict.fromkeys(wanted)
    return tally(some(_alike(card, kind) for kind in kinds) for card in _cards(group))


def _holds(group: Group, wanted: Held) -> Any:
    cards = _cards(group)
    return every(
        tally([_alike(card, (rank, suit)) for card in cards]) >= many
        for rank, suit, many in _needs(wanted)
    )


@cache
def _needs(wanted: Held) -> tuple[tuple[int, int | None, int], ...]:
    """How many of each rank, then of each card; `A As` are two aces, one of them of spades."""
    ranks = Counter(rank for rank, _ in wanted)
    cards = Counter((rank, suit) for rank, suit in wanted if suit is not None)
    return (
        *((rank, None, many) for rank, many in ranks.items()),
        *((rank, suit, many) for (rank, suit), many in cards.items()),
    )


def _holds_suited(group: Group, wanted: Held) -> Any:
    return some(_holds(group, tuple((rank, int(suit)) for rank, _ in wanted)) for suit in Suit)


def _soft(group: Group) -> Any:
    points = group.points
    return some(each == 1 for each in points) & (sum(points) <= 11)


def _total(group: Group) -> Any:
    points = group.points
    hard = sum(points)
    return hard + 10 * (some(each == 1 for each in points) & (hard <= 11))


def _blackjack(group: Group) -> Any:
    if len(group) != 2:
        return False
    first, second = group.ranks
    return (_is_ace(first) & _is_ten(second)) | (_is_ten(first) & _is_ace(second))


def _is_ace(rank: Any) -> Any:
    return rank == Rank.ACE


def _is_ten(rank: Any) -> Any:
    return (rank >= Rank.TEN) & (rank < Rank.ACE)


def _same(mine: Sequence[tuple[Any, Any]], theirs: Sequence[tuple[Any, Any]]) -> Any:
    """Equally many of each on both sides, in any order."""
    if len(mine) != len(theirs):
        return False
    return every(
        tally(_alike(card, each) for card in mine) == tally(_alike(card, each) for card in theirs)
        for each in mine
    )


def _ranks_alone(group: Group) -> list[tuple[Any, None]]:
    return [(rank, None) for rank in group.ranks]


_YES, _NUMBER = Kind.YES_NO, Kind.NUMBER
_UPCARD, _DEALER = ("player", "upcard"), ("player", "dealer")

# fmt: off
WORDS: Final[dict[str, Word]] = {
    # likeness
    "pair": Word(_YES, Tells.RANK, "two or more cards of one rank",
        lambda cards: cards.poker.of_a_kind(2), poker=True),
    "twins": Word(_YES, Tells.CARD, "two or more cards of one rank and suit",
        lambda cards: some(_alike(a, b) for a, b in combinations(_cards(cards), 2))),
    "two_pair": Word(_YES, Tells.RANK, "pairs of two different ranks",
        lambda cards: cards.poker.two_pair, poker=True),
    "three_of_a_kind": Word(_YES, Tells.RANK, "three or more cards of one rank",
        lambda cards: cards.poker.of_a_kind(3), poker=True),
    "four_of_a_kind": Word(_YES, Tells.RANK, "four or more cards of one rank",
        lambda cards: cards.poker.of_a_kind(4), poker=True),
    "five_of_a_kind": Word(_YES, Tells.RANK, "five or more cards of one rank",
        lambda cards: cards.poker.of_a_kind(5), poker=True),
    "full_house": Word(_YES, Tells.RANK, "three cards of one rank and two of another",
        lambda cards: cards.poker.full_house, poker=True),
    "pair_rank": Word(_NUMBER, Tells.RANK, "the highest rank held at least twice, or 0",
        lambda cards: cards.poker.pair_rank, poker=True),

    # sequence and suit
    "straight": Word(_YES, Tells.RANK, "cards in sequence, ace high or low, not around the corner",
        lambda cards: cards.poker.straight, poker=True),
    "flush": Word(_YES, Tells.SUITED, "as many cards of one suit as the hand needs",
        lambda cards: cards.poker.flush, poker=True),
    "straight_flush": Word(_YES, Tells.RANK | Tells.SUITED, "cards in sequence and of one suit",
        lambda cards: cards.poker.straight_flush, poker=True),
    "royal_flush": Word(_YES, Tells.RANK | Tells.SUITED, "the straight flush that ends at the ace",
        lambda cards: cards.poker.royal_flush, poker=True),
    "suited": Word(_YES, Tells.SUITED, "every card of one suit",
        lambda cards: every(suit == cards.suits[0] for suit in cards.suits[1:])),
    "one_color": Word(_YES, Tells.COLOR, "every card red, or every card black", _one_color),
    "red": Word(_YES, Tells.COLOR, "every card red",
        lambda cards: every(map(_is_red, cards.suits))),
    "black": Word(_YES, Tells.COLOR, "every card black",
        lambda cards: every((s == Suit.CLUBS) | (s == Suit.SPADES) for s in cards.suits)),
    "in_suit": Word(_YES, Tells.SUIT, "every card of the suit named",
        lambda cards, named: every(suit == named for suit in cards.suits), ("suit",)),

    # what is held
    "ranks": Word(_YES, Tells.NAMED, "exactly these ranks, in any order", _ranks, ("ranks",)),
    "holds": Word(_YES, Tells.NAMED, "at least these ranks or cards", _holds, ("cards",)),
    "holds_suited": Word(_YES, Tells.CARD, "at least these ranks in one suit",
        _holds_suited, ("ranks",)),
    "count": Word(_NUMBER, Tells.NAMED, "how many cards are of these ranks or among these cards",
        _count, ("cards",)),
    "tens": Word(_NUMBER, Tells.POINTS, "how many ten-value cards: 10, J, Q, K",
        lambda cards: tally(map(_is_ten, cards.ranks))),
    "rank": Word(_NUMBER, Tells.RANK, "the rank of the one card: 2 to 10, J, Q, K, A",
        lambda card: card.ranks[0], one_card=True),
    "cards": Word(_NUMBER, Tells.POINTS, "how many cards there are", len),

    # blackjack
    "total": Word(_NUMBER, Tells.POINTS,
        "the blackjack total, an ace as 11 while that does not bust", _total),
    "soft": Word(_YES, Tells.POINTS, "an ace counts 11 in the total", _soft),
    "blackjack": Word(_YES, Tells.POINTS, "an ace and a ten-value card as the only two cards",
        _blackjack),
    "bust": Word(_YES, Tells.POINTS, "a total over 21", lambda cards: _total(cards) > 21),
    "run": Word(_NUMBER, Tells.RANK | Tells.ORDER,
        "length of the straight built card by card; a card that busts does not count",
        lambda cards: cards.run()),
    "run_around": Word(_NUMBER, Tells.RANK | Tells.ORDER,
        "as `run`, but a straight may go around the corner: K-A-2",
        lambda cards: cards.run(around=True)),

    # player against dealer
    "matches": Word(_NUMBER, Tells.RANK, "how many of the player's cards have the upcard's rank",
        lambda player, upcard: tally(rank == upcard.ranks[0] for rank in player.ranks),
        of=_UPCARD),
    "suited_matches": Word(_NUMBER, Tells.CARD,
        "how many of the player's cards have the upcard's rank and suit",
        lambda player, upcard: tally(_alike(card, *_cards(upcard)) for card in _cards(player)),
        of=_UPCARD),
    "same_ranks": Word(_YES, Tells.RANK, "player and dealer hold the same ranks",
        lambda player, dealer: _same(_ranks_alone(player), _ranks_alone(dealer)), of=_DEALER),
    "same_cards": Word(_YES, Tells.CARD, "player and dealer hold the same ranks and suits",
        lambda player, dealer: _same(_cards(player), _cards(dealer)), of=_DEALER),

    # the house and the reader
    "choice": Word(Kind.TEXT, Tells.NOTHING, "the choice made for a reading or house option",
        lambda key: key, ("key",)),  # settled before any card is asked
    "always": Word(_YES, Tells.NOTHING, "every hand", lambda: True),
}
# fmt: on


# -- the closed sets that a rule chooses from ------------------------------------------------------


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
