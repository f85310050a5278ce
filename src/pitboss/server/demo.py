"""The first start: a house with a table of every game, and a person in every role."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from pitboss.errors import PitbossError
from pitboss.games.filing import procedure_of
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game, Wager
from pitboss.server.floor import Floor
from pitboss.server.messages import Role
from pitboss.server.open_tables import free_id, open_new
from pitboss.table.default_house import Wish, file_house
from pitboss.table.house import House
from pitboss.table.offers import why_not

MOST_SIDES: Final = 4
BY: Final = "demo"
STAFF: Final[tuple[tuple[str, Role], ...]] = (
    ("Dana", "dealer"),
    ("Flora", "floor"),
    ("Otto", "auditor"),
    ("Ada", "admin"),
    ("Ann", "player"),
)
WITH_DEALER: Final = "pennsylvania/blackjack"
"""The game with a second table, where a dealer deals every card."""


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table of the demo house."""

    name: str
    house: House


def houses(book: Rulebook) -> Iterator[DemoTable]:
    """A table of every game that is played, with wagers of its own section, at lawful defaults."""
    for game in book.games:
        try:
            procedure_of(book, game)
        except PitbossError:
            continue
        law = book.jurisdictions[game.jurisdiction]
        ident = f"{law.short.lower() or game.jurisdiction}-{game.key}"
        house = replace(lawful(book, game), table=ident)
        yield DemoTable(f"{game.name}, {law.name}", house)
        if game.id == WITH_DEALER:
            dealt = replace(house, table=f"{ident}-dealer", pace="dealer settles")
            yield DemoTable(f"{game.name} with a dealer, {law.name}", dealt)


def lawful(book: Rulebook, game: Game) -> House:
    """The house of a game with as many of its side wagers as may be combined."""
    asked: list[str] = []
    filed = file_house(book, game, Wish()).opened.house
    for wager in _candidates(book, game):
        if len(asked) == MOST_SIDES:
            break
        try:
            filed = file_house(book, game, Wish(wagers=[*asked, wager.key])).opened.house
        except PitbossError:
            continue
        asked.append(wager.key)
    return filed


def _candidates(book: Rulebook, game: Game) -> list[Wager]:
    """Side wagers of the game's own section; standard blackjack's include a progressive."""
    here = [w for w in book.wagers if w.jurisdiction == game.jurisdiction]
    sides = [w for w in here if w.role == "side" and not why_not(w, game)]
    own = [w for w in sides if w.key in game.wagers]
    if game.key != "blackjack":
        return own
    progressive = [w for w in here if w.is_progressive and not why_not(w, game)]
    plain = [w for w in own or sides if not w.is_progressive]
    return [*plain[: MOST_SIDES - 1], *progressive, *plain[MOST_SIDES - 1 :]]


async def open_house(floor: Floor) -> list[tuple[str, Role, str]]:
    """Open what is missing from the demo house; the people created, each with a password."""
    first = not floor.taken
    if not first and not any(note.who == BY for note in floor.store.noted("open table")[:1]):
        return []  # somebody else's house
    there = floor.names
    for filed in houses(floor.book):
        if filed.name not in there:
            ident = free_id(floor.taken, filed.house.table)
            await open_new(floor, replace(filed.house, table=ident), filed.name, BY)
    made = []
    for name, role in STAFF if first else ():
        password = secrets.token_urlsafe(12)
        floor.store.people.add(name, role, password, BY)
        made.append((name, role, password))
    return made
