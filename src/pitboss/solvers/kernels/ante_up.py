"""What the solver of Ante Up 21 needs: hands by their ranks, and the poker hand of a split."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.solvers.kernels.compiler import DEPTH, inlined, kernel

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


# -- all hands of a split make one poker hand ------------------------------------------------------


BITS: Final = 6
"""Of a packed set of cards, for how many there are of each value; tens have the lowest bits and
aces the highest."""
ONE: Final = (1 << BITS) - 1
TEN: Final = 9
SPREAD: Final = 0x1E3779B97F4A7C15
"""Multiplied with a packed set, it spreads all cards over the high bits."""
LOW: Final = 100
"""How many codes of two cards below ten there are."""
NO_CARD: Final = 9
"""Stands for a card that a hand does not have, among the nine values below ten."""


@inlined
def slot_of(key: Any, slots: Any, shift: int) -> Any:
    """Where a set is kept, or is to be."""
    at = key * SPREAD >> shift & slots.size - 1
    while slots[at] != key and slots[at] >= 0:
        at = (at + 1) & (slots.size - 1)
    return at


@inlined
def shift_of(slots: Any) -> int:
    """How many bits of a product are not the number of a slot."""
    shift = 64
    while slots.size >> 64 - shift > 1:
        shift -= 1
    return shift


@kernel
def multiply_hands(one: Any, two: Any, same: bool, done: int, slots: Any, sums: Any,
                   used: int) -> Any:  # fmt: skip
    """Add every way to draw one set of cards and then another to those that draw as many of each.

    `one` is sets and how often each comes, in one or more ways; `two` the same for as many ways
    that go with these, and the column in which it is counted. Where both are the `same` sets, each
    two of them are looked up once. It begins at the set numbered `done` and stops where the slots
    might be full; says where, and how many are used.
    """
    first, often = one
    second, times, column = two
    room, shift = slots.size * 5 // 8, shift_of(slots)
    while done < first.size and used + second.size <= room:
        for n in range(done if same else 0, second.size):
            key = first[done] + second[n]
            at = slot_of(key, slots, shift)
            if slots[at] < 0:
                slots[at] = key
                used += 1
            gain = 0.0
            for way in range(times.shape[1]):
                gain += often[done, way] * times[n, way]
            sums[at, column[n]] += gain
            if same and n > done:
                gain = 0.0
                for way in range(times.shape[1]):
                    gain += often[n, way] * times[done, way]
                sums[at, column[done]] += gain
        done += 1
    return done, used


@kernel
def move_hands(slots: Any, sums: Any, larger: Any, into: Any) -> None:
    """Move all sets to where there is more room."""
    shift = shift_of(larger)
    for n in range(slots.size):
        if slots[n] >= 0:
            at = slot_of(slots[n], larger, shift)
            larger[at] = slots[n]
            into[at] = sums[n]


@kernel
def look_at_hands(keys: Any, begun: Any, place: Any, kinds: Any, cards: Any) -> None:
    """Sets of drawn cards: how many cards, and the kind, which is how many of them are tens and
    the best two below ten of them and the cards that the hand has `begun` with.

    `place` is that of two ranks among poker hands.
    """
    held, there = np.zeros(TEN, np.int64), np.zeros(TEN, np.int64)
    for n in range(keys.size):
        tens = keys[n] & ONE
        cards[n] = tens
        some = 0
        for value in range(TEN):
            many = keys[n] >> BITS * (TEN - value) & ONE
            cards[n] += many
            held[value] = many + begun[value]
            if held[value]:
                there[some] = value
                some += 1
        best, low = -1, 10 * (there[0] if some else NO_CARD) + NO_CARD
        for i in range(some):
            a = there[i]
            for j in range(i + (held[a] == 1), some):
                if place[a, there[j]] > best:
                    best, low = place[a, there[j]], 10 * a + there[j]
        kinds[n] = tens * LOW + low


@kernel
def meet_dealer(zero: Any, steps: Any, leaves: Any, falling: Any, orders: Any, groups: Any,
                keys: Any, weights: Any, out: Any) -> None:  # fmt: skip
    """Add to `out`, by the kind of the player's hands and the class of the dealer's, how often both
    come: the sum over all sets of cards that the player may draw, for each that the dealer may.

    Sets are in groups of one kind and number of cards, and rise in each. So those that differ only
    in nines follow each other, then those that differ in eights and nines, and so on: value by
    value, from nines to aces and then tens, what has been summed is multiplied with the ways to
    draw as many as the player and the dealer have together, and added to what has the other values
    alike. `steps` are the dealer's cards in that order: what one more value is added to, how many
    of it, and where each value begins. `leaves` are the steps at which the dealer is done: cards,
    orders, class, and which column of `weights` goes with it. `falling` is value × number → the
    ways to draw so many, and `orders` the same for cards of any value. `zero` has as many zeros as
    there are columns: what is compiled is for that number.
    """
    before, many, start = steps
    done, drawn, ways, classes, columns = leaves
    begins, cards, kinds = groups
    sums = np.zeros((11, before.size, len(zero)))
    for group in range(cards.size):
        last = begins[group + 1] - 1
        for at in range(begins[group], last + 1):
            key = keys[at]
            for column in range(len(zero)):
                sums[0, 0, column] += weights[at, column]
            differ = 10
            if at < last:
                differ, other = 0, (key ^ keys[at + 1]) >> BITS
                while other:
                    differ += 1
                    other >>= BITS
            for level in range(differ):
                value = 8 - level if level < 9 else TEN
                own = key >> BITS * (TEN - value) & ONE
                now, then, ways_of = sums[level], sums[level + 1], falling[value]
                for step in range(start[level], start[level + 1]):
                    parent, both = before[step], ways_of[own + many[step]]
                    for column in range(len(zero)):
                        then[step, column] += now[parent, column] * both
                for step in range(start[level]):
                    for column in range(len(zero)):
                        then[step, column] += now[step, column] * ways_of[own]
                        now[step, column] = 0.0
        for leaf in range(done.size):
            often = ways[leaf] * sums[10, done[leaf], columns[leaf]]
            out[kinds[group], classes[leaf]] += often / orders[cards[group] + drawn[leaf]]
        sums[10] = 0.0


@kernel
def compare_hands(mine: Any, theirs: Any, often: Any, best: Any, tens: Any, more: Any,
                  out: Any) -> None:  # fmt: skip
    """Add up what the player's hands have of each figure, by the kinds of both hands.

    `mine` and `theirs` are the code of the best two cards below ten of each kind, and a number for
    the tens drawn; `often` is how often both come. `tens` are, by the sum of both numbers, where
    the possible cases begin, what each then has of tens, and the chance of that. `best` is the
    place of cards below ten and tens together, `more` figure × the player's place × the dealer's.
    """
    low, drawn = mine
    other, dealt = theirs
    begins, held, shown, chances = tens
    for n in range(low.size):
        for m in range(other.size):
            if often[n, m] == 0.0:
                continue
            case = drawn[n] + dealt[m]
            for at in range(begins[case], begins[case + 1]):
                chance = often[n, m] * chances[at]
                ours, dealers = best[low[n], held[at]], best[other[m], shown[at]]
                for figure in range(out.size):
                    out[figure] += chance * more[figure, ours, dealers]
