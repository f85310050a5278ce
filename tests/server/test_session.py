"""A player's own session: what it has cost, and limits that hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitboss.rulebook.load import Rulebook
from tests.server.house import Serving, serving

TABLE = "pennsylvania-blackjack"


def test_limits_that_a_player_sets_hold(house: Serving) -> None:
    """A loss counts what is in play; a limit is lowered, never raised; time ends the betting."""
    ann = house.guest("Ann")
    ann.done(TABLE, "sit", box=1)
    ann.done(TABLE, "session", loss=2_000, minutes=30)
    session = ann.get(f"/tables/{TABLE}/session")
    assert (session["most_lost"], session["minutes_left"]) == (2_000, 30)
    raised: list[tuple[dict[str, Any], str]] = [
        ({"loss": 5_000}, "lower it, not raise it"),
        ({"minutes": 60}, "shorten"),
    ]
    for said, words in raised:
        refused = ann.do(TABLE, "session", **said)
        assert refused.status_code == 409
        assert words in refused.json()["error"]
    bet = {"box": 1, "wager": "blackjack", "cents": 2_500}
    asked = ann.get(f"/tables/{TABLE}/stakes?box=1&stake=blackjack:2500")
    assert "$20 of it is left" in asked["refused"]
    refused = ann.do(TABLE, "stakes", stakes=[bet])
    assert "$20 of it is left, and this takes $25" in refused.json()["error"]
    assert ann.view(TABLE)["you"]["in_play"] == 0
    ann.done(TABLE, "stakes", stakes=[{**bet, "cents": 2_000}])
    session = ann.get(f"/tables/{TABLE}/session")
    assert (session["hands"], session["staked"]) == (1, {"blackjack": 2_000})
    more: dict[str, Any] = {"box": 1, "wager": "royal-match-21", "cents": 100}
    refused = ann.do(TABLE, "bet", **more)
    assert "$0 of it is left" in refused.json()["error"]
    house.floor.sessions.of("Ann").ends = 0
    refused = ann.do(TABLE, "bet", **more)
    assert "The time you set for this session is over" in refused.json()["error"]


def test_limits_outlast_a_restart_of_the_server(book: Rulebook, tmp_path: Path) -> None:
    """So do the losses that count against them, from before they were set too."""
    bet = {"box": 1, "wager": "blackjack", "cents": 1_000}
    with serving(book, tmp_path) as served:
        ann = served.guest("Ann")
        ann.done(TABLE, "sit", box=1)
        ann.done(TABLE, "stakes", stakes=[bet])
        ann.done(TABLE, "session", loss=3_000, minutes=30)
        ann.done(TABLE, "session", loss=2_500)
        (line, *_) = served.people["auditor"].get("/audit?what=session limits")["notes"]
        assert (line["who"], line["says"]) == ("Ann", "Stops at a loss of $25")
    with serving(book, tmp_path) as served:
        ann.client = served.client
        after = ann.get(f"/tables/{TABLE}/session")
        assert (after["most_lost"], after["hands"], after["staked"]) == (
            2_500,
            1,
            {"blackjack": 1_000},
        )
        assert 29 <= after["minutes_left"] <= 30
        refused = ann.do(TABLE, "session", loss=9_000)
        assert "lower it, not raise it" in refused.json()["error"]
        more = ann.get(f"/tables/{TABLE}/stakes?box=1&stake=royal-match-21:1600")
        assert "$15 of it is left" in more["refused"]
