"""Options that several commands share, and records of the options of large commands.

This module is imported at every start.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

from cyclopts import Parameter

from pitboss.errors import NotAllowed, NotationError, PitbossError
from pitboss.money import parse_money

if TYPE_CHECKING:
    from pitboss.rulebook.load import Rulebook
    from pitboss.simulate.reports import Occasion
    from pitboss.store.store import Store
    from pitboss.table.houses.default_house import FiledHouse


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
    """The rules that a command uses, and whether it prints JSON."""

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
        negative="",
        show_default=False,
        help="Also show the conditions, as they are written in a rule file.",
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
Decks = Annotated[int | None, Parameter(help="Decks in the shoe; by default six, if allowed.")]
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


# -- what somebody asks of a command that has many options -----------------------------------------


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class ProveRequest:
    """The options of `prove`."""

    check: Annotated[
        Only, Parameter(help="Only check; exit with status 1 if a proof is out of date.")
    ] = False
    all_readings: Annotated[Only, Parameter(help="Also prove every other reading and option.")] = (
        False
    )
    jobs: Annotated[
        int | None, Parameter(help="Number of processes; by default two.", show_default=False)
    ] = None
    cluster: Where = None
    folder: Annotated[
        Path | None,
        Parameter(help="Folder for the proofs; by default proofs/ in the source tree, or here."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRequest:
    """How a game is offered at a table."""

    jurisdiction: Jurisdiction = None
    decks: Decks = None
    wager: WagerWords = ()
    term: TermWords = ()
    reading: ReadingWords = ()

    def filed(self, book: Rulebook, game: str) -> FiledHouse:
        """The table, with lawful defaults for whatever is not given."""
        from pitboss.analysis.proof_request import pairs_of
        from pitboss.table.houses.default_house import Wish, file_house, find_game

        found = find_game(book, game, self.jurisdiction)
        terms, readings = pairs_of("--term", self.term), pairs_of("--reading", self.reading)
        return file_house(book, found, Wish(self.decks, self.wager, terms, readings))


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRequest(GameRequest):
    """The options of `play`."""

    boxes: Annotated[int, Parameter(help="Boxes you play.")] = 1
    bankroll: Annotated[str, Parameter(help="Your starting bankroll.")] = "$500"
    seed: Annotated[int | None, Parameter(help="A lesson: deals the same shoes every time.")] = None
    log: Annotated[Path | None, Parameter(help="Write the log to this new file.")] = None
    auto: Annotated[int | None, Parameter(help="Play this many rounds automatically.")] = None


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class SimulateRequest(GameRequest):
    """The options of `simulate`."""

    wager: Annotated[Words, Parameter(help="KEY or KEY=PAYTABLE to play; repeatable.")] = ()
    boxes: Annotated[int, Parameter(help="Boxes in play, up to seven.")] = 1
    rounds: Annotated[
        str | None, Parameter(help="Rounds, such as 1e9; by default ten million.")
    ] = None
    error: Annotated[
        str | None,
        Parameter(help="Stop at this standard error of the main wager, such as 0.001%."),
    ] = None
    strategy: Annotated[
        str, Parameter(help="best, chart, basic, never-hit, or a chart in a TOML file.")
    ] = "best"
    seed: Annotated[int, Parameter(help="The seed of the shoes.")] = 1
    cores: Annotated[int | None, Parameter(help="Cores to use; by default all.")] = None
    per_shoe: Annotated[
        int | None,
        Parameter(help="Rounds from each shoe, as the proofs assume; by default as many as fit."),
    ] = None
    cut_card: Annotated[
        Only, Parameter(help="Deal each shoe to the cut card, as a casino does.")
    ] = False
    checkpoint: Annotated[
        Path | None, Parameter(help="Save progress to a file, and resume from it.")
    ] = None
    report: Annotated[
        Literal["session", "pit", "meter"] | None,
        Parameter(help="Report on a player's night, a pit's month or a meter's life instead."),
    ] = None
    hours: Annotated[float, Parameter(help="Hours in a night, or in the pit's day.")] = 4.0
    pace: Annotated[int, Parameter(help="Rounds per hour.")] = 70
    bankroll: Annotated[str, Parameter(help="What the player can lose in a night.")] = "$1000"
    tables: Annotated[int, Parameter(help="Tables in the pit.")] = 10
    days: Annotated[int, Parameter(help="Days in the pit's month.")] = 30
    csv: Annotated[
        Path | None, Parameter(help="Write the report's distribution to a CSV file.")
    ] = None
    plot: Annotated[Path | None, Parameter(help="Plot it to a .svg or .png file.")] = None
    device: Annotated[
        Literal["cpu", "cuda"], Parameter(help="The cores of this machine, or an NVIDIA GPU.")
    ] = "cpu"
    cluster: Where = None

    @property
    def occasion(self) -> Occasion:
        """What a report is about."""
        from pitboss.simulate.reports import Occasion

        bankroll = parse_money(self.bankroll)
        return Occasion(self.hours, self.pace, bankroll, self.tables, self.days)

    def refuse(self, names: str, why: str) -> None:
        """Refuse any of these options that is not at its default."""
        usual = {each.name: each.default for each in fields(self)}
        said = [name for name in names.split() if getattr(self, name) != usual[name]]
        if said:
            listed = ", ".join(f"--{name.replace('_', '-')}" for name in said)
            raise PitbossError(f"{listed}: {why}")


def whole_number(text: str) -> int:
    """A number of rounds, as in 1000000, 1e6 or 1,000,000.

    >>> whole_number("1e9"), whole_number("25,000")
    (1000000000, 25000)
    """
    plain = text.replace(",", "").replace("_", "")
    match = re.fullmatch(r"(\d+)(?:\.(\d+))?(?:[eE]\+?(\d{1,2}))?", plain)
    if match:
        digits, part, power = match[1], match[2] or "", int(match[3] or 0)
        if len(part) <= power:
            return int(digits + part + "0" * (power - len(part)))
    raise NotationError(f"--rounds takes a whole number such as 1000000 or 1e6, not {text!r}.")


def share_of(text: str) -> float:
    """A standard error, as in 0.001%.

    >>> share_of("0.01%")
    0.0001
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*%", text.strip())
    if match and float(match[1]) > 0:
        return float(match[1]) / 100
    raise NotationError(f"--error takes a share of the stake such as 0.001%, not {text!r}.")


def check_files(asked: SimulateRequest) -> None:
    """Refuse files that cannot be written before anything is dealt."""
    from pitboss.documents.output_file import check_folder

    for path in (asked.csv, asked.plot):
        if path is not None:
            check_folder(path)
    if asked.plot is not None and kind_of(asked.plot) not in ("svg", "png"):
        raise NotAllowed(f"--plot takes a file that ends in .svg or .png, not {asked.plot}.")


def kind_of(path: Path) -> str:
    """The kind of picture, by the file's name."""
    return path.suffix.lstrip(".").lower()
