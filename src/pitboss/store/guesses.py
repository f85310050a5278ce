"""Wrong passwords, counted by whoever enters them, so that nobody can lock anybody else out."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from pitboss.errors import PitbossError
from pitboss.store.rows import stamp

TRIES: Final = 5
LOCKED_FOR: Final = timedelta(minutes=15)
MOST_COUNTED: Final = 20_000


class LockedOut(PitbossError):
    """Too many wrong passwords."""

    def __init__(self, name: str, until: str, now: str) -> None:
        super().__init__(f"Too many wrong passwords: {name} is locked out until {until}.")
        left = datetime.fromisoformat(until) - datetime.fromisoformat(now)
        self.wait = math.ceil(left.total_seconds())
        """Seconds until then."""


@dataclass(slots=True)
class GuessCount:
    """A guesser's wrong passwords in a row."""

    tries: int
    last: datetime
    locked_until: datetime | None = None


@dataclass(slots=True)
class Guesses:
    """Five wrong passwords in a row lock out whoever entered them for a quarter of an hour.

    A guesser is a name at an address, or a session; the only writing process keeps the count.
    """

    clock: Callable[[], datetime]
    _counted: dict[str, GuessCount] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, who: str, name: str) -> None:
        """Count a try before the password is checked, so that simultaneous tries count too."""
        now = self.clock()
        with self._lock:
            if len(self._counted) >= MOST_COUNTED:
                self._forget_old(now)
            found = self._counted.setdefault(who, GuessCount(0, now))
            if now - found.last >= LOCKED_FOR:
                found.tries, found.locked_until = 0, None
            if found.locked_until is None:
                found.tries, found.last = found.tries + 1, now
                if found.tries > TRIES:  # the others are being checked now
                    found.locked_until = now + LOCKED_FOR
            until = found.locked_until
        if until:
            raise LockedOut(name, stamp(until), stamp(now))

    def wrong(self, who: str) -> None:
        """The password was wrong; the fifth locks out."""
        now = self.clock()
        with self._lock:
            found = self._counted.get(who)
            if found and found.tries >= TRIES:
                found.last, found.locked_until = now, now + LOCKED_FOR

    def right(self, who: str) -> None:
        """The password was right: clear the count."""
        with self._lock:
            self._counted.pop(who, None)

    def forget(self, name: str) -> None:
        """Let a name be tried again from everywhere."""
        with self._lock:
            at = f"{name} at "
            self._counted = {w: c for w, c in self._counted.items() if not w.startswith(at)}

    def _forget_old(self, now: datetime) -> None:
        recent = {w: c for w, c in self._counted.items() if now - c.last < LOCKED_FOR}
        self._counted = recent if len(recent) < MOST_COUNTED else {}
