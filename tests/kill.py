"""Kill a house again and again, in every way that it may die, and compare its books.

tools/kill [--times 1000] [--seed 1] [--books sqlite|postgresql|both]

A guest plays over HTTP. At a random moment the server is killed, PostgreSQL is killed, the disk is
full, the guest's line is cut before the answer, or the machine's clock is set. Then whatever was
not answered is sent again under the same key. It checks that what was acknowledged is in the books
once, what was refused is not, every bet of the log belongs to one key, times never run backwards,
and `db check` finds nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.client import HTTPConnection, HTTPException
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any
from unittest.mock import patch

from sqlalchemy import create_engine, select, text

import pitboss
from pitboss.store import clock, schema
from pitboss.store.database import Database
from pitboss.store.store import Store
from pitboss.table.events.rounds import Bet
from tests.store import postgres
from tests.web.e2e.house import PROCESSES, serve

TABLE = "pa-blackjack"
NAME = "Kim"
TOO_FAST = 429
WAYS = {
    "sqlite": ("server", "disk", "line", "clock"),
    "postgresql": ("server", "postgres", "line", "clock"),
}
"""Books → how a house that has them dies."""
CHECKED_EVERY = 25
PAUSE = 0.05
"""Seconds that a guest waits after a command that was not acknowledged."""
LASTS = 1.0
"""Seconds that somebody plays around a strike, at most, and a little more."""


def serve_by(skew: Path, environment: dict[str, str], *served: Any) -> None:
    """`pitboss serve` in a separate process, on a machine whose clock can be set."""

    class Set(datetime):
        @classmethod
        def now(cls, zone: Any = None) -> Any:
            return datetime.now(zone) + timedelta(seconds=float(skew.read_text() or 0))

    os.environ.update(environment)
    with patch.object(clock, "datetime", Set):
        serve(*served)


@dataclass
class Sent:
    """A command, and what is known of it: its status, or 0 if no answer came."""

    body: dict[str, Any]
    status: int = 0


@dataclass
class House:
    """A server that can be started and killed, and the guest who plays there."""

    url: str
    folder: Path
    sent: dict[str, Sent] = field(default_factory=dict)
    process: BaseProcess | None = None
    hears: Connection | None = None
    """What the server says, which it must be able to say until it ends."""
    port: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    view: dict[str, Any] = field(default_factory=dict)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        skew = self.folder / "skew"
        if not skew.exists():
            skew.write_text("0")
        self.hears, speaks = PROCESSES.Pipe(duplex=False)
        arguments = ["--port", "0", "--database", self.url]
        arguments += ["--people-per-address", "1000", "--level", "error"]
        served = (arguments, speaks, self.folder / "server.log")
        self.process = PROCESSES.Process(target=serve_by, args=(skew, dict(os.environ), *served))
        self.process.start()
        speaks.close()
        said = ""
        with open(os.dup(self.hears.fileno())) as lines:
            while "Ctrl-C" not in said:
                line = lines.readline()
                if not line:
                    raise SystemExit(f"The server does not start: {said}")
                said += line
        self.port = int(said.partition("localhost:")[2].split()[0])
        if not self.headers:
            _, told, cookie = self.call("POST", "/session/guest", {"name": NAME})
            self.headers = {"cookie": cookie.partition(";")[0], "x-csrf": told["csrf"]}

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it at once."""
        if self.process:
            if self.process.is_alive() and self.process.pid:
                os.kill(self.process.pid, how)
            self.process.join()
            if self.hears:
                self.hears.close()
            self.process = None

    def call(
        self, method: str, path: str, body: Any = None, key: str = "", cut: bool = False
    ) -> tuple[int, Any, str]:
        """Status, answer and cookie; 0 if no answer came."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=20)
        sent = {**self.headers, "content-type": "application/json"}
        try:
            content = None if body is None else json.dumps(body)
            keyed = {**sent, "idempotency-key": key} if key else sent
            line.request(method, f"/api/v1{path}", content, keyed)
            if cut:
                return 0, None, ""
            answer = line.getresponse()
            return answer.status, json.load(answer), answer.getheader("set-cookie") or ""
        except (OSError, HTTPException, ValueError):
            return 0, None, ""
        finally:
            line.close()

    def do(self, key: str, body: dict[str, Any], cut: bool = False) -> None:
        """Send a command, under a key of its own or again."""
        sent = self.sent.setdefault(key, Sent(body))
        status, told, _ = self.call("POST", f"/tables/{TABLE}/commands", body, key, cut)
        sent.status = 0 if status == TOO_FAST else status
        if status == 200:
            self.view = told["view"]

    def play(self, random: Random, number: int, until: float, cut: bool) -> None:
        """Do whatever is allowed, until a given time."""
        count = 0
        while time.monotonic() < until and self.process is not None:
            count += 1
            key = f"key-{number:06}-{count:06}"
            self.do(key, _next(self.view, random), cut and random.random() < 0.2)
            if self.sent[key].status != 200:
                time.sleep(PAUSE)
                _, told, _ = self.call("GET", f"/tables/{TABLE}")
                self.view = told or {}


def _next(view: dict[str, Any], random: Random) -> dict[str, Any]:
    may = view.get("may", [])
    for ask in view.get("asks", []):
        if "may" in ask:
            word = random.choice(ask["may"])["word"]
            return {"do": "answer", "ask": ask["number"], "word": word}
        if "least" in ask:
            return {"do": "answer_stake", "ask": ask["number"], "cents": ask["least"]}
    if not view.get("you", {}).get("boxes"):
        return {"do": "sit", "box": 1}
    if "open_round" in may:
        return {"do": "open_round"}
    if "deal" in may and random.random() < 0.7:
        return {"do": "deal"}
    return {"do": "bet", "box": 1, "wager": "blackjack", "cents": 1000}


def strike(house: House, way: str, random: Random, server: Postgres | None) -> None:
    """What happens at the random moment."""
    if way == "server":
        house.kill()
    elif way == "postgres" and server:
        server.kill()
        time.sleep(random.random() / 2)
        server.start()
    elif way == "disk" and house.process and house.process.pid:
        path = Database(house.url).path
        written = Path(f"{path}-wal")
        size = written.stat().st_size if written.exists() else 0
        pid, free = house.process.pid, resource.RLIM_INFINITY
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, free))
        time.sleep(random.random() / 2)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (free, free))
    elif way == "clock":
        # within the twelve hours of a session, which a restart at a later time ends
        (house.folder / "skew").write_text(str(random.choice((-7200, -60, 0, 60, 7200))))


def compare(house: House, number: int) -> Iterator[str]:
    """Compare the books with what the guest was told."""
    with Store.open(house.url) as store, store.database.reading() as connection:
        c = schema.commands.c
        kept = Counter(connection.scalars(select(c.key).where(c.key.like("key-%"))))
        logged = sum(
            isinstance(event, Bet) and event.player == NAME for event in store.events(TABLE)
        )
        if number % CHECKED_EVERY == 0:
            yield from map(str, store.check(pitboss.load()))
        for table in store.last_seqs():
            times = [at for _, at in store.timed_lines(table)]
            if times != sorted(times):
                yield f"{table}: times that run backwards"
    for key, sent in house.sent.items():
        if sent.status == 200 and kept[key] != 1:
            yield f"{key} was acknowledged and is kept {kept[key]} times"
        if 400 <= sent.status < 500 and kept[key]:
            yield f"{key} was refused and is kept"
    bets = sum(bool(kept[key]) for key, sent in house.sent.items() if sent.body["do"] == "bet")
    if bets != logged:
        yield f"{bets} keys of bets, {logged} bets in the log"


class Postgres:
    """A PostgreSQL that can be killed and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.programs, self.user = postgres._programs(folder)
        self.data.mkdir(mode=0o700)
        for each in (folder, self.data) if self.user else ():
            os.chown(each, self.user, -1)
        made = ("-D", self.data, "-U", "pit", "-A", "trust", "-E", "UTF8", "-N")
        postgres._run(self.user, self.programs / "initdb", *made)
        self.start()

    def start(self) -> None:
        options = ("-c", "listen_addresses=", "-k", str(self.folder))
        with (self.folder / "postgres.log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.data, *options],
                stdout=log,
                stderr=log,
                user=self.user or None,
            )
        postgres._wait(self.process, self.programs / "pg_isready", self.folder)

    def kill(self) -> None:
        """All of its processes, at once: none may write beside the next one's."""
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        for each in (own, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.process.wait()
        while any(Path(f"/proc/{each}").exists() for each in children):
            time.sleep(0.01)


@contextmanager
def house_on(books: str) -> Iterator[tuple[House, Postgres | None]]:
    """A new house with these books."""
    with ExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="pitboss-kill-")))
        server = None
        url = f"sqlite:///{folder}/house.sqlite3"
        if books == "postgresql":
            (folder / "pg").mkdir()
            folder.chmod(0o755)
            server = Postgres(folder / "pg")
            held.callback(server.kill)
            where = f"postgresql+psycopg://pit@/postgres?host={folder}/pg"
            engine = create_engine(where, isolation_level="AUTOCOMMIT")
            with engine.connect() as connection:
                connection.execute(text("CREATE DATABASE house"))
            engine.dispose()
            url = f"postgresql://pit@/house?host={folder}/pg"
            os.environ["PITBOSS_KEY_FILE"] = str(folder / "keys")
            held.callback(os.environ.pop, "PITBOSS_KEY_FILE")
        house = House(url, folder)
        held.callback(house.kill)
        yield house, server


def run(books: str, times: int, seed: int) -> tuple[Counter[str], int, list[str]]:
    """Strikes by their way, commands acknowledged, and faults."""
    struck: Counter[str] = Counter()
    faults: list[str] = []
    with house_on(books) as (house, server):
        house.start()
        for number in range(1, times + 1):
            random = Random(f"{seed} {books} {number}")
            way = WAYS[books][number % len(WAYS[books])]
            if house.process is None or not house.process.is_alive():
                house.process = None
                house.start()
            lasts = 0.2 + LASTS * random.random()
            moment = Timer(lasts * random.random(), strike, (house, way, random, server))
            moment.start()
            house.play(random, number, time.monotonic() + lasts, way == "line")
            moment.join()
            struck[way] += 1
            if house.process is None:
                house.start()
            for key, sent in [*house.sent.items()]:
                for _ in range(20):
                    if sent.status and sent.status < 500:
                        break
                    house.do(key, sent.body)
                    if house.sent[key].status == 0 or house.sent[key].status >= 500:
                        time.sleep(0.25)
            found = list(compare(house, number if number < times else 0))
            faults += [f"{number}, {way}: {each}" for each in found]
            print(f"{books} {number}: {way}, {len(house.sent)} commands", flush=True)
    done = sum(sent.status == 200 for sent in house.sent.values())
    return struck, done, faults


def main() -> None:
    """Run, and report the result."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--books", choices=("sqlite", "postgresql", "both"), default="both")
    asked = parser.parse_args()
    wrong = 0
    for books in WAYS if asked.books == "both" else (asked.books,):
        struck, done, faults = run(books, asked.times, asked.seed)
        ways = ", ".join(f"{way} {many}" for way, many in struck.items())
        print(f"{books}: {struck.total()} strikes ({ways}), {done} commands acknowledged, ", end="")
        print(f"{len(faults)} faults")
        for each in faults[:20]:
            print(f"  {each}")
        wrong += len(faults)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
