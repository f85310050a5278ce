"""Places at the server: how many connections, requests and sockets may be open, for whom and from
where, and how long a request's headers may take to come.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.server.access.proxy import Proxies, neighborhood
from pitboss.server.access.security import PER_ADDRESS

MOST_PLACES: Final = 4_000
RESERVED: Final = 1_000
"""Places that only staff and those who are seated may take."""
EACH: Final = 8
"""Places that one person's browser may need: six connections and a few screens."""


@dataclass(slots=True)
class Places:
    """How many are taken, and by whom; strangers leave a share to those whose money is at stake."""

    most: int = MOST_PLACES
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


MOST_CONNECTIONS: Final = 6_000
HEADERS_WITHIN: Final = 10.0


@dataclass(slots=True)
class Connections:
    """The open connections of a server that are not sockets of its pages."""

    people: int = PER_ADDRESS
    """How many people may share an address."""
    proxies: Proxies = field(default_factory=Proxies)
    """Theirs are not counted by address: they count their own clients."""
    most: int = MOST_CONNECTIONS
    within: float = HEADERS_WITHIN
    """Seconds within which all headers of a request must have come."""
    taken: int = 0
    _at: Counter[str] = field(default_factory=Counter)
    _waiting: dict[Bounded, None] = field(default_factory=dict)
    """Those whose headers have not all come, oldest first."""

    def protocol(self) -> type[HttpToolsProtocol]:
        """What the server speaks with each of them."""
        return type("BoundedProtocol", (Bounded,), {"bounds": self})

    def enter(self, one: Bounded) -> bool:
        """Count a new connection; false if there is no place for it."""
        address = self._address(one)
        if address and self._at[address] >= self.people * EACH:
            return False
        if self.taken >= self.most:
            if not self._waiting:
                return False
            next(iter(self._waiting)).abandon()
        self.taken += 1
        self._at[address] += 1
        return True

    def leave(self, one: Bounded) -> None:
        """It is closed, or has become a socket, which has a place of its own."""
        address = self._address(one)
        self.taken -= 1
        self._at[address] -= 1
        if not self._at[address]:
            del self._at[address]

    def waits(self, one: Bounded) -> None:
        self._waiting[one] = None

    def came(self, one: Bounded) -> None:
        self._waiting.pop(one, None)

    def _address(self, one: Bounded) -> str:
        """Under what it is counted; nothing for a proxy of the house."""
        peer = one.client[0] if one.client else ""
        return "" if self.proxies.trusts(peer) else neighborhood(peer)


class Bounded(HttpToolsProtocol):
    """A connection that is closed if there are too many, or if its headers do not come."""

    bounds: ClassVar[Connections]
    _timer: asyncio.TimerHandle | None = None
    _counted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._counted = self.bounds.enter(self)
        if not self._counted:
            transport.abort()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self._timer is None and (self.cycle is None or self.cycle.response_complete):
            self._wait()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._came()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def abandon(self) -> None:
        """Close it: its headers have not come, and others need the place."""
        self._leave()
        self.transport.abort()

    def _wait(self) -> None:
        self._timer = self.loop.call_later(self.bounds.within, self.abandon)
        self.bounds.waits(self)

    def _came(self) -> None:
        self.bounds.came(self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _leave(self) -> None:
        self._came()
        if self._counted:
            self._counted = False
            self.bounds.leave(self)
