"""Ante Up 21 where all hands of a split make one poker hand (1 CCR 207-1, 30-2106, reading B-18).

Every hand of a split is played as at standard blackjack, by its own cards. What its hands draw is
listed for all of them together: the cards by value, with the number of orders in which they come.
The poker is then that of the first two cards, and what any cards drawn add to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.solvers.ante_up_poker import BUST, FINALS, falling_ways
from pitboss.solvers.ante_up_values import HIGH, TEN, TENS, PlainEndings, ValueDeal, ValueGame
from pitboss.solvers.blackjack import Figures
from pitboss.solvers.compositions import VALUES
from pitboss.solvers.rank_hands import Whole
from pitboss.solvers.split_orders import ends

LISTED: Final = {3: 350, 4: 130}
"""Hands of a split → in how many ways one of them may end at most, for all to be listed together;
two always are, and more than four never."""
KINDS: Final = 1 << 6
"""More tens than are drawn, so that a kind of hand is one number."""


class DrawnCards(NamedTuple):
    """Sets of cards that some hands draw together."""

    keys: Whole
    """The cards by value, packed into one number."""
    orders: Figures
    """Set × column → in how many orders they come."""


class MetHands(NamedTuple):
    """All hands of a split together with the dealer's."""

    kinds: Whole
    """The best two cards below ten, and how many tens were drawn."""
    figure: Figures
    """Kind × class of the dealer's hand → a figure, with the chance of both."""


NO_CARDS: Final = DrawnCards(np.zeros(1, np.int64), np.ones((1, 1)))
Powers = Mapping[tuple[int, int], int]
"""Hands with another second card than a pair card, hands with any → how often that counts."""


class SharedSplit:
    """A pair, by value, that is split against the value of an upcard."""

    def __init__(self, game: ValueGame, pair: int, up: int, limit: int) -> None:
        self.game, self.pair, self.up, self.limit = game, pair, up, limit

    @cached_property
    def hands(self) -> PlainEndings:
        return self.game.split_hands(self.pair, self.up)

    @property
    def is_listed(self) -> bool:
        """Its hands do not end in too many ways to be listed together."""
        return self.limit == 2 or len(self.hands.totals) <= LISTED.get(self.limit, 0)

    # -- all hands and the dealer's ----------------------------------------------------------------

    @cached_property
    def comes(self) -> MetHands:
        """How often kinds of hands and classes of the dealer's come together, where the poker of
        the first two cards does not win anyway.
        """
        return self._met(self._drawn(), np.ones((1, len(FINALS))))

    @cached_property
    def nets(self) -> MetHands:
        """The same, times what all main stakes net."""
        return self._met(self._by_total(), self.game.wins)

    def _met(self, cards: DrawnCards, figures: Figures) -> MetHands:
        """What a figure comes to, by column of the cards and final total of the dealer."""
        from pitboss.solvers.kernels.shared_poker import gather_hands, look_at_hands

        deal = ValueDeal(self.game, self.pair, self.pair, self.up)  # any ranks of these values
        leaves, place = deal.leaves, np.array(self.game.poker.place)
        falling, orders = falling_ways(deal.left, KINDS)
        kind, chance = np.zeros(len(cards.keys), np.int64), np.zeros(len(cards.keys))
        look_at_hands(cards.keys, deal.begun, falling, orders, place, chance, kind)
        some = np.flatnonzero(chance > 0.0)
        found, kinds = np.unique(kind[some], return_inverse=True)
        weights = cards.orders[some] @ figures * chance[some, None]
        wanted = self._may_lose()
        tree, classes = pruned(leaves.tree, leaves.classes, wanted)
        seen = np.cumsum(wanted)[classes] - 1, leaves.finals[wanted]
        met, shoe = np.zeros((len(found), wanted.sum())), deal.left.astype(float)
        gather_hands(tree, seen, shoe, cards.keys[some], kinds, weights, met)
        made = np.zeros((len(found), len(wanted)))
        made[:, wanted] = met
        return MetHands(found, made)

    def _may_lose(self) -> NDArray[np.bool_]:
        """Class of the dealer's hand → whether more than the first two cards may be needed."""
        game, leaves = self.game, self.game.leaves(self.up)
        dealt = min(game.poker.best((a, b)) for a in self._ranks for b in self._ranks)
        tens = leaves.tens + (self.up == TEN)
        there = np.array([len(high) for high in HIGH]) <= tens[:, None]
        best: Whole = np.where(there, game.best[leaves.low], -1).max(axis=1)
        return best >= dealt

    @property
    def _ranks(self) -> Iterable[int]:
        """The ranks that the pair may be of."""
        return TENS if self.pair == TEN else (self.pair,)

    # -- the cards that all hands draw -------------------------------------------------------------

    def _drawn(self) -> DrawnCards:
        """Those of all hands together, and further pair cards that were split."""
        orders = self._orders().items()
        return _joined([self._with_pair_cards(self._product(each), more) for more, each in orders])

    def _by_total(self) -> DrawnCards:
        """The same × the class of the total of one hand, for each of them, times its main stake."""
        hands, made = self.hands, []
        for more, powers in self._orders().items():
            rest = [
                {(i - 1, j): n * i for (i, j), n in powers.items() if i},
                {(i, j - 1): n * j for (i, j), n in powers.items() if j},
            ]
            table = DrawnTable(BUST + 1)
            for others, ways in zip(rest, (hands.ways[:, 0], hands.ways.sum(axis=1)), strict=True):
                if others:
                    cards = self._product(others)
                    table.add(cards, self._keys, ways * hands.bets, hands.totals)
            made.append(self._with_pair_cards(table.drawn, more))
        return _joined(made)

    def _orders(self) -> Mapping[int, Powers]:
        """Further pair cards → the hands that there are in the end."""
        made: dict[int, dict[tuple[int, int], int]] = {}
        for more, done, many in ends(self.limit):
            made.setdefault(more, {})[done, more + 2 - done] = many
        return made

    def _with_pair_cards(self, cards: DrawnCards, more: int) -> DrawnCards:
        pair_card = packed(np.eye(VALUES, dtype=np.int64)[[self.pair]])
        return cards._replace(keys=cards.keys + more * pair_card)

    def _product(self, powers: Powers) -> DrawnCards:
        """The cards of so many hands of either kind."""
        if [*powers] == [(0, 0)]:
            return DrawnCards(NO_CARDS.keys, NO_CARDS.orders * powers[0, 0])
        table, hands = DrawnTable(1), self.hands
        free: Powers = {(i, j - 1): n for (i, j), n in powers.items() if j}
        others: Powers = {(i - 1, 0): n for (i, j), n in powers.items() if not j}
        for rest, ways in ((free, hands.ways.sum(axis=1)), (others, hands.ways[:, 0])):
            if rest:
                table.add(self._product(rest), self._keys, ways)
        return table.drawn

    @cached_property
    def _keys(self) -> Whole:
        return packed(self.hands.drawn)


class DrawnTable:
    """Gathers sets of cards that are drawn, by the cards."""

    def __init__(self, columns: int) -> None:
        self._slots, self._sums = _empty(1 << 12, columns)
        self._used = 0

    def add(
        self, cards: DrawnCards, keys: Whole, ways: Figures, column: Whole | None = None
    ) -> None:
        """Add those of some hands beside those of one more."""
        from pitboss.solvers.kernels.shared_poker import multiply_hands

        comes = np.flatnonzero(ways)
        into = np.zeros(len(keys), np.int64) if column is None else column
        one, two = (cards.keys, cards.orders[:, 0].copy()), (keys[comes], ways[comes], into[comes])
        done = 0
        while True:
            done, self._used = multiply_hands(one, two, done, self._slots, self._sums, self._used)
            if done == len(cards.keys):
                return
            self._grow()

    def _grow(self) -> None:
        """Make four times as much room."""
        from pitboss.solvers.kernels.shared_poker import multiply_hands

        before, columns = self.drawn, self._sums.shape[1]
        self._slots, self._sums = _empty(4 * len(self._slots), columns)
        self._used = 0
        one = np.zeros(1, np.int64), np.ones(1)
        for column in range(columns):
            into = np.full(len(before.keys), column)
            two = before.keys, before.orders[:, column].copy(), into
            _, self._used = multiply_hands(one, two, 0, self._slots, self._sums, self._used)

    @property
    def drawn(self) -> DrawnCards:
        """What was gathered."""
        there = self._slots >= 0
        return DrawnCards(self._slots[there], self._sums[there])


def _empty(slots: int, columns: int) -> tuple[Whole, Figures]:
    return np.full(slots, -1), np.zeros((slots, columns))


def _joined(found: list[DrawnCards]) -> DrawnCards:
    return DrawnCards(*(np.concatenate(each) for each in zip(*found, strict=True)))


def packed(drawn: Whole) -> Whole:
    """Sets of cards by value, each as one number."""
    from pitboss.solvers.kernels.shared_poker import BITS

    made: Whole = (drawn << BITS * np.arange(VALUES)).sum(axis=1)
    return made


def pruned(
    tree: tuple[Any, ...], classes: Whole, wanted: NDArray[np.bool_]
) -> tuple[tuple[Any, ...], Whole]:
    """Of a dealer's tree, the nodes that lead to a class that is wanted; and their classes."""
    rank, depth, less, orders, after = tree
    here = (orders > 0) & wanted[classes]
    before = np.append(0, here.cumsum())
    kept = before[after] > before[:-1]
    at = np.append(0, kept.cumsum())
    nodes = (rank[kept], depth[kept], less[kept], (orders * here)[kept], at[after[kept]])
    return nodes, classes[kept]


# -- the poker of a deal ---------------------------------------------------------------------------


@dataclass(frozen=True)
class SharedPoker:
    """Two first cards and an upcard by rank, which are split."""

    deal: ValueDeal
    split: SharedSplit

    @property
    def gained(self) -> Figures:
        """What the poker nets, how often it wins and the square, above those of the first two
        cards; where the dealer has no natural.
        """
        return self._summed(self.split.comes)

    @property
    def main_and_gained(self) -> float:
        """What all main stakes net, times what the poker nets above that of the first two cards."""
        return float(self._summed(self.split.nets)[0])

    def _summed(self, met: MetHands) -> Figures:
        return self.deal.gained(*np.divmod(met.kinds, KINDS), met.figure)
