"""The hands that 1 CCR 207-1, 30-2109 prints, dealt as rounds."""

from pitboss.rulebook.load import load
from pitboss.table.houses.house import Choice, House
from tests.rounds.stack import colorado, deal, results, told

BOOK = load()
BETS = {"blackjack": 10, "straight-jack": 1}


def test_7_a_4_5_then_3_is_three_cards() -> None:
    table = deal(BOOK, colorado("straight-jack"), "4s Kh 5d 7c 3h", BETS, ["hit", "stand"])
    assert told(table) == [
        "box 1 gets 4s",
        "dealer gets Kh",
        "box 1 gets 5d",
        "dealer gets 7c face down",
        "box 1 may stand,hit,double,double for less",
        "> hit",
        "box 1 gets 3h",
        "box 1 may stand,hit",
        "> stand",
        "the dealer turns 7c",
        "blackjack $10: 17 beats 12, $0 back",
        "straight-jack $1: 3 Cards, $26 back",
    ]


def test_7_b_4_5_then_3_then_6_is_four_cards() -> None:
    words = ["hit", "hit", "stand"]
    table = deal(BOOK, colorado("straight-jack"), "4s Kh 5d 7c 3h 6c", BETS, words)
    assert results(table) == [
        "blackjack $10: 18 beats 17, $20 back",
        "straight-jack $1: 4 Cards, $101 back",
    ]


def test_7_d_i_3_4_then_6_then_5_is_two_cards() -> None:
    words = ["hit", "hit", "stand"]
    table = deal(BOOK, colorado("straight-jack"), "3s Kh 4d 7c 6h 5c", BETS, words)
    assert results(table) == [
        "blackjack $10: 18 beats 17, $20 back",
        "straight-jack $1: 2 Cards, $4 back",
    ]


def test_8_a_5_6_7_then_8_is_three_cards_and_8_b_the_main_wager_goes_first() -> None:
    table = deal(BOOK, colorado("straight-jack"), "5s Kh 6d 7c 7h 8c", BETS, ["hit", "hit"])
    assert told(table)[-4:] == [
        "box 1 gets 8c",
        "blackjack $10: bust, $0 back",
        "straight-jack $1: 3 Cards, $26 back",
        "the dealer turns 7c",
    ]


def test_b_33_a_split_10_and_jack_is_paid_for_two_cards() -> None:
    cards = "10s 6h Jd 10c Qh 5s 9h"
    words = ["split", "stand", "stand"]
    table = deal(BOOK, colorado("straight-jack"), f"{cards}", BETS, words)
    assert results(table)[-1] == "straight-jack $1: 2 Cards, $4 back"
    first = House(
        "colorado",
        least=100,
        wagers={"straight-jack": Choice(choices={"B-33": "first hand"})},
        terms={},
    )
    table = deal(BOOK, first, "10s 6h Jd 10c Jh 5s 9h", BETS, words)
    assert results(table)[-1] == "straight-jack $1: 2 Cards, $4 back"
    table = deal(BOOK, first, "10s 6h Jd 10c 4h 5s 9h", BETS, words)
    assert results(table)[-1] == "straight-jack $1: no hand, $0 back"


def test_b_33_b_a_doubled_card_extends_the_straight_where_the_house_reads_it_so() -> None:
    table = deal(BOOK, colorado("straight-jack"), "5s Kh 6d 7c 7h", BETS, ["double"])
    assert results(table)[-1] == "straight-jack $1: 3 Cards, $26 back"
    other = House("colorado", least=100, wagers={"straight-jack": Choice(choices={"B-33-b": "no"})})
    table = deal(BOOK, other, "5s Kh 6d 7c 7h", BETS, ["double"])
    assert results(table)[-1] == "straight-jack $1: 2 Cards, $4 back"
