"""What the server counts, in the text form that Prometheus reads."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Metrics:
    """Counts since the start."""

    commands: Counter[str] = field(default_factory=Counter)
    requests: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Method and status → requests."""
    events: int = 0
    commits: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def count(self, command: str, events: int) -> None:
        """A command was carried out."""
        self.commands[command] += 1
        self.events += events

    def committed(self, seconds: float) -> None:
        """A commit took so long."""
        self.commits += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)

    def answered(self, method: str, status: int) -> None:
        """A request was answered."""
        self.requests[method, status] += 1

    def text(self, **gauges: int) -> str:
        """Every count and gauge.

        >>> print(Metrics(events=3).text(tables=2).splitlines()[-1])
        pitboss_tables 2
        """
        lines = ["# TYPE pitboss_commands_total counter"]
        lines += [
            f'pitboss_commands_total{{do="{do}"}} {n}' for do, n in sorted(self.commands.items())
        ]
        lines.append("# TYPE pitboss_requests_total counter")
        lines += [
            f'pitboss_requests_total{{method="{method}",status="{status}"}} {n}'
            for (method, status), n in sorted(self.requests.items())
        ]
        for name, counted in (
            ("events_total", self.events),
            ("commits_total", self.commits),
            ("commit_seconds_total", f"{self.seconds:.6f}"),
        ):
            lines += [f"# TYPE pitboss_{name} counter", f"pitboss_{name} {counted}"]
        lines += ["# TYPE pitboss_commit_seconds_max gauge"]
        lines += [f"pitboss_commit_seconds_max {self.slowest:.6f}"]
        for name, n in gauges.items():
            lines += [f"# TYPE pitboss_{name} gauge", f"pitboss_{name} {n}"]
        return "\n".join(lines) + "\n"
