"""Blackjack Switch solved: which second cards to exchange, then each hand (1 CCR 207-1, 30-2105).

Each hand is played by its own cards with the other hand's first two removed from the shoe as well,
by the convention of `blackjack`. A player who also remembered the cards drawn to the first hand
would do a little better with the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Rank, Shoe
from pitboss.errors import NotAllowed
from pitboss.games.blackjack_switch import BlackjackSwitchTerms
from pitboss.games.terms import Terms
from pitboss.solvers.blackjack import STAND, Figures, PlayedShoe, Solution, play_as, value
from pitboss.solvers.compositions import two_card_rows
from pitboss.solvers.rules import EARLY, TWO_CARDS, RoundRules, for_any_split, hand_rules_of
from pitboss.solvers.volatility import NATURAL, winning_as, wins_alone

Two = tuple[Rank, Rank]


def switch_rules_of(terms: Terms, shoe: Shoe | None = None) -> RoundRules:
    """The numbers of the game's terms; what is not covered is refused by name."""
    if not isinstance(terms, BlackjackSwitchTerms):
        raise NotAllowed("this game has no second cards to exchange.")
    if terms.split_by != "value":
        raise NotAllowed("it is solved only where cards of equal value may be split.")
    if terms.even_money == "offered":
        raise NotAllowed("it is not solved with even money.")
    made = for_any_split(hand_rules_of(terms, shoe, spots=2))
    if terms.dealer_22_meets == "switched natural only" and made.hand.pushes_22:
        hand = replace(made.hand, pushes_22=False)
        return replace(made, hand=hand, switched_pushes_22=True)
    return made


KEEP, EXCHANGE, GIVE_FIRST, GIVE_SECOND, GIVE_BOTH = range(5)
"""What is done with two hands before they are played; hands are given up early or not at all."""
PLANS: Final = ("no", "switch", "surrender first", "surrender second", "surrender both")
GIVEN_UP: Final = np.array([[-0.5], [1.0]])
"""The net and the stake of a hand that was given up."""
HandFigures = Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray, bool], Figures]
"""Two figures of a hand by its cards, those of the other hand, and whether they were exchanged."""


@dataclass(frozen=True, eq=False)
class SwitchSolution:
    """What a round of two hands is worth, and the play of each hand once the other is known."""

    rules: RoundRules
    hands: Figures
    """Value and stake × other hand × upcard × hand; a natural that was seen counts as nothing."""
    standing: Figures
    """Other hand × upcard → the value of a switched ace and ten, which is 21."""

    def without(self, other: tuple[int, int]) -> Solution:
        """The play of a hand with the other hand's cards, by value, removed from the shoe."""
        return value(self.rules_without(other))

    def rules_without(self, other: tuple[int, int]) -> RoundRules:
        """The rules with these two cards removed, without what is decided before."""
        return _played_on(self.rules).without(other)

    @property
    def expectation(self) -> float:
        """The expectation per unit staked before the deal, on both hands together."""
        return float(self._total[0]) / 2

    @property
    def staked(self) -> float:
        """All stakes of a round, in units of those before the deal."""
        return float(self._total[1]) / 2

    @cached_property
    def dealt(self) -> tuple[np.ndarray, ...]:
        """Every deal: two cards of each hand, the upcard, and the chance of it."""
        dealt = tuple(each.ravel() for each in np.indices((10,) * 5))
        counts, size = np.array(self.rules.hand.shoe), sum(self.rules.hand.shoe)
        chance = np.ones(dealt[0].size)
        for n, card in enumerate(dealt):
            gone = sum((card == before).astype(np.int64) for before in dealt[:n])
            chance *= np.maximum(counts[card] - gone, 0) / (size - n)
        return *dealt, chance

    @property
    def early(self) -> bool:
        """Whether a hand may be given up before anything else."""
        return self.rules.surrender == EARLY

    # -- what is done before the hands are played ------------------------------------------------

    @cached_property
    def to_natural(self) -> ToNatural:
        """What a dealer's natural does to each deal."""
        a, a2, b, b2, up, _ = self.dealt
        counts, rules, wanted = np.array(self.rules.hand.shoe), self.rules, 9 - up
        gone = sum((card == wanted).astype(np.int64) for card in (a, a2, b, b2, up))
        left = np.maximum(counts[wanted] - gone, 0) / (sum(rules.hand.shoe) - 5)
        chance: Figures = np.where((up == 0) | (up == 9), left, 0.0)
        wins = (up == 0) & (rules.insurance * chance > 1.0 - chance)
        own = np.stack([_is_21(a, a2), _is_21(b, b2)])
        return ToNatural(
            chance,
            np.where(np.array(rules.hand.unseen)[up], 0.0, chance),
            own,
            np.where(own, rules.tied_natural, -1.0),
            0.5 * (wins & (rules.insures_naturals | ~own)),
        )

    def arranged(self, hand: HandFigures, given_up: Figures) -> Figures:
        """Plan × two figures of both hands × deal."""
        a, a2, b, b2, *_ = self.dealt
        one, two = hand(a, a2, b, b2, False), hand(b, b2, a, a2, False)
        made = [one + two, hand(a, b2, b, a2, True) + hand(b, a2, a, b2, True)]
        if self.early:
            made += [given_up + two, one + given_up, np.zeros_like(one) + 2.0 * given_up]
        return np.stack(made)

    @cached_property
    def played(self) -> Figures:
        """Plan × net and stakes of both hands × deal; a natural that was seen counts as nothing."""
        paid = self.rules.natural, self.rules.tied_natural
        return self.arranged(self.hand_of(self.hands, self.standing, *paid), GIVEN_UP)

    def hand_of(
        self, hands: Figures, standing: Figures, natural: float, tied: float
    ) -> HandFigures:
        """A hand by these figures: an ace and a ten are a natural as dealt, and 21 once switched.

        `natural` is what a natural comes to, and `tied` with another that is found at the end.
        """
        up, to = self.dealt[4], self.to_natural
        paid = natural * (1.0 - to.chance) + tied * (to.chance - to.seen)

        def figures(first: np.ndarray, second: np.ndarray, other: np.ndarray,
                    another: np.ndarray, switched: bool) -> Figures:  # fmt: skip
            beside = pair_number(other, another)
            made = hands[:, beside, up, pair_number(first, second)]
            worth = standing[beside, up] if switched else paid
            return np.where(_is_21(first, second), np.stack([worth, made[1]]), made)

        return figures

    @cached_property
    def _rounds(self) -> Figures:
        """Plan × net and stakes of a round × deal, with a natural that is seen and insurance."""
        to = self.to_natural
        gain = self.rules.insurance * to.chance - (1.0 - to.chance)
        one, two = (
            np.stack([to.seen * lost + half * gain, to.seen + half])
            for lost, half in zip(to.net, to.insured, strict=True)
        )
        beside = [one + two, one + two, two, one, np.zeros_like(one)]
        made: Figures = self.played + np.stack(beside[: len(self.played)])
        return made

    @cached_property
    def plans(self) -> NDArray[np.int64]:
        """Deal → what is done before the hands are played."""
        stays, moved = self.played[:2, 0]
        made = np.where(moved > stays, EXCHANGE, KEEP)
        if not self.early:
            return made
        nets, own = self._rounds[:, 0].copy(), self.to_natural.own
        nets[GIVE_FIRST, own[0]] = nets[GIVE_SECOND, own[1]] = -np.inf
        nets[GIVE_BOTH, own.any(axis=0)] = -np.inf
        given_up = GIVE_FIRST + nets[GIVE_FIRST:].argmax(axis=0)
        goes_on = np.take_along_axis(nets, made[None], axis=0)[0]
        return np.where(nets[GIVE_FIRST:].max(axis=0) > goes_on, given_up, made)

    @property
    def given_up(self) -> NDArray[np.bool_]:
        """Hand × deal → it is given up before anything else."""
        both = ((GIVE_FIRST, GIVE_BOTH), (GIVE_SECOND, GIVE_BOTH))
        return np.stack([np.isin(self.plans, each) for each in both])

    @staticmethod
    def chosen(figures: Figures, plans: NDArray[np.int64]) -> Figures:
        """Figures of each deal by the plan for it."""
        made: Figures = np.take_along_axis(figures, plans[None, None], axis=0)[0]
        return made

    @cached_property
    def _total(self) -> Figures:
        """Net and stakes of both hands, over every deal of four cards and an upcard."""
        return self._over_deals(self.plans)

    def _over_deals(self, plans: NDArray[np.int64]) -> Figures:
        made: Figures = (self.chosen(self._rounds, plans) * self.dealt[-1]).sum(axis=1)
        return made

    @property
    def exchanges(self) -> NDArray[np.bool_]:
        """Two cards of each hand by value and the upcard → the second cards are exchanged."""
        return np.reshape(self.plans == EXCHANGE, (10,) * 5)

    # -- by sums ---------------------------------------------------------------------------------

    @cached_property
    def cents(self) -> NDArray[np.int64]:
        """Kept or exchanged × upcard × two cards → what a hand is worth if the other is not known,
        in whole cents of its stake, given that the dealer has no natural if that would be seen.

        An ace and a ten are a natural as dealt, and 21 if they were exchanged.
        """
        alone, rows, rules = self.alone, PAIR_ROWS, self.rules
        given = np.where(np.array(rules.hand.unseen)[:, None], 1.0, alone.played.counted[:, rows])
        kept = np.zeros_like(given)  # worth nothing if the dealer always has a natural
        np.divide(alone.worth[0][:, rows] + 1.0 - given, given, out=kept, where=given > 0.0)
        exchanged, natural = kept.copy(), TWO_CARDS.index((0, 9))
        tied = np.where(rules.hand.unseen, 1.0 - alone.played.counted[:, NATURAL], 0.0)
        kept[:, natural] = (1.0 - tied) * rules.natural + tied * rules.tied_natural
        stands, left = switched_21(rules, alone.played), given[:, natural]
        np.divide(stands, left, out=exchanged[:, natural], where=left > 0.0)
        return np.rint(100.0 * np.stack([kept, exchanged])).astype(np.int64)

    @cached_property
    def by_cents(self) -> float:
        """The expectation of a player who exchanges where `cents` of the two hands then add up to
        more, gives up the same hands as is best, and plays each hand best.
        """
        a, a2, b, b2, up, _ = self.dealt
        kept, exchanged = self.cents
        stays = kept[up, pair_number(a, a2)] + kept[up, pair_number(b, b2)]
        moved = exchanged[up, pair_number(a, b2)] + exchanged[up, pair_number(b, a2)]
        plans = np.where(self.plans > EXCHANGE, self.plans, moved > stays)
        return float(self._over_deals(plans)[0]) / 2

    # -- one deal --------------------------------------------------------------------------------

    def choices(self, first: Two, second: Two, up: Rank) -> dict[str, float]:
        """What keeping and exchanging the second cards are worth, in units of one hand's stake.

        Given that the dealer has no natural, if that would be seen before.
        """
        at = _deal(first, second, up)
        given = 1.0 - float(self.to_natural.seen[at])
        return {PLANS[plan]: float(self.played[plan, 0, at]) / given for plan in (KEEP, EXCHANGE)}

    def early_choices(self, first: Two, second: Two, up: Rank) -> dict[str, float]:
        """What each plan is worth before the hole card is read, insurance included, in units of
        one hand's stake; a natural cannot be given up.
        """
        at = _deal(first, second, up)
        one, two = self.to_natural.own[:, at]
        barred = {GIVE_FIRST: one, GIVE_SECOND: two, GIVE_BOTH: one or two}
        worth = enumerate(self._rounds[:, 0, at])
        return {PLANS[plan]: float(each) for plan, each in worth if not barred.get(plan)}

    def switches(self, first: Two, second: Two, up: Rank) -> bool:
        """Whether the exchange is worth more than the hands as dealt."""
        return int(self.plans[_deal(first, second, up)]) == EXCHANGE

    def gives_up(self, first: Two, second: Two, up: Rank) -> tuple[bool, bool]:
        """Which of two hands as dealt are given up before anything else."""
        one, two = self.given_up[:, _deal(first, second, up)].tolist()
        return one, two

    @cached_property
    def won(self) -> tuple[float, float]:
        """Hands won and hands played in a round on average, each hand of a split counted."""
        wins, twenty_one = np.zeros((2, 55, 10, 55)), np.zeros((55, 10))
        for n, made in plays_beside(self.rules):
            counted = wins_alone(made.played)
            wins[:, n] = winning_as(made, counted)[:, :, PAIR_ROWS]
            twenty_one[n] = switched_21(self.rules, counted)
        to, tied = self.to_natural, float(self.rules.tied_natural > 0)
        hand = self.hand_of(wins, twenty_one, 1.0, tied)
        both = self.chosen(self.arranged(hand, np.array([[0.0], [1.0]])), self.plans)
        both[0] += tied * to.seen * to.own.sum(axis=0)  # before anything is exchanged
        won, played = (both * self.dealt[-1]).sum(axis=1)
        return float(won), float(played)

    def insures(self, seen: list[Rank]) -> bool:
        """Whether insurance against an ace has a positive value once these cards of both hands are
        removed.
        """
        tens = sum(rank.points == 10 for rank in seen)
        return self.rules.insures(len(seen) - tens, tens)

    @cached_property
    def alone(self) -> Solution:
        """The play of a hand whose other hand is not known."""
        return value(_played_on(self.rules))


class ToNatural(NamedTuple):
    """What a dealer's natural does to each deal, and to the two hands of it."""

    chance: Figures
    seen: Figures
    """The chance that it is seen before the hands are played."""
    own: NDArray[np.bool_]
    """Hand × deal → it is a natural as dealt."""
    net: Figures
    """Hand × deal → what it then nets."""
    insured: Figures
    """Hand × deal → what is staked on its insurance."""


def _deal(first: Two, second: Two, up: Rank) -> int:
    """The number of a deal among all of them."""
    return int("".join(str(rank.points - 1) for rank in (*first, *second, up)))


def _is_21(first: np.ndarray, second: np.ndarray) -> NDArray[np.bool_]:
    """An ace and a ten."""
    return np.asarray((np.minimum(first, second) == 0) & (np.maximum(first, second) == 9))


def switched_21(rules: RoundRules, played: PlayedShoe) -> Figures:
    """Upcard → what a switched ace and ten come to in a shoe that was played (reading A-9)."""
    if rules.switched_pushes_22:  # nothing is split
        alone = replace(played.rules, pushes_22=True, hands=1, hands_of_aces=1)
        played = play_as(alone, played)
    return played.values[STAND, :, NATURAL]


PAIR_NUMBERS: Final = np.zeros((10, 10), np.int64)
for _n, (_low, _high) in enumerate(TWO_CARDS):
    PAIR_NUMBERS[_low, _high] = PAIR_NUMBERS[_high, _low] = _n


def pair_number(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The number of two cards among the 55 pairs of values."""
    return np.asarray(PAIR_NUMBERS[first, second])


PAIR_ROWS: Final = two_card_rows()[np.triu_indices(10)]
"""The rows of the 55 pairs of values among all hands."""


def plays_beside(rules: RoundRules) -> Iterator[tuple[int, Solution]]:
    """The number of every two cards that the shoe has, and the play of a hand without them."""
    for gone in rules.hand.two_cards():
        yield TWO_CARDS.index(gone), value(_played_on(rules).without(gone))


def _played_on(rules: RoundRules) -> RoundRules:
    """The rules once insurance and early surrender were decided."""
    late = 0 if rules.surrender == EARLY else rules.surrender
    return replace(rules, insurance=0.0, surrender=late)


@lru_cache(maxsize=2)
def solve_switch(rules: RoundRules) -> SwitchSolution:
    """Play every hand with every two cards of the other hand removed."""
    seen = ~np.array(rules.hand.unseen)
    hands, standing = np.zeros((2, 55, 10, 55)), np.zeros((55, 10))
    for n, made in plays_beside(rules):
        lost = (1.0 - made.played.counted[:, PAIR_ROWS]) * seen[:, None]
        hands[0, n] = made.worth[0][:, PAIR_ROWS] + lost
        hands[1, n] = made.worth[1][:, PAIR_ROWS] - lost
        standing[n] = switched_21(rules, made.played)
    return SwitchSolution(rules, hands, standing)
