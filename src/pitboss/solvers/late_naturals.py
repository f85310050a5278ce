"""What the hands of a split lose to a natural that is found only once all of them are played.

A hand that busted has lost all its stakes. Of one that stands, a natural takes what was staked
before the deal, which lies on the hand first dealt; and what was added since, as far as the terms
say so. A 21 may have won before.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from pitboss.solvers.blackjack import DOUBLE, Acts, Figures
from pitboss.solvers.compositions import compositions
from pitboss.solvers.factors import ALONE, Factors, Keys, Products, card_keys
from pitboss.solvers.moments import BETS, HandNet, Part, begun_hand, by_second, played_on
from pitboss.solvers.rules import HandRules
from pitboss.solvers.split_bets import split_unlike


def lost_split(
    pair: int, limit: int, second: Acts, acts: Acts, rules: HandRules, alike: Figures | None
) -> HandNet:
    """A pair, by value, that is split to at most `limit` hands, given a natural.

    `alike` is the chance that this many cards of its value make a pair with it, if not all do.
    """
    listed = begun_hand(pair, second, acts)
    first, others = (
        by_second(pair, listed, partial(_lost_hand, rules, taken))
        for taken in (1.0, float(rules.other_loss))
    )
    return split_unlike(pair, limit, first, others, alike)


def lost_double(row: int, acts: Acts, rules: HandRules) -> HandNet:
    """Two cards that are doubled, given a natural."""
    return _lost_hand(rules, 1.0, *played_on(row, DOUBLE, acts))


def lost_from_one(card: int, second: Acts, acts: Acts, taken: float, rules: HandRules) -> HandNet:
    """A hand begun with one card, as `from_one` takes it, of which a natural takes so much."""
    begun, lost, ended, orders = begun_hand(card, second, acts)
    return _lost_hand(rules, taken, begun, lost, ended, orders[:, [0, 2]] + orders[:, [1, 3]])


def _lost_hand(
    rules: HandRules, taken: float, begun: Keys, lost: Figures, ended: Keys, orders: Figures
) -> HandNet:
    """One hand, as `alone` takes it, of which a natural takes so much if it stands.

    Whatever total it stands on, that is less of a loss than a bust; a 21 may have won before.
    """
    from pitboss.solvers.kernels.products import LOSS, pair_of

    bets, late = np.array(BETS), taken + np.array([0.0, rules.double_loss])
    total = compositions().total[ended][:, None]
    takes = np.where((total == 21) & rules.at_once, -rules.win * bets, late)
    takes = np.where(total > 21, bets, takes)
    keys = np.concatenate([begun, card_keys()[ended]])
    kept = (orders * (bets - takes)).sum(axis=1)
    squares = (orders * (takes**2 - bets**2)).sum(axis=1)
    factors = Factors(keys, np.full(keys.size, LOSS), np.concatenate([-lost, kept]))
    return HandNet(
        (Part(factors, ALONE),),
        Products(keys + pair_of(LOSS, LOSS), np.concatenate([lost**2, squares])),
    )
