"""The most that a house pays for all wagers of a round at a table (reading G-10)."""

from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed, SettingsError
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import WinsLimited
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.ledger import balances
from pitboss.table.log.verification import verify
from tests.rounds.stack import answer, of_kind, pennsylvania, results, seat

BOOK = load()
HOUSE = replace(
    House("colorado", "21-plus-3-blackjack", wagers={"21-plus-3": Choice()}),
    most=2_000,
    aggregate=6_000,
)
BETS = {"blackjack": 10, "21-plus-3": 5}
MORE = {"blackjack": 10, "21-plus-3": 10}


def test_30_2107_start_3_what_is_left_goes_to_the_wagers_that_settle_later() -> None:
    """21+3 pays $45 first; of the two even-money wins of $10 only $15 is left."""
    table = seat(BOOK, HOUSE, "4s 9s 6h 5d 9d Tc Ks", BETS, {"blackjack": 10})
    answer(table, "stand", "stand")
    assert results(table) == [
        "21-plus-3 $5: Straight, $50 back",
        "blackjack $10: dealer busts, $20 back",
        "blackjack $10: dealer busts, $15 back",
    ]
    limited = of_kind(table, WinsLimited)
    assert [(each.wager, each.wins, each.limit) for each in limited] == [("", 1_000, 500)]
    assert verify(BOOK, table.log) == []


def test_30_2107_start_3_g_10_winners_of_one_wager_share_what_is_left_in_proportion() -> None:
    table = seat(BOOK, HOUSE, "4s 7s 6h 5d 5c Tc Ks", BETS, MORE)
    assert results(table)[:2] == [  # $60 in proportion of $90 to $45
        "21-plus-3 $10: Straight, $50 back",
        "21-plus-3 $5: Straight, $25 back",
    ]
    answer(table, "stand", "stand")
    assert results(table)[2:] == [
        "blackjack $10: dealer busts, $10 back",
        "blackjack $10: dealer busts, $10 back",
    ]


def test_30_2107_start_3_g_10_or_in_the_order_of_settlement() -> None:
    in_order = {"21-plus-3": Choice(choices={"G-10": "in settlement order"})}
    table = seat(BOOK, replace(HOUSE, wagers=in_order), "4s 7s 6h 5d 5c Tc Ks", BETS, MORE)
    assert results(table)[:2] == [
        "21-plus-3 $10: Straight, $70 back",
        "21-plus-3 $5: Straight, $5 back",
    ]


def test_the_narrower_of_the_two_limits_holds() -> None:
    own = {"21-plus-3": Choice(aggregate=3_000)}
    table = seat(BOOK, replace(HOUSE, wagers=own), "4s 9s 6h 5d 9d Tc Ks", BETS, {"blackjack": 10})
    assert results(table)[0] == "21-plus-3 $5: Straight, $35 back"
    assert of_kind(table, WinsLimited)[0].wager == "21-plus-3"


def test_a_share_of_a_meter_is_the_players_money_and_does_not_count() -> None:
    match = Choice("Paytable A", stake=500, choices={"stake": "$5"})
    house = replace(pennsylvania(blackjack_match=match), aggregate=75_000)
    table = answer(
        seat(BOOK, house, "Qs As As Qs", {"blackjack": 10, "blackjack-match": 5}), "no", "0"
    )
    table.validate(1, "sam")
    assert balances(table.log)["player ann"] == 100_006 - 500
    assert not of_kind(table, WinsLimited)


def test_a_limit_pays_at_least_one_natural() -> None:
    with pytest.raises(SettingsError, match=r"must be \$750 or more, to pay one natural at 3"):
        open_house(BOOK, replace(pennsylvania(), aggregate=74_999))
    open_house(BOOK, replace(pennsylvania(), aggregate=75_000))


def test_a_limit_of_one_wager_pays_one_box_at_the_smallest_stake() -> None:
    """21+3 pays 9 to 1: a limit of nothing would pay nobody."""
    wagers = {"21-plus-3": Choice(aggregate=899)}
    with pytest.raises(NotAllowed, match=r"aggregate of 21-plus-3 must be \$9 or more, not \$8.99"):
        open_house(BOOK, replace(HOUSE, wagers=wagers))
