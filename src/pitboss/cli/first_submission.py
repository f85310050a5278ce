"""A first submission, from a running house or from a user's answers."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from pitboss.cli.parameters import HouseBooks, read_day
from pitboss.cli.screen import Screen
from pitboss.errors import NotationError, PitbossError, UnknownName, command, either
from pitboss.money import Cents, parse_money
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.rulebook.search import jurisdiction
from pitboss.submission.first_submission import from_tables, from_wish
from pitboss.submission.records import FiledTable, Submission, read_house_name
from pitboss.table.houses.default_house import Wish, also_played, file_house, find_game, find_wager
from pitboss.table.houses.house import logged_settings
from pitboss.table.houses.limits import in_force

T = TypeVar("T")
GIVE_FROM: Final = "give --from demo, or --from and the folder of a house."


def running_house(source: str, name: str | None, day: date) -> Submission:
    """The open tables of a house, with the limits in force and what was acknowledged of them."""
    from pitboss.documents.evidence import submission_of

    if "://" not in source and not Path(source).is_dir():
        takes = "--from takes demo, the folder of a house or a database URL"
        raise PitbossError(f"There is no folder {source}: {takes}.")
    books = HouseBooks(database=source) if "://" in source else HouseBooks(data=Path(source))
    with books.open() as store:
        rows = [row for row in store.tables() if row.state == "open"]
        houses = [
            (row.name, in_force(logged_settings(row.house), store.events_of_last_round(row.id)))
            for row in rows
        ]
        texts = {house.revision: submission_of(store, house.revision) for _, house in houses}
    if not houses:
        raise PitbossError(f"{source} has no open table.")
    before = [house.revision for _, house in houses if house.revision]
    called = before[0].partition(", revision ")[0] if before else "House"
    numbers = [int(each.partition(", revision ")[2].partition(",")[0]) for each in before]
    said = {filed: tomllib.loads(text).get("acknowledge", []) for filed, text in texts.items()}
    kept = [
        finding
        for _, house in houses
        for finding in said[house.revision]
        if finding.startswith(f"{house.table} ")
    ]
    made = from_tables(name or called, houses, max(numbers, default=0) + 1, day)
    return replace(made, acknowledged=tuple(kept))


class Questions:
    """Asks the user at a terminal, and asks again after an invalid answer."""

    def __init__(self, book: Rulebook, screen: Screen) -> None:
        self._book, self._screen = book, screen

    def submission(self, name: str | None, law: str, effective: date | None) -> Submission:
        """A whole house, table by table."""
        book = self._book
        called = name or self._ask("What is the house called?", "House", read_house_name)
        laws = either([each.name for each in book.jurisdictions.values() if each.short])
        named = partial(jurisdiction, book)
        asks = f"Under which law? {laws}"
        key = (named(law) if law else self._ask(asks, "Pennsylvania", named)).key
        day = effective or self._ask("Effective from?", date.today().isoformat(), read_day)
        tables: list[FiledTable] = []
        while not tables or self._ask("Another table? yes or no", "no", _yes):
            tables.append(self._table(key, len(tables) + 1))
        return Submission(called, key, 1, day, tuple(tables))

    def _table(self, law: str, number: int) -> FiledTable:
        games = [game.key for game in self._book.games if game.jurisdiction == law]
        self._screen.print(f"Games: {', '.join(games)}")
        game = self._ask("Which game?", games[0], lambda said: find_game(self._book, said, law))
        ident = self._ask("Its id?", f"T-{number:02}", str)
        usual = file_house(self._book, game, Wish()).opened
        decks = self._ask(
            f"Decks? {either(map(str, game.decks))}",
            str(usual.house.decks),
            lambda said: _among(said, game.decks),
        )
        limits = self._ask("Limits?", "$10 to $500", _limits)
        offered = also_played(self._book, usual)
        wagers: list[str] = []
        if offered:
            self._screen.print(f"Side wagers: {', '.join(offered)}")
            wagers = self._ask(
                "Which? (several with commas; Enter for none)",
                "",
                lambda said: self._wagers(game, decks, said),
            )
        return from_wish(self._book, game, ident, decks, limits, wagers)

    def _wagers(self, game: Game, decks: int, said: str) -> list[str]:
        keys = [find_wager(self._book, game, part.strip()).key for part in said.split(",") if part]
        file_house(self._book, game, Wish(decks, keys))
        return keys

    def _ask(self, question: str, usual: str, read: Callable[[str], T]) -> T:
        """An answer; Enter for the usual one."""
        while True:
            shown = f" [{usual}]" if usual else ""
            try:
                typed = input(f"{question}{shown} ").strip()
            except EOFError:
                raise PitbossError(f"there was no answer: {GIVE_FROM}") from None
            try:
                return read(typed or usual)
            except UnknownName as error:
                self._screen.print(error.listed(f"{command()} rules"))
            except PitbossError as error:
                self._screen.print(str(error))


def _yes(said: str) -> bool:
    if said.casefold() not in ("yes", "y", "no", "n"):
        raise NotationError("Answer yes or no.")
    return said.casefold().startswith("y")


def _among(said: str, allowed: tuple[int, ...]) -> int:
    if said not in map(str, allowed):
        raise NotationError(f"Enter {either(map(str, allowed))}, not {said!r:.40}.")
    return int(said)


def _limits(said: str) -> tuple[Cents, Cents]:
    least, _, most = said.partition(" to ")
    found = parse_money(least), parse_money(most)
    if not 0 < found[0] <= found[1]:
        raise NotationError('Write the minimum first, as in "$10 to $500".')
    return found
