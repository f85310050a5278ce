"""Shoes of blackjack and of Blackjack Switch, chunk by chunk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotAllowed
from pitboss.simulate.chunk_dealer import digest_of, key_for
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.kernels.lanes import deal_lanes
from pitboss.simulate.kernels.shoes import LANES, deal_chunk
from pitboss.simulate.lane_tables import lane_tables
from pitboss.simulate.shoe_plan import ShoePlan, shoe_plan
from pitboss.simulate.side_wagers import Arrays, SimulatedTable
from pitboss.simulate.totals import RunPlan, Totals, Whole

TURNS_OF_SWITCH: Final = 64
"""Places in which shoes of Blackjack Switch are shuffled in turn."""


@dataclass(frozen=True, eq=False, slots=True)
class ShoeDealer:
    """What the kernels of blackjack take."""

    seed: int
    per_shoe: int
    pack: NDArray[np.uint8]
    shoe: ShoePlan
    boxes: int
    arrays: Arrays
    lanes: Arrays | None
    """Instead, what the kernel for one box takes."""
    turns: tuple[int, int]
    """Places in which shoes are shuffled in turn, for counts and for money."""
    worth: Whole
    most_net: int
    wagers: int

    @property
    def rounds_of_shoe(self) -> float:
        """On average."""
        return self.shoe.rounds

    def deal(self, chunk: int, shoes: int) -> Totals:
        """So many shoes from the chunk's part of the random numbers."""
        made = Totals.nothing(self.most_net, self.wagers)
        into = (self.worth, made.spread, made.counts, made.sums)
        if self.lanes is None:
            rounds = self._dealt(chunk, shoes, self.per_shoe, self.turns[0], *into, 0.0, None)
        else:
            deal: Any = deal_lanes
            dealt = deal(*self._shoes(chunk, shoes, self.per_shoe), *self.lanes, *into)
            rounds = self._enough(dealt, self.per_shoe)
        return replace(made, chunks=1, rounds=rounds, shoes=shoes)

    def deal_money(
        self, chunk: int, part: float, money: NDArray[np.float64], out: NDArray[np.float64]
    ) -> None:
        """What all boxes win in each round, from shoes dealt to the cut card."""
        self._dealt(chunk, len(out), 0, self.turns[1], money, None, None, None, part, out)

    def _dealt(self, chunk: int, shoes: int, per_shoe: int, *rest: Any) -> int:
        """Deal by the kernel for any number of boxes; the rounds."""
        deal: Any = deal_chunk
        dealt = deal(*self._shoes(chunk, shoes, per_shoe), self.boxes, *self.arrays, *rest)
        return self._enough(dealt, per_shoe)

    def _shoes(self, chunk: int, shoes: int, per_shoe: int) -> tuple[Any, ...]:
        shoe = self.shoe
        key = key_for(self.seed)
        return key, chunk, shoes, self.pack, shoe.size, shoe.cards, per_shoe, shoe.cut

    def _enough(self, rounds: int, per_shoe: int) -> int:
        """The rounds that were dealt, unless a shoe was too small for them."""
        if rounds >= 0:
            return rounds
        less = "fewer rounds from each shoe" if per_shoe else "fewer boxes"
        raise NotAllowed(
            f"A shoe of {self.shoe.size} cards ran out in a round: deal more decks or {less}."
        )

    @property
    def digest(self) -> str:
        """Of everything that decides what it deals."""
        rest = (self.seed, self.per_shoe, self.shoe.cut, self.boxes, self.shoe.cards)
        return digest_of((self.pack, *self.arrays, self.worth), rest)


def shoe_dealer(table: SimulatedTable[Any], plan: RunPlan) -> ShoeDealer:
    """The dealer of a table by a plan."""
    shoe = shoe_plan(table.opened, table.hands, plan)
    lanes, turns = None, (TURNS_OF_SWITCH, TURNS_OF_SWITCH)
    if isinstance(table, FastTable):
        lanes = lane_tables(table) if (plan.per_shoe or shoe.cut / 4) <= 255 else None
        turns = (LANES, 1)
    return ShoeDealer(
        seed=plan.seed,
        per_shoe=plan.per_shoe,
        pack=table.pack,
        shoe=shoe,
        boxes=table.boxes,
        arrays=table.arrays,
        lanes=lanes,
        turns=turns,
        worth=table.worth,
        most_net=table.most_net,
        wagers=len(table.wagers),
    )
