"""A house for tests: a real store on a temporary file, a few tables, somebody in every role."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from pydantic import Field
from starlette.testclient import TestClient

from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.server.access.security import Access, Limits, Origins, Rate
from pitboss.server.app import create_app
from pitboss.server.audit_trail import assigned
from pitboss.server.floor import Floor
from pitboss.server.messages.layout_messages import BoxView, DealerView, PositionView
from pitboss.server.messages.message import Message
from pitboss.server.messages.table_messages import SlipView
from pitboss.server.revisions import start_filed
from pitboss.server.tables.closures import reopen_untouched
from pitboss.server.tables.open_tables import load, open_new
from pitboss.store.database import StoreError
from pitboss.store.journal import Batch
from pitboss.store.store import Store
from pitboss.submission.first_submission import demonstration
from pitboss.table.houses.house import House
from tests.migrated import migrated


def lawful(book: Rulebook, game: Game) -> House:
    """The demonstration table of a game."""
    filed = (table.house for table in demonstration(book).tables)
    return next(each for each in filed if f"{each.jurisdiction}/{each.game}" == game.id)


class StepView(Message):
    """What one event changed on the layout, as it is sent to one person."""

    what: str
    """The kind of the event."""
    box: int = 0
    """The box it happened at; 0 for the dealer or the whole table."""
    boxes: list[BoxView] = Field(default=[])
    dealer: DealerView | None = None
    community: list[str] | None = None
    exposed: list[str] | None = None
    positions: dict[str, PositionView] | None = None
    slips: list[SlipView] | None = None
    balance: int
    in_play: int
    story: list[str] = Field(default=[])


ORIGIN = "http://testserver"
PASSWORD = "correct horse battery"
WITNESS = {"name": "auditor 1", "password": PASSWORD}
"""A second person who signs."""
ROLES = ("player", "dealer", "floor", "auditor", "admin")
OPEN = Limits({kind: Rate(1e9, 1e9) for kind in ("read", "write", "prove", "log in")})
KEYS = (f"key-{n:08}" for n in itertools.count())


@dataclass
class Caller:
    """One person's browser."""

    client: TestClient
    name: str = ""
    token: str = ""
    csrf: str = ""

    def headers(self, **more: str) -> dict[str, str]:
        cookie = {"cookie": f"pitboss={self.token}"} if self.token else {}
        return {"origin": ORIGIN, "x-csrf": self.csrf, **cookie, **more}

    def ask(self, method: str, path: str, body: Any = None, **more: str) -> Any:
        """The response to a request under /api/v1."""
        given = {} if body is None else {"json": body}
        response = self.client.request(
            method, f"/api/v1{path}", headers=self.headers(**more), **given
        )
        self.client.cookies.clear()
        return response

    def get(self, path: str) -> Any:
        response = self.ask("GET", path)
        assert response.status_code == 200, response.text
        return response.json()

    def do(self, table: str, do: str, key: str = "", **said: Any) -> Any:
        """The response to a command."""
        named = {"idempotency-key": key or next(KEYS)}
        return self.ask("POST", f"/tables/{table}/commands", {"do": do, **said}, **named)

    def file(self, table: str, settings: Any, key: str = "") -> Any:
        """The response to other settings for a closed table."""
        named = {"idempotency-key": key or next(KEYS)}
        return self.ask("PUT", f"/tables/{table}/house", settings, **named)

    def done(self, table: str, do: str, **said: Any) -> Any:
        """The view after a command that must be carried out."""
        response = self.do(table, do, **said)
        assert response.status_code == 200, response.text
        return response.json()["view"]

    def view(self, table: str) -> Any:
        return self.get(f"/tables/{table}")

    def watch(self, where: str) -> Any:
        return self.client.websocket_connect(f"/api/v1/{where}/live", headers=self.headers())


class Staff(Mapping[str, Caller]):
    """Somebody in every role, who logs in when first asked for."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.here = client, dict[str, Caller]()

    def __getitem__(self, role: str) -> Caller:
        if role not in ROLES:
            raise KeyError(role)
        if role not in self.here:
            said = {"name": f"{role} 1", "password": PASSWORD}
            self.here[role] = enter(self.client, "/session", said)
        return self.here[role]

    def __iter__(self) -> Iterator[str]:
        return iter(ROLES)

    def __len__(self) -> int:
        return len(ROLES)


@dataclass
class Serving:
    """A server that answers."""

    client: TestClient
    floor: Floor
    people: Staff

    @property
    def nobody(self) -> Caller:
        return Caller(self.client)

    def guest(self, name: str | None = None) -> Caller:
        return enter(self.client, "/session/guest", {"name": name} if name else {})


def enter(client: TestClient, path: str, body: Any) -> Caller:
    """Log in."""
    response = client.post(f"/api/v1{path}", json=body, headers={"origin": ORIGIN})
    assert response.status_code == 200, response.text
    token = response.cookies["pitboss"]
    client.cookies.clear()
    told = response.json()
    return Caller(client, told["person"]["name"], token, told["csrf"])


@contextmanager
def serving(
    book: Rulebook,
    folder: Path,
    games: Iterable[str] = ("pennsylvania/blackjack",),
    limits: Limits = OPEN,
    **house: Any,
) -> Iterator[Serving]:
    """Serve tables of these games, `blackjack` and so on, until the block ends."""
    with Store.open(migrated(folder / "house.sqlite3"), write=True) as store:
        floor = Floor(book, store)
        load(floor)
        start_filed(floor, None, store.clock().date())
        asyncio.run(reopen_untouched(floor))
        if not floor.taken:
            for name in ROLES:
                store.people.add(f"{name} 1", name, PASSWORD)
            for game in games:
                filed = replace(lawful(book, book.game(game)), table=game.replace("/", "-"))
                asyncio.run(open_new(floor, replace(filed, **house), filed.table, "test"))
            for table in [*floor.tables][:1]:
                assign(floor, table)
        app = create_app(floor, Access(Origins("testserver", ORIGIN), limits))
        with TestClient(app, raise_server_exceptions=True) as client:
            yield Serving(client, floor, Staff(client))


def assign(floor: Floor, table: str) -> None:
    """Assign the house's dealer to this table."""
    floor.tables[table].dealer = "dealer 1"
    floor.store.commit(Batch(notes=(assigned("test", table, "dealer 1"),)))


def changed(book: Rulebook) -> Rulebook:
    """The rules after somebody has edited them."""
    return replace(book, digest="0" * 64)


@contextmanager
def full_disk(store: Store) -> Iterator[None]:
    """Nothing can be saved until the block ends."""

    def fail(*batches: Batch) -> None:
        raise StoreError("the disk is full")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "commit", fail)
        yield


def decide(caller: Caller, table: str, decision: str, key: str = "", **said: Any) -> Any:
    """The response to a decision about a waiting table."""
    signed = {"password": PASSWORD, "witness": WITNESS}
    body = {"decision": decision, "why": "the rulebook changed", **signed, **said}
    named = {"idempotency-key": key or next(KEYS)}
    return caller.ask("POST", f"/tables/{table}/decision", body, **named)


class Clock:
    """The clock of a server, which stands still until it is moved forward."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = monotonic()
        for module in ("tables.dispatch", "floor", "tables.live_table"):
            patch.setattr(f"pitboss.server.{module}.monotonic", lambda: self.now)
        patch.setattr("pitboss.server.floor.TICK", 0.02)


# -- people who play at random ---------------------------------------------------------------------


@dataclass
class Chooser:
    """Somebody who bets what is usual and answers at random."""

    caller: Caller
    random: Random
    box: int = 1
    said: list[Any] = field(default_factory=list)

    def bet(self, table: str, view: Any) -> Any:
        """Stakes that every box must have, then others where they are taken."""
        placed: dict[str, int] = {}
        positions = view["house"]["positions"]
        at = {"position": 1 + self.box % positions} if positions else {}
        for wager in view["wagers"]:
            if wager["placed"] != "before the deal":
                continue
            if not (wager["must"] or (wager["opens"] and not placed) or self.random.random() < 0.7):
                continue
            rule = wager["stake"]
            cents = rule.get("fixed") or -(-rule["least"] // rule["step"]) * rule["step"]
            if rule.get("equals"):
                times, _, key = rule["equals"].rpartition(" x ")
                cents = int(Fraction(times or 1) * placed.get(key, 0))
            response = self.caller.do(
                table, "bet", box=self.box, wager=wager["key"], cents=cents, **at
            )
            if response.status_code == 200:
                placed[wager["key"]] = cents
        return placed

    def answer(self, table: str) -> bool:
        """Answer one open question of one's own."""
        for ask in self.caller.view(table)["asks"]:
            if "may" in ask:
                words = [may["word"] for may in ask["may"]]
                self.random.shuffle(words)
                for word in words:
                    said = self.caller.do(table, "answer", ask=ask["number"], word=word)
                    if said.status_code == 200:
                        return True
                raise AssertionError(said.text)
            if "least" in ask:
                self.caller.done(table, "answer_stake", ask=ask["number"], cents=ask["least"])
                return True
        return False


def play_round(
    table: str, players: list[Chooser], dealer: Caller, floor: Caller, paced: bool = False
) -> None:
    """One round, to its end."""
    if floor.view(table)["dealer"]["name"] != dealer.name:
        floor.done(table, "assign", dealer=dealer.name)
    view = dealer.done(table, "open_round")
    for player in players:
        player.bet(table, view)
    dealer.done(table, "deal")
    for _ in range(500):
        view = dealer.view(table)
        if view["phase"] == "idle":
            return
        if step := view.get("system"):
            lit, slip = step["boxes"], step.get("slip", 0)
            dealer.done(table, "press", step=step["step"], boxes=lit, chips=len(lit), slip=slip)
            continue
        for slip in view["slips"]:
            floor.done(table, "validate", slip=slip["number"], password=PASSWORD)
        if "go" in view["may"]:
            dealer.done(table, "go")
            continue
        any(player.answer(table) for player in players)
    raise AssertionError("the round did not end")


def text(value: Any) -> str:
    """A message as it went over the wire."""
    return json.dumps(value)
