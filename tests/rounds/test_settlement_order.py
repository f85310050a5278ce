"""The order in which the dealer goes round the table to settle, paragraph by paragraph."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Settled, WinsLimited
from pitboss.table.events.table import MeterAwarded
from pitboss.table.houses.house import Choice, House
from pitboss.table.table import Table
from tests.rounds.stack import answer, colorado, done, pennsylvania, seat

BOOK = load()


def taken_and_paid(table: Table) -> list[tuple[int, str]]:
    """Box and wager of every stake, as the dealer came to it."""
    return [(each.box, each.wager) for each in table.log if isinstance(each, Settled)]


STRAIGHTS = {
    "straight-jack": House(
        "colorado", "straight-jack-blackjack", least=100, wagers={"straight-jack": Choice()}
    ),
    "straight-jack-progressive": House(
        "colorado",
        "straight-jack-progressive-blackjack",
        wagers={
            "straight-jack-progressive": Choice(
                "SJP1", seeds={"progressive": 1_000_000}, rates={"progressive": Fraction(1, 4)}
            )
        },
    ),
}


@pytest.mark.parametrize("key", STRAIGHTS)
def test_30_2109_9_and_30_2110_12_hand_by_hand_the_primary_wager_then_its_straight(
    key: str,
) -> None:
    bets = {"blackjack": 10, key: 1}
    table = seat(BOOK, STRAIGHTS[key], "9s 9c Kh 10d 10c 7c", bets, bets)
    done(BOOK, answer(table, "stand", "stand"))
    assert taken_and_paid(table) == [(2, "blackjack"), (2, key), (1, "blackjack"), (1, key)]


@pytest.mark.parametrize("key", STRAIGHTS)
def test_30_2109_8_b_and_30_2110_11_b_a_bust_hand_is_taken_and_its_straight_paid(
    key: str,
) -> None:
    """Before the next player acts: the cards of the busted hand are picked up."""
    bets = {"blackjack": 10, key: 1}
    table = seat(BOOK, STRAIGHTS[key], "5s 9c Kh 6d 10c 7c 7h 8c", bets, bets)
    answer(table, "hit", "hit")
    assert taken_and_paid(table) == [(1, "blackjack"), (1, key)]
    assert table.pending
    assert table.pending.step.box == 2
    done(BOOK, answer(table, "stand"))


PERFECT_AND_DELUXE = pennsylvania(
    trilux_deluxe=Choice(
        "TLX-3", choices={"D-33": "blackjack wager only", "D-33-b": "half of both"}
    ),
    perfect_pairs=Choice(),
)


def test_633c_1_d_and_633c_11_d_player_by_player_from_the_dealers_right() -> None:
    """All of a player's optional wagers are settled before the dealer goes to the next player."""
    bets = {"blackjack": 10, "trilux-deluxe": 5, "perfect-pairs": 5}
    table = seat(BOOK, PERFECT_AND_DELUXE, "8s 9c 2h 8d 4d 7c", bets, bets)
    assert taken_and_paid(table) == [
        (2, "perfect-pairs"),
        (2, "trilux-deluxe"),
        (1, "perfect-pairs"),
        (1, "trilux-deluxe"),
    ]


def test_30_2107_take_or_pay_2_player_by_player_in_counterclockwise_rotation() -> None:
    """In the order that the paragraph names the wagers, whatever order the house filed."""
    house = colorado("21-plus-3-xtreme", "21-plus-3")
    bets = {"blackjack": 10, "21-plus-3": 5, "21-plus-3-xtreme": 5}
    table = seat(BOOK, house, "2s 2c 9s 8s 8d 8c", bets, bets)
    assert taken_and_paid(table) == [
        (2, "21-plus-3"),
        (2, "21-plus-3-xtreme"),
        (1, "21-plus-3"),
        (1, "21-plus-3-xtreme"),
    ]


@pytest.mark.parametrize("state", ["south_dakota", "colorado"])
def test_20_18_15_30_17_5_a_and_30_2115_3_a_in_order_of_placement_from_the_dealers_right(
    state: str,
) -> None:
    wagers = {"trilux-super-3": Choice("SUP-01"), "trilux-bonus": Choice("TRI-01")}
    house = House(state, "trilux-blackjack", least=100, wagers=wagers)
    bets = {"blackjack": 10, "trilux-bonus": 5, "trilux-super-3": 5}
    table = seat(BOOK, house, "2s 2c 9s 8s 8d 8c", bets, bets)
    assert taken_and_paid(table) == [
        (2, "trilux-bonus"),
        (2, "trilux-super-3"),
        (1, "trilux-bonus"),
        (1, "trilux-super-3"),
    ]


def test_30_2113_6_and_30_2114_6_player_by_player_in_counterclockwise_rotation() -> None:
    wagers = {"buffalo-3-top-3": Choice(), "buffalo-3-21-plus-3": Choice()}
    house = House("colorado", "buffalo-blackjack-bonus-3", wagers=wagers)
    bets = {"blackjack": 10, "buffalo-3-21-plus-3": 5, "buffalo-3-top-3": 5}
    table = seat(BOOK, house, "2s 2c 9s 8s 8d 8c", bets, bets)
    assert taken_and_paid(table) == [
        (2, "buffalo-3-21-plus-3"),
        (2, "buffalo-3-top-3"),
        (1, "buffalo-3-21-plus-3"),
        (1, "buffalo-3-top-3"),
    ]


@pytest.mark.parametrize(
    ("rule", "paid"), [("in settlement order", [45, 15]), ("in proportion", [30, 30])]
)
def test_30_2107_start_3_g_10_a_limit_on_all_payouts_holds_player_by_player(
    rule: str, paid: list[int]
) -> None:
    """Each wager has its own limit, though both are paid at one box before the next."""
    limited = Choice(aggregate=6_000, choices={"G-10": rule})
    house = replace(colorado(), wagers={"21-plus-3": limited, "21-plus-3-xtreme": Choice()})
    bets = {"blackjack": 10, "21-plus-3": 5, "21-plus-3-xtreme": 5}
    table = seat(BOOK, house, "2s 3s 9s 8s 4s 8c", bets, bets)
    won = [
        e.back // 100 - 5 for e in table.log if isinstance(e, Settled) and e.wager == "21-plus-3"
    ]
    assert won == paid
    assert len([e for e in table.log if isinstance(e, WinsLimited)]) == 1
    assert [box for box, _ in taken_and_paid(table)] == [2, 2, 1, 1]


@pytest.mark.parametrize(
    ("rule", "awards"),
    [("shared equally", [5_000_160]), ("in settlement order", [5_000_160, 5_000_000])],
)
def test_633c_2_h_g_1_an_award_of_two_is_claimed_as_filed_and_paid_player_by_player(
    rule: str, awards: list[int]
) -> None:
    """Another wager of the same moment, King's Bounty, is settled between the two."""
    party = Choice(paytable="P1", stake=500, choices={"G-1": rule, "envy": "not offered"})
    house = pennsylvania(jackpot_party=party, kings_bounty=Choice())
    bets = {"blackjack": 10, "jackpot-party": 5, "kings-bounty": 5}
    table = seat(BOOK, house, "Qd Qd Ad Jd Jd Kd", bets, bets)
    while table.pending:
        answer(table, "0")
    assert [e.won for e in table.log if isinstance(e, MeterAwarded)] == awards
    sides = [each for each in taken_and_paid(table) if each[1] != "blackjack"]
    assert sides == [
        (2, "kings-bounty"),
        (2, "jackpot-party"),
        (1, "kings-bounty"),
        (1, "jackpot-party"),
    ]
    done(BOOK, table)
