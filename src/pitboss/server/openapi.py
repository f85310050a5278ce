"""The schema of the API, and the page that shows it.

It is what FastAPI derives from the routes, with their guards, the descriptions of fields in the
code, and an example of every message.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from threading import Lock
from typing import Any, Final

from fastapi import FastAPI
from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

from pitboss.analysis.proof_request import ProofRequest
from pitboss.documents.typeset import html_page
from pitboss.errors import either
from pitboss.games.decisions import HIT, STAND
from pitboss.library.open_table import deal_from
from pitboss.rulebook.forms import ReadingView, entry_form
from pitboss.rulebook.load import Rulebook
from pitboss.server.access.security import CSRF, SAFE
from pitboss.server.api.rulebook import duties_of, entry_line, hits
from pitboss.server.coach import lesson
from pitboss.server.lobby import table_lines
from pitboss.server.long_work import compare, prove
from pitboss.server.messages.layout_messages import TableSettings, UsualHouse
from pitboss.server.messages.message import SCHEMAS, Refusal
from pitboss.server.messages.round_messages import FramesView
from pitboss.server.messages.table_messages import CommandResult, FloorView
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.views.felt_view import stakes_view
from pitboss.server.views.table_scene import table_view
from pitboss.store.people import Person
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.opening import Open
from pitboss.table.log.ledger import balances

Schema = dict[str, Any]
TOKEN: Final = {
    "type": "apiKey",
    "in": "header",
    "name": CSRF,
    "description": "The token of `GET /session`, which every change must send.",
}
MEANS: Final = {
    400: "The message cannot be read.",
    401: "Nobody is logged in.",
    403: "Not for this role, not yours, or the token or the origin is wrong.",
    404: "There is no such table, round, rule or route.",
    408: "The request did not arrive within ten seconds.",
    409: "The command is not allowed, or not allowed now; or its key was used for another command.",
    410: "The table has ended; `moved_to` is the one that replaced it.",
    413: "More than 64 KiB, or no length.",
    422: "The message contains NUL.",
    429: "Too many requests; `Retry-After` says how many seconds to wait.",
    503: "The books cannot be reached, or the server is too busy; retry with the same key.",
}
"""Status → what a refusal with it means; all of them have one shape."""
DESCRIPTION: Final = """\
Everything is JSON. Money is in whole cents; PAR sheets and rules give it as text. A change needs \
the header `X-CSRF` with the token of `GET /api/v1/session`; a command at a table needs \
`Idempotency-Key` too. Every refusal is a `Refusal`.

A first round: `POST /api/v1/session/guest`, then commands at a table of `GET /api/v1/floor`: \
`sit`; `stakes`, which at a table without a dealer opens the round, places your chips and, with \
`deal`, deals; and `answer` while the view has `asks` of yours. The commands you can give now are \
listed in `may`.

Live: `/api/v1/tables/{table}/live` and `/api/v1/meters/live` are WebSockets; commands go over the \
first as over HTTP, with `key`.
"""
LICENSE: Final = {"name": "Apache License 2.0", "identifier": "Apache-2.0"}
TAGS: Final = {
    "session": "Logging in and out, passwords, second factors, and open sessions.",
    "tables": "The floor: tables, commands at them, how they are opened and closed, and rounds.",
    "submission": "The Rules Submission: its revisions, their approval and when they take effect.",
    "practice": "Private practice tables, and what each answer is worth.",
    "meters": "Progressive meters, awards, and the slips that a supervisor validates.",
    "logs": "Logs of tables, and their verification.",
    "audit": "Who did what, and when.",
    "rules": "The rulebook: games, wagers, readings and duties, each with its clause; lessons.",
    "par": "PAR sheets, comparisons of pay tables, and the best play.",
    "simulations": "Simulations of millions of rounds.",
    "people": "The house's accounts.",
}
"""Group of routes → what its routes are about."""


PARAMETERS: Final = {
    "after": "Rounds after the one with this number.",
    "ask": "The number of the question, as `asks` of the view has it.",
    "before": "Lines before the one with this id; `before` of the last answer.",
    "box": "The number of the box.",
    "decks": "Decks in the shoe; by default six, if that is allowed.",
    "game": "The id of a game, such as `pennsylvania/blackjack`, or its key or name.",
    "hidden": "Show every hidden card; only once the round is over.",
    "ident": "The id of the simulation.",
    "ident of /api/v1/sessions/{ident}": "The id of the session, of 16 hexadecimal digits.",
    "idempotency-key": "8 to 80 letters, digits, `.`, `_`, `:` or `-`: a different one for each "
    "command.",
    "meter": "What a meter shows, as `NAME:AMOUNT`, or the amount alone if there is one meter.",
    "name": "The id of a wager or a game, such as `pennsylvania/blackjack`, or its key or name.",
    "name of /api/v1/people/{name}": "The name of the person.",
    "number": "The number of the round.",
    "number of /api/v1/slips/{table}/{number}": "The number of the slip.",
    "option": "An option of the wager, as `KEY:VALUE`; repeatable.",
    "q": "Words to search for.",
    "reading": "How a doubtful clause is read, as `KEY:VALUE`; repeatable.",
    "skip": "How many of the newest to leave out.",
    "sort": "The figure by which the pay tables are sorted.",
    "stake": "The stake, such as `$5`, on which the figures depend.",
    "stake of /api/v1/tables/{table}/stakes": "A stake, as `KEY:CENTS`; repeatable.",
    "state": "Only those in this state.",
    "table": "The id of the table.",
    "table of /api/v1/par/{wager}": "The pay table, by its id; by default the first.",
    "term": "A term of the game that the house may choose, as `KEY:VALUE`; repeatable.",
    "tip": "A bet for the dealer, as `KEY:CENTS`; repeatable.",
    "wager": "The id of a wager, such as `pennsylvania/perfect-pairs`, or its key or name.",
    "wager of /api/v1/houses/{game}": "The key of a wager to offer; repeatable.",
    "wager of /api/v1/par/{wager}": "The id of a wager or a game, or its key or name; with `.pdf`, "
    "`.csv` or `.svg` added for a file.",
    "wager of /api/v1/rules/{name}/duties": "The key of a wager at the table; repeatable.",
    "what": "Only lines about this kind of action.",
    "who": "Only lines about actions of this person.",
}
"""A parameter, on every route or on one → what it means; examples.json has an example of each."""
DESCRIBING: Final = Lock()
"""Held while descriptions are added, so that nobody is sent an incomplete schema."""
REFUSED: Final = {
    "error": "'fold' is not legal for box 1: stand or hit (58 Pa. Code § 633a.11).",
    "allowed": [STAND.word, HIT.word],
    "clause": "58 Pa. Code § 633a.11",
}
REFUSAL: Final = {"$ref": f"{SCHEMAS}Refusal"}
REFUSALS: Final[dict[int | str, Schema]] = {
    status: {"description": means} for status, means in MEANS.items()
}
"""Their shape is added to the schema once; FastAPI would rebuild it for each status of each route.
"""


class Api(FastAPI):
    """An application whose schema tells a client everything it needs to know."""

    def openapi(self) -> Schema:
        with DESCRIBING:
            if not self.openapi_schema:
                given = examples(self.state.floor.book)
                self.openapi_schema = described(super().openapi(), given)
            return self.openapi_schema


def described(schema: Schema, given: Schema) -> Schema:
    """The schema with summaries, examples, and the token that a change must send."""
    parts = schema["components"]
    parts["securitySchemes"]["csrf"] = TOKEN
    for unused in ("HTTPValidationError", "ValidationError"):  # a message is refused with 400
        parts["schemas"].pop(unused, None)
    parts["schemas"]["Refusal"] = Refusal.model_json_schema(mode="serialization")
    settings = TypeAdapter(TableSettings).json_schema(ref_template=f"{SCHEMAS}{{model}}")
    parts["schemas"] |= {**settings.pop("$defs"), "TableSettings": settings}
    classes = _classes()
    for name, message in parts["schemas"].items():
        written = dict(field_words(classes[name]))
        for field, shape in message.get("properties", {}).items():
            if "const" in shape:  # several kinds of message are told apart by it
                written.setdefault(field, f"Always `{shape['const']}`.")
            if words := [*filter(None, (written.get(field), *_kind_words(shape)))]:
                shape["description"] = " ".join(words)
    parts["schemas"]["ChangedSettings"] = changed(settings)
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            _describe(method.upper(), path, about, given)
    return schema


def changed(settings: Schema) -> Schema:
    """The same settings; those that are left out do not change."""
    kept = {
        name: {key: part for key, part in each.items() if key != "default"}
        for name, each in settings["properties"].items()
    }
    return {**settings, "title": "ChangedSettings", "properties": kept, "required": []}


def _describe(method: str, path: str, about: Schema, given: Schema) -> None:
    about["summary"] = about["description"].partition("\n\n")[0].rstrip(".").replace("\n", " ")
    needed = about.setdefault("security", [])  # nothing needed, unless the route says otherwise
    if method not in SAFE:
        about["security"] = [each and {**each, "csrf": []} for each in needed]
    for each in about.get("parameters", ()):
        here, name = f"{each['name']} of {path}", each["name"]
        key = here if here in PARAMETERS else name
        each |= {"description": PARAMETERS[key], "example": given["parameters"][key]}
    shapes = [*about.get("requestBody", {}).get("content", {}).values()]
    for status, response in about["responses"].items():
        if int(status) in MEANS:  # in JSON, whatever the route answers with
            content = {"schema": REFUSAL, "example": REFUSED}
            response["content"] = {"application/json": content}
        else:
            shapes.append(next(iter(response["content"].values())))
    for each in shapes:
        named = [one["$ref"].rpartition("/")[2] for one in each["schema"].get("oneOf", ())]
        if several := {name: {"value": given[name]} for name in named if name in given}:
            each["examples"] = several
        else:
            each["example"] = _example(each["schema"], f"{method} {path}", given)


def _example(shape: Schema, route: str, given: Schema) -> Any:
    """An example of the message that a schema names, the same for every route or one for this
    route; if it names none, the example of the route.
    """
    if "items" in shape:
        return [_example(shape["items"], route, given)]
    name = shape.get("$ref", "").rpartition("/")[2]
    keys = (f"{name} of {route}", name, route)
    return next(given[key] for key in keys if key in given)


# -- fields ----------------------------------------------------------------------------------------


def field_words(message: type) -> Iterator[tuple[str, str]]:
    """Fields of a message as they are sent, with their descriptions in the code: its own last,
    after those of what it inherits and of the record that it shows.
    """
    for kind in reversed(message.__mro__):
        if kind.__module__.startswith("pitboss."):
            yield from field_words(vars(kind).get("record", object))
            aliases = {name: each.alias for name, each in getattr(kind, "model_fields", {}).items()}
            for field, words in _written(kind.__module__).get(kind.__name__, {}).items():
                yield aliases.get(field) or field, words


def _kind_words(shape: Schema) -> Iterator[str]:
    """What a field's kind of value means, taken from wherever its schema says it."""
    yield shape.pop("description", "")
    for part in (*shape.get("anyOf", ()), shape.get("items"), shape.get("additionalProperties")):
        if isinstance(part, dict):
            yield from _kind_words(part)


def _classes() -> dict[str, type]:
    """Every class of this package by its name: no two have the same."""
    ours = [each for each in [*sys.modules.items()] if each[0].startswith("pitboss.")]
    return {
        kind.__name__: kind
        for name, module in ours
        for kind in [*vars(module).values()]
        if isinstance(kind, type) and kind.__module__ == name
    }


@cache
def _written(module: str) -> dict[str, dict[str, str]]:
    """Class → field or property → the description below it in the code of a module."""
    return {
        node.name: dict(_described_in(node))
        for node in ast.walk(ast.parse(inspect.getsource(sys.modules[module])))
        if isinstance(node, ast.ClassDef)
    }


def _described_in(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for part, below in pairwise([*node.body, ast.Pass()]):
        match part, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                yield name, _in_one_line(words)
            case ast.FunctionDef(name=name, decorator_list=[ast.Name(id="property")]), _:
                yield name, _in_one_line(ast.get_docstring(part) or "")


def _in_one_line(words: str) -> str:
    """The first paragraph of a description."""
    return inspect.cleandoc(words).partition("\n\n")[0].replace("\n", " ")


# -- examples --------------------------------------------------------------------------------------


MAYA: Final = Person(0, "Maya", "player")
BOX: Final = 3


def examples(book: Rulebook) -> dict[str, Any]:
    """Message → an example of it."""
    written = json.loads((files("pitboss.server") / "examples.json").read_text(encoding="utf-8"))
    asked = written["SimulationOrder"]
    game, decks, keys = book.game(asked["game"]), asked["decks"], asked["wagers"]
    opened = file_house(book, game, Wish(decks, keys)).opened
    wager = opened.offers[keys[0]].wager
    at = dealt(book, opened)
    view, shown = table_view(at, MAYA), lesson(book, game)
    whole = [each.model_copy(update={"left": float(each.seconds)}) for each in view.asks]
    view = view.model_copy(update={"asks": whole})  # an example does not run out of time
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
        "CommandResult": CommandResult(seq=at.seq, view=view),
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
    table = deal_from(book, opened, seed=1)
    table.buy_in(MAYA.name, 100_000)
    table.open_round()
    for key in (opened.procedure.main, *opened.offers):
        table.bet(BOX, MAYA.name, key, 1000)
    table.deal()
    at = LiveTable("pit-1", "Pit 1", book.jurisdictions[opened.house.jurisdiction].name)
    at.take_up(table, {}, table.log, len(table.log), balances(table.log))
    return at


# -- the schema as a page to read: every route and every message, with examples --------------------


LONGEST: Final = 6_000
"""How many characters of an example are shown."""


def api_page(schema: Schema) -> str:
    """Every route with what it takes and answers, then every message with its fields."""
    groups: dict[str, list[tuple[str, str, Schema]]] = {}
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            groups.setdefault(about["tags"][0], []).append((method.upper(), path, about))
    return html_page(
        "api.html.jinja",
        package="pitboss.server",
        strict=False,
        title=f"{schema['info']['title']} {schema['info']['version']}",
        description=schema["info"]["description"].split("\n\n"),
        groups=groups,
        messages=sorted(schema["components"]["schemas"].items()),
        anchor=lambda method, path: re.sub("[{}]", "", f"{method}-{path}"),
        who=_who,
        guards=lambda about: _guards(about, schema["components"]["securitySchemes"]),
        shown=_shown,
        words=_words,
        kind=_kind,
    )


def _who(about: Schema) -> str:
    """The roles that may use a route, if not everybody may."""
    several = about["security"] or [{}]
    if {} in several:
        return ""
    return f" For {either(several[0]['session'], 'and') or 'everyone who is logged in'}."


def _guards(about: Schema, schemes: Schema) -> str:
    """What a request must carry: the cookie of the session, and the token where it changes it."""
    several = about["security"] or [{}]
    named = [f"{schemes[name]['in']} `{schemes[name]['name']}`" for name in several[0]]
    if not named:
        return "Needs no session."
    only = " of whoever is logged in" if {} in several else ""
    return f"Needs the {either(named, 'and')}{only}."


def _shown(example: Any) -> str:
    text = example if isinstance(example, str) else json.dumps(example, indent=1)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _words(text: str) -> str:
    """Words of the code as HTML.

    >>> _words("`down` or `up`")
    '<code>down</code> or <code>up</code>'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def _kind(shape: Schema) -> str:
    """What kind of value a schema allows, in words, with links to messages.

    >>> _kind({"type": "array", "items": {"type": "integer"}})
    'list of integers'
    >>> _kind({"anyOf": [{"enum": ["code", "witness"], "type": "string"}, {"type": "null"}]})
    '<code>"code"</code> or <code>"witness"</code> or null'
    """
    if "$ref" in shape:
        name = escape(shape["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if words := shape.get("discriminator", {}).get("mapping"):
        return ", ".join(
            f"<code>{escape(word)}</code> {_kind({'$ref': ref})}" for word, ref in words.items()
        )
    if several := shape.get("anyOf", shape.get("oneOf", ())):
        return either(dict.fromkeys(map(_kind, several)))
    if "const" in shape or "enum" in shape:
        values = shape.get("enum", [shape.get("const")])
        return either(f"<code>{escape(json.dumps(each), quote=False)}</code>" for each in values)
    if shape.get("type") == "array":
        items = shape.get("prefixItems")
        of = ", ".join(map(_kind, items)) if items else _plural(shape.get("items", {}))
        return f"list of {of}"
    if isinstance(more := shape.get("additionalProperties"), dict):
        return f"object of {_plural(more)}"
    return str(shape.get("type", "any value"))


def _plural(shape: Schema) -> str:
    """The kind of a list's items, in the plural."""
    kind = _kind(shape)
    return f"{kind}s" if kind == shape.get("type") else kind
