"""The plan of a run and its totals; both are the same whatever deals the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.side_wagers import CLASSES
from pitboss.wagers.count import Key

Whole = NDArray[np.int64]
LEAST: Final = 1_000
"""The fewest rounds: with fewer the error is meaningless."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """How many rounds, from how many shoes, by which random numbers."""

    rounds: int = 10_000_000
    seed: int = 1
    per_shoe: int = 0
    """Rounds from each shoe; 0 if every shoe is dealt to the cut card."""
    error: float | None = None
    """The run ends when the standard error of the main wager is no greater."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What has been counted so far."""

    chunks: int
    rounds: int
    spread: Whole
    """What a box netted, in parts around the middle."""
    counts: Whole
    """Wager × class."""
    sums: Whole
    """Line × the sums over shoes of n, x, x², n·x and n²; then the stakes of the main wager."""
    shoes: int = 0
    seconds: float = 0.0

    @classmethod
    def nothing(cls, most_net: int, wagers: int) -> Totals:
        """Room for nets up to this many parts, and for this many wagers."""
        return cls(
            0,
            0,
            np.zeros(2 * most_net + 1, np.int64),
            np.zeros(wagers * CLASSES, np.int64),
            np.zeros((wagers + 1, 6), np.int64),
        )

    def plus(self, other: Totals, seconds: float) -> Totals:
        """Both together: a new one, so that an interrupt leaves the old one whole."""
        return Totals(
            self.chunks + other.chunks,
            self.rounds + other.rounds,
            self.spread + other.spread,
            self.counts + other.counts,
            self.sums + other.sums,
            self.shoes + other.shoes,
            seconds,
        )

    def seen(self, number: int, keys: Sequence[Key]) -> dict[Key, int]:
        """How often each class of a wager occurred, by its key."""
        counts = self.counts[number * CLASSES : (number + 1) * CLASSES]
        return {key: int(n) for key, n in zip(keys, counts, strict=False)}

    def error(self, line: int, unit: int) -> float:
        """The standard error of a line's mean, shoes being independent of one another."""
        n, x, xx, nx, nn, _ = (float(each) for each in self.sums[line])
        if self.shoes < 2 or not n:
            return float("nan")
        mean = x / n
        spread = max(xx - 2 * mean * nx + mean * mean * nn, 0.0)
        return float((spread * self.shoes / (self.shoes - 1)) ** 0.5 / n / unit)
