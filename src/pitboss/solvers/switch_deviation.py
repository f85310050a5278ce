"""The standard deviation of Blackjack Switch: two hands that share a dealer (1 CCR 207-1, 30-2105).

What both hands net is squared: the square of each and twice their product, over every deal of four
cards and an upcard and every way in which the solved play goes on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

import numpy as np

from pitboss.solvers.blackjack import HIT, SPLIT, STAND, Figures, Solution
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


@lru_cache(maxsize=2)
def switch_deviation(solution: SwitchSolution) -> float:
    """Of a round's net, in units of both stakes."""
    shoe = solution.rules.hand.shoe
    plays = {n: solution.without(gone) for n, gone in enumerate(PAIRS) if solution.has(gone)}
    gathered, square = SecondMoment(solution.rules.hand), solution.natural_square
    for up in np.flatnonzero(shoe).tolist():
        gathered.begin(up)
        _gather(gathered, solution, plays, up)
        square += shoe[up] / sum(shoe) * gathered.total()
    return sqrt(square - (2.0 * solution.expectation) ** 2) / 2.0


def _gather(
    gathered: SecondMoment, solution: SwitchSolution, plays: dict[int, Solution], up: int
) -> None:
    """Every round against an upcard in which the dealer has no natural."""
    hands: dict[object, HandNet] = {}
    numbers: dict[object, int] = {}
    deals: dict[tuple[int, int], int] = defaultdict(int)
    beside: dict[int, Figures] = defaultdict(lambda: np.zeros((10, 10)))
    for one, two, switched, many in _dealt(solution, up):
        if one not in plays or two not in plays:
            continue
        both = []
        for own, other in ((one, two), (two, one)):
            way = _way(solution, plays[other], own, up, switched)
            if way not in hands:
                hands[way] = _net(solution, plays[other], own, up, switched)
                numbers[way] = len(numbers)
            beside[numbers[way]][PAIRS[other]] += many
            both.append(numbers[way])
        deals[both[0], both[1]] += many
    times = np.zeros((len(hands), len(hands)))
    for at, many in deals.items():
        times[at] = many
    listed = [*hands.values()]
    gathered.add_products(listed, 2.0 * times)
    for n, hand in enumerate(listed):
        gathered.add_square(hand, beside[n])


def _dealt(solution: SwitchSolution, up: int) -> Iterator[tuple[int, int, bool, int]]:
    """Both hands after the switch, whether there was one, and in how many orders of four cards."""
    a, a2, b, b2 = np.indices((10,) * 4).reshape(4, -1)
    moved = solution.exchanges[a, a2, b, b2, up]
    one = pair_number(a, np.where(moved, b2, a2))
    two = pair_number(b, np.where(moved, a2, b2))
    found, many = np.unique(np.stack([one, two, moved]), axis=1, return_counts=True)
    for (first, second, switched), n in zip(found.T.tolist(), many.tolist(), strict=True):
        yield first, second, bool(switched), n


def _way(solution: SwitchSolution, play: Solution, own: int, up: int, switched: bool) -> object:
    """All that decides how two cards are played on: alike beside most other hands."""
    row = pair_rows()[own]
    if row == NATURAL:
        return own, switched
    does, (pair, _), acts = int(play.chosen[up, row]), PAIRS[own], play.played.acts[up]
    if does == SPLIT:
        return own, way_of(pair, play.played.seconds[up, pair], acts)
    if does == HIT:
        return own, acts[drawn_to(*PAIRS[own])].tobytes()
    return own, does


def _net(solution: SwitchSolution, play: Solution, own: int, up: int, switched: bool) -> HandNet:
    """What comes of two cards; an ace and a ten are 21 once they were switched."""
    row, acts, rules = int(pair_rows()[own]), play.played.acts[up], solution.rules
    if row == NATURAL:
        return unsplit(row, STAND, acts) if switched else fixed(row, rules.natural)
    does, pair = int(play.chosen[up, row]), PAIRS[own][0]
    if does != SPLIT:
        return unsplit(row, does, acts)
    limit = rules.hands_of_aces if pair == 0 else rules.hands
    return split(pair, limit, play.played.seconds[up, pair], acts)
