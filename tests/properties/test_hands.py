"""What hands are worth, against an evaluator written apart that only tries everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, islice
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, Rank, parse_cards
from pitboss.hands import (
    Poker,
    PokerRule,
    five_highest,
    is_blackjack,
    poker_rank,
    sequences,
    total,
)
from pitboss.wagers.card_reader import CardGroup
from tests.agreement import plain
from tests.soak import soak

WILD = Card.parse("Kd")
cards = st.sampled_from(DECK)
few_suits = st.builds(lambda r, s: DECK[r * 4 + s], st.integers(0, 12), st.integers(1, 2))
neighbors = st.builds(lambda r, s: DECK[r * 4 + s], st.integers(7, 12), st.integers(1, 2))


def hands(least: int, most: int) -> st.SearchStrategy[tuple[Card, ...]]:
    """Hands of several decks, many of them near a straight, a flush or a wild king."""
    kinds = st.one_of(cards, few_suits, neighbors, st.just(WILD))
    pools = (cards, few_suits, neighbors, kinds)
    return st.one_of([st.lists(of, min_size=least, max_size=most).map(tuple) for of in pools])


def as_plain(hand: Iterable[Card]) -> tuple[plain.Card, ...]:
    return tuple((int(c.rank), c.suit.symbol) for c in hand)


# Poker hands.

Pair = tuple[plain.Card, ...]


def pair_rank(hand: Pair) -> int:
    return max((r for r, n in Counter(plain.ranks_of(hand)).items() if n >= 2), default=0)


def two_ranks(hand: Pair, many: int, few: int) -> bool:
    counts = Counter(plain.ranks_of(hand))
    return any(counts[a] >= many and counts[b] >= few for a in counts for b in counts if a != b)


def of_size(test: Callable[[Pair], bool]) -> Callable[[Pair, int], bool]:
    """True if some `size` of the cards pass."""
    return lambda hand, size: any(test(part) for part in combinations(hand, size))


straight_flush = of_size(lambda h: plain.in_sequence(h) and plain.one_suit(h))
royal = of_size(lambda h: plain.one_suit(h) and plain.ranks_of(h) == [*range(15 - len(h), 15)])
ASKED: dict[str, tuple[Callable[[Poker], Any], Callable[[Pair, int], Any]]] = {
    "pair": (lambda h: h.of_a_kind(2), lambda h, n: plain.most_alike(h) >= 2),
    "three": (lambda h: h.of_a_kind(3), lambda h, n: plain.most_alike(h) >= 3),
    "four": (lambda h: h.of_a_kind(4), lambda h, n: plain.most_alike(h) >= 4),
    "five": (lambda h: h.of_a_kind(5), lambda h, n: plain.most_alike(h) >= 5),
    "two pair": (lambda h: h.two_pair, lambda h, n: two_ranks(h, 2, 2)),
    "full house": (lambda h: h.full_house, lambda h, n: two_ranks(h, 3, 2)),
    "pair rank": (lambda h: h.pair_rank, lambda h, n: pair_rank(h)),
    "straight": (lambda h: h.straight, of_size(plain.in_sequence)),
    "flush": (lambda h: h.flush, of_size(plain.one_suit)),
    "straight flush": (lambda h: h.straight_flush, straight_flush),
    "royal flush": (lambda h: h.royal_flush, royal),
}


@pytest.mark.parametrize(("size", "step"), [(2, 1), (3, 7), soak(3, 1)])
def test_every_hand_of_one_deck(size: int, step: int) -> None:
    """One in so many."""
    for hand in islice(combinations(DECK, size), None, None, step):
        read, apart = Poker.of(hand), as_plain(hand)
        for name, (engine, by_hand) in ASKED.items():
            assert engine(read) == by_hand(apart, size), (name, hand)


def rule(best_five: bool, wild: Card | None = None, any_suit: bool = False) -> PokerRule:
    return PokerRule("best five" if best_five else "all cards", wild, any_suit=any_suit)


@pytest.mark.parametrize("name", ASKED)
@given(hand=hands(4, 6), best_five=st.booleans())
def test_a_hand_of_several_decks(name: str, hand: tuple[Card, ...], best_five: bool) -> None:
    engine, by_hand = ASKED[name]
    size = 5 if best_five else len(hand)
    assert engine(Poker.of(hand, rule(best_five))) == by_hand(as_plain(hand), size)


def stand_ins(hand: Sequence[Card], any_suit: bool) -> Iterator[Pair]:
    """The hand with each wild card as every card it may stand for."""
    others = as_plain(c for c in hand if c != WILD)
    suits = plain.SUITS if any_suit else "d"
    kinds = [(rank, suit) for rank in range(2, 15) for suit in suits]
    for wilds in combinations_with_replacement(kinds, len(hand) - len(others)):
        yield (*others, *wilds)


SUITED = ("flush", "straight flush", "royal flush")
WILD_CASES = [
    (name, any_suit) if name in SUITED or not any_suit else soak(name, any_suit)
    for name in ASKED
    for any_suit in (False, True)
]


@pytest.mark.parametrize(("name", "any_suit"), WILD_CASES)
@given(data=st.data())
def test_633c_12_j_a_wild_card_is_the_best_it_can_be(
    name: str, any_suit: bool, data: st.DataObject
) -> None:
    others = data.draw(hands(1, 5).filter(lambda h: WILD not in h))
    wilds = data.draw(st.integers(1, 1 if any_suit else 2))
    hand = (*others, *[WILD] * wilds)
    size = data.draw(st.sampled_from([len(hand), 5]))
    engine, by_hand = ASKED[name]
    held = (by_hand(each, size) for each in stand_ins(hand, any_suit))
    best = max(held) if name == "pair rank" else any(held)
    assert engine(Poker.of(hand, rule(size == 5, WILD, any_suit))) == best


@pytest.mark.parametrize("size", range(2, 7))
def test_sequences_run_ace_low_to_ace_high_and_never_round(size: int) -> None:
    runs = [{place for place in range(14) if run >> place & 1} for run in sequences(size)]
    assert runs == [{*range(low, low + size)} for low in range(15 - size)]
    assert {0, 1} <= runs[0]  # the ace at its low end, the two
    assert {12, 13} <= runs[-1]  # the king, the ace at its high end


# Ranking one hand against another.

SHINE = (
    "three aces", "straight flush", "three of a kind", "straight", "flush", "pair", "high card"
)  # fmt: skip
"""30-1099.52(1)."""


def shine(hand: Pair) -> tuple[int, list[int]]:
    """Class, best first, and the ranks that break a tie."""
    ranks = sorted((r for r, _ in hand), reverse=True)
    in_row, suited = plain.in_sequence(hand), plain.one_suit(hand)
    alike = plain.most_alike(hand)
    holds = (ranks == [14] * 3, in_row and suited, alike == 3, in_row, suited, alike == 2, True)
    by_count = sorted(ranks, key=lambda r: (ranks.count(r), r), reverse=True)
    low_ace = in_row and ranks == [14, 3, 2]
    return -holds.index(True), [3, 2, 1] if low_ace else by_count


def test_30_1099_52_every_three_card_hand_is_ranked() -> None:
    """All 22,100 hands fall in the same order by both keys, ties included."""
    both: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    classes: Counter[str] = Counter()
    for hand in combinations(DECK, 3):
        by_hand = shine(as_plain(hand))
        classes[SHINE[-by_hand[0]]] += 1
        both.setdefault((by_hand[0], *by_hand[1]), set()).add(poker_rank(hand, SHINE))
    assert all(len(keys) == 1 for keys in both.values())
    in_order = [next(iter(both[key])) for key in sorted(both)]
    assert in_order == sorted(set(in_order))
    # Three Card Poker by the Wizard of Odds: 48, 52, 720, 1096, 3744, 16440; four are three aces.
    assert [classes[name] for name in SHINE] == [4, 48, 48, 720, 1096, 3744, 16440]


@given(hands(3, 3), hands(3, 3), hands(3, 3))
def test_ranking_is_a_total_order(a: tuple, b: tuple, c: tuple) -> None:
    keys = [poker_rank(hand, SHINE) for hand in (a, b, c)]
    assert (keys[0] <= keys[1]) or (keys[1] <= keys[0])
    if keys[0] <= keys[1] <= keys[2]:
        assert keys[0] <= keys[2]
    assert poker_rank(tuple(reversed(a)), SHINE) == keys[0]


# Blackjack totals.


@given(hands(1, 12))
@example(parse_cards("As Ad"))
@example(parse_cards("As Kd"))
@example(parse_cards("As 6d 10c"))
def test_a_total_is_the_best_that_does_not_bust(hand: tuple[Card, ...]) -> None:
    points = plain.points(as_plain(hand))
    hard = sum(c.rank.points for c in hand)
    read = total(hand)
    assert (read.points, read.soft, read.bust) == (points, points > hard, points > 21)


def test_every_pair_of_cards_that_is_a_blackjack() -> None:
    naturals = [hand for hand in combinations(DECK, 2) if is_blackjack(hand)]
    assert len(naturals) == 4 * 16
    assert all(total(hand).points == 21 for hand in naturals)
    assert not is_blackjack(parse_cards("7s 7d 7c"))
    assert not is_blackjack(parse_cards("As 5d 5c"))


# The straight that grows with the hand.

EXAMPLES = {
    "30-2109(7)(a)": ("4s 5d 3h", 3),
    "30-2109(7)(b)": ("4s 5d 3h 6c", 4),
    "30-2109(7)(c)": ("As Kd", 2),
    "30-2109(7)(d)(i)": ("3s 4d 6h 5c", 2),
    "30-2109(8)(a)": ("5s 6d 7h 8c", 3),
    "order of the first two": ("5d 4s 3h", 3),
    "ace low": ("2d As 3c 4h 5s 6d", 6),
    "queen, king, ace: the ace counts one": ("Qd Ks Ah", 3),
    "king, ace, two": ("Kd As 2h", 2),
    "ace, two, king": ("Ad 2s Kh", 2),
    "no straight": ("4s 6d 5h", 0),
    "a pair": ("4s 4d 5h", 0),
    "the same rank again": ("4s 5d 5h 6c", 2),
}


def run_of(hand: tuple[Card, ...]) -> int:
    return int(CardGroup(hand, PokerRule()).run())


@pytest.mark.parametrize(("dealt", "length"), EXAMPLES.values(), ids=EXAMPLES)
def test_30_2109_the_straight_grows_card_by_card(dealt: str, length: int) -> None:
    assert run_of(parse_cards(dealt)) == length


@given(
    st.one_of(hands(2, 7), st.permutations(range(6)).map(lambda p: tuple(DECK[i * 4] for i in p)))
)
def test_30_2109_every_card_so_far_is_one_straight(hand: tuple[Card, ...]) -> None:
    apart = as_plain(hand)
    length = 0
    for many in range(2, len(hand) + 1):
        if not plain.in_sequence(apart[:many]) or plain.points(apart[:many]) > 21:
            break
        length = many
    assert run_of(hand) == length


# The five highest of a long hand.


@given(hands(1, 9), st.sampled_from([None, WILD]))
def test_633c_12_f_the_five_highest_cards(hand: tuple[Card, ...], keep: Card | None) -> None:
    kept = five_highest(hand, keep)
    assert not Counter(kept) - Counter(hand)
    assert len(kept) == min(5, len(hand))
    assert kept.count(WILD) == min(5, hand.count(WILD)) or keep is None
    left = list((Counter(hand) - Counter(kept)).elements())
    lowest = min(c.rank for c in kept)
    assert all(c.rank <= lowest for c in left if c != keep) or keep in kept
    if keep is None:
        assert sorted(c.rank for c in kept) == sorted(c.rank for c in hand)[-5:]


@given(hands(6, 9))
@example(parse_cards("Ah Kh 2h 2h 2h 2s 2s"))
@example(parse_cards("9c 8c 2c 2c 2d 2d 2c"))
def test_633c_12_f_a_tie_in_rank_goes_to_the_flush(hand: tuple[Card, ...]) -> None:
    assert Poker.of(five_highest(hand)).flush == flush_in_five_highest(hand)


def test_633c_12_f_a_flush_of_ten_cards() -> None:
    """Seven twos, two aces and a two: 2♥2♥2♥ with both aces, or five spades that help nobody."""
    hand = parse_cards("2h 2h 2h 2s 2s 2s 2s Ah Ah 2s")
    assert flush_in_five_highest(hand)
    assert Poker.of(five_highest(hand)).flush


def flush_in_five_highest(hand: Sequence[Card]) -> bool:
    """Some five cards of the highest ranks are of one suit."""
    ranks = sorted((c.rank for c in hand), reverse=True)[:5]
    fives = combinations(as_plain(hand), 5)
    return any(
        plain.one_suit(five) for five in fives if plain.ranks_of(five) == sorted(map(int, ranks))
    )


def test_rank_points() -> None:
    """An ace is one here; eleven is the total's business."""
    assert [r.points for r in Rank] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1]
