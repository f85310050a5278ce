"""Rounds from a fresh deck each, chunk by chunk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.chunk_dealer import digest_of, key_for
from pitboss.simulate.kernels import packets
from pitboss.simulate.kernels.shuffles import random_words
from pitboss.simulate.packet_table import PacketTable
from pitboss.simulate.side_wagers import CLASSES
from pitboss.simulate.totals import RunPlan, Totals, Whole

BATCHES: Final = 16
"""Batches of the kernel whose random numbers are made together."""


@dataclass(frozen=True, eq=False, slots=True)
class PacketDealer:
    """What the kernel for packets takes; a shoe is the deck of one round."""

    seed: int
    boxes: int
    cards: int
    arrays: tuple[NDArray[Any] | None, ...]
    values: Whole
    """Line × class → what it nets, in parts of the line's unit."""
    stakes: Whole
    most_net: int
    rounds_of_shoe: float = 1.0

    @property
    def places(self) -> int:
        """Cards of a round."""
        return self.cards * (self.boxes + 1)

    @property
    def room(self) -> tuple[NDArray[Any], ...]:
        """What a batch of rounds is dealt into."""
        batch = packets.BATCH
        picks, cards = (np.empty(self.places * batch, np.uint8) for _ in range(2))
        return picks, cards, np.empty((self.boxes + 1) * (self.cards // 2) * batch, np.uint16)

    def deal(self, chunk: int, shoes: int) -> Totals:
        """So many rounds from the chunk's part of the random numbers."""
        lines = self.values.size // CLASSES
        key = key_for(self.seed)
        rounds = BATCHES * packets.BATCH
        room = self.room
        words = np.empty(BATCHES * packets.words_of_batch(self.places), np.uint64)
        counts, squares = np.zeros(self.values.size, np.int64), np.zeros(lines, np.int64)
        counter = chunk << 32
        deal: Any = packets.deal_packets
        for first in range(0, max(shoes, 1), rounds):
            random_words(words, key, np.uint64(counter))
            counter += words.size
            deal(
                words, *room, min(rounds, shoes - first), self.boxes, (0,) * self.cards,
                *self.arrays, self.values, counts, squares,
            )  # fmt: skip
        return self._totals(shoes, counts.reshape(lines, CLASSES), squares)

    def deal_money(
        self, chunk: int, part: float, money: NDArray[np.float64], out: NDArray[np.float64]
    ) -> None:
        """What all boxes win in each round."""
        key, batch = key_for(self.seed), packets.BATCH
        words = np.empty(packets.words_of_batch(self.places), np.uint64)
        picks, cards, joined = self.room
        worth = np.concatenate([self.values[:CLASSES] * part, money])
        lines = np.arange(worth.size // CLASSES) * CLASSES
        found = np.empty((batch, self.boxes, len(lines)), np.int64)
        trace: Any = packets.trace_packets
        for first in range(0, len(out), batch):
            some = out[first : first + batch]
            random_words(words, key, np.uint64((chunk << 32) + first // batch * words.size))
            packets.draw(words, picks, cards)
            trace(cards, joined, batch, self.boxes, (0,) * self.cards, *self.arrays, found)
            some[:] = worth[found + lines].sum(axis=(1, 2))[: len(some)]

    def _totals(self, shoes: int, counts: Whole, squares: Whole) -> Totals:
        made = Totals.nothing(self.most_net, len(counts) - 1)
        values = self.values.reshape(counts.shape)
        times, won = counts.sum(axis=1), (counts * values).sum(axis=1)
        if self.boxes == 1:
            squares = (counts * values**2).sum(axis=1)
        made.sums[:, 0], made.sums[:, 1], made.sums[:, 2] = times, won, squares
        made.sums[:, 3], made.sums[:, 4] = self.boxes * won, self.boxes * times
        made.sums[0, 5] = counts[0] @ self.stakes
        np.add.at(made.spread, self.most_net + values[0], counts[0])
        made.counts[:] = counts[1:].ravel()
        return replace(made, chunks=1, rounds=shoes, shoes=shoes)

    @property
    def digest(self) -> str:
        """Of everything that decides what it deals."""
        return digest_of((*self.arrays, self.values), (self.seed, self.boxes))


def packet_dealer(table: PacketTable, plan: RunPlan) -> PacketDealer:
    """The dealer of a table by a plan."""
    values = np.zeros((len(table.wagers) + 1, CLASSES), np.int64)
    values[0, : table.nets.size] = table.nets
    values[1:] = table.worth.reshape(-1, CLASSES)
    stakes = np.zeros(CLASSES, np.int64)
    stakes[: table.stakes.size] = table.stakes
    return PacketDealer(
        seed=plan.seed,
        boxes=table.boxes,
        cards=table.game.cards,
        arrays=table.arrays,
        values=values.ravel(),
        stakes=stakes,
        most_net=table.most_net,
    )
