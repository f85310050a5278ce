"""Cookies, tokens, origins, headers, lock-outs and rates."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from pitboss.rulebook.load import Rulebook
from pitboss.server.access.security import Limits, Origins, Rate, forged
from tests.server.house import ORIGIN, PASSWORD, Serving, serving
from tests.trail import trail

TABLE = "pennsylvania-blackjack"


def test_the_cookie_is_for_this_server_alone(house: Serving) -> None:
    told = house.client.post("/api/v1/session/guest", json={}, headers={"origin": ORIGIN})
    house.client.cookies.clear()
    cookie = told.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie.split("; ")
    assert told.json()["person"]["role"] == "player"


def test_the_cookie_is_secure_behind_https(house: Serving) -> None:
    state = house.client.app.state  # type: ignore[attr-defined]
    usual = state.access
    state.access = replace(usual, origins=Origins("testserver", "https://testserver"))
    try:
        told = house.client.post(
            "/api/v1/session/guest", json={}, headers={"origin": "https://testserver"}
        )
        assert "secure" in told.headers["set-cookie"].lower().split("; ")
        assert "strict-transport-security" in told.headers
    finally:
        state.access = usual
        house.client.cookies.clear()


@pytest.mark.parametrize("csrf", ["", "wrong"])
def test_a_change_needs_the_token_of_the_session(house: Serving, csrf: str) -> None:
    dealer = house.people["dealer"]
    headers = {**dealer.headers(), "x-csrf": csrf, "idempotency-key": "forged-key"}
    for method, path, body in (
        ("POST", f"/tables/{TABLE}/commands", {"do": "open_round"}),
        ("POST", "/tables", {}),
        ("PUT", f"/tables/{TABLE}/house", {}),
        ("POST", "/people", {}),
        ("DELETE", "/session", None),
    ):
        response = house.client.request(method, f"/api/v1{path}", json=body, headers=headers)
        assert response.status_code == 403, path
        assert "X-CSRF" in response.json()["error"]
    assert dealer.get("/session")["person"]["role"] == "dealer"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_page_is_refused(house: Serving, headers: dict[str, str]) -> None:
    for path in ("/session", "/session/guest", f"/tables/{TABLE}/commands"):
        response = house.client.post(f"/api/v1{path}", json={}, headers=headers)
        assert response.status_code == 403
        assert "another page" in response.json()["error"]


def test_a_name_that_is_not_this_servers_is_refused() -> None:
    local = Origins("127.0.0.1")
    assert forged("GET", {"host": "evil.example"}, local)
    assert not forged("GET", {"host": "localhost:8021"}, local)
    assert not forged("GET", {"host": "[::1]:8021"}, local)
    assert forged("POST", {"host": "localhost", "origin": "http://evil.example"}, local)
    assert not forged("GET", {"host": "pit.example"}, Origins("0.0.0.0", "https://pit.example"))
    assert forged("GET", {"host": "other.example"}, Origins("0.0.0.0", "https://pit.example"))


@pytest.mark.parametrize("bound", ["0.0.0.0", "::"])
def test_a_server_on_every_address_knows_its_addresses_and_its_name(bound: str) -> None:
    everywhere = Origins(bound, name="Pit")
    for host in ("localhost:8021", "pit:8021", "10.0.0.5:8021", "[fe80::1]:8021"):
        assert not forged("GET", {"host": host}, everywhere)
    for host in ("evil.example", "pit.evil.example", "10.0.0.5.evil.example", "", "[::"):
        assert forged("GET", {"host": host}, everywhere)
    alone = Origins("10.0.0.5")
    assert not forged("GET", {"host": "10.0.0.5:8021"}, alone)
    assert forged("GET", {"host": "10.0.0.6:8021"}, alone)


def test_a_socket_needs_the_origin_and_a_session(house: Serving) -> None:
    where = f"/api/v1/tables/{TABLE}/live"
    good = house.people["player"].headers()
    for headers in (
        {**good, "origin": "http://evil.example"},
        {key: value for key, value in good.items() if key != "origin"},
        {"origin": ORIGIN},
    ):
        with (
            pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)),
            house.client.websocket_connect(where, headers=headers),
        ):
            pass
    with house.client.websocket_connect(where, headers=good) as socket:
        assert socket.receive_json()["type"] == "view"


def test_every_answer_has_a_strict_policy(house: Serving) -> None:
    for path in ("/", "/api/v1/floor", "/api/v1/docs", "/healthz", "/metrics", "/no/such", "/api"):
        headers = house.client.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self';")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_the_docs_are_of_this_server_alone(house: Serving) -> None:
    page = house.client.get("/api/v1/docs").text
    assert "/tables/{table}/commands" in page
    assert '<a href="#HouseView">HouseView</a>' in page
    assert '<section id="HouseView">' in page
    assert "<script" not in page
    assert "http:" not in page.replace("http://www.w3.org", "")


def test_five_wrong_passwords_lock_a_name_out(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path) as served:

        def log_in(name: str, password: str) -> tuple[int, str]:
            said = {"name": name, "password": password}
            response = served.nobody.ask("POST", "/session", said)
            return response.status_code, response.json().get("error", "")

        for _ in range(5):
            assert log_in("floor 1", "wrong") == (401, "The name or the password is wrong.")
        status, words = log_in("floor 1", PASSWORD)
        assert status == 429
        assert "locked out until" in words
        said = {"name": "floor 1", "password": PASSWORD}
        wait = int(served.nobody.ask("POST", "/session", said).headers["retry-after"])
        assert 14 * 60 < wait <= 15 * 60
        assert log_in("dealer 1", PASSWORD)[0] == 200
        assert log_in("no such", "wrong") == (401, "The name or the password is wrong.")
        assert any(n.what == "locked out" for n in trail(served.floor.store))


def test_a_stranger_does_not_lock_out_one_who_is_logged_in(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path) as served:
        floor, guess = served.people["floor"], {"name": "floor 1", "password": "wrong"}
        statuses = [served.nobody.ask("POST", "/session", guess).status_code for _ in range(7)]
        assert statuses == [401] * 5 + [429] * 2
        said: dict[str, Any] = {"slip": 1, "password": PASSWORD}
        assert floor.do(TABLE, "validate", **said).status_code == 409  # there is no slip
        wrong = {**said, "password": "wrong"}
        refused = [floor.do(TABLE, "validate", **wrong).status_code for _ in range(6)]
        assert refused == [403] * 5 + [429]
        assert floor.do(TABLE, "validate", **said).status_code == 429
        assert floor.view(TABLE)["phase"] == "idle"


def test_who_asks_too_fast_must_wait(book: Rulebook, tmp_path: Path) -> None:
    usual = {kind: Rate(1e9, 1e9) for kind in ("read", "write", "prove", "log in")}
    with serving(book, tmp_path, limits=Limits({**usual, "write": Rate(0.001, 3)})) as served:
        player = served.people["player"]
        statuses = [player.do(TABLE, "sit", box=1).status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        refused = player.do(TABLE, "sit", box=1)
        seconds = int(refused.headers["retry-after"])
        assert seconds > 900
        assert refused.json()["error"] == f"Too many requests: wait {seconds} seconds."
        with player.watch(f"tables/{TABLE}") as socket:
            socket.receive_json()
            for box in range(1, 6):
                socket.send_json({"do": "sit", "box": 1, "key": f"socket-key-{box}"})
            said = [socket.receive_json() for _ in range(5)]  # the same share as over HTTP
        assert all(each["error"].startswith("Too many requests: wait ") for each in said)
        assert player.view(TABLE)["you"]["boxes"] == [1]


def test_a_sheet_that_was_proved_costs_nothing(book: Rulebook, tmp_path: Path) -> None:
    usual = {kind: Rate(1e9, 1e9) for kind in ("read", "write", "log in")}
    with serving(book, tmp_path, limits=Limits({**usual, "prove": Rate(0.01, 2)})) as served:
        guest = served.guest()
        sheet = "/par/colorado/21-plus-3"
        for form in ("", ".svg", ".csv", "") * 6:  # as often as one likes
            assert guest.ask("GET", f"{sheet}{form}?decks=6").status_code == 200
        assert guest.ask("GET", f"{sheet}?decks=8").status_code == 200
        refused = guest.ask("GET", f"{sheet}?decks=2")
        seconds = int(refused.headers["retry-after"])
        assert (refused.status_code, 50 < seconds <= 100) == (429, True)
        assert refused.json() == {"error": f"Too many requests: wait {seconds} seconds."}
        assert guest.ask("GET", f"{sheet}?decks=8").status_code == 200


def test_many_who_ask_for_a_sheet_wait_for_one_proof(book: Rulebook, tmp_path: Path) -> None:
    usual = {kind: Rate(1e9, 1e9) for kind in ("read", "write", "log in")}
    with serving(book, tmp_path, limits=Limits({**usual, "prove": Rate(0.01, 1)})) as served:
        guest = served.guest()
        with ThreadPoolExecutor(5) as page:
            asked = ["/par/colorado/21-plus-3?decks=6"] * 3 + [
                "/par/colorado/21-plus-3.svg?decks=6"
            ]
            answers = list(page.map(lambda path: guest.ask("GET", path).status_code, asked))
        assert answers == [200] * 4


def test_guesses_are_rated_by_address(book: Rulebook, tmp_path: Path) -> None:
    usual = {kind: Rate(1e9, 1e9) for kind in ("read", "write", "prove")}
    with serving(book, tmp_path, limits=Limits({**usual, "log in": Rate(0.001, 3)})) as served:
        said = {"name": "somebody", "password": "wrong"}
        statuses = [served.nobody.ask("POST", "/session", said).status_code for _ in range(5)]
        assert statuses == [401, 401, 401, 429, 429]


def test_as_many_may_share_an_address_as_the_house_says() -> None:
    rates = {"read": Rate(0.001, 2), "log in": Rate(0.001, 1)}
    few, many = Limits(rates), Limits(rates, people=30)
    for limits, entering, reading in ((few, 1, 20), (many, 3, 60)):
        entered = [limits.wait_at("log in", "10.0.0.1") for _ in range(entering + 1)]
        assert [bool(wait) for wait in entered] == [False] * entering + [True]
        read = [limits.wait_at("read", "10.0.0.1", f"token {n}") for n in range(reading + 1)]
        assert [bool(wait) for wait in read] == [False] * reading + [True]
    assert [bool(few.wait_at("read", "10.0.0.2", "one")) for _ in range(3)] == [False, False, True]


def test_a_large_request_is_refused(house: Serving) -> None:
    response = house.people["floor"].ask("POST", "/tables", {"name": "x" * 70_000})
    assert response.status_code == 413


def test_one_who_logs_out_is_out(house: Serving) -> None:
    guest = house.guest()
    with guest.watch(f"tables/{TABLE}") as socket:
        socket.receive_json()
        assert guest.ask("DELETE", "/session").status_code == 200
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    assert guest.get("/session") == {"person": None, "csrf": None, "must": None}
    assert guest.ask("GET", f"/tables/{TABLE}").status_code == 401


def test_no_password_is_kept_or_shown(house: Serving) -> None:
    floor = house.people["floor"]
    assert floor.do(TABLE, "validate", slip=1, password=PASSWORD).status_code == 409
    assert floor.do(TABLE, "validate", slip=1, password="wrong").status_code == 403
    path = house.floor.store.database.path
    assert path is not None
    for file in path.parent.iterdir():
        assert PASSWORD.encode() not in file.read_bytes()
