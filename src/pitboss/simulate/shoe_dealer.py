"""Shoes of standard blackjack, chunk by chunk: how much of each is shuffled and dealt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotAllowed
from pitboss.simulate.chunk_dealer import digest_of, key_for
from pitboss.simulate.fast_table import Arrays, FastTable
from pitboss.simulate.kernels.lanes import deal_lanes
from pitboss.simulate.kernels.shoes import deal_chunk, deal_money
from pitboss.simulate.lane_tables import lane_tables
from pitboss.simulate.shoe_plan import ran_out, shoe_plan
from pitboss.simulate.totals import RunPlan, Totals, Whole


@dataclass(frozen=True, eq=False, slots=True)
class ShoeDealer:
    """What the kernels of blackjack take."""

    seed: int
    pack: NDArray[np.uint8]
    size: int
    cards: int
    """Places of a shoe that are shuffled."""
    per_shoe: int
    cut: int
    boxes: int
    arrays: Arrays
    lanes: tuple[Any, ...] | None
    """Instead, what the kernel for one box takes."""
    worth: Whole
    most_net: int
    wagers: int
    rounds_of_shoe: float
    """On average."""

    def deal(self, chunk: int, shoes: int) -> Totals:
        """So many shoes from the chunk's part of the random numbers."""
        made = Totals.nothing(self.most_net, self.wagers)
        key = key_for(self.seed)
        dealt = (key, chunk, shoes, self.pack, self.size, self.cards, self.per_shoe, self.cut)
        into = (self.worth, made.spread, made.counts, made.sums)
        if self.lanes is None:
            rounds = deal_chunk(*dealt, self.boxes, *self.arrays, *into)
        else:
            deal: Any = deal_lanes
            rounds = deal(*dealt, *self.lanes, *into)
        if rounds < 0:
            raise NotAllowed(ran_out(self.size, self.per_shoe))
        return replace(made, chunks=1, rounds=rounds, shoes=shoes)

    def deal_money(
        self, chunk: int, part: float, money: NDArray[np.float64], out: NDArray[np.float64]
    ) -> None:
        """What all boxes win in each round, from shoes dealt to the cut card."""
        key = key_for(self.seed)
        dealt = deal_money(
            key, chunk, len(out), self.pack, self.size, self.cards, self.cut, self.boxes,
            *self.arrays, part, money, out,
        )  # fmt: skip
        if dealt < 0:
            raise NotAllowed(ran_out(self.size, 0))

    @property
    def digest(self) -> str:
        """Of everything that decides what it deals."""
        rest = (self.seed, self.per_shoe, self.cut, self.boxes, self.cards)
        return digest_of((self.pack, *self.arrays, self.worth), rest)


def shoe_dealer(table: FastTable, plan: RunPlan) -> ShoeDealer:
    """The dealer of a table by a plan."""
    shoe = shoe_plan(table.opened, table.boxes, plan)
    lanes = lane_tables(table) if (plan.per_shoe or shoe.cut / 4) <= 255 else None
    return ShoeDealer(
        seed=plan.seed,
        pack=table.pack,
        size=shoe.size,
        cards=shoe.cards,
        per_shoe=plan.per_shoe,
        cut=shoe.cut,
        boxes=table.boxes,
        arrays=table.arrays,
        lanes=None if lanes is None else lanes.arrays,
        worth=table.worth,
        most_net=table.most_net,
        wagers=len(table.wagers),
        rounds_of_shoe=shoe.rounds,
    )
