"""Blackjack Burnout solved: when to burn the last card, and what its fee buys (30-899.25).

A player who paid the fee may burn one card drawn by a hit or a double, even one that busts, and
keeps the next. Every choice depends on all cards of the hand, the upcard and the card that was
burned. A split gives up the right, and its hands are played by the convention of `blackjack`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Rank, Shoe
from pitboss.errors import NotAllowed
from pitboss.games.blackjack_burnout import BurnoutTerms
from pitboss.games.terms import Terms
from pitboss.solvers.blackjack import (
    BEST,
    DOUBLE,
    FREE,
    HIT,
    STAND,
    WORDS,
    Acts,
    Figures,
    PlayedShoe,
    Ranks,
    Solution,
    play_shoe,
    unforced,
    value,
    weigh,
)
from pitboss.solvers.blackjack_strategy import BlackjackGame, cards_chart
from pitboss.solvers.compositions import compositions, row_of
from pitboss.solvers.rules import RoundRules, hand_rules_of
from pitboss.solvers.split_orders import split_tens
from pitboss.solvers.strategy_request import ranks_beside
from pitboss.solvers.volatility import (
    choice_nets,
    deal_chances,
    draws_of,
    round_squares,
    share_won,
    split_squares,
    squared,
    winning_as,
    wins_alone,
    without_naturals,
)


def burnout_rules_of(terms: Terms, shoe: Shoe | None = None) -> RoundRules:
    """The numbers of the game's terms; what is not covered is refused by name."""
    if not isinstance(terms, BurnoutTerms):
        raise NotAllowed("this game has no card to burn.")
    return hand_rules_of(terms, shoe, beside=1, late_natural=True)


@dataclass(frozen=True, slots=True, eq=False)
class BurnRight:
    """Every hand of a shoe played with the right to burn a card."""

    values: Figures
    """Stand, hit, double and the better of the first two × upcard × hand."""
    acts: Acts
    burns: NDArray[np.bool_]
    """Hit or double × upcard × hand × card drawn → it is burned."""


def play_with_right(
    plain: PlayedShoe, gone: Sequence[PlayedShoe | None], fixed: BurnRight | None = None
) -> BurnRight:
    """The best play with the right, or a fixed one.

    `plain` is the whole shoe without it, and `gone` the shoe without each card, once it is burned.
    """
    rules = plain.rules
    burned = np.full((2, 10, compositions().players, 10), -np.inf)
    for card, each in enumerate(gone):
        if each is not None:
            burned[:, :, :, card] = each.values[[HIT, DOUBLE]]
    back_later = rules.lost * (rules.doubled - 1.0 - rules.double_loss)
    table, draws = compositions(), draws_of(rules.shoe)
    many, chance, natural = table.players, draws.chance, draws.natural
    unseen = np.array(rules.unseen)[:, None, None]
    bust = -rules.lost * np.where(unseen, 1.0, 1.0 - natural)
    values, acts = np.zeros((4, 10, many)), np.zeros((10, many), np.int64)
    values[STAND] = plain.values[STAND]
    burns = np.zeros((2, 10, many, 10), bool)
    child = np.where(table.child[:many] >= many, -1, table.child[:many])
    hard = table.hard[:many]
    for points in range(int(hard.max()), 1, -1):
        rows = np.flatnonzero((hard == points) & (table.size[:many] >= 2))
        longer = child[rows]
        over = longer < 0
        kept = np.where(over, bust[:, rows], values[BEST][:, longer])
        later = unseen & ~(rules.at_once & (table.total[longer] == 21))
        back = np.where(later, back_later * natural[:, rows], 0.0)
        twice = rules.doubled * values[STAND][:, longer] + back
        twice = np.where(over, rules.doubled * bust[:, rows], twice)
        for which, keep in ((0, kept), (1, twice)):
            burn = burned[which][:, rows]
            take = burn > keep if fixed is None else fixed.burns[which][:, rows]
            burns[which][:, rows] = take
            drawn = (chance[:, rows] * np.where(take, burn, keep)).sum(
                axis=2, where=chance[:, rows] > 0
            )
            values[1 + which][:, rows] = np.where(draws.dealt[:, rows], drawn, 0.0)
        stand, hit = values[STAND][:, rows], values[HIT][:, rows]
        helped = (points <= 11) & (table.total[rows] <= 16)
        does = np.where(helped | (hit > stand), HIT, STAND)
        does = np.where(table.total[rows] == 21, STAND, does)
        if fixed is not None:
            does = fixed.acts[:, rows]
        acts[:, rows] = does
        values[BEST][:, rows] = np.where(does == STAND, stand, hit)
    return BurnRight(values, acts, burns)


@dataclass(frozen=True, eq=False)
class BurnoutSolution:
    """What a round is worth with the right to burn, and the play of each hand."""

    rules: RoundRules
    plain: Solution
    """The round without the right."""
    gone: tuple[PlayedShoe | None, ...]
    right: BurnRight
    round: Solution
    """The round with the right, before its fee."""

    def best(
        self, hand: Ranks, up: Rank, *, split: bool = False, may: Sequence[str] = WORDS
    ) -> str:
        """What to do with a hand while the right is not used."""
        return (self.plain if split else self.round).best(hand, up, split=split, may=may)

    def after_burn(self, hand: Ranks, burned: Rank, up: Rank) -> str:
        """What to do with a hand once a card is burned."""
        played = self.gone[burned.points - 1]
        assert played
        return WORDS[played.acts[up.points - 1, row_of(tuple(each.points for each in hand))]]

    def burning(self, hand: Ranks, drawn: Rank, up: Rank, doubled: bool) -> dict[str, float]:
        """What keeping a card just drawn and burning it are worth, given no natural."""
        at, card = up.points - 1, drawn.points - 1
        row = row_of(tuple(each.points for each in hand))
        if not 0 <= row < compositions().players:
            raise NotAllowed("a hand that draws a card has less than 21.")
        played = self.gone[card]
        longer = int(compositions().child[row, card])
        bust = longer < 0 or longer >= compositions().players
        if played is None:
            raise NotAllowed("the shoe has no such card left to draw.")
        given = float(played.counted[at, row]) if not self.rules.hand.unseen[at] else 1.0
        times = self.rules.hand.doubled if doubled else 1.0
        kept = -times * given
        if not bust:
            kept = float(self.right.values[STAND if doubled else 3, at, longer]) * times
            won = self.rules.hand.at_once and compositions().total[longer] == 21
            if doubled and self.rules.hand.unseen[at] and not won:
                natural = 1.0 - float(played.counted[at, row])
                kept += natural * (1.0 - self.rules.hand.double_loss)
        burned = float(played.values[DOUBLE if doubled else HIT, at, row])
        return {"keep": kept / given, "burn": burned / given}

    @cached_property
    def wins(self) -> Figures:
        """Hands won, and hands played, on average × upcard × first hand."""
        return winning_as(self.round, self._paid(wins_alone))

    def _paid(self, pays: Callable[[PlayedShoe], PlayedShoe]) -> PlayedShoe:
        """The same play with the right, where `pays` gives each shoe other pays."""
        plain, gone = pays(self.plain.played), tuple(each and pays(each) for each in self.gone)
        fixed = play_with_right(plain, gone, self.right)
        return replace(plain, values=fixed.values, acts=fixed.acts)

    @cached_property
    def standard_deviation(self) -> float | None:
        """The standard deviation of a round's net, the same with the fee or without it; `None`
        where tens are split by rank.
        """
        if split_tens(self.plain).any() or split_tens(self.round).any():
            return None
        apart = split_squares(replace(self.plain, chosen=self.round.chosen))
        nets = choice_nets(self.round, self._paid(without_naturals))
        rounds = round_squares(self.round, self._paid(squared), nets, apart)
        square = (rounds * deal_chances(self.rules.hand.shoe)).sum()
        return float(np.sqrt(square - self.round.expectation**2))


@lru_cache(maxsize=1)
def solve_burnout(rules: RoundRules) -> BurnoutSolution:
    """Play every hand with the right, and after each card that may be burned."""
    plain = value(rules)
    shoe = rules.hand.shoe
    unsplit = replace(rules.hand, hands=1, hands_of_aces=1)
    gone = tuple(play_shoe(unsplit.without((n,))) if shoe[n] else None for n in range(10))
    right = play_with_right(plain.played, gone)
    played = replace(plain.played, values=right.values, acts=right.acts)
    return BurnoutSolution(rules, plain, gone, right, weigh(rules, played, unforced(), FREE))


@dataclass(frozen=True, repr=False)
class BurnoutStrategy(BlackjackGame):
    """What Blackjack Burnout is worth to a player who pays the fee, and how it is played."""

    played_by: ClassVar[str] = "its cards and the card that was burned"
    per: ClassVar[str] = "one unit of the main stake, with the fee paid"

    fee: Fraction
    """In units of the main stake."""

    @cached_property
    def rules(self) -> RoundRules:
        return burnout_rules_of(self.asked.terms, self.asked.shoe)

    @property
    def solution(self) -> BurnoutSolution:
        return solve_burnout(self.rules)

    @property
    def expectation(self) -> float:
        """The expectation per unit of the main stake, less the fee."""
        return self.solution.round.expectation - float(self.fee)

    @property
    def without_fee(self) -> float:
        """The same for a player who does not pay it."""
        return self.solution.plain.expectation

    @property
    def average_staked(self) -> float:
        """All stakes and the fee, in units of the main stake."""
        return self.solution.round.staked + float(self.fee)

    @property
    def hit_frequency(self) -> float:
        """The share of hands that win, each hand of a split counted."""
        return share_won(self.solution.wins, self.rules.hand.shoe)

    def choices(self, hand: str, upcard: str = "") -> Mapping[str, float]:
        """The value of each choice before a card is burned, given that the dealer has no natural.

        `10 2 / 9` is a 12 that drew a 9: keep it or burn it.
        """
        held, drawn, up = ranks_beside(self.shoe, hand, upcard)
        if drawn is None:
            return self.solution.round.first_choices(held, up)
        if len(held) < 2 or len(drawn) != 1:
            raise NotAllowed(f"Write a drawn card after a slash, as in '10 6 / 9', not {hand!r}.")
        return self.solution.burning(held, drawn[0], up, doubled=False)

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """Two cards → what is best, a letter for each upcard from 2 to the ace."""
        return cards_chart(self.solution.round)
