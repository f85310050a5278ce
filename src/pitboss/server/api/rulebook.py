"""The rulebook: entries, their readings and a search; PAR sheets and simulations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from pitboss.analysis.proof_request import ProofRequest, pairs_of
from pitboss.errors import NotationError, PitbossError, either
from pitboss.rulebook.forms import EntryView, ReadingView, entry_form
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Entry, Wager
from pitboss.rulebook.search import pattern, search
from pitboss.server.access.auth import Anyone, TheFloor, charge
from pitboss.server.coach import lesson as lesson_of
from pitboss.server.messages.par_messages import Comparison, ParSheet
from pitboss.server.messages.round_messages import LessonView
from pitboss.server.messages.rulebook_messages import (
    DutyView,
    EntryLine,
    HitView,
    SimulationOrder,
    SimulationsView,
    SimulationView,
    StrategyGrid,
)
from pitboss.solvers.strategy_request import StrategyRequest
from pitboss.table.houses.default_house import Wish, file_house, find_game, find_wager

router = APIRouter(prefix="/rules", tags=["rules"])
EntryName = Annotated[str, Path(max_length=120)]
NO_WAGERS: Final[list[str]] = []


@router.get("")
async def entries(floor: TheFloor) -> list[EntryLine]:
    """Every game and wager of the rulebook."""
    return [entry_line(floor.book, each) for each in floor.book.entries]


def entry_line(book: Rulebook, entry: Entry) -> EntryLine:
    """An entry as a line in the list of all entries."""
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
def search_entries(q: Annotated[str, Query(max_length=200)], floor: TheFloor) -> list[HitView]:
    """Search the entries for these words, best match first."""
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
    """The entry with this id, or with this key or name if only one jurisdiction has it."""
    found = floor.book.find(name)
    if len(found) > 1:
        raise Several(name, [each.id for each in found])
    return entry_form(floor.book, found[0])


class Several(PitbossError):
    """A name that several entries have."""

    def __init__(self, name: str, ids: list[str]) -> None:
        super().__init__(f"{name!r} is ambiguous: choose {either(ids)}.")
        self.allowed = ids


# -- PAR sheets ------------------------------------------------------------------------------------


par_router = APIRouter(tags=["par"])
WagerName = Annotated[str, Path(max_length=120)]
Said = Annotated[str | None, Query(max_length=120)]
Pairs = Annotated[list[str], Query(max_length=20)]


def typed(pairs: Sequence[str]) -> tuple[str, ...]:
    """`soft_17:hit` of a query as it is typed on the command line, `soft_17=hit`."""
    return tuple(each if "=" in each else each.replace(":", "=", 1) for each in pairs)


def wanted(
    table: Said = None,
    decks: Annotated[int | None, Query(ge=1, le=8)] = None,
    stake: Said = None,
    term: Pairs = [],  # noqa: B006
    reading: Pairs = [],  # noqa: B006
    option: Pairs = [],  # noqa: B006
    meter: Pairs = [],  # noqa: B006
) -> ProofRequest:
    """The setting that a query describes; `B-33:two cards` is written as on the command line."""
    terms, choices, meters = map(typed, (term, [*reading, *option], meter))
    return ProofRequest("", table, decks, None, stake, terms, choices, meters)


Wanted = Annotated[ProofRequest, Depends(wanted)]
BINARY = {"type": "string", "format": "binary"}
KINDS = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8", "svg": "image/svg+xml"}


PRINTED: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind: {"schema": BINARY} for kind in KINDS.values()}}
}


@par_router.get(
    "/par/{wager:path}",
    response_model=ParSheet,
    response_model_exclude_unset=True,
    responses=PRINTED,
)
async def par(
    wager: WagerName, asked: Wanted, floor: TheFloor, request: Request
) -> ParSheet | Response:
    """The PAR sheet of a wager, as a file if its name ends in `.pdf`, `.csv` or `.svg`."""
    name, dot, kind = wager.rpartition(".")
    pays = partial(charge, request)
    if not dot or kind not in KINDS:
        sheet = await floor.sheets.sheet(replace(asked, wager=wager), pays)
        return ParSheet.model_validate(sheet)
    file, content = await floor.sheets.drawn(replace(asked, wager=name), kind, pays)
    shown = {"content-disposition": f'inline; filename="{file}"'}
    return Response(content, media_type=KINDS[kind], headers=shown)


@par_router.get("/strategy/{game:path}")
async def strategy(
    game: WagerName,
    floor: TheFloor,
    request: Request,
    decks: Annotated[int | None, Query(ge=1, le=8)] = None,
    term: Pairs = [],  # noqa: B006
    reading: Pairs = [],  # noqa: B006
) -> StrategyGrid:
    """The best play of a game: a grid with the value of every choice."""
    terms = pairs_of("term", typed(term), "KEY:VALUE")
    readings = pairs_of("reading", typed(reading), "KEY:VALUE")
    asked = StrategyRequest(game, None, decks, terms, readings)
    found = await floor.sheets.grid(asked, partial(charge, request))
    return StrategyGrid.model_validate(found)


@par_router.get("/compare/{wager:path}")
async def compare(
    wager: WagerName,
    floor: TheFloor,
    request: Request,
    decks: Annotated[int | None, Query(ge=1, le=8)] = None,
    sort: Literal["edge", "hit", "volatility", "top", "return"] = "edge",
) -> Comparison:
    """The pay tables of a wager side by side."""
    found = await floor.sheets.compared(wager, decks, sort, partial(charge, request))
    return Comparison.model_validate(found)


# -- simulations -----------------------------------------------------------------------------------


simulations_router = APIRouter(prefix="/simulations", tags=["simulations"])
Ident = Annotated[str, Path(max_length=64)]


@simulations_router.get("")
async def simulations(person: Anyone, floor: TheFloor) -> SimulationsView:
    """What may be simulated, and what the person asking has simulated."""
    return await floor.simulations.listed(person.id)


@simulations_router.post("")
async def simulate(
    asked: SimulationOrder, person: Anyone, floor: TheFloor, request: Request
) -> SimulationView:
    """Start a simulation; one at a time per person."""
    charge(request)
    return await floor.simulations.start(person.id, asked)


@simulations_router.get("/{ident}")
async def simulation(ident: Ident, person: Anyone, floor: TheFloor) -> SimulationView:
    """A simulation and its progress."""
    return floor.simulations.find(person.id, ident).view


@simulations_router.delete("/{ident}")
async def drop(ident: Ident, person: Anyone, floor: TheFloor) -> SimulationsView:
    """Stop a simulation that is running, or delete one that has ended."""
    floor.simulations.drop(person.id, ident)
    return await floor.simulations.listed(person.id)
