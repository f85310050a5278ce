"""The compiled dealer of Blackjack Switch: two hands a box whose second cards may change places.

It knows the order of a round (1 CCR 207-1, 30-2105); every choice and every amount is in a table.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.simulate.kernels.array_layout import (
    BOX,
    BOXES,
    DEALER_NATURAL,
    FINALS,
    FIRST,
    HANDS,
    MANY,
    NATURAL,
    NET,
    STAKE,
    STOOD,
    SURRENDERED,
)
from pitboss.simulate.kernels.compiler import inlined, kernel
from pitboss.simulate.kernels.rounds import class_place, is_doubled, whole
from pitboss.solvers.kernels.compiler import DOUBLE, HIT, SPLIT, STAND, SURRENDER

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

# Of a box in `room`, whose two hands end at `HANDS` one behind the other.
SECOND_FROM: Final = FIRST
"""Where the ends of what became of the second hand begin."""
HANDS_TO: Final = MANY
"""Where they stop."""


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
def class_of(shoe: Any, at: Any, spots: Any, box: Any, kinds: Any, steps: Any) -> Any:
    """The class of a wager on a box's first four cards, as they were dealt."""
    state = np.uint64(0)
    for card in range(4):
        place = at + 2 * box + card % 2 + (card // 2) * (spots + 1)
        state = np.uint64(steps[state + np.uint64(kinds[shoe[place]])])
    return whole(state)


@inlined
def play_switch(
    shoe: Any, at: Any, boxes: Any, small: Any, child: Any, play: Any, kinds: Any, steps: Any,
    side: Any, room: Any,
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
    draws = False
    for box in range(boxes):
        here = BOXES + box * BOX
        many = here + HANDS
        if side:  # the one wager that there may be
            room[class_place(boxes, box, 1, 0)] = class_of(shoe, dealt, spots, box, kinds, steps)
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
            first = many
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
            if many == first:
                room[many] = end
                many += 1
            mine, others = others, mine
        room[here + SECOND_FROM], room[here + HANDS_TO] = first, many
        for hand in range(here + HANDS, many):
            draws = draws or room[hand] >= STOOD
    if theirs >= FINALS and not draws:
        theirs = 0  # nobody waits for the dealer's hand
    while theirs >= FINALS:
        theirs = whole(small[DEALER + theirs * 16 + (shoe[at] >> 2)])
        at += 1
    for box in range(boxes):
        net, stake, here = 0, 0, BOXES + box * BOX
        for hand in range(here + HANDS, room[here + HANDS_TO]):
            end = room[hand]
            is_first = hand in (here + HANDS, room[here + SECOND_FROM])
            net += small[(SETTLE if is_first else ADDED) + end * FINALS + theirs]
            stake += 2 * unit if is_doubled(end) else unit
        room[here + NET] = net
        room[here + STAKE] = stake
    return at
