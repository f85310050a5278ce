"""One lane of many that deal at once: a machine that takes a card at every step.

The same function is compiled for a GPU, where a hundred thousand lanes run in step, and for one
core, where a test compares it. A round is one automaton: the upcard, the hole card, the player's
two cards, every card drawn and the dealer's hand are steps in one table, so that lanes at different
places of their rounds do the same thing. (One box of a shuffled shoe may get its cards in any
order.) A shoe is how many cards of each kind are left, as sums packed in words of 32 bits: a card
is found by one comparison with all sums. Random numbers are xoshiro128++, seeded for each lane by
SplitMix64.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.kernels.layout import (
    ACE,
    BUST_DOUBLED,
    DEALER_NATURAL,
    DOUBLED,
    ENDS,
    EVEN_MONEY,
    FINALS,
    NATURAL,
    SPLIT,
    STOOD,
    WON_DOUBLED,
)
from pitboss.simulate.kernels.shuffles import GOLDEN
from pitboss.simulate.play_tables import PlayTables

FIELD: Final = 10
"""Bits of a sum, the highest kept free for the comparison; three sums to a word."""
ONES: Final = np.uint32(1 | 1 << FIELD | 1 << 2 * FIELD)
TOPS: Final = np.uint32((1 | 1 << FIELD | 1 << 2 * FIELD) << (FIELD - 1))
PAIRS: Final = SPLIT
"""From here on 13 codes: a pair of this rank is split."""
DEALT: Final = 32
"""From here on how the dealer's hand ends."""
HOLES: Final = DEALT + FINALS
"""From here on what the dealer's two cards are; then come the states that take a card."""
ROUNDS, NET, STAKED, SIDE = range(4)
"""Columns of what a lane counted; from the last one on, what each side wager netted."""
SIDES: Final = 4
"""Side wagers on the deal; one on the dealer's hand comes after them."""
COLUMNS: Final = SIDE + SIDES + 1
NOT_OVER: Final = np.uint32(99)
"""Instead of how the dealer's hand ended: the round goes on."""


def packed(counts: NDArray[Any]) -> NDArray[np.uint32]:
    """The sums of all kinds but the last, three to a word, in four words."""
    words = [0, 0, 0, 0]
    for n, value in enumerate(np.cumsum(counts)[:-1]):
        words[n // 3] |= int(value) << FIELD * (n % 3)
    return np.array(words, np.uint32)


@dataclass(frozen=True)
class Machine:
    """The automaton of a round."""

    step: NDArray[np.uint16]
    """State × rank → state, end, pair, dealer's end or hole code."""
    holes: NDArray[np.uint32]
    """Hole code → the dealer's state, the upcard from bit 5 on, the next state from bit 9 on."""
    start: int
    first: int
    """The first state that takes a card."""
    dealer: int
    """Dealer's live state 8 is this one."""
    pairs: int
    """May be split again × upcard × rank → the state of a split hand with one card."""


def machine(play: PlayTables) -> Machine:
    """The automaton of these tables of a game."""
    step, dealer, peeks = play.step, play.dealer, play.peeks
    entry, second = play.entry.reshape(13, 16, 16), play.second.reshape(2, 13, 16, 16)
    begins = play.begins.reshape(16, 16)
    codes: dict[tuple[int, int], int] = {}
    for u in range(13):
        for h in range(13):
            codes.setdefault((u, int(begins[u, h])), len(codes))
    first = HOLES + len(codes)
    start = first
    upcards = start + 1
    players = upcards + 13  # upcard → the player's first card
    found = players + 13  # the same, the dealer being known to have a natural
    seconds = found + 13  # upcard × first card
    founds = seconds + 169
    pairs = founds + 169
    live = pairs + 2 * 169
    theirs = live + step.size // 16 - ENDS
    size = theirs + dealer.size // 16 - FINALS
    made = np.zeros((size, 16), np.uint16)

    def of(state: int, held: int) -> int:
        if state >= ENDS:
            return live + state - ENDS
        return PAIRS + held if state == SPLIT else state

    for r in range(13):
        made[start, r] = upcards + r
    for u in range(13):
        for r in range(13):
            made[upcards + u, r] = HOLES + codes[u, int(begins[u, r])]
            made[players + u, r] = seconds + 13 * u + r
            made[found + u, r] = founds + 13 * u + r
            for b in range(13):
                made[seconds + 13 * u + r, b] = of(int(entry[u, r, b]), r)
                known = int(entry[u, r, b])
                made[founds + 13 * u + r, b] = known if known in (NATURAL, EVEN_MONEY) else STOOD
                for again in (0, 1):
                    at = pairs + (again * 13 + u) * 13 + r
                    made[at, b] = of(int(second[again, u, r, b]), r)
    for n, row in enumerate(step.reshape(-1, 16)[ENDS:]):
        made[live + n] = [of(int(each), 0) for each in row]
    for n, row in enumerate(dealer.reshape(-1, 16)[FINALS:]):
        made[theirs + n] = [
            DEALT + each if each < FINALS else theirs + int(each) - FINALS for each in row
        ]
    holes = np.zeros(len(codes), np.uint32)
    for (u, state), n in codes.items():
        seen = state == DEALER_NATURAL and peeks[u] == 1
        holes[n] = state | u << 5 | ((found if seen else players) + u) << 9
    return Machine(made.ravel(), holes, start, first, theirs, pairs)


def settlements(settle: NDArray[Any], unit: int) -> NDArray[np.int64]:
    """How a hand and the dealer's ended → what it nets, and from bit 32 on what was staked."""
    twice = [end in (BUST_DOUBLED, WON_DOUBLED) or end >= DOUBLED for end in range(ENDS)]
    stakes = np.repeat([unit * (1 + each) for each in twice], FINALS)
    return settle.astype(np.int64) + (stakes.astype(np.int64) << 32)


def lane_of(compiled: Callable[[Any], Any], suited: bool, grows: bool, to_cut: bool) -> Any:
    """The function of one lane, compiled by this.

    With or without suits and a wager on the dealer's hand; to the cut card, or so many rounds.
    """
    u32, u64 = np.uint32, np.uint64
    half = u64(0xFFFFFFFF)
    a30, a27, a31, a32 = u64(30), u64(27), u64(31), u64(32)
    m1, m2 = u64(0xBF58476D1CE4E5B9), u64(0x94D049BB133111EB)
    b1, b2, b3, b4, b5, b6 = u32(1), u32(2), u32(3), u32(4), u32(5), u32(6)
    b7, b25, b9, b10, b11, b15, b20, b21 = map(u32, (7, 25, 9, 10, 11, 15, 20, 21))
    b13, b31, b52, b63, none = u32(13), u32(31), u32(52), u32(63), u32(0)
    tops, ones, fields = TOPS, ONES, u32(0x3FF)
    c_holes, c_dealt, c_pairs, c_stood, c_finals = map(u32, (HOLES, DEALT, PAIRS, STOOD, FINALS))
    ace, nine, twelve, not_over = u32(ACE), u32(9), u32(12), NOT_OVER
    two_chains = u32(2 * 169)

    @compiled
    def mixed(z: Any) -> Any:
        z = (z ^ (z >> a30)) * m1
        z = (z ^ (z >> a27)) * m2
        return z ^ (z >> a31)

    @compiled
    def parted(both: Any) -> Any:
        """The sum in the lower half, and the one above it."""
        low = np.int64(both & np.int64(0xFFFFFFFF))
        if low >= np.int64(0x80000000):
            low -= np.int64(0x100000000)
        return low, (both - low) >> np.int64(32)

    @compiled
    def deal(
        key: Any, number: Any, rounds: Any, cut: Any, per_shoe: Any, size: Any, shoe: Any,
        whole: Any, step: Any, holes: Any, start: Any, first: Any, dealer: Any, pairs: Any,
        limits: Any, settle: Any, added: Any, joint: Any, pays: Any, growing: Any, dealer_pays: Any,
        completes: Any, suits: Any, stride: Any, offset: Any, out: Any,
    ) -> None:  # fmt: skip
        z = mixed(key + u64(2 * number + 1) * GOLDEN)
        s0, s1 = u32(z & half), u32(z >> a32)
        z = mixed(key + u64(2 * number + 2) * GOLDEN)
        s2, s3 = u32(z & half), u32(u32(z >> a32) | b1)
        v0, v1, v2, v3 = shoe[0], shoe[1], shoe[2], shoe[3]
        w0, w1, w2, w3 = v0, v1, v2, v3
        all_cards = u32(size)
        left = all_cards
        behind = u32(size - cut)
        of_shoe, of_each = u32(per_shoe), u32(per_shoe)
        if suited:
            for n in range(13):
                suits[u32(u32(u32(n) * stride) + offset)] = whole
        begin, takes, theirs, split_at = u32(start), u32(first), u32(dealer), u32(pairs)
        second = u32(begin + u32(40))  # where the player's second card comes
        least = none if completes else c_stood
        x, two, ends, split = begin, none, none, none
        made, waiting, top = none, none, none
        seen, grown, held = none, none, none
        to_play = u32(rounds)
        total = np.int64(0)
        won01, won23, won4 = np.int64(0), np.int64(0), np.int64(0)
        while to_play > none:
            # -- a card ----------------------------------------------------------------------
            word = u32(s0 + s3)
            word = u32(u32(u32(word << b7) | u32(word >> b25)) + s0)
            t = u32(s1 << b9)
            s2 = u32(s2 ^ s0)
            s3 = u32(s3 ^ s1)
            s1 = u32(s1 ^ s2)
            s0 = u32(s0 ^ s3)
            s2 = u32(s2 ^ t)
            s3 = u32(u32(s3 << b11) | u32(s3 >> b21))
            place = u32((u64(word) * u64(left)) >> a32)
            above = u32(u32(place + b1) * ones)
            g0 = u32(u32(u32(u32(w0 | tops) - above) & tops) >> b9)
            g1 = u32(u32(u32(u32(w1 | tops) - above) & tops) >> b9)
            g2 = u32(u32(u32(u32(w2 | tops) - above) & tops) >> b9)
            sums = u32(u32(g0 + g1) + g2)
            if suited:
                g3 = u32(u32(u32(u32(w3 | tops) - above) & tops) >> b9)
                sums = u32(sums + g3)
                higher = u32(u32(u32(sums * ones) >> b20) & b15)
                rank = u32(twelve - higher)
                at = u32(u32(rank * stride) + offset)
                four = u32(suits[at])
                # the sum up to this rank is the next one above the place
                q = u32(u32(rank * u32(11)) >> b5)
                f = w0 if q == none else w1 if q == b1 else w2 if q == b2 else w3
                upto = (
                    left
                    if rank == twelve
                    else u32(u32(f >> u32(u32(rank - q * b3) * b10)) & fields)
                )
                back = u32(upto - place)  # 1 for the last card of the rank
                n3 = u32(four >> twelve)
                n2 = u32(n3 + u32(u32(four >> u32(8)) & b15))
                n1 = u32(n2 + u32(u32(four >> b4) & b15))
                suit = u32(u32(u32(back <= n1) + u32(back <= n2)) + u32(back <= n3))
                suits[at] = u32(four - u32(b1 << u32(suit << b2)))
                card = u32(u32(rank << b2) | suit)
                w3 = u32(w3 - g3)
            else:
                higher = u32(u32(u32(sums * ones) >> b20) & b15)
                rank = u32(nine - higher)
                if rank == nine:
                    rank = ace
                card = rank
            w0 = u32(w0 - g0)
            w1 = u32(w1 - g1)
            w2 = u32(w2 - g2)
            left = u32(left - b1)
            # -- where it leads ---------------------------------------------------------------
            if suited:
                if grows and x >= theirs:
                    grown = u32(growing[u32(u32(grown * b52) + card)])
                    held = u32(held | u32(b1 << u32(card & b3)))
                if u32(x - second) < two_chains:
                    row = u32(u32(u32(seen & b63) * b52) + card)
                    cell = u32(u32(joint[u32(u32(row * b52) + u32(seen >> twelve))]) << b1)
                    won01 += pays[cell]
                    won23 += pays[u32(cell + b1)]
                if grows and u32(u32(x - begin) - b1) < b13:
                    upcard = u32(seen & b63)
                    grown = u32(growing[u32(u32(u32(growing[upcard]) * b52) + card)])
                    held = u32(u32(b1 << u32(upcard & b3)) | u32(b1 << u32(card & b3)))
                seen = u32(u32(u32(seen << b6) | card) & u32(0x3FFFF))
            x = u32(step[u32(u32(x << b4) | rank)])
            # -- the dealer's two cards, the end of a hand, the end of a round -------------------
            if x < takes:
                if x >= c_holes:
                    two = u32(holes[u32(x - c_holes)])
                    x = u32(two >> b9)
                else:
                    final = u32(x - c_dealt)
                    over = True
                    if x < c_dealt:
                        if split == none and x < c_pairs:
                            ends = x
                            over = False
                        else:
                            again = none
                            if x >= c_pairs:  # split, perhaps again
                                if split == none:
                                    made, ends, top = b1, none, none
                                    split = b1
                                made = u32(made + b1)
                                waiting = u32(u32(waiting << b4) | rank)
                                pair = u32(x - c_pairs)
                                split = u32(split + u32(16))
                                again = b1
                            else:
                                before = u32(u32(split & b15) - b1)
                                ends = u32(ends | u32(x << u32(before * b5)))
                                if x > top:
                                    top = x
                                split = u32(split + b1)
                                pair = u32(waiting & b15)
                                if split >= u32(16):
                                    waiting = u32(waiting >> b4)
                                    split = u32(split - u32(16))
                                    again = b1
                            if again == b1:
                                most = u32(limits[1]) if pair == ace else u32(limits[0])
                                again = b13 if made < most else none
                                up = u32(u32(two >> b5) & b15)
                                x = u32(split_at + u32(u32(u32(again + up) * b13) + pair))
                                over = True
                                final = not_over
                            else:
                                over = False
                                x = top  # of all hands, does any wait for the dealer?
                        if not over:
                            y = u32(two & b31)
                            if x >= least and y >= c_finals:
                                x = u32(theirs + u32(y - c_finals))
                                final = not_over
                            else:
                                final = y if y < c_finals else none
                    if final < c_finals:
                        if grows:
                            won4 += dealer_pays[u32(u32(grown << b4) | held)]
                        total += settle[u32(u32(u32(ends & b31) << b3) | final)]
                        if split != none:
                            split = u32(u32(split & b15) - b2)
                            while split > none:
                                ends = u32(ends >> b5)
                                total += added[u32(u32(u32(ends & b31) << b3) | final)]
                                split = u32(split - b1)
                        to_play = u32(to_play - b1)
                        x = begin
                        if to_cut:
                            is_spent = left <= behind
                        else:
                            of_shoe = u32(of_shoe - b1)
                            is_spent = of_shoe == none
                        if is_spent:
                            w0, w1, w2, w3 = v0, v1, v2, v3
                            left, of_shoe = all_cards, of_each
                            if suited:
                                for n in range(13):
                                    suits[u32(u32(u32(n) * stride) + offset)] = whole
        out[0] = rounds
        out[1], out[2] = parted(total)
        out[3], out[4] = parted(won01)
        out[5], out[6] = parted(won23)
        out[7] = won4

    return deal
