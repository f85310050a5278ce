"""Shoes of Blackjack Switch, chunk by chunk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotAllowed
from pitboss.simulate.chunk_dealer import digest_of, key_for
from pitboss.simulate.kernels import switch
from pitboss.simulate.kernels.shuffles import shuffle_all
from pitboss.simulate.shoe_plan import ShoePlan, ran_out, shoe_plan
from pitboss.simulate.switch_table import SwitchTable
from pitboss.simulate.totals import RunPlan, Totals, Whole

BATCH: Final = 64
"""Shoes that are shuffled together."""
BEHIND: Final = 512
"""Places that may be read behind a shoe before it is found to have run out."""


@dataclass(frozen=True, eq=False, slots=True)
class SwitchDealer:
    """What the kernel of Blackjack Switch takes."""

    seed: int
    per_shoe: int
    pack: NDArray[np.uint8]
    shoe: ShoePlan
    boxes: int
    arrays: tuple[NDArray[Any], ...]
    worth: Whole
    most_net: int
    wagers: int

    @property
    def rounds_of_shoe(self) -> float:
        """On average."""
        return self.shoe.rounds

    def deal(self, chunk: int, shoes: int) -> Totals:
        """So many shoes from the chunk's part of the random numbers."""
        made, rounds = Totals.nothing(self.most_net, self.wagers), 0
        deal: Any = switch.deal_switch
        for some in self._shuffled(chunk, shoes):
            dealt = deal(
                some, self.shoe.cards, self.per_shoe, self.shoe.cut, self.boxes, *self.arrays,
                self.worth, made.spread, made.counts, made.sums,
            )  # fmt: skip
            if dealt < 0:
                raise NotAllowed(ran_out(self.shoe.size, self.per_shoe))
            rounds += dealt
        return replace(made, chunks=1, rounds=rounds, shoes=shoes)

    def deal_money(
        self, chunk: int, part: float, money: NDArray[np.float64], out: NDArray[np.float64]
    ) -> None:
        """What all boxes win in each round, from shoes dealt to the cut card."""
        deal: Any = switch.deal_switch_money
        done = 0
        for some in self._shuffled(chunk, len(out)):
            dealt = deal(
                some, self.shoe.cards, self.shoe.cut, self.boxes, *self.arrays, part, money,
                out[done:],
            )  # fmt: skip
            if dealt < 0:
                raise NotAllowed(ran_out(self.shoe.size, 0))
            done += dealt
            if done == len(out):
                return

    def _shuffled(self, chunk: int, shoes: int) -> Iterator[NDArray[np.uint8]]:
        """So many shoes, some at a time; at least one lot, be it empty."""
        key = key_for(self.seed)
        many = np.tile(self.pack, (BATCH, 1))
        counter = chunk << 32
        for first in range(0, max(shoes, 1), BATCH):
            some = many[: min(BATCH, shoes - first)]
            shuffle_all(some, self.shoe.size, self.shoe.cards, key, np.uint64(counter))
            counter += len(some) * (self.shoe.cards // 2)
            yield some

    @property
    def digest(self) -> str:
        """Of everything that decides what it deals."""
        rest = (self.seed, self.per_shoe, self.shoe, self.boxes)
        return digest_of((self.pack, *self.arrays, self.worth), rest)


def switch_dealer(table: SwitchTable, plan: RunPlan) -> SwitchDealer:
    """The dealer of a table by a plan."""
    cards = np.repeat(np.arange(52, dtype=np.uint8), table.terms.pack.counts)
    return SwitchDealer(
        seed=plan.seed,
        per_shoe=plan.per_shoe,
        pack=np.concatenate([cards, np.zeros(BEHIND, np.uint8)]),
        shoe=shoe_plan(table.opened, 2 * table.boxes, plan),
        boxes=table.boxes,
        arrays=table.arrays,
        worth=table.worth,
        most_net=table.most_net,
        wagers=len(table.wagers),
    )
