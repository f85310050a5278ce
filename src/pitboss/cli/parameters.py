"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from pitboss.errors import NotationError, PitbossError

if TYPE_CHECKING:
    from pitboss.rulebook.load import Rulebook
    from pitboss.store.store import Store

Json = Annotated[
    bool, Parameter(name="--json", negative="", show_default=False, help="Print only JSON.")
]
Folders = Annotated[
    tuple[Path, ...],
    Parameter(
        name="--rulebook",
        negative="",
        show_default=False,
        help="A folder or file of your own rules, added to the law; repeatable. "
        "PITBOSS_RULEBOOK may name more.",
    ),
]
NoRules = Annotated[Folders, Parameter(show=False)]
"""Accepted by every rules command; it has no effect on some."""


def folders(given: Iterable[Path]) -> tuple[Path, ...]:
    """The user's own rules: those of PITBOSS_RULEBOOK and those of the command line."""
    listed = os.environ.get("PITBOSS_RULEBOOK", "").split(os.pathsep)
    paths = [*(Path(each) for each in listed if each.strip()), *given]
    return tuple({path.expanduser().resolve(): path for path in paths}.values())


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """By which rules a command answers, and whether as JSON."""

    json: Json = False
    rulebook: Folders = ()

    @property
    def own(self) -> tuple[Path, ...]:
        """The user's own rules."""
        return folders(self.rulebook)

    @property
    def book(self) -> Rulebook:
        """The law and the user's own rules."""
        from pitboss.rulebook.load import load

        return load(*self.own)


SETUP: Final = Setup()
When = Annotated[
    bool,
    Parameter(
        negative="", show_default=False, help="Also show conditions, as a rule file writes them."
    ),
]
Words = Annotated[tuple[str, ...], Parameter(negative="", show_default=False)]
Only = Annotated[bool, Parameter(negative="", show_default=False)]

# -- a game, and how it is offered ---------------------------------------------------------------

GameName = Annotated[str, Parameter(help="A game, or jurisdiction/game.")]
Jurisdiction = Annotated[
    str | None,
    Parameter(
        name=["--in", "--jurisdiction"],
        help="The jurisdiction; by default Pennsylvania if it has the game.",
    ),
]
OnlyIn = Annotated[str | None, Parameter(help="Only this jurisdiction.")]
Decks = Annotated[int | None, Parameter(help="Decks in the shoe; six if allowed.")]
AnyShoe = Annotated[str | None, Parameter(help="Any shoe, such as '6d - As As Kd'.")]
WagerWords = Annotated[Words, Parameter(help="KEY or KEY=PAYTABLE to offer; repeatable.")]
TermWords = Annotated[Words, Parameter(help="KEY=VALUE of a term that the house may choose.")]
ReadingWords = Annotated[Words, Parameter(help="KEY=VALUE of a reading or an option.")]

# -- work that takes long ------------------------------------------------------------------------

Where = Annotated[
    str | None,
    Parameter(help="Use a Dask cluster: tcp://host:port, or local:4 for four processes here."),
]


Jobs = Annotated[int | None, Parameter(help="Number of processes; by default one per core.")]


def cores_of(jobs: int | None) -> int:
    """The processes of `--jobs`, or one per core."""
    check_positive("--jobs", jobs)
    return jobs or os.cpu_count() or 1


def check_positive(option: str, number: int | None) -> None:
    """Refuse a number that is less than one."""
    if number is not None and number < 1:
        raise PitbossError(f"{option} must be 1 or more, not {number}.")


def read_day(text: str) -> date:
    """A date as it is typed."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotationError(f"{text!r} is not a date; write it as 2027-02-01.") from None


# -- files ---------------------------------------------------------------------------------------

LogFile = Annotated[Path, Parameter(help="A log written by play.")]
Page = Annotated[Path | None, Parameter(help="Write a self-contained HTML page.")]
Pdf = Annotated[Path | None, Parameter(help="Write the sheet as a PDF.")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class HouseBooks:
    """The database of a house, by its URL or its folder."""

    database: Annotated[
        str | None,
        Parameter(
            metavar="URL",
            show_default=False,
            help="sqlite:///FILE or postgresql://USER@HOST/NAME; or set PITBOSS_DATABASE.",
        ),
    ] = None
    data: Annotated[
        Path | None,
        Parameter(
            metavar="DIR",
            show_default=False,
            help="The folder of a house, with pitboss.sqlite3; by default the user's data folder.",
        ),
    ] = None

    @property
    def address(self) -> str:
        """Its URL."""
        from pitboss.store.database import address

        return address(self.database, self.data)

    @property
    def shown(self) -> str:
        """How messages name it: without a password."""
        from pitboss.store.database import parse_url

        parsed = parse_url(self.address)
        is_file = parsed.get_backend_name() == "sqlite"
        return str(parsed.database) if is_file else parsed.render_as_string(hide_password=True)

    def open(self, *, write: bool = False) -> Store:
        """Its store, for as long as it is used."""
        from pitboss.store.store import Store

        return Store.open(self.address, write=write)


USUAL_BOOKS: Final = HouseBooks()
