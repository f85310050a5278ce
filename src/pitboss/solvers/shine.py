"""3 Card Shine solved: which hands to play and which to fold, exactly (1 CCR 207-1, 30-1099.52).

Every hand of the player meets every hand that the cards left can give the dealer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations
from math import sqrt
from typing import ClassVar, Final

import numpy as np

from pitboss.cards import DECK, Card, Shoe
from pitboss.errors import NotationError
from pitboss.games.three_card_shine import BONUS, CARDS, ShineTerms, qualifies
from pitboss.hands import poker_rank
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.strategy_request import (
    AskedGame,
    SolvedGame,
    cards_or_ranks,
    check_single_cards,
    offered,
    show_ranks,
)
from pitboss.wagers.card_reader import groups, outcome
from pitboss.wagers.offer import Offer

Cards = tuple[Card, ...]
PLACE: Final = "player.first_three"


@dataclass(frozen=True, slots=True)
class ShineHand:
    """A hand of three cards against all that the dealer may have."""

    cards: Cards
    strength: int
    """Its place among all hands; equal hands have the same."""
    bonus: Fraction
    met: tuple[int, int, int, int]
    """The dealer's hands in the order of `nets_of`."""

    @property
    def ways(self) -> int:
        return sum(self.met)

    def gains(self, win: Fraction) -> int:
        """The dealer's hands against which playing gains something."""
        nets = nets_of(self.bonus, win)
        return sum(n for n, net in zip(self.met, nets, strict=True) if net > 0)

    def plays(self, win: Fraction, power: int = 1) -> Fraction:
        """The net of playing, or its square, summed over the dealer's hands."""
        return _summed(self.met, self.bonus, win, power)


@cache
def nets_of(bonus: Fraction, win: Fraction) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """What playing nets, with this bonus, against a hand that does not qualify (13), a worse one,
    an equal one and a better one (14).
    """
    return win + bonus, 2 * win + bonus, bonus, bonus - 2


@cache
def _summed(met: tuple[int, ...], bonus: Fraction, win: Fraction, power: int) -> Fraction:
    nets = nets_of(bonus, win)
    return sum((n * net**power for n, net in zip(met, nets, strict=True)), Fraction(0))


@dataclass(frozen=True, repr=False)
class ShineStrategy(SolvedGame):
    """What 3 Card Shine is worth to a player who plays it best, and what to fold."""

    bonus: Offer
    per: ClassVar[str] = "one unit of the Ante"
    method: ClassVar[str] = "every hand against every hand of the cards left, exactly"

    @property
    def rules(self) -> tuple[object, ...]:
        """All that the figures depend on."""
        terms = self.asked.terms
        assert isinstance(terms, ShineTerms)
        return terms.ranks, terms.qualifies, terms.wins_pay, self.bonus.question, self.shoe

    @cached_property
    def hands(self) -> tuple[ShineHand, ...]:
        """Every hand that can be dealt."""
        assert isinstance(self.asked.terms, ShineTerms)
        return hands_of(self.asked.terms, self.bonus, self.asked.shoe)

    @property
    def win(self) -> Fraction:
        """What Ante and Play each win."""
        assert isinstance(self.asked.terms, ShineTerms)
        return self.asked.terms.wins_pay.ratio

    def folds(self, hand: ShineHand) -> bool:
        """Whether playing is worth less than the Ante that folding gives up (10)."""
        return hand.plays(self.win) < -hand.ways

    @cached_property
    def _played(self) -> tuple[ShineHand, ...]:
        return tuple(hand for hand in self.hands if not self.folds(hand))

    @property
    def _deals(self) -> int:
        return sum(hand.ways for hand in self.hands)

    @property
    def _folded(self) -> int:
        """Deals in which the hand is folded."""
        return self._deals - sum(hand.ways for hand in self._played)

    @cached_property
    def expectation(self) -> Fraction:
        """The expectation per unit of the Ante, exactly."""
        net = sum((hand.plays(self.win) for hand in self._played), Fraction(0))
        return (net - self._folded) / self._deals

    @property
    def average_staked(self) -> Fraction:
        """Ante and Play, in units of the Ante."""
        return 2 - Fraction(self._folded, self._deals)

    @cached_property
    def hit_frequency(self) -> Fraction:
        """How often the round ends with a gain; a pair that loses may gain by its bonus."""
        won = sum(hand.gains(self.win) for hand in self._played)
        return Fraction(won, self._deals)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's net, in units of the Ante."""
        squares = sum((hand.plays(self.win, 2) for hand in self._played), Fraction(0))
        return sqrt((squares + self._folded) / self._deals - self.expectation**2)

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """The weakest hand that is played and the strongest that is folded."""
        folded = [hand for hand in self.hands if self.folds(hand)]
        made = {}
        if self._played:
            made["weakest hand played"] = _show(min(self._played, key=lambda each: each.strength))
        if folded:
            made["strongest hand folded"] = _show(max(folded, key=lambda each: each.strength))
        return made

    @property
    def glance(self) -> Mapping[str, str]:
        """The same: there is nothing else to know."""
        return self.by_cards

    def choices(self, hand: str, upcard: str = "") -> Mapping[str, float | Fraction]:
        """What playing and folding three cards are worth, in units of the Ante."""
        given = cards_or_ranks(hand)
        cards = tuple(sorted(each for each in given if isinstance(each, Card)))
        dealt = len({*cards}) == CARDS and all(self.shoe.counts[card.index] for card in cards)
        if len(cards) != len(given) or not dealt:
            raise NotationError(
                f"a hand has {CARDS} cards of the pack with their suits, as in 'Qs 6h 4d', "
                f"not {hand!r}."
            )
        found = next(each for each in self.hands if each.cards == cards)
        return {"play": float(found.plays(self.win) / found.ways), "fold": -1.0}


def _show(hand: ShineHand) -> str:
    return show_ranks(sorted(hand.cards, reverse=True))


@lru_cache(maxsize=4)
def hands_of(terms: ShineTerms, bonus: Offer, shoe: Shoe) -> tuple[ShineHand, ...]:
    """Every three cards of a pack, each against every three of the others."""
    pack = [card for card, n in zip(DECK, shoe.counts, strict=True) if n]
    dealt = [tuple(sorted(cards)) for cards in combinations(pack, CARDS)]
    keys = [poker_rank(cards, terms.ranks) for cards in dealt]
    alike = dict(zip(keys, dealt, strict=True))
    low = {key for key, cards in alike.items() if not qualifies(cards, terms)}
    place = {key: n for n, key in enumerate(sorted(alike))}
    bits = np.array([sum(1 << card.index for card in cards) for cards in dealt], np.int64)
    meets = np.array([-1 if key in low else place[key] for key in keys])
    known: dict[object, ShineHand] = {}
    made = []
    for n, cards in enumerate(dealt):
        kind = _suits_renamed(cards) if shoe.suits_alike else cards
        if kind not in known:
            theirs = meets[(bits & bits[n]) == 0]
            known[kind] = _against(cards, place[keys[n]], _pays(bonus, cards), theirs)
        made.append(replace(known[kind], cards=cards))
    return tuple(made)


def _suits_renamed(cards: Cards) -> tuple[tuple[int, int], ...]:
    """The same for hands that differ in the names of their suits alone."""
    names: dict[int, int] = {}
    return tuple((card.rank, names.setdefault(card.suit, len(names))) for card in cards)


def _against(cards: Cards, mine: int, bonus: Fraction, theirs: Sequence[int]) -> ShineHand:
    dealers = np.asarray(theirs)
    low = int((dealers < 0).sum())
    less, more = int((dealers < mine).sum()) - low, int((dealers > mine).sum())
    return ShineHand(cards, mine, bonus, (low, less, dealers.size - low - less - more, more))


def _pays(bonus: Offer, cards: Cards) -> Fraction:
    """What the Ante Bonus adds, whether or not the hand beats the dealer's (13)(A)."""
    line = outcome(bonus, groups([PLACE], {PLACE: cards}))
    return line.pays.ratio if line else Fraction(0)


def shine_strategy(book: Rulebook, asked: AskedGame, readings: Mapping[str, str]) -> ShineStrategy:
    """The game with its Ante Bonus as it is read; a pack that it cannot have is refused."""
    check_single_cards(asked.shoe, 2 * CARDS)
    return ShineStrategy(asked, offered(book, asked.game, BONUS, readings))
