"""The reader that looks at all cards at once: one array element per deal.

Each part of a condition is evaluated only for the deals that are still undecided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotAllowed
from pitboss.hands import Group, Poker, PokerRule, Reckoner
from pitboss.rulebook.vocabulary import WORDS
from pitboss.rulebook.when import (
    COMPARE,
    Both,
    Compare,
    Condition,
    Const,
    Either,
    Not,
    Say,
    scopes,
    walk,
)
from pitboss.wagers.card_reader import arguments
from pitboss.wagers.offer import Offer

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Deals:
    """Many deals at once: a column of ranks and one of suits per card, and who holds which."""

    ranks: tuple[Array, ...]
    suits: tuple[Array, ...]
    groups: Mapping[str, tuple[int, ...]]
    """Prefix → columns; the empty prefix is every column."""

    @classmethod
    def of(cls, cards: Sequence[Array], groups: Mapping[str, tuple[int, ...]]) -> Deals:
        """Deals from columns of card numbers."""
        ranks = tuple(((each >> 2) + 2).astype(np.int8) for each in cards)
        return cls(ranks, tuple((each & 3).astype(np.int8) for each in cards), groups)

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
    """Deals from columns of card numbers; each group has this many of them, one after the other."""
    columns, at = {"": tuple(range(len(cards)))}, 0
    for name, size in groups.items():
        columns[name] = tuple(range(at, min(at + size, len(cards))))
        at += size
    return Deals.of(cards, columns)


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
    found = _value(condition, deals, hand)
    return np.full(len(deals), found) if isinstance(found, bool) else found


def _value(condition: Condition, deals: Deals, hand: PokerRule) -> Any:
    """The number, suit or yes-or-no that the condition gives for each deal."""
    match condition:
        case Const(_, constant):
            return constant
        case Say(word, _, _):
            asked = [deals.held_by(scope, hand) for scope in scopes(condition)]
            return WORDS[word].answer(asked, arguments(condition))
        case Compare(op, left, right):
            return COMPARE[op](_value(left, deals, hand), _value(right, deals, hand))
        case Not(part):
            return ~holds(part, deals, hand)
        case Both(parts) | Either(parts):
            return _narrowing(parts, deals, hand, isinstance(condition, Both))


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


def _narrowing(parts: tuple[Condition, ...], deals: Deals, hand: PokerRule, asking: bool) -> Array:
    result = np.full(len(deals), asking)
    for part in parts:
        index = np.flatnonzero(result == asking)
        if len(index) == len(result):
            result = holds(part, deals, hand)
        elif len(index):
            result[index] = holds(part, deals.take(index), hand)
    return result


class Columns(Reckoner):
    """The arithmetic of columns of cards."""

    width = 4
    ones = staticmethod(np.bitwise_count)
    greater = staticmethod(np.maximum)

    def __init__(self) -> None:
        super().__init__()
        self.units = np.array(self.units, np.int64)
        self.places = np.array(self.places, np.int16)
        self.points = np.array(self.points, np.int16)
        self.fills = self.some_filled


class ColumnGroup(Group):
    """Columns of cards as the words of the vocabulary see them."""

    by = Columns()

    def __init__(self, ranks: list[Array], suits: list[Array], hand: PokerRule) -> None:
        self.ranks, self.suits, self.hand = ranks, suits, hand

    @cached_property
    def points(self) -> list[Array]:
        return [self.by.points[rank] for rank in self.ranks]

    @property
    def poker(self) -> Poker:
        if self.hand.make.startswith("five highest") and len(self.ranks) > 5:
            raise NotAllowed("The five highest of six cards dealt cannot be proved: use best five.")
        return Poker(self.ranks, self.suits, self.hand, self.by)
