"""Rounds that the compiled dealers deal one by one from given cards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.dealers import PacketDealer
from pitboss.simulate.kernels import packets
from pitboss.simulate.kernels.array_layout import BOX, BOXES, NET, STAKE
from pitboss.simulate.kernels.rounds import class_place
from pitboss.simulate.kernels.whole_shoes import burned_of, deal_round
from pitboss.simulate.side_wagers import CLASSES, Arrays


def trace(
    shoe: Any, size: int, rounds: int, boxes: int, arrays: Arrays, nets: Any, stakes: Any,
    classes: Any, ended: Any,
) -> int:  # fmt: skip
    """Deal rounds from a given shoe; what each box netted, staked and made, round by round."""
    deal: Any = deal_round
    play, child, wagers, cells, kinds, steps = arrays
    many = classes.shape[2]
    first_class: int = class_place(boxes, 0, many, 0)
    room = np.zeros(first_class + boxes * many, np.int64)
    at = burned_of(play, child)
    for number in range(rounds):
        at = deal(shoe, at, boxes, play, child, wagers, cells, kinds, steps, many, room)
        if at > size:
            return number
        of_boxes = room[BOXES:first_class].reshape(boxes, BOX)
        nets[number], stakes[number] = of_boxes[:, NET], of_boxes[:, STAKE]
        classes[number] = room[first_class:].reshape(boxes, many)
        ended[number] = at
    return rounds


def trace_packets(dealer: PacketDealer, dealt: list[list[int]]) -> NDArray[np.int64]:
    """Round × box × line → its class, for rounds of these cards."""
    join: Any = packets.join_cards
    number_of: Any = packets.number_of
    *automaton, rows, columns, settle, classes = dealer.arrays
    wagers, size, packet = len(dealer.values) // CLASSES - 1, packets.BATCH, (0,) * dealer.cards
    cards = np.zeros(dealer.places * size, np.uint8)
    joined = np.zeros((dealer.boxes + 1) * (dealer.cards // 2) * size, np.uint16)
    made = np.zeros((len(dealt), dealer.boxes, 1 + wagers), np.int64)
    for number in range(len(dealt)):
        n = number % size
        if n == 0:
            some = np.array(dealt[number : number + size], np.uint8)
            cards.reshape(-1, size)[:, : len(some)] = some.T
            join(cards, packet, joined)
        *mine, theirs = (
            number_of(hand, n, packet, cards, joined, *automaton)
            for hand in range(dealer.boxes + 1)
        )
        for box, own in enumerate(mine):
            made[number, box, 0] = settle[rows[own] + columns[theirs]]
            made[number, box, 1:] = classes[own * wagers : (own + 1) * wagers]
    return made
