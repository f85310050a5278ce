"""Blackjack Switch solved: which second cards to exchange, then each hand (1 CCR 207-1, 30-2105).

Each hand is played by its own cards with the other hand's first two gone from the shoe as well, by
the convention of `blackjack`. A player who also remembered what the first hand drew would do a
little better with the second.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Rank, Shoe
from pitboss.errors import NotAllowed
from pitboss.games.blackjack_switch import BlackjackSwitchTerms
from pitboss.games.terms import Terms
from pitboss.solvers.blackjack import STAND, Figures, Solution, value
from pitboss.solvers.compositions import compositions
from pitboss.solvers.hits import NATURAL, winning_as, wins_alone
from pitboss.solvers.rules import RoundRules, for_any_split, hand_rules_of

Two = tuple[Rank, Rank]


def switch_rules_of(terms: Terms, shoe: Shoe | None = None) -> RoundRules:
    """The numbers of the game's terms; what is not covered is refused by name."""
    if not isinstance(terms, BlackjackSwitchTerms):
        raise NotAllowed("this game has no second cards to exchange.")
    if terms.peek != "ace and ten":
        raise NotAllowed("it is solved only where the hole card is read before the switch.")
    if terms.surrender == "early":
        raise NotAllowed("it is not solved with early surrender.")
    if terms.dealer_22_meets != "push":
        raise NotAllowed(f"it is solved only with A-9=push, not {terms.dealer_22_meets!r}.")
    if terms.split_by != "value":
        raise NotAllowed("it is solved only where cards of equal value may be split.")
    return for_any_split(hand_rules_of(terms, shoe, spots=2))


@dataclass(frozen=True, eq=False)
class SwitchSolution:
    """What a round of two hands is worth, and the play of each hand once the other is known."""

    rules: RoundRules
    hands: Figures
    """Value and stake × other hand × upcard × hand, where the dealer has no natural."""
    standing: Figures
    """Other hand × upcard → the value of a switched ace and ten, which is 21."""

    def without(self, other: tuple[int, int]) -> Solution:
        """The play of a hand with the other hand's cards, by value, gone from the shoe."""
        return value(self.rules_without(other))

    def rules_without(self, other: tuple[int, int]) -> RoundRules:
        """The rules with these two cards gone, and no insurance, which is decided before."""
        return _without(self.rules, other)

    @property
    def expectation(self) -> float:
        """Per unit staked before the deal, on both hands together."""
        return float(self._total[0]) / 2

    @property
    def staked(self) -> float:
        """All stakes of a round, in units of those before the deal."""
        return float(self._total[1]) / 2

    @cached_property
    def _dealt(self) -> tuple[np.ndarray, ...]:
        """Every deal: two cards of each hand, the upcard, and the chance of it."""
        dealt = tuple(each.ravel() for each in np.indices((10,) * 5))
        counts, size = np.array(self.rules.hand.shoe), sum(self.rules.hand.shoe)
        chance = np.ones(dealt[0].size)
        for n, card in enumerate(dealt):
            gone = sum((card == before).astype(np.int64) for before in dealt[:n])
            chance *= np.maximum(counts[card] - gone, 0) / (size - n)
        return *dealt, chance

    @cached_property
    def _arranged(self) -> tuple[Figures, Figures]:
        """Deal → net and stakes of both hands as dealt, then with the second cards exchanged; no
        natural.
        """
        a, a2, b, b2, up, _ = self._dealt
        natural = self._natural(a, a2, b, b2, up)
        stays = self._hand(a, a2, b, b2, up, natural) + self._hand(b, b2, a, a2, up, natural)
        moved = self._switched(a, b2, b, a2, up) + self._switched(b, a2, a, b2, up)
        return stays, moved

    @cached_property
    def _best(self) -> tuple[NDArray[np.bool_], Figures]:
        """Deal → the second cards are exchanged; net and stakes of both hands, no natural."""
        stays, moved = self._arranged
        exchanged = moved[0] > stays[0]
        return exchanged, np.where(exchanged, moved, stays)

    @cached_property
    def _to_natural(self) -> tuple[Figures, Figures, Figures]:
        """Deal → the chance of a dealer's natural, what both hands then net, and how many of them
        are insured for half of their stake.
        """
        a, a2, b, b2, up, _ = self._dealt
        natural, rules = self._natural(a, a2, b, b2, up), self.rules
        wins = (up == 0) & (rules.insurance * natural > 1.0 - natural)
        net, insured = np.zeros(up.size), np.zeros(up.size)
        for x, y in ((a, a2), (b, b2)):
            own = ((x == 0) & (y == 9)) | ((x == 9) & (y == 0))
            net += np.where(own, rules.tied_natural, -1.0)
            insured += wins & (rules.insures_naturals | ~own)
        return natural, net, insured

    @cached_property
    def _total(self) -> Figures:
        """Net and stakes of both hands, over every deal of four cards and an upcard."""
        return self._over_deals(self._best[1])

    def _over_deals(self, played: Figures) -> Figures:
        """Net and stakes of a round from those of each deal where the dealer has no natural."""
        natural, lost, insured = self._to_natural
        net, staked = played
        half = 0.5 * insured
        net = net + natural * lost + half * (self.rules.insurance * natural - (1.0 - natural))
        made: Figures = (np.stack([net, staked + 2.0 * natural + half]) * self._dealt[-1]).sum(
            axis=1
        )
        return made

    @cached_property
    def cents(self) -> NDArray[np.int64]:
        """Kept or exchanged × upcard × two cards → what a hand is worth if the other is not known,
        in whole cents of its stake, given that the dealer has no natural.

        An ace and a ten are a natural as dealt, and 21 if they were exchanged.
        """
        alone, rows = self.alone, pair_rows()
        given = alone.played.counted[:, rows]
        kept = np.zeros_like(given)  # worth nothing if the dealer always has a natural
        np.divide(alone.worth[0][:, rows] + 1.0 - given, given, out=kept, where=given > 0.0)
        exchanged, natural = kept.copy(), PAIRS.index((0, 9))
        kept[:, natural] = self.rules.natural
        stands, left = alone.played.values[STAND, :, NATURAL], given[:, natural]
        np.divide(stands, left, out=exchanged[:, natural], where=left > 0.0)
        return np.rint(100.0 * np.stack([kept, exchanged])).astype(np.int64)

    @cached_property
    def by_cents(self) -> float:
        """The expectation of a player who exchanges where `cents` of the two hands then add up to
        more, and plays each hand best.
        """
        a, a2, b, b2, up, _ = self._dealt
        kept, exchanged = self.cents
        stays = kept[up, pair_number(a, a2)] + kept[up, pair_number(b, b2)]
        moved = exchanged[up, pair_number(a, b2)] + exchanged[up, pair_number(b, a2)]
        as_dealt, switched = self._arranged
        return float(self._over_deals(np.where(moved > stays, switched, as_dealt))[0]) / 2

    @property
    def natural_square(self) -> float:
        """What a dealer's natural, and insurance against it, add to the square of both nets."""
        natural, lost, insured = self._to_natural
        half = 0.5 * insured
        made = natural * (lost + half * self.rules.insurance) ** 2
        made += half * half * (1.0 - natural) - 2.0 * half * self._best[1][0]
        return float((made * self._dealt[-1]).sum())

    @property
    def exchanges(self) -> NDArray[np.bool_]:
        """Two cards of each hand by value and the upcard → the second cards are exchanged."""
        return self._best[0].reshape((10,) * 5)

    def _natural(self, *cards: np.ndarray) -> Figures:
        """The chance that the dealer has a natural, with these cards gone; the last is shown."""
        up, counts = cards[-1], np.array(self.rules.hand.shoe)
        wanted = 9 - up
        gone = sum((card == wanted).astype(np.int64) for card in cards)
        left = np.maximum(counts[wanted] - gone, 0) / (sum(self.rules.hand.shoe) - 5)
        made: Figures = np.where((up == 0) | (up == 9), left, 0.0)
        return made

    def _switched(self, first: np.ndarray, second: np.ndarray, other: np.ndarray,
                  another: np.ndarray, up: np.ndarray) -> Figures:  # fmt: skip
        """Value and stake of a hand that was switched: an ace and a ten are 21."""
        made = self.hands[:, pair_number(other, another), up, pair_number(first, second)]
        is_21 = (np.minimum(first, second) == 0) & (np.maximum(first, second) == 9)
        stands = self.standing[pair_number(other, another), up]
        return np.where(is_21, np.stack([stands, made[1]]), made)

    def _hand(self, first: np.ndarray, second: np.ndarray, other: np.ndarray,
              another: np.ndarray, up: np.ndarray, natural: Figures) -> Figures:  # fmt: skip
        """Value and stake of a hand as dealt: an ace and a ten are a natural."""
        made = self.hands[:, pair_number(other, another), up, pair_number(first, second)]
        is_21 = (np.minimum(first, second) == 0) & (np.maximum(first, second) == 9)
        paid = self.rules.natural * (1.0 - natural)
        return np.where(is_21, np.stack([paid, made[1]]), made)

    def choices(self, first: Two, second: Two, up: Rank) -> dict[str, float]:
        """What keeping and exchanging the second cards are worth, in units of one hand's stake.

        Given that the dealer has no natural.
        """
        a, a2, b, b2 = (np.array([r.points - 1]) for r in (*first, *second))
        shown = np.array([up.points - 1])
        natural = self._natural(a, a2, b, b2, shown)
        stays = self._hand(a, a2, b, b2, shown, natural)[0]
        stays = stays + self._hand(b, b2, a, a2, shown, natural)[0]
        moved = self._switched(a, b2, b, a2, shown)[0] + self._switched(b, a2, a, b2, shown)[0]
        given = 1.0 - float(natural[0])
        return {"no": float(stays[0]) / given, "switch": float(moved[0]) / given}

    @cached_property
    def won(self) -> tuple[float, float]:
        """Hands won and hands played in a round on average, each hand of a split counted.

        A switched ace and ten stand as 21.
        """
        rows, wins = pair_rows(), np.zeros((2, 55, 10, 55))
        twenty_one = np.zeros((55, 10))
        for n, gone in enumerate(PAIRS):
            if self.has(gone):
                made = self.without(gone)
                counted = wins_alone(made.played)
                wins[:, n] = winning_as(made, counted)[:, :, rows]
                twenty_one[n] = counted.values[STAND, :, NATURAL]
        a, a2, b, b2, up, chance = self._dealt
        natural = self._natural(a, a2, b, b2, up)

        def hand(first: np.ndarray, second: np.ndarray, other: np.ndarray, another: np.ndarray,
                 switched: bool) -> Figures:  # fmt: skip
            made = wins[:, pair_number(other, another), up, pair_number(first, second)]
            is_21 = (np.minimum(first, second) == 0) & (np.maximum(first, second) == 9)
            paid = (1.0 - natural) + natural * (self.rules.tied_natural > 0)
            own = twenty_one[pair_number(other, another), up] if switched else paid
            return np.where(is_21, np.stack([own, np.ones(own.size)]), made)

        stays = hand(a, a2, b, b2, False) + hand(b, b2, a, a2, False)
        moved = hand(a, b2, b, a2, True) + hand(b, a2, a, b2, True)
        won, played = (np.where(self._best[0], moved, stays) * chance).sum(axis=1)
        return float(won), float(played)

    def has(self, cards: tuple[int, int]) -> bool:
        """The shoe has these two cards, by value."""
        return all(self.rules.hand.shoe[each] >= cards.count(each) for each in cards)

    def insures(self, seen: list[Rank]) -> bool:
        """Insurance is worth something against an ace, with these cards of both hands gone."""
        shoe = self.rules.hand.shoe
        tens = shoe[9] - sum(rank.points == 10 for rank in seen)
        return self.rules.insurance * tens > sum(shoe) - 1 - len(seen) - tens

    @cached_property
    def alone(self) -> Solution:
        """The play of a hand whose other hand is not known."""
        return value(replace(self.rules, insurance=0.0))

    def switches(self, first: Two, second: Two, up: Rank) -> bool:
        """The exchange is worth more than the hands as dealt."""
        made = self.choices(first, second, up)
        return made["switch"] > made["no"]


PAIRS: Final = tuple(combinations_with_replacement(range(10), 2))
_NUMBERS: Final = np.zeros((10, 10), np.int64)
for _n, (_low, _high) in enumerate(PAIRS):
    _NUMBERS[_low, _high] = _NUMBERS[_high, _low] = _n


def pair_number(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The number of two cards among the 55 pairs of values."""
    return np.asarray(_NUMBERS[first, second])


def pair_rows() -> np.ndarray:
    """The rows of the 55 pairs of values among all hands."""
    table = compositions()
    return np.array([table.child[table.child[0, low], high] for low, high in PAIRS])


def _without(rules: RoundRules, gone: tuple[int, int]) -> RoundRules:
    """The rules with two cards fewer in the shoe, and no insurance, which is decided before."""
    shoe = list(rules.hand.shoe)
    for each in gone:
        shoe[each] -= 1
    hand = replace(rules.hand, shoe=tuple(shoe))
    return replace(rules, hand=hand, tens=(shoe[9],), insurance=0.0)


@lru_cache(maxsize=2)
def solve_switch(rules: RoundRules) -> SwitchSolution:
    """Play every hand with every two cards of the other hand gone."""
    rows = pair_rows()
    hands, standing = np.zeros((2, 55, 10, 55)), np.zeros((55, 10))
    for n, gone in enumerate(PAIRS):
        shoe = rules.hand.shoe
        if any(shoe[each] < gone.count(each) for each in gone):
            continue
        made = value(_without(rules, gone))
        lost = 1.0 - made.played.counted[:, rows]
        hands[0, n] = made.worth[0][:, rows] + lost
        hands[1, n] = made.worth[1][:, rows] - lost
        standing[n] = made.played.values[STAND, :, NATURAL]
    return SwitchSolution(rules, hands, standing)
