"""Each person hears what concerns them, in their words; keys and seals stay inside."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from pitboss.cli import run
from pitboss.rulebook.load import Rulebook
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.views.table_status import next_of
from tests.rounds.test_hybrid_blackjack import TEN, begin
from tests.server.house import Chooser, play_round, serving

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
        assert ann.view(TABLE)["next"] == "Waiting for Ann."
        story = " ".join(ann.view(TABLE)["story"])
        assert "natural" not in story
        assert not SEAL.search(story)
        keys = [wager["key"] for wager in mine["wagers"] if "-" in wager["key"]]
        assert not [key for key in keys if key in story]


def test_page_rounds_and_replay_tell_a_result_in_the_same_words(
    book: Rulebook, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Why a stake was won or lost is said from the cards, never by a word of the log."""
    with serving(book, tmp_path) as house:
        ann, dana, flora = house.guest("Ann"), house.people["dealer"], house.people["floor"]
        ann.done(TABLE, "sit", box=1)
        for _ in range(3):
            play_round(TABLE, [Chooser(ann, Random(1), 1)], dana, flora)
        page = [line for line in dana.view(TABLE)["story"] if line.startswith("Ann's ")]
        events = dana.get(f"/tables/{TABLE}/rounds/3")["events"]
        file = tmp_path / "a.log"
        file.write_text(house.floor.store.log_text(TABLE))
    assert page
    assert [each["says"] for each in events if each["kind"] == "result"] == page
    run(("replay", str(file), "--round", "3", "--as", "Ann", "--json"))
    replayed = json.loads(capsys.readouterr().out)["events"]
    assert [each["says"] for each in replayed if each["event"]["kind"] == "result"] == page


@pytest.mark.parametrize(("players", "whom"), [(1, "ann"), (2, "ann and bob"), (3, "3 players")])
def test_whom_a_table_waits_for_is_said_by_name(players: int, whom: str) -> None:
    """The same to all, where players decide at the same time (58 Pa. Code § 633c.5)."""
    at = LiveTable("hybrid", "Hybrid Blackjack", "Pennsylvania")
    at.table = begin("10s 9s 7h 9d", *[TEN] * players)
    assert next_of(at) == (f"Waiting for {whom}.",) * 2
