"""The dealers of chunks: shoes of blackjack and of Blackjack Switch, and fresh decks."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotAllowed
from pitboss.games.standard import BURNED
from pitboss.games.terms import BlackjackTerms
from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.kernels import packets
from pitboss.simulate.kernels.lanes import deal_lanes
from pitboss.simulate.kernels.shuffles import key_of, random_words
from pitboss.simulate.kernels.whole_shoes import LANES, deal_chunk
from pitboss.simulate.lane_tables import lane_tables
from pitboss.simulate.packet_table import PacketTable
from pitboss.simulate.side_wagers import CLASSES, Arrays, SimulatedTable
from pitboss.simulate.totals import RunPlan, Totals, Whole
from pitboss.table.houses.opening import Open


def key_for(seed: int) -> np.uint64:
    """The key of a run's random numbers."""
    return np.uint64(key_of(np.uint64(seed)))


def digest_of(arrays: Iterable[NDArray[Any] | None], rest: object) -> str:
    """A digest of everything that decides what is dealt."""
    made = hashlib.sha256()
    for each in arrays:
        made.update(b"" if each is None else each.tobytes())
    made.update(repr(rest).encode())
    return made.hexdigest()


# -- shoes of blackjack and of Blackjack Switch ----------------------------------------------------


TURNS_OF_SWITCH: Final = 64
"""Places in which shoes of Blackjack Switch are shuffled in turn."""
NO_MONEY: Final = np.zeros(0)
"""Passed when what rounds win is not wanted."""


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

    @property
    def rounds_of_shoe(self) -> float:
        """The number of rounds in a shoe, on average."""
        return self.shoe.rounds

    def deal(self, chunk: int, shoes: int) -> Totals:
        """This many shoes from the chunk's part of the random numbers."""
        made = self.nothing
        into = self.worth, made.spread, made.counts, made.sums
        if self.lanes is None:
            with_boxes = self.boxes, *self.arrays, self.turns[0], *into, 0.0, NO_MONEY, NO_MONEY
            rounds = self._dealt(deal_chunk, chunk, shoes, *with_boxes)
        else:
            rounds = self._dealt(deal_lanes, chunk, shoes, *self.lanes, *into)
        return replace(made, chunks=1, rounds=rounds, shoes=shoes)

    def deal_money(
        self, chunk: int, part: float, money: NDArray[np.float64], out: NDArray[np.float64]
    ) -> None:
        """What all boxes win in each round from the chunk's part of the random numbers, in cents:
        `part` is what a part of the main stake is worth, `money` each class of each wager.
        """
        made = self.nothing
        into = self.worth, made.spread, made.counts, made.sums, part, money, out
        with_boxes = self.boxes, *self.arrays, self.turns[1], *into
        self._dealt(deal_chunk, chunk, len(out), *with_boxes)

    @property
    def nothing(self) -> Totals:
        """Room for what it counts."""
        return Totals.nothing(self.most_net, len(self.worth) // CLASSES)

    def _dealt(self, kernel: Any, chunk: int, shoes: int, *rest: Any) -> int:
        """The rounds that a kernel deals, unless a shoe is too small for them."""
        shoe, key = self.shoe, key_for(self.seed)
        of_shoes = self.pack, shoe.size, shoe.cards, self.per_shoe, shoe.cut
        rounds: int = kernel(key, chunk, shoes, *of_shoes, *rest)
        if rounds < 0:
            raise shoe_ran_out(shoe.size, self.per_shoe)
        return rounds

    @property
    def digest(self) -> str:
        """A digest of everything that decides what it deals."""
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
    )


# -- rounds from a fresh deck each -----------------------------------------------------------------


BATCHES: Final = 16
"""Batches of the kernel whose random numbers are made together."""


@dataclass(frozen=True, eq=False, slots=True)
class PacketDealer:
    """What the kernel for packets takes; a shoe is the deck of one round."""

    seed: int
    boxes: int
    cards: int
    arrays: Arrays
    values: Whole
    """Line × class → what it nets, in parts of the line's unit."""
    stakes: Whole
    most_net: int
    rounds_of_shoe: float = 1.0

    @property
    def places(self) -> int:
        """Cards of a round."""
        return self.cards * (self.boxes + 1)

    def deal(self, chunk: int, shoes: int) -> Totals:
        """This many rounds from the chunk's part of the random numbers."""
        counts, squares = self._dealt(chunk, shoes)
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

    def deal_money(
        self, chunk: int, part: float, money: NDArray[np.float64], out: NDArray[np.float64]
    ) -> None:
        """What all boxes win in each round, as `ShoeDealer` has it."""
        self._dealt(chunk, len(out), np.concatenate([self.values[:CLASSES] * part, money]), out)

    def _dealt(
        self,
        chunk: int,
        rounds: int,
        money: NDArray[np.float64] | None = None,
        out: NDArray[np.float64] = NO_MONEY,
    ) -> tuple[Whole, Whole]:
        """Deal rounds; how often each class of each line came, and the squares of what they net."""
        lines, batch, some = self.values.size // CLASSES, packets.BATCH, BATCHES * packets.BATCH
        picks, cards = (np.empty(self.places * batch, np.uint8) for _ in range(2))
        joined = np.empty((self.boxes + 1) * (self.cards // 2) * batch, np.uint16)
        words = np.empty(BATCHES * packets.words_of_batch(self.places), np.uint64)
        counts, squares = np.zeros(self.values.size, np.int64), np.zeros(lines, np.int64)
        counter, key = chunk << 32, key_for(self.seed)
        deal: Any = packets.deal_packets
        for first in range(0, max(rounds, 1), some):
            random_words(words, key, np.uint64(counter))
            counter += words.size
            deal(
                words, picks, cards, joined, min(some, rounds - first), self.boxes,
                (0,) * self.cards, *self.arrays, self.values, counts, squares, money, out[first:],
            )  # fmt: skip
        return counts.reshape(lines, CLASSES), squares

    @property
    def digest(self) -> str:
        """A digest of everything that decides what it deals."""
        return digest_of((*self.arrays, self.values), (self.seed, self.boxes))


def packet_dealer(table: PacketTable, plan: RunPlan) -> PacketDealer:
    """The dealer of a table by a plan."""
    values = np.zeros((len(table.wagers) + 1, CLASSES), np.int64)
    values[1:] = table.worth.reshape(-1, CLASSES)
    stakes = np.zeros(CLASSES, np.int64)
    for number, (net, staked) in enumerate(table.game.ends):
        values[0, number], stakes[number] = int(net * table.unit), staked * table.unit
    return PacketDealer(
        seed=plan.seed,
        boxes=table.boxes,
        cards=table.game.cards,
        arrays=table.arrays,
        values=values.ravel(),
        stakes=stakes,
        most_net=table.most_net,
    )


ChunkDealer = ShoeDealer | PacketDealer
"""The arrays of a table and a plan: everything needed to deal a chunk, on any machine."""


def shoe_ran_out(size: int, per_shoe: int) -> NotAllowed:
    """Why a run stops in whose shoes there are too few cards."""
    less = "fewer rounds from each shoe" if per_shoe else "fewer boxes"
    return NotAllowed(f"A shoe of {size} cards ran out in a round: deal more decks or {less}.")


# -- how much of a shoe is shuffled and dealt ------------------------------------------------------


CARDS_OF_A_HAND: Final = 2.7
"""On average; only how many rounds are planned depends on it."""


@dataclass(frozen=True, slots=True)
class ShoePlan:
    """A shoe of a run."""

    size: int
    cut: int
    """Rounds begin before this many cards have left the shoe."""
    cards: int
    """Places that are shuffled: all, or more than its rounds have ever used."""
    rounds: float
    """How many rounds it deals, on average."""


def burned_of(opened: Open) -> int:
    """Cards burned from a new shoe."""
    assert isinstance(opened.terms, BlackjackTerms)
    return BURNED[opened.terms.burn]


def usual_per_shoe(opened: Open, hands: int) -> int:
    """A number of rounds that leaves cards behind whatever is drawn, as far as can be told."""
    room = opened.terms.pack.size - 26 * min(hands, 2) - burned_of(opened)
    return max(1, int(0.85 * room / (CARDS_OF_A_HAND * (hands + 1))))


def cut_of(opened: Open) -> int:
    """Rounds begin before this many cards have left the shoe; one, if it is shuffled for each."""
    delivery = opened.delivery
    return 1 if delivery.every_round else opened.terms.pack.size - delivery.cut


def shoe_plan(opened: Open, hands: int, plan: RunPlan) -> ShoePlan:
    """A shoe from which this many hands and the dealer's are dealt."""
    size, cut, burned = opened.terms.pack.size, cut_of(opened), burned_of(opened)
    most = cut + 24 * (hands + 1)
    rounds = max(1.0, (cut - burned) / (CARDS_OF_A_HAND * (hands + 1)))
    if plan.per_shoe:
        many = plan.per_shoe * (hands + 1)
        most = math.ceil(CARDS_OF_A_HAND * many + 7.5 * math.sqrt(many) + 8) + burned
        rounds = plan.per_shoe
    return ShoePlan(size, cut, min(most + most % 2, size - size % 2), rounds)
