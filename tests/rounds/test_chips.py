"""A stake is a sum of the house's chips; odd amounts come only from payouts."""

from dataclasses import replace
from itertools import product

import pytest

from pitboss.chips import Chips
from pitboss.errors import NotAllowed, SettingsError
from pitboss.procedure.steps import AskStake
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import StakeAsked
from pitboss.table.houses.house import Choice, House, logged_settings
from pitboss.table.houses.opening import open_house
from tests.rounds.stack import (
    Stakes,
    answer,
    betting,
    deal,
    done,
    of_kind,
    pennsylvania,
    refused,
    results,
    seat,
)

BOOK = load()
PA = pennsylvania()
FIVES = (500, 2_500, 10_000)
LOW = replace(PA, least=100)


def test_every_sum_up_to_40_is_found_as_counting_finds_it() -> None:
    for values in [(1,), (2,), (3, 7), (4, 6), (5, 8, 9), (100, 250, 500)]:
        ranges = [range(0, 41 // value + 1) for value in values]
        sums = {sum(n * v for n, v in zip(some, values, strict=True)) for some in product(*ranges)}
        chips = Chips(values)
        for cents in range(1, 41):
            assert chips.make(cents) == (cents in sums)
            assert chips.below(cents) == max(each for each in sums if each <= cents)
            above = min((each for each in sums if each >= cents), default=None)
            assert above is None or above > 40 or chips.above(cents) == above


def test_a_stake_is_a_sum_of_chips() -> None:
    table = betting(BOOK, replace(PA, least=500))
    says = r"\$5.01 cannot be made with the chips here, .*\$500; \$5 or \$5.50 can"
    with pytest.raises(NotAllowed, match=says):
        table.bet(1, "ann", "blackjack", 501)
    table.bet(1, "ann", "blackjack", 750)


def test_a_bet_for_the_dealer_is_a_sum_of_chips() -> None:
    table = betting(BOOK, PA)
    table.bet(1, "ann", "blackjack", 1_000)
    assert "$1.50 cannot be made with the chips here" in refused(
        lambda: table.tip(1, "blackjack", 150)
    )
    table.tip(1, "blackjack", 250)


def test_odd_amounts_come_from_payouts() -> None:
    """3 to 2 on $7 is $10.50, though nobody can stake fifty cents."""
    house = replace(PA, least=100)
    assert results(deal(BOOK, house, "As 9h Kd 8c", {"blackjack": 7})) == [
        "blackjack $7: natural, $17.5 back"
    ]


@pytest.mark.parametrize(
    ("stake", "most"), [(10, 500), (15, 750), (9, 450), (3, 100), (2, 100), (1, None)]
)
def test_633a_8_insurance_is_up_to_half_in_chips(stake: int, most: int | None) -> None:
    """Half of $3 is $1.50, which $1 and $2.50 do not make; half of $1 is no chip at all."""
    table = seat(BOOK, LOW, "10s Ah 9d 9c", {"blackjack": stake})
    asked = [each.most for each in of_kind(table, StakeAsked)]
    assert asked == ([most] if most else [])


@pytest.mark.parametrize(("stake", "offered"), [(10, True), (5, True), (3, False)])
def test_new_hampshire_insurance_is_half_or_nothing(stake: int, offered: bool) -> None:
    house = House("new_hampshire", least=100)
    table = seat(BOOK, house, "10s Ah 9d 9c", {"blackjack": stake})
    assert table.pending
    assert ("insure" in getattr(table.pending.step, "may", ())) == offered


def test_633a_10_a_double_for_less_is_a_smaller_sum_of_chips() -> None:
    table = answer(seat(BOOK, PA, "6s 6h 5d 10c 2d 10h", {"blackjack": 10}), "double for less")
    assert table.pending
    step = table.pending.step
    assert isinstance(step, AskStake)
    assert (step.least, step.most) == (100, 950)
    for dollars in ("0.01", "9.99", "1.50"):
        with pytest.raises(NotAllowed):
            answer(table, dollars)
    done(BOOK, answer(table, "7.50"))
    assert results(table) == ["blackjack $17.5: dealer busts, $35 back"]


def test_a_stake_of_one_chip_cannot_be_doubled_for_less() -> None:
    for dollars, there in ((1, False), (2, True)):
        table = seat(BOOK, LOW, "6s 6h 5d 10c", {"blackjack": dollars})
        assert table.pending
        assert ("double for less" in getattr(table.pending.step, "may", ())) == there


def test_633c_11_e_a_press_is_the_chips_that_were_won() -> None:
    """A flush wins 5 to 1 of $2.50: $12.50 in chips, of which any sum may cap the wager."""
    readings = {"D-33": "blackjack wager only", "D-33-b": "half of both"}
    house = pennsylvania(trilux_deluxe=Choice("TLX-3", choices=readings))
    stakes: Stakes = {"blackjack": 10, "trilux-deluxe": 2.5}
    table = seat(BOOK, house, "2h 9h 5h 9d", stakes)
    assert results(table) == ["trilux-deluxe $2.5: Flush, $15 back"]
    assert table.pending
    assert isinstance(table.pending.step, AskStake)
    assert table.pending.step.most == 1_250
    with pytest.raises(NotAllowed, match="cannot be made with the chips"):
        table.answer_stake(table.pending.number, 150)


def test_new_hampshire_antes_are_each_a_sum_of_chips() -> None:
    house = House("new_hampshire")
    with pytest.raises(NotAllowed, match=r"\$10.05 cannot be made with the chips"):
        betting(BOOK, house).bet(1, "ann", "blackjack", 1_005)


@pytest.mark.parametrize(
    ("house", "says"),
    [
        (
            replace(PA, chips=FIVES, least=700),
            r"chips must add up to the minimum, \$7 \(allowed: \$5 o",
        ),
        (
            replace(PA, chips=FIVES, most=50_100),
            r"chips must add up to the maximum, \$501 \(allowed: ",
        ),
        (
            replace(pennsylvania(perfect_pairs=Choice()), least=500, chips=FIVES),
            r"unlike the minimum on perfect-pairs, \$1 \(allowed: \$5\)",
        ),
        (
            replace(
                pennsylvania(
                    jackpot_party=Choice("P1", stake=100, choices={"envy": "not offered"})
                ),
                least=500,
                chips=FIVES,
            ),
            r"unlike jackpot-party.stake, \$1 \(allowed: \$5\)",
        ),
        (replace(PA, chips=()), "chips must name every chip once, the smallest first"),
        (replace(PA, chips=(500, 100)), "chips must name every chip once, the smallest first"),
        (replace(PA, chips=(0, 100)), r"chips must have a smallest chip from \$0.01 to \$100"),
        (replace(PA, unit=100), r"unit must divide every chip, unlike \$2.50"),
    ],
)
def test_what_no_sum_of_chips_makes_is_refused_at_opening(house: House, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        open_house(BOOK, house)


def test_a_house_of_5_dollar_chips() -> None:
    pairs = pennsylvania(perfect_pairs=Choice(least=500))
    house = replace(pairs, least=1_000, chips=FIVES, unit=100)
    table = betting(BOOK, house)
    assert r"$12 cannot be made with the chips here, $5, $25 and $100; $10 or $15 can" in refused(
        lambda: table.bet(1, "ann", "blackjack", 1_200)
    )
    table.bet(1, "ann", "blackjack", 1_500)


def test_a_log_from_before_chips_were_filed_took_any_amount(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as before:
        before.setattr("pitboss.table.houses.opening.check_settings", lambda house: None)
        before.setattr(House, "to_json", lambda house, made=House.to_json: old_header(made(house)))
        old = replace(PA, chips=())
        table = seat(BOOK, old, "6s 6h 5d 10c 2d 10h", {"blackjack": 10.01})
        done(BOOK, answer(table, "double for less", "0.07"))
    assert '"chips"' not in table.log[0].line.replace(chr(92), "")
    assert logged_settings(old_header(PA.to_json())).chips == ()


def old_header(text: str) -> str:
    """The header of a log as it was before chips were filed."""
    before, _, after = text.partition('"chips":[')
    return before + after.partition("],")[2]
