"""The compiled dealer of Blackjack Switch: two hands a box whose second cards may change places.

It knows the order of a round (1 CCR 207-1, 30-2105); every choice and every amount is in a table.
Shoes are given to it shuffled.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.simulate.kernels.compiler import inlined, kernel
from pitboss.simulate.kernels.layout import (
    BUST_DOUBLED,
    DEALER_NATURAL,
    DOUBLED,
    FINALS,
    NATURAL,
    STOOD,
    SURRENDERED,
    WON_DOUBLED,
)
from pitboss.simulate.kernels.rounds import whole
from pitboss.simulate.kernels.shoes import add_line

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
"""The words of the solvers, by their numbers there."""

# Where the parts of `small` begin.
VALUE: Final = 0
"""Card → its value, the ace being 0 and a ten 9."""
NUMBER: Final = VALUE + 52
"""Two values → the number of the pair."""
ROW: Final = NUMBER + 100
"""Pair → the row of the hand."""
IS_21: Final = ROW + 55
BEGINS: Final = IS_21 + 55
"""Upcard × hole card → the dealer's state."""
DEALER: Final = BEGINS + 256
"""State × rank → state."""
SETTLE: Final = DEALER + 64 * 16
"""How a hand ended × the dealer's final → what it nets."""
ADDED: Final = SETTLE + 20 * FINALS
"""The same of a hand that was split off."""
PLANS: Final = ADDED + 20 * FINALS
"""Other hand × upcard → the plan: how a hand is played. Few differ."""
LIMIT: Final = PLANS + 55 * 10
LIMIT_OF_ACES: Final = LIMIT + 1
BURNED: Final = LIMIT + 2
UNIT: Final = LIMIT + 3
ROWS: Final = LIMIT + 4
"""Rows of hands, the last being every bust."""
ENDS: Final = LIMIT + 5
"""Where in `play` the ends of hands begin; first it has, for each plan, which rows draw. The other
parts follow: the ends of doubled hands after as many rows."""
FIRSTS: Final = LIMIT + 6
"""Plan × pair → what is done first."""
SECONDS: Final = LIMIT + 7
"""Plan × split card × its second → what is done."""
AGAIN: Final = LIMIT + 8
"""Plan × value → such a pair is split again."""
EXCHANGES: Final = LIMIT + 9
"""Two values of each hand and the upcard's → the second cards change places; eight to a byte."""


@kernel
def split_hand(
    shoe: Any, at: Any, held: Any, plan: Any, small: Any, child: Any, play: Any, room: Any,
    many: Any,
) -> Any:  # fmt: skip
    """Play the hands of a pair that is split; how they ended go to `room`, from `many` on."""
    rows = small[ROWS]
    made, left = 2, 1
    most = small[LIMIT_OF_ACES] if held == 0 else small[LIMIT]
    while True:
        second = whole(small[VALUE + shoe[at]])
        at += 1
        if second == held and made < most and play[small[AGAIN] + plan * 10 + held]:
            left += 1
            made += 1
            continue
        act = play[small[SECONDS] + (plan * 10 + held) * 10 + second]
        row = whole(small[ROW + small[NUMBER + held * 10 + second]])
        doubled = rows if act == DOUBLE else 0
        draws = act != STAND
        while draws:
            row = whole(child[row * 10 + small[VALUE + shoe[at]]])
            at += 1
            draws = act == HIT and play[plan * rows + row] != 0
        room[many] = play[small[ENDS] + doubled + row]
        many += 1
        if left == 0:
            return at, many
        left -= 1


@inlined
def play_switch(
    shoe: Any, at: Any, boxes: Any, small: Any, child: Any, play: Any, room: Any, marks: Any,
    nets: Any, stakes: Any,
) -> Any:  # fmt: skip
    """Deal one round from a place in the shoe, and settle its boxes; the place of the next card."""
    spots = 2 * boxes
    shown, hole = whole(shoe[at + spots]), whole(shoe[at + 2 * spots + 1])
    up = whole(small[VALUE + shown])
    theirs = whole(small[BEGINS + (shown >> 2) * 16 + (hole >> 2)])
    found = theirs == DEALER_NATURAL
    dealt = at
    at += 2 * spots + 2
    unit, rows = whole(small[UNIT]), whole(small[ROWS])
    many, draws = 0, False
    for box in range(boxes):
        one, other = dealt + 2 * box, dealt + spots + 1 + 2 * box
        a, b = whole(small[VALUE + shoe[one]]), whole(small[VALUE + shoe[one + 1]])
        a2, b2 = whole(small[VALUE + shoe[other]]), whole(small[VALUE + shoe[other + 1]])
        switched = False
        if not found:
            deal = (((a * 10 + a2) * 10 + b) * 10 + b2) * 10 + up
            switched = (play[small[EXCHANGES] + (deal >> 3)] >> (deal & 7)) & 1 != 0
        if switched:
            a2, b2 = b2, a2
        mine, others = whole(small[NUMBER + a * 10 + a2]), whole(small[NUMBER + b * 10 + b2])
        for spot in range(2):
            marks[2 * box + spot] = many
            row = whole(small[ROW + mine])
            end = STOOD
            if small[IS_21 + mine]:
                end = whole(play[small[ENDS] + row]) if switched else NATURAL
            elif not found:
                plan = whole(small[PLANS + others * 10 + up])
                act = play[small[FIRSTS] + plan * 55 + mine]
                if act == SPLIT:
                    held = a if spot == 0 else b
                    at, many = split_hand(
                        shoe, at, held, plan, small, child, play, room, many
                    )  # fmt: skip
                else:
                    doubled = rows if act == DOUBLE else 0
                    goes = act in (HIT, DOUBLE)
                    while goes:
                        row = whole(child[row * 10 + small[VALUE + shoe[at]]])
                        at += 1
                        goes = act == HIT and play[plan * rows + row] != 0
                    end = whole(play[small[ENDS] + doubled + row])
                    if act == SURRENDER:
                        end = SURRENDERED
            if many == marks[2 * box + spot]:
                room[many] = end
                many += 1
            mine, others = others, mine
    marks[spots] = many
    for hand in range(many):
        draws = draws or room[hand] >= STOOD
    if theirs >= FINALS and not draws:
        theirs = 0  # nobody waits for the dealer's hand
    while theirs >= FINALS:
        theirs = whole(small[DEALER + theirs * 16 + (shoe[at] >> 2)])
        at += 1
    for box in range(boxes):
        net, stake = 0, 0
        for spot in range(2 * box, 2 * box + 2):
            for hand in range(marks[spot], marks[spot + 1]):
                end = room[hand]
                table = SETTLE if hand == marks[spot] else ADDED
                net += small[table + end * FINALS + theirs]
                twice = end in (BUST_DOUBLED, WON_DOUBLED) or end >= DOUBLED
                stake += 2 * unit if twice else unit
        nets[box] = net
        stakes[box] = stake
    return at


@inlined
def class_of(shoe: Any, at: Any, spots: Any, box: Any, kinds: Any, steps: Any) -> Any:
    """The class of a wager on a box's first four cards, as they were dealt."""
    state = np.uint64(0)
    for card in range(4):
        place = at + 2 * box + card % 2 + (card // 2) * (spots + 1)
        state = np.uint64(steps[state + np.uint64(kinds[shoe[place]])])
    return whole(state)


@kernel
def trace_switch(
    shoe: Any, rounds: Any, boxes: Any, small: Any, child: Any, play: Any, kinds: Any, steps: Any,
    nets: Any, stakes: Any, classes: Any, ended: Any,
) -> None:  # fmt: skip
    """Deal rounds from a given shoe; what each box netted, staked and made, round by round."""
    room, marks = np.zeros(64, np.int64), np.zeros(2 * boxes + 1, np.int64)
    at = whole(small[BURNED])
    for number in range(rounds):
        if steps.size:
            for box in range(boxes):
                classes[number, box] = class_of(shoe, at, 2 * boxes, box, kinds, steps)
        at = play_switch(
            shoe, at, boxes, small, child, play, room, marks, nets[number], stakes[number]
        )
        ended[number] = at


@kernel
def deal_switch(
    shoes: Any, cards: Any, rounds: Any, cut: Any, boxes: Any, small: Any, child: Any, play: Any,
    kinds: Any, steps: Any, worth: Any, spread: Any, counts: Any, sums: Any,
) -> Any:  # fmt: skip
    """Deal shuffled shoes; the rounds dealt, or −1 if one needed more cards than were shuffled.

    `rounds`, `spread`, `counts` and `sums` are those of `shoes.deal_chunk`.
    """
    room, marks = np.zeros(64, np.int64), np.zeros(2 * boxes + 1, np.int64)
    nets, stakes = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    middle, total = spread.size // 2, 0
    for number in range(shoes.shape[0]):
        shoe = shoes[number]
        at, played, won, side = whole(small[BURNED]), 0, 0, 0
        while played < rounds or (rounds == 0 and at < cut):
            if steps.size:
                for box in range(boxes):
                    found = class_of(shoe, at, 2 * boxes, box, kinds, steps)
                    counts[found] += 1
                    side += worth[found]
            at = play_switch(shoe, at, boxes, small, child, play, room, marks, nets, stakes)
            if at > cards:
                return -1
            played += 1
            for box in range(boxes):
                won += nets[box]
                spread[middle + nets[box]] += 1
                sums[0, 5] += stakes[box]
        total += played
        n = played * boxes
        for line in range(sums.shape[0]):
            add_line(line, n, won if line == 0 else side, sums)
    return total


@kernel
def deal_switch_money(
    shoes: Any, cards: Any, cut: Any, boxes: Any, small: Any, child: Any, play: Any, kinds: Any,
    steps: Any, part: Any, money: Any, out: Any,
) -> Any:  # fmt: skip
    """What all boxes win in each round of shoes dealt to the cut card, until `out` is full.

    The rounds dealt, or −1 if one needed more cards than were shuffled.
    """
    room, marks = np.zeros(64, np.int64), np.zeros(2 * boxes + 1, np.int64)
    nets, stakes = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    total = 0
    for number in range(shoes.shape[0]):
        shoe = shoes[number]
        at = whole(small[BURNED])
        while at < cut and total < out.size:
            won = 0.0
            if steps.size:
                for box in range(boxes):
                    won += money[class_of(shoe, at, 2 * boxes, box, kinds, steps)]
            at = play_switch(shoe, at, boxes, small, child, play, room, marks, nets, stakes)
            if at > cards:
                return -1
            for box in range(boxes):
                won += nets[box] * part
            out[total] = won
            total += 1
    return total
