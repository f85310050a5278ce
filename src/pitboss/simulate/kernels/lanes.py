"""One box of blackjack, eight shoes in turn, so that lookups do not wait for one another."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.simulate.kernels.array_layout import (
    ADDED,
    BOX,
    BOXES,
    BURNED,
    ENDS,
    FINALS,
    FIRST,
    HANDS,
    MANY,
    OTHER,
    SETTLE,
    SPLIT,
    STOOD,
    UNIT,
)
from pitboss.simulate.kernels.compiler import inlined, kernel
from pitboss.simulate.kernels.rounds import is_doubled, split_box, whole
from pitboss.simulate.kernels.shuffles import U32, shuffle
from pitboss.simulate.kernels.whole_shoes import LANES, add_line

U0: Final = np.uint64(0)
U1: Final = np.uint64(1)
U2: Final = np.uint64(2)
U4: Final = np.uint64(4)
U8: Final = np.uint64(8)
U52: Final = np.uint64(52)
U64: Final = np.uint64(64)
U255: Final = np.uint64(255)
RANK_SHIFT: Final = np.uint8(2)
PAIR_SHIFT: Final = np.uint8(4)
DRAWING: Final = np.uint64(ENDS * 16)
"""States of a hand are multiplied by 16 here; from this one on they take a card."""
DEALER_DRAWS: Final = np.uint64(FINALS * 16)
LIVE_FROM: Final = np.uint64(STOOD * 16)
SPLITS: Final = np.uint64(SPLIT * 16)
STRIDE: Final = 576
"""Cells between the shoes of two lanes: eight decks and what may be read behind them, and not a
power of two, so that lanes do not share cache lines."""


@kernel
def lay_out(shoe: Any, base: Any, cards: Any, ranks: Any, pairs: Any) -> None:
    """The rank of each card, and of each with the next but one."""
    mine, made, both = shoe[base:], ranks[base:], pairs[base:]
    for at in range(cards):
        made[at] = mine[at] >> RANK_SHIFT
    for at in range(cards - 2):
        both[at] = ((mine[at] >> RANK_SHIFT) << PAIR_SHIFT) | (mine[at + 2] >> RANK_SHIFT)


@inlined
def unpack(wager: Any, packed: Any, n: Any, worth: Any, counts: Any, sums: Any) -> None:
    """The classes of a wager in one shoe, eight bits each."""
    x = 0
    for kind in range(8):
        many = whole((packed >> np.uint64(8 * kind)) & U255)
        counts[wager * 256 + kind] += many
        x += many * worth[wager * 256 + kind]
    add_line(1 + wager, n, x, sums)


@kernel
def deal_lanes(
    key: Any,
    chunk: Any,
    shoes: Any,
    pack: Any,
    size: Any,
    cards: Any,
    rounds: Any,
    cut: Any,
    play: Any,
    entry: Any,
    blocks: Any,
    steps: Any,
    dealer: Any,
    begins: Any,
    shifts: Any,
    nets: Any,
    stakes: Any,
    wide: Any,
    two: Any,
    three: Any,
    busts: Any,
    order: Any,
    worth: Any,
    spread: Any,
    counts: Any,
    sums: Any,
) -> Any:
    """What `deal_chunk` deals for one box, with at most one wager on the player's two cards, one on
    these and the upcard, and one on how many cards the dealer ended with; the same to the last bit.

    A wager that is not there is `None` and costs nothing. Every class of an outcome is a byte of an
    accumulator, or with `wide` of two, so that no shoe may have more than 255 rounds. Two cards are
    drawn to every hand whether it takes them or not: a hand that has ended stays as it is.
    """
    shoe = np.zeros(LANES * STRIDE, np.uint8)
    for lane in range(LANES):
        for place in range(size):
            shoe[lane * STRIDE + place] = pack[place]
    ranks = np.zeros(LANES * STRIDE, np.uint8)
    pairs = np.zeros(LANES * STRIDE, np.uint8)
    words, picks = np.empty(cards, np.uint64), np.empty(cards, np.uint32)
    room = np.zeros(BOXES + BOX, np.int64)
    places = np.zeros(LANES, np.uint64)
    main, more = np.zeros(LANES, np.uint64), np.zeros(LANES, np.uint64)
    in_two = np.zeros(LANES, np.uint64)
    in_three, in_busts = np.zeros(LANES, np.uint64), np.zeros(LANES, np.uint64)
    played, apart = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
    seen = np.zeros(16, np.int64)
    middle = spread.size // 2
    burned = np.uint64(play[BURNED])
    unit = whole(play[UNIT])
    counter = np.uint64(chunk) << U32
    total, staked = 0, 0
    # no round begins behind the shuffled cards: one alone reads no further than the stride
    until = cards if rounds > 0 else cut
    for first in range(0, shoes, LANES):
        lanes = min(LANES, shoes - first)
        for lane in range(lanes):
            base = lane * STRIDE
            counter = shuffle(shoe, base, size, cards, words, picks, key, counter)
            lay_out(shoe, base, cards, ranks, pairs)
            places[lane] = np.uint64(lane * STRIDE) + burned
            main[lane] = more[lane] = in_two[lane] = in_three[lane] = in_busts[lane] = U0
            played[lane] = apart[lane] = 0
        going = True
        dealt = 0
        while going:
            going = False
            for lane in range(lanes):
                at = places[lane]
                if whole(at) - lane * STRIDE >= until:
                    if rounds > 0:
                        return -1
                    continue
                going = True
                theirs = np.uint64(pairs[at + U1])
                block = np.uint64(blocks[theirs])
                state = np.uint64(entry[block + np.uint64(pairs[at])])
                if two is not None:
                    cell = np.uint64(shoe[at]) * U52 + np.uint64(shoe[at + U2])
                    in_two[lane] += U1 << np.uint64(two[cell])
                if three is not None:
                    cell = np.uint64(shoe[at]) * U52 + np.uint64(shoe[at + U2])
                    cell = cell * U52 + np.uint64(shoe[at + U1])
                    in_three[lane] += U1 << np.uint64(three[cell])
                start = at
                at += U4
                divided = state == SPLITS
                if divided:
                    mine = BOXES
                    room[mine + FIRST] = shoe[start]
                    room[mine + OTHER] = shoe[start + U2]
                    up = whole(ranks[start + U1])
                    at = np.uint64(split_box(shoe, whole(at), up, mine, play, room))
                    live = False
                    for hand in range(room[mine + MANY]):
                        if room[mine + HANDS + hand] >= STOOD:
                            live = True
                else:
                    after = np.uint64(steps[state + np.uint64(ranks[at])])
                    last = np.uint64(steps[after + np.uint64(ranks[at + U1])])
                    at += np.uint64(state >= DRAWING) + np.uint64(after >= DRAWING)
                    while last >= DRAWING:
                        last = np.uint64(steps[last + np.uint64(ranks[at])])
                        at += U1
                    state = last
                    live = bool(state >= LIVE_FROM)
                theirs = np.uint64(begins[theirs + (np.uint64(live) << U8)])
                after = np.uint64(dealer[theirs + np.uint64(ranks[at])])
                last = np.uint64(dealer[after + np.uint64(ranks[at + U1])])
                drawn = np.uint64(theirs >= DEALER_DRAWS) + np.uint64(after >= DEALER_DRAWS)
                while last >= DEALER_DRAWS:
                    last = np.uint64(dealer[last + np.uint64(ranks[at + drawn])])
                    drawn += U1
                at += drawn
                if busts is not None:
                    in_busts[lane] += U1 << np.uint64(busts[last + drawn])
                if divided:
                    final = whole(last >> U4)
                    mine = BOXES
                    net = whole(play[SETTLE + room[mine + HANDS] * FINALS + final])
                    stake = unit * room[mine + MANY]
                    for hand in range(room[mine + MANY]):
                        end = room[mine + HANDS + hand]
                        if hand > 0:
                            net += play[ADDED + end * FINALS + final]
                        if is_doubled(end):
                            stake += unit
                    spread[middle + net] += 1
                    apart[lane] += net
                    staked += stake
                else:
                    shift = np.uint64(shifts[(state >> U1) + (last >> U4)])
                    if wide is None or shift < U64:
                        main[lane] += U1 << shift
                    else:
                        more[lane] += U1 << (shift - U64)
                played[lane] += 1
                places[lane] = at
            dealt += 1
            if dealt == rounds:
                going = False
        for lane in range(lanes):
            if places[lane] > np.uint64(lane * STRIDE + cards) or played[lane] > 255:
                return -1
            n, x = played[lane], apart[lane]
            total += n
            for kind in range(8):
                many = whole((main[lane] >> np.uint64(8 * kind)) & U255)
                seen[kind] += many
                x += many * nets[kind]
                if wide is not None:
                    many = whole((more[lane] >> np.uint64(8 * kind)) & U255)
                    seen[8 + kind] += many
                    x += many * nets[8 + kind]
            add_line(0, n, x, sums)
            if two is not None:
                unpack(order[0], in_two[lane], n, worth, counts, sums)
            if three is not None:
                unpack(order[1], in_three[lane], n, worth, counts, sums)
            if busts is not None:
                unpack(order[2], in_busts[lane], n, worth, counts, sums)
    for kind in range(16):
        staked += seen[kind] * stakes[kind]
        spread[middle + nets[kind]] += seen[kind]
    sums[0, 5] += staked
    return total
