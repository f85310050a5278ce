"""What a dealer does for the winner of a meter: 58 Pa. Code §§ 633c.2, .3, .6, .9, .10, .14."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.procedure.steps import AskStake
from pitboss.progressive.link import Link
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import SlipWritten
from pitboss.table.events.table import MeterAwarded, MeterFed
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.table import Table
from tests.rounds.stack import Stakes, done, of_kind, pennsylvania, refused, seat, told
from tests.rounds.test_mystery import PARTY, dealt, party
from tests.rounds.test_pennsylvania_first_cards import both, with_progressive

BOOK = load()
SHARES = {
    "jackpot-party": ("Qs As Js Ks", 500_008),  # 10% of $50,000.80
    "match-the-dealer": ("9h 9h 9h 9c", 50_007),  # 10% of $5,000.75
    "super-4": ("Qd Ad Jd Kd", 5_000_030),  # all of the star, $50,000.30
    "blackjack-match": ("Ks As As Ks", 1_000_065),  # all of $10,000.65
}
every_share = pytest.mark.parametrize("key", SHARES)


def share_won(key: str) -> Table:
    """One box wins a share of the meter, and the hand is played on as far as it goes."""
    table = seat(BOOK, with_progressive(key), SHARES[key][0], both(key))
    while table.pending:
        step = table.pending.step
        if isinstance(step, AskStake):
            table.answer_stake(table.pending.number, 0)
        else:
            table.answer(table.pending.number, step.may[0])
    return table


@every_share
def test_h_2_the_meter_itself_says_what_was_won(key: str) -> None:
    [award] = of_kind(share_won(key), MeterAwarded)
    assert (award.meter.split(" ")[0], award.winners, award.won) == (key, 1, SHARES[key][1])


@every_share
def test_h_3_a_floorperson_and_not_the_dealer_validates_the_payout(key: str) -> None:
    table = share_won(key)
    [slip] = table.slips
    assert "not the dealer" in refused(lambda: table.validate(slip, "dealer"))
    table.validate(slip, "sam")
    assert not table.slips


@every_share
def test_h_4_a_share_is_not_paid_from_the_rack_and_the_cards_stay(key: str) -> None:
    table = share_won(key)
    [slip] = of_kind(table, SlipWritten)
    assert (slip.cents, slip.source) == (SHARES[key][1], "slip")
    assert table.in_play
    assert "The cards stay: slip 1" in refused(table.open_round)
    done(BOOK, table)


@pytest.mark.parametrize(("stake", "least"), [(100, 200_000), (500, 1_000_000)])
def test_633c_9_g_the_meter_starts_at_2000_dollars_for_1_and_10000_for_5(
    stake: int, least: int
) -> None:
    assert open_house(BOOK, sevens(stake, least))
    assert "or more" in refused(lambda: open_house(BOOK, sevens(stake, least - 1)))


def sevens(stake: int = 500, seed: int = 1_000_000) -> House:
    choice = Choice(
        "Paytable A",
        stake=stake,
        seeds={"meter": seed},
        rates={"meter": Fraction(1, 10)},
        choices={"third-card": "drawn card"},
    )
    return House("pennsylvania", wagers={"blazing-7s": choice})


# -- Must-Hit-By Mystery (§ 633c.14) ---------------------------------------------------------------


@pytest.mark.parametrize("key", ["jackpot-party", "blazing-7s"])
def test_633c_14_a_it_rides_on_the_progressive_wager_that_the_house_filed(key: str) -> None:
    wish = Wish(wagers=(key, "must-hit-by=Paytable A, $5"), choices={"qualifying-wager": key})
    game = BOOK.game("pennsylvania/blackjack")
    opened = file_house(BOOK, game, wish).opened
    assert "must-hit-by mystery" in opened.fed[key]
    alone = {"must-hit-by": opened.house.wagers["must-hit-by"]}
    said = refused(lambda: open_house(BOOK, replace(opened.house, wagers=alone)))
    assert "Must-Hit-By" in said
    assert "jackpot-party" in said


def test_633c_14_c_1_only_a_box_with_both_wagers_qualifies() -> None:
    table = dealt(party(), 20_000, PARTY, {"blackjack": 10})
    fed = [(e.box, e.meter) for e in of_kind(table, MeterFed)]
    assert [box for box, meter in fed if meter.startswith("must-hit-by")] == [1]


def test_633c_14_c_5_iv_the_meter_is_reset_to_its_minimum() -> None:
    table = dealt(party(), 10_000, PARTY)
    link = table.meters["must-hit-by mystery"]
    assert isinstance(link, Link)
    assert (link.hits, link.meter.display) == (1, 10_000)


# -- dealing (§§ 633c.1(c), 633c.4(e), 633c.9(c)) --------------------------------------------------


@pytest.mark.parametrize(
    ("key", "house"),
    [("perfect-pairs", pennsylvania(perfect_pairs=Choice("Paytable A"))), ("blazing-7s", sevens())],
)
def test_c_cards_are_dealt_as_in_blackjack(key: str, house: House) -> None:
    stakes: Stakes = {"blackjack": 10, key: 5}
    table = seat(BOOK, house, "9h 8s 5c 9d 7s 8c", stakes, stakes)
    assert [line for line in told(table) if " gets " in line] == [
        "box 1 gets 9h",
        "box 2 gets 8s",
        "dealer gets 5c",
        "box 1 gets 9d",
        "box 2 gets 7s",
        "dealer gets 8c face down",
    ]
