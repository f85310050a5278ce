"""Whole shoes of blackjack or Blackjack Switch, with any number of boxes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.simulate.kernels.array_layout import (
    BOX,
    BOXES,
    BURNED,
    CLASSES_OF_LINE,
    NET,
    NOT_PLACED,
    STAKE,
)
from pitboss.simulate.kernels.compiler import inlined, kernel
from pitboss.simulate.kernels.rounds import class_place, play_round, whole
from pitboss.simulate.kernels.shuffles import U32, shuffle
from pitboss.simulate.kernels.switch import BURNED as BURNED_OF_SWITCH
from pitboss.simulate.kernels.switch import play_switch

LANES: Final = 8
"""Shoes that are dealt in turn."""


@inlined
def add_line(line: Any, n: Any, x: Any, sums: Any) -> None:
    """One shoe of a line."""
    sums[line, 0] += n
    sums[line, 1] += x
    sums[line, 2] += x * x
    sums[line, 3] += n * x
    sums[line, 4] += n * n


@inlined
def burned_of(play: Any, child: Any) -> Any:
    """Cards burned from a new shoe."""
    return whole(play[BURNED]) if child is None else whole(play[BURNED_OF_SWITCH])


@inlined
def deal_round(
    shoe: Any, at: Any, boxes: Any, play: Any, child: Any, wagers: Any, cells: Any, kinds: Any,
    steps: Any, many: Any, room: Any,
) -> Any:  # fmt: skip
    """One round into `room`; the place of the next card.

    `wagers` are given for blackjack, `child` and `kinds` for Blackjack Switch. A branch on an
    argument that is `None` is not compiled; with another argument, both sides of it are.
    """
    after = at
    if wagers is not None:
        after = play_round(shoe, at, boxes, play, many, wagers, cells, steps, room)
    if child is not None:
        after = play_switch(shoe, at, boxes, play, child, cells, kinds, steps, many, room)
    return after


@kernel
def won_in_round(boxes: Any, many: Any, room: Any, part: Any, money: Any) -> Any:
    """What all boxes win in a round, wager by wager."""
    amount = 0.0
    for box in range(boxes):
        amount += room[BOXES + box * BOX + NET] * part
        for wager in range(many):
            found = room[class_place(boxes, box, many, wager)]
            if found != NOT_PLACED:
                amount += money[wager * CLASSES_OF_LINE + found]
    return amount


@kernel
def deal_chunk(
    key: Any, chunk: Any, shoes: Any, pack: Any, size: Any, cards: Any, rounds: Any, cut: Any,
    boxes: Any, play: Any, child: Any, wagers: Any, cells: Any, kinds: Any, steps: Any, turns: Any,
    worth: Any, spread: Any, counts: Any, sums: Any, part: Any, money: Any, out: Any,
) -> Any:  # fmt: skip
    """Deal whole shoes; the rounds dealt, or −1 if one needed more cards than were shuffled.

    Shoes are shuffled in turn in so many places. `rounds` are dealt from each shoe, or if that is 0
    all that begin before the cut card. `spread` counts what a box netted, `counts` the classes of
    every wager; `sums` has for each line, shoe by shoe, the sums of n, x, x², n·x and n², and the
    stakes of the main wager last.

    An `out` that is not empty is filled with what all boxes win in each round, and then no more is
    dealt: `part` is what a part of the main stake is worth, and `money` each class of each wager.
    """
    places = np.empty((turns, pack.size), np.uint8)
    for turn in range(turns):
        places[turn] = pack
    words, picks = np.empty(cards, np.uint64), np.empty(cards, np.uint32)
    many = worth.size // CLASSES_OF_LINE
    room = np.zeros(class_place(boxes, boxes, many, 0), np.int64)
    times, won = np.zeros(many + 1, np.int64), np.zeros(many + 1, np.int64)
    middle = spread.size // 2
    burned = burned_of(play, child)
    counter = np.uint64(chunk) << U32
    total, staked = 0, 0
    for number in range(shoes):
        if 0 < out.size <= total:
            break
        shoe = places[number % turns]
        counter = shuffle(shoe, 0, size, cards, words, picks, key, counter)
        times[:] = 0
        won[:] = 0
        at, played = burned, 0
        while played < rounds or (rounds == 0 and at < cut):
            at = deal_round(
                shoe, at, boxes, play, child, wagers, cells, kinds, steps, many, room
            )  # fmt: skip
            if at > cards:
                return -1
            for box in range(boxes):
                net = room[BOXES + box * BOX + NET]
                won[0] += net
                spread[middle + net] += 1
                staked += room[BOXES + box * BOX + STAKE]
                for wager in range(many):
                    found = room[class_place(boxes, box, many, wager)]
                    if found == NOT_PLACED:
                        continue
                    cell = wager * CLASSES_OF_LINE + found
                    counts[cell] += 1
                    won[1 + wager] += worth[cell]
                    times[1 + wager] += 1
            if total + played < out.size:
                out[total + played] = won_in_round(boxes, many, room, part, money)
            played += 1
        total += played
        times[0] = played * boxes
        for line in range(many + 1):
            add_line(line, times[line], won[line], sums)
    sums[0, 5] += staked
    return total
