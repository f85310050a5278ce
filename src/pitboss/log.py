"""A log: one event a line, readable, with a parse and print pair.

>>> event = Event("card", (("to", "box 1"), ("card", "As")))
>>> str(event)
'card to="box 1" card=As'
>>> parse_event(str(event)) == event
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from pitboss.errors import NotationError

Field = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, at a table or to a meter."""

    kind: str
    fields: tuple[Field, ...] = ()
    line: str = field(init=False, repr=False, compare=False)
    """The event as it is printed."""

    def __post_init__(self) -> None:
        line = self.kind
        for key, value in self.fields:
            line += f" {key}={value if value.isalnum() else _quoted(value)}"
        object.__setattr__(self, "line", line)

    def __str__(self) -> str:
        return self.line

    def get(self, key: str, default: str = "") -> str:
        """The value of one field."""
        for name, value in self.fields:
            if name == key:
                return value
        return default


Sink = Callable[[Event], object]
"""Gets each event of a log as it is made; one that it fails on is not acted on."""


def event(kind: str, /, **fields: object) -> Event:
    """An event of these fields, in this order."""
    return Event(kind, tuple([(key, str(value)) for key, value in fields.items()]))


repeated = lru_cache(maxsize=1 << 14)(event)
"""The same, for events that come again and again: a card to a box, a stake, a result."""

_PLAIN: Final = re.compile(r"[^\s\"=\x00-\x1f\x7f]+")
_FIELD: Final = re.compile(r'\s*([a-z_]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))')
_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-f]{4})|(.))")


@lru_cache(maxsize=1 << 12)
def _quoted(value: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'


def _plain(escaped: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[2], escaped)


def parse_event(line: str) -> Event:
    """Read one line of a log."""
    kind, _, rest = line.partition(" ")
    fields: list[Field] = []
    at = 0
    while at < len(rest):
        match = _FIELD.match(rest, at)
        if not match:
            break
        plain = match[3]
        fields.append((match[1], _plain(match[2]) if plain is None else plain))
        at = match.end()
    made = Event(kind, tuple(fields))
    if not re.fullmatch("[a-z-]+", kind) or made.line != line:
        shown = line if len(line) <= 60 else line[:60] + "…"
        raise NotationError(f"{shown!r} is not an event of a log.")
    return made


def parse_log(text: str) -> tuple[Event, ...]:
    """Read a whole log; says which line is wrong."""
    lines = text.split("\n")
    if lines.pop():
        raise NotationError(f"line {len(lines) + 1}: the log is cut off in the middle of a line.")
    events = []
    for number, line in enumerate(lines, 1):
        try:
            events.append(parse_event(line))
        except NotationError as error:
            raise NotationError(f"line {number}: {error}") from None
    return tuple(events)


def print_log(events: Iterable[Event]) -> str:
    """A log as text, one event a line."""
    return "".join(f"{event}\n" for event in events)


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of a log that the rules do not lead to."""

    line: int
    logged: str
    expected: str

    def __str__(self) -> str:
        return f"line {self.line}: the log says {self.logged!r}, the rules say {self.expected!r}"


NOTHING: Final = "nothing more"
"""What a log says where it has ended."""
