"""How often a hand wins under the solved play, each hand of a split counted."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from pitboss.cards import Rank
from pitboss.solvers.blackjack import (
    SPLIT,
    Figures,
    PlayedShoe,
    Solution,
    play_as,
    prescribed,
    value,
    weigh,
)
from pitboss.solvers.compositions import row_of
from pitboss.solvers.draws import deal_chances
from pitboss.solvers.rules import NOT_OFFERED, RoundRules
from pitboss.solvers.ten_kinds import TWO_TENS, split_tens

NATURAL: Final = row_of((1, 10))


@lru_cache(maxsize=8)
def hits_of(rules: RoundRules) -> float:
    """The share of hands that win under the best play."""
    return share_won(winning(value(rules)), rules.hand.shoe)


def share_won(counted: Figures, shoe: tuple[int, ...]) -> float:
    """Hands won of hands played, over every deal of a shoe."""
    won, played = over_all_deals(counted, shoe)
    return won / played


def over_all_deals(counted: Figures, shoe: tuple[int, ...]) -> tuple[float, float]:
    """Hands won and hands played in a round on average, over every deal of a shoe."""
    wins, hands = (float((each * deal_chances(shoe)).sum()) for each in counted)
    return wins, hands


def winning(solution: Solution) -> Figures:
    """Hands won, and hands played, on average × upcard × first hand; a doubled hand counts once."""
    return winning_as(solution, wins_alone(solution.played))


def wins_alone(played: PlayedShoe) -> PlayedShoe:
    """The same play where a win pays one unit, nothing else moves any, and nothing is doubled."""
    return play_as(replace(played.rules, win=1.0, lost=0.0, doubled=1.0), played)


def winning_as(solution: Solution, counted: PlayedShoe) -> Figures:
    """The same for a shoe that was played as the solution does, by `wins_alone`.

    A round in which nothing is won is taken off, for what else it comes to. A natural that was seen
    leaves one hand; tens that pair by rank are weighed by kind.
    """
    parts, stakes = counted.parts.copy(), np.zeros_like(counted.parts)
    parts[:, :, :, 0] = 0.0
    stakes[:, :, :, 0] = counted.parts[:, :, :, 1]
    nothing = replace(counted, values=np.zeros_like(counted.values), parts=parts)
    forced = prescribed(solution.chosen)
    rules = replace(solution.rules, hand=counted.rules, even_money=NOT_OFFERED)
    low, high, split_hands = (
        weigh(rules, each, forced, 0) for each in (nothing, counted, replace(counted, parts=stakes))
    )
    wins = high.worth[0] - low.worth[0]
    hands = np.where(solution.chosen == SPLIT, low.worth[1], 1.0)
    tens = split_tens(solution)
    seen = (1.0 - counted.counted[:, TWO_TENS]) * ~np.array(rules.hand.unseen)
    apart = (high.ten_splits - low.ten_splits, split_hands.ten_splits + seen[:, None, None])
    for made, by_kind in zip((wins, hands), apart, strict=True):
        made[:, TWO_TENS] *= 1.0 - tens.sum(axis=(1, 2))
        made[:, TWO_TENS] += (tens * by_kind).sum(axis=(1, 2))
    wins[:, NATURAL], hands[:, NATURAL] = natural_wins(solution), 1.0
    return np.stack([wins, hands])


def natural_wins(solution: Solution) -> Figures:
    """Upcard → the chance that a natural is paid."""
    rules = solution.rules
    seen = solution.played.counted[:, NATURAL]
    paid: Figures = seen * (rules.natural > 0) + (1.0 - seen) * (rules.tied_natural > 0)
    if solution.takes_even_money(Rank.ACE):
        paid[0] = 1.0
    return paid
