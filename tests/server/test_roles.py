"""Who may do what: every route and every command, asked by everybody."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.house import KEYS, PASSWORD, ROLES, WITNESS, Serving

TABLE = "pennsylvania-blackjack"
ALL = {"nobody", *ROLES}
LOGGED_IN = {*ROLES}
ROUTES: dict[tuple[str, str], tuple[set[str], Any]] = {
    ("GET", "/session"): (ALL, None),
    ("POST", "/session"): (ALL, {"name": "nobody here", "password": "x"}),
    ("POST", "/session/guest"): (ALL, {}),
    ("DELETE", "/session"): (ALL, None),
    ("PUT", "/session/password"): (LOGGED_IN, {}),
    ("POST", "/session/factor"): (LOGGED_IN, {}),
    ("PUT", "/session/factor"): (LOGGED_IN, {}),
    ("GET", "/sessions"): (LOGGED_IN, None),
    ("DELETE", "/sessions/{ident}"): (LOGGED_IN, None),
    ("GET", "/floor"): (ALL, None),
    ("GET", "/tables/{table}"): (LOGGED_IN, None),
    ("GET", "/tables/{table}/session"): (LOGGED_IN, None),
    ("GET", "/tables/{table}/stakes"): (LOGGED_IN, None),
    ("POST", "/tables/{table}/commands"): (LOGGED_IN, {"do": "nothing"}),
    ("POST", "/practice"): ({"player"}, {"game": "colorado/pai-jack"}),
    ("GET", "/tables/{table}/coach"): ({"player"}, None),
    ("GET", "/tables/{table}/transfers"): ({"floor"}, None),
    ("POST", "/tables/{table}/decision"): (
        {"floor"},
        {"decision": "close", "why": "the rules changed", "password": PASSWORD},
    ),
    ("GET", "/logs"): ({"floor", "auditor"}, None),
    ("GET", "/logs/{table}"): ({"floor", "auditor"}, None),
    ("GET", "/logs/{table}/verify"): ({"floor", "auditor"}, None),
    ("GET", "/tables/{table}/rounds/{number}/frames"): ({"floor", "auditor"}, None),
    ("GET", "/audit/export"): ({"floor", "auditor", "admin"}, None),
    ("POST", "/tables"): ({"floor"}, {}),
    ("GET", "/submission"): ({"floor", "auditor"}, None),
    ("POST", "/submission"): ({"floor"}, {}),
    ("POST", "/submission/check"): ({"floor"}, {}),
    ("POST", "/submission/approval"): ({"floor"}, {}),
    ("POST", "/submission/effect"): ({"floor"}, {}),
    ("POST", "/submission/draft"): ({"floor"}, {}),
    ("PUT", "/tables/{table}/house"): ({"floor"}, {}),
    ("GET", "/tables/{table}/rounds"): (LOGGED_IN, None),
    ("GET", "/tables/{table}/rounds/{number}"): (LOGGED_IN, None),
    ("GET", "/meters"): (ALL, None),
    ("GET", "/audit"): ({"floor", "auditor", "admin"}, None),
    ("GET", "/slips"): ({"floor", "auditor"}, None),
    ("GET", "/slips/{table}/{number}"): ({"floor", "auditor"}, None),
    ("GET", "/rules"): (ALL, None),
    ("GET", "/lessons/{game}"): (ALL, None),
    ("GET", "/rules/search"): (ALL, None),
    ("GET", "/rules/{name}"): (ALL, None),
    ("GET", "/rules/{name}/readings"): (ALL, None),
    ("GET", "/rules/{name}/duties"): (ALL, None),
    ("GET", "/par/{wager}"): (ALL, None),
    ("GET", "/strategy/{game}"): (ALL, None),
    ("GET", "/compare/{wager}"): (ALL, None),
    ("GET", "/simulations"): (LOGGED_IN, None),
    ("POST", "/simulations"): (LOGGED_IN, {}),
    ("GET", "/simulations/{ident}"): (LOGGED_IN, None),
    ("DELETE", "/simulations/{ident}"): (LOGGED_IN, None),
    ("GET", "/people"): ({"admin"}, None),
    ("POST", "/people"): ({"admin"}, {}),
    ("PUT", "/people/{name}"): ({"admin"}, {}),
    ("GET", "/houses/{game}"): ({"floor"}, None),
}
COMMANDS: dict[str, tuple[set[str], dict[str, Any]]] = {
    "sit": ({"player"}, {"box": 1}),
    "leave": ({"player"}, {"box": 5}),
    "bet": ({"player"}, {"box": 1, "wager": "blackjack", "cents": 1000}),
    "tip": ({"player"}, {"box": 1, "wager": "blackjack", "cents": 100}),
    "session": ({"player"}, {"minutes": 600}),
    "stakes": ({"player"}, {"stakes": [{"box": 1, "wager": "blackjack", "cents": 1000}]}),
    "answer": ({"player"}, {"ask": 1, "word": "stand"}),
    "answer_stake": ({"player"}, {"ask": 1, "cents": 0}),
    "decks": ({"dealer", "floor"}, {"step": "receive"}),
    "open_round": ({"player", "dealer"}, {}),
    "mix": ({"player"}, {"words": "my lucky day"}),
    "cut": ({"player", "dealer"}, {"at": 60}),
    "deal": ({"player", "dealer"}, {}),
    "go": ({"dealer"}, {}),
    "move": ({"dealer"}, {"box": 1, "results": 0}),
    "press": ({"dealer"}, {"step": "lock"}),
    "resolve": ({"floor"}, {"chips": 1}),
    "limits": ({"floor"}, {"least": 1_000, "most": 60_000}),
    "irregular": ({"dealer", "floor"}, {"kind": "harmless error"}),
    "call": ({"dealer", "floor"}, {"why": "a dispute"}),
    "assign": ({"floor"}, {"dealer": "dealer 1"}),
    "validate": ({"floor"}, {"slip": 1, "password": PASSWORD}),
    "refuse": ({"floor"}, {"slip": 1, "why": "the bet lay beside its spot"}),
    "open": ({"floor"}, {}),
    "close": ({"floor"}, {}),
}


def test_every_route_is_listed_here(house: Serving) -> None:
    schema = house.client.get("/api/v1/openapi.json").json()
    paths = schema["paths"].items()
    there = {(m.upper(), p.removeprefix("/api/v1")) for p, methods in paths for m in methods}
    assert there == {*ROUTES}


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_route_refuses_every_other_role(house: Serving, method: str, path: str) -> None:
    allowed, body = ROUTES[method, path]
    if (method, path) == ("DELETE", "/session"):
        return  # whoever logs out is logged out
    at = path.replace("{table}", TABLE).replace("{number}", "1")
    at = at.replace("/people/{name}", "/people/player 1")
    at = at.replace("{name}", "colorado/21-plus-3").replace("{wager}", "colorado/21-plus-3")
    at = at.replace("/strategy/{game}", "/strategy/colorado/blackjack-burnout")
    at = at.replace("{game}", "colorado/pai-jack").replace("{ident}", "0" * 16)
    at += "?q=flush" if path.endswith("search") else ""
    for role in ALL:
        caller = house.people.get(role, house.nobody)
        if path == "/session" and method == "POST":
            body = {**body, "name": f"no {role} here"}
        keyed = {"idempotency-key": next(KEYS)} if path.endswith(("/decision", "/house")) else {}
        status = caller.ask(method, at, body, **keyed).status_code
        expected = 401 if role == "nobody" else 403
        if path == "/session" and method == "POST":
            assert status == 401
        elif role in allowed:
            assert status not in (401, 403), role
        else:
            assert status == expected, role


def test_every_command_is_listed_here(house: Serving) -> None:
    schema = house.client.get("/api/v1/openapi.json").json()
    body = schema["paths"]["/api/v1/tables/{table}/commands"]["post"]["requestBody"]
    mapping = body["content"]["application/json"]["schema"]["discriminator"]["mapping"]
    assert {*mapping} == {*COMMANDS}


@pytest.mark.parametrize("do", COMMANDS)
def test_a_command_refuses_every_other_role(house: Serving, do: str) -> None:
    allowed, said = COMMANDS[do]
    for role in ROLES:
        if role in allowed and do in ("close", "open"):
            continue
        status = house.people[role].do(TABLE, do, **said).status_code
        assert (status == 403) == (role not in allowed), (role, status)


def test_nobody_commands_a_table(house: Serving) -> None:
    response = house.nobody.do(TABLE, "open_round")
    assert response.status_code == 401
    assert response.json() == {"error": "Log in, or play as a guest."}


def test_an_administrator_lets_people_in(house: Serving) -> None:
    admin = house.people["admin"]
    person = {"name": "Rosa", "role": "dealer", "password": "a long password"}
    assert admin.ask("POST", "/people", person).status_code == 201
    rosa = next(each for each in admin.get("/people")["people"] if each["name"] == "Rosa")
    assert (rosa["role"], rosa["guest"], rosa["disabled"]) == ("dealer", False, False)
    assert admin.ask("POST", "/people", person).status_code == 409
    for name in ("surveillance", "dealer", "a,b", "x;y:z", " "):
        refused = admin.ask("POST", "/people", {**person, "name": name})
        assert refused.status_code == 409, name
    assert admin.ask("POST", "/people", {**person, "name": "B", "role": "god"}).status_code == 400
    assert admin.ask("POST", "/people", {**person, "name": "B", "password": "x"}).status_code == 400


def test_an_administrator_changes_roles_and_passwords(house: Serving) -> None:
    admin = house.people["admin"]
    person = {"name": "Max", "role": "dealer", "password": "a long password"}
    assert admin.ask("POST", "/people", person).status_code == 201
    again = {"role": "floor", "password": "another long one", "witness": WITNESS}
    assert admin.ask("PUT", "/people/Max", again).json()["role"] == "floor"
    for password, status in (("a long password", 401), ("another long one", 200)):
        said = {"name": "Max", "password": password}
        assert house.nobody.ask("POST", "/session", said).status_code == status
    assert admin.ask("PUT", "/people/Nobody", {"role": "floor"}).status_code == 404
    assert admin.ask("PUT", "/people/admin 1", {"role": "player"}).status_code == 409


def test_who_may_do_what_is_stated_in_english(house: Serving) -> None:
    refused = house.people["player"].ask("GET", "/audit")
    said = "Only an auditor, a floor supervisor or an administrator may do this."
    assert (refused.status_code, refused.json()["error"]) == (403, said)


def test_a_dealer_calls_the_floor(house: Serving) -> None:
    dealer, floor = house.people["dealer"], house.people["floor"]
    assert dealer.done(TABLE, "call", why="a dispute")["called"] == "a dispute"
    line = next(each for each in floor.get("/floor")["tables"] if each["id"] == TABLE)
    assert line["called"] == "a dispute"
    assert "call" in floor.view(TABLE)["may"]
    assert floor.done(TABLE, "call")["called"] == ""


def test_a_game_of_several_laws_is_named_with_its_law(house: Serving) -> None:
    refused = house.people["floor"].ask("GET", "/houses/blackjack")
    assert refused.status_code == 400
    assert {"colorado/blackjack", "pennsylvania/blackjack"} <= {*refused.json()["allowed"]}
    assert "ambiguous" in refused.json()["error"]


def test_a_table_without_an_id_has_one_made_of_its_name(house: Serving) -> None:
    floor = house.people["floor"]
    made = [
        floor.ask("POST", "/tables", {"jurisdiction": "pennsylvania", **named}).json()["id"]
        for named in ({"name": "High Limit, No. 1"}, {"name": "High limit (no 1)"}, {}, {})
    ]
    assert made == ["high-limit-no-1", "high-limit-no-1-2", "blackjack", "blackjack-2"]


def test_usual_settings_open_a_table(house: Serving) -> None:
    floor = house.people["floor"]
    asked = "/houses/pennsylvania/blackjack?wager=perfect-pairs=Paytable B&decks=8"
    usual, may = floor.get(asked)["house"], floor.get(asked)["wagers"]
    assert "jackpot-party" in may
    assert "must-hit-by" in may  # § 633c.14(a)
    assert "switch-hands-ante" not in may
    assert usual["wagers"]["perfect-pairs"]["paytable"] == "Paytable B"
    made = floor.ask("POST", "/tables", {**usual, "table": "usual", "name": "Usual"})
    assert made.status_code == 201, made.text
    assert floor.view("usual")["house"]["decks"] == 8
    usual = floor.get("/houses/pennsylvania/blackjack?wager=must-hit-by=Paytable A, $2")["house"]
    assert [*usual["wagers"]] == ["jackpot-party", "must-hit-by"]
    made = floor.ask("POST", "/tables", {**usual, "table": "mystery", "name": "Mystery"})
    assert made.status_code == 201, made.text
    refused = floor.ask("GET", "/houses/pennsylvania/blackjack?wager=trilux-bonus")
    assert refused.status_code in (400, 404, 409)
