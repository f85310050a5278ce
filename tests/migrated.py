"""Databases of SQLite with the schema and nothing in them, copied from one that was migrated."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pitboss.store.database import Database
from pitboss.store.keys import Keys, keep_keys, load_keys
from pitboss.store.store import Store


@cache
def template() -> tuple[bytes, Keys]:
    """An empty house and its keys."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.sqlite3"
        Store.migrate(url := f"sqlite:///{path}")
        return path.read_bytes(), load_keys(Database(url))


def migrated(path: Path) -> str:
    """The URL of a house in this file, which is empty where there was none."""
    url = f"sqlite:///{path}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made, keys = template()
        path.write_bytes(made)
        path.chmod(0o600)
        keep_keys(Database(url), keys)
    return url
