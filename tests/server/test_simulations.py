"""Simulations over the API: one at a time for each person, compared with the proof, and stored."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.server import simulations
from pitboss.server.messages.rulebook_messages import SimulationOrder
from pitboss.server.simulations import Simulations, folder_of
from pitboss.simulate import run
from pitboss.simulate.run import Run
from pitboss.store.database import Database, data_folder
from tests.server.house import Caller, Serving, serving

ASKED = {
    "game": "pennsylvania/blackjack",
    "wagers": ["perfect-pairs"],
    "rounds": 40_000,
    "strategy": "basic",
    "seed": 5,
}
LONG = 60.0
"""Seconds after which a simulation is taken to hang."""


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK", 2_000)


class Held(Event):
    """What a run waits for after its first chunk."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = Event()
        """The first chunk is dealt."""


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Runs wait for it after their first chunk."""
    go, free = Run.go, Held()

    def wait(self: Run, cores: int, *, step: Any) -> bool:
        def stepped(totals: Any) -> None:
            free.begun.set()
            free.wait(LONG)
            step(totals)

        return go(self, cores, step=stepped)

    monkeypatch.setattr(Run, "go", wait)
    yield free
    free.set()


def started(who: Caller, **more: Any) -> Any:
    answer = who.ask("POST", "/simulations", {**ASKED, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def ended(who: Caller, ident: str) -> Any:
    """The simulation once it is over."""
    until = time.monotonic() + LONG
    while (view := who.get(f"/simulations/{ident}"))["state"] in ("waiting", "running"):
        assert time.monotonic() < until
        time.sleep(0.02)
    return view


def test_a_simulation_converges_on_its_proof_and_is_kept(
    house: Serving, book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulations, "POINTS", 10)
    ann, bob = house.guest(), house.guest()
    view = ended(ann, started(ann)["id"])
    assert (view["state"], view["name"], view["agrees"]) == ("done", "Blackjack", True)
    main, pairs = view["lines"]
    assert (main["name"], pairs["name"]) == ("main wager", "Perfect Pairs")
    assert round(pairs["proof"], 6) == -0.061093
    assert abs(pairs["z"]) < view["bound"]
    rounds = [point["rounds"] for point in view["points"]]
    assert rounds == sorted({*rounds})
    assert len(rounds) >= 10
    assert rounds[-1] == view["rounds"] >= 40_000
    assert view["points"][-1]["means"] == [main["mean"], pairs["mean"]]
    errors = [point["errors"][0] for point in view["points"]]
    assert errors[-1] < errors[0] / 2
    (line,) = ann.get("/simulations")["kept"]
    assert (line["id"], line["rounds"]) == (view["id"], view["rounds"])
    assert bob.get("/simulations")["kept"] == []
    assert bob.ask("GET", f"/simulations/{view['id']}").status_code == 404
    assert bob.ask("DELETE", f"/simulations/{view['id']}").status_code == 404
    folder = folder_of(house.floor.store.database)
    again = Simulations(book, house.floor.store.clock, folder)
    owner = house.floor.simulations.all[view["id"]].owner
    assert again.find(owner, view["id"]).view.model_dump(mode="json") == view
    assert ann.ask("DELETE", f"/simulations/{view['id']}").json()["kept"] == []
    assert [*folder.glob(f"{view['id']}*")] == []


def test_a_person_has_one_at_a_time_and_may_stop_it(house: Serving, held: Held) -> None:
    ann, bob = house.guest(), house.guest()
    first = started(ann, rounds=20_000_000)
    refused = ann.ask("POST", "/simulations", ASKED)
    assert refused.status_code == 409
    assert (
        refused.json()["error"] == "Your last simulation is still running: wait for it, or stop it."
    )
    waits = bob.ask("DELETE", f"/simulations/{first['id']}")
    assert waits.status_code == 404
    assert held.begun.wait(LONG)
    (line,) = ann.ask("DELETE", f"/simulations/{first['id']}").json()["kept"]
    assert line["state"] == "running"
    held.set()
    view = ended(ann, first["id"])
    assert view["state"] == "stopped"
    assert 0 < view["rounds"] < 20_000
    assert ended(ann, started(ann)["id"])["state"] == "done"


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        ({"game": "21-hold-em", "wagers": []}, 409, "can simulate only games that have a kernel: "),
        ({"game": "no-such-game"}, 404, "no-such-game"),
        ({"rounds": 20_000_001}, 400, "rounds"),
        ({"wagers": ["pair-xxx"]}, 400, "Pair XXX is a wager of"),
        ({"decks": 9}, 400, "decks"),
        ({"game": "3-card-shine", "wagers": [], "strategy": "best", "cut_card": True}, 409,
         "3 Card Shine is shuffled for every round."),
    ],
)  # fmt: skip
def test_what_is_not_dealt_is_refused(
    house: Serving, asked: dict[str, Any], status: int, says: str
) -> None:
    ann = house.guest()
    answer = ann.ask("POST", "/simulations", {**ASKED, **asked})
    assert (answer.status_code, says in answer.text) == (status, True), answer.text
    assert ann.get("/simulations")["kept"] == []


def test_games_come_with_the_wagers_of_their_law(house: Serving) -> None:
    listed = house.guest().get("/simulations")
    games = {each["id"]: each for each in listed["games"]}
    assert listed["most_rounds"] == 20_000_000
    shine = games["colorado/3-card-shine"]
    assert (shine["decks"], shine["shuffled_every_round"]) == ([1], True)
    assert {each["key"] for each in shine["wagers"]} == {"pair-xxx", "super-6"}
    sides = {each["key"] for each in games["pennsylvania/blackjack"]["wagers"]}
    assert {"perfect-pairs", "buster-blackjack"} <= sides
    golden = games["colorado/golden-21-blackjack"]
    assert [each["key"] for each in golden["wagers"]] == ["golden-21-poker"]  # 30-2108(1), (2)
    assert golden["strategies"] == ["best", "basic"]
    assert games["colorado/blackjack-switch"]["strategies"] == ["best"]
    assert "colorado/21-hold-em" not in games


def test_older_ones_make_room(
    book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulations, "KEPT", 2)
    with serving(book, tmp_path) as house:
        ann = house.guest()
        made = [ended(ann, started(ann, rounds=1_000, seed=seed)["id"]) for seed in range(3)]
        kept = [each["id"] for each in ann.get("/simulations")["kept"]]
        assert kept == [made[2]["id"], made[1]["id"]]
    with serving(book, tmp_path) as house:
        assert {*house.floor.simulations.all} == {*kept}


@pytest.mark.parametrize(
    ("url", "folder"),
    [
        ("postgresql://house@db.example:5433/pit", "db.example-5433-pit.simulations"),
        ("postgresql://house@/pit", "pit.simulations"),
    ],
)
def test_a_house_on_postgresql_keeps_them_in_its_data_folder(
    book: Rulebook, url: str, folder: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As one on SQLite keeps them beside its books; another server finds them again."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = folder_of(Database(url))
    assert found == data_folder() / folder
    one, other = (Simulations(book, lambda: datetime.now(UTC), found) for _ in range(2))
    asyncio.run(one.start(7, SimulationOrder.model_validate(ASKED)))
    until = time.monotonic() + LONG
    while not [*found.glob("*.json")]:
        assert time.monotonic() < until
        time.sleep(0.02)
    one.close()
    assert [each.view.state for each in other.all.values() if each.owner == 7] == ["done"]
