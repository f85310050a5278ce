"""The limits that players set for their own sessions, kept so that a restart does not lift them."""

from __future__ import annotations

import json
import time
from datetime import datetime, timedelta
from typing import Final

from pitboss.server.messages.orders import SessionOrder
from pitboss.server.player_session import PlayerSession, PlayerSessions
from pitboss.store.journal import Note
from pitboss.store.rows import stamp
from pitboss.store.store import Store

LIMITED: Final = "session limits"
HOLD: Final = timedelta(hours=24)
"""How long after they were set limits hold over a restart; a session is over by then."""


def limits_note(session: PlayerSession, command: SessionOrder, now: datetime) -> Note:
    """What the trail keeps of limits: what was set, and since when the session's losses count."""
    began = now - timedelta(seconds=time.monotonic() - session.began)
    said = {"minutes": command.minutes, "loss": command.loss, "since": stamp(began)}
    return Note(session.player, LIMITED, json.dumps(said))


def recall_limits(sessions: PlayerSessions, store: Store) -> None:
    """The limits set within a day, and what their players have staked and won since they came."""
    now, since = store.clock(), dict[str, str]()
    for note in store.noted(LIMITED):
        at = datetime.fromisoformat(note.at)
        if now - at > HOLD:
            continue
        said, session = json.loads(note.details), sessions.of(note.who)
        since[note.who] = said["since"]
        lasted = now - datetime.fromisoformat(said["since"])
        session.began = time.monotonic() - lasted.total_seconds()
        if said["minutes"]:
            left = at + timedelta(minutes=said["minutes"]) - now
            session.ends = time.monotonic() + left.total_seconds()
        if said["loss"]:
            session.most_lost = said["loss"]
    if not since:
        return
    for table, at_kept, event in store.events_since(min(since.values())):
        name = getattr(event, "player", "")
        if name in since and at_kept >= since[name]:
            sessions.of(name).see(table, event)
