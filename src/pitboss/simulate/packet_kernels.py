"""The compiled dealer of games in which every hand is a packet of cards from one fresh deck.

It knows that each box has some cards, and the dealer as many; everything else is in tables. Random
numbers are given to it, as `kernels` makes them: no function of another file is compiled into it,
so that the compiler's cache notices every change.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.simulate.kernels import inlined, kernel

CLASSES: Final = 256
"""Cells for the classes of each line."""
U1: Final = np.uint64(1)
U2: Final = np.uint64(2)
U32: Final = np.uint64(32)
LOW: Final = np.uint64(0xFFFFFFFF)


@inlined
def number_of(deck: Any, first: Any, packet: Any, kinds: Any, steps: Any) -> Any:
    """What a hand is by the automaton: cards from a place of the deck on.

    `packet` has as many items as a hand has cards, which the compiler then knows.
    """
    at = np.uint64(0)
    for n in range(len(packet)):
        card = np.uint64(deck[np.uint64(first) + np.uint64(n)])
        at = np.uint64(steps[at + np.uint64(kinds[card])])
    return at


@inlined
def swap(deck: Any, here: Any, half: Any, size: Any) -> None:
    """Put a uniformly chosen one of the cards that are left at a place (Fisher and Yates)."""
    there = here + ((half * (np.uint64(size) - here)) >> U32)
    card = deck[here]
    deck[here] = deck[there]
    deck[there] = card


@kernel
def deal_packets(
    words: Any, deck: Any, size: Any, rounds: Any, boxes: Any, packet: Any, kinds: Any, steps: Any,
    rows: Any, columns: Any, settle: Any, classes: Any, values: Any, counts: Any, squares: Any,
) -> None:  # fmt: skip
    """Deal rounds, each from the shuffled deck; two places a word.

    `counts` has the classes of the main wager, then those of every other. With several boxes
    `squares` has for each line the squares of what the boxes net together, by `values`.
    """
    wagers = squares.size - 1
    cards = len(packet)
    pairs = (cards * (boxes + 1) + 1) // 2
    won = np.zeros(wagers + 1, np.int64)
    word = np.uint64(0)
    for _ in range(rounds):
        here = np.uint64(0)
        for _ in range(cards):  # as many words as one box needs: a loop that is unrolled
            swap(deck, here, words[word] & LOW, size)
            swap(deck, here + U1, words[word] >> U32, size)
            word += U1
            here += U2
        for _ in range(pairs - cards):
            swap(deck, here, words[word] & LOW, size)
            swap(deck, here + U1, words[word] >> U32, size)
            word += U1
            here += U2
        theirs = np.uint64(columns[number_of(deck, cards * boxes, packet, kinds, steps)])
        if boxes > 1:
            won[:] = 0
        for box in range(boxes):
            mine = number_of(deck, cards * box, packet, kinds, steps)
            cell = np.uint64(settle[np.uint64(rows[mine]) + theirs])
            counts[cell] += 1
            if boxes > 1:
                won[0] += values[cell]
            for wager in range(wagers):
                found = np.uint64(classes[mine * np.uint64(wagers) + np.uint64(wager)])
                cell = np.uint64((wager + 1) * CLASSES) + found
                counts[cell] += 1
                if boxes > 1:
                    won[1 + wager] += values[cell]
        if boxes > 1:
            for line in range(wagers + 1):
                squares[line] += won[line] * won[line]


@kernel
def trace_packets(
    dealt: Any, boxes: Any, packet: Any, kinds: Any, steps: Any, rows: Any, columns: Any,
    settle: Any, classes: Any, out: Any,
) -> None:  # fmt: skip
    """The class of every line at every box, from decks that are given: box by box, dealer last."""
    cards = len(packet)
    for number in range(dealt.shape[0]):
        deck = dealt[number]
        theirs = np.uint64(columns[number_of(deck, cards * boxes, packet, kinds, steps)])
        for box in range(boxes):
            mine = number_of(deck, cards * box, packet, kinds, steps)
            out[number, box, 0] = settle[np.uint64(rows[mine]) + theirs]
            wagers = out.shape[2] - 1
            for wager in range(wagers):
                out[number, box, 1 + wager] = classes[mine * np.uint64(wagers) + np.uint64(wager)]
