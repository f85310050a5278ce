"""A designer's own wager, of no law, is offered and dealt at the tables of a house."""

from pathlib import Path

from pitboss.cli import run
from pitboss.rulebook.load import load
from tests.server.house import serving

GAME = "pennsylvania/blackjack"


def test_a_wager_of_no_law_is_filed_and_dealt(tmp_path: Path) -> None:
    own = tmp_path / "rulebook"
    assert run(["rules", "new", "Lucky Sevens", "--folder", str(own)]) == 0
    with serving(load(own), tmp_path) as house:
        floor, guest = house.people["floor"], house.guest("Maya")
        assert "lucky-sevens" in floor.get(f"/houses/{GAME}")["wagers"]
        usual = floor.get(f"/houses/{GAME}?wager=lucky-sevens")["house"]
        opened = floor.ask("POST", "/tables", {**usual, "table": "lab", "name": "Lab"})
        assert opened.status_code == 201, opened.text
        guest.done("lab", "sit", box=1)
        guest.done("lab", "open_round")
        guest.done("lab", "bet", box=1, wager="blackjack", cents=1_000)
        guest.done("lab", "bet", box=1, wager="lucky-sevens", cents=500)
        guest.done("lab", "deal")
        events = guest.get("/tables/lab/rounds/1")["events"]
        results = [each["fields"] for each in events if each["kind"] == "result"]
        assert [each for each in results if each["on"] == "lucky-sevens"]
