"""What happens to a table's meters when it closes (30-2110(15)(d), § 633c.14(c))."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotAllowed
from pitboss.log import Event, print_log
from pitboss.progressive.link import Link
from pitboss.progressive.link_replay import verify_link
from pitboss.progressive.meter import REOPENED
from pitboss.progressive.secret import SeededSecrets
from pitboss.table.events import TABLE_LOG
from pitboss.table.events.table import MeterHandover
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.ledger import HOUSE, TRANSFERS, balances, chips
from pitboss.table.log.replay import closing, replay, supersede
from pitboss.table.log.verification import verify
from pitboss.table.money.awards import own_links, transferred
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer
from tests.table.floor import book, other_version, sealed

CLAUSE = "1 CCR 207-1, 30-2110(15)(d)"
LETTER = "the Director, letter 17"
PROGRESSIVE = "straight-jack-progressive progressive"
MYSTERY = "must-hit-by mystery"
STRAIGHT = House(
    "colorado",
    wagers={
        "straight-jack-progressive": Choice(
            "SJP1", seeds={"progressive": 500_000}, rates={"progressive": Fraction(1, 4)}
        )
    },
)
PARTY = House(
    "pennsylvania",
    wagers={
        "jackpot-party": Choice("P1", stake=500, choices={"envy": "not offered"}),
        "must-hit-by": Choice(
            "Paytable A, $5",
            choices={"qualifying-wager": "jackpot-party", "paid-from": "jackpot slip"},
        ),
    },
)


def dealt(house: House, name: str, stakes: dict[str, int], rounds: int = 1) -> Table:
    """A table after rounds of one box that stood, or before any."""
    opened = open_house(book(), replace(house, table=name))
    links = own_links(opened, SeededSecrets(len(name)))
    for each, link in links.items():
        link.name = f"{name}/{each}"
    table = Table(
        opened, Stacked(parse_cards("10s 9d 9h 9c " * rounds)), book().digest, meters=links
    )
    for _ in range(rounds):
        table.open_round()
        for wager, cents in stakes.items():
            table.bet(1, "ann", wager, cents)
        table.deal()
        answer(table, "stand")
    return table


def straight(name: str, rounds: int = 1) -> Table:
    return dealt(STRAIGHT, name, {"blackjack": 1_000, "straight-jack-progressive": 500}, rounds)


def party(name: str, rounds: int = 1) -> Table:
    return dealt(PARTY, name, {"blackjack": 1_000, "jackpot-party": 500}, rounds)


def link_of(table: Table, name: str) -> Link:
    link = table.meters[name]
    assert isinstance(link, Link)
    return link


def again(table: Table) -> list[Event]:
    """The log as it is made once more by a replay."""
    events = TABLE_LOG.parse_log(print_log(table.log))
    assert verify(book(), events) == []
    return replay(book(), events).log


def test_30_2110_15_d_the_law_names_who_permits_a_transfer() -> None:
    own, other = straight("own"), straight("other")
    link = link_of(own, PROGRESSIVE)
    assert link.meter.discontinued == CLAUSE
    assert link.meter.permits == "the Director or the Director's designee"
    to = link_of(other, PROGRESSIVE).name
    with pytest.raises(NotAllowed) as error:
        own.awards.transfer(PROGRESSIVE, to, "sam", link.ending, "the pit closes")
    assert error.value.clause == CLAUSE
    assert "with the permission of the Director or the Director's designee" in str(error.value)
    fund = own.awards.transfer(PROGRESSIVE, to, "sam", link.ending, "the pit closes", LETTER)
    other.awards.receive(PROGRESSIVE, fund)
    own.close()
    for table in (own, other):
        said = next(e for e in table.log if isinstance(e, MeterHandover))
        assert (said.by, said.clause, said.permission) == ("sam", CLAUSE, LETTER)
        assert again(table) == table.log
    assert balances([*own.log, *other.log])[TRANSFERS] == 0
    forged = [replace(e, permission="") if isinstance(e, MeterHandover) else e for e in own.log]
    assert "with the permission" in verify(book(), forged)[0].expected


def test_30_2110_15_d_a_table_opened_again_cites_the_decision() -> None:
    own, new = straight("own"), straight("new", rounds=0)
    to = link_of(new, PROGRESSIVE).name
    fund = own.awards.transfer(PROGRESSIVE, to, "sam", REOPENED, "the rules changed")
    new.awards.receive(PROGRESSIVE, fund)
    for table in (own, new):
        said = table.log[-1]
        assert isinstance(said, MeterHandover)
        assert (said.clause, said.permission) == ("decision", "")
        assert again(table) == table.log
    assert link_of(new, PROGRESSIVE).meter.display == fund.display > 500_000


@pytest.mark.parametrize(("house", "meter"), [(STRAIGHT, PROGRESSIVE), (PARTY, MYSTERY)])
def test_a_meter_that_nobody_fed_gives_its_seed_back(house: House, meter: str) -> None:
    table = dealt(house, "own", {}, rounds=0)
    seed = link_of(table, meter).meter.seed
    before = balances(table.log)
    assert before[f"meter {meter}"] == seed > 0
    table.awards.retire(meter)
    after = balances(table.log)
    assert (after[f"meter {meter}"], after[HOUSE]) == (0, before[HOUSE] + seed)
    table.close()
    assert again(table) == table.log
    assert verify_link(link_of(table, meter).log) == []


def test_633c_14_c_3_a_mystery_handed_over_is_sealed_anew() -> None:
    own, new = party("own", rounds=3), party("new", rounds=0)
    old, link = link_of(own, MYSTERY), link_of(new, MYSTERY)
    shown = old.meter.shown
    assert shown > old.meter.seed
    new.awards.receive(MYSTERY, own.awards.transfer(MYSTERY, link.name, "sam", REOPENED, "rules"))
    assert [event.kind for event in old.log[-2:]] == ["transfer", "opened"]
    assert [event.kind for event in link.log[-3:]] == ["receive", "opened", "commit"]
    assert link.meter.shown == shown
    for table in (own, new):
        assert again(table) == table.log
        assert verify_link(link_of(table, MYSTERY).log) == []


@pytest.mark.parametrize("version", ["", "blackjack/0"])
def test_what_a_decision_hands_over_is_held_against_the_meter(version: str) -> None:
    table = straight("own")
    for name, value in (("meter", "none"), ("reserve", Fraction(7)), ("sequence", 9)):
        events = other_version(table.log, version) if version else table.log
        own = link_of(straight("own"), PROGRESSIVE)
        shoes = sealed(table.opened.house, 1)
        ending = supersede(book(), events, shoes, {}, "sam", "" if version else "it stopped")
        moved = transferred(PROGRESSIVE, own.transfer("new/x", "sam", REOPENED), "rules")
        had = chips(balances([*events, *ending, moved]))
        closed = closing(events, shoes, had)
        whole = [*events, *ending, moved, *closed]
        assert verify(book(), whole) == []
        forged = replace(moved, **{name: value})  # type: ignore[arg-type]
        found = verify(book(), [*events, *ending, forged, *closed])
        if not version:
            assert found, name
        if name == "meter":
            assert any("can be carried out" in each.expected for each in found)
