"""The rule of a wager as lookup tables, filled by the readers that prove and settle it.

Cards that are all seen at the deal are one cell of 52², 52³ or 52⁴; a hand that grows is a small
automaton over its cards, together with the suits that it holds. Nothing is ranked a second time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.hands_played import FollowedHands, State
from pitboss.analysis.parties import Party, places
from pitboss.cards import DECK, Card, Shoe, Suit
from pitboss.errors import NotAllowed
from pitboss.rulebook.vocabulary import WORDS, Tells
from pitboss.rulebook.when import scopes, words_of
from pitboss.simulate.kernels import array_layout as layout
from pitboss.wagers.array_reader import Deals, classify
from pitboss.wagers.card_holders import Sides, of_five
from pitboss.wagers.card_kinds import kinds_for
from pitboss.wagers.card_reader import groups, order_counts, reader
from pitboss.wagers.count import LOST, Key, key_of, places_by_key
from pitboss.wagers.deals import DealLayout, conditions
from pitboss.wagers.growth import Path
from pitboss.wagers.offer import DealQuestion, Offer, draws_third
from pitboss.wagers.suits import OF_SUITS, plain
from pitboss.wagers.terms import DealerRule

Cells = NDArray[np.uint8]
SUIT_SETS: Final = 16
"""Sets of suits that a hand may hold, one bit for each."""


@dataclass(frozen=True, eq=False, slots=True)
class WagerTable:
    """The class of every deal or hand that a wager can see."""

    looks: int
    keys: tuple[Key, ...]
    """Class → line and multiplier; 0 is a hand that no line names."""
    cells: Cells
    """Cards, or the state of a hand with its suits and the class of the player's two → class."""
    pairs: NDArray[np.int64]
    """The player's first two cards → row of the cells, or what a wager on a hand needs of them."""
    step: NDArray[np.uint16]
    """State × card → the hand with that card; the empty hand is 0."""
    kinds: int = 1
    """How many different answers the player's first two cards give."""


@lru_cache(maxsize=64)
def wager_table(question: DealQuestion, dealer: DealerRule) -> WagerTable:
    """The table of a wager at standard blackjack; one that does not fit is refused by name."""
    offer = question.offer
    sees = {*offer.wager.sees}
    if not offer.lines or not sees:
        raise too_wide(offer, "it is not decided by cards")
    if draws_third(offer):
        if offer.terms.third_card_of_split != "first hand":
            raise too_wide(offer, "the third card of either split hand counts")
        return _third(offer)
    if sees <= {"player.first_two", "dealer.hand"} and "dealer.hand" in sees:
        return _Growing(offer, "dealer", dealer).table(layout.DEALER)
    if sees == {"player.hand"}:
        return _Growing(offer, "player", None).table(layout.HAND)
    if "player.third_card" in sees or not sees <= {*PLACES}:
        raise too_wide(offer, "it sees two growing hands, or cards that are not dealt here")
    return _deal(offer)


def too_wide(offer: Offer, why: str) -> NotAllowed:
    """The refusal of a rule that does not fit a table: only the table's own engine plays it."""
    return NotAllowed(f"{offer.wager.name} has no table: {why}.", offer.wager.cite)


# -- cards that are all seen at the deal ---------------------------------------------------------

PLACES: Final[Mapping[str, tuple[int, ...]]] = {
    "player.first_two": (0, 1),
    "dealer.upcard": (2,),
    "dealer.first_two": (2, 3),
}
"""Place → columns of a deal."""
COLUMNS: Final = (("first", 1), ("second", 1), ("upcard", 1), ("hole", 1))
"""Whose card each column is."""


def _deal(offer: Offer) -> WagerTable:
    """52², 52³ or 52⁴ cells, the player's two cards in one order if it makes no difference."""
    seen = tuple(column for place in offer.wager.sees for column in PLACES[place])
    told = {scope for word in words_of(conditions(offer)) for scope in scopes(word)}
    hole = 3 in seen and told & {"", "dealer", "hole"}
    cards = 4 if hole else 3 if 2 in seen else 2
    first, second, pairs = _two_cards(offer)
    rows, rest = len(first), 52 ** (cards - 2)
    columns = [np.repeat(first, rest), np.repeat(second, rest)]
    if cards >= 3:
        columns.append(np.tile(np.repeat(CARDS, rest // 52), rows))
    if cards == 4:
        columns.append(np.tile(CARDS, rows * 52))
    dealt = DealLayout(COLUMNS[:cards], ordered=True, pooled=False)
    names = dealt.columns(range(cards)) | {"": seen[:cards]}
    keys, cells = classes_of(offer, columns, names)
    return WagerTable(cards - 2, keys, cells, pairs, NO_STEPS)


CARDS: Final = np.arange(52, dtype=np.int8)
NO_STEPS: Final = np.zeros(0, np.uint16)


def _two_cards(offer: Offer) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.int64]]:
    """Two cards as columns, and for any two the row at which they are."""
    first, second = np.repeat(CARDS, 52), np.tile(CARDS, 52)
    if order_counts(offer):
        return first, second, np.arange(52 * 52)
    low, high = np.minimum(first, second), np.maximum(first, second)
    keep = first <= second
    row = np.cumsum(keep) - 1
    return first[keep], second[keep], row[low * np.int64(52) + high]


def classes_of(
    offer: Offer, columns: Sequence[NDArray[Any]], names: Mapping[str, tuple[int, ...]]
) -> tuple[tuple[Key, ...], Cells]:
    """The class of each deal, by the reader that proves the wager."""
    deals = Deals.of(columns, names)
    found = places_by_key(offer, deals, classify(offer, deals))
    cells = np.zeros(len(deals), np.uint8)
    for number, where in enumerate(found.values(), 1):
        cells[where] = number
    return (LOST, *found), cells


def _third(offer: Offer) -> WagerTable:
    """The player's first two cards and a third, or none."""
    first, second, pairs = _two_cards(offer)
    names: dict[str, tuple[int, ...]] = {"player": (0, 1), "first": (0,), "second": (1,)}
    three = [np.repeat(first, 52), np.repeat(second, 52), np.tile(CARDS, len(first))]
    keys, cells = classes_of(offer, three, {**names, "third": (2,), "": (0, 1, 2)})
    two_keys, two = classes_of(offer, [first, second], {**names, "third": (), "": (0, 1)})
    known = dict.fromkeys((*keys, *two_keys))
    place = {key: number for number, key in enumerate(known)}
    renumbered = np.array([place[key] for key in two_keys], np.uint8)[two]
    whole = np.column_stack([cells.reshape(-1, 52), renumbered])
    cells = np.ascontiguousarray(whole.ravel())
    return WagerTable(layout.THIRD, tuple(known), cells, pairs, NO_STEPS)


# -- hands that grow -------------------------------------------------------------------------------

FIRST_TWO: Final = ("player.first_two",)


class _Growing:
    """Every state of a growing hand, equal ones merged from the longest back."""

    def __init__(self, offer: Offer, side: str, dealer: DealerRule | None) -> None:
        self.offer, self.side, self.rule = offer, side, dealer
        sides = Sides.of(offer)
        self.words = sides.dealer if side == "dealer" else sides.player
        self.suited = any(WORDS[each.word].tells & OF_SUITS for each in self.words)
        self.by_suit = any(
            WORDS[each.word].tells & (Tells.COLOR | Tells.SUIT) for each in self.words
        )
        if of_five(offer) or sides.both or any(
            WORDS[each.word].tells & Tells.CARD for each in self.words
        ):  # fmt: skip
            raise too_wide(offer, "it asks for ranks and suits of a growing hand together")
        told = {scope for each in self.words for scope in scopes(each)}
        groups_told = frozenset({*told, side, "", "upcard", "hole", "first", "second"})
        self.kinds = kinds_for([*conditions(offer)], groups_told, Shoe.of(1))
        if self.suited and any(len({c.suit for c in kind}) < 4 for kind in self.kinds.members):
            raise too_wide(offer, "it asks for cards by name and for suits of a growing hand")
        sees = tuple(place for place in offer.wager.sees if place.startswith(side))
        party = Party(side, self.words, self.kinds, sees, ())
        self.hands = FollowedHands(offer.question, party, "hand", frozenset(told), dealer)
        self._rows: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self._known: dict[State, int] = {}

    @cached_property
    def _said_of_two(self) -> list[tuple[object, ...]]:
        """What the words about the player's first two cards say of any two."""
        words = [reader(word, self.offer.hand) for word in Sides.of(self.offer).player]
        seen = (groups(FIRST_TWO, {FIRST_TWO[0]: cards}) for cards in product(DECK, repeat=2))
        return [tuple(read(each) for read in words) for each in seen]

    @cached_property
    def others(self) -> list[tuple[tuple[object, ...], tuple[Card, ...]]]:
        """What these words can say, each with an example."""
        if FIRST_TWO[0] not in self.offer.wager.sees or not Sides.of(self.offer).player:
            return [((), ())]
        found: dict[tuple[object, ...], tuple[Card, ...]] = {}
        for said, cards in zip(self._said_of_two, product(DECK, repeat=2), strict=True):
            found.setdefault(said, cards)
        return list(found.items())

    def pairs(self) -> NDArray[np.int64]:
        """The player's first two cards → which of those answers they give."""
        if len(self.others) == 1:
            return np.zeros(52 * 52, np.int64)
        place = {said: number for number, (said, _) in enumerate(self.others)}
        return np.array([place[said] for said in self._said_of_two], np.int64)

    def visit(self, hand: State) -> int:
        """The number of a hand."""
        if hand not in self._known:
            follow = tuple(self.visit(longer) for longer in self.hands.follow(hand))
            row = (tuple(self._ends(hand.path)), follow)
            self._known[hand] = self._rows.setdefault(row, len(self._rows))
        return self._known[hand]

    def _ends(self, path: Path) -> Iterator[int]:
        """The class of a hand that ends here, with each set of suits and the player's two."""
        found: dict[int, list[int]] = {}
        drawn_to = self.rule is not None and len(path) > 2 and not self.hands.is_over(path)
        for suits in range(SUIT_SETS) if self.suited else (0,):
            many = suits.bit_count()
            if len(path) < 2 or drawn_to or (self.suited and not 1 <= many <= len(path)):
                yield from [0] * len(self.others)
                continue
            alike = suits if self.by_suit else min(many, 2)
            if alike not in found:
                cards = self._example(path, suits)
                found[alike] = [self._class(cards, two) for _, two in self.others]
            yield from found[alike]

    def _example(self, path: Path, suits: int) -> tuple[Card, ...]:
        """Cards of these kinds that hold this set of suits, if one is asked for."""
        if not suits:
            return plain(self.kinds, path)
        held = [suit for suit in Suit if suits >> suit & 1]
        return tuple(
            next(card for card in self.kinds.members[kind] if card.suit is held[at % len(held)])
            for at, kind in enumerate(path)
        )

    @cached_property
    def keys(self) -> dict[Key, int]:
        return {LOST: 0}

    def _class(self, cards: tuple[Card, ...], two: tuple[Card, ...]) -> int:
        held = places(self.side, cards) | ({FIRST_TWO[0]: two} if self.side == "dealer" else {})
        key = key_of(self.offer, groups(self.offer.wager.sees, held))
        return self.keys.setdefault(key, len(self.keys))

    def table(self, looks: int) -> WagerTable:
        """The arrays: states in the order of their numbers, the empty hand first."""
        last = self.visit(self.hands.start)
        order = [last, *(n for n in range(len(self._rows)) if n != last)]
        number = {old: new for new, old in enumerate(order)}
        step = np.zeros((len(order), 52), np.uint16)
        kind_of = {card.index: n for n, kind in enumerate(self.kinds.members) for card in kind}
        width = SUIT_SETS * len(self.others)
        cells = np.zeros((len(order), width), np.uint8)
        for (ends, follow), old in self._rows.items():
            new = number[old]
            cells[new] = ends if self.suited else ends * SUIT_SETS
            step[new] = new  # a hand that does not grow stays what it is
            if follow:
                step[new] = [number[follow[kind_of[card]]] for card in range(52)]
        made = tuple(self.keys)
        return WagerTable(looks, made, cells.ravel(), self.pairs(), step.ravel(), len(self.others))
