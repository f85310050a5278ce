"""What the server counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    disable_created_metrics,
    generate_latest,
)

# otherwise each count has a second series with the time of its creation
disable_created_metrics()  # type: ignore[no-untyped-call]


NOW = {
    "books_writable": "1 if the books are writable.",
    "tables": "Open tables.",
    "rounds_in_play": "Rounds in play.",
    "seats_taken": "Boxes with a player.",
    "screens": "Screens with a live connection.",
}
"""What is read off the floor when somebody asks, in words."""


class Metrics:
    """Counts since the start, in their own registry: a second server counts separately."""

    def __init__(self) -> None:
        self._registry = made = CollectorRegistry()
        self._commands = Counter("pitboss_commands", "Commands carried out.", ["do"], registry=made)
        asked = ["method", "status"]
        self._requests = Counter("pitboss_requests", "Requests answered.", asked, registry=made)
        self._events = Counter("pitboss_events", "Log lines written.", registry=made)
        self._commits = Counter("pitboss_commits", "Commits to the books.", registry=made)
        self._seconds = Counter(
            "pitboss_commit_seconds", "Seconds spent on commits.", registry=made
        )
        self._slowest = Gauge("pitboss_commit_seconds_max", "Slowest commit.", registry=made)
        self._longest = 0.0
        self._jumps = Counter("pitboss_clock_jumps", "Times the clock was set.", registry=made)
        self._backup = Gauge("pitboss_backup_time", "Time of the last good backup.", registry=made)
        self._no_backups = Counter("pitboss_backups_failed", "Backups that failed.", registry=made)
        self._now = {each: Gauge(f"pitboss_{each}", NOW[each], registry=made) for each in NOW}

    def count(self, command: str, events: int) -> None:
        """A command was carried out."""
        self._commands.labels(command).inc()
        self._events.inc(events)

    def committed(self, seconds: float) -> None:
        """Record how long a commit took."""
        self._commits.inc()
        self._seconds.inc(seconds)
        self._longest = max(self._longest, seconds)
        self._slowest.set(self._longest)

    def answered(self, method: str, status: int) -> None:
        """A request was answered."""
        self._requests.labels(method, status).inc()

    def backed_up(self, done: bool) -> None:
        """A backup was made and restored once, or was not."""
        if done:
            self._backup.set_to_current_time()
        else:
            self._no_backups.inc()

    def jumped(self) -> None:
        """The machine's clock was set while the house was open."""
        self._jumps.inc()

    def text(self, **now: int) -> bytes:
        """Every count, and the present state of the floor by the names of `NOW`.

        >>> b"pitboss_tables 2.0" in Metrics().text(tables=2)
        True
        """
        for name, value in now.items():
            self._now[name].set(value)
        return generate_latest(self._registry)
