"""What the solvers need that tell all thirteen ranks apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, DOUBLE, STAND, kernel


@kernel
def poker_values(tree: Any, leaf_keys: Any, pays: Any, shoe: Any, counts: Any, keys: Any, out: Any,
                 size: int) -> None:  # fmt: skip
    """What the poker is worth with each hand at its end, over all that the dealer may draw.

    `shoe` is without the upcard; `pays` is by the poker hands of the player and the dealer. A round
    with a dealer's natural counts as nothing.
    """
    rank, depth, less, orders, after = tree
    ranks = shoe.size
    left, product, sums = np.empty(ranks), np.empty(DEPTH), np.empty(DEPTH)
    for hand in range(size):
        cards, enough = 0.0, True
        for r in range(ranks):
            left[r] = shoe[r] - counts[hand, r]
            cards += left[r]
            enough = enough and left[r] >= 0
        out[hand] = 0.0
        if not enough:
            continue
        own = pays[keys[hand]]
        product[0] = 1.0
        sums[:] = 0.0
        at = 0
        while at < rank.size:
            many = left[rank[at]] - less[at]
            if many <= 0:
                at = after[at]
                continue
            deep = depth[at]
            product[deep + 1] = product[deep] * many
            if orders[at]:
                sums[deep + 1] += product[deep + 1] * orders[at] * own[leaf_keys[at]]
            at += 1
        draws = 1.0
        for deep in range(1, DEPTH):
            draws *= max(cards - deep + 1.0, 1.0)
            out[hand] += sums[deep] / draws


@kernel
def add_hand(tree: Any, leaf_keys: Any, leaf_totals: Any, pays: Any, totals: Any, left: Any,
             drawn: Any, pair: Any, bet: float, ways: Any, out: Any) -> None:  # fmt: skip
    """Add one way in which a split hand may end to its figures.

    `left` are the cards before it drew `drawn`; `pair` marks pair cards and `ways` counts the
    orders by whether its second card is one. `out` is the value and the stake × how many other
    unseen cards are pair cards × that second card, each times the chance of all this.
    """
    rank, depth, less, orders, after = tree
    ranks, js = left.size, out.shape[1]
    rest, product = np.empty(ranks), np.empty(DEPTH)
    won, met = np.zeros((DEPTH, DEPTH)), np.zeros((DEPTH, DEPTH))
    own, cards, pairs, many = 1.0, 0.0, 0.0, 0
    for r in range(ranks):
        for n in range(drawn[r]):
            own *= max(left[r] - n, 0.0)
        rest[r] = left[r] - drawn[r]
        many += drawn[r]
        cards += rest[r]
        pairs += rest[r] * pair[r]
    if own == 0.0:
        return
    for n in range(many):
        own /= cards + many - n
    paired = np.zeros(DEPTH, np.int64)
    product[0] = own
    at = 0
    while at < rank.size:
        r = rank[at]
        there = rest[r] - less[at]
        if there <= 0:
            at = after[at]
            continue
        deep = depth[at]
        product[deep + 1] = product[deep] * there / (cards - deep)
        paired[deep + 1] = paired[deep] + pair[r]
        if orders[at]:
            chance = product[deep + 1] * orders[at]
            met[deep + 1, paired[deep + 1]] += chance
            won[deep + 1, paired[deep + 1]] += chance * (
                bet * totals[leaf_totals[at]] + pays[leaf_keys[at]]
            )
        at += 1
    for deep in range(DEPTH):
        for q in range(DEPTH):
            if met[deep, q] == 0.0:
                continue
            named = 1.0
            for j in range(js):
                for kind in range(2):
                    out[0, j, kind] += ways[kind] * named * won[deep, q]
                    out[1, j, kind] += ways[kind] * named * met[deep, q] * bet
                named *= max(pairs - q - j, 0.0) / max(cards - deep - j, 1.0)


@kernel
def first_split_hand(table: Any, tree: Any, leaf_keys: Any, leaf_totals: Any, pays: Any,
                     totals: Any, left: Any, start: int, pair: Any, acts: Any, second: Any,
                     out: Any) -> None:  # fmt: skip
    """The figures of the split hand that has the poker, played in a fixed way.

    `second` is what is done with each second card and `acts` with more; `totals` is what each
    class of total wins of the main stake against each of the dealer's.
    """
    counts, child, kinds, keys, players = table
    ranks = left.size
    ways = np.zeros((counts.shape[0], 3, 2))  # standing, doubled, and still to be played
    one = child[0, start]
    for r in range(ranks):
        hand, kind = child[one, r], int(pair[r])
        if second[r] == STAND:
            ways[hand, 0, kind] += 1.0
        else:
            for third in range(ranks):
                longer = child[hand, third]
                ways[longer, 1 if second[r] == DOUBLE else 2, kind] += 1.0
    drawn = np.empty(ranks, np.int64)
    for hand in range(counts.shape[0]):
        going = ways[hand, 2]
        if going[0] != 0.0 or going[1] != 0.0:
            if hand >= players or acts[hand] == STAND:
                ways[hand, 0] += going
            else:
                for r in range(ranks):
                    ways[child[hand, r], 2] += going
        for does in range(2):
            now = ways[hand, does]
            if now[0] == 0.0 and now[1] == 0.0:
                continue
            for r in range(ranks):
                drawn[r] = counts[hand, r] - (r == start)
            add_hand(tree, leaf_keys, leaf_totals, pays[keys[hand]], totals[kinds[hand]], left,
                     drawn, pair, 1.0 + does, now, out)  # fmt: skip
