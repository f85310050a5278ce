"""Random numbers and shuffled shoes.

Random numbers come from a counter: SplitMix64's output function of key + golden ratio × (chunk ×
2³² + n). Each chunk can be dealt alone, on any machine, and no two share a number.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pitboss.simulate.kernels.compiler import inlined, kernel

U32: Final = np.uint64(32)
LOW: Final = np.uint64(0xFFFFFFFF)
GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)


def split_mix(z: Any) -> Any:
    """SplitMix64's output function."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


mixed = inlined(split_mix)


@kernel
def key_of(seed: Any) -> Any:
    """The key of a run's random numbers."""
    return mixed(np.uint64(seed) * GOLDEN + GOLDEN)


@kernel
def random_words(words: Any, key: Any, counter: Any) -> None:
    """The numbers of a sequence from a place on."""
    start = key + counter * GOLDEN
    for at in range(words.size):
        words[at] = mixed(start + np.uint64(at) * GOLDEN)


@kernel
def shuffle(
    shoe: Any, base: Any, size: Any, cards: Any, words: Any, picks: Any, key: Any, counter: Any
) -> Any:
    """Put a uniformly chosen card at each of an even number of places; the next counter.

    Fisher and Yates's shuffle, two places a word. A 32-bit half is scaled to the range without
    rejection: no card's chance is off by more than one part in ten million. The loops are apart
    and plain so that they are compiled to vector instructions.
    """
    half = cards // 2
    random_words(words[:half], key, counter)
    for at in range(half):
        off = ((words[at] & LOW) * np.uint64(size - at)) >> U32
        picks[at] = np.uint32(at) + np.uint32(off)
    for at in range(half):
        off = ((words[at] >> U32) * np.uint64(size - half - at)) >> U32
        picks[half + at] = np.uint32(half + at) + np.uint32(off)
    begin = np.uint64(base)
    for at in range(np.uint64(cards)):
        here = begin + np.uint64(at)
        there = begin + np.uint64(picks[np.uint64(at)])
        card = shoe[here]
        shoe[here] = shoe[there]
        shoe[there] = card
    return counter + np.uint64(half)
