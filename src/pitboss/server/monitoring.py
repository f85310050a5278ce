"""Monitoring: the server's own log, and what it counts for Prometheus."""

from __future__ import annotations

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    disable_created_metrics,
    generate_latest,
)

USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""The id of the request that is being answered."""


class Lines(logging.Formatter):
    """Formats a record as one line of JSON, with its extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said: dict[str, object] = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        if ident := REQUEST.get():
            said["request"] = ident
        said |= {key: value for key, value in vars(record).items() if key not in USUAL}
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=str)


def set_up(level: str = "info") -> None:
    """Write lines to stderr from here on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = name != "uvicorn.access"


# -- counters --------------------------------------------------------------------------------------


# otherwise each count has a second series with the time of its creation
disable_created_metrics()  # type: ignore[no-untyped-call]


NOW = {
    "books_writable": "1 if the books are writable.",
    "tables": "Open tables.",
    "rounds_in_play": "Rounds in play.",
    "seats_taken": "Boxes with a player.",
    "screens": "Screens with a live connection.",
}
"""Figures that are read off the floor at each request, with their descriptions."""


class Metrics:
    """Counts since the start, in their own registry: a second server counts separately."""

    def __init__(self) -> None:
        self._registry = made = CollectorRegistry()
        self.commands = Counter("pitboss_commands", "Commands carried out.", ["do"], registry=made)
        asked = ["method", "status"]
        self.requests = Counter("pitboss_requests", "Requests answered.", asked, registry=made)
        self.events = Counter("pitboss_events", "Log lines written.", registry=made)
        self._commits = Counter("pitboss_commits", "Commits to the books.", registry=made)
        self._seconds = Counter(
            "pitboss_commit_seconds", "Seconds spent on commits.", registry=made
        )
        self._slowest = Gauge("pitboss_commit_seconds_max", "Slowest commit.", registry=made)
        self._longest = 0.0
        self.jumps = Counter("pitboss_clock_jumps", "Times the clock was set.", registry=made)
        self.backup = Gauge("pitboss_backup_time", "Time of the last good backup.", registry=made)
        self.no_backups = Counter("pitboss_backups_failed", "Backups that failed.", registry=made)
        self._now = {each: Gauge(f"pitboss_{each}", NOW[each], registry=made) for each in NOW}

    def committed(self, seconds: float) -> None:
        """Record how long a commit took."""
        self._commits.inc()
        self._seconds.inc(seconds)
        self._longest = max(self._longest, seconds)
        self._slowest.set(self._longest)

    def text(self, **now: int) -> bytes:
        """Every count, and the present state of the floor by the names of `NOW`.

        >>> b"pitboss_tables 2.0" in Metrics().text(tables=2)
        True
        """
        for name, value in now.items():
            self._now[name].set(value)
        return generate_latest(self._registry)
