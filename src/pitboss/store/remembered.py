"""How far a check came, in a file beside the house's keys: the next one continues from there.

The file is sealed with the keys, so that nobody else can have written it, and names the head that
the audit trail had. It is worth nothing if the trail has no such line.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, select

from pitboss.store.check import Reached
from pitboss.store.database import Database
from pitboss.store.keys import Keys, NoKeys, key_file
from pitboss.store.meters import LinkReached
from pitboss.store.schema import audit
from pitboss.store.table_check import TableReached
from pitboss.store.trail import Head

PLACE = "how far a check came"


def checked_file(database: Database) -> Path:
    """Where it is kept."""
    return key_file(database).with_suffix(".checked")


def remember(database: Database, keys: Keys, reached: Reached) -> None:
    """Keep it, whole or not at all; if that cannot be done, the next check reads everything."""
    said = {
        "head": str(reached.head),
        "tables": {name: each.to_json() for name, each in reached.tables.items()},
        "meters": {name: each.to_json() for name, each in reached.meters.items()},
    }
    path = checked_file(database)
    begun = path.with_name(f".{path.name}.{os.getpid()}")
    with suppress(OSError):
        with open(os.open(begun, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as file:
            file.write(keys.seal(json.dumps(said), PLACE))
        os.replace(begun, path)


def remembered(database: Database, connection: Connection, keys: Keys) -> Reached | None:
    """What was kept; nothing if it is not of this house, or of other books."""
    try:
        said = json.loads(keys.open(checked_file(database).read_text("ascii"), PLACE))
    except (OSError, ValueError, NoKeys):
        return None
    head = Head.parse(said["head"])
    chain = connection.scalar(select(audit.c.chain).where(audit.c.id == head.line))
    if chain != head.chain:
        return None
    return Reached(
        head,
        {name: TableReached(**each) for name, each in said["tables"].items()},
        {name: LinkReached(**each) for name, each in said["meters"].items()},
    )
