"""How far a long computation is, on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def progress(what: str) -> Iterator[Callable[[int], Callable[[int], None]]]:
    """A bar on stderr where that is a terminal; `begin(total)` gives what advances it."""
    bar = Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.disable = not bar.console.is_terminal
    task = bar.add_task(what, total=None)
    with bar:

        def begin(total: int) -> Callable[[int], None]:
            bar.update(task, total=total)
            return lambda more: bar.advance(task, more)

        yield begin
