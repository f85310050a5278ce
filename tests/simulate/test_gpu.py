"""Lanes as a GPU deals them, run on one core: the proofs' figures, and the same on any machine."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import Rulebook
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.gpu import GpuTables, Launch, gpu_totals
from pitboss.simulate.gpu_lanes import COLUMNS, RANKS, lane_of
from pitboss.simulate.totals import RunPlan, Totals
from pitboss.table.houses.default_house import Wish, file_house, find_game
from tests.conftest import Ask
from tests.soak import soak

SIDES = ("perfect-pairs", "three-card-poker", "buster-blackjack")


FOUR = ("perfect-pairs", "three-card-poker", "match-the-dealer", "royal-match-21")


@cache
def _on_core(*how: bool) -> Any:
    return lane_of(numba.njit(error_model="numpy"), *how)


def in_python(tables: GpuTables, plan: RunPlan, cut: int, lanes: int) -> Launch:
    """Plain Python refuses a place that an array does not have."""
    return on_core(tables, plan, cut, lanes, lane_of(lambda function: function, *tables.how(plan)))


def on_core(
    tables: GpuTables, plan: RunPlan, cut: int, lanes: int, interpreted: Any = None
) -> Launch:
    """Lanes one after the other on this core: slow, and the same to the last count."""
    deal = interpreted or _on_core(*tables.how(plan))
    suits, one, none = np.zeros(RANKS, np.uint32), np.uint32(1), np.uint32(0)

    def launch(first: int, rounds: int) -> NDArray[np.int64]:
        key, *rest = tables.arguments(plan.seed, rounds, cut, plan.per_shoe)
        out = np.zeros((lanes, COLUMNS), np.int64)
        for number in range(lanes):
            deal(key, first + number, *rest, suits, one, none, out[number])
        return out

    return launch


def table_of(book: Rulebook, *sides: str) -> FastTable:
    opened = file_house(book, find_game(book, "pennsylvania/blackjack"), Wish(6, sides)).opened
    return FastTable(opened)


def judged(table: FastTable, totals: Totals) -> list[float]:
    """How many standard errors each line is away from its proof."""
    made = []
    for line, unit in enumerate([table.tables.unit, *(each.unit for each in table.wagers)]):
        n, won = totals.sums[line, :2]
        proof = table.play.expectation
        if line:
            wager = table.wagers[line - 1]
            sheet, _ = table.proofs[wager.key]
            assert sheet
            proof = float(sheet.fixed_return - wager.at_risk)
        made.append((won / n / unit - proof) / totals.error(line, unit))
    return made


@pytest.mark.parametrize(
    "sides",
    [SIDES, soak(()), soak(FOUR)],
    ids=["three wagers", "bare", "four on the deal"],
)
def test_lanes_agree_with_the_proofs(book: Rulebook, sides: tuple[str, ...]) -> None:
    table = table_of(book, *sides)
    plan = RunPlan(rounds=100_000, seed=3, per_shoe=20)
    totals = gpu_totals(table, plan, how=on_core, lanes=1_000)
    assert totals.rounds == 100_000
    assert all(abs(z) < 4 for z in judged(table, totals))
    staked = totals.sums[0, 5] / totals.sums[0, 0] / table.tables.unit
    assert staked == pytest.approx(1.1316, abs=0.004)


@pytest.mark.parametrize("sides", [SIDES, ()], ids=["three wagers", "bare"])
@pytest.mark.parametrize("how", [in_python, on_core])
def test_a_lane_whose_shoe_runs_out_is_refused(
    book: Rulebook, how: Any, sides: tuple[str, ...]
) -> None:
    """Nothing is read or written beyond its arrays."""
    table = table_of(book, *sides)
    with np.errstate(over="ignore"):
        plan = RunPlan(rounds=1_000, seed=3, per_shoe=100)
        with pytest.raises(NotAllowed, match="A shoe of 312 cards ran out in a round"):
            gpu_totals(table, plan, how=how, lanes=10)
        enough = replace(plan, per_shoe=20)
        assert gpu_totals(table, enough, how=how, lanes=10).rounds == 1_000


def test_what_a_gpu_does_not_deal_is_refused_by_name(book: Rulebook) -> None:
    plan = RunPlan(rounds=1_000)
    with pytest.raises(NotAllowed, match="A GPU deals one box, not 2"):
        gpu_totals(FastTable(table_of(book).opened, 2), plan, how=on_core)
    with pytest.raises(NotAllowed, match="on the ranks of the dealer's hand alone; not Super 4"):
        gpu_totals(table_of(book, "super-4"), plan, how=on_core)


def test_a_gpu_deals_no_other_game_than_standard_blackjack(book: Rulebook) -> None:
    burnout = FastTable(file_house(book, find_game(book, "blackjack-burnout"), Wish()).opened)
    with pytest.raises(NotAllowed, match="Blackjack Burnout is not dealt as standard blackjack"):
        gpu_totals(burnout, RunPlan(rounds=1_000), how=on_core)


def test_a_gpu_that_is_not_there_is_one_message(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    status, out, err = ask("simulate", "--device", "cuda", "--rounds", "1e6")
    assert (status, out) == (2, "")
    assert err == (
        "pitboss: --device cuda needs an NVIDIA GPU, its driver and Numba's CUDA target; none was "
        "found. Leave it out to use the CPU cores.\n"
    )
    said = ask("simulate", "--device", "cuda", "--error", "0.1%")[2]
    assert said == "pitboss: --error cannot be combined with --device cuda.\n"
