"""Rounds that the compiled dealer deals one by one from a given shoe."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.simulate.kernels.array_layout import BOX, BOXES, NET, STAKE
from pitboss.simulate.kernels.rounds import class_place
from pitboss.simulate.kernels.whole_shoes import burned_of, deal_round
from pitboss.simulate.side_wagers import Arrays


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
