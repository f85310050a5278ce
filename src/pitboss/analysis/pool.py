"""Work divided among several processes, each of which loads the rulebook once."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TypeVar

from pitboss.analysis.cluster import Cluster
from pitboss.errors import PitbossError
from pitboss.rulebook.load import Rulebook, load

Unit = TypeVar("Unit")
Made = TypeVar("Made")


def worked(
    book: Rulebook,
    own: Sequence[Path],
    work: Callable[[Rulebook, Unit], Made],
    units: Sequence[Unit],
    jobs: int | Cluster,
) -> Iterator[tuple[Unit, Made]]:
    """Each unit with its result, as it is done; in this process if one is enough.

    `jobs` are processes of this machine, which begin at once, or a cluster. `own` are the user's
    folders that the rulebook was loaded with; to a cluster the rulebook itself is sent.
    """
    if isinstance(jobs, Cluster):
        return jobs.in_order(work, book, units, at_once=True)
    if jobs < 2 or len(units) < 2:
        return ((unit, work(book, unit)) for unit in units)
    pool = ProcessPoolExecutor(
        min(jobs, len(units)), multiprocessing.get_context("spawn"), _open, (tuple(own),)
    )
    return _done(pool, {pool.submit(_work, work, unit): unit for unit in units})


def _done(
    pool: ProcessPoolExecutor, futures: Mapping[Future[Made], Unit]
) -> Iterator[tuple[Unit, Made]]:
    """Each unit with its result, as it is done; then the processes end."""
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    except BrokenProcessPool:
        raise PitbossError(
            "A process ended before it had finished; memory may have run out. Try --jobs 1."
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


_books: list[Rulebook] = []


def _open(own: tuple[Path, ...]) -> None:
    """Load the rulebook once in each process; an interrupt ends it silently."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _books.append(load(*own))


def _work(work: Callable[[Rulebook, Unit], Made], unit: Unit) -> Made:
    return work(_books[0], unit)
