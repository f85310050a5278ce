"""Tables: what is seen of them, what is done at them, what was."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header, Path, Query

from pitboss.errors import NotationError, UnknownName
from pitboss.log import Event
from pitboss.rulebook.load import OWN, fold
from pitboss.server.api.rules import Several
from pitboss.server.asking import Anyone, FloorStaff, TheFloor
from pitboss.server.deciding import decide
from pitboss.server.endings import Decided, TransfersView
from pitboss.server.keys import Keyed
from pitboss.server.messages import (
    DERIVED,
    Done,
    FloorView,
    Opened,
    RoundLine,
    RoundsView,
    RoundView,
    TableView,
)
from pitboss.server.orders import Command, Decision, Key
from pitboss.server.reopening import open_again, open_new
from pitboss.server.table_view import viewer_of
from pitboss.server.transfers import transfers_view
from pitboss.store.people import Person
from pitboss.table.finding import find_game
from pitboss.table.house import Choice, House
from pitboss.table.offering import why_not
from pitboss.table.replay import has_ended
from pitboss.table.view import SURVEILLANCE, view
from pitboss.table.wish import Wish
from pitboss.table.wish import file_house as filed_house

router = APIRouter(tags=["tables"])
Ident = Annotated[str, Path(max_length=80)]
RoundNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
Settings = Annotated[dict[str, Any], Body(description="The house's settings, as a log has them.")]


@router.get("/floor")
async def lobby(floor: TheFloor) -> FloorView:
    """Every table of the house, and those that wait for a floor supervisor's decision."""
    waiting = [each.line() for each in floor.waiting.values()]
    return FloorView(tables=list(floor.lines()), waiting=waiting)


@router.get("/tables/{table}", response_model_exclude_none=True)
async def see(table: Ident, who: Anyone, floor: TheFloor) -> TableView:
    """A table as whoever asks may see it."""
    return await floor.view(table, who)


@router.post("/tables/{table}/commands", response_model_exclude_none=True)
async def command(
    table: Ident,
    said: Command,
    who: Anyone,
    floor: TheFloor,
    idempotency_key: Annotated[Key, Header()],
) -> Done:
    """Do something at a table; the same key again does nothing and gets the same answer."""
    return await floor.do(table, who, said, idempotency_key)


@router.get("/tables/{table}/transfers")
async def transfers(table: Ident, who: FloorStaff, floor: TheFloor) -> TransfersView:
    """The meters of a table's own, and the tables that may take over what they still owe."""
    at = floor.waiting.get(table) or floor.find(table)
    return transfers_view(floor.book, at, floor.feeding)


@router.post("/tables/{table}/decision")
async def decision(
    table: Ident,
    said: Decision,
    who: FloorStaff,
    floor: TheFloor,
    idempotency_key: Annotated[Key, Header()],
) -> Decided:
    """Decide what becomes of a table that cannot go on under the rules at hand."""
    return Decided(id=await decide(floor, table, who, said, idempotency_key))


@router.post("/tables", status_code=201)
async def open_table(settings: Settings, who: FloorStaff, floor: TheFloor) -> Opened:
    """Open a table; every setting is checked against the law. `name` is what it is called."""
    name, house = read_house(settings)
    if "table" not in settings:  # an id is made of its name
        house = replace(house, table="")
    return Opened(id=await open_new(floor, house, name, who.name))


@router.get("/houses/{game:path}")
def usual_house(
    game: Annotated[str, Path(max_length=120)],
    who: FloorStaff,
    floor: TheFloor,
    decks: Annotated[int | None, Query(ge=1, le=8)] = None,
    wager: Annotated[list[str], Query(max_length=40)] = [],  # noqa: B006
) -> dict[str, Any]:
    """A house that may open with these wagers, all else as usual; and the wagers it may have."""
    named = [each.id for each in floor.book.games if each.key == fold(game)]
    if len(named) > 1:
        raise Several(game, named)
    found = find_game(floor.book, game)
    filed = filed_house(floor.book, found, Wish(decks, wager))
    laws = (found.jurisdiction, OWN)
    here = [w for w in floor.book.wagers if w.jurisdiction in laws and w.paytables]
    may = [w.key for w in here if w.role == "side" and not why_not(w, found)]
    return {"house": json.loads(filed.opened.house.to_json()), "wagers": may}


@router.put("/tables/{table}/house")
async def file_house(
    table: Ident,
    settings: Settings,
    who: FloorStaff,
    floor: TheFloor,
    idempotency_key: Annotated[Key, Header()],
) -> Opened:
    """Other settings for a table that is closed: it opens with them, under a new log."""

    def change(house: House) -> House:
        return read_house({**json.loads(house.to_json()), **settings, "table": table})[1]

    keyed = Keyed(who, idempotency_key, f"{table} {json.dumps(settings, sort_keys=True)}")
    made, _ = await open_again(floor, table, keyed, change)
    return Opened(id=made)


@router.get("/tables/{table}/rounds")
async def rounds(
    table: Ident,
    who: Anyone,
    floor: TheFloor,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> RoundsView:
    """The rounds of a table, fifty at a time."""
    spans = await asyncio.to_thread(floor.store.rounds, table, after)
    playing = floor.playing(table)
    return RoundsView(
        rounds=[
            RoundLine(
                number=each.number,
                first=each.first,
                lines=each.last - each.first + 1,
                ended=each.number != playing,
            )
            for each in spans
        ]
    )


@router.get("/tables/{table}/rounds/{number}")
async def one_round(table: Ident, number: RoundNumber, who: Anyone, floor: TheFloor) -> RoundView:
    """The log of a round: all of it for the floor and auditors once it is over, else as seen."""
    spans = await asyncio.to_thread(floor.store.rounds, table, number - 1, 1)
    if not spans:
        raise UnknownName("round", str(number), ())
    span = spans[0]
    events = await asyncio.to_thread(floor.store.events, table, span.first, span.last)
    lines = [event.line for event in view(events, eyes(who, events))]
    return RoundView(number=number, lines=lines)


def eyes(who: Person, this_round: Sequence[Event]) -> str:
    """As whom a person reads a round: all of it, or what the boxes of that name may see.

    Until a round is over nobody reads more of it than can be seen at the table.
    """
    if who.role in ("floor", "auditor") and has_ended(this_round):
        return SURVEILLANCE
    return viewer_of(who).player


def read_house(settings: dict[str, Any]) -> tuple[str, House]:
    """What a form says of a house: what it leaves out is as usual."""
    given = {key: value for key, value in settings.items() if key not in DERIVED}
    name = given.pop("name", "")
    if not isinstance(name, str) or not isinstance(given.get("jurisdiction"), str):
        raise NotationError("Say the jurisdiction of the house, as in 'pennsylvania'.")
    usual = json.loads(House(given["jurisdiction"], wagers={"": Choice()}).to_json())
    choice = usual.pop("wagers")[""]
    wagers = given.pop("wagers", {})
    if not isinstance(wagers, dict) or not all(isinstance(w, dict) for w in wagers.values()):
        raise NotationError("wagers are settings by the key of each wager.")
    whole = {**usual, **given, "wagers": {key: {**choice, **w} for key, w in wagers.items()}}
    try:
        house = House.from_json(json.dumps(whole))
    except (ArithmeticError, ValueError) as error:
        raise NotationError(f"The house's settings cannot be read: {error}.") from None
    _check_texts(house)
    return name.strip()[:80], house


def _check_texts(house: House) -> None:
    """Refuse settings of another type than they are filed in."""
    choices = list(house.wagers.values())
    texts: list[Any] = [house.jurisdiction, house.game, house.table, house.pace, house.odd_cents]
    texts += [each for choice in choices for each in (choice.paytable or "", choice.link)]
    maps: list[Any] = [house.terms, house.readings, *(choice.choices for choice in choices)]
    amounts: list[Any] = [house.least, house.most, house.validate_from]
    for choice in choices:
        amounts += [choice.least, choice.most, choice.stake or 0, choice.aggregate or 0]
        amounts += choice.seeds.values() if isinstance(choice.seeds, dict) else [None]
    if not all(type(each) is int and 0 <= each < MOST for each in amounts):
        raise NotationError("Limits, stakes and seeds are whole cents.")
    if not all(isinstance(each, str) for each in texts) or not all(map(_is_texts, maps)):
        raise NotationError("Names, terms, readings and choices are texts.")
    if not (type(house.tips) is bool and type(house.automated) is bool):
        raise NotationError("tips and automated are true or false.")
    name = house.table
    if not 1 <= len(name.strip()) <= 60 or not name.isprintable() or "/" in name:
        raise NotationError("A table has an id of 1 to 60 characters, none of them a slash.")


MOST = 10**12


def _is_texts(found: object) -> bool:
    return isinstance(found, dict) and all(isinstance(each, str) for each in found.values())
