"""From the plain values of a TOML file to the frozen records of the schema.

Faults are collected, each with its file and line, so that the author sees all of them at once.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, field, fields
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from pitboss.cards import Card
from pitboss.errors import NotationError, either, nearest
from pitboss.money import Cents, Odds, parse_money, parse_percent
from pitboss.rulebook.when import Condition
from pitboss.rulebook.when import parse as parse_condition

T = TypeVar("T")
NO_CITATION: Final = 'a citation is missing: add cite = "…"'
Raw = dict[str, Any]
Money = Annotated[Cents, "money"]
"""A field that is written as an amount: `$5`."""
Percent = Annotated[Fraction, "percent"]
"""A field that is written as a share: `3.75%`."""


def among(values: tuple[str, ...], default: str | None = None) -> Any:
    """A field that takes one of a closed set of words."""
    if default is None:
        return field(metadata={"one_of": values})
    return field(default=default, metadata={"one_of": values})


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A place in a rule file: file and line."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a rule file."""

    place: FilePlace
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@dataclass(slots=True)
class Source:
    """A rule file being read: its text for line numbers, and the faults found so far."""

    file: str
    text: str
    faults: list[Fault] = field(default_factory=list)
    lost: dict[str, set[str]] = field(default_factory=dict)
    """Header of an entry → its unreadable keys: what depends on them is not checked."""
    _lines: list[str] = field(init=False)
    _places: dict[tuple[str, ...], FilePlace] = field(default_factory=dict)

    def __post_init__(self) -> None:
        lines = self.text.split("\n")
        self._lines = ["" if line.lstrip().startswith("#") else line for line in lines]

    def place(self, *needles: str) -> FilePlace:
        """The line of the last needle found, looking for each after the previous one.

        A needle is a header (`[wager.lucky]`, whose tables are then not left), a key, or a text.
        """
        if needles not in self._places:
            line, end = 0, len(self._lines)
            for needle in needles:
                line = self._line(needle, line, end)
                if needle.startswith("[") and needle in self._lines[line]:
                    end = self._end(needle, line)
            self._places[needles] = FilePlace(self.file, line + 1)
        return self._places[needles]

    def each(self, needles: tuple[str, ...], texts: Iterable[str]) -> list[FilePlace]:
        """The lines of texts in this order; two equal ones have a line each."""
        start = last = self.place(*needles).line - 1
        end = self._end(needles[0], self.place(needles[0]).line - 1)
        found = []
        for text in texts:
            line = self._line(text, start, end, nowhere=-1)
            if line < 0:  # on the line of the one before
                line = self._line(text, last, end)
            found.append(FilePlace(self.file, line + 1))
            last, start = line, line + 1
        return found

    def _line(self, needle: str, start: int, end: int, nowhere: int | None = None) -> int:
        """Where a needle next occurs, as a key if it can be one; the start if nowhere."""
        after = range(start, end)
        if re.fullmatch(r"[\w-]+", needle):
            key = re.compile(rf"""(?<![\w-])["']?{needle}["']?\s*[=.\]]""")
            found = (n for n in after if needle in self._lines[n] and key.search(self._lines[n]))
            if (line := next(found, None)) is not None:
                return line
        spelled = {needle, f"'{needle[1:-1]}'"} if needle.startswith('"') else {needle}
        places = (n for n in after if any(text in self._lines[n] for text in spelled))
        return next(places, start if nowhere is None else nowhere)

    def _end(self, header: str, start: int) -> int:
        """The line after the tables of a header, where another begins."""
        inner = header.strip("[]")
        for n in range(start + 1, len(self._lines)):
            name = _HEADER.match(self._lines[n])
            if name and name[1] != inner and not name[1].startswith(f"{inner}."):
                return n
        return len(self._lines)

    @contextmanager
    def losing(self, header: str, *keys: str) -> Iterator[None]:
        """Read keys of an entry, which are lost if this finds a fault."""
        before = len(self.faults)
        yield
        if len(self.faults) > before:
            self.lost.setdefault(header, set()).update(keys)

    def fault(self, message: str, *needles: str) -> None:
        """Record a fault at the line of the needles."""
        self.faults.append(Fault(self.place(*needles), message))


_HEADER = re.compile(r"\[\[?([^\[\],=]+)\]\]?\s*(?:#.*)?$")


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def build(
    cls: type[T],
    values: Mapping[str, Any],
    source: Source,
    *needles: str,
    given: Mapping[str, Any] = types.MappingProxyType({}),
    beside: Iterable[str] = (),
) -> T | None:
    """One record from a table of the file; `None` if it has faults (they are in the source).

    Fields in `given` have their value already and no file may give them; `beside` are keys that
    the table may have and that are read elsewhere.
    """
    before = len(source.faults)
    record, _ = salvage(cls, values, source, *needles, given=given, beside=beside)
    return record if len(source.faults) == before else None


def salvage(
    cls: type[T],
    values: Mapping[str, Any],
    source: Source,
    *needles: str,
    given: Mapping[str, Any] = types.MappingProxyType({}),
    beside: Iterable[str] = (),
) -> tuple[T, set[str]]:
    """One record as far as it can be read, and the unreadable fields, which have their default."""
    known = {f.name: f for f in fields(cls) if f.name not in given}  # type: ignore[arg-type]
    hints = _hints(cls)  # type: ignore[arg-type]
    made: dict[str, Any] = dict(given)
    lost: set[str] = set()
    for name, value in values.items():
        before = len(source.faults)
        if name not in known:
            near = nearest(name, [*known, *beside])
            hint = f"; did you mean {either(near)}?" if near else ""
            source.fault(f"unknown key {name!r}{hint}", *needles, name)
            lost |= {*near} - {*values}
            continue
        allowed = known[name].metadata.get("one_of")
        if allowed and value not in allowed:
            may = either(map(repr, allowed))
            source.fault(f"{name} = {value!r}: must be one of {may}", *needles, name)
        else:
            try:
                made[name] = _convert(hints[name], value, source, (*needles, name))
            except (NotationError, ValueError) as error:
                source.fault(f"{name}: {error}", *needles, name)
        if len(source.faults) > before:
            made.pop(name, None)
            lost.add(name)
    for name, spec in known.items():
        required = spec.default is MISSING and spec.default_factory is MISSING
        if required and name not in values:
            if name == "cite":
                source.fault(NO_CITATION, *needles)
            else:
                source.fault(f"{name!r} is missing", *needles)
            lost.add(name)
        if required and name not in made:
            made[name] = () if get_origin(hints[name]) is tuple else "?"
    return cls(**made), lost


def _convert(hint: Any, value: Any, source: Source, needles: tuple[str, ...]) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return (parse_money if args[1] == "money" else parse_percent)(_need(str, value))
    if origin in (Union, types.UnionType):
        inner = [a for a in args if a is not type(None)]
        if set(inner) == set(get_args(Condition)):
            return parse_condition(_need(str, value))
        return _convert(inner[0], value, source, needles)
    if origin is tuple:
        if not isinstance(value, list):
            raise ValueError(f"{value!r} must be a list in square brackets")
        return tuple(_convert(args[0], item, source, needles) for item in value)
    if origin in (Mapping, dict):
        made = _need(dict, value).items()
        return {str(k): _convert(args[1], v, source, needles) for k, v in made}
    if hint is Card:
        return Card.parse(_need(str, value))
    if hint is Odds:
        return Odds.parse(_need(str, value))
    if hint in (str, int, bool, date):
        return _need(hint, value)
    return build(hint, _need(dict, value), source, *needles)


def tables(value: Any, what: str, source: Source, *needles: str) -> dict[str, Raw]:
    """Named tables, such as every `[wager.KEY]`; anything else becomes a fault."""
    good = {}
    for key, each in table(value, what, source, *needles).items():
        if isinstance(each, dict):
            good[key] = each
        else:
            source.fault(f"{what}: {key} = {each!r} must be a table", *needles, what, key)
    return good


def table(value: Any, what: str, source: Source, *needles: str) -> Raw:
    """A table of keys and values; anything else becomes a fault, and the table is empty."""
    if isinstance(value, dict):
        return value
    source.fault(f"{what} must be a table of keys and values, not {value!r}", *needles, what)
    return {}


def listed(value: Any, what: str, source: Source, *needles: str) -> list[Raw]:
    """A list of tables, such as the hands of a wager; anything else becomes a fault."""
    if not isinstance(value, list):
        source.fault(f"{what} must be a list in square brackets, not {value!r}", *needles, what)
        return []
    good = [each for each in value if isinstance(each, dict)]
    for each in value:
        if not isinstance(each, dict):
            at = f'"{each}"' if isinstance(each, str) else str(each)
            source.fault(f"{what}: {each!r} must be a table in braces", *needles, what, at)
    return good


_NAMES = {str: "a string in quotes", int: "a whole number", bool: "true or false", dict: "a table"}


def _need(kind: type[T], value: Any) -> T:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{value!r} must be {_NAMES.get(kind, 'a date such as 2024-05-25')}")
    return value


def split_multiple(text: str) -> tuple[str, str]:
    """`2 x blackjack` → (`2`, `blackjack`); a bare name means once.

    >>> split_multiple("1/5 x blackjack"), split_multiple("ante")
    (('1/5', 'blackjack'), ('1', 'ante'))
    """
    match = re.fullmatch(r"(?:([1-9]\d*(?:/[1-9]\d*)?)\s*x\s*)?([a-z0-9-]+)", text)
    if not match:
        raise NotationError(f"{text!r}: write a wager, or a multiple such as 2 x blackjack")
    return match[1] or "1", match[2]
