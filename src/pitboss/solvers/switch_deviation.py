"""The standard deviation of Blackjack Switch: two hands that share a dealer (1 CCR 207-1, 30-2105).

What both hands net is squared: the square of each and twice their product, over every deal of four
cards and an upcard and every way in which the solved play goes on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.solvers.blackjack import HIT, SPLIT, STAND, Figures, Solution
from pitboss.solvers.compositions import compositions
from pitboss.solvers.hits import NATURAL
from pitboss.solvers.moments import HandNet, Products, SecondMoment, fixed, key_of, split, unsplit
from pitboss.solvers.switch import PAIRS, SwitchSolution, pair_number, pair_rows


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
    beside: dict[int, Figures] = defaultdict(lambda: np.zeros(len(PAIRS)))
    for one, two, switched, many in _dealt(solution, up):
        if one not in plays or two not in plays:
            continue
        both = []
        for own, other in ((one, two), (two, one)):
            way = _way(solution, plays[other], own, up, switched)
            if way not in hands:
                hands[way] = _net(solution, plays[other], own, up, switched)
                numbers[way] = len(numbers)
            beside[numbers[way]][other] += many
            both.append(numbers[way])
        deals[both[0], both[1]] += many
    times = np.zeros((len(hands), len(hands)))
    for at, many in deals.items():
        times[at] = many
    listed = [*hands.values()]
    gathered.add_products(listed, 2.0 * times)
    for n, hand in enumerate(listed):
        gathered.add_square(hand, _beside(beside[n]))


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
        return own, play.played.seconds[up, pair].tobytes(), acts[_drawn_to(pair)].tobytes()
    if does == HIT:
        return own, acts[_drawn_to(*PAIRS[own])].tobytes()
    return own, does


@cache
def _drawn_to(*cards: int) -> NDArray[np.int64]:
    """The hands that have these cards, by value."""
    counts = compositions().counts[: compositions().players]
    held = np.bincount(cards, minlength=10)
    return np.flatnonzero((counts >= held).all(axis=1))


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


def _beside(many: Figures) -> Products:
    """The other hand's cards, with the number of their deals.

    A card that comes with every other one alike is as good as alone, and where most come alike both
    are as good as unseen: only the rest are named.
    """
    ordered = np.zeros((10, 10))
    for n, (low, high) in enumerate(PAIRS):
        ordered[low, high] = ordered[high, low] = many[n] / (1.0 if low == high else 2.0)
    made = {0: _most(ordered)}
    ordered -= made[0]
    for card in range(10):
        most = _most(np.delete(ordered[card], card))
        if most:
            made[key_of(card)] = 2.0 * most
            ordered[card] -= most
            ordered[:, card] -= most
    for low, high in PAIRS:
        made[key_of(low, high)] = ordered[low, high] * (1.0 if low == high else 2.0)
    keys, weights = np.array([*made]), np.array([*made.values()])
    return Products(keys[weights != 0.0], weights[weights != 0.0])


def _most(figures: Figures) -> float:
    """The figure that is there most often."""
    found, often = np.unique(figures, return_counts=True)
    return float(found[often.argmax()])
