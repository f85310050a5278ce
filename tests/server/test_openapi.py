"""The schema of the API: every route with its fields, an example, what guards it, and refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from pitboss.analysis.proof_request import ProofRequest, proved
from pitboss.rulebook.forms import EntryView, plain
from pitboss.rulebook.load import Rulebook
from pitboss.server.app import ROUTERS
from pitboss.server.messages.layout_messages import DERIVED
from pitboss.server.messages.par_messages import Comparison, ParSheet
from pitboss.server.openapi import MEANS, PARAMETERS, examples
from pitboss.sheets.par_form import form
from pitboss.sheets.paytable_comparison import comparison
from pitboss.table.houses.house import House
from tests.server.house import Serving
from tests.server.test_roles import COMMANDS, ROUTES

API = "/api/v1"
UNSAFE = ("POST", "PUT", "DELETE")
ENTRY: TypeAdapter[Any] = TypeAdapter(EntryView)


@pytest.fixture
def schema(house: Serving) -> Any:
    return house.client.get(f"{API}/openapi.json").json()


def operations(schema: Any) -> Iterator[tuple[str, str, Any]]:
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            yield method.upper(), path.removeprefix(API), about


def models(schema: Any, shape: Any) -> list[Any]:
    """The objects that a schema comes down to."""
    if "$ref" in shape:
        return [schema["components"]["schemas"][shape["$ref"].rpartition("/")[2]]]
    inner = [shape["items"]] if "items" in shape else shape.get("oneOf", shape.get("anyOf", []))
    return [found for each in inner for found in models(schema, each)]


def given(content: Any) -> list[Any]:
    """The examples of a body or an answer."""
    several = content.get("examples", {})
    return [each["value"] for each in several.values()] or [content["example"]]


def test_every_route_answers_with_fields_and_an_example(schema: Any) -> None:
    for method, path, about in operations(schema):
        (good,) = [about["responses"][s] for s in about["responses"] if s.startswith("2")]
        (kind, content), *files = good["content"].items()
        for _, other in files:
            assert other["schema"] == {"type": "string", "format": "binary"}, f"{method} {path}"
        assert all(given(content)), f"{method} {path}"
        if kind.startswith("text/plain"):
            assert content["schema"] == {"type": "string"}
            continue
        assert kind == "application/json"
        found = models(schema, content["schema"])
        assert found, f"{method} {path} answers with no model"
        assert all(each["properties"] for each in found), f"{method} {path}"


def test_every_body_has_an_example(schema: Any) -> None:
    for method, path, about in operations(schema):
        if "requestBody" in about:
            content = about["requestBody"]["content"]["application/json"]
            assert all(given(content)), f"{method} {path}"


def test_every_body_has_fields(schema: Any) -> None:
    for method, path, about in operations(schema):
        if "requestBody" in about:
            shape = about["requestBody"]["content"]["application/json"]["schema"]
            found = models(schema, shape) or [shape]
            assert all(each.get("properties") for each in found), f"{method} {path}"


def test_every_schema_that_is_named_exists(schema: Any) -> None:
    named = {*re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(schema))}
    assert named <= {*schema["components"]["schemas"]}
    assert "$defs" not in json.dumps(schema)


def test_settings_are_described_as_the_house_that_they_file(schema: Any) -> None:
    def body(method: str, path: str) -> Any:
        about = schema["paths"][API + path][method]["requestBody"]
        shape = about["content"]["application/json"]["schema"]
        return (models(schema, shape) or [shape])[0]

    opened, changed = body("post", "/tables"), body("put", "/tables/{table}/house")
    assert body("post", "/submission/draft") == opened
    assert {*opened["properties"]} == {each.name for each in fields(House)} | {"name"}
    assert opened["properties"]["least"]["description"].startswith("The least that may be bet")
    assert opened["properties"]["wagers"]["additionalProperties"] == {
        "$ref": "#/components/schemas/Choice"
    }
    assert (opened["required"], changed["required"]) == (["jurisdiction"], [])
    assert changed["properties"].keys() == opened["properties"].keys()
    assert not [each for each in changed["properties"].values() if "default" in each]


def test_every_parameter_is_described(schema: Any) -> None:
    """Once: nothing is said of a parameter that no route has."""
    meant = set()
    for method, path, about in operations(schema):
        for each in about.get("parameters", ()):
            assert each["description"].endswith("."), f"{method} {path}: {each['name']}"
            meant.add(each["description"])
    assert {*PARAMETERS.values()} == meant


def test_every_parameter_has_an_example_that_is_taken(house: Serving, schema: Any) -> None:
    """A request with the example of one parameter, and of those that the route requires."""
    for method, path, about in operations(schema):
        parameters = about.get("parameters", ())
        assert all("example" in each for each in parameters), f"{method} {path}"
        role = max(ROUTES[method, path][0] - {"nobody"})
        for each in parameters:
            if method == "GET" and each["in"] == "query" and not path.startswith(SOLVED):
                at = request_of(path, [one for one in parameters if one["required"]] + [each])
                answer = house.people[role].ask("GET", at)
                assert answer.status_code not in (400, 409), f"{at}: {answer.text}"


SOLVED = ("/par/", "/strategy/")
"""Routes that take long to answer."""


def request_of(path: str, parameters: list[Any]) -> str:
    """A path with the examples of its parameters."""
    asked = {}
    for each in parameters:
        part = f"{{{each['name']}}}"
        if part in path:
            path = path.replace(part, str(each["example"]))
        else:
            asked[each["name"]] = each["example"]
    return f"{path}?{urlencode(asked, doseq=True)}"


def test_the_layout_of_a_view_is_described(schema: Any) -> None:
    """Every angle and every radius of it, not an object of which nothing is known."""
    parts = schema["components"]["schemas"]
    assert parts["HouseView"]["properties"]["layout"]["$ref"].endswith("/FeltLayout")
    assert {*parts["FeltLayout"]["properties"]} == {
        "center", "far", "boxes", "spots", "arcs", "line",
    }  # fmt: skip


def test_the_page_says_what_every_route_needs(house: Serving, schema: Any) -> None:
    page = house.client.get(f"{API}/docs").text
    for method, path, about in operations(schema):
        anchor = f"{method}-{API}{path}".replace("{", "").replace("}", "")
        section = page.split(f'<section id="{anchor}">')[1].partition("</section>")[0]
        needs = (about["security"] or [{}])[0]
        assert ("cookie <code>pitboss</code>" in section) == ("session" in needs), section
        assert ("header <code>x-csrf</code>" in section) == ("csrf" in needs), section
        assert "any value" not in section, section


def test_the_key_of_a_command_is_described(schema: Any) -> None:
    about = schema["paths"][f"{API}/tables/{{table}}/commands"]["post"]
    (key,) = [each for each in about["parameters"] if each["name"] == "idempotency-key"]
    assert key["description"].startswith("8 to 80 letters")


def test_every_command_has_an_example(schema: Any) -> None:
    about = schema["paths"][f"{API}/tables/{{table}}/commands"]["post"]
    told = given(about["requestBody"]["content"]["application/json"])
    assert sorted(each["do"] for each in told) == sorted(COMMANDS)


def test_every_route_has_a_summary_in_words(schema: Any) -> None:
    for method, path, about in operations(schema):
        assert " " in about["summary"], f"{method} {path}"
        assert not about["summary"].endswith(".")


def test_guarded_routes_say_by_what(schema: Any) -> None:
    """A session of the roles that may, and the token where something changes."""
    schemes = schema["components"]["securitySchemes"]
    assert {name: each["in"] for name, each in schemes.items()} == {
        "session": "cookie",
        "csrf": "header",
    }
    for method, path, about in operations(schema):
        allowed = ROUTES[method, path][0]
        if (method, path) == ("DELETE", "/session"):  # whoever is logged in sends the token
            assert about["security"] == [{"session": [], "csrf": []}, {}]
            continue
        if "nobody" in allowed or path == "/session":
            assert about["security"] == [], f"{method} {path}"
            continue
        (needs,) = about["security"]
        assert {*needs} == {"session"} | ({"csrf"} if method in UNSAFE else set())
        everyone = allowed >= {"player", "dealer", "floor", "auditor", "admin"}
        assert {*needs["session"]} == (set() if everyone else allowed), f"{method} {path}"


def test_the_house_of_a_view_is_described(schema: Any) -> None:
    """What was filed, and what follows from it, each with its meaning."""
    parts = schema["components"]["schemas"]
    assert parts["TableView"]["properties"]["house"]["$ref"] == "#/components/schemas/HouseView"
    told = parts["HouseView"]["properties"]
    assert {"decks", "least", "terms"} < {*told}
    assert all(told[name]["description"] for name in DERIVED)
    assert told["rules"]["items"] == {"$ref": "#/components/schemas/HouseRule"}
    assert {*parts["HousePay"]["properties"]} == {"hand", "pays", "clause"}


@pytest.mark.parametrize(
    ("message", "field", "words"),
    [
        ("Refusal", "moved_to", "The table that replaced the requested one."),
        ("TableLine", "taken", "Boxes that are taken."),
        ("HouseView", "aggregate", "The most that all wagers of a round are paid together"),
        ("Choice", "stake", "The fixed stake of a progressive."),
        ("WagerEntry", "third_card_after", "Two ranks after which a third card comes even if"),
        ("WagerEntry", "amended", "The day on which it was last amended."),
        ("RowView", "hangs_on", "Keys of the readings and options that decide when it happens"),
        ("OutcomeView", "gross", "Returned per unit staked, including the stake, with meters as"),
        ("BoxView", "stakes", "Wager → the stake that is not settled yet. In cents."),
        ("MeterView", "maximum", "The amount by which a mystery must hit. In cents."),
    ],
)
def test_a_field_is_described_as_in_the_code(
    schema: Any, message: str, field: str, words: str
) -> None:
    """Its own words, those that it inherits, those of the record that it shows or that is sent as
    it is, and what its kind of value means.
    """
    told = schema["components"]["schemas"][message]["properties"]
    assert told[field]["description"].startswith(words)


def test_every_field_is_described(schema: Any) -> None:
    undescribed = [
        f"{name}.{field}"
        for name, message in schema["components"]["schemas"].items()
        for field, shape in message.get("properties", {}).items()
        if not shape.get("description", "").endswith(".")
    ]
    assert undescribed == []


def test_every_group_of_routes_is_described(schema: Any) -> None:
    groups = {each["name"]: each["description"] for each in schema["tags"]}
    assert {*groups} == {tag for _, _, about in operations(schema) for tag in about["tags"]}
    assert all(groups.values())


def test_the_schema_says_how_to_begin_and_under_which_license(schema: Any) -> None:
    assert "POST /api/v1/session/guest" in schema["info"]["description"]
    assert schema["info"]["license"]["identifier"] == "Apache-2.0"


def test_every_message_is_described(schema: Any) -> None:
    messages = schema["components"]["schemas"].items()
    assert [name for name, each in messages if not each.get("description")] == []


def test_refusals_have_one_shape(schema: Any) -> None:
    for _, _, about in operations(schema):
        refused = {s: each for s, each in about["responses"].items() if not s.startswith("2")}
        assert {*map(int, refused)} == {*MEANS}
        for status, each in refused.items():
            assert each["description"] == MEANS[int(status)]
            content = each["content"]["application/json"]
            assert content["schema"] == {"$ref": "#/components/schemas/Refusal"}
            assert content["example"]["error"]


def test_examples_are_what_the_routes_take_and_give(schema: Any) -> None:
    for route in [each for router in ROUTERS for each in router.routes]:
        assert isinstance(route, APIRoute)
        assert route.methods
        (method,) = route.methods
        about = schema["paths"][API + route.path_format][method.lower()]
        if route.response_model:
            good = about["responses"][str(route.status_code or 200)]
            for example in given(good["content"]["application/json"]):
                TypeAdapter(route.response_model).validate_json(json.dumps(example))
        if route.body_field:
            for example in given(about["requestBody"]["content"]["application/json"]):
                _, wrong = route.body_field.validate(example, {}, loc=("body",))
                assert not wrong, route.path_format


def test_a_session_has_the_example_of_each_route(schema: Any) -> None:
    def told(method: str, path: str) -> Any:
        good = schema["paths"][f"{API}/session{path}"][method]["responses"]["200"]
        return good["content"]["application/json"]["example"]

    assert told("delete", "") == {"person": None, "csrf": None, "must": None}
    guest, named = told("post", "/guest"), told("post", "")
    assert (guest["person"]["name"], guest["person"]["guest"]) == ("Maya", True)
    assert (named["person"]["name"], named["person"]["guest"]) == ("Flora", False)
    assert {*guest["person"]} == {"name", "role", "guest", "disabled", "factor"}


def test_every_example_is_shown(schema: Any, book: Rulebook) -> None:
    shown = [
        given(content)
        for _, _, about in operations(schema)
        for part in (about.get("requestBody", {"content": {}}), *about["responses"].values())
        for content in part["content"].values()
        if {"example", "examples"} & {*content}
    ]
    told = json.dumps(shown)
    given_here = examples(book)
    assert {*given_here.pop("parameters")} == {*PARAMETERS}
    assert not [name for name, each in given_here.items() if json.dumps(each) not in told]


def test_rules_are_sent_whole(book: Rulebook) -> None:
    for entry in book.entries:
        whole = plain(book, entry)
        told = ENTRY.validate_python(whole)
        assert ENTRY.dump_python(told, by_alias=True, exclude_unset=True) == whole


@pytest.mark.parametrize(
    "name",
    [
        "colorado/21-plus-3",
        "colorado/trilux-progressive",
        "pennsylvania/kings-bounty",
        "pennsylvania/perfect-pairs",
        "colorado/straight-jack-progressive",
        "pennsylvania/match-the-dealer",
    ],
)
def test_sheets_are_sent_whole(name: str, book: Rulebook) -> None:
    whole = form(book, proved(book, ProofRequest(name)))
    assert ParSheet.model_validate(whole).model_dump(by_alias=True, exclude_unset=True) == whole
    lines = comparison(book, name, None, "edge")
    told = Comparison.model_validate(lines)
    assert told.model_dump(by_alias=True, exclude_unset=True) == lines


def test_a_mystery_is_sent_whole(book: Rulebook) -> None:
    mystery = next(w for w in book.wagers if w.role == "mystery")
    whole = form(book, proved(book, ProofRequest(mystery.id)), "bare")
    assert ParSheet.model_validate(whole).model_dump(by_alias=True, exclude_unset=True) == whole


def test_what_is_sent_is_an_order_whose_validator_a_start_builds() -> None:
    """FastAPI keeps pydantic's warning of its alias silent only while routes are made."""
    bodies = [route.body_field for router in ROUTERS for route in routes_of(router)]
    built = [each._type_adapter.pydantic_complete for each in bodies if each is not None]
    assert len(built) > 10
    assert all(built)


def routes_of(router: APIRouter) -> list[APIRoute]:
    return [route for route in router.routes if isinstance(route, APIRoute)]
