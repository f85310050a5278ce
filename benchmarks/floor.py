"""How long a click takes to reach everybody's screen, on a full floor.

python benchmarks/floor.py [--terminals 200] [--tables 30] [--seconds 300] [--every 2]
                           [--database URL] [--profile]

A server runs in a separate process, on temporary books; guests sit at tables of many games, each
with a WebSocket. Every two seconds each of them does something: answers if asked, else
bets on the main wager and on two others, opens a round or deals; a guest who can only wait for
others sits down in the same seat again. Now and then a click is sent twice, with the same key.

The benchmark measures the time from a command until its events have reached the last screen of the
table. Server and guests share two cores. Afterwards the books are checked: every accepted bet
is in the log once, refused ones are not, every key was kept once, every screen got every event, in
order, and `pitboss db check` finds nothing.

`--database` names other books, which must be new. `--profile` shows where the server spends its
time; do not compare its figures with others.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import pstats
import random
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from sqlalchemy import select
from terminals import HIDDEN, SIDES, Json, Sent, Terminal, Watched, wagers_of
from websockets.asyncio.client import connect

import pitboss
from pitboss.server.hub import event_as_sent
from pitboss.store import schema
from pitboss.store.store import Store
from pitboss.table.events.rounds import Bet

CORES = 2
FEW, TARGET_MS = 200, (50, 200)
"""Up to so many terminals, and with more: milliseconds within which 95 of 100 clicks are shown."""
TOO_FAST = 429


# -- the server ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Server:
    """A server that answers, and the supervisor's password."""

    address: str
    password: str
    process: int

    @property
    def used(self) -> float:
        """Seconds of CPU time that it has used."""
        times = Path(f"/proc/{self.process}/stat").read_text().rpartition(") ")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(url: str, terminals: int, profile: Path | None) -> Iterator[Server]:
    """A server in a separate process. All guests share one address, which is one of its options."""
    profiled = ["-m", "cProfile", "-o", str(profile)] if profile else []
    command = [sys.executable, *profiled, "-m", "pitboss", "serve", "--port", "0"]
    command += ["--database", url, "--people-per-address", str(terminals + 10)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    said = ""
    try:
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            if not line:
                raise SystemExit(f"The server did not start. {said}")
            said += line
        port, password = re.search(r":(\d+)\n", said), re.search(r"Flora +floor +(\S+)", said)
        if not port or not password:
            raise SystemExit("These books are not new: name a database that is empty.")
        yield Server(f"127.0.0.1:{port[1]}", password[1], process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        process.stdout.close()


class Supervisor:
    """Opens tables, and validates the slips of winners."""

    def __init__(self, server: Server) -> None:
        self.address, self.password = server.address, server.password
        self.headers: dict[str, str] = {}
        self.validated = 0

    async def ask(self, method: str, path: str, body: Json | None = None, key: str = "") -> Any:
        """The answer of the API as the supervisor gets it."""
        keyed = {"idempotency-key": key} if key else {}
        _, text = await asyncio.to_thread(
            call, self.address, method, f"/api/v1{path}", body, {**self.headers, **keyed}
        )
        return json.loads(text)

    async def enter(self) -> None:
        said = {"name": "Flora", "password": self.password}
        cookie, text = await asyncio.to_thread(
            call, self.address, "POST", "/api/v1/session", said, {}
        )
        self.headers = {"cookie": f"pitboss={cookie}", "x-csrf": json.loads(text)["csrf"]}

    async def tables(self, count: int) -> list[Watched]:
        """Tables without a dealer where a box has a main wager and two others, game by game."""
        found = []
        for line in (await self.ask("GET", "/floor"))["tables"]:
            view = await self.ask("GET", f"/tables/{line['id']}")
            if view["house"]["self_service"] and len(wagers_of(view)) > SIDES:
                found.append(view)
        made = [Watched(view["id"], view["game_name"]) for view in found[:count]]
        while len(made) < count:
            view, number = found[len(made) % len(found)], len(made) // len(found) + 1
            house = {**view["house"], "table": f"{view['id']}-{number}"}
            told = await self.ask("POST", "/tables", {**house, "name": f"{view['name']} {number}"})
            made.append(Watched(told["id"], view["game_name"]))
        return made

    async def watch(self) -> None:
        """Validate slips as they come."""
        for number in range(10**6):
            for slip in (await self.ask("GET", "/slips"))["slips"]:
                said = {"do": "validate", "slip": slip["number"], "cents": slip["cents"]}
                said["password"] = self.password
                key = f"slip-{number:06}-{slip['number']}"
                await self.ask("POST", f"/tables/{slip['table']}/commands", said, key)
                self.validated += 1
            await asyncio.sleep(1)

    async def guest(self, name: str) -> str:
        """The cookie of a new guest."""
        guest = "/api/v1/session/guest"
        cookie, _ = await asyncio.to_thread(call, self.address, "POST", guest, {"name": name}, {})
        return cookie


def call(
    address: str, method: str, path: str, body: Json | None, headers: dict[str, str]
) -> tuple[str, str]:
    """The cookie that an answer sets, if any, and its text; any other answer is an error."""
    connection = HTTPConnection(address, timeout=60)
    try:
        sent = {} if body is None else {"content-type": "application/json"}
        content = None if body is None else json.dumps(body)
        connection.request(method, path, content, {**headers, **sent})
        answer = connection.getresponse()
        text = answer.read().decode()
    finally:
        connection.close()
    if answer.status == TOO_FAST:
        time.sleep(float(answer.getheader("retry-after") or 1))
        return call(address, method, path, body, headers)
    if answer.status >= 400:
        raise SystemExit(f"{method} {path}: {answer.status} {text}")
    cookies = re.findall(r"(?:^|, )pitboss=([^;]+)", answer.getheader("set-cookie") or "")
    return (cookies[0] if cookies else ""), text


# -- the run ---------------------------------------------------------------------------------------


@dataclass
class Ran:
    """What the run leaves behind."""

    tables: list[Watched]
    terminals: list[Terminal]
    metrics: str
    validated: int
    began: float
    seconds: float
    used: float
    """Seconds of a core that the server used meanwhile."""

    @property
    def sent(self) -> Iterator[tuple[Terminal, str, Sent]]:
        """Every command since all have sat down, with its key."""
        for terminal in self.terminals:
            for key, sent in terminal.sent.items():
                if sent.at >= self.began:
                    yield terminal, key, sent


async def run(server: Server, asked: argparse.Namespace) -> Ran:
    """Everybody sits down, plays for a while, and waits for the last answers."""
    supervisor = Supervisor(server)
    await supervisor.enter()
    tables = await supervisor.tables(asked.tables)
    terminals = []
    for number in range(asked.terminals):
        table, name = tables[number % len(tables)], f"Terminal {number + 1}"
        cookie = await supervisor.guest(name)
        box = number // len(tables) + 1
        terminals.append(Terminal(table, name, cookie, box, random.Random(number)))
    sockets = []
    for terminal in terminals:
        url = f"ws://{server.address}/api/v1/tables/{terminal.table.id}/live"
        headers = {"cookie": f"pitboss={terminal.cookie}", "origin": f"http://{server.address}"}
        sockets.append(await connect(url, additional_headers=headers, max_queue=None))
    pairs = list(zip(terminals, sockets, strict=True))
    ears = [asyncio.create_task(terminal.listen(socket)) for terminal, socket in pairs]
    await until(lambda: all(terminal.view for terminal in terminals))
    for terminal in terminals:
        terminal.table.screens += 1
        terminal.table.first = terminal.seq
    for terminal, socket in pairs:
        await terminal.send(socket, {"do": "sit", "box": terminal.box})
    await until(lambda: all(t.view["you"]["boxes"] for t in terminals))
    supervising = asyncio.create_task(supervisor.watch())
    began, used = time.perf_counter(), server.used
    plays = [t.play(s, asked.every, began + asked.seconds) for t, s in pairs]
    await asyncio.gather(*plays)
    took, used = time.perf_counter() - began, server.used - used
    if supervising.done():
        supervising.result()
    supervising.cancel()
    await until(lambda: all(s.answered for t in terminals for s in t.sent.values()))
    await asyncio.sleep(0.5)
    _, metrics = await asyncio.to_thread(call, server.address, "GET", "/metrics", None, {})
    for ear in ears:
        ear.cancel()
    for socket in sockets:
        await socket.close()
    return Ran(tables, terminals, metrics, supervisor.validated, began, took, used)


async def until(holds: Any, seconds: float = 60) -> None:
    """Wait for something, up to a limit."""
    end = time.perf_counter() + seconds
    while not holds():
        if time.perf_counter() > end:
            raise SystemExit("The server does not answer.")
        await asyncio.sleep(0.05)


# -- what came of it -------------------------------------------------------------------------------


def show(what: str, figure: str, target: str = "") -> None:
    """One line of the table."""
    print(f"{what:<58} {figure:>12}  {target}", flush=True)


def report(ran: Ran) -> list[str]:
    """Print the figures; returns those that are faults."""
    faults, reaching, waiting = [], [], []
    for terminal, key, sent in ran.sent:
        if sent.seq is None:
            continue
        screens, last = terminal.table.reached.get(sent.seq, (0, 0.0))
        if sent.do == "sit":
            waiting.append(sent.answered - sent.at)
        elif screens != terminal.table.screens:
            faults.append(f"{key}: on {screens} of {terminal.table.screens} screens")
        else:
            reaching.append(last - sent.at)
    games = len({table.game for table in ran.tables})
    what = f"{len(ran.terminals)} terminals, {len(ran.tables)} tables, {games} games, for"
    show(what, f"{ran.seconds:.0f} s")
    of_100 = statistics.quantiles(reaching, n=100)
    show("a click is on every screen of the table, median", f"{1000 * of_100[49]:.0f} ms")
    target = TARGET_MS[len(ran.terminals) > FEW]
    show("  95 of 100 within", f"{1000 * of_100[94]:.0f} ms", f"< {target} ms")
    show("  99 of 100 within", f"{1000 * of_100[98]:.0f} ms")
    show("  the slowest", f"{1000 * max(reaching):.0f} ms")
    if waiting:
        of_100 = statistics.quantiles([*waiting, *waiting], n=100)
        show("a click that changes nothing is answered, 95 of 100", f"{1000 * of_100[94]:.0f} ms")
    done = Counter(sent.do for _, _, sent in ran.sent if sent.seq is not None)
    show("commands a second", f"{sum(done.values()) / ran.seconds:.1f}")
    show("  each, of a core of the server", f"{1000 * ran.used / sum(done.values()):.2f} ms")
    for do, count in done.most_common():
        show(f"  {do}", f"{count:,}")
    told = sum(count for table in ran.tables for count, _ in table.reached.values())
    show("messages with events to screens, a second", f"{told / ran.seconds:.0f}")
    show("rounds", f"{sum(each['kind'] == 'end' for t in ran.tables for each in t.lines):,}")
    show("slips validated by the supervisor", f"{ran.validated:,}")
    show("turns at which an answer was still awaited", f"{sum(t.late for t in ran.terminals):,}")
    refused = Counter(sent.refused for _, _, sent in ran.sent if sent.refused)
    show("refused", f"{refused.total():,}")
    for why, count in refused.most_common(4):
        show(f"  {why[:54]}", f"{count:,}")
    told_of = dict(re.findall(r"(?m)^pitboss_commit(\w+) (\S+)$", ran.metrics))
    commits, longest = float(told_of["s_total"]), float(told_of["_seconds_max"])
    mean = float(told_of["_seconds_total"]) / commits
    show("a commit takes", f"{1000 * mean:.1f} ms", f"at most {1000 * longest:.0f} ms")
    return faults


def check(ran: Ran, url: str) -> list[str]:
    """Compare what the guests saw with the books."""
    faults = [fault for table in ran.tables for fault in table.faults]
    wanted = select(schema.commands.c.key)
    with Store.open(url) as store:
        with store.database.reading() as connection:
            kept = Counter(connection.scalars(wanted))
        for table in ran.tables:
            events = store.events(table.id, table.first + 1)
            faults += compare_log(table, [json.loads(event_as_sent(event)) for event in events])
            faults += compare_bets(table, ran.terminals, events)
    for terminal in ran.terminals:
        for key, sent in terminal.sent.items():
            if kept[key] != (sent.seq is not None):
                faults.append(f"{key}: kept {kept[key]} times, {sent.refused or 'done'}")
    command = [sys.executable, "-m", "pitboss", "db", "check", "--database", url]
    found = subprocess.run(command, capture_output=True, text=True)
    print((found.stdout + found.stderr).strip())
    return faults if found.returncode == 0 else [*faults, "db check does not hold"]


def source() -> str:
    """A hash of the code and the rules: a check made with others would prove nothing."""
    files = sorted(Path(pitboss.__file__).parent.rglob("*.*"))
    made = hashlib.sha256()
    for file in files:
        if file.suffix in (".py", ".toml"):
            made.update(file.read_bytes())
    return made.hexdigest()


def compare_log(table: Watched, log: Sequence[Json]) -> Iterator[str]:
    """Together, the screens saw the whole log, line by line, except for hidden cards."""
    if len(log) != len(table.lines):
        yield f"{table.id}: {len(table.lines)} lines on the screens, {len(log)} in the log"
    for place, (line, seen) in enumerate(zip(log, table.lines, strict=False), table.first + 1):
        if any(seen.get(key, HIDDEN) not in (value, HIDDEN) for key, value in line.items()):
            yield f"{table.id}, line {place}: not what the screens were told"


def compare_bets(table: Watched, terminals: Sequence[Terminal], events: Any) -> Iterator[str]:
    """Every accepted bet is in the log once, and nothing else is."""
    logged = Counter((e.player, e.wager, e.cents) for e in events if isinstance(e, Bet))
    accepted = Counter(
        (terminal.name, sent.said["wager"], sent.said["cents"])
        for terminal in terminals
        if terminal.table is table
        for sent in terminal.sent.values()
        if sent.do == "bet" and sent.seq is not None
    )
    for bet in {*logged, *accepted}:
        if logged[bet] != accepted[bet]:
            yield f"{table.id}: {bet} accepted {accepted[bet]} times, logged {logged[bet]} times"


def main() -> None:
    """Run, report, check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--terminals", type=int, default=200)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--every", type=float, default=2)
    parser.add_argument("--database", default="")
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    print(f"load average before it began: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        url = asked.database or f"sqlite:///{folder}/pitboss.sqlite3"
        profile = Path(folder) / "profile" if asked.profile else None
        before = source()
        with serving(url, asked.terminals, profile) as server:
            ran = asyncio.run(run(server, asked))
        faults = report(ran)
        for who, what in (("server", resource.RUSAGE_CHILDREN), ("guests", resource.RUSAGE_SELF)):
            used = resource.getrusage(what)
            core = (used.ru_utime + used.ru_stime) / ran.seconds
            show(f"share of a core, {who}, with its start", f"{core:.0%}")
        if profile:
            pstats.Stats(str(profile)).strip_dirs().sort_stats("tottime").print_stats(40)
        faults += check(ran, url)
        if source() != before:
            faults.append("the source was changed during the run: its logs are of other code")
    for fault in faults[:20]:
        print(fault)
    if faults:
        raise SystemExit(f"{len(faults)} faults")
    print("no bet lost or doubled, every key kept once, every screen in order")


if __name__ == "__main__":
    main()
