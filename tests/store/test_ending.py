"""A table that stopped under other rules ends by decision: no cent, chip or meter is lost."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.progressive.meter import REOPENED
from pitboss.rulebook.load import Rulebook
from pitboss.store import queries
from pitboss.store.books import Ending
from pitboss.store.store import Store
from pitboss.store.trail import chained
from pitboss.table.events.rounds import RoundEnded, Voided
from pitboss.table.events.table import LogSuperseded, MeterHandover, TableClosed
from pitboss.table.log.ledger import TRANSFERS
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.soak import soak
from tests.store.backends import sqlite_first
from tests.store.houses import act, open_tables, play, with_meters
from tests.store.tamper import tamper
from tests.store.whole_house import WholeHouse
from tests.table.floor import book, other_version

DOUBLE = 4
"""The seed of a house with a double shoe."""
CLAUSE = "1 CCR 207-1, 30-2110(15)(d)"


def changed() -> Rulebook:
    """The rules after somebody has edited them."""
    return replace(book(), digest="0" * 64)


def stopped(store: Store, seed: int, in_play: bool = True) -> WholeHouse:
    """A floor that was stopped, mid-round or not, and comes up under other rules."""
    floor, random = open_tables(store, seed), Random(seed)
    play(floor, random, 60)
    own = floor.tables["own"]
    while own.in_play != in_play or not fed(own):
        act(own, random)
        floor.commit()
    again = WholeHouse(store, changed())
    assert "own" in again.stopped
    return again


def fed(table: Table) -> bool:
    return any(not meter.meter.is_untouched for meter in table.meters.values())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("seed", "in_play"),
    [
        (seed, in_play) if (seed, in_play) in ((0, True), (DOUBLE, False)) else soak(seed, in_play)
        for seed in range(20)
        for in_play in (True, False)
    ],
)
@sqlite_first
def test_a_table_opens_again_with_its_meters_and_chips(
    store: Store, seed: int, in_play: bool
) -> None:
    floor = stopped(store, seed, in_play)
    house = replace(with_meters(seed, "own"), table="next")
    new = floor.open(house, "Its own meters")
    ending = Ending(floor, "own", "sam", "the rulebook changed")
    shown = {name: link.meter.display for name, link in ending.meters.items()}
    for name in ending.meters:
        to = floor.meters_of(new.opened)[name]
        fund = ending.transfer(name, to.name, "sam", REOPENED, "the rulebook changed")
        new.awards.receive(name, fund)
    chips = ending.close()
    for player, cents in chips.items():
        new.buy_in(player, cents)
    floor.commit()
    meters = {name: link.meter.display for name, link in floor.meters_of(new.opened).items()}
    assert meters == shown  # nothing was added to what players may win, and nothing is gone
    assert store.table("own").state == "closed"
    old, books = store.balances("own"), store.balances("next")
    assert not any(cents > 0 for name, cents in old.items() if name.startswith("player "))
    assert {f"player {name}": cents for name, cents in chips.items()} == {
        account: cents for account, cents in books.items() if account.startswith("player ")
    }
    for name, cents in shown.items():
        assert (old[f"meter {name}"], books[f"meter {name}"]) == (0, cents)
    assert old.get(TRANSFERS, 0) + books.get(TRANSFERS, 0) == 0
    for rules in (book(), changed()):
        assert store.check(rules) == []
    play(floor, Random(seed), 40)
    for rules in (book(), changed()):
        assert store.check(rules) == []


@sqlite_first
def test_a_round_that_was_in_play_is_voided_by_the_decision(store: Store) -> None:
    floor = stopped(store, 3)
    before = len(store.events("own"))
    ending = Ending(floor, "own", "sam", "the rulebook changed")
    ending.close()
    floor.commit()
    made = store.events("own", before + 1)
    decided = made[0]
    assert isinstance(decided, LogSuperseded)
    assert decided.was.startswith("blackjack/")
    assert decided.rulebook == changed().digest
    assert (decided.by, decided.why) == ("sam", "the rulebook changed")
    assert isinstance(made[1], Voided)
    ends = [type(each) for each in made if isinstance(each, RoundEnded | TableClosed)]
    assert ends == [RoundEnded, TableClosed]
    assert not any(c for name, c in store.balances("own").items() if name.startswith("box "))
    assert verify(book(), store.events("own")) == []
    with pytest.raises(NotAllowed, match="already closed"):
        Ending(floor, "own", "sam", "again")


@sqlite_first
def test_a_running_meter_takes_a_fund_on_top_of_what_it_shows(store: Store) -> None:
    floor = open_tables(store, 8)
    floor.open(replace(with_meters(8, "own"), table="other"))
    random = Random(8)
    while not all(fed(floor.tables[name]) for name in ("own", "other")):
        play(floor, random, 20)
    own, other = floor.tables["own"], floor.tables["other"]
    while own.in_play or (own.betting and own.boxes):
        act(own, random)
    for name, link in floor.meters_of(own.opened).items():
        to = floor.meters_of(other.opened)[name]
        exact, touched = link.meter.shown + to.meter.shown, not to.meter.is_untouched
        fund = own.awards.transfer(name, to.name, "sam", CLAUSE, "the pit closes")
        other.awards.receive(name, fund)
        assert to.meter.shown + to.meter.overflow == exact or not touched
    own.close()
    floor.commit()
    assert store.check(book()) == []
    assert store.balance(TRANSFERS) == 0
    again = WholeHouse(store, book())
    assert {n: k.meter for n, k in again.links.items()} == {
        n: k.meter for n, k in floor.links.items() if not n.startswith("own/")
    }
    with store.database.writing() as connection:
        lost = "UPDATE balances SET cents = cents + 5 WHERE account = 'transfers'"
        tamper(connection, lost)
    assert any(each.where == "all tables" for each in store.check(book()))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("shown", Fraction(1)),
        ("reserve", Fraction(-1)),
        ("meter", "nix"),
        ("sequence", 9),
        ("by", "eve"),
    ],
)
@pytest.mark.parametrize("table", ["own", "next"])
@sqlite_first
def test_a_handover_that_was_tampered_with_is_found(
    store: Store, table: str, name: str, value: Any
) -> None:
    floor = open_tables(store, 8)
    new = floor.open(replace(with_meters(8, "own"), table="next"))
    own = floor.tables["own"]
    for meter, link in floor.meters_of(own.opened).items():
        to = floor.meters_of(new.opened)[meter].name
        new.awards.receive(meter, own.awards.transfer(meter, to, "sam", link.ending, "moved"))
    floor.commit()
    events = [
        replace(each, **{name: value}) if isinstance(each, MeterHandover) else each
        for each in store.events(table)
    ]
    assert verify(book(), store.events(table)) == []
    found = verify(book(), events)
    lines = [at for at, each in enumerate(events, 1) if isinstance(each, MeterHandover)]
    if name == "by":  # what was said from outside; the meter's log says who it was
        rewrite(store, table, events)
        assert any(" eve " in each.stored for each in store.check(book()))
    else:
        assert found[0].line == lines[0]


def test_a_table_of_another_procedure_stops_until_a_supervisor_decides(store: Store) -> None:
    """Its log, as an older version made it, is ended by decision and holds."""
    floor = open_tables(store, 5)
    random = Random(5)
    while not floor.tables["own"].in_play:
        act(floor.tables["own"], random)
    batch = floor.journal.take()
    events = [event for _, _, event in batch.events]
    older = other_version([*store.events("own"), *events], "blackjack/0")
    rewrite(store, "own", older[: -len(events)])
    added = zip(batch.events, older[-len(events) :], strict=True)
    made = tuple((table, seq, event) for (table, seq, _), event in added)
    store.commit(replace(batch, events=made))
    floor = WholeHouse(store, book())
    assert "must be superseded" in floor.stopped["own"]
    assert "own" not in floor.tables
    with pytest.raises(NotAllowed, match="not the dealer"):
        Ending(floor, "own", "dealer", "a new version")
    Ending(floor, "own", "sam", "a new version").close()
    floor.commit()
    assert store.table("own").state == "closed"
    assert store.check(book()) == []
    assert not WholeHouse(store, book()).stopped


def rewrite(store: Store, table: str, events: list[Event]) -> None:
    """Put other lines in place of those stored, as only these tests may."""
    changed = "UPDATE events SET line = :line WHERE table_id = :t AND seq = :n"
    with store.database.writing() as connection:
        for seq, event in enumerate(events, 1):
            tamper(connection, changed, line=event.line, t=table, n=seq)
        chain = ""
        for _, _, line, at in queries.lines(connection, table):
            chain = chained(chain, at, line)
        tamper(connection, "UPDATE tables SET chain = :c WHERE id = :t", c=chain, t=table)
