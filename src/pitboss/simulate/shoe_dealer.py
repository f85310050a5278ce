"""Shoes of standard blackjack, chunk by chunk: how much of each is shuffled and dealt."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotAllowed
from pitboss.simulate import kernels
from pitboss.simulate.fast_table import Arrays, FastTable
from pitboss.simulate.lane_tables import lane_tables
from pitboss.simulate.totals import RunPlan, Totals, Whole

CARDS_OF_A_HAND: Final = 2.7
"""On average; only how many rounds are planned depends on it."""


def usual_per_shoe(table: FastTable) -> int:
    """A number of rounds that leaves cards behind whatever is drawn, as far as can be told."""
    room = table.size - 26 * min(table.boxes, 2) - table.tables.burned
    return max(1, int(0.85 * room / (CARDS_OF_A_HAND * (table.boxes + 1))))


def cut_of(table: FastTable) -> int:
    """Rounds begin before this many cards have left the shoe; one, if it is shuffled for each."""
    delivery = table.opened.delivery
    return 1 if delivery.every_round else table.size - delivery.cut


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

    @property
    def digest(self) -> str:
        """Of everything that decides what it deals."""
        made = hashlib.sha256()
        for each in (self.pack, *self.arrays, self.worth):
            made.update(each.tobytes())
        rest = (self.seed, self.per_shoe, self.cut, self.boxes, self.cards)
        made.update(repr(rest).encode())
        return made.hexdigest()


def shoe_dealer(table: FastTable, plan: RunPlan) -> ShoeDealer:
    """The dealer of a table by a plan."""
    cut, hands = cut_of(table), table.boxes + 1
    most, burned = cut + 24 * hands, table.tables.burned
    rounds = max(1.0, (cut - burned) / (CARDS_OF_A_HAND * hands))
    if plan.per_shoe:  # more cards than so many rounds have ever used
        many = plan.per_shoe * hands
        most = math.ceil(CARDS_OF_A_HAND * many + 7.5 * math.sqrt(many) + 8) + burned
        rounds = plan.per_shoe
    lanes = lane_tables(table) if (plan.per_shoe or cut / 4) <= 255 else None
    return ShoeDealer(
        seed=plan.seed,
        pack=table.pack,
        size=table.size,
        cards=min(most + most % 2, table.size - table.size % 2),
        per_shoe=plan.per_shoe,
        cut=cut,
        boxes=table.boxes,
        arrays=table.arrays,
        lanes=None if lanes is None else lanes.arrays,
        worth=table.worth,
        most_net=table.most_net,
        wagers=len(table.wagers),
        rounds_of_shoe=rounds,
    )
