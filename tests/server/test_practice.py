"""Practice tables: a table like any other, in books that are not the house's; and its coach."""

from __future__ import annotations

import json
import time
from collections.abc import Hashable
from typing import Any

import pytest

import pitboss
from pitboss.rulebook.load import Rulebook
from pitboss.server.coach import AskedNow, Coach
from pitboss.server.tables import practice as tables
from pitboss.server.tables.live_table import AWAY
from pitboss.server.tables.practice import Practice
from pitboss.store.store import Store
from pitboss.table.events import header_of
from pitboss.table.events.table import BuyIn
from pitboss.table.houses.opening import Open
from tests.server.house import Caller, Serving

TABLE = "pennsylvania-blackjack"
GAME = "pennsylvania/blackjack"


def practice(who: Caller, game: str = GAME, **said: Any) -> Any:
    answer = who.ask("POST", "/practice", {"game": game, **said})
    assert answer.status_code == 201, answer.text
    return answer.json()


def practice_of(house: Serving) -> Practice:
    found: Practice = house.client.app.state.practice  # type: ignore[attr-defined]
    return found


def store_of(house: Serving) -> Store:
    books = practice_of(house)._books
    assert books
    return books.store


def deal(who: Caller, table: str, cents: int = 1_000) -> Any:
    """One round at box 1, dealt."""
    stakes = [{"box": 1, "wager": "blackjack", "cents": cents}]
    return who.done(table, "stakes", stakes=stakes, deal=True)


def stand(who: Caller, table: str) -> Any:
    """Decline and stand to the end of the round."""
    while asks := who.view(table)["asks"]:
        (ask,) = asks
        words = [each["word"] for each in ask.get("may", [])]
        if words:
            word = "stand" if "stand" in words else "no"
            who.done(table, "answer", ask=ask["number"], word=word)
        else:
            who.done(table, "answer_stake", ask=ask["number"], cents=0)
    return who.view(table)


def test_a_seed_deals_the_same_cards_again(house: Serving) -> None:
    """Another player with the same seed is dealt the same rounds; another seed deals others."""
    dealt: dict[str, list[Any]] = {}
    for name, seed in (("Ann", 7), ("Bob", 7), ("Cat", 8)):
        who = house.guest(f"{name} same")
        made = practice(who, seed=seed)
        assert (made["game"], made["seed"]) == (GAME, seed)
        who.done(made["id"], "sit", box=1)
        dealt[name] = []
        for _ in range(3):
            deal(who, made["id"])
            view = stand(who, made["id"])
            dealt[name] += [view["dealer"]["cards"], view["boxes"][0]["hands"][0]["cards"]]
        assert view["shoe"]["source"] == f"seed {seed}"
        assert view["house"]["practice"] is view["house"]["coach"] is True
        assert view["house"]["boxes"] == 1
    assert dealt["Ann"] == dealt["Bob"] != dealt["Cat"]


def test_its_money_is_in_no_book_of_the_house(house: Serving, book: Rulebook) -> None:
    """The house has no line of it: not among tables, meters, logs, accounts or metrics; its own
    log says what it is, adds up, and deals again from its first line.
    """
    ann, floor = house.guest("Ann apart"), house.people["floor"]
    lines = house.floor.store.last_seqs()
    made = practice(ann, seed=7)["id"]
    ann.done(made, "sit", box=1)
    for _ in range(2):
        deal(ann, made, 5_000)
        stand(ann, made)
    assert house.floor.store.last_seqs() == lines
    assert house.floor.store.balance("player Ann apart") == 0
    assert made not in json.dumps(floor.get("/floor") | floor.get("/logs") | floor.get("/meters"))
    assert "Ann apart" not in json.dumps(floor.get("/audit"))
    assert f"pitboss_tables {len(house.floor.tables)}.0" in house.client.get("/metrics").text
    store = store_of(house)
    header = store.events(made, 1, 1)[0]
    assert json.loads(header_of([header]).house)["practice"] is True
    assert store.table(made).source == "seed 7"
    assert list(store.check(book)) == []
    assert store.balance("player Ann apart") == ann.view(made)["you"]["balance"]


def test_chips_are_refilled_for_the_highest_stake(house: Serving) -> None:
    ann = house.guest("Ann full")
    made = practice(ann, seed=3)["id"]
    ann.done(made, "sit", box=1)
    most = ann.view(made)["house"]["most"]
    for _ in range(12):
        asked = ann.get(f"/tables/{made}/stakes?box=1&stake=blackjack:{most}")
        assert asked["refused"] == ""
        deal(ann, made, most)
        stand(ann, made)
    bought = [each for each in store_of(house).events(made) if isinstance(each, BuyIn)]
    assert len(bought) > 1


def test_one_table_for_each_player(house: Serving) -> None:
    """The same wish gets the same table; another seed, game or a fresh start ends the first."""
    ann = house.guest("Ann one")
    first = practice(ann, seed=7)
    assert practice(ann, seed=7) == practice(ann) == first
    ann.done(first["id"], "sit", box=1)
    deal(ann, first["id"])  # a round in play is finished as silence would
    store = store_of(house)
    fresh = practice(ann, seed=7, again=True)
    assert fresh["id"] != first["id"]
    gone = ann.ask("GET", f"/tables/{first['id']}")
    assert gone.status_code == 404
    assert store.table(first["id"]).state == "closed"
    other = practice(ann, game="colorado/pai-jack")
    assert other["game"] == "colorado/pai-jack"
    assert 0 <= other["seed"] < 2**31
    assert ann.ask("GET", f"/tables/{fresh['id']}").status_code == 404


def test_they_are_bounded_and_close_when_nobody_watches(
    house: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = house.guest("Ann bound"), house.guest("Bob bound")
    made = practice(ann)["id"]
    monkeypatch.setattr(tables, "MOST", len(practice_of(house)._of))
    refused = bob.ask("POST", "/practice", {"game": GAME})
    assert refused.status_code == 409
    assert "people are practicing now" in refused.json()["error"]
    later = time.monotonic() + AWAY + 1
    with ann.watch(f"tables/{made}") as screen:
        screen.receive_json()
        monkeypatch.setattr(tables, "monotonic", lambda: later)
        practice(bob)  # everybody else has left
        assert ann.view(made)["id"] == made
    practice(house.guest("Cat bound"))
    assert ann.ask("GET", f"/tables/{made}").status_code == 404


def test_practice_is_for_players_and_never_one_of_the_houses_tables(house: Serving) -> None:
    floor = house.people["floor"]
    assert floor.ask("POST", "/practice", {"game": GAME}).status_code == 403
    assert house.nobody.ask("POST", "/practice", {"game": GAME}).status_code == 401
    settings = {"jurisdiction": "pennsylvania", "practice": True, "name": "Sham"}
    refused = floor.ask("POST", "/tables", settings)
    assert refused.status_code == 409
    assert "have separate books" in refused.json()["error"]
    unknown = house.guest().ask("POST", "/practice", {"game": "whist"})
    assert unknown.status_code == 404


# -- the coach -------------------------------------------------------------------------------------


def advised(who: Caller, table: str, ask: int) -> Any:
    """What the coach says once it has worked it out; the first time it compiles."""
    for _ in range(240):
        told = who.get(f"/tables/{table}/coach?ask={ask}")
        if told["ready"]:
            return told
        assert told["says"].startswith("The coach ")
        assert not told["choices"]
    raise AssertionError(told)


def test_the_coach_says_what_the_solver_says(house: Serving) -> None:
    """Every legal word with its value, the best first, in cents of the stake."""
    made = pitboss.strategy(GAME)
    ann = house.guest("Ann coached")
    table = practice(ann, seed=7)["id"]
    ann.done(table, "sit", box=1)
    seen = 0
    while seen < 2:
        deal(ann, table, 2_500)
        for ask in ann.view(table)["asks"]:
            if ask.get("about") != "play":
                continue
            view = ann.view(table)
            (hand,) = view["boxes"][0]["hands"]
            cards, up = " ".join(hand["cards"]), view["dealer"]["cards"][0]
            told = advised(ann, table, ask["number"])
            right = made.choices(cards, up)
            words = [each["word"] for each in told["choices"]]
            assert {*words} == {each["word"] for each in ask["may"]} - {"double for less"}
            assert words[0] == made.best(cards, up)
            for each in told["choices"]:
                assert each["value"] == pytest.approx(right[each["word"]], abs=1e-6)
                assert each["cents"] == round(right[each["word"]] * 2_500)
            labels = {each["word"]: each["label"] for each in ask["may"]}
            for each in told["choices"]:
                assert each["name"] == each["inside"].capitalize()
                assert each["inside"] == labels[each["word"]]
            seen += 1
        stand(ann, table)


def test_a_stake_that_may_be_added_is_named_by_its_amount(house: Serving) -> None:
    ann = house.guest("Ann insured")
    table = practice(ann, seed=7)["id"]
    ann.done(table, "sit", box=1)
    while not (asks := [each for each in deal(ann, table)["asks"] if "wager" in each]):
        stand(ann, table)
    told = advised(ann, table, asks[0]["number"])["choices"]
    named = {each["word"]: (each["name"], each["inside"]) for each in told}
    assert named == {"500": ("Add $5", "add $5"), "0": ("No, thanks", "declining")}


def test_the_coach_is_refused_where_the_house_files_none(house: Serving) -> None:
    """At a table for the house's money nobody is told what to do."""
    ann = house.guest("Ann alone")
    ann.done(TABLE, "sit", box=3)
    assert not ann.view(TABLE)["house"]["coach"]
    refused = ann.ask("GET", f"/tables/{TABLE}/coach?ask=1")
    assert refused.status_code == 403
    assert "The house has filed no coach for this table." in refused.json()["error"]
    ann.done(TABLE, "leave", box=3)


def test_the_house_may_file_a_coach(house: Serving) -> None:
    ann, floor = house.guest("Ann at home"), house.people["floor"]
    settings = {"jurisdiction": "pennsylvania", "name": "Beginners", "coach": True}
    table = floor.ask("POST", "/tables", settings).json()["id"]
    ann.done(table, "sit", box=1)
    asks: list[Any] = []
    while not any(each.get("about") == "play" for each in asks):
        stand(ann, table)
        asks = deal(ann, table)["asks"]
    told = advised(ann, table, asks[0]["number"])
    assert told["unit"] == 1_000
    assert told["choices"][0]["value"] == max(each["value"] for each in told["choices"])
    assert house.floor.store.balance("player Ann at home") > 0  # the house's own table and books


def test_the_coach_answers_only_the_player_who_is_asked(house: Serving) -> None:
    ann, bob = house.guest("Ann asked"), house.guest("Bob asks")
    table = practice(ann, seed=7)["id"]
    ann.done(table, "sit", box=1)
    while not (asks := deal(ann, table)["asks"]):
        pass
    refused = bob.ask("GET", f"/tables/{table}/coach?ask={asks[0]['number']}")
    assert refused.status_code == 403
    over = ann.ask("GET", f"/tables/{table}/coach?ask={asks[0]['number'] + 50}")
    assert over.status_code == 409
    assert "no longer open" in over.json()["error"]


def test_the_coach_is_given_only_what_its_player_sees(
    house: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hole card lies on the table, and is not in what the solver works from."""
    given: list[AskedNow] = []

    async def advice(coach: Coach, key: Hashable, opened: Open, asked: AskedNow) -> str:
        given.append(asked)
        return "later"

    monkeypatch.setattr(Coach, "advice", advice)
    ann = house.guest("Ann who sees")
    table = practice(ann, seed=7)["id"]
    ann.done(table, "sit", box=1)
    while not (asks := deal(ann, table)["asks"]):
        pass
    ann.get(f"/tables/{table}/coach?ask={asks[0]['number']}")
    ((seen, _, _),) = given
    view = ann.view(table)
    assert view["dealer"]["cards"] == [str(seen.dealer[0]), "??"]
    assert len(seen.dealer) == 1
    assert [str(card) for card in seen.box(1).hands[0].cards] == view["boxes"][0]["hands"][0][
        "cards"
    ]


def test_a_table_that_cannot_be_finished_is_left_as_it_stands(house: Serving) -> None:
    """A stake without the ante that it needs cannot be dealt, and must not keep anybody."""
    ann = house.guest("Ann halfway")
    first = practice(ann, game="pennsylvania/switch-hands", seed=7)["id"]
    ann.done(first, "sit", box=1)
    ann.done(first, "open_round")
    ann.done(first, "bet", box=1, wager="blackjack", cents=1_000)
    second = practice(ann, game="pennsylvania/switch-hands", seed=8)["id"]
    assert second != first
    assert ann.ask("GET", f"/tables/{first}").status_code == 404
