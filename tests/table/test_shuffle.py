"""Statistical tests of the numbers and of the shuffles made of them, at 99%.

They are those that 58 Pa. Code § 810.5(c) and 25 CFR 547.14(b) name, on the numbers and on the
cards as they are dealt. Each is made on lessons 1 to 5, which never change: a good source fails
one test in a hundred, so one of the five may fail, and two do with a chance of 1 in 1,000. Without
`--soak` most are made on the first two: both fail with a chance of 1 in 10,000. On the
cryptographic source a test that fails is made again on fresh seeds, and only four failures in a
row count: a good source fails one of the nineteen with a chance of 19 × 0.01⁴ = 2 in 10⁷.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count, islice, pairwise
from random import Random
from statistics import NormalDist, correlation
from typing import TypeVar

import pytest

from pitboss.cards import DECK, Card, Shoe
from pitboss.table.cards.seeds import (
    Lesson,
    SeedSource,
    System,
    below_each,
    commitment,
    numbers,
    shuffled,
)
from pitboss.table.cards.shoes import Delivery, SealedShoes
from tests.soak import soak

T = TypeVar("T")
TRIES = 4
LEVEL = 0.99
LESSONS = [Lesson(number) for number in range(1, 6)]
taught = pytest.mark.parametrize("lessons", [2, soak(5)])


def fails(test: Callable[[T], float], samples: Iterable[T]) -> int:
    """How many samples the test refuses."""
    return sum(test(sample) > 1 for sample in samples)


def chi_square(statistic: float, freedom: int) -> float:
    """A chi-square over its limit, by Wilson and Hilferty: above 1 is refused."""
    part = 2 / (9 * freedom)
    limit = freedom * (1 - part + NormalDist().inv_cdf(LEVEL) * math.sqrt(part)) ** 3
    return statistic / limit


def spread(seen: Mapping[int, int], chances: Mapping[int, Fraction]) -> float:
    """What was seen beside its chances over its limit; rare outcomes are thrown together."""
    many = sum(seen.values())
    assert not {*seen} - {*chances}
    assert sum(chances.values()) == 1
    rare = [k for k, p in chances.items() if p * many < 10]
    groups = [[k] for k in chances if k not in rare] + ([rare] if rare else [])
    statistic = 0.0
    for group in groups:
        expected = float(sum(chances[k] for k in group) * many)
        statistic += (sum(seen.get(k, 0) for k in group) - expected) ** 2 / expected
    return chi_square(statistic, len(groups) - 1)


def even(many: int) -> dict[int, Fraction]:
    return {k: Fraction(1, many) for k in range(many)}


def with_rest(chances: Mapping[int, Fraction], rest: int) -> dict[int, Fraction]:
    """All that is longer in one."""
    return {**chances, rest: 1 - sum(chances.values(), Fraction())}


def kolmogorov(values: Sequence[float]) -> float:
    """Distance from the even distribution over its limit (Kolmogorov and Smirnov)."""
    many = len(values)
    distance = max(
        max((i + 1) / many - value, value - i / many) for i, value in enumerate(sorted(values))
    )
    return distance * math.sqrt(many) / math.sqrt(-math.log((1 - LEVEL) / 2) / 2)


def correlated(first: Sequence[int], second: Sequence[int]) -> float:
    limit = NormalDist().inv_cdf((1 + LEVEL) / 2)
    return abs(correlation(first, second)) * math.sqrt(len(first)) / limit


def groups_of(size: int, values: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return zip(*[iter(values)] * size, strict=False)


# -- numbers ----------------------------------------------------------------------------------

DRAWS = 120_000


@dataclass(frozen=True)
class Drawn:
    """Numbers of one stream: as they come, and below 52; and those of another stream."""

    raw: list[int]
    cards: list[int]
    other: list[int]


def drawn(stream: Callable[[int], Iterator[int]]) -> Drawn:
    cards = stream(2)
    return Drawn(
        list(islice(stream(1), DRAWS)),
        [next(below_each(52, cards)) for _ in range(DRAWS)],
        list(islice(stream(3), DRAWS)),
    )


def equidistribution(of: Drawn) -> float:
    return spread(Counter(of.cards), even(52))


def serial_pairs(of: Drawn) -> float:
    seen = Counter(a * 52 + b for a, b in groups_of(2, of.cards))
    return spread(seen, even(52 * 52))


def overlaps(of: Drawn) -> float:
    """Overlapping pairs: what they tell beyond single numbers (I. J. Good)."""
    after = zip(of.cards, [*of.cards[1:], of.cards[0]], strict=True)
    square = [sum(n * n for n in seen.values()) for seen in (Counter(after), Counter(of.cards))]
    statistic = (52 * 52 * square[0] - 52 * square[1]) / DRAWS
    return chi_square(statistic, 52 * 52 - 52)


def gaps(of: Drawn) -> float:
    """How many other cards come between two aces."""
    aces = [place for place, n in enumerate(of.cards) if n >= 48]
    seen = Counter(min(b - a - 1, 60) for a, b in pairwise(aces))
    return spread(seen, with_rest({k: Fraction(12**k, 13 ** (k + 1)) for k in range(60)}, 60))


def poker(of: Drawn) -> float:
    """How many ranks there are among five."""
    seen = Counter(len({n // 4 for n in five}) for five in groups_of(5, of.cards))
    ways = (0, 1, 15, 25, 10, 1)  # to part five into so many sets
    chances = {k: Fraction(ways[k] * math.perm(13, k), 13**5) for k in range(1, 6)}
    return spread(seen, chances)


def coupons(of: Drawn) -> float:
    """Cards until all four suits have come."""
    seen: Counter[int] = Counter()
    suits: set[int] = set()
    drawn = 0
    for n in of.cards:
        suits.add(n % 4)
        drawn += 1
        if len(suits) == 4:
            seen[min(drawn, 25)] += 1
            suits, drawn = set(), 0
    chances = {k: Fraction(4 * (3 ** (k - 1) - 3 * 2 ** (k - 1) + 3), 4**k) for k in range(4, 25)}
    return spread(seen, with_rest(chances, 25))


def permutations(of: Drawn) -> float:
    """Which of five is the least, which the next …: each order as often."""
    orders: dict[tuple[int, ...], int] = {}
    seen: Counter[int] = Counter()
    for five in groups_of(5, of.raw):
        order = tuple(sorted(range(5), key=five.__getitem__))
        seen[orders.setdefault(order, len(orders))] += 1
    return spread(seen, even(120))


def evenness(of: Drawn) -> float:
    return kolmogorov([n / 2**32 for n in of.raw])


def highest_of_eight(of: Drawn) -> float:
    """An order statistic: the highest of eight, to the eighth power, is even again."""
    return kolmogorov([(max(eight) / 2**32) ** 8 for eight in groups_of(8, of.raw)])


def runs_up(of: Drawn) -> float:
    """Runs of rising numbers; the number that ends one is left out, so that they are apart."""
    seen: Counter[int] = Counter()
    length, before = 0, -1
    for n in of.raw:
        if length and n < before:
            seen[min(length, 7)] += 1
            length = 0
        else:
            length, before = length + 1, n
    chances = {
        k: Fraction(1, math.factorial(k)) - Fraction(1, math.factorial(k + 1)) for k in range(1, 7)
    }
    return spread(seen, with_rest(chances, 7))


def serial_correlation(of: Drawn) -> float:
    return correlated(of.raw[:-1], of.raw[1:])


def interplay(of: Drawn) -> float:
    return correlated(of.raw, of.other)


NUMBERS: list[Callable[[Drawn], float]] = [
    *(equidistribution, serial_pairs, overlaps, gaps, poker, coupons, permutations),
    *(evenness, highest_of_eight, runs_up, serial_correlation, interplay),
]


def numbers_of(source: SeedSource) -> Drawn:
    return drawn(lambda number: numbers(source.seed_for(number, 52)))


@cache
def taught_numbers(lessons: int) -> list[Drawn]:
    return [numbers_of(lesson) for lesson in LESSONS[:lessons]]


@taught
@pytest.mark.parametrize("test", NUMBERS)
def test_the_numbers_of_lessons_are_random(test: Callable[[Drawn], float], lessons: int) -> None:
    assert fails(test, taught_numbers(lessons)) <= 1


@cache
def system_numbers(_: int) -> Drawn:
    """Of fresh seeds for each try."""
    return numbers_of(System())


@pytest.mark.parametrize("test", NUMBERS)
def test_the_numbers_of_the_system_are_random(test: Callable[[Drawn], float]) -> None:
    assert any(test(system_numbers(number)) <= 1 for number in range(TRIES))


def sawtooth(number: int) -> Iterator[int]:
    """As even as can be, and each number tells the next."""
    return (n * 0x4EC4EC5 % 2**32 for n in count(number))


def remainders(number: int) -> Iterator[int]:
    """A byte and what is left of it after 52s: 48 cards come more often than the other four."""
    return (byte % 52 for byte in Random(number).randbytes(2 * DRAWS))


@cache
def drawn_badly(stream: Callable[[int], Iterator[int]]) -> Drawn:
    return drawn(stream)


@pytest.mark.parametrize(
    ("stream", "test"),
    [(remainders, equidistribution), (remainders, evenness)]
    + [(sawtooth, test) for test in NUMBERS if test not in (equidistribution, evenness)],
)
def test_numbers_that_are_not_random_are_caught(
    stream: Callable[[int], Iterator[int]], test: Callable[[Drawn], float]
) -> None:
    assert test(drawn_badly(stream)) > 1


# -- shuffles ---------------------------------------------------------------------------------

SHUFFLES = 4_000
ONE_DECK = Shoe.of(1)
Decks = Sequence[tuple[Card, ...]]


def positions(decks: Decks) -> float:
    """Every card is as often at one place as at another.

    A sum of permutations of n cards varies n/(n − 1) times as much as one of single draws.
    """
    size = len(decks[0])
    seen = Counter((place, card.index) for deck in decks for place, card in enumerate(deck))
    expected = len(decks) / 52
    cells = (seen[place, card] for place in range(size) for card in range(52))
    statistic = sum((n - expected) ** 2 / expected for n in cells)
    return chi_square(statistic * (size - 1) / size, (size - 1) * 51)


def adjacency(decks: Decks) -> float:
    """How many cards are still followed by the one that followed them before the shuffle."""
    seen = Counter(sum(b.index == a.index + 1 for a, b in pairwise(d)) for d in decks)
    without = [1, 1, 1]  # permutations of n with no succession
    for n in range(3, 53):
        without.append((n - 1) * without[n - 1] + (n - 2) * without[n - 2])
    every = math.factorial(52)
    return spread(seen, {k: Fraction(math.comb(51, k) * without[52 - k], every) for k in range(52)})


def color_runs(decks: Decks) -> float:
    """Runs of one color, by their exact chances."""
    seen = Counter(1 + sum(a.is_red != b.is_red for a, b in pairwise(deck)) for deck in decks)
    chances = {}
    for runs in range(2, 53):
        k, odd = divmod(runs, 2)
        other = math.comb(25, k) if odd else math.comb(25, k - 1)
        chances[runs] = Fraction(2 * math.comb(25, k - 1) * other, math.comb(52, 26))
    return spread(seen, chances)


def poker_hands(decks: Decks) -> float:
    """The first five cards: how many pairs of cards have one rank."""
    seen: Counter[int] = Counter()
    for deck in decks:
        ranks = Counter(card.rank for card in deck[:5])
        seen[sum(math.comb(n, 2) for n in ranks.values())] += 1
    hands = {0: 1_317_888, 1: 1_098_240, 2: 123_552, 3: 54_912, 4: 3_744, 6: 624}
    return spread(seen, {k: Fraction(n, math.comb(52, 5)) for k, n in hands.items()})


def successive_cards(decks: Decks) -> float:
    """A card says of the next only that it is another: ranks of the tenth and eleventh."""
    seen = Counter((deck[9].rank - 2) * 13 + deck[10].rank - 2 for deck in decks)
    chances = {k: Fraction(12 if k % 14 == 0 else 16, 52 * 51) for k in range(13 * 13)}
    return spread(seen, chances)


def box_and_upcard(decks: Decks) -> float:
    """A hand as it is dealt: the box's first and third card of the shoe, the dealer's second."""
    seen: Counter[int] = Counter()
    for first, up, second in ((d[0], d[1], d[2]) for d in decks):
        ten = [card.points == 10 for card in (first, second)]
        natural = any(ten) and 1 in (first.points, second.points)
        seen[natural * 2 + up.is_ace] += 1
    naturals = 2 * 4 * 16  # in order; then three of fifty cards are aces
    hands = {3: naturals * 3, 2: naturals * 47, 1: 4 * 51 * 50 - naturals * 3}
    chances = {k: Fraction(n, 52 * 51 * 50) for k, n in hands.items()}
    return spread(seen, with_rest(chances, 0))


def neighbors(decks: Decks) -> float:
    """The first card of a shuffle says nothing of the first card of the next."""
    pairs = groups_of(2, [deck[0].index for deck in decks])
    return spread(Counter(a % 4 * 4 + b % 4 for a, b in pairs), even(16))


SHUFFLED: list[Callable[[Decks], float]] = [
    *(positions, adjacency, color_runs, poker_hands, successive_cards, box_and_upcard, neighbors)
]


def decks_of(source: SeedSource, pack: Shoe = ONE_DECK, many: int = SHUFFLES) -> Decks:
    return [tuple(shuffled(source.seed_for(n, pack.size), pack)) for n in range(1, many + 1)]


@cache
def taught_decks(lessons: int) -> list[Decks]:
    return [decks_of(lesson) for lesson in LESSONS[:lessons]]


@taught
@pytest.mark.parametrize("test", SHUFFLED)
def test_the_shuffles_of_lessons_are_fair(test: Callable[[Decks], float], lessons: int) -> None:
    assert fails(test, taught_decks(lessons)) <= 1


@cache
def system_decks(_: int) -> Decks:
    """Of fresh seeds for each try."""
    return decks_of(System())


@pytest.mark.parametrize("test", SHUFFLED)
def test_the_shuffles_of_the_system_are_fair(test: Callable[[Decks], float]) -> None:
    assert any(test(system_decks(number)) <= 1 for number in range(TRIES))


def test_six_decks_are_fair() -> None:
    assert fails(positions, (decks_of(lesson, Shoe.of(6), 1_000) for lesson in LESSONS)) <= 1


def unfair(kind: str) -> Iterator[tuple[Card, ...]]:
    """Shuffles that are wrong in a way somebody once shipped."""
    random = Random(1)
    for _ in range(SHUFFLES):
        cards = list(DECK)
        match kind:
            case "every card swapped with any":
                for i in range(52):
                    j = random.randrange(52)
                    cards[i], cards[j] = cards[j], cards[i]
            case "never left in place":
                for i in range(51, 0, -1):
                    j = random.randrange(i)
                    cards[i], cards[j] = cards[j], cards[i]
            case "seven riffles":
                for _ in range(7):
                    bits = [random.getrandbits(1) for _ in cards]
                    left, right = iter(cards[: 52 - sum(bits)]), iter(cards[52 - sum(bits) :])
                    cards = [next(right) if bit else next(left) for bit in bits]
        yield tuple(cards)


@pytest.mark.parametrize(
    ("kind", "test"),
    [
        ("every card swapped with any", positions),
        ("never left in place", positions),
        ("seven riffles", adjacency),
        *[("none", test) for test in SHUFFLED],
    ],
)
def test_an_unfair_shuffle_is_caught(kind: str, test: Callable[[Decks], float]) -> None:
    assert test(list(unfair(kind))) > 1


# -- rounds of a continuous shuffler ----------------------------------------------------------

Rounds = Sequence[Sequence[Card]]


def rounds_of(source: SeedSource) -> Rounds:
    """Rounds of six cards out of one deck."""
    shoes = SealedShoes(Delivery("continuous shuffler", 1, 0), source)
    rounds = []
    for _ in range(8_000):
        shoes.before_round()
        rounds.append([shoes.next() for _ in range(6)])
    return rounds


@cache
def taught_rounds(lessons: int) -> list[Rounds]:
    return [rounds_of(lesson) for lesson in LESSONS[:lessons]]


def met_again(rounds: Rounds) -> float:
    """How many cards of a round come again in the next."""
    pairs = zip(rounds[::2], rounds[1::2], strict=True)
    seen = Counter(len({*a} & {*b}) for a, b in pairs)
    every = math.comb(52, 6)
    return spread(
        seen, {k: Fraction(math.comb(6, k) * math.comb(46, 6 - k), every) for k in range(7)}
    )


def place_by_place(rounds: Rounds) -> float:
    """The ranks at one place in two rounds that follow each other."""
    pairs = zip(rounds[::2], rounds[1::2], strict=True)
    seen = Counter((a[3].rank - 2) * 13 + b[3].rank - 2 for a, b in pairs)
    return spread(seen, even(13 * 13))


@taught
@pytest.mark.parametrize("test", [met_again, place_by_place])
def test_a_round_of_a_continuous_shuffler_says_nothing_of_the_next(
    test: Callable[[Rounds], float], lessons: int
) -> None:
    assert fails(test, taught_rounds(lessons)) <= 1


def test_cards_that_stay_out_of_a_shuffler_for_a_round_are_caught() -> None:
    """As in a machine with a buffer."""
    random = Random(1)
    rounds: list[list[Card]] = []
    for _ in range(8_000):
        out = rounds[-1][:1] if rounds else []
        rounds.append(random.sample([card for card in DECK if card not in out], 6))
    assert met_again(rounds) > 1


# -- seeds ------------------------------------------------------------------------------------


def test_the_numbers_of_a_seed_never_change() -> None:
    """Logs of years ago must open. `openssl dgst -shake256 -xoflen 8` of 64 zeros, a blank and
    0 gives 3666395e9c65b674; the second block begins after 34 numbers.
    """
    found = list(islice(numbers("0" * 64), 36))
    assert found[:2] == [0x5E396636, 0x74B6659C]
    assert found[33:36] == [4000670093, 3120811359, 41769876]


def test_numbers_that_would_favour_some_are_refused() -> None:
    """§ 810.5: a scaled number is as likely as another, also where 2³² does not divide evenly."""
    for many in range(1, 417):
        fair = 2**32 // many * many
        assert next(below_each(many, iter([fair - 1]))) == many - 1
        if fair < 2**32:
            assert next(below_each(many, iter([fair, 2**32 - 1, 0]))) == 0


def test_every_order_comes_as_often() -> None:
    """Four cards, all 24 orders."""
    pack = Shoe(tuple(int(card.index >= 48) for card in DECK))
    orders: dict[tuple[Card, ...], int] = {}
    seen = Counter(
        orders.setdefault(order, len(orders)) for order in decks_of(Lesson(1), pack, 12_000)
    )
    assert spread(seen, even(24)) <= 1


def test_cards_drawn_one_by_one_are_the_order() -> None:
    seed = Lesson(1).seed_for(1)
    order = tuple(shuffled(seed, Shoe.of(6)))
    assert Counter(order) == Counter(dict.fromkeys(DECK, 6))
    assert tuple(islice(shuffled(seed, Shoe.of(6)), 40)) == order[:40]
    assert tuple(shuffled(seed, Shoe.of(6))) == order


@pytest.mark.usefixtures("new_shoes")
def test_no_seed_of_the_system_comes_twice_and_a_lesson_s_come_again() -> None:
    seeds = {System().seed_for(1, 312) for _ in range(1_000)}
    assert len(seeds) == 1_000
    assert {len(seed) for seed in seeds} == {1 + 536 + 1 + 32}  # 312! has 536 digits of 16
    assert len({commitment(seed) for seed in seeds}) == 1_000
    assert [Lesson(7).seed_for(n) for n in range(9)] == [Lesson(7).seed_for(n) for n in range(9)]
    assert len({Lesson(s).seed_for(n) for s in range(9) for n in range(9)}) == 81
    assert (Lesson(7).name, System().name) == ("seed 7", "system")
