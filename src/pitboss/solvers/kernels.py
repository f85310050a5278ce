"""The compiled part of the blackjack solver; every rule comes in as an argument.

All of it is in this one file, and nothing here is a constant of a game: the compiler's cache
notices every change of this file, so what it kept can never give an old answer.

A hand is a row of `compositions`. Values are per unit of the main stake and *unnormalised*: where
the dealer's hole card is read first, a round in which the dealer has a natural counts as nothing,
so that cards are drawn with their plain chances.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])
kernel = cast(Callable[[F], F], numba.njit(cache=True, fastmath={"contract"}, error_model="numpy"))

LANES: Final = 512
"""Removals that are evaluated side by side."""
ROW: Final = LANES + 8
"""What lies between the rows of lanes: a power of two would have them share cache lines."""
DEPTH: Final = 24
"""More cards than any dealer draws."""
STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4
FREE: Final = -1
"""No action is prescribed: the best is taken."""


# -- the dealer ------------------------------------------------------------------------------------


@kernel
def natural_chance(left: Any, up: int) -> float:
    """The chance that the hole card makes a natural, with these cards left."""
    if up != 0 and up != 9:
        return 0.0
    chance: float = left[9 - up] / max(left.sum(), 1.0)
    return chance


@kernel
def dealer_orders(table: Any, up: int, hits_soft_17: int, stands_from: int, orders: Any) -> None:
    """How many orders of draws end in each hand; naturals and busts over 22 are left out."""
    _, size, hard, total, child = table
    orders[:] = 0.0
    orders[child[0, up]] = 1.0
    for hand in range(orders.size):
        if orders[hand] == 0.0:
            continue
        if size[hand] > 1:
            soft_17 = total[hand] == 17 and hard[hand] == 7 and stands_from == 17
            if total[hand] >= stands_from and not (soft_17 and hits_soft_17):
                continue
        for value in range(10):
            longer = child[hand, value]
            if longer >= 0 and not (size[hand] == 1 and total[longer] == 21):
                orders[longer] += orders[hand]
        orders[hand] = 0.0


@kernel
def write_program(
    table: Any, up: int, last: Any, orders: Any, weight: Any, ops: Any, at: int, alive: Any
) -> int:
    """A weighted sum over the dealer's hands as a list of multiplications; where it ends.

    Hands are sorted and share their beginnings. An operation multiplies on by one card, adds up to
    four hands that end with the next card, or does both at once where nothing else follows.
    `last` is the highest card drawn to the upcard, -1 in hands without it.
    """
    kinds, depths, cards, weights, less = ops
    counts, _, _, total, child = table
    many = orders.size
    worth = np.zeros(many)
    # 1: it alone counts; 2: one to four that end with the next card do; 3: others too
    for hand in range(many - 1, 0, -1):
        alive[hand] = 0
        if last[hand] < 0:
            continue
        if orders[hand] != 0.0 and total[hand] >= 17:
            worth[hand] = orders[hand] * weight[total[hand] - 17]
            if worth[hand] != 0.0:
                alive[hand] = 1
        leaves = 0
        for value in range(last[hand], 10):
            longer = child[hand, value]
            if longer >= 0 and alive[longer]:
                leaves += 1
                alive[hand] = max(alive[hand], 2 if alive[longer] == 1 else 3)
        if leaves > 4 or (leaves and worth[hand] != 0.0):
            alive[hand] = 3
    waiting = np.empty(many, np.int64)
    deep = np.empty(many, np.int64)
    waiting[0], deep[0], top = child[0, up], 0, 1
    while top:
        top -= 1
        hand, depth = waiting[top], deep[top]
        fused = depth > 0 and alive[hand] == 2
        if depth:
            value = last[hand]
            depths[at], cards[at, 4], weights[at, 4] = depth - 1, value, worth[hand]
            less[at, 1] = counts[hand, value] - (value == up) - 1
            kinds[at] = 0
            at += not fused
        group = 0
        for value in range(last[hand], 10):
            longer = child[hand, value]
            if longer < 0 or alive[longer] == 0:
                continue
            if alive[longer] >= 2:
                waiting[top], deep[top] = longer, depth + 1
                top += 1
                continue
            if group == 0:
                depths[at], less[at, 0] = depth - fused, 0.0
            cards[at, group], weights[at, group] = value, worth[longer]
            less[at, 0] += worth[longer] * (counts[hand, value] - (value == up))
            group += 1
            kinds[at] = group + 4 * fused
            if group == 4:
                at, group = at + 1, 0
        if group:
            at += 1
    return at


@kernel
def write_programs(
    table: Any, hits_soft_17: int, stands_from: int, weight: Any, ops: Any, ends: Any
) -> None:
    """The programs of every upcard and class of total, one after the other."""
    counts = table[0]
    many = counts.shape[0]
    orders, alive = np.empty(many), np.empty(many, np.int64)
    at: Any = np.int64(0)  # not a literal, for which all would be compiled once more
    last = np.empty(many, np.int64)
    for up in range(10):
        dealer_orders(table, up, hits_soft_17, stands_from, orders)
        for hand in range(many):
            last[hand] = -1 if counts[hand, up] == 0 else 0
            for value in range(10):
                if last[hand] >= 0 and counts[hand, value] > (value == up):
                    last[hand] = value
        for kind in range(weight.shape[0]):
            at = write_program(table, up, last, orders, weight[kind], ops, at, alive)
            ends[up, kind] = at


@kernel
def run_program(
    ops: Any, begin: int, end: int, lanes: int, left: Any, size: Any, made: Any, out: Any
) -> None:
    """Run a program over the first lanes: the sum for each, with these cards left."""
    kinds, depths, cards, weights, less = ops
    value, sums = made
    deepest = 0
    sums[:, :lanes] = 0.0
    value[0, :lanes] = 1.0
    for at in range(begin, end):
        depth, kind = depths[at], kinds[at]
        before, minus = value[depth], less[at, 0]
        ends = depth + 1 + (kind > 4)
        deepest = max(deepest, ends)
        total = sums[ends]
        if kind == 0:
            after, drawn = value[depth + 1], left[cards[at, 4]]
            gone, own = less[at, 1], weights[at, 4]
            if own == 0.0:
                for lane in range(lanes):
                    after[lane] = before[lane] * (drawn[lane] - gone)
            else:
                for lane in range(lanes):
                    after[lane] = before[lane] * (drawn[lane] - gone)
                    total[lane] += own * after[lane]
        elif kind == 1:
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            for lane in range(lanes):
                many = w0 * c0[lane]
                total[lane] += before[lane] * (many - minus)
        elif kind == 2:
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane]
                total[lane] += before[lane] * (many - minus)
        elif kind == 3:
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            c2, w2 = left[cards[at, 2]], weights[at, 2]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane] + w2 * c2[lane]
                total[lane] += before[lane] * (many - minus)
        elif kind == 4:
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            c2, w2 = left[cards[at, 2]], weights[at, 2]
            c3, w3 = left[cards[at, 3]], weights[at, 3]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane] + w2 * c2[lane] + w3 * c3[lane]
                total[lane] += before[lane] * (many - minus)
        elif kind == 5:
            drawn, gone = left[cards[at, 4]], less[at, 1]
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            for lane in range(lanes):
                many = w0 * c0[lane]
                total[lane] += before[lane] * (drawn[lane] - gone) * (many - minus)
        elif kind == 6:
            drawn, gone = left[cards[at, 4]], less[at, 1]
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane]
                total[lane] += before[lane] * (drawn[lane] - gone) * (many - minus)
        elif kind == 7:
            drawn, gone = left[cards[at, 4]], less[at, 1]
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            c2, w2 = left[cards[at, 2]], weights[at, 2]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane] + w2 * c2[lane]
                total[lane] += before[lane] * (drawn[lane] - gone) * (many - minus)
        else:
            drawn, gone = left[cards[at, 4]], less[at, 1]
            c0, w0 = left[cards[at, 0]], weights[at, 0]
            c1, w1 = left[cards[at, 1]], weights[at, 1]
            c2, w2 = left[cards[at, 2]], weights[at, 2]
            c3, w3 = left[cards[at, 3]], weights[at, 3]
            for lane in range(lanes):
                many = w0 * c0[lane] + w1 * c1[lane] + w2 * c2[lane] + w3 * c3[lane]
                total[lane] += before[lane] * (drawn[lane] - gone) * (many - minus)
    out[:lanes] = 0.0
    for depth in range(deepest, 0, -1):
        total = sums[depth]
        for lane in range(lanes):
            out[lane] = (out[lane] + total[lane]) / max(size[lane] - depth + 1.0, 1.0)


# -- standing --------------------------------------------------------------------------------------


@kernel
def stand_sums(
    table: Any,
    shoe: Any,
    up: int,
    listed: Any,
    many: Any,
    most: Any,
    ops: Any,
    ends: Any,
    sums: Any,
) -> None:
    """What the dealer's hands add to the value of standing, for every hand that is listed.

    `sums[0]` is for a hand as dealt; `sums[1 + p * js + j]` for one of a split pair of value `p`
    with the other pair card and `j` further ones gone. `most[p]` is the highest `j` wanted, -1 for
    none. `listed` and how `many` are those of hands as dealt, in one row, or a row for each pair.
    """
    counts, _, _, total, _ = table
    js, classes = (sums.shape[0] - 1) // 10, ends.shape[1]
    left, size = np.ones((classes, 10, ROW)), np.full((classes, LANES), 100.0)
    made = np.zeros((DEPTH, ROW)), np.zeros((DEPTH, ROW))
    out, lanes = np.zeros(LANES), np.zeros(classes, np.int64)
    where = np.empty((classes, LANES), np.int64)
    which = np.empty((classes, LANES), np.int64)
    gone = np.zeros(10, np.int64)
    first = 0 if many.size == 1 else 1
    for part in range(first, first + many.size):
        last = 0 if part == 0 else most[part - 1]
        for j in range(last + 1):
            row = 0 if part == 0 else 1 + (part - 1) * js + j
            for value in range(10):
                gone[value] = shoe[value] - (value == up)
            if part:
                gone[part - 1] -= 1 + j
            cards = gone.sum()
            for n in range(many[part - first]):
                hand = listed[part - first, n]
                kind = _class(total[hand])
                lane, enough, held = lanes[kind], True, 0
                for value in range(10):
                    rest = gone[value] - counts[hand, value]
                    held += counts[hand, value]
                    left[kind, value, lane] = rest
                    enough = enough and rest >= 0
                if not enough:
                    continue
                size[kind, lane] = cards - held
                where[kind, lane], which[kind, lane] = row, hand
                lanes[kind] = lane + 1
                if lanes[kind] == LANES:
                    _keep(ops, ends, up, kind, lanes, left, size, made, out, where, which, sums)
    for kind in range(classes):
        _keep(ops, ends, up, kind, lanes, left, size, made, out, where, which, sums)


@kernel
def _keep(
    ops: Any, ends: Any, up: int, kind: int, lanes: Any, left: Any, size: Any, made: Any, out: Any,
    where: Any, which: Any, sums: Any,
) -> None:  # fmt: skip
    """Evaluate the lanes of one class and keep each sum where it belongs."""
    run_class(ops, ends, up, kind, lanes[kind], left, size, made, out)
    for lane in range(lanes[kind]):
        sums[where[kind, lane], which[kind, lane]] = out[lane]
    lanes[kind] = 0


@kernel
def run_class(
    ops: Any, ends: Any, up: int, kind: int, many: int, left: Any, size: Any, made: Any, out: Any
) -> None:
    """Run the program of an upcard and a class over the lanes of that class."""
    if many == 0:
        return
    at = up * ends.shape[1] + kind
    bounds = ends.ravel()
    begin = bounds[at - 1] if at else 0
    run_program(ops, begin, bounds[at], many, left[kind], size[kind], made, out)


@kernel
def _class(total: int) -> int:
    """Totals up to 16 are alike; then 17 to 21 one by one."""
    return max(total - 16, 0)


# -- the player ------------------------------------------------------------------------------------


@kernel
def play_values(
    table: Any, shoe: Any, up: int, unseen: int, pays: Any, sums: Any, forced: Any, made: Any
) -> None:
    """The values of standing, hitting and doubling on every hand, and what is done with it.

    `pays` is what a win pays, what a double and a further split hand lose to a natural that was
    not seen, and how many stakes a doubled hand counts for. `forced` prescribes what is done with a
    hand.
    """
    counts, size, hard, total, child = table
    win, double_loss, doubled = pays[0], pays[1], pays[3]
    stand, hit, double, best, act = made
    left, tells = np.empty(10), up == 0 or up == 9
    for hand in range(forced.size - 1, -1, -1):
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
        natural = natural_chance(left, up)
        counted = 1.0 - natural
        stand[hand] = win * counted + sums[0, hand]
        if unseen:
            stand[hand] -= natural
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
                lost = chance if unseen else chance * (1.0 - after)
                hit[hand] -= lost
                double[hand] -= doubled * lost
                continue
            hit[hand] += chance * best[longer]
            if size[hand] == 2:
                twice = doubled * (win * (1.0 - after) + sums[0, longer])
                if unseen:
                    twice -= after * (1.0 + double_loss)
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


@kernel
def second_choices(
    table: Any, pair: int, after: Any, unseen: int, made: Any, counted: Any, out: Any
) -> None:
    """What is done with each second card of a split hand: as the same cards unsplit, if allowed.

    `after` says whether it may be doubled, given up, and, an ace, drawn to.
    """
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
        if after[1] and not unseen and -0.5 * counted[hand] > worth:
            out[value] = SURRENDER


@kernel
def split_orders(table: Any, pair: int, second: Any, act: Any, orders: Any, ended: Any) -> int:
    """The hands that one of a split pair may stand on, with the orders in which they come.

    By the second card, not a pair card or one: first those with the bet as it was, then those that
    were doubled. How many such hands there are; `ended` lists them.
    """
    _, _, hard, _, child = table
    orders[:, :] = 0.0
    one = child[0, pair]
    for value in range(10):
        kind, hand, does = int(value == pair), child[one, value], second[value]
        if does == STAND:
            orders[hand, kind] += 1.0
        elif does in (HIT, DOUBLE):
            for third in range(10):
                longer = child[hand, third]
                if longer >= 0 and hard[longer] <= 21:
                    orders[longer, (2 if does == DOUBLE else 4) + kind] += 1.0
    many = 0
    for hand in range(act.size):
        taken0, taken1 = orders[hand, 4], orders[hand, 5]
        if taken0 != 0.0 or taken1 != 0.0:
            if act[hand] == STAND:
                orders[hand, 0] += taken0
                orders[hand, 1] += taken1
            else:
                for value in range(10):
                    longer = child[hand, value]
                    if longer >= 0 and hard[longer] <= 21:
                        orders[longer, 4] += taken0
                        orders[longer, 5] += taken1
        if orders[hand, 0] + orders[hand, 1] + orders[hand, 2] + orders[hand, 3] != 0.0:
            ended[many] = hand
            many += 1
    return many


@kernel
def split_sums(
    table: Any,
    left: Any,
    up: int,
    pair: int,
    unseen: int,
    pays: Any,
    sums: Any,
    second: Any,
    orders: Any,
    ended: Any,
    made: Any,
) -> None:
    """The figures of one hand of a split pair, played in a fixed way with these cards left.

    Each comes twice, for a second card that is not a pair card and for one that is: the value; what
    is staked; the chance that it stands while the dealer has an unseen natural.
    """
    counts, size, _, _, _ = table
    win, double_loss, other_loss, doubled = pays[0], pays[1], pays[2], pays[3]
    made[:] = 0.0
    cards = left.sum()
    orders_of, falling = np.ones(DEPTH), np.ones((10, DEPTH))  # of so many cards drawn
    for n in range(1, DEPTH):
        orders_of[n] = orders_of[n - 1] * max(cards - n + 1.0, 1.0)
        for value in range(10):
            falling[value, n] = falling[value, n - 1] * max(left[value] - n + 1.0, 0.0)
    for value in range(10):
        if left[value] <= 0:
            continue
        kind, chance = int(value == pair), left[value] / cards
        left[value] -= 1
        counted = 1.0 if unseen else 1.0 - natural_chance(left, up)
        left[value] += 1
        bet = doubled if second[value] == DOUBLE else 1.0
        lost = 0.5 if second[value] == SURRENDER else bet
        made[0, kind] -= chance * lost * counted
        made[1, kind] += chance * bet * counted
    for hand in ended:
        chance, drawn = 1.0, size[hand] - 1
        for value in range(10):
            chance *= falling[value, counts[hand, value] - (value == pair)]
        if chance == 0.0:
            continue
        chance /= orders_of[drawn]
        natural = 0.0
        if up == 0 or up == 9:
            low = left[9 - up] - counts[hand, 9 - up] + (pair == 9 - up)
            natural = low / max(cards - drawn, 1.0)
        gain = (win + 1.0) * (1.0 - natural) + sums[hand]
        for kind in range(2):
            once, twice = orders[hand, kind] * chance, orders[hand, 2 + kind] * chance
            made[0, kind] += (once + doubled * twice) * gain
            if unseen:
                back = once * (1.0 - other_loss) + twice * (2.0 - other_loss - double_loss)
                made[0, kind] += natural * back
                made[2, kind] += natural * (once + twice)


@kernel
def split_total(parts: Any, same: int, alike: int, cards: int, limit: int, shared: int,
                other_loss: float, out: Any) -> None:  # fmt: skip
    """Value and stake of a split to at most `limit` hands, from the figures of single hands.

    `parts[j]` are those of `split_sums`; `same` is how many cards of the pair's kind are left,
    `alike` how many of its value, among `cards`. The walk counts the orders in which further pair
    cards (`more`) and other second cards (`done`) come; what a hand is worth while other hands are
    known to have no pair card follows by inclusion and exclusion. `shared`: all hands of the split
    draw the same cards.
    """
    js = parts.shape[0]
    chance, exact = np.zeros(js), np.zeros((js, 3, 2))
    named = 1.0
    for j in range(js):
        chance[j] = named
        share = (same - j) / (alike - j) if alike > j and same > j else 0.0
        for figure in range(3):
            exact[j, figure, 1] = share * parts[j, figure, 1]
            exact[j, figure, 0] = parts[j, figure, 0] + (1.0 - share) * parts[j, figure, 1]
        named *= max(same - j, 0) / (cards - j)
    out[:] = 0.0
    if shared:
        for figure in range(3):
            other, again, further = exact[0, figure, 0], exact[0, figure, 1], 0.0
            if js > 1:
                further = chance[1] * (exact[1, figure, 0] + exact[1, figure, 1])
            if figure < 2:
                out[figure] = shared_split(other, again, further, limit, 1)
            else:  # only the hand first dealt
                out[0] -= (1.0 - other_loss) * (other + (again if limit == 2 else further))
        return
    orders = np.zeros((limit, limit + 2))
    orders[0, 0] = 1.0
    for more in range(limit - 1):
        hands = more + 2
        for done in range(hands + 1):
            ways = orders[more, done]
            if ways == 0.0:
                continue
            if hands == limit or done == hands:
                free = hands - done
                for figure in range(3):
                    none = _among(exact, chance, figure, more, done - 1, 0)
                    any_card = _among(exact, chance, figure, more, done, 1)
                    if figure < 2:
                        out[figure] += ways * (done * none + free * any_card)
                    else:  # only the hand first dealt, which is the first to be done
                        first = none if done else any_card
                        out[0] -= ways * (1.0 - other_loss) * first
                continue
            orders[more, done + 1] += ways
            orders[more + 1, done] += ways


@kernel
def shared_split(other: float, again: float, further: float, limit: int, power: int) -> float:
    """A figure of all hands of a split that draw the same cards, from those of one of them.

    Both second cards are the same card: not a pair card (`other`) or one, and then both hands are
    split again if four are allowed (`further`, with it gone) or not (`again`). Hands that are alike
    net alike, so of a square (`power` 2) they count so often squared.
    """
    if limit == 2:
        return 2.0**power * (other + again)
    return 2.0**power * other + 4.0**power * further


@kernel
def _among(exact: Any, chance: Any, figure: int, more: int, others: int, free: int) -> float:
    """One hand's figure while `others` have no pair card and `more` pair cards have come."""
    if others < 0:
        return 0.0
    made, ways, sign = 0.0, 1.0, 1.0
    for i in range(others + 1):
        j = more + i
        if j < chance.size and chance[j] != 0.0:
            one = exact[j, figure, 0] + (exact[j, figure, 1] if free else 0.0)
            made += sign * ways * chance[j] * one
        ways = ways * (others - i) / (i + 1)
        sign = -sign
    return made


# -- a whole shoe ----------------------------------------------------------------------------------


@kernel
def hands_to_stand_on(table: Any, pair: int, everything: int, listed: Any) -> int:
    """List the hands that have this card, any if it is -1, but for long ones that are always hit.

    One more card cannot hurt a hand of at most hard 11 or soft 16.
    """
    counts, size, hard, total, _ = table
    many = 0
    for hand in range(listed.size):
        helped = hard[hand] <= 11 and total[hand] <= 16
        if size[hand] < 2 or (pair >= 0 and counts[hand, pair] == 0):
            continue
        if everything or size[hand] <= 3 or not helped:
            listed[many] = hand
            many += 1
    return many


@kernel
def solve_shoe(
    table: Any,
    shoe: Any,
    unseen: Any,
    pays: Any,
    after: Any,
    most: Any,
    everything: int,
    ops: Any,
    ends: Any,
    made: Any,
    acts: Any,
    counted: Any,
    sums: Any,
    parts: Any,
    seconds: Any,
    fixed: int,
) -> None:
    """Everything that does not depend on how often a pair may be split, for each upcard.

    `most` is the highest number of further pair cards that is wanted of each pair; `everything`
    also evaluates hands on which this play does not stand, and then `sums` keeps each upcard's.
    `fixed`: the play is given in `acts` and `seconds`, and is not looked for.
    """
    many = counted.shape[1]
    orders, ended = np.zeros((10, many, 6)), np.zeros((10, many), np.int64)
    dealt, all_dealt = np.zeros((1, many), np.int64), np.zeros(1, np.int64)
    free, js, left = np.full(many, FREE, np.int64), parts.shape[2], np.empty(10)
    here, ends_of = most.copy(), np.zeros(10, np.int64)
    wanted, all_wanted = np.zeros((10, many), np.int64), np.zeros(10, np.int64)
    all_dealt[0] = hands_to_stand_on(table, -1, everything, dealt[0])
    for up in range(10):
        if shoe[up] == 0:
            continue
        kept = sums[up if everything else 0]
        stand_sums(table, shoe, up, dealt, all_dealt, most, ops, ends, kept)
        values = (made[0, up], made[1, up], made[2, up], made[3, up], acts[up])
        count_naturals(table, shoe, up, counted[up])
        forced = acts[up].copy() if fixed else free
        play_values(table, shoe, up, unseen[up], pays, kept, forced, values)
        for pair in range(10):
            here[pair] = min(most[pair], shoe[pair] - (pair == up) - 2)
            ends_of[pair] = all_wanted[pair] = 0
            if here[pair] < 0:
                continue
            chosen = seconds[up, pair]
            if not fixed:
                second_choices(table, pair, after, unseen[up], values, counted[up], chosen)
            ends_of[pair] = split_orders(table, pair, chosen, values[4], orders[pair], ended[pair])
            if everything:
                all_wanted[pair] = hands_to_stand_on(table, pair, everything, wanted[pair])
        if everything:
            stand_sums(table, shoe, up, wanted, all_wanted, here, ops, ends, kept)
        else:
            stand_sums(table, shoe, up, ended, ends_of, here, ops, ends, kept)
        for pair in range(10):
            for j in range(here[pair] + 1):
                for value in range(10):
                    left[value] = shoe[value] - (value == up)
                left[pair] -= 2 + j
                split_sums(
                    table, left, up, pair, unseen[up], pays, kept[1 + pair * js + j],
                    seconds[up, pair], orders[pair], ended[pair, : ends_of[pair]],
                    parts[up, pair, j],
                )  # fmt: skip


@kernel
def count_naturals(table: Any, shoe: Any, up: int, counted: Any) -> None:
    """The chance of no natural, hand by hand."""
    left = np.empty(10)
    for hand in range(counted.size):
        cards = 0.0
        for value in range(10):
            left[value] = shoe[value] - (value == up) - table[0][hand, value]
            cards += left[value]
        counted[hand] = 1.0 - natural_chance(left, up) if cards > 0 else 1.0


@kernel
def surrendered(unseen: int, counted: float, loss: float) -> float:
    """What a hand that is given up comes to; `loss` is what a natural found later takes of it."""
    return -0.5 * counted - (loss * (1.0 - counted) if unseen else 0.0)


@kernel
def best_unsplit(
    hand: int, up: int, unseen: int, helped: int, allowed: Any, made: Any, counted: float,
    loss: float,
) -> tuple[int, float]:  # fmt: skip
    """The best that may be done with two cards that are not split, but for early surrender."""
    does, best = HIT, made[1, up, hand]
    if not helped and made[0, up, hand] >= best:
        does, best = STAND, made[0, up, hand]
    if allowed[2] and made[2, up, hand] > best:
        does, best = DOUBLE, made[2, up, hand]
    if allowed[3] == 1 and (loss > 0.0 or not unseen):
        given_up = surrendered(unseen, counted, loss)
        if given_up > best:
            does, best = SURRENDER, given_up
    return does, best


@kernel
def value_of_shoe(
    table: Any,
    shoe: Any,
    tens: Any,
    unseen: Any,
    pays: Any,
    money: Any,
    allowed: Any,
    made: Any,
    counted: Any,
    parts: Any,
    forced: Any,
    splits: Any,
    ten_splits: Any,
    worth: Any,
    chosen: Any,
    upcards: Any,
    only: int,
) -> None:
    """The expectation of a round and what is staked in it, upcard by upcard into `upcards`.

    `only` is the one upcard that is wanted, or -1 for all.

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
                        hand, up, unseen[up], helped, allowed, made, no_natural, money[5]
                    )
                elif does == SURRENDER:
                    best = surrendered(unseen[up], no_natural, money[5])
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
                            if (early and value < -0.5) or (give_up and not apart):
                                value, bets = -0.5, 1.0
                                does = SURRENDER
                            sum_value += odds * value
                            sum_stake += odds * bets
                    if pairs > 0.0:
                        splits[up, low] /= pairs
                if pairs < 1.0 - 1e-9:
                    value, bets = best - lost + insured, stake + half
                    if (early and value < -0.5) or give_up:
                        value, bets = -0.5, 1.0
                        does = SURRENDER
                    sum_value += (1.0 - pairs) * value
                    sum_stake += (1.0 - pairs) * bets
                worth[0, up, hand], worth[1, up, hand] = sum_value, sum_stake
                chosen[up, hand] = does
                upcards[up, 0] += chance * sum_value
                upcards[up, 1] += chance * sum_stake


# -- a chart ---------------------------------------------------------------------------------------


@kernel
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
    orders, ended, left = room
    act, js = acts[up], parts.shape[2]
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
        n = split_orders(table, pair, seconds[up, pair], act, orders, ended)
        for j in range(last + 1):
            for value in range(10):
                left[value] = shoe[value] - (value == up)
            left[pair] -= 2 + j
            split_sums(
                table, left, up, pair, unseen[up], pays, sums[1 + pair * js + j],
                seconds[up, pair], orders, ended[:n], parts[up, pair, j],
            )  # fmt: skip


# -- the second moment -----------------------------------------------------------------------------


@kernel
def play_squares(
    table: Any, shoe: Any, up: int, unseen: int, pays: Any, squares: Any, acts: Any, made: Any
) -> None:
    """The expected square of what a hand nets, played on, and if it is doubled."""
    win, double_loss = pays[0], pays[1]
    counts, size, hard, _, child = table
    stand, best, double = made
    left, tells = np.empty(10), up == 0 or up == 9
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
        natural = natural_chance(left, up)
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
                double[hand] += 4.0 * lost
            else:
                hit += chance * best[longer]
                double[hand] += chance * 4.0 * stand[longer]
                if unseen:
                    double[hand] += chance * after * ((1.0 + double_loss) ** 2 - 4.0)
        best[hand] = stand[hand] if acts[hand] == STAND else hit


@kernel
def falling_products(left: Any, falling: Any, orders_of: Any) -> None:
    """How many ordered draws there are of so many cards of each value, and of all."""
    cards = left.sum()
    falling[:, 0] = orders_of[0] = 1.0
    for n in range(1, falling.shape[1]):
        orders_of[n] = orders_of[n - 1] * max(cards - n + 1.0, 1.0)
        for value in range(10):
            falling[value, n] = falling[value, n - 1] * max(left[value] - n + 1.0, 0.0)


@kernel
def split_squares(
    table: Any, left: Any, up: int, pair: int, unseen: int, pays: Any, squares: Any, second: Any,
    orders: Any, ended: Any, made: Any,
) -> None:  # fmt: skip
    """The expected square of one split hand, for a second card that is not a pair card or is.

    Where a natural may be unseen, of a split to two hands that draw the same cards: a quarter of
    what both net together, squared.
    """
    win, both = pays[0], 1.0 + pays[2]
    twice = both + 2.0 * pays[1]
    counts, size, _, _, _ = table
    made[:] = 0.0
    cards = left.sum()
    falling, orders_of = np.empty((10, DEPTH)), np.empty(DEPTH)
    falling_products(left, falling, orders_of)
    for value in range(10):
        if left[value] <= 0:
            continue
        chance = left[value] / cards
        left[value] -= 1
        counted = 1.0 if unseen else 1.0 - natural_chance(left, up)
        left[value] += 1
        bet = base_of(second[value])
        made[int(value == pair)] += chance * bet * bet * counted
    for hand in ended:
        chance = 1.0 / orders_of[size[hand] - 1]
        for value in range(10):
            chance *= falling[value, counts[hand, value] - (value == pair)]
        if chance == 0.0:
            continue
        natural = 0.0
        if up == 0 or up == 9:
            low = left[9 - up] - counts[hand, 9 - up] + (pair == 9 - up)
            natural = low / max(cards - size[hand] + 1.0, 1.0)
        more = (win * win - 1.0) * (1.0 - natural) + squares[hand]
        for kind in range(2):
            made[kind] += chance * (orders[hand, kind] + 4.0 * orders[hand, 2 + kind]) * more
            if unseen:
                back = orders[hand, kind] * (both * both - 4.0)
                back += orders[hand, 2 + kind] * (twice * twice - 16.0)
                made[kind] += chance * natural * back / 4.0


@kernel
def base_of(does: int) -> float:
    """What a second card has lost before the hand gains anything."""
    if does == DOUBLE:
        return 2.0
    return 0.5 if does == SURRENDER else 1.0


@kernel
def joint_products(
    table: Any, left: Any, up: int, pair: int, win: float, second: Any, orders: Any, ended: Any,
    ops: Any, ends: Any, both_ops: Any, both_ends: Any, made: Any,
) -> None:  # fmt: skip
    """The expected product of what two hands of a split net, by the kinds of their second cards.

    Each nets a loss that its second card decides and a gain if it stands: so products of losses, of
    a loss and a gain (`ops`), and of gains, which share the dealer's hand (`both_ops`).
    """
    counts, size, _, total, _ = table
    made[:, :] = 0.0
    cards = left.sum()
    deep = 2 * DEPTH
    falling, orders_of = np.empty((10, deep)), np.empty(deep)
    falling_products(left, falling, orders_of)
    rest = left.copy()
    for first in range(10):
        for other in range(10):
            chance = rest[first] / cards
            rest[first] -= 1
            chance *= max(rest[other], 0.0) / (cards - 1.0)
            rest[other] -= 1
            if chance > 0.0:
                counted = 1.0 - natural_chance(rest, up)
                lost = base_of(second[first]) * base_of(second[other])
                made[int(first == pair), int(other == pair)] += chance * lost * counted
            rest[first] += 1
            rest[other] += 1
    lanes_left = np.ones((21, 10, ROW))
    lanes_size = np.full((21, LANES), 100.0)
    weigh = np.zeros((21, 4, LANES))
    lanes = np.zeros(21, np.int64)
    room = np.zeros((DEPTH, ROW)), np.zeros((DEPTH, ROW))
    out, gain = np.zeros(LANES), win + 1.0
    # a gain of one hand and the loss of the other
    for n in range(ended.size):
        hand = ended[n]
        kind = _class(total[hand])
        worth0 = orders[hand, 0] + 2.0 * orders[hand, 2]
        worth1 = orders[hand, 1] + 2.0 * orders[hand, 3]
        chance = 1.0 / orders_of[size[hand] - 1]
        for value in range(10):
            held = counts[hand, value] - (value == pair)
            chance *= falling[value, held]
            rest[value] = left[value] - held
        if chance == 0.0:
            continue
        free = cards - size[hand] + 1
        for other in range(10):
            if rest[other] <= 0.0:
                continue
            odds = chance * rest[other] / free * base_of(second[other])
            lane, column = lanes[kind], int(other == pair)
            for value in range(10):
                lanes_left[kind, value, lane] = rest[value] - (value == other)
            lanes_size[kind, lane] = free - 1
            weigh[kind, :, lane] = 0.0
            weigh[kind, column, lane] = odds * worth0
            weigh[kind, 2 + column, lane] = odds * worth1
            lanes[kind] = lane + 1
            if lanes[kind] == LANES:
                flush(ops, ends, up, kind, lanes, lanes_left, lanes_size, room, out, weigh,
                      gain, -1.0, made)  # fmt: skip
    for kind in range(ends.shape[1]):
        flush(ops, ends, up, kind, lanes, lanes_left, lanes_size, room, out, weigh,
              gain, -1.0, made)  # fmt: skip
    # both gains
    for n in range(ended.size):
        hand = ended[n]
        low = _class(total[hand])
        a0 = orders[hand, 0] + 2.0 * orders[hand, 2]
        a1 = orders[hand, 1] + 2.0 * orders[hand, 3]
        for m in range(n + 1):
            another = ended[m]
            high = _class(total[another])
            kind = pair_class(min(low, high), max(low, high))
            drawn = size[hand] + size[another] - 2
            chance = 1.0 / orders_of[drawn]
            lane = lanes[kind]
            for value in range(10):
                held = counts[hand, value] + counts[another, value] - 2 * (value == pair)
                chance *= falling[value, held]
                lanes_left[kind, value, lane] = left[value] - held
            if chance == 0.0:
                continue
            lanes_size[kind, lane] = cards - drawn
            b0 = orders[another, 0] + 2.0 * orders[another, 2]
            b1 = orders[another, 1] + 2.0 * orders[another, 3]
            if m < n:  # in either order
                weigh[kind, 0, lane] = 2.0 * chance * a0 * b0
                weigh[kind, 1, lane] = weigh[kind, 2, lane] = chance * (a0 * b1 + a1 * b0)
                weigh[kind, 3, lane] = 2.0 * chance * a1 * b1
            else:
                weigh[kind, 0, lane] = chance * a0 * b0
                weigh[kind, 1, lane] = weigh[kind, 2, lane] = chance * a0 * b1
                weigh[kind, 3, lane] = chance * a1 * b1
            lanes[kind] = lane + 1
            if lanes[kind] == LANES:
                flush(both_ops, both_ends, up, kind, lanes, lanes_left, lanes_size, room, out,
                      weigh, gain * gain, 1.0, made)  # fmt: skip
    for kind in range(21):
        flush(both_ops, both_ends, up, kind, lanes, lanes_left, lanes_size, room, out,
              weigh, gain * gain, 1.0, made)  # fmt: skip


@kernel
def pair_class(low: int, high: int) -> int:
    """The number of two classes among the 21 pairs of six."""
    return low * 6 - low * (low - 1) // 2 + high - low


@kernel
def flush(
    ops: Any, ends: Any, up: int, kind: int, lanes: Any, left: Any, size: Any, room: Any, out: Any,
    weigh: Any, full: float, sign: float, made: Any,
) -> None:  # fmt: skip
    """Evaluate the lanes of one class and add them up by the kinds of the second cards.

    A gain is not symmetric in the two hands: with `sign` -1 it counts for either of them.
    """
    many = lanes[kind]
    lanes[kind] = 0
    run_class(ops, ends, up, kind, many, left, size, room, out)
    for lane in range(many):
        counted = 1.0
        if up == 0 or up == 9:
            counted -= left[kind, 9 - up, lane] / max(size[kind, lane], 1.0)
        value = full * counted + out[lane]
        for a in range(2):
            for b in range(2):
                part = weigh[kind, 2 * a + b, lane] * value
                made[a, b] += sign * part
                if sign < 0.0:
                    made[b, a] -= part


@kernel
def split_second_moment(single: Any, joint: Any, same: int, cards: int, limit: int) -> float:
    """The expected square of all hands of a split, as `split_total` does their sum."""
    js = single.shape[0]
    chance, named = np.zeros(js), 1.0
    for j in range(js):
        chance[j] = named
        named *= max(same - j, 0) / (cards - j)
    made = 0.0
    orders = np.zeros((limit, limit + 2))
    orders[0, 0] = 1.0
    figures = np.zeros((js, 5))  # one hand without a pair card, any; two so, one so, any
    for j in range(js):
        figures[j, 0] = single[j, 0]
        figures[j, 1] = single[j, 0] + single[j, 1]
        figures[j, 2] = joint[j, 0, 0]
        figures[j, 3] = joint[j, 0, 0] + joint[j, 0, 1]
        figures[j, 4] = joint[j].sum()
    for more in range(limit - 1):
        hands = more + 2
        for done in range(hands + 1):
            ways = orders[more, done]
            if ways == 0.0:
                continue
            if hands == limit or done == hands:
                free = hands - done
                times = (done, free, done * (done - 1), 2 * done * free, free * (free - 1))
                others = (done - 1, done, done - 2, done - 1, done)
                for figure in range(5):
                    one = _known(figures, chance, figure, more, others[figure])
                    made += ways * times[figure] * one
                continue
            orders[more, done + 1] += ways
            orders[more + 1, done] += ways
    return made


@kernel
def _known(figures: Any, chance: Any, figure: int, more: int, others: int) -> float:
    """A figure while `others` have no pair card and `more` pair cards have come."""
    if others < 0:
        return 0.0
    made, ways, sign = 0.0, 1.0, 1.0
    for i in range(others + 1):
        if more + i < chance.size:
            made += sign * ways * chance[more + i] * figures[more + i, figure]
        ways = ways * (others - i) / (i + 1)
        sign = -sign
    return made


@kernel
def second_moment(
    table: Any,
    shoe: Any,
    up: int,
    unseen: int,
    pays: Any,
    money: Any,
    allowed: Any,
    acts: Any,
    counted: Any,
    values: Any,
    seconds: Any,
    chosen: Any,
    programs: Any,
) -> float:
    """One upcard's share of the expected square of a round's net, under a fixed play.

    Where a natural may be unseen, only without insurance, and of splits only those to two hands
    that draw the same cards.
    """
    win = pays[0]
    _, _, _, total, child = table
    (ops, ends), (square_ops, square_ends), (both_ops, both_ends) = programs
    many, cards = acts.size, shoe.sum()
    js = 2 * (max(allowed[0], 2) - 2) + 1
    sums = np.zeros((1 + 10 * js, many))
    dealt, all_dealt = np.zeros((1, many), np.int64), np.zeros(1, np.int64)
    all_dealt[0] = hands_to_stand_on(table, -1, 0, dealt[0])
    most = np.full(10, -1, np.int64)
    stand_sums(table, shoe, up, dealt, all_dealt, most, square_ops, square_ends, sums)
    squares = np.zeros((3, many))
    three = (squares[0], squares[1], squares[2])
    play_squares(table, shoe, up, unseen, pays, sums[0], acts, three)
    orders, ended = np.zeros((10, many, 6)), np.zeros((10, many), np.int64)
    ends_of = np.zeros(10, np.int64)
    for pair in range(10):
        limit = allowed[1] if pair == 0 else allowed[0]
        if chosen[child[child[0, pair], pair]] == SPLIT:
            most[pair] = min(2 * (limit - 2), shoe[pair] - (pair == up) - 2)
            ends_of[pair] = split_orders(
                table, pair, seconds[pair], acts, orders[pair], ended[pair]
            )
    stand_sums(table, shoe, up, ended, ends_of, most, square_ops, square_ends, sums)
    made, left = 0.0, np.empty(10)
    for low in range(10):
        for high in range(low, 10):
            hand = child[child[0, low], high]
            n_low, n_high = shoe[low] - (low == up), shoe[high] - (high == up) - (low == high)
            if n_low <= 0 or n_high <= 0:
                continue
            ways = n_low * n_high * (1.0 if low == high else 2.0)
            chance = shoe[up] / cards * ways / ((cards - 1.0) * (cards - 2.0))
            counts, does = counted[hand], chosen[hand]
            natural = 1.0 - counts
            insured = 0.0
            if up == 0 and money[2] > 0.0:
                insured = 0.5 * (money[2] * natural - counts)
            if total[hand] == 21:
                net = money[0] * counts + money[1] * natural
                square = money[0] ** 2 * counts + money[1] ** 2 * natural
                if money[3] and insured > 0.0:
                    square = (money[0] - 0.5) ** 2 * counts
                    square += (money[1] + 0.5 * money[2]) ** 2 * natural
                    net += insured
                if up == 0 and money[4] > net:
                    square = money[4] ** 2
                made += chance * square
                continue
            if does == SURRENDER and allowed[3] == 2:
                made += chance * 0.25
                continue
            net = 0.0
            if does == SPLIT:
                limit = allowed[1] if low == 0 else allowed[0]
                single, joint = np.zeros((js, 2)), np.zeros((js, 2, 2))
                for j in range(most[low] + 1):
                    for value in range(10):
                        left[value] = shoe[value] - (value == up)
                    left[low] -= 2 + j
                    over = ended[low, : ends_of[low]]
                    split_squares(
                        table, left, up, low, unseen, pays, sums[1 + low * js + j], seconds[low],
                        orders[low], over, single[j],
                    )  # fmt: skip
                    if allowed[5]:
                        continue
                    joint_products(
                        table, left, up, low, win, seconds[low], orders[low], over, ops, ends,
                        both_ops, both_ends, joint[j],
                    )  # fmt: skip
                if allowed[5]:
                    more = (n_high - 1) / (cards - 3) * single[1].sum() if js > 1 else 0.0
                    square = shared_split(single[0, 0], single[0, 1], more, limit, 2)
                else:
                    square = split_second_moment(single, joint, n_high - 1, cards - 3, limit)
                net = values[4, hand]
            elif does == SURRENDER:
                square, net = 0.25 * counts, -0.5 * counts
                if unseen:
                    square += money[5] ** 2 * natural
            elif does == DOUBLE:
                square, net = squares[2, hand], values[2, hand]
            else:
                square, net = squares[0, hand], values[0, hand]
                if does == HIT:
                    square, net = squares[1, hand], values[1, hand]
            if insured > 0.0:
                square += 0.25 * counts - net + natural * (0.5 * money[2] - 1.0) ** 2
            elif not unseen:
                square += natural
            made += chance * square
    return made
