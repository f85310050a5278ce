"""Each person hears what concerns them, in their words; keys and seals stay inside."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.rulebook.load import Rulebook
from tests.server.house import serving

TABLE = "pennsylvania-blackjack"
SEAL = re.compile(r"[0-9a-f]{8}")


def test_a_player_hears_no_instruction_of_the_dealers(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path, pace="dealer") as house:
        ann, dana = house.guest("Ann"), house.people["dealer"]
        ann.done(TABLE, "sit", box=4)
        assert ann.view(TABLE)["next"] == "The dealer opens the betting."
        assert dana.view(TABLE)["next"] == "Open the next round."
        dana.done(TABLE, "open_round")
        ann.done(TABLE, "bet", box=4, wager="blackjack", cents=1000)
        dana.done(TABLE, "deal")
        assert dana.view(TABLE)["next"] == "Deal the next card: burn."
        mine = ann.view(TABLE)
        assert mine["next"] == "The dealer is dealing."
        assert "No more bets." in mine["story"]
        while "go" in dana.view(TABLE)["may"]:
            dana.done(TABLE, "go")
        assert ann.view(TABLE)["next"] == "Waiting for box 4."
        story = " ".join(ann.view(TABLE)["story"])
        assert "natural" not in story
        assert not SEAL.search(story)
        keys = [wager["key"] for wager in mine["wagers"] if "-" in wager["key"]]
        assert not [key for key in keys if key in story]
