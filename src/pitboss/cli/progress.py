"""The progress of a long computation, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import Timer
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

AFTER: Final = 1.0
"""Seconds before anything is shown."""


@contextmanager
def progress(
    what: str, *, quiet: bool = False
) -> Iterator[Callable[[int | None], Callable[[int], None]]]:
    """A bar on stderr after a second; `begin(total)` gives what advances it.

    There is none where JSON is printed (`quiet`), nor where either stream goes elsewhere than to a
    terminal.
    """
    console = Console(stderr=True)
    bar = Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=quiet or not (console.is_terminal and Console().is_terminal),
    )
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


KERNELS: Final = {
    "solver": ("pitboss.solvers.kernels.shoe", "solve_shoe"),
    "dealer and the solver": ("pitboss.simulate.kernels.shoes", "deal_chunk"),
}
"""What is compiled → the kernel by which one sees whether it has been."""


def say_if_compiling(what: str, *, quiet: bool) -> None:
    """The first use on a machine compiles for a while; say so on a terminal."""
    module, name = KERNELS[what]
    kernel: Any = getattr(import_module(module), name)
    compiled = any(Path(kernel.stats.cache_path).glob(f"*.{name}*.nbi"))
    if not compiled and sys.stderr.isatty() and not quiet:
        print(f"Compiling the {what} (once; up to half a minute) ...", file=sys.stderr)
