"""Snapshots of meters: where each stood at a recent line of its log, so that a start reads no more.

A snapshot is sealed with the house's keys, so that nobody else can have written it, and names the
chain of the log up to there. Checks replay the log and compare.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, select, text

from pitboss.store.database import Damaged
from pitboss.store.keys import Keys, NoKeys, snapshot_place
from pitboss.store.schema import snapshots

KEEP: Final = text(
    "INSERT INTO snapshots (link, seq, text) VALUES (:link, :seq, :text) "
    "ON CONFLICT (link) DO UPDATE SET seq = excluded.seq, text = excluded.text"
)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where a meter stood after a line of its log, and the chain of the log up to there."""

    line: int
    chain: str
    state: dict[str, Any]


def keep_snapshot(connection: Connection, keys: Keys, link: str, said: Snapshot) -> None:
    """Keep a snapshot in the place of the one before."""
    made = json.dumps([said.line, said.chain, said.state])
    sealed = keys.seal(made, snapshot_place(link))
    connection.execute(KEEP, {"link": link, "seq": said.line, "text": sealed})


def snapshot_of(connection: Connection, link: str, keys: Keys | None) -> Snapshot | None:
    """The snapshot of a meter, if there is one and the keys are available."""
    s = snapshots.c
    row = connection.execute(select(s.seq, s.text).where(s.link == link)).first()
    if row is None or keys is None:
        return None
    try:
        line, chain, state = json.loads(keys.open(row.text, snapshot_place(link)))
    except (NoKeys, ValueError):
        line = 0
    if line != row.seq:
        raise Damaged(
            f"The snapshot of meter {link} was not made by this house: it was changed in the "
            "database. To see all faults: db check."
        )
    return Snapshot(line, chain, state)
