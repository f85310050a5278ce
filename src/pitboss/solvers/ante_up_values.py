"""Ante Up 21 by the values of cards, where the poker does not change the play (30-2106).

Hands that are played as at standard blackjack do not distinguish tens. What they and the dealer
draw is therefore counted by value, and then by the ranks that the tens among these cards may have.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import factorial, prod
from typing import Final, NamedTuple

import numpy as np

from pitboss.solvers.ante_up_poker import (
    BUST,
    FINALS,
    RANKS,
    Leaves,
    TwoCardPoker,
    falling_ways,
    main_wins,
    order_chances,
    split_endings,
    total_classes,
)
from pitboss.solvers.blackjack import DOUBLE, STAND, Figures, PlayedShoe
from pitboss.solvers.compositions import (
    POINTS,
    VALUES,
    Numbers,
    Whole,
    compositions,
    dealer_tree,
    rank_hands,
    row_of,
)
from pitboss.solvers.method_cache import method_cache
from pitboss.solvers.split_orders import all_hands
from pitboss.wagers.terms import DealerRule

TEN: Final = VALUES - 1
"""The value of a ten, and of its ranks the first by number."""
TENS: Final = range(TEN, RANKS)
NO_CARD: Final = TEN
"""Stands for a card below ten that a hand does not have."""
LOW: Final = (VALUES - 1) * VALUES + VALUES
"""How many codes of two cards below ten there are: see `code_of`."""
HIGH: Final = tuple(each for n in range(3) for each in combinations_with_replacement(TENS, n))
"""The best that a hand may have of tens: none, one or two."""


@dataclass(frozen=True, slots=True, eq=False)
class ValueLeaves(Leaves):
    """What the dealer may end with, by value, against one upcard."""

    low: Whole
    """Class → the code of the best two cards below ten, the upcard included."""
    tens: Whole
    """Class → the tens drawn."""
    finals: Whole
    """Class → the number of the final total."""


class PokerKinds(NamedTuple):
    """Kinds of poker hands, tens not distinguished."""

    low: Whole
    """The code of the best two cards below ten."""
    tens: Whole
    """The tens drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class PlainEndings:
    """How one hand of a split that is played as at standard blackjack may end."""

    drawn: Whole
    """Ending × value → the cards that it has drawn."""
    ways: Figures
    """Ending × a second pair card or not → the orders in which it comes."""
    totals: Whole
    """Ending → the class of its total."""
    bets: Figures
    """Ending → the main stake."""


class ValueGame:
    """A shoe whose hands are played as at standard blackjack."""

    def __init__(
        self, shoe: Whole, poker: TwoCardPoker, dealer: DealerRule, played: PlayedShoe
    ) -> None:
        self.shoe, self.poker, self.dealer, self.played = shoe, poker, dealer, played
        self._alike: dict[object, PlainEndings] = {}

    @cached_property
    def wins(self) -> Figures:
        """Class of total × final total of the dealer → what the main stake wins."""
        return main_wins(self.played.rules)

    @cached_property
    def best(self) -> Whole:
        """Code of cards below ten × what there is of tens → the place of the best two of them."""
        made = np.zeros((LOW, len(HIGH)), np.int64)
        for a, b in product(range(VALUES), repeat=2):
            low = tuple(each for each in (a, b) if each != NO_CARD)
            made[a * VALUES + b] = [self.poker.best((*low, *high)) for high in HIGH]
        return made

    def best_two(self, held: Numbers) -> Numbers:
        """The best two cards of a hand, or all it has."""
        place = self.poker.place
        return max(combinations(held, 2), key=lambda two: place[two[0]][two[1]], default=held)

    @method_cache
    def leaves(self, up: int) -> ValueLeaves:
        """What the dealer may end with; tens as upcards are counted apart from the tens drawn."""
        if up > TEN:
            return self.leaves(TEN)
        tree = dealer_tree(up, self.dealer, VALUES)
        low = [code_of(self.best_two(_below_ten(hand))) for hand in tree.hand]
        tens = [hand[1:].count(TEN) for hand in tree.hand]
        finals = np.clip(tree.total - FINALS[0], 0, len(FINALS) - 1)
        numbered = (np.array(low) * VALUES + tens) * len(FINALS) + finals
        found, classes = np.unique(numbered, return_inverse=True)
        rest, final = np.divmod(found, len(FINALS))
        return ValueLeaves(tree.arrays, classes, *np.divmod(rest, VALUES), final)

    @method_cache
    def split_hands(self, pair: int, up: int) -> PlainEndings:
        """How one hand of a pair, by value, may end after a split: the same record for all upcards
        against which it is played alike.
        """
        table, up = rank_hands(), min(up, TEN)
        acts = self.played.acts[up, table.value_row[: table.players]]
        acts = np.where(table.total[: table.players] == 21, STAND, acts)
        hands, doubled, ways = split_endings(pair, self.played.seconds[up, pair], acts)
        made = PlainEndings(
            table.counts[hands, :VALUES] - (np.arange(VALUES) == pair),
            ways,
            total_classes()[hands],
            np.where(doubled, 2.0, 1.0),
        )
        return self._alike.setdefault((pair, hands.tobytes(), made.ways.tobytes()), made)


@dataclass(frozen=True)
class ValueDeal:
    """Two first cards and an upcard by rank, and what the dealer's cards do to them at poker."""

    game: ValueGame
    first: int
    other: int
    up: int

    @cached_property
    def left(self) -> Whole:
        """The cards left, by value."""
        made = self.game.shoe - np.bincount((self.first, self.other, self.up), minlength=RANKS)
        return np.array([*made[:TEN], made[TEN:].sum()])

    @cached_property
    def leaves(self) -> ValueLeaves:
        return self.game.leaves(self.up)

    @cached_property
    def figures(self) -> Figures:
        """What the poker nets, whether it wins and the square, by the place of both hands."""
        pays = self.game.poker.pays
        return np.stack([pays, pays > 0, pays**2])

    @cached_property
    def as_dealt(self) -> Figures:
        """Figure × class of the dealer's hand, with the first two cards at poker."""
        pays = self.figures[:, self.game.poker.best((self.first, self.other))]
        leaves, made = self.leaves, np.zeros((len(pays), len(self.leaves.low)))
        for tens in np.unique(leaves.tens):
            alike = leaves.tens == tens
            chance = self._tens(0, int(tens)).sum(axis=0)
            made[:, alike] = pays[:, self.game.best[leaves.low[alike]]] @ chance
        return made

    def gained(self, mine: PokerKinds, theirs: PokerKinds, often: Figures) -> Figures:
        """What hands have of each figure more than the first two cards, over all of them.

        `often` is kind of hand × that of the dealer's.
        """
        from pitboss.solvers.kernels.ante_up import compare_hands

        pays, many = self.figures, int(theirs.tens.max(initial=0)) + 1
        more = pays - pays[:, [self.game.poker.best((self.first, self.other))]]
        cases = np.zeros((int(mine.tens.max(initial=0)) + 1, many, len(HIGH), len(HIGH)))
        for t, s in product(np.unique(mine.tens), np.unique(theirs.tens)):
            cases[t, s] = self._tens(int(t), int(s))
        drawn, dealt, held, shown = np.nonzero(cases)
        begins = np.searchsorted(drawn * many + dealt, np.arange(len(cases) * many + 1))
        tens, made = (begins, held, shown, cases[cases > 0.0]), np.zeros(len(pays))
        own, others = (mine.low, mine.tens * many), (theirs.low, theirs.tens)
        compare_hands(own, others, often, self.game.best, tens, more, made)
        return made

    def _tens(self, mine: int, theirs: int) -> Figures:
        """What the player has of tens × what the dealer has, after these draws → chance."""
        pool = self.game.shoe - np.bincount((self.first, self.other, self.up), minlength=RANKS)
        held = tuple(rank for rank in (self.first, self.other) if rank >= TEN)
        shown = (self.up,) if self.up >= TEN else ()
        return ten_chances(self.game, tuple(pool[TEN:].tolist()), held, shown, mine, theirs)

    # -- the main stake and the poker of the first two cards ---------------------------------------

    @property
    def dealt(self) -> Figures:
        """The figures of the first two cards, where the dealer has no natural."""
        none = np.zeros((1, VALUES), np.int64)
        return self.leaves.weigh(self.as_dealt[:, None], none[0], self.left, none)[:, 0, 0]

    def main_and_poker(self, does: int) -> float:
        """What the main stake nets times what the poker of the first two cards does, if this is
        done with the hand; where the dealer has no natural.
        """
        from pitboss.solvers.kernels.splits import hand_orders

        table, game, leaves = compositions(), self.game, self.leaves
        row, acts = row_of((POINTS[self.first], POINTS[self.other])), game.played.acts
        orders, ended = np.zeros((table.players, 6)), np.zeros(table.players, np.int64)
        many = hand_orders(table.child, row, does, acts[min(self.up, TEN)], orders, ended)
        hands = ended[:many]
        gains = game.wins[:BUST] + 1.0  # above the stake, which is lost first
        won = np.concatenate([gains, np.ones((1, len(FINALS)))])[:, leaves.finals]
        kinds = np.append(np.maximum(table.total[hands] - 16, 0), BUST)
        drawn = table.counts[[*hands, row]] - table.counts[row]
        weights = np.append(orders[hands, 0] + 2.0 * orders[hands, 2], -1.0 - (does == DOUBLE))
        made = self._weigh(won * self.as_dealt[0], kinds, drawn)
        return float(made[0] @ weights)

    def split_main_and_poker(self, hands: PlainEndings, limit: int) -> float:
        """The same for all hands of a split together."""
        found, kinds = np.unique(hands.totals * 2 + (hands.bets > 1.0), return_inverse=True)
        won = (1.0 + found % 2)[:, None] * self.game.wins[found // 2][:, self.leaves.finals]
        made = self._weigh(won * self.as_dealt[0], kinds, hands.drawn, 2 * (limit - 2) + 1)
        return all_hands(made @ hands.ways, limit)

    def _weigh(self, won: Figures, kinds: Whole, drawn: Whole, js: int = 1) -> Figures:
        """Further unseen cards that are pair cards × hand → a figure, with the chance of one order
        of its cards.
        """
        pair = min(self.first, TEN)
        made = self.leaves.weigh(won[None], kinds, self.left, drawn, pair, js)[0]
        weighed: Figures = made * order_chances(self.left, drawn)
        return weighed


def code_of(cards: Numbers) -> int:
    """Two cards below ten or less as one number."""
    first, second = (*cards, NO_CARD, NO_CARD)[:2]
    return first * VALUES + second


def _below_ten(cards: Numbers) -> Numbers:
    return tuple(card for card in cards if card < TEN)


@lru_cache(maxsize=1024)
def ten_chances(
    game: ValueGame, pool: Numbers, held: Numbers, shown: Numbers, mine: int, theirs: int
) -> Figures:
    """What the player has of tens × what the dealer has → its chance, with so many of the pool
    drawn to the tens that they have already.
    """
    falling, orders = falling_ways(np.array(pool), mine + theirs)
    drawn, others = ranks_of_tens(mine), ranks_of_tens(theirs)
    both = drawn[:, None] + others
    ways = falling[np.arange(len(pool)), both].prod(axis=2) / orders[mine + theirs]
    ways *= _arrangements(drawn)[:, None] * _arrangements(others)
    made: Figures = _sorted_by(game, drawn, held) @ ways @ _sorted_by(game, others, shown).T
    return made


@cache
def ranks_of_tens(many: int) -> Whole:
    """Each way in which this many tens may be of the four ranks."""
    found = [each for each in product(range(many + 1), repeat=len(TENS)) if sum(each) == many]
    return np.array(found)


def _arrangements(drawn: Whole) -> Figures:
    return np.array([factorial(sum(each)) / prod(map(factorial, each)) for each in drawn.tolist()])


def _sorted_by(game: ValueGame, drawn: Whole, held: Numbers) -> Figures:
    """What there is of tens × ranks drawn → 1 where that is the best of them and those held."""
    made = np.zeros((len(HIGH), len(drawn)))
    for n, each in enumerate(drawn.tolist()):
        cards = [rank for rank, many in zip(TENS, each, strict=True) for _ in range(many)]
        made[HIGH.index(tuple(sorted(game.best_two(tuple(sorted((*cards, *held))))))), n] = 1.0
    return made
