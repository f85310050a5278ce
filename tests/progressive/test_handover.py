"""§ 633c.14(c)(3): no handover of a mystery's fund makes the next stake win it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import NotAllowed
from pitboss.log import Event, print_log
from pitboss.progressive.events import METER_LOG, ValueCommitted, ValueOpened
from pitboss.progressive.link import Link
from pitboss.progressive.link_replay import link_from, verify_link
from pitboss.progressive.meter import REOPENED, Fund
from pitboss.progressive.secret import (
    ABOVE,
    CAPPED,
    DRAWN_LOWER,
    REACHED,
    Mystery,
    SealedValue,
    SeededSecrets,
)
from tests.progressive.links import (
    LARGEST,
    TABLES,
    Step,
    changes,
    mysteries,
    mystery_link,
    mystery_meter,
    steps,
    take_all,
)

SEED, LIMIT = 1_000, 1_200


class Listed:
    """Known values, in their order, and between what bounds each was asked for."""

    def __init__(self, *values: int) -> None:
        self.values = iter(values)
        self.bounds: list[tuple[int, int]] = []

    def next(self, low: int, high: int) -> SealedValue:
        self.bounds.append((low, high))
        return SealedValue(next(self.values), f"salt {len(self.bounds)}", "test")


def listed(mystery: Mystery, *values: int) -> tuple[Link, Listed]:
    """A mystery link of one table from known values."""
    source = Listed(*values)
    link = Link(mystery_meter(), mystery=mystery, secrets=source)
    link.join("table 1")
    return link, source


def hits(link: Link, key: str, stake: int) -> bool:
    return link.contribute(f"table 1/{key}/1/side", stake).hit > 0


def handed(shown: int | Fraction, overflow: int = 0) -> Fund:
    """The fund of another mystery."""
    parts = Fraction(shown), Fraction(0), Fraction(overflow)
    return Fund("old", 9, "mystery", "sam", REOPENED, *parts)


@pytest.mark.parametrize(
    ("struck", "within", "stake"),
    list(product((ABOVE, REACHED), (DRAWN_LOWER, CAPPED), (1, 2_500, 2_525, 4_999))),
)
def test_633c_14_c_3_the_new_value_is_as_the_old_one_that_was_not_hit(
    struck: str, within: str, stake: int
) -> None:
    """Every value that the first stake has not hit is drawn again, each as likely, no other is."""
    mystery = Mystery(LARGEST, struck, within)
    low, high = mystery.span(mystery_meter())
    assert (low, high) == (SEED, LIMIT if within == CAPPED else LIMIT - 100)
    standing: set[int] = set()
    soon: set[int] = set()
    for value in range(low, high + 1):
        link, _ = listed(mystery, value, high)
        if not hits(link, "1", stake):
            standing.add(value)
            if hits(link, "2", 500):
                soon.add(value)
    one, _ = listed(mystery, high)
    one.contribute("table 1/1/1/side", stake)
    fund = replace(one.transfer("new", "sam", REOPENED), of="old", to="mystery")
    for first in (low, high):
        other, source = listed(mystery, first, high)
        other.receive(fund)
        assert other.meter.shown == changes(one)[-2].shows + fund.shown % 1
        assert set(range(source.bounds[1][0], source.bounds[1][1] + 1)) == standing
    won = set()
    for value in standing:
        other, _ = listed(mystery, low, value, high)
        other.receive(fund)
        if hits(other, "1", 500):
            won.add(value)
    assert won == soon


@pytest.mark.parametrize("within", [DRAWN_LOWER, CAPPED])
def test_633c_14_c_5_what_is_above_the_maximum_waits_for_the_next_start(within: str) -> None:
    """Two funds of $11.50 in a meter of up to $12: full, it is won, and starts at what is left."""
    mystery = Mystery(LARGEST, within=within)
    _, high = mystery.span(mystery_meter())
    other, source = listed(mystery, SEED, high, high, high)
    other.receive(handed(1_150))
    assert (other.meter.display, other.meter.kept) == (1_150, 0)
    full = other.receive(replace(handed(1_150), sequence=11))
    assert (full.shows, full.keeps, other.meter.kept) == (1_200, 1_100, 1_100)
    assert source.bounds[2] == (high, high)
    won = other.contribute("table 1/1/1/side", 500)
    assert (won.hit, won.shows) == (1_200, 1_200)
    assert other.meter.overflow == 1_000 + 1_110 - 1_200
    assert other.meter.is_conserved
    assert same(link_from(other.log, Listed(SEED, high, high, high)), other)
    assert verify_link(other.log) == []


def test_633c_14_c_3_after_overflow_the_next_value_lies_above_what_is_shown() -> None:
    other, source = listed(Mystery(LARGEST, within=CAPPED), SEED, LIMIT, LIMIT)
    other.receive(handed(1_200, overflow=80))
    assert hits(other, "1", 500)
    assert (other.meter.display, other.meter.kept) == (1_090, 0)
    assert source.bounds[2] == (1_090, LIMIT)
    assert not hits(other, "2", 500)


def same(one: Link, other: Link) -> bool:
    return (one.log, changes(one), one.meter, one.closed, one.fund) == (
        other.log,
        changes(other),
        other.meter,
        other.closed,
        other.fund,
    )


def handover(
    mystery: Mystery, before: list[Step], after: list[Step], seed: int
) -> tuple[Link, Link]:
    """A mystery that hands over and one that receives, and goes on."""
    one, other = mystery_link(mystery, seed), mystery_link(mystery, seed + 1)
    take_all(one, before)
    fund = replace(one.transfer("new", "sam", REOPENED), of="old", to="mystery")
    take_all(other, before)
    other.receive(fund)
    take_all(other, after)
    return one, other


@given(mysteries, steps, steps, st.integers(0, 99))
def test_633c_14_c_3_every_value_is_opened_and_every_log_verifies_at_any_line(
    mystery: Mystery, before: list[Step], after: list[Step], seed: int
) -> None:
    for at, whole in enumerate(handover(mystery, before, after, seed)):
        kinds = [event.kind for event in whole.log]
        assert kinds.count("opened") == kinds.count("commit") - at
        assert kinds[-1] == "opened" or at
        events = METER_LOG.parse_log(print_log(whole.log))
        for cut in range(1, len(events) + 1):
            assert verify_link(events[:cut]) == []
            made: list[Event] = []
            link_from(events[:cut], SeededSecrets(seed + at), made.append)
            assert tuple(made) == events[cut : cut + len(made)]
        assert same(link_from(events), whole)
        assert all(SEED <= entry.hit <= LIMIT for entry in changes(whole) if entry.hit)
        assert whole.meter.is_conserved


def test_633c_14_c_3_a_value_that_was_not_used_is_checked_too() -> None:
    one, other = handover(Mystery(LARGEST), [], [], 7)
    assert [event.kind for event in one.log[-2:]] == ["transfer", "opened"]
    assert [event.kind for event in other.log[-3:]] == ["receive", "opened", "commit"]
    for whole, at in ((one, len(one.log) - 1), (other, len(other.log) - 2)):
        events = list(whole.log)
        opened = events[at]
        assert isinstance(opened, ValueOpened)
        events[at] = replace(opened, value=opened.value + 1)
        assert [each.line for each in verify_link(events)] == [2]
        del events[at]
        assert verify_link(events) == [] if whole is one else verify_link(events)


def test_633c_14_c_3_an_opening_that_could_not_be_kept_is_made_up_for() -> None:
    one, other = mystery_link(Mystery(LARGEST), 7), mystery_link(Mystery(LARGEST), 8)
    fails: list[type[Event]] = [ValueOpened]

    def sink(event: Event) -> None:
        if type(event) in fails:
            fails.remove(type(event))
            raise OSError("disk full")

    one.sink = other.sink = sink
    with pytest.raises(OSError, match="disk full"):
        one.transfer("new", "sam", REOPENED)
    fund = replace(one.transfer("new", "sam", REOPENED), of="old", to="mystery")
    fails += [ValueOpened, ValueCommitted]
    for _ in range(2):
        with pytest.raises(OSError, match="disk full"):
            other.receive(fund)
    other.receive(fund)
    assert fails == []
    told = handover(Mystery(LARGEST), [], [], 7)
    assert [one.log, other.log] == [each.log for each in told]


def test_633c_14_c_3_a_mystery_that_is_retired_opens_its_value() -> None:
    link = mystery_link(Mystery(LARGEST))
    entry = link.retire()
    assert (entry.from_house, link.meter.is_conserved) == (-SEED, True)
    assert [event.kind for event in link.log[-2:]] == ["retire", "opened"]
    assert verify_link(link.log) == []
    assert same(link_from(link.log, SeededSecrets(7)), link)
    with pytest.raises(NotAllowed, match="was retired"):
        link.contribute(f"{TABLES[0]}/1/1/side", 500)
