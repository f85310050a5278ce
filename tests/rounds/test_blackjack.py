"""Named rounds of standard blackjack: naturals, insurance, splits, doubles, surrender."""

from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Settled
from pitboss.table.houses.house import Choice, House
from tests.rounds.stack import colorado, deal, pennsylvania, results, told

BOOK = load()
TEN = {"blackjack": 10}
PA = pennsylvania()
NH = House("new_hampshire")


def test_633a_8_insurance_pays_2_to_1_against_a_natural() -> None:
    assert told(deal(BOOK, PA, "10s Ah 9d Kc", TEN, ["5"])) == [
        "box 1 gets 10s",
        "dealer gets Ah",
        "box 1 gets 9d",
        "dealer gets Kc face down",
        "box 1 may bet insurance",
        "> 500",
        "the dealer turns Kc",
        "insurance $5: dealer natural, $15 back",
        "blackjack $10: dealer natural, $0 back",
    ]


def test_633a_8_insurance_loses_when_there_is_no_natural() -> None:
    assert results(deal(BOOK, PA, "10s Ah 9d 8c", TEN, ["5", "stand"])) == [
        "insurance $5: no natural, $0 back",
        "blackjack $10: 19 each, $10 back",
    ]


def test_633a_8_even_money_on_a_natural() -> None:
    assert results(deal(BOOK, PA, "As Ah Kd Kc", TEN, ["even money"])) == [
        "blackjack $10: even money, $20 back"
    ]
    assert results(deal(BOOK, PA, "As Ah Kd Kc", TEN, ["no", "0"])) == [
        "blackjack $10: both naturals, $10 back"
    ]


def test_633a_13_a_natural_pays_3_to_2_before_anyone_draws() -> None:
    assert results(deal(BOOK, PA, "As 9h Kd 8c", TEN)) == ["blackjack $10: natural, $25 back"]


def test_rule_8_colorado_pays_plain_blackjack_by_the_standard_rules_of_blackjack() -> None:
    """By no paragraph of a game of Rule 21, but where it says what the standard rules are."""
    won = deal(BOOK, colorado(), "10s 10h 9d 8c", TEN, ["stand"])
    assert [e.clause for e in won.log if isinstance(e, Settled)] == ["Rule 8"]
    natural = deal(BOOK, colorado(), "As 9h Kd 8c", TEN, [])
    assert [e.clause for e in natural.log if isinstance(e, Settled)] == ["30-2108(4)"]


def test_30_2108_5_colorado_offers_no_even_money_unless_filed() -> None:
    table = deal(BOOK, colorado(), "As Ah Kd Kc", TEN, ["5"])
    assert results(table) == [
        "insurance $5: dealer natural, $15 back",
        "blackjack $10: both naturals, $10 back",
    ]


SD_NO_PEEK = House("south_dakota", terms={"peek": "none"})


def test_20_18_15_24_a_double_against_an_unread_natural_loses_the_original_wager() -> None:
    assert told(deal(BOOK, SD_NO_PEEK, "6s Kh 5d Ac 9c", TEN, ["double"])) == [
        "box 1 gets 6s",
        "dealer gets Kh",
        "box 1 gets 5d",
        "dealer gets Ac face down",
        "box 1 may stand,hit,double,double for less",
        "> double",
        "box 1 gets 9c",
        "the dealer turns Ac",
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: added before a natural, $10 back",
    ]


def test_20_18_15_25_a_split_against_an_unread_natural_loses_the_original_wager() -> None:
    words = ["split", "stand", "double"]
    table = deal(BOOK, SD_NO_PEEK, "8s Kh 8d Ac 10c 3c 9h", TEN, words)
    assert results(table) == [
        "blackjack $10: dealer natural, $0 back",
        "blackjack $20: added before a natural, $20 back",
    ]


def test_20_18_15_23_without_a_peek_insurance_and_naturals_wait_for_the_hole_card() -> None:
    assert results(deal(BOOK, SD_NO_PEEK, "As Ah Kd Kc", TEN, ["5"])) == [
        "insurance $5: dealer natural, $15 back",
        "blackjack $10: both naturals, $10 back",
    ]
    assert results(deal(BOOK, SD_NO_PEEK, "As Ah Kd 9c", TEN, ["5"])) == [
        "insurance $5: no natural, $0 back",
        "blackjack $10: natural, $25 back",
    ]
    assert results(deal(BOOK, SD_NO_PEEK, "7s Ah 7d Kc 7h", TEN, ["0", "hit"])) == [
        "blackjack $10: dealer natural, $0 back"
    ]


def test_20_18_15_19_a_house_that_reads_tens_alone_leaves_an_ace_unread() -> None:
    house = House("south_dakota", terms={"peek": "ten"})
    table = deal(BOOK, house, "6s Ah 5d Kc 9c", TEN, ["0", "double"])
    assert results(table)[-1] == "blackjack $10: added before a natural, $10 back"
    table = deal(BOOK, house, "6s Kh 5d Ac", TEN)
    assert results(table) == ["blackjack $10: dealer natural, $0 back"]


def test_633a_9_surrender_loses_half() -> None:
    assert results(deal(BOOK, PA, "10s Kh 6d 9c", {"blackjack": 25}, ["surrender"])) == [
        "blackjack $12.5: surrender, $0 back",
        "blackjack $12.5: surrender, $12.5 back",
    ]


def test_20_18_15_30_early_surrender_is_asked_before_the_hole_card_is_read() -> None:
    early = House("south_dakota", terms={"surrender": "early"})
    assert told(deal(BOOK, early, "10s Kh 6d Ac", TEN, ["surrender"]))[4:6] == [
        "box 1 may no,surrender",
        "> surrender",
    ]
    assert results(deal(BOOK, early, "10s Kh 6d Ac", TEN, ["no"])) == [
        "blackjack $10: dealer natural, $0 back"
    ]


def test_633a_11_split_aces_get_one_card_each_and_are_no_naturals() -> None:
    assert told(deal(BOOK, PA, "As 6h Ad 10c Kh 5s 9h", TEN, ["split"]))[4:] == [
        "box 1 may stand,hit,double,double for less,split,surrender",
        "> split",
        "box 1 gets Kh",
        "box 1 hand 2 gets 5s",
        "the dealer turns 10c",
        "dealer gets 9h",
        "blackjack $10: dealer busts, $20 back",
        "blackjack $10: dealer busts, $20 back",
    ]


def test_nh_wagers_splitting_aces_may_be_split_again_to_four_hands() -> None:
    words = ["split", "split", "split"]
    cards = "As 6h Ad 10c Ah Ac 2s 3s 4s 5s 9h"
    table = deal(BOOK, NH, cards, TEN, words)
    assert [line for line in told(table) if line.startswith("box 1 ")][2:] == [
        "box 1 may stand,hit,double,split,surrender",
        "box 1 gets Ah",
        "box 1 may stand,split",
        "box 1 gets Ac",
        "box 1 may stand,split",
        "box 1 gets 2s",
        "box 1 hand 4 gets 3s",
        "box 1 hand 3 gets 4s",
        "box 1 hand 2 gets 5s",
    ]


def test_633a_11_b_the_first_hand_is_played_out_first_and_no_hand_twice() -> None:
    words = ["split", "split", "stand", "stand", "hit", "stand"]
    cards = "8s 6h 8d 10c 8h 10d 9s 2c 7h 10s"
    asked = [x for x in told(deal(BOOK, PA, cards, TEN, words)) if " may " in x]
    assert [line.split(" may ")[0] for line in asked] == [
        *("box 1", "box 1", "box 1"),
        *("box 1 hand 3", "box 1 hand 2", "box 1 hand 2"),
    ]


def test_20_18_15_24_double_down_is_not_offered_where_the_house_files_never() -> None:
    house = House("south_dakota", terms={"double_on": "never", "surrender": "none"})
    assert "box 1 may stand,hit" in told(deal(BOOK, house, "6s 9h 5d 8c", TEN, ["stand"]))


def test_nh_rules_dealer_a_players_21_wins_against_the_dealers_21() -> None:
    cards = "6s 6h 5d 5c 10h 10d"
    table = deal(BOOK, NH, cards, TEN, ["hit"])
    assert results(table) == ["blackjack $10: 21 each, $20 back"]
    assert results(deal(BOOK, PA, cards, TEN, ["hit"])) == ["blackjack $10: 21 each, $10 back"]


def test_nh_wagers_side_wagers_settle_clockwise_before_insurance() -> None:
    sides = dict.fromkeys(("perfect-pair", "match-the-dealer"), Choice(least=200))
    house = House("new_hampshire", wagers=sides)
    bets = {"blackjack": 10, "perfect-pair": 2, "match-the-dealer": 2}
    table = deal(BOOK, house, "As Ad Ah Kc", bets, ["insure"])
    settled = [line.split(":")[0] for line in results(table)]
    assert settled == ["match-the-dealer $2", "perfect-pair $2", "blackjack $10", "insurance $5"]
