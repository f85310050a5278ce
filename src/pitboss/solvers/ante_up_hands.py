"""Ante Up 21 solved: fold or bet the poker, then play for both wagers (1 CCR 207-1, 30-2106).

Every card drawn may also count in the two-card poker hand, so the ranks of tens are distinguished
and each hand is played for the sum of all stakes. A split follows the convention of `blackjack`:
the first hand, which has the poker, is played as the same cards unsplit, and the others as at
standard blackjack; so are all of them where they make one poker hand together (reading B-18). Two
cards are split into at most as many hands as is best, within what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Shoe
from pitboss.errors import NotAllowed
from pitboss.games.ante_up_21 import AnteUpTerms
from pitboss.games.standard import BURNED
from pitboss.solvers.ante_up_poker import (
    RANKS,
    DealerHands,
    KnownHands,
    PokerPlay,
    SplitEndings,
    TwoCardPoker,
    first_hand_endings,
)
from pitboss.solvers.ante_up_shared import SharedPoker, SharedSplit
from pitboss.solvers.ante_up_values import TEN, ValueDeal, ValueGame
from pitboss.solvers.blackjack import (
    HIT,
    STAND,
    Acts,
    Figures,
    PlayedShoe,
    Solution,
    play_all,
    value,
)
from pitboss.solvers.compositions import ORDER, POINTS, Whole, rank_hands, row_of
from pitboss.solvers.method_cache import method_cache
from pitboss.solvers.rules import (
    check_points,
    for_any_split,
    hand_rules_of,
    most_hands,
    of_rank,
)
from pitboss.solvers.split_orders import all_hands, first_hand, split_parts
from pitboss.solvers.strategy_request import ChoiceWorth

DRAWN_OUT: Final = 30 + 16
"""The dealer draws to 16 even if the hand has busted, with at most 30: the poker goes on."""


@lru_cache(maxsize=1)
def known_hands(*_decided_by: object) -> KnownHands:
    """One record for everything that the play of single hands depends on."""
    return KnownHands()


class AnteUp:
    """A shoe solved: every first hand and upcard, with the value of each choice."""

    def __init__(self, terms: AnteUpTerms, shoe: Shoe) -> None:
        self.terms = terms
        self.rules = for_any_split(hand_rules_of(terms, shoe))
        hands = most_hands(self.rules)
        check_points(self.rules, shoe, BURNED[terms.burn], hands, last=DRAWN_OUT)
        self.splits = terms.split_hands > 1 and terms.poker_after_split != "no splitting"
        self.follows_play = terms.poker_hand_of == "any two"
        """Cards drawn later may serve in the poker hand."""
        self.shares = self.splits and self.follows_play and terms.poker_after_split == "all cards"
        """All hands of a split make one poker hand."""
        ranks = of_rank(shoe)
        self.shoe: Whole = np.array([ranks[rank] for rank in ORDER])
        self.size = shoe.size

    @property
    def decided_by(self) -> object:
        """All that its figures are made from: the terms and the shoe."""
        natural = self.poker.pays_natural.tolist()
        poker = self.splits, self.follows_play, self.shares
        return self.rules, *poker, self._hands_decided_by, natural

    @property
    def _hands_decided_by(self) -> tuple[object, ...]:
        poker = (str(self.poker.place), self.poker.pays.tobytes())
        return self.rules.hand, tuple(self.shoe.tolist()), self.terms.dealing.dealer, *poker

    @cached_property
    def _known(self) -> KnownHands:
        return known_hands(*self._hands_decided_by)

    @cached_property
    def blackjack(self) -> Solution:
        """The 21 wager alone, as it is played when the poker is folded."""
        return value(self.rules)

    @cached_property
    def alone(self) -> PlayedShoe:
        """The same, with every hand evaluated that somebody might stand on."""
        return play_all(self.rules.hand)

    @cached_property
    def poker(self) -> TwoCardPoker:
        return TwoCardPoker(self.terms)

    @cached_property
    def dealers(self) -> DealerHands:
        """What the dealer's hands do to every hand at its end."""
        return DealerHands(
            self.rules.hand, self.poker, self.terms.dealing.dealer, self._known.ended
        )

    @cached_property
    def keys(self) -> Whole:
        """Hand → the place of its best two cards."""
        return self.poker.best_of(rank_hands().hands)

    # -- one upcard --------------------------------------------------------------------------------

    def against(self, up: int) -> PokerPlay:
        """Every hand against an upcard, with the poker in play."""
        if up not in self._known.upcards:
            self._known.upcards[up] = self._play(up)
        return self._known.upcards[up]

    def left(self, *gone: int) -> Whole:
        """The shoe without these ranks."""
        return self.shoe - np.bincount(gone, minlength=RANKS)

    def _play(self, up: int) -> PokerPlay:
        table, left = rank_hands(), self.left(up)
        pays, leaves = self.dealers.poker_pays(up), self.dealers.leaves(up)
        poker = leaves.weigh(pays, self.keys, left, table.counts)[0, 0]
        main = self.alone.values[STAND, POINTS[up] - 1, table.value_row]
        main = np.where(table.total > 21, -self._no_natural(up), main)
        ended, doubled = main + poker, 2.0 * main + poker
        (stand,), (hit,), (double,), acts = self.drawn_on(up, ended[None], doubled[None])
        return PokerPlay(poker, stand, hit, double, acts)

    def drawn_on(
        self, up: int, ended: Figures, doubled: Figures, acts: Acts | None = None
    ) -> tuple[Figures, Figures, Figures, Acts]:
        """Figure × hand that stands, hits and doubles, from the figures of hands at their end; and
        what is done with it, which is best by the first figure, unless it is given.
        """
        table = rank_hands()
        sizes, on = table.counts[: table.players].sum(axis=1), ended.copy()
        stand = ended[:, : table.players]
        hit, double = np.zeros_like(stand), np.zeros_like(stand)
        does = np.zeros(table.players, np.int64) if acts is None else acts
        for size in range(int(sizes.max()), 1, -1):
            rows = np.flatnonzero((sizes == size) & (table.total[: table.players] < 21))
            there, child = np.maximum(self.left(up) - table.counts[rows], 0), table.child[rows]
            chance = there / np.maximum(there.sum(axis=1, keepdims=True), 1)
            hit[:, rows] = (chance * on[:, child]).sum(axis=2)
            if size == 2:
                double[:, rows] = (chance * doubled[:, child]).sum(axis=2)
            if acts is None:
                does[rows] = np.where(stand[0, rows] >= hit[0, rows], STAND, HIT)
            on[:, rows] = np.where(does[rows] == STAND, stand[:, rows], hit[:, rows])
        return stand, hit, double, does

    def _no_natural(self, up: int) -> Figures:
        """Hand → the chance that the dealer has no natural."""
        there = np.maximum(self.left(up) - rank_hands().counts, 0)
        made: Figures = 1.0 - there[:, naturals(up)].sum(axis=1) / np.maximum(there.sum(axis=1), 1)
        return made

    # -- a split -----------------------------------------------------------------------------------

    @cached_property
    def by_value(self) -> ValueGame:
        """The hands that are played as at standard blackjack."""
        return ValueGame(self.shoe, self.poker, self.terms.dealing.dealer, self.blackjack.played)

    def shared(self, first: int, other: int, up: int) -> SharedPoker:
        """Two cards split into hands that make one poker hand, into as many as is best."""
        low, high = sorted((first, other))
        return self._shared(low, high, up, self.hands_of(low, high, up))

    @method_cache
    def _shared(self, first: int, other: int, up: int, limit: int) -> SharedPoker:
        split = self._shared_split(min(first, TEN), min(up, TEN), limit)
        return SharedPoker(ValueDeal(self.by_value, first, other, up), split)

    @method_cache
    def _shared_split(self, pair: int, up: int, limit: int) -> SharedSplit:
        return SharedSplit(self.by_value, pair, up, limit)

    def hands_of(self, first: int, other: int, up: int) -> int:
        """Into how many hands two cards are split at most, if into as many as is best."""
        made = self._split(first, other, up)
        return max(made, key=lambda limit: made[limit].value)

    @method_cache
    def _split(self, first: int, other: int, up: int) -> dict[int, ChoiceWorth]:
        """What two cards are worth if they are split into at most this many hands."""
        if self.shares and first > other:
            return self._split(other, first, up)  # it does not matter which of them is first
        plain = self.plain_hand(self.blackjack.played, first, up)
        limits = range(2, self.rules.limit(first) + 1)
        worth = self._one_poker_hand if self.shares else self._poker_of_first
        return worth(first, other, up, plain, limits)

    def _one_poker_hand(
        self, first: int, other: int, up: int, plain: Figures, limits: range
    ) -> dict[int, ChoiceWorth]:
        """All hands as at blackjack, and their poker, as far as they can be listed together."""
        made, poker = {}, float(self.against(up).poker[rank_hands().row[first, other]])
        for limit in limits:
            shared = self._shared(first, other, up, limit)
            if shared.split.is_listed:
                main, staked = (all_hands(each, limit) for each in plain)
                made[limit] = ChoiceWorth(main + poker + float(shared.gained[0]), staked)
        return made

    def _poker_of_first(
        self, first: int, other: int, up: int, plain: Figures, limits: range
    ) -> dict[int, ChoiceWorth]:
        """All hands as at blackjack, then what the poker changes in the first."""
        known, key = self._known.first, (first, other, up)
        if key not in known:
            known[key] = self.first_hand(*key, lambda ends: np.stack([ends.nets, ends.bets]))
        more = known[key] - plain
        return {
            limit: ChoiceWorth(
                *(all_hands(plain[n], limit) + first_hand(more[n], limit) for n in range(2))
            )
            for limit in limits
        }

    def _at_most(self, first: int, other: int, up: int) -> float:
        """The most that two split cards can net, however good their poker hand."""
        plain = self.plain_hand(self.blackjack.played, first, up)[0]
        main = max(all_hands(plain, limit) for limit in range(2, self.rules.limit(first) + 1))
        row = np.array([rank_hands().row[min(first, other), max(first, other)]])
        left, counts = self.left(up), rank_hands().counts[row]
        best = self.dealers.poker_pays(up).max(axis=1, keepdims=True)
        poker = self.dealers.leaves(up).weigh(best, np.zeros(1, np.int64), left, counts)
        return main + float(poker[0, 0, 0])

    def plain_hand(self, played: PlayedShoe, first: int, up: int) -> Figures:
        """Value and stake × how many other unseen cards are pair cards × a second pair card or not,
        of a hand that is played as at blackjack; each times the chance of all that.
        """
        return split_parts(self.rules, played, POINTS[up] - 1, POINTS[first] - 1)

    def first_hand(
        self, first: int, other: int, up: int, figures: Callable[[SplitEndings], Figures]
    ) -> Figures:
        """Figures × how many other unseen cards are pair cards × a second pair card or not, of the
        hand that has the poker; each times the chance of all that.
        """
        left, ends = self.left(first, other, up), self.endings(first, up)
        further = self.blackjack.played.parts.shape[2]
        won = self.dealers.leaves(up).weigh(
            figures(ends), ends.kinds, left, ends.drawn, POINTS[first] - 1, further
        )
        return won @ ends.chances(left)

    def endings(self, first: int, up: int) -> SplitEndings:
        """How the split hand that has the poker may end."""
        known = self._known.endings
        if (first, up) not in known:
            pays = self.dealers.poker_pays(up)[0], self.dealers.main_pays(up)
            known[first, up] = first_hand_endings(
                first, self.against(up), self.rules.hand, self.keys, *pays
            )
        return known[first, up]

    # -- the first decision ------------------------------------------------------------------------

    def natural(self, held: tuple[int, ...], up: int) -> float:
        """The chance of a dealer's natural with these cards and the upcard removed."""
        return self.rules.hand.natural([POINTS[rank] - 1 for rank in held], POINTS[up] - 1)

    def play(
        self, first: int, second: int, up: int, hopeful: bool = False
    ) -> dict[str, ChoiceWorth]:
        """What may be done while the poker is in play, where there is no natural: see `choices`."""
        held = (first, second)
        table, played = rank_hands(), self.against(up)
        hand, counted = table.row[tuple(sorted(held))], 1.0 - self.natural(held, up)
        made = {"stand": ChoiceWorth(float(played.stand[hand]), counted)}
        if table.total[hand] == 21:
            return made
        made["hit"] = ChoiceWorth(float(played.hit[hand]), counted)
        if self.rules.doubles:
            made["double"] = ChoiceWorth(float(played.double[hand]), 2.0 * counted)
        if self.splits and self.rules.limit(first) > 1 and POINTS[first] == POINTS[second]:
            least = max(each.value for each in made.values())
            if not (hopeful and self.shares) or self._at_most(first, second, up) >= least:
                apart = self._split(first, second, up)
                made["split"] = max(apart.values(), key=lambda each: each.value)
        return made

    def choices(
        self, first: int, second: int, up: int, hopeful: bool = False
    ) -> dict[str, ChoiceWorth]:
        """What may be done with two cards before the dealer looks for a natural.

        The first of them stays with the poker if they are split. `hopeful`: a split that cannot be
        best is left out.
        """
        held = (first, second)
        row = row_of(tuple(POINTS[rank] for rank in held))
        alone = (float(each) for each in self.blackjack.worth[:, POINTS[up] - 1, row])
        net, staked = alone
        made = {FOLD: ChoiceWorth(net - 1.0, staked + 1.0)}
        # what ANTE is worth where the dealer has a natural; BET pushes (10)(a)
        tied = sum(chance * poker for chance, poker in self.with_naturals(held, up))
        hand = rank_hands().row[tuple(sorted(held))]
        if not self.follows_play or rank_hands().total[hand] == 21:
            poker = float(self.against(up).poker[hand])
            made[BET] = ChoiceWorth(net + poker + tied, staked + 2.0)
            return made
        ranks = tuple(ORDER[rank] for rank in held)
        insured = max(self.blackjack.insurance(ranks, ORDER[up]), 0.0)
        half, natural = (0.5 if insured else 0.0), self.natural(held, up)
        for word, each in self.play(first, second, up, hopeful).items():
            worth = each.value - natural + insured + tied
            made[f"{BET}, {word}"] = ChoiceWorth(worth, each.staked + natural + half + 2.0)
        return made

    def with_naturals(self, held: tuple[int, int], up: int) -> Iterator[tuple[float, float]]:
        """The chance of each hole card that makes a natural, and what the poker then nets."""
        mine = self.poker.best(held)
        for hole in np.flatnonzero(naturals(up)).tolist():
            left = max(int(self.shoe[hole]) - held.count(hole), 0)
            theirs = self.poker.place[up][hole]
            yield left / (self.size - 3), float(self.poker.pays_natural[mine, theirs])

    @method_cache
    def best(self, first: int, second: int, up: int) -> tuple[str, ChoiceWorth]:
        """The choice that is worth most."""
        made = self.choices(first, second, up, hopeful=True)
        word = max(made, key=lambda each: made[each].value)
        return word, made[word]

    @cached_property
    def deals(self) -> list[tuple[float, int, int, int]]:
        """Every first card, second card and upcard by rank, with its chance."""
        made, whole = [], self.size * (self.size - 1) * (self.size - 2)
        for first, second, up in product(range(RANKS), repeat=3):
            a, b, c = (int(self.shoe[rank]) for rank in (first, second, up))
            ways = a * (b - (first == second)) * (c - (first == up) - (second == up))
            if ways > 0:
                made.append((ways / whole, first, second, up))
        return made

    @cached_property
    def total(self) -> ChoiceWorth:
        """The value of a round and what is staked in it, in units of one stake."""
        made = [(chance, self.best(*each)[1]) for chance, *each in self.deals]
        net = sum(chance * each.value for chance, each in made)
        return ChoiceWorth(net, sum(chance * each.staked for chance, each in made))


FOLD: Final = "fold"
BET: Final = "bet"


def naturals(up: int) -> NDArray[np.bool_]:
    """The hole cards that make a natural, rank by rank."""
    tells = POINTS[up] in (1, 10)
    return np.array([tells and POINTS[up] + points == 11 for points in POINTS])


@lru_cache(maxsize=2)
def solve_ante_up(terms: AnteUpTerms, shoe: Shoe) -> AnteUp:
    """The game by its terms; what is not covered is refused by name."""
    if terms.peek != "ace and ten":
        raise NotAllowed("it is solved only where the dealer looks for a natural before the play.")
    if terms.surrender != "none":
        raise NotAllowed("it is solved only without surrender.")
    if terms.split_by != "value":
        raise NotAllowed("it is solved only where cards of equal value may be split.")
    return AnteUp(terms, shoe)
