"""What the dealers of all games have in common: chunks of shoes, each on its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.kernels.shuffles import key_of
from pitboss.simulate.totals import Totals


def key_for(seed: int) -> np.uint64:
    """The key of a run's random numbers."""
    return np.uint64(key_of(np.uint64(seed)))


def digest_of(arrays: Iterable[NDArray[Any] | None], rest: object) -> str:
    """Of everything that decides what is dealt."""
    made = hashlib.sha256()
    for each in arrays:
        made.update(b"" if each is None else each.tobytes())
    made.update(repr(rest).encode())
    return made.hexdigest()


class ChunkDealer(Protocol):
    """The arrays of a table and a plan: all that is needed to deal a chunk, on any machine."""

    def deal(self, chunk: int, shoes: int) -> Totals:
        """So many shoes from the chunk's part of the random numbers."""
        ...

    def deal_money(
        self, chunk: int, part: float, money: NDArray[np.float64], out: NDArray[np.float64]
    ) -> None:
        """What all boxes win in each round from the chunk's part of the random numbers, in cents:
        `part` is what a part of the main stake is worth, `money` each class of each wager.
        """
        ...

    @property
    def rounds_of_shoe(self) -> float:
        """On average."""
        ...

    @property
    def digest(self) -> str:
        """Of everything that decides what it deals."""
        ...
