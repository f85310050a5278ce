"""Limits changed at an open table: posted, in force after the notice, between rounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotAllowed, UnknownName
from pitboss.rulebook.load import load
from pitboss.table.events import TABLE_LOG
from pitboss.table.events.rounds import RoundOpened
from pitboss.table.events.table import LimitsChanged, LimitsPosted
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.limits import TableLimits, in_force, with_limits
from pitboss.table.houses.opening import open_house
from pitboss.table.log.replay import opened_by, replay, resume
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer, of_kind, pennsylvania, refused
from tests.table.floor import sealed
from tests.vault import MemoryVault

BOOK = load()
HOUSE = pennsylvania(perfect_pairs=Choice("Paytable A"))  # $10 to $500, and $1 to $100
NOW = 1_800_000_000
ROUND = "9h 8h 7h Ts"


def table_of(house: House = HOUSE, rounds: int = 3) -> Table:
    cards = parse_cards(" ".join([ROUND] * rounds))
    return Table(open_house(BOOK, house), Stacked(cards), BOOK.digest)


def post(table: Table, limits: TableLimits, at: int = NOW, empty: bool = False) -> None:
    table.post_limits(with_limits(BOOK, table.opened, limits), "sam", at, empty)


def play(table: Table, dollars: int) -> None:
    table.open_round()
    table.bet(1, "ann", "blackjack", dollars * 100)
    table.deal()
    answer(table, "stand")


def test_30_2108_the_posted_limits_hold_after_the_notice_and_between_rounds() -> None:
    table = table_of()
    play(table, 10)
    post(table, TableLimits((2_500, 100_000)))
    with pytest.raises(
        NotAllowed, match="The new limits cannot take effect for another 30 minutes"
    ):
        table.change_limits(NOW)
    assert not table.limits_due(NOW + 1_799)
    play(table, 10)  # the old ones hold until then
    assert table.limits_due(NOW + 1_800)
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match="Betting is open"):
        table.change_limits(NOW + 1_800)
    table.deal()
    with pytest.raises(NotAllowed, match="A round is in play"):
        table.change_limits(NOW + 1_800)
    answer(table, "stand")
    table.change_limits(NOW + 1_800)
    table.open_round()
    words = refused(lambda: table.bet(1, "ann", "blackjack", 1_000))
    assert words == "Blackjack stakes are $25 to $1,000 here, not $10."
    table.bet(1, "ann", "blackjack", 100_000)


def test_nobody_at_the_table_needs_no_notice() -> None:
    table = table_of()
    post(table, TableLimits((2_500, 100_000)), empty=True)
    table.change_limits(NOW)
    assert of_kind(table, LimitsPosted)[0].holds_from == NOW
    assert table.opened.house.least == 2_500


def test_the_house_files_its_own_notice() -> None:
    table = table_of(replace(HOUSE, notice=5))
    post(table, TableLimits((2_500, 100_000)))
    assert not table.limits_due(NOW + 299)
    assert table.limits_due(NOW + 300)


def test_a_side_wager_has_limits_of_its_own() -> None:
    table = table_of()
    post(table, TableLimits((1_000, 50_000), {"perfect-pairs": (500, 2_500)}), empty=True)
    table.change_limits(NOW)
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    words = refused(lambda: table.bet(1, "ann", "perfect-pairs", 2_600))
    assert words == "Perfect Pairs takes $5 to $25 at this table, not $26."


def test_limits_that_the_law_does_not_allow_are_refused_before_they_are_posted() -> None:
    house = House("south_dakota", wagers={})
    table = Table(open_house(BOOK, house), Stacked(()), BOOK.digest)
    with pytest.raises(NotAllowed, match=r"20:18:12\.01:08\.01"):
        with_limits(BOOK, table.opened, TableLimits((1_000, 200_000)))
    with pytest.raises(UnknownName, match="perfect-pairs"):
        with_limits(BOOK, table.opened, TableLimits((1_000, 5_000), {"perfect-pairs": (100, 200)}))


def test_a_stake_that_feeds_a_meter_does_not_change_while_it_is_in_operation() -> None:
    party = Choice("P1", stake=500, choices={"envy": "not offered"})
    table = table_of(pennsylvania(jackpot_party=party))
    with pytest.raises(NotAllowed, match="jackpot-party has a fixed stake"):
        with_limits(BOOK, table.opened, TableLimits((1_000, 50_000), {"jackpot-party": (200, 300)}))


def test_only_a_floor_supervisor_posts_limits() -> None:
    table = table_of()
    new = with_limits(BOOK, table.opened, TableLimits((2_500, 100_000)))
    with pytest.raises(NotAllowed, match="A floor supervisor posts limits, not the dealer"):
        table.post_limits(new, "dealer", NOW)
    same = with_limits(BOOK, table.opened, TableLimits.of(table.opened.house))
    with pytest.raises(NotAllowed, match=r"The limits are already \$1 to \$500, "):
        table.post_limits(same, "sam", NOW)


def test_the_log_says_who_posted_what_and_is_replayed() -> None:
    table = table_of()
    play(table, 10)
    post(table, TableLimits((2_500, 100_000)))
    play(table, 10)
    table.change_limits(NOW + 1_800)
    play(table, 25)
    assert of_kind(table, LimitsPosted)[0].by == "sam"
    assert of_kind(table, LimitsChanged)[0].limits == "2500-100000 perfect-pairs:100-10000"
    carried = [(e.limits, e.posted) for e in of_kind(table, RoundOpened)]
    new = "2500-100000 perfect-pairs:100-10000"
    assert carried == [("", ""), ("", f"{NOW + 1_800} {new}"), (new, "")]
    log = [TABLE_LOG.parse_event(str(each)) for each in table.log]
    assert verify(BOOK, log) == []
    assert replay(BOOK, log).opened.house.most == 100_000
    at = next(n for n, e in enumerate(log) if isinstance(e, LimitsChanged))
    assert verify(BOOK, [*log[:at], *log[at + 1 :]])  # without the line the rest differs


def test_a_table_is_resumed_with_its_limits_and_what_is_posted() -> None:
    house, vault = replace(HOUSE, table="pit"), MemoryVault()
    table = Table(open_house(BOOK, house), sealed(house, 1, vault), BOOK.digest)
    post(table, TableLimits((2_500, 100_000)), empty=True)
    table.change_limits(NOW)
    post(table, TableLimits((5_000, 100_000)), NOW + 1)
    table.open_round()
    again = resume(
        BOOK, opened_by(BOOK, table.log), table.log, sealed(house, 1, vault), table.meters
    )
    assert again.opened.house.least == 2_500
    assert in_force(house, table.log[-1:]).least == 2_500
    assert again.posted is not None
    assert again.posted.limits.table == (5_000, 100_000)
    assert again.posted.holds_from == NOW + 1_801
