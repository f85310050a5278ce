"""Named rounds of Blackjack Burnout (1 CCR 207-1, 30-899.25, and the maker's published rules)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import view
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer, deal, done, results, seat, told

BOOK = load()
HOUSE = House("colorado", "blackjack-burnout")
BETS = {"blackjack": 10, "burnout-fee": 2}
PLAIN = {"blackjack": 10}
FEE = "burnout-fee $2: fee, $0 back"


def paid(
    cards: str, *words: str, house: House = HOUSE, bets: Mapping[str, float] = BETS
) -> list[str]:
    """What became of every stake of one box."""
    return results(deal(BOOK, house, cards, bets, words))


def test_30_899_25_a_card_that_busts_may_be_burned_and_the_next_is_kept() -> None:
    table = deal(BOOK, HOUSE, "10s 7h 6d 10c Kd 4c", BETS, ["hit", "burn", "stand"])
    assert told(table)[4:] == [
        "box 1 may stand,hit,double,double for less",
        "> hit",
        "box 1 gets Kd",
        "box 1 may keep,burn",
        "> burn",
        "burn gets Kd",
        "box 1 gets 4c",
        "box 1 may stand,hit",
        "> stand",
        "the dealer turns 10c",
        "blackjack $10: 20 beats 17, $20 back",
        FEE,
    ]


def test_30_899_25_a_card_that_busts_and_is_kept_loses() -> None:
    assert paid("10s 7h 6d 10c Kd", "hit", "keep") == ["blackjack $10: bust, $0 back", FEE]


def test_30_899_25_the_replacement_must_be_kept() -> None:
    table = deal(BOOK, HOUSE, "10s 7h 6d 10c Kd Qd", BETS, ["hit", "burn"])
    assert told(table)[-3:] == ["blackjack $10: bust, $0 back", "the dealer turns 10c", FEE]


def test_30_899_25_the_card_of_a_double_may_be_burned() -> None:
    assert paid("6s 7h 5d 10c 2d 10d", "double", "burn") == [
        "blackjack $20: 21 beats 17, $40 back",
        FEE,
    ]
    assert paid("6s 7h 5d 10c 2d", "double", "keep")[0] == "blackjack $20: 17 beats 13, $0 back"
    assert paid("6s 7h 5d 10c 2d 10d", "double for less", "5", "burn")[0] == (
        "blackjack $15: 21 beats 17, $30 back"
    )


def test_30_899_25_once_a_hand_and_not_before_it_is_wanted() -> None:
    table = deal(
        BOOK, HOUSE, "2s 7h 3d 10c 4c 9c 2c 10d", BETS, ["hit", "keep", "hit", "burn", "hit"]
    )
    asked = [line for line in told(table) if "keep,burn" in line]
    assert len(asked) == 2  # not after the third hit, which makes 21
    assert results(table)[0] == "blackjack $10: 21 beats 17, $20 back"


def test_30_899_25_twenty_one_may_be_burned_too() -> None:
    assert paid("10s 7h 6d 10c 5c 3c", "hit", "burn", "stand")[0] == (
        "blackjack $10: 19 beats 17, $20 back"
    )


def test_30_899_25_without_the_fee_nothing_may_be_burned() -> None:
    assert paid("10s 7h 6d 10c Kd", "hit", bets=PLAIN) == ["blackjack $10: bust, $0 back"]
    table = seat(BOOK, HOUSE, "10s 10h 7h 6s 6d 10c Kc Kd", PLAIN, BETS)
    answer(table, "hit", "hit")
    assert told(table)[-1] == "box 2 may keep,burn"
    assert results(done(BOOK, answer(table, "keep")))[-1] == FEE


def test_30_899_25_splitting_gives_the_option_up_and_the_fee_is_kept() -> None:
    cards = "8s 7h 8d 10c 3c 10d 10h"
    assert paid(cards, "split", "double", "stand") == [
        "blackjack $20: 21 beats 17, $40 back",
        "blackjack $10: 18 beats 17, $20 back",
        FEE,
    ]


@pytest.mark.parametrize(
    ("cards", "words", "main"),
    [
        ("10s 7h 9d 10c", ["stand"], "19 beats 17, $20 back"),
        ("As 7h Kd 10c", [], "natural, $25 back"),
        ("10s Kh 9d Ac", [], "dealer natural, $0 back"),
        ("As Kh Kd Ac", [], "both naturals, $10 back"),
    ],
)
def test_30_899_25_a_fee_that_was_not_used_is_not_returned(
    cards: str, words: list[str], main: str
) -> None:
    assert paid(cards, *words) == [f"blackjack $10: {main}", FEE]


def test_30_899_25_the_fee_is_a_fifth_of_the_wager() -> None:
    table = Table(open_house(BOOK, HOUSE), Stacked([]), BOOK.digest)
    table.open_round()
    for wager, cents, why in (
        ("burnout-fee", 200, "needs a stake on blackjack"),
        ("blackjack", 1_000, ""),
        ("burnout-fee", 100, "Burnout fee must be exactly 1/5 x blackjack, not \\$1"),
        ("burnout-fee", 200, ""),
        ("burnout-fee", 200, "Box 1 already has a stake on burnout-fee"),
    ):
        if why:
            with pytest.raises(NotAllowed, match=why):
                table.bet(1, "ann", wager, cents)
        else:
            table.bet(1, "ann", wager, cents)
    with pytest.raises(NotAllowed, match="no bets for the dealer on Burnout fee"):
        table.tip(1, "burnout-fee", 100)


def test_30_899_25_1_reading_c_1_two_or_six_decks_by_hand_shoe_or_shuffler() -> None:
    for delivery in ("shoe", "hand", "continuous shuffler"):
        for decks in (2, 6):
            open_house(BOOK, replace(HOUSE, decks=decks, terms={"delivery": delivery}))
    with pytest.raises(NotAllowed, match="dealt from 2 or 6 decks, not 4"):
        open_house(BOOK, replace(HOUSE, decks=4))
    six = replace(HOUSE, readings={"C-1": "six"})
    open_house(BOOK, six)
    for house in (replace(six, decks=2), replace(six, terms={"delivery": "hand"})):
        with pytest.raises(NotAllowed, match="reading C-1 requires six decks and a shoe"):
            open_house(BOOK, house)


def test_30_899_25_soft_17_is_hit_and_nobody_surrenders() -> None:
    table = seat(BOOK, HOUSE, "10s 6h 9d Ac 4c", BETS)
    assert told(table)[-1] == "box 1 may stand,hit,double,double for less"
    assert results(done(BOOK, answer(table, "stand")))[0] == ("blackjack $10: 21 beats 19, $0 back")
    for term, value in (("surrender", "late"), ("soft_17", "stand"), ("resplit_aces", "yes")):
        with pytest.raises(NotAllowed, match=rf"30-899.25: {term} must be"):
            open_house(BOOK, replace(HOUSE, terms={term: value}))


def test_30_899_25_aces_are_split_once_and_other_cards_to_four_hands() -> None:
    table = answer(seat(BOOK, HOUSE, "As 7h Ad 10c Ac 9c", BETS), "split")
    assert results(done(BOOK, table))[:2] == [
        "blackjack $10: 17 beats 12, $0 back",
        "blackjack $10: 20 beats 17, $20 back",
    ]
    table = seat(BOOK, HOUSE, "8s 7h 8d 10c 8h 8c 8s", BETS)
    answer(table, "split", "split", "split")
    assert told(table)[-1] == "box 1 may stand,hit,double,double for less"


def test_30_899_25_a_burned_card_does_not_count_for_a_side_wager_on_the_hand() -> None:
    house = replace(HOUSE, least=100, wagers={"straight-jack": Choice()})
    bets, cards = {**BETS, "straight-jack": 1}, "4s Kh 5d 7c 6c 3d"
    assert paid("4s Kh 5d 7c 6c", "hit", "keep", "stand", house=house, bets=bets)[1] == (
        "straight-jack $1: 3 Cards, $26 back"
    )
    table = deal(BOOK, house, cards, bets, ["hit", "burn", "stand"])
    assert results(table)[1] == "straight-jack $1: 3 Cards, $26 back"
    assert paid("4s Kh 5d 7c 6c 9d", "hit", "burn", "stand", house=house, bets=bets)[1] == (
        "straight-jack $1: 2 Cards, $4 back"
    )


def test_30_828_1_a_void_box_gets_its_fee_back() -> None:
    table = answer(seat(BOOK, HOUSE, "10s 7h 6d 10c Kd", BETS), "hit")
    table.irregular("misdeal to a box", 1, "that hand void")  # as the player is asked to burn
    assert results(done(BOOK, table)) == [
        "blackjack $10: void, $10 back",
        "burnout-fee $2: void, $2 back",
    ]


def test_30_828_1_a_void_box_gets_no_replacement() -> None:
    house = replace(HOUSE, pace="dealer")
    table = seat(BOOK, house, "10s 7h 6d 10c Kd", BETS)
    while table.waits_for_dealer:
        table.go()
    answer(table, "hit")
    table.go()
    answer(table, "burn")
    table.irregular("misdeal to a box", 1, "that hand void")
    assert results(done(BOOK, table))[-1] == "burnout-fee $2: void, $2 back"


def test_30_899_25_a_word_that_is_not_offered() -> None:
    table = answer(seat(BOOK, HOUSE, "10s 7h 6d 10c Kd", BETS), "hit")
    assert table.pending
    with pytest.raises(NotAllowed, match=r"'stand' is not legal for box 1: keep or burn \(30-899"):
        table.answer(table.pending.number, "stand")


def test_30_899_25_1_two_decks_by_hand_with_cards_that_players_hold() -> None:
    terms = {"delivery": "hand", "player_cards": "face down"}
    house = replace(HOUSE, decks=2, terms=terms)
    table = answer(seat(BOOK, house, "10s 7h 6d 10c Kd 4c", BETS), "hit")
    others = "\n".join(str(each) for each in view(table.log, "bob"))
    assert "card=10s" not in others
    assert "card=6d" not in others
    assert "card=Kd" in others  # a card that is drawn lies face up
    assert results(done(BOOK, answer(table, "burn", "stand")))[-1] == FEE
