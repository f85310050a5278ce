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
from pitboss.simulate.dealers import cut_of, shoe_ran_out
from pitboss.simulate.fast_table import FastTable, why_not_standard
from pitboss.simulate.gpu_lanes import (
    COLUMNS,
    NET,
    RANKS,
    ROUNDS,
    SIDE,
    SIDES,
    STAKED,
    DealerWager,
    lane_of,
    machine,
    settlements,
    word_of_suits,
    words_of_shoe,
)
from pitboss.simulate.kernels import array_layout as layout
from pitboss.simulate.kernels.shuffles import key_of
from pitboss.simulate.side_wagers import CLASSES, SimulatedWager
from pitboss.simulate.totals import RunPlan, Totals
from pitboss.simulate.wager_tables import SUIT_SETS, WagerTable

LANES: Final = 264 << 10
"""Lanes of a launch."""
MOST_ROUNDS: Final = 1 << 14
"""Rounds of a lane in one launch, so that progress can be reported about every second."""
THREADS: Final = 1024
"""Lanes of a block."""
MOST_SHARED: Final = 96 << 10
"""Bytes that a block keeps near. A larger table of three cards stays in the GPU's own memory."""


def check_device() -> None:
    """Refuse if there is no GPU that Numba can use."""
    try:
        there = import_module("numba.cuda").is_available()
    except Exception:  # an installed driver that does not work fails in many ways
        there = False
    if not there:
        raise NotAllowed(
            "--device cuda needs an NVIDIA GPU, its driver and Numba's CUDA target; none was "
            "found. Leave it out to use the CPU cores."
        )


def _by_ranks_alone(table: WagerTable) -> bool:
    """Whether nothing but the ranks of the dealer's hand decides it."""
    cells, step = table.cells.reshape(-1, SUIT_SETS), table.step.reshape(-1, RANKS, 4)
    unsuited = (cells == cells[:, :1]).all() and (step == step[:, :, :1]).all()
    return table.kinds == 1 and bool(unsuited)


@dataclass(frozen=True)
class GpuTables:
    """A table of one box as the lanes take it."""

    table: FastTable

    def __post_init__(self) -> None:
        if self.table.boxes != 1:
            raise NotAllowed(f"A GPU deals one box, not {self.table.boxes}.")
        if why := why_not_standard(self.table.opened):
            raise NotAllowed(f"A GPU deals only standard blackjack: {why}.")
        tables = self.table.tables
        if tables.early.any() or tables.insured.any():
            raise NotAllowed("A GPU cannot play a strategy that insures or surrenders early.")
        for each in self.table.wagers:
            seen = each.table.looks
            fits = seen in (layout.TWO, layout.THREE) or (
                seen == layout.DEALER and _by_ranks_alone(each.table)
            )
            if not fits or each.flags & (layout.LATER | layout.LIVE):
                raise NotAllowed(
                    "A GPU deals wagers on the deal, and one on the ranks of the dealer's hand "
                    f"alone; not {each.offer.wager.name}."
                )
        if len(self.on_deal) > SIDES or len(self.table.wagers) - len(self.on_deal) > 1:
            raise NotAllowed(
                f"A GPU deals {SIDES} wagers on the deal and one on the dealer's hand."
            )

    @cached_property
    def on_deal(self) -> dict[int, SimulatedWager[WagerTable]]:
        """Number → wager on the player's two cards, or on them and the upcard."""
        wagers = enumerate(self.table.wagers)
        return {number: each for number, each in wagers if each.table.looks != layout.DEALER}

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

    def joint(self) -> tuple[NDArray[np.uint16], NDArray[Any], NDArray[np.int64]]:
        """Two cards → row; row × the upcard → class for all wagers on the deal; class → what each
        wager nets.

        Two wagers to a word, the second from bit 32 on. A lane numbers the cards from the highest
        down.
        """
        codes = np.zeros(52**3, np.int64)
        for each in self.on_deal.values():
            rows = each.table.pairs[: 52**2]
            if each.table.looks == layout.TWO:
                cells = np.repeat(each.table.cells[rows], 52)
            else:
                cells = each.table.cells.reshape(-1, 52)[rows].ravel()
            codes = codes * CLASSES + cells
        found, joint = np.unique(codes[::-1], return_inverse=True)
        nets = np.zeros((len(found), SIDES if self.many else 2), np.int64)
        for column, number in enumerate(self.on_deal):
            later = len(self.on_deal) - 1 - column
            kinds = found // CLASSES**later % CLASSES
            nets[:, column] = self.table.worth[number * CLASSES + kinds]
        narrow = np.uint8 if len(found) <= 256 else np.uint16
        cells, places = np.unique(joint.reshape(-1, 52), axis=0, return_inverse=True)
        return (
            places.astype(np.uint16),
            cells.astype(narrow).ravel(),
            (nets[:, ::2] + (nets[:, 1::2] << 32)).ravel(),
        )

    def growing(self) -> tuple[DealerWager, NDArray[np.int64]]:
        """The wager on the dealer's hand, and what its classes net; the first is of no hand."""
        if self.on_dealer is None:
            one_state = np.zeros((1, RANKS), np.int64)
            return DealerWager(one_state, np.zeros(1, np.int64), completes=False), one_state[0, :1]
        wager = self.table.wagers[self.on_dealer]
        kinds = wager.table.cells.reshape(-1, SUIT_SETS)[:, 0].astype(np.int64)
        nets, classes = np.unique(
            self.table.worth[self.on_dealer * CLASSES + kinds], return_inverse=True
        )
        step = wager.table.step.reshape(-1, RANKS, 4)[:, ::-1, 0].astype(np.int64)
        completes = bool(wager.flags & layout.COMPLETES)
        return DealerWager(step, classes + 1, completes), np.concatenate([[0], nets])

    @property
    def suited(self) -> bool:
        """Whether suits matter; otherwise all tens are one kind of card."""
        return bool(self.table.wagers)

    @property
    def many(self) -> bool:
        """Whether there are more wagers on the deal than one word has room for."""
        return len(self.on_deal) > 2

    def how(self, plan: RunPlan) -> tuple[bool, bool, bool, bool]:
        """What a lane is compiled with and without."""
        return self.suited, self.many, self.on_dealer is not None, plan.per_shoe == 0

    def arguments(self, seed: int, rounds: int, cut: int, per_shoe: int) -> tuple[Any, ...]:
        """What a lane takes, apart from its number and where it writes."""
        pack, play = self.table.terms.pack, self.table.tables
        ranks = np.array(pack.counts).reshape(RANKS, 4).sum(axis=1).tolist()
        kinds = ranks if self.suited else [*ranks[:8], sum(ranks[8:12]), ranks[12]]
        suits = [max(pack.counts[suit::4]) for suit in range(4)]
        columns = range(RANKS)[::-1] if self.suited else (12, *range(9)[::-1])
        rows, joint, nets = self.joint()
        wager, dealer_nets = self.growing()
        made = machine(play, columns, wager)
        return (
            key_of(np.uint64(seed)), rounds, cut, per_shoe, pack.size,
            words_of_shoe(kinds), word_of_suits(suits), made.step, made.holes, made.deals,
            made.pairs, play.limits, settlements(play.settle, play.unit),
            settlements(play.added, play.unit), rows, joint, nets, dealer_nets,
        )  # fmt: skip


# -- all lanes at once ----------------------------------------------------------------------------

Launch = Callable[[int, int], NDArray[np.int64]]
"""The first lane and the rounds of each → what each lane counted."""


def on_gpu(tables: GpuTables, plan: RunPlan, cut: int, lanes: int) -> Launch:
    """All lanes at once, with the tables in the memory that a block shares."""
    cuda: Any = import_module("numba.cuda")
    kernel: Callable[[Any], Any] = cuda.jit
    device: Callable[[Any], Any] = cuda.jit(device=True)
    threads = min(THREADS, lanes)
    given = tables.arguments(plan.seed, 1, cut, plan.per_shoe)
    joint, suits = given[15], np.zeros(RANKS * threads if tables.suited else 1, np.uint32)
    # the widest first, so that each begins at a multiple of its width
    kept = [*(given[n] for n in (12, 16, 17, 8)), suits, *(given[n] for n in (7, 9, 14)), joint]
    is_near = sum(each.nbytes for each in kept) <= MOST_SHARED
    if not is_near:
        kept[-1] = joint[:0]
    places = [0, *np.cumsum([each.nbytes for each in kept]).tolist()]
    at = tuple(place // each.itemsize for place, each in zip(places, kept, strict=False))
    to = tuple(begin + each.size for begin, each in zip(at, kept, strict=True))
    words, narrow = -(-places[-1] // 8), joint.dtype.type
    stride = np.uint32(threads)
    u32, i64 = numba.uint32, numba.int64
    deal = lane_of(device, *tables.how(plan))

    @device
    def copied(to: Any, of: Any) -> None:
        for at in range(cuda.threadIdx.x, of.size, cuda.blockDim.x):
            to[at] = of[at]

    @kernel
    def all_lanes(
        key: Any, rounds: Any, cut: Any, per_shoe: Any, size: Any, shoe: Any, whole: Any, step: Any,
        holes: Any, deals: Any, pairs: Any, limits: Any, settle: Any, added: Any, rows: Any,
        joint: Any, nets: Any, dealer_nets: Any, number: Any, out: Any,
    ) -> None:  # fmt: skip
        near = cuda.shared.array(words, i64)  # one array, so that one address leads to all
        of_four, of_two = near.view(np.uint32), near.view(np.uint16)
        near_settle, near_nets = near[at[0] : to[0]], near[at[1] : to[1]]
        near_dealer = near[at[2] : to[2]]
        near_holes, suits = of_four[at[3] : to[3]], of_four[at[4] : to[4]]
        near_step, near_deals = of_two[at[5] : to[5]], of_two[at[6] : to[6]]
        near_rows = of_two[at[7] : to[7]]
        copied(near_settle, settle)
        copied(near_nets, nets)
        copied(near_dealer, dealer_nets)
        copied(near_holes, holes)
        copied(near_step, step)
        copied(near_deals, deals)
        copied(near_rows, rows)
        if is_near:
            near_joint = near.view(narrow)[at[8] : to[8]]
            copied(near_joint, joint)
        else:
            near_joint = joint
        cuda.syncthreads()
        place = cuda.grid(1)
        if place < out.shape[0]:
            deal(
                key, number + place, rounds, cut, per_shoe, size, shoe, u32(whole), near_step,
                near_holes, near_deals, pairs, limits, near_settle, added, near_rows, near_joint,
                near_nets, near_dealer, suits, stride, u32(cuda.threadIdx.x), out[place],
            )  # fmt: skip

    def launch(first: int, rounds: int) -> NDArray[np.int64]:
        given = tables.arguments(plan.seed, rounds, cut, plan.per_shoe)
        there = [cuda.to_device(v) if isinstance(v, np.ndarray) else v for v in given]
        out = cuda.device_array((lanes, COLUMNS), np.int64)
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
        if counted[:, ROUNDS].min() < 0:
            raise shoe_ran_out(table.terms.pack.size, plan.per_shoe)
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
