"""What hands with different first cards net together that share the dealer's hand and the cards
left, played in a fixed way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.solvers.kernels.compiler import kernel
from pitboss.solvers.kernels.split_squares import both_losses, gain_and_loss, split_squares
from pitboss.solvers.kernels.splits import split_orders
from pitboss.solvers.kernels.standing import stand_sums
from pitboss.solvers.kernels.unions import both_gains


@kernel
def split_three(
    table: Any, shoe: Any, up: int, cards: Any, acts: Any, seconds: Any, pays: Any, programs: Any
) -> float:
    """The expected square of what three cards net that are parted into a hand each.

    `acts` and `seconds` are the play of each hand; a dealer's natural counts as nothing.
    """
    (ops, ends), (square_ops, square_ends), (both_ops, both_ends) = programs
    many = acts.shape[1]
    orders, ended = np.zeros((3, many, 6)), np.zeros((3, many), np.int64)
    ends_of, none = np.zeros(3, np.int64), np.full(10, -1, np.int64)
    left, sums, single = np.empty(10), np.zeros((1, many)), np.zeros(2)
    for value in range(10):
        left[value] = shoe[value] - (value == up)
    for n in range(3):
        left[cards[n]] -= 1
    made: float = 0.0
    for n in range(3):
        ends_of[n] = split_orders(table, cards[n], seconds[n], acts[n], orders[n], ended[n])
        rest = shoe.copy()
        for other in range(3):
            if other != n:
                rest[cards[other]] -= 1
        stand_sums(
            table, rest, up, ended[n : n + 1], ends_of[n : n + 1], none, square_ops, square_ends,
            sums,
        )  # fmt: skip
        over = ended[n, : ends_of[n]]
        split_squares(
            table, left, up, cards[n], 0, pays, sums[0], seconds[n], orders[n], over, single
        )
        made += single.sum()
    for n in range(3):
        for m in range(n):
            made += 2.0 * product_of_two(
                table, left, up, pays[0], (cards[n], seconds[n], orders[n], ended[n, : ends_of[n]]),
                (cards[m], seconds[m], orders[m], ended[m, : ends_of[m]]), ops, ends, both_ops,
                both_ends,
            )  # fmt: skip
    return made


@kernel
def weights_of(one: Any) -> Any:
    """In how many orders each hand comes that may be stood on, a doubled one counted twice."""
    orders, ended = one[2], one[3]
    made = np.zeros((ended.size, 2))
    for n in range(ended.size):
        made[n, 0] = orders[ended[n], 0] + orders[ended[n], 1]
        made[n, 0] += 2.0 * (orders[ended[n], 2] + orders[ended[n], 3])
    return made


@kernel
def product_of_two(
    table: Any, left: Any, up: int, win: float, one: Any, two: Any, ops: Any, ends: Any,
    both_ops: Any, both_ends: Any,
) -> float:  # fmt: skip
    """The expected product of what two hands net, as `joint_products` has it for a pair.

    Each hand is its first card, what is done with its second, and the hands that it may stand on.
    """
    made, lefts = np.zeros((1, 2, 2)), left.copy().reshape(1, 10)
    mine, theirs = (one[0], one[3], weights_of(one)), (two[0], two[3], weights_of(two))
    both_losses(lefts, up, one[0], one[1], two[0], two[1], made)
    gain_and_loss(table, lefts, up, win + 1.0, mine, two[0], two[1], 1, ops, ends, made)
    gain_and_loss(table, lefts, up, win + 1.0, theirs, one[0], one[1], 1, ops, ends, made)
    both_gains(table, lefts, up, (win + 1.0) ** 2, mine, theirs, 0, both_ops, both_ends, made)
    product: float = made.sum()
    return product
