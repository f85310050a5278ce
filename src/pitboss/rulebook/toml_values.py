"""From the plain values of a TOML file to the frozen records of the schema.

Faults are collected, each with its file and line, so that the author sees all of them at once.
"""

from __future__ import annotations

import re
import tomllib
import types
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, field, fields
from datetime import date
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from pitboss.cards import Card
from pitboss.errors import NotationError, either, nearest
from pitboss.money import Cents, Odds, parse_money, parse_percent
from pitboss.rulebook.when import Condition
from pitboss.rulebook.when import parse as parse_condition

T = TypeVar("T")
KeyPath = tuple[str | int, ...]
"""Keys from the outermost in; a value of a list is named by its number, from 0."""
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
    """Something wrong in a file: where it is, under which clause, and what is allowed."""

    place: FilePlace
    message: str
    clause: str = ""

    @property
    def said(self) -> str:
        """What is wrong, after its clause."""
        return f"{self.clause}: {self.message}" if self.clause else self.message

    def __str__(self) -> str:
        return f"{self.place}: {self.said}"


@dataclass(slots=True)
class Source:
    """A rule file being read: its text for line numbers, and the faults found so far."""

    file: str
    text: str
    faults: list[Fault] = field(default_factory=list)
    lost: dict[KeyPath, set[str]] = field(default_factory=dict)
    """Header of an entry → its unreadable keys: what depends on them is not checked."""

    def place(self, *at: str | int) -> FilePlace:
        """The line of a key, or of the innermost thing around it."""
        return place_in(self.file, self.text, *at)

    @contextmanager
    def losing(self, header: KeyPath, *keys: str) -> Iterator[None]:
        """Read keys of an entry, which are lost if this finds a fault."""
        before = len(self.faults)
        yield
        if len(self.faults) > before:
            self.lost.setdefault(header, set()).update(keys)

    def fault(self, message: str, *at: str | int) -> None:
        """Record a fault at the line of a key."""
        self.faults.append(Fault(self.place(*at), message))


# -- the line of everything in a file, which a parser of TOML does not tell ------------------------


_TOKEN: Final = re.compile(
    r'"""(?:\\.|.)*?"{3,5}|"(?:\\.|[^"\\])*"' + r"|'''.*?'{3,5}|'[^']*'"
    r"|#[^\n]*|[\[\]{}=,\n]|[^\s\"'#\[\]{}=,]+",
    re.DOTALL,
)
_PART: Final = re.compile(r"""("[^"]*"|'[^']*'|[\w-]+)\.?""")
Tokens = list[tuple[str, int]]
"""What is left to be read of a file, the last first, each with its line."""


def place_in(file: str, text: str, *at: str | int) -> FilePlace:
    """The line of a key, or of the innermost thing around it."""
    lines = lines_of(text) if at else {}
    for end in range(len(at), 0, -1):
        if at[:end] in lines:
            return FilePlace(file, lines[at[:end]])
    return FilePlace(file, 1)


@lru_cache(maxsize=128)
def lines_of(text: str) -> Mapping[KeyPath, int]:
    """Each header, each key and each value of a list, with its line.

    >>> found = lines_of('house = { name = "A" }\\n[[table]]\\n[table.wagers]\\nx = [\\n1,\\n2]')
    >>> found["house", "name"], found["table", 0], found["table", 0, "wagers", "x", 1]
    (1, 2, 6)
    """
    left, line = Tokens(), 1
    for match in _TOKEN.finditer(text):
        if not match[0].startswith("#"):
            left.append((match[0], line))
        line += match[0].count("\n")
    left.reverse()
    found: dict[KeyPath, int] = {}
    lists: Counter[KeyPath] = Counter()
    head: KeyPath = ()
    while left:
        word, line = left[-1]
        if word == "\n":
            left.pop()
        elif word == "[":
            is_list = left[-2][0] == "["
            del left[-2 if is_list else -1 :]
            head = _within(lists, _key(left, "]"), is_list)
            found |= {head[:end]: line for end in range(1, len(head)) if head[:end] not in found}
            found[head] = line
            del left[len(left) - is_list :]
        else:
            _note_pair(left, head, found)
    return found


def _key(left: Tokens, end: str) -> tuple[str, ...]:
    """The parts of a key, up to the sign that ends it."""
    said = ""
    while (word := left.pop()[0]) != end:
        said += word
    return tuple(part.strip("\"'") for part in _PART.findall(said))


def _within(lists: Counter[KeyPath], parts: tuple[str, ...], is_list: bool) -> KeyPath:
    """A header as a path, with the number of each table of a list on the way."""
    made: KeyPath = ()
    for part in parts[:-1] if is_list else parts:
        made = (*made, part)
        if lists[made]:
            made = (*made, lists[made] - 1)
    if not is_list:
        return made
    made = (*made, parts[-1])
    lists[made] += 1
    return (*made, lists[made] - 1)


def _note_pair(left: Tokens, head: KeyPath, found: dict[KeyPath, int]) -> None:
    """Note a key, and what its value contains."""
    line = left[-1][1]
    at = (*head, *_key(left, "="))
    found.setdefault(at, line)
    _note_value(left, at, found)


def _note_value(left: Tokens, at: KeyPath, found: dict[KeyPath, int]) -> None:
    opened, _ = left.pop()
    if opened == "[":
        for number in count():
            if (line := _next(left, "]")) is None:
                return
            found[*at, number] = line
            _note_value(left, (*at, number), found)
    elif opened == "{":
        while _next(left, "}"):
            _note_pair(left, at, found)
    else:
        while left and left[-1][0] not in ",]}\n":  # a date and its time
            left.pop()


def _next(left: Tokens, end: str) -> int | None:
    """The line of the next thing in brackets; nothing after the last, whose bracket is taken."""
    while left[-1][0] in ",\n":
        left.pop()
    if left[-1][0] != end:
        return left[-1][1]
    left.pop()
    return None


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def build(
    cls: type[T],
    values: Mapping[str, Any],
    source: Source,
    *at: str | int,
    given: Mapping[str, Any] = types.MappingProxyType({}),
    beside: Collection[str] = (),
) -> T | None:
    """One record from a table of the file; `None` if it has faults (they are in the source).

    Fields in `given` have their value already and no file may give them; `beside` are keys that
    the table may have and that are read elsewhere, whether or not a field has the same name.
    """
    before = len(source.faults)
    record, _ = salvage(cls, values, source, *at, given=given, beside=beside)
    return record if len(source.faults) == before else None


def salvage(
    cls: type[T],
    values: Mapping[str, Any],
    source: Source,
    *at: str | int,
    given: Mapping[str, Any] = types.MappingProxyType({}),
    beside: Collection[str] = (),
) -> tuple[T, set[str]]:
    """One record as far as it can be read, and the unreadable fields, which have their default."""
    known = {f.name: f for f in fields(cls) if f.name not in given}  # type: ignore[arg-type]
    hints = _hints(cls)  # type: ignore[arg-type]
    made: dict[str, Any] = dict(given)
    lost: set[str] = set()
    for name, value in values.items():
        before = len(source.faults)
        if name in beside:
            continue
        if name not in known:
            near = nearest(name, [*known, *beside])
            hint = f"; did you mean {either(near)}?" if near else ""
            source.fault(f"unknown key {name!r}{hint}", *at, name)
            lost |= {*near} - {*values}
            continue
        allowed = known[name].metadata.get("one_of")
        if allowed and value not in allowed:
            may = either(map(repr, allowed))
            source.fault(f"{name} = {value!r}: must be one of {may}", *at, name)
        else:
            try:
                made[name] = _convert(hints[name], value, source, (*at, name))
            except (NotationError, ValueError) as error:
                source.fault(f"{name}: {error}", *at, name)
        if len(source.faults) > before:
            made.pop(name, None)
            lost.add(name)
    for name, spec in known.items():
        required = spec.default is MISSING and spec.default_factory is MISSING
        if required and name not in values:
            if name == "cite":
                source.fault(NO_CITATION, *at)
            else:
                source.fault(f"{name!r} is missing", *at)
            lost.add(name)
        if required and name not in made:
            made[name] = () if get_origin(hints[name]) is tuple else "?"
    return cls(**made), lost


def _convert(hint: Any, value: Any, source: Source, at: KeyPath) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return (parse_money if args[1] == "money" else parse_percent)(_need(str, value))
    if origin in (Union, types.UnionType):
        inner = [a for a in args if a is not type(None)]
        if set(inner) == set(get_args(Condition)):
            return parse_condition(_need(str, value))
        return _convert(inner[0], value, source, at)
    if origin is tuple:
        if not isinstance(value, list):
            raise ValueError(f"{value!r} must be a list in square brackets")
        return tuple(_convert(args[0], each, source, (*at, n)) for n, each in enumerate(value))
    if origin in (Mapping, dict):
        made = _need(dict, value).items()
        return {str(k): _convert(args[1], v, source, at) for k, v in made}
    if hint is Card:
        return Card.parse(_need(str, value))
    if hint is Odds:
        return Odds.parse(_need(str, value))
    if hint in (str, int, bool, date):
        return _need(hint, value)
    return build(hint, _need(dict, value), source, *at)


def tables(value: Any, what: str, source: Source, *at: str | int) -> dict[str, Raw]:
    """Named tables, such as every `[wager.KEY]`; anything else becomes a fault."""
    good = {}
    for key, each in table(value, what, source, *at).items():
        if isinstance(each, dict):
            good[key] = each
        else:
            source.fault(f"{what}: {key} = {each!r} must be a table", *at, what, key)
    return good


def table(value: Any, what: str, source: Source, *at: str | int) -> Raw:
    """A table of keys and values; anything else becomes a fault, and the table is empty."""
    if isinstance(value, dict):
        return value
    source.fault(f"{what} must be a table of keys and values, not {value!r}", *at, what)
    return {}


def listed(value: Any, what: str, source: Source, *at: str | int) -> dict[KeyPath, Raw]:
    """The tables of a list, such as the hands of a wager; anything else becomes a fault."""
    if not isinstance(value, list):
        source.fault(f"{what} must be a list in square brackets, not {value!r}", *at, what)
        return {}
    every = {(*at, what, number): each for number, each in enumerate(value)}
    for where, each in every.items():
        if not isinstance(each, dict):
            source.fault(f"{what}: {each!r} must be a table in braces", *where)
    return {where: each for where, each in every.items() if isinstance(each, dict)}


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


# -- a text that is not TOML -----------------------------------------------------------------------


_MEANINGS: Final = {
    r"Illegal character '\\n'|Unterminated string|Expected \"'\"": "a quote is not closed",
    r"Unclosed array|Expected '\]": "a square bracket is not closed",
    r"Unclosed inline table": "a brace is not closed",
    r"Invalid date or datetime": "there is no such date or time",
    r"Invalid value": "a value is missing, or a string is not in quotes",
    r"Expected '=' after a key": "a line must have a key, = and a value",
    r"Invalid initial character for a key part": "a key is missing before this point",
    r"Expected newline or end of document": "unexpected text: a quote or a comma is missing",
    r"Cannot overwrite|Cannot declare|Duplicate|Cannot mutate": "the same key is given twice",
}


_SPACED: Final = r"\s*\[+[\w.-]*\w +\w[\w .-]*\]+"
"""A header whose last key is words with spaces between them, and not in quotes."""


def in_plain_words(error: str) -> str:
    """The TOML parser's error, and what it most likely means.

    >>> in_plain_words("Unclosed array (at end of document)")
    'a square bracket is not closed: Unclosed array (at end of document)'
    """
    means = next((words for said, words in _MEANINGS.items() if re.search(said, error)), "")
    return f"{means}: {error}" if means else error


def unreadable(file: str, text: str, error: tomllib.TOMLDecodeError) -> Fault:
    """The fault of a text that is not TOML, at its line."""
    found = re.search(r"line (\d+)", str(error))
    line = int(found[1]) if found else text.rstrip().count("\n") + 1
    means = in_plain_words(str(error))
    if header := re.match(_SPACED, [*text.split("\n"), ""][line - 1]):
        name = re.sub(r"\s+", "-", header[0].strip().casefold())
        means = f"a key may not contain spaces: write {name}"
    return Fault(FilePlace(file, line), f"not readable as TOML: {means}")
