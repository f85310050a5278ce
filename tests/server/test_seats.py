"""A seat whose player's page is gone is free after a short time that the table states."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.server.tables import live_table
from tests.server.house import Serving, serving
from tests.server.test_hidden import play_until_asked

TABLE = "pennsylvania-blackjack"


def player_at(house: Serving, box: int) -> Any:
    return house.people["floor"].view(TABLE)["boxes"][box - 1].get("player")


def test_a_seat_is_freed_for_others_to_see(house: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to open a round or ask for the box; a stake and an open page keep it."""
    ann, bob = house.guest("Ann"), house.guest("Bob")
    assert ann.done(TABLE, "sit", box=1)["house"]["seat_kept"] == 60
    bob.done(TABLE, "sit", box=2)
    with bob.watch(f"tables/{TABLE}") as line:
        line.receive_json()
        monkeypatch.setattr(live_table, "AWAY", 0.2)
        until = time.monotonic() + 5
        while player_at(house, 1) and time.monotonic() < until:
            time.sleep(0.05)
        assert player_at(house, 1) is None
        assert player_at(house, 2) == "Bob"
        told = line.receive_json()
        assert told["type"] == "view"
        assert told["view"]["boxes"][0].get("player") is None


def test_the_box_of_a_player_who_has_left_is_open_with_the_last_round_still_on_the_felt(
    book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the felt shows is what the floor says: whoever sits down next sees no other's cards."""
    with serving(book, tmp_path) as served:
        ann, bob = served.guest("Ann"), served.guest("Bob")
        ann.done(TABLE, "sit", box=1)
        play_until_asked(ann, TABLE)
        for who, seat in (
            (ann, {"in_play": ann.view(TABLE)["you"]["in_play"], "asked": True}),
            (bob, None),
        ):
            tables = who.get("/floor")["tables"]
            assert [each["you"] for each in tables if each["id"] == TABLE] == [seat]
        while ann.view(TABLE)["phase"] == "playing":
            for ask in ann.view(TABLE)["asks"]:
                ann.done(TABLE, "answer", ask=ask["number"], word="stand")
        box = bob.view(TABLE)["boxes"][0]
        assert (box["player"], len(box["hands"]) > 0, len(box["results"]) > 0) == (
            "Ann",
            True,
            True,
        )
        monkeypatch.setattr(live_table, "AWAY", 0.2)
        until = time.monotonic() + 5
        while player_at(served, 1) and time.monotonic() < until:
            time.sleep(0.05)
        view = bob.view(TABLE)
        box = view["boxes"][0]
        assert (box.get("player"), box["hands"], box["placed"], box["results"]) == (
            None,
            [],
            {},
            [],
        )
        assert view["dealer"]["cards"]
        box = bob.done(TABLE, "sit", box=1)["boxes"][0]
        assert (box["player"], box["hands"], box["results"]) == ("Bob", [], [])
