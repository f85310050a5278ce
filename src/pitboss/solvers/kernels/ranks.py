"""What the solvers need that tell all thirteen ranks apart."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, kernel

ABREAST: Final = 64
"""Hands that are weighed against the dealer's side by side."""


@kernel
def weigh_hands(tree: Any, classes: Any, won: Any, kinds: Any, shoe: Any, counts: Any, pair: Any,
                out: Any) -> None:  # fmt: skip
    """What figures come to for each hand at its end, over all that the dealer may draw.

    `won` is figure × kind of hand × class of the dealer's hand, `kinds` the kind of each hand and
    `classes` the class at each node of the tree. `shoe` is without the upcard and the hands. `out`
    is figure × how many further unseen cards are pair cards, which `pair` marks, × hand, each times
    the chance of that. A round with a dealer's natural counts as nothing.
    """
    rank, depth, less, orders, after = tree
    ranks, figures, js = shoe.size, out.shape[0], out.shape[1]
    left, highest = np.empty((ranks, ABREAST)), np.empty(ranks)
    product, cards, pairs = np.empty((DEPTH, ABREAST)), np.empty(ABREAST), np.empty(ABREAST)
    sums, paired = np.zeros((figures, DEPTH, DEPTH, ABREAST)), np.zeros(DEPTH, np.int64)
    met, place = np.zeros((DEPTH, DEPTH), np.int64), np.empty(ABREAST, np.int64)
    pays = np.empty((figures, won.shape[2], ABREAST))
    hand, many = 0, counts.shape[0]
    while hand < many:
        lanes = 0
        while hand < many and lanes < ABREAST:
            enough = True
            for r in range(ranks):
                left[r, lanes] = shoe[r] - counts[hand, r]
                enough = enough and left[r, lanes] >= 0
            place[lanes] = hand
            lanes += enough
            hand += 1
        highest[:] = 0.0
        cards[:], pairs[:] = 0.0, 0.0
        for r in range(ranks):
            for lane in range(lanes):
                highest[r] = max(highest[r], left[r, lane])
                cards[lane] += left[r, lane]
                pairs[lane] += left[r, lane] * pair[r]
        for figure in range(figures):
            for each in range(won.shape[2]):
                for lane in range(lanes):
                    pays[figure, each, lane] = won[figure, kinds[place[lane]], each]
        product[0, :lanes] = 1.0
        met[:] = 0
        at = 0
        while at < rank.size:
            r, gone = rank[at], less[at]
            if highest[r] - gone <= 0:
                at = after[at]
                continue
            deep = depth[at]
            before, now, there = product[deep], product[deep + 1], left[r]
            q = paired[deep] + pair[r]
            paired[deep + 1] = q
            for lane in range(lanes):
                now[lane] = before[lane] * max(there[lane] - gone, 0.0)
            if orders[at]:
                if met[deep + 1, q] == 0:
                    met[deep + 1, q] = 1
                    sums[:, deep + 1, q, :] = 0.0
                for figure in range(figures):
                    total, each = sums[figure, deep + 1, q], pays[figure, classes[at]]
                    ways = float(orders[at])
                    for lane in range(lanes):
                        total[lane] += ways * now[lane] * each[lane]
            at += 1
        for deep in range(1, DEPTH):
            for q in range(DEPTH):
                if met[deep, q] == 0:
                    continue
                for lane in range(lanes):
                    named = 1.0
                    for n in range(deep):
                        named /= max(cards[lane] - n, 1.0)
                    for j in range(js):
                        for figure in range(figures):
                            out[figure, j, place[lane]] += named * sums[figure, deep, q, lane]
                        named *= max(pairs[lane] - q - j, 0.0) / max(cards[lane] - deep - j, 1.0)


@kernel
def weigh_beside(tree: Any, leaves: Any, won: Any, kinds: Any, shoe: Any, drawn: Any, chances: Any,
                 values: Any, other: Any, gains: Any, pair: int, out: Any) -> None:  # fmt: skip
    """What a figure of one hand and what another hand of its split wins come to, multiplied.

    The one hand has drawn `drawn`, with the chance of each by whether its second card is a pair
    card; `won` is its figure by kind and class. `leaves` are the class and the final total at each
    node. `values` is the value of each rank. `other` are the cards by value that the other hand has
    drawn, the class of its total, and the orders times the bet by whether its second card is a pair
    card; `gains` what a class wins by the dealer's final total. `out` is how many further unseen
    cards are pair cards × the second card of the one × that of the other.
    """
    rank, depth, less, orders, after = tree
    classes, finals = leaves
    held, totals, weights = other
    ranks, js = shoe.size, out.shape[0]
    left, rest = np.empty(ranks), np.empty((DEPTH, 10))
    product, falling, share = np.empty(DEPTH), np.ones((10, DEPTH)), np.ones(2 * DEPTH)
    most, sizes = int(held.max()), held.sum(axis=1)
    longest = int(sizes.max())
    for one in range(drawn.shape[0]):
        rest[0], cards, enough = 0.0, 0.0, True
        for r in range(ranks):
            left[r] = shoe[r] - drawn[one, r]
            rest[0, values[r]] += left[r]
            cards += left[r]
            enough = enough and left[r] >= 0
        if not enough:
            continue
        product[0] = 1.0
        at = 0
        while at < rank.size:
            r, deep = rank[at], depth[at]
            there = left[r] - less[at]
            if there <= 0:
                at = after[at]
                continue
            product[deep + 1] = product[deep] * there / (cards - deep)
            rest[deep + 1] = rest[deep]
            rest[deep + 1, values[r]] -= 1.0
            if orders[at]:
                figure = product[deep + 1] * orders[at] * won[kinds[one], classes[at]]
                unseen = cards - deep - 1.0
                for v in range(10):
                    for n in range(1, most + 1):
                        more = max(rest[deep + 1, v] - n + 1.0, 0.0)
                        falling[v, n] = falling[v, n - 1] * more
                for n in range(1, longest + 1):
                    share[n] = share[n - 1] / max(unseen - n + 1.0, 1.0)
                for two in range(held.shape[0]):
                    many = sizes[two]
                    worth = figure * gains[totals[two], finals[at]] * share[many]
                    if worth == 0.0:
                        continue
                    for v in range(10):
                        worth *= falling[v, held[two, v]]
                    pairs = rest[deep + 1, pair] - held[two, pair]
                    for j in range(js):
                        for kind in range(2):
                            for also in range(2):
                                weight = chances[one, kind] * weights[two, also]
                                out[j, kind, also] += worth * weight
                        worth *= max(pairs - j, 0.0) / max(unseen - many - j, 1.0)
            at += 1
