"""One lane of many that deal at once: rounds from shoes of its own, a few cards at each turn.

The same function is compiled for a GPU, where a hundred thousand lanes run in step, and for one
core, where a test compares it. At every turn a lane whose round is over settles it and is dealt the
next one; then each lane whose round is not over draws up to `DRAWS` cards, whosever they are: the
player's hand and the dealer's are rows of one table. So lanes at different places of their rounds
do the same thing. (One box of a shuffled shoe may get its cards in any order.)

A shoe is how many cards of each kind are left, as sums packed in words of 32 bits: a card is found
by one addition to all sums. Where suits matter, a second such word for each rank holds the suits of
the cards that wagers have not seen, dealt or not; any of these is equally likely to be seen next.
It is found by the fraction that finding the rank left over. Random numbers are xoshiro128++, seeded
for each lane by SplitMix64; with 32 bits, the relative error of a card's chance is below four in a
million.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotAllowed
from pitboss.simulate.kernels import array_layout as layout
from pitboss.simulate.kernels.shuffles import GOLDEN, split_mix
from pitboss.simulate.play_tables import PlayTables

DRAWS: Final = 2
"""Cards that a lane may draw at one turn."""
FIELD: Final = 10
"""Bits of a sum of all cards up to a kind, three to a word; of 7 bits for the suits of a rank."""
OF_SUITS: Final = 7
RANKS: Final = 13
ROW: Final = 16
"""Places of a row of the automaton."""
ENDED, PAIR, OVER = 0x8000, 0x9000, 0xC000
"""Below the first an entry is the place of a row, from which a card is drawn. From there on it is
how the player's hand ended; from the second, a pair that is split, by the columns of both cards;
from the last, how the dealer's hand ended, which ends the round."""
CODE: Final = 3
"""From this bit on: how the player's hand ended, above how the dealer's will; or the class of the
dealer's hand for a wager on it, above how it ended."""
CLASSES: Final = 1 << 10
FOUND: Final = 1 << 13
"""The dealer's natural is found before the player plays."""
NO_ROOM: Final = "The wager on the dealer's hand does not fit in the memory of a GPU."
NO_ROUND: Final = 31 << CODE
"""How the hand before the first one ended, which settles nothing."""
ROUNDS, NET, STAKED, SIDE = range(4)
"""Columns of what a lane counted; from the last one on, what each side wager netted. The rounds are
−1 if a shoe ran out in one."""
SIDES: Final = 4
"""Side wagers on the deal; one on the dealer's hand comes after them."""
COLUMNS: Final = SIDE + SIDES + 1


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


def words_of_shoe(kinds: Sequence[int]) -> tuple[np.uint32, ...]:
    """A shoe with these numbers of cards of each kind, in four words."""
    words = packed(kinds, FIELD, 3)
    none = packed([0] * 4, FIELD, 3)
    return tuple(map(np.uint32, [*words, *none * (4 - len(words))]))


def word_of_suits(suits: Sequence[int]) -> int:
    """The suits of a rank, with their number from bit 21 on."""
    return packed(suits, OF_SUITS, 3)[0] | sum(suits) << 3 * OF_SUITS


@dataclass(frozen=True)
class DealerWager:
    """A wager on the dealer's hand, which its ranks decide."""

    step: NDArray[np.int64]
    """State × column → state; the empty hand is 0."""
    classes: NDArray[np.int64]
    """State → class of the hand that ends there."""
    completes: bool
    """The dealer draws for it, though no player waits for the hand."""


@dataclass(frozen=True)
class Machine:
    """The automaton of a round. Columns go from the highest kind of card down."""

    step: NDArray[np.uint16]
    """Row × column → entry."""
    holes: NDArray[np.uint32]
    """Upcard × hole card → the entry of the dealer's hand if a player waits for it; from bit 16 on
    the one if nobody does."""
    deals: NDArray[np.uint16]
    """Natural found × upcard × the player's two cards → entry."""
    pairs: int
    """Where this begins: may be split again × upcard × column → the row of a split hand."""


def machine(play: PlayTables, columns: Sequence[int], wager: DealerWager) -> Machine:
    """The automaton of these tables of a game, for these ranks by their columns."""
    entry, second = play.entry.reshape(13, 16, 16), play.second.reshape(2, 13, 16, 16)
    begins, dealer = play.begins.reshape(16, 16), play.dealer.reshape(-1, 16)
    live = play.step.reshape(-1, 16)[layout.ENDS :]
    pairs = len(live)
    theirs = pairs + 2 * RANKS**2
    drawing: dict[tuple[int, int], int] = {}  # the dealer's state and the wager's → row

    def of_dealer(state: int, grown: int) -> int:
        if state >= layout.FINALS:
            return drawing.setdefault((state, grown), theirs + len(drawing)) * ROW
        return OVER | int(wager.classes[grown]) << CODE | state

    def of_player(state: int, held: int, drawn: int) -> int:
        if state >= layout.ENDS:
            return (state - layout.ENDS) * ROW
        return PAIR | held << 4 | drawn if state == layout.SPLIT else ENDED | state << CODE

    holes = np.zeros((RANKS, ROW), np.uint32)
    deals = np.zeros((2, RANKS, RANKS, RANKS), np.uint16)
    made = np.zeros((theirs, ROW), np.int64)
    for u, up in enumerate(columns):
        for h, hole in enumerate(columns):
            state, grown = int(begins[up, hole]), int(wager.step[wager.step[0, u], h])
            waits = of_dealer(state, grown)
            if waits & FOUND:  # a row too high for the bit to have another meaning
                raise NotAllowed(NO_ROOM)
            idle = waits if state < layout.FINALS or wager.completes else of_dealer(0, grown)
            found = FOUND if state == layout.DEALER_NATURAL and play.peeks[up] else 0
            holes[u, h] = waits | found | idle << 16
        for a, held in enumerate(columns):
            for b, drawn in enumerate(columns):
                known = int(entry[up, held, drawn])
                shown = known if known in (layout.NATURAL, layout.EVEN_MONEY) else layout.STOOD
                deals[0, u, a, b] = of_player(known, a, b)
                deals[1, u, a, b] = of_player(shown, a, b)
                for again in (0, 1):
                    at = pairs + (again * RANKS + u) * RANKS + a
                    made[at, b] = of_player(int(second[again, up, held, drawn]), a, b)
    for n, row in enumerate(live):
        for column, rank in enumerate(columns):
            made[n, column] = of_player(int(row[rank]), 0, column)
    rows: list[list[int]] = []
    while len(rows) < len(drawing):
        state, grown = [*drawing][len(rows)]
        rows.append([0] * ROW)
        for column, rank in enumerate(columns):
            drew = int(dealer[state, rank]), int(wager.step[grown, column])
            rows[-1][column] = of_dealer(*drew)
    step = np.concatenate([made, rows])
    if step.size > ENDED or wager.classes.max() >= CLASSES:
        raise NotAllowed(NO_ROOM)
    return Machine(step.astype(np.uint16).ravel(), holes.ravel(), deals.ravel(), pairs * ROW)


def settlements(settle: NDArray[Any], unit: int) -> NDArray[np.int64]:
    """How a hand and the dealer's ended → what it nets, and from bit 32 on what was staked."""
    bets = [unit * (1 + layout.is_doubled(end)) for end in range(layout.ENDS)]
    stakes = np.repeat(bets, layout.FINALS)
    made = np.zeros(NO_ROUND + layout.FINALS, np.int64)
    made[: settle.size] = settle.astype(np.int64) + (stakes.astype(np.int64) << 32)
    return made


def lane_of(
    compiled: Callable[[Any], Any], suited: bool, many: bool, grows: bool, to_cut: bool
) -> Any:
    """The function of one lane, compiled by this.

    With or without suits, more than two wagers on the deal, and one on the dealer's hand; to the
    cut card, or for a number of rounds.
    """
    u32, u64 = np.uint32, np.uint64
    half, across = u64(0xFFFFFFFF), u64(32)
    none, b1, b2, b3, b4, b5, b6, b7, b8, b9 = map(u32, range(10))
    b11, b12, b15, b16, b21, b25, b31, b52 = map(u32, (11, 12, 15, 16, 21, 25, 31, 52))
    ones, tops, adds = _masks(FIELD)
    suit_ones, suit_tops, suit_adds = _masks(OF_SUITS)
    ended, paired, over, found, code_bits = map(u32, (ENDED, PAIR, OVER, FOUND, CODE))
    awaited, classes, low = u32(ENDED | layout.STOOD << CODE), u32(CLASSES - 1), u32(0xFFFF)
    codes, finals, ranks = u32(31 << CODE), u32(layout.FINALS - 1), u32(RANKS)
    plain = u32(PAIR - ENDED)
    # of a split: the hands that ended, and one; those waiting; all made; upcard; any awaits dealer
    waits, one_waiting, one_made = u32(1 << 16), u32(1 << 4), u32(1 << 8)

    mixed = compiled(split_mix)

    @compiled
    def parted(both: Any) -> Any:
        """The sum in the lower half, and the one above it."""
        lower = np.int64(both & np.int64(0xFFFFFFFF))
        if lower >= np.int64(0x80000000):
            lower -= np.int64(0x100000000)
        return lower, (both - lower) >> np.int64(32)

    @compiled
    def drawn(state: Any, words: Any, left: Any) -> Any:
        """The random numbers and the shoe after a card, how many are left, its column, and the
        fraction left over; from an empty shoe always the first column.
        """
        s0, s1, s2, s3 = state
        w0, w1, w2, w3 = words
        word = u32(s0 + s3)
        word = u32(u32(u32(word << b7) | u32(word >> b25)) + s0)
        t = u32(s1 << b9)
        s2 = u32(s2 ^ s0)
        s3 = u32(s3 ^ s1)
        s1 = u32(s1 ^ s2)
        s0 = u32(s0 ^ s3)
        s2 = u32(s2 ^ t)
        s3 = u32(u32(s3 << b11) | u32(s3 >> b21))
        at = u64(word) * u64(left)
        place = u32(u32(at >> across) * ones)
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
        left = u32(left - u32(left != none))
        return (s0, s1, s2, s3), (w0, w1, w2, w3), left, column, u32(at)

    @compiled
    def carded(suits: Any, at: Any, column: Any, fraction: Any) -> Any:
        """A card of a column, by one of the suits that were not seen."""
        four = u32(suits[at])
        of_rank = u32((u64(fraction) * u64(u32(four >> b21))) >> across)
        higher = u32(~u32(four + u32(of_rank * suit_ones)) & suit_tops)
        suits[at] = u32(u32(four + u32(higher >> b6)) - u32(b1 << b21))
        suit = u32(u32((u64(higher) * suit_adds) >> across) & b3)
        return u32(u32(column << b2) | suit)

    @compiled
    def dealers(two: Any, is_awaited: Any) -> Any:
        """The entry of the dealer's hand once the player's hands have ended."""
        return u32(two & low) if is_awaited else u32(two >> b16)

    @compiled
    def deal(
        key: Any, number: Any, rounds: Any, cut: Any, per_shoe: Any, size: Any, shoe: Any,
        whole: Any, step: Any, holes: Any, deals: Any, pairs: Any, limits: Any, settle: Any,
        added: Any, rows: Any, joint: Any, pays: Any, dealer_pays: Any, suits: Any, stride: Any,
        offset: Any, out: Any,
    ) -> None:  # fmt: skip
        z = mixed(key + u64(2 * number + 1) * GOLDEN)
        y = mixed(key + u64(2 * number + 2) * GOLDEN)
        state = u32(z & half), u32(z >> across), u32(y & half), u32(u32(y >> across) | b1)
        words = none, none, none, none
        left, behind = none, u32(size - cut)
        ran_out = none
        of_shoe = b1
        x, ends, two = over, u32(NO_ROUND), none
        split, more, waiting = none, none, none
        to_play = u32(rounds + 1)
        total = np.int64(0)
        won01, won23, won4 = np.int64(0), np.int64(0), np.int64(0)
        while to_play > none:  # with a break in this loop an H200 never terminated
            # -- the round before is settled, and the next one dealt -----------------------------
            if x >= over:
                final = u32(x & finals)
                total += settle[u32(u32(ends & codes) | final)]
                while u32(split & b15) > b2:
                    total += added[u32(u32(u32(more & b31) << code_bits) | final)]
                    more = u32(more >> b5)
                    split = u32(split - b1)
                split = none
                if grows:
                    won4 += dealer_pays[u32(u32(x >> code_bits) & classes)]
                if ends != u32(NO_ROUND):
                    ran_out = u32(ran_out | u32(left == none))
                to_play = u32(to_play - b1)
            if x >= over and to_play > none:
                if to_cut:
                    is_spent = left <= behind
                else:
                    of_shoe = u32(of_shoe - b1)
                    is_spent = of_shoe == none
                if is_spent:
                    words = shoe
                    left, of_shoe = u32(size), u32(per_shoe)
                    if suited:
                        for n in range(RANKS):
                            suits[u32(u32(u32(n) * stride) + offset)] = whole
                state, words, left, up, f0 = drawn(state, words, left)
                state, words, left, hole, _ = drawn(state, words, left)
                state, words, left, one, f1 = drawn(state, words, left)
                state, words, left, other, f2 = drawn(state, words, left)
                if suited:
                    shown = carded(suits, u32(u32(up * stride) + offset), up, f0)
                    first = carded(suits, u32(u32(one * stride) + offset), one, f1)
                    second = carded(suits, u32(u32(other * stride) + offset), other, f2)
                    row = u32(rows[u32(u32(first * b52) + second)])
                    cell = u32(joint[u32(u32(row * b52) + shown)])
                    if many:
                        won01 += pays[u32(cell << b1)]
                        won23 += pays[u32(u32(cell << b1) + b1)]
                    else:
                        won01 += pays[cell]
                two = u32(holes[u32(u32(up << b4) | hole)])
                block = u32(up + ranks) if u32(two & found) != none else up
                x = u32(deals[u32(u32(u32(u32(block * ranks) + one) * ranks) + other)])
                ends = up
            # -- a pair is split, or a hand of several has ended -----------------------------------
            if ended <= x < over and (x >= paired or split != none):
                goes_on = True
                if x >= paired:
                    if split == none:
                        split = u32(u32(u32(ends << b12) | one_made) | b1)
                        more = none
                    split = u32(split + u32(one_waiting + one_made))
                    waiting = u32(u32(waiting << b4) | u32(x & b15))
                    pair = u32(u32(x >> b4) & b15)
                else:
                    if x >= awaited:
                        split = u32(split | waits)
                    if u32(split & b15) == b1:
                        ends = x
                    else:
                        more = u32(u32(more << b5) | u32(u32(x >> code_bits) & b31))
                    split = u32(split + b1)
                    pair = u32(waiting & b15)
                    goes_on = u32(u32(split >> b4) & b15) != none
                    if goes_on:
                        waiting = u32(waiting >> b4)
                        split = u32(split - one_waiting)
                if goes_on:
                    most = u32(limits[1]) if pair == none else u32(limits[0])
                    again = ranks if u32(u32(split >> b8) & b15) < most else none
                    up = u32(u32(split >> b12) & b15)
                    row = u32(u32(u32(again + up) * ranks) + pair)
                    x = u32(u32(pairs) + u32(row << b4))
                else:  # of all hands, does any wait for the dealer?
                    x = dealers(two, u32(split & waits) != none)
            # -- cards are drawn -----------------------------------------------------------------
            for _ in range(DRAWS):
                if u32(x - ended) < plain and split == none:
                    ends = x
                    x = dealers(two, x >= awaited)
                if x < ended:
                    state, words, left, column, _ = drawn(state, words, left)
                    x = u32(step[u32(x + column)])
            if u32(x - ended) < plain and split == none:
                ends = x
                x = dealers(two, x >= awaited)
        out[0] = rounds if ran_out == none else -1
        out[1], out[2] = parted(total)
        out[3], out[4] = parted(won01)
        out[5], out[6] = parted(won23)
        out[7] = won4

    return deal


def _masks(bits: int) -> tuple[np.uint32, np.uint32, np.uint64]:
    """For three fields of this many bits: the lowest bits, the highest, and what a word of the
    highest is multiplied by so that its upper half has their number in its lowest bits.
    """
    ones = 1 | 1 << bits | 1 << 2 * bits
    adds = sum(1 << 32 - (bits * (n + 1) - 1) for n in range(3))
    return np.uint32(ones), np.uint32(ones << bits - 1), np.uint64(adds)
