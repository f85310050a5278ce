"""WebSockets: a table as it is played, and the meters."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import anyio
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from pitboss.errors import PitbossError
from pitboss.server.auth import floor_of, session_of
from pitboss.server.dispatch import do_unseen
from pitboss.server.floor import Floor
from pitboss.server.hub import Connection, moved_to, text_of
from pitboss.server.orders import COMMAND, Key
from pitboss.server.refusals import refusal, said_wrong
from pitboss.server.security import COOKIE, too_fast
from pitboss.server.table_view import viewer_of
from pitboss.store.people import Session

router = APIRouter()
LONGEST: Final = 4_096
"""The most characters a command may have."""
POLICY, TRY_LATER = 1008, 1013
KEY: TypeAdapter[dict[str, str]] = TypeAdapter(dict[str, Key])


@router.websocket("/tables/{table}/live")
async def table_live(socket: WebSocket, table: str) -> None:
    """The table as this person may see it; commands come back the same way."""
    floor = floor_of(socket)
    session = await session_of(socket)
    moved = floor.successor(table) if table not in floor.tables else ""
    if not may_connect(socket) or session is None or not (moved or table in floor.tables):
        await socket.close(POLICY)
        return
    if moved:
        await socket.accept()
        await socket.send_text(text_of(moved_to(moved)))
        await socket.close(TRY_LATER)
        return
    await floor.catch_up()
    at, screen = floor.find(table), Connection(viewer_of(session.person))
    await socket.accept()
    await floor.watch(at, screen)
    try:
        await _both(socket, screen, lambda text: _command(socket, floor, table, session, text))
    finally:
        floor.hub.leave(at, screen)


@router.websocket("/meters/live")
async def meters_live(socket: WebSocket) -> None:
    """What every meter shows, as it changes."""
    floor = floor_of(socket)
    if not may_connect(socket):
        await socket.close(POLICY)
        return
    screen = Connection(None)
    await socket.accept()
    meters = floor.board()
    screen.put(text_of({"type": "meters", **meters.model_dump(mode="json")}))
    floor.hub.meters.add(screen)
    try:
        await _both(socket, screen, None)
    finally:
        floor.hub.meters.discard(screen)


def may_connect(socket: WebSocket) -> bool:
    """Accept only this server's own pages, at the rates for other requests."""
    state = socket.app.state
    host, origin = socket.headers.get("host", ""), socket.headers.get("origin", "")
    known = state.origins.knows_host(host) and state.origins.is_own(origin, host)
    address = socket.client.host if socket.client else ""
    session = socket.cookies.get(COOKIE, "")[:64]
    return bool(known) and not state.limits.wait_at("read", address, session)


async def _both(
    socket: WebSocket,
    screen: Connection,
    heard: Callable[[str], Awaitable[dict[str, Any]]] | None,
) -> None:
    """Write messages and read commands, until either ends."""
    async with anyio.create_task_group() as both:

        async def until_end(part: Awaitable[None]) -> None:
            await part
            both.cancel_scope.cancel()

        both.start_soon(until_end, _write(socket, screen))
        both.start_soon(until_end, _read(socket, screen, heard))
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(TRY_LATER)


async def _write(socket: WebSocket, screen: Connection) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await screen.queue.get()) is not None:
            await socket.send_text(message)


async def _read(
    socket: WebSocket,
    screen: Connection,
    heard: Callable[[str], Awaitable[dict[str, Any]]] | None,
) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, KeyError):
        while True:
            text = await socket.receive_text()
            if heard is None or len(text) > LONGEST:
                return
            screen.put(text_of(await heard(text)))


async def _command(
    socket: WebSocket, floor: Floor, table: str, session: Session, text: str
) -> dict[str, Any]:
    """Carry out one command, and answer under its key."""
    key: Any = None
    try:
        said = json.loads(text)
        key = said.pop("key", None) if isinstance(said, dict) else None
        checked = KEY.validate_python({"key": key})["key"]
        command = COMMAND.validate_python(said)
    except ValidationError as error:
        return {"type": "refused", "key": key, **said_wrong(error.errors())}
    except (ValueError, RecursionError):
        return {"type": "refused", "key": None, "error": "That is not a command: send JSON."}
    if wait := socket.app.state.limits.wait("write", f"person {session.person.id}"):
        return {"type": "refused", "key": key, "error": too_fast(wait)[0]}
    if await session_of(socket) is None:
        return {"type": "refused", "key": key, "error": "The session is over: log in again."}
    try:
        seq = await do_unseen(floor, table, session.person, command, checked)
    except PitbossError as error:
        return {"type": "refused", "key": key, **refusal(error)}
    return {"type": "done", "key": key, "seq": seq}
