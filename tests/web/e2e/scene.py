"""A house in the middle of an evening: a page of every kind has something to show."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from pitboss.table.table import Table
from tests.server.house import PASSWORD
from tests.web.e2e.house import (
    PEOPLE,
    Cards,
    House,
    filed,
    opened,
    plain,
    points,
    waiting,
)

KEYS = (f"scene-{n:06}" for n in itertools.count())
LONG = 60
"""Seconds that a hybrid table waits here, so that its clock is seen running."""


class Person:
    """Somebody who asks without a browser."""

    def __init__(self, house: House, name: str, role: str = "player") -> None:
        self.client = httpx.Client(base_url=f"{house.address}/api/v1", timeout=20)
        path, body = "/session/guest", {"name": name}
        if role != "player":
            path, body = "/session", {"name": name, "password": PASSWORD}
        answer = self.client.post(path, json=body)
        assert answer.status_code == 200, answer.text
        self.csrf = answer.json()["csrf"]
        self.cookie: Any = {
            "name": "pitboss",
            "value": self.client.cookies["pitboss"],
            "url": house.address,
        }

    def do(self, table: str, do: str, **said: Any) -> Any:
        """The view after a command."""
        answer = self.client.post(
            f"/tables/{table}/commands",
            json={"do": do, **said},
            headers={"x-csrf": self.csrf, "idempotency-key": next(KEYS)},
        )
        assert answer.status_code == 200, answer.text
        return answer.json()["view"]

    def bet(self, table: str, box: int, **stakes: int) -> None:
        for wager, cents in stakes.items():
            self.do(table, "bet", box=box, wager=wager.replace("_", "-"), cents=cents)

    def stand(self, table: str) -> None:
        """Stand to the end of one's hands."""
        while asks := [ask for ask in self.view(table)["asks"] if "may" in ask or "least" in ask]:
            ask = asks[0]
            if "may" in ask:
                self.do(table, "answer", ask=ask["number"], word="stand")
            else:
                self.do(table, "answer_stake", ask=ask["number"], cents=0)

    def view(self, table: str) -> Any:
        return self.client.get(f"/tables/{table}").json()


def three_boxes(cards: Cards) -> bool:
    """Boxes 2, 4 and 6: the one in the middle wins its side wagers and has something to decide."""
    bob, ann, cleo = (cards[n : n + 5 : 4] for n in range(3))
    ours = {card.rank.symbol for card in ann}
    return (
        ours == {"K", "Q"}
        and ann[0].suit == ann[1].suit
        and 2 <= points(cards[3:4]) <= 9
        and 12 <= points(bob) <= 20
        and 12 <= points(cleo) <= 20
    )


def two_boxes(cards: Cards) -> bool:
    """Two boxes that stand or draw, against a small card."""
    hands = [points(cards[n : n + 4 : 3]) for n in (0, 1)]
    return 2 <= points(cards[2:3]) <= 9 and all(12 <= hand <= 20 for hand in hands)


def three_kings(cards: Cards) -> bool:
    """Three kings of one suit in the box and as the upcard: the whole 21+3 meter."""
    return str(cards[0]) == str(cards[1]) == str(cards[2]) and cards[0].rank.symbol == "K"


def three_kings_won(table: Table) -> None:
    """Ann has the three kings, and a slip waits."""
    table.buy_in("Ann", 100_000)
    table.open_round()
    table.bet(2, "Ann", "blackjack", 2_500)
    table.bet(2, "Ann", "21-plus-3-progressive", 100)
    table.deal()
    while table.asked:
        table.answer(next(iter(table.asked)), "stand")


@contextmanager
def evening(folder: Path) -> Iterator[tuple[House, dict[str, Any]]]:
    """The house, and a cookie for each person in it."""
    tables = (
        filed("pa-blackjack", three_boxes),
        filed("pa-blackjack-dealer", two_boxes),
        filed("co-pai-jack"),
        filed("pa-hybrid-blackjack", plain, seconds=LONG),
        filed("co-21-plus-3-blackjack", three_kings),
        filed("co-trilux-blackjack"),
        filed("nh-blackjack"),
        filed("co-blackjack-switch"),
        filed("sd-blackjack"),
        waiting("co-21-plus-3-blackjack", three_kings, three_kings_won, table="pit-9"),
    )
    with opened(folder, *tables) as house:
        ann, bob, cleo = (Person(house, name) for name in ("Ann", "Bob", "Cleo"))
        staff = {role: Person(house, PEOPLE[role], role) for role in ("dealer", "floor", "admin")}
        blackjack(ann, bob, cleo)
        with_dealer(ann, bob, staff["dealer"])
        others(ann)
        people = {"Ann": ann, **staff}
        yield house, {name: person.cookie for name, person in people.items()}
        for person in (ann, bob, cleo, *staff.values()):
            person.client.close()


def blackjack(ann: Person, bob: Person, cleo: Person) -> None:
    """Three boxes; Ann is asked."""
    table = "pa-blackjack"
    for person, box in ((bob, 2), (ann, 4), (cleo, 6)):
        person.do(table, "sit", box=box)
    ann.do(table, "open_round")
    bob.bet(table, 2, blackjack=5_000, royal_match_21=500)
    ann.bet(table, 4, blackjack=2_500, royal_match_21=500, bet_the_set_21=500, jackpot_party=500)
    cleo.bet(table, 6, blackjack=10_000, kings_bounty=1_000)
    ann.do(table, "deal")
    bob.stand(table)


def with_dealer(ann: Person, bob: Person, dana: Person) -> None:
    """Two boxes, and the dealer in the middle of the deal."""
    table = "pa-blackjack-dealer"
    ann.do(table, "sit", box=2), bob.do(table, "sit", box=5)
    dana.do(table, "open_round")
    ann.bet(table, 2, blackjack=2_500, royal_match_21=500, bet_the_set_21=500)
    bob.bet(table, 5, blackjack=5_000, kings_bounty=500)
    view = dana.do(table, "deal")
    while "go" in view["may"]:
        view = dana.do(table, "go")


def others(ann: Person) -> None:
    """Ann sets a hand, has a clock run, has won a meter, and bets."""
    ann.do("co-pai-jack", "sit", box=3)
    ann.do("co-pai-jack", "open_round")
    ann.bet("co-pai-jack", 3, pai_jack_bet=2_500)
    ann.do("co-pai-jack", "deal")
    hybrid, won = "pa-hybrid-blackjack", "co-21-plus-3-blackjack"
    ann.do(hybrid, "sit", box=1, position=2)
    ann.do(hybrid, "open_round")
    ann.do(hybrid, "bet", box=1, wager="blackjack", cents=2_500, position=2)
    ann.do(hybrid, "deal")
    ann.do(won, "sit", box=2)
    ann.do(won, "open_round")
    ann.bet(won, 2, **{"blackjack": 2_500, "21-plus-3-progressive": 100})
    ann.do(won, "deal")
    ann.stand(won)
    ann.do("co-trilux-blackjack", "sit", box=4)
    ann.do("co-trilux-blackjack", "open_round")
