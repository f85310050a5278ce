"""What the server sends of the rulebook beside its entries: a list, duties, what a search found."""

from __future__ import annotations

from typing import Literal

from pitboss.rulebook.search import Match
from pitboss.server.messages.message import Message


class EntryLine(Message):
    """An entry of the rulebook, in a list of all."""

    id: str
    name: str
    kind: Literal["game", "wager"]
    key: str
    jurisdiction: str
    jurisdiction_name: str
    law: str
    """The law of its jurisdiction."""
    readings: list[str]
    paytables: int
    progressive: bool
    """A wager with a meter."""
    section: str
    cite: str
    decks: list[int]


class HitView(Message):
    """An entry that a search found."""

    id: str
    name: str
    section: str
    matches: list[Match]


class DutyView(Message):
    """Something that must be posted, approved or inspected before a table opens."""

    key: str
    kind: str
    done: str
    of: str
    says: str
    cite: str
