"""A cluster of processes: the results of one core, whichever worker dies, and no process left
behind.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from pitboss import cli
from pitboss.analysis import workers
from pitboss.analysis.workers import Cluster, ClusterError, open_cluster
from pitboss.rulebook.load import Rulebook
from pitboss.simulate import engine, run
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.run import Run
from pitboss.simulate.totals import RunPlan, Totals
from pitboss.table.houses.default_house import Wish, file_house, find_game
from tests.simulate.test_run import same

LONG = 60.0
"""Seconds that something may take on a busy machine before it is taken to hang."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with open_cluster("local:2") as opened:
        yield opened


def address(cluster: Cluster) -> str:
    """Where its scheduler listens."""
    return str(cluster.client.scheduler.address)


def test_a_table_of_the_engine_is_dealt_on_a_cluster(
    cluster: Cluster, book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "LEAST", 1)
    monkeypatch.setattr(engine, "PART", 8)
    opened = file_house(book, find_game(book, "3-card-21-n-done"), Wish()).opened
    here = engine.engine_run(book, opened, RunPlan(20), jobs=1)
    there = engine.engine_run(book, opened, RunPlan(20), jobs=cluster)
    assert there.lines == here.lines
    assert len(here.lines) > 1
    assert (there.rounds, there.cores, there.cluster) == (20, 2, "local:2")


def test_proofs_of_a_cluster_are_those_of_one_machine(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wager with other readings, which are units of their own."""
    words = ["prove", "colorado/pair-xxx", "--all-readings"]
    for name, how in (("here", ("--jobs", "1")), ("there", ("--cluster", address(cluster)))):
        assert cli.run([*words, *how, "--folder", str(tmp_path / name)]) == 0
    here, there = (
        {path.name: path.read_bytes() for path in (tmp_path / name).rglob("*.txt")}
        for name in ("here", "there")
    )
    assert here
    assert here == there


# -- what does not work is one message -------------------------------------------------------------


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.run([*words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


SIMULATE = ("simulate", "pennsylvania/blackjack", "--strategy", "basic", "--cluster")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("10.0.0.5",), "--cluster takes tcp://host:port of a Dask scheduler, or local:4, not"),
        (("local:0",), "A local cluster has 1 to 256 processes, not 0."),
        (("local:2", "--cores", "2"), "--cores cannot be combined with --cluster."),
        (("local:2", "--report", "session"), "--report cannot be combined with --cluster."),
        (("local:2", "--device", "cuda"), "--device cannot be combined with --cluster."),
    ],
)
def test_bad_input_is_one_message(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert said in refused(capsys, *SIMULATE, *words)


def test_prove_takes_a_cluster_or_processes(capsys: pytest.CaptureFixture[str]) -> None:
    for other in (("--check",), ("--jobs", "2")):
        said = refused(capsys, "prove", "perfect-pairs", "--cluster", "local:2", *other)
        assert "--cluster cannot be combined with --check or --jobs." in said


def test_a_cluster_that_does_not_answer_is_one_message(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A port that is taken and silent, so that nobody else can answer there."""
    monkeypatch.setattr(workers, "PATIENCE", 0.5)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        where = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        assert f"The cluster {where} does not answer." in refused(capsys, *SIMULATE, where)


def test_a_worker_of_another_pitboss_is_refused(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "source_digest", lambda: "another")
    with pytest.raises(ClusterError, match="runs a different version of pitboss"):
        list(cluster.in_order(sum, (1, 2), [3]))


def test_a_worker_killed_in_mid_run_loses_nothing(
    cluster: Cluster, book: Rulebook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The tasks that it held are dealt again; the answer is that of one core."""
    monkeypatch.setattr(run, "CHUNK", 2_000)
    monkeypatch.setattr(run, "CHUNKS_OF_TASK", 2)
    opened = file_house(book, find_game(book, "pennsylvania/blackjack"), Wish(6)).opened
    table, plan = FastTable(opened, 2, "basic"), RunPlan(40_000, 7, 10)
    one, many = Run(table, plan), Run(table, plan)
    assert one.go(1)
    victim = next(iter(cluster.client.run(os.getpid).values()))

    def kill(totals: Totals) -> None:
        if totals.chunks == 3:
            os.kill(victim, signal.SIGKILL)

    assert one.chunks > 30
    assert many.go(cluster, tmp_path / "night.json", kill)
    assert not psutil.pid_exists(victim)
    assert same(one.totals, many.totals)
    assert (tmp_path / "night.json").exists()


HOLDS = f"""
import time
from pitboss.analysis.workers import open_cluster
with open_cluster("local:1"):
    time.sleep({LONG})
"""


def test_a_killed_command_leaves_no_process_behind() -> None:
    command = [sys.executable, "-c", HOLDS]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as started:
        children: list[psutil.Process] = []
        waiting = time.monotonic() + LONG
        while len(children) < 2:  # a worker, and the tracker of its semaphores
            assert time.monotonic() < waiting
            time.sleep(0.05)
            children = psutil.Process(started.pid).children(recursive=True)
        started.kill()
    _, alive = psutil.wait_procs(children, LONG)
    assert alive == []
