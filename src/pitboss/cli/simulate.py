"""`pitboss simulate`: rounds by the million, every line compared with its proof, and reports.

A report is of a night, of a month of a pit, or of the life of a meter.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.text import Text

from pitboss.analysis.numbers import formatted
from pitboss.analysis.workers import Cluster, workers
from pitboss.cli.exit_status import DONE, FAULTS, INTERRUPTED
from pitboss.cli.parameters import (
    Setup,
    SimulateRequest,
    check_files,
    check_positive,
    kind_of,
    share_of,
    whole_number,
)
from pitboss.cli.progress import progress, tell_of_compiling, terminal_bar
from pitboss.cli.screen import MARK, NAME, SOFT, Screen, headed, pairs, print_json
from pitboss.errors import NotAllowed, PitbossError, count
from pitboss.simulate.engine import engine_run
from pitboss.simulate.fast_table import FastTable, why_not_standard
from pitboss.simulate.kernel_tables import simulated_table, usual_rounds, why_no_kernel
from pitboss.simulate.packet_table import PacketTable
from pitboss.simulate.reports import (
    BANDS,
    Occasion,
    Report,
    ReportTable,
    engine_report_table,
    kernel_report_table,
    meter_report,
    pit_report,
    session_report,
)
from pitboss.simulate.results import SCHEMA, Simulation, simulation_of
from pitboss.simulate.run import MOST, Run
from pitboss.simulate.totals import RunPlan, Totals
from pitboss.table.houses.default_house import FiledHouse

ROUNDS: Final = 10_000_000
ENGINE_ROUNDS: Final = 10_000
"""The default number of rounds: for a kernel, and for the table's own engine."""


def show_simulation(setup: Setup, game: str, asked: SimulateRequest) -> int:
    """Run it and print it; 1 if a line is further from its proof than chance allows."""
    book, own, as_json = setup.book, setup.own, setup.json
    if asked.cut_card and asked.per_shoe is not None:
        raise PitbossError("--cut-card and --per-shoe cannot be combined.")
    check_positive("--cores", asked.cores)
    there = os.cpu_count() or 1
    cores = min(asked.cores or there, there)
    if asked.cluster is not None:
        asked.refuse("cores device report", "cannot be combined with --cluster.")
    if asked.report is None:
        asked.refuse("hours pace bankroll tables days csv plot", "may be given only with --report.")
    else:  # it deals as many rounds as its figures need
        asked.refuse(
            "rounds error per_shoe cut_card checkpoint",
            "cannot be combined with --report, which takes --hours, --pace, --bankroll, --tables "
            "and --days.",
        )
    occasion = asked.occasion
    check_files(asked)
    rounds = None if asked.rounds is None else whole_number(asked.rounds)
    filed = asked.filed(book, game)
    why = why_no_kernel(filed.opened, asked.boxes)
    if asked.device == "cuda":
        _check_cuda(asked, why_not_standard(filed.opened) or why)
    if asked.report is not None:
        if why:
            asked.refuse("strategy", f"may be given only for tables that have a kernel: {why}.")
            table = engine_report_table(book, filed.opened, asked.boxes, why, cores, own)
        else:
            dealt = simulated_table(filed.opened, asked.boxes, asked.strategy)
            table = kernel_report_table(dealt, cores)
        show_report(table, asked, occasion, filed, as_json)
        return DONE
    with workers(cores, asked.cluster) as jobs:
        if why:
            asked.refuse(
                "error per_shoe cut_card checkpoint strategy",
                f"may be given only for tables that have a kernel: {why}.",
            )
            tell_of_compiling(quiet=as_json)
            plan = RunPlan(ENGINE_ROUNDS if rounds is None else rounds, asked.seed)
            with progress("Playing", quiet=as_json) as begin:
                made = engine_run(
                    book,
                    filed.opened,
                    plan,
                    boxes=asked.boxes,
                    jobs=jobs,
                    own=own,
                    why=why,
                    filed=filed.notes,
                    step=begin(plan.rounds),
                )
        else:
            made = _by_kernel(filed, asked, rounds, jobs, as_json)
    if as_json:
        print_json(made.form)
    else:
        draw_simulation(made)
    if not made.complete:
        return INTERRUPTED
    return DONE if made.agrees else FAULTS


# -- the run ---------------------------------------------------------------------------------------


def _by_kernel(
    filed: FiledHouse,
    asked: SimulateRequest,
    rounds: int | None,
    jobs: int | Cluster,
    as_json: bool,
) -> Simulation:
    table = simulated_table(filed.opened, asked.boxes, asked.strategy)
    tell_of_compiling(quiet=as_json)
    error = None if asked.error is None else share_of(asked.error)
    if rounds is None:
        rounds = ROUNDS if error is None else MOST
    per_shoe = 0
    if isinstance(table, PacketTable) and (asked.cut_card or asked.per_shoe is not None):
        raise NotAllowed(
            f"--cut-card and --per-shoe: {filed.opened.game.name} is shuffled for every round."
        )
    if not asked.cut_card:
        per_shoe = usual_rounds(table) if asked.per_shoe is None else asked.per_shoe
        if per_shoe < 1:
            raise NotAllowed(f"--per-shoe must be 1 or more, not {per_shoe}.")
    run = Run(table, RunPlan(rounds, asked.seed, per_shoe, error))
    if asked.device == "cuda" and isinstance(table, FastTable):
        from pitboss.simulate.gpu import gpu_totals

        with dealing(rounds, as_json) as show:
            run.totals = gpu_totals(
                table,
                run.plan,
                lambda totals: show(totals.rounds, totals.seconds, None, rounds),
            )
        return simulation_of(run, 0, complete=True, filed=filed.notes, device=asked.device)
    run.prepare()
    if asked.checkpoint and asked.checkpoint.exists():
        run.resume(asked.checkpoint)
    with dealing(rounds, as_json) as show:

        def step(totals: Totals) -> None:
            so_far = totals.error(0, table.unit)
            whole = rounds if error is None else min(rounds, totals.rounds * (so_far / error) ** 2)
            show(totals.rounds, totals.seconds, so_far, whole)

        complete = run.go(jobs, asked.checkpoint, step)
    return simulation_of(run, jobs, complete, filed.notes)


def _check_cuda(asked: SimulateRequest, why: str) -> None:
    """Refuse what a GPU cannot deal, and a machine without a GPU."""
    from pitboss.simulate.gpu import check_device

    if why:
        raise NotAllowed(f"A GPU deals only games of the blackjack kernel: {why}.")
    asked.refuse("error checkpoint report", "cannot be combined with --device cuda.")
    check_device()


Show = Callable[[int, float, float | None, float], None]
"""Called with the rounds and seconds so far, the error, and the total number of rounds."""


@contextmanager
def dealing(total: int, quiet: bool) -> Iterator[Show]:
    """A bar: rounds a second, time left, and the error so far."""
    bar = terminal_bar(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        quiet=quiet,
    )
    task = bar.add_task("dealing", total=total)

    def show(rounds: int, seconds: float, error: float | None, whole: float) -> None:
        speed = f"{rounds / seconds / 1e6:,.2f} M rounds/s" if seconds > 0 else ""
        so_far = f", error {100 * error:.4f}%" if error is not None and error == error else ""
        left = None if whole != whole else whole
        bar.update(task, completed=rounds, total=left, description=f"{speed}{so_far}")

    with bar:
        yield show


# -- on the screen ---------------------------------------------------------------------------------


def draw_simulation(made: Simulation) -> None:
    """The lines, and whether they agree with the proofs."""
    screen = Screen()
    decks = count(made.decks, "deck")
    boxes = count(made.boxes, "box", "boxes")
    screen.print(f"{made.name}, {decks}, {boxes} ({made.game})", style=NAME)
    shoe = "to the cut card"
    if made.plan.per_shoe:
        shoe = f"{count(made.plan.per_shoe, 'round')} from each shoe"
    speed = made.rounds / made.seconds if made.seconds else 0.0
    where = count(made.cores, "core") if made.device == "cpu" else "a GPU"
    if made.cluster:
        where = f"{count(made.cores, 'thread')} of the cluster {made.cluster}"
    screen.print(
        pairs(
            [
                ("play", made.strategy),
                ("dealt", f"{made.rounds:,} rounds, {shoe}, seed {made.plan.seed}"),
                ("speed", f"{speed:,.0f} rounds a second on {where}"),
            ]
        )
    )
    if not made.complete:
        screen.print(Text("Interrupted: these are the rounds dealt so far.", style=MARK))
    figures = ("settled", "mean", "error", "proof", "z")
    grid = headed(("wager", *(Column(name, justify="right") for name in figures)), ())
    for each in made.lines:
        beyond = made.judged and each.z is not None and abs(each.z) > made.bound
        grid.add_row(
            each.name,
            f"{each.times:,}",
            f"{formatted(100 * each.mean, '+.4f')}%",
            f"{100 * each.error:.4f}%",
            "–" if each.proof is None else f"{formatted(100 * each.proof, '+.4f')}%",
            "–"
            if each.z is None
            else Text(formatted(each.z, "+.2f"), style="bold red" if beyond else ""),
        )
    screen.print(grid)
    for each in made.lines:
        for name, came, expected in each.rare:
            said = f"{each.name}: {name} came {came:,} times, {expected:.1f} expected (not judged)"
            screen.print(said, style=SOFT)
        if each.unproved:
            screen.print(f"{each.name}: {each.unproved}", style=SOFT)
    for meter in made.meters:
        screen.print(meter_line(meter.form))
    for note in (*made.filed, *made.notes):
        screen.print(note, style=SOFT)
    if not made.agrees:
        screen.print(
            Text(
                f"A line is {made.worst:.2f} standard errors from its proof; chance allows up to "
                f"{made.bound:.2f}.",
                style="bold red",
            )
        )
    elif made.judged and any(each.z is not None for each in made.lines):
        screen.print(
            "All lines agree with their proofs: the largest difference is "
            f"{made.worst:.2f} standard errors; chance allows up to {made.bound:.2f}."
        )


# -- reports ---------------------------------------------------------------------------------------


def show_report(
    table: ReportTable,
    asked: SimulateRequest,
    occasion: Occasion,
    filed: FiledHouse,
    as_json: bool,
) -> None:
    """Make a report, print it, and write its files."""
    tell_of_compiling(quiet=as_json)
    if asked.report == "session":
        made = session_report(table, occasion, asked.seed)
    elif asked.report == "pit":
        made = pit_report(table, occasion, asked.seed)
    else:
        made = meter_report(table, asked.seed)
    _write(made, asked)
    game = filed.opened.game
    if as_json:
        head = {"schema": SCHEMA, "report": asked.report, "game": game.id, "seed": asked.seed}
        print_json({**head, **made.form, "filed": list(filed.notes)})
        return
    screen = Screen()
    screen.print(f"{game.name}: {made.title} ({game.id})", style=NAME)
    screen.print(pairs(_flat(made.figures)))
    for note in (*filed.notes, *made.notes):
        screen.print(note, style=SOFT)


def _write(made: Report, asked: SimulateRequest) -> None:
    from pitboss.documents.output_file import save

    if asked.plot is not None:
        from pitboss.documents.plots import distribution_plot

        kind = kind_of(asked.plot)
        save(asked.plot, distribution_plot(made.histogram, made.title, made.axis, kind))
    if asked.csv is not None:
        save(asked.csv, made.csv.encode())
    for path in (asked.plot, asked.csv):
        if path is not None:
            print(f"Wrote {path}", file=sys.stderr)


SHARES: Final = ("ahead", "even", "ruin", "hold", "losing_day", "losing_week", "losing_month",
                 "above_break_even")  # fmt: skip
COUNTS: Final = ("nights", "rounds", "days", "awards", "wagers", "table_hours_a_day")


def _flat(figures: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Every figure with its name; a figure of a part is named after the part."""
    for key, value in figures.items():
        name = f"{before}{key.replace('_', ' ')}"
        if isinstance(value, Mapping):
            if {*value} <= {f"{band}%" for band in BANDS}:
                bands = ", ".join(f"{band} {_dollars(each)}" for band, each in value.items())
                yield name, bands
            else:
                yield from _flat(value, f"{name}: ")
        elif isinstance(value, list):
            for each in value:
                yield from _flat({k: v for k, v in each.items() if k != "hand"},
                                 f"{before}{each['hand']}: ")  # fmt: skip
        elif value is not None:
            yield name, _shown(key, value)


def _shown(key: str, value: float) -> str:
    if key in SHARES or key == "share":
        return f"{formatted(100 * value, '.3f')}%"
    if key in COUNTS or key.endswith("between"):
        return f"{value:,.0f}"
    return _dollars(value)


def _dollars(value: float) -> str:
    return f"−${-value:,.2f}" if value < 0 else f"${value:,.2f}"


def meter_line(form: Mapping[str, Any]) -> str:
    """What a run did to a meter, in one line."""
    hands = ", ".join(
        f"{each['hand']} {each['times']:,} times {_dollars(each['paid'])}"
        for each in form["awards"]
    )
    return (
        f"{form['meter']}: {_dollars(form['contribution'])} contributed, "
        f"{_dollars(form['award'])} awarded ({hands}), "
        f"{count(form['resets'], 'reset')} paid by the house ({_dollars(form['reset'])}), "
        f"{_dollars(form['reserve'])} in reserve, {_dollars(form['shown'])} shown"
    )
