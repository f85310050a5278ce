"""The records of a Rules Submission, each with the line of the file that it comes from."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pitboss.errors import PitbossError
from pitboss.rulebook.toml_values import Fault, KeyPath, place_in
from pitboss.table.houses.house import House


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

    @property
    def title(self) -> str:
        """How a log names it: `Riverbend, revision 3`."""
        return f"{self.name}, revision {self.revision}"

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


def refused(error: PitbossError) -> tuple[str, str]:
    """The words of a refusal, apart from its clause, if it has one."""
    clause = getattr(error, "clause", "")
    return str(error).removeprefix(f"{clause}: "), clause
