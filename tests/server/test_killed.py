"""kill -9 in the middle of a round: the next start asks the same question."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TextIO

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from pitboss.store.store import Store
from tests.conftest import Ask
from tests.soak import soak
from tests.trail import trail
from tests.web.e2e.house import PROCESSES, serve

TABLE = "pa-blackjack"
Started = tuple[BaseProcess, httpx.Client, TextIO, str]
Start = Callable[[], AbstractContextManager[Started]]


@contextmanager
def started(folder: Path) -> Iterator[Started]:
    """A server of its own process, what it says, and what it said at the start."""
    hears, speaks = PROCESSES.Pipe(duplex=False)
    arguments = ("--data", str(folder), "--port", "0")
    process = PROCESSES.Process(target=serve, args=(arguments, speaks, folder / "server.log"))
    process.start()
    speaks.close()
    with hears, open(os.dup(hears.fileno())) as lines:
        said = ""
        while "Ctrl-C" not in said:
            line = lines.readline()
            assert line, said
            said += line
        found = re.search(r"http://localhost:(\d+)", said)
        assert found
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{found[1]}", timeout=20) as client:
                yield process, client, lines, said
        finally:
            if process.is_alive():
                process.kill()
            process.join()


@pytest.fixture
def server_process(tmp_path: Path) -> Start:
    """Starts a server on books of its own, the second time on the same."""
    return lambda: started(tmp_path)


def send(process: BaseProcess, how: signal.Signals) -> None:
    assert process.pid
    os.kill(process.pid, how)


def test_killed_in_a_round_it_asks_the_same_question(
    server_process: Start, tmp_path: Path, ask: Ask
) -> None:
    with server_process() as (process, client, _, said):
        assert re.search(r"(?m)^  Flora +floor +\S{16}$", said)
        assert f"people reset NAME --data {tmp_path}\n" in said
        status, _, err = ask("people", "reset", "Ada", "--data", str(tmp_path))
        assert (status, "Stop it first." in err) == (2, True)
        entered = client.post("/api/v1/session/guest", json={"name": "Zoe"}).json()
        csrf, cookie = entered["csrf"], client.cookies["pitboss"]
        do(client, csrf, "sit", box=1)
        view: Any = {}
        for _ in range(30):
            do(client, csrf, "open_round")
            do(client, csrf, "bet", box=1, wager="blackjack", cents=1000)
            view = do(client, csrf, "deal")
            while view["asks"] and "may" not in (asked := view["asks"][0]):
                stake = {"ask": asked["number"], "cents": asked["least"]}
                view = do(client, csrf, "answer_stake", **stake)
            if view["asks"]:
                break
        assert view["asks"]
        send(process, signal.SIGKILL)
        process.join()
    status, lost, _ = ask("people", "reset", "ada", "--data", str(tmp_path), "--json")
    assert status == 0
    with server_process() as (process, client, _, said):
        assert "shown only once" not in said
        found = {"name": "Ada", "password": json.loads(lost)["password"]}
        assert client.post("/api/v1/session", json=found).json()["person"]["role"] == "admin"
        client.cookies["pitboss"] = cookie
        after = client.get(f"/api/v1/tables/{TABLE}").json()
        for each in (*after["asks"], *view["asks"]):
            assert 0 < each.pop("left") <= each["seconds"]  # the time is given anew
        assert after == view
        asked = after["asks"][0]
        word = asked["may"][0]["word"]
        assert do(client, csrf, "answer", ask=asked["number"], word=word)["round"] == view["round"]
        address = str(client.base_url).replace("http", "ws").rstrip("/")
        headers = {"cookie": f"pitboss={cookie}", "origin": str(client.base_url).rstrip("/")}
        where = f"{address}/api/v1/tables/{TABLE}/live"
        with connect(where, additional_headers=headers) as socket:
            assert json.loads(socket.recv(5))["view"]["you"]["name"] == "Zoe"
        with pytest.raises(InvalidStatus):
            connect(where, additional_headers={**headers, "origin": "http://evil.example"})
        send(process, signal.SIGTERM)
        process.join(10)
        assert process.exitcode in (0, -signal.SIGTERM)


def do(client: httpx.Client, csrf: str, do: str, **said: Any) -> Any:
    """The view after a command."""
    key = f"key-{next(NUMBERS):08}"
    headers = {"x-csrf": csrf, "idempotency-key": key}
    response = client.post(
        f"/api/v1/tables/{TABLE}/commands", json={"do": do, **said}, headers=headers
    )
    assert response.status_code == 200, response.text
    return response.json()["view"]


NUMBERS = iter(range(10**8))


@pytest.mark.parametrize("how", [signal.SIGTERM, soak(signal.SIGINT)])
def test_stopped_it_prints_the_head_of_the_sealed_books(
    server_process: Start, tmp_path: Path, how: signal.Signals
) -> None:
    with server_process() as (process, _, lines, _):
        send(process, how)
        last = lines.read().strip()
    found = re.fullmatch(r"The books stand at (\d+-[0-9a-f]{64}), signed with key 1: \w{128}", last)
    assert found, last
    with Store.open(f"sqlite:///{tmp_path / 'pitboss.sqlite3'}") as store:
        assert str(store.head().head) == found[1]
        assert trail(store)[-1].what == "books sealed"
