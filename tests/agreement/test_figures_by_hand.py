"""Figures of full packs, worked out by short programs that share nothing with the engine.

The programs come first and use no import of the engine; what the engine says comes last.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from pitboss.analysis.setting import setting
from pitboss.analysis.sheet import Sheet, prove
from tests.agreement.dealt import of_sheet, proved
from tests.agreement.designer import STAKE, Written, open_with
from tests.agreement.engine import book
from tests.soak import soak

DECKS = 6
POINTS = range(1, 11)
EACH = {points: 16 * DECKS if points == 10 else 4 * DECKS for points in POINTS}
"""Cards of each value in six decks, ace as 1."""


Ways = Counter[int]
"""Cards dealt → ordered ways to deal them."""


def chance(ways: Ways) -> Fraction:
    """Of all those ways together."""
    size = 52 * DECKS
    return sum((Fraction(n, math.perm(size, cards)) for cards, n in ways.items()), Fraction(0))


def best(hard: int, ace: bool) -> tuple[int, bool]:
    """A total, an ace as 11 while that does not bust; and whether it is soft."""
    return (hard + 10, True) if ace and hard <= 11 else (hard, False)


# -- Perfect Pair (New Hampshire house procedure) -------------------------------------------------


def perfect_pair(ranks: int) -> Fraction:
    """The edge with six decks of four suits and so many ranks: 20, 8 and 4 to 1.

    Of the cards that are left after the first, five are the same card, six of the same rank and
    color in the other suit, and twelve of the same rank in the other color.
    """
    left = 4 * ranks * DECKS - 1
    return 1 - Fraction(5 * 21 + 6 * 9 + 12 * 5, left)


# -- Bust Bonus (1 CCR 207-1, 30-2114) ------------------------------------------------------------

OFF_SUIT = {1: 3, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2, 8: 2, 9: 2, 10: 2}
SUITED = {1: 50, 2: 25, 3: 15, 4: 10, 5: 5, 6: 3, 7: 15, 8: 10, 9: 20, 10: 20}
THREE_EIGHTS = {False: 25, True: 75}
"""What a bust pays to 1, by the points of the upcard; three eights have lines of their own."""


def dealer_hands(counts: dict[int, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every finished hand of a dealer who hits soft 17, card by card, and its ordered ways."""

    def go(hand: tuple[int, ...], ways: int) -> Iterator[tuple[tuple[int, ...], int]]:
        total, soft = best(sum(hand), 1 in hand)
        if len(hand) > 1 and (total > 17 or (total == 17 and not soft)):
            yield hand, ways
            return
        for points in POINTS:
            left = counts[points] - hand.count(points)
            if left > 0:
                yield from go((*hand, points), ways * left)

    return go((), 1)


def is_natural(hand: tuple[int, ...]) -> bool:
    return sorted(hand) == [1, 10]


@cache
def bust_bonus(naturals: bool) -> Fraction:
    """The edge of one who bets on any upcard, with the dealer's naturals or without them."""
    one_suit = {points: n // 4 for points, n in EACH.items()}
    every: Ways = Counter()
    back: Ways = Counter()
    for counts, suits in ((EACH, 1), (one_suit, 4)):
        for hand, ways in dealer_hands(counts):
            if is_natural(hand) and not naturals:
                continue
            if suits == 1:
                every[len(hand)] += ways
            if sum(hand) > 21:
                eights = hand == (8, 8, 8)
                off = THREE_EIGHTS[False] if eights else OFF_SUIT[hand[0]]
                suited = THREE_EIGHTS[True] if eights else SUITED[hand[0]]
                back[len(hand)] += suits * ways * (off + 1 if suits == 1 else suited - off)
    return 1 - chance(back) / chance(every)


# -- the player's hand by basic strategy ----------------------------------------------------------

HARD = {
    9: "HDDDDHHHHH", 10: "DDDDDDDDHH", 11: "DDDDDDDDDH", 12: "HHSSSHHHHH", 13: "SSSSSHHHHH",
    14: "SSSSSHHHHH", 15: "SSSSSHHHHH", 16: "SSSSSHHHHH",
}  # fmt: skip
SOFT = {
    12: "HHHHHHHHHH", 13: "HHHDDHHHHH", 14: "HHHDDHHHHH", 15: "HHDDDHHHHH", 16: "HHDDDHHHHH",
    17: "HDDDDHHHHH", 18: "SddddSSHHH",
}  # fmt: skip
"""Four to eight decks, the dealer stands on soft 17; upcard 2 to 10, then ace."""


def act(hand: tuple[int, ...], upcard: int) -> str:
    total, soft = best(sum(hand), 1 in hand)
    chart, most = (SOFT, 18) if soft else (HARD, 16)
    if total > most:
        return "S"
    letter = chart[total][upcard - 2 if upcard > 1 else 9] if total in chart else "H"
    if letter in "Dd" and len(hand) > 2:
        return "H" if letter == "D" else "S"
    return letter


@cache
def sevens() -> tuple[Fraction, ...]:
    """The chance that the player's finished hand has none, one, two … sevens.

    A dealer's natural is found first and leaves the player two cards. The hole card is any of the
    cards that the player and the upcard leave, so it may be thought of as drawn last.
    """
    size = 52 * DECKS
    found: dict[int, Ways] = defaultdict(Counter)

    def left(points: int, hand: tuple[int, ...], upcard: int) -> int:
        return EACH[points] - hand.count(points) - (points == upcard)

    def go(hand: tuple[int, ...], upcard: int, ways: int, last: bool) -> None:
        letter = "S" if last else act(hand, upcard)
        if letter == "S":
            note(hand, upcard, ways, natural=False)
            return
        for points in POINTS:
            more = left(points, hand, upcard)
            if more > 0:
                go((*hand, points), upcard, ways * more, letter in "Dd")

    def note(hand: tuple[int, ...], upcard: int, ways: int, natural: bool) -> None:
        drawn = len(hand) + 1
        completes = {1: 10, 10: 1}.get(upcard)
        holes = left(completes, hand, upcard) if completes else 0
        holes = holes if natural else size - drawn - holes
        found[hand.count(7)][drawn + 1] += ways * holes

    for upcard in POINTS:
        for one in POINTS:
            for two in POINTS:
                first = EACH[upcard] * (EACH[one] - (one == upcard))
                ways = first * (EACH[two] - (two == one) - (two == upcard))
                go((one, two), upcard, ways, last=False)
                note((one, two), upcard, ways, natural=True)
    assert sum(map(chance, found.values())) == 1
    return tuple(chance(found[n]) for n in range(4))


# -- what the engine says -------------------------------------------------------------------------


def sheet(name: str, **choices: str) -> Sheet:
    keys = {key.replace("_", "-"): value for key, value in choices.items()}
    return prove(setting(book(), name, decks=DECKS, choices=keys))


@pytest.mark.parametrize(
    ("filed", "ranks", "percent"), [("tens in", 13, "29.58"), ("tens out", 12, "23.69")]
)
def test_perfect_pair_from_whole_decks_and_from_decks_without_tens(
    filed: str, ranks: int, percent: str
) -> None:
    """Reading A-6: the sheet is of the cards that the house deals."""
    exact = perfect_pair(ranks)
    assert f"{float(exact) * 100:.2f}" == percent
    assert sheet("new_hampshire/perfect-pair", A_6=filed).edge == exact


@pytest.mark.parametrize(
    ("filed", "naturals", "percent"),
    [soak("after the peek", False, "8.1223"), ("before the peek", True, "12.4856")],
)
def test_bust_bonus_before_and_after_the_peek(filed: str, naturals: bool, percent: str) -> None:
    """Reading B-54: one who bets before the peek loses to the dealer's naturals too."""
    exact = bust_bonus(naturals)
    assert f"{float(exact) * 100:.4f}" == percent
    assert sheet("colorado/buffalo-3-bust-bonus", B_54=filed).edge == exact


def test_sevens_in_a_hand_played_by_basic_strategy() -> None:
    """Six decks, the dealer stands on soft 17 and peeks; none, one, two and three sevens."""
    chances = sevens()
    written = Written(
        ("player.hand",),
        tuple((f'count("7") == {n}', n + 1) for n in range(4)),
    )
    opened = open_with({"sevens": written}, {"soft_17": "stand"})
    pack = setting(book(), "pennsylvania/perfect-pairs", decks=DECKS).shoe
    found = of_sheet(proved(opened, opened.offers["sevens"], pack, STAKE, "basic strategy"))
    expected = {(f"Hand {n + 1}", Fraction(n + 2)): each for n, each in enumerate(chances)}
    assert found == expected
