"""A run of many rounds: chunks of shoes on all cores, merged in order.

The seed and the number of rounds decide the result, whatever deals the chunks: each is dealt from
its own part of one sequence of random numbers, and chunks are merged in the order of their numbers.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from pitboss.analysis.workers import Cluster
from pitboss.errors import NotAllowed, PitbossError, file_refused
from pitboss.simulate.dealers import ChunkDealer
from pitboss.simulate.kernel_tables import dealer_of
from pitboss.simulate.side_wagers import SimulatedTable
from pitboss.simulate.totals import LEAST, RunPlan, Totals
from pitboss.whole_file import write_whole

CHUNK: Final = 1 << 18
"""About how many rounds of one box are dealt between two looks at the clock."""
MOST: Final = 10**13
"""A chunk has 2³² random numbers of its own, and there are 2³² chunks: this many rounds fit."""
SAVED_EVERY: Final = 30.0
"""Seconds between two checkpoints."""
SCHEMA: Final = "pitboss.checkpoint/1"
CHUNKS_OF_TASK: Final = 16
"""Chunks that a worker of a cluster deals before it reports."""
Task = tuple[tuple[int, int], ...]
"""Chunks by their numbers, each with its shoes."""


def deal_task(dealer: ChunkDealer, task: Task) -> list[Totals]:
    """Some chunks one after another, each on its own: a task of a cluster."""
    return [dealer.deal(chunk, shoes) for chunk, shoes in task]


@dataclass
class Run:
    """A plan for a table; `go` deals it until it is done or interrupted."""

    table: SimulatedTable[Any]
    plan: RunPlan
    totals: Totals = field(init=False)

    def __post_init__(self) -> None:
        plan = self.plan
        if not LEAST <= plan.rounds <= MOST:
            raise NotAllowed(f"A run must have {LEAST:,} to {MOST:,} rounds, not {plan.rounds:,}.")
        if plan.per_shoe < 0:
            raise NotAllowed(f"A shoe must deal 1 round or more, not {plan.per_shoe}.")
        if not 0 <= plan.seed < 1 << 64:
            raise NotAllowed(f"A seed must be a whole number from 0 to 2^64 - 1, not {plan.seed}.")
        self.totals = Totals.nothing(self.table.most_net, len(self.table.wagers))

    @property
    def shoes(self) -> int:
        """Shoes of the whole run."""
        return -int(-self.plan.rounds // self.dealer.rounds_of_shoe)

    @property
    def shoes_of_chunk(self) -> int:
        return max(1, int(CHUNK / self.dealer.rounds_of_shoe / self.table.boxes))

    @property
    def chunks(self) -> int:
        return -(-self.shoes // self.shoes_of_chunk)

    @cached_property
    def dealer(self) -> ChunkDealer:
        return dealer_of(self.table, self.plan)

    @property
    def digest(self) -> str:
        """What a checkpoint must agree with: everything but the length of the run."""
        return f"{self.dealer.digest}/{self.shoes_of_chunk}"

    def prepare(self) -> None:
        """Compile, or load what was compiled, before any clock runs."""
        self.dealer.deal(0, 0)

    def shoes_in(self, chunk: int) -> int:
        """The shoes of a chunk; the last one has what is left."""
        return min(self.shoes_of_chunk, self.shoes - chunk * self.shoes_of_chunk)

    def deal(self, chunk: int) -> Totals:
        """One chunk, on its own."""
        return self.dealer.deal(chunk, self.shoes_in(chunk))

    @property
    def is_done(self) -> bool:
        if self.totals.chunks >= self.chunks:
            return True
        wanted = self.plan.error
        return wanted is not None and self.totals.error(0, self.table.unit) <= wanted

    def go(
        self,
        cores: int | Cluster = 1,
        checkpoint: Path | None = None,
        step: Callable[[Totals], None] = lambda totals: None,
    ) -> bool:
        """Deal on cores or a cluster until the plan is done, or someone interrupts; returns whether
        it is done. A checkpoint is written even if the cluster is lost.
        """
        began, before, saved = perf_counter(), self.totals.seconds, perf_counter()
        dealt = self._dealt(cores) if isinstance(cores, int) else self._dealt_by(cores)
        done = self.is_done
        try:
            for made in dealt:
                self.totals = self.totals.plus(made, before + perf_counter() - began)
                step(self.totals)
                if checkpoint and perf_counter() - saved > SAVED_EVERY:
                    self.save(checkpoint)
                    saved = perf_counter()
                if self.is_done:
                    break
            done = True
        except KeyboardInterrupt:
            done = False
        finally:
            if checkpoint and self.totals.chunks:
                self.save(checkpoint)
        return done

    def _dealt(self, cores: int) -> Iterator[Totals]:
        """The chunks that are left, in their order, as many at a time as there are cores."""
        left = iter(range(self.totals.chunks, self.chunks))
        waiting: deque[Future[Totals]] = deque()
        pool = ThreadPoolExecutor(cores)
        try:
            for chunk in left:
                waiting.append(pool.submit(self.deal, chunk))
                if len(waiting) > cores:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _dealt_by(self, cluster: Cluster) -> Iterator[Totals]:
        """The same, some chunks to a task."""
        chunks = range(self.totals.chunks, self.chunks)
        tasks = (
            tuple((chunk, self.shoes_in(chunk)) for chunk in chunks[at : at + CHUNKS_OF_TASK])
            for at in range(0, len(chunks), CHUNKS_OF_TASK)
        )
        for _, made in cluster.in_order(deal_task, self.dealer, tasks):
            yield from made

    # -- checkpoints -----------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write what has been counted so far, whole or not at all."""
        counted = {each.name: getattr(self.totals, each.name) for each in fields(Totals)}
        form = {"schema": SCHEMA, "digest": self.digest}
        form |= {name: np.asarray(each).tolist() for name, each in counted.items()}
        with file_refused(f"The checkpoint {path}", "written"):
            write_whole(path, json.dumps(form).encode())

    def resume(self, path: Path) -> None:
        """Resume from a checkpoint, if it belongs to this run."""
        try:
            with file_refused(f"The checkpoint {path}", "read"):
                form: dict[str, Any] = json.loads(path.read_text("utf-8"))
            known = form["digest"] if form["schema"] == SCHEMA else ""
        except (ValueError, KeyError, TypeError):
            raise PitbossError(f"{path} is not a checkpoint of a simulation.") from None
        if known != self.digest:
            raise NotAllowed(
                f"{path} is the checkpoint of another run: the rules, wagers, boxes, shoes, "
                "strategy and seed must be the same."
            )
        if form["shoes"] not in (form["chunks"] * self.shoes_of_chunk, self.shoes):
            raise NotAllowed(f"The run of {path} has ended and cannot be extended.")
        arrays = {key: np.array(form[key], np.int64) for key in ("spread", "counts", "sums")}
        self.totals = Totals(
            form["chunks"], form["rounds"], **arrays, shoes=form["shoes"], seconds=form["seconds"]
        )
