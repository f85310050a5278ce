"""The compiled dealer: it knows the order of a round, and reads every rule from tables.

All of it is in this one file, and nothing here is a constant of a game: the compiler's cache
notices every change of this file, and a changed rule is another table. Tables lie one behind the
other in few arrays, because counting references to many costs more than the round.

A card is a number from 0 to 51, four times its rank plus its suit, the two of clubs being 0. Random
numbers come from a counter: SplitMix64's output function of key + golden ratio × (chunk × 2³² + n).
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
SHARED: Final = INSURANCE_WON + 8
HOLE_LATER: Final = INSURANCE_WON + 9
"""The dealer's second card comes after the player's: 1, or 2 if a hand given up waits for it."""
DEALER_STEP: Final = INSURANCE_WON + 10
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

U0: Final = np.uint64(0)
U1: Final = np.uint64(1)
U2: Final = np.uint64(2)
U4: Final = np.uint64(4)
U8: Final = np.uint64(8)
U52: Final = np.uint64(52)
U64: Final = np.uint64(64)
U255: Final = np.uint64(255)
LANES: Final = 8
"""Shoes that are dealt in turn."""
whole: Final[Any] = np.int64
U32: Final = np.uint64(32)
LOW: Final = np.uint64(0xFFFFFFFF)
RANK_SHIFT: Final = np.uint8(2)
PAIR_SHIFT: Final = np.uint8(4)
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
def random_words(words: Any, key: Any, counter: Any) -> None:
    """The numbers of a sequence from a place on."""
    start = key + counter * GOLDEN
    for at in range(words.size):
        words[at] = mixed(start + np.uint64(at) * GOLDEN)


@kernel
def shuffle(
    shoe: Any, base: Any, size: Any, cards: Any, words: Any, picks: Any, key: Any, counter: Any
) -> Any:
    """Put a uniformly chosen card at each of an even number of places; the next counter.

    Fisher and Yates's shuffle, two places a word. A 32-bit half is scaled to the range without
    rejection: no card's chance is off by more than one part in ten million. The loops are apart
    and plain so that they are compiled to vector instructions.
    """
    half = cards // 2
    random_words(words[:half], key, counter)
    for at in range(half):
        off = ((words[at] & LOW) * np.uint64(size - at)) >> U32
        picks[at] = np.uint32(at) + np.uint32(off)
    for at in range(half):
        off = ((words[at] >> U32) * np.uint64(size - half - at)) >> U32
        picks[half + at] = np.uint32(half + at) + np.uint32(off)
    begin = np.uint64(base)
    for at in range(np.uint64(cards)):
        here = begin + np.uint64(at)
        there = begin + np.uint64(picks[np.uint64(at)])
        card = shoe[here]
        shoe[here] = shoe[there]
        shoe[there] = card
    return counter + np.uint64(half)


@kernel
def shuffle_all(shoes: Any, size: Any, cards: Any, key: Any, counter: Any) -> None:
    """Shuffle one shoe after another, each from the order that it is in."""
    words, picks = np.empty(cards, np.uint64), np.empty(cards, np.uint32)
    for number in range(shoes.shape[0]):
        counter = shuffle(shoes[number], 0, size, cards, words, picks, key, counter)


@kernel
def lay_out(shoe: Any, base: Any, cards: Any, ranks: Any, pairs: Any) -> None:
    """The rank of each card, and of each with the next but one."""
    mine, made, both = shoe[base:], ranks[base:], pairs[base:]
    for at in range(cards):
        made[at] = mine[at] >> RANK_SHIFT
    for at in range(cards - 2):
        both[at] = ((mine[at] >> RANK_SHIFT) << PAIR_SHIFT) | (mine[at + 2] >> RANK_SHIFT)


@inlined
def is_doubled(end: Any) -> Any:
    return end in (BUST_DOUBLED, WON_DOUBLED) or end >= DOUBLED


@kernel
def split_alike(shoe: Any, at: Any, up: Any, mine: Any, play: Any, room: Any) -> Any:
    """The same where all hands take the same cards: they are alike, and pairs split together."""
    made = 1
    rank = room[mine + FIRST] >> 2
    most = play[LIMIT_OF_ACES] if rank == ACE else play[LIMIT]
    room[mine + DREW] = shoe[at]
    state = SPLIT
    while state == SPLIT:
        made *= 2
        card = whole(shoe[at])
        at += 1
        again = 1 if 2 * made <= most else 0
        state = whole(play[SECOND + ((again * 13 + up) * 16 + rank) * 16 + (card >> 2)])
    room[mine + CARDS + 1] = card
    count = 2
    while state >= ENDS:
        room[mine + CARDS + count] = shoe[at]
        count += 1
        state = whole(play[STEP + state * 16 + (shoe[at] >> 2)])
        at += 1
    for hand in range(made):
        room[mine + HANDS + hand] = state
    room[mine + LENGTH] = count
    room[mine + MANY] = made
    return at


@kernel
def split_box(shoe: Any, at: Any, up: Any, mine: Any, play: Any, room: Any) -> Any:
    """Play the hands of a pair that is split; the place of the next card."""
    if play[SHARED]:
        return split_alike(shoe, at, up, mine, play, room)
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
    later = play[HOLE_LATER]
    natural = theirs == DEALER_NATURAL and later == 0
    reads = play[PEEKS + up] == 1
    unseen = up >= TEN and not reads
    found = natural and reads
    dealt_at = at
    at += 2 * boxes + 2 if later == 0 else 2 * boxes + 1
    draws, waits, insured = False, False, False
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
                insured = True
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
            if end == NATURAL or (end == SURRENDERED and later == 2):
                waits = True
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
    if later:  # of one box
        theirs = 0
        if draws or waits or insured:
            room[1] = shoe[at]
            theirs = whole(play[BEGINS + up * 16 + (shoe[at] >> 2)])
            at += 1
            natural = theirs == DEALER_NATURAL
        if natural and insured:
            room[BOXES + NET] = play[INSURANCE_WON]
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


@inlined
def add_line(line: Any, n: Any, x: Any, sums: Any) -> None:
    """One shoe of a line."""
    sums[line, 0] += n
    sums[line, 1] += x
    sums[line, 2] += x * x
    sums[line, 3] += n * x
    sums[line, 4] += n * n


@kernel
def deal_chunk(
    key: Any,
    chunk: Any,
    shoes: Any,
    pack: Any,
    size: Any,
    cards: Any,
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
    """Deal whole shoes; the rounds dealt, or −1 if one needed more cards than were shuffled.

    Shoes are shuffled in turn in `LANES` places, as `deal_lanes` does it. `rounds` are dealt from
    each shoe, or if that is 0 all that begin before the cut card. `spread` counts what a box
    netted, `counts` the classes of every wager; `sums` has for each line, shoe by shoe, the sums of
    n, x, x², n·x and n², and the stakes of the main wager last.
    """
    lanes = np.empty((LANES, pack.size), np.uint8)
    for lane in range(LANES):
        lanes[lane] = pack
    words, picks = np.empty(cards, np.uint64), np.empty(cards, np.uint32)
    many = wagers.size // FACTS
    room = np.zeros(CLASSES + boxes * many, np.int64)
    times, won = np.zeros(many + 1, np.int64), np.zeros(many + 1, np.int64)
    middle = spread.size // 2
    burned = whole(play[BURNED])
    counter = np.uint64(chunk) << U32
    total, staked = 0, 0
    for number in range(shoes):
        shoe = lanes[number % LANES]
        counter = shuffle(shoe, 0, size, cards, words, picks, key, counter)
        times[:] = 0
        won[:] = 0
        at, played = burned, 0
        while played < rounds or (rounds == 0 and at < cut):
            at = play_round(shoe, at, boxes, play, many, wagers, cells, steps, room)
            if at > cards:
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
            add_line(line, times[line], won[line], sums)
    sums[0, 5] += staked
    return total


# -- one box, eight shoes in turn ------------------------------------------------------------------

DRAWING: Final = np.uint64(ENDS * 16)
"""States of a hand are multiplied by 16 here; from this one on they take a card."""
DEALER_DRAWS: Final = np.uint64(FINALS * 16)
LIVE_FROM: Final = np.uint64(STOOD * 16)
SPLITS: Final = np.uint64(SPLIT * 16)
STRIDE: Final = 576
"""Cells between the shoes of two lanes: eight decks and what may be read behind them, and not a
power of two, so that lanes do not share cache lines."""


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
    room = np.zeros(CLASSES, np.int64)
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
                if rounds == 0 and whole(at) - lane * STRIDE >= cut:
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


# -- rounds one after another, in money ------------------------------------------------------------


@kernel
def deal_money(
    key: Any,
    chunk: Any,
    shoes: Any,
    pack: Any,
    size: Any,
    cards: Any,
    cut: Any,
    boxes: Any,
    play: Any,
    wagers: Any,
    cells: Any,
    steps: Any,
    part: Any,
    money: Any,
    out: Any,
) -> Any:
    """Deal shoes to the cut card; what all boxes win in each round, until `out` is full.

    `part` is what a part of the main stake is worth, `money` each class of each wager. The rounds
    dealt, or −1 if a shoe needed more cards than were shuffled.
    """
    shoe = pack.copy()
    words, picks = np.empty(cards, np.uint64), np.empty(cards, np.uint32)
    many = wagers.size // FACTS
    room = np.zeros(CLASSES + boxes * many, np.int64)
    counter = np.uint64(chunk) << U32
    number = 0
    for _ in range(shoes):
        counter = shuffle(shoe, 0, size, cards, words, picks, key, counter)
        at = whole(play[BURNED])
        while at < cut and number < out.size:
            at = play_round(shoe, at, boxes, play, many, wagers, cells, steps, room)
            if at > cards:
                return -1
            won = 0.0
            for box in range(boxes):
                won += room[BOXES + box * BOX + NET] * part
                for wager in range(many):
                    found = room[CLASSES + box * many + wager]
                    if found != NOT_PLACED:
                        won += money[wager * 256 + found]
            out[number] = won
            number += 1
    return number
