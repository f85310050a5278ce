"""A table over the wire: two players and a dealer, keys, slips, time, closing."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.server.messages.table_messages import TableView
from pitboss.server.tables import live_table
from pitboss.store.database import StoreError
from pitboss.store.journal import Batch
from pitboss.table.cards.seeds import Lesson
from pitboss.table.events.rounds import Bet
from tests.server.house import PASSWORD, Chooser, Clock, Serving, play_round, serving
from tests.store.test_commit import cut
from tests.trail import trail

TABLE = "pennsylvania-blackjack"


@pytest.fixture(scope="module")
def dealt(book: Rulebook, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The same with a dealer."""
    with serving(book, tmp_path_factory.mktemp("dealt"), pace="dealer") as served:
        yield served


def test_small_chips_make_the_least_together(house: Serving) -> None:
    """Less is needed, not refused, until it is placed; more than the most is refused at once."""
    ann = house.guest()
    ann.done(TABLE, "sit", box=1)
    asked = {
        cents: ann.get(f"/tables/{TABLE}/stakes?box=1&stake=blackjack:{cents}")
        for cents in (500, 1_000, 10_000_000)
    }
    said = {cents: (bool(each["refused"]), each["needs"]) for cents, each in asked.items()}
    assert said == {
        500: (False, "Blackjack takes at least $10."),
        1_000: (False, ""),
        10_000_000: (True, ""),
    }
    assert asked[500]["cents"] == 500


def test_two_players_and_a_dealer(dealt: Serving, book: Rulebook) -> None:
    ann, bob, dealer = dealt.guest("Ann"), dealt.guest("Bob"), dealt.people["dealer"]
    assert ann.done(TABLE, "sit", box=1)["you"] == {
        "name": "Ann",
        "role": "player",
        "boxes": [1],
        "balance": 100_000,
        "in_play": 0,
    }
    assert bob.do(TABLE, "sit", box=1).json()["error"] == "Box 1 is Ann's."
    bob.done(TABLE, "sit", box=2)
    for player in (ann, bob):
        refused = player.do(TABLE, "open_round")
        assert refused.status_code == 403
        assert "dealer" in refused.json()["error"]
    with ann.watch(f"tables/{TABLE}") as hers, bob.watch(f"tables/{TABLE}") as his:
        hers.receive_json(), his.receive_json()
        dealer.done(TABLE, "open_round")
        assert bob.do(TABLE, "bet", box=1, wager="blackjack", cents=1000).status_code == 403
        ann.done(TABLE, "bet", box=1, wager="blackjack", cents=1000)
        bob.done(TABLE, "bet", box=2, wager="blackjack", cents=2500)
        assert bob.do(TABLE, "deal").status_code == 403
        dealer.done(TABLE, "deal")
        seen = [hers.receive_json(), his.receive_json()]
        assert [each["type"] for each in seen] == ["events", "events"]
    for _ in range(100):
        view = dealer.view(TABLE)
        if view["phase"] == "idle":
            break
        if "go" in view["may"]:
            dealer.done(TABLE, "go")
            continue
        asked = view["asks"][0]
        assert "may" not in asked  # the dealer is told whom, not what
        mine, other = (ann, bob) if asked["of"].startswith("box 1") else (bob, ann)
        said = {"ask": asked["number"], "word": "stand"}
        own = mine.view(TABLE)["asks"][0]
        if "may" not in own:
            mine.done(TABLE, "answer_stake", ask=asked["number"], cents=own["least"])
            continue
        if "stand" not in [may["word"] for may in own["may"]]:
            said["word"] = own["may"][0]["word"]
        assert other.do(TABLE, "answer", **said).status_code == 403
        wrong = mine.do(TABLE, "answer", ask=asked["number"], word="fly")
        assert wrong.status_code == 409
        mine.done(TABLE, "answer", **said)
    assert dealer.view(TABLE)["phase"] == "idle"
    won = sum(p.view(TABLE)["you"]["balance"] for p in (ann, bob)) - 200_000
    assert abs(won) <= 2 * 3_500
    assert dealt.floor.store.check(book) == []


def test_a_stake_above_what_one_has_is_refused(house: Serving) -> None:
    guest = house.guest()
    guest.done(TABLE, "sit", box=7)
    guest.done(TABLE, "open_round")
    before = guest.view(TABLE)
    at = house.floor.tables[TABLE]
    at._balances[f"player {guest.name}"] -= 99_500
    refused = guest.do(TABLE, "bet", box=7, wager="blackjack", cents=1000)
    assert refused.json()["error"] == "A stake on blackjack takes $10; you have $5."
    for cents, words in (
        (1000, "That is $10; you have $5."),
        (100_000, "Blackjack stakes are $10 to $500 here, not $1,000."),  # the limit first
    ):
        told = guest.get(f"/tables/{TABLE}/stakes?box=7&stake=blackjack:{cents}")
        assert told["refused"] == words
    at._balances[f"player {guest.name}"] += 99_500
    assert guest.view(TABLE) == before
    guest.done(TABLE, "bet", box=7, wager="blackjack", cents=1000)
    view = guest.done(TABLE, "deal")
    chooser = Chooser(guest, Random(1), 7)
    while guest.view(TABLE)["phase"] != "idle":
        chooser.answer(TABLE)
    assert guest.done(TABLE, "leave")["you"]["boxes"] == []
    assert TableView.model_validate_json(json.dumps(view))


def test_the_same_key_again_does_nothing(house: Serving) -> None:
    guest = house.guest()
    guest.done(TABLE, "sit", box=3)
    first = guest.do(TABLE, "open_round", key="the-same-key")
    again = guest.do(TABLE, "open_round", key="the-same-key")
    assert first.json()["seq"] == again.json()["seq"] == house.floor.tables[TABLE].seq
    other = guest.do(TABLE, "deal", key="the-same-key")
    assert other.status_code == 409
    assert "idempotency key" in other.json()["error"]
    assert guest.do(TABLE, "open_round").status_code == 409
    bet = {"box": 3, "wager": "blackjack", "cents": 1000}
    with ThreadPoolExecutor(6) as many:
        jobs = [many.submit(guest.do, TABLE, "bet", key="bet-key-1", **bet) for _ in range(6)]
        statuses = [job.result().status_code for job in jobs]
    assert statuses == [200] * 6
    assert sum(isinstance(e, Bet) for e in house.floor.store.events_of_last_round(TABLE)) == 1
    assert guest.ask("POST", f"/tables/{TABLE}/commands", {"do": "deal"}).status_code == 400
    guest.done(TABLE, "deal")
    chooser = Chooser(guest, Random(2), 3)
    while guest.view(TABLE)["phase"] != "idle":
        chooser.answer(TABLE)
    guest.done(TABLE, "leave")


def test_what_cannot_be_kept_has_not_happened(
    house: Serving, book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = house.guest()
    guest.done(TABLE, "sit", box=4)
    before, at = guest.view(TABLE), house.floor.tables[TABLE]
    keep = house.floor.store.commit

    def fail(batch: Batch) -> None:
        time.sleep(0.2)
        raise StoreError("the disk is full")

    monkeypatch.setattr(house.floor.store, "commit", fail)
    with ThreadPoolExecutor(1) as other:  # nobody sees what is not kept yet
        job = other.submit(guest.do, TABLE, "open_round")
        seen = [guest.view(TABLE) for _ in range(5)]
        refused = job.result()
    assert seen == [before] * 5
    assert refused.status_code == 503
    assert refused.json() == {
        "error": "The books cannot be reached now. Nothing was changed; try again."
    }
    monkeypatch.setattr(house.floor.store, "commit", keep)
    assert guest.view(TABLE) == before
    guest.done(TABLE, "open_round")
    assert at.seq == house.floor.store.last_seqs()[TABLE]
    guest.done(TABLE, "bet", box=4, wager="blackjack", cents=1000)
    guest.done(TABLE, "deal")
    chooser = Chooser(guest, Random(3), 4)
    while guest.view(TABLE)["phase"] != "idle":
        chooser.answer(TABLE)
    guest.done(TABLE, "leave")
    assert house.floor.store.check(book) == []


def test_a_slip_is_validated_by_the_floor_alone(
    book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.store.books.System", lambda: Lesson(2))  # wins at once
    with serving(book, tmp_path, validate_from=1) as served:
        table, people = TABLE, served.people
        guest, dealer, floor = served.guest("Ann"), people["dealer"], people["floor"]
        guest.done(table, "sit", box=1)
        wager = next(w for w in guest.view(table)["wagers"] if w["kind"] == "progressive")
        side = {"wager": wager["key"], "cents": wager["stake"]["fixed"]}
        with guest.watch("meters") as meters:
            meters.receive_json()
            for _ in range(200):
                dealer.done(table, "open_round")
                guest.done(table, "bet", box=1, wager="blackjack", cents=1000)
                guest.done(table, "bet", box=1, **side)
                dealer.done(table, "deal")
                chooser = Chooser(guest, Random(4))
                while guest.view(table)["phase"] == "playing":
                    chooser.answer(table)
                if guest.view(table)["slips"]:
                    break
            told = meters.receive_json()
            assert told["type"] == "meters"
            assert told["meters"][0]["shows"] > told["meters"][0]["seed"]
        view = guest.view(table)
        assert view["phase"] == "floor"
        slip = view["slips"][0]
        assert slip["player"] == "Ann"
        assert dealer.do(table, "open_round").status_code == 409
        for role in ("player", "dealer", "auditor", "admin"):
            assert people[role].do(table, "validate", slip=slip["number"]).status_code == 403
        waits = people["auditor"].get("/slips")
        said = slip.pop("says")
        assert said in dealer.view(table)["story"]
        line = {
            **slip,
            "table": table,
            "table_name": table,
            "round": view["round"],
            "decision": False,
            "since": waits["slips"][0]["since"],
        }
        assert waits["slips"] == [line]
        assert line["since"] <= waits["now"]
        checked = people["auditor"].get(f"/slips/{table}/{slip['number']}")
        no_such = people["auditor"].ask("GET", f"/slips/{table}/999")
        told = f"Slip 999 is not waiting; these are: {slip['number']}."
        assert (no_such.status_code, no_such.json()["error"]) == (404, told)
        assert [each["what"] for each in checked["checks"]] == [
            "The hand wins",
            "The wager was accepted",
            "Chips agree",
            "Meter frozen",
        ]
        assert all(each["holds"] for each in checked["checks"])
        refusing = {"slip": slip["number"], "why": "the bet lay beside its spot"}
        assert floor.do(table, "refuse", slip=slip["number"], why="").status_code == 400
        assert floor.do(table, "refuse", **{**refusing, "slip": 99}).status_code == 409
        floor.done(table, "refuse", **refusing)
        line["refused"] = "floor 1: the bet lay beside its spot"
        assert people["auditor"].get("/slips")["slips"] == [line]  # it is not paid, and waits on
        assert guest.view(table)["phase"] == "floor"
        said = {"slip": slip["number"], "cents": slip["cents"], "password": PASSWORD}
        assert floor.do(table, "validate", **{**said, "cents": 1}).status_code == 409
        for password, words in (
            (None, "Confirm this with your password."),
            ("wrong", "The password is wrong."),
        ):
            refused = floor.do(table, "validate", **{**said, "password": password})
            assert (refused.status_code, refused.json()) == (403, {"error": words})
        balance = view["you"]["balance"]
        floor.done(table, "validate", **said)
        assert guest.view(table)["you"]["balance"] == balance + slip["cents"]
        assert guest.view(table)["phase"] == "idle"
        assert people["auditor"].get("/slips")["slips"] == []
        (done,) = people["auditor"].get("/slips?state=validated")["slips"]
        assert (done["validated_by"], done["cents"]) == ("floor 1", slip["cents"])
        assert (done["table"], done["round"]) == (table, view["round"])
        assert people["auditor"].get("/slips?state=validated&skip=1") == {"slips": []}
        notes = floor.get("/audit")["notes"]
        (kept,) = (each["details"] for each in notes if each["what"] == "slip refused")
        assert json.loads(kept) == {"table": table, **refusing}
        assert served.floor.store.check(book) == []
        refused = floor.do(table, "close")  # players may still win what is in the meter
        assert refused.status_code == 409
        assert refused.json()["error"].startswith("House rule: ")
        assert floor.view(table)["phase"] == "idle"


def test_the_clock_answers_for_those_who_do_not(
    book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, clock = "pennsylvania/hybrid-blackjack", Clock(monkeypatch)
    with serving(book, tmp_path, [game], seconds=5) as served:
        table, guest = game.replace("/", "-"), served.guest()
        guest.done(table, "sit", box=1, position=2)
        for _ in range(20):
            guest.done(table, "open_round")
            guest.done(table, "bet", box=1, wager="blackjack", cents=1000)
            if guest.done(table, "deal")["asks"]:
                break
        ask = guest.view(table)["asks"][0]
        assert ask["seconds"] == 5
        assert ask["left"] == 5
        clock.now += 4.9
        time.sleep(0.1)
        assert guest.view(table)["asks"][0]["number"] == ask["number"]
        for _ in range(100):
            clock.now += 5
            if guest.view(table)["phase"] == "idle":
                break
            time.sleep(0.05)
        assert guest.view(table)["phase"] == "idle"
        lines = served.people["auditor"].get(f"/tables/{table}/rounds/{guest.view(table)['round']}")
        assert any(each["kind"] == "expired" for each in lines["events"])


def test_a_player_who_went_away_is_not_waited_for(
    book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    monkeypatch.setattr(live_table, "IN_TURN", 0)
    with serving(book, tmp_path) as served:
        guest, dealer = served.guest(), served.people["dealer"]
        guest.done(TABLE, "sit", box=1)
        for _ in range(20):
            dealer.done(TABLE, "open_round")
            guest.done(TABLE, "bet", box=1, wager="blackjack", cents=1000)
            if dealer.done(TABLE, "deal")["asks"]:
                break
        for _ in range(100):
            if dealer.view(TABLE)["phase"] == "idle":
                break
            time.sleep(0.05)
        assert dealer.view(TABLE)["phase"] == "idle"
        lines = served.floor.store.log_text(TABLE).splitlines()
        assert [line.split(" ")[0] for line in lines].count("answer") == 0
        said = [line for line in lines if line.startswith("expired ")]
        assert said  # insurance is not bought, a hand stands
        assert all(re.fullmatch(r"expired ask=\d+ word=(stand|0)", line) for line in said)
        assert served.floor.store.check(book) == []
        assert served.floor.tables[TABLE].seats == {1: guest.name}
        clock.now += live_table.AWAY + 1  # (now + 60) - now may be less than 60
        for _ in range(100):
            if not served.floor.tables[TABLE].seats:
                break
            time.sleep(0.05)
        other = served.guest()
        assert other.done(TABLE, "sit", box=1)["you"]["boxes"] == [1]


@pytest.mark.parametrize("read", ["last_seqs", "events_of_last_round", "balances"])
def test_books_that_fail_while_a_table_is_resumed_leave_nothing_of_a_lost_command(
    book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: str
) -> None:
    def down(*_: object) -> None:
        raise StoreError("the database was killed")

    with serving(book, tmp_path) as served:
        guest, store = served.guest(), served.floor.store
        guest.done(TABLE, "sit", box=1)
        with monkeypatch.context() as patch:
            for each in ("commit", read):
                patch.setattr(store, each, down)
            assert guest.do(TABLE, "open_round", key="key-lost").status_code == 503
        assert guest.do(TABLE, "open_round", key="key-lost").status_code == 200
        assert store.check(book) == []


def test_the_floor_opens_closes_and_files(house: Serving, book: Rulebook) -> None:
    floor, dealer = house.people["floor"], house.people["dealer"]
    filed: dict[str, Any] = {"jurisdiction": "pennsylvania", "table": "pit 9", "name": "Pit nine"}
    assert floor.ask("POST", "/tables", filed).json() == {"id": "pit 9"}
    assert floor.ask("POST", "/tables", filed).status_code == 409
    assert floor.ask("POST", "/tables", {**filed, "table": "pit 8"}).status_code == 409
    bad = floor.ask("POST", "/tables", {**filed, "table": "pit 10", "name": "Ten", "decks": 9})
    assert bad.status_code == 409
    assert bad.json()["clause"].startswith("58 Pa. Code")
    wrongs: tuple[dict[str, Any], ...] = (
        {"decks": "six"},
        {"wagers": []},
        {"terms": {"a": 1}},
        {"table": "a/b"},
    )
    for each in wrongs:
        assert floor.ask("POST", "/tables", {**filed, **each}).status_code == 400
    slow = {**filed, "table": "pit 11", "name": "Eleven", "seconds": 1, "validate_form": 0}
    assert floor.ask("POST", "/tables", slow).json() == {
        "error": "The house's settings cannot be filed: seconds must be 5 to 300, not 1: players "
        "need time to read their cards, but everyone waits for the slowest. validate_form is not a "
        "setting: did you mean validate_from?"
    }
    again = {**dealer.view("pit 9")["house"], "decks": 8}  # what is shown may be filed again
    assert floor.file("pit 9", again).status_code == 409
    assert floor.done("pit 9", "close")["phase"] == "closed"
    assert dealer.do("pit 9", "open_round").json()["error"] == "Pit nine is closed."
    assert floor.file("pit 9", again, "filed-once").json() == {"id": "pit 9-2"}
    assert floor.file("pit 9", again, "filed-once").json() == {"id": "pit 9-2"}
    assert floor.file("pit 9", {**again, "decks": 6}, "filed-once").status_code == 409
    assert dealer.view("pit 9-2")["house"]["decks"] == 8
    floor.done("pit 9-2", "close")
    assert floor.done("pit 9-2", "open")["id"] == "pit 9-3"
    names = [each["name"] for each in house.people["player"].get("/floor")["tables"]]
    assert names.count("Pit nine") == 1
    assert [n.what for n in trail(house.floor.store)].count("close table") == 2
    assert house.floor.store.check(book) == []


def test_an_irregularity_is_decided_by_its_clause_or_by_the_floor(house: Serving) -> None:
    guest, dealer, floor = house.guest(), house.people["dealer"], house.people["floor"]
    guest.done(TABLE, "sit", box=5)
    for _ in range(30):
        guest.done(TABLE, "open_round")
        guest.done(TABLE, "bet", box=5, wager="blackjack", cents=1000)
        if guest.done(TABLE, "deal")["phase"] == "playing":
            break
    said = {"kind": "other", "decision": "whole round void", "why": "a drink was spilled"}
    refused = dealer.do(TABLE, "irregular", **said)
    assert refused.status_code == 403
    assert "floor supervisor" in refused.json()["error"]
    view = floor.done(TABLE, "irregular", **said)
    assert view["phase"] == "idle"
    assert view["irregularities"][0]["decision"] == "whole round void"
    told = "The round is void: a drink was spilled (58 Pa. Code § 633a.14)."
    assert guest.view(TABLE)["voided"] == told
    assert told in guest.view(TABLE)["story"]
    assert any(n.what == "irregularity" for n in trail(house.floor.store))
    assert guest.done(TABLE, "leave")["phase"] == "idle"


def test_what_was_saved_is_never_reported_as_unchanged(house: Serving) -> None:
    """The connection is cut after COMMIT: the command is answered, or nobody knows."""
    guest = house.guest()
    guest.done(TABLE, "sit", box=6)
    guest.done(TABLE, "open_round")
    said = {"box": 6, "wager": "blackjack", "cents": 1_000}
    has = guest.view(TABLE)["you"]["balance"]
    with cut(kept=True):
        assert guest.do(TABLE, "bet", key="cut-00000001", **said).status_code == 200
    assert guest.view(TABLE)["you"]["balance"] == has - 1_000
    side = {"box": 6, "wager": "royal-match-21", "cents": 500}
    with cut(kept=True, back=False):
        unknown = guest.do(TABLE, "bet", key="cut-00000002", **side)
        assert unknown.status_code == 503
        assert "it is unknown whether" in unknown.json()["error"]
        assert "Nothing was changed" not in unknown.json()["error"]
    assert guest.do(TABLE, "bet", key="cut-00000002", **side).status_code == 200
    assert guest.view(TABLE)["you"]["balance"] == has - 1_500
    guest.done(TABLE, "deal")


def test_linked_tables_feed_one_meter(
    book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(book, tmp_path) as served:
        floor, dealer, guest = served.people["floor"], served.people["dealer"], served.guest()
        filed = json.loads(served.floor.tables[TABLE].table.opened.house.to_json())
        wager = next(w for w in guest.view(TABLE)["wagers"] if w["kind"] == "progressive")
        choice = {**filed["wagers"][wager["key"]], "link": "party"}
        wagers = {**filed["wagers"], wager["key"]: choice}
        for name in ("left", "right"):
            house = {**filed, "table": name, "wagers": wagers}
            assert floor.ask("POST", "/tables", house).status_code == 201
            guest.done(name, "sit", box=1)

        def bet(name: str) -> Any:
            floor.done(name, "assign", dealer=dealer.name)
            dealer.done(name, "open_round")
            guest.done(name, "bet", box=1, wager="blackjack", cents=1000)
            side = {"wager": wager["key"], "cents": wager["stake"]["fixed"]}
            guest.done(name, "bet", box=1, **side)
            return dealer.do(name, "deal")

        assert bet("left").status_code == 200
        with monkeypatch.context() as patch:
            once = iter([StoreError("the disk is full")])

            def fail_once(batch: Batch, keep: Any = served.floor.store.commit) -> None:
                if error := next(once, None) if batch.link_events else None:
                    raise error
                keep(batch)

            patch.setattr(served.floor.store, "commit", fail_once)
            assert bet("right").status_code == 503
            assert dealer.do("right", "deal").status_code == 200
        shared = [m for m in guest.get("/meters")["meters"] if m["table"] == "party"]
        assert [m["tables"] for m in shared] == [["left", "right"]] * len(shared)
        for name in ("left", "right"):
            shows = {m["name"]: m["shows"] for m in guest.view(name)["meters"]}
            assert shows == {m["name"]: m["shows"] for m in shared}
        assert served.floor.store.check(book) == []
    with serving(book, tmp_path) as served:
        assert [
            m for m in served.nobody.get("/meters")["meters"] if m["table"] == "party"
        ] == shared


def test_rounds_go_on_after_a_restart(book: Rulebook, tmp_path: Path) -> None:
    game = "colorado/pai-jack"
    table = game.replace("/", "-")
    with serving(book, tmp_path, [game]) as served:
        ann = served.guest("Ann")
        ann.done(table, "sit", box=2)
        play_round(
            table, [Chooser(ann, Random(5), 2)], served.people["dealer"], served.people["floor"]
        )
        before = ann.view(table)
    with serving(book, tmp_path, [game]) as served:
        ann.client = served.client
        after = ann.view(table)
        assert after == before
        play_round(
            table, [Chooser(ann, Random(6), 2)], served.people["dealer"], served.people["floor"]
        )
        assert served.floor.store.check(book) == []
