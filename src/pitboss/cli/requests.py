"""The options of the commands that have many; imported at every start."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from pitboss.cli.parameters import (
    Decks,
    Jurisdiction,
    Only,
    ReadingWords,
    TermWords,
    WagerWords,
    Where,
    Words,
)
from pitboss.errors import NotAllowed, NotationError, PitbossError
from pitboss.money import parse_money

if TYPE_CHECKING:
    from pitboss.rulebook.load import Rulebook
    from pitboss.simulate.reports import Occasion
    from pitboss.table.houses.default_house import FiledHouse


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class ProveRequest:
    """The options of `prove`."""

    check: Annotated[
        Only, Parameter(help="Only check; exit with status 1 if one is out of date.")
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
        """The table, with lawful defaults for whatever is not said."""
        from pitboss.analysis.request import pairs_of
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
    csv: Annotated[Path | None, Parameter(help="Write the report's distribution.")] = None
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
        """Refuse those of these options that are not left at their defaults."""
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
    from pitboss.documents.atomic_file import check_folder

    for path in (asked.csv, asked.plot):
        if path is not None:
            check_folder(path)
    if asked.plot is not None and kind_of(asked.plot) not in ("svg", "png"):
        raise NotAllowed(f"--plot takes a file that ends in .svg or .png, not {asked.plot}.")


def kind_of(path: Path) -> str:
    """The kind of picture that a file's name asks for."""
    return path.suffix.lstrip(".").lower()
