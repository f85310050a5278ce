"""Tables that open: with the chips that were paid out, once for each key, one for each name."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from pitboss.rulebook.load import Rulebook
from pitboss.server.floor import Floor
from pitboss.server.messages.orders import DecisionOrder
from pitboss.server.revisions import start_filed
from pitboss.server.tables.closures import decide
from pitboss.server.tables.open_tables import load
from pitboss.store.store import Store
from pitboss.table.events.table import CashOut, TableClosed
from tests.server.house import PASSWORD, Caller, Chooser, Serving, changed, full_disk, serving

TABLE = "pennsylvania-blackjack"


def play(player: Caller) -> None:
    """One round, to its end."""
    player.done(TABLE, "open_round")
    player.done(TABLE, "bet", box=1, wager="blackjack", cents=1000)
    player.done(TABLE, "deal")
    while player.view(TABLE)["phase"] != "idle":
        Chooser(player, Random(1)).answer(TABLE)


def test_chips_are_paid_out_at_the_close_and_bought_in_again(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path) as served:
        floor, ann, bob = served.people["floor"], served.guest("Ann"), served.guest("Bob")
        ann.done(TABLE, "sit", box=1)
        bob.done(TABLE, "sit", box=2)
        for _ in range(3):
            play(ann)
        had = served.floor.tables[TABLE].chips
        assert {*had} == {"Ann", "Bob"}
        floor.done(TABLE, "close")
        store = served.floor.store
        assert not any(c for name, c in store.balances(TABLE).items() if name.startswith("player"))
        assert [type(e) for e in store.events(TABLE)][-4:-1] == [CashOut, CashOut, TableClosed]
        assert floor.done(TABLE, "open")["id"] == f"{TABLE}-2"
        assert served.floor.tables[f"{TABLE}-2"].chips == had
        floor.done(f"{TABLE}-2", "close")  # without a round
        assert floor.file(f"{TABLE}-2", {"most": 40_000}).json() == {"id": f"{TABLE}-3"}
        assert served.floor.tables[f"{TABLE}-3"].chips == had
        assert store.check(book) == []
    with serving(book, tmp_path) as served:
        assert served.floor.tables[f"{TABLE}-3"].chips == had


def test_a_closed_table_has_no_box_taken_after_a_restart(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path) as served:
        ann = served.guest("Ann")
        ann.done(TABLE, "sit", box=1)
        play(ann)
        served.people["floor"].done(TABLE, "close")
    with serving(book, tmp_path) as served:
        (line,) = served.nobody.get("/floor")["tables"]
        assert (line["phase"], line["taken"]) == ("closed", [])


def test_the_same_key_opens_once_and_is_answered_alike(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path) as served:
        floor = served.people["floor"]
        floor.done(TABLE, "close")
        with ThreadPoolExecutor(4) as at_once:
            jobs = [at_once.submit(floor.do, TABLE, "open", key="open-once") for _ in range(4)]
            answers = [job.result().json() for job in jobs]
        assert [(each["seq"], each["view"]["id"]) for each in answers] == [
            (answers[0]["seq"], f"{TABLE}-2")
        ] * 4
        assert answers[0]["seq"] == served.floor.store.last_seqs()[f"{TABLE}-2"]
        assert {*served.floor.tables} == {f"{TABLE}-2"}
        assert {*served.floor.groups} == {f"{TABLE}-2"}
        assert floor.do(TABLE, "close", key="open-once").status_code == 409
        floor.done(f"{TABLE}-2", "close")
        floor.done(f"{TABLE}-2", "open")
        late = floor.do(TABLE, "open", key="open-once").json()  # what stands there now is shown
        assert (late["seq"], late["view"]["id"]) == (answers[0]["seq"], f"{TABLE}-3")
    with serving(book, tmp_path) as served:
        again = served.people["floor"].do(TABLE, "open", key="open-once").json()
        assert again["seq"] == answers[0]["seq"]


def test_two_tables_of_one_name_are_not_opened_at_once(house: Serving) -> None:
    floor = house.people["floor"]

    def open_one(ident: str) -> int:
        filed = {"jurisdiction": "pennsylvania", "table": ident, "name": "Twin"}
        status: int = floor.ask("POST", "/tables", filed).status_code
        return status

    with ThreadPoolExecutor(4) as at_once:
        said = sorted(at_once.map(open_one, [f"twin {n}" for n in range(4)]))
    assert said == [201, 409, 409, 409]


def test_what_cannot_be_kept_leaves_seats_and_calls_as_they_were(house: Serving) -> None:
    dealer, guest = house.people["dealer"], house.guest()
    at = house.floor.tables[TABLE]
    before = at.people()
    with full_disk(house.floor.store):
        assert guest.do(TABLE, "sit", box=3, position=2).status_code == 503
        assert dealer.do(TABLE, "call", why="a dispute").status_code == 503
    assert at.people() == before


def test_the_board_of_meters_is_told_of_tables_that_open_and_close(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, []) as served:
        floor = served.people["floor"]
        filed = {
            "jurisdiction": "pennsylvania",
            "table": "pit",
            "wagers": {"jackpot-party": {"stake": 500, "choices": {"envy": "not offered"}}},
        }
        with served.nobody.watch("meters") as board:
            assert board.receive_json()["meters"] == []
            assert floor.ask("POST", "/tables", filed).status_code == 201
            assert {each["table"] for each in board.receive_json()["meters"]} == {"pit"}
            floor.done("pit", "close")
            assert board.receive_json()["meters"] == []


def test_a_wrong_password_is_recorded_wherever_it_is_entered(house: Serving) -> None:
    floor = house.people["floor"]
    said: dict[str, Any] = {"slip": 1, "password": "a guess"}
    assert floor.do(TABLE, "validate", **said).status_code == 403
    log_in = {"name": "floor 1", "password": "a guess"}
    assert house.nobody.ask("POST", "/session", log_in).status_code == 401
    notes = house.floor.store.noted("wrong password")
    assert [(n.who, n.details) for n in notes] == [
        ("floor 1", f"validate {TABLE}"),
        ("floor 1", "log in"),
    ]
    assert floor.do(TABLE, "validate", slip=1, password=PASSWORD).status_code == 409


def test_a_decision_is_carried_out_though_nobody_waits_for_it(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path):
        pass
    with Store.open(f"sqlite:///{tmp_path / 'house.sqlite3'}", write=True) as store:
        floor = Floor(changed(book), store)
        load(floor)
        start_filed(floor, None, store.clock().date())
        assert {*floor.waiting} == {TABLE}
        person = store.people.log_in("floor 1", PASSWORD)
        said = DecisionOrder(decision="reopen", why="the rules changed", password=PASSWORD)

        async def ask_and_go() -> None:
            asked = asyncio.create_task(decide(floor, TABLE, person, said, "decision-1"))
            while not floor.opening.locked():
                await asyncio.sleep(0)
            asked.cancel()
            with suppress(asyncio.CancelledError):
                await asked
            assert floor.opening.locked()  # nobody else decides meanwhile
            await floor.stop()

        asyncio.run(ask_and_go())
        assert ({*floor.waiting}, {*floor.tables}) == (set(), {f"{TABLE}-2"})
