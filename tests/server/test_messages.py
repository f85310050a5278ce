"""Typed messages: what is sent fits its schema, and what does not fit is refused, never a fault."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import Rulebook
from pitboss.server.messages.message import Refusal
from pitboss.server.messages.record_messages import MetersView
from pitboss.server.messages.table_messages import FloorView, TableView
from pitboss.server.monitoring import Metrics
from pitboss.server.refusals import refusal
from pitboss.submission.first_submission import demonstration
from tests.server.house import PASSWORD, ROLES, Chooser, Serving, StepView, play_round, serving
from tests.soak import soak

TABLE = "pennsylvania-blackjack"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("/par/kings-bounty?deks=6", "No query parameter is called 'deks'. Did you mean decks?"),
        ("/rules?decks=6", "No query parameter is called 'decks'."),
        (f"/tables/{TABLE}/rounds?afer=2", "No query parameter is called 'afer'. Did you mean aft"),
    ],
)
def test_a_query_that_a_route_does_not_know_is_refused(
    house: Serving, asked: str, says: str
) -> None:
    answer = house.nobody.ask("GET", asked)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(says)


def test_every_route_refuses_a_query_that_it_does_not_know(house: Serving) -> None:
    paths = house.nobody.get("/openapi.json")["paths"]
    gets = [path for path in paths if "get" in paths[path]]
    assert len(gets) > 20
    for path in gets:
        at = re.sub(r"\{\w+\}", "1", path.removeprefix("/api/v1"))
        answer = house.nobody.ask("GET", f"{at}?zzz=1")
        assert (answer.status_code, "No query parameter is called 'zzz'." in answer.text) == (
            *(400, True),
        ), path


def test_what_is_shown_fits_its_schema(house: Serving) -> None:
    guest = house.guest()
    guest.done(TABLE, "sit", box=1)
    with guest.watch(f"tables/{TABLE}") as socket:
        play_round(
            TABLE, [Chooser(guest, Random(1))], house.people["dealer"], house.people["floor"]
        )
        seq, last = 0, house.floor.tables[TABLE].seq
        large: dict[str, Any] = {}
        changes: list[str] = []
        while seq < last:
            message = socket.receive_json()
            assert message["type"] in ("view", "events")
            seq = message["seq"]
            new = {name: message["view"].get(name, large.get(name)) for name in ("house", "wagers")}
            again = [name for name in large if name in message["view"]]
            assert all(new[name] != large[name] for name in again), "sent again, but the same"
            large, changes = new, [*changes, *again]
            TableView.model_validate_json(json.dumps({**message["view"], **large}))
            for step in message.get("steps", ()):
                StepView.model_validate(step)
        assert {*changes} == {"wagers"}  # whose meter has gone up
    FloorView.model_validate(guest.get("/floor"))
    MetersView.model_validate(guest.get("/meters"))
    view = guest.view(TABLE)
    assert view["story"][0] == "No more bets."
    assert [each["on"] for each in view["boxes"][0]["results"]].count("blackjack") >= 1
    guest.done(TABLE, "leave")


def test_commands_go_over_the_socket_too(house: Serving) -> None:
    guest = house.guest()
    with guest.watch(f"tables/{TABLE}") as socket:
        socket.receive_json()
        socket.send_json({"do": "sit", "box": 2, "key": "socket-key-1"})
        told = [socket.receive_json() for _ in range(2)]
        assert {"type": "done", "key": "socket-key-1", "seq": told[0]["seq"]} in told
        socket.send_json({"do": "sit", "box": 2, "key": "socket-key-1"})
        assert socket.receive_json()["type"] == "done"
        for said, words in (
            ({"do": "go", "key": "socket-key-2"}, "Only a dealer may give the command 'go'."),
            ({"do": "fly", "key": "socket-key-3"}, "'fly' is not a command."),
            ({"do": "sit", "box": "2", "key": "socket-key-4"}, "box must be a whole number."),
            ({"do": "sit", "box": 2, "key": "x"}, "The key must have at least 8 characters."),
            ({"do": "sit", "box": 2}, "key is missing."),
            ({"do": "sit", "box": 2, "key": 5}, "key must be text."),
            ({}, "key is missing."),
            ([], "The message is not a JSON object."),
            (5, "The message is not a JSON object."),
        ):
            socket.send_json(said)
            answer = socket.receive_json()
            assert answer["type"] == "refused"
            assert words in answer["error"], answer
        for text in ("", "[]", "7", "{", "[" * 4000, "null"):
            socket.send_text(text)
            assert socket.receive_json()["type"] == "refused"
    guest.done(TABLE, "leave")


def test_a_refusal_names_what_is_allowed_and_the_clause(house: Serving) -> None:
    guest = house.guest()
    missing = guest.ask("GET", "/tables/pennsylvania-blakjack")
    assert missing.status_code == 404
    assert missing.json()["allowed"] == [TABLE]
    assert guest.ask("GET", "/rules/21-plus-3").status_code in (200, 400)
    several = guest.ask("GET", "/rules/blackjack")
    assert several.status_code == 400
    assert "pennsylvania/blackjack" in several.json()["allowed"]


def test_a_refusal_has_the_clause_it_is_made_under() -> None:
    said = refusal(NotAllowed("a ninth deck: no.", "ARSD 20:18:15:05"))
    assert said == {"error": "ARSD 20:18:15:05: a ninth deck: no.", "clause": "ARSD 20:18:15:05"}
    assert "clause" not in refusal(NotAllowed("Box 1 is Ann's: choose another."))


def test_rules_and_sheets(house: Serving) -> None:
    one = house.nobody
    assert len(one.get("/rules")) > 80
    assert one.get("/rules/colorado/21-plus-3")["name"] == "21+3"
    assert isinstance(one.get("/rules/colorado/straight-jack/readings"), list)
    assert one.get("/rules/search?q=straight flush")[0]["matches"]
    sheet = one.get("/par/colorado/21-plus-3?decks=6")
    assert sheet["decks"] == 6
    assert one.ask("GET", "/par/colorado/21-plus-3.csv?decks=6").text.startswith("id,table,decks")
    svg = one.ask("GET", "/par/colorado/21-plus-3.svg?decks=6")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert one.ask("GET", "/par/colorado/21-plus-3.pdf?decks=6").content.startswith(b"%PDF")
    assert one.get("/compare/colorado/21-plus-3?decks=6")["lines"]
    assert one.ask("GET", "/par/no-such").status_code == 404
    assert one.ask("GET", "/par/colorado/21-plus-3?decks=9").status_code == 400


def test_health_and_metrics(house: Serving) -> None:
    assert house.client.get("/healthz").json()["status"] == "ok"
    house.people["player"].done(TABLE, "sit", box=6)
    response = house.client.get("/metrics")
    assert response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    text = response.text
    assert "\npitboss_tables 1.0\n" in text
    assert re.search(r'^pitboss_commands_total{do="sit"} [1-9]', text, re.MULTILINE)
    assert re.search(r'^pitboss_requests_total{method="POST",status="200"} ', text, re.MULTILINE)
    assert "Guest" not in text


def test_metrics_are_these_and_each_server_counts_its_own() -> None:
    one, other = Metrics(), Metrics()
    one.commands.labels("sit").inc()
    one.events.inc(3)
    one.requests.labels("GET", 200).inc()
    one.committed(0.5)
    one.committed(0.25)
    now = {"books_writable": 1, "tables": 1, "rounds_in_play": 2, "seats_taken": 3, "screens": 4}
    lines = one.text(**now).decode().splitlines()
    assert [line for line in lines if not line.startswith("#")] == [
        'pitboss_commands_total{do="sit"} 1.0',
        'pitboss_requests_total{method="GET",status="200"} 1.0',
        "pitboss_events_total 3.0",
        "pitboss_commits_total 2.0",
        "pitboss_commit_seconds_total 0.75",
        "pitboss_commit_seconds_max 0.5",
        "pitboss_clock_jumps_total 0.0",
        "pitboss_backup_time 0.0",
        "pitboss_backups_failed_total 0.0",
        "pitboss_books_writable 1.0",
        "pitboss_tables 1.0",
        "pitboss_rounds_in_play 2.0",
        "pitboss_seats_taken 3.0",
        "pitboss_screens 4.0",
    ]
    assert b"pitboss_commits_total 0.0" in other.text(**now)


def test_the_demo_house_has_every_game(book: Rulebook) -> None:
    filed = [each.house for each in demonstration(book).tables]
    assert {f"{h.jurisdiction}/{h.game}" for h in filed} == {game.id for game in book.games}
    assert len({h.table for h in filed}) == len(filed)
    assert {h.pace for h in filed} == {"automatic", "dealer settles"}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({}, "do is missing: name a command."),
        ({"do": "fly"}, "'fly' is not a command."),
        ({"do": "sit"}, "box is missing."),
        ({"do": "sit", "box": "one"}, "box must be a whole number."),
        ({"do": "sit", "box": 0}, "box must be 1 or more."),
        ({"do": "deal", "box": 1}, "box is not a known field: remove it."),
        ([], "The message is not a JSON object."),
    ],
)
def test_what_cannot_be_read_is_refused_in_plain_words(
    house: Serving, said: Any, words: str
) -> None:
    headers = {"idempotency-key": "plain-words"}
    told = house.people["player"].ask("POST", f"/tables/{TABLE}/commands", said, **headers)
    assert (told.status_code, told.json()["error"]) == (400, words)
    if "do" in words or "command" in words:
        assert {"sit", "bet", "close"} <= {*told.json()["allowed"]}


def test_what_is_no_json_is_refused_in_plain_words(house: Serving) -> None:
    headers = house.people["player"].headers(**{"idempotency-key": "plain-words"})
    where = f"/api/v1/tables/{TABLE}/commands"
    headers["content-type"] = "application/json"
    told = house.client.post(where, content="{no", headers=headers)
    assert (told.status_code, told.json()) == (400, {"error": "The message is not JSON."})
    house.client.cookies.clear()


# -- anything at all -----------------------------------------------------------------------------


class Maker:
    """Values that a JSON schema allows, and now and then some that it does not."""

    def __init__(self, schema: Any, random: Random) -> None:
        self.schemas, self.random = schema["components"]["schemas"], random

    def make(self, schema: Any, depth: int = 0) -> Any:
        pick = self.random.random()
        if pick < 0.06 or depth > 6:
            return self.random.choice([None, True, -1, 0, 2**70, 1.5, "", "x" * 300, [], {}, "\0"])
        if ref := schema.get("$ref"):
            return self.make(self.schemas[ref.rpartition("/")[2]], depth + 1)
        for name in ("anyOf", "oneOf"):
            if name in schema:
                return self.make(self.random.choice(schema[name]), depth + 1)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        match schema.get("type"):
            case "object" if "properties" in schema:
                needed = schema.get("required", ())
                return {
                    key: self.make(each, depth + 1)
                    for key, each in schema["properties"].items()
                    if key in needed or self.random.random() < 0.5
                }
            case "object":
                return self.house() if depth < 2 else {}
            case "array":
                return [
                    self.make(schema["items"], depth + 1) for _ in range(self.random.randint(0, 3))
                ]
            case "integer" | "number":
                least = schema.get("minimum", 0)
                return self.random.choice([least, least + 1, schema.get("maximum", 9), 1000])
            case "boolean":
                return self.random.random() < 0.5
            case "null":
                return None
        return self.random.choice(WORDS)

    def house(self) -> dict[str, Any]:
        keys = ("jurisdiction", "game", "decks", "table", "least", "terms", "wagers", "pace", "cut")
        odd: list[Any] = [
            None,
            1,
            "x",
            {},
            [],
            -1,
            {"a": 1},
            {"perfect-pairs": {}},
            {"jackpot-party": 7},
        ]
        made = {key: self.random.choice(odd) for key in keys if self.random.random() < 0.3}
        return {"jurisdiction": "pennsylvania", **made}


WORDS = (
    *("blackjack", "stand", "hit", "", "a/b", "../..", "%00", "ø\u2028", "x" * 80, "key-12345678"),
    *("pennsylvania-blackjack", "colorado/21-plus-3", "harmless error", "other", "'; --", "NaN"),
    *("jackpot-party", PASSWORD, PASSWORD),
)


@pytest.mark.parametrize(("seed", "turns"), [(0, 120), *(soak(n, 300) for n in range(10))])
def test_nothing_that_is_sent_makes_a_fault(
    seed: int, turns: int, book: Rulebook, tmp_path: Path
) -> None:
    """Every route in turn, and a command now and then."""
    rules = book
    if seed % 2:  # its table waits for a decision
        with serving(book, tmp_path) as served:
            player = served.people["player"]
            player.done(TABLE, "sit", box=1)
            player.done(TABLE, "open_round")
            rules = replace(book, digest="0" * 64)
    with serving(rules, tmp_path) as served:
        schema = served.client.get("/api/v1/openapi.json").json()
        random = Random(seed)
        maker = Maker(schema, random)
        routes = [(m, p, about) for p, each in schema["paths"].items() for m, about in each.items()]
        commands = [route for route in routes if route[1].endswith("/commands")]
        random.shuffle(routes)
        in_turn = cycle(routes)
        statuses: set[int] = set()
        for turn in range(turns):
            method, path, about = random.choice(commands) if turn % 3 == 0 else next(in_turn)
            if "/par/" in path or "/compare/" in path:
                path = path.replace("{wager}", random.choice(["colorado/21-plus-3", "x", "a.pdf"]))
            caller = served.people[random.choice(ROLES)]
            if (method, path) == ("delete", "/api/v1/session"):
                caller = served.nobody
            headers, query = {}, {}
            for each in about.get("parameters", ()):
                value = maker.make(each["schema"])
                match each["in"]:
                    case "path":
                        usual = (
                            TABLE if each["name"] == "table" and random.random() < 0.8 else value
                        )
                        path = path.replace("{" + each["name"] + "}", str(usual) or "x")
                    case "header":
                        headers[each["name"]] = f"key-{turn:08}"
                    case "query" if random.random() < 0.5:
                        query[each["name"]] = value
            body = about.get("requestBody", {}).get("content", {}).get("application/json")
            said = json.dumps(maker.make(body["schema"])) if body else None
            response = served.client.request(
                method,
                "".join(c for c in path if c.isprintable()),
                params={k: str(v) for k, v in query.items()},
                content=said,
                headers=caller.headers(**headers, **{"content-type": "application/json"}),
            )
            served.client.cookies.clear()
            assert response.status_code < 500, (method, path, said, response.text)
            statuses.add(response.status_code)
            if response.status_code >= 400:
                assert set(response.json()) <= {*Refusal.model_fields}, response.text
        assert {200, 400, 403, 404, 409} <= statuses
        assert served.floor.store.check(rules) == []
