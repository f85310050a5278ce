"""The cards that the hands of a split draw together, and the dealer's, by value.

They are counted against each other where all hands of a split make one poker hand at Ante Up 21 (1
CCR 207-1, 30-2106, reading B-18).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.solvers.ante_up_poker import BUST
from pitboss.solvers.ante_up_values import TEN, PlainEndings
from pitboss.solvers.blackjack import Figures
from pitboss.solvers.compositions import VALUES, Numbers, Whole, dealer_tree
from pitboss.solvers.factors import joined
from pitboss.solvers.split_orders import ends
from pitboss.wagers.terms import DealerRule

ALIKE: Final = 24
"""About this many ways to draw two sets of cards, one after the other, draw the same number of each
card.
"""
Powers = Mapping[tuple[int, int], int]
"""How many hands have a second card that is no pair card, and how many have any → how often that
counts.
"""


class DrawnCards(NamedTuple):
    """Sets of cards that some hands draw together."""

    keys: Whole
    """The cards by value, packed into one number."""
    orders: Figures
    """Set × column → in how many orders they come."""


@dataclass(frozen=True)
class HandsTogether:
    """The hands of a pair, by value, that is split."""

    pair: int
    hands: PlainEndings
    limit: int

    @property
    def drawn(self) -> DrawnCards:
        """The cards of all of them, and further pair cards that were split."""
        orders = self._orders().items()
        return joined(*(self._with_pair_cards(self._products(each), more) for more, each in orders))

    @property
    def by_total(self) -> DrawnCards:
        """The same × the class of the total of one hand, for each of them, times its main stake."""
        hands, made = self.hands, []
        for more, powers in self._orders().items():
            rest = {
                0: {(i - 1, j): n * i for (i, j), n in powers.items() if i},
                1: {(i, j - 1): n * j for (i, j), n in powers.items() if j},
            }
            there = [kind for kind, others in rest.items() if others]
            table, cards = DrawnTable(BUST + 1), self._products(*(rest[kind] for kind in there))
            table.add(cards, self._keys, self._ways[:, there] * hands.bets[:, None], hands.totals)
            made.append(self._with_pair_cards(table.drawn, more))
        return joined(*made)

    def _orders(self) -> Mapping[int, Powers]:
        """Further pair cards → the hands that there are in the end."""
        made: dict[int, dict[tuple[int, int], int]] = {}
        for more, done, many in ends(self.limit):
            made.setdefault(more, {})[done, more + 2 - done] = many
        return made

    def _with_pair_cards(self, cards: DrawnCards, more: int) -> DrawnCards:
        pair_card = packed(np.eye(VALUES, dtype=np.int64)[[self.pair]])
        return cards._replace(keys=cards.keys + more * pair_card)

    def _products(self, *each: Powers) -> DrawnCards:
        """The cards of this many hands of either kind, in a column for each."""
        if sum(next(iter(each[0]))) == 1:
            one = [[powers.get((1, 0), 0), powers.get((0, 1), 0)] for powers in each]
            return DrawnCards(self._keys, self._ways @ np.array(one, float).T)
        table = DrawnTable(len(each))
        for column, powers in enumerate(each):
            into = np.full(len(self._keys), column)
            free = {(i, j - 1): n for (i, j), n in powers.items() if j}
            others = {(i - 1, 0): n for (i, j), n in powers.items() if not j}
            for kind, rest in enumerate((others, free)):
                if rest:
                    table.add(self._products(rest), self._keys, self._ways[:, [kind]], into)
        return table.drawn

    @cached_property
    def _keys(self) -> Whole:
        return packed(self.hands.drawn)

    @cached_property
    def _ways(self) -> Figures:
        """Ending × with another second card than a pair card, or any → the orders."""
        ways = self.hands.ways
        return np.stack([ways[:, 0], ways.sum(axis=1)], axis=1)


class DrawnTable:
    """Gathers sets of cards that are drawn, by the cards."""

    def __init__(self, columns: int) -> None:
        self._slots, self._sums = _empty(1 << 12, columns)
        self._used = 0

    def add(self, cards: DrawnCards, keys: Whole, ways: Figures, column: Whole) -> None:
        """Add every set that some hands draw, `cards`, joined with every set that one more hand
        draws, `keys`. `ways` are the orders of the latter by the column of the former, and `column`
        is where each result is counted.
        """
        from pitboss.solvers.kernels.ante_up import multiply_hands

        same, two = cards.keys is keys, (keys, ways, column)
        if not same:
            some = ways.any(axis=1)
            two = keys[some], ways[some], column[some]
        self._reserve(self._used + len(cards.keys) * len(keys) // ALIKE)
        done = 0
        while True:
            done, self._used = multiply_hands(
                tuple(cards), two, same, done, self._slots, self._sums, self._used
            )
            if done == len(cards.keys):
                return
            self._reserve(len(self._slots))

    def _reserve(self, sets: int) -> None:
        """Make room for this many."""
        from pitboss.solvers.kernels.ante_up import move_hands

        slots = len(self._slots)
        while slots * 5 // 8 < sets:
            slots *= 2
        if slots > len(self._slots):
            larger = _empty(slots, self._sums.shape[1])
            move_hands(self._slots, self._sums, *larger)
            self._slots, self._sums = larger

    @property
    def drawn(self) -> DrawnCards:
        """What was gathered, in rising order, so that similar sets are near each other."""
        there = np.flatnonzero(self._slots >= 0)
        there = there[np.argsort(self._slots[there])]
        return DrawnCards(self._slots[there], self._sums[there])


def _empty(slots: int, columns: int) -> tuple[Whole, Figures]:
    return np.full(slots, -1), np.zeros((slots, columns))


def packed(drawn: Whole) -> Whole:
    """Sets of cards by value, each as one number."""
    from pitboss.solvers.kernels.ante_up import BITS

    made: Whole = (drawn << BITS * np.arange(VALUES)[::-1]).sum(axis=1)
    return made


# -- the cards that the dealer draws ---------------------------------------------------------------


class DealerSteps(NamedTuple):
    """Every hand of the dealer's against one upcard, built up value by value: from nines to aces,
    then tens. The first step is no card.
    """

    before: Whole
    """Step → the one to which it adds a value."""
    many: Whole
    """Step → how many cards of that value."""
    start: Whole
    """Value, in that order → the first step that adds it; and the end of all."""
    done: Whole
    """Hand → its last step."""
    cards: Whole
    """Hand → the cards drawn."""
    orders: Figures
    """Hand → the orders in which they come."""
    nodes: Whole
    """Hand → its node in the dealer's tree."""

    def leading_to(self, wanted: NDArray[np.bool_]) -> DealerSteps:
        """The steps to some hands only, by their nodes in the tree."""
        some = wanted[self.nodes]
        kept = np.zeros(len(self.before), bool)
        kept[0] = kept[self.done[some]] = True
        for first, end in zip(self.start[-2::-1], self.start[:0:-1], strict=True):
            kept[self.before[first:end][kept[first:end]]] = True
        at = np.append(0, kept.cumsum())
        return DealerSteps(
            at[self.before[kept]],
            self.many[kept],
            at[self.start],
            at[self.done[some]],
            self.cards[some],
            self.orders[some],
            self.nodes[some],
        )


@lru_cache(maxsize=32)
def dealer_steps(up: int, rule: DealerRule) -> DealerSteps:
    """All of them, by value."""
    tree = dealer_tree(up, rule, VALUES)
    nodes = np.flatnonzero(tree.orders)
    hands = [tuple(sorted(_turn(card) for card in tree.hand[node][1:])) for node in nodes]
    turns = {hand: _last_turn(hand) for hand in hands}
    open_ = [*hands]
    while open_:
        hand = open_.pop()
        shorter = hand[: len(hand) - turns[hand]]
        if shorter not in turns:
            turns[shorter] = _last_turn(shorter)
            open_.append(shorter)
    steps = sorted(turns, key=lambda hand: (hand[-1:], hand))
    at = {hand: n for n, hand in enumerate(steps)}
    return DealerSteps(
        np.array([at[hand[: len(hand) - turns[hand]]] for hand in steps]),
        np.array([turns[hand] for hand in steps]),
        1 + np.searchsorted([hand[-1] for hand in steps[1:]], np.arange(VALUES + 1)),
        np.array([at[hand] for hand in hands]),
        np.array([len(hand) for hand in hands]),
        tree.orders[nodes].astype(float),
        nodes,
    )


def _turn(card: int) -> int:
    """The place of a card in the order in which values are added."""
    return card if card == TEN else TEN - 1 - card


def _last_turn(hand: Numbers) -> int:
    """How many cards are of the last value that was added."""
    return hand.count(hand[-1]) if hand else 0
