"""Options that several commands share, and records of the options of large commands, in which the
string below an option is its help.

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

from pitboss.errors import NotAllowed, NotationError, PitbossError, either
from pitboss.money import parse_money

if TYPE_CHECKING:
    from pitboss.rulebook.load import Rulebook
    from pitboss.simulate.reports import Occasion
    from pitboss.store.store import Store
    from pitboss.table.houses.default_house import FiledHouse


Words = tuple[str, ...]
Json = Annotated[bool, Parameter(help="Print only JSON.")]
Folders = Annotated[
    tuple[Path, ...],
    Parameter(
        help="A folder or file of your own rules, added to the law; repeatable. "
        "PITBOSS_RULEBOOK may name more."
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
    bool, Parameter(help="Also show the conditions, as they are written in a rule file.")
]

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

Csv = Annotated[str | None, Parameter(allow_leading_hyphen=True)]
"""A file, or `-` for the terminal."""
LogFile = Annotated[Path, Parameter(help="A log written by play.")]
Page = Annotated[Path | None, Parameter(help="Write a self-contained HTML page.")]
Pdf = Annotated[Path | None, Parameter(help="Write the sheet as a PDF.")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class HouseBooks:
    """The database of a house, by its URL or its folder."""

    database: Annotated[str | None, Parameter(metavar="URL")] = None
    """sqlite:///FILE or postgresql://USER@HOST/NAME; or set PITBOSS_DATABASE."""
    data: Annotated[Path | None, Parameter(metavar="DIR")] = None
    """The folder of a house, with pitboss.sqlite3; by default the user's data folder."""

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

    check: bool = False
    """Only check; exit with status 1 if a proof is out of date."""
    all_readings: bool = False
    """Also prove every other reading and option."""
    jobs: int | None = None
    """Number of processes; by default two."""
    cluster: Where = None
    folder: Path | None = None
    """Folder for the proofs; by default proofs/ in the source tree, or here."""


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

    boxes: int = 1
    """Boxes you play."""
    bankroll: str = "$500"
    """Your starting bankroll."""
    seed: int | None = None
    """A lesson: deals the same shoes every time."""
    log: Path | None = None
    """Write the log to this new file."""
    auto: int | None = None
    """Play this many rounds automatically."""


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class SimulateRequest(GameRequest):
    """The options of `simulate`."""

    wager: Words = ()
    """KEY or KEY=PAYTABLE to play; repeatable."""
    boxes: int = 1
    """Boxes in play, up to seven."""
    rounds: str | None = None
    """Rounds, such as 1e9; by default ten million."""
    error: str | None = None
    """Stop at this standard error of the main wager, such as 0.001%."""
    strategy: str = "best"
    """best, chart, basic, never-hit, or a chart in a TOML file."""
    seed: int = 1
    """The seed of the shoes."""
    cores: int | None = None
    """Cores to use; by default all."""
    per_shoe: int | None = None
    """Rounds from each shoe, as the proofs assume; by default as many as fit."""
    cut_card: bool = False
    """Deal each shoe to the cut card, as a casino does."""
    checkpoint: Path | None = None
    """Save progress to a file, and resume from it."""
    report: Literal["session", "pit", "meter"] | None = None
    """Report on a player's night, a pit's month or a meter's life instead."""
    hours: float = 4.0
    """Hours in a night, or in the pit's day."""
    pace: int = 70
    """Rounds per hour."""
    bankroll: str = "$1000"
    """What the player can lose in a night."""
    tables: int = 10
    """Tables in the pit."""
    days: int = 30
    """Days in the pit's month."""
    csv: Path | None = None
    """Write the report's distribution to a CSV file."""
    plot: Path | None = None
    """Plot it to a .svg or .png file."""
    device: Literal["cpu", "cuda"] = "cpu"
    """The cores of this machine, or an NVIDIA GPU."""
    cluster: Where = None

    @property
    def occasion(self) -> Occasion:
        """What a report is about."""
        from pitboss.simulate.reports import Occasion

        bankroll = parse_money(self.bankroll)
        return Occasion(self.hours, self.pace, bankroll, self.tables, self.days)

    def refuse(self, names: str, why: str) -> None:
        """Refuse any of these options that is not at its default."""
        if said := given(self, names):
            raise PitbossError(f"{either(said, 'and')} {why}")


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class ParOptions:
    """The options of `par`."""

    table: str | None = None
    """The pay table; by default the first."""
    decks: int | None = None
    """Decks in the shoe; by default six, or the most allowed."""
    shoe: AnyShoe = None
    stake: str | None = None
    """The stake, such as $5; by default the fixed stake, or $1."""
    term: Words = ()
    """TERM=VALUE of the game, or policy='never hit'; repeatable."""
    reading: Words = ()
    """KEY=CHOICE of a reading; repeatable."""
    option: Words = ()
    """KEY=VALUE of a house option; repeatable."""
    meter: Words = ()
    """NAME=AMOUNT on a meter, or AMOUNT if it is the only one; repeatable."""
    csv: Csv = None
    """Write the outcomes, or the removals, to a file; - for the terminal."""
    html: Page = None
    pdf: Pdf = None
    full: bool = False
    """Compute every part, however long it takes."""
    brief: bool = False
    """Only the headline and the outcomes."""
    removal: bool = False
    """The effect of removing each card."""
    all: bool = False
    """Print one line of JSON for every setting."""
    simulate: Annotated[
        int | None,
        Parameter(
            help="Play this many rounds instead, for an estimate. One core plays about 5,000 a "
            "second, so 100000 take 20 seconds."
        ),
    ] = None
    seed: int | None = None
    """The seed of the shoes for --simulate; by default 1."""
    jobs: int | None = None
    """Number of processes for --simulate; by default one per core."""


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyOptions:
    """The options of `strategy`."""

    jurisdiction: Jurisdiction = None
    decks: Decks = None
    term: TermWords = ()
    reading: Words = ()
    """KEY=VALUE of a reading."""
    shoe: AnyShoe = None
    remove: str = ""
    """Cards removed, such as 'A A 10'."""
    hypothetical: bool = False
    """Also solve terms that no law allows."""
    hand: str | None = None
    """Show the value of every choice for a hand, such as '10 6'."""
    up: str | None = None
    """The upcard it plays against."""
    chart: Path | None = None
    """Also value your own chart, from a TOML file."""
    options: bool = False
    """Also show the effect of each house option and reading."""
    csv: Csv = None
    """Write the chart to a file; - for the terminal."""
    html: Page = None
    pdf: Pdf = None
    svg: Path | None = None
    """Write the chart as a picture."""


def given(asked: ParOptions | SimulateRequest, names: str) -> list[str]:
    """Those of these options that are not at their defaults, as they are typed."""
    usual = {each.name: each.default for each in fields(asked)}
    said = [name for name in names.split() if getattr(asked, name) != usual[name]]
    return [f"--{name.replace('_', '-')}" for name in said]


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
