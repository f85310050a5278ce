"""A table closes: its meters are won, or go to another table with their funds."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import Any

from pitboss.rulebook.load import Rulebook
from pitboss.table.events import TABLE_LOG
from pitboss.table.events.table import MeterReceived, MeterSent
from pitboss.table.log.ledger import TRANSFERS
from tests.server.house import (
    PASSWORD,
    WITNESS,
    Caller,
    Chooser,
    Serving,
    full_disk,
    play_round,
    serving,
)
from tests.trail import trail

TABLE, OTHER = "colorado-blackjack", "pit 2"
GAME = "colorado/blackjack"
WAGER = "straight-jack-progressive"
PERMISSION = "the Director, letter 12 of 1 November 2026"
CLAUSE = "1 CCR 207-1, 30-2110(15)(d)"


def with_progressive(served: Serving) -> None:
    """Two tables of one progressive, each with its own meter; stakes have fed the first."""
    floor = served.people["floor"]
    usual = floor.get(f"/houses/{GAME}?wager={WAGER}&decks=6")["house"]
    for name in (TABLE, OTHER):
        made = floor.ask("POST", "/tables", {**usual, "table": name, "name": name})
        assert made.status_code == 201, made.text


def feed(served: Serving, table: str, player: Caller, box: int = 1) -> None:
    """A round with a stake on the progressive."""
    player.done(table, "sit", box=box)
    play_round(
        table, [Always(player, Random(1), box)], served.people["dealer"], served.people["floor"]
    )


class Always(Chooser):
    """One who has a stake on the progressive every time."""

    def bet(self, table: str, view: Any) -> Any:
        for wager in view["wagers"]:
            if wager["must"] or wager["opens"] or wager["key"] == WAGER:
                cents = wager["stake"].get("fixed") or wager["stake"]["least"]
                said = {"box": self.box, "wager": wager["key"], "cents": cents}
                self.caller.done(table, "bet", **said)


def meters(served: Serving) -> dict[str, int]:
    return {m["table"]: m["shows"] for m in served.nobody.get("/meters")["meters"]}


def closes(to: str = OTHER, **other: Any) -> dict[str, Any]:
    signed = {"password": PASSWORD, "witness": WITNESS}
    said = {"transfers": {WAGER: to}, "why": "the pit is rebuilt", **signed}
    return {**said, "permission": PERMISSION, **other}


def test_30_2110_15_d_a_table_closes_when_its_liability_is_transferred(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, []) as served:
        with_progressive(served)
        floor, ann, bob = served.people["floor"], served.guest("Ann"), served.guest("Bob")
        feed(served, TABLE, ann)
        feed(served, OTHER, bob)
        told = floor.get(f"/tables/{TABLE}/transfers")
        shows = meters(served)
        (meter,) = told["meters"]
        assert (meter["owed"], meter["clause"]) == (True, CLAUSE)
        assert meter["why"].startswith("The progressive meter may not be discontinued")
        assert meter["permits"] == "the Director or the Director's designee"
        assert meter["shows"] == shows[TABLE]
        assert meter["targets"] == [{"table": OTHER, "name": OTHER, "shows": shows[OTHER]}]

        refused = floor.do(TABLE, "close")
        assert (refused.status_code, refused.json()["clause"]) == (409, CLAUSE)
        assert floor.do(TABLE, "close", **closes(password=None)).status_code == 403
        assert floor.do(TABLE, "close", **closes(password="wrong")).status_code == 403
        for said, words in (
            (closes(why=" "), "Give a reason"),
            (
                closes(permission=" "),
                f"{CLAUSE}: the progressive meter may be transferred only with the",
            ),
            (closes("pit 3"), "No table is called"),
            (closes(TABLE), "has no meter that can take over"),
            (closes(transfers={"super-4": OTHER}), "No progressive at this table"),
        ):
            refused = floor.do(TABLE, "close", **said)
            assert words in refused.json()["error"], refused.text
        assert meters(served) == shows

        with ann.watch(f"tables/{OTHER}") as socket:
            socket.receive_json()
            first = floor.do(TABLE, "close", key="close-key-1", **closes())
            assert first.json()["view"]["phase"] == "closed", first.text
            events = socket.receive_json()["events"]
        assert [each["kind"] for each in events] == ["received"]
        again = floor.do(TABLE, "close", key="close-key-1", **closes())
        assert again.json()["seq"] == first.json()["seq"]

        after, keeps = meters(served)[OTHER], meter["keeps"]
        assert after - shows[TABLE] - shows[OTHER] in (0, 1)  # parts of a cent add up
        line = next(e for e in served.floor.store.events(TABLE) if isinstance(e, MeterSent))
        assert (line.by, line.why) == ("floor 1", "the pit is rebuilt")
        assert line.permission == PERMISSION
        assert (line.adds, line.keeps) == (-shows[TABLE], -keeps)
        assert served.floor.store.balance(TRANSFERS) == 0
        assert served.floor.store.check(book) == []
        (note,) = (n for n in trail(served.floor.store) if n.what == "close table")
        assert json.loads(note.details)["transfers"] == {WAGER: OTHER}
        assert PASSWORD not in note.details
        feed(served, OTHER, bob)
        assert served.floor.store.check(book) == []
        shows = meters(served)
    with serving(book, tmp_path, []) as served:
        assert meters(served)[OTHER] == shows[OTHER]
        floor = served.people["floor"]
        assert floor.done(TABLE, "open")["id"] == f"{TABLE}-2"  # at its seed, as a new one
        assert floor.get(f"/tables/{TABLE}-2/transfers")["meters"][0]["owed"] is False
        assert floor.done(f"{TABLE}-2", "close")["phase"] == "closed"
        assert served.floor.store.check(book) == []


def test_a_transfer_that_cannot_be_kept_has_not_happened(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path, []) as served:
        with_progressive(served)
        floor, ann = served.people["floor"], served.guest("Ann")
        feed(served, TABLE, ann)
        shows = meters(served)
        with full_disk(served.floor.store):
            assert floor.do(TABLE, "close", **closes()).status_code == 503
        assert meters(served) == shows
        assert floor.done(TABLE, "close", **closes())["phase"] == "closed"
        assert meters(served) == {OTHER: shows[TABLE]}  # in the place of a seed nobody has fed
        assert served.floor.store.check(book) == []


def test_30_2110_15_d_a_liability_goes_to_the_jackpot_of_a_different_game(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, []) as served:
        floor, other = served.people["floor"], "trilux-progressive"
        for name, wager in ((TABLE, WAGER), (OTHER, other)):
            usual = floor.get(f"/houses/{GAME}?wager={wager}&decks=6")["house"]
            made = floor.ask("POST", "/tables", {**usual, "table": name, "name": name})
            assert made.status_code == 201, made.text
        feed(served, TABLE, served.guest("Ann"))
        shows = meters(served)
        (meter,) = floor.get(f"/tables/{TABLE}/transfers")["meters"]
        (target,) = meter["targets"]
        assert target["table"] == f"{OTHER}/{other}"
        assert (target["name"], target["shows"]) == (f"{OTHER}, TriLux Progressive", shows[OTHER])
        refused = floor.do(TABLE, "close", **closes(target["table"], permission=""))
        assert (refused.status_code, refused.json()["clause"]) == (409, CLAUSE)
        assert "has no meter" in floor.do(TABLE, "close", **closes()).json()["error"]
        assert floor.done(TABLE, "close", **closes(target["table"]))["phase"] == "closed"
        (got,) = (e for e in served.floor.store.events(OTHER) if isinstance(e, MeterReceived))
        assert (got.meter, got.permission) == (f"{other} progressive", PERMISSION)
        assert meters(served) == {OTHER: max(shows.values())}  # in the place of an untouched seed
        assert served.floor.store.check(book) == []


def test_rounds_that_are_over_leave_nothing_in_memory(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path, []) as served:
        with_progressive(served)
        ann = served.guest("Ann")
        sizes = []
        for _ in range(4):
            feed(served, TABLE, ann)
            (link,) = served.floor.tables[TABLE].links.values()
            sizes.append((len(link.log), len(link._done), len(link._fed)))
        assert len({*sizes}) == 1, sizes
        assert link.sequence == len(served.floor.store.link_events(link.name))


# -- logs and calls --------------------------------------------------------------------------------


def test_the_logs_of_closed_tables_can_be_read(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path) as served:
        floor, auditor = served.people["floor"], served.people["auditor"]
        table = "pennsylvania-blackjack"
        ann = served.guest("Ann")
        ann.done(table, "sit", box=1)
        play_round(table, [Always(ann, Random(1))], served.people["dealer"], floor)
        ann.done(table, "leave")
        floor.done(table, "close")
        time.sleep(0.01)
        floor.done(table, "open")
        listed = auditor.get("/logs")["logs"]
        assert [(each["id"], each["state"]) for each in listed] == [
            (f"{table}-2", "open"),
            (table, "closed"),
        ]
        (closed,) = auditor.get("/logs?state=closed")["logs"]
        assert (closed["rounds"], closed["closed_at"] > closed["opened_at"]) == (1, True)
        response = auditor.ask("GET", f"/logs/{table}")
        assert response.headers["content-type"] == "text/plain; charset=utf-8"
        assert "attachment" in response.headers["content-disposition"]
        events = TABLE_LOG.parse_log(response.text)
        assert len(events) == closed["lines"]
        assert [e.line for e in events] == [e.line for e in served.floor.store.events(table)]
        assert auditor.get("/logs?skip=1")["logs"] == [closed]
        assert auditor.ask("GET", "/logs/no such").status_code == 404


def test_a_call_is_not_lost_by_a_restart(book: Rulebook, tmp_path: Path) -> None:
    table = "pennsylvania-blackjack"
    with serving(book, tmp_path) as served:
        served.people["dealer"].done(table, "call", why="a dispute")
    with serving(book, tmp_path) as served:
        (line,) = served.people["floor"].get("/floor")["tables"]
        assert line["called"] == "a dispute"
        served.people["floor"].done(table, "call")
    with serving(book, tmp_path) as served:
        assert served.people["floor"].get("/floor")["tables"][0]["called"] == ""


def test_the_lobby_says_which_boxes_are_taken(book: Rulebook, tmp_path: Path) -> None:
    table = "pennsylvania-blackjack"
    with serving(book, tmp_path) as served:
        for box in (5, 2):
            served.guest().done(table, "sit", box=box)
        (line,) = served.people["floor"].get("/floor")["tables"]
        assert (line["taken"], line["seats_free"]) == ([2, 5], line["boxes"] - 2)
