"""A seat whose player's page is gone is free after a short time that the table states."""

from __future__ import annotations

import time
from typing import Any

import pytest

from pitboss.server import live_table
from tests.server.house import Serving

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
