"""The expected square of what a round nets, under a fixed play."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.solvers.kernels.compiler import DOUBLE, HIT, SPLIT, STAND, SURRENDER, inner, kernel
from pitboss.solvers.kernels.dealer import natural_chance
from pitboss.solvers.kernels.split_squares import split_squares
from pitboss.solvers.kernels.splits import shared_split, split_orders
from pitboss.solvers.kernels.standing import hands_to_stand_on, stand_sums


@inner
def play_squares(
    table: Any, shoe: Any, up: int, unseen: int, pays: Any, squares: Any, acts: Any, made: Any
) -> None:
    """The expected square of what a hand nets, played on, and if it is doubled."""
    win, double_loss, twice = pays[0], pays[1], pays[3] ** 2
    counts, size, hard, total, child = table
    stand, best, double = made
    left, tells, wins_first = np.empty(10), up == 0 or up == 9, unseen and pays[5] != 0.0
    for hand in range(acts.size - 1, -1, -1):
        if size[hand] < 2:
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
        stand[hand] = win * win * (1.0 - natural) + squares[hand] + unseen * natural
        hit, after = 0.0, 0.0
        double[hand] = 0.0
        for value in range(10):
            if left[value] <= 0:
                continue
            chance, longer = left[value] / cards, child[hand, value]
            if tells:
                after = (left[9 - up] - (value == 9 - up)) / max(cards - 1.0, 1.0)
            if longer < 0 or hard[longer] > 21:
                lost = chance if unseen else chance * (1.0 - after)
                hit += lost
                double[hand] += twice * lost
            else:
                hit += chance * best[longer]
                double[hand] += chance * twice * stand[longer]
                if unseen and not (wins_first and total[longer] == 21):
                    double[hand] += chance * after * ((1.0 + double_loss) ** 2 - twice)
        best[hand] = stand[hand] if acts[hand] == STAND else hit


@kernel
def round_squares(
    table: Any,
    shoe: Any,
    up: int,
    unseen: int,
    pays: Any,
    money: Any,
    allowed: Any,
    acts: Any,
    counted: Any,
    nets: Any,
    seconds: Any,
    chosen: Any,
    ops: Any,
    ends: Any,
    apart: Any,
    squares: Any,
    out: Any,
) -> None:
    """The expected square of a round's net with each first hand, under a fixed play.

    `squares` is that of a hand alone: standing, played on and doubled. `nets` is what each choice
    nets on average, where the dealer has no natural and where there is one. `apart` is the square
    of all hands of each pair that is split, unless they draw the same cards, and how often such a
    pair is split. Hands that draw the same cards against a natural that may be unseen are two.
    """
    _, _, _, total, child = table
    many, cards = acts.size, shoe.sum()
    js = 2 * (max(allowed[0], 2) - 2) + 1
    sums = np.zeros((1 + 10 * js, many))
    dealt, all_dealt = np.zeros((1, many), np.int64), np.zeros(1, np.int64)
    all_dealt[0] = hands_to_stand_on(table, -1, 0, dealt[0])
    most = np.full(10, -1, np.int64)
    stand_sums(table, shoe, up, dealt, all_dealt, most, ops, ends, sums)
    three = (squares[0], squares[1], squares[2])
    play_squares(table, shoe, up, unseen, pays, sums[0], acts, three)
    orders, ended = np.zeros((10, many, 6)), np.zeros((10, many), np.int64)
    ends_of = np.zeros(10, np.int64)
    for pair in range(10):
        limit = allowed[1] if pair == 0 else allowed[0]
        if allowed[5] and chosen[child[child[0, pair], pair]] == SPLIT:
            most[pair] = min(2 * (limit - 2), shoe[pair] - (pair == up) - 2)
            ends_of[pair] = split_orders(
                table, pair, seconds[pair], acts, orders[pair], ended[pair]
            )
    stand_sums(table, shoe, up, ended, ends_of, most, ops, ends, sums)
    for low in range(10):
        for high in range(low, 10):
            hand = child[child[0, low], high]
            n_low, n_high = shoe[low] - (low == up), shoe[high] - (high == up) - (low == high)
            if n_low <= 0 or n_high <= 0:
                continue
            counts, does = counted[hand], chosen[hand]
            natural = 1.0 - counts
            insured, half = 0.0, money[6]
            if up == 0 and money[2] > 0.0:
                insured = half * (money[2] * natural - counts)
            if total[hand] == 21:
                net = money[0] * counts + money[1] * natural
                square = money[0] ** 2 * counts + money[1] ** 2 * natural
                if money[3] and insured > 0.0:
                    square = (money[0] - half) ** 2 * counts
                    square += (money[1] + half * money[2]) ** 2 * natural
                    net += insured
                if up == 0 and money[4] > net:
                    square = money[4] ** 2
                out[hand] = square
                continue
            out[hand] = 0.0
            for is_split in range(2):
                share = apart[1, low] if low == high else 0.0
                often = share if is_split else 1.0 - share
                if often == 0.0:
                    continue
                act = SPLIT if is_split else does
                if act == SURRENDER and allowed[3] == 2:
                    out[hand] += often * 0.25
                    continue
                if act == SPLIT and not allowed[5]:
                    square = apart[0, low]
                elif act == SPLIT:
                    limit = allowed[1] if low == 0 else allowed[0]
                    single, left = np.zeros((js, 2)), np.empty(10)
                    for j in range(most[low] + 1):
                        for value in range(10):
                            left[value] = shoe[value] - (value == up)
                        left[low] -= 2 + j
                        split_squares(
                            table, left, up, low, unseen, pays, sums[1 + low * js + j],
                            seconds[low], orders[low], ended[low, : ends_of[low]], single[j],
                        )  # fmt: skip
                    more = (n_high - 1) / (cards - 3) * single[1].sum() if js > 1 else 0.0
                    square = shared_split(single[0, 0], single[0, 1], more, limit, 2)
                elif act == SURRENDER:
                    square = 0.25 * counts + (money[5] ** 2 * natural if unseen else 0.0)
                else:
                    square = squares[2 if act == DOUBLE else 1 if act == HIT else 0, hand]
                if not unseen:
                    square += natural
                if insured > 0.0:
                    square += half * half * (counts + money[2] ** 2 * natural)
                    square += 2.0 * half * (money[2] * nets[1, act, hand] - nets[0, act, hand])
                out[hand] += often * square
