"""Limits of an open table changed over the wire, with the notice that the house files."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitboss.rulebook.load import Rulebook
from tests.server.house import Serving, serving
from tests.trail import trail

TABLE = "pennsylvania-blackjack"


@pytest.fixture(scope="module")
def floor(book: Rulebook, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(book, tmp_path_factory.mktemp("limits")) as served:
        yield served


def test_limits_hold_after_the_notice_from_the_next_round_on(
    floor: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the time of the books, which no setting of the machine's clock moves."""
    now = [1_800_000_000]
    clock = lambda: datetime.fromtimestamp(now[0], UTC)  # noqa: E731
    monkeypatch.setattr(floor.floor.store, "clock", clock)
    monkeypatch.setattr(time, "time", lambda: 4_000_000_000.0)
    ann, sam = floor.guest("Ann"), floor.people["floor"]
    ann.done(TABLE, "sit", box=1)
    assert ann.do(TABLE, "limits", least=2_500, most=100_000).status_code == 403
    view = sam.done(TABLE, "limits", least=2_500, most=100_000)
    assert view["posted"]["holds_from"] == 1_800_001_800
    assert (view["house"]["least"], view["posted"]["least"]) == (1_000, 2_500)
    ann.done(TABLE, "open_round")
    ann.done(TABLE, "bet", box=1, wager="blackjack", cents=1_000)
    ann.done(TABLE, "deal")
    for _ in range(20):
        view = ann.view(TABLE)
        if view["phase"] == "idle":
            break
        for ask in view["asks"]:
            if ask.get("may"):
                words = [each["word"] for each in ask["may"]]
                word = "stand" if "stand" in words else words[0]
                ann.done(TABLE, "answer", ask=ask["number"], word=word)
            else:
                ann.done(TABLE, "answer_stake", ask=ask["number"], cents=0)
    now[0] += 1_800
    view = ann.done(TABLE, "open_round")
    assert "posted" not in view
    assert view["house"]["least"] == 2_500
    refused = ann.do(TABLE, "bet", box=1, wager="blackjack", cents=1_000)
    assert "stakes are $25 to $1,000 here" in refused.json()["error"]
    wagers = {"royal-match-21": (500, 5_000)}  # those of the table stay as they are
    posted = sam.done(TABLE, "limits", wagers=wagers)["posted"]
    assert (posted["least"], posted["most"]) == (2_500, 100_000)
    assert posted["wagers"]["royal-match-21"] == [500, 5_000]
    noted = [(note.who, note.what) for note in trail(floor.floor.store)]
    assert ("floor 1", "limits posted") in noted
    sam.done(TABLE, "limits", least=3_000)
    says = [note["says"] for note in sam.get("/audit?what=limits posted")["notes"]]
    assert says == [
        f"{TABLE}: from $30",
        f"{TABLE}: royal match 21 $5 to $50",
        f"{TABLE}: $25 to $1,000",
    ]


def test_limits_of_an_empty_table_change_everywhere_at_once(book: Rulebook, tmp_path: Path) -> None:
    """The desk, the floor, the felt and the chips laid there: nobody has to open a round."""
    with serving(book, tmp_path) as floor:
        sam, ann = floor.people["floor"], floor.guest("Ann")
        view = sam.done(TABLE, "limits", least=2_500, most=100_000)
        assert "posted" not in view
        assert (view["house"]["least"], view["house"]["most"]) == (2_500, 100_000)
        (line,) = (each for each in ann.get("/floor")["tables"] if each["id"] == TABLE)
        assert (line["least"], line["most"], line.get("posted")) == (2_500, 100_000, None)
        ann.done(TABLE, "sit", box=1)
        stakes = ann.get(f"/tables/{TABLE}/stakes?box=1&stake=blackjack:1000")
        assert stakes["needs"] == "Blackjack takes at least $25."


def test_limits_are_in_force_when_the_notice_is_over_at_a_table_that_waits(
    book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_800_000_000]
    with serving(book, tmp_path) as floor:
        clock = lambda: datetime.fromtimestamp(now[0], UTC)  # noqa: E731
        monkeypatch.setattr(floor.floor.store, "clock", clock)
        ann, sam = floor.guest("Ann"), floor.people["floor"]
        ann.done(TABLE, "sit", box=1)
        assert sam.done(TABLE, "limits", least=2_500)["house"]["least"] == 1_000
        now[0] += 1_800
        until = time.monotonic() + 5
        while (view := ann.view(TABLE)).get("posted") and time.monotonic() < until:
            time.sleep(0.05)
        assert (view["house"]["least"], view.get("posted")) == (2_500, None)


def test_an_open_betting_that_nobody_sits_at_keeps_no_limits_from_force(
    book: Rulebook, tmp_path: Path
) -> None:
    """The dealer has opened the betting: a player who comes then bets within the new limits."""
    with serving(book, tmp_path, pace="dealer") as floor:
        dana, sam = floor.people["dealer"], floor.people["floor"]
        dana.done(TABLE, "open_round")
        view = sam.done(TABLE, "limits", least=2_500, most=100_000)
        assert (view["phase"], view["house"]["least"]) == ("betting", 2_500)
        ann = floor.guest("Ann")
        ann.done(TABLE, "sit", box=1)
        refused = ann.do(TABLE, "bet", box=1, wager="blackjack", cents=1_000)
        assert "stakes are $25 to $1,000 here" in refused.json()["error"]
        ann.done(TABLE, "bet", box=1, wager="blackjack", cents=2_500)


def test_the_register_of_duties_is_served(floor: Serving) -> None:
    found = floor.people["floor"].get("/rules/pennsylvania/blackjack/duties?wager=perfect-pairs")
    assert [each["key"] for each in found] == [
        "pennsylvania approval",
        "blackjack layout",
        "blackjack inspection",
        "perfect-pairs layout",
    ]
    assert found[-1]["cite"] == "58 Pa. Code § 633c.1(a)"


def test_a_limit_of_nothing_is_refused_and_not_left_as_it_was(floor: Serving) -> None:
    sam = floor.people["floor"]
    for least, most, which in ((0, 30_000, "minimum"), (0, None, "minimum"), (None, 0, "maximum")):
        refused = sam.do(TABLE, "limits", least=least, most=most)
        says = f"the {which} must be $0.01 to $100,000,000, not $0"
        assert says in refused.json()["error"]
