"""A house of a few tables behind the addresses of the API, for tests of the front end alone.

    python -m tests.web.fake 8099

Tables, rules, proofs and logs are the library's own; people, seats and money are kept in memory.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import struct
import sys
import threading
import urllib.parse
from collections.abc import Callable
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pitboss
from pitboss.analysis.form import form
from pitboss.analysis.par import prove
from pitboss.analysis.setting import setting
from pitboss.cli import compare
from pitboss.cli.house import Filed, Wish, file_house
from pitboss.cli.play import open_table
from pitboss.cli.stakes import later_stake, position_of, usual_stakes
from pitboss.errors import PitbossError
from pitboss.procedure import Ask, AskStake
from pitboss.rulebook.find import search
from pitboss.rulebook.forms import plain
from pitboss.table.ledger import moves, player
from pitboss.table.opening import open_house
from pitboss.table.table import Table
from tests.web import fake_view

WEB = Path(pitboss.__file__).parent / "web"
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
POLICY = "default-src 'self'"
ROLES = {"dana": "dealer", "rosa": "floor"}
Answer = tuple[int, Any]


class Seat:
    """One table with its seats, its money and those who look on."""

    def __init__(self, ident: str, table: Table, bots: dict[int, str]) -> None:
        self.id, self.table, self.bots = ident, table, bots
        self.seats: dict[int, str] = dict(bots)
        self.cents: dict[str, int] = {}
        self.watchers: list[Live] = []
        self.seq = 0
        table.attach(self.entered)
        for bot in bots.values():
            self.buy_in(bot)

    def entered(self, event: Any) -> None:
        for move in moves(event):
            self.cents[move.source] = self.cents.get(move.source, 0) - move.cents
            self.cents[move.to] = self.cents.get(move.to, 0) + move.cents

    def buy_in(self, name: str) -> None:
        if player(name) not in self.cents and not self.table.in_play and not self.table.betting:
            self.table.buy_in(name, 124_000)

    def view(self, who: str, role: str) -> Any:
        balance = self.cents.get(player(who), 124_000)
        return fake_view.table_view(self.table, who, role, self.seats, balance, self.id)

    def do(self, who: str, command: dict[str, Any]) -> None:
        """Carry out one command, then let the others at the table play."""
        table = self.table
        match command["do"]:
            case "sit":
                self.seats[command["box"]] = who
                self.buy_in(who)
            case "leave":
                self.seats.pop(command["box"], None)
            case "open_round":
                table.open_round()
                for number, bot in self.bots.items():
                    for key, cents in usual_stakes(table.opened).items():
                        table.bet(number, bot, key, cents, position_of(table.opened, number))
            case "bet":
                position = command.get("position") or position_of(table.opened, command["box"])
                table.bet(command["box"], who, command["wager"], command["cents"], position)
            case "tip":
                table.tip(command["box"], command["wager"], command["cents"])
            case "deal":
                table.deal()
            case "go":
                table.go()
            case "answer":
                table.answer(command["ask"], command["word"])
            case "answer_stake":
                table.answer_stake(command["ask"], command["cents"])
            case "irregular":
                kind, box = command["kind"], command.get("box")
                table.irregular(kind, box, command.get("decision", ""), "floor")
            case "validate":
                table.validate(command["slip"], who)
            case "close":
                table.close()
        self.bots_play()
        self.seq += 1
        for each in self.watchers:
            each.tell(self)

    def bots_play(self) -> None:
        table = self.table
        while True:
            theirs = [p for p in table.asked.values() if self._is_bot(p.step.box)]
            first = next(iter(table.asked.values()), None)
            if not theirs or (not table.seconds and first not in theirs):
                return
            step = theirs[0].step
            if isinstance(step, AskStake):
                cents = later_stake(table.opened, table.boxes[step.box], step)
                table.answer_stake(theirs[0].number, cents)
            else:
                table.answer(theirs[0].number, self._word(step))

    def _is_bot(self, number: int) -> bool:
        return self.seats.get(number) in self.bots.values()

    def _word(self, step: Ask) -> str:
        hands = [h for h in self.table.boxes[step.box].hands if h.name == step.of]
        low = hands and not hands[0].game and hands[0].total.points < 14
        for word in ("hit" if low else "stand", "house way", "no"):
            if word in step.may:
                return word
        return step.may[0]


class House:
    """Every table, and who is who."""

    def __init__(self) -> None:
        self.book = pitboss.load()
        self.lock = threading.RLock()
        self.people: dict[str, str] = {}
        self.answers: dict[str, Any] = {}
        self.sheets: dict[str, Any] = {}
        self.tables = {
            "4": self._open(
                "4",
                "Table 4",
                "pennsylvania/blackjack",
                5,
                ("perfect-pairs", "jackpot-party", "buster-blackjack", "royal-match-21"),
                {1: "Mara", 2: "Ned", 4: "Ilse"},
                11,
            ),
            "5": self._open(
                "5", "Table 5", "colorado/21-plus-3-blackjack", 7, ("21-plus-3",), {2: "Bo"}, 5
            ),
            "9": self._open(
                "9",
                "Table 9",
                "colorado/pai-jack",
                3,
                ("pai-jack-bonus",),
                {1: "Mara", 3: "Ilse"},
                8,
            ),
            "h2": self._open(
                "h2",
                "Hybrid 2",
                "pennsylvania/hybrid-blackjack",
                7,
                ("buzzer-beater",),
                {1: "T1", 2: "T2", 3: "T3", 4: "T4", 6: "T6"},
                4,
            ),
            "14": self._open(
                "14",
                "Table 14",
                "colorado/buffalo-blackjack-bonus-3",
                6,
                (
                    "buffalo-3-21-plus-3",
                    "buffalo-3-top-3",
                    "buffalo-3-21-plus-3-progressive",
                    "buffalo-3-bust-bonus",
                ),
                {5: "Ira"},
                2,
            ),
            "16": self._open(
                "16",
                "Table 16",
                "south_dakota/trilux-blackjack",
                5,
                ("trilux-bonus", "trilux-super-3"),
                {},
                6,
            ),
            "11": self._open(
                "11", "Table 11", "colorado/blackjack-switch", 6, ("super-match",), {3: "Kit"}, 9
            ),
            "21": self._open("21", "Table 21", "colorado/3-card-shine", 5, (), {2: "Kim"}, 1),
        }

    def _open(
        self,
        ident: str,
        name: str,
        game: str,
        boxes: int,
        wagers: tuple[str, ...],
        bots: dict[int, str],
        seed: int,
    ) -> Seat:
        rule = self.book.game(game)
        known = [
            w for w in wagers if any(x.id == f"{rule.jurisdiction}/{w}" for x in self.book.wagers)
        ]
        filed = file_house(self.book, rule, Wish(wagers=known))
        house = replace(filed.opened.house, table=name, boxes=boxes)
        filed = Filed(open_house(self.book, house), filed.notes)
        return Seat(ident, open_table(self.book, filed, seed, None), bots)

    # -- answers -----------------------------------------------------------------------------------

    def floor(self) -> Any:
        made = []
        for seat in self.tables.values():
            view = seat.view("", "player")
            made.append(
                {
                    **{
                        k: view[k]
                        for k in (
                            "id",
                            "name",
                            "game",
                            "game_name",
                            "jurisdiction",
                            "cite",
                            "phase",
                            "meters",
                        )
                    },
                    "least": view["house"]["least"],
                    "most": view["house"]["most"],
                    "decks": view["house"]["decks"],
                    "boxes": view["house"]["boxes"],
                    "seats_free": view["house"]["boxes"] - len(seat.seats),
                    "state": "closed" if seat.table.closed else "open",
                    "wagers": [
                        {"key": w["key"], "name": w["name"], "kind": w["kind"]}
                        for w in view["wagers"]
                    ],
                }
            )
        return {"tables": made}

    def meters(self) -> Any:
        made = []
        for seat in self.tables.values():
            for meter in seat.view("", "player")["meters"]:
                made.append(
                    {
                        **meter,
                        "name": meter["name"],
                        "tables": [seat.table.opened.house.table],
                        "hits": 0,
                        "top": 0,
                        "seed": meter["shows"],
                    }
                )
        return {"meters": made}

    def slips(self) -> Any:
        made = []
        for seat in self.tables.values():
            for slip in seat.view("", "floor")["slips"]:
                made.append(
                    {
                        **slip,
                        "table": seat.id,
                        "table_name": seat.table.opened.house.table,
                        "round": seat.table.rounds,
                    }
                )
        if not made:
            made = [
                {
                    "number": 417,
                    "table": "4",
                    "table_name": "Table 4",
                    "round": 1,
                    "box": 2,
                    "player": "P. Lindqvist",
                    "wager": "jackpot-party",
                    "name": "Jackpot Party",
                    "cents": 614823,
                    "from": "slip",
                    "why": "Royal flush, other: 10% of the meter",
                    "cards": [
                        {"of": "Dealer", "cards": ["As", "Ks"], "words": "blackjack"},
                        {"of": "Box 2", "cards": ["Qs", "Js"]},
                    ],
                    "meter": {"before": 6148235, "after": 5533412},
                    "clause": "58 Pa. Code § 633c.2(h)",
                }
            ]
        return {"slips": made}

    def rules(self) -> Any:
        return {
            "entries": [
                {
                    "id": e.id,
                    "kind": e.kind,
                    "key": e.key,
                    "name": e.name,
                    "jurisdiction": e.jurisdiction,
                    "jurisdiction_name": self.book.jurisdictions[e.jurisdiction].name,
                    "law": self.book.jurisdictions[e.jurisdiction].cite,
                    "section": e.section,
                    "cite": e.cite,
                    "readings": list(e.readings),
                    "paytables": len(getattr(e, "paytables", ())),
                }
                for e in self.book.entries
            ]
        }

    def par(self, ident: str, asked: str) -> Any:
        q = urllib.parse.parse_qs(asked)
        one = {name: values[0] for name, values in q.items()}
        choices = dict(r.split(":", 1) for r in q.get("reading", []))
        meter = one.get("meter")
        wager = self.book.wager(ident)
        name = next((m.name for t in wager.paytables for m in t.meters), "")
        made = setting(
            self.book,
            ident,
            table=one.get("table"),
            decks=int(one["decks"]) if "decks" in one else None,
            choices=choices,
            meters={name: meter} if meter and name else None,
        )
        return form(self.book, prove(made))

    def compare(self, ident: str, decks: int | None) -> Any:
        return {
            "lines": [
                compare._line(s) for s in compare._sheets(self.book, self.book.wager(ident), decks)
            ]
        }

    def rounds(self, seat: Seat, number: int | None) -> Any:
        starts = [n for n, e in enumerate(seat.table.log) if e.kind == "round"] + [
            len(seat.table.log)
        ]
        if number is None:
            return {"rounds": [{"number": n} for n in range(1, len(starts))]}
        return {"lines": [str(e) for e in seat.table.log[starts[number - 1] : starts[number]]]}

    def get(self, path: str, asked: str, who: str) -> Answer:
        role = self.people.get(who, "player")
        if found := re.fullmatch(r"/tables/([^/]+)", path):
            return 200, self.tables[found[1]].view(who, role)
        if found := re.fullmatch(r"/tables/([^/]+)/rounds(?:/(\d+))?", path):
            return 200, self.rounds(self.tables[found[1]], int(found[2]) if found[2] else None)
        if path.startswith("/par/"):
            if path + asked not in self.sheets:
                self.sheets[path + asked] = self.par(path[5:], asked)
            return 200, self.sheets[path + asked]
        if path.startswith("/compare/"):
            return 200, self.compare(
                path[9:], int(urllib.parse.parse_qs(asked).get("decks", ["0"])[0]) or None
            )
        if path == "/rules/search":
            hits = search(self.book, urllib.parse.parse_qs(asked)["q"][0])
            return 200, {
                "hits": [
                    {
                        "id": h.entry.id,
                        "name": h.entry.name,
                        "section": h.entry.section,
                        "matches": [{"where": m.where, "text": m.text} for m in h.matches],
                    }
                    for h in hits
                ]
            }
        if path.startswith("/rules/"):
            return 200, plain(self.book, next(e for e in self.book.entries if e.id == path[7:]))
        if path == "/session":
            return (
                (200, {"person": {"name": who, "role": role}, "csrf": "token"})
                if who
                else (401, {"error": "Nobody is logged in."})
            )
        return 200, {
            "/floor": self.floor,
            "/meters": self.meters,
            "/slips": self.slips,
            "/rules": self.rules,
        }[path]()

    def command(self, ident: str, who: str, key: str, command: dict[str, Any]) -> Answer:
        if key in self.answers:
            return 200, self.answers[key]
        seat = self.tables[ident]
        seat.do(who, command)
        self.answers[key] = {"seq": seat.seq}
        return 200, {"seq": seat.seq, "view": seat.view(who, self.people.get(who, "player"))}


class Live:
    """One open socket, and who looks through it."""

    def __init__(self, wire: Any, who: str, role: str) -> None:
        self.wire, self.who, self.role = wire, who, role
        self.sending = threading.Lock()

    def send(self, message: Any) -> None:
        data = json.dumps(message).encode()
        head = b"\x81" + (
            bytes([len(data)])
            if len(data) < 126
            else b"\x7e" + struct.pack(">H", len(data))
            if len(data) < 65536
            else b"\x7f" + struct.pack(">Q", len(data))
        )
        with self.sending:
            self.wire.wfile.write(head + data)
            self.wire.wfile.flush()

    def tell(self, seat: Seat) -> None:
        self.send(
            {
                "type": "events",
                "seq": seat.seq,
                "events": [],
                "view": seat.view(self.who, self.role),
            }
        )

    def read(self) -> str | None:
        head = self.wire.rfile.read(2)
        if len(head) < 2 or head[0] & 15 == 8:
            return None
        size = head[1] & 127
        if size == 126:
            size = struct.unpack(">H", self.wire.rfile.read(2))[0]
        mask = self.wire.rfile.read(4)
        return bytes(b ^ mask[n % 4] for n, b in enumerate(self.wire.rfile.read(size))).decode()


class Wire(BaseHTTPRequestHandler):
    """HTTP and the socket."""

    house: House
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    @property
    def who(self) -> str:
        found = re.search(r"who=([^;]+)", self.headers.get("Cookie", ""))
        return urllib.parse.unquote(found[1]) if found else ""

    def reply(self, status: int, data: bytes, kind: str, cookie: str | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        if cookie is not None:
            self.send_header(
                "Set-Cookie", f"who={urllib.parse.quote(cookie)}; Path=/; HttpOnly; SameSite=Strict"
            )
        self.end_headers()
        self.wfile.write(data)

    def answer(self, what: Callable[[], Answer], cookie: str | None = None) -> None:
        try:
            with self.house.lock:
                status, made = what()
        except PitbossError as error:
            status, made = 409, {"error": str(error)}
        except (KeyError, StopIteration):
            status, made = 404, {"error": "Nothing is there."}
        self.reply(status, json.dumps(made, default=str).encode(), "application/json", cookie)

    def do_GET(self) -> None:
        path, _, asked = self.path.partition("?")
        path = urllib.parse.unquote(path)
        if path.endswith("/live"):
            self.live(path)
        elif path.startswith("/api/v1"):
            self.answer(lambda: self.house.get(path[7:], asked, self.who))
        else:
            file = WEB / (path.lstrip("/") or "index.html")
            if file.is_file() and WEB in file.resolve().parents:
                self.reply(200, file.read_bytes(), KINDS.get(file.suffix, "text/plain"))
            else:
                self.reply(404, b"nothing here", "text/plain")

    def do_DELETE(self) -> None:
        self.answer(lambda: (200, {}), cookie="")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        if self.path == "/api/v1/session/guest":
            name = body.get("name") or "Guest 14"
            self.answer(
                lambda: (200, {"person": {"name": name, "role": "player"}, "csrf": "token"}),
                cookie=name,
            )
        elif self.path == "/api/v1/session":
            role = ROLES.get(body["name"].lower())
            if role is None:
                self.answer(lambda: (401, {"error": "Name or passphrase is not right."}))
                return
            self.house.people[body["name"]] = role
            self.answer(
                lambda: (200, {"person": {"name": body["name"], "role": role}, "csrf": "token"}),
                cookie=body["name"],
            )
        elif found := re.fullmatch(r"/api/v1/tables/([^/]+)/commands", self.path):
            if self.headers.get("X-CSRF") != "token":
                self.answer(lambda: (403, {"error": "The page is too old. Load it again."}))
                return
            key = self.headers.get("Idempotency-Key", "")
            self.answer(lambda: self.house.command(found[1], self.who, key, body))
        else:
            self.answer(lambda: (404, {"error": "Nothing is there."}))

    def live(self, path: str) -> None:
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header(
            "Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        )
        self.end_headers()
        self.close_connection = True
        live = Live(self, self.who, self.house.people.get(self.who, "player"))
        found = re.fullmatch(r"/api/v1/tables/([^/]+)/live", path)
        if not found:
            live.send({"type": "meters", **self.house.meters()})
            live.read()
            return
        seat = self.house.tables[found[1]]
        with self.house.lock:
            seat.watchers.append(live)
            live.send({"type": "view", "seq": seat.seq, "view": seat.view(live.who, live.role)})
        try:
            while text := live.read():
                command = json.loads(text)
                key = command.pop("key")
                try:
                    with self.house.lock:
                        self.house.command(found[1], live.who, key, command)
                    live.send({"type": "done", "key": key})
                except PitbossError as error:
                    live.send({"type": "refused", "key": key, "error": str(error)})
        finally:
            seat.watchers.remove(live)


def start(port: int = 0) -> ThreadingHTTPServer:
    """A server on its own thread; its address is `server_address`."""
    Wire.house = House()
    server = ThreadingHTTPServer(("127.0.0.1", port), Wire)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


if __name__ == "__main__":
    made = start(int(sys.argv[1]) if len(sys.argv) > 1 else 8099)
    print(f"http://127.0.0.1:{made.server_address[1]}/")
    threading.Event().wait()
