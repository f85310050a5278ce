"""The two-card poker of Ante Up 21, and how hands that take part in it end (1 CCR 207-1,
30-2106).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, Final

import numpy as np

from pitboss.cards import DECK, Card, Suit, card_index
from pitboss.errors import NotAllowed
from pitboss.games.ante_up_21 import AnteUpTerms
from pitboss.games.ante_up_21 import outcome as poker_outcome
from pitboss.hands import poker_rank
from pitboss.solvers.blackjack import DOUBLE, STAND, Acts, Figures
from pitboss.solvers.compositions import ORDER, POINTS, Whole, dealer_tree, rank_hands
from pitboss.solvers.rules import CLASSES, HandRules, net_of
from pitboss.wagers.terms import DealerRule

RANKS: Final = len(ORDER)
FINALS: Final = (17, 18, 19, 20, 21, 22, 23)
"""The dealer's final totals; the last is any bust but 22."""
BUST: Final = CLASSES
"""The class of a hand over 21, after those of its totals."""


@dataclass(frozen=True, slots=True, eq=False)
class Leaves:
    """What the dealer may end with against one upcard, sorted by what it settles."""

    tree: tuple[Any, ...]
    classes: Whole
    """Node of the tree → its class."""

    def weigh(
        self, won: Figures, kinds: Whole, left: Whole, counts: Whole, pair: int = -1, js: int = 1
    ) -> Figures:
        """Figure × further unseen cards that are pair cards × hand: see `weigh_hands`.

        `won` is figure × kind of hand × class of the dealer's; `pair` is the value of pair cards.
        """
        from pitboss.solvers.kernels.ante_up import weigh_hands

        made, pairs = np.zeros((len(won), js, len(counts))), of_value(pair, len(left))
        shoe = left.astype(float)
        won = np.ascontiguousarray(won)  # the kernel is compiled for each layout
        weigh_hands(self.tree, self.classes, won, kinds, shoe, counts, pairs, made)
        return made


@dataclass(frozen=True, slots=True, eq=False)
class DealerLeaves(Leaves):
    """The same by rank."""

    keys: Whole
    """Class → the place of the dealer's best two cards."""
    finals: Whole
    """Class → the number of the final total."""
    totals: Whole
    """Node of the tree → the number of its total."""


@dataclass(frozen=True, slots=True, eq=False)
class SplitEndings:
    """How the split hand that has the poker may end."""

    drawn: Whole
    """Ending × rank → the cards that it has drawn."""
    ways: Figures
    """Ending × a second pair card or not → the orders in which it comes."""
    kinds: Whole
    """Ending → its kind, of those that settle alike."""
    main: Figures
    """Kind × class of the dealer's hand → what the main stake nets."""
    poker: Figures
    """The same for ANTE and BET."""
    bets: Figures
    """The same for the main stake itself."""

    @property
    def nets(self) -> Figures:
        """All stakes together."""
        return self.main + self.poker

    def chances(self, left: Whole) -> Figures:
        """Ending × a second pair card or not → its chance, from the cards left."""
        return self.ways * order_chances(left, self.drawn)[:, None]


def order_chances(left: Whole, drawn: Whole) -> Figures:
    """Hand → the chance to draw its cards in one order, from the cards left."""
    falling, orders = falling_ways(left, int(drawn.sum(axis=1).max(initial=0)))
    own = falling[np.arange(len(left)), drawn].prod(axis=1)
    made: Figures = own / orders[drawn.sum(axis=1)]
    return made


def falling_ways(left: Whole, most: int) -> tuple[Figures, Figures]:
    """Kind of card × number → ways to draw that many in order; and those of cards of any kind."""
    many = np.arange(most)
    falling = np.maximum(left[:, None] - many, 0).astype(float).cumprod(axis=1)
    orders = np.maximum(int(left.sum()) - many, 1).astype(float).cumprod()
    return np.insert(falling, 0, 1.0, axis=1), np.insert(orders, 0, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class PokerPlay:
    """Every hand with the poker in play against one upcard, where the dealer has no natural."""

    poker: Figures
    """Hand → what ANTE and BET are worth if it ends so, over 21 or not."""
    stand: Figures
    hit: Figures
    double: Figures
    acts: Acts

    def unsplit(self, hand: int) -> float:
        """The better of standing and hitting."""
        return float(self.stand[hand] if self.acts[hand] == STAND else self.hit[hand])


@dataclass(frozen=True, slots=True)
class KnownHands:
    """Results for single hands, shared by all rules that play them alike."""

    upcards: dict[int, PokerPlay] = field(default_factory=dict)
    ended: dict[int, DealerLeaves] = field(default_factory=dict)
    endings: dict[tuple[int, int], SplitEndings] = field(default_factory=dict)
    first: dict[tuple[int, int, int], Figures] = field(default_factory=dict)
    """First card, other card and upcard → net and stake of the split hand that has the poker."""


class TwoCardPoker:
    """The two-card hands of the game in rising order, and what they win of ANTE and BET."""

    def __init__(self, terms: AnteUpTerms) -> None:
        if not {*terms.hand_ranks} <= {"pair", "high card"}:
            raise NotAllowed("it is solved only where poker hands are pairs and high cards.")
        two = {(a, b): _two(a, b) for a in range(RANKS) for b in range(RANKS)}
        strength = {pair: poker_rank(cards, terms.hand_ranks) for pair, cards in two.items()}
        places = {key: n for n, key in enumerate(sorted({*strength.values()}))}
        self.place = [[places[strength[a, b]] for b in range(RANKS)] for a in range(RANKS)]
        """Two ranks → their place among all two-card hands."""
        example = {places[key]: two[pair] for pair, key in strength.items()}
        tied = {self.place[0][rank] for rank in range(RANKS) if POINTS[rank] == 10}
        self.pays, self.pays_natural = np.zeros((2, len(places), len(places)))
        """What ANTE and BET net, by the player's hand and the dealer's; then with a natural."""
        for theirs, cards in example.items():  # only which of the two is higher counts
            for mine in range(max(theirs - 1, 0), min(theirs + 2, len(places))):
                alike = slice(0, theirs) if mine < theirs else slice(mine, None)
                self.pays[alike, theirs] = _net(example[mine], cards, False, terms)
                if theirs in tied:
                    self.pays_natural[alike, theirs] = _net(example[mine], cards, True, terms)

    def best(self, hand: tuple[int, ...]) -> int:
        """The place of the best two cards of a hand."""
        return max((self.place[a][b] for a, b in combinations(hand, 2)), default=0)

    def best_of(self, hands: Sequence[tuple[int, ...]]) -> Whole:
        """The same for many hands."""
        ranks = np.array([rank for hand in hands for rank in hand], np.int64)
        rows = np.repeat(np.arange(len(hands)), [len(hand) for hand in hands])
        counts = np.bincount(rows * RANKS + ranks, minlength=len(hands) * RANKS)
        held = counts.reshape(-1, RANKS).T
        made = np.zeros(len(hands), np.int64)
        for a, b in combinations_with_replacement(range(RANKS), 2):
            there = held[a] > 1 if a == b else (held[a] > 0) & (held[b] > 0)
            made[there] = np.maximum(made[there], self.place[a][b])
        return made


def _net(
    mine: tuple[Card, Card], theirs: tuple[Card, Card], natural: bool, terms: AnteUpTerms
) -> float:
    both = poker_outcome(mine, theirs, natural, terms)
    return sum(float(odds.net) for odds, _, _ in both)


def _two(a: int, b: int) -> tuple[Card, Card]:
    return DECK[card_index(ORDER[a], Suit.HEARTS)], DECK[card_index(ORDER[b], Suit.SPADES)]


# -- hands at their end ----------------------------------------------------------------------------


class DealerHands:
    """What the dealer may end with against each upcard, and what that does to other hands."""

    def __init__(
        self,
        rules: HandRules,
        poker: TwoCardPoker,
        dealer: DealerRule,
        ended: dict[int, DealerLeaves],
    ) -> None:
        self.poker, self.dealer, self.wins, self._ended = poker, dealer, main_wins(rules), ended

    def leaves(self, up: int) -> DealerLeaves:
        """What the dealer may end with, by the poker hand and the final total."""
        if up not in self._ended:
            tree = dealer_tree(up, self.dealer)
            keys = self.poker.best_of(tree.hand)
            finals = np.clip(tree.total - FINALS[0], 0, len(FINALS) - 1)
            found, classes = np.unique(keys * len(FINALS) + finals, return_inverse=True)
            self._ended[up] = DealerLeaves(
                tree.arrays, classes, *np.divmod(found, len(FINALS)), finals
            )
        return self._ended[up]

    def poker_pays(self, up: int) -> Figures:
        """What ANTE and BET net, by the player's hand and the class of the dealer's."""
        return self.poker.pays[None][:, :, self.leaves(up).keys]

    def main_pays(self, up: int) -> Figures:
        """What the main stake wins, by the class of the total and of the dealer's hand."""
        return self.wins[:, self.leaves(up).finals]


@cache
def total_classes() -> Whole:
    """Hand by rank → the class of its total."""
    total = rank_hands().total
    return np.where(total > 21, BUST, np.maximum(total - 16, 0))


def main_wins(rules: HandRules) -> Figures:
    """Class of total × final total of the dealer → what the main stake wins."""
    made = [[net_of(rules, kind, final) for final in FINALS] for kind in range(CLASSES)]
    return np.array([*made, [-1.0] * len(FINALS)])


def of_value(value: int, kinds: int) -> Whole:
    """Rank, of the first ones → 1 if it is of this value, else 0."""
    return np.array([int(points - 1 == value) for points in POINTS[:kinds]])


def split_endings(first: int, second: Acts, acts: Acts) -> tuple[Whole, Whole, Figures]:
    """The hands as which one of a split may end, whether each was doubled, and a second pair card
    or not → the orders in which it comes.

    `second` is what is done with each second card, of as many kinds as there are; `acts` with more.
    """
    from pitboss.solvers.kernels.splits import split_orders

    table = rank_hands()
    child = np.ascontiguousarray(table.child[:, : second.size])
    orders, ended = np.zeros((len(table.hands), 6)), np.zeros(len(table.hands), np.int64)
    stands = np.full(len(table.hands) - table.players, STAND)
    split_orders(child, first, second, np.concatenate([acts, stands]), orders, ended)
    ways = orders[:, :4].reshape(-1, 2, 2)
    hands, doubled = np.nonzero(ways.any(axis=2))
    return hands, doubled, ways[hands, doubled]


def first_hand_endings(
    first: int,
    played: PokerPlay,
    rules: HandRules,
    keys: Whole,
    poker_pays: Figures,
    main_pays: Figures,
) -> SplitEndings:
    """How the split hand that has the poker may end, if it is played as the same cards unsplit.

    `keys` are the places of hands at poker. What is paid is by those, or by the class of the total,
    and by the class of the dealer's hand.
    """
    table, second = rank_hands(), np.zeros(RANKS, np.int64)
    for rank in range(RANKS):
        hand = int(table.child[table.child[0, first], rank])
        bound = first == 0 and not rules.aces_draw
        if bound or table.total[hand] == 21:
            continue
        second[rank] = played.acts[hand]
        if rules.double_after_split and played.double[hand] > played.unsplit(hand):
            second[rank] = DOUBLE
    hands, doubled, ways = split_endings(first, second, played.acts)
    totals = total_classes()[hands]
    found, kinds = np.unique((keys[hands] * (BUST + 1) + totals) * 2 + doubled, return_inverse=True)
    key, total, does = found // 2 // (BUST + 1), found // 2 % (BUST + 1), found % 2
    poker, bets = poker_pays[key], 1.0 + does[:, None]
    return SplitEndings(
        drawn=table.counts[hands] - (np.arange(RANKS) == first),
        ways=ways,
        kinds=kinds,
        main=bets * main_pays[total],
        poker=poker,
        bets=np.broadcast_to(bets, poker.shape),
    )
