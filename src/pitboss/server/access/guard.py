"""The checks that every request passes before the routes.

They cover the page that sends it, its size, how fast it arrives, how many requests come, and how
many connections, requests and sockets a person or an address may have open. Each request gets an
id, which appears in its answer and in its line of the server's log.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import ClassVar, Final
from urllib.parse import unquote_to_bytes

from starlette.datastructures import Headers, MutableHeaders, State
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.server.access.auth import session_of
from pitboss.server.access.security import (
    COOKIE,
    HEADERS,
    PER_ADDRESS,
    Access,
    Proxies,
    forged,
    kind_of,
    neighborhood,
    too_fast,
)
from pitboss.server.floor import Floor
from pitboss.server.monitoring import REQUEST
from pitboss.store.sessions import Session

log = logging.getLogger("pitboss.server")
API: Final = "/api/v1"
LONGEST: Final = 64 * 1024
"""The most bytes a request may have."""
BODY_WITHIN = 10.0
"""Seconds within which the whole body must arrive."""
NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000|\x00")
FULL: Final = "Too many people are connected now: try again in a moment."
POLICY, TRY_LATER = 1008, 1013


class Guard:
    """Middleware that checks every request and socket before it reaches a route."""

    def __init__(self, app: ASGIApp, floor: Floor, state: State) -> None:
        self.app, self.floor, self.state = app, floor, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        scope["pitboss.peer"] = peer = scope["client"][0] if scope.get("client") else ""
        headers, proxies = Headers(scope=scope), self.access.proxies
        if not proxies.refused(peer, headers):
            scope["client"] = (proxies.asks(peer, headers), 0)
            if proxies.trusts(peer) and headers.get("x-forwarded-proto") in ("http", "https"):
                secure = headers["x-forwarded-proto"] == "https"
                kind = "ws" if scope["type"] == "websocket" else "http"
                scope["scheme"] = f"{kind}s" if secure else kind
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    @property
    def access(self) -> Access:
        found: Access = self.state.access
        return found

    # -- sockets -----------------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, origins = Headers(scope=scope), self.access.origins
        host, origin = headers.get("host", ""), headers.get("origin", "")
        known = origins.knows_host(host) and origins.is_own(origin, host)
        if not known or b"\x00" in _address(scope) or self._not_believed(scope, headers):
            await send({"type": "websocket.close", "code": POLICY, "reason": ""})
            return
        session, wait = await self._paced(scope, "read")
        with self._place(scope, session) as placed:
            if wait or not placed:
                await send({"type": "websocket.close", "code": TRY_LATER, "reason": ""})
                return
            await self.app(scope, receive, send)

    # -- requests ----------------------------------------------------------------------------------

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, ident = time.perf_counter(), secrets.token_hex(8)
        REQUEST.set(ident)
        status = 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._dress(scope, MutableHeaders(scope=message), ident)
            await send(message)

        try:
            await self._checked(scope, receive, answer)
        finally:
            self.floor.metrics.requests.labels(scope["method"], status).inc()
            ms = round((time.perf_counter() - began) * 1000, 1)
            said = {"method": scope["method"], "path": scope["path"], "status": status, "ms": ms}
            log.info("request", extra=said)

    async def _checked(self, scope: Scope, receive: Receive, answer: Send) -> None:
        headers = Headers(scope=scope)
        if refused := self._refused(scope, headers):
            await refused(scope, receive, answer)
            return
        session, wait = self.floor.store.sessions.known(_cookie(scope)), 0.0
        if scope["path"].startswith(API):
            session, wait = await self._paced(scope, kind_of(scope["method"], scope["path"]))
        if wait:
            words, seconds = too_fast(wait)
            late = JSONResponse({"error": words}, 429, {"retry-after": str(seconds)})
            await late(scope, receive, answer)
            return
        with self._place(scope, session) as placed:
            if not placed:
                await JSONResponse({"error": FULL}, 503, {"retry-after": "5"})(
                    scope, receive, answer
                )
                return
            body = await self._body(receive, int(headers.get("content-length", "0")))
            if isinstance(body, JSONResponse):
                await body(scope, receive, answer)
                return
            await self.app(scope, _again(body, receive), answer)

    def _refused(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        """Why a request is refused unread."""
        if why := self._not_believed(scope, headers):
            return JSONResponse({"error": why}, 403)
        if why := forged(scope["method"], headers, self.access.origins):
            return JSONResponse({"error": why}, 403)
        sent = headers.get("content-length", "0")
        if "transfer-encoding" in headers or not sent.isdecimal() or int(sent) > LONGEST:
            words = f"A request may have at most {LONGEST} bytes and must state its length."
            return JSONResponse({"error": words}, 413)
        if b"\x00" in _address(scope):
            return _nul()
        return None

    def _not_believed(self, scope: Scope, headers: Mapping[str, str]) -> str:
        return self.access.proxies.refused(scope["pitboss.peer"], headers)

    async def _body(self, receive: Receive, length: int) -> bytes | JSONResponse:
        """The whole request, if it arrives in time and contains no NUL."""
        parts: list[bytes] = []
        more = length > 0
        try:
            async with asyncio.timeout(BODY_WITHIN):
                while more:
                    message = await receive()
                    parts.append(message.get("body", b""))
                    more = message["type"] == "http.request" and message.get("more_body", False)
        except TimeoutError:
            words = f"The request did not arrive within {BODY_WITHIN:g} seconds."
            return JSONResponse({"error": words}, 408, {"connection": "close"})
        body = b"".join(parts)
        return _nul() if NUL.search(body) else body

    # -- sessions ----------------------------------------------------------------------------------

    async def _paced(self, scope: Scope, kind: str) -> tuple[Session | None, float]:
        """The session that sends the request, and how long it must wait.

        An unknown cookie counts as a stranger's, who shares one rate with all strangers at that
        address.
        """
        limits, token = self.access.limits, _cookie(scope)
        address = neighborhood(scope["client"][0])
        session = self.floor.store.sessions.known(token) if token else None
        if token and session is None:
            if wait := limits.wait(kind, f"cookies {address}", limits.people):
                return None, wait  # even looking one up takes time
            session = await session_of(HTTPConnection(scope))
        person = str(session.person.id) if session and kind != "log in" else ""
        return session, limits.wait_at(kind, address, person)

    def _place(self, scope: Scope, session: Session | None) -> AbstractContextManager[bool]:
        places: Places = self.state.places
        person = session.person if session else None
        entitled = person is not None and (
            person.role != "player" or self.floor.is_seated(person.name)
        )
        return places.one(neighborhood(scope["client"][0]), entitled)

    def _dress(self, scope: Scope, headers: MutableHeaders, ident: str) -> None:
        """Add the headers that every response has."""
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        headers["x-request-id"] = ident
        if self.access.origins.secure:
            headers["strict-transport-security"] = "max-age=31536000"
        kept = scope["path"].startswith(API) or scope["path"] in UNCACHED
        headers.setdefault("cache-control", "no-store" if kept else "no-cache")


UNCACHED: Final = frozenset({"/metrics", "/health", "/ready", "/healthz"})


def _nul() -> JSONResponse:
    return JSONResponse({"error": "The message contains NUL, which is not allowed."}, 422)


def _address(scope: Scope) -> bytes:
    return unquote_to_bytes(scope.get("raw_path") or scope["path"]) + unquote_to_bytes(
        scope.get("query_string", b"")
    )


def _cookie(scope: Scope) -> str:
    return HTTPConnection(scope).cookies.get(COOKIE, "")[:200]


def _again(body: bytes, receive: Receive) -> Receive:
    """The request as the routes read it: all of the body first, then whatever follows."""
    given = False

    async def first() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return first


# -- places ----------------------------------------------------------------------------------------


MOST_PLACES: Final = 4_000
RESERVED: Final = 1_000
"""Places reserved for staff and seated players."""
EACH: Final = 8
"""Places that one person's browser may need: six connections and a few screens."""


@dataclass(slots=True)
class Places:
    """How many places are taken, and by whom.

    Strangers leave a share of them to those whose money is at stake.
    """

    most: int = MOST_PLACES
    reserved: int = RESERVED
    people: int = PER_ADDRESS
    """How many people may share an address."""
    taken: int = 0
    _at: Counter[str] = field(default_factory=Counter)

    def take(self, address: str, entitled: bool) -> bool:
        """Take a place, if there is one; `entitled` are staff and those who are seated."""
        room = self.most if entitled else self.most - self.reserved
        free = self.taken < room and self.admits(address, entitled)
        if free:
            self.taken += 1
            self._at[address] += not entitled
        return free

    def admits(self, address: str, entitled: bool) -> bool:
        """Whether one more may come from an address, if there is a place."""
        return entitled or self._at[address] < self.people * EACH

    def give_up(self, address: str, entitled: bool) -> None:
        """Leave a place to others."""
        self.taken -= 1
        self._at[address] -= not entitled
        if not self._at[address]:
            del self._at[address]

    @contextmanager
    def one(self, address: str, entitled: bool) -> Iterator[bool]:
        """A place for as long as it is needed, if there is one."""
        taken = self.take(address, entitled)
        try:
            yield taken
        finally:
            if taken:
                self.give_up(address, entitled)


MOST_CONNECTIONS: Final = 6_000
HEADERS_WITHIN: Final = 10.0


@dataclass(slots=True)
class Connections(Places):
    """The open connections of a server that are not sockets of its pages."""

    most: int = MOST_CONNECTIONS
    reserved: int = 0
    proxies: Proxies = field(default_factory=Proxies)
    """Proxies whose connections are not counted by address: they count their own clients."""
    within: float = HEADERS_WITHIN
    """Seconds within which all headers of a request must arrive."""
    _waiting: dict[Bounded, None] = field(default_factory=dict)
    """Connections whose headers are incomplete, oldest first."""

    def protocol(self) -> type[HttpToolsProtocol]:
        """The protocol class that handles each connection."""
        return type("BoundedProtocol", (Bounded,), {"bounds": self})

    def enter(self, one: Bounded) -> bool:
        """Count a new connection; false if there is no place for it."""
        who = self._who(one)
        if self.taken >= self.most and self._waiting and self.admits(*who):
            next(iter(self._waiting)).abandon()
        return self.take(*who)

    def leave(self, one: Bounded) -> None:
        """A connection is closed, or has become a socket, which has its own place."""
        self.give_up(*self._who(one))

    def waits(self, one: Bounded) -> None:
        self._waiting[one] = None

    def came(self, one: Bounded) -> None:
        self._waiting.pop(one, None)

    def _who(self, one: Bounded) -> tuple[str, bool]:
        """The address of a connection, and whether it is of a proxy of the house."""
        peer = one.client[0] if one.client else ""
        return neighborhood(peer), self.proxies.trusts(peer)


class Bounded(HttpToolsProtocol):
    """A connection that is closed if there are too many, or if its headers do not arrive."""

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
        """Close it: its headers have not arrived, and others need the place."""
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
