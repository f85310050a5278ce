"""An example of every message: dealt and proved from the rulebook, or else written down.

`examples.json` has those that are about people and the books of a house, by the name of the
message; what is no message is there by its route.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

from pydantic_core import to_jsonable_python

from pitboss.analysis.request import ProofRequest
from pitboss.rulebook.forms import ReadingView, entry_form
from pitboss.rulebook.load import Rulebook
from pitboss.server.api.rules import duties_of, entry_line, hits
from pitboss.server.lessons import lesson
from pitboss.server.live_table import LiveTable
from pitboss.server.lobby import table_lines
from pitboss.server.messages.round_messages import FramesView
from pitboss.server.messages.table_messages import Done, FloorView, UsualHouse
from pitboss.server.par_sheets import compare, prove
from pitboss.server.views.stakes_view import stakes_view
from pitboss.server.views.table_view import table_view
from pitboss.store.people import Person
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.opening import Open
from pitboss.table.log.ledger import balances
from pitboss.table.table import Table

MAYA: Final = Person(0, "Maya", "player")
BOX: Final = 3


def examples(book: Rulebook) -> dict[str, Any]:
    """Message → an example of it."""
    written = json.loads((files("pitboss.server") / "examples.json").read_text(encoding="utf-8"))
    asked = written["SimulationAsked"]
    game, decks, keys = book.game(asked["game"]), asked["decks"], asked["wagers"]
    opened = file_house(book, game, Wish(decks, keys)).opened
    wager = opened.offers[keys[0]].wager
    at = dealt(book, opened)
    view, shown = table_view(at, MAYA), lesson(book, game)
    hand = shown.hands[0]
    hand = hand.model_copy(update={"beats": hand.beats[:2]})
    ruled = {
        "WagerEntry": entry_form(book, wager),
        "EntryLine": entry_line(book, wager),
        "HitView": hits(book, wager.name)[0],
        "ReadingView": ReadingView.model_validate(next(iter(book.readings.values()))),
        "DutyView": duties_of(book, game.id, keys)[0],
        "ParSheet": prove(book, ProofRequest(wager.id, decks=decks), "usual"),
        "Comparison": compare(book, wager.id, decks, "edge"),
        "UsualHouse": UsualHouse(house=opened.house, wagers=keys),
        "FloorView": FloorView(tables=[*table_lines([at])], waiting=[]),
    }
    played = {
        "TableView": view,
        "Done": Done(seq=at.seq, view=view),
        "StakesView": stakes_view(at, MAYA, BOX + 1, {opened.procedure.main: 1000}, {}),
        "FramesView": FramesView(table=hand.table, frames=[each.frame for each in hand.beats]),
        "LessonView": shown.model_copy(update={"hands": [hand]}),
    }
    return {
        **written,
        **to_jsonable_python(ruled, by_alias=True),
        **to_jsonable_python(played, by_alias=True, exclude_none=True),
    }


def dealt(book: Rulebook, opened: Open) -> LiveTable:
    """A table whose player is asked for a decision."""
    table = Table(opened, SealedShoes(opened.delivery, Lesson(1)), book.digest)
    table.buy_in(MAYA.name, 100_000)
    table.open_round()
    for key in (opened.procedure.main, *opened.offers):
        table.bet(BOX, MAYA.name, key, 1000)
    table.deal()
    at = LiveTable("pit-1", "Pit 1", book.jurisdictions[opened.house.jurisdiction].name)
    at.take_up(table, {}, table.log, len(table.log), balances(table.log))
    return at
