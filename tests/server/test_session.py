"""A player's own session: what it has cost, and limits that hold."""

from __future__ import annotations

from typing import Any

from tests.server.house import Serving

TABLE = "pennsylvania-blackjack"


def test_limits_that_a_player_sets_hold(house: Serving) -> None:
    """A loss counts what is in play; a limit is lowered, never raised; time ends the betting."""
    ann = house.guest("Ann")
    ann.done(TABLE, "sit", box=1)
    ann.done(TABLE, "session", loss=2_000, minutes=30)
    session = ann.get(f"/tables/{TABLE}/session")
    assert (session["most_lost"], session["minutes_left"]) == (2_000, 30)
    more_of_both: list[tuple[dict[str, Any], str]] = [
        ({"loss": 5_000}, "lower it, not raise it"),
        ({"minutes": 60}, "shorten"),
    ]
    for said, words in more_of_both:
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
