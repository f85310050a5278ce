"""The exact figures of a mystery meter over many awards.

The secret value is uniform over whole cents and every stake lifts the meter equally, so each value
determines the wager that hits it. An award is paid in whole cents: the fraction of a cent, or what
exceeds the maximum, is where the next climb starts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from pitboss.errors import cited
from pitboss.money import Cents, show_money
from pitboss.progressive.meter import MeterState
from pitboss.progressive.secret import Mystery

MOST_STARTS: Final = 100
"""The most starts of a climb that are followed."""


@dataclass(frozen=True, slots=True)
class MysteryAwards:
    """The figures of a mystery meter over many awards, in cents."""

    mean: Fraction
    central: tuple[Fraction, Fraction, Fraction]
    """Second, third and fourth moment about the mean."""
    wagers: Fraction
    """Mean number of wagers from one award to the next."""
    least: Cents
    most: Cents


@dataclass(frozen=True, slots=True)
class Climb:
    """From one start to the next award, every secret value counted once."""

    values: int
    wagers: int
    powers: tuple[int, int, int, int]
    """Award less seed, to the first four powers."""
    least: Cents
    most: Cents
    then: Mapping[Fraction, int]
    """Where the next climb starts, in cents above the seed → values that lead there."""


@lru_cache(maxsize=256)
def awards(meter: MeterState, mystery: Mystery, stake: Cents) -> MysteryAwards:
    """What a new meter pays if every stake is this one."""
    climbs = _climbs(meter, mystery, stake)
    often = _lasting(
        {
            start: {then: Fraction(n, climb.values) for then, n in climb.then.items()}
            for start, climb in climbs.items()
        }
    )
    wagers = Fraction(0)
    raw = [Fraction(0)] * 4
    for start, share in often.items():
        climb = climbs[start]
        wagers += share * climb.wagers / climb.values
        raw = [
            made + share * power / climb.values
            for made, power in zip(raw, climb.powers, strict=True)
        ]
    one, two, three, four = raw
    central = (
        two - one**2,
        three - 3 * one * two + 2 * one**3,
        four - 4 * one * three + 6 * one**2 * two - 3 * one**4,
    )
    least, most = min(climbs[s].least for s in often), max(climbs[s].most for s in often)
    return MysteryAwards(meter.seed + one, central, wagers, least, most)


def next_wager(meter: MeterState, mystery: Mystery, stake: Cents) -> tuple[Fraction, Cents]:
    """Chance that the next stake hits a meter as it is, and what it then pays."""
    low, high = mystery.span(meter)
    lifted = meter.contribute(stake)
    hit = min(mystery.highest_hit(lifted.shown + lifted.overflow), high)
    return Fraction(max(0, hit - low + 1), high - low + 1), lifted.display


def _climbs(meter: MeterState, mystery: Mystery, stake: Cents) -> dict[Fraction, Climb]:
    """Start → climb, for every start that a new meter can reach."""
    added, limit = meter.contribution(stake), meter.limit
    if limit is None or not 0 < added <= limit - meter.seed:
        raise cited(
            meter.clause,
            f"stakes of {show_money(stake)} do not raise {meter.called} step by step from its "
            "minimum to its maximum.",
        )
    climbs: dict[Fraction, Climb] = {}
    found = [Fraction(0)]
    while found:
        start = found.pop()
        climbs[start] = _climb(meter, mystery, added, start)
        found += [then for then in climbs[start].then if then not in climbs]
        if len({*climbs, *found}) > MOST_STARTS:
            raise cited(
                meter.clause,
                f"stakes of {show_money(stake)} put {meter.called} at too many fractions of a "
                "cent to follow exactly: use a stake of whole dollars.",
            )
    return climbs


def _climb(meter: MeterState, mystery: Mystery, added: Fraction, start: Fraction) -> Climb:
    """One climb, with all amounts as whole parts of a cent."""
    low, high = mystery.span(replace(meter, shown=meter.seed + start))
    parts = math.lcm(added.denominator, start.denominator)
    step, base = int(added * parts), int((meter.seed + start) * parts)
    least = most = wager = wagers = 0
    powers = [0, 0, 0, 0]
    then: Counter[int] = Counter()
    unhit = low
    while unhit <= high:
        wager = max(wager + 1, -((base - unhit * parts) // step))  # earlier ones hit nothing
        amount = base + wager * step
        hit = min(mystery.highest_hit(amount, parts), high)
        if values := hit - unhit + 1:
            award = amount // parts
            if meter.limit is not None:
                award = min(award, meter.limit)
            least, most = least or award, award
            wagers += values * wager
            for power in range(4):
                powers[power] += values * (award - meter.seed) ** (power + 1)
            then[amount - award * parts] += values
            unhit = hit + 1
    one, two, three, four = powers
    starts = {Fraction(above, parts): values for above, values in then.items()}
    return Climb(high - low + 1, wagers, (one, two, three, four), least, most, starts)


def _lasting(chain: Mapping[Fraction, Mapping[Fraction, Fraction]]) -> dict[Fraction, Fraction]:
    """How often each start occurs in the long run: states are eliminated one by one."""
    closed = min((_reached(chain, start) for start in chain), key=len)
    states = sorted(closed)
    moves = {start: dict(chain[start]) for start in states}
    for number in range(len(states) - 1, 0, -1):
        last, kept = states[number], states[:number]
        leaves = sum((moves[last].get(to, Fraction(0)) for to in kept), Fraction(0))
        for start in kept:
            comes = moves[start][last] = moves[start].get(last, Fraction(0)) / leaves
            for to in kept if comes else ():
                onward = comes * moves[last].get(to, Fraction(0))
                moves[start][to] = moves[start].get(to, Fraction(0)) + onward
    often = {states[0]: Fraction(1)}
    for state in states[1:]:
        comes_from = (often[start] * moves[start][state] for start in often)
        often[state] = sum(comes_from, Fraction(0))
    total = sum(often.values())
    return {state: share / total for state, share in often.items()}


def _reached(
    chain: Mapping[Fraction, Mapping[Fraction, Fraction]], start: Fraction
) -> frozenset[Fraction]:
    """The starts that one eventually leads to."""
    reached: set[Fraction] = set()
    left = [start]
    while left:
        state = left.pop()
        if state not in reached:
            reached.add(state)
            left += chain[state]
    return frozenset(reached)
