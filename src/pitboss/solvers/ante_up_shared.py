"""Ante Up 21 where all hands of a split make one poker hand (1 CCR 207-1, 30-2106, reading B-18).

Every hand of a split is played as at standard blackjack, by its own cards. What its hands draw is
listed for all of them together: the cards by value, with the number of orders in which they come.
The poker is then worth what the first two cards make, plus what the cards drawn add to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.solvers.ante_up_draws import DrawnCards, HandsTogether, dealer_steps
from pitboss.solvers.ante_up_poker import falling_ways
from pitboss.solvers.ante_up_values import (
    HIGH,
    LOW,
    TEN,
    TENS,
    PlainEndings,
    PokerKinds,
    ValueDeal,
    ValueGame,
)
from pitboss.solvers.blackjack import Figures
from pitboss.solvers.compositions import VALUES, Whole

LISTED: Final = {3: 350, 4: 130}
"""Hands of a split → in how many ways one of them may end at most for all to be listed together;
two hands always are, and more than four never.
"""
MOST: Final = 1 << 7
"""More cards than a round may use."""


class SortedCards(NamedTuple):
    """Sets of drawn cards in groups of one kind and number of cards, rising in each."""

    drawn: DrawnCards
    begins: Whole
    """Group → where it begins; and where the last one ends."""
    cards: Whole
    kinds: Whole
    """Group → its kind."""
    found: PokerKinds
    """Kind → its poker hand, with the first two cards."""


class MetHands(NamedTuple):
    """All hands of a split together with the dealer's."""

    mine: PokerKinds
    theirs: PokerKinds
    figure: Figures
    """Kind of hands × kind of the dealer's → a figure, with the chance of both."""


class SharedSplit:
    """A pair, by value, that is split against the value of an upcard."""

    def __init__(self, game: ValueGame, pair: int, up: int, limit: int) -> None:
        self.game, self.pair, self.up, self.limit = game, pair, up, limit

    @cached_property
    def hands(self) -> PlainEndings:
        return self.game.split_hands(self.pair, self.up)

    @property
    def is_listed(self) -> bool:
        """Whether its hands end in few enough ways to be listed together."""
        return self.limit == 2 or len(self.hands.totals) <= LISTED.get(self.limit, 0)

    @cached_property
    def comes(self) -> MetHands:
        """How often kinds of hands and of the dealer's come together, where the poker of the first
        two cards does not win anyway.
        """
        return self._met(all_drawn(self.game, self.pair, self.hands, self.limit), False)

    @cached_property
    def nets(self) -> MetHands:
        """The same, times what all main stakes net."""
        return self._met(drawn_by_final(self.game, self.pair, self.hands, self.limit), True)

    def _met(self, listed: SortedCards, by_final: bool) -> MetHands:
        """What the orders of the cards come to; `by_final`: in the column of the dealer's total."""
        from pitboss.solvers.kernels.ante_up import meet_dealer

        deal = ValueDeal(self.game, self.pair, self.pair, self.up)  # any ranks of these values
        leaves, steps = deal.leaves, dealer_steps(min(self.up, TEN), self.game.dealer)
        steps = steps.leading_to(self._may_lose()[leaves.classes])
        classes = leaves.classes[steps.nodes]
        numbered = leaves.low * VALUES + leaves.tens
        found, theirs = np.unique(numbered[classes], return_inverse=True)
        columns = leaves.finals[classes] * by_final
        falling, orders = falling_ways(
            deal.left, int(listed.cards.max() + steps.cards.max(initial=0))
        )
        keys, weights = listed.drawn
        met = np.zeros((len(listed.found.low), len(found)))
        meet_dealer(
            (0.0,) * weights.shape[1],
            (steps.before, steps.many, steps.start),
            (steps.done, steps.cards, steps.orders, theirs, columns),
            falling,
            orders,
            (listed.begins, listed.cards, listed.kinds),
            keys,
            weights,
            met,
        )
        return MetHands(listed.found, PokerKinds(*np.divmod(found, VALUES)), met)

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


# -- the cards that all hands draw -----------------------------------------------------------------


@lru_cache(maxsize=3)
def all_drawn(game: ValueGame, pair: int, hands: PlainEndings, limit: int) -> SortedCards:
    """The cards that all hands of a split draw together, and the further pair cards that were
    split.
    """
    return _sorted(game, pair, HandsTogether(pair, hands, limit).drawn)


@lru_cache(maxsize=1)
def drawn_by_final(game: ValueGame, pair: int, hands: PlainEndings, limit: int) -> SortedCards:
    """The same × final total of the dealer, times what all main stakes net against it."""
    keys, orders = HandsTogether(pair, hands, limit).by_total
    return _sorted(game, pair, DrawnCards(keys, np.einsum("sc,cf->sf", orders, game.wins)))


def _sorted(game: ValueGame, pair: int, drawn: DrawnCards) -> SortedCards:
    from pitboss.solvers.kernels.ante_up import look_at_hands

    begun, place = 2 * (np.arange(TEN) == pair), np.array(game.poker.place)
    kinds, cards = np.zeros((2, len(drawn.keys)), np.int64)
    look_at_hands(drawn.keys, begun, place, kinds, cards)
    many = np.bincount(kinds * MOST + cards)
    groups = np.flatnonzero(many)
    numbers = np.zeros(len(many), np.uint16)  # few enough to be sorted at once
    numbers[groups] = np.arange(len(groups))
    order = np.argsort(drawn.keys, kind="stable")  # some lists that rise, one after another
    order = order[np.argsort(numbers[kinds * MOST + cards][order], kind="stable")]
    found, at = np.unique(groups // MOST, return_inverse=True)
    tens, low = np.divmod(found, LOW)
    return SortedCards(
        DrawnCards(drawn.keys[order], drawn.orders[order]),
        np.append(0, many[groups].cumsum()),
        groups % MOST,
        at,
        PokerKinds(low, tens),
    )


# -- the poker of a deal ---------------------------------------------------------------------------


@dataclass(frozen=True)
class SharedPoker:
    """Two first cards and an upcard by rank, which are split."""

    deal: ValueDeal
    split: SharedSplit

    @cached_property
    def gained(self) -> Figures:
        """What the poker nets, how often it wins and the square, above those of the first two
        cards; where the dealer has no natural.
        """
        return self.deal.gained(*self.split.comes)

    @cached_property
    def figures(self) -> Figures:
        """What the poker nets, how often it wins and the square."""
        return self.deal.dealt + self.gained

    @cached_property
    def main_and_poker(self) -> float:
        """What all main stakes net, times what the poker does."""
        dealt = self.deal.split_main_and_poker(self.split.hands, self.split.limit)
        return dealt + float(self.deal.gained(*self.split.nets)[0])
