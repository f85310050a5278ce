"""A whole shoe: every hand against every upcard, and the value of a round."""

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
from pitboss.solvers.kernels.dealer import hands_to_stand_on, natural_chance, stand_sums
from pitboss.solvers.kernels.play import play_values, second_choices
from pitboss.solvers.kernels.splits import split_orders, split_sums, split_total


@kernel
def solve_shoe(
    table: Any, rules: Any, dealer: Any, everything: int, fixed: int, sums: Any, played: Any
) -> None:
    """Everything that does not depend on how often a pair may be split, for each upcard.

    `everything` also evaluates hands on which this play does not stand, and then `sums` keeps each
    upcard's. `fixed`: the play is given, and is not looked for.
    """
    shoe, _, _, _, most = rules
    made, acts, counted, parts, seconds = played
    many = counted.shape[1]
    orders, ended = np.zeros((10, many, 6)), np.zeros((10, many), np.int64)
    dealt, all_dealt = np.zeros((1, many), np.int64), np.zeros(1, np.int64)
    free, here, ends_of = np.full(many, FREE, np.int64), most.copy(), np.zeros(10, np.int64)
    wanted, all_wanted = np.zeros((10, many), np.int64), np.zeros(10, np.int64)
    all_dealt[0] = hands_to_stand_on(table, -1, everything, dealt[0])
    for up in range(10):
        if shoe[up] == 0:
            continue
        kept = sums[up if everything else 0]
        stand_sums(table, shoe, up, dealt, all_dealt, most, dealer, kept)
        values = (made[0, up], made[1, up], made[2, up], made[3, up], acts[up])
        count_naturals(table, shoe, up, counted[up])
        forced = acts[up].copy() if fixed else free
        play_values(table, rules, up, kept, forced, values)
        for pair in range(10):
            here[pair] = min(most[pair], shoe[pair] - (pair == up) - 2)
            ends_of[pair] = all_wanted[pair] = 0
            if here[pair] < 0:
                continue
            chosen = seconds[up, pair]
            if not fixed:
                second_choices(table, rules, up, pair, values, counted[up], chosen)
            ends_of[pair] = split_orders(
                table[4], pair, chosen, values[4], orders[pair], ended[pair]
            )
            if everything:
                all_wanted[pair] = hands_to_stand_on(table, pair, everything, wanted[pair])
        if everything:
            stand_sums(table, shoe, up, wanted, all_wanted, here, dealer, kept)
        else:
            stand_sums(table, shoe, up, ended, ends_of, here, dealer, kept)
        for pair in range(10):
            hands = seconds[up, pair], orders[pair], ended[pair, : ends_of[pair]]
            split_sums(table, rules, up, pair, here[pair], kept, hands, parts[up, pair])


@inner
def count_naturals(table: Any, shoe: Any, up: int, counted: Any) -> None:
    """The chance of no natural, hand by hand."""
    left = np.empty(10)
    for hand in range(counted.size):
        cards = 0.0
        for value in range(10):
            left[value] = shoe[value] - (value == up) - table[0][hand, value]
            cards += left[value]
        counted[hand] = 1.0 - natural_chance(left, up) if cards > 0 else 1.0


@inlined
def surrendered(unseen: int, counted: float, pays: Any, loss: float) -> float:
    """The value of a hand that is given up; `loss` is what a natural found later takes of it."""
    lost: float = pays[7] * counted + (loss * (1.0 - counted) if unseen else 0.0)
    return -lost


@inner
def best_unsplit(
    hand: int, up: int, unseen: int, helped: int, allowed: Any, pays: Any, made: Any,
    counted: float, loss: float,
) -> tuple[int, float]:  # fmt: skip
    """The best play of two cards that are not split, early surrender apart."""
    does, best = HIT, made[1, up, hand]
    if not helped and made[0, up, hand] >= best:
        does, best = STAND, made[0, up, hand]
    if allowed[2] and made[2, up, hand] > best:
        does, best = DOUBLE, made[2, up, hand]
    if allowed[3] == 1 and (loss > 0.0 or not unseen):
        given_up = surrendered(unseen, counted, pays, loss)
        if given_up > best:
            does, best = SURRENDER, given_up
    return does, best


@kernel
def value_of_shoe(
    table: Any, rules: Any, offered: Any, played: Any, forced: Any, found: Any, only: int
) -> None:
    """The expectation of a round and what is staked in it, upcard by upcard into `upcards`.

    `only` is the one upcard that is wanted, or -1 for all. What is `offered` besides the play of a
    hand comes in three parts, `tens`, `money` and `allowed`.

    `money` is what a natural pays, what two naturals pay, what insurance pays (0 if there is none),
    1 if a natural may be insured, what even money pays (below -1 if it is not offered), what a
    natural takes of a hand given up before it is seen (0 if that is not allowed), and how much
    insurance is.
    `allowed` is the most hands of a pair, of aces, 1 if the first two cards may be doubled, 0, 1 or
    2 for no, late or early surrender, whether to insure: FREE, 0 or 1, 1 if all hands of a split
    draw the same cards, and 1 if late surrender comes before a natural is seen. `tens` are the
    kinds of ten that make a pair. `forced` prescribes what is done with a pair and with other
    hands; `worth` is the value of the round with a hand, insurance included, and what is staked in
    it.
    """
    _, _, hard, total, child = table
    shoe, unseen, pays, _, _ = rules
    tens, money, allowed = offered
    made, _, counted, parts, _ = played
    worth, chosen, splits, ten_splits, upcards = found
    cards = shoe.sum()
    out = np.empty(2)
    for up in range(10):
        if only not in (-1, up):
            continue
        upcards[up, :] = 0.0
        if shoe[up] == 0:
            continue
        for low in range(10):
            for high in range(low, 10):
                hand = child[child[0, low], high]
                n_low, n_high = shoe[low] - (low == up), shoe[high] - (high == up) - (low == high)
                if n_low <= 0 or n_high <= 0:
                    continue
                ways = n_low * n_high * (1.0 if low == high else 2.0)
                chance = shoe[up] / cards * ways / ((cards - 1.0) * (cards - 2.0))
                no_natural = counted[up, hand]
                insured = 0.0
                if up == 0 and money[2] > 0.0:
                    insured = money[6] * (money[2] * (1.0 - no_natural) - no_natural)
                    if allowed[4] == 0 or (allowed[4] == FREE and insured < 0.0):
                        insured = 0.0
                half = money[6] if insured != 0.0 else 0.0
                if total[hand] == 21:
                    value, stake = money[0] * no_natural + money[1] * (1.0 - no_natural), 1.0
                    if money[3]:
                        value, stake = value + insured, stake + half
                    if up == 0 and money[4] > value:
                        value, stake = money[4], 1.0
                    worth[0, up, hand], worth[1, up, hand] = value, stake
                    chosen[up, hand] = STAND
                    upcards[up, 0] += chance * value
                    upcards[up, 1] += chance * stake
                    continue
                lost = 0.0 if unseen[up] else 1.0 - no_natural
                acting = 1.0 - lost
                does, best = forced[1, up, hand], 0.0
                if does == FREE:
                    helped = hard[hand] <= 11 and total[hand] <= 16
                    does, best = best_unsplit(
                        hand, up, unseen[up], helped, allowed, pays, made, no_natural, money[5]
                    )
                elif does == SURRENDER:
                    best = surrendered(unseen[up], no_natural, pays, money[5])
                else:
                    best = made[does, up, hand]
                stake = 1.0 + (acting if does == DOUBLE else 0.0)
                early = allowed[3] == 2 and forced[1, up, hand] == FREE
                give_up = allowed[3] == 2 and forced[1, up, hand] == SURRENDER
                limit = allowed[1] if low == 0 else allowed[0]
                kinds = tens.size if low == 9 else 1
                uppers = tens.size if low == 9 and up == 9 else 1
                pairs, sum_value, sum_stake = 0.0, 0.0, 0.0
                if low == high and limit >= 2:
                    splits[up, low] = 0.0
                    for shown in range(uppers):
                        share = tens[shown] / shoe[9] if uppers > 1 else 1.0
                        for kind in range(kinds):
                            hold = tens[kind] if low == 9 else shoe[low]
                            hold -= low == up and (uppers == 1 or kind == shown)
                            if hold < 2:
                                continue
                            odds = share * hold * (hold - 1.0) / ways
                            split_total(
                                parts[up, low], hold - 2, n_high - 1, cards - 3, limit,
                                allowed[5], pays[2], out,
                            )  # fmt: skip
                            pairs += odds
                            splits[up, low] += odds * out[0]
                            if low == 9:
                                ten_splits[up, shown, kind] = out[0]
                            apart = forced[0, up, hand] == SPLIT
                            if forced[0, up, hand] == FREE:
                                apart = out[0] > best
                            value, bets = best, stake
                            if apart:
                                value, bets = out[0], out[1] + lost
                                if kinds == 1:
                                    does = SPLIT
                            value, bets = value - lost + insured, bets + half
                            if (early and value < -pays[7]) or (give_up and not apart):
                                value, bets = -pays[7], 1.0
                                does = SURRENDER
                            sum_value += odds * value
                            sum_stake += odds * bets
                    if pairs > 0.0:
                        splits[up, low] /= pairs
                if pairs < 1.0 - 1e-9:
                    value, bets = best - lost + insured, stake + half
                    if (early and value < -pays[7]) or give_up:
                        value, bets = -pays[7], 1.0
                        does = SURRENDER
                    sum_value += (1.0 - pairs) * value
                    sum_stake += (1.0 - pairs) * bets
                worth[0, up, hand], worth[1, up, hand] = sum_value, sum_stake
                chosen[up, hand] = does
                upcards[up, 0] += chance * sum_value
                upcards[up, 1] += chance * sum_stake
