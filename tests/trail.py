"""The audit trail of a house, from its first line."""

from __future__ import annotations

from pitboss.store.store import Store
from pitboss.store.trail import TrailLine


def trail(store: Store) -> list[TrailLine]:
    """Every line, oldest first."""
    return store.latest_notes(limit=100_000)[::-1]
