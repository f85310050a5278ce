"""Bets for the dealer: beside the player's own, paid alike, and who gets them back."""

from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.houses.house import Choice, House
from pitboss.table.log.ledger import balances
from pitboss.table.table import Table
from tests.rounds.stack import Stakes, answer, colorado, done, pennsylvania, results, seat

BOOK = load()
TEN: Stakes = {"blackjack": 10}
PA = pennsylvania()
BUFFALO = House(
    "colorado",
    "buffalo-blackjack-bonus-2",
    wagers={
        "buffalo-2-21-plus-3": Choice("Pay Table A"),
        "buffalo-2-21-plus-3-progressive": Choice(
            "PT-BJS-213-01", stake=100, choices={"suit": "hearts", "amount": "$1"}
        ),
    },
)
GOLDEN = House(
    "colorado", "golden-21-blackjack", wagers={"golden-21-poker": Choice("Pay Schedule 1")}
)


def tipped(house: House, cards: str, words: str = "", tip: float = 5) -> Table:
    """A round at box 1 with a bet for the dealer on blackjack; words are parted by a comma."""
    table = seat(BOOK, house, cards, TEN, tips={"blackjack": tip})
    return done(BOOK, answer(table, *(words.split(", ") if words else ())))


def tip_box(table: Table) -> int:
    return balances(table.log)["tip box"]


@pytest.mark.parametrize(
    ("cards", "words", "last", "box"),
    [
        ("10s 6h 9d 10c Kh", "stand", "blackjack $5: dealer busts, $10 back to the dealer", 1_000),
        ("10s Kh 9d 10c", "stand", "blackjack $5: 20 beats 19, $0 back to the dealer", 0),
        ("As 9h Kd 8c", "", "blackjack $5: natural, $12.5 back to the dealer", 1_250),
        ("As Ah Kd Kc", "even money", "blackjack $5: even money, $10 back to the dealer", 1_000),
        ("10s Kh 9d Ac", "", "blackjack $5: dealer natural, $0 back to the dealer", 0),
    ],
)
def test_30_2104_3_a_tip_is_paid_at_the_odds_of_the_players_own_bet(
    cards: str, words: str, last: str, box: int
) -> None:
    house = replace(colorado(), terms={"even_money": "offered"})
    table = tipped(house, cards, words)
    assert (results(table)[-1], tip_box(table)) == (last, box)


def test_a_tied_tip_goes_back_to_the_player() -> None:
    table = tipped(PA, "10s Kh 9d 9c", "stand")
    assert results(table)[-1] == "blackjack $5: 19 each, $5 back"
    assert (tip_box(table), balances(table.log)["player ann"]) == (0, 0)


def test_a_surrendered_tip_is_half_lost_and_half_returned() -> None:
    table = tipped(PA, "10s Kh 6d 9c", "surrender")
    assert results(table) == [
        "blackjack $5: surrender, $0 back",
        "blackjack $2.5: surrender, $0 back to the dealer",
        "blackjack $5: surrender, $5 back",
        "blackjack $2.5: surrender, $2.5 back",
    ]
    assert balances(table.log)["player ann"] == -750


def test_a_surrendered_cent_takes_the_whole_tip() -> None:
    table = seat(
        BOOK,
        replace(PA, least=1, chips=(1, 100)),
        "10s Kh 6d 9c",
        {"blackjack": 0.01},
        tips={"blackjack": 0.01},
    )
    done(BOOK, answer(table, "surrender"))
    assert balances(table.log)["rack"] == 2


def test_a_tip_rides_unmatched_when_the_player_doubles() -> None:
    table = tipped(PA, "6s 6h 5d 10c Kh Kd", "double")
    assert results(table) == [
        "blackjack $20: dealer busts, $40 back",
        "blackjack $5: dealer busts, $10 back to the dealer",
    ]


def test_a_tip_stays_with_the_first_of_split_hands() -> None:
    table = tipped(PA, "8s 10h 8d 9c 10c Kd", "split, stand, stand")
    assert results(table) == [
        "blackjack $10: 19 beats 18, $0 back",
        "blackjack $5: 19 beats 18, $0 back to the dealer",
        "blackjack $10: 19 beats 18, $0 back",
    ]


def test_a_tip_against_an_unread_natural_is_lost_with_the_original_wager_and_once() -> None:
    house = House("south_dakota", terms={"peek": "none"})
    table = tipped(house, "6s Kh 5d Ac 9c", "double")
    assert results(table) == [
        "blackjack $10: dealer natural, $0 back",
        "blackjack $5: dealer natural, $0 back to the dealer",
        "blackjack $10: added before a natural, $10 back",
    ]


def betting(house: House, **stakes: float) -> Table:
    """Betting is open, and box 1 has these stakes."""
    table = seat(BOOK, house, "9s 9h 9d 9c", TEN)
    table.irregular("other", decision="whole round void")
    table.open_round()
    for wager, dollars in stakes.items():
        table.bet(1, "ann", wager.replace("_", "-"), round(dollars * 100))
    return table


def test_b_67_a_tip_goes_beside_the_players_own_bet_and_not_above_it() -> None:
    table = betting(PA)
    with pytest.raises(NotAllowed, match="A bet for the dealer needs a stake at box 1"):
        table.tip(1, "blackjack", 500)
    table = betting(pennsylvania(perfect_pairs=Choice()), blackjack=10)
    with pytest.raises(NotAllowed, match="needs the player's own stake on Perfect Pairs"):
        table.tip(1, "perfect-pairs", 100)
    with pytest.raises(NotAllowed, match=r"on Blackjack is at most \$10, not \$10.01"):
        table.tip(1, "blackjack", 1_001)
    with pytest.raises(NotAllowed, match="greater than 0"):
        table.tip(1, "blackjack", 0)
    table.tip(1, "blackjack", 1_000)
    with pytest.raises(NotAllowed, match="already"):
        table.tip(1, "blackjack", 100)


def test_b_67_a_house_may_read_its_own_limit_where_a_section_names_none() -> None:
    house = House("colorado", "buffalo-blackjack-bonus-2", wagers={})
    with pytest.raises(NotAllowed, match=r"at most \$10, not \$20"):
        betting(house, blackjack=10).tip(1, "blackjack", 2_000)
    read = replace(house, readings={"B-67": "house limit"})
    betting(read, blackjack=10).tip(1, "blackjack", 2_000)
    with pytest.raises(NotAllowed, match=r"at most \$500, not \$501"):
        betting(read, blackjack=10).tip(1, "blackjack", 50_100)


def test_30_2108_4_even_dollars_and_a_limit_for_tips_are_the_houses_choice() -> None:
    table = betting(GOLDEN, blackjack=10, golden_21_poker=2)
    with pytest.raises(NotAllowed, match=r"at most \$100, not \$101"):
        table.tip(1, "golden-21-poker", 10_100)
    table.tip(1, "golden-21-poker", 250)
    filed = replace(GOLDEN, terms={"tip_limits": "$20", "tip_amounts": "even dollars"})
    for key in ("blackjack", "golden-21-poker"):
        table = betting(filed, blackjack=10, golden_21_poker=2)
        with pytest.raises(NotAllowed, match=r"\(4\): bets for the dealer are whole dollars"):
            table.tip(1, key, 250)
        with pytest.raises(NotAllowed, match=r"\(4\): .* at most \$20, not \$21"):
            table.tip(1, key, 2_100)
        table.tip(1, key, 2_000)


@pytest.mark.parametrize("game", ["2", "3"])
def test_30_2113_4_and_30_2114_4_so_are_they_beside_21_plus_3(game: str) -> None:
    key = f"buffalo-{game}-21-plus-3"
    house = House("colorado", f"buffalo-blackjack-bonus-{game}", wagers={key: Choice()})
    filed = replace(house, terms={"tip_limits": "$3", "tip_amounts": "even dollars"})
    for at, cents in ((house, 250), (house, 10_000), (filed, 300)):
        table = betting(at, blackjack=10)
        table.bet(1, "ann", key, 500)
        table.tip(1, "blackjack", 500)
        table.tip(1, key, cents)
    for cents, why in ((250, "whole dollars"), (400, r"at most \$3, not \$4")):
        table = betting(filed, blackjack=10)
        table.bet(1, "ann", key, 500)
        table.tip(1, "blackjack", 500)
        with pytest.raises(NotAllowed, match=why):
            table.tip(1, key, cents)


def test_30_2113_4_a_tip_on_21_plus_3_needs_one_on_blackjack_first() -> None:
    table = betting(BUFFALO, blackjack=10, buffalo_2_21_plus_3=5)
    with pytest.raises(NotAllowed, match=r"\(4\), \(11\): .* needs a tip on the blackjack wager"):
        table.tip(1, "buffalo-2-21-plus-3", 300)
    table.tip(1, "blackjack", 500)
    table.tip(1, "buffalo-2-21-plus-3", 300)


def test_30_2113_4_a_tip_on_21_plus_3_is_paid_9_to_1() -> None:
    tips = {"blackjack": 5, "buffalo-2-21-plus-3": 3}
    stakes = {"blackjack": 10, "buffalo-2-21-plus-3": 5}
    table = seat(BOOK, BUFFALO, "5s 9s 8s 8c 10d", stakes, tips=tips)
    done(BOOK, answer(table, "hit"))
    assert results(table)[:2] == [
        "buffalo-2-21-plus-3 $5: Flush, $50 back",
        "buffalo-2-21-plus-3 $3: Flush, $30 back to the dealer",
    ]


def test_30_2113_11_no_tip_on_a_progressive() -> None:
    table = betting(BUFFALO, blackjack=10, buffalo_2_21_plus_3_progressive=1)
    table.tip(1, "blackjack", 500)
    with pytest.raises(NotAllowed, match="a progressive takes one stake per box"):
        table.tip(1, "buffalo-2-21-plus-3-progressive", 100)


def test_a_house_that_takes_no_tips_says_so() -> None:
    with pytest.raises(NotAllowed, match="no bets for the dealer on Blackjack at this table"):
        betting(replace(colorado(), tips=False), blackjack=10).tip(1, "blackjack", 500)


def test_no_tip_after_the_deal() -> None:
    table = seat(BOOK, PA, "9s 9h 9d 9c", TEN)
    with pytest.raises(NotAllowed, match="No more bets"):
        table.tip(1, "blackjack", 500)


def test_a_voided_box_gets_its_tips_back() -> None:
    table = seat(BOOK, colorado(), "9s 8h 9d 9c", TEN, tips={"blackjack": 5})
    table.irregular("other", 1, decision="that hand void", by="sam")
    assert results(done(BOOK, table)) == [
        "blackjack $10: void, $10 back",
        "blackjack $5: void, $5 back",
    ]
    assert (tip_box(table), balances(table.log)["player ann"]) == (0, 0)
