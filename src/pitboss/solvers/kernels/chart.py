"""A chart by totals, followed through a shoe."""

from __future__ import annotations

from typing import Any

from pitboss.solvers.kernels.compiler import DOUBLE, SPLIT, STAND, SURRENDER, inlined, kernel
from pitboss.solvers.kernels.play import play_values
from pitboss.solvers.kernels.splits import split_orders, split_sums


@inlined
def on_chart(chart: Any, hard: int, total: int) -> tuple[int, int]:
    """What a chart does with a total, and what it would rather do with two cards."""
    soft = int(total != hard)
    if total >= 21:
        return STAND, STAND
    return chart[soft, total], chart[2 + soft, total]


@kernel
def follow_chart(
    table: Any,
    shoe: Any,
    up: int,
    unseen: Any,
    pays: Any,
    after: Any,
    most: Any,
    allowed: Any,
    sums: Any,
    chart: Any,
    made: Any,
    acts: Any,
    counted: Any,
    parts: Any,
    seconds: Any,
    forced: Any,
    room: Any,
) -> None:
    """Play every hand against one upcard by a chart, so that `value_of_shoe` can weigh it.

    `chart` has, for hard and for soft totals, what is done with any hand, then what with two cards;
    its last row says which pairs are split. What is not allowed is replaced by the former.
    """
    _, _, hard, total, child = table
    (orders, ended), act = room, acts[up]
    for hand in range(act.size):
        act[hand] = on_chart(chart, hard[hand], total[hand])[0]
    values = (made[0, up], made[1, up], made[2, up], made[3, up], act)
    play_values(table, shoe, up, unseen[up], pays, sums, act, values)
    for low in range(10):
        for high in range(low, 10):
            hand = child[child[0, low], high]
            does, two = on_chart(chart, hard[hand], total[hand])
            late = allowed[3] == 1 and (allowed[6] or not unseen[up])
            if two == DOUBLE and not allowed[2]:
                two = does
            if two == SURRENDER and not late and allowed[3] != 2:
                two = does
            forced[0, up, hand] = SPLIT if low == high and chart[4, low] else two
            forced[1, up, hand] = two
    for pair in range(10):
        last = min(most[pair], shoe[pair] - (pair == up) - 2)
        if last < 0 or not chart[4, pair]:
            continue
        for value in range(10):
            hand = child[child[0, pair], value]
            does, two = on_chart(chart, hard[hand], total[hand])
            if (two == DOUBLE and after[0]) or (two == SURRENDER and after[1] and not unseen[up]):
                does = two
            if pair == 0 and not after[2] and does != SURRENDER:
                does = STAND
            seconds[up, pair, value] = does
        n = split_orders(child, pair, seconds[up, pair], act, orders, ended)
        split_sums(
            table, shoe, up, pair, last, unseen[up], pays, sums, seconds[up, pair], orders,
            ended[:n], parts[up, pair],
        )  # fmt: skip
