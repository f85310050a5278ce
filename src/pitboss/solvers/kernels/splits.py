"""A split pair: the hands that one of its hands may stand on, and the sum over all of them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, DOUBLE, HIT, STAND, SURRENDER, inner, kernel
from pitboss.solvers.kernels.dealer import falling_products, natural_chance

TEN: Final = 9
"""The value of a ten, and of its ranks the first by number."""


@kernel
def split_orders(child: Any, pair: int, second: Any, act: Any, orders: Any, ended: Any) -> int:
    """The hands that one of a split pair may stand on, with the orders in which they come.

    By the second card, not a pair card or one: first those with the bet as it was, then those that
    were doubled. How many such hands there are; `ended` lists them. Cards are told apart by value,
    or by rank as `rank_hands` numbers them.
    """
    orders[:, :] = 0.0
    one = child[0, pair]
    for card in range(child.shape[1]):
        alike = min(card, TEN) == min(pair, TEN)
        begin(child, child[one, card], second[card], int(alike), orders)
    return go_on(child, act, orders, ended)


@inner
def begin(child: Any, hand: int, does: int, kind: int, orders: Any) -> None:
    """The hands that two cards become by what is done with them first."""
    if does == STAND:
        orders[hand, kind] += 1.0
    elif does in (HIT, DOUBLE):
        for third in range(child.shape[1]):
            longer = child[hand, third]
            if 0 <= longer < orders.shape[0]:
                orders[longer, (2 if does == DOUBLE else 4) + kind] += 1.0


@inner
def go_on(child: Any, act: Any, orders: Any, ended: Any) -> int:
    """Play every hand that may be drawn to; how many may be stood on, which `ended` lists.

    Hands over 21 are among them only where they have an act, as where they may push.
    """
    many = 0
    for hand in range(act.size):
        taken0, taken1 = orders[hand, 4], orders[hand, 5]
        if taken0 != 0.0 or taken1 != 0.0:
            if act[hand] == STAND:
                orders[hand, 0] += taken0
                orders[hand, 1] += taken1
            else:
                for card in range(child.shape[1]):
                    longer = child[hand, card]
                    if 0 <= longer < act.size:
                        orders[longer, 4] += taken0
                        orders[longer, 5] += taken1
        if orders[hand, 0] + orders[hand, 1] + orders[hand, 2] + orders[hand, 3] != 0.0:
            ended[many] = hand
            many += 1
    return many


@kernel
def hand_orders(child: Any, hand: int, does: int, act: Any, orders: Any, ended: Any) -> int:
    """The same for two cards that are not split."""
    orders[:, :] = 0.0
    begin(child, hand, does, 0, orders)
    return go_on(child, act, orders, ended)


@inner
def split_sums(
    table: Any, rules: Any, up: int, pair: int, last: int, sums: Any, hands: Any, parts: Any
) -> None:
    """The figures of one hand of a split pair, played in a fixed way, with the other pair card and
    each number of further ones up to the `last` removed.

    Each comes twice, for a second card that is not a pair card and for one that is: the value; what
    is staked; the chance that it stands while the dealer has an unseen natural. `hands` are what is
    done with each second card, and the hands that it may stand on, as `split_orders` lists them.
    """
    counts, size, hard, total, _ = table
    shoe, unseen, pays = rules[0], rules[1][up], rules[2]
    second, orders, ended = hands
    win, double_loss, other_loss = pays[0], pays[1], pays[2]
    doubled, loses, js = pays[3], pays[4], parts.shape[0]
    left, orders_of, falling = np.empty(10), np.empty(DEPTH), np.empty((10, DEPTH))
    for j in range(last + 1):
        for value in range(10):
            left[value] = shoe[value] - (value == up)
        left[pair] -= 2 + j
        stood, made = sums[1 + pair * js + j], parts[j]
        made[:] = 0.0
        cards = left.sum()
        falling_products(left, falling, orders_of)
        for value in range(10):
            if left[value] <= 0:
                continue
            kind, chance = int(value == pair), left[value] / cards
            left[value] -= 1
            counted = 1.0 if unseen else 1.0 - natural_chance(left, up)
            left[value] += 1
            bet = doubled if second[value] == DOUBLE else 1.0
            lost = pays[7] if second[value] == SURRENDER else bet
            made[0, kind] -= loses * chance * lost * counted
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
            if unseen and pays[5] != 0.0 and total[hand] == 21:
                natural = 0.0  # it has won before
            over = hard[hand] > 21
            gain = stood[hand] + (0.0 if over else (win + loses) * (1.0 - natural))
            for kind in range(2):
                once, twice = orders[hand, kind] * chance, orders[hand, 2 + kind] * chance
                made[0, kind] += (once + doubled * twice) * gain
                if unseen and not over:
                    back = once * (1.0 - other_loss) + twice * (2.0 - other_loss - double_loss)
                    made[0, kind] += loses * natural * back
                    made[2, kind] += natural * (once + twice)


@inner
def split_total(parts: Any, same: int, alike: int, cards: int, limit: int, shared: int,
                other_loss: float, out: Any) -> None:  # fmt: skip
    """Value and stake of a split to at most `limit` hands, from the figures of single hands.

    `parts[j]` are those of `split_sums`; `same` is how many cards of the pair's kind are left,
    `alike` how many of its value, among `cards`. The walk counts the orders in which further pair
    cards (`more`) and other second cards (`done`) come; what a hand is worth, given that other
    hands have no pair card, follows by inclusion and exclusion. `shared`: all hands of the split
    draw the same cards, so that both second cards are pair cards or neither is (`other`); such a
    hand is split again (`further`) while another is allowed, the hand first dealt before the other,
    or it is played on (`again`).
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
                out[figure] = 2.0 * other + (4 - limit) * again + 2.0 * (limit - 2) * further
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


@inner
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
