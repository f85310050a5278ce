"""What the server shows of tables that close: where their meters go, and the logs they leave."""

from __future__ import annotations

from typing import Literal

from pitboss.server.messages import Message


class Target(Message):
    table: str
    """What `transfers` say: the table, and behind a slash the wager where it is another."""
    name: str
    shows: int
    """What its meter shows now."""


class MeterOwed(Message):
    """A meter of a table's own, and what becomes of it when the table closes."""

    name: str
    wager: str
    wager_name: str
    shows: int
    keeps: int
    """What it holds and does not show."""
    owed: bool
    """The table closes only if this is transferred."""
    why: str | None = None
    clause: str | None = None
    permits: str | None = None
    """Whose permission a transfer needs."""
    targets: list[Target]


class TransfersView(Message):
    table: str
    name: str
    meters: list[MeterOwed]


class Decided(Message):
    id: str | None
    """The table that now stands in its place."""


class LogLine(Message):
    id: str
    name: str
    state: Literal["open", "closed", "waiting"]
    opened_at: str
    closed_at: str | None
    rounds: int
    lines: int


class LogsView(Message):
    logs: list[LogLine]
