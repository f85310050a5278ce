"""The compiled dealer of games in which every hand is a packet of cards from one fresh deck.

It knows that each box has some cards, and the dealer as many; everything else is in tables.

Rounds are dealt `BATCH` at a time, all first cards, all second cards and so on: places of a round
are rows of an array and rounds are its columns, so that dealing is compiled to vector
instructions. Only the lookups go round by round.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.simulate.kernels.array_layout import CLASSES_OF_LINE
from pitboss.simulate.kernels.compiler import inlined, kernel

BATCH: Final = 1024
"""Rounds that are dealt together."""
DECK: Final = 52
BITS: Final = np.uint64(58)
"""Of a random word: 52 times as much is still a word."""
PICKS_OF_WORD: Final = 6
FRACTION: Final = np.uint64((1 << 58) - 1)


@kernel
def words_of_batch(places: Any) -> Any:
    """Random words that a batch of rounds takes, each of this many cards."""
    return -(-places // PICKS_OF_WORD) * BATCH


@kernel
def draw(words: Any, picks: Any, cards: Any) -> None:
    """Put a uniformly chosen one of the cards that are left at each place of every round.

    A word is a fraction of 58 bits: 52 times it is a card and a new fraction, 51 times that a place
    among the cards that are left, and so on for six places, so that no six cards are likelier than
    others by more than one part in ten million. The places are those of Fisher and Yates's swaps in
    an ordered deck, and a card is found by undoing them: the card at a place came from where the
    last swap took it, which is further to the front.
    """
    places = cards.size // BATCH
    for place in range(places):
        word = words[place // PICKS_OF_WORD * BATCH : (place // PICKS_OF_WORD + 1) * BATCH]
        mine = picks[place * BATCH : (place + 1) * BATCH]
        left, here = np.uint64(DECK - place), np.uint8(place)
        if place % PICKS_OF_WORD == 0:
            for n in range(BATCH):
                word[n] &= FRACTION
        for n in range(BATCH):
            times = word[n] * left
            word[n] = times & FRACTION
            mine[n] = np.uint8(times >> BITS) + here
    for place in range(places):
        card = cards[place * BATCH : (place + 1) * BATCH]
        mine = picks[place * BATCH : (place + 1) * BATCH]
        for n in range(BATCH):
            card[n] = mine[n]
        for before in range(place - 1, -1, -1):
            swapped, there = picks[before * BATCH : (before + 1) * BATCH], np.uint8(before)
            for n in range(BATCH):
                card[n] = there if card[n] == swapped[n] else card[n]


@kernel
def join_cards(cards: Any, packet: Any, joined: Any) -> None:
    """The first and second card of every hand as one number, then the third and fourth."""
    size = len(packet)
    halves = size // 2
    for hand in range(cards.size // (BATCH * size)):
        for half in range(halves):
            first = cards[(hand * size + 2 * half) * BATCH :]
            second = cards[(hand * size + 2 * half + 1) * BATCH :]
            both = joined[(hand * halves + half) * BATCH :]
            for n in range(BATCH):
                both[n] = np.uint16(first[n]) * np.uint16(DECK) + np.uint16(second[n])


@inlined
def number_of(
    hand: Any, n: Any, packet: Any, cards: Any, joined: Any, kinds: Any, pairs: Any, fours: Any,
    lasts: Any,
) -> Any:  # fmt: skip
    """What a hand of a round is: two cards at a time, then the last.

    `packet` has as many items as a hand has cards, which the compiler then knows, and `fours` is
    `None` for a hand of three.
    """
    size = len(packet)
    state = np.uint64(pairs[np.uint64(joined[np.uint64(hand * (size // 2) * BATCH + n)])])
    if fours is not None:
        more = np.uint64(joined[np.uint64((hand * (size // 2) + 1) * BATCH + n)])
        state = np.uint64(fours[state + np.uint64(pairs[more + np.uint64(DECK * DECK)])])
    last = np.uint64(cards[np.uint64((hand * size + size - 1) * BATCH + n)])
    return np.uint64(lasts[state + np.uint64(kinds[last])])


@kernel
def deal_packets(
    words: Any, picks: Any, cards: Any, joined: Any, rounds: Any, boxes: Any, packet: Any,
    kinds: Any, pairs: Any, fours: Any, lasts: Any, rows: Any, columns: Any, settle: Any,
    classes: Any, values: Any, counts: Any, squares: Any, money: Any, out: Any,
) -> None:  # fmt: skip
    """Deal and settle rounds, each from a whole deck; `words` has as many as its batches take.

    `counts` has the classes of the main wager, then those of every other. With several boxes
    `squares` has for each line the squares of what the boxes net together, by `values`. With
    `money`, what each class is worth, `out` is filled with what all boxes win in each round.
    """
    wagers = squares.size - 1
    won = np.zeros(wagers + 1, np.int64)
    taken = words_of_batch(len(packet) * (boxes + 1))
    for first in range(0, rounds, BATCH):
        batch = first // BATCH
        draw(words[batch * taken : (batch + 1) * taken], picks, cards)
        join_cards(cards, packet, joined)
        for n in range(min(BATCH, rounds - first)):
            number = number_of(boxes, n, packet, cards, joined, kinds, pairs, fours, lasts)
            theirs = np.uint64(columns[number])
            if boxes > 1:
                won[:] = 0
            amount = 0.0
            for box in range(boxes):
                mine = number_of(box, n, packet, cards, joined, kinds, pairs, fours, lasts)
                cell = np.uint64(settle[np.uint64(rows[mine]) + theirs])
                counts[cell] += 1
                if boxes > 1:
                    won[0] += values[cell]
                if money is not None:
                    amount += money[cell]
                for wager in range(wagers):
                    found = np.uint64(classes[mine * np.uint64(wagers) + np.uint64(wager)])
                    cell = np.uint64((wager + 1) * CLASSES_OF_LINE) + found
                    counts[cell] += 1
                    if boxes > 1:
                        won[1 + wager] += values[cell]
                    if money is not None:
                        amount += money[cell]
            if boxes > 1:
                for line in range(wagers + 1):
                    squares[line] += won[line] * won[line]
            if money is not None:
                out[first + n] = amount
