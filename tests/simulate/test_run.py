"""A run: the same answer on any number of cores, kept and resumed, judged by the proofs."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitboss
from pitboss import cli
from pitboss.errors import PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.simulate import engine, results, run
from pitboss.simulate.dealers import shoe_dealer
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.kernel_tables import usual_rounds, why_no_kernel
from pitboss.simulate.kernels import switch
from pitboss.simulate.kernels.lanes import deal_lanes
from pitboss.simulate.kernels.shuffles import key_of, shuffle
from pitboss.simulate.results import bound, simulation_of
from pitboss.simulate.run import Run
from pitboss.simulate.totals import RunPlan, Totals
from pitboss.solvers import blackjack
from pitboss.table.houses.default_house import Wish, file_house, find_game
from tests.soak import soak

SIDES = ("perfect-pairs", "three-card-poker", "buster-blackjack")


@pytest.fixture(scope="module")
def table(book: Rulebook) -> FastTable:
    opened = file_house(book, find_game(book, "pennsylvania/blackjack"), Wish(6, SIDES)).opened
    return FastTable(opened, 2, "basic")


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK", 2_000)


def same(one: Totals, other: Totals) -> bool:
    arrays = ("spread", "counts", "sums")
    alike = all(np.array_equal(getattr(one, key), getattr(other, key)) for key in arrays)
    return alike and (one.chunks, one.rounds, one.shoes) == (
        other.chunks,
        other.rounds,
        other.shoes,
    )


def test_dealers_and_solvers_mean_the_same_by_a_number() -> None:
    """What stands in two folders so that each is compiled from itself alone."""
    for name in ("STAND", "HIT", "DOUBLE", "SPLIT", "SURRENDER"):
        assert getattr(switch, name) == getattr(blackjack, name), name


@pytest.mark.parametrize("per_shoe", [10, 0])
def test_a_seed_gives_one_answer_on_any_number_of_cores(table: FastTable, per_shoe: int) -> None:
    plan = RunPlan(9_000, 7, per_shoe)
    one, three = Run(table, plan), Run(table, plan)
    assert one.go(1)
    assert three.go(3)
    assert one.chunks > 3
    assert same(one.totals, three.totals)
    other = Run(table, RunPlan(9_000, 8, per_shoe))
    other.go(1)
    assert not same(one.totals, other.totals)


def test_every_card_is_as_likely_at_every_place() -> None:
    """χ² of 52 kinds of card at each of 20 places; the bound is that of 1 in 10,000."""
    key, counter = np.uint64(key_of(np.uint64(3))), np.uint64(5 << 40)
    shoe, seen = np.repeat(np.arange(52, dtype=np.uint8), 2), np.zeros((20, 52))
    room = (np.zeros(20, np.uint64), np.zeros(20, np.uint32))
    for _ in range(20_000):
        counter = np.uint64(shuffle(shoe, 0, 104, 20, *room, key, counter))
        seen[np.arange(20), shoe[:20]] += 1
    assert sorted(np.bincount(shoe)) == [2] * 52
    chi = ((seen - 20_000 / 52) ** 2 / (20_000 / 52)).sum()
    assert 20 * 51 - 3.72 * (2 * 20 * 51) ** 0.5 < chi < 20 * 51 + 3.8 * (2 * 20 * 51) ** 0.5


def test_a_run_that_was_interrupted_is_resumed(table: FastTable, tmp_path: Path) -> None:
    plan, path = RunPlan(9_500, 7, 10), tmp_path / "run.json"
    whole, part = Run(table, plan), Run(table, plan)
    whole.go(1)

    def interrupt(totals: Totals) -> None:
        if totals.chunks == 3:
            raise KeyboardInterrupt

    assert not part.go(2, path, interrupt)
    assert part.totals.chunks == 3
    made = simulation_of(part, 2, complete=False)
    assert (made.rounds, made.form["complete"]) == (part.totals.rounds, False)
    again = Run(table, plan)
    again.resume(path)
    assert again.go(2, path)
    assert same(whole.totals, again.totals)
    once_more = Run(table, plan)
    once_more.resume(path)  # it is done: what it counted is there
    assert once_more.go(1)
    assert same(whole.totals, once_more.totals)
    with pytest.raises(PitbossError, match="has ended and cannot be extended"):
        Run(table, RunPlan(20_000, 7, 10)).resume(path)
    other = Run(table, RunPlan(9_000, 8, 10))
    with pytest.raises(PitbossError, match="is the checkpoint of another run"):
        other.resume(path)
    path.write_text("{}")
    with pytest.raises(PitbossError, match="is not a checkpoint of a simulation"):
        again.resume(path)
    with pytest.raises(PitbossError, match=r"cannot be written: No such file or directory\.$"):
        again.save(tmp_path / "nowhere" / "run.json")


def test_a_run_ends_at_the_error_that_is_asked_for(table: FastTable) -> None:
    made = Run(table, RunPlan(10**9, 7, 10, error=0.03))
    assert made.go(2)
    assert made.totals.error(0, table.tables.unit) <= 0.03
    assert made.totals.rounds < 20_000


def test_means_and_errors_are_those_of_the_shoes(table: FastTable) -> None:
    """Against the plain formula on chunks of one shoe."""
    whole = Run(table, RunPlan(1_000, 7, 10))
    whole.go(1)
    assert whole.chunks == 1
    shoes = [whole.dealer.deal(0, many).sums[0] for many in range(1, 101)]
    nets = np.diff([0, *(int(each[1]) for each in shoes)]) / 20 / table.tables.unit
    line = simulation_of(whole, 1, complete=True).lines[0]
    assert line.mean == pytest.approx(np.mean(nets), abs=1e-12)
    assert line.error == pytest.approx(np.std(nets, ddof=1) / 10, rel=1e-9)


def test_a_shoe_that_runs_out_is_refused(book: Rulebook) -> None:
    opened = file_house(book, find_game(book, "pennsylvania/blackjack"), Wish(1)).opened
    table = FastTable(opened, 7, "basic")
    assert usual_rounds(table) == 1
    with pytest.raises(PitbossError, match="A shoe of 52 cards ran out in a round"):
        Run(table, RunPlan(2_000, 1, 3)).go(1)


def test_the_kernel_of_one_box_reads_nothing_beyond_its_shoes(book: Rulebook) -> None:
    """Run as plain Python, which refuses a place that an array does not have."""
    opened = file_house(book, find_game(book, "pennsylvania/blackjack"), Wish(6, SIDES)).opened
    for per_shoe, least in ((20, 20 * 8), (100, -1), (255, -1)):
        dealer = shoe_dealer(FastTable(opened, 1, "basic"), RunPlan(1_000, 1, per_shoe))
        assert dealer.lanes
        made = dealer.nothing
        into = (dealer.worth, made.spread, made.counts, made.sums)
        deal: Any = deal_lanes
        interpreted = partial(dealer._dealt, deal.py_func, 0, 8, *dealer.lanes, *into)
        if least > 0:
            assert interpreted() == least, per_shoe
            continue
        for each in (interpreted, partial(dealer.deal, 0, 8)):
            with pytest.raises(PitbossError, match="A shoe of 312 cards ran out in a round"):
                each()


# -- the command ---------------------------------------------------------------------------------

BASIC = ("simulate", "pennsylvania/blackjack", "--strategy", "basic", "--rounds", "2e4")


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    status = cli.run([*BASIC, *words, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_the_command_prints_every_line_beside_its_proof(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On as many cores as there are, if more are asked for."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    wagers = [word for key in SIDES for word in ("--wager", key)]
    status, form = printed(capsys, *wagers, "--cores", "99", "--seed", "5")
    assert status == 0
    assert form["schema"] == "pitboss.simulation/1"
    assert (form["game"], form["seed"], form["cores"], form["device"]) == (
        "pennsylvania/blackjack", 5, 2, "cpu",
    )  # fmt: skip
    assert form["rounds"] >= 20_000
    assert form["rounds_per_second"] > 0
    main, pairs, *_ = form["lines"]
    for line in form["lines"]:
        assert {"wager", "staked", "returned", "mean", "error", "proof", "z"} <= line.keys()
        assert abs(line["mean"] - line["proof"]) < 5 * line["error"]
    assert pairs["mean"] == pytest.approx(pairs["returned"] / pairs["staked"] - 1)
    assert main["staked"] > form["rounds"]  # doubled hands
    assert round(pairs["proof"], 6) == -0.061093


def test_a_line_beyond_the_bound_is_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "bound", lambda many: 1e-9)
    assert cli.run([*BASIC]) == 1
    assert "standard errors from its proof; chance allows up to" in capsys.readouterr().out
    assert cli.run([*BASIC, "--cut-card"]) == 0  # the cut card moves the mean: it is not judged
    assert "moves blackjack by about −0.02 points" in " ".join(capsys.readouterr().out.split())


def test_the_bound_grows_with_the_lines() -> None:
    """Of 10,000 agreeing runs with five lines, about ten may be beyond it."""
    deviations = np.abs(np.random.default_rng(1).standard_normal((100_000, 5))).max(axis=1)
    assert 50 < (deviations > bound(5)).sum() < 160


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("--rounds", "many"),
            "--rounds takes a whole number such as 1000000 or 1e6, not 'many'.",
        ),
        (("--rounds", "10"), "A run must have 1,000 to 10,000,000,000,000 rounds, not 10."),
        (("--error", "1"), "--error takes a share of the stake such as 0.001%, not '1'."),
        (("--boxes", "8"), "1 to 7 boxes can be dealt here, not 8."),
        (("--pace", "100", "--hours", "2"), "--hours and --pace may be given only with --report."),
        (("--cores", "0"), "--cores must be 1 or more, not 0."),
        (("--per-shoe", "0"), "--per-shoe must be 1 or more, not 0."),
        (("--per-shoe", "5", "--cut-card"), "--cut-card and --per-shoe cannot be combined."),
        (("--strategy", "wild"), "--strategy takes best, chart, basic, never-hit or a chart in"),
        (("--wager", "pair-xxx"), "Pair XXX is a wager of"),
        (("--decks", "9"), "dealt from 1, 2, 3, 4, 5, 6, 7 or 8 decks, not 9."),
        (("--seed", "-1"), "A seed must be a whole number from 0 to 2^64 - 1, not -1."),
    ],
)
def test_bad_input_is_one_message(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    rest = () if "--strategy" in words else ("--strategy", "basic")
    assert cli.run(["simulate", "pennsylvania/blackjack", *words, *rest]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_a_game_without_a_kernel_is_played_by_the_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "LEAST", 1)
    words = ["simulate", "3-card-21-n-done", "--rounds", "100", "--cores", "1"]
    assert cli.run([*words, "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["engine"] == "table"
    assert form["strategy"] == "the solved strategy for a whole shoe"
    assert "not dealt as standard blackjack" in form["notes"][0]
    game, main, bonus = form["lines"]
    assert game["proof"] == pitboss.strategy("3-card-21-n-done").expectation
    assert game["mean"] * 2 == pytest.approx(main["mean"] + bonus["mean"])  # per unit of both
    assert main["proof"] is None
    assert bonus["proof"] is not None
    assert cli.run([*words, "--cut-card"]) == 2
    assert "--cut-card may be given only for tables that have a kernel" in capsys.readouterr().err


def test_every_game_is_dealt_by_a_kernel_or_says_that_the_engine_deals_it(
    book: Rulebook, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "LEAST", 1)
    monkeypatch.setattr(engine, "solved_play", lambda book, opened: None)
    by_engine = [g for g in book.games if why_no_kernel(file_house(book, g, Wish()).opened)]
    assert 0 < len(by_engine) < len(book.games)
    for game in by_engine:
        assert cli.run(["simulate", game.id, "--rounds", "10", "--cores", "1", "--json"]) == 0
        form = json.loads(capsys.readouterr().out)
        assert (form["engine"], form["rounds"], form["complete"]) == ("table", 10, True), game.id
        assert form["notes"][0].startswith(f"played by the table's own engine: {game.name}")


# -- the kernel for one box ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "sides", "terms", "strategy"),
    [
        ("pennsylvania", SIDES, {"surrender": "none"}, "best"),
        soak("pennsylvania", (), {"surrender": "none"}, "best"),
        ("south_dakota", (), {"peek": "none"}, "best"),
        ("colorado", (), {}, "never-hit"),
    ],
)
def test_the_kernel_for_one_box_counts_what_the_other_counts(
    book: Rulebook, game: str, sides: tuple[str, ...], terms: dict[str, str], strategy: str
) -> None:
    found = find_game(book, f"{game}/blackjack")
    table = FastTable(file_house(book, found, Wish(6, sides, terms)).opened, 1, strategy)
    for per_shoe in (30, 0):
        made = Run(table, RunPlan(20_000, 16, per_shoe))
        dealer = shoe_dealer(table, made.plan)
        assert dealer.lanes is not None
        for chunk in (0, made.chunks - 1):
            other = replace(dealer, lanes=None).deal(chunk, made.shoes_in(chunk))
            assert same(made.deal(chunk), other)


def test_what_does_not_fit_that_kernel_is_left_to_the_other(book: Rulebook) -> None:
    found = find_game(book, "pennsylvania/blackjack")
    for sides in (("blazing-7s",), ("perfect-pairs", "royal-match-21"), ("kings-bounty",)):
        table = FastTable(file_house(book, found, Wish(6, sides)).opened, 1, "never-hit")
        assert shoe_dealer(table, RunPlan(20_000, 16, 30)).lanes is None
