"""The best play of a hand that is not split, and what it is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.solvers.kernels.compiler import (
    DOUBLE,
    FREE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    inlined,
    inner,
    kernel,
)
from pitboss.solvers.kernels.dealer import natural_chance
from pitboss.solvers.kernels.splits import split_orders, split_sums


@inner
def play_values(table: Any, rules: Any, up: int, sums: Any, forced: Any, made: Any) -> None:
    """The values of standing, hitting and doubling on every hand, and what is done with it.

    What is paid, `pays`, is what a win pays, what a double and a further split hand lose to a
    natural that was not seen, how many stakes a doubled hand counts for, what a loss takes of each,
    1 if a 21 wins at once, before such a natural is found, and what such a natural and surrender
    take of the first stake. `forced` prescribes what is done with a hand.
    """
    shoe, unseen, pays = rules[0], rules[1][up], rules[2]
    counts, size, hard, total, child = table
    win, double_loss, doubled, loses, takes = pays[0], pays[1], pays[3], pays[4], pays[6]
    stand, hit, double, best, act = made
    left, tells, wins_first = np.empty(10), up == 0 or up == 9, unseen and pays[5] != 0.0
    for hand in range(forced.size - 1, -1, -1):
        if size[hand] < 2 or hard[hand] > 21:
            continue
        cards, enough = 0.0, True
        for value in range(10):
            left[value] = shoe[value] - (value == up) - counts[hand, value]
            cards += left[value]
            if left[value] < 0:
                enough = False
        if not enough:
            continue
        natural = 0.0 if wins_first and total[hand] == 21 else natural_chance(left, up)
        stand[hand] = win * (1.0 - natural) + sums[0, hand]
        if unseen:
            stand[hand] -= loses * natural * takes
        hit[hand] = double[hand] = 0.0
        after = 0.0
        for value in range(10):
            if left[value] <= 0:
                continue
            chance = left[value] / cards
            longer = child[hand, value]
            if tells:
                after = (left[9 - up] - (value == 9 - up)) / max(cards - 1.0, 1.0)
            if longer < 0 or hard[longer] > 21:
                lost = loses * (chance if unseen else chance * (1.0 - after))
                if 0 <= longer < forced.size:  # over 21, but it may push
                    lost -= chance * sums[0, longer]
                hit[hand] -= lost
                double[hand] -= doubled * lost
                continue
            hit[hand] += chance * best[longer]
            if size[hand] <= 3:  # some games double three cards
                if wins_first and total[longer] == 21:
                    after = 0.0
                twice = doubled * (win * (1.0 - after) + sums[0, longer])
                if unseen:
                    twice -= loses * after * (takes + double_loss)
                double[hand] += chance * twice
        if forced[hand] != FREE:
            act[hand] = forced[hand]
        elif total[hand] == 21:
            act[hand] = STAND
        elif hard[hand] <= 11 and total[hand] <= 16:
            act[hand] = HIT  # one more card cannot hurt
        else:
            act[hand] = STAND if stand[hand] >= hit[hand] else HIT
        best[hand] = stand[hand] if act[hand] == STAND else hit[hand]


@inner
def second_choices(
    table: Any, rules: Any, up: int, pair: int, made: Any, counted: Any, out: Any
) -> None:
    """What is done with each second card of a split hand: as the same cards unsplit, if allowed.

    The rules say whether it may be doubled, given up, and, an ace, drawn to.
    """
    unseen, pays, after = rules[1][up], rules[2], rules[3]
    stand, hit, double, _, act = made
    _, _, _, total, child = table
    one = child[0, pair]
    for value in range(10):
        hand = child[one, value]
        bound = pair == 0 and after[2] == 0
        out[value] = STAND if bound or total[hand] == 21 else act[hand]
        worth = stand[hand] if out[value] == STAND else hit[hand]
        if total[hand] == 21:
            continue
        if after[0] and not bound and double[hand] > worth:
            out[value], worth = DOUBLE, double[hand]
        if after[1] and not unseen and -pays[7] * counted[hand] > worth:
            out[value] = SURRENDER


# -- a chart by totals, followed through a shoe ----------------------------------------------------


@inlined
def on_chart(chart: Any, hard: int, total: int) -> tuple[int, int]:
    """What a chart does with a total, and what it would rather do with two cards."""
    soft = int(total != hard)
    if total >= 21:
        return STAND, STAND
    return chart[soft, total], chart[2 + soft, total]


@kernel
def follow_chart(
    table: Any, rules: Any, up: int, allowed: Any, sums: Any, chart: Any, played: Any, forced: Any,
    room: Any,
) -> None:  # fmt: skip
    """Play every hand against one upcard by a chart, so that `value_of_shoe` can weigh it.

    `chart` has, for hard and for soft totals, what is done with any hand, then what with two cards;
    its last row says which pairs are split. What is not allowed is replaced by the former.
    """
    _, _, hard, total, child = table
    shoe, unseen, _, after, most = rules
    made, acts, _, parts, seconds = played
    (orders, ended), act = room, acts[up]
    for hand in range(act.size):
        act[hand] = on_chart(chart, hard[hand], total[hand])[0]
    values = (made[0, up], made[1, up], made[2, up], made[3, up], act)
    play_values(table, rules, up, sums, act, values)
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
        hands = seconds[up, pair], orders, ended[:n]
        split_sums(table, rules, up, pair, last, sums, hands, parts[up, pair])
