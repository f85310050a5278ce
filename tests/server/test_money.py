"""What a player has, at every moment: balance and what is in play, in every message of every game.

Money is only told by events: a stake that is settled, an award, chips bought. Between two messages,
and between two steps of a message, the sum changes by exactly what they tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import pitboss
from pitboss.games.terms_in_force import procedure_of
from pitboss.rulebook.load import Rulebook
from pitboss.submission.first_submission import demonstration
from tests.server.house import Caller, Serving, StepView, serving
from tests.soak import covering

ROUNDS = 2
TOLD = {
    "result": lambda event: (
        (event.get("to") != "dealer") * int(event["back"]) - int(event["cents"])
    ),
    "validated": lambda event: int(event["cents"]),
    "envy": lambda event: (event.get("to") == "player") * int(event["cents"]),
    "buy-in": lambda event: int(event["cents"]),
}
"""Kind of event → what it gives the player it names."""


def told(events: list[dict[str, Any]], who: str) -> int:
    """What some events say that a player won or lost."""
    own = [each for each in events if each["kind"] in TOLD and each.get("player") == who]
    return sum(TOLD[each["kind"]](each) for each in own)


class Purse:
    """A player's money as each message shows it."""

    def __init__(self, who: Caller, view: dict[str, Any]) -> None:
        self.who, self.has, self.messages = who.name, whole(view["you"]), 0

    def read(self, message: dict[str, Any]) -> dict[str, Any]:
        """The view of a message whose money adds up."""
        view: dict[str, Any] = message["view"]
        events = message.get("events", [])
        if events:
            self.follow(message["steps"], events)
        self.has += told(events, self.who)
        assert whole(view["you"]) == self.has, (view["id"], view["you"], events)
        lying = [box for box in view["boxes"] if box.get("player") == self.who]
        on_felt = sum(sum(box["stakes"].values()) + sum(box["tips"].values()) for box in lying)
        assert view["you"]["in_play"] >= on_felt
        self.messages += 1
        return view

    def follow(self, steps: list[dict[str, Any]], events: list[dict[str, Any]]) -> None:
        """Each step has told what the events up to it have."""
        kinds = [each["kind"] for each in events]
        at, has = 0, self.has
        for step in steps:
            StepView.model_validate(step)
            upto = kinds.index(step["what"], at) + 1
            has += told(events[at:upto], self.who)
            at = upto
            assert whole(step) == has, (step["what"], step["balance"], step["in_play"])


def whole(you: dict[str, Any]) -> int:
    total: int = you["balance"] + you["in_play"]
    return total


BOOK = pitboss.load()
GAMES = sorted({(each.house.jurisdiction, each.house.game) for each in demonstration(BOOK).tables})


@pytest.fixture(scope="module")
def house(book: Rulebook, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A table of every game."""
    with serving(book, tmp_path_factory.mktemp("money"), map("/".join, GAMES)) as made:
        yield made


@pytest.mark.parametrize(
    "table",
    covering(
        map("-".join, GAMES),
        lambda table: procedure_of(BOOK, BOOK.game(table.replace("-", "/", 1))).version,
        lambda table: table.partition("-")[0],
    ),
)
def test_balance_and_in_play_are_what_the_player_had(house: Serving, table: str) -> None:
    ann = house.guest(f"Ann {table[-30:]}")
    chosen = {"position": 1} if table.endswith("hybrid-blackjack") else {}
    view = ann.done(table, "sit", box=3, **chosen)
    purse, choose = Purse(ann, view), Random(table)
    with ann.watch(f"tables/{table}") as line:
        purse.read(line.receive_json())
        for _ in range(ROUNDS):
            view = stake_all(ann, table, line, purse)
            while mine := [ask for ask in view["asks"] if "may" in ask or "least" in ask]:
                view = answer(ann, table, line, purse, mine[0], choose)
    assert purse.messages > 2 * ROUNDS


def stake_all(ann: Caller, table: str, line: Any, purse: Purse) -> dict[str, Any]:
    """The least on every spot that takes a stake beside the others, in one press."""
    laid: dict[str, int] = {}
    for wager in ann.view(table)["wagers"]:
        if wager["placed"] != "before the deal":
            continue
        cents = wager["stake"].get("fixed") or max(1_000, wager["stake"]["least"])
        found = asked(ann, table, {**laid, wager["key"]: cents})
        if not found["refused"]:
            laid = found["stakes"]
    stakes = [{"box": 3, "wager": key, "cents": cents} for key, cents in laid.items()]
    before = ann.view(table)["you"]
    cost = asked(ann, table, laid)
    assert cost["needs"] == cost["refused"] == ""
    ann.done(table, "stakes", stakes=stakes)
    view = purse.read(line.receive_json())
    assert view["you"]["in_play"] == cost["cents"]
    assert view["you"]["balance"] == before["balance"] - cost["cents"]  # nothing more at the deal
    ann.done(table, "deal")
    return purse.read(line.receive_json())


def asked(ann: Caller, table: str, laid: dict[str, int]) -> dict[str, Any]:
    """What the server says of stakes before they are placed."""
    query = "&".join(f"stake={key}:{cents}" for key, cents in laid.items())
    found: dict[str, Any] = ann.get(f"/tables/{table}/stakes?box=3&{query}")
    return found


def answer(
    ann: Caller, table: str, line: Any, purse: Purse, ask: dict[str, Any], choose: Random
) -> dict[str, Any]:
    if "may" in ask:
        word = choose.choice([each["word"] for each in ask["may"]])
        ann.done(table, "answer", ask=ask["number"], word=word)
    else:
        cents = max(ask["least"], ask.get("most", 0) // 500 * 500)
        ann.done(table, "answer_stake", ask=ask["number"], cents=cents)
    return purse.read(line.receive_json())
