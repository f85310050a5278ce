"""Everybody who watches: what each may see goes into that person's own queue."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from pitboss.log import Event, fields_of
from pitboss.server import record_messages
from pitboss.server.live_table import LiveTable
from pitboss.server.steps import Steps
from pitboss.server.table_view import Scene
from pitboss.server.viewer import Viewer
from pitboss.table.events import Irregular

MOST_WAITING: Final = 256


ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def text_of(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return ENCODER.encode(message)


class Connection:
    """One connection that is written to; it is closed if it cannot keep up."""

    def __init__(self, who: Viewer | None) -> None:
        self.who = who
        self.waiting: deque[str | None] = deque()
        """What is still to be written; `None` ends the connection."""
        self._more: asyncio.Future[None] | None = None
        """Whoever writes waits for this."""

    def put(self, message: str | None) -> None:
        """Something to show; `None` ends the connection."""
        if len(self.waiting) >= MOST_WAITING:
            self.waiting.clear()
            message = None
        self.waiting.append(message)
        if self._more and not self._more.done():
            self._more.set_result(None)

    async def next(self) -> str | None:
        """The next message to be written."""
        while not self.waiting:
            self._more = asyncio.get_running_loop().create_future()
            await self._more
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
        screen.put(whole("view", at.seq, Scene(at), screen.who))

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
        def told(eyes: str) -> str:
            seen = at.seen_by(eyes).events[-len(events) :]
            before = events[: len(events) - len(seen)]  # the round began among them
            return ",".join(map(plain, (*before, *seen)))

        for screen in screens:
            assert screen.who
            if events:
                same, shown = told(at.eyes_of(screen.who.player)), steps.seen_by(screen.who)
                screen.put(whole("events", at.seq, scene, screen.who, same, shown))
            else:  # somebody sat down, or a meter that others feed went up
                screen.put(whole("view", at.seq, scene, screen.who))

    def send_on(self, table: str, to: str) -> None:
        """A table was replaced: its screens now show the new one."""
        for screen in self.tables.get(table, ()):
            screen.put(text_of(moved_to(to)))
        self.stop(table)

    def stop(self, table: str) -> None:
        """Show nothing more of a table."""
        for screen in self.tables.pop(table, ()):
            screen.put(None)

    def show_meters(self, meters: record_messages.MetersView) -> None:
        """Send the meters to those who watch them."""
        text = text_of({"type": "meters", **meters.model_dump(mode="json")})
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


def moved_to(table: str) -> dict[str, Any]:
    """The message that a table was replaced."""
    return {"type": "moved", "id": table}


def whole(
    kind: str,
    seq: int,
    scene: Scene,
    who: Viewer,
    events: str = "",
    steps: Iterable[str] = (),
) -> str:
    """What happened, with the table as one person may see it now."""
    told_of = ""
    if events:
        told_of = f'"events":[{events}],"steps":[{",".join(steps)}],'
    return f'{{"type":"{kind}","seq":{seq},{told_of}"view":{scene.text(who)}}}'


def plain(event: Event) -> str:
    """An event as it is sent; an irregularity has its own kind."""
    own = {"what": event.what} if isinstance(event, Irregular) else {}
    return text_of({**fields_of(event), "kind": event.kind, **own})
