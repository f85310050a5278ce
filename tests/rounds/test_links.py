"""A meter that two tables feed and win from (58 Pa. Code §§ 633c.2(d), 605a.8)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotAllowed
from pitboss.progressive.link import Link
from pitboss.progressive.link_replay import verify_link
from pitboss.rulebook.load import load
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import SlipWritten
from pitboss.table.events.table import MeterFed
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.replay import opened_by, resume
from pitboss.table.log.verification import verify
from pitboss.table.money.awards import open_link, own_links
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer, pennsylvania
from tests.vault import MemoryVault

BOOK = load()
NAME = "jackpot-party progressive"
NO_ENVY = {"envy": "not offered"}


def house(table: str, **choice: object) -> House:
    filed = Choice("P1", stake=500, link="party", choices=NO_ENVY)
    party = replace(filed, **choice)  # type: ignore[arg-type]
    return replace(pennsylvania(jackpot_party=party), table=table)


def link_of(made: House) -> Link:
    opened = open_house(BOOK, made)
    return open_link(opened, opened.meters[NAME])


def table_of(made: House, link: Link, cards: str) -> Table:
    opened = open_house(BOOK, made)
    meters = own_links(opened, shared={f"party {NAME}": link})
    return Table(opened, Stacked(parse_cards(cards)), BOOK.digest, meters=meters)


def bet(table: Table, player: str) -> None:
    table.open_round()
    table.bet(1, player, "blackjack", 1_000)
    table.bet(1, player, "jackpot-party", 500)
    table.deal()


def feeds(table: Table) -> list[tuple[int, int]]:
    return [(e.sequence, e.shows) for e in table.log if isinstance(e, MeterFed)]


PLAIN = "9s 9d 9h 8c " * 2


def test_633c_2_d_rounds_of_two_tables_interleave_on_one_meter() -> None:
    link = link_of(house("one"))
    one, two = (table_of(house(name), link, PLAIN) for name in ("one", "two"))
    for table, player in ((one, "ann"), (two, "bob"), (one, "ann")):
        bet(table, player)
        answer(table, "stand")
    assert feeds(one) == [(4, 5_000_080), (6, 5_000_240)]  # after opening and two joins
    assert feeds(two) == [(5, 5_000_160)]
    assert verify(BOOK, one.log) == verify(BOOK, two.log) == verify_link(link.log) == []
    assert link.meter.is_conserved


def test_633c_2_d_what_one_table_wins_the_other_no_longer_finds() -> None:
    link = link_of(house("one"))
    one = table_of(house("one"), link, "Qd Ad Jd Kd")
    two = table_of(house("two"), link, "Qd Ad Jd Kd")
    bet(one, "ann")
    bet(two, "bob")  # both hands lie there before either is settled
    answer(one, "0")
    answer(two, "0")
    paid = [e.cents for t in (one, two) for e in t.log if isinstance(e, SlipWritten)]
    assert paid == [5_000_160, 5_000_000]  # the order of the link's log decides
    for table in (one, two):
        table.validate(1, "sam")
        assert verify(BOOK, table.log) == []
    assert verify_link(link.log) == []


def test_605a_8_a_resumed_table_feeds_nothing_twice() -> None:
    link = link_of(house("one"))
    made, vault = house("one"), MemoryVault()
    opened = open_house(BOOK, made)
    shared = {f"party {NAME}": link}
    shoes = SealedShoes(opened.delivery, Lesson(3), vault)
    table = Table(opened, shoes, BOOK.digest, meters=own_links(opened, shared=shared))
    bet(table, "ann")
    before, log = len(link.log), list(table.log)
    bet(table_of(house("two"), link, PLAIN), "bob")  # the other table goes on meanwhile
    again = SealedShoes(opened.delivery, Lesson(3), vault)
    resumed = resume(BOOK, opened_by(BOOK, log), log, again, own_links(opened, shared=shared))
    assert feeds(resumed) == feeds(table) == [(3, 5_000_080)]
    assert [e.kind for e in link.log[before:]] == ["join", "contribute"]
    assert link.meter.display == 5_000_160


def test_605a_8_a_table_with_another_seed_or_rate_may_not_join() -> None:
    link = link_of(house("one"))
    with pytest.raises(NotAllowed, match="runs with a different seed or rate"):
        table_of(house("two", paytable="P2"), link, "")


def test_605a_8_a_link_must_be_running() -> None:
    opened = open_house(BOOK, house("one"))
    with pytest.raises(NotAllowed, match=r"The linked meter .* of 'party' is not running"):
        own_links(opened)


DRAWN = {"third-card": "drawn card"}
BLAZING = Choice(
    "A",
    stake=500,
    seeds={"meter": 1_000_000},
    rates={"meter": Fraction(1, 10)},
    link="sevens",
    choices=DRAWN,
)


def test_633c_9_a_g_7_blazing_7s_is_not_linked_unless_read_so() -> None:
    with pytest.raises(NotAllowed, match="Blazing 7's may not be linked across tables"):
        open_house(BOOK, pennsylvania(blazing_7s=BLAZING))
    read = replace(BLAZING, choices={**DRAWN, "G-7": "linked"})
    assert open_house(BOOK, pennsylvania(blazing_7s=read)).meters["blazing-7s meter"].link


def test_633c_14_a_mystery_is_not_linked() -> None:
    filed = {"qualifying-wager": "jackpot-party", "paid-from": "jackpot slip"}
    wagers = {
        "jackpot_party": Choice("P1", stake=500, choices=NO_ENVY),
        "must_hit_by": Choice(link="m", choices=filed),
    }
    with pytest.raises(NotAllowed, match="Must-Hit-By may not be linked"):
        open_house(BOOK, pennsylvania(**wagers))
