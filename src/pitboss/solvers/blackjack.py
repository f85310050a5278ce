"""Standard blackjack solved: the best play by the cards of the hand, and what it is worth.

Cards are drawn without replacement and a pair may be split again to the filed number of hands. One
convention applies, known in the literature as CDZ−: a hand after a split is played as the same
cards would be played before any split, as far as the rules then allow. A player who also remembered
the cards of the other split hands would do better by less than 0.0001 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Rank
from pitboss.errors import NotAllowed
from pitboss.solvers.compositions import compositions, row_of
from pitboss.solvers.method_cache import method_cache
from pitboss.solvers.rules import (
    EARLY,
    TENS,
    HandRules,
    RoundRules,
    Weights,
    weights_of,
)

Figures = NDArray[np.float64]
Acts = NDArray[np.int64]
Ranks = Sequence[Rank]
WORDS: Final = ("stand", "hit", "double", "split", "surrender")
"""What may be done with a hand, by the number that stands for it in the compiled code."""
STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
FREE: Final = -1
BEST: Final = 3
"""The row of `values` that has the better of standing and hitting."""
ERROR: Final = 1e-12
"""What rounding may add to a figure in double precision, with room to spare."""


Programs = tuple[tuple[Any, ...], Acts]
"""The dealer's hands under one rule as sums to be evaluated for any shoe, and where each ends."""


@lru_cache(maxsize=32)
def programs(hits_soft_17: bool, stands_from: int, weights: Weights, hole: int = -1) -> Programs:
    """The weighted sums over the dealer's hands, by class and final total.

    `hole` is the value of the hole card, if that is known.
    """
    from pitboss.solvers.kernels.dealer import write_programs

    table = compositions().up_to(16 + len(weights[0]))
    most = 10 * len(weights) * len(table.size)  # one for every hand, if all counted
    ops = (
        np.zeros(most, np.int8),
        np.zeros(most, np.int8),
        np.zeros((most, 5), np.int8),
        np.zeros((most, 5)),
        np.zeros((most, 2)),
    )
    ends = np.zeros((10, len(weights)), np.int64)
    rule = (int(hits_soft_17), stands_from, hole)
    write_programs(table.arrays, *rule, np.array(weights), ops, ends)
    used = int(ends[-1, -1])
    return tuple(each[:used].copy() for each in ops), ends


def hands_of(rules: HandRules) -> int:
    """Hands that may end a player's turn: those over 21 only if they may push."""
    return len(compositions().size) if rules.pushes_over else compositions().players


@dataclass(frozen=True, slots=True, eq=False)
class PlayedShoe:
    """Every hand of a shoe played alone: its values by the upcard, and its play after a split."""

    rules: HandRules
    values: Figures
    """Stand, hit, double and the better of the first two × upcard × hand."""
    acts: Acts
    """Upcard × hand → stand or hit."""
    counted: Figures
    """Upcard × hand → the chance that the dealer has no natural."""
    sums: Figures
    """Upcard × what standing adds, with each number of pair cards removed; empty unless all is
    kept.
    """
    parts: Figures
    """Upcard × pair × further pair cards removed → the figures of one split hand."""
    seconds: Acts
    """Upcard × pair × second card → what is done after a split."""

    @property
    def arrays(self) -> tuple[Any, ...]:
        """What the compiled code takes."""
        return self.values, self.acts, self.counted, self.parts, self.seconds


@lru_cache(maxsize=2)
def play_all(rules: HandRules) -> PlayedShoe:
    """Play every hand the best way, and keep everything that another play would need."""
    return _play(rules, everything=True)


@lru_cache(maxsize=64)
def play_shoe(rules: HandRules) -> PlayedShoe:
    """Play every hand the best way; the cache has room for a shoe without each pair of cards."""
    return _play(rules, everything=False)


@lru_cache(maxsize=64)
def _riding_parts(rules: HandRules, share: float) -> Figures:
    """The `parts` of a played shoe if this share of each unit stays with the first hand of a
    split.
    """
    played = play_shoe(rules)
    main, rider = (play_as(replace(rules, doubled=each), played).parts for each in (2.0, 1.0))
    parts = main.copy()
    parts[:, :, :, 0] *= 1.0 - share
    parts[:, :, :, 2] = -share * rider[:, :, :, 0]  # taken off for the hand first dealt alone
    return parts


def play_as(
    rules: HandRules, other: PlayedShoe, weights: Weights | None = None, hole: int = -1
) -> PlayedShoe:
    """Play every hand as it was played before, under rules that pay differently.

    `weights` are those of another wager on the same hands, `hole` is the value of the hole card if
    that is known, and removed from the shoe of the rules.
    """
    return _play(rules, len(other.sums) > 0, other, weights, hole)


def _play(
    rules: HandRules,
    everything: bool,
    other: PlayedShoe | None = None,
    weights: Weights | None = None,
    hole: int = -1,
) -> PlayedShoe:
    from pitboss.solvers.kernels.shoe import solve_shoe

    many, js = hands_of(rules), 2 * (max(rules.hands, 2) - 2) + 1
    sums = np.zeros((10 if everything else 1, 1 + 10 * js, many))
    made = PlayedShoe(
        rules,
        values=np.zeros((4, 10, many)),
        acts=other.acts[:, :many].copy() if other else np.zeros((10, many), np.int64),
        counted=np.ones((10, many)),
        sums=sums if everything else sums[:0].copy(),
        parts=np.zeros((10, 10, js, 3, 2)),
        seconds=other.seconds if other else np.zeros((10, 10, 10), np.int64),
    )
    dealer = programs(rules.hits_soft_17, rules.stands_from, weights or weights_of(rules), hole)
    kind = int(everything), int(other is not None)
    solve_shoe(compositions().arrays, rules.arrays, dealer, *kind, sums, made.arrays)
    return made


@dataclass(frozen=True, eq=False)
class Solution:
    """What a round is worth to a player who plays it this way, and the value of every choice."""

    rules: RoundRules
    played: PlayedShoe
    expectation: float
    """Per unit of the main stake."""
    staked: float
    """All stakes of a round on average, in units of the main stake."""
    worth: Figures
    """Upcard × two cards → the expectation of the round; then what is staked in it."""
    chosen: Acts
    splits: Figures
    """Upcard × pair → the value of splitting it, on average if tens are of several kinds."""
    ten_splits: Figures
    """Upcard × kind of ten shown × kind of ten held → the value of splitting them."""

    def choices(self, hand: Ranks, up: Rank, *, again: bool = True) -> dict[str, float]:
        """What may be done with a hand against an upcard, and the value of each.

        Per unit of the main stake and, where the hole card is read first, given that the dealer has
        no natural; early surrender is decided before. `again`: a pair may be split.
        """
        rules, at = self.rules, up.points - 1
        row = row_of(tuple(rank.points for rank in hand))
        if row < 0 or row >= compositions().players or len(hand) < 2:
            raise NotAllowed("A hand in play has two or more cards and a total of at most 21.")
        seen = not rules.hand.unseen[at]
        given = float(self.played.counted[at, row]) if seen else 1.0
        given = given or 1.0  # against a certain natural nothing is done
        value = self.played.values[:, at, row]
        made = {"stand": self._stand(at, row) / given}
        opening = len(hand) == 2
        if int(compositions().total[row]) == 21:
            return made
        made["hit"] = float(value[HIT]) / given
        if opening and rules.doubles:
            made["double"] = float(value[DOUBLE]) / given
        if opening and again and (apart := self._split(hand, up)) is not None:
            made["split"] = apart / given
        if opening and rules.surrender == 1 and (seen or rules.unseen_surrender):
            natural = 0.0 if seen else 1.0 - float(self.played.counted[at, row])
            lost = rules.hand.given_up * (1.0 - natural) + rules.unseen_surrender * natural
            made["surrender"] = -lost
        return made

    def _stand(self, up: int, row: int) -> float:
        """The value of standing, also on a long hand that one more card cannot hurt: no play needs
        that, so it is worked out only with all that another play would need.
        """
        table = compositions()
        helped = table.hard[row] <= 11 and table.total[row] <= 16
        long = bool(helped and table.size[row] > 3)
        played = play_all(self.played.rules) if long else self.played
        return float(played.values[STAND, up, row])

    def _split(self, hand: Ranks, up: Rank) -> float | None:
        """The value of splitting two cards; `None` if they may not be split."""
        first, second = hand
        limit = self.rules.limit(first.points - 1)
        if limit < 2 or first.points != second.points:
            return None
        if first.points != 10 or len(self.rules.tens) == 1:
            return float(self.splits[up.points - 1, first.points - 1])
        if first is not second:
            return None
        shown = TENS.index(up) if up in TENS else 0
        return float(self.ten_splits[up.points - 1, shown, TENS.index(first)])

    def best(
        self, hand: Ranks, up: Rank, *, split: bool = False, may: Sequence[str] = WORDS
    ) -> str:
        """What the solved play does with a hand against an upcard.

        `split`: the hand comes from a split, and is played as the same cards unsplit. `may` are the
        legal words, if a pair cannot always be split.
        """
        return self._find_best(tuple(hand), up, split, "split" in may)

    @method_cache
    def _find_best(self, hand: Ranks, up: Rank, split: bool, again: bool) -> str:
        made = self.choices(hand, up, again=again)
        word = max(made, key=lambda each: made[each])
        if len(hand) == 2 and len(made) > 1 and not split and self.surrenders_early(hand, up):
            return "surrender"
        if len(hand) > 2:
            row = row_of(tuple(rank.points for rank in hand))
            return WORDS[self.played.acts[up.points - 1, row]]
        if split and word != "split":
            first, second = (rank.points - 1 for rank in hand)
            return WORDS[self.played.seconds[up.points - 1, first, second]]
        return word

    def chance_of_natural(self, hand: Ranks, up: Rank) -> float:
        """The chance that the dealer has a natural."""
        row = row_of(tuple(rank.points for rank in hand))
        return 1.0 - float(self.played.counted[up.points - 1, row])

    def insurance(self, hand: Ranks, up: Rank) -> float:
        """What insurance is worth, usually for half of the main stake."""
        if up is not Rank.ACE or not self.rules.insurance:
            return 0.0
        return self.rules.insurance_worth(self.chance_of_natural(hand, up))

    def surrenders_early(self, hand: Ranks, up: Rank) -> bool:
        """Whether giving up half of the stake is better than playing on."""
        if self.rules.surrender != EARLY:
            return False
        return max(self._before_peek(hand, up).values()) < -self.rules.hand.given_up

    def first_choices(self, hand: Ranks, up: Rank) -> dict[str, float]:
        """The same as `choices` for a hand as it is dealt, with the pay of a natural and with early
        surrender; next to that, the other values are from before the hole card is read.
        """
        if len(hand) == 2 and {each.points for each in hand} == {1, 10}:
            unseen = self.rules.hand.unseen[up.points - 1]
            tied = self.chance_of_natural(hand, up) if unseen else 0.0
            return {"stand": self.rules.natural * (1.0 - tied) + self.rules.tied_natural * tied}
        if self.rules.surrender != EARLY or len(hand) > 2:
            return self.choices(hand, up)
        return {**self._before_peek(hand, up), "surrender": -self.rules.hand.given_up}

    def _before_peek(self, hand: Ranks, up: Rank) -> dict[str, float]:
        """The choices with a hand, insured where that is best, before the hole card is read."""
        natural, insured = self.chance_of_natural(hand, up), max(self.insurance(hand, up), 0.0)
        lost = 0.0 if self.rules.hand.unseen[up.points - 1] else natural
        found = self.choices(hand, up).items()
        return {word: worth * (1.0 - lost) - lost + insured for word, worth in found}

    def takes_even_money(self, up: Rank) -> bool:
        """Whether a natural is worth less than even money for it."""
        hand, rules = (Rank.ACE, Rank.TEN), self.rules
        natural = self.chance_of_natural(hand, up)
        on = rules.natural * (1.0 - natural) + rules.tied_natural * natural
        if rules.insures_naturals:
            on += max(self.insurance(hand, up), 0.0)
        return up is Rank.ACE and rules.even_money > on


def value(rules: RoundRules) -> Solution:
    """The value of a round under the best play."""
    played = play_shoe(rules.hand)
    if rules.rider:
        played = replace(played, parts=_riding_parts(rules.hand, rules.rider))
    return weigh(rules, played, unforced(), FREE)


def prescribed(chosen: Acts) -> Acts:
    """What is done with first hands, as chosen, and instead of a split that cannot be made."""
    return np.stack([chosen, np.where(chosen == SPLIT, STAND, chosen)])


@lru_cache(maxsize=1)
def unforced() -> Acts:
    """Nothing is prescribed."""
    return np.full((2, 10, compositions().players), FREE, np.int64)


def weigh(rules: RoundRules, played: PlayedShoe, forced: Acts, insures: int) -> Solution:
    """The value of a round: the best of each choice that is not prescribed."""
    weighed = Weighed(rules, played, forced, insures)
    weighed.run()
    return weighed.solution


class Weighed:
    """Where the compiled code puts the value of a round."""

    def __init__(self, rules: RoundRules, played: PlayedShoe, forced: Acts, insures: int) -> None:
        self.rules, self.played, many = rules, played, compositions().players
        money = (rules.natural, rules.tied_natural, rules.insurance, rules.insures_naturals)
        more = (rules.even_money, rules.unseen_surrender, rules.insured)
        limits = (rules.hands, rules.hands_of_aces, rules.doubles, rules.surrender, insures)
        late = rules.unseen_surrender > 0
        self.allowed = np.array([*limits, rules.shared_splits, late], np.int64)
        self.upcards = np.zeros((10, 2))
        """Upcard → its share of the expectation, and of what is staked."""
        worth, chosen = np.zeros((2, 10, many)), np.zeros((10, many), np.int64)
        self._found = worth, chosen, np.zeros((10, 10)), np.zeros((10, 4, 4))
        offered = np.array(rules.tens, np.int64), np.array([*money, *more], float), self.allowed
        found = *self._found, self.upcards
        self._takes = played.rules.arrays, offered, played.arrays, forced, found

    def run(self, only: int = -1) -> None:
        """Weigh every upcard, or one."""
        from pitboss.solvers.kernels.shoe import value_of_shoe

        value_of_shoe(compositions().arrays, *self._takes, only)

    @property
    def solution(self) -> Solution:
        """The solution from what was weighed."""
        net, staked = (float(each) for each in self.upcards.sum(axis=0))
        return Solution(self.rules, self.played, net, staked, *self._found)
