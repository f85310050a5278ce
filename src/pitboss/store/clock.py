"""The time of a house: it never runs backwards, and a clock that is set does not move it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

SLIGHT: Final = timedelta(seconds=1)
"""A difference up to which the machine's clock is followed: clocks drift, and are corrected a
little at a time.
"""


def wall() -> datetime:
    """The time of the machine."""
    return datetime.now(UTC)


class SteadyClock:
    """Begins with the machine's time, or where the books end, and continues by the monotonic clock.

    >>> steady = SteadyClock()
    >>> steady() <= steady()
    True
    """

    def __init__(
        self,
        wall: Callable[[], datetime] = wall,
        monotonic: Callable[[], float] = time.monotonic,
        not_before: datetime | None = None,
    ) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._lock = threading.Lock()
        self.behind = max(timedelta(0), (not_before or wall()) - wall())
        """How far the machine's time was behind the books when the house was opened."""
        self._begun = wall() + self.behind - timedelta(seconds=monotonic())
        self._last = datetime.min.replace(tzinfo=UTC)
        self._known = self.behind

    def __call__(self) -> datetime:
        with self._lock:
            self._last = max(self._last, self._now())
            return self._last

    def jump(self) -> timedelta:
        """How far the machine's time has jumped since it was last asked about; usually nothing.

        A slight difference is followed; after a jump the house keeps its own time.
        """
        with self._lock:
            off = self._now() - self._wall()
            moved = self._known - off
            if abs(moved) > SLIGHT:
                self._known = off
                return moved
            self._begun += moved
            return timedelta(0)

    def _now(self) -> datetime:
        return self._begun + timedelta(seconds=self._monotonic())
