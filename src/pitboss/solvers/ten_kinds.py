"""Tens that pair by rank: which are split, and how often cards of their value are of their kind.

Hands are played by value. So the rank of each ten that is drawn may be told last, and any of them
is as likely to be of a kind as any other.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.cards import Rank
from pitboss.solvers.blackjack import Figures, Solution
from pitboss.solvers.compositions import row_of
from pitboss.solvers.rules import TENS

TEN: Final = 9
TWO_TENS: Final = row_of((10, 10))


def split_tens(solution: Solution) -> Figures:
    """Upcard × kind of ten shown × kind held → the chance of two such tens, given the upcard's
    value and two tens; zero unless tens pair by rank and these are split.
    """
    made, tens = np.zeros((10, len(TENS), len(TENS))), solution.rules.tens
    if len(tens) == 1:
        return made
    for up, many in enumerate(solution.rules.hand.shoe):
        left = sum(tens) - (up == TEN)
        for shown in range(len(TENS) if up == TEN else 1):
            rank = TENS[shown] if up == TEN else Rank.ACE if up == 0 else Rank(up + 1)
            share = tens[shown] / many if up == TEN and many else float(many > 0)
            for kind, each in enumerate(TENS):
                held = tens[kind] - (up == TEN and kind == shown)
                if share and held > 1 and solution.best((each, each), rank) == "split":
                    made[up, shown, kind] = share * held * (held - 1) / (left * (left - 1))
    return made


def chances_alike(tens: tuple[int, ...], often: Figures, up: int, many: int) -> Figures:
    """The chance that the first tens drawn to two that are split are all of their kind: none of
    them, one, and so on up to so `many`.

    `often` is how often two tens of each kind are split against the upcard.
    """
    made, left = np.zeros(many + 1), sum(tens) - (up == TEN) - 2
    for (shown, kind), share in np.ndenumerate(often / often.sum()):
        held, chance = tens[kind] - (up == TEN and kind == shown) - 2, 1.0
        for n in range(many + 1):
            made[n] += share * chance
            chance *= max(held - n, 0) / max(left - n, 1)
    return made


def by_value(counts: Figures, alike: Figures | None) -> Figures:
    """How often figures count by the values of the second cards, where only a kind makes a pair.

    `counts` is by further pair cards × whether each of some second cards is one, `alike` the chance
    that so many cards of the pair's value are; none if all are. Of second cards of that value, each
    counts as one that is no pair card, but for those that are.
    """
    if alike is None:
        return counts
    if counts.ndim == 1:
        made: Figures = counts * alike[: counts.size]
        return made
    other = by_value(counts[..., 0], alike)
    paired = other + by_value(counts[..., 1] - counts[..., 0], alike[1:])
    return np.stack([other, paired], axis=-1)
