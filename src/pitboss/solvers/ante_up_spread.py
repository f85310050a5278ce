"""The spread of a round of Ante Up 21, and how often its hands win (1 CCR 207-1, 30-2106).

All stakes of a round are decided by one hand of the dealer's, so the result of a hand is squared
against each of these. The split hand that has the poker is multiplied by every other hand of its
split.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt

import numpy as np

from pitboss.solvers.ante_up_hands import BET, FOLD, AnteUp
from pitboss.solvers.ante_up_poker import BUST, SplitEndings, total_classes
from pitboss.solvers.ante_up_values import ValueDeal
from pitboss.solvers.blackjack import SPLIT, Figures, PlayedShoe
from pitboss.solvers.compositions import ORDER, POINTS, Whole, compositions, rank_hands, row_of
from pitboss.solvers.method_cache import method_cache
from pitboss.solvers.moments import SecondMoment, begun_hand, order_chance, split
from pitboss.solvers.rules import CLASSES
from pitboss.solvers.split_orders import all_hands, first_counts, first_hand
from pitboss.solvers.volatility import natural_nets, squares_of, winning_as, wins_alone


class AnteUpSpread:
    """The square of what every deal nets, and the hands won and played in it."""

    def __init__(self, solved: AnteUp) -> None:
        self.solved = solved

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's net, in units of one stake."""
        return sqrt(self._total[0] - self.solved.total.value**2)

    @property
    def hit_frequency(self) -> float:
        """The share of hands that win, each hand of a split and the poker hand counted."""
        return float(self._total[1] / self._total[2])

    @cached_property
    def _total(self) -> Figures:
        """The square, hands won and hands played, over all deals."""
        made = np.zeros(3)
        for chance, *each in self.solved.deals:
            made += chance * self._deal(*each)
        return made

    def _deal(self, first: int, second: int, up: int) -> Figures:
        word, worth = self.solved.best(first, second, up)
        if word == FOLD:
            return self._folded(first, second, up, worth.value + 1.0)
        if word == BET and rank_hands().total[_row(first, second)] == 21:
            return self._natural(first, second, up)
        if word == BET:
            return self._as_dealt(first, second, up)
        return self._played(first, second, up, word.removeprefix(f"{BET}, "))

    # -- a hand that is folded, or has a natural ---------------------------------------------------

    def _folded(self, first: int, second: int, up: int, net: float) -> Figures:
        """The main stake alone nets this much, and ANTE is lost."""
        at = POINTS[up] - 1, row_of((POINTS[first], POINTS[second]))
        won, hands = (each[at] for each in self._alone_won)
        return np.array([self._alone[at] - 2.0 * net + 1.0, won, hands + 1.0])

    @cached_property
    def _alone(self) -> Figures:
        """Upcard × two cards → the expected square of the main stake's net."""
        return squares_of(self.solved.blackjack)

    @cached_property
    def _alone_won(self) -> Figures:
        """Hands won, and hands played, × upcard × two cards, of the main stake alone."""
        return winning_as(self.solved.blackjack, self._main_won)

    def _natural(self, first: int, second: int, up: int) -> Figures:
        """A natural is paid whatever the dealer draws; the poker goes on."""
        solved, rules, held = self.solved, self.solved.rules, (first, second)
        alone, shown = solved.blackjack, ORDER[up]
        paid, tied = natural_nets(alone, shown)
        even = alone.takes_even_money(shown)
        wins = even or rules.natural > 0, even or rules.tied_natural > 0
        pays = solved.dealers.poker_pays(up)[0]
        row = np.array([_row(first, second)])
        figures, counts = np.stack([(paid + pays) ** 2, pays > 0]), rank_hands().counts[row]
        made = solved.dealers.leaves(up).weigh(figures, solved.keys[row], solved.left(up), counts)
        square, poker = made[:, 0, 0]
        counted = 1.0 - solved.natural(held, up)
        found = np.array([square, counted * wins[0] + poker, 2.0 * counted])
        return found + self._with_natural(held, up, tied, wins[1])

    def _with_natural(
        self, held: tuple[int, int], up: int, main: float, wins: bool = False
    ) -> Figures:
        """What a dealer's natural adds, against which the main stake and insurance net `main`."""
        made = np.zeros(3)
        for chance, poker in self.solved.with_naturals(held, up):
            made += chance * np.array([(main + poker) ** 2, wins + (poker > 0), 2.0])
        return made

    # -- a hand that is played ---------------------------------------------------------------------

    def _as_dealt(self, first: int, second: int, up: int) -> Figures:
        """The main stake as at standard blackjack, and the poker of the first two cards."""
        solved, held, shown = self.solved, (first, second), POINTS[up] - 1
        at = shown, row_of((POINTS[first], POINTS[second]))
        deal, does = ValueDeal(solved.by_value, first, second, up), int(solved.blackjack.chosen[at])
        if does == SPLIT:
            hands = solved.by_value.split_hands(POINTS[first] - 1, shown)
            both = deal.split_main_and_poker(hands, solved.rules.limit(first))
        else:
            both = deal.main_and_poker(does)
        half, natural = self._insured(held, up), solved.natural(held, up)
        poker, wins, square = deal.dealt
        won, played = (each[at] for each in self._alone_won)
        square += self._alone[at] + 2.0 * (both - half * poker)
        lost = half * solved.rules.insurance - 1.0
        made = np.array([square - natural * lost**2, won + wins, played + 1.0 - 2.0 * natural])
        return made + self._with_natural(held, up, lost)

    def _insured(self, held: tuple[int, int], up: int) -> float:
        """How much insurance is taken, in units of one stake."""
        ranks = tuple(ORDER[rank] for rank in held)
        takes = self.solved.blackjack.insurance(ranks, ORDER[up]) > 0
        return self.solved.rules.insured if takes else 0.0

    def _played(self, first: int, second: int, up: int, word: str) -> Figures:
        solved, rules, held = self.solved, self.solved.rules, (first, second)
        half, counted = self._insured(held, up), 1.0 - solved.natural(held, up)
        net = solved.play(first, second, up, hopeful=True)[word].value
        if word == "split":
            apart = self._shared_split if solved.shares else self._split
            square, won, hands = apart(first, second, up)
        else:
            square, main, poker = self._unsplit(up)[word][:, _row(first, second)]
            won, hands = main + poker, 2.0 * counted
        square += half * half * counted - 2.0 * half * net
        made = np.array([square, won, hands])
        return made + self._with_natural(held, up, half * rules.insurance - 1.0)

    @method_cache
    def _unsplit(self, up: int) -> dict[str, Figures]:
        """What is done × every hand that is not split, with the poker in play: the square of all
        that it nets, the main hand won and the poker hand won, where the dealer has no natural.
        """
        table, solved = rank_hands(), self.solved
        ended = self._ended(up, 1.0, np.arange(len(table.hands)))
        threes = np.flatnonzero(table.counts.sum(axis=1) == 3)
        doubled = np.zeros_like(ended)
        doubled[:, threes] = self._ended(up, 2.0, threes)
        acts = solved.against(up).acts
        stand, hit, double, _ = solved.drawn_on(up, ended, doubled, acts)
        return {"stand": stand, "hit": hit, "double": double}

    def _ended(self, up: int, bet: float, hands: Whole) -> Figures:
        """The square, the main hand won and the poker hand won × hand that ends so."""
        solved = self.solved
        keys, totals = solved.keys[hands], total_classes()[hands]
        found, kinds = np.unique(keys * (BUST + 1) + totals, return_inverse=True)
        poker = solved.dealers.poker_pays(up)[0][found // (BUST + 1)]
        main = bet * solved.dealers.main_pays(up)[found % (BUST + 1)]
        figures, counts = _figures(main, poker), rank_hands().counts[hands]
        return solved.dealers.leaves(up).weigh(figures, kinds, solved.left(up), counts)[:, 0]

    # -- a split -----------------------------------------------------------------------------------

    def _split(self, first: int, other: int, up: int) -> Figures:
        """The square, hands won and hands played, where the dealer has no natural."""
        solved, limit = self.solved, self.solved.hands_of(first, other, up)

        def own(ends: SplitEndings) -> Figures:
            return _figures(ends.main, ends.poker)

        joint = solved.first_hand(first, other, up, own)
        square, main, poker = (first_hand(each, limit) for each in joint)
        square += 2.0 * self._beside(first, other, up)
        square += self._main_square(POINTS[first] - 1, POINTS[up] - 1, limit, True)
        wins, hands = solved.plain_hand(self._main_won, first, up)
        won = all_hands(wins, limit) - first_hand(wins, limit) + main + poker
        counted = 1.0 - solved.natural((first, other), up)
        return np.array([square, won, all_hands(hands, limit) + counted])

    def _shared_split(self, first: int, other: int, up: int) -> Figures:
        """The same where all hands make one poker hand."""
        solved, shared = self.solved, self.solved.shared(first, other, up)
        limit = shared.split.limit
        _, wins, square = shared.figures
        main = self._main_square(POINTS[first] - 1, POINTS[up] - 1, limit, False)
        square += 2.0 * shared.main_and_poker + main
        won, hands = solved.plain_hand(self._main_won, first, up)
        counted = 1.0 - solved.natural((first, other), up)
        return np.array([square, all_hands(won, limit) + wins, all_hands(hands, limit) + counted])

    @cached_property
    def _main_won(self) -> PlayedShoe:
        return wins_alone(self.solved.blackjack.played)

    @method_cache
    def _main_square(self, pair: int, up: int, limit: int, beside_first: bool) -> float:
        """The expected square of what all split hands, or all but the first, net together, by
        the values of the pair and the upcard.
        """
        rules, played = self.solved.rules.hand, self.solved.blackjack.played
        left = np.array(rules.shoe) - (np.arange(10) == up)
        gathered = SecondMoment(rules)
        gathered.begin(up)
        hands = split(pair, limit, played.seconds[up, pair], played.acts[up], beside_first)
        gathered.add_square(hands)
        return gathered.total() / order_chance(left, (pair, pair))

    def _beside(self, first: int, other: int, up: int) -> float:
        """The products of what the first hand of a split nets and what each other one nets."""
        from pitboss.solvers.kernels.ante_up import weigh_beside

        solved, pair, shown = self.solved, POINTS[first] - 1, POINTS[up] - 1
        played, table = solved.blackjack.played, compositions()
        _, lost, ended, orders = begun_hand(pair, played.seconds[shown, pair], played.acts[shown])
        alike = np.arange(10) == pair
        held = np.concatenate([np.eye(10, dtype=np.int64), table.counts[ended] - alike])
        totals = np.concatenate([np.full(10, BUST), np.maximum(table.total[ended] - 16, 0)])
        gained = orders[:, :2] + 2.0 * orders[:, 2:4]
        weights = np.concatenate([np.stack([lost * ~alike, lost * alike], axis=1), gained])
        gains = solved.dealers.wins.copy()
        gains[:CLASSES] += 1.0
        left, leaves = solved.left(first, other, up), solved.dealers.leaves(up)
        ends = solved.endings(first, up)
        counts = first_counts(solved.hands_of(first, other, up))
        made = np.zeros_like(counts)
        weigh_beside(
            leaves.tree,
            (leaves.classes, leaves.totals),
            ends.nets,
            ends.kinds,
            left.astype(float),
            ends.drawn,
            ends.chances(left),
            np.array(POINTS) - 1,
            (held, totals, weights),
            gains,
            pair,
            made,
        )
        return float((made * counts).sum())


def _figures(main: Figures, poker: Figures) -> Figures:
    """The square of both nets, and whether each is a gain."""
    return np.stack([(main + poker) ** 2, main > 0, poker > 0])


def _row(first: int, second: int) -> int:
    return rank_hands().row[min(first, second), max(first, second)]
