"""The result of a run for each wager: its mean and error, its proof, and whether they agree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from pitboss.analysis.sheet import Outcome, Sheet
from pitboss.analysis.workers import Cluster, address_of, threads_of
from pitboss.progressive.meter import MeterState
from pitboss.rulebook.schema import Wager
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.run import Run
from pitboss.simulate.side_wagers import SimulatedTable, SimulatedWager
from pitboss.simulate.totals import RunPlan, Totals
from pitboss.table.houses.filed_meters import Metered
from pitboss.table.houses.opening import Open

SCHEMA: Final = "pitboss.simulation/1"
MAIN: Final = "main wager"
FALSE_ALARMS: Final = 0.001
"""The share of sound runs that are beyond the bound by chance."""
FEW: Final = 25
"""A hand expected less often is counted, but not judged: its frequency is far from normal."""


def bound(lines: int) -> float:
    """The greatest z that chance allows among this many lines.

    >>> round(bound(1), 2), round(bound(10), 2)
    (3.29, 3.89)
    """
    return NormalDist().inv_cdf(1 - FALSE_ALARMS / (2 * max(lines, 1)))


def _number(value: float) -> float | None:
    """A figure for JSON; `None` where nothing was dealt."""
    return None if math.isnan(value) else value


@dataclass(frozen=True, slots=True)
class SimulatedLine:
    """One wager of a run; amounts are in units of its stake, without what meters pay."""

    wager: str
    name: str
    times: int
    """Stakes that were settled: one per box and round in which it was placed."""
    staked: Fraction
    returned: Fraction
    mean: float
    """The player's result per unit staked; of the main wager, per unit of the first stake."""
    error: float
    proof: float | None = None
    z: float | None = None
    unproved: str = ""
    """Why there is no proof to compare with."""
    rare: tuple[tuple[str, int, float], ...] = ()
    """Hands too rare to be judged: how often they occurred, and how often they were expected."""

    @property
    def form(self) -> dict[str, Any]:
        return asdict(self) | {
            "staked": float(self.staked),
            "returned": float(self.returned),
            "mean": _number(self.mean),
            "error": _number(self.error),
            "rare": [
                {"hand": name, "times": times, "expected": expected}
                for name, times, expected in self.rare
            ],
        }


@dataclass(frozen=True, slots=True)
class Simulation:
    """A run, or as much of it as was dealt."""

    game: str
    name: str
    decks: int
    boxes: int
    strategy: str
    plan: RunPlan
    rounds: int
    seconds: float
    cores: int
    lines: tuple[SimulatedLine, ...]
    judged: bool = True
    """Whether the proofs apply to what was dealt: a fixed number of rounds from each shoe."""
    complete: bool = True
    filed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    engine: str = "kernel"
    device: str = "cpu"
    cluster: str = ""
    """The address of the cluster that dealt it."""
    meters: tuple[MeterRun, ...] = ()
    spread: dict[str, int] = field(default_factory=dict)
    """What a box netted on the main wager, in units → how often."""

    @property
    def worst(self) -> float:
        """The greatest deviation of any line from its proof."""
        return max((abs(each.z) for each in self.lines if each.z is not None), default=0.0)

    @property
    def bound(self) -> float:
        return bound(sum(each.z is not None for each in self.lines))

    @property
    def agrees(self) -> bool:
        """Whether no line is further from its proof than chance allows."""
        return not self.judged or self.worst <= self.bound

    @property
    def form(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "game": self.game,
            "name": self.name,
            "decks": self.decks,
            "boxes": self.boxes,
            "strategy": self.strategy,
            "per_shoe": self.plan.per_shoe or None,
            "rounds": self.rounds,
            "complete": self.complete,
            "seconds": round(self.seconds, 3),
            "rounds_per_second": round(self.rounds / self.seconds) if self.seconds else None,
            "cores": self.cores,
            "device": self.device,
            "cluster": self.cluster or None,
            "engine": self.engine,
            "seed": self.plan.seed,
            "lines": [each.form for each in self.lines],
            "worst_z": self.worst,
            "bound": self.bound,
            "judged": self.judged,
            "agrees": self.agrees,
            "meters": [each.form for each in self.meters],
            "spread": self.spread,
            "filed": list(self.filed),
            "notes": list(self.notes),
        }


CUT_CARD: Final = (
    "dealt to the cut card: rounds from shoes that have used few cards count more often, which "
    "moves blackjack by about −0.02 points and Buster by +0.01; only a fixed number of rounds "
    "from each shoe is judged by the proofs"
)


def simulation_of(
    run: Run,
    jobs: int | Cluster,
    complete: bool,
    filed: tuple[str, ...] = (),
    device: str = "cpu",
) -> Simulation:
    """The result of a run."""
    table, totals = run.table, run.totals
    lines = [_main(table, totals)]
    for number, wager in enumerate(table.wagers):
        lines.append(_side(table, totals, number, wager))
    fixed = bool(run.plan.per_shoe)
    unit, middle = table.unit, len(totals.spread) // 2
    game = table.opened.game
    return Simulation(
        game=game.id,
        name=game.name,
        decks=table.opened.terms.decks,
        boxes=table.boxes,
        strategy=table.play_name,
        plan=run.plan,
        rounds=totals.rounds,
        seconds=totals.seconds,
        cores=threads_of(jobs),
        cluster=address_of(jobs),
        lines=tuple(lines),
        judged=fixed,
        complete=complete,
        filed=filed,
        notes=table.notes if fixed else (*table.notes, CUT_CARD),
        device=device,
        meters=meter_runs(table, totals, run.plan.seed) if isinstance(table, FastTable) else (),
        spread={
            str(Fraction(at - middle, unit)): int(many)
            for at, many in enumerate(totals.spread)
            if many
        },
    )


def _main(table: SimulatedTable[Any], totals: Totals) -> SimulatedLine:
    unit = table.unit
    times, won, *_, staked = (int(each) for each in totals.sums[0])
    mean, error = (won / times / unit if times else math.nan), totals.error(0, unit)
    proof = table.expectation
    return SimulatedLine(
        wager=table.opened.procedure.main,
        name=MAIN,
        times=times,
        staked=Fraction(staked, unit),
        returned=Fraction(staked + won, unit),
        mean=mean,
        error=error,
        proof=proof,
        z=(mean - proof) / error if error > 0 else None,
    )


def _side(
    table: SimulatedTable[Any], totals: Totals, number: int, wager: SimulatedWager[Any]
) -> SimulatedLine:
    unit = wager.unit
    times, won = (int(each) for each in totals.sums[number + 1, :2])
    mean, error = (won / times / unit if times else math.nan), totals.error(number + 1, unit)
    sheet, unproved = table.proofs[wager.key]
    staked = Fraction(times * wager.at_risk)
    seen = totals.seen(number, wager.table.keys)
    z: float | None = None
    rare: tuple[tuple[str, int, float], ...] = ()
    if sheet and any(seen.values()):
        z, rare = _judged(wager, sheet, seen, times, error)
    elif sheet and error > 0:  # a GPU counts no hands, only what they net
        z = (mean - float(sheet.fixed_return - wager.at_risk)) / error
    return SimulatedLine(
        wager=wager.key,
        name=wager.offer.wager.name,
        times=times,
        staked=staked,
        returned=staked + Fraction(won, unit),
        mean=mean,
        error=error,
        proof=float(sheet.fixed_return - wager.at_risk) if sheet else None,
        z=z,
        unproved=unproved,
        rare=rare,
    )


def _judged(
    wager: SimulatedWager[Any], sheet: Sheet, seen: dict[Any, int], times: int, error: float
) -> tuple[float | None, tuple[tuple[str, int, float], ...]]:
    """Deviations from the proof by its own spread, of all hands that are not too rare.

    Boxes of a round share cards, so that the spread between shoes may be greater than the proved
    one of independent wagers: then it is taken.
    """
    rare = []
    off, mean, square = 0.0, 0.0, 0.0
    whole, second = 0.0, 0.0
    for line in sheet.outcomes:
        chance, net = float(line.probability), float(line.fixed) - wager.at_risk
        whole, second = whole + chance * net, second + chance * net**2
        came, expected = seen.get(line.key, 0), times * chance
        if expected < FEW:
            if line.ways or came:
                rare.append((line.name, came, expected))
            continue
        off += (came - expected) * net
        mean, square = mean + chance * net, square + chance * net**2
    spread, every = square - mean**2, second - whole**2
    wider = max(1.0, error**2 * times / every) if every > 0 and not math.isnan(error) else 1.0
    if spread <= 0:
        return None, tuple(rare)
    return off / math.sqrt(times * spread * wider), tuple(rare)


# -- what a run does to the meters of its table: fed by every stake, paid out by every award -------


MOST_AWARDS: Final = 200_000
"""A meter with more awards than this is left out."""


@dataclass(frozen=True, slots=True)
class MeterRun:
    """A meter after a run: exact by its own rules, the awards at places drawn at random."""

    name: str
    wagers: int
    awards: tuple[tuple[str, Fraction, int, int], ...]
    """Hand, share, how often it occurred and the cents that it was paid."""
    state: MeterState
    seeded: Fraction
    """What the house paid in to reseed it."""

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

    A run counts the awards of each hand, not when they occurred. Given their number, every order
    and every place among the wagers is equally likely, and one is drawn by the seed.
    """
    made = []
    for number, wager in enumerate(table.wagers):
        sheet, _ = table.proofs[wager.key]
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
    state, began, paid, before = meter, meter.seeded, [0] * len(hands), 0
    for place, kind in zip(places.tolist(), kinds.tolist(), strict=True):
        state = state.contribute(stake, place - before)
        award, state = state.award(hands[kind][1])
        paid[kind] += award
        before = place
    state = state.contribute(stake, wagers - before)
    awards = tuple((*hand, cents) for hand, cents in zip(hands, paid, strict=True))
    return MeterRun(name, wagers, awards, state, state.seeded - began)
