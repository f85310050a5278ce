"""The compiled dealer: it knows the order of a round, and reads every rule from tables.

All of it is in this one file, and nothing here is a constant of a game: the compiler's cache
notices every change of this file, and a changed rule is another table. Tables lie one behind the
other in few arrays, because counting references to many costs more than the round.

A card is a number from 0 to 51, four times its rank plus its suit, the two of clubs being 0. Random
numbers come from a counter: SplitMix64's output function of key + golden ratio × (chunk × 2⁴⁰ + n).
Each chunk can be dealt alone, on any machine, and no two share a number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])
kernel = cast(Callable[[F], F], numba.njit(cache=True, nogil=True, error_model="numpy"))
inlined = cast(
    Callable[[F], F], numba.njit(cache=True, nogil=True, error_model="numpy", inline="always")
)

# How a hand ends, and the dealer's: the numbers of play_tables and wager_tables.
BUST, BUST_DOUBLED, SURRENDERED, NATURAL, EVEN_MONEY, WON, WON_DOUBLED = range(7)
STOOD: Final = 7
DOUBLED: Final = 13
SPLIT: Final = 19
ENDS: Final = 20
FINALS: Final = 8
DEALER_NATURAL: Final = 7
ACE: Final = 12
TEN: Final = 8
TWO, THREE, FOUR, THIRD, DEALER, HAND = range(6)
NO_CARD: Final = 52
LATER: Final = 1
"""Placed once the hole card has been read, if it makes no natural."""
LIVE: Final = 2
"""Only on a hand that is still in play."""
COMPLETES: Final = 4
"""The dealer draws for it."""
DOUBLE_IS_NO_THIRD: Final = 8
DOUBLE_ENDS_HAND: Final = 16
"""The card of a double is not one of the hand's."""
TWO_IF_SPLIT: Final = 32
"""Of a hand that was split, the two cards that were dealt."""
NOT_PLACED: Final = 255

# Where the parts of `play` begin.
ENTRY: Final = 0
SECOND: Final = ENTRY + 13 * 256
EARLY: Final = SECOND + 2 * 13 * 256
INSURED: Final = EARLY + 13 * 256
BEGINS: Final = INSURED + 256
SETTLE: Final = BEGINS + 256
ADDED: Final = SETTLE + ENDS * FINALS
PEEKS: Final = ADDED + ENDS * FINALS
INSURANCE_WON: Final = PEEKS + 16
INSURANCE_LOST: Final = INSURANCE_WON + 1
LIMIT: Final = INSURANCE_WON + 2
LIMIT_OF_ACES: Final = INSURANCE_WON + 3
BURNED: Final = INSURANCE_WON + 4
UNIT: Final = INSURANCE_WON + 5
AFTER_LOW: Final = INSURANCE_WON + 6
AFTER_HIGH: Final = INSURANCE_WON + 7
DEALER_STEP: Final = INSURANCE_WON + 8
STEP: Final = DEALER_STEP + 64 * 16

# What `wagers` says of each wager.
FACTS: Final = 6
LOOKS, BASE, PAIRS, STEPS, KINDS, FLAGS = range(6)

# Where the parts of `room` begin: first the dealer's cards, then the boxes one by one.
BOXES: Final = 64
BOX: Final = 96
FIRST, OTHER, MANY, LENGTH, NET, STAKE, DREW = range(7)
HANDS: Final = 8
"""How its hands ended."""
WAITING: Final = 24
CARDS: Final = 40
"""The cards of its first hand, as they came."""
CLASSES: Final = BOXES + 7 * BOX
"""Then the classes of every wager, box by box."""

whole: Final[Any] = np.int64
GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)


@inlined
def mixed(z: Any) -> Any:
    """SplitMix64's output function."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def key_of(seed: Any) -> Any:
    """The key of a run's random numbers."""
    return mixed(np.uint64(seed) * GOLDEN + GOLDEN)


@kernel
def shuffle(shoe: Any, size: Any, cards: Any, key: Any, counter: Any) -> Any:
    """Put a uniformly chosen card at each of the first places; the counter for the next."""
    half = np.uint64(0xFFFFFFFF)
    shift = np.uint64(32)
    for at in range(0, cards - 1, 2):
        word = mixed(key + counter * GOLDEN)
        counter += np.uint64(1)
        pick = at + whole(((word & half) * np.uint64(size - at)) >> shift)
        card = shoe[at]
        shoe[at] = shoe[pick]
        shoe[pick] = card
        pick = at + 1 + whole(((word >> shift) * np.uint64(size - at - 1)) >> shift)
        card = shoe[at + 1]
        shoe[at + 1] = shoe[pick]
        shoe[pick] = card
    return counter


@inlined
def is_doubled(end: Any) -> Any:
    return end in (BUST_DOUBLED, WON_DOUBLED) or end >= DOUBLED


@kernel
def split_box(shoe: Any, at: Any, up: Any, mine: Any, play: Any, room: Any) -> Any:
    """Play the hands of a pair that is split; the place of the next card."""
    made, done, left = 2, 0, 1
    held = room[mine + FIRST]
    room[mine + WAITING] = room[mine + OTHER]
    room[mine + DREW] = shoe[at]
    while True:
        rank = held >> 2
        card = whole(shoe[at])
        at += 1
        most = play[LIMIT_OF_ACES] if rank == ACE else play[LIMIT]
        again = 1 if made < most else 0
        state = whole(play[SECOND + ((again * 13 + up) * 16 + rank) * 16 + (card >> 2)])
        if done == 0:
            room[mine + CARDS + 1] = card
        if state == SPLIT:
            room[mine + WAITING + left] = card
            left += 1
            made += 1
            continue
        count = 2
        while state >= ENDS:
            card = whole(shoe[at])
            at += 1
            if done == 0:
                room[mine + CARDS + count] = card
            count += 1
            state = whole(play[STEP + state * 16 + (card >> 2)])
        if done == 0:
            room[mine + LENGTH] = count
        room[mine + HANDS + done] = state
        done += 1
        if left == 0:
            break
        left -= 1
        held = room[mine + WAITING + left]
    room[mine + MANY] = done
    return at


@kernel
def settle_wagers(
    many: Any, boxes: Any, count: Any, wagers: Any, cells: Any, steps: Any, room: Any
) -> None:
    """The class of every wager at every box, by the cards on the layout."""
    for wager in range(many):
        facts = wager * FACTS
        look, flag = wagers[facts + LOOKS], wagers[facts + FLAGS]
        start, first_step = wagers[facts + BASE], wagers[facts + STEPS]
        state, suits = 0, 0
        if look == DEALER:
            for n in range(count):
                state = whole(steps[first_step + state * 52 + room[n]])
                suits |= 1 << (room[n] & 3)
        for box in range(boxes):
            mine = BOXES + box * BOX
            out = CLASSES + box * many + wager
            if room[out] == NOT_PLACED:
                continue
            row = whole(steps[wagers[facts + PAIRS] + room[mine + FIRST] * 52 + room[mine + OTHER]])
            cell = row
            if look == THREE:
                cell = row * 52 + room[0]
            elif look == FOUR:
                cell = (row * 52 + room[0]) * 52 + room[1]
            elif look == DEALER:
                cell = (state * 16 + suits) * wagers[facts + KINDS] + row
            elif look == THIRD:
                third = room[mine + DREW]
                single = room[mine + MANY] == 1
                if flag & DOUBLE_IS_NO_THIRD and single and is_doubled(room[mine + HANDS]):
                    third = NO_CARD
                cell = row * 53 + third
            elif look == HAND:
                state, suits = 0, 0
                last = room[mine + LENGTH]
                if flag & DOUBLE_ENDS_HAND and is_doubled(room[mine + HANDS]):
                    last -= 1
                dealt_two = room[mine + MANY] > 1 and flag & TWO_IF_SPLIT
                if dealt_two:
                    last = 2
                for n in range(last):
                    card = room[mine + FIRST + n] if dealt_two else room[mine + CARDS + n]
                    state = whole(steps[first_step + state * 52 + card])
                    suits |= 1 << (card & 3)
                cell = state * 16 + suits
            room[out] = cells[start + cell]


@inlined
def play_round(
    shoe: Any, at: Any, boxes: Any, play: Any, many: Any, wagers: Any, cells: Any, steps: Any,
    room: Any,
) -> Any:  # fmt: skip
    """Deal one round from a place in the shoe, and settle it; the place of the next card."""
    unit = whole(play[UNIT])
    theirs_up, theirs_hole = whole(shoe[at + boxes]), whole(shoe[at + 2 * boxes + 1])
    room[0] = theirs_up
    room[1] = theirs_hole
    up = theirs_up >> 2
    theirs = whole(play[BEGINS + up * 16 + (theirs_hole >> 2)])
    natural = theirs == DEALER_NATURAL
    reads = play[PEEKS + up] == 1
    unseen = up >= TEN and not reads
    found = natural and reads
    dealt_at = at
    at += 2 * boxes + 2
    draws = False
    for box in range(boxes):
        mine = BOXES + box * BOX
        one = whole(shoe[dealt_at + box])
        other = whole(shoe[dealt_at + boxes + 1 + box])
        room[mine + FIRST] = one
        room[mine + OTHER] = other
        room[mine + MANY] = 1
        room[mine + LENGTH] = 2
        room[mine + DREW] = NO_CARD
        room[mine + CARDS] = one
        room[mine + CARDS + 1] = other
        ranks = (one >> 2) * 16 + (other >> 2)
        state = whole(play[ENTRY + up * 256 + ranks])
        net, stake = 0, unit
        if play[EARLY + up * 256 + ranks] != 0:
            state = SURRENDERED
        else:
            if up == ACE and play[INSURED + ranks] != 0:
                stake += unit // 2
                net = whole(play[INSURANCE_WON]) if natural else whole(play[INSURANCE_LOST])
            if found:
                if state != NATURAL and state != EVEN_MONEY:
                    state = STOOD
            elif state == SPLIT:
                at = split_box(shoe, at, up, mine, play, room)
                state = room[mine + HANDS]
            elif state >= ENDS:
                room[mine + DREW] = shoe[at]
                count = 2
                while state >= ENDS:
                    card = whole(shoe[at])
                    at += 1
                    room[mine + CARDS + count] = card
                    count += 1
                    state = whole(play[STEP + state * 16 + (card >> 2)])
                room[mine + LENGTH] = count
        room[mine + HANDS] = state
        live = False
        for hand in range(room[mine + MANY]):
            end = room[mine + HANDS + hand]
            if is_doubled(end):
                stake += unit
            if end >= STOOD or (end == NATURAL and unseen):
                live = True
            if end >= STOOD:
                draws = True
        stake += unit * (room[mine + MANY] - 1)
        room[mine + NET] = net
        room[mine + STAKE] = stake
        for wager in range(many):
            flag = wagers[wager * FACTS + FLAGS]
            placed = True
            if flag & LATER:
                placed = not found and (live or not flag & LIVE)
            if placed and flag & COMPLETES:
                draws = True
            room[CLASSES + box * many + wager] = 0 if placed else NOT_PLACED
    count = 2
    if natural:
        if play[AFTER_LOW] >= 0:
            for box in range(boxes):
                mine = BOXES + box * BOX
                low, high = room[mine + FIRST] >> 2, room[mine + OTHER] >> 2
                if min(low, high) == play[AFTER_LOW] and max(low, high) == play[AFTER_HIGH]:
                    card = whole(shoe[at])
                    if room[mine + DREW] == NO_CARD:
                        room[mine + DREW] = card
                    room[mine + CARDS + room[mine + LENGTH]] = card
                    room[mine + LENGTH] += 1
                    at += 1
    elif draws:
        while theirs >= FINALS:
            card = whole(shoe[at])
            at += 1
            room[count] = card
            count += 1
            theirs = whole(play[DEALER_STEP + theirs * 16 + (card >> 2)])
    if theirs >= FINALS:
        theirs = 0  # nobody waits for the dealer's hand
    for box in range(boxes):
        mine = BOXES + box * BOX
        net = room[mine + NET] + play[SETTLE + room[mine + HANDS] * FINALS + theirs]
        for hand in range(1, room[mine + MANY]):
            net += play[ADDED + room[mine + HANDS + hand] * FINALS + theirs]
        room[mine + NET] = net
    if many:
        settle_wagers(many, boxes, count, wagers, cells, steps, room)
    return at


@kernel
def trace(
    shoe: Any, size: Any, rounds: Any, boxes: Any, play: Any, wagers: Any, cells: Any, steps: Any,
    nets: Any, stakes: Any, classes: Any, ended: Any,
) -> Any:  # fmt: skip
    """Deal rounds from a given shoe; what each box netted, staked and made, round by round."""
    many = wagers.size // FACTS
    room = np.zeros(CLASSES + boxes * many, np.int64)
    at = whole(play[BURNED])
    for number in range(rounds):
        at = play_round(shoe, at, boxes, play, many, wagers, cells, steps, room)
        if at > size:
            return number
        for box in range(boxes):
            nets[number, box] = room[BOXES + box * BOX + NET]
            stakes[number, box] = room[BOXES + box * BOX + STAKE]
            for wager in range(many):
                classes[number, box, wager] = room[CLASSES + box * many + wager]
        ended[number] = at
    return rounds


@kernel
def deal_chunk(
    key: Any,
    chunk: Any,
    shoes: Any,
    pack: Any,
    size: Any,
    rounds: Any,
    cut: Any,
    boxes: Any,
    play: Any,
    wagers: Any,
    cells: Any,
    steps: Any,
    worth: Any,
    spread: Any,
    counts: Any,
    sums: Any,
) -> Any:
    """Deal whole shoes; the rounds dealt, or −1 if a shoe ran out.

    `rounds` are dealt from each shoe, or if that is 0 all that begin before the cut card. `spread`
    counts what a box netted, `counts` the classes of every wager; `sums` has for each line, shoe by
    shoe, the sums of n, x, x², n·x and n², and the stakes of the main wager last.
    """
    shoe = pack.copy()
    many = wagers.size // FACTS
    room = np.zeros(CLASSES + boxes * many, np.int64)
    times, won = np.zeros(many + 1, np.int64), np.zeros(many + 1, np.int64)
    middle = spread.size // 2
    burned = whole(play[BURNED])
    counter = np.uint64(chunk) << np.uint64(40)
    total, staked = 0, 0
    for _ in range(shoes):
        counter = shuffle(shoe, size, size, key, counter)
        times[:] = 0
        won[:] = 0
        at, played = burned, 0
        while played < rounds or (rounds == 0 and at < cut):
            at = play_round(shoe, at, boxes, play, many, wagers, cells, steps, room)
            if at > size:
                return -1
            played += 1
            for box in range(boxes):
                net = room[BOXES + box * BOX + NET]
                won[0] += net
                spread[middle + net] += 1
                staked += room[BOXES + box * BOX + STAKE]
                for wager in range(many):
                    found = room[CLASSES + box * many + wager]
                    if found != NOT_PLACED:
                        counts[wager * 256 + found] += 1
                        won[1 + wager] += worth[wager * 256 + found]
                        times[1 + wager] += 1
        times[0] = played * boxes
        total += played
        for line in range(many + 1):
            n, x = times[line], won[line]
            sums[line, 0] += n
            sums[line, 1] += x
            sums[line, 2] += x * x
            sums[line, 3] += n * x
            sums[line, 4] += n * n
    sums[0, 5] += staked
    return total
