"""The progressive system over the wire: the dealer presses, and the floor decides a difference."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.table.houses.house import Choice
from tests.server.house import Serving, serving
from tests.trail import trail

TABLE = "pennsylvania-blackjack"
PARTY = Choice("P1", stake=500, choices={"envy": "not offered"})


@pytest.fixture(scope="module")
def dealt(book: Rulebook, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("dealt")
    wagers = {"jackpot-party": PARTY}
    with serving(book, folder, pace="dealer", decks=6, wagers=wagers) as served:
        yield served


def test_633c_2_f_the_dealer_presses_and_counts_and_the_floor_decides_a_difference(
    dealt: Serving,
) -> None:
    ann, dealer, floor = dealt.guest("Ann"), dealt.people["dealer"], dealt.people["floor"]
    ann.done(TABLE, "sit", box=1)
    dealer.done(TABLE, "open_round")
    ann.done(TABLE, "bet", box=1, wager="blackjack", cents=1_000)
    ann.done(TABLE, "bet", box=1, wager="jackpot-party", cents=500)
    view = dealer.done(TABLE, "deal")
    assert view["phase"] == "playing"
    assert view["next"] == "Jackpot Party: lock."
    assert _step(view) == ("lock", [1], "58 Pa. Code § 633c.2(f)")
    assert "press" in view["may"]
    assert "go" not in view["may"]
    assert ann.do(TABLE, "press", step="lock").status_code == 403
    view = dealer.done(TABLE, "press", step="lock")
    assert _step(view) == ("count", [1], "58 Pa. Code § 633c.2(f)")
    refused = dealer.do(TABLE, "press", step="count")
    assert "say how many chips were counted" in refused.json()["error"]
    view = dealer.done(TABLE, "press", step="count", chips=2)
    assert view["called"] == "2 chips counted, 1 wager accepted on Jackpot Party."
    assert view["next"] == "Wait for a floor supervisor."
    assert ann.view(TABLE)["next"].startswith("The floor is called.")
    assert "press" not in view["may"]
    assert dealer.do(TABLE, "press", step="count", chips=1).status_code == 409
    assert dealer.do(TABLE, "resolve", chips=1).status_code == 403
    assert "resolve" in floor.view(TABLE)["may"]
    view = floor.done(TABLE, "resolve", chips=1, why="two chips stuck together")
    assert view["called"] == ""
    assert "system" not in view
    assert "go" in dealer.view(TABLE)["may"]
    noted = [(note.who, note.what) for note in trail(dealt.floor.store)]
    assert ("floor 1", "difference resolved") in noted


def _step(view: Any) -> tuple[str, list[int], str]:
    due = view["system"]
    return due["step"], due["boxes"], due["clause"]
