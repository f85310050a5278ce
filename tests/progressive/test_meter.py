"""58 Pa. Code § 605a.7 and 30-2110(16): a meter loses no cent, and starts anew as its rule says."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import NotAllowed, UnknownName
from pitboss.progressive.meter import (
    PLUS_RESERVE,
    MeterState,
    Moves,
    from_rule,
    moved,
    open_meter,
)
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import Meter
from tests.progressive.links import Step, meters, shares, steps

ALL = Fraction(1)
TENTH = Fraction(1, 10)


def changed(meter: MeterState, step: Step) -> tuple[int, MeterState]:
    kind, _, stake, share = step
    match kind:
        case "contribute":
            return 0, meter.contribute(stake)
        case "withdraw":
            return 0, meter.withdraw(stake)
        case _:
            return meter.award(share)


@given(meters(), steps)
def test_605a_7_seeds_and_contributions_are_paid_shown_kept_or_overflow(
    meter: MeterState, taken: list[Step]
) -> None:
    paid = 0
    for step in taken:
        award, meter = changed(meter, step)
        paid += award
        assert meter.is_conserved
        assert meter.paid == paid
        assert min(meter.shown, meter.reserve, meter.overflow, meter.contributed + meter.seed) >= 0
        assert meter.limit is None or meter.shown <= meter.limit


@given(meters(), steps)
def test_605a_7_whole_cents_moved_add_up_to_what_is_shown_and_kept(
    meter: MeterState, taken: list[Step]
) -> None:
    total, paid = Moves(meter.display, meter.kept), 0
    for step in taken:
        award, after = changed(meter, step)
        moves = moved(meter, after)
        if step[0] == "claim":
            assert moves.adds + moves.keeps + award == moves.from_house
        else:
            assert moves.from_house == 0
        total, paid, meter = total + moves, paid + award, after
    assert total.adds == meter.display == math.floor(meter.shown)
    assert total.keeps == meter.kept == math.floor(meter.reserve + meter.overflow)


@given(meters(), st.integers(1, 10_000))
def test_g_9_a_voided_stake_takes_back_all_it_gave(meter: MeterState, stake: int) -> None:
    back = meter.contribute(stake).withdraw(stake, wins=0)
    assert back.shown == meter.shown
    assert back.reserve == back.overflow == 0
    assert back.contributed == 0


@given(meters(), st.integers(1, 10_000), shares)
def test_g_9_what_was_won_since_is_not_taken_back(
    meter: MeterState, stake: int, share: Fraction
) -> None:
    won = meter.contribute(stake).award(share)[1]
    back = won.withdraw(stake, wins=0)
    taken = won.contributed - back.contributed
    assert back.is_conserved
    if share == 1:
        assert taken == 0
        assert moved(won, back) == Moves()
    else:
        assert 0 <= taken <= won.contributed
        assert min(back.shown, back.reserve, back.overflow) >= 0


def test_30_2110_16_all_of_it_resets_to_the_seed_plus_any_reserve() -> None:
    plus = open_meter("straight", 1_000_000, TENTH, Fraction(1, 20), reset=PLUS_RESERVE)
    won = plus.contribute(10_000).award(ALL)[1]
    assert (won.display, won.kept, int(won.seeded)) == (1_000_500, 0, 2_000_000)
    usual = open_meter("straight", 1_000_000, TENTH, Fraction(1, 20))
    won = usual.contribute(10_000).award(ALL)[1]
    assert (won.display, won.kept, int(won.seeded)) == (1_000_000, 0, 1_999_500)


def test_30_2110_16_a_share_only_reduces_the_meter() -> None:
    award, left = open_meter("straight", 1_005, TENTH).award(TENTH)
    assert (award, left.display, left.wins) == (100, 905, 0)


def test_39a_a_meter_stops_at_its_limit_and_starts_with_the_overflow() -> None:
    """N.J.A.C. 13:69E-1.39A(a), (b): limit and overflow."""
    meter = open_meter("mega", 10_000, TENTH, limit=10_030).contribute(500)
    assert (meter.display, meter.kept) == (10_030, 20)
    assert meter.withdraw(300).display == 10_020
    award, meter = meter.award(ALL)
    assert (award, meter.display, meter.kept) == (10_030, 10_020, 0)
    assert meter.seeded == 20_000


def test_39a_a_limit_below_the_seed_is_refused() -> None:
    with pytest.raises(NotAllowed, match=r"limit of \$5 must not be lower"):
        open_meter("mega", 1_000, TENTH, limit=500)


def test_an_unknown_start_is_refused() -> None:
    with pytest.raises(UnknownName, match="seed plus reserve"):
        open_meter("mega", 1_000, TENTH, reset="seed plus reserves")


@pytest.mark.parametrize("share", [Fraction(0), Fraction(-1), Fraction(11, 10)])
def test_a_share_that_cannot_be_won_is_refused(share: Fraction) -> None:
    with pytest.raises(NotAllowed, match="cannot be won"):
        open_meter("mega", 1_000, TENTH).award(share)


def test_633c_14_c_4_a_mystery_meter_runs_from_minimum_to_maximum(book: Rulebook) -> None:
    found = {
        table.id: from_rule(table.meters[0], 100, None, None, None)
        for table in book.wager("must-hit-by").paytables
    }
    assert len(found) == 12
    meter = found["Paytable B, $2"]
    assert (meter.seed, meter.display, meter.limit) == (10_000, 10_000, 50_000)
    assert meter.rate == Fraction(35, 1000)


def test_30_2110_16_a_rule_may_reset_to_seed_plus_reserve_and_have_a_limit() -> None:
    rule = Meter("straight", seed=1_000, rate=TENTH, maximum=2_000)
    meter = from_rule(rule, 100, None, None, None, reset=PLUS_RESERVE)
    assert (meter.reset, meter.limit) == (PLUS_RESERVE, 2_000)
