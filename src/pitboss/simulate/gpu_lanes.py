"""One lane of many that deal at once: a machine that takes a card at every step.

The same function is compiled for a GPU, where a hundred thousand lanes run in step, and for one
core, where a test compares it. A round is one automaton: the upcard, the hole card, the player's
two cards, every card drawn and the dealer's hand are steps in one table, so that lanes at different
places of their rounds do the same thing. (One box of a shuffled shoe may get its cards in any
order.) A shoe is how many cards of each kind are left, as sums packed in words of 32 bits: a card
is found by one addition to all sums. Where suits matter, a second such word for each rank tells the
suit, by the fraction that finding the rank left over. Random numbers are xoshiro128++, seeded for
each lane by SplitMix64; their 32 bits make no card's chance wrong by four in a million of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.kernels.layout import (
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
"""Bits of a sum of all cards up to a kind, three to a word; of 7 bits for the suits of a rank."""
OF_SUITS: Final = 7
ROW: Final = 16
"""Places of a row of the automaton."""
PLAIN, HOLE, OVER, END = range(4)
"""What an entry says beside the row that it leads to: nothing; what the dealer's two cards are; how
the dealer's hand ended; how the player's hand did, or that it is a pair that is split."""
FINAL, CODE, CARD, PAIR, DEALT, KIND = 16, 19, 24, 28, 29, 30
"""Bits of an entry, above those of the row: how the dealer's hand ended; how the player's did; what
the dealer's two cards are, or the column of a pair; that it is a pair; that the player's second
card was dealt; the kind."""
ROUNDS, NET, STAKED, SIDE = range(4)
"""Columns of what a lane counted; from the last one on, what each side wager netted."""
SIDES: Final = 4
"""Side wagers on the deal; one on the dealer's hand comes after them."""
COLUMNS: Final = SIDE + SIDES + 1
RANKS: Final = 13


def packed(counts: Sequence[int], bits: int, fields: int) -> list[int]:
    """The sums of all kinds but the last, as what a place must be added to so that the highest bit
    of a field says that the sum is not above it.
    """
    sums = np.cumsum(counts)[:-1].tolist()
    sums += [0] * (-len(sums) % fields)
    top = 1 << bits - 1
    return [
        sum(top - value << bits * n for n, value in enumerate(sums[at : at + fields]))
        for at in range(0, len(sums), fields)
    ]


def words_of_shoe(kinds: Sequence[int]) -> NDArray[np.uint32]:
    """A shoe with so many cards of each kind, in four words."""
    words = packed(kinds, FIELD, 3)
    none = packed([0] * 4, FIELD, 3)
    return np.array([*words, *none * (4 - len(words))], np.uint32)


def word_of_suits(suits: Sequence[int]) -> int:
    """The suits of a rank, with their number from bit 21 on."""
    return packed(suits, OF_SUITS, 3)[0] | sum(suits) << 3 * OF_SUITS


@dataclass(frozen=True)
class Machine:
    """The automaton of a round."""

    step: NDArray[np.uint32]
    """Row × column → entry. Columns go from the highest kind of card down."""
    after: NDArray[np.uint32]
    """What the dealer's two cards are × how the player's hand ended → entry."""
    start: int
    """Where a round begins: the first row whose card is the dealer's."""
    pairs: int
    """May be split again × upcard × column → the row of a split hand with one card."""


def machine(play: PlayTables, columns: Sequence[int], completes: bool) -> Machine:
    """The automaton of these tables of a game, for these ranks by their columns.

    The dealer's hand may be completed for a wager on it, though no player waits for it.
    """
    step, dealer, peeks = play.step, play.dealer, play.peeks
    entry, second = play.entry.reshape(13, 16, 16), play.second.reshape(2, 13, 16, 16)
    begins = play.begins.reshape(16, 16)
    players = 0  # upcard → the player's first card
    found = players + RANKS  # the same, the dealer being known to have a natural
    seconds = found + RANKS  # upcard × first card
    founds = seconds + RANKS**2
    pairs = founds + RANKS**2
    live = pairs + 2 * RANKS**2
    start = live + step.size // 16 - ENDS
    upcards = start + 1
    theirs = upcards + RANKS
    made = np.zeros((theirs + dealer.size // 16 - FINALS, ROW), np.uint32)

    def ended(state: int, row: int) -> int:
        """The dealer's hand, which draws on from a row or is over."""
        if state >= FINALS:
            return PLAIN << KIND | (row + state - FINALS) * ROW
        return OVER << KIND | state << FINAL

    def of(state: int, held: int) -> int:
        """A player's state, or how the hand ended."""
        if state >= ENDS:
            return PLAIN << KIND | (live + state - ENDS) * ROW
        pair = 1 << PAIR | columns.index(held) << CARD if state == SPLIT else 0
        return END << KIND | pair | state << CODE

    for column, r in enumerate(columns):
        made[start, column] = (upcards + r) * ROW
        for u in columns:
            state = int(begins[u, r])
            seen = state == DEALER_NATURAL and peeks[u] == 1
            then = (found if seen else players) + u
            made[upcards + u, column] = HOLE << KIND | state << CARD | then * ROW
            made[players + u, column] = (seconds + RANKS * u + r) * ROW
            made[found + u, column] = (founds + RANKS * u + r) * ROW
            for held in columns:
                known = int(entry[u, held, r])
                shown = known if known in (NATURAL, EVEN_MONEY) else STOOD
                made[seconds + RANKS * u + held, column] = of(known, held) | 1 << DEALT
                made[founds + RANKS * u + held, column] = of(shown, held) | 1 << DEALT
                for again in (0, 1):
                    at = pairs + (again * RANKS + u) * RANKS + columns.index(held)
                    made[at, column] = of(int(second[again, u, held, r]), held)
        for n, row in enumerate(step.reshape(-1, 16)[ENDS:]):
            made[live + n, column] = of(int(row[r]), r)
        for n, row in enumerate(dealer.reshape(-1, 16)[FINALS:]):
            made[theirs + n, column] = ended(int(row[r]), theirs)
    after = np.zeros((32, 32), np.uint32)
    for two in range(dealer.size // 16):
        for code in range(SPLIT):
            drawn = two if two < FINALS or completes or code >= STOOD else 0
            after[two, code] = ended(drawn, theirs)
    return Machine(made.ravel(), after.ravel(), start * ROW, pairs * ROW)


def settlements(settle: NDArray[Any], unit: int) -> NDArray[np.int64]:
    """How a hand and the dealer's ended → what it nets, and from bit 32 on what was staked."""
    twice = [end in (BUST_DOUBLED, WON_DOUBLED) or end >= DOUBLED for end in range(ENDS)]
    stakes = np.repeat([unit * (1 + each) for each in twice], FINALS)
    return settle.astype(np.int64) + (stakes.astype(np.int64) << 32)


def lane_of(
    compiled: Callable[[Any], Any], suited: bool, many: bool, grows: bool, to_cut: bool
) -> Any:
    """The function of one lane, compiled by this.

    With or without suits, more than two wagers on the deal, and one on the dealer's hand; to the
    cut card, or so many rounds.
    """
    u32, u64 = np.uint32, np.uint64
    half, across = u64(0xFFFFFFFF), u64(32)
    a30, a27, a31 = u64(30), u64(27), u64(31)
    m1, m2 = u64(0xBF58476D1CE4E5B9), u64(0x94D049BB133111EB)
    b1, b2, b3, b4, b5, b6, b7, b9, b11, b15 = map(u32, (1, 2, 3, 4, 5, 6, 7, 9, 11, 15))
    b12, b16, b21, b25, b31, b52, b63, none = map(u32, (12, 16, 21, 25, 31, 52, 63, 0))
    ones, tops, adds = _masks(FIELD)
    suit_ones, suit_tops, suit_adds = _masks(OF_SUITS)
    is_hole, is_over, is_end = (u32(kind << KIND) for kind in (HOLE, OVER, END))
    is_dealt, is_pair, kinds = u32(1 << DEALT), u32(1 << PAIR), u32(3 << KIND)
    row_bits, rows, code_bits, card_bits = u32(0xFFFF), u32(4), u32(CODE), u32(CARD)
    final_bits, finals, ranks = u32(FINAL), u32(FINALS - 1), u32(RANKS)
    of_settle, of_after, cards = u32(0xFF), u32(0x3FF), u32(0x3FFFF)

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
        whole: Any, step: Any, after: Any, start: Any, pairs: Any, limits: Any, settle: Any,
        added: Any, joint: Any, pays: Any, growing: Any, dealer_pays: Any, suits: Any, stride: Any,
        offset: Any, out: Any,
    ) -> None:  # fmt: skip
        z = mixed(key + u64(2 * number + 1) * GOLDEN)
        s0, s1 = u32(z & half), u32(z >> across)
        z = mixed(key + u64(2 * number + 2) * GOLDEN)
        s2, s3 = u32(z & half), u32(u32(z >> across) | b1)
        v0, v1, v2, v3 = shoe[0], shoe[1], shoe[2], shoe[3]
        w0, w1, w2, w3 = v0, v1, v2, v3
        all_cards = u32(size)
        left = all_cards
        behind = u32(size - cut)
        of_shoe, of_each = u32(per_shoe), u32(per_shoe)
        if suited:
            for n in range(RANKS):
                suits[u32(u32(u32(n) * stride) + offset)] = whole
        begin, split_at = u32(start), u32(pairs)
        x, two, ends, more, split = begin, none, none, none, none
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
            found = u64(word) * u64(left)
            place = u32(u32(found >> across) * ones)
            g0 = u32(~u32(w0 + place) & tops)
            g1 = u32(~u32(w1 + place) & tops)
            g2 = u32(~u32(w2 + place) & tops)
            above = u32(u32(g0 + g1) + g2)  # the sums above the place, in each field
            w0 = u32(w0 + u32(g0 >> b9))
            w1 = u32(w1 + u32(g1 >> b9))
            w2 = u32(w2 + u32(g2 >> b9))
            if suited:
                g3 = u32(~u32(w3 + place) & tops)
                above = u32(above + g3)
                w3 = u32(w3 + u32(g3 >> b9))
            column = u32(u32((u64(above) * adds) >> across) & b15)
            left = u32(left - b1)
            # -- its suit, and the wagers that see it -------------------------------------------
            if suited:
                at = u32(u32(column * stride) + offset)
                four = u32(suits[at])
                of_rank = u32((u64(u32(found)) * u64(u32(four >> b21))) >> across)
                higher = u32(~u32(four + u32(of_rank * suit_ones)) & suit_tops)
                suits[at] = u32(u32(four + u32(higher >> b6)) - u32(b1 << b21))
                suit = u32(u32((u64(higher) * suit_adds) >> across) & b3)
                card = u32(u32(column << b2) | suit)
                if grows and x >= begin:
                    grown = u32(growing[u32(u32(grown * b52) + card)])
                    held = u32(held | u32(b1 << suit))
            # -- where it leads ---------------------------------------------------------------
            entry = u32(step[u32(x + column)])
            if suited:
                if u32(entry & is_dealt) != none:
                    row = u32(u32(u32(seen & b63) * b52) + card)
                    cell = u32(joint[u32(u32(row * b52) + u32(seen >> b12))])
                    if many:
                        won01 += pays[u32(cell << b1)]
                        won23 += pays[u32(u32(cell << b1) + b1)]
                    else:
                        won01 += pays[cell]
                seen = u32(u32(u32(seen << b6) | card) & cards)
            if u32(entry & kinds) == is_hole:
                two = entry
            if entry >= is_end:
                if u32(split | u32(entry & is_pair)) == none:
                    ends = entry
                    entry = u32(after[u32(u32(u32(two | entry) >> code_bits) & of_after)])
                else:
                    again = b1
                    code = u32(u32(entry >> code_bits) & b31)
                    if u32(entry & is_pair) != none:  # split, perhaps again
                        if split == none:
                            made, top, split, more = b1, none, b1, none
                        made = u32(made + b1)
                        waiting = u32(u32(waiting << b4) | column)
                        pair = u32(u32(entry >> card_bits) & b15)
                        split = u32(split + b16)
                    else:
                        if u32(split & b15) == b1:
                            ends = entry
                        else:
                            more = u32(u32(more << b5) | code)
                        top = max(top, code)
                        split = u32(split + b1)
                        pair = u32(waiting & b15)
                        if split >= b16:
                            waiting = u32(waiting >> b4)
                            split = u32(split - b16)
                        else:
                            again = none
                    if again == b1:
                        most = u32(limits[1]) if pair == none else u32(limits[0])
                        again = ranks if made < most else none
                        up = u32(u32(two & row_bits) >> rows)
                        at = u32(u32(u32(again + up) * ranks) + pair)
                        entry = u32(split_at + u32(at << rows))
                    else:  # of all hands, does any wait for the dealer?
                        at = u32(u32(u32(two >> code_bits) & of_after) | top)
                        entry = u32(after[at])
            x = u32(entry & row_bits)
            # -- the end of the round ----------------------------------------------------------
            if entry >= is_over:
                if grows:
                    won4 += dealer_pays[u32(u32(grown << b4) | held)]
                    grown, held = none, none
                total += settle[u32(u32(u32(ends | entry) >> final_bits) & of_settle)]
                if split != none:
                    final = u32(u32(entry >> final_bits) & finals)
                    total += added[u32(u32(u32(more & b31) << b3) | final)]
                    while split > b3:  # two hands are most common
                        more = u32(more >> b5)
                        total += added[u32(u32(u32(more & b31) << b3) | final)]
                        split = u32(split - b1)
                    split = none
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
                        for n in range(RANKS):
                            suits[u32(u32(u32(n) * stride) + offset)] = whole
        out[0] = rounds
        out[1], out[2] = parted(total)
        out[3], out[4] = parted(won01)
        out[5], out[6] = parted(won23)
        out[7] = won4

    return deal


def _masks(bits: int) -> tuple[np.uint32, np.uint32, np.uint64]:
    """For three fields of so many bits: the lowest bits, the highest, and what a word of the
    highest is multiplied by so that its upper half has their number in its lowest bits.
    """
    ones = 1 | 1 << bits | 1 << 2 * bits
    adds = sum(1 << 32 - (bits * (n + 1) - 1) for n in range(3))
    return np.uint32(ones), np.uint32(ones << bits - 1), np.uint64(adds)
