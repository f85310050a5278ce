"""A log: one event per line, readable, printed and parsed by one pair of functions.

An event is a frozen record; its class says what happened and its fields say the rest. A `Notation`
is the set of classes that one kind of log is written in.

>>> @dataclass(frozen=True, slots=True)
... class Bet(Event):
...     kind = "bet"
...     box: int
...     player: str
...     position: int = 0
>>> bet = Bet(1, "Ann Lee")
>>> str(bet)
'bet box=1 player="Ann Lee"'
>>> Notation(Bet).parse_event(str(bet)) == bet
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeVar,
    cast,
    get_type_hints,
)

from pitboss.cards import Card, Rank, parse_cards, parse_rank, show_cards
from pitboss.errors import NotationError

HIDDEN: Final = "??"
"""What a line shows instead of a card, or of words, that its reader may not see."""


@dataclass(frozen=True)
class Event:
    """Something that happened, at a table or to a meter.

    A field that has its default is not printed. `printed_as` and `printed_at` make the metadata
    of a field that is printed under another name, or at another place.
    """

    __slots__ = ("line",)
    line: ClassVar[str]  # of each event, and no field of it
    """The event as printed: made once, as a log needs it often."""
    kind: ClassVar[str] = ""
    """The first word of the line."""

    def __post_init__(self) -> None:
        """Compile, at the first event of a class, the function that makes the others."""
        kind = type(self)
        kind.__init__ = _maker(kind)  # type: ignore[method-assign]
        kind.__init__(self, **{each.name: getattr(self, each.name) for each in fields(self)})

    def __str__(self) -> str:
        return self.line


LINE: Final = attrgetter("line")
Sink = Callable[[Event], object]
"""Receives each event of a log as it is made; if it fails, the event has no effect."""


P = ParamSpec("P")
E = TypeVar("E", bound=Event)


def recurring(made: Callable[P, E]) -> Callable[P, E]:
    """A class whose equal events recur: each is made and printed once, then reused."""
    return cast("Callable[P, E]", lru_cache(maxsize=1 << 14)(made))


def printed_as(name: str) -> Mapping[str, Any]:
    """Metadata of a field whose name in a log is not its name in the record."""
    return {"printed": name}


def printed_at(place: int) -> Mapping[str, Any]:
    """Metadata of a field that is printed after all fields of a lower place; 0 by default."""
    return {"place": place}


# -- fields --------------------------------------------------------------------------------------


class _Form(NamedTuple):
    """How the values of one type are printed and read."""

    show: Callable[[Any], str]
    read: Callable[[str], Any]
    never_quoted: bool = False


def _whole(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = None
    if number is None or str(number) != text:
        raise ValueError(f"a whole number, not {text!r}")
    return number


def show_moment(moment: datetime) -> str:
    """A moment to the second, in universal time.

    >>> show_moment(datetime(2026, 7, 4, 21, 5, tzinfo=UTC))
    '2026-07-04T21:05:00Z'
    """
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def parse_moment(text: str) -> datetime:
    """Read a moment as it is printed."""
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        raise ValueError(f"a moment like 2026-07-04T21:05:00Z, not {text!r}") from None


def _none_as(text: str, form: _Form) -> _Form:
    """The form of a type that may also be `None`, printed as this text."""
    return _Form(
        lambda value: text if value is None else form.show(value),
        lambda said: None if said == text else form.read(said),
    )


_TEXT: Final = _Form(str, str)
_INT: Final = _Form(str, _whole, never_quoted=True)
_CARD: Final = _Form(str, Card.parse)
_CARDS: Final = _Form(show_cards, parse_cards)
_FORMS: Final[dict[Any, _Form]] = {
    str: _TEXT,
    str | None: _TEXT,
    int: _INT,
    int | None: _none_as("", _INT),
    Fraction: _Form(str, Fraction),
    Card: _CARD,
    Card | None: _none_as(HIDDEN, _CARD),
    tuple[Card, ...]: _CARDS,
    tuple[Card, ...] | None: _none_as(HIDDEN, _CARDS),
    tuple[int, ...]: _Form(
        lambda value: ",".join(map(str, value)),
        lambda text: tuple(map(_whole, text.split(","))) if text else (),
    ),
    tuple[str, ...]: _Form(",".join, lambda text: tuple(text.split(","))),
    datetime | None: _none_as("", _Form(show_moment, parse_moment)),
    Rank | None: _Form(lambda rank: rank.symbol, parse_rank),
}
"""Type of a field → its form."""


class _Field(NamedTuple):
    """One field of an event, as it is printed."""

    name: str
    default: Any
    show: Callable[[Any], str]
    read: Callable[[str], Any]
    never_quoted: bool


_KNOWN: Final[dict[type[Event], Mapping[str, _Field]]] = {}
"""Class → its fields by their printed names, filled as classes are first used."""


def _fields(kind: type[Event]) -> Mapping[str, _Field]:
    """The fields of a class in the order of a line."""
    if kind not in _KNOWN:
        types = get_type_hints(kind)
        ordered = sorted(fields(kind), key=lambda each: each.metadata.get("place", 0))
        _KNOWN[kind] = {
            each.metadata.get("printed", each.name): _Field(
                each.name, each.default, *_FORMS[types[each.name]]
            )
            for each in ordered
        }
    return _KNOWN[kind]


# -- lines ---------------------------------------------------------------------------------------

_PLAIN: Final = re.compile(r"[^\s\"=\x00-\x1f\x7f]+")
_PAIR: Final = re.compile(r'\s*([a-z_]+)=(?:"([^"\\]*(?:\\.[^"\\]*)*)"|(\S*))')
_UNQUOTED: Final = re.compile(r"\s*([a-z_]+)=(\S*)")
_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-f]{4})|(.))")


def _maker(kind: type[Event]) -> Callable[..., None]:
    """Compile how events of one class are made: each field is set, then the line is printed.

    A log makes a few kinds of event again and again, and a frozen record sets its fields slowly.
    """
    known: dict[str, Any] = {"quoted": _quoted, "set_line": Event.__dict__["line"].__set__}
    takes, code = [], []
    for each in fields(kind):
        known |= {f"set_{each.name}": getattr(kind, each.name).__set__}
        if each.kw_only and "*" not in takes:
            takes.append("*")
        takes.append(each.name + f"=default_{each.name}" * (each.default is not MISSING))
        code.append(f"set_{each.name}(event, {each.name})")
    parts = [("line = ", kind.kind)]
    for printed, (name, default, show, read, never_quoted) in _fields(kind).items():
        known |= {f"show_{name}": show, f"default_{name}": default}
        said = name
        if not never_quoted:
            text = name if read is str else f"show_{name}({name})"
            said = f"text if (text := {text}).isalnum() else quoted(text)"
        part = f" {printed}={{{said}}}"
        if default is not MISSING:
            parts.append((f"if {name} != default_{name}: line += ", part))
        elif parts[-1][0].startswith("if"):
            parts.append(("line += ", part))
        else:  # what is always printed is made at once
            parts[-1] = parts[-1][0], parts[-1][1] + part
    code += [f"{begins}f'{part}'" for begins, part in parts]
    code.append("set_line(event, line)")
    exec(f"def make(event, {', '.join(takes)}):\n    " + "\n    ".join(code), known)
    made: Callable[..., None] = known["make"]
    return made


@lru_cache(maxsize=1 << 12)
def _quoted(value: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[2], text)


def _pairs(line: str) -> tuple[str, dict[str, str]]:
    """The first word of a line, and the fields after it, unparsed."""
    kind, _, rest = line.partition(" ")
    if '"' not in rest:
        return kind, dict(_UNQUOTED.findall(rest))
    found = _PAIR.findall(rest)
    return kind, {name: plain or _unescaped(quoted) for name, quoted, plain in found}


class Notation(Generic[E]):
    """The classes of events that one kind of log is written in."""

    def __init__(self, *classes: type[E]) -> None:
        self.classes = classes
        self._of: dict[str, list[type[E]]] = {}
        for each in classes:
            self._of.setdefault(each.kind, []).append(each)
        self._known = lru_cache(maxsize=1 << 14)(self._read)

    def parse_event(self, line: str) -> E:
        """Read one line of a log."""
        return self._known(line)

    def parse_log(self, text: str) -> tuple[E, ...]:
        """Read a whole log; an error names the line that is wrong."""
        events, fault = self.read_to_fault(text)
        if fault:
            raise NotationError(fault)
        return events

    def read_to_fault(self, text: str) -> tuple[tuple[E, ...], str]:
        """The events up to the first line that is wrong, and what is wrong with it."""
        lines, events, fault = text.split("\n"), list[E](), ""
        if lines.pop():
            fault = f"line {len(lines) + 1}: the log is cut off in the middle of a line."
        try:
            for line in lines:
                events.append(self._known(line))
        except NotationError as error:
            fault = f"line {len(events) + 1}: {error}"
        return tuple(events), fault

    def _read(self, line: str) -> E:
        kind, pairs = _pairs(line)
        why = ""
        for each in self._of.get(kind, ()):
            try:
                made = _made(each, pairs)
            except (ValueError, ZeroDivisionError, NotationError) as error:
                why = f": {error}"
                continue
            if made.line == line:
                return made
        shown = line if len(line) <= 60 else line[:60] + "…"
        raise NotationError(f"{shown!r} is not a valid log line{why.rstrip('.')}.")


def _made(kind: type[E], pairs: dict[str, str]) -> E:
    """An event of one class from the words of its line."""
    known, printed = _fields(kind), ""
    values: dict[str, Any] = {}
    try:
        for printed, text in pairs.items():
            if printed in known:
                name, _, _, read, _ = known[printed]
                values[name] = read(text)
        return kind(**values)
    except ValueError as error:
        raise ValueError(f"{printed} must be {error}") from None
    except TypeError:
        needed = [name for name, each in known.items() if each.default is MISSING]
        missing = next(name for name in needed if name not in pairs)
        raise ValueError(f"{missing} is missing") from None


def fields_of(event: Event) -> dict[str, str]:
    """The fields on the line of an event: name → text."""
    return _pairs(event.line)[1]


def print_log(events: Iterable[Event]) -> str:
    """A log as text, one event per line."""
    return "".join(f"{event.line}\n" for event in events)


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of a log that differs from what the rules produce."""

    line: int
    logged: str
    expected: str
    refused: bool = False
    """What is expected is no line, but why this one is refused."""

    def __str__(self) -> str:
        if self.refused:
            return (
                f"line {self.line}: the log says {self.logged!r}, which is refused: {self.expected}"
            )
        return f"line {self.line}: the log says {self.logged!r}, the rules say {self.expected!r}"


NOTHING: Final = "nothing more"
"""What is shown for the line after the last of a log."""
