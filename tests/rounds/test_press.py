"""TriLux Deluxe and its press (58 Pa. Code § 633c.11(e)-(g))."""

from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import StakeAdded
from pitboss.table.houses.house import Choice, House
from tests.rounds.stack import Stakes, answer, deal, pennsylvania, results, seat, told

BOOK = load()
BETS: Stakes = {"blackjack": 10, "trilux-deluxe": 2}


def house(**readings: str) -> House:
    chosen = {"D-33": "blackjack wager only", "D-33-b": "half of both"}
    chosen |= {name.replace("_", "-"): value for name, value in readings.items()}
    return pennsylvania(trilux_deluxe=Choice(choices=chosen, paytable="TLX-3"))


def test_633c_11_c_at_most_twice_the_blackjack_wager() -> None:
    with pytest.raises(NotAllowed, match=r"takes at most 2 x blackjack, which is \$20 here"):
        seat(BOOK, house(), "", {"blackjack": 10, "trilux-deluxe": 21})


def test_633c_11_d_settled_counterclockwise_before_the_card_reader() -> None:
    table = seat(BOOK, house(), "Ks 2s Ah Qd 9d 9c", BETS, BETS)
    assert told(table)[6:9] == [
        "trilux-deluxe $2: no hand, $0 back",
        "trilux-deluxe $2: Straight, $18 back",
        "box 1 may bet insurance",
    ]


def test_633c_11_e_a_winner_may_cap_the_blackjack_wager_with_all_or_part_of_the_winnings() -> None:
    table = seat(BOOK, house(), "10s 9s 8s 7c 10h", BETS)  # a straight flush
    assert results(table) == ["trilux-deluxe $2: Straight flush, $52 back"]
    with pytest.raises(NotAllowed, match=r"press takes \$0.01 to \$50 here, not \$50.01"):
        answer(table, "50.01")
    answer(table, "20", "stand")
    assert results(table)[1:] == [
        "blackjack $10: dealer busts, $20 back",
        "press $20: dealer busts, $40 back",
    ]


def test_633c_11_e_a_loser_is_not_asked() -> None:
    table = deal(BOOK, house(), "10s 9s 2d 8c 7h", BETS, ["hit", "stand"])
    assert results(table)[0] == "trilux-deluxe $2: no hand, $0 back"
    assert "box 1 may bet press" not in told(table)


def test_633c_11_f_a_press_on_a_blackjack_is_paid_even_money() -> None:
    table = deal(BOOK, house(), "As 9s Ks 8c", BETS, ["10"])
    assert results(table) == [
        "trilux-deluxe $2: Flush, $12 back",
        "blackjack $10: natural, $25 back",
        "press $10: natural, $20 back",
    ]


def test_633c_11_f_d_32_under_an_ace_the_press_is_offered_after_the_peek() -> None:
    table = deal(BOOK, house(), "Ks Ah Qd 9c", BETS, ["0", "16", "stand"])
    assert told(table)[4:9] == [
        "trilux-deluxe $2: Straight, $18 back",
        "box 1 may bet insurance",
        "> 0",
        "box 1 may bet press",
        "> 1600",
    ]
    assert results(table)[1:] == [
        "blackjack $10: 20 each, $10 back",
        "press $16: 20 each, $16 back",
    ]


def test_633c_11_f_no_press_against_a_dealer_blackjack() -> None:
    table = deal(BOOK, house(), "Ks Ah Qd 10c", BETS, ["0"])
    assert results(table) == [
        "trilux-deluxe $2: Straight, $18 back",
        "blackjack $10: dealer natural, $0 back",
    ]


def test_633c_11_f_d_32_a_press_made_at_once_goes_back_against_a_dealer_blackjack() -> None:
    table = deal(BOOK, house(D_32="at once, returned"), "Ks Ah Qd 10c", BETS, ["16", "0"])
    assert told(table)[5:8] == ["box 1 may bet press", "> 1600", "box 1 may bet insurance"]
    assert results(table)[1:] == [
        "blackjack $10: dealer natural, $0 back",
        "press $16: dealer natural, $16 back",
    ]


def test_633c_11_a_lost_hand_loses_its_press() -> None:
    table = deal(BOOK, house(), "10s 9s 8s 10c 7c", BETS, ["20", "hit"])
    assert results(table)[1:] == ["blackjack $10: bust, $0 back", "press $20: bust, $0 back"]


def test_633c_11_g_a_split_matches_the_blackjack_wager_and_the_press() -> None:
    cards = "8s 8h 8d 9c 10c 2d Kd"  # three of a kind, 15 to 1
    table = deal(BOOK, house(), cards, BETS, ["30", "split", "stand", "hit", "stand"])
    staked = [(e.wager, e.cents) for e in table.log if isinstance(e, StakeAdded)]
    assert staked == [("press", 3_000), ("blackjack", 1_000), ("press", 3_000)]
    assert results(table)[1:] == [
        "blackjack $10: 18 beats 17, $20 back",
        "press $30: 18 beats 17, $60 back",
        "blackjack $10: 20 beats 17, $20 back",
        "press $30: 20 beats 17, $60 back",
    ]


@pytest.mark.parametrize(
    ("reading", "stake"), [("blackjack wager only", 20), ("blackjack and press", 30)]
)
def test_633c_11_g_d_33_how_much_a_double_adds(reading: str, stake: int) -> None:
    table = deal(BOOK, house(D_33=reading), "5s 6s 4s 9c Kd 10d", BETS, ["10", "double"])
    assert results(table)[1:] == [
        f"blackjack ${stake}: dealer busts, ${2 * stake} back",
        "press $10: dealer busts, $20 back",
    ]
    less = seat(BOOK, house(D_33=reading), "5s 6s 4s 9c Kd 10d", BETS)
    with pytest.raises(NotAllowed, match=rf"takes \$1 to \${stake - 11}.50 here"):
        answer(less, "10", "double for less", f"{stake - 10}")


@pytest.mark.parametrize(
    ("reading", "lost", "back"),
    [("half of both", 5, 5), ("half of the blackjack wager", 0, 10)],
)
def test_633c_11_d_33_b_surrender_with_a_press(reading: str, lost: int, back: int) -> None:
    table = deal(BOOK, house(D_33_b=reading), "10s 9s 6s 9c", BETS, ["10", "surrender"])
    assert results(table)[1:] == [
        "blackjack $5: surrender, $0 back",
        "blackjack $5: surrender, $5 back",
        *([f"press ${lost}: surrender, $0 back"] if lost else []),
        f"press ${back}: surrender, ${back} back",
    ]


def test_a_voided_box_gets_its_press_back() -> None:
    void = replace(house(), terms={"misdeal_player": "that hand void"})
    table = answer(seat(BOOK, void, "10s 9s 8s 7c", BETS), "20")
    table.irregular("misdeal to a box", 1)
    assert results(table)[1:] == ["blackjack $10: void, $10 back", "press $20: void, $20 back"]
