"""WebSockets: a table while it is played, and the meters."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import anyio
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ValidationError
from pydantic_core import to_json

from pitboss.errors import PitbossError
from pitboss.server.access.auth import floor_of, floor_with, must_first, session_of
from pitboss.server.access.guard import NUL, POLICY, TRY_LATER
from pitboss.server.access.security import too_fast
from pitboss.server.floor import Floor
from pitboss.server.hub import IN_SCOPE, Connection, moved_to
from pitboss.server.messages.orders import COMMAND, Command, Key
from pitboss.server.refusals import refusal, said_wrong
from pitboss.server.tables.dispatch import dispatch, without_view
from pitboss.store.people import Person
from pitboss.store.sessions import Session

router = APIRouter()
LONGEST: Final = 4_096
"""The most characters a command may have."""
MOST_WRONG: Final = 20
"""Invalid messages after which a socket is closed."""
OFTEN = 5.0
"""Seconds between two checks of whether a session is over."""
Heard = Callable[[str], Awaitable[dict[str, Any]]]
"""Carries out a command and answers it."""


class Keyed(BaseModel):
    """The key of a command, which comes beside it."""

    key: Key


@router.websocket("/tables/{table}/live")
async def table_live(socket: WebSocket, table: str) -> None:
    """The table as this person may see it; commands come back the same way."""
    floor = floor_with(socket, table)
    session = await session_of(socket)
    moved = floor.successor(table) if table not in floor.tables else ""
    unknown = not (moved or table in floor.tables)
    if session is None or unknown or must_first(socket, session.person):
        await socket.close(POLICY)
        return
    if moved:
        await socket.accept()
        await socket.send_text(to_json(moved_to(moved)).decode())
        await socket.close(TRY_LATER)
        return
    await floor.catch_up()
    at, screen = floor.find(table), _connection(socket, session.person)
    await socket.accept()
    await floor.watch(at, screen)
    heard = partial(_command, socket, floor, table, session)
    try:
        await _all(socket, screen, heard, _until_over(socket))
    finally:
        floor.hub.leave(at, screen)


@router.websocket("/meters/live")
async def meters_live(socket: WebSocket) -> None:
    """What every meter shows, as it changes."""
    floor = floor_of(socket)
    screen = _connection(socket, None)
    await socket.accept()
    meters = floor.board()
    screen.put(to_json({"type": "meters", **meters.model_dump(mode="json")}))
    floor.hub.meters.add(screen)
    try:
        await _all(socket, screen, None)
    finally:
        floor.hub.meters.discard(screen)


def _connection(socket: WebSocket, who: Person | None) -> Connection:
    return Connection(who, socket.scope.get(IN_SCOPE))


async def _all(
    socket: WebSocket, screen: Connection, heard: Heard | None, *others: Awaitable[int]
) -> None:
    """Write messages, read commands and do other things, until one of them ends."""
    code = TRY_LATER
    async with anyio.create_task_group() as together:

        async def until_end(part: Awaitable[int]) -> None:
            nonlocal code
            code = await part
            together.cancel_scope.cancel()

        for part in (_write(socket, screen), _read(socket, screen, heard), *others):
            together.start_soon(until_end, part)
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code)


async def _until_over(socket: WebSocket) -> int:
    """Until the session is over: it has expired, was idle, or was ended."""
    while await session_of(socket):
        await anyio.sleep(OFTEN)
    return POLICY


async def _write(socket: WebSocket, screen: Connection) -> int:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await screen.next()) is not None:
            await socket.send_text(message.decode())
    return TRY_LATER


async def _read(socket: WebSocket, screen: Connection, heard: Heard | None) -> int:
    """Carry out commands; return the code to close with, also after too many invalid messages."""
    wrong = 0
    with suppress(WebSocketDisconnect, RuntimeError, KeyError):
        while wrong < MOST_WRONG:
            text = await socket.receive_text()
            if heard is None or len(text) > LONGEST:
                return POLICY
            try:
                screen.put(to_json(await heard(text)))
            except NotACommand as error:
                wrong += 1
                screen.put(to_json(error.answer))
        return POLICY
    return TRY_LATER


class NotACommand(PitbossError):
    """A message that is not a valid command, and the answer to it."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(answer["error"])
        self.answer = {"type": "refused", **answer}


async def _command(
    socket: WebSocket, floor: Floor, table: str, session: Session, text: str
) -> dict[str, Any]:
    """Carry out one command, and answer under its key."""
    if wait := socket.app.state.access.limits.wait("write", f"person {session.person.id}"):
        return {"type": "refused", "key": _key_of(text), "error": too_fast(wait)[0]}
    key, command = _read_command(text)
    if await session_of(socket) is None:
        return {"type": "refused", "key": key, "error": "The session is over: log in again."}
    floor_of(socket).store.sessions.touch(session)
    try:
        seq = await dispatch(floor, table, session.person, command, key, without_view)
    except PitbossError as error:
        return {"type": "refused", "key": key, **refusal(error)}
    return {"type": "done", "key": key, "seq": seq}


def _read_command(text: str) -> tuple[str, Command]:
    """The key and the command of a message."""
    key: object = None
    try:
        if NUL.search(text.encode()):
            raise NotACommand({"key": None, "error": "The message contains NUL."})
        said = json.loads(text)
        if not isinstance(said, dict):
            return "", COMMAND.validate_python(said)  # which refuses it
        keyed = {"key": said.pop("key")} if "key" in said else {}
        key = keyed.get("key")
        return Keyed.model_validate(keyed).key, COMMAND.validate_python(said)
    except ValidationError as error:
        raise NotACommand({"key": _valid(key), **said_wrong(error.errors())}) from None
    except (ValueError, RecursionError):
        words = "That is not a command: send JSON."
        raise NotACommand({"key": None, "error": words}) from None


def _valid(key: object) -> str | None:
    """The key if it is valid; an invalid key is never repeated in an answer."""
    with suppress(ValidationError):
        return Keyed.model_validate({"key": key}).key
    return None


def _key_of(text: str) -> str | None:
    """The key of a message that is not carried out, if it has one."""
    with suppress(NotACommand):
        return _read_command(text)[0]
    return None
