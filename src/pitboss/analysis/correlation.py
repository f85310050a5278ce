"""How the results of two boxes are related: they share the shoe and, if it counts, the upcard.

With the upcard gone the shoe holds nᵢ of card i, and a pair {i, j} is worth Xᵢⱼ. Over all ordered
pairs a box gets nᵀXn − Σ nᵢXᵢᵢ; the second box gets the same with the first box's cards gone.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Final

import numpy as np

from pitboss.analysis.par import Sheet
from pitboss.wagers.array_reader import Deals, classify, holds
from pitboss.wagers.deals import layout, names_suits

GROUPS: Final = ({("player", 2)}, {("player", 2), ("upcard", 1)})
"""The most cards that may decide a wager for this to be computed."""


def spot_correlation(sheet: Sheet) -> Fraction | None:
    """Correlation of one box's result with another's in the same round; `None` if not known."""
    setting = sheet.setting
    counts = setting.shoe.counts
    plan = layout(setting.offer)
    if plan is None or set(plan.groups) not in GROUPS or not sheet.variance:
        return None
    open_up = ("upcard", 1) in plan.groups
    if setting.shoe.size < 4 + open_up:
        return None
    both = 0
    unit = math.lcm(*(o.gross.denominator for o in sheet.outcomes))
    if not open_up:
        both = _both(np.array(counts, object), _worth(sheet, unit, None))
        deals = math.perm(setting.shoe.size, 4)
    else:
        alike = setting.shoe.suits_alike and not names_suits(setting.offer)
        deals = math.perm(setting.shoe.size, 5)
        for up in range(0, 52, 4 if alike else 1):
            if counts[up]:
                left = np.array(counts, object)
                left[up] -= 1
                many = counts[up] * (4 if alike else 1)
                both += many * _both(left, _worth(sheet, unit, up))
    together = Fraction(both, deals * unit * unit)
    return (together - sheet.returns**2) / sheet.variance


def _both(left: Any, worth: Any) -> int:
    """Sum of one box's return times the other's, over all ordered pairs for each."""
    own = np.diag(worth)
    reach = worth @ left
    pairs = np.outer(left, left) - np.diag(left)
    all_pairs = int(left @ reach - left @ own)
    second = all_pairs - 2 * (reach[:, None] + reach[None, :])
    second = second + 2 * (own[:, None] + own[None, :] + worth)
    return int((pairs * worth * second).sum())


def _worth(sheet: Sheet, unit: int, up: int | None) -> Any:
    """What every pair of cards returns with this upcard, in whole units."""
    offer = sheet.setting.offer
    first, second = (axis.ravel() for axis in np.indices((52, 52)))
    columns = [first, second] + ([] if up is None else [np.full(52 * 52, up)])
    groups = {"player": (0, 1), "": tuple(range(len(columns)))}
    if up is not None:
        groups |= {"upcard": (2,), "shown": (0, 1, 2)}
    deals = Deals(
        tuple((c // 4 + 2).astype(np.int8) for c in columns),
        tuple((c % 4).astype(np.int8) for c in columns),
        groups,
    )
    lines = classify(offer, deals)
    times = np.ones(len(deals), int)
    for multiplier in reversed(offer.multipliers):
        times[holds(multiplier.when, deals, offer.hand)] = multiplier.times
    worth = np.zeros(len(deals), object)
    for outcome in sheet.outcomes:
        if not outcome.lost:
            line, many = outcome.key
            worth[(lines == line) & (times == many)] = int(outcome.gross * unit)
    return worth.reshape(52, 52)
