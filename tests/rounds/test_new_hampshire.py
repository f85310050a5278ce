"""Rounds of the New Hampshire house blackjack, named by paragraph of its procedure."""

from dataclasses import replace

import pytest

from pitboss.cards import Rank
from pitboss.errors import NotAllowed, UnknownName
from pitboss.log import Event
from pitboss.rulebook.load import load
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import RoundOpened, Settled, StakeAdded
from pitboss.table.events.shoes import CardDealt, ShoeCommitted
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.replay import replay
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, Stakes, answer, deal, done, results, seat, told

BOOK = load()
NH = House("new_hampshire")
TEN: Stakes = {"blackjack": 10}
FROM_2 = Choice(least=200)
SIDES = {"three-card-poker": FROM_2, "match-the-dealer": FROM_2, "perfect-pair": FROM_2}
ALL = replace(NH, wagers=SIDES)


def read(**readings: str) -> House:
    return replace(NH, readings={k.replace("_", "-"): v for k, v in readings.items()})


# -- the rules ---------------------------------------------------------------------------------


def test_rules_hands_per_player_up_to_two_and_the_house_may_say_one() -> None:
    table = Table(open_house(BOOK, NH), Stacked(()), BOOK.digest)
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    table.bet(2, "ann", "blackjack", 1_000)
    with pytest.raises(
        NotAllowed, match="rules: hands per player: a player may bet on 2 boxes here"
    ):
        table.bet(3, "ann", "blackjack", 1_000)
    assert open_house(BOOK, replace(NH, terms={"hands_per_player": "1"}))
    with pytest.raises(NotAllowed, match="hands_per_player must be '1' or '2', not '3'"):
        open_house(BOOK, replace(NH, terms={"hands_per_player": "3"}))


def test_rules_dealer_stands_on_hard_17_and_hits_soft_17() -> None:
    table = deal(BOOK, NH, "9s 10h 9d 7c", TEN, ["stand"])
    assert results(table) == ["blackjack $10: 18 beats 17, $20 back"]
    table = deal(BOOK, NH, "9s 6h 9d Ac 2c", TEN, ["stand"])
    assert results(table) == ["blackjack $10: 19 beats 18, $0 back"]


def test_a_7_or_the_dealer_draws_to_18() -> None:
    house = read(A_7="draw to 18")
    table = deal(BOOK, house, "9s 10h 9d 7c 4h", TEN, ["stand"])
    assert results(table) == ["blackjack $10: 21 beats 18, $0 back"]
    table = deal(BOOK, house, "9s 10h 9d 8c", TEN, ["stand"])
    assert results(table) == ["blackjack $10: 18 each, $10 back"]


def test_rules_dealer_a_8_a_21_of_more_cards_wins_even_against_the_dealers_21() -> None:
    cards = "6s 6h 5d 5c 10h 10d"
    assert results(deal(BOOK, NH, cards, TEN, ["hit"])) == ["blackjack $10: 21 each, $20 back"]
    pushes = read(A_8="pushes")
    assert results(deal(BOOK, pushes, cards, TEN, ["hit"])) == ["blackjack $10: 21 each, $10 back"]


def test_a_8_b_two_blackjacks_push_unless_the_guarantee_is_read_to_cover_them() -> None:
    assert results(deal(BOOK, NH, "As Kh Kd Ac", TEN)) == ["blackjack $10: both naturals, $10 back"]
    wins = read(A_8_b="wins")
    assert results(deal(BOOK, wins, "As Kh Kd Ac", TEN)) == [
        "blackjack $10: both naturals, $25 back"
    ]


def test_rules_dealer_blackjack_pays_3_to_2_and_no_bonus_after_a_split() -> None:
    assert results(deal(BOOK, NH, "As 9h Kd 8c", TEN)) == ["blackjack $10: natural, $25 back"]
    table = deal(BOOK, NH, "As 6h Ad 10c Kh Qs 9h", TEN, ["split"])
    assert results(table) == ["blackjack $10: dealer busts, $20 back"] * 2


def test_rules_surrender_is_a_first_action_for_half_of_the_ante() -> None:
    table = deal(BOOK, NH, "10s 10h 6d 7c", TEN, ["surrender"])
    assert results(table) == [
        "blackjack $5: surrender, $0 back",
        "blackjack $5: surrender, $5 back",
    ]
    table = answer(seat(BOOK, NH, "5s 10h 6d 7c 2h", TEN), "hit")
    assert told(table)[-1] == "box 1 may stand,hit"


def test_f_7_surrender_is_late_or_early_as_it_is_read() -> None:
    assert results(deal(BOOK, NH, "10s Kh 6d Ac", TEN)) == [
        "blackjack $10: dealer natural, $0 back"
    ]
    table = deal(BOOK, read(F_7="early"), "10s Kh 6d Ac", TEN, ["surrender"])
    assert results(table)[1] == "blackjack $5: surrender, $5 back"


# -- the method of play ------------------------------------------------------------------------


def test_method_deal_f_9_losing_side_bets_go_first_then_winners_from_left_to_right() -> None:
    bets = {**TEN, "three-card-poker": 2, "match-the-dealer": 2, "perfect-pair": 2}
    cards = "9s 9h 9d 9c 4c 10c"  # box 1: 9-9 against a 9; box 2: 9-4 against it
    table = seat(BOOK, ALL, cards, bets, bets)
    settled = [(e.box, e.wager, e.pays) for e in table.log if isinstance(e, Settled)]
    assert settled == [
        (2, "three-card-poker", "loss"),
        (2, "perfect-pair", "loss"),
        (1, "three-card-poker", "10 to 1"),
        (1, "match-the-dealer", "7 to 1"),
        (1, "perfect-pair", "8 to 1"),
        (2, "match-the-dealer", "3 to 1"),
    ]


def test_method_order_of_blackjacks_f_9_or_match_the_dealer_alone_comes_before_them() -> None:
    bets = {**TEN, "three-card-poker": 2, "match-the-dealer": 2, "perfect-pair": 2}
    for house, order in (
        (ALL, ["three-card-poker", "match-the-dealer", "perfect-pair", "blackjack", "insurance"]),
        (
            replace(ALL, readings={"F-9": "Match the Dealer"}),
            ["match-the-dealer", "blackjack", "three-card-poker", "perfect-pair", "insurance"],
        ),
    ):
        table = deal(BOOK, house, "9s Ah 8d Kc", bets, ["insure"])
        assert [x.split(" $")[0] for x in results(table)] == order


def test_method_blackjacks_no_ace_or_ten_up_and_a_blackjack_is_paid_at_once() -> None:
    table = seat(BOOK, NH, "As 9s 9h Kd 8d 7c", TEN, TEN)
    assert results(table) == ["blackjack $10: natural, $25 back"]
    assert told(table)[-1].startswith("box 2 may stand")


def test_method_blackjacks_ace_up_insurance_for_others_and_even_money_for_a_blackjack() -> None:
    table = seat(BOOK, NH, "As 10s Ah Kd 8d 7c", TEN, TEN)
    assert told(table)[-1] == "box 1 may no,even money"
    answer(table, "no")
    assert told(table)[-1] == "box 2 may no,insure"  # a blackjack is not offered insurance
    table = done(BOOK, answer(table, "insure", "stand"))
    assert results(table) == [
        "blackjack $10: natural, $25 back",
        "insurance $5: no natural, $0 back",
        "blackjack $10: 18 each, $10 back",
    ]


def test_method_blackjacks_every_ante_is_taken_before_insurance_is_paid() -> None:
    """The antes of all players go first, blackjacks pushing; then insurance is paid to all."""
    table = seat(BOOK, NH, "9s As 10s Ah 8d Kd 9d Kc", TEN, TEN, TEN)
    done(BOOK, answer(table, "insure", "no", "insure"))
    assert [(e.box, e.wager, e.back) for e in table.log if isinstance(e, Settled)] == [
        (3, "blackjack", 0),
        (2, "blackjack", 1_000),
        (1, "blackjack", 0),
        (1, "insurance", 1_500),
        (3, "insurance", 1_500),
    ]


def test_method_blackjacks_every_blackjack_is_paid_before_insurance_is_collected() -> None:
    table = seat(BOOK, NH, "9s As 10s Ah 8d Kd 9d 7c", TEN, TEN, TEN)
    answer(table, "insure", "no", "insure")
    assert [(e.box, e.wager, e.back) for e in table.log if isinstance(e, Settled)] == [
        (2, "blackjack", 2_500),
        (1, "insurance", 0),
        (3, "insurance", 0),
    ]
    assert told(table)[-1].startswith("box 1 may stand")


def test_method_blackjacks_even_money_is_1_to_1_whatever_the_dealer_has() -> None:
    table = deal(BOOK, NH, "As Ah Kd Kc", TEN, ["even money"])
    assert results(table) == ["blackjack $10: even money, $20 back"]


def test_method_blackjacks_ten_up_the_dealers_blackjack_takes_all_but_blackjacks() -> None:
    table = done(BOOK, seat(BOOK, NH, "As 9s Kh Kd 8d Ac", TEN, TEN))
    assert results(table) == [
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: both naturals, $10 back",
    ]


def test_method_players_act_a_bust_is_taken_at_once() -> None:
    table = answer(seat(BOOK, NH, "9s 9d 9h 7d 8d 8c Kh", TEN, TEN), "hit")
    assert results(table) == ["blackjack $10: bust, $0 back"]
    assert told(table)[-1].startswith("box 2 may")


def test_method_dealer_acts_hands_are_settled_from_the_dealers_right() -> None:
    table = done(BOOK, answer(seat(BOOK, NH, "9s 9d 9h 7d 8d 8c", TEN, TEN), "stand", "stand"))
    boxes = [e.box for e in table.log if isinstance(e, Settled)]
    assert boxes == [2, 1]


# -- wagers ------------------------------------------------------------------------------------


def test_wagers_splitting_f_3_by_rank_or_by_value() -> None:
    assert "split" not in told(seat(BOOK, NH, "10s 9h Jd 8c", TEN))[-1]
    assert "split" in told(seat(BOOK, read(F_3="value"), "10s 9h Jd 8c", TEN))[-1]
    assert "split" in told(seat(BOOK, NH, "Js 9h Jd 8c", TEN))[-1]


def test_wagers_splitting_up_to_four_hands_and_no_double_after() -> None:
    words = ["split", "split", "split", *["stand"] * 4]
    table = deal(BOOK, NH, "8s 6h 8d 10c 8h 8c 9s 9c 9d 9h 10d", TEN, words)
    may = [x for x in told(table) if " may " in x]
    assert may[1] == "box 1 may stand,hit,split"
    assert may[3] == "box 1 may stand,hit"
    assert len(results(table)) == 4


def test_f_5_a_split_hand_may_be_doubled_where_it_is_read_so() -> None:
    table = answer(seat(BOOK, read(F_5="yes"), "8s 6h 8d 10c 3h", TEN), "split")
    assert told(table)[-1] == "box 1 may stand,hit,double"


def test_wagers_splitting_f_4_aces_are_split_three_times_or_once_more() -> None:
    cards = "As 6h Ad 10c Ah Ac 2s 3s 4s 5s 9h"
    table = deal(BOOK, NH, cards, TEN, ["split"] * 3)
    assert len(results(table)) == 4
    once = read(F_4="one further split")
    table = deal(BOOK, once, "As 6h Ad 10c Ah Ac 2s 3s 9h", TEN, ["split"] * 2)
    assert len(results(table)) == 3


def test_wagers_double_down_equals_the_ante_for_one_card() -> None:
    assert told(seat(BOOK, NH, "6s 9h 5d 8c", TEN))[-1] == "box 1 may stand,hit,double,surrender"
    table = deal(BOOK, NH, "6s 9h 5d 8c 7h", TEN, ["double"])
    assert results(table) == ["blackjack $20: 18 beats 17, $40 back"]


def test_wagers_insurance_f_8_is_exactly_half_or_up_to_half() -> None:
    table = deal(BOOK, NH, "9s Ah 8d Kc", TEN, ["insure"])
    assert results(table)[-1] == "insurance $5: dealer natural, $15 back"
    table = deal(BOOK, read(F_8="up to half"), "9s Ah 8d Kc", TEN, ["2"])
    assert results(table)[-1] == "insurance $2: dealer natural, $6 back"


@pytest.mark.parametrize("key", SIDES)
def test_side_bets_from_2_dollars_up_to_the_ante(key: str) -> None:
    with pytest.raises(NotAllowed, match=r"takes \$2 or more, not \$1"):
        seat(BOOK, ALL, "", {**TEN, key: 1})
    with pytest.raises(NotAllowed, match=r"at most blackjack-ante, which is \$10 here, not \$11"):
        seat(BOOK, ALL, "", {**TEN, key: 11})
    with pytest.raises(NotAllowed, match="needs a stake on blackjack"):
        seat(BOOK, ALL, "", {key: 2})


@pytest.mark.parametrize(
    ("key", "cards", "line"),
    [
        ("three-card-poker", "As Ks Qs", "Mini Royal Flush, $82 back"),
        ("three-card-poker", "4s 6s 5s", "Straight Flush, $62 back"),
        ("three-card-poker", "7s 7s 7s", "Suited 3 of a Kind, $42 back"),
        ("three-card-poker", "7s 7h 7d", "3 Of A Kind, $22 back"),
        ("three-card-poker", "4s 6h 5d", "Straight, $8 back"),
        ("three-card-poker", "2s 9s Ks", "Flush, $4 back"),
        ("match-the-dealer", "7s 7s 7s", "Two Suited, $32 back"),
        ("match-the-dealer", "7s 7s 7d", "One Suited One Non, $28 back"),
        ("match-the-dealer", "7h 7s 7d", "Two Non Suited, $16 back"),
        ("match-the-dealer", "7s 7s 2d", "One Suited, $14 back"),
        ("match-the-dealer", "7h 7s 2d", "One Non Suited, $8 back"),
        ("perfect-pair", "7s 9h 7s", "Perfect Pair, $42 back"),
        ("perfect-pair", "7s 9h 7c", "Same Color, $18 back"),
        ("perfect-pair", "7s 9h 7d", "Mixed Color, $10 back"),
    ],
)
def test_side_bets_pay_by_their_tables(key: str, cards: str, line: str) -> None:
    first, up, second = cards.split()
    table = seat(BOOK, ALL, f"{first} {up} {second} 10c", {**TEN, key: 2})
    assert results(table)[0] == f"{key} $2: {line}"


# -- Go-For-It ---------------------------------------------------------------------------------

ANTE = {"blackjack-ante": Choice(choices={"go-for-it": "on"})}
GO = replace(NH, wagers=ANTE, readings={"F-6": "as the first ante"})
TWO = {**TEN, "go-for-it-second": 10}
FOUR = {**TWO, "go-for-it-third": 10, "go-for-it-fourth": 10}


def test_wagers_ante_go_for_it_is_off_unless_the_house_offers_it() -> None:
    with pytest.raises(UnknownName, match="No wager at this table is called 'go-for-it-second'"):
        seat(BOOK, NH, "", TWO)


def test_wagers_ante_f_6_the_house_says_what_further_antes_pay() -> None:
    with pytest.raises(NotAllowed, match="wagers: ante: choose reading F-6"):
        open_house(BOOK, replace(NH, wagers=ANTE))
    wagers = {"blackjack-ante": Choice(choices={"go-for-it": "maybe"})}
    with pytest.raises(NotAllowed, match=r"go-for-it of Blackjack must be .*, not 'maybe'"):
        open_house(BOOK, replace(GO, wagers=wagers))


def test_wagers_ante_each_further_ante_equals_the_first() -> None:
    with pytest.raises(NotAllowed, match=r"wagers: ante: Go-For-It second ante must be exactly"):
        seat(BOOK, GO, "", {**TEN, "go-for-it-second": 5})
    with pytest.raises(NotAllowed, match="needs a stake on blackjack"):
        seat(BOOK, GO, "", {"go-for-it-second": 10})


def test_wagers_ante_further_antes_have_the_result_and_the_odds_of_the_first() -> None:
    assert results(deal(BOOK, GO, "As 9h Kd 8c", FOUR)) == [
        "blackjack $10: natural, $25 back",
        "go-for-it-second $10: natural, $25 back",
        "go-for-it-third $10: natural, $25 back",
        "go-for-it-fourth $10: natural, $25 back",
    ]
    table = deal(BOOK, GO, "9s 9h 9d 8c", TWO, ["stand"])
    assert results(table)[1] == "go-for-it-second $10: 18 beats 17, $20 back"
    table = deal(BOOK, GO, "9s 10h 7d 8c Kc", TWO, ["hit"])
    assert results(table)[1] == "go-for-it-second $10: bust, $0 back"
    table = deal(BOOK, GO, "9s Kh 7d Ac", TWO)
    assert results(table)[1] == "go-for-it-second $10: dealer natural, $0 back"
    table = deal(BOOK, GO, "9s Kh 7d 8c", TWO, ["surrender"])
    assert results(table)[2:] == [
        "go-for-it-second $5: surrender, $0 back",
        "go-for-it-second $5: surrender, $5 back",
    ]


def test_f_6_or_what_the_house_files() -> None:
    filed = replace(GO, readings={"F-6": "as filed"}, terms={"further_antes_pay": "2 to 1"})
    assert results(deal(BOOK, filed, "As 9h Kd 8c", TWO))[1] == (
        "go-for-it-second $10: natural, $30 back"
    )


def test_wagers_splitting_and_double_every_ante_is_matched() -> None:
    table = deal(BOOK, GO, "6s 9h 5d 8c 7h", TWO, ["double"])
    assert results(table) == [
        "blackjack $20: 18 beats 17, $40 back",
        "go-for-it-second $20: 18 beats 17, $40 back",
    ]
    table = deal(BOOK, GO, "8s 9h 8d 8c 10h 9s", TWO, ["split", "stand", "stand"])
    assert [e.wager for e in table.log if isinstance(e, StakeAdded)] == [
        "blackjack",
        "go-for-it-second",
    ]
    assert results(table) == [
        "blackjack $10: 18 beats 17, $20 back",
        "go-for-it-second $10: 18 beats 17, $20 back",
        "blackjack $10: 17 each, $10 back",
        "go-for-it-second $10: 17 each, $10 back",
    ]


def test_lot_7207_04_c_a_voided_round_gives_every_ante_back() -> None:
    table = seat(BOOK, GO, "8s 9h 8d 8c", TWO)
    table.irregular("misdeal to a box", 1, decision="that hand void")
    assert results(done(BOOK, table)) == [
        "blackjack $10: void, $10 back",
        "go-for-it-second $10: void, $10 back",
    ]


# -- the cards ---------------------------------------------------------------------------------


def dealt(house: House, rounds: int) -> Table:
    """A table from a sealed shoe, everybody standing."""
    opened = open_house(BOOK, house)
    table = Table(opened, SealedShoes(opened.delivery, Lesson(7)), BOOK.digest)
    for _ in range(rounds):
        table.open_round()
        for box in range(1, 8):
            table.bet(box, f"player {box}", "blackjack", 1_000)
        table.deal()
        while table.pending:
            answer(table, table.pending.step.may[0])  # type: ignore[union-attr]
    table.close()
    return table


def test_method_cut_the_second_cut_card_stands_a_deck_and_a_half_from_the_bottom() -> None:
    assert open_house(BOOK, NH).delivery.cut == 78
    table = dealt(replace(NH, decks=6), 16)
    starts = [e.dealt for e in table.log if isinstance(e, RoundOpened) and e.shoe == 1]
    assert max(starts) < 6 * 52 - 78
    shoes = [e for e in table.log if isinstance(e, ShoeCommitted)]
    assert shoes[1:]  # the hand was finished, then a shuffle
    assert verify(BOOK, table.log) == []


def test_f_16_another_hand_after_the_cut_card_is_refused() -> None:
    with pytest.raises(NotAllowed, match="reading F-16 cannot be played as 'one more hand'"):
        open_house(BOOK, read(F_16="one more hand"))


TENS_OUT = read(A_6="tens out")


def test_equipment_a_6_decks_of_48_cards_hold_no_tens() -> None:
    delivery = open_house(BOOK, TENS_OUT).delivery
    assert (delivery.size, delivery.cut, delivery.without) == (288, 72, Rank.TEN)
    table = dealt(TENS_OUT, 30)
    cards = [e.card for e in table.log if isinstance(e, CardDealt)]
    assert len(cards) > 288
    assert not [card for card in cards if card and card.rank is Rank.TEN]
    assert next(e for e in table.log if isinstance(e, ShoeCommitted)).without is Rank.TEN
    assert verify(BOOK, table.log) == []
    assert replay(BOOK, table.log).log == table.log


def without(events: list[Event], rank: Rank | None) -> list[Event]:
    """The log with the first shoe written as one of decks without this rank."""
    at, shoe = next((n, e) for n, e in enumerate(events) if isinstance(e, ShoeCommitted))
    return [*events[:at], replace(shoe, without=rank), *events[at + 1 :]]


def test_equipment_a_6_the_whole_pack_is_audited() -> None:
    found = verify(BOOK, without(dealt(TENS_OUT, 3).log, None))
    assert "decks without the 10s" in [each.expected for each in found]
    found = verify(BOOK, without(dealt(NH, 3).log, Rank.TEN))
    assert "decks with all their ranks" in [each.expected for each in found]


def test_no_progressive_is_allowed_and_no_other_states_wager() -> None:
    with pytest.raises(UnknownName):
        open_house(BOOK, replace(NH, wagers={"21-plus-3-progressive": Choice()}))
    assert BOOK.jurisdictions["new_hampshire"].forbids_progressives
