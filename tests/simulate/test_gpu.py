"""Lanes as a GPU deals them, run on one core: the proofs' figures, and the same on any machine."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import Rulebook
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.gpu import check_device, gpu_totals, on_core
from pitboss.simulate.run import RunPlan, Totals
from pitboss.table.default_house import Wish, file_house, find_game
from tests.conftest import Ask

SIDES = ("perfect-pairs", "three-card-poker", "buster-blackjack")
SAME = """
import numpy as np
from pitboss.rulebook.load import load
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.gpu import GpuTables, on_core, on_gpu
from pitboss.simulate.run import RunPlan
from pitboss.table.default_house import Wish, file_house, find_game
from tests.conftest import Ask
book = load()
opened = file_house(book, find_game(book, "pennsylvania/blackjack"), Wish(6, {sides})).opened
tables, plan = GpuTables(FastTable(opened)), RunPlan(seed=5, per_shoe={per_shoe})
with np.errstate(over="ignore"):
    made = [how(tables, plan, 234, 3)(7, 40) for how in (on_core, on_gpu)]
assert np.array_equal(*made), made
print("same")
"""


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
            sheet, _ = table.proof(wager)
            assert sheet
            proof = float(sheet.fixed_return - wager.at_risk)
        made.append((won / n / unit - proof) / totals.error(line, unit))
    return made


@pytest.mark.parametrize(
    "sides", [SIDES, pytest.param((), marks=pytest.mark.soak)], ids=["three wagers", "bare"]
)
def test_lanes_agree_with_the_proofs(book: Rulebook, sides: tuple[str, ...]) -> None:
    table = table_of(book, *sides)
    plan = RunPlan(rounds=2_000_000, seed=3, per_shoe=20)
    totals = gpu_totals(table, plan, how=on_core, lanes=1_000)
    assert totals.rounds == 2_000_000
    assert all(abs(z) < 4 for z in judged(table, totals))
    staked = totals.sums[0, 5] / totals.sums[0, 0] / table.tables.unit
    assert staked == pytest.approx(1.1316, abs=0.002)


@pytest.mark.soak
@pytest.mark.parametrize(("sides", "per_shoe"), [((), 3), (SIDES, 0)])
def test_a_gpu_counts_what_a_core_counts(sides: tuple[str, ...], per_shoe: int) -> None:
    """On a GPU if there is one; otherwise as Numba simulates one."""
    try:
        check_device()
        how = {}
    except NotAllowed:
        how = {"NUMBA_ENABLE_CUDASIM": "1"}
    said = subprocess.run(
        [sys.executable, "-c", SAME.format(sides=sides, per_shoe=per_shoe)],
        env=os.environ | how,
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.stdout == "same\n", said.stderr[-2_000:]


def test_what_a_gpu_does_not_deal_is_refused_by_name(book: Rulebook) -> None:
    plan = RunPlan(rounds=1_000)
    with pytest.raises(NotAllowed, match="A GPU deals one box, not 2"):
        gpu_totals(FastTable(table_of(book).opened, 2), plan, how=on_core)
    with pytest.raises(NotAllowed, match="on the dealer's hand alone; not Super 4"):
        gpu_totals(table_of(book, "super-4"), plan, how=on_core)


def test_a_gpu_that_is_not_there_is_one_message(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    status, out, err = ask("simulate", "--device", "cuda", "--rounds", "1e6")
    assert (status, out) == (2, "")
    assert err == (
        "pitboss: --device cuda needs an NVIDIA GPU, its driver and Numba's CUDA target; none is "
        "found here. Leave it out to use the cores.\n"
    )
    said = ask("simulate", "--device", "cuda", "--error", "0.1%")[2]
    assert said == "pitboss: --error: not with --device cuda.\n"
