"""The value of Blackjack Switch, and how it is played (1 CCR 207-1, 30-2105)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import sqrt
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from pitboss.errors import NotationError
from pitboss.solvers.blackjack import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Acts,
    Figures,
    PlayedShoe,
    prescribed,
    weigh,
)
from pitboss.solvers.blackjack_strategy import BlackjackGame, cards_chart
from pitboss.solvers.charts import PAIRS
from pitboss.solvers.factors import ALONE, Factors, Products, card_keys
from pitboss.solvers.moments import (
    HandNet,
    Part,
    SecondMoment,
    drawn_to,
    fixed,
    unsplit,
    way_of,
)
from pitboss.solvers.rules import CLASSES, TWO_CARDS, RoundRules, gains_with_22
from pitboss.solvers.split_nets import lost_double, lost_split, split_of
from pitboss.solvers.strategy_request import TWO_STAKES, ranks_beside, ranks_of
from pitboss.solvers.switch import (
    GIVEN_UP,
    PAIR_ROWS,
    SwitchSolution,
    pair_number,
    plays_beside,
    solve_switch,
    switch_rules_of,
    switched_21,
)
from pitboss.solvers.volatility import NATURAL, without_naturals


@dataclass(frozen=True, repr=False)
class SwitchStrategy(BlackjackGame):
    """What Blackjack Switch is worth to a player who plays it best, and how that is done."""

    played_by: ClassVar[str] = "its cards and the other hand's first two"
    per: ClassVar[str] = TWO_STAKES

    @cached_property
    def rules(self) -> RoundRules:
        return switch_rules_of(self.asked.terms, self.asked.shoe)

    @property
    def solution(self) -> SwitchSolution:
        return solve_switch(self.rules)

    @property
    def hit_frequency(self) -> float:
        """The share of hands that win, each hand of a split counted."""
        won, played = self.solution.won
        return won / played

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's net, in units of both stakes before the deal."""
        return switch_deviation(self.solution)

    @property
    def figures(self) -> Mapping[str, Any]:
        """What a hand is worth on its own, and what exchanging by the sums of these comes to."""
        simple = self.solution.by_cents
        return {
            "by_sums": {"expectation": simple, "cost": self.expectation - simple},
            "hand_values": self.hand_values,
        }

    @cached_property
    def hand_values(self) -> Mapping[str, str]:
        """A hand → its cents against each upcard; an ace and a ten that were exchanged last."""
        order = [PAIRS.index(up) for up in self.upcards]
        kept, exchanged = self.solution.cents[:, order]
        made = {
            f"{PAIRS[low]} {PAIRS[high]}": " ".join(map(str, kept[:, number]))
            for number, (low, high) in enumerate(TWO_CARDS)
        }
        made["A 10 switched"] = " ".join(map(str, exchanged[:, TWO_CARDS.index((0, 9))]))
        return made

    @property
    def glance(self) -> Mapping[str, str]:
        """When the second cards are exchanged, by sums that can be done at the table."""
        return {
            "switch": "if the two hands it makes are worth more cents together",
            "the chart": "how each hand is then played",
        }

    def find_best(self, hand: str, upcard: str) -> str:
        """Whether to exchange the second cards, or which hands to give up early, for two hands as
        in `10 6 / 5 10`; or what to do with one hand, if the other's cards are not known.
        """
        if "/" not in hand:
            return self.solution.alone.best(*ranks_of(self.shoe, hand, upcard))
        return super().find_best(hand, upcard)

    def choices(self, hand: str, upcard: str = "") -> dict[str, float]:
        """The value of each choice: of the exchange, in units of one hand's stake, for
        `10 6 / 5 10`; otherwise of one hand without the other.

        Given no natural, if the hole card is read first. Where hands may be given up early, those
        of two hands are from before the hole card is read, insurance included.
        """
        first, second, up = ranks_beside(self.shoe, hand, upcard)
        if second is None:
            return self.solution.alone.choices(first, up)
        if len(first) != 2 or len(second) != 2:
            raise NotationError(f"two hands are written as '10 6 / 5 10', not {hand!r}.")
        made = self.solution
        of = made.early_choices if made.early else made.choices
        return of((first[0], first[1]), (second[0], second[1]), up)

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """One hand's two cards after the switch → what is best, if the other hand is not known."""
        return cards_chart(self.solution.alone)


# -- the standard deviation: two hands that share a dealer -----------------------------------------
# What both hands net is squared: the square of each and twice their product, over every deal of
# four cards and an upcard and every way in which the solved play goes on. Rounds that end with a
# natural which nobody could see before are summed apart, and so is what a dealer's 22 takes back
# from a switched ace and ten if other hands win against it.


AS_DEALT, SWITCHED, SURRENDERED = range(3)
"""What was done with a hand before it is played."""
SWITCHED_21: Final = (TWO_CARDS.index((0, 9)), SWITCHED)
"""The way of an ace and a ten that were switched."""


class _Play(NamedTuple):
    """How each hand is played with two cards of the other removed; nothing else of a solution is
    kept.
    """

    chosen: Acts
    """Upcard × two first cards."""
    played: PlayedShoe


@lru_cache(maxsize=2)
def switch_deviation(solution: SwitchSolution) -> float:
    """The standard deviation of a round's net, in units of both stakes."""
    hand, shoe, cards = solution.rules.hand, solution.rules.hand.shoe, sum(solution.rules.hand.shoe)
    found = plays_beside(solution.rules)
    plays = {n: _Play(each.chosen[:, PAIR_ROWS], each.played) for n, each in found}
    gathered, with_22 = SecondMoment(hand), SecondMoment(hand, gains_with_22(hand.win))
    square = decided_square(solution)
    for up in np.flatnonzero(shoe).tolist():
        rounds = _Rounds(solution, plays, up)
        gathered.begin(up)
        rounds.gather(gathered, rounds.ways.hands)
        made = gathered.total()
        if solution.rules.switched_pushes_22:
            with_22.begin(up)
            rounds.gather_22(with_22, hand.win)
            made += with_22.total()
        if hand.unseen[up] and shoe[9 - up]:
            gathered.begin(up, natural=True)
            rounds.gather(gathered, rounds.ways.to_natural)
            made += shoe[9 - up] / (cards - 1) * gathered.total()
        square += shoe[up] / cards * made
    return sqrt(square - (2.0 * solution.expectation) ** 2) / 2.0


# -- what does not depend on how the hands are played ----------------------------------------------


def decided_square(solution: SwitchSolution) -> float:
    """What a natural that is seen, and insurance against any, add to the square of both nets."""
    to, rules, plans = solution.to_natural, solution.rules, solution.plans
    given_up = solution.given_up
    insured = np.where(given_up, 0.0, to.insured).sum(axis=0)
    lost = np.where(to.seen > 0.0, np.where(given_up, GIVEN_UP[0], to.net).sum(axis=0), 0.0)
    made = to.chance * (lost + insured * rules.insurance) ** 2 + (1.0 - to.chance) * insured**2
    if insured.any():
        whole, open_net = (
            solution.chosen(each, plans)[0] for each in (solution.played, open_rounds_of(solution))
        )
        open_net = open_net - to.chance * given_up.sum(axis=0) * GIVEN_UP[0]
        unseen = np.where(to.seen > 0.0, 0.0, whole - open_net)
        made += 2.0 * insured * (rules.insurance * unseen - open_net)
    return float((made * solution.dealt[-1]).sum())


def open_rounds_of(solution: SwitchSolution) -> Figures:
    """Plan × net of both hands × deal, where no natural of the dealer counts."""
    if not solution.rules.hand.unseen[0]:
        return solution.played
    hands, standing = np.zeros_like(solution.hands), np.zeros_like(solution.standing)
    for n, made in plays_beside(solution.rules):
        played = without_naturals(made.played)
        forced = prescribed(made.chosen)
        worth = weigh(replace(made.rules, hand=played.rules), played, forced, 0).worth[0]
        hands[0, n] = (worth + 1.0 - played.counted)[:, PAIR_ROWS]
        standing[n] = switched_21(solution.rules, played)
    hand = solution.hand_of(hands, standing, solution.rules.natural, tied=0.0)
    return solution.arranged(hand, GIVEN_UP)


# -- both hands ------------------------------------------------------------------------------------


class _Rounds:
    """Every round against an upcard, by the ways in which its two hands are played on."""

    def __init__(self, solution: SwitchSolution, plays: Mapping[int, _Play], up: int) -> None:
        one, two, state, other, many = _dealt(solution, plays, up)
        self.ways = _Ways(solution, plays, up)
        first, second = self.ways.of(one, two, state), self.ways.of(two, one, other)
        ways, cards = len(self.ways.hands), np.array(TWO_CARDS)
        self._times, self._beside = np.zeros((ways, ways)), np.zeros((ways, 10, 10))
        np.add.at(self._times, (first, second), many)
        for way, gone in ((first, two), (second, one)):
            np.add.at(self._beside, (way, *cards[gone].T), many)

    def gather(self, gathered: SecondMoment, hands: Sequence[HandNet]) -> None:
        """The square of what both hands net, by the net of each way."""
        gathered.add_products(hands, 2.0 * self._times)
        for hand, often in zip(hands, self._beside, strict=True):
            gathered.add_square(hand, often)

    def gather_22(self, gathered: SecondMoment, win: float) -> None:
        """What it changes that a switched ace and ten do not win against 22, as other hands do."""
        at = self.ways.numbers.get(SWITCHED_21)
        if at is None:
            return
        beside = -2.0 * win * (self._times + self._times.T)[at]
        times = np.zeros((2 + beside.size, 2 + beside.size))
        times[0, 1], times[0, 2:] = beside[at] / 2.0, beside
        times[0, 2 + at] = 0.0  # of two such hands neither wins
        gathered.add_products([_has_22(win), fixed(NATURAL, win), *self.ways.hands], times)
        gathered.add_square(_has_22(win), self._beside[at])


def _has_22(win: float) -> HandNet:
    """A switched ace and ten against 22: one, and what it takes off the square of a win."""
    from pitboss.solvers.kernels.products import LOSS, pair_of

    own, twenty_one = card_keys()[[NATURAL]], CLASSES - 1
    one = Factors(own, np.array([twenty_one]), np.ones(1))
    return HandNet(
        (Part(one, ALONE),), Products(own + pair_of(twenty_one, LOSS), np.array([-win * win]))
    )


def _dealt(
    solution: SwitchSolution, plays: Mapping[int, _Play], up: int
) -> tuple[Acts, Acts, Acts, Acts, Acts]:
    """Both hands after the switch, what was done with each, and how many orders of four cards come
    to that.
    """
    a, a2, b, b2 = np.indices((10,) * 4).reshape(4, -1)
    moved = solution.exchanges[..., up].ravel()
    one = pair_number(a, np.where(moved, b2, a2))
    two = pair_number(b, np.where(moved, a2, b2))
    given_up = solution.given_up.reshape((2,) + (10,) * 5)[..., up].reshape(2, -1)
    state, other = np.where(given_up, SURRENDERED, np.where(moved, SWITCHED, AS_DEALT))
    dealt = np.isin(one, [*plays]) & np.isin(two, [*plays])
    listed = np.stack([one, two, state, other])[:, dealt]
    found, many = np.unique(listed, axis=1, return_counts=True)
    return found[0], found[1], found[2], found[3], many


class _Ways:
    """How two cards are played on against an upcard, which is the same with most other hands."""

    def __init__(self, solution: SwitchSolution, plays: Mapping[int, _Play], up: int) -> None:
        self.hands: list[HandNet] = []
        self.to_natural: list[HandNet] = []
        """The same where the dealer has a natural that is found at the end."""
        self.numbers: dict[object, int] = {}
        self._rules, self._plays, self._up = solution.rules, plays, up
        self._known: dict[object, int] = {}
        alike: dict[bytes, int] = {}
        acts = {n: bytes(each.played.acts[up]) for n, each in plays.items()}
        self._acts = {n: alike.setdefault(each, n) for n, each in acts.items()}

    def of(self, own: Acts, other: Acts, state: Acts) -> Acts:
        """The number of the way in which each hand is played with another, by what was done with it
        before.
        """
        listed = zip(own.tolist(), other.tolist(), state.tolist(), strict=True)
        return np.array([self._number(*each) for each in listed])

    def _number(self, own: int, other: int, state: int) -> int:
        play, up = self._plays[other], self._up
        does = SURRENDER if state == SURRENDERED else int(play.chosen[up, own])
        acts = self._acts[other]
        asked: tuple[object, ...] = own, state if PAIR_ROWS[own] == NATURAL else does, acts
        if does == SPLIT:
            asked = *asked, play.played.seconds[up, TWO_CARDS[own][0]].tobytes()
        if asked not in self._known:
            way = _way(play, own, up, does, state)
            if way not in self.numbers:
                self.numbers[way] = len(self.hands)
                self.hands.append(_net(self._rules, play, own, up, does, state))
                if self._rules.hand.unseen[up]:
                    self.to_natural.append(_to_natural(self._rules, play, own, up, does, state))
            self._known[asked] = self.numbers[way]
        return self._known[asked]


def _way(play: _Play, own: int, up: int, does: int, state: int) -> object:
    """All that decides how two cards are played on."""
    if PAIR_ROWS[own] == NATURAL:
        return own, state
    (pair, _), acts = TWO_CARDS[own], play.played.acts[up]
    if does == SPLIT:
        return own, way_of(pair, play.played.seconds[up, pair], acts)
    if does == HIT:
        return own, acts[drawn_to(*TWO_CARDS[own])].tobytes()
    return own, does


def _net(rules: RoundRules, play: _Play, own: int, up: int, does: int, state: int) -> HandNet:
    """What comes of two cards; an ace and a ten are 21 once they were switched."""
    row, acts = PAIR_ROWS[own], play.played.acts[up]
    if row == NATURAL:
        return unsplit(row, STAND, acts) if state == SWITCHED else fixed(row, rules.natural)
    if does == SPLIT:
        return split_of(rules, play.played, up, TWO_CARDS[own][0])
    return unsplit(row, does, acts)


def _to_natural(
    rules: RoundRules, play: _Play, own: int, up: int, does: int, state: int
) -> HandNet:
    """The same where the dealer turns out to have a natural: only what was added may come back."""
    row, acts, pair = PAIR_ROWS[own], play.played.acts[up], TWO_CARDS[own][0]
    if row == NATURAL and state == AS_DEALT:
        return fixed(row, rules.tied_natural)
    if does == SPLIT:
        second = play.played.seconds[up, pair]
        return lost_split(pair, rules.limit(pair), second, acts, rules.hand, None)
    if does == DOUBLE:
        return lost_double(row, acts, rules.hand)
    return fixed(row, float(GIVEN_UP[0, 0]) if does == SURRENDER else -1.0)
