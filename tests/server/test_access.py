"""Who gets in, from where, and how much they may use: second factors, four eyes, limits, proxies,
NUL.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.websockets import WebSocketDisconnect

from pitboss.log import print_log
from pitboss.rulebook.load import Rulebook
from pitboss.server import sockets
from pitboss.server.access import guard
from pitboss.server.access.guard import EACH, Connections, Places
from pitboss.server.access.security import MOST_BUCKETS, Limits, Proxies, Rate
from pitboss.server.health import STALE, Health, check, note_jump
from pitboss.server.long_work import MOST
from pitboss.server.tables import commit
from pitboss.store import totp
from pitboss.store.clock import SteadyClock
from pitboss.store.database import StoreError
from pitboss.table.log.mask import whole_log
from tests.server.house import ORIGIN, PASSWORD, WITNESS, Serving, enter, serving
from tests.trail import trail

TABLE = "pennsylvania-blackjack"
NEW = "otter teapot lanterns"


# -- NUL -------------------------------------------------------------------------------------------


def test_a_guest_needs_no_name(house: Serving) -> None:
    told = house.client.post("/api/v1/session/guest", headers={"origin": ORIGIN})
    house.client.cookies.clear()
    assert told.json()["person"]["guest"] is True
    assert told.json()["person"]["name"]


def test_nul_is_refused_everywhere_with_422(house: Serving) -> None:
    floor = house.people["floor"]
    for method, path, body in (
        ("POST", "/session/guest", {"name": "Ann\0"}),
        ("POST", "/session", {"name": "x", "password": "\0"}),
        ("POST", "/tables", {"name": "\0", "jurisdiction": "pennsylvania"}),
        ("POST", "/tables", {"a\0": 1}),
        ("GET", "/rules/search?q=%00", None),
        ("GET", "/tables/%00", None),
        ("GET", "/logs/x%00y", None),
    ):
        answer = floor.ask(method, path, body)
        assert answer.status_code == 422, (method, path)
        assert "NUL" in answer.json()["error"]
    assert floor.do(TABLE, "call", why="a\0b").status_code == 422
    # a backslash before u0000 is four digits, and no NUL
    assert floor.ask("POST", "/session/guest", {"name": "\\u0000"}).status_code == 200


# -- sockets ---------------------------------------------------------------------------------------


def test_the_socket_of_a_session_that_is_over_is_closed(
    house: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "OFTEN", 0.05)
    guest = house.guest()
    with guest.watch(f"tables/{TABLE}") as live:
        assert live.receive_json()["type"] == "view"
        house.floor.store.sessions.end(guest.token)  # nobody tells the hub
        with pytest.raises(WebSocketDisconnect) as closed:
            live.receive_json()
    assert closed.value.code == guard.POLICY


NO_COMMANDS = [
    "{",
    "[]",
    '{"do":"fly"}',
    '{"key":"a\\u0000b"}',
    '{"do":"sit","key":"\\ud800"}',
    '{"do":"\\ud800","key":"12345678"}',
    f'{{"do":"sit","key":{"[" * 300}{"]" * 300}}}',
]


def test_messages_that_are_no_commands_are_counted_and_then_close_the_socket(
    house: Serving,
) -> None:
    player = house.people["player"]
    with player.watch(f"tables/{TABLE}") as live:
        live.receive_json()
        for n in range(sockets.MOST_WRONG - 1):
            live.send_text(NO_COMMANDS[n % len(NO_COMMANDS)])
            assert live.receive_json()["type"] == "refused"
        live.send_text("{")
        with pytest.raises(WebSocketDisconnect) as closed:
            [live.receive_json() for _ in range(2)]
    assert closed.value.code == guard.POLICY


def test_malformed_messages_cost_what_commands_cost(book: Rulebook, tmp_path: Path) -> None:
    usual = {kind: Rate(1e9, 1e9) for kind in ("read", "prove", "log in")}
    limits = Limits({**usual, "write": Rate(0.001, 2)})
    with (
        serving(book, tmp_path, limits=limits) as served,
        served.people["player"].watch(f"tables/{TABLE}") as live,
    ):
        live.receive_json()
        said = []
        for _ in range(4):
            live.send_text("{")
            said.append(live.receive_json()["error"][:8])
    assert said == ["That is ", "That is ", "Too many", "Too many"]


# -- what a guest sees -----------------------------------------------------------------------------


def test_a_guest_sees_what_a_bystander_would(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path) as served:
        early, dealer = served.guest("Early"), served.people["dealer"]
        early.done(TABLE, "sit", box=1)
        for _ in range(2):
            early.done(TABLE, "open_round")
            early.done(TABLE, "bet", box=1, wager="blackjack", cents=1000)
            early.done(TABLE, "deal")
            while asks := early.view(TABLE)["asks"]:
                number, word = asks[0]["number"], asks[0].get("otherwise")
                if word is None:  # insurance
                    early.done(TABLE, "answer_stake", ask=number, cents=0)
                else:
                    early.done(TABLE, "answer", ask=number, word=word)
        late = served.guest("Late")
        assert late.get(f"/tables/{TABLE}/rounds")["rounds"] == []
        no_such = late.ask("GET", f"/tables/{TABLE}/rounds/99")
        assert no_such.status_code == 404
        assert no_such.json()["error"] == "This table has no round 99; the last is 2."
        refused = late.ask("GET", f"/tables/{TABLE}/rounds/1")
        assert refused.status_code == 403
        assert len(early.get(f"/tables/{TABLE}/rounds")["rounds"]) == 2
        assert early.get(f"/tables/{TABLE}/rounds/1")["events"]
        dealer.done(TABLE, "call", why="box 1 may be counting")
        for told in (late.view(TABLE), late.get("/floor"), served.nobody.get("/floor")):
            assert "counting" not in str(told)
        assert "counting" in str(served.people["floor"].get("/floor"))


def test_a_taken_name_says_nothing_of_whose_it_is(house: Serving) -> None:
    house.guest("Gus")
    answers = {
        house.nobody.ask("POST", "/session/guest", {"name": name}).text.replace(name, "X")
        for name in ("Gus", "floor 1", "player 1")
    }
    assert len(answers) == 1


# -- proxies ---------------------------------------------------------------------------------------


def test_a_forwarded_address_is_believed_from_the_houses_proxy_alone() -> None:
    own = Proxies(("10.0.0.0/24", "::1"))
    said = {"x-forwarded-for": "198.51.100.7"}
    assert own.asks("10.0.0.9", said) == "198.51.100.7"
    assert own.asks("10.0.0.9", {"x-forwarded-for": "1.2.3.4, junk"}) == "10.0.0.9"
    assert own.asks("10.0.0.9", {}) == "10.0.0.9"
    assert own.refused("10.0.0.9", said) == ""
    for header in ("x-forwarded-for", "x-forwarded-proto", "forwarded", "x-real-ip"):
        assert header in own.refused("10.0.1.1", {header: "198.51.100.7"})
        assert Proxies().refused("127.0.0.1", {header: "x"})


def test_such_a_header_from_elsewhere_is_refused(house: Serving) -> None:
    forged = {"x-forwarded-for": "203.0.113.1"}
    assert house.nobody.ask("GET", "/floor", **forged).status_code == 403
    with pytest.raises(WebSocketDisconnect):
        house.client.websocket_connect(
            "/api/v1/meters/live", headers={"origin": ORIGIN, **forged}
        ).__enter__()


# -- rates and places ------------------------------------------------------------------------------


def test_a_random_cookie_does_not_get_past_the_rate(book: Rulebook, tmp_path: Path) -> None:
    usual = {kind: Rate(1e9, 1e9) for kind in ("write", "prove", "log in")}
    with serving(book, tmp_path, limits=Limits({**usual, "read": Rate(0.001, 3)})) as served:
        player = served.people["player"]
        statuses = []
        for n in range(8):
            headers = {"cookie": f"pitboss=random-{n}"}
            statuses.append(served.client.get("/api/v1/floor", headers=headers).status_code)
        assert statuses[-4:] == [429] * 4
        assert player.ask("GET", "/floor").status_code == 200  # strangers take nothing from others


def test_buckets_are_bounded_and_cheap() -> None:
    limits = Limits({"read": Rate(0.001, 1)})
    assert limits.wait("read", "me") == 0
    began = time.perf_counter()
    for n in range(2 * MOST_BUCKETS):
        limits.wait("read", f"stranger {n}")
    each = (time.perf_counter() - began) / (2 * MOST_BUCKETS)
    assert len(limits._left) <= MOST_BUCKETS
    assert each < 0.001


def test_strangers_leave_room_for_those_who_are_seated_and_for_staff() -> None:
    places = Places(most=10, reserved=4, people=1)
    held = [places.one(f"10.0.0.{n}", entitled=False) for n in range(8)]
    assert [each.__enter__() for each in held] == [True] * 6 + [False] * 2
    with places.one("10.0.0.99", entitled=True) as free:
        assert free
    for each in held:
        each.__exit__(None, None, None)
    alone = Places(most=1000, reserved=10, people=2)
    one = [alone.one("10.0.0.1", entitled=False) for _ in range(2 * EACH + 1)]
    assert [each.__enter__() for each in one] == [True] * 2 * EACH + [False]
    with alone.one("10.0.0.2", entitled=False) as free:
        assert free


def test_a_house_full_of_strangers_still_answers_its_staff(house: Serving) -> None:
    state: Any = house.client.app.state  # type: ignore[attr-defined]
    floor = house.people["floor"]
    usual, state.places = state.places, Places(most=3, reserved=3)
    try:
        assert house.nobody.ask("GET", "/floor").status_code == 503
        assert floor.ask("GET", "/floor").status_code == 200
        for headers, status in (({}, 503), (floor.headers(), 200)):  # the pages themselves too
            assert house.client.get("/", headers=headers).status_code == status
    finally:
        state.places = usual
        house.client.cookies.clear()


# -- time ------------------------------------------------------------------------------------------


@contextmanager
def listening(
    connections: Connections, certificate: Path | None = None, key: Path | None = None
) -> Iterator[int]:
    """A server that answers everything with 204, behind bounded connections."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    config = uvicorn.Config(
        app,
        http=connections.protocol(),
        lifespan="off",
        log_config=None,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    server, bound = uvicorn.Server(config), socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[bound])))
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield bound.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


def answers(port: int, sent: bytes = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n") -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        try:
            line.sendall(sent)
            return line.recv(100)
        except ConnectionError:
            return b""


def test_headers_that_do_not_come_end_the_connection() -> None:
    with listening(Connections(within=0.3)) as port:
        began = time.monotonic()
        assert answers(port, b"GET / HTTP/1.1\r\nhost:") == b""
        assert 0.2 < time.monotonic() - began < 4
        assert answers(port).startswith(b"HTTP/1.1 204")


def test_half_open_requests_of_one_address_do_not_keep_others_out() -> None:
    bounds = Connections(people=1, most=EACH + 4, within=30)
    with listening(bounds) as port:
        held = [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(EACH + 3)]
        for each in held:
            each.sendall(b"GET / HTTP/1.1\r\n")
        deadline = time.monotonic() + 5
        while bounds.taken < EACH and time.monotonic() < deadline:
            time.sleep(0.01)
        assert bounds.taken == EACH  # the rest were turned away
        assert answers(port) == b""  # so is this one, from the same address
        bounds.people = 100
        for _ in range(3):  # the server is full: the oldest half-open ones make room
            held.append(socket.create_connection(("127.0.0.1", port), timeout=5))
        for _ in range(3):
            assert answers(port).startswith(b"HTTP/1.1 204")
        for each in held:
            each.close()


def test_a_body_that_does_not_come_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_WITHIN", 0.05)

    async def never() -> Any:
        await asyncio.sleep(60)

    async def ask() -> Any:
        return await guard.Guard._body(object(), never, 10)  # type: ignore[arg-type]

    assert asyncio.run(ask()).status_code == 408


def test_every_answer_and_its_line_in_the_log_have_the_same_id(
    house: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", logger="pitboss.server"):
        first, second = (house.nobody.ask("GET", "/floor") for _ in range(2))
    assert len(first.headers["x-request-id"]) == 16
    assert first.headers["x-request-id"] != second.headers["x-request-id"]


# -- insiders --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def insiders(book: Rulebook, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(book, tmp_path_factory.mktemp("insiders")) as served:
        yield served


def test_a_reset_password_must_be_changed_and_signs_nothing(insiders: Serving) -> None:
    admin = insiders.people["admin"]
    made = {"name": "Rosa", "role": "floor", "password": "what the desk gave"}
    assert admin.ask("POST", "/people", made).status_code == 201
    rosa = enter(insiders.client, "/session", {"name": "Rosa", "password": made["password"]})
    assert rosa.get("/session")["must"] == "password"
    signed: dict[str, Any] = {"slip": 1, "password": made["password"]}
    for refused in (rosa.ask("GET", "/logs"), rosa.do(TABLE, "validate", **signed)):
        assert refused.status_code == 403
        assert "change it first" in refused.json()["error"]
    with pytest.raises(WebSocketDisconnect):
        rosa.watch(f"tables/{TABLE}").__enter__()
    said = {"old": made["password"], "new": NEW}
    assert rosa.ask("PUT", "/session/password", {**said, "old": "x"}).status_code == 403
    assert rosa.ask("PUT", "/session/password", said).json()["must"] is None
    rosa = enter(insiders.client, "/session", {"name": "Rosa", "password": NEW})
    assert rosa.get("/logs")["logs"]
    assert admin.ask("PUT", "/people/Rosa", {"password": "the desk gave again"}).status_code == 200
    reset = {"name": "Rosa", "password": "the desk gave again"}
    role = {"role": "auditor", "witness": reset}
    assert admin.ask("PUT", "/people/dealer 1", role).status_code == 403  # nor as a witness


def test_a_role_is_changed_by_two(insiders: Serving) -> None:
    admin = insiders.people["admin"]
    made = {"name": "Olga", "role": "player", "password": "what the desk gave"}
    assert admin.ask("POST", "/people", made).status_code == 201
    alone = admin.ask("PUT", "/people/Olga", {"role": "dealer"})
    assert (alone.status_code, alone.json()["needs"]) == (403, "witness")
    for witness in (
        {"name": "admin 1", "password": PASSWORD},  # oneself
        {"name": "Olga", "password": made["password"]},  # whom it is about
        {"name": "player 1", "password": PASSWORD},  # not of the staff
        {**WITNESS, "password": "wrong"},
    ):
        said = {"role": "dealer", "witness": witness}
        assert admin.ask("PUT", "/people/Olga", said).status_code == 403, witness
    said = {"role": "dealer", "witness": WITNESS}
    assert admin.ask("PUT", "/people/Olga", said).json()["role"] == "dealer"
    notes = trail(insiders.floor.store)
    (note,) = [each for each in notes if each.what == "signed too"]
    assert (note.who, "role of Olga" in note.details) == ("auditor 1", True)


def test_an_account_is_disabled_and_its_screens_go_dark(insiders: Serving) -> None:
    admin = insiders.people["admin"]
    dealer = enter(insiders.client, "/session", {"name": "dealer 1", "password": PASSWORD})
    with dealer.watch(f"tables/{TABLE}") as live:
        live.receive_json()
        told = admin.ask("PUT", "/people/dealer 1", {"disabled": True}).json()
        assert told["disabled"] is True
        with pytest.raises(WebSocketDisconnect):
            live.receive_json()
    assert dealer.ask("GET", f"/tables/{TABLE}").status_code == 401
    said = {"name": "dealer 1", "password": PASSWORD}
    assert insiders.nobody.ask("POST", "/session", said).status_code == 401
    assert admin.ask("PUT", "/people/dealer 1", {"disabled": False}).status_code == 200
    assert insiders.nobody.ask("POST", "/session", said).status_code == 200
    assert admin.ask("PUT", "/people/admin 1", {"disabled": True}).status_code == 409


def test_sessions_are_seen_and_ended(insiders: Serving) -> None:
    said = {"name": "floor 1", "password": PASSWORD}
    one, two = (enter(insiders.client, "/session", said) for _ in range(2))
    mine = one.get("/sessions")["sessions"]
    assert {each["name"] for each in mine} == {"floor 1"}
    (current,) = [each for each in mine if each["current"]]
    (other,) = [e for e in two.get("/sessions")["sessions"] if e["current"]]
    left = one.ask("DELETE", f"/sessions/{other['id']}").json()["sessions"]
    assert other["id"] not in {each["id"] for each in left}
    assert two.ask("GET", "/logs").status_code == 401
    theirs = insiders.people["admin"].get("/sessions")["sessions"]
    assert current["id"] in {each["id"] for each in theirs}
    auditor = insiders.people["auditor"]
    assert auditor.ask("DELETE", f"/sessions/{current['id']}").status_code == 404


def test_a_house_may_ask_its_staff_for_a_second_factor(insiders: Serving) -> None:
    state: Any = insiders.client.app.state  # type: ignore[attr-defined]
    usual, state.access = state.access, replace(state.access, second_factor=True)
    try:
        said = {"name": "auditor 1", "password": PASSWORD}
        otto = enter(insiders.client, "/session", said)
        assert otto.get("/session")["must"] == "factor"
        assert otto.ask("GET", "/logs").status_code == 403
        given = otto.ask("POST", "/session/factor", {"password": PASSWORD}).json()
        assert given["secret"] in given["address"]
        period = int(time.time()) // 30
        code = totp.code_at(given["secret"], period)
        set_up = otto.ask("PUT", "/session/factor", {"secret": given["secret"], "code": code})
        assert set_up.json()["must"] is None
        assert otto.ask("GET", "/logs").status_code == 200
        asked = insiders.nobody.ask("POST", "/session", said)
        assert (asked.status_code, asked.json()["needs"]) == (401, "code")
        code = totp.code_at(given["secret"], period + 1)
        assert insiders.nobody.ask("POST", "/session", {**said, "code": code}).status_code == 200
        assert insiders.nobody.ask("POST", "/session", {**said, "code": code}).status_code == 401
        guest = insiders.guest()
        assert guest.get("/session")["must"] is None
    finally:
        state.access = usual


# -- the books -------------------------------------------------------------------------------------


def test_probes_are_honest_and_cost_nothing(
    house: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = house.floor.store
    state = Health()

    def full(*_: Any) -> None:
        raise StoreError("the disk is full")

    asyncio.run(check(house.floor, state))
    assert state.told() == (True, "ok")
    for probe in ("/health", "/healthz", "/ready"):
        assert house.client.get(probe).status_code == 200
    with monkeypatch.context() as patch:
        patch.setattr(store.database, "reading", full)  # a probe reads nothing
        assert house.client.get("/health").status_code == 200
        patch.setattr(store, "beat", full)
        asyncio.run(check(house.floor, state))
    assert state.told() == (False, "The books cannot be written.")
    state.works, state.at = True, state.at - STALE - 1
    assert state.told()[0] is False


def test_books_that_were_replaced_are_noticed(house: Serving) -> None:
    path = house.floor.store.database.path
    assert path is not None
    house.floor.store.beat()
    aside = path.with_name("aside")
    path.rename(aside)
    try:
        path.write_bytes(b"")
        with pytest.raises(StoreError, match="was replaced"):
            house.floor.store.beat()
    finally:
        path.unlink()
        aside.rename(path)
    house.floor.store.beat()


def test_long_reads_keep_no_command_waiting_and_are_bounded(
    house: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    auditor, player = house.people["auditor"], house.people["player"]
    whole = auditor.ask("GET", f"/logs/{TABLE}").text
    assert whole == print_log(whole_log(house.floor.store.events(TABLE)))
    released = threading.Event()
    read = house.floor.store.last_round_at

    def slow(table: str) -> int:
        released.wait(10)
        return read(table)

    monkeypatch.setattr(house.floor.store, "last_round_at", slow)
    with ThreadPoolExecutor(MOST) as downloads:
        asked = [downloads.submit(auditor.ask, "GET", f"/logs/{TABLE}") for _ in range(MOST)]
        while house.floor.reads._under_way < MOST:
            time.sleep(0.01)
        try:
            refused = auditor.ask("GET", f"/logs/{TABLE}")
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
            assert player.do(TABLE, "leave").status_code in (200, 409)
        finally:
            released.set()
        assert {each.result().text for each in asked} == {house.floor.store.log_text(TABLE)}


def test_a_jump_of_the_clock_is_noted_and_moves_nothing(house: Serving) -> None:
    now = [datetime(2026, 7, 4, 21, 0, tzinfo=UTC)]
    went = [100.0]
    steady = SteadyClock(lambda: now[0], lambda: went[0])

    def goes(by: float, jumps: float = 0) -> None:
        went[0] += by
        now[0] += timedelta(seconds=by + jumps)

    goes(10)
    assert steady() == now[0]
    assert steady.jump() == timedelta(0)
    before = steady()
    goes(1, jumps=-3600)
    assert steady.jump() == timedelta(hours=-1)
    assert steady.jump() == timedelta(0)  # it is told once
    assert steady() == before + timedelta(seconds=1)
    goes(1, jumps=7200)
    assert steady.jump() == timedelta(hours=2)
    assert steady() == before + timedelta(seconds=2)
    goes(1, jumps=-3599.5)  # the machine's time is right again, but for a little
    assert steady.jump() == timedelta(seconds=-3599.5)
    late = SteadyClock(lambda: now[0], lambda: went[0], not_before=now[0] + timedelta(hours=5))
    assert late.behind == timedelta(hours=5)
    assert late() == now[0] + timedelta(hours=5)
    store = house.floor.store
    asyncio.run(note_jump(house.floor, timedelta(hours=-1)))
    assert store.latest_notes(limit=1)[0].details == "The machine's clock jumped back by 3600 s."
    assert "pitboss_clock_jumps_total 1.0" in house.client.get("/metrics").text


def test_a_key_is_known_without_the_books_and_after_it_was_forgotten(
    house: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who came after the start can have used no key before; others are looked up."""
    guest, asked, read = house.guest(), list[tuple[Any, ...]](), house.floor.store.command

    def noted(*key: Any) -> Any:
        asked.append(key)
        return read(*key)

    monkeypatch.setattr(house.floor.store, "command", noted)
    first = guest.do(TABLE, "sit", key="key-once-1", box=6).json()["seq"]
    assert guest.do(TABLE, "leave", key="key-once-2", box=6).status_code == 200
    again = guest.do(TABLE, "sit", key="key-once-1", box=6)
    assert (again.json()["seq"], again.json()["view"]["you"]["boxes"]) == (first, [])
    assert guest.do(TABLE, "sit", key="key-once-1", box=7).status_code == 409  # another command
    assert asked == []
    monkeypatch.setattr(commit, "MOST_KEYS", 1)
    guest.done(TABLE, "sit", key="key-once-3", box=6)
    assert guest.do(TABLE, "sit", key="key-once-1", box=6).json()["seq"] == first
    assert [key for _, key in asked] == ["key-once-1"]
    guest.done(TABLE, "leave", box=6)
