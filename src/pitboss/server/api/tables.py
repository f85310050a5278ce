"""Tables: how each person sees them, the commands given at them, and their records."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header, Path, Query, Request
from pydantic import WithJsonSchema

from pitboss.errors import NotationError
from pitboss.log import Event, fields_of
from pitboss.rulebook.entry_words import names_in
from pitboss.rulebook.load import fold
from pitboss.server.access.auth import (
    Anyone,
    FloorStaff,
    Maybe,
    Player,
    Refused,
    Someone,
    TheFloor,
    Watchers,
)
from pitboss.server.api.rulebook import Several
from pitboss.server.coach import coach_view
from pitboss.server.floor import Floor
from pitboss.server.lobby import table_lines
from pitboss.server.messages.layout_messages import DERIVED, UsualHouse
from pitboss.server.messages.message import SCHEMAS
from pitboss.server.messages.orders import Command, DecisionOrder, Key, PracticeOrder
from pitboss.server.messages.record_messages import DecisionResult, TransfersView
from pitboss.server.messages.round_messages import (
    CoachView,
    EventView,
    FramesView,
    PracticeTable,
    RoundLine,
    RoundsView,
    RoundView,
)
from pitboss.server.messages.table_messages import (
    CommandResult,
    FloorView,
    OpenedTable,
    PlayerSessionView,
    StakesView,
    TableView,
)
from pitboss.server.tables.closures import decide, transfers_view
from pitboss.server.tables.commands import NotYours
from pitboss.server.tables.commit import KeyedRequest
from pitboss.server.tables.dispatch import dispatch, with_view
from pitboss.server.tables.open_tables import open_again, open_new
from pitboss.server.tables.practice import Practice
from pitboss.server.views.felt_view import read_stakes, stakes_view
from pitboss.server.views.steps import logged_table, round_frames
from pitboss.server.views.table_scene import session_view
from pitboss.store.people import Person
from pitboss.store.queries import Span
from pitboss.store.sessions import Session
from pitboss.table.events import header_of
from pitboss.table.events.rounds import RoundOpened
from pitboss.table.events.table import LogOpened
from pitboss.table.houses.default_house import Wish, find_game
from pitboss.table.houses.default_house import file_house as filed_house
from pitboss.table.houses.house import MOST_BOXES, House, logged_settings, read_settings
from pitboss.table.houses.offers import side_wagers
from pitboss.table.log.mask import NOBODY, reads_as, view
from pitboss.table.log.narrator import names_of, narrate
from pitboss.table.table_view import with_reasons

router = APIRouter(tags=["tables"])
Ident = Annotated[str, Path(max_length=80)]
RoundNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
# read by `read_house`, which names every fault at once; described in openapi.py
Settings = Annotated[dict[str, Any], WithJsonSchema({"$ref": f"{SCHEMAS}TableSettings"}), Body()]
Changes = Annotated[dict[str, Any], WithJsonSchema({"$ref": f"{SCHEMAS}ChangedSettings"}), Body()]


@router.get("/floor")
async def lobby(session: Maybe, floor: TheFloor) -> FloorView:
    """Every table of the house, and those waiting for a floor supervisor's decision.

    Only staff see slips, who deals, and why a supervisor is called; a player sees where they sit.
    """
    waiting = [each.line() for each in floor.waiting.values()]
    tables = list(table_lines(floor.tables.values(), session.person.player if session else ""))
    if session is None or session.person.role == "player":
        waiting = [each.model_copy(update={"slips": []}) for each in waiting]
        tables = [each.model_copy(update={"called": "", "dealer": ""}) for each in tables]
    return FloorView(tables=tables, waiting=waiting)


@router.get("/tables/{table}", response_model_exclude_none=True)
async def view_table(table: Ident, who: Anyone, floor: TheFloor) -> TableView:
    """A table as the person asking may see it."""
    return await floor.view(table, who)


@router.get("/tables/{table}/stakes", response_model_exclude_none=True)
async def stakes(
    table: Ident,
    who: Anyone,
    floor: TheFloor,
    box: Annotated[int, Query(ge=1, le=MOST_BOXES)],
    stake: Annotated[list[str], Query(max_length=40)] = [],  # noqa: B006
    tip: Annotated[list[str], Query(max_length=40)] = [],  # noqa: B006
) -> StakesView:
    """What would happen to the stakes of a box, `blackjack:2500` and so on, if they were placed;
    nothing is placed.
    """
    at = floor.find(table)
    return stakes_view(at, who, box, read_stakes(stake), read_stakes(tip))


@router.get("/tables/{table}/session", response_model_exclude_none=True)
async def own_session(table: Ident, who: Anyone, floor: TheFloor) -> PlayerSessionView:
    """What the person asking has staked and won since sitting down, at all tables."""
    return session_view(floor.find(table).sessions.of(who.name))


@router.post("/tables/{table}/commands", response_model_exclude_none=True)
async def command(
    table: Ident,
    said: Command,
    who: Anyone,
    floor: TheFloor,
    idempotency_key: Annotated[Key, Header()],
) -> CommandResult:
    """Give a command at a table; repeating its key changes nothing and returns the same answer."""
    return await dispatch(floor, table, who, said, idempotency_key, with_view)


@router.get("/tables/{table}/transfers")
async def transfers(table: Ident, who: FloorStaff, floor: TheFloor) -> TransfersView:
    """A table's own meters, and the tables that may take over what they still owe."""
    at = floor.waiting.get(table) or floor.find(table)
    return transfers_view(floor, at)


@router.post("/tables/{table}/decision")
async def decision(
    table: Ident,
    said: DecisionOrder,
    who: FloorStaff,
    floor: TheFloor,
    idempotency_key: Annotated[Key, Header()],
) -> DecisionResult:
    """Decide what happens to a table that cannot be resumed under the current rules."""
    return DecisionResult(id=await decide(floor, table, who, said, idempotency_key))


@router.post("/tables", status_code=201)
async def open_table(settings: Settings, who: FloorStaff, floor: TheFloor) -> OpenedTable:
    """Open a table named `name`; every setting is checked against the law."""
    name, house = read_house(settings)
    if "table" not in settings:  # an id is made from its name
        house = replace(house, table="")
    return OpenedTable(id=await open_new(floor, house, name, who.name))


@router.get("/houses/{game:path}")
def usual_house(
    game: Annotated[str, Path(max_length=120)],
    who: FloorStaff,
    floor: TheFloor,
    decks: Annotated[int | None, Query(ge=1, le=8)] = None,
    wager: Annotated[list[str], Query(max_length=40)] = [],  # noqa: B006
) -> UsualHouse:
    """The settings with which a table with these wagers may open, and the wagers it may offer."""
    named = [each.id for each in floor.book.games if each.key == fold(game)]
    if len(named) > 1:
        raise Several(game, named)
    found = find_game(floor.book, game)
    filed = filed_house(floor.book, found, Wish(decks, wager))
    may = [wager.key for wager in side_wagers(floor.book, found)]
    return UsualHouse(house=filed.opened.house, wagers=may)


@router.put("/tables/{table}/house")
async def file_house(
    table: Ident,
    settings: Changes,
    who: FloorStaff,
    floor: TheFloor,
    idempotency_key: Annotated[Key, Header()],
) -> OpenedTable:
    """Change the settings of a closed table: it reopens with them, under a new log."""

    def change(house: House) -> House:
        return read_house({**json.loads(house.to_json()), **settings, "table": house.table})[1]

    keyed = KeyedRequest(who, idempotency_key, f"{table} {json.dumps(settings, sort_keys=True)}")
    made, _ = await open_again(floor, table, keyed, change)
    return OpenedTable(id=made)


@router.get("/tables/{table}/rounds")
async def rounds(
    table: Ident,
    who: Anyone,
    session: Someone,
    floor: TheFloor,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> RoundsView:
    """The rounds of a table, fifty at a time; a guest's list begins when the guest arrived."""
    spans = await asyncio.to_thread(floor.store.rounds, table, after)
    playing = floor.playing(table)
    if who.guest:
        spans = [each for each in spans if each.number == playing or _is_seen(session, each)]
    return RoundsView(
        rounds=[
            RoundLine.from_record(
                each, lines=each.last - each.first + 1, ended=each.number != playing
            )
            for each in spans
        ]
    )


@router.get("/tables/{table}/rounds/{number}")
async def one_round(
    table: Ident, number: RoundNumber, who: Anyone, session: Someone, floor: TheFloor
) -> RoundView:
    """The log of a round: in full for the floor and auditors once it is over, otherwise as seen.

    A guest may read rounds since arriving, which anyone standing at the table would know.
    """
    span = await _span(floor, table, number)
    if who.guest and number != floor.playing(table) and not _is_seen(session, span):
        raise NotYours("This round ended before you joined.")
    events, header = await _round(floor, table, span)
    seen = view(events, viewpoint(who, events))
    opened = await asyncio.to_thread(logged_table, floor.book, header)
    told = with_reasons(opened, seen) if opened else ((each, "") for each in seen)
    law = logged_settings(header.house).jurisdiction
    names = names_of(opened) if opened else names_in(floor.book, law)
    return RoundView(
        number=number,
        events=[
            EventView.from_record(e, fields=fields_of(e), says=narrate(e, names, who.player, why))
            for e, why in told
        ],
    )


def _is_seen(session: Session, span: Span) -> bool:
    """Whether a round began after the person's session did."""
    return span.at >= session.begun_at


@router.get("/tables/{table}/rounds/{number}/frames", response_model_exclude_none=True)
async def frames(
    table: Ident, number: RoundNumber, who: Watchers, floor: TheFloor, hidden: bool = False
) -> FramesView:
    """A round on the felt: the layout after each line, as the table saw it.

    With `hidden`, every card is shown once the round is over.
    """
    events, header = await _round(floor, table, await _span(floor, table, number))
    seen = [*view(events, viewpoint(who, events) if hidden else NOBODY)]
    name = floor.taken.get(table, table)
    found = await asyncio.to_thread(round_frames, floor.book, header, name, seen)
    return FramesView(table=found[0], frames=found[1]) if found else FramesView(frames=[])


async def _span(floor: Floor, table: str, number: int) -> Span:
    """Where a round is in its log."""
    spans = await asyncio.to_thread(floor.store.rounds, table, number - 1, 1)
    if not spans:
        newest = await asyncio.to_thread(floor.store.events_of_last_round, table)
        last = next((each.number for each in newest if isinstance(each, RoundOpened)), 0)
        after = f"the last is {last}" if last else "none has been dealt"
        raise Refused(404, f"This table has no round {number}; {after}.")
    return spans[0]


async def _round(floor: Floor, table: str, span: Span) -> tuple[list[Event], LogOpened]:
    """The events of a round, and the first line of its log."""
    events = await asyncio.to_thread(floor.store.events, table, span.first, span.last)
    first = await asyncio.to_thread(floor.store.events, table, 1, 1)
    return events, header_of(first)


def viewpoint(who: Person, this_round: Sequence[Event]) -> str:
    """Whose view of a round a person reads."""
    return reads_as(who.player, this_round, oversees=who.role in ("floor", "auditor"))


def read_house(settings: dict[str, Any]) -> tuple[str, House]:
    """The house that a form describes; settings left out take their defaults."""
    given = {key: value for key, value in settings.items() if key not in DERIVED}
    name = given.pop("name", "")
    if not isinstance(name, str):
        raise NotationError("name must be text.")
    house = read_settings(json.dumps(given))
    return name.strip()[:80], replace(house, revision="")  # only a submission names itself


practice_router = APIRouter(tags=["practice"])


@practice_router.post("/practice", status_code=201)
async def open_practice(said: PracticeOrder, who: Player, request: Request) -> PracticeTable:
    """Open a private practice table, with refilled play chips and shoes from this seed."""
    practice: Practice = request.app.state.practice
    return await practice.open(who, said.game, said.seed, said.again)


@practice_router.get("/tables/{table}/coach", response_model_exclude_none=True)
async def coach(
    table: Ident,
    who: Player,
    floor: TheFloor,
    request: Request,
    ask: Annotated[int, Query(ge=0, le=2**31 - 1)],
) -> CoachView:
    """What each answer to your own open question is worth, according to the solved game; refused if
    the house has not filed a coach. While the game is being solved there are no values.
    """
    return await coach_view(request.app.state.coach, floor.find(table), who, ask)
