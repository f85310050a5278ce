"""Work divided among processes of this machine, or the machines of a Dask cluster."""

from __future__ import annotations

import logging
import multiprocessing
import re
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from pitboss.cache_files import digest_of
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


# -- a cluster -------------------------------------------------------------------------------------
# What all tasks share (a rulebook, the tables of a game) is sent once and kept by the scheduler; a
# task returns counts. The work of a worker that dies is done again by another.


Shared = TypeVar("Shared")
MOST: Final = 256
"""Processes of a local cluster."""
PATIENCE: Final = 10.0
"""Seconds within which a scheduler must answer, and have a worker."""
SECOND: Final = 1.0
SILENT: Final = logging.CRITICAL + 1
AHEAD: Final = 2
"""Tasks of a long sequence that are handed out at a time, for each thread of the cluster."""


class ClusterError(PitbossError):
    """A cluster does not answer, or runs a different version of pitboss."""


@dataclass(frozen=True)
class Cluster:
    """A cluster that answers."""

    address: str
    client: Any
    width: int
    """Threads of all workers when it was opened."""

    @property
    def threads(self) -> int:
        """Threads of all workers that are connected now."""
        return _threads(self.client)

    def in_order(
        self,
        work: Callable[[Shared, Unit], Made],
        shared: Shared,
        units: Iterable[Unit],
        *,
        at_once: bool = False,
    ) -> Iterator[tuple[Unit, Made]]:
        """Each unit with its result, in the order of the units.

        They are handed out some at a time, or all at once if there are few.
        """
        held = self.client.submit(_same, shared, pure=False)
        waiting: deque[tuple[Unit, Any]] = deque()
        source = source_digest()
        try:
            for unit in units:
                task = self.client.submit(_task, source, work, held, unit, pure=False)
                waiting.append((unit, task))
                if not at_once and len(waiting) > AHEAD * self.threads:
                    yield self._done(*waiting.popleft())
            while waiting:
                yield self._done(*waiting.popleft())
        finally:
            for _, task in waiting:
                task.cancel()

    def _done(self, unit: Unit, task: Any) -> tuple[Unit, Any]:
        """Wait for a task as long as there is a worker to do it."""
        from distributed.scheduler import KilledWorker

        alone = 0.0
        while alone < PATIENCE:
            try:
                return unit, task.result(timeout=SECOND)
            except TimeoutError:
                alone = 0.0 if self.threads else alone + SECOND
            except ModuleNotFoundError as error:
                raise ClusterError(
                    f"A worker of the cluster {self.address} has no {error.name}: install this "
                    "pitboss on every machine."
                ) from None
            except KilledWorker:
                raise ClusterError(
                    f"Workers of the cluster {self.address} died repeatedly on the same "
                    "task; they may have run out of memory."
                ) from None
            except (CancelledError, OSError):
                break
        raise ClusterError(f"The cluster {self.address} was lost: it no longer answers.")


def _threads(client: Any) -> int:
    return sum(client.nthreads().values())


def threads_of(jobs: int | Cluster) -> int:
    """How many units of work are done at the same time."""
    return jobs if isinstance(jobs, int) else jobs.width


def address_of(jobs: int | Cluster) -> str:
    """The address of a cluster; empty for this machine."""
    return "" if isinstance(jobs, int) else jobs.address


@contextmanager
def workers(jobs: int, address: str | None) -> Iterator[int | Cluster]:
    """Processes or cores of this machine, or instead the cluster at an address."""
    if address is None:
        yield jobs
        return
    with open_cluster(address) as cluster:
        yield cluster


def _same(shared: Shared) -> Shared:
    """A task that can be done again, unlike data that was scattered."""
    return shared


def _task(source: str, work: Callable[[Shared, Unit], Made], shared: Shared, unit: Unit) -> Made:
    if source != source_digest():
        raise ClusterError(
            "A cluster worker runs a different version of pitboss. Install the same version on "
            "every machine."
        )
    return work(shared, unit)


@cache
def source_digest() -> str:
    """A digest of every module and rule file of this version of pitboss."""
    root = Path(__file__).resolve().parents[1]
    return digest_of(root, [*root.rglob("*.py"), *root.rglob("*.toml")])


@contextmanager
def open_cluster(address: str) -> Iterator[Cluster]:
    """A cluster by its address: `tcp://host:port`, or `local:4` for processes that end with it."""
    if not re.fullmatch(r"local:\d+|(tcp|tls)://\S+:\d+", address):
        raise ClusterError(
            f"--cluster takes tcp://host:port of a Dask scheduler, or local:4, not {address!r}."
        )
    import distributed

    dask: Any = distributed  # it is only partly typed
    for name in ("distributed", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(SILENT)
    with ExitStack() as opened:
        where: Any = address
        if address.startswith("local:"):
            many = int(address.removeprefix("local:"))
            if not 1 <= many <= MOST:
                raise ClusterError(f"A local cluster has 1 to {MOST} processes, not {many}.")
            where = opened.enter_context(
                dask.LocalCluster(
                    n_workers=many,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=SILENT,
                )
            )
        try:
            client = opened.enter_context(dask.Client(where, timeout=PATIENCE))
        except OSError:
            raise ClusterError(
                f"The cluster {address} does not answer. Start a scheduler there: dask scheduler"
            ) from None
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ClusterError(
                f"The cluster {address} has no workers. Start some: dask worker {address}"
            ) from None
        yield Cluster(address, client, _threads(client))
