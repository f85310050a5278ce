"""The records of a Rules Submission, each with the line of the file that it comes from."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from pitboss.errors import NotationError, PitbossError
from pitboss.rulebook.toml_values import FilePlace
from pitboss.table.houses.house import LONGEST_NAME, House


@dataclass(frozen=True, slots=True)
class FilingFault:
    """A fault in a filing: where it is, under which clause, and what is allowed."""

    place: FilePlace
    clause: str
    message: str

    @property
    def said(self) -> str:
        """What is wrong, after its clause."""
        return f"{self.clause}: {self.message}" if self.clause else self.message

    def __str__(self) -> str:
        return f"{self.place}: {self.said}"


def in_order(faults: Iterable[FilingFault]) -> list[FilingFault]:
    """Faults in the order of the lines of a file."""
    return sorted(faults, key=lambda fault: fault.place.line)


@dataclass(frozen=True, slots=True)
class Approval:
    """Who approved a revision, when, and in which document."""

    by: str
    on: date
    document: str


@dataclass(frozen=True, slots=True)
class Superseded:
    """A revision that another one replaced."""

    revision: int
    effective: date
    says: str
    approved: Approval | None = None


@dataclass(frozen=True, slots=True)
class Permission:
    """Who permitted a meter to end before its jackpot was won."""

    table: str
    wager: str
    by: str


@dataclass(frozen=True, slots=True)
class FiledTable:
    """One table as it is filed."""

    name: str
    house: House
    at: Path = ()
    """Where it begins in the file."""
    decks_read: bool = True
    """Whether the decks of the house are those of the file; otherwise that has a fault already."""

    @property
    def id(self) -> str:
        return self.house.table


@dataclass(frozen=True, slots=True)
class Submission:
    """What a house offers at every table, from the date it is effective."""

    name: str
    jurisdiction: str
    revision: int
    effective: date
    tables: tuple[FiledTable, ...]
    acknowledged: tuple[str, ...] = ()
    """The findings that the house has acknowledged, by name."""
    approved: Approval | None = None
    history: tuple[Superseded, ...] = ()
    permissions: tuple[Permission, ...] = ()
    zone: str = "UTC"
    """The time zone of the house."""
    day_starts: time = time(0)
    """When its gaming day begins there: midnight, or as it files."""
    file: str = "submission.toml"
    digest: str = ""
    """SHA-256 of the file."""
    text: str = field(default="", repr=False, compare=False)
    """The file itself."""
    lines: Mapping[Path, int] = field(default_factory=dict, repr=False, compare=False)
    readable: bool = True
    """Whether the text is TOML; nothing is known of one that is not."""

    @property
    def title(self) -> str:
        """How a log names it: `Riverbend, revision 3`."""
        return f"{self.name}, revision {self.revision}" if self.readable else self.file

    @property
    def reference(self) -> str:
        """How the log of a table names the file that it was dealt under."""
        return f"{self.title}, {self.effective}, sha256 {self.digest[:16]}"

    def day_at(self, moment: datetime) -> date:
        """The gaming day of the house at a moment."""
        there = moment.astimezone(ZoneInfo(self.zone))
        return there.date() - timedelta(days=there.time() < self.day_starts)

    def fault(self, path: Path, message: str, clause: str = "") -> FilingFault:
        """A fault at the line of a key, or of what contains it."""
        return FilingFault(place_in(self.file, self.lines, *path), clause, message)

    def table(self, ident: str) -> FiledTable | None:
        """The table of this id."""
        return next((each for each in self.tables if each.id == ident), None)

    def named(self, name: str) -> FiledTable | None:
        """The table of this name."""
        return next((each for each in self.tables if each.name == name), None)


def why_not_after(now: Submission, before: Submission) -> str:
    """Why a revision cannot follow another; empty if it can."""
    if now.revision > before.revision:
        return ""
    return (
        f"revision {before.revision} is in force; the next must be {before.revision + 1} or higher."
    )


def place_in(file: str, lines: Mapping[Path, int], *path: str | int) -> FilePlace:
    """The line of a key, or of the innermost thing around it that begins a line."""
    for end in range(len(path), 0, -1):
        if path[:end] in lines:
            return FilePlace(file, lines[path[:end]])
    return FilePlace(file, 1)


ALPHABETS: Final = ("LATIN ", "GREEK ", "CYRILLIC ")


def read_house_name(said: str) -> str:
    """The name of a house, if every document can print it.

    >>> read_house_name(" Żółć & Söhne’s ")
    'Żółć & Söhne’s'
    """
    name = said.strip()
    if 1 <= len(name) <= LONGEST_NAME and all(map(_is_printed, name)):
        return name
    raise NotationError(
        f"name must have 1 to {LONGEST_NAME} letters of the Latin, Greek or Cyrillic alphabet, "
        f"digits, spaces or punctuation marks, not {said!r:.80}."
    )


def _is_printed(letter: str) -> bool:
    if letter.isalpha():
        return unicodedata.name(letter, "").startswith(ALPHABETS)
    return letter == " " or (letter.isprintable() and ord(letter) < MARKS_TO)


MARKS_TO: Final = 0x2040
"""Digits and marks up to the general punctuation are in every typeface here."""


def refused(error: PitbossError) -> tuple[str, str]:
    """The words of a refusal, apart from its clause, if it has one."""
    clause = getattr(error, "clause", "")
    return str(error).removeprefix(f"{clause}: "), clause


# -- the line of every key in a TOML file ----------------------------------------------------------


Path = tuple[str | int, ...]
"""Keys from the outermost in; a table of a list is named by its number, from 0."""
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
_PART = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w-]+)\s*\.?""")
_MARKS = re.compile(r'''"""|\'\'\'|"(?:\\.|[^"\\])*"|'[^']*'|#.*|[\[\]{}]''')


def lines_of(text: str) -> Mapping[Path, int]:
    """Each key that begins a line, and each header, with its line.

    >>> lines_of('house = { name = "A" }\\n[[table]]\\nid = "B"\\n[table.wagers]\\nx = 1')[
    ...     "table", 0, "wagers", "x"
    ... ]
    5
    """
    found: dict[Path, int] = {}
    lists: Counter[Path] = Counter()
    head: Path = ()
    open_marks, quote = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        if not open_marks and not quote:
            if header := _HEADER.match(line):
                head = _within(lists, _parts(header[2]), is_list=header[1] == "[[")
                found.setdefault(head, number)
                continue
            if key := _KEY.match(line):
                found.setdefault((*head, *_parts(key[1])), number)
        open_marks, quote = _left_open(line, open_marks, quote)
    return found


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _within(lists: Counter[Path], parts: tuple[str, ...], is_list: bool) -> Path:
    """A header as a path, with the number of each table of a list on the way."""
    made: Path = ()
    for part in parts[:-1] if is_list else parts:
        made = (*made, part)
        if lists[made]:
            made = (*made, lists[made] - 1)
    if not is_list:
        return made
    made = (*made, parts[-1])
    lists[made] += 1
    return (*made, lists[made] - 1)


def _left_open(line: str, open_marks: int, quote: str) -> tuple[int, str]:
    """How many brackets, and which long quotation, a line leaves open."""
    for mark in _marks(line, quote):
        if mark in ('"""', "'''"):
            quote = "" if quote == mark else mark
        elif not quote:
            open_marks += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark, 0)
    return max(open_marks, 0), quote


def _marks(line: str, quote: str) -> Iterator[str]:
    """What opens and closes something; inside a long quotation only its end does."""
    if quote:
        _, end, after = line.partition(quote)
        if end:
            yield end
            yield from _MARKS.findall(after)
        return
    yield from _MARKS.findall(line)
