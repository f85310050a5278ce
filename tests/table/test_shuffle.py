"""Statistical tests of the shuffle at 99%.

Each test is made at the 99% level. On the cryptographic source one that fails is made again on
fresh shuffles, and only five failures in a row count: a good shuffle fails one of the five tests
with a chance of 5 × 0.01⁵ = 5 in 10¹⁰ a run. The seeded source is deterministic: seed 2109.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from statistics import NormalDist

import pytest

from pitboss.cards import DECK, Card, Shoe
from pitboss.errors import PitbossError
from pitboss.table.chance import Lesson, SealedShoe, open_shoe, shuffled

Source = Callable[[Shoe], SealedShoe]
SHUFFLES, TRIES = 4_000, 5
ONE_DECK = Shoe.of(1)


def quantile(freedom: int, level: float = 0.99) -> float:
    """Chi-square, by Wilson and Hilferty."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + NormalDist().inv_cdf(level) * math.sqrt(part)) ** 3


def chi_square(seen: Counter[int], chances: dict[int, Fraction], many: int) -> tuple[float, int]:
    """Statistic and degrees of freedom, rare outcomes thrown together."""
    rare = [k for k, p in chances.items() if p * many < 10]
    groups = [[k] for k in chances if k not in rare] + ([rare] if rare else [])
    statistic = 0.0
    for group in groups:
        expected = float(sum(chances[k] for k in group) * many)
        statistic += (sum(seen[k] for k in group) - expected) ** 2 / expected
    return statistic, len(groups) - 1


Decks = Sequence[tuple[Card, ...]]
Test = Callable[[Decks], tuple[float, int]]


def positions(decks: Decks) -> tuple[float, int]:
    """Every card is as often at one place as at another.

    The table of counts has 51² free cells; a sum of permutations varies 52/51 times as much.
    """
    seen = Counter((place, card.index) for deck in decks for place, card in enumerate(deck))
    expected = len(decks) / 52
    cells = (seen[place, card] for place in range(52) for card in range(52))
    statistic = sum((n - expected) ** 2 / expected for n in cells)
    return statistic * 51 / 52, 51 * 51


def successions(decks: Decks) -> tuple[float, int]:
    """How many cards are still followed by the one that followed them before the shuffle."""
    seen = Counter(sum(b.index == a.index + 1 for a, b in pairwise(d)) for d in decks)
    without = [1, 1, 1]  # permutations of n with no succession
    for n in range(3, 53):
        without.append((n - 1) * without[n - 1] + (n - 2) * without[n - 2])
    chances = {
        k: Fraction(math.comb(51, k) * without[52 - k], math.factorial(52)) for k in range(52)
    }
    assert sum(chances.values()) == 1
    return chi_square(seen, chances, len(decks))


def color_runs(decks: Decks) -> tuple[float, int]:
    """Runs of one color, by their exact chances."""
    seen = Counter(1 + sum(a.is_red != b.is_red for a, b in pairwise(deck)) for deck in decks)
    every = math.comb(52, 26)
    chances = {}
    for runs in range(2, 53):
        k, odd = divmod(runs, 2)
        other = math.comb(25, k) if odd else math.comb(25, k - 1)
        chances[runs] = Fraction(2 * math.comb(25, k - 1) * other, every)
    assert sum(chances.values()) == 1
    return chi_square(seen, chances, len(decks))


def poker_hands(decks: Decks) -> tuple[float, int]:
    """The first five cards: how many pairs of cards have one rank."""
    seen: Counter[int] = Counter()
    for deck in decks:
        ranks = Counter(card.rank for card in deck[:5])
        seen[sum(math.comb(n, 2) for n in ranks.values())] += 1
    hands = {0: 1_317_888, 1: 1_098_240, 2: 123_552, 3: 54_912, 4: 3_744, 6: 624}
    chances = {k: Fraction(n, math.comb(52, 5)) for k, n in hands.items()}
    assert sum(chances.values()) == 1
    return chi_square(seen, chances, len(decks))


def neighbours(decks: Decks) -> tuple[float, int]:
    """The first card of a shuffle says nothing of the first card of the next."""
    pairs = zip(decks[::2], decks[1::2], strict=True)
    seen = Counter(int(a[0].suit) * 4 + int(b[0].suit) for a, b in pairs)
    return chi_square(seen, {k: Fraction(1, 16) for k in range(16)}, len(decks) // 2)


TESTS: list[Test] = [positions, successions, color_runs, poker_hands, neighbours]


def decks_of(source: Source) -> list[tuple[Card, ...]]:
    return [source(ONE_DECK).order for _ in range(SHUFFLES)]


def passes(test: Test, decks: Decks) -> bool:
    statistic, freedom = test(decks)
    return statistic <= quantile(freedom)


@pytest.mark.parametrize("test", TESTS)
def test_the_cryptographic_shuffle_is_fair(test: Test) -> None:
    assert any(passes(test, decks_of(shuffled)) for _ in range(TRIES))


@pytest.mark.parametrize("test", TESTS)
def test_the_seeded_shuffle_is_fair(test: Test) -> None:
    assert passes(test, decks_of(Lesson(2109).shuffled))


def unfair(kind: str) -> Iterator[tuple[Card, ...]]:
    """Shuffles that are wrong in a way somebody once shipped."""
    lesson = Lesson(1)
    random = lesson._random
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
        ("seven riffles", successions),
        ("none", positions),
        ("none", successions),
        ("none", color_runs),
        ("none", poker_hands),
        ("none", neighbours),
    ],
)
def test_an_unfair_shuffle_is_caught(kind: str, test: Test) -> None:
    assert not passes(test, list(unfair(kind)))


def test_a_shoe_is_whole_and_opens_to_what_was_committed() -> None:
    shoe = shuffled(Shoe.of(6))
    assert Counter(shoe.order) == Counter(dict.fromkeys(DECK, 6))
    order = " ".join(map(str, shoe.order))
    assert open_shoe(shoe.commitment, shoe.salt, order) == shoe.order
    with pytest.raises(PitbossError, match="not the one that was committed"):
        open_shoe(shoe.commitment, shoe.salt, " ".join(map(str, shoe.order[::-1])))
    assert shuffled(Shoe.of(6)).order != shoe.order


def test_a_seed_gives_the_same_shoes_again_and_says_so() -> None:
    first, again = Lesson(7), Lesson(7)
    for _ in range(3):
        assert first.shuffled(ONE_DECK) == again.shuffled(ONE_DECK)
    assert first.shuffled(ONE_DECK).source == "seed 7"
    assert shuffled(ONE_DECK).source == "system"
