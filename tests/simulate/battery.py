"""A battery of tests for a generator of 64-bit words, each with the chance of a worse result.

After D. E. Knuth, The Art of Computer Programming, volume 2, section 3.3.2, and G. Marsaglia's
birthday spacings and binary ranks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Source = Callable[[int, int, int], Words]
"""How many words, of which seed and which chunk."""
RANKS = {64: 0.288788095, 63: 0.577576190, 62: 0.128350265}
"""Rank of 64 random rows of 64 bits → its chance; the rest is fewer."""


def tail(statistic: float, freedom: int) -> float:
    """The chance of a χ² as great (Wilson and Hilferty)."""
    cube = (statistic / freedom) ** (1 / 3)
    spread = math.sqrt(2 / (9 * freedom))
    return 1 - NormalDist().cdf((cube - (1 - 2 / (9 * freedom))) / spread)


def uniform(counts: NDArray[Any]) -> float:
    """Whether cells are filled alike."""
    expected = counts.sum() / counts.size
    return tail(float(((counts - expected) ** 2).sum() / expected), counts.size - 1)


def normal(value: float, mean: float, deviation: float) -> float:
    """The chance of a value as far off, on either side."""
    return 2 * (1 - NormalDist().cdf(abs(value - mean) / deviation))


def bits(words: Words) -> NDArray[np.uint8]:
    return np.unpackbits(words.view(np.uint8).reshape(len(words), 8), axis=1, bitorder="little")


def frequency(words: Words) -> float:
    """Each of the 64 bits is set in half of the words."""
    ones = np.zeros(64)
    for part in np.array_split(words, max(1, len(words) >> 16)):
        ones += bits(part).sum(axis=0)
    return tail(float(((2 * ones - len(words)) ** 2 / len(words)).sum()), 64)


def serial(words: Words, shift: int) -> float:
    """Sixteen bits of a word are each of 65,536 values equally often."""
    cells = (words >> np.uint64(shift)).astype(np.uint16)
    return uniform(np.bincount(cells, minlength=1 << 16))


def pairs(words: Words, shift: int) -> float:
    """A byte and that of the next word are each of 65,536 pairs equally often."""
    byte = ((words >> np.uint64(shift)) & np.uint64(255)).astype(np.int64)
    even = len(byte) // 2 * 2
    return uniform(np.bincount(byte[0:even:2] * 256 + byte[1:even:2], minlength=1 << 16))


def gaps(words: Words) -> float:
    """Words between two whose top five bits are zero: geometric."""
    found = np.flatnonzero(words >> np.uint64(59) == 0)
    between = np.minimum(np.diff(found) - 1, 150)
    seen = np.bincount(between, minlength=151)
    chance = np.append((31 / 32) ** np.arange(150) / 32, (31 / 32) ** 150)
    expected = chance * len(between)
    return tail(float(((seen - expected) ** 2 / expected).sum()), 150)


def runs(words: Words) -> float:
    """Rises and falls from word to word: their number."""
    rises = words[1:] > words[:-1]
    many = 1 + int((rises[1:] != rises[:-1]).sum())
    n = len(words)
    return normal(many, (2 * n - 1) / 3, math.sqrt((16 * n - 29) / 90))


def correlation(words: Words, lag: int) -> float:
    """Between a word and a later one."""
    value = words.astype(np.float64) / 2**64 - 0.5
    product = float((value[:-lag] * value[lag:]).sum()) * 12
    return normal(product, 0.0, math.sqrt(len(words) - lag))


def apart(words: Words, others: Words) -> float:
    """Bits in which two sequences differ: half of them."""
    differ = int(np.bitwise_count(words ^ others).sum())
    return normal(differ, 32 * len(words), math.sqrt(16 * len(words)))


def spacings(words: Words) -> float:
    """Birthday spacings: equal distances among 512 birthdays in 2²⁴ days; Poisson, mean near 2.

    Of 511 distances two are equal with chance 512/2m, three with 512 · 511/3m², which count twice
    and not three times: the mean of 2 that is usually given is 1 % too great for so few birthdays.
    """
    born, year = 512, 1 << 24
    days = np.sort((words[: len(words) // born * born] >> np.uint64(40)).reshape(-1, born), axis=1)
    spaces = np.sort(np.diff(days, axis=1), axis=1)
    equal = int((spaces[:, 1:] == spaces[:, :-1]).sum())
    two = math.comb(born - 1, 2) * born / (2 * year)
    three = math.comb(born - 1, 3) * born * (born - 1) / (3 * year**2)
    mean = (two - three) * len(days)
    return normal(equal, mean, math.sqrt(mean))


def ranks(words: Words) -> float:
    """Ranks of 64 words as rows of a binary matrix."""
    many = min(max(len(words) >> 11, 256), 4096)
    seen: dict[int, int] = {}
    for number in range(many):
        rank = _rank([int(word) for word in words[64 * number : 64 * number + 64]])
        seen[max(rank, 61)] = seen.get(max(rank, 61), 0) + 1
    chance = {**RANKS, 61: 1 - sum(RANKS.values())}
    off = sum((seen.get(r, 0) - p * many) ** 2 / (p * many) for r, p in chance.items())
    return tail(off, 3)


def _rank(rows: list[int]) -> int:
    found = 0
    while rows:
        pivot = rows.pop()
        if pivot:
            found += 1
            low = pivot & -pivot
            rows = [row ^ pivot if row & low else row for row in rows]
    return found


def battery(source: Source, words: int) -> Iterator[tuple[str, float]]:
    """Every test with its chance, of one sequence and of neighboring ones."""
    made = source(words, 1, 0)
    yield "frequency of each bit", frequency(made)
    for shift in (0, 16, 32, 48):
        yield f"bits {shift} to {shift + 15}", serial(made, shift)
    for shift in (0, 24, 56):
        yield f"pairs of bytes at bit {shift}", pairs(made, shift)
    yield "gaps", gaps(made)
    yield "runs", runs(made)
    for lag in (1, 2, 64):
        yield f"correlation at lag {lag}", correlation(made, lag)
    yield "birthday spacings", spacings(made)
    yield "binary ranks", ranks(made)
    yield "against the next chunk", apart(made, source(words, 1, 1))
    yield "against the next seed", apart(made, source(words, 2, 0))
    first = np.concatenate([source(64, seed, 0) for seed in range(words >> 6)])
    yield "first words of as many seeds", serial(first, 48)
