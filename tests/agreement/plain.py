"""A second way to count, kept apart from the engine: plain tuples and plain loops.

Nothing here comes from `pitboss`. A card is (rank, suit) with ranks 2 to 14; hands are judged by
predicates written from the law's own definitions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product

Card = tuple[int, str]
Shoe = Mapping[Card, int]

SUITS = "cdhs"
DECK: list[Card] = [(rank, suit) for rank in range(2, 15) for suit in SUITS]
J, Q, K, A = 11, 12, 13, 14
WILD: Card = (K, "d")


def shoe_of(decks: int, ranks: Sequence[int] = range(2, 15), suits: str = SUITS) -> dict[Card, int]:
    """Whole decks, or only some ranks and suits of them."""
    return {c: decks for c in DECK if c[0] in ranks and c[1] in suits}


# What a hand is.


def ranks_of(cards: Sequence[Card]) -> list[int]:
    return sorted(rank for rank, _ in cards)


def most_alike(cards: Sequence[Card]) -> int:
    """How many cards share the commonest rank."""
    return _of_each(tuple([rank for rank, _ in cards]))[0]


@cache
def _of_each(ranks: tuple[int, ...]) -> list[int]:
    """How many there are of each rank, the commonest first."""
    return sorted(Counter(ranks).values(), reverse=True)


def pairs_held(cards: Sequence[Card]) -> int:
    """How many ranks are held twice or more."""
    return sum(n >= 2 for n in _of_each(tuple([rank for rank, _ in cards])))


def is_full_house(cards: Sequence[Card]) -> bool:
    counts = _of_each(tuple([rank for rank, _ in cards]))
    return len(counts) > 1 and counts[0] >= 3 and counts[1] >= 2


def in_sequence(cards: Sequence[Card]) -> bool:
    """Each card one above the last; the ace stands above the king or below the two."""
    return _in_sequence(tuple([rank for rank, _ in cards]))


@cache
def _in_sequence(ranks: tuple[int, ...]) -> bool:
    high = sorted(ranks)
    low = sorted(1 if rank == A else rank for rank in ranks)
    return any(all(b - a == 1 for a, b in pairwise(r)) for r in (high, low))


def one_suit(cards: Sequence[Card]) -> bool:
    return len({suit for _, suit in cards}) <= 1


def one_color(cards: Sequence[Card]) -> bool:
    return len({suit in "dh" for _, suit in cards}) == 1


def points(cards: Sequence[Card]) -> int:
    """The blackjack total, by trying each ace both ways."""
    return _points(tuple([rank for rank, _ in cards]))


@cache
def _points(ranks: tuple[int, ...]) -> int:
    totals = [sum(way) for way in product(*((1, 11) if r == A else (min(r, 10),) for r in ranks))]
    return max((t for t in totals if t <= 21), default=min(totals))


def is_natural(cards: Sequence[Card]) -> bool:
    return len(cards) == 2 and points(cards) == 21


# Deals and their ways.

Judge = Callable[..., str | None]
"""Names the line a deal belongs to; `None` where it loses."""


def _hands(shoe: Shoe, size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    for hand, counts in _combinations(tuple(shoe), size):
        ways = math.prod([math.comb(shoe[card], n) for card, n in counts])
        if ways:
            yield hand, ways


@cache
def _combinations(
    kinds: tuple[Card, ...], size: int
) -> list[tuple[tuple[Card, ...], tuple[tuple[Card, int], ...]]]:
    """So many cards of these kinds, and how many there are of each."""
    hands = combinations_with_replacement(kinds, size)
    return [(hand, tuple(Counter(hand).items())) for hand in hands]


def without(shoe: Shoe, cards: Sequence[Card]) -> dict[Card, int]:
    left = dict(shoe)
    for card in cards:
        left[card] -= 1
    return left


def count_hands(judge: Judge, shoe: Shoe, size: int) -> Counter[str | None]:
    """Combinations of so many cards, by the line they belong to."""
    found: Counter[str | None] = Counter()
    for hand, ways in _hands(shoe, size):
        found[judge(hand)] += ways
    return found


def count_upcards(judge: Judge, shoe: Shoe) -> Counter[str | None]:
    """Two cards to the player, then one to the dealer."""
    found: Counter[str | None] = Counter()
    for player, ways in _hands(shoe, 2):
        left = without(shoe, player)
        for up, many in left.items():
            found[judge(player, up)] += ways * many
    return found


def count_tables(judge: Judge, shoe: Shoe, order: bool = True) -> Counter[str | None]:
    """Two cards to the player and two to the dealer; in order, every order of the four counts."""
    found: Counter[str | None] = Counter()
    for player, ways in _hands(shoe, 2):
        left = without(shoe, player)
        for up, many in left.items():
            if many:
                for hole, more in without(left, [up]).items():
                    found[judge(player, up, hole)] += 2 * ways * many * more
    return found if order else Counter({name: n // 4 for name, n in found.items()})


# The dealer's hand, card by card.


def stands(cards: Sequence[Card], hit_soft_17: bool) -> bool:
    """Stand on all 17s and more, or hit a 17 in which an ace is eleven."""
    return _stands(tuple([rank for rank, _ in cards]), hit_soft_17)


@cache
def _stands(ranks: tuple[int, ...], hit_soft_17: bool) -> bool:
    total = _points(ranks)
    hard = sum(1 if rank == A else min(rank, 10) for rank in ranks)
    return total > 17 or (total == 17 and not (hit_soft_17 and hard == 7))


def dealer_hands(shoe: Shoe, hit_soft_17: bool) -> list[tuple[tuple[Card, ...], int, int]]:
    """Every finished hand in the order drawn, its ways, and the orders those ways are out of."""
    size = sum(shoe.values())
    left = dict(shoe)
    found: list[tuple[tuple[Card, ...], int, int]] = []

    def draw(cards: tuple[Card, ...], ways: int) -> None:
        if len(cards) >= 2 and stands(cards, hit_soft_17):
            found.append((cards, ways, math.perm(size, len(cards))))
            return
        for card, many in left.items():
            if many:
                left[card] -= 1
                draw((*cards, card), ways * many)
                left[card] += 1

    draw((), 1)
    return found


# AxMan (58 Pa. Code § 633c.12).

AXMAN = (
    "Straight flush (five cards)",
    "Five-of-a-kind (five cards)",
    "Flush (five cards)",
    "Straight (five cards)",
    "Four-of-a-kind",
    "Full house (five cards)",
    "Three-of-a-kind",
    "Two pair",
    "Jacks or better pair",
)


@cache
def axman_plain(cards: tuple[Card, ...]) -> str | None:
    """The line of up to five cards of which none is wild: § 633c.12(g), (h), (l)."""
    five, alike = len(cards) == 5, most_alike(cards)
    high_pair = any(n >= 2 and rank >= J for rank, n in Counter(ranks_of(cards)).items())
    holds = (
        five and in_sequence(cards) and one_suit(cards),
        alike == 5,
        five and one_suit(cards),
        five and in_sequence(cards),
        alike >= 4,
        is_full_house(cards),
        alike >= 3,
        pairs_held(cards) == 2,
        high_pair,
    )
    return next((name for name, held in zip(AXMAN, holds, strict=True) if held), None)


@cache
def axman_wild(cards: tuple[Card, ...], any_suit: bool) -> str | None:
    """§ 633c.12(j): the best line over everything the kings of diamonds may stand for."""
    plain = [c for c in cards if c != WILD]
    suits = {suit for _, suit in plain} if any_suit and plain else {"d"}  # no other makes a flush
    stand_for = [(rank, suit) for rank in range(2, 15) for suit in suits]
    wilds = combinations_with_replacement(stand_for, len(cards) - len(plain))
    lines = {axman_plain((*plain, *w)) for w in wilds}
    return next((name for name in AXMAN if name in lines), None)


def axman(cards: Sequence[Card], five: str, any_suit: bool) -> str | None:
    """§ 633c.12(f): which five of six or more count; a tie in rank goes the player's way."""
    if five == "best five":
        hands = list(combinations(cards, min(5, len(cards))))
    else:
        keep_wild = five == "five highest"
        worth = {c: (c == WILD and keep_wild, c[0]) for c in cards}
        floor = sorted((worth[c] for c in cards), reverse=True)[:5][-1]
        sure = [c for c in cards if worth[c] > floor]
        tied = [c for c in cards if worth[c] == floor]
        hands = [(*sure, *t) for t in combinations(tied, min(5, len(cards)) - len(sure))]
    lines = {axman_wild(hand, any_suit) for hand in {tuple(sorted(h)) for h in hands}}
    return next((name for name in AXMAN if name in lines), None)
