"""`pitboss simulate`: rounds by the million, every line beside its proof."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.screen import MARK, NAME, SOFT, Screen, count, pairs, print_json
from pitboss.cli.status import DONE, FAULTS, INTERRUPTED
from pitboss.errors import NotAllowed, NotationError, PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.simulate.engine import engine_run
from pitboss.simulate.fast_table import FastTable, why_not_fast
from pitboss.simulate.lines import Simulation, simulation_of
from pitboss.simulate.run import MOST, Run, RunPlan, Totals, usual_per_shoe
from pitboss.table.default_house import FiledHouse, Wish, file_house, find_game

ROUNDS: Final = 10_000_000
ENGINE_ROUNDS: Final = 10_000
"""Rounds if nobody says how many: of a kernel, and of the table's own engine."""


@dataclass(frozen=True, slots=True)
class SimulateRequest:
    """What somebody asks of a simulation."""

    game: str
    jurisdiction: str | None
    wish: Wish
    boxes: int = 1
    rounds: str | None = None
    error: str | None = None
    strategy: str = "best"
    seed: int = 1
    cores: int | None = None
    per_shoe: int | None = None
    cut_card: bool = False
    checkpoint: Path | None = None


def show_simulation(
    book: Rulebook, asked: SimulateRequest, *, own: tuple[Path, ...] = (), as_json: bool = False
) -> int:
    """Run it and print it; 1 if a line is further from its proof than chance allows."""
    if asked.cut_card and asked.per_shoe is not None:
        raise PitbossError("--cut-card and --per-shoe: choose one.")
    cores = asked.cores if asked.cores is not None else os.cpu_count() or 1
    if cores < 1:
        raise PitbossError(f"--cores must be 1 or more, not {cores}.")
    rounds = None if asked.rounds is None else whole_number(asked.rounds)
    filed = file_house(book, find_game(book, asked.game, asked.jurisdiction), asked.wish)
    if why := why_not_fast(filed.opened):
        made = _by_engine(book, filed, asked, rounds, cores, own, why, as_json)
    else:
        made = _by_kernel(filed, asked, rounds, cores, as_json)
    if as_json:
        print_json(made.form)
    else:
        draw_simulation(made)
    if not made.complete:
        return INTERRUPTED
    return DONE if made.agrees else FAULTS


def whole_number(text: str) -> int:
    """A number of rounds, as in 1000000, 1e6 or 1,000,000.

    >>> whole_number("1e9"), whole_number("25,000")
    (1000000000, 25000)
    """
    plain = text.replace(",", "").replace("_", "")
    match = re.fullmatch(r"(\d+)(?:\.(\d+))?(?:[eE]\+?(\d{1,2}))?", plain)
    if match:
        digits, part, power = match[1], match[2] or "", int(match[3] or 0)
        if len(part) <= power:
            return int(digits + part + "0" * (power - len(part)))
    raise NotationError(f"--rounds takes a whole number such as 1000000 or 1e6, not {text!r}.")


def share_of(text: str) -> float:
    """A standard error, as in 0.001%.

    >>> share_of("0.01%")
    0.0001
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*%", text.strip())
    if match and float(match[1]) > 0:
        return float(match[1]) / 100
    raise NotationError(f"--error takes a share of the stake such as 0.001%, not {text!r}.")


# -- the run ---------------------------------------------------------------------------------------


def _by_kernel(
    filed: FiledHouse, asked: SimulateRequest, rounds: int | None, cores: int, as_json: bool
) -> Simulation:
    table = FastTable(filed.opened, asked.boxes, asked.strategy)
    _say_if_compiling(as_json)
    error = None if asked.error is None else share_of(asked.error)
    if rounds is None:
        rounds = ROUNDS if error is None else MOST
    per_shoe = 0
    if not asked.cut_card:
        per_shoe = usual_per_shoe(table) if asked.per_shoe is None else asked.per_shoe
        if per_shoe < 1:
            raise NotAllowed(f"--per-shoe must be 1 or more, not {per_shoe}.")
    run = Run(table, RunPlan(rounds, asked.seed, per_shoe, error))
    run.prepare()
    if asked.checkpoint and asked.checkpoint.exists():
        run.resume(asked.checkpoint)
    with progress(rounds, as_json) as show:

        def step(totals: Totals) -> None:
            show(totals.rounds, totals.seconds, totals.error(0, table.tables.unit))

        complete = run.go(cores, asked.checkpoint, step)
    return simulation_of(run, cores, complete, filed.notes)


def _by_engine(
    book: Rulebook,
    filed: FiledHouse,
    asked: SimulateRequest,
    rounds: int | None,
    cores: int,
    own: tuple[Path, ...],
    why: str,
    as_json: bool,
) -> Simulation:
    given = {
        "--error": asked.error,
        "--per-shoe": asked.per_shoe,
        "--cut-card": asked.cut_card,
        "--checkpoint": asked.checkpoint,
        "--strategy": asked.strategy != "best",
    }
    if said := [option for option, value in given.items() if value]:
        raise PitbossError(f"{', '.join(said)}: only for what a kernel deals, and {why}.")
    plan = RunPlan(ENGINE_ROUNDS if rounds is None else rounds, asked.seed)
    began, done = os.times().elapsed, 0
    with progress(plan.rounds, as_json) as show:

        def step(more: int) -> None:
            nonlocal done
            done += more
            show(done, os.times().elapsed - began, None)

        return engine_run(
            book,
            filed.opened,
            plan,
            boxes=asked.boxes,
            jobs=cores,
            own=own,
            why=why,
            filed=filed.notes,
            step=step,
        )


def _say_if_compiling(as_json: bool) -> None:
    """The first use on a machine compiles for a while; say so on a terminal."""
    from pitboss.simulate import kernels

    deal: Any = kernels.deal_chunk
    compiled = any(Path(deal.stats.cache_path).glob("kernels.deal_chunk*.nbi"))
    if not compiled and sys.stderr.isatty() and not as_json:
        print("Compiling the dealer and the solver (once; about 30 seconds) ...", file=sys.stderr)


Show = Callable[[int, float, float | None], None]


@contextmanager
def progress(total: int, quiet: bool) -> Iterator[Show]:
    """A bar on stderr: rounds a second, time left, and the error so far."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=quiet or not (console.is_terminal and Console().is_terminal),
    )
    task = bar.add_task("dealing", total=total)

    def show(rounds: int, seconds: float, error: float | None) -> None:
        speed = f"{rounds / seconds / 1e6:,.2f} M rounds/s" if seconds > 0 else ""
        so_far = f", error {100 * error:.4f}%" if error is not None and error == error else ""
        bar.update(task, completed=rounds, description=f"{speed}{so_far}")

    with bar:
        yield show


# -- on the screen ---------------------------------------------------------------------------------


def draw_simulation(made: Simulation) -> None:
    """The lines, and whether they agree with the proofs."""
    screen = Screen()
    decks = count(made.decks, "deck")
    screen.print(f"{made.name}, {decks}, {count(made.boxes, 'box', 'boxes')}", style=NAME)
    shoe = "to the cut card"
    if made.plan.per_shoe:
        shoe = f"{count(made.plan.per_shoe, 'round')} from each shoe"
    speed = made.rounds / made.seconds if made.seconds else 0.0
    screen.print(
        pairs(
            [
                ("play", made.strategy),
                ("dealt", f"{made.rounds:,} rounds, {shoe}, seed {made.plan.seed}"),
                ("speed", f"{speed:,.0f} rounds a second on {count(made.cores, 'core')}"),
            ]
        )
    )
    if not made.complete:
        screen.print(Text("Interrupted: this is what was dealt.", style=MARK))
    heads = ("wager", "settled", "mean", "error", "proof", "z")
    grid = Grid(*heads, box=box.SIMPLE_HEAD, pad_edge=False)
    for column in grid.columns[1:]:
        column.justify = "right"
    for each in made.lines:
        beyond = made.judged and each.z is not None and abs(each.z) > made.bound
        grid.add_row(
            each.name,
            f"{each.times:,}",
            f"{100 * each.mean:+.4f}%",
            f"{100 * each.error:.4f}%",
            "–" if each.proof is None else f"{100 * each.proof:+.4f}%",
            "–" if each.z is None else Text(f"{each.z:+.2f}", style="bold red" if beyond else ""),
        )
    screen.print(grid)
    for each in made.lines:
        for name, came, expected in each.rare:
            said = f"{each.name}: {name} came {came:,} times, {expected:.1f} expected (not judged)"
            screen.print(said, style=SOFT)
        if each.unproved:
            screen.print(f"{each.name}: {each.unproved}", style=SOFT)
    for note in (*made.filed, *made.notes):
        screen.print(note, style=SOFT)
    if not made.agrees:
        screen.print(
            Text(
                f"A line is {made.worst:.2f} deviations from its proof; chance allows "
                f"{made.bound:.2f}.",
                style="bold red",
            )
        )
    elif made.judged and any(each.z is not None for each in made.lines):
        screen.print(f"All lines agree with their proofs: at most {made.worst:.2f} deviations, of "
                     f"{made.bound:.2f} that chance allows.")  # fmt: skip
