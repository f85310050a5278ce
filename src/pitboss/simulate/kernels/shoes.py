"""Whole shoes of blackjack, with any number of boxes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.simulate.kernels.compiler import inlined, kernel
from pitboss.simulate.kernels.layout import (
    BOX,
    BOXES,
    BURNED,
    CLASSES,
    FACTS,
    NET,
    NOT_PLACED,
    STAKE,
)
from pitboss.simulate.kernels.rounds import play_round, whole
from pitboss.simulate.kernels.shuffles import U32, shuffle

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


@kernel
def deal_chunk(
    key: Any,
    chunk: Any,
    shoes: Any,
    pack: Any,
    size: Any,
    cards: Any,
    rounds: Any,
    cut: Any,
    boxes: Any,
    play: Any,
    wagers: Any,
    cells: Any,
    steps: Any,
    worth: Any,
    spread: Any,
    counts: Any,
    sums: Any,
) -> Any:
    """Deal whole shoes; the rounds dealt, or −1 if one needed more cards than were shuffled.

    Shoes are shuffled in turn in `LANES` places, as `deal_lanes` does it. `rounds` are dealt from
    each shoe, or if that is 0 all that begin before the cut card. `spread` counts what a box
    netted, `counts` the classes of every wager; `sums` has for each line, shoe by shoe, the sums of
    n, x, x², n·x and n², and the stakes of the main wager last.
    """
    lanes = np.empty((LANES, pack.size), np.uint8)
    for lane in range(LANES):
        lanes[lane] = pack
    words, picks = np.empty(cards, np.uint64), np.empty(cards, np.uint32)
    many = wagers.size // FACTS
    room = np.zeros(CLASSES + boxes * many, np.int64)
    times, won = np.zeros(many + 1, np.int64), np.zeros(many + 1, np.int64)
    middle = spread.size // 2
    burned = whole(play[BURNED])
    counter = np.uint64(chunk) << U32
    total, staked = 0, 0
    for number in range(shoes):
        shoe = lanes[number % LANES]
        counter = shuffle(shoe, 0, size, cards, words, picks, key, counter)
        times[:] = 0
        won[:] = 0
        at, played = burned, 0
        while played < rounds or (rounds == 0 and at < cut):
            at = play_round(shoe, at, boxes, play, many, wagers, cells, steps, room)
            if at > cards:
                return -1
            played += 1
            for box in range(boxes):
                net = room[BOXES + box * BOX + NET]
                won[0] += net
                spread[middle + net] += 1
                staked += room[BOXES + box * BOX + STAKE]
                for wager in range(many):
                    found = room[CLASSES + box * many + wager]
                    if found != NOT_PLACED:
                        counts[wager * 256 + found] += 1
                        won[1 + wager] += worth[wager * 256 + found]
                        times[1 + wager] += 1
        times[0] = played * boxes
        total += played
        for line in range(many + 1):
            add_line(line, times[line], won[line], sums)
    sums[0, 5] += staked
    return total


@kernel
def deal_money(
    key: Any,
    chunk: Any,
    shoes: Any,
    pack: Any,
    size: Any,
    cards: Any,
    cut: Any,
    boxes: Any,
    play: Any,
    wagers: Any,
    cells: Any,
    steps: Any,
    part: Any,
    money: Any,
    out: Any,
) -> Any:
    """Deal shoes to the cut card; what all boxes win in each round, until `out` is full.

    `part` is what a part of the main stake is worth, `money` each class of each wager. The rounds
    dealt, or −1 if a shoe needed more cards than were shuffled.
    """
    shoe = pack.copy()
    words, picks = np.empty(cards, np.uint64), np.empty(cards, np.uint32)
    many = wagers.size // FACTS
    room = np.zeros(CLASSES + boxes * many, np.int64)
    counter = np.uint64(chunk) << U32
    number = 0
    for _ in range(shoes):
        counter = shuffle(shoe, 0, size, cards, words, picks, key, counter)
        at = whole(play[BURNED])
        while at < cut and number < out.size:
            at = play_round(shoe, at, boxes, play, many, wagers, cells, steps, room)
            if at > cards:
                return -1
            won = 0.0
            for box in range(boxes):
                won += room[BOXES + box * BOX + NET] * part
                for wager in range(many):
                    found = room[CLASSES + box * many + wager]
                    if found != NOT_PLACED:
                        won += money[wager * 256 + found]
            out[number] = won
            number += 1
    return number
