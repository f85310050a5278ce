"""9 NYCRR 5321.18 and 30-2110(15)(d): linked tables, the order of wins, retiring and transfers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import NotAllowed, PitbossError
from pitboss.log import Event, print_log
from pitboss.progressive.events import (
    METER_LOG,
    Claimed,
    Contributed,
    FundMoved,
    MeterOpened,
    TableJoined,
    Withdrawn,
)
from pitboss.progressive.link import Link
from pitboss.progressive.link_replay import link_from, verify_link
from pitboss.progressive.meter import Fund, MeterState, open_meter
from tests.progressive.links import TABLES, Step, changes, linked, meters, steps, take, take_all

ALL = Fraction(1)
RATE = Fraction(16, 100)
RESERVE = Fraction(3, 80)
KEY = "table 1/12/3/jackpot-party"
CLAUSE = "30-2110(15)(d)"


def mega(name: str = "mega", seed: int = 10_000) -> MeterState:
    return open_meter(name, seed, RATE, RESERVE)


def same(one: Link, other: Link) -> bool:
    """Two links that nobody can tell apart, their answers to old keys included."""
    return (one.log, changes(one), one.meter, one.tables, one.closed, one.fund) == (
        other.log,
        changes(other),
        other.meter,
        other.tables,
        other.closed,
        other.fund,
    )


@given(meters(), steps)
def test_605a_7_every_entry_is_conserved_and_its_accounts_are_the_floors(
    meter: MeterState, taken: list[Step]
) -> None:
    link = linked(meter)
    for step in taken:
        take(link, step)
        entries = changes(link)
        assert link.meter.is_conserved
        assert sum(e.adds for e in entries) == link.meter.display == entries[-1].shows
        assert sum(e.keeps for e in entries) == link.meter.kept
        assert sum(e.cents for e in entries) == link.meter.paid
    for entry in changes(link):
        given_back = entry.adds + entry.keeps + entry.cents
        if isinstance(entry, MeterOpened | Claimed):
            assert given_back == entry.from_house
        else:
            assert (entry.from_house, entry.cents, entry.hit) == (0, 0, 0)


@given(meters(), steps)
def test_the_same_key_again_changes_nothing(meter: MeterState, taken: list[Step]) -> None:
    link = linked(meter)
    take_all(link, taken)
    entries, log, state = list(changes(link)), list(link.log), link.meter
    for entry in entries[1:]:
        match entry:
            case TableJoined(key=key):
                assert link.join(key) is entry
            case Contributed(key=key, stake=stake):
                assert link.contribute(key, stake) is entry
            case Withdrawn(key=key):
                assert link.withdraw(key) is entry
            case Claimed(key=key, share=share):
                assert link.claim(key, Fraction(share.strip("%")) / 100) is entry
            case _:
                raise AssertionError(entry)
    assert (changes(link), link.log, link.meter) == (entries, log, state)


@given(meters(), steps)
def test_a_replayed_log_is_the_same_link(meter: MeterState, taken: list[Step]) -> None:
    link = linked(meter)
    take_all(link, taken)
    events = METER_LOG.parse_log(print_log(link.log))
    again = link_from(events)
    assert same(again, link)
    assert verify_link(events) == []
    for step in taken:
        take(again, step)
        take(link, step)
    assert same(again, link)


@given(meters(), steps)
def test_5321_18_a_crash_after_any_event_resumes_the_same(
    meter: MeterState, taken: list[Step]
) -> None:
    whole = linked(meter)
    accepted = take_all(whole, taken)
    for cut in range(1, len(whole.log) + 1):
        kept: list[Event] = []
        link = link_from(whole.log[:cut], sink=kept.append)
        for table in TABLES:
            link.join(table)
        take_all(link, accepted)
        assert same(link, whole)
        assert whole.log[:cut] + kept == whole.log


@given(meters(), st.data())
def test_5321_18_two_tables_in_any_order_give_the_sum(
    meter: MeterState, data: st.DataObject
) -> None:
    stakes = [
        (f"{table}/{n}/1/side", stake)
        for table in TABLES
        for n, stake in enumerate(data.draw(st.lists(st.integers(1, 5_000), max_size=8)))
    ]
    link, alone = linked(meter), meter
    for key, stake in data.draw(st.permutations(stakes)):
        link.contribute(key, stake)
    for _, stake in stakes:
        alone = alone.contribute(stake)
    assert link.meter == alone


def test_5321_18_near_simultaneous_wins_are_paid_in_the_order_of_the_log() -> None:
    link = linked(mega())
    first = link.claim("table 2/8/1/side", ALL)
    second = link.claim("table 1/5/1/side", ALL)
    assert first.sequence < second.sequence
    link.contribute("table 1/6/1/side", 10_000)
    assert link.claim("table 2/8/1/side", ALL).cents == 10_000
    assert (second.cents, second.shows, second.from_house) == (10_000, 10_000, 10_000)


def test_5321_18_the_same_key_for_something_else_is_refused() -> None:
    link = linked(mega())
    link.contribute(KEY, 500)
    link.claim(KEY, Fraction(1, 10))
    log = list(link.log)
    with pytest.raises(NotAllowed, match="stake 500: the same key cannot be used with stake 600"):
        link.contribute(KEY, 600)
    with pytest.raises(NotAllowed, match="share 10%: the same key cannot be used with share 20%"):
        link.claim(KEY, Fraction(1, 5))
    assert link.log == log


def test_5321_18_a_second_table_joins_only_a_linked_meter() -> None:
    link = Link(mega())
    assert link.join("table 1") is link.join("table 1")
    with pytest.raises(NotAllowed, match="table 1 alone feeds it, and table 2 cannot join"):
        link.join("table 2")
    for refused in (lambda: link.contribute("table 2/1/1/side", 100), lambda: link.claim("x", ALL)):
        with pytest.raises(NotAllowed, match="has not joined the mega meter"):
            refused()
    with pytest.raises(NotAllowed, match="without a slash"):
        Link(mega()).join("pit 1/table 2")
    assert linked(mega()).tables == list(TABLES)


def test_5321_18_parameters_do_not_change_in_operation() -> None:
    link = linked(mega())
    link.contribute(KEY, 500)
    with pytest.raises(NotAllowed, match="must be new"):
        Link(link.meter)
    other = Link(open_meter("mega", 10_000, Fraction(17, 100), RESERVE), linked=True)
    assert [d.line for d in verify_link([*link.log, other.log[0]])] == [len(link.log) + 1]
    assert [d.line for d in verify_link([other.log[0], *link.log[1:]])] == [4]


def test_g_9_nothing_can_be_withdrawn_that_was_not_contributed() -> None:
    link = linked(mega())
    with pytest.raises(NotAllowed, match="has not contributed to the mega meter"):
        link.withdraw(KEY)
    with pytest.raises(NotAllowed, match="A stake must be more than"):
        link.contribute(KEY, 0)


def test_g_9_a_contribution_that_was_won_stays_with_its_winner() -> None:
    link = linked(mega())
    link.contribute(KEY, 500)
    link.claim("table 2/3/1/side", ALL)
    link.contribute("table 2/4/1/side", 500)
    back = link.withdraw(KEY)
    assert (back.adds, back.keeps, back.shows) == (0, 0, 10_080)
    gone = link.withdraw("table 2/4/1/side")
    assert (gone.adds, gone.keeps, gone.shows) == (-80, -18, 10_000)


def test_an_event_that_cannot_be_kept_has_not_happened() -> None:
    def full(_: Event) -> None:
        raise OSError("disk full")

    link = linked(mega())
    log, meter = list(link.log), link.meter
    link.sink = full
    for change in (
        lambda: link.contribute(KEY, 500),
        lambda: link.claim(KEY, ALL),
        lambda: link.transfer("giga", "the Director", CLAUSE),
    ):
        with pytest.raises(OSError, match="disk full"):
            change()
    assert (link.log, link.meter, link.closed) == (log, meter, "")
    link.sink = None
    assert link.contribute(KEY, 500).adds == 80


@pytest.mark.parametrize(
    ("line", "was", "now"),
    [
        (1, "start=10000", "start=10001"),
        (1, "linked=yes", "linked=perhaps"),
        (4, "stake=500", "stake=600"),
        (4, "adds=80", "adds=81"),
        (5, "cents=10080", "cents=10081"),
        (5, "share=100%", "share=1/0"),
        (6, "key=", "key=x"),
    ],
)
def test_verify_says_which_line_is_wrong(line: int, was: str, now: str) -> None:
    link = linked(mega())
    link.contribute(KEY, 500)
    link.claim(KEY, ALL)
    link.withdraw(KEY)
    text = print_log(link.log).splitlines()
    assert was in text[line - 1]
    text[line - 1] = text[line - 1].replace(was, now).replace('x"', '"x')
    events = METER_LOG.parse_log("\n".join(text) + "\n")
    assert [d.line for d in verify_link(events)] == [line]
    with pytest.raises(PitbossError, match=f"line {line}: the log says"):
        link_from(events)


@pytest.mark.parametrize("text", ["", "join key=x\n", "open key=mega\n"])
def test_what_is_no_log_of_a_meter_is_refused(text: str) -> None:
    with pytest.raises(PitbossError):
        link_from(METER_LOG.parse_log(text))


def test_30_2110_15_d_no_meter_is_retired_before_its_highest_award_is_won() -> None:
    link = linked(mega())
    early = "may not be discontinued before its highest award"
    link.contribute(KEY, 500)
    with pytest.raises(NotAllowed, match=early):
        link.retire()
    link.claim("table 1/1/1/side", Fraction(1, 10))
    with pytest.raises(NotAllowed, match=early):
        link.retire()
    link.claim("table 1/2/1/side", ALL)
    link.contribute("table 1/3/1/side", 500)
    with pytest.raises(NotAllowed, match=early):
        link.retire()
    link.claim("table 1/3/1/side", ALL)
    entry = link.retire()
    assert (entry.adds, entry.keeps, entry.from_house) == (-10_000, 0, -10_000)
    assert link.meter.is_conserved
    assert (link.meter.display, link.closed) == (0, "retired")
    assert same(link_from(link.log), link)


def test_an_untouched_meter_owes_nobody_anything_and_gives_its_seed_back() -> None:
    link = linked(mega())
    link.contribute(KEY, 500)
    assert link.owes()
    link.withdraw(KEY)
    assert not link.owes()
    entry = link.retire()
    assert (entry.adds, entry.keeps, entry.from_house) == (-10_000, 0, -10_000)
    assert link.meter.seeded == 0
    assert link.meter.is_conserved
    assert same(link_from(link.log), link)


@pytest.mark.parametrize(("discontinued", "says"), [("", "House rule"), (CLAUSE, CLAUSE)])
def test_where_no_law_speaks_of_its_end_the_house_keeps_a_meter(
    discontinued: str, says: str
) -> None:
    link = linked(replace(mega(), discontinued=discontinued))
    link.contribute(KEY, 500)
    for each in (link, link_from(link.log)):
        with pytest.raises(NotAllowed, match=rf"^{re.escape(says)}: the mega meter may not be"):
            each.retire()
        with pytest.raises(
            NotAllowed, match=rf"^{re.escape(says)}: name the meter that takes over"
        ):
            each.transfer("", "the Director", CLAUSE)


def retired(link: Link) -> str:
    link.claim(KEY, ALL)
    link.retire()
    return "The mega meter was retired: it is no longer in operation"


def transferred(link: Link) -> str:
    link.transfer("giga", "the Director", CLAUSE)
    return "The mega meter was transferred to the giga meter: it is no longer in operation"


@pytest.mark.parametrize("close", [retired, transferred])
def test_30_2110_15_d_a_closed_meter_takes_nothing(close: Callable[[Link], str]) -> None:
    link = linked(mega())
    fed = link.contribute(KEY, 500)
    said = close(link)
    log = list(link.log)
    fund = Fund("mini", 4, "mega", "the Director", CLAUSE, ALL, ALL, ALL)
    for refused in (
        lambda: link.join("table 3"),
        lambda: link.contribute("table 1/9/9/side", 500),
        lambda: link.withdraw(KEY),
        lambda: link.claim("table 1/9/9/side", ALL),
        lambda: link.transfer("tera", "the Director", CLAUSE),
        lambda: link.receive(fund),
    ):
        with pytest.raises(NotAllowed, match=said):
            refused()
    assert link.contribute(KEY, 500) is fed
    assert link.log == log


@given(meters(), steps, meters(), steps)
def test_30_2110_15_d_a_transfer_takes_its_fund_along(
    old: MeterState, before: list[Step], new: MeterState, after: list[Step]
) -> None:
    one, other = linked(old), linked(new)
    take_all(one, before)
    take_all(other, after)
    held = one.meter.shown, one.meter.reserve, one.meter.overflow
    standing = other.meter
    with pytest.raises(NotAllowed, match="the meter that takes over"):
        one.transfer("mega", "the Director", CLAUSE)
    fund = one.transfer("giga", "the Director", CLAUSE)
    assert one.transfer("giga", "the Director", CLAUSE) is fund is one.fund
    assert (fund.shown, fund.reserve, fund.overflow) == held
    with pytest.raises(NotAllowed, match="transferred to the giga meter, not to the mega meter"):
        other.receive(fund)
    assert one.meter.is_conserved
    assert (one.meter.display, one.meter.kept) == (0, 0)
    assert sum(e.adds for e in changes(one)) == sum(e.keeps for e in changes(one)) == 0
    moved_on = replace(fund, of="giga", to="mega")
    entry = other.receive(moved_on)
    assert other.receive(moved_on) is entry
    assert other.meter.is_conserved
    assert other.meter.transferred == sum(held)
    assert other.meter.reserve == standing.reserve + held[1]
    seed = min(standing.display, fund.display) if standing.is_untouched else 0
    total = standing.shown + standing.overflow - seed + held[0] + held[2]
    assert other.meter.shown + other.meter.overflow == total
    assert sum(e.adds for e in changes(other)) == other.meter.display
    assert sum(e.keeps for e in changes(other)) == other.meter.kept
    for link in (one, other):
        assert same(link_from(METER_LOG.parse_log(print_log(link.log))), link)


@pytest.mark.parametrize(("stake", "back"), [(100, 10_016), (1_000_000, 50_000)])
def test_30_2110_15_d_the_fund_of_another_takes_the_place_of_a_seed(stake: int, back: int) -> None:
    one = linked(mega())
    one.contribute(KEY, stake)
    shown = one.meter.shown
    fund = one.transfer("giga", "the Director", CLAUSE)
    other = linked(mega("giga", 50_000))
    assert other.receive(fund).from_house == -back
    assert other.meter.shown == max(50_000, shown)
    assert other.meter.reserve == stake * RESERVE
    assert other.meter.is_conserved
    assert same(link_from(other.log), other)


@pytest.mark.parametrize(("by", "clause"), [("", CLAUSE), ("sam", "")])
def test_30_2110_15_d_a_transfer_names_who_carries_it_out(by: str, clause: str) -> None:
    with pytest.raises(NotAllowed, match="the person responsible and the clause"):
        linked(mega()).transfer("giga", by, clause)


def test_30_2110_15_d_a_transfer_needs_the_permission_of_the_director() -> None:
    meter = replace(mega(), discontinued=CLAUSE, permits="the Director")
    permission = "the Director, letter 17"
    link = linked(meter)
    link.contribute(KEY, 500)
    for none in ("", " "):
        with pytest.raises(NotAllowed, match=r"only with the permission of the Director: say who"):
            link.transfer("giga", "sam", CLAUSE, none)
    fund = link.transfer("giga", "sam", CLAUSE, permission)
    assert link.transfer("giga", "sam", CLAUSE, permission) is fund
    other = linked(mega("giga"))
    other.receive(fund)
    for each in (link, other):
        moved = each.log[-1]
        assert isinstance(moved, FundMoved)
        assert (moved.by, moved.permission) == ("sam", permission)
        assert same(link_from(METER_LOG.parse_log(print_log(each.log))), each)
    forged = [replace(e, permission="") if isinstance(e, FundMoved) else e for e in link.log]
    assert [each.line for each in verify_link(forged)] == [len(link.log)]
