"""Named rounds with side wagers that wait for the player or the dealer."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import SURVEILLANCE
from pitboss.table.table_view import seen_round
from tests.rounds.stack import colorado, deal, pennsylvania, results, told

BOOK = load()
BLAZING = Choice(
    paytable="B",
    stake=500,
    seeds={"meter": 1_000_000},
    rates={"meter": Fraction(1, 10)},
    choices={"third-card": "drawn card"},
)
BETS = {"blackjack": 10, "blazing-7s": 5}


def test_30_2115_4_bust_bonanza_is_placed_after_the_player_has_acted() -> None:
    house = House("colorado", least=100, wagers={"bust-bonanza": Choice(paytable="Pay Table 2")})
    house = replace(house, tips=False)
    table = deal(BOOK, house, "10s 6h 9d 10c Kh", {"blackjack": 10}, ["stand", "5"])
    assert told(table)[4:] == [
        "box 1 may stand,hit,double,double for less",
        "> stand",
        "box 1 may bet bust-bonanza",
        "> 500",
        "the dealer turns 10c",
        "dealer gets Kh",
        "blackjack $10: dealer busts, $20 back",
        "bust-bonanza $5: 6, bust, $10 back",
    ]


def test_30_2115_4_a_b_bust_bonanza_follows_neither_a_blackjack_nor_a_bust() -> None:
    house = House("colorado", least=100, wagers={"bust-bonanza": Choice(paytable="Pay Table 2")})
    table = deal(BOOK, house, "As 6h Kd 10c", {"blackjack": 10})
    assert results(table) == ["blackjack $10: natural, $25 back"]
    table = deal(BOOK, house, "10s 6h 9d 10c Kh", {"blackjack": 10}, ["hit"])
    assert results(table) == ["blackjack $10: bust, $0 back"]


def test_633c_9_three_sevens_of_diamonds_win_the_meter() -> None:
    house = pennsylvania(blazing_7s=BLAZING)
    table = deal(BOOK, house, "7d Kh 7d 9c 7d", BETS, ["hit"])
    assert results(table) == [
        "blackjack $10: 21 beats 19, $20 back",
        "blazing-7s $5: Three 7s diamonds, $0 back",
        "blazing-7s slip: ann is paid $10000.5",
    ]
    meter = table.meters["blazing-7s meter"].meter  # type: ignore[attr-defined]
    assert (meter.display, int(meter.contributed), meter.wins) == (1_000_000, 50, 1)
    assert meter.is_conserved


def test_633c_9_g_a_stake_feeds_its_meter_once() -> None:
    table = deal(BOOK, pennsylvania(blazing_7s=BLAZING), "2d Kh 9d 9c", BETS, ["stand"])
    meter = table.meters["blazing-7s meter"].meter  # type: ignore[attr-defined]
    assert meter.contributed == 50


def test_633c_9_d_4_two_sevens_get_their_card_though_the_dealer_has_a_natural() -> None:
    table = deal(BOOK, pennsylvania(blazing_7s=BLAZING), "7s Kh 7d Ac 7h", BETS)
    assert told(table)[-4:] == [
        "the dealer turns Ac",
        "box 1 gets 7h",
        "blackjack $10: dealer natural, $0 back",
        "blazing-7s $5: Three 7s, $1000 back",
    ]
    plain = deal(BOOK, pennsylvania(blazing_7s=BLAZING), "7s Kh 6d Ac", BETS)
    assert results(plain)[-1] == "blazing-7s $5: Either of first two cards (one 7), $10 back"


def test_633c_9_d_the_reason_shows_the_sevens_that_were_paid() -> None:
    """(d)(1): two sevens that are split count with the third card dealt to the player."""
    house = pennsylvania(blazing_7s=BLAZING)
    table = deal(BOOK, house, "7s Kh 7d 9c 7h 2h 10c", BETS, ["split", "hit", "stand", "stand"])
    seen = seen_round(table.opened, table.layout.events, SURVEILLANCE)
    why = dict(zip((e.wager for e in seen.boxes[1].results), seen.boxes[1].reasons, strict=True))
    assert why["blazing-7s"].words == "Three 7s, 7♠ 7♦ 7♥"
    assert why["blazing-7s"].cards == ("1 7s", "1 7d", "1 7h")


def test_633c_9_d_1_split_sevens_count_with_the_card_on_the_first_hand() -> None:
    words = ["split", "stand", "stand"]
    cards = "7s 9h 7d 8c 10h 7h"
    first = deal(BOOK, pennsylvania(blazing_7s=BLAZING), cards, BETS, words)
    assert results(first)[-1] == "blazing-7s $5: First two cards (two 7s), $125 back"
    either = replace(BLAZING, choices={**BLAZING.choices, "D-27": "either hand"})
    both = deal(BOOK, pennsylvania(blazing_7s=either), cards, BETS, words)
    assert results(both)[-1] == "blazing-7s $5: Three 7s, $1000 back"


def test_633c_9_h_the_upcard_may_be_the_third_card() -> None:
    upcard = replace(BLAZING, choices={"third-card": "upcard"})
    table = deal(BOOK, pennsylvania(blazing_7s=upcard), "7s 7h 7d 10c", BETS, ["stand"])
    assert results(table)[-1] == "blazing-7s $5: Three 7s, $1000 back"


def test_633c_9_g_the_house_files_one_stake_that_the_meter_is_for() -> None:
    with pytest.raises(NotAllowed, match="file one fixed stake"):
        open_house(BOOK, pennsylvania(blazing_7s=replace(BLAZING, stake=None)))
    with pytest.raises(NotAllowed, match="leaves the seed of the meter"):
        open_house(BOOK, pennsylvania(blazing_7s=replace(BLAZING, stake=200, seeds={})))


def test_30_2106_buster_needs_the_dealers_hand_after_the_player_has_bust() -> None:
    house = colorado("buster-blackjack")
    bets = {"blackjack": 10, "buster-blackjack": 5}
    table = deal(BOOK, house, "10s 6h 6d 10c Kh 9c", bets, ["hit"])
    assert told(table)[-4:-1] == [
        "blackjack $10: bust, $0 back",
        "the dealer turns 10c",
        "dealer gets 9c",
    ]


def test_633c_3_collected_stakes_are_racked_before_the_deal() -> None:
    wager = BOOK.wager("pennsylvania/match-the-dealer")
    paytable = next(t.id for t in wager.paytables if 6 in t.decks)
    choice = Choice(paytable, stake=500, choices={"stake": "$5"})
    bets = {"blackjack": 10, "match-the-dealer": 5}
    table = deal(BOOK, pennsylvania(match_the_dealer=choice), "2s 9h 8d 10c", bets, ["stand"])
    kinds = [e.kind for e in table.log]
    assert kinds.index("collect") < kinds.index("card")
    assert results(table)[0] == "match-the-dealer $5: no hand, $0 back"
