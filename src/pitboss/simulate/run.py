"""A run of many rounds: chunks of shoes on all cores, merged in their order.

The seed and the number of rounds decide the answer, whatever dealt the chunks: each is dealt from
its own part of one sequence of random numbers, and chunks count in the order of their numbers.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.cluster import Cluster
from pitboss.errors import NotAllowed, PitbossError
from pitboss.simulate import kernels
from pitboss.simulate.fast_table import CLASSES, Arrays, FastTable
from pitboss.simulate.lane_tables import LaneTables, lane_tables

Whole = NDArray[np.int64]
CHUNK: Final = 1 << 18
"""About as many rounds of one box are dealt between two looks at the clock."""
LEAST: Final = 1_000
"""The fewest rounds: with fewer the error is meaningless."""
MOST: Final = 10**13
"""A chunk has 2³² random numbers of its own, and 2³² chunks come first; so many rounds fit."""
CARDS_OF_A_HAND: Final = 2.7
"""On average; only how many rounds are planned depends on it."""
SAVED_EVERY: Final = 30.0
"""Seconds between two checkpoints."""
SCHEMA: Final = "pitboss.checkpoint/1"
CHUNKS_OF_TASK: Final = 16
"""Chunks that a worker of a cluster deals before it reports."""
Task = tuple[tuple[int, int], ...]
"""Chunks by their numbers, each with its shoes."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """How many rounds, from how many shoes, by which random numbers."""

    rounds: int = 10_000_000
    seed: int = 1
    per_shoe: int = 0
    """Rounds from each shoe; 0 if every shoe is dealt to the cut card."""
    error: float | None = None
    """The run ends when the standard error of the main wager is no greater."""


def usual_per_shoe(table: FastTable) -> int:
    """A number of rounds that leaves cards behind whatever is drawn, as far as can be told."""
    room = table.size - 26 * min(table.boxes, 2) - table.tables.burned
    return max(1, int(0.85 * room / (CARDS_OF_A_HAND * (table.boxes + 1))))


def behind_cut(table: FastTable) -> int:
    """Cards behind the cut card; a shoe that is shuffled every round has all of them there."""
    delivery = table.opened.delivery
    return table.size - 1 if delivery.every_round else delivery.cut


@dataclass(frozen=True, slots=True)
class Totals:
    """What was counted so far."""

    chunks: int
    rounds: int
    spread: Whole
    """What a box netted, in parts around the middle."""
    counts: Whole
    """Wager × class."""
    sums: Whole
    """Line × the sums over shoes of n, x, x², n·x and n²; then the stakes of the main wager."""
    shoes: int = 0
    seconds: float = 0.0

    @classmethod
    def nothing(cls, most_net: int, wagers: int) -> Totals:
        """Room for nets up to so many parts, and for so many wagers."""
        return cls(
            0,
            0,
            np.zeros(2 * most_net + 1, np.int64),
            np.zeros(wagers * CLASSES, np.int64),
            np.zeros((wagers + 1, 6), np.int64),
        )

    def plus(self, other: Totals, seconds: float) -> Totals:
        """Both together: a new one, so that an interrupt leaves the old one whole."""
        return Totals(
            self.chunks + other.chunks,
            self.rounds + other.rounds,
            self.spread + other.spread,
            self.counts + other.counts,
            self.sums + other.sums,
            self.shoes + other.shoes,
            seconds,
        )

    def error(self, line: int, unit: int) -> float:
        """The standard error of a line's mean, shoes being independent of one another."""
        n, x, xx, nx, nn, _ = (float(each) for each in self.sums[line])
        if self.shoes < 2 or not n:
            return float("nan")
        mean = x / n
        spread = max(xx - 2 * mean * nx + mean * mean * nn, 0.0)
        return float((spread * self.shoes / (self.shoes - 1)) ** 0.5 / n / unit)


@dataclass(frozen=True, eq=False, slots=True)
class ChunkDealer:
    """The arrays of a table and a plan: all that is needed to deal a chunk, on any machine."""

    seed: int
    pack: NDArray[np.uint8]
    size: int
    cards: int
    per_shoe: int
    cut: int
    boxes: int
    arrays: Arrays
    lanes: tuple[Any, ...] | None
    """Instead, what the kernel for one box takes."""
    worth: Whole
    most_net: int
    wagers: int

    def deal(self, chunk: int, shoes: int) -> Totals:
        """So many shoes from the chunk's part of the random numbers."""
        made = Totals.nothing(self.most_net, self.wagers)
        key = np.uint64(kernels.key_of(np.uint64(self.seed)))
        dealt = (key, chunk, shoes, self.pack, self.size, self.cards, self.per_shoe, self.cut)
        into = (self.worth, made.spread, made.counts, made.sums)
        if self.lanes is None:
            rounds = kernels.deal_chunk(*dealt, self.boxes, *self.arrays, *into)
        else:
            deal: Any = kernels.deal_lanes
            rounds = deal(*dealt, *self.lanes, *into)
        if rounds < 0:
            less = "fewer rounds from each shoe" if self.per_shoe else "fewer boxes"
            raise NotAllowed(
                f"A shoe of {self.size} cards ran out in a round: deal more decks or {less}."
            )
        return replace(made, chunks=1, rounds=rounds, shoes=shoes)


def deal_task(dealer: ChunkDealer, task: Task) -> list[Totals]:
    """Some chunks one after another, each by itself: a task of a cluster."""
    return [dealer.deal(chunk, shoes) for chunk, shoes in task]


@dataclass
class Run:
    """A plan for a table; `go` deals it, as far as nobody interrupts."""

    table: FastTable
    plan: RunPlan
    totals: Totals = field(init=False)

    def __post_init__(self) -> None:
        plan = self.plan
        if not LEAST <= plan.rounds <= MOST:
            raise NotAllowed(f"A run has {LEAST:,} to {MOST:,} rounds, not {plan.rounds:,}.")
        if plan.per_shoe < 0:
            raise NotAllowed(f"A shoe deals 1 round or more, not {plan.per_shoe}.")
        if not 0 <= plan.seed < 1 << 64:
            raise NotAllowed(f"A seed is a whole number from 0 to 2^64 - 1, not {plan.seed}.")
        self.totals = Totals.nothing(self.table.most_net, len(self.table.wagers))

    @cached_property
    def lanes(self) -> LaneTables | None:
        """The tables of the kernel for one box, if it can deal this."""
        longest = self.plan.per_shoe or self.cut / 4
        return lane_tables(self.table) if longest <= 255 else None

    @property
    def cut(self) -> int:
        """Rounds begin before this many cards have left the shoe."""
        return self.table.size - behind_cut(self.table)

    @property
    def cards(self) -> int:
        """Places of a shoe that are shuffled: all, or more than its rounds have ever used."""
        hands = self.table.boxes + 1
        most = self.cut + 24 * hands
        if self.plan.per_shoe:
            many = self.plan.per_shoe * hands
            used = CARDS_OF_A_HAND * many + 7.5 * math.sqrt(many) + 8
            most = math.ceil(used) + self.table.tables.burned
        size = self.table.size
        return min(most + most % 2, size - size % 2)

    @property
    def rounds_of_shoe(self) -> float:
        """Rounds that a shoe deals, on average."""
        cards = CARDS_OF_A_HAND * (self.table.boxes + 1)
        dealt = self.cut - self.table.tables.burned
        return self.plan.per_shoe or max(1.0, dealt / cards)

    @property
    def shoes(self) -> int:
        """Shoes of the whole run."""
        return -int(-self.plan.rounds // self.rounds_of_shoe)

    @property
    def shoes_of_chunk(self) -> int:
        return max(1, int(CHUNK / self.rounds_of_shoe / self.table.boxes))

    @property
    def chunks(self) -> int:
        return -(-self.shoes // self.shoes_of_chunk)

    @property
    def digest(self) -> str:
        """What a checkpoint must be of: everything but how long the run is."""
        made = hashlib.sha256()
        for each in (self.table.pack, *self.table.arrays, self.table.worth):
            made.update(each.tobytes())
        plan = self.plan
        rest = (
            plan.seed,
            plan.per_shoe,
            self.cut,
            self.table.boxes,
            self.cards,
            self.shoes_of_chunk,
        )
        made.update(repr(rest).encode())
        return made.hexdigest()

    @cached_property
    def dealer(self) -> ChunkDealer:
        table, lanes = self.table, self.lanes
        return ChunkDealer(
            seed=self.plan.seed,
            pack=table.pack,
            size=table.size,
            cards=self.cards,
            per_shoe=self.plan.per_shoe,
            cut=self.cut,
            boxes=table.boxes,
            arrays=table.arrays,
            lanes=None if lanes is None else lanes.arrays,
            worth=table.worth,
            most_net=table.most_net,
            wagers=len(table.wagers),
        )

    def prepare(self) -> None:
        """Compile, or load what was compiled, before any clock runs."""
        self.dealer.deal(0, 0)

    def shoes_in(self, chunk: int) -> int:
        """The shoes of a chunk; the last one has what is left."""
        return min(self.shoes_of_chunk, self.shoes - chunk * self.shoes_of_chunk)

    def deal(self, chunk: int) -> Totals:
        """One chunk, by itself."""
        return self.dealer.deal(chunk, self.shoes_in(chunk))

    @property
    def is_done(self) -> bool:
        if self.totals.chunks >= self.chunks:
            return True
        wanted = self.plan.error
        return wanted is not None and self.totals.error(0, self.table.tables.unit) <= wanted

    def go(
        self,
        cores: int | Cluster = 1,
        checkpoint: Path | None = None,
        step: Callable[[Totals], None] = lambda totals: None,
    ) -> bool:
        """Deal on cores or a cluster until the plan is done, or someone interrupts; whether it is
        done. A checkpoint is written even if the cluster is lost.
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
        """Write what is counted so far, whole or not at all."""
        totals = self.totals
        form = {
            "schema": SCHEMA,
            "digest": self.digest,
            "chunks": totals.chunks,
            "rounds": totals.rounds,
            "shoes": totals.shoes,
            "seconds": totals.seconds,
            "spread": totals.spread.tolist(),
            "counts": totals.counts.tolist(),
            "sums": totals.sums.tolist(),
        }
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            beside.write_text(json.dumps(form), "utf-8")
            os.replace(beside, path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise PitbossError(
                f"The checkpoint {path} cannot be written: {error.strerror}."
            ) from None

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint, if it is of this run."""
        try:
            form: dict[str, Any] = json.loads(path.read_text("utf-8"))
            known = form["digest"] if form["schema"] == SCHEMA else ""
        except OSError as error:
            raise PitbossError(f"The checkpoint {path} cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError):
            raise PitbossError(f"{path} is not a checkpoint of a simulation.") from None
        if known != self.digest:
            raise NotAllowed(
                f"{path} is the checkpoint of another run: the rules, wagers, boxes, shoes, "
                "strategy and seed must be the same."
            )
        if form["shoes"] not in (form["chunks"] * self.shoes_of_chunk, self.shoes):
            raise NotAllowed(f"{path} is of a run that has ended: it cannot be made longer.")
        arrays = {key: np.array(form[key], np.int64) for key in ("spread", "counts", "sums")}
        self.totals = Totals(
            form["chunks"], form["rounds"], **arrays, shoes=form["shoes"], seconds=form["seconds"]
        )
