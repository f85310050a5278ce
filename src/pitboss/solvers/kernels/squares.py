"""The expected square of what a round nets, under a fixed play."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.solvers.kernels.compiler import DOUBLE, HIT, SPLIT, STAND, SURRENDER, inner, kernel
from pitboss.solvers.kernels.dealer import natural_chance
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
                if 0 <= longer < acts.size:  # over 21, but it may push
                    lost += chance * squares[longer]
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
    of all hands of each pair that is split, and how often such a pair is split.
    """
    _, _, _, total, child = table
    many = acts.size
    sums = np.zeros((11, many))
    dealt, all_dealt = np.zeros((1, many), np.int64), np.zeros(1, np.int64)
    all_dealt[0] = hands_to_stand_on(table, -1, 0, dealt[0])
    most = np.full(10, -1, np.int64)
    stand_sums(table, shoe, up, dealt, all_dealt, most, ops, ends, sums)
    three = (squares[0], squares[1], squares[2])
    play_squares(table, shoe, up, unseen, pays, sums[0], acts, three)
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
                if act == SPLIT:
                    square = apart[0, low]
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
