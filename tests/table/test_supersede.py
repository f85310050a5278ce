"""A round in play under another version of the procedure is voided by a decision that is logged."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.table.house import House
from pitboss.table.ledger import balances
from pitboss.table.replay import verify
from pitboss.table.supersede import closing, supersede
from pitboss.table.table import Table
from tests.rounds.stack import answer, seat
from tests.table.floor import (
    book,
    links,
    open_table,
    place_bets,
    play_round,
    random_house,
    sealed,
    step_on,
)
from tests.vault import MemoryVault


def stopped(seed: int, version: str = "") -> tuple[Table, list[Event], MemoryVault, object]:
    """A table that stopped in its third round, and its log, as another version made it."""
    random = Random(seed)
    house = random_house(random, "pennsylvania/blackjack", most_wagers=8)
    vault, meters = MemoryVault(), links(house, seed)
    table = open_table(house, sealed(house, seed, vault), meters)
    for _ in range(2):
        play_round(table, random)
    table.open_round()
    place_bets(table, random)
    table.deal()
    for _ in range(random.randint(0, 6)):
        if table.in_play:
            step_on(table, random)
    return table, other_version(table.log, version) if version else table.log, vault, meters


def other_version(events: list[Event], version: str) -> list[Event]:
    """The same log with another procedure at its head, its chain made anew."""
    made: list[Event] = []
    running = sha256()
    for event in events:
        fields = dict(event.fields)
        if event.kind == "log":
            fields["procedure"] = version
        if event.kind == "end":
            fields["chain"] = running.hexdigest()
            running = sha256(fields["chain"].encode())
        made.append(Event(event.kind, tuple(fields.items())))
        running.update(made[-1].line.encode())
    return made


@pytest.mark.parametrize("seed", range(30))
def test_every_stake_goes_back_and_the_log_still_verifies(seed: int) -> None:
    table, events, vault, meters = stopped(seed, "blackjack/0")
    shoes = sealed(table.opened.house, seed, vault)
    ending = supersede(book(), events, shoes, meters, "sam")  # type: ignore[arg-type]
    whole = [*events, *ending, *closing(events, shoes)]
    assert (
        ending[0].line == f"superseded was=blackjack/0 now={table.opened.procedure.version} by=sam"
    )
    assert [e.kind for e in whole if e.kind in ("end", "close")][-1] == "close"
    accounts = balances(whole)
    assert not [n for name, n in accounts.items() if name.startswith("box ") and n]
    assert accounts["jackpot slips"] == 0
    for name, meter in table.meters.items():
        assert accounts[f"meter {name}"] == meter.meter.display  # type: ignore[attr-defined]
        assert meter.meter.is_conserved  # type: ignore[attr-defined]
    assert verify(book(), whole) == []
    with pytest.raises(NotAllowed, match="closed already"):
        supersede(book(), whole, shoes, meters, "sam")  # type: ignore[arg-type]


def test_a_bet_for_the_dealer_that_was_added_and_settled_does_not_come_back() -> None:
    house = House("colorado", "21-hold-em", decks=1, least=500)
    stakes = {"blackjack": 10, "21-hold-em-poker": 5}
    cards = "10s 10h 9h 8d 8s 8c 2c 3c 4c 5c"
    table = seat(book(), house, cards, stakes, stakes, tips={"blackjack": 5})
    answer(table, "stand", "stand", "bet with a tip", "5", "bet", "fold")
    tip = next(e for e in table.log if e.kind == "result" and e.get("to") == "dealer")
    assert (tip.get("on"), tip.get("back")) == ("blackjack", "1000")
    ending = supersede(book(), other_version(table.log, "x/0"), sealed(house, 1), {}, "sam")
    back = [(e.get("box"), e.get("on"), e.get("back")) for e in ending if e.kind == "result"]
    assert back == [("2", "21-hold-em-poker", "500"), ("2", "21-hold-em-second", "500")]


def test_what_may_not_be_superseded() -> None:
    table, events, vault, meters = stopped(1)
    shoes = sealed(table.opened.house, 1, vault)
    with pytest.raises(NotAllowed, match="resume it"):
        supersede(book(), events, shoes, meters, "sam")  # type: ignore[arg-type]
    for by in ("dealer", " Dealer", " "):
        with pytest.raises(NotAllowed, match="not the dealer"):
            supersede(book(), other_version(events, "x/1"), shoes, meters, by)  # type: ignore[arg-type]
