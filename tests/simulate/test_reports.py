"""Reports: a player's night, a month of a pit, the life of a meter."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss import cli
from pitboss.errors import NotAllowed
from pitboss.rulebook.load import Rulebook
from pitboss.simulate import engine, reports
from pitboss.simulate.dealers import ShoeDealer
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.kernel_tables import dealer_of, simulated_table, why_no_kernel
from pitboss.simulate.reports import (
    Occasion,
    engine_report_table,
    kernel_report_table,
    meter_report,
    money_won,
    pit_report,
    session_report,
)
from pitboss.simulate.results import simulation_of
from pitboss.simulate.run import Run
from pitboss.simulate.totals import RunPlan
from pitboss.table.houses.default_house import Wish, file_house, find_game
from pitboss.table.money.spots import usual_stake, usual_stakes
from tests.soak import soak


def table(book: Rulebook, sides: tuple[str, ...], boxes: int = 1) -> FastTable:
    opened = file_house(book, find_game(book, "pennsylvania/blackjack"), Wish(6, sides)).opened
    return FastTable(opened, boxes, "basic")


@pytest.mark.parametrize("rounds", [100_000, soak(400_000)])
def test_rounds_in_money_come_to_what_is_proved(book: Rulebook, rounds: int) -> None:
    """$10 on blackjack at -0.9746 % and $5 on Perfect Pairs at -6.1093 %: -$0.403 a round."""
    dealt = table(book, ("perfect-pairs",))
    made = money_won(dealt, rounds, 7, cores=2)
    error = made.std() / len(made) ** 0.5
    assert made.mean() == pytest.approx(-9.746 - 30.547, abs=4 * error)
    assert np.array_equal(made, money_won(dealt, rounds, 7, cores=1))


@pytest.mark.parametrize(
    ("game", "wager", "shoes"),
    [
        ("pennsylvania/blackjack", "perfect-pairs", 30),
        ("3-card-shine", "pair-xxx", 3_000),
        soak("pai-jack", "pai-jack-bonus", 3_000),
        soak("blackjack-switch", "super-match", 100),
    ],
)
def test_rounds_in_money_are_those_that_a_run_counts(
    book: Rulebook, game: str, wager: str, shoes: int
) -> None:
    """The same cards, from shoes shuffled in as many places: the sum of all rounds is what the
    run's totals come to, to the cent.
    """
    opened = file_house(book, find_game(book, game), Wish(None, (wager,))).opened
    made = simulated_table(opened, 2, "best")
    dealer = dealer_of(made, RunPlan(seed=9))
    if isinstance(dealer, ShoeDealer):
        dealer = replace(dealer, turns=(dealer.turns[1], dealer.turns[1]))
    totals = dealer.deal(0, shoes)
    won = money_won(made, totals.rounds, 9)
    (side,), main = made.wagers, usual_stakes(opened)[opened.procedure.main]
    staked = main * (2 if game == "blackjack-switch" else 1)
    expected = Fraction(int(totals.sums[0, 1]) * staked, made.unit)
    expected += Fraction(int(totals.sums[1, 1]) * side.stake, side.unit)
    assert sum(won) == pytest.approx(float(expected), abs=0.01)
    assert len({*won}) > 5
    report = kernel_report_table(made)
    assert report.staked == 2 * (staked + side.stake)


@pytest.mark.parametrize("solved", [False, soak(True)])
def test_every_game_without_a_kernel_has_its_reports(
    book: Rulebook,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    solved: bool,
) -> None:
    """By the solved play, or without the time that it takes to solve it."""
    monkeypatch.setattr(reports, "ENGINE_ROUNDS", 40)
    for each in () if solved else (engine, reports):
        monkeypatch.setattr(each, "solved_play", lambda book, opened: None)
    games = [g for g in book.games if why_no_kernel(file_house(book, g, Wish()).opened)]
    assert games
    for game in games:
        words = ["simulate", game.id, "--report", "session", "--hours", "0.1", "--pace", "20"]
        assert cli.run([*words, "--cores", "1", "--json"]) == 0
        form = json.loads(capsys.readouterr().out)
        assert (form["figures"]["nights"], form["figures"]["rounds"]) == (20, 2), game.id
        assert "played by the table's own engine, each round from a whole" in form["notes"][1]


def test_what_the_engine_wins_in_rounds_is_what_it_wins_in_all(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cents of 21-Hold 'em round by round, and by wager; its meters are those of its law."""
    monkeypatch.setattr(engine, "LEAST", 1)
    opened = file_house(book, find_game(book, "21-hold-em"), Wish()).opened
    made = engine_report_table(book, opened, 1, "it has none")
    run = engine.engine_run(book, opened, RunPlan(60, 4), why="it has none")
    placed = usual_stakes(opened)
    won = sum(
        (each.returned - each.staked)
        * placed.get(each.wager, usual_stake(opened, each.wager, placed))
        for each in run.lines[1:]
    )
    whole = run.lines[0]  # of both stakes together
    assert (whole.returned - whole.staked) * 2 * placed["blackjack"] == won
    assert made.won(60, 4).sum() == won
    with pytest.raises(NotAllowed, match="No wager of this table pays out of a meter"):
        meter_report(made, 1)


def test_a_night_is_told_by_its_course(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two nights of four rounds: one falls by $30 and ends ahead, one loses $40."""
    course = np.array([[2000, -3000, 1000, 1000], [-1000, -1000, -1000, -1000]] * 500, float)
    monkeypatch.setattr(reports, "NIGHTS", 1_000)
    occasion = Occasion(hours=1, pace=4, bankroll=4_000)
    dealt = replace(kernel_report_table(table(book, ())), won=lambda rounds, seed: course.ravel())
    made = session_report(dealt, occasion, 1).figures
    assert (made["nights"], made["rounds"]) == (1_000, 4)
    assert (made["ahead"], made["even"], made["ruin"]) == (0.5, 0.0, 0.5)
    assert (made["result"]["5%"], made["result"]["95%"]) == (-40.0, 10.0)
    assert (made["greatest_fall"]["5%"], made["greatest_fall"]["95%"]) == (30.0, 40.0)


def test_a_pit_wins_what_its_tables_win(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "HOURS_DEALT", 500)
    monkeypatch.setattr(reports, "MONTHS", 100)
    occasion = Occasion(hours=10, pace=20, tables=3, days=14)
    made = pit_report(kernel_report_table(table(book, ("perfect-pairs",), 2)), occasion, 1).figures
    rounds = 14 * 30 * 20 * 2
    assert made["handle"] == rounds * 15
    assert made["win"] == pytest.approx(rounds * 0.40293, abs=4.5 * made["win_error"])
    assert made["month"]["5%"] < made["month"]["50%"] < made["month"]["95%"]
    assert made["losing_month"] <= made["losing_week"] <= made["losing_day"]


def test_a_meter_pays_what_it_takes(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "AWARDS", 3_000)
    made = meter_report(kernel_report_table(table(book, ("blazing-7s",))), 1).figures[
        "blazing-7s meter"
    ]
    whole, tenth = made["lines"]
    assert (whole["share"], tenth["share"]) == (1.0, 0.1)
    for line in (whole, tenth):
        spread = line["awards"] ** -0.5
        assert line["wagers_between"] == pytest.approx(line["expected_between"], rel=4.5 * spread)
    paid = whole["mean"] * whole["awards"] + tenth["mean"] * tenth["awards"]
    assert made["paid"] == pytest.approx(paid)
    with pytest.raises(NotAllowed, match="No wager of this table pays out of a meter"):
        meter_report(kernel_report_table(table(book, ())), 1)


def test_a_run_feeds_and_pays_the_meters_of_its_table(book: Rulebook) -> None:
    """Every cent is accounted for: seeds and contributions are awards, reserve and display."""
    made = Run(table(book, ("blazing-7s",)), RunPlan(300_000, 5, 20))
    made.go(1)
    result = simulation_of(made, 1, complete=True)
    (meter,), (_, line) = result.meters, result.lines
    state, stake = meter.state, made.table.wagers[0].stake
    assert meter.wagers == line.times
    assert state.is_conserved
    assert state.contributed == (state.rate + state.reserve_rate) * stake * meter.wagers
    assert sum(paid for *_, paid in meter.awards) == state.paid
    whole, tenth = (times for _, _, times, _ in meter.awards)
    assert state.wins == whole > 0
    assert tenth > whole
    assert result.form["meters"] == [meter.form]
    assert (meter.form["resets"], meter.form["reset"] * 100) == (whole, meter.seeded)


def test_the_command_writes_a_picture_and_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "NIGHTS", 1_000)
    words = ["simulate", "pennsylvania/blackjack", "--strategy", "basic", "--report", "session"]
    files = ["--plot", str(tmp_path / "night.svg"), "--csv", str(tmp_path / "night.csv")]
    assert cli.run([*words, *files, "--hours", "0.5", "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert (form["schema"], form["report"]) == ("pitboss.simulation/1", "session")
    assert sum(each["times"] for each in form["distribution"]) == 1_000
    lines = (tmp_path / "night.csv").read_text().splitlines()
    assert (lines[0], len(lines)) == ("dollars,times", 61)
    assert (tmp_path / "night.svg").read_bytes().startswith(b"<?xml")
    assert cli.run([*words, "--hours", "0.5", "--plot", str(tmp_path / "night.png")]) == 0
    assert (tmp_path / "night.png").read_bytes().startswith(b"\x89PNG")
    assert "ruin" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--report", "session", "--hours", "0"), "--hours must be more than 0"),
        (("--report", "session", "--pace", "0"), "--pace must be 1 to 1,000"),
        (("--report", "pit", "--tables", "0"), "--tables must be 1 to 1,000"),
        (("--report", "session", "--bankroll", "$0"), "--bankroll must be more than $0"),
        (("--report", "session", "--plot", "night.gif"), "ends in .svg or .png, not night.gif"),
        (("--plot", "night.svg"), "--plot may be given only with --report."),
        (("--report", "pit", "--rounds", "5"), "--rounds cannot be combined with --report, which"),
    ],
)
def test_bad_input_is_one_message(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert cli.run(["simulate", "pennsylvania/blackjack", "--strategy", "basic", *words]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert said in printed.err
