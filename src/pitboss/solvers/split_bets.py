"""Split hands of which the one that was dealt first nets otherwise than the others.

An ante may ride with it alone (58 Pa. Code § 633c.4, reading D-12), and a dealer's natural that is
found only at the end may take its stake alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from pitboss.solvers.blackjack import Figures, PlayedShoe
from pitboss.solvers.factors import Keys, joined
from pitboss.solvers.moments import (
    HandNet,
    all_parts,
    all_squares,
    all_twos,
    alone,
    begun_hand,
    by_second,
    split,
)
from pitboss.solvers.rules import RoundRules
from pitboss.solvers.split_orders import first_counts, split_counts
from pitboss.solvers.ten_kinds import by_value


def split_of(
    rules: RoundRules, played: PlayedShoe, up: int, pair: int, alike: Figures | None = None
) -> HandNet:
    """What comes of a pair, by value, that is split against an upcard.

    `alike` is the chance that this many cards of its value make a pair with it, if not all do.
    """
    limit, second, acts = rules.limit(pair), played.seconds[up, pair], played.acts[up]
    if not rules.rider:
        return split(pair, limit, second, acts, alike=alike)
    listed, main = begun_hand(pair, second, acts), 1.0 - rules.rider
    first, others = (
        by_second(pair, listed, partial(_bet, bets))
        for bets in ((1.0, 1.0 + main), (main, 2.0 * main))
    )
    return split_unlike(pair, limit, first, others, alike)


def _bet(
    bets: tuple[float, float], begun: Keys, lost: Figures, ended: Keys, orders: Figures
) -> HandNet:
    """One hand, as `alone` takes it, with these bets as it was and doubled."""
    once, twice = bets
    return alone(begun, np.where(lost > 1.0, twice, once * lost), ended, orders, bets)


def split_unlike(
    pair: int,
    limit: int,
    first: Sequence[HandNet],
    others: Sequence[HandNet],
    alike: Figures | None,
) -> HandNet:
    """All hands of a split, of which the first and the others are, by second card, as given."""
    (every, _), (one, two) = split_counts(limit), split_counts(limit, beside_first=True)
    one_first, one, two, both = (
        by_value(each, alike) for each in (every - one, one, two, 2.0 * first_counts(limit))
    )
    return HandNet(
        (*all_parts(pair, first, one_first), *all_parts(pair, others, one)),
        joined(all_squares(pair, first, one_first), all_squares(pair, others, one)),
        (*all_twos(pair, others, others, two), *all_twos(pair, first, others, both)),
    )
