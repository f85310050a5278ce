"""The rulebook: entries, their readings, and a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query

from pitboss.errors import NotationError, PitbossError, either
from pitboss.rulebook.forms import EntryView, ReadingView, entry_form
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Entry, Wager
from pitboss.rulebook.search import pattern, search
from pitboss.server.access.auth import TheFloor
from pitboss.server.lessons import lesson as lesson_of
from pitboss.server.messages.round_messages import LessonView
from pitboss.server.messages.rule_messages import DutyView, EntryLine, HitView
from pitboss.table.houses.default_house import Wish, file_house, find_game, find_wager

router = APIRouter(prefix="/rules", tags=["rules"])
EntryName = Annotated[str, Path(max_length=120)]
NO_WAGERS: Final[list[str]] = []


@router.get("")
async def entries(floor: TheFloor) -> list[EntryLine]:
    """Every game and wager of the rulebook."""
    return [entry_line(floor.book, each) for each in floor.book.entries]


def entry_line(book: Rulebook, entry: Entry) -> EntryLine:
    """An entry as a list of all has it."""
    law = book.jurisdictions[entry.jurisdiction]
    return EntryLine.from_record(
        entry,
        jurisdiction_name=law.name,
        law=law.cite,
        paytables=len(entry.paytables) if isinstance(entry, Wager) else 0,
        progressive=isinstance(entry, Wager) and entry.is_progressive,
    )


lessons_router = APIRouter(prefix="/lessons", tags=["rules"])


@lessons_router.get("/{game:path}", response_model_exclude_none=True)
def lesson(game: EntryName, floor: TheFloor) -> LessonView:
    """How a game is played: three hands dealt from known shoes, with what to press."""
    found = find_game(floor.book, game)
    if found.id not in floor.lessons:
        floor.lessons[found.id] = lesson_of(floor.book, found)
    return floor.lessons[found.id]


@router.get("/search")
def found(q: Annotated[str, Query(max_length=200)], floor: TheFloor) -> list[HitView]:
    """Entries by the words in them, best first."""
    return hits(floor.book, q)


def hits(book: Rulebook, words: str) -> list[HitView]:
    """The entries that a search finds."""
    if pattern(words) is None:
        raise NotationError("Give the words to search for, as in: straight flush")
    found = search(book, words)[:50]
    return [HitView.from_record(hit.entry, matches=hit.matches[:5]) for hit in found]


@router.get("/{name:path}/readings")
def readings(name: EntryName, floor: TheFloor) -> list[ReadingView]:
    """The doubtful clauses of an entry."""
    keys = dict.fromkeys(key for entry in floor.book.find(name) for key in entry.readings)
    return [ReadingView.model_validate(floor.book.readings[key]) for key in keys]


@router.get("/{name:path}/duties")
def duties(
    name: EntryName, floor: TheFloor, wager: Annotated[list[str], Query(max_length=20)] = NO_WAGERS
) -> list[DutyView]:
    """What must be posted, approved or inspected at a table of a game with these wagers."""
    return duties_of(floor.book, name, wager)


def duties_of(book: Rulebook, name: str, wagers: Sequence[str]) -> list[DutyView]:
    """The duties of a game with these wagers."""
    game = find_game(book, name)
    keys = [find_wager(book, game, each).key for each in wagers]
    found = file_house(book, game, Wish(wagers=keys)).opened.duties
    return [DutyView.from_record(each) for each in found]


@router.get("/{name:path}")
def entry(name: EntryName, floor: TheFloor) -> EntryView:
    """The entry of an id, or of a key or name that only one jurisdiction has."""
    found = floor.book.find(name)
    if len(found) > 1:
        raise Several(name, [each.id for each in found])
    return entry_form(floor.book, found[0])


class Several(PitbossError):
    """A name that several entries have."""

    def __init__(self, name: str, ids: list[str]) -> None:
        super().__init__(f"{name!r} is ambiguous: choose {either(ids)}.")
        self.allowed = ids
