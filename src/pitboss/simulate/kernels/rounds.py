"""One round of blackjack from a place in a shoe."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.simulate.kernels import array_layout as layout
from pitboss.simulate.kernels.array_layout import (
    ACE,
    ADDED,
    AFTER_HIGH,
    AFTER_LOW,
    BASE,
    BEGINS,
    BOX,
    BOXES,
    CARDS,
    COMPLETES,
    DEALER,
    DEALER_NATURAL,
    DEALER_STEP,
    DOUBLE_ENDS_HAND,
    DOUBLE_IS_NO_THIRD,
    DREW,
    EARLY,
    ENDS,
    ENTRY,
    EVEN_MONEY,
    FACTS,
    FINALS,
    FIRST,
    FLAGS,
    FOUR,
    HAND,
    HANDS,
    HOLE_LATER,
    INSURANCE_LOST,
    INSURANCE_WON,
    INSURED,
    KINDS,
    LATER,
    LENGTH,
    LIMIT,
    LIMIT_OF_ACES,
    LIVE,
    LOOKS,
    MANY,
    NATURAL,
    NET,
    NO_CARD,
    NOT_PLACED,
    OTHER,
    PAIRS,
    PEEKS,
    SECOND,
    SETTLE,
    SHARED,
    SPLIT,
    STAKE,
    STEP,
    STEPS,
    STOOD,
    SURRENDERED,
    TEN,
    THIRD,
    THREE,
    TWO_IF_SPLIT,
    UNIT,
    WAITING,
)
from pitboss.simulate.kernels.compiler import inlined, kernel

whole: Final[Any] = np.int64


is_doubled = inlined(layout.is_doubled)


@inlined
def class_place(boxes: Any, box: Any, many: Any, wager: Any) -> Any:
    """Where in `room` the class of a wager at a box is; at box `boxes`, the size of `room`."""
    return BOXES + boxes * BOX + box * many + wager


@inlined
def second_state(play: Any, again: Any, up: Any, rank: Any, card: Any) -> Any:
    """What a split hand does with its second card; `again`: one more hand is allowed."""
    return whole(play[SECOND + ((again * 13 + up) * 16 + rank) * 16 + (card >> 2)])


@kernel
def split_alike(shoe: Any, at: Any, up: Any, mine: Any, play: Any, room: Any) -> Any:
    """The same where all hands take the same cards, as they come, and are four at most.

    Two hands are alike, so both split again; if only three are allowed, the other plays on.
    """
    rank = room[mine + FIRST] >> 2
    most = play[LIMIT_OF_ACES] if rank == ACE else play[LIMIT]
    card = whole(shoe[at])
    room[mine + DREW] = card
    at += 1
    made, last = 2, at
    state = second_state(play, 1 if made < most else 0, up, rank, card)
    if state == SPLIT:
        made = min(most, 4)
        if made == 3:
            other = second_state(play, 0, up, rank, card)
            while other >= ENDS:
                other = whole(play[STEP + other * 16 + (shoe[last] >> 2)])
                last += 1
            room[mine + HANDS + 2] = other
        card = whole(shoe[at])
        at += 1
        state = second_state(play, 0, up, rank, card)
    room[mine + CARDS + 1] = card
    count = 2
    while state >= ENDS:
        room[mine + CARDS + count] = shoe[at]
        count += 1
        state = whole(play[STEP + state * 16 + (shoe[at] >> 2)])
        at += 1
    for hand in range(2 if made == 3 else made):
        room[mine + HANDS + hand] = state
    room[mine + LENGTH] = count
    room[mine + MANY] = made
    return max(at, last)


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
        state = second_state(play, 1 if made < most else 0, up, rank, card)
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
            out = class_place(boxes, box, many, wager)
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
            room[class_place(boxes, box, many, wager)] = 0 if placed else NOT_PLACED
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
    if found and play[AFTER_LOW] >= 0:
        for box in range(boxes):
            mine = BOXES + box * BOX
            low, high = room[mine + FIRST] >> 2, room[mine + OTHER] >> 2
            if min(low, high) == play[AFTER_LOW] and max(low, high) == play[AFTER_HIGH]:
                card = whole(shoe[at])
                room[mine + DREW] = card
                room[mine + CARDS + 2] = card
                room[mine + LENGTH] = 3
                at += 1
    elif draws and not natural:
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
