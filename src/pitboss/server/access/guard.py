"""What every request passes before the routes: whose page asks, how much, how fast and how often.

A request gets an id, which its answer and its line in the server's log carry.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.server.access.auth import session_of
from pitboss.server.access.connections import Places
from pitboss.server.access.proxy import neighborhood
from pitboss.server.access.security import (
    COOKIE,
    HEADERS,
    Access,
    forged,
    kind_of,
    too_fast,
)
from pitboss.server.floor import Floor
from pitboss.server.logging import REQUEST
from pitboss.store.sessions import Session

log = logging.getLogger("pitboss.server")
API: Final = "/api/v1"
LONGEST: Final = 64 * 1024
"""The most bytes a request may have."""
BODY_WITHIN = 10.0
"""Seconds within which all of them must have come."""
NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000|\x00")
FULL: Final = "Too many people are connected now: try again in a moment."
POLICY, TRY_LATER = 1008, 1013


class Guard:
    """Between the server and the routes."""

    def __init__(self, app: ASGIApp, floor: Floor, state: Any) -> None:
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
            self.floor.metrics.answered(scope["method"], status)
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
        """Why a request is not looked at."""
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
        """All of a request, in time and without NUL."""
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

    # -- who asks ----------------------------------------------------------------------------------

    async def _paced(self, scope: Scope, kind: str) -> tuple[Session | None, float]:
        """The session that asks, and how long it must wait.

        A cookie that nobody knows is a stranger's, who waits like all the strangers there.
        """
        limits, token = self.access.limits, _cookie(scope)
        address = neighborhood(scope["client"][0])
        session = self.floor.store.sessions.known(token) if token else None
        if token and session is None:
            if wait := limits.wait(kind, f"cookies {address}", limits.people):
                return None, wait  # looking one up costs something too
            session = await session_of(HTTPConnection(scope))
        person = str(session.person.id) if session and kind != "log in" else ""
        return session, limits.wait_at(kind, address, person)

    def _place(self, scope: Scope, session: Session | None) -> Any:
        places: Places = self.state.places
        person = session.person if session else None
        entitled = person is not None and (
            person.role != "player" or self.floor.is_seated(person.name)
        )
        return places.one(neighborhood(scope["client"][0]), entitled)

    def _dress(self, scope: Scope, headers: MutableHeaders, ident: str) -> None:
        """What every answer says, whatever it is."""
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
    """The request as the routes read it: whole, then whatever comes after."""
    given = False

    async def first() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return first
