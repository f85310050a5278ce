"""The progress of a long computation, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from pitboss.solvers.kernels import before_compiling

AFTER: Final = 1.0
"""Seconds before anything is shown."""


@contextmanager
def progress(
    what: str, *, quiet: bool = False
) -> Iterator[Callable[[int | None], Callable[[int], None]]]:
    """A bar on stderr after a second; `begin(total)` returns what advances it.

    There is no bar where JSON is printed (`quiet`), or where either stream does not go to a
    terminal.
    """
    times = TimeElapsedColumn(), TimeRemainingColumn()
    bar = terminal_bar(TextColumn(what), BarColumn(), MofNCompleteColumn(), *times, quiet=quiet)
    task = bar.add_task(what, total=None)
    late = Timer(AFTER, bar.start)
    late.daemon = True
    late.start()

    def begin(total: int | None) -> Callable[[int], None]:
        bar.update(task, total=total)
        return lambda more: bar.advance(task, more)

    try:
        yield begin
    finally:
        late.cancel()
        late.join()
        bar.stop()


def terminal_bar(*columns: ProgressColumn, quiet: bool) -> Progress:
    """A bar on stderr, where both streams go to a terminal."""
    console = Console(stderr=True)
    shown = not quiet and console.is_terminal and Console().is_terminal
    return Progress(*columns, console=console, transient=True, disable=not shown)


def tell_of_compiling(*, quiet: bool) -> None:
    """Compile on two cores at the first use on a machine, with a message on a terminal."""

    def tell(name: str) -> None:
        from pitboss.solvers.compilation import compile_solver

        if sys.stderr.isatty() and not quiet:
            print("Compiling for this machine (once; up to half a minute) ...", file=sys.stderr)
        compile_solver(name)

    before_compiling[:] = [tell]
