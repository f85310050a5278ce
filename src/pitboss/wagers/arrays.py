"""The reader that looks at all cards at once: one array element per deal.

Ranks held are packed in one integer, four bits a rank, so that "three of a kind" is an addition
and a mask. A part of a condition is only asked of the deals that are still in question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Suit
from pitboss.errors import NotAllowed
from pitboss.hands import windows
from pitboss.rulebook.when import Both, Compare, Condition, Const, Either, Not, Say, walk
from pitboss.wagers.offer import Hand, Offer
from pitboss.wagers.real import COMPARE, Held, arguments

Array = NDArray[Any]

ONES: Final = sum(1 << (4 * i) for i in range(13))
HIGH: Final = np.int64(ONES << 3)
RANK_UNIT: Final = np.array([0, 0] + [1 << (4 * (r - 2)) for r in range(2, 15)], np.int64)
RANK_BIT: Final = np.array(
    [0, 0] + [1 << (r - 1) for r in range(2, 14)] + [(1 << 13) | 1], np.int16
)
POINTS: Final = np.array([0, 0, *range(2, 11), 10, 10, 10, 1], np.int16)


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

    def held_by(self, scope: str) -> tuple[list[Array], list[Array]]:
        """Ranks and suits of one group of cards."""
        columns = self.groups[scope]
        return [self.ranks[i] for i in columns], [self.suits[i] for i in columns]


def classify(offer: Offer, deals: Deals) -> Array:
    """For each deal the number of its line; −1 where no line names it and the stake is lost."""
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


def holds(condition: Condition, deals: Deals, hand: Hand) -> Array:
    """For each deal, whether the condition holds."""
    match condition:
        case Say("always"):
            return np.ones(len(deals), bool)
        case Not(part):
            return ~holds(part, deals, hand)
        case Both(parts):
            return _narrowing(parts, deals, hand, np.ones(len(deals), bool), True)
        case Either(parts):
            return _narrowing(parts, deals, hand, np.zeros(len(deals), bool), False)
        case Compare(op, left, right):
            return np.asarray(
                COMPARE[op](value(left, deals, hand), value(right, deals, hand)), bool
            )
    return np.asarray(value(condition, deals, hand), bool)


def may_hold(condition: Condition, deals: Deals, hand: Hand, so: bool = True) -> Array:
    """For each deal that is only partly dealt, whether the condition may yet hold (or fail)."""
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


def scopes(part: Condition) -> tuple[str, ...]:
    """The groups of cards that a word speaks of."""
    if not isinstance(part, Say) or part.word == "always":
        return ()
    return OF_TWO.get(part.word, (part.scope,))


DEALER_BLACKJACK: Final = Say("blackjack", "dealer")
OF_TWO: Final = {
    "matches": ("player", "upcard"),
    "suited_matches": ("player", "upcard"),
    "same_ranks": ("player", "dealer"),
    "same_cards": ("player", "dealer"),
}
"""Words that speak of two groups of cards."""


def decided(offer: Offer, deals: Deals) -> Array:
    """For each partly dealt deal the line it is sure to be; −1 sure to be none; −2 still open."""
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
    parts: tuple[Condition, ...], deals: Deals, hand: Hand, result: Array, asking: bool
) -> Array:
    for part in parts:
        index = np.flatnonzero(result == asking)
        if len(index) == len(result):
            result = holds(part, deals, hand)
        elif len(index):
            result[index] = holds(part, deals.take(index), hand)
    return result


def value(condition: Condition, deals: Deals, hand: Hand) -> Any:
    """The number, suit or yes-or-no that a word gives for each deal."""
    match condition:
        case Const(_, constant):
            return constant
        case Say(word, _, _) if word in BETWEEN:
            return BETWEEN[word](deals)
        case Say(word, scope, _) if word in POKER:
            ranks, suits = deals.held_by(scope)
            return POKER[word](_Poker(ranks, suits, hand, scope))
        case Say(word, scope, _):
            ranks, suits = deals.held_by(scope)
            return PLAIN[word](ranks, suits, *arguments(condition))
    return holds(condition, deals, hand)


class _Poker:
    """The poker reading of one group of cards in every deal (see `pitboss.hands.Poker`)."""

    def __init__(self, ranks: list[Array], suits: list[Array], hand: Hand, scope: str) -> None:
        if hand.make.startswith("five highest") and len(ranks) > 5:
            raise NotAllowed("The five highest of six cards dealt cannot be proved: say best five.")
        self.any_suit = hand.any_suit
        self.size = len(ranks) if hand.size is None else hand.size
        self.ranks, self.suits = ranks, suits
        self.wild = hand.wild if hand.wild_in == scope else None
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
        """A value for each card by its rank, nothing for a wild card."""
        if not self.wild:
            return [table[r] for r in self.ranks]
        pairs = zip(self.ranks, self.is_wild, strict=True)
        return [np.where(w, table.dtype.type(0), table[r]) for r, w in pairs]

    def ranks_with(self, many: int) -> Array:
        """How many ranks are held at least so many times."""
        if many <= 0:
            return np.full(len(self.ranks[0]), 13)
        return np.asarray(np.bitwise_count((self.packed + np.int64((8 - many) * ONES)) & HIGH))

    def of_a_kind(self, many: int) -> Array:
        found = self.ranks_with(many) > 0
        for wilds in range(1, self.most_wilds + 1):
            found |= (self.wilds == wilds) & (self.ranks_with(many - wilds) > 0)
        return found

    def groups(self, many: int, few: int) -> Array:
        found = (self.ranks_with(many) > 0) & (self.ranks_with(few) > 1)
        for wilds in range(1, self.most_wilds + 1):
            for used in range(wilds + 1):
                a, b = many - used, few - (wilds - used)
                high, low = max(a, b), min(a, b)
                fits = (self.ranks_with(high) > 0) & (self.ranks_with(low) > 1)
                found |= (self.wilds == wilds) & fits
        return found

    def pair_rank(self) -> Array:
        best = np.zeros(len(self.ranks[0]), np.int8)
        plain = self._unless_wild(np.arange(15, dtype=np.int8))
        for i, rank in enumerate(plain):
            paired = np.asarray(self.wilds > 0) | np.zeros(len(rank), bool)
            for other in plain[:i] + plain[i + 1 :]:
                paired |= rank == other
            best = np.maximum(best, np.where(paired, rank, 0))
        return np.where(self.wilds >= 2, 14, best)

    def straight(self) -> Array:
        return _fills(self._bits(None), self.wilds, windows(self.size), len(self.ranks) < self.size)

    def flush(self) -> Array:
        found = np.zeros(len(self.ranks[0]), bool)
        for suit in Suit:
            inside = sum((s == suit).astype(np.int8) for s in self.suits)
            if self.any_suit:
                inside = inside + self.wilds - self._wilds_in(suit)
            found |= inside >= self.size
        return found

    def suited_run(self, runs: tuple[frozenset[int], ...]) -> Array:
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


POKER: Final[Mapping[str, Callable[[_Poker], Any]]] = {
    "pair": lambda h: h.of_a_kind(2),
    "three_of_a_kind": lambda h: h.of_a_kind(3),
    "four_of_a_kind": lambda h: h.of_a_kind(4),
    "five_of_a_kind": lambda h: h.of_a_kind(5),
    "two_pair": lambda h: h.groups(2, 2),
    "full_house": lambda h: h.groups(3, 2),
    "pair_rank": lambda h: h.pair_rank(),
    "straight": lambda h: h.straight(),
    "flush": lambda h: h.flush(),
    "straight_flush": lambda h: h.suited_run(windows(h.size)),
    "royal_flush": lambda h: h.suited_run(windows(h.size)[-1:]),
}


def _all_same(columns: list[Array]) -> Array:
    same = np.ones(len(columns[0]), bool)
    for column in columns[1:]:
        same &= column == columns[0]
    return same


def _is_red(suits: list[Array]) -> list[Array]:
    return [(s == Suit.DIAMONDS) | (s == Suit.HEARTS) for s in suits]


def _twins(ranks: list[Array], suits: list[Array]) -> Array:
    found = np.zeros(len(ranks[0]), bool)
    for i in range(len(ranks)):
        for j in range(i):
            found |= (ranks[i] == ranks[j]) & (suits[i] == suits[j])
    return found


def _count(ranks: list[Array], suits: list[Array], wanted: Held) -> Array:
    rank, suit = wanted[0]
    found = np.zeros(len(ranks[0]) if ranks else 0, np.int8)
    for r, s in zip(ranks, suits, strict=True):
        found += (r == rank) if suit is None else (r == rank) & (s == suit)
    return found


def _holds(ranks: list[Array], suits: list[Array], wanted: Held) -> Array:
    every = np.ones(len(ranks[0]), bool)
    for kind in set(wanted):
        every &= _count(ranks, suits, (kind,)) >= wanted.count(kind)
    return every


def _holds_suited(ranks: list[Array], suits: list[Array], wanted: Held) -> Array:
    found = np.zeros(len(ranks[0]), bool)
    for suit in Suit:
        found |= _holds(ranks, suits, tuple((rank, int(suit)) for rank, _ in wanted))
    return found


def _ranks(ranks: list[Array], suits: list[Array], wanted: Held) -> Array:
    if len(ranks) != len(wanted):
        return np.zeros(len(ranks[0]), bool)
    packed = sum(RANK_UNIT[r] for r in ranks)
    return np.asarray(packed == sum(int(RANK_UNIT[r]) for r, _ in wanted))


def _points(ranks: list[Array], suits: list[Array]) -> Array:
    return np.asarray(sum(POINTS[r] for r in ranks))


def _soft(ranks: list[Array], suits: list[Array]) -> Array:
    aces = np.zeros(len(ranks[0]), bool)
    for rank in ranks:
        aces |= rank == 14
    return np.asarray(aces & (_points(ranks, suits) <= 11))


def _total(ranks: list[Array], suits: list[Array]) -> Array:
    return np.asarray(_points(ranks, suits) + 10 * _soft(ranks, suits))


def _blackjack(ranks: list[Array], suits: list[Array]) -> Array:
    if len(ranks) != 2:
        return np.zeros(len(ranks[0]), bool)
    first, second = ranks
    ace_first = (first == 14) & (second >= 10) & (second < 14)
    return np.asarray(ace_first | ((second == 14) & (first >= 10) & (first < 14)))


def _run(ranks: list[Array], suits: list[Array], around: bool = False) -> Array:
    length = np.zeros(len(ranks[0]), np.int8)
    going = np.ones(len(ranks[0]), bool)
    bits = RANK_BIT[ranks[0]].copy()
    for count in range(2, len(ranks) + 1):
        bits |= RANK_BIT[ranks[count - 1]]
        going &= _fills(bits, 0, windows(count, around), False)
        going &= _total(ranks[:count], suits) <= 21
        length[going] = count
    return length


PLAIN: Final[Mapping[str, Callable[..., Any]]] = {
    "twins": _twins,
    "suited": lambda ranks, suits: _all_same(suits),
    "one_color": lambda ranks, suits: _all_same(_is_red(suits)),
    "in_suit": lambda ranks, suits, suit: _all_same(suits) & (suits[0] == suit),
    "ranks": _ranks,
    "holds": _holds,
    "holds_suited": _holds_suited,
    "count": _count,
    "tens": lambda ranks, suits: sum((POINTS[r] == 10).astype(np.int8) for r in ranks),
    "rank": lambda ranks, suits: ranks[0],
    "cards": lambda ranks, suits: np.full(len(ranks[0]), len(ranks), np.int8),
    "total": _total,
    "soft": _soft,
    "blackjack": _blackjack,
    "bust": lambda ranks, suits: _total(ranks, suits) > 21,
    "run": _run,
    "run_around": lambda ranks, suits: _run(ranks, suits, around=True),
}


def _matches(deals: Deals, with_suit: bool) -> Array:
    ranks, suits = deals.held_by("player")
    (up_rank,), (up_suit,) = deals.held_by("upcard")
    found = np.zeros(len(deals), np.int8)
    for rank, suit in zip(ranks, suits, strict=True):
        found += (rank == up_rank) & (suit == up_suit) if with_suit else rank == up_rank
    return found


def _same(deals: Deals, with_suit: bool) -> Array:
    def packed(scope: str) -> list[Array]:
        ranks, suits = deals.held_by(scope)
        cards = [
            r.astype(np.int16) * 4 + (s if with_suit else 0)
            for r, s in zip(ranks, suits, strict=True)
        ]
        return list(np.sort(np.stack(cards), axis=0))

    player, dealer = packed("player"), packed("dealer")
    if len(player) != len(dealer):
        return np.zeros(len(deals), bool)
    same = np.ones(len(deals), bool)
    for a, b in zip(player, dealer, strict=True):
        same &= a == b
    return same


BETWEEN: Final[Mapping[str, Callable[[Deals], Any]]] = {
    "matches": lambda deals: _matches(deals, False),
    "suited_matches": lambda deals: _matches(deals, True),
    "same_ranks": lambda deals: _same(deals, False),
    "same_cards": lambda deals: _same(deals, True),
}
