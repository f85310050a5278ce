"""What the solver of Ante Up 21 needs where all hands of a split make one poker hand."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.solvers.kernels.compiler import inlined, kernel

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
"""Stands for a card that a hand has not, among the nine values below ten."""


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
