"""How fast rounds are simulated: python benchmarks/simulate.py [seconds]

Prints each figure beside its target, and beside a plain C program and a plain Numba loop that play
six-deck basic strategy with doubles and splits, card by card from a shoe, in the same run. Each is
measured by process CPU time in many short turns, one after the other; the best turn and the median
are printed. On a shared machine compare ratios, not speeds: neighbors slow most turns.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import pitboss  # noqa: E402
from pitboss.rulebook.load import load  # noqa: E402
from pitboss.simulate.fast_table import FastTable  # noqa: E402
from pitboss.simulate.kernel_tables import simulated_table, usual_rounds  # noqa: E402
from pitboss.simulate.run import Run  # noqa: E402
from pitboss.simulate.side_wagers import SimulatedTable  # noqa: E402
from pitboss.simulate.totals import RunPlan  # noqa: E402
from pitboss.solvers.charts import Chart, best_chart  # noqa: E402
from pitboss.table.houses.default_house import Wish, file_house, find_game  # noqa: E402

BOOK = load()
SIDES = ("perfect-pairs", "three-card-poker", "buster-blackjack")
TURNS = 25
TURNS_OF_CORES = 7


def table(
    name: str, sides: tuple[str, ...], boxes: int = 1, strategy: str = "chart", **terms: str
) -> FastTable:
    """A table of six decks."""
    filed = file_house(BOOK, find_game(BOOK, name), Wish(6, sides, terms))
    return FastTable(filed.opened, boxes, strategy)


def other(name: str, *sides: str) -> SimulatedTable[Any]:
    """A table of a game that is not standard blackjack, with one box."""
    return simulated_table(
        file_house(BOOK, find_game(BOOK, name), Wish(None, sides)).opened, 1, "best"
    )


def chart_arrays(chart: Chart) -> list[np.ndarray]:
    """A chart as the yardsticks take it: rows by total or pair, ten upcards, the ace first."""
    acts = {"S": 0, "H": 1, "D": 2, "d": 3, "R": 1, "r": 0, "P": 1, "-": 0}
    made = []
    for rows, size in ((chart.hard, 22), (chart.soft, 22), (chart.pairs, 10)):
        cells = np.zeros((size, 10), np.uint8)
        for number, (row, letters) in enumerate(rows.items()):
            at = number if size == 10 else int(row)
            cells[at] = [acts[letters[(up - 1) % 10]] for up in range(10)]
        made.append(cells.ravel())
    return made


def c_yardstick(folder: str, charts: list[np.ndarray]) -> Callable[[int], int]:
    """The C program, compiled with -O2."""
    library = Path(folder) / "blackjack.so"
    source = ROOT / "benchmarks" / "blackjack.c"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    run = ctypes.CDLL(str(library)).run
    run.restype = ctypes.c_int64
    run.argtypes = [ctypes.c_int64, ctypes.c_uint64, *[ctypes.c_char_p] * 3]
    given = [each.tobytes() for each in charts]
    return lambda rounds: int(run(rounds, 1, *given))


# -- the plain Numba loop --------------------------------------------------------------------------


@numba.njit
def draw(shoe: Any, at: Any, state: Any) -> Any:
    """The next card; the place in the shoe and the generator's state are arrays of one cell."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    word = (x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
    left = np.uint64(shoe.size - at[0])
    pick = at[0] + np.int64((word * left) >> np.uint64(32))
    card = shoe[pick]
    shoe[pick] = shoe[at[0]]
    shoe[at[0]] = card
    at[0] += 1
    return np.int64(card)


@numba.njit
def value(hard: Any, aces: Any) -> Any:
    return hard + 10 if aces and hard <= 11 else hard


@numba.njit
def plain(rounds: Any, shoe: Any, hard: Any, soft: Any, pairs: Any) -> Any:
    """The same game in plain Python; returns twice what this many rounds net."""
    at, state = np.zeros(1, np.int64), np.full(1, 88172645463325252, np.uint64)
    totals, stakes = np.zeros(8, np.int64), np.zeros(8, np.int64)
    waiting = np.zeros(8, np.int64)
    net = 0
    for _ in range(rounds):
        if at[0] >= 234:
            at[0] = 0
        a, up = draw(shoe, at, state), draw(shoe, at, state)
        b, hole = draw(shoe, at, state), draw(shoe, at, state)
        natural = value(a + b, a == 1 or b == 1) == 21
        theirs = value(up + hole, up == 1 or hole == 1) == 21
        if natural or theirs:
            net += 0 if natural and theirs else 3 if natural else -2
            continue
        done, left, made = 0, 0, 1
        split = a == b and pairs[(a - 1) * 10 + up - 1]
        if split:
            waiting[0], waiting[1], left, made = a, a, 2, 2
        while done == 0 or left:
            if split:
                left -= 1
                first = waiting[left]
                card = draw(shoe, at, state)
                if first != 1 and card == first and made < 4 and split:
                    waiting[left], waiting[left + 1] = first, first
                    left += 2
                    made += 1
                    continue
                sum_, aces, cards = first + card, first == 1 or card == 1, 2
            else:
                first, sum_, aces, cards = 0, a + b, a == 1 or b == 1, 2
            stake = 1
            while first != 1:
                now = value(sum_, aces)
                if now >= 21:
                    break
                rows = soft if aces and sum_ <= 11 else hard
                act = rows[now * 10 + up - 1]
                if act >= 2 and cards > 2:
                    act = 1 if act == 2 else 0
                if act == 0:
                    break
                card = draw(shoe, at, state)
                sum_, aces, cards = sum_ + card, aces or card == 1, cards + 1
                if act >= 2:
                    stake = 2
                    break
            totals[done], stakes[done] = value(sum_, aces), stake
            done += 1
        live = False
        for hand in range(done):
            live = live or totals[hand] <= 21
        sum_, aces = up + hole, up == 1 or hole == 1
        while live and value(sum_, aces) < 17:
            card = draw(shoe, at, state)
            sum_, aces = sum_ + card, aces or card == 1
        final = value(sum_, aces)
        for hand in range(done):
            points, stake = totals[hand], 2 * stakes[hand]
            if points > 21:
                net -= stake
            elif final > 21 or points > final:
                net += stake
            elif points < final:
                net -= stake
    return net


def numba_yardstick(charts: list[np.ndarray]) -> Callable[[int], int]:
    ranks = np.arange(312) % 13
    shoe = np.where(ranks >= 9, 10, ranks + 1).astype(np.uint8)
    return lambda rounds: int(plain(rounds, shoe, *charts))


# -- the figures -----------------------------------------------------------------------------------


def chunks_of(made: SimulatedTable[Any], per_shoe: int, hands: int = 1) -> Callable[[int], int]:
    """Deals chunks of a run until this many hands of a box are dealt; returns how many were."""
    run = Run(made, RunPlan(10**12, 1, per_shoe))
    run.prepare()

    def deal(rounds: int) -> int:
        done = chunk = 0
        while done < rounds:
            done += run.deal(chunk).rounds * made.boxes * hands
            chunk += 1
        return done

    return deal


def cpu(work: Callable[[int], int], rounds: int, dealt: bool) -> float:
    """Millions of rounds a second of one core."""
    began = time.process_time()
    done = work(rounds)
    return (done if dealt else rounds) / (time.process_time() - began) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seconds", nargs="?", type=float, default=0.1)
    seconds = parser.parse_args().seconds
    bare = table("pennsylvania/blackjack", (), surrender="none")
    charts = chart_arrays(best_chart(bare.rules)[0])
    sided = table("pennsylvania/blackjack", SIDES, surrender="none")
    with tempfile.TemporaryDirectory() as folder:
        works: dict[str, tuple[Callable[[int], int], bool, str]] = {
            "plain C, -O2": (c_yardstick(folder, charts), False, ""),
            "plain Numba": (numba_yardstick(charts), False, ""),
            "bare, to the cut card": (chunks_of(bare, 0), True, ">= 2.0 x C"),
            "bare, fixed rounds": (chunks_of(bare, usual_rounds(bare)), True, ">= 2.0 x C"),
            "three wagers": (chunks_of(sided, 0), True, ">= 1.6 x C"),
            "surrender": (chunks_of(table("pennsylvania/blackjack", ()), 0), True, ">= 1.0 x C"),
            "no hole card read": (
                chunks_of(table("south_dakota/blackjack", (), peek="none"), 0), True, ">= 1.0 x C",
            ),
            "seven boxes": (
                chunks_of(table("pennsylvania/blackjack", (), 7, surrender="none"), 0), True,
                ">= 1.0 x C",
            ),
            "Blackjack Switch, a hand": (
                chunks_of(other("blackjack-switch"), 0, hands=2), True, ">= 1.0 x C",
            ),
            "3 Card Shine, Pair XXX": (chunks_of(other("3-card-shine"), 1), True, ">= 60 M"),
            "Pai Jack": (chunks_of(other("pai-jack"), 1), True, ">= 40 M"),
            "Pai Jack with its bonus": (
                chunks_of(other("pai-jack", "pai-jack-bonus"), 1), True, "",
            ),
            "settle_many, three cards": (settled, True, ">= 50 M"),
            "and the cents of each": (settled_in_cents, True, ""),
        }  # fmt: skip
        speeds: dict[str, list[float]] = {name: [] for name in works}
        many = {}
        for name, (work, dealt, _) in works.items():
            cpu(work, 20_000, dealt)
            many[name] = int(cpu(work, 200_000, dealt) * 1e6 * seconds)
        for _ in range(TURNS):
            for name, (work, dealt, _) in works.items():
                speeds[name].append(cpu(work, many[name], dealt))
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
          f"Python {platform.python_version()}, Numba {numba.__version__}, "
          f"{TURNS} turns, load {os.getloadavg()[0]:.1f}")  # fmt: skip
    print(f"{'':<24} {'best M/s':>8} {'x C':>6} {'median':>8} {'x C':>6}  target")
    yard = speeds["plain C, -O2"]
    for name, (_, _, target) in works.items():
        figures = (
            f"{of(speeds[name]):8.1f} {of(speeds[name]) / of(yard):6.2f}"
            for of in (max, statistics.median)
        )
        print(f"{name:<24} {' '.join(figures)}  {target}")
    print_gain(sided, int(400e6 * seconds))


def settled(rounds: int) -> int:
    """Three-card hands in one batch from Python."""
    pitboss.settle_many("pennsylvania/three-card-poker", *HANDS)
    return len(HANDS[0])


def settled_in_cents(rounds: int) -> int:
    """The same, and what each wins."""
    return len(pitboss.settle_many("pennsylvania/three-card-poker", *HANDS).won)


HANDS = [np.random.default_rng(1).integers(0, 52, (4_000_000, n), np.uint8) for n in (2, 1)]


def print_gain(made: FastTable, rounds: int) -> None:
    """What a second core adds, by the clock: one alone, both together, in turn; and by processor
    time, which does not count how long a core was another program's.
    """
    clocks: dict[int, list[float]] = {1: [], 2: []}
    cpus: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(TURNS_OF_CORES):
        for cores in clocks:
            run = Run(made, RunPlan(rounds, 1, 0))
            run.prepare()
            began = time.process_time()
            run.go(cores)
            used = time.process_time() - began
            clocks[cores].append(run.totals.rounds / run.totals.seconds / 1e6)
            cpus[cores].append(cores * run.totals.rounds / used / 1e6)
    for name, speeds in (("the clock", clocks), ("processor time", cpus)):
        one, two = (max(each) for each in speeds.values())
        print(f"three wagers, best of {TURNS_OF_CORES} by {name}: one core {one:.1f} M/s, "
              f"two {two:.1f} M/s, {two / one:.2f} times (target >= 1.9)")  # fmt: skip


if __name__ == "__main__":
    main()
