"""Rounds on a GPU through Numba's CUDA target: a lane for each of its threads.

Every lane has a stream of random numbers and shoes of its own, by its number: the same seed gives
the same answer on every GPU, and on one core where the same function runs lane by lane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from time import perf_counter
from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotAllowed
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.gpu_lanes import (
    COLUMNS,
    NET,
    ROUNDS,
    SIDE,
    SIDES,
    STAKED,
    lane_of,
    machine,
    packed,
    settlements,
)
from pitboss.simulate.kernels.layout import COMPLETES, DEALER, LATER, LIVE, THREE, TWO
from pitboss.simulate.kernels.shuffles import key_of
from pitboss.simulate.shoe_plan import cut_of
from pitboss.simulate.side_wagers import CLASSES, SimulatedWager
from pitboss.simulate.totals import RunPlan, Totals
from pitboss.simulate.wager_tables import WagerTable

LANES: Final = 1 << 18
"""Lanes of a launch."""
MOST_ROUNDS: Final = 1 << 13
"""Rounds of a lane in one launch, so that there is something to tell every second or so."""
THREADS: Final = 512
"""Lanes of a block."""


def check_device() -> None:
    """Refuse if there is no GPU that Numba can use."""
    try:
        there = import_module("numba.cuda").is_available()
    except Exception:  # a driver that is there and does not work fails in many ways
        there = False
    if not there:
        raise NotAllowed(
            "--device cuda needs an NVIDIA GPU, its driver and Numba's CUDA target; none is found "
            "here. Leave it out to use the cores."
        )


@dataclass(frozen=True)
class GpuTables:
    """A table of one box as the lanes take it."""

    table: FastTable

    def __post_init__(self) -> None:
        if self.table.boxes != 1:
            raise NotAllowed(f"A GPU deals one box, not {self.table.boxes}.")
        tables = self.table.tables
        if tables.early.any() or tables.insured.any():
            raise NotAllowed("A GPU deals no strategy that insures or surrenders early.")
        for each in self.table.wagers:
            seen = each.table.looks
            fits = seen in (TWO, THREE) or (seen == DEALER and each.table.kinds == 1)
            if not fits or each.flags & (LATER | LIVE):
                raise NotAllowed(
                    "A GPU deals wagers on the deal, and one on the dealer's hand alone; not "
                    f"{each.offer.wager.name}."
                )
        if len(self.on_deal) > SIDES or len(self.table.wagers) - len(self.on_deal) > 1:
            raise NotAllowed(
                f"A GPU deals {SIDES} wagers on the deal and one on the dealer's hand."
            )

    @cached_property
    def on_deal(self) -> dict[int, SimulatedWager[WagerTable]]:
        """Number → wager on the player's two cards, or on them and the upcard."""
        wagers = enumerate(self.table.wagers)
        return {number: each for number, each in wagers if each.table.looks != DEALER}

    @cached_property
    def on_dealer(self) -> int | None:
        """The number of the wager on the dealer's hand."""
        rest = [n for n in range(len(self.table.wagers)) if n not in self.on_deal]
        return rest[0] if rest else None

    def column(self, number: int) -> int:
        """Where a lane counts a wager."""
        if number == self.on_dealer:
            return SIDE + SIDES
        return SIDE + list(self.on_deal).index(number)

    def joint(self) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
        """Three cards → their class for all wagers on the deal; class → what each wager nets.

        Two wagers to a word, the second from bit 32 on.
        """
        if not self.on_deal:
            return np.zeros(0, np.uint16), np.zeros(2, np.int64)
        codes = np.zeros(52**3, np.int64)
        for each in self.on_deal.values():
            rows = each.table.pairs[: 52**2]
            if each.table.looks == TWO:
                cells = np.repeat(each.table.cells[rows], 52)
            else:
                cells = each.table.cells.reshape(-1, 52)[rows].ravel()
            codes = codes * CLASSES + cells
        found, joint = np.unique(codes, return_inverse=True)
        nets = np.zeros((len(found), SIDES), np.int64)
        for column, number in enumerate(self.on_deal):
            later = len(self.on_deal) - 1 - column
            kinds = found // CLASSES**later % CLASSES
            nets[:, column] = self.table.worth[number * CLASSES + kinds]
        return joint.astype(np.uint16), (nets[:, ::2] + (nets[:, 1::2] << 32)).ravel()

    def growing(self) -> tuple[NDArray[np.uint16], NDArray[np.int32], bool]:
        """The dealer's hand card by card, what it nets, and whether the dealer draws for it."""
        if self.on_dealer is None:
            return np.zeros(0, np.uint16), np.zeros(0, np.int32), False
        wager = self.table.wagers[self.on_dealer]
        nets = self.table.worth[self.on_dealer * CLASSES + wager.table.cells.astype(np.int64)]
        return wager.table.step, nets.astype(np.int32), bool(wager.flags & COMPLETES)

    @property
    def suited(self) -> bool:
        """Suits matter; otherwise all tens are one kind of card."""
        return bool(self.table.wagers)

    def arguments(self, seed: int, rounds: int, cut: int, per_shoe: int) -> tuple[Any, ...]:
        """What a lane takes, apart from its number and where it writes."""
        pack, play = self.table.terms.pack, self.table.tables
        ranks = np.array(pack.counts).reshape(13, 4).sum(axis=1)
        kinds = ranks if self.suited else np.array([*ranks[:8], ranks[8:12].sum(), ranks[12]])
        suits = [max(pack.counts[suit::4]) for suit in range(4)]
        made = machine(play)
        joint, nets = self.joint()
        growing, dealer_nets, completes = self.growing()
        return (
            key_of(np.uint64(seed)), rounds, cut, per_shoe, pack.size, packed(kinds),
            sum(many << 4 * suit for suit, many in enumerate(suits)), made.step, made.holes,
            made.start, made.first, made.dealer, made.pairs, np.array(play.limits, np.uint32),
            settlements(play.settle, play.unit), settlements(play.added, play.unit), joint, nets,
            growing, dealer_nets, completes,
        )  # fmt: skip


# -- one after the other, or all at once -----------------------------------------------------------

Launch = Callable[[int, int], NDArray[np.int64]]
"""The first lane and the rounds of each → what each lane counted."""


def on_core(tables: GpuTables, plan: RunPlan, cut: int, lanes: int) -> Launch:
    """Lanes one after the other on this core: slow, and the same to the last count."""
    compiled = numba.njit(error_model="numpy")
    growing = tables.growing()[0].size > 0
    deal = lane_of(compiled, tables.suited, growing, plan.per_shoe == 0)
    suits, one, none = np.zeros(13, np.uint16), np.uint32(1), np.uint32(0)

    def launch(first: int, rounds: int) -> NDArray[np.int64]:
        key, *rest = tables.arguments(plan.seed, rounds, cut, plan.per_shoe)
        out = np.zeros((lanes, COLUMNS), np.int64)
        for number in range(lanes):
            deal(key, first + number, *rest, suits, one, none, out[number])
        return out

    return launch


def on_gpu(tables: GpuTables, plan: RunPlan, cut: int, lanes: int) -> Launch:
    """All lanes at once, with the small tables in the memory that a block shares."""
    cuda: Any = import_module("numba.cuda")
    kernel: Callable[[Any], Any] = cuda.jit
    device: Callable[[Any], Any] = cuda.jit(device=True)
    threads = min(THREADS, lanes)
    given = tables.arguments(plan.seed, 1, cut, plan.per_shoe)
    step, holes, settle, nets, growing, dealer_nets = (given[n] for n in (7, 8, 14, 17, 18, 19))
    steps, codes, ends, pays = step.size, holes.size, settle.size, nets.size
    grows, many = growing.size > 0, max(growing.size, 1)
    held = max(dealer_nets.size, 1)
    suited, suits_of_block = tables.suited, 13 * threads if tables.suited else 1
    stride = np.uint32(threads)
    u16, u32, i32, i64 = numba.uint16, numba.uint32, numba.int32, numba.int64
    deal = lane_of(device, suited, grows, plan.per_shoe == 0)

    @device
    def copied(to: Any, of: Any, size: int) -> None:
        for at in range(cuda.threadIdx.x, size, cuda.blockDim.x):
            to[at] = of[at]

    @kernel
    def all_lanes(
        key: Any, rounds: Any, cut: Any, per_shoe: Any, size: Any, shoe: Any, whole: Any, step: Any,
        holes: Any, start: Any, first: Any, dealer: Any, pairs: Any, limits: Any, settle: Any,
        added: Any, joint: Any, nets: Any, growing: Any, dealer_nets: Any, completes: Any,
        number: Any, out: Any,
    ) -> None:  # fmt: skip
        near_step = cuda.shared.array(steps, u16)
        near_holes = cuda.shared.array(codes, u32)
        near_settle = cuda.shared.array(ends, i64)
        near_nets = cuda.shared.array(pays, i64)
        near_growing = cuda.shared.array(many, u16)
        near_dealer = cuda.shared.array(held, i32)
        suits = cuda.shared.array(suits_of_block, u16)
        copied(near_step, step, steps)
        copied(near_holes, holes, codes)
        copied(near_settle, settle, ends)
        copied(near_nets, nets, pays)
        if grows:
            copied(near_growing, growing, many)
            copied(near_dealer, dealer_nets, held)
        cuda.syncthreads()
        place = cuda.grid(1)
        if place < out.shape[0]:
            deal(
                key, number + place, rounds, cut, per_shoe, size, shoe, whole, near_step,
                near_holes, start, first, dealer, pairs, limits, near_settle, added, joint,
                near_nets, near_growing, near_dealer, completes, suits, stride,
                np.uint32(cuda.threadIdx.x), out[place],
            )  # fmt: skip

    def launch(first: int, rounds: int) -> NDArray[np.int64]:
        given = tables.arguments(plan.seed, rounds, cut, plan.per_shoe)
        there = [cuda.to_device(v) if isinstance(v, np.ndarray) else v for v in given]
        out = cuda.to_device(np.zeros((lanes, COLUMNS), np.int64))
        all_lanes[-(-lanes // threads), threads](*there, first, out)
        made: NDArray[np.int64] = out.copy_to_host()
        return made

    return launch


# -- a run -----------------------------------------------------------------------------------------


def gpu_totals(
    table: FastTable,
    plan: RunPlan,
    step: Callable[[Totals], None] = lambda totals: None,
    how: Callable[..., Launch] = on_gpu,
    lanes: int = LANES,
) -> Totals:
    """What a run counted; each lane counts as one shoe, as lanes are independent of one another."""
    tables = GpuTables(table)
    launch = how(tables, plan, cut_of(table.opened), lanes)
    totals, first, began = Totals.nothing(table.most_net, len(table.wagers)), 0, perf_counter()
    while totals.rounds < plan.rounds:
        left = -(-(plan.rounds - totals.rounds) // lanes)
        counted = launch(first, min(MOST_ROUNDS, left))
        first += lanes
        more = replace(
            Totals.nothing(table.most_net, len(table.wagers)),
            chunks=1,
            rounds=int(counted[:, ROUNDS].sum()),
            sums=_sums(tables, counted),
            shoes=lanes,
        )
        totals = totals.plus(more, perf_counter() - began)
        step(totals)
    return totals


def _sums(tables: GpuTables, counted: NDArray[np.int64]) -> NDArray[np.int64]:
    """Line × the sums over lanes of n, x, x², n·x and n²; then the stakes of the main wager."""
    wagers = len(tables.table.wagers)
    made = np.zeros((wagers + 1, 6), np.int64)
    n = counted[:, ROUNDS]
    for line in range(wagers + 1):
        x = counted[:, tables.column(line - 1) if line else NET]
        made[line, :5] = n.sum(), x.sum(), (x * x).sum(), (n * x).sum(), (n * n).sum()
    made[0, 5] = counted[:, STAKED].sum()
    return made
