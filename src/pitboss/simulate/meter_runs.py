"""What a run does to the meters of its table: fed by every stake, paid out by every award."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from pitboss.analysis.par import Outcome, Sheet
from pitboss.progressive.meter import MeterState
from pitboss.rulebook.schema import Wager
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.totals import Totals
from pitboss.table.houses.offers import Metered
from pitboss.table.houses.opening import Open

MOST_AWARDS: Final = 200_000
"""More awards of one meter are not paid one by one."""


@dataclass(frozen=True, slots=True)
class MeterRun:
    """A meter after a run: exact by its own rules, the awards at places drawn at random."""

    name: str
    wagers: int
    awards: tuple[tuple[str, Fraction, int, int], ...]
    """Hand, share, how often it came and the cents that it was paid."""
    state: MeterState
    seeded: Fraction
    """What the house put in anew."""

    @property
    def form(self) -> dict[str, Any]:
        state = self.state
        return {
            "meter": self.name,
            "wagers": self.wagers,
            "contribution": float(state.contributed) / 100,
            "awards": [
                {"hand": hand, "share": float(share), "times": times, "paid": paid / 100}
                for hand, share, times, paid in self.awards
            ],
            "award": float(state.paid) / 100,
            "resets": state.wins,
            "reset": float(self.seeded) / 100,
            "reserve": float(state.reserve + state.overflow) / 100,
            "shown": float(state.shown) / 100,
        }


def meter_runs(table: FastTable, totals: Totals, seed: int) -> tuple[MeterRun, ...]:
    """Every meter that the hands of a wager are paid from.

    A run counts the awards of each hand, not when they came: given their number, every order and
    every place among the wagers is as likely, and one is drawn by the seed.
    """
    made = []
    for number, wager in enumerate(table.wagers):
        sheet, _ = table.proof(wager)
        if sheet is None or not any(line.shares for line in sheet.outcomes):
            continue
        seen, wagers = totals.seen(number, wager.table.keys), int(totals.sums[number + 1, 0])
        for name, metered, lines in metered_lines(table.opened, wager.offer.wager, sheet):
            hands = [(line.name, share, seen.get(line.key, 0)) for line, share in lines]
            if wagers and sum(times for *_, times in hands) <= MOST_AWARDS:
                made.append(_run(name, metered.state, wager.stake, hands, wagers, seed))
    return tuple(made)


def metered_lines(
    opened: Open, wager: Wager, sheet: Sheet
) -> Iterator[tuple[str, Metered, list[tuple[Outcome, Fraction]]]]:
    """Every meter that hands of a wager are paid from, and each of them with its share."""
    for name, metered in opened.meters.items():
        if metered.is_mystery or metered.wager.id != wager.id:
            continue
        lines = [
            (line, share)
            for line in sheet.outcomes
            for meter, share in line.shares
            if meter == metered.rule.name
        ]
        if lines:
            yield name, metered, lines


def _run(
    name: str,
    meter: MeterState,
    stake: int,
    hands: list[tuple[str, Fraction, int]],
    wagers: int,
    seed: int,
) -> MeterRun:
    chance = np.random.Generator(np.random.Philox(seed))
    kinds = chance.permutation(np.repeat(np.arange(len(hands)), [times for *_, times in hands]))
    places = np.sort(chance.integers(1, wagers + 1, len(kinds)))
    fed = stake if meter.on_first is None else min(stake, meter.on_first)
    state, began, paid, before = replace(meter, on_first=None), meter.seeded, [0] * len(hands), 0
    for place, kind in zip(places.tolist(), kinds.tolist(), strict=True):
        state = state.contribute(fed * (place - before))
        award, state = state.award(hands[kind][1])
        paid[kind] += award
        before = place
    state = state.contribute(fed * (wagers - before))
    awards = tuple((*hand, cents) for hand, cents in zip(hands, paid, strict=True))
    return MeterRun(name, wagers, awards, state, state.seeded - began)
