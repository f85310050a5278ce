"""The simulator's random numbers pass a stated battery, which finds fault with poor ones."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.simulate.kernels.shuffles import key_of, random_words
from tests.simulate.battery import Words, battery
from tests.soak import soak

ALLOWED = 1e-5
"""Chances below it, or as near to one, are a fault: one good battery in two thousand has one."""


def of_kernels(words: int, seed: int, chunk: int) -> Words:
    made = np.empty(words, np.uint64)
    random_words(made, np.uint64(key_of(np.uint64(seed))), np.uint64(chunk << 32))
    return made


def of_counter(words: int, seed: int, chunk: int) -> Words:
    """A sequence without its output function."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    return (np.arange(words, dtype=np.uint64) + np.uint64((chunk << 32) + seed)) * golden


def of_low_bits(words: int, seed: int, chunk: int) -> Words:
    """A congruential generator modulo 2⁶⁴, whose low bits have short periods."""
    made, state = np.empty(words, np.uint64), seed + chunk
    for at in range(words):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        made[at] = state
    return made


@pytest.mark.parametrize("words", [1 << 20, soak(1 << 26)])
def test_the_generator_passes(words: int) -> None:
    found = dict(battery(of_kernels, words))
    assert {name: p for name, p in found.items() if not ALLOWED < p < 1 - ALLOWED} == {}
    assert len(found) == 18


@pytest.mark.parametrize("poor", [of_counter, of_low_bits])
def test_a_poor_generator_does_not(poor: object) -> None:
    found = dict(battery(poor, 1 << 17))  # type: ignore[arg-type]
    assert sum(not ALLOWED < p < 1 - ALLOWED for p in found.values()) >= 3
