"""The reader that looks at all cards at once: one array element per deal.

Ranks held are packed in one integer, four bits a rank, so that "three of a kind" is an addition
and a mask. Each part of a condition is evaluated only for the deals that are still undecided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Suit
from pitboss.errors import NotAllowed
from pitboss.hands import windows
from pitboss.rulebook.when import Both, Compare, Condition, Const, Either, Not, Say, scopes, walk
from pitboss.rulebook.word_list import WORDS
from pitboss.wagers.offer import Offer, PokerRule
from pitboss.wagers.real import COMPARE, arguments

Array = NDArray[Any]

ONES: Final = sum(1 << (4 * i) for i in range(13))
HIGH: Final = np.int64(ONES << 3)
RANK_UNIT: Final = np.array([0, 0] + [1 << (4 * (r - 2)) for r in range(2, 15)], np.int64)
RANK_BIT: Final = np.array(
    [0, 0] + [1 << (r - 1) for r in range(2, 14)] + [(1 << 13) | 1], np.int16
)
POINTS: Final = np.array([0, 0, *range(2, 11), 10, 10, 10, 1], np.int16)
CARD_RANKS: Final = np.array([card.rank for card in DECK], np.int8)
CARD_SUITS: Final = np.array([card.suit for card in DECK], np.int8)


@dataclass(frozen=True, slots=True)
class Deals:
    """Many deals at once: a column of ranks and one of suits per card, and who holds which."""

    ranks: tuple[Array, ...]
    suits: tuple[Array, ...]
    groups: Mapping[str, tuple[int, ...]]
    """Prefix → columns; the empty prefix is every column."""

    def __len__(self) -> int:
        return len(self.ranks[0])

    def take(self, index: Array) -> Deals:
        """Only the deals at these places."""
        return Deals(
            tuple(r[index] for r in self.ranks), tuple(s[index] for s in self.suits), self.groups
        )

    def held_by(self, scope: str, hand: PokerRule) -> ColumnGroup:
        """One group of cards in every deal."""
        columns = self.groups[scope]
        ranks, suits = [self.ranks[i] for i in columns], [self.suits[i] for i in columns]
        return ColumnGroup(ranks, suits, hand.of(scope))


def deals_of(cards: Sequence[Array], groups: Mapping[str, int]) -> Deals:
    """Deals from columns of card numbers; each group has so many of them, one after the other."""
    columns, at = {"": tuple(range(len(cards)))}, 0
    for name, size in groups.items():
        columns[name] = tuple(range(at, min(at + size, len(cards))))
        at += size
    ranks, suits = (tuple(of[each] for each in cards) for of in (CARD_RANKS, CARD_SUITS))
    return Deals(ranks, suits, columns)


def classify(offer: Offer, deals: Deals) -> Array:
    """For each deal the number of its line; −1 if no line names it and the stake is lost."""
    result = np.full(len(deals), -1, np.int8)
    place, left, open_ = np.arange(len(deals)), deals, np.ones(len(deals), bool)
    for number, line in offer.in_order:
        found = holds(line.when, left, offer.hand) & open_
        result[place[found]] = number
        open_ &= ~found
        if np.count_nonzero(open_) < len(open_) // 2:
            keep = np.flatnonzero(open_)
            place, left, open_ = place[keep], left.take(keep), open_[keep]
    return result


def holds(condition: Condition, deals: Deals, hand: PokerRule) -> Array:
    """For each deal, whether the condition holds."""
    match condition:
        case Not(part):
            return ~holds(part, deals, hand)
        case Both(parts):
            return _narrowing(parts, deals, hand, np.ones(len(deals), bool), True)
        case Either(parts):
            return _narrowing(parts, deals, hand, np.zeros(len(deals), bool), False)
        case Compare(op, left, right):
            found = COMPARE[op](value(left, deals, hand), value(right, deals, hand))
        case _:
            found = value(condition, deals, hand)
    return np.full(len(deals), found) if isinstance(found, bool) else found


def may_hold(condition: Condition, deals: Deals, hand: PokerRule, so: bool = True) -> Array:
    """For each partly dealt deal, whether the condition may yet hold (or fail)."""
    match condition:
        case Not(part):
            return may_hold(part, deals, hand, not so)
        case Both(parts) | Either(parts):
            found = [may_hold(part, deals, hand, so) for part in parts]
            every = isinstance(condition, Both) == so
            return np.asarray(np.all(found, axis=0) if every else np.any(found, axis=0))
    if not all(scope in deals.groups for part in walk(condition) for scope in scopes(part)):
        if condition == DEALER_BLACKJACK and "upcard" in deals.groups and so:
            return np.asarray(deals.ranks[deals.groups["upcard"][0]] >= 10)
        return np.ones(len(deals), bool)
    return np.asarray(holds(condition, deals, hand) == so)


DEALER_BLACKJACK: Final = Say("blackjack", "dealer")


def decided(offer: Offer, deals: Deals) -> Array:
    """For each partly dealt deal the line it is certain to be; −1 if certainly none; −2 if open."""
    result = np.full(len(deals), -1, np.int8)
    settled = np.zeros(len(deals), bool)
    for number, line in offer.in_order:
        may = may_hold(line.when, deals, offer.hand) & ~settled
        must = may & ~may_hold(line.when, deals, offer.hand, False)
        if offer.multipliers:
            must[:] = False
        result[may] = -2
        result[must] = number
        settled |= may
    return result


def _narrowing(
    parts: tuple[Condition, ...], deals: Deals, hand: PokerRule, result: Array, asking: bool
) -> Array:
    for part in parts:
        index = np.flatnonzero(result == asking)
        if len(index) == len(result):
            result = holds(part, deals, hand)
        elif len(index):
            result[index] = holds(part, deals.take(index), hand)
    return result


def value(condition: Condition, deals: Deals, hand: PokerRule) -> Any:
    """The number, suit or yes-or-no that a word gives for each deal."""
    match condition:
        case Const(_, constant):
            return constant
        case Say(word, _, _):
            asked = [deals.held_by(scope, hand) for scope in scopes(condition)]
            return WORDS[word].answer(asked, arguments(condition))
    return holds(condition, deals, hand)


class ColumnGroup:
    """Columns of cards as the words of the vocabulary see them (see `word_list.Group`)."""

    def __init__(self, ranks: list[Array], suits: list[Array], hand: PokerRule) -> None:
        self.ranks, self.suits, self.hand = ranks, suits, hand

    def __len__(self) -> int:
        return len(self.ranks)

    @cached_property
    def points(self) -> list[Array]:
        return [POINTS[rank] for rank in self.ranks]

    @property
    def poker(self) -> _Poker:
        return _Poker(self.ranks, self.suits, self.hand)

    def run(self, around: bool = False) -> Array:
        length = np.zeros(len(self.ranks[0]), np.int8)
        going = np.ones(len(self.ranks[0]), bool)
        bits, hard = RANK_BIT[self.ranks[0]].copy(), self.points[0].copy()
        for count in range(2, len(self) + 1):
            bits |= RANK_BIT[self.ranks[count - 1]]
            hard += self.points[count - 1]  # an ace counts 11 only if that does not bust
            going &= _fills(bits, 0, windows(count, around), False) & (hard <= 21)
            length[going] = count
        return length


class _Poker:
    """The poker reading of one group of cards in every deal (see `pitboss.hands.Poker`)."""

    def __init__(self, ranks: list[Array], suits: list[Array], hand: PokerRule) -> None:
        if hand.make.startswith("five highest") and len(ranks) > 5:
            raise NotAllowed("The five highest of six cards dealt cannot be proved: use best five.")
        self.any_suit = hand.any_suit
        self.size = len(ranks) if hand.size is None else hand.size
        self.ranks, self.suits = ranks, suits
        self.wild = hand.wild
        self.is_wild = [
            (r == self.wild.rank) & (s == self.wild.suit)
            for r, s in zip(ranks, suits, strict=True)
            if self.wild
        ]
        self.wilds: Any = sum((w.astype(np.int8) for w in self.is_wild), np.int8(0))
        self.most_wilds = int(np.max(self.wilds, initial=0))

    @cached_property
    def packed(self) -> Array:
        """How often each rank is held by cards that are not wild, four bits a rank."""
        return np.asarray(sum(self._unless_wild(RANK_UNIT)))

    def _unless_wild(self, table: Array) -> list[Array]:
        """A value for each card by its rank, 0 for a wild card."""
        if not self.wild:
            return [table[r] for r in self.ranks]
        pairs = zip(self.ranks, self.is_wild, strict=True)
        return [np.where(w, table.dtype.type(0), table[r]) for r, w in pairs]

    def ranks_with(self, many: int) -> Array:
        """How many ranks are held at least that many times."""
        if many <= 0:
            return np.full(len(self.ranks[0]), 13)
        return np.asarray(np.bitwise_count((self.packed + np.int64((8 - many) * ONES)) & HIGH))

    def of_a_kind(self, many: int) -> Array:
        found = self.ranks_with(many) > 0
        for wilds in range(1, self.most_wilds + 1):
            found |= (self.wilds == wilds) & (self.ranks_with(many - wilds) > 0)
        return found

    @property
    def two_pair(self) -> Array:
        return self._groups(2, 2)

    @property
    def full_house(self) -> Array:
        return self._groups(3, 2)

    def _groups(self, many: int, few: int) -> Array:
        found = (self.ranks_with(many) > 0) & (self.ranks_with(few) > 1)
        for wilds in range(1, self.most_wilds + 1):
            for used in range(wilds + 1):
                a, b = many - used, few - (wilds - used)
                high, low = max(a, b), min(a, b)
                fits = (self.ranks_with(high) > 0) & (self.ranks_with(low) > 1)
                found |= (self.wilds == wilds) & fits
        return found

    @property
    def pair_rank(self) -> Array:
        best = np.zeros(len(self.ranks[0]), np.int8)
        plain = self._unless_wild(np.arange(15, dtype=np.int8))
        for i, rank in enumerate(plain):
            paired = np.asarray(self.wilds > 0) | np.zeros(len(rank), bool)
            for other in plain[:i] + plain[i + 1 :]:
                paired |= rank == other
            best = np.maximum(best, np.where(paired, rank, 0))
        return np.where(self.wilds >= 2, 14, best)

    @property
    def straight(self) -> Array:
        return _fills(self._bits(None), self.wilds, windows(self.size), len(self.ranks) < self.size)

    @property
    def flush(self) -> Array:
        found = np.zeros(len(self.ranks[0]), bool)
        for suit in Suit:
            inside = sum((s == suit).astype(np.int8) for s in self.suits)
            if self.any_suit:
                inside = inside + self.wilds - self._wilds_in(suit)
            found |= inside >= self.size
        return found

    @property
    def straight_flush(self) -> Array:
        return self._suited_run(windows(self.size))

    @property
    def royal_flush(self) -> Array:
        return self._suited_run(windows(self.size)[-1:])

    def _suited_run(self, runs: tuple[frozenset[int], ...]) -> Array:
        found = np.zeros(len(self.ranks[0]), bool)
        for suit in Suit:
            wilds = self.wilds if self.any_suit else self._wilds_in(suit)
            found |= _fills(self._bits(suit), wilds, runs, len(self.ranks) < self.size)
        return found

    def _wilds_in(self, suit: Suit) -> Any:
        pairs = zip(self.suits, self.is_wild, strict=bool(self.wild))
        return sum(((s == suit) & w).astype(np.int8) for s, w in pairs)

    def _bits(self, suit: Suit | None) -> Array:
        bits = np.zeros(len(self.ranks[0]), np.int16)
        for held_bits, held_suit in zip(self._unless_wild(RANK_BIT), self.suits, strict=True):
            bits |= held_bits if suit is None else np.where(held_suit == suit, held_bits, 0)
        return bits


def _fills(bits: Array, wilds: Any, runs: tuple[frozenset[int], ...], too_few: bool) -> Array:
    found = np.zeros(len(bits), bool)
    if too_few:
        return found
    for run in runs:
        low_ace = 14 in run and 13 not in run
        mask = np.int16(sum(1 << (0 if r == 14 and low_ace else r - 1) for r in run))
        found |= np.bitwise_count(bits & mask) + wilds >= len(run)
    return found
