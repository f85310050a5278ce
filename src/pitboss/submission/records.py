"""The records of a Rules Submission, each with the line of the file that it comes from."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from pitboss.errors import NotationError, PitbossError
from pitboss.rulebook.toml_values import Fault, KeyPath, place_in
from pitboss.table.houses.house import LONGEST_NAME, House


def in_order(faults: Iterable[Fault]) -> list[Fault]:
    """Faults in the order of the lines of a file."""
    return sorted(faults, key=lambda fault: fault.place.line)


@dataclass(frozen=True, slots=True)
class Approval:
    """Who approved a revision, when, and in which document."""

    by: str
    """Who approved it."""
    on: date
    """When it was approved."""
    document: str
    """The document that says so."""


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
    at: KeyPath = ()
    """Where it begins in the file."""
    decks_read: bool = True
    """Whether the decks of the house are those of the file; if not, there is already a fault."""

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
    readable: bool = True
    """Whether the text is TOML; nothing else is known of a text that is not."""

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

    def fault(self, path: KeyPath, message: str, clause: str = "") -> Fault:
        """A fault at the line of a key, or of what contains it."""
        return Fault(place_in(self.file, self.text, *path), message, clause)

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
