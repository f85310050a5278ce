"""The standard deviation of Blackjack Switch: two hands that share a dealer (1 CCR 207-1, 30-2105).

What both hands net is squared: the square of each and twice their product, over every deal of four
cards and an upcard and every way in which the solved play goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from pitboss.solvers.blackjack import HIT, SPLIT, STAND, Acts, PlayedShoe
from pitboss.solvers.hits import NATURAL
from pitboss.solvers.moments import (
    HandNet,
    SecondMoment,
    drawn_to,
    fixed,
    split,
    unsplit,
    way_of,
)
from pitboss.solvers.switch import PAIRS, SwitchSolution, pair_number, pair_rows

PAIR_ROWS: Final = tuple(pair_rows().tolist())
"""The rows of the 55 pairs of values among all hands."""


class _Play(NamedTuple):
    """How each hand is played with two cards of the other gone: all that is kept of a solution."""

    chosen: Acts
    """Upcard × two first cards."""
    played: PlayedShoe


def _play(solution: SwitchSolution, gone: tuple[int, int]) -> _Play:
    found = solution.without(gone)
    return _Play(found.chosen[:, PAIR_ROWS], found.played)


@lru_cache(maxsize=2)
def switch_deviation(solution: SwitchSolution) -> float:
    """Of a round's net, in units of both stakes."""
    shoe = solution.rules.hand.shoe
    plays = {n: _play(solution, gone) for n, gone in enumerate(PAIRS) if solution.has(gone)}
    gathered, square = SecondMoment(solution.rules.hand), solution.natural_square
    for up in np.flatnonzero(shoe).tolist():
        gathered.begin(up)
        _gather(gathered, solution, plays, up)
        square += shoe[up] / sum(shoe) * gathered.total()
    return sqrt(square - (2.0 * solution.expectation) ** 2) / 2.0


def _gather(
    gathered: SecondMoment, solution: SwitchSolution, plays: Mapping[int, _Play], up: int
) -> None:
    """Every round against an upcard in which the dealer has no natural."""
    one, two, switched, many = _dealt(solution, plays, up)
    ways = _Ways(solution, plays, up)
    first, second = ways.of(one, two, switched), ways.of(two, one, switched)
    times = np.zeros((len(ways.hands), len(ways.hands)))
    np.add.at(times, (first, second), many)
    gathered.add_products(ways.hands, 2.0 * times)
    beside, cards = np.zeros((len(ways.hands), 10, 10)), np.array(PAIRS)
    for way, other in ((first, two), (second, one)):
        np.add.at(beside, (way, *cards[other].T), many)
    for hand, often in zip(ways.hands, beside, strict=True):
        gathered.add_square(hand, often)


def _dealt(
    solution: SwitchSolution, plays: Mapping[int, _Play], up: int
) -> tuple[Acts, Acts, Acts, Acts]:
    """Both hands after the switch, whether there was one, and in how many orders of four cards."""
    a, a2, b, b2 = np.indices((10,) * 4).reshape(4, -1)
    moved = solution.exchanges[a, a2, b, b2, up]
    one = pair_number(a, np.where(moved, b2, a2))
    two = pair_number(b, np.where(moved, a2, b2))
    dealt = np.isin(one, [*plays]) & np.isin(two, [*plays])
    found, many = np.unique(np.stack([one, two, moved])[:, dealt], axis=1, return_counts=True)
    return found[0], found[1], found[2], many


class _Ways:
    """How two cards are played on against an upcard: alike beside most other hands."""

    def __init__(self, solution: SwitchSolution, plays: Mapping[int, _Play], up: int) -> None:
        self.hands: list[HandNet] = []
        self._solution, self._plays, self._up = solution, plays, up
        self._numbers: dict[object, int] = {}
        self._known: dict[object, int] = {}
        alike: dict[bytes, int] = {}
        self._acts = {n: alike.setdefault(_acts_of(each, up), n) for n, each in plays.items()}

    def of(self, own: Acts, other: Acts, switched: Acts) -> Acts:
        """The number of the way of each hand beside another, switched or not."""
        listed = zip(own.tolist(), other.tolist(), switched.tolist(), strict=True)
        return np.array([self._number(*each) for each in listed])

    def _number(self, own: int, other: int, switched: int) -> int:
        play, up = self._plays[other], self._up
        row, pair = PAIR_ROWS[own], PAIRS[own][0]
        does, acts = int(play.chosen[up, own]), self._acts[other]
        asked: tuple[object, ...] = own, switched if row == NATURAL else does, acts
        if does == SPLIT:
            asked = *asked, play.played.seconds[up, pair].tobytes()
        if asked not in self._known:
            way = _way(play, own, up, switched)
            if way not in self._numbers:
                self._numbers[way] = len(self.hands)
                self.hands.append(_net(self._solution, play, own, up, bool(switched)))
            self._known[asked] = self._numbers[way]
        return self._known[asked]


def _acts_of(play: _Play, up: int) -> bytes:
    """What is done with every hand."""
    return bytes(play.played.acts[up])


def _way(play: _Play, own: int, up: int, switched: int) -> object:
    """All that decides how two cards are played on."""
    row = PAIR_ROWS[own]
    if row == NATURAL:
        return own, switched
    does, (pair, _), acts = int(play.chosen[up, own]), PAIRS[own], play.played.acts[up]
    if does == SPLIT:
        return own, way_of(pair, play.played.seconds[up, pair], acts)
    if does == HIT:
        return own, acts[drawn_to(*PAIRS[own])].tobytes()
    return own, does


def _net(solution: SwitchSolution, play: _Play, own: int, up: int, switched: bool) -> HandNet:
    """What comes of two cards; an ace and a ten are 21 once they were switched."""
    row, acts, rules = PAIR_ROWS[own], play.played.acts[up], solution.rules
    if row == NATURAL:
        return unsplit(row, STAND, acts) if switched else fixed(row, rules.natural)
    does, pair = int(play.chosen[up, own]), PAIRS[own][0]
    if does != SPLIT:
        return unsplit(row, does, acts)
    limit = rules.hands_of_aces if pair == 0 else rules.hands
    return split(pair, limit, play.played.seconds[up, pair], acts)
