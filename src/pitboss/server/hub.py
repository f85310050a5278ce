"""Everybody who watches: what each may see is put into a queue of that person's own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

from pitboss.log import Event
from pitboss.server import messages as told
from pitboss.server.looking import Looker
from pitboss.server.running import Running
from pitboss.server.tableview import table_view

MOST_WAITING: Final = 256
Message = dict[str, Any]


class Screen:
    """One connection that is written to; it is ended when it cannot keep up."""

    def __init__(self, who: Looker | None) -> None:
        self.who = who
        self.queue: asyncio.Queue[Message | None] = asyncio.Queue(MOST_WAITING)

    def put(self, message: Message | None) -> None:
        """Something to show; nothing more where it is `None`."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)


class Hub:
    """Every screen, by the table it shows."""

    def __init__(self) -> None:
        self.tables: dict[str, set[Screen]] = {}
        self.meters: set[Screen] = set()

    def watch(self, at: Running, screen: Screen) -> None:
        """A screen shows a table from now on, as it stands now first."""
        assert screen.who
        self.tables.setdefault(at.id, set()).add(screen)
        at.watching[screen.who.name] += 1
        screen.put({"type": "view", "seq": at.seq, "view": _view(at, screen.who)})

    def leave(self, at: Running, screen: Screen) -> None:
        """A screen is gone."""
        assert screen.who
        self.tables.get(at.id, set()).discard(screen)
        at.watching[screen.who.name] -= 1

    def show(self, at: Running, events: Sequence[Event]) -> None:
        """What happened, to each as that person may see it."""
        for screen in list(self.tables.get(at.id, ())):
            assert screen.who
            whole = {"seq": at.seq, "view": _view(at, screen.who)}
            if events:
                seen = (at.sight.seen(event, screen.who.player) for event in events)
                screen.put({"type": "events", "events": list(plain(seen)), **whole})
            else:  # somebody sat down, or a meter that others feed went up
                screen.put({"type": "view", **whole})

    def send_on(self, old: Running, new: Running) -> None:
        """Another table stands in the place of one: its screens show that now."""
        for screen in list(self.tables.pop(old.id, ())):
            screen.put({"type": "moved", "id": new.id})
            screen.put(None)

    def show_meters(self, meters: told.MetersTold) -> None:
        """The meters, to those who watch them."""
        for screen in list(self.meters):
            screen.put({"type": "meters", **meters.model_dump(mode="json")})

    def drop(self, name: str) -> None:
        """One who logs out sees nothing more."""
        for screen in [s for each in self.tables.values() for s in each]:
            if screen.who and screen.who.name == name:
                screen.put(None)

    def count(self) -> int:
        """Screens that are connected."""
        return sum(map(len, self.tables.values())) + len(self.meters)

    def close(self) -> None:
        """Nothing more is shown."""
        for screen in [*self.meters, *(s for each in self.tables.values() for s in each)]:
            screen.put(None)


def plain(events: Iterable[Event]) -> Iterable[Message]:
    """Events as they are sent."""
    return ({**dict(event.fields), "kind": event.kind, **_of_its_own(event)} for event in events)


def _of_its_own(event: Event) -> Message:
    """An irregularity has a kind of its own."""
    return {"what": event.get("kind")} if event.get("kind") else {}


def _view(at: Running, who: Looker) -> Message:
    return table_view(at, who).model_dump(mode="json", by_alias=True, exclude_none=True)
