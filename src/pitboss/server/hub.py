"""The screens that show tables, each with a queue of what its person may see."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from functools import cache
from typing import Any, Final, cast

from pydantic_core import to_json
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from pitboss.log import Event
from pitboss.server.messages import record_messages
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.views.steps import Steps
from pitboss.server.views.table_scene import Scene
from pitboss.store.people import Person
from pitboss.table.events import as_members

MOST_WAITING: Final = 256


class Connection:
    """One connection that is written to; it is closed if it cannot keep up."""

    def __init__(self, who: Person | None, socket: DirectSocket | None = None) -> None:
        self.who = who
        self.has: Mapping[str, bytes] = {}
        """The large parts of the table's view, as they were last sent."""
        self.waiting: deque[bytes | None] = deque()
        """What is still to be written; `None` ends the connection."""
        self._socket, self._writing = socket, False
        self._more: asyncio.Future[None] | None = None
        """Done when there is more to write; the writing task waits for it."""

    def put(self, message: bytes | None) -> None:
        """Show something; `None` ends the connection. What need not wait is written at once."""
        first = not (self.waiting or self._writing)
        if first and message is not None and self._socket and self._socket.write_now(message):
            return
        if len(self.waiting) >= MOST_WAITING:
            self.waiting.clear()
            message = None
        self.waiting.append(message)
        if self._more and not self._more.done():
            self._more.set_result(None)

    async def next(self) -> bytes | None:
        """The next message to be written; nothing overtakes it until the next one is requested."""
        self._writing = False
        while not self.waiting:
            self._more = asyncio.get_running_loop().create_future()
            await self._more
        self._writing = True
        return self.waiting.popleft()


class Hub:
    """Every screen, by the table it shows."""

    def __init__(self) -> None:
        self.tables: dict[str, set[Connection]] = {}
        self.meters: set[Connection] = set()

    def watch(self, at: LiveTable, screen: Connection) -> None:
        """Show a table on a screen from now on, starting with its present state."""
        assert screen.who
        self.tables.setdefault(at.id, set()).add(screen)
        at.watching[screen.who.name] += 1
        screen.put(view_as_sent(b"view", at.seq, Scene(at), screen))

    def leave(self, at: LiveTable, screen: Connection) -> None:
        """Remove a screen."""
        assert screen.who
        self.tables.get(at.id, set()).discard(screen)
        at.watching[screen.who.name] -= 1
        if not at.watching[screen.who.name]:
            del at.watching[screen.who.name]

    def show(self, at: LiveTable, events: Sequence[Event]) -> None:
        """Send everyone what happened, as each may see it."""
        if not (screens := list(self.tables.get(at.id, ()))):
            return
        scene = Scene(at)
        steps = Steps(scene, events)

        @cache
        def told(eyes: str) -> bytes:
            seen = at.seen_by(eyes).events[-len(events) :]
            before = events[: len(events) - len(seen)]  # the round began among them
            return b",".join(map(event_as_sent, (*before, *seen)))

        for screen in screens:
            assert screen.who
            if events:
                same, shown = told(at.eyes_of(screen.who.player)), steps.seen_by(screen.who)
                screen.put(view_as_sent(b"events", at.seq, scene, screen, same, shown))
            else:  # somebody sat down, or a meter that others feed went up
                screen.put(view_as_sent(b"view", at.seq, scene, screen))

    def send_on(self, table: str, to: str) -> None:
        """A table was replaced: its screens now show the new one."""
        for screen in self.tables.get(table, ()):
            screen.put(to_json(moved_to(to)))
        self.stop(table)

    def stop(self, table: str) -> None:
        """Show nothing more of a table."""
        for screen in self.tables.pop(table, ()):
            screen.put(None)

    def show_meters(self, meters: record_messages.MetersView) -> None:
        """Send the meters to those who watch them."""
        text = to_json({"type": "meters", **meters.model_dump(mode="json")})
        for screen in list(self.meters):
            screen.put(text)

    def drop(self, name: str) -> None:
        """Show nothing more to a person who logs out."""
        for screen in [s for each in self.tables.values() for s in each]:
            if screen.who and screen.who.name == name:
                screen.put(None)

    def count(self) -> int:
        """How many screens are connected."""
        return sum(map(len, self.tables.values())) + len(self.meters)

    def close(self) -> None:
        """Show nothing more."""
        for screen in [*self.meters, *(s for each in self.tables.values() for s in each)]:
            screen.put(None)


def moved_to(table: str) -> dict[str, str]:
    """The message that a table was replaced."""
    return {"type": "moved", "id": table}


def view_as_sent(
    kind: bytes,
    seq: int,
    scene: Scene,
    screen: Connection,
    events: bytes = b"",
    steps: Iterable[bytes] = (),
) -> bytes:
    """What happened, with the table as one person may see it, less what the screen already has."""
    assert screen.who
    told_of = b'"events":[%b],"steps":[%b],' % (events, b",".join(steps)) if events else b""
    view = scene.text(screen.who, screen.has)
    screen.has = scene.large
    return b'{"type":"%b","seq":%d,%b"view":%b}' % (kind, seq, told_of, view)


def event_as_sent(event: Event) -> bytes:
    """An event as it is sent."""
    return to_json(as_members(event))


# -- a socket that is written to at once -----------------------------------------------------------

IN_SCOPE: Final = "pitboss.socket"
"""Where a route finds its socket."""
WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole message of text (RFC 6455, 5.2)."""


class DirectSocket(WebSocketsSansIOProtocol):
    """The protocol of each socket: uvicorn's, extended so that it can be written to directly."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else the handshake was refused
            cast("MutableMapping[str, Any]", self.scope)[IN_SCOPE] = self

    def write_now(self, text: bytes) -> bool:
        """Write a message in UTF-8; false if it would have to wait, or nobody reads it."""
        if (
            not self.writable.is_set()
            or not self.handshake_complete
            or self.close_sent
            or self.disconnected
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(frame_head(len(text)) + text)
        return True


def frame_head(length: int) -> bytes:
    """What precedes a message of this many bytes (RFC 6455, 5.2).

    >>> frame_head(125), frame_head(126), frame_head(65_536)
    (b'\\x81}', b'\\x81~\\x00~', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x00')
    """
    if length < 126:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, 126)) + length.to_bytes(2)
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8)
