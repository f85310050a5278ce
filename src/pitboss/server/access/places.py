"""Places at the server: how many requests and sockets may be open, for whom and from where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from pitboss.server.access.security import PER_ADDRESS

MOST: Final = 4_000
RESERVED: Final = 1_000
"""Places that only staff and those who are seated may take."""
EACH: Final = 8
"""Places that one person's browser may need: six connections and a few screens."""


@dataclass(slots=True)
class Places:
    """How many are taken, and by whom; strangers leave a share to those whose money is at stake."""

    most: int = MOST
    reserved: int = RESERVED
    people: int = PER_ADDRESS
    """How many people may share an address."""
    taken: int = 0
    _at: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def one(self, address: str, entitled: bool) -> Iterator[bool]:
        """A place, if there is one; `entitled` are staff and those who are seated."""
        room = self.most if entitled else self.most - self.reserved
        free = self.taken < room and (entitled or self._at[address] < self.people * EACH)
        if not free:
            yield False
            return
        self.taken += 1
        self._at[address] += not entitled
        try:
            yield True
        finally:
            self.taken -= 1
            self._at[address] -= not entitled
            if not self._at[address]:
                del self._at[address]
