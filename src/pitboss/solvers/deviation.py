"""How much the net of a round varies: its exact standard deviation under the solved play.

Hands of one split are not independent: they share the dealer's hand and the cards left. The
expected product of every two of them is summed over all hands that both may stand on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np

from pitboss.cards import Rank
from pitboss.errors import NotAllowed
from pitboss.solvers.blackjack import (
    FREE,
    SPLIT,
    Figures,
    Solution,
    allowed_by,
    finals_of,
    hands_of,
    kinds_of,
    net_of,
    programs,
    usual_net,
    value,
)
from pitboss.solvers.community_hands import community_square
from pitboss.solvers.compositions import compositions
from pitboss.solvers.draws import deal_chances, draws_of
from pitboss.solvers.moments import SecondMoment, order_chance, split
from pitboss.solvers.rules import TENS, HandRules, RoundRules


@lru_cache(maxsize=8)
def deviation_of(rules: RoundRules) -> float:
    """The standard deviation of a round under its best play."""
    return standard_deviation(value(rules))


def standard_deviation(solution: Solution) -> float:
    """Of a round's net, in units of the main stake."""
    if reason := not_covered(solution):
        raise NotAllowed(f"the standard deviation is not computed where {reason}.")
    square = (squares_of(solution).rounds * deal_chances(solution.rules.hand.shoe)).sum()
    return sqrt(square - solution.expectation**2)


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """The expected squares of what is netted, where a natural that was seen counts as nothing."""

    hands: Figures
    """Upcard × standing, played on and doubled × hand, for a hand alone that is not split."""
    rounds: Figures
    """Upcard × first hand → the whole round, also with a natural."""


def squares_of(
    solution: Solution, upcards: Iterable[int] = range(10), splits: bool = True
) -> Squares:
    """Those of every hand against these upcards, under the solution's play.

    Without `splits`, what split hands net counts as nothing.
    """
    from pitboss.solvers.kernels.squares import round_squares

    rules, played = solution.rules, solution.played
    hand, table = rules.hand, compositions()
    found = programs(hand.hits_soft_17, hand.stands_from, square_weights(hand))
    gathered = SecondMoment(hand) if splits else None
    squared = community_square if rules.shared_splits else split_square
    money = (rules.natural, rules.tied_natural, rules.insurance, rules.insures_naturals)
    allowed = allowed_by(rules, FREE)
    pairs = [table.child[table.child[0, each], each] for each in range(10)]
    many = hands_of(hand)
    made = Squares(np.zeros((10, 3, many)), np.zeros((10, table.players)))
    for up in upcards:
        if not hand.shoe[up]:
            continue
        values = np.zeros((5, many))
        values[:4] = played.values[:, up]
        values[4, pairs] = solution.splits[up]
        apart = np.zeros(10)
        if gathered:
            for pair in np.flatnonzero(solution.chosen[up, pairs] == SPLIT):
                apart[pair] = squared(gathered, solution, up, int(pair))
        round_squares(
            table.arrays,
            played.shoe,
            up,
            int(hand.unseen[up]),
            played.pays,
            np.array([*money, rules.even_money, rules.unseen_surrender], float),
            np.array(allowed, np.int64),
            played.acts[up],
            played.counted[up],
            values,
            solution.chosen[up],
            found.ops,
            found.ends,
            apart,
            made.hands[up],
            made.rounds[up],
        )
    return made


def split_square(gathered: SecondMoment, solution: Solution, up: int, pair: int) -> float:
    """The expected square of what all hands of a split pair net, by value."""
    rules, played = solution.rules, solution.played
    limit = rules.hands_of_aces if pair == 0 else rules.hands
    left = np.array(rules.hand.shoe) - (np.arange(10) == up)
    if left[pair] < 2:
        return 0.0
    gathered.begin(up)
    gathered.add_square(split(pair, limit, played.seconds[up, pair], played.acts[up]))
    return gathered.total() / order_chance(left, (pair, pair))


def whole_rounds(solution: Solution, squares: Figures, nets: Figures) -> Figures:
    """Upcard × first hand → the expected square of a round whose hand is not split or given up.

    From what the hand alone nets, and its square, where a natural that was seen counts as nothing.
    """
    counted, rules = solution.played.counted, solution.rules
    natural = 1.0 - counted
    made: Figures = squares + natural * (1.0 - np.array(rules.hand.unseen))[:, None]
    if rules.insurance:
        half = rules.insured
        gain = half * (rules.insurance * natural[0] - counted[0])
        paid = (half * rules.insurance - 1.0) ** 2 * natural[0]
        insured = squares[0] + half * half * counted[0] - 2.0 * half * nets[0] + paid
        made[0] = np.where(gain > 0, insured, made[0])
    return made


def hit_squares(shoe: tuple[int, ...], played_on: Figures) -> Figures:
    """Upcard × hand → the expected square of a hand that takes a card and is then played on."""
    table, draws = compositions(), draws_of(shoe)
    child = np.where(table.child >= table.players, -1, table.child)[: table.players]
    after = np.where(child < 0, 1.0 - draws.natural, played_on[:, child])
    made: Figures = (draws.chance * after).sum(axis=2)
    return made


def not_covered(solution: Solution) -> str:
    """Why the deviation is not computed; empty if it is."""
    rules = solution.rules
    if any(rules.hand.unseen) and (_insures(solution) or _splits_otherwise(solution)):
        return "a natural may be found only at the end"
    return "tens are split by rank" if splits_tens_by_rank(solution) else ""


def _insures(solution: Solution) -> bool:
    """Some hand is insured while the dealer's natural is unseen."""
    shoe = solution.rules.hand.shoe
    held = [Rank.ACE if n == 0 else Rank(n + 1) for n in range(10) if shoe[n]]
    return solution.rules.hand.unseen[0] and any(
        solution.insurance((a, b), Rank.ACE) > 0 for a in held for b in held
    )


def _splits_otherwise(solution: Solution) -> bool:
    """Some hand is split against an unseen natural, but not into hands that draw the same cards."""
    rules = solution.rules
    if rules.shared_splits:
        return False
    return any((solution.chosen[up] == SPLIT).any() for up in range(10) if rules.hand.unseen[up])


def splits_tens_by_rank(solution: Solution) -> bool:
    """Some tens are split and pair by rank, so that what is done depends on more than values."""
    rules = solution.rules
    held = [rank for rank, n in zip(TENS, rules.tens, strict=False) if n > 1]
    shown = [rank for rank in Rank if rules.hand.shoe[rank.points - 1]]
    return len(rules.tens) > 1 and any(
        solution.best((rank, rank), up) == "split" for rank in held for up in shown
    )


def square_weights(rules: HandRules) -> tuple[tuple[float, ...], ...]:
    """The same as `weights_of` for the square of what is won."""
    return tuple(
        tuple(
            net_of(rules, kind, each) ** 2 - usual_net(rules, kind) ** 2
            for each in finals_of(rules)
        )
        for kind in kinds_of(rules)
    )
