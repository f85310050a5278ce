"""A first submission: the floor that comes with pitboss, a running house, or answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final

from pitboss.errors import PitbossError
from pitboss.package_data import PACKAGE
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.rulebook.search import jurisdiction
from pitboss.submission.file import read_file
from pitboss.submission.records import FiledTable, Submission
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.house import House

NAME: Final = "Demonstration house"
"""What the house is called there."""
FILE: Final[Path] = PACKAGE / "submission" / "demonstration.toml"


def demonstration(book: Rulebook) -> Submission:
    """A table of every game, at lawful defaults, and one with a dealer."""
    found, faults = read_file(book, FILE)
    if faults:
        raise PitbossError("\n".join(map(str, faults)))
    return found


# -- others ----------------------------------------------------------------------------------------


def from_demonstration(book: Rulebook, name: str | None, law: str, effective: date) -> Submission:
    """The demonstration floor, or its tables under one law, as a house of this name."""
    floor = demonstration(book)
    key = jurisdiction(book, law).key if law else ""
    tables = tuple(t for t in floor.tables if key in ("", t.house.jurisdiction))
    ids = {table.id for table in tables}
    kept = tuple(each for each in floor.acknowledged if each.partition(" ")[0] in ids)
    return replace(
        floor,
        name=name or floor.name,
        jurisdiction=key or floor.jurisdiction,
        effective=effective,
        tables=tables,
        acknowledged=kept,
    )


def from_tables(
    name: str, tables: Iterable[tuple[str, House]], revision: int, effective: date
) -> Submission:
    """The tables of a running house, by their names, in their current state."""
    filed = tuple(FiledTable(called, replace(house, revision="")) for called, house in tables)
    laws = [table.house.jurisdiction for table in filed]
    law = max(dict.fromkeys(laws), key=laws.count)
    return Submission(name, law, revision, effective, filed)


def from_wish(
    book: Rulebook, game: Game, ident: str, decks: int, limits: tuple[int, int], wagers: list[str]
) -> FiledTable:
    """A table with what the user answered, and lawful defaults for the rest."""
    house = file_house(book, game, Wish(decks, wagers)).opened.house
    least, most = limits
    own = {
        key: replace(each, least=max(each.least, least), most=most)
        if each.stake is None and book.wager(f"{house.jurisdiction}/{key}").stake.within_table
        else replace(each, most=min(each.most, most) if each.stake is None else each.most)
        for key, each in house.wagers.items()
    }
    return FiledTable(ident, replace(house, table=ident, least=least, most=most, wagers=own))
