"""Named rounds of Blackjack Switch (1 CCR 207-1, 30-2105).

Cards come to the first hand, the second hand and the dealer, twice; the dealer's second lies down.
"""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed, UnknownName
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import StakeAdded
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import view
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer, deal, done, results, seat, told

BOOK = load()
HOUSE = House(
    "colorado",
    "blackjack-switch",
    wagers={"super-match": Choice("Pay Table 1"), "buster-blackjack": Choice("Pay Schedule 1")},
)
TEN = {"blackjack": 10}
SUPER = {"blackjack": 10, "super-match": 5}
BUSTER = {"blackjack": 10, "buster-blackjack": 5}
UNREAD = replace(HOUSE, terms={"peek": "none"})


def paid(
    cards: str, *words: str, house: House = HOUSE, stakes: Mapping[str, float] = TEN
) -> list[str]:
    """What became of every stake of one box."""
    return results(deal(BOOK, house, cards, stakes, words))


def refused(house: House, *bets: tuple[str, int]) -> str:
    """Why the last of these bets at box 1 is not taken; nothing changes then."""
    table = open_table(house)
    *good, bad = bets
    for wager, cents in good:
        table.bet(1, "ann", wager, cents)
    before = len(table.log)
    with pytest.raises((NotAllowed, UnknownName)) as error:
        table.bet(1, "ann", *bad)
    assert len(table.log) == before
    return str(error.value)


def open_table(house: House = HOUSE, cards: Stacked | None = None) -> Table:
    table = Table(open_house(BOOK, house), cards or Stacked([]), BOOK.digest)
    table.open_round()
    return table


# -- (1), (2): two hands of equal stake ------------------------------------------------------------


def test_30_2105_1_2_two_hands_of_equal_stake_and_one_box_for_each_player() -> None:
    table = deal(BOOK, HOUSE, "10s 9h 7d 9c Ks 10c", TEN, ["no", "stand", "stand"])
    assert [str(e) for e in table.log if isinstance(e, StakeAdded)] == [
        "stake box=1 player=ann on=blackjack cents=1000"
    ]
    assert told(table) == [
        "box 1 gets 10s",
        "box 1 hand 2 gets 9h",
        "dealer gets 7d",
        "box 1 gets 9c",
        "box 1 hand 2 gets Ks",
        "dealer gets 10c face down",
        "box 1 may no,switch",
        "> no",
        "box 1 may stand,hit,double,double for less",
        "> stand",
        "box 1 hand 2 may stand,hit,double,double for less",
        "> stand",
        "the dealer turns 10c",
        "blackjack $10: 19 beats 17, $20 back",
        "blackjack $10: 19 beats 17, $20 back",
    ]
    again = open_table()
    again.bet(1, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match=r"30-2105\(1\), \(2\): a player may bet on one box here"):
        again.bet(2, "ann", "blackjack", 1_000)


def test_30_2105_1_six_or_eight_decks() -> None:
    with pytest.raises(NotAllowed, match="dealt from 6 or 8 decks, not 2"):
        open_house(BOOK, House("colorado", "blackjack-switch", decks=2))


def test_30_2105_2_side_wagers_are_super_match_and_buster_blackjack() -> None:
    with pytest.raises(NotAllowed, match=r"\(1\), \(2\): .* super-match and buster-blackjack"):
        open_house(BOOK, replace(HOUSE, wagers={"bust-bonanza": Choice("Pay Table 2")}))
    assert "needs a stake on blackjack" in refused(HOUSE, ("super-match", 500))
    assert "No wager at this table" in refused(HOUSE, ("blackjack", 1_000), ("perfect-pairs", 500))
    assert refused(HOUSE, ("blackjack", 100)) == "Blackjack stakes are $10 to $500 here, not $1."


def test_30_2105_2_reading_b_7_both_side_wagers_in_one_round() -> None:
    bets = ("blackjack", 1_000), ("super-match", 500), ("buster-blackjack", 500)
    one = replace(HOUSE, readings={"B-7": "one of the two"})
    assert refused(one, *bets) == (
        "30-2105(2), (10): Super Match or Buster Blackjack, not both in one round, at this table."
    )
    table = open_table()
    for wager, cents in bets:
        table.bet(1, "ann", wager, cents)
    with pytest.raises(
        NotAllowed, match="reading B-7 must be 'each by itself' or 'one of the two'"
    ):
        open_house(BOOK, replace(HOUSE, readings={"B-7": "both"}))


# -- (3): tips -------------------------------------------------------------------------------------


def tipped(cards: str, tips: dict[str, int], *words: str) -> list[str]:
    """A round of ten dollars a spot, five on Super Match, and these dollars for the dealer."""
    shoe = seat(BOOK, HOUSE, cards, TEN).shoes
    assert isinstance(shoe, Stacked)
    table = open_table(cards=Stacked(shoe.cards))
    table.bet(1, "ann", "blackjack", 1_000)
    table.bet(1, "ann", "super-match", 500)
    for wager, dollars in tips.items():
        table.tip(1, wager, dollars * 100)
    table.deal()
    return results(done(BOOK, answer(table, *words)))


def test_30_2105_3_tips_go_on_either_spot_and_on_super_match() -> None:
    cards = "10s 9h 7d 9c 7s 10c"
    assert tipped(cards, {"blackjack": 2, "super-match": 1}, "no", "stand", "stand") == [
        "super-match $5: Pair, $10 back",
        "super-match $1: Pair, $2 back to the dealer",
        "blackjack $10: 19 beats 17, $20 back",
        "blackjack $2: 19 beats 17, $4 back to the dealer",
        "blackjack $10: 17 beats 16, $0 back",
    ]
    assert tipped(cards, {"blackjack": 2, "blackjack 2": 3}, "no", "stand", "stand")[1:] == [
        "blackjack $10: 19 beats 17, $20 back",
        "blackjack $2: 19 beats 17, $4 back to the dealer",
        "blackjack $10: 17 beats 16, $0 back",
        "blackjack 2 $3: 17 beats 16, $0 back to the dealer",
    ]


@pytest.mark.parametrize(
    ("words", "last"),
    [
        (["double", "0"], "blackjack 2 $3: 21 beats 17, $6 back to the dealer"),
        (["double", "4"], "blackjack 2 $7: 21 beats 17, $14 back to the dealer"),
        (["double", "10"], "blackjack 2 $13: 21 beats 17, $26 back to the dealer"),
    ],
)
def test_30_2105_3_a_player_who_doubles_may_add_a_tip_beside_the_wager(
    words: list[str], last: str
) -> None:
    cards = "8s 6h 7d 8c 5s 10c 10h 9h 10d"
    found = tipped(cards, {"blackjack 2": 3}, "no", "split", "stand", "stand", *words)
    assert last in found


def test_30_2105_3_an_added_tip_stays_within_the_added_wager_and_needs_a_first_one() -> None:
    cards = "8s 6h 7d 8c 5s 10c 10h 9h 10d"
    with pytest.raises(NotAllowed, match=r"at most \$10, not \$11"):
        tipped(cards, {"blackjack 2": 3}, "no", "split", "stand", "stand", "double", "11")
    alone = tipped(cards, {"blackjack": 3}, "no", "split", "stand", "stand", "double")
    assert "blackjack $20: 21 beats 17, $40 back" in alone


def test_30_2105_3_a_tip_stays_as_it_is_when_the_player_doubles_or_splits() -> None:
    cards = "8s 6h 7d 8c 5s 10c 10h 9h 10d"
    found = tipped(cards, {"blackjack 2": 3}, "no", "split", "stand", "stand", "double", "0")
    assert found[1:] == [
        "blackjack $10: 18 beats 17, $20 back",
        "blackjack $20: 21 beats 17, $40 back",
        "blackjack 2 $3: 21 beats 17, $6 back to the dealer",
        "blackjack $10: 17 each, $10 back",
    ]


def test_30_2105_3_a_tip_needs_the_players_own_wager_and_stays_within_it() -> None:
    table = open_table()
    table.bet(1, "ann", "blackjack", 1_000)
    for wager, cents, why in (
        ("super-match", 100, r"\(3\): a bet for the dealer needs the player's own"),
        ("blackjack 2", 1_100, "is at most \\$10, not \\$11"),
        ("blackjack 3", 100, "No wager at this table is called 'blackjack 3'"),
    ):
        with pytest.raises((NotAllowed, UnknownName), match=why):
            table.tip(1, wager, cents)


# -- (4): misdeals ---------------------------------------------------------------------------------


def test_30_2105_4_a_misdeal_to_a_player_gives_all_wagers_of_that_player_back() -> None:
    stakes = {**SUPER, "buster-blackjack": 5}
    table = seat(BOOK, HOUSE, "10s 9h 8s 8h 6d 9c 7s 8c 8d 10c Kd", stakes, TEN)
    answer(table, "no", "stand")
    table.irregular("misdeal to a box", 1)
    answer(table, "no", "stand", "stand")
    assert results(done(BOOK, table)) == [
        "super-match $5: Pair, $10 back",
        "blackjack $20: void, $20 back",
        "buster-blackjack $5: void, $5 back",
        "blackjack $10: dealer busts, $20 back",
        "blackjack $10: dealer busts, $20 back",
    ]


def test_30_2105_4_a_misdeal_while_the_cards_are_dealt() -> None:
    paced = replace(HOUSE, pace="dealer")
    table = seat(BOOK, paced, "10s 9h 8s 8h", SUPER, TEN)
    for _ in range(4):
        table.go()
    table.irregular("misdeal to the dealer")
    assert results(done(BOOK, table)) == [
        "blackjack $20: void, $20 back",
        "super-match $5: void, $5 back",
        "blackjack $20: void, $20 back",
    ]
    table = seat(BOOK, paced, "10s 9h 8s 8h 7d 8c 9d 10c", SUPER, TEN)
    for _ in range(3):
        table.go()
    table.irregular("misdeal to a box", 1)
    while table.waits_for_dealer:
        table.go()
    answer(table, "no", "stand", "stand")
    assert results(done(BOOK, table))[:2] == [
        "blackjack $20: void, $20 back",
        "super-match $5: void, $5 back",
    ]


def test_30_2105_4_a_box_voided_as_it_is_asked_to_switch_or_to_insure() -> None:
    table = seat(BOOK, HOUSE, "10s 9h 7d 9c Ks 10c", TEN)
    table.irregular("misdeal to a box", 1)
    assert results(done(BOOK, table)) == ["blackjack $20: void, $20 back"]
    table = seat(BOOK, HOUSE, "10s 9h Ad 9c Ks 8c", TEN)
    answer(table, "5")
    table.irregular("misdeal to a box", 1)
    assert results(done(BOOK, table)) == [
        "blackjack $20: void, $20 back",
        "insurance $5: void, $5 back",
    ]


# -- (5), (6), (10): side wagers -------------------------------------------------------------------


def test_30_2105_5_side_wagers_are_settled_before_the_hands() -> None:
    stakes = {"blackjack": 10, "super-match": 5, "buster-blackjack": 5}
    assert paid("10s 9h 6d 9c Ks 10c Kd", "no", "stand", "stand", stakes=stakes) == [
        "super-match $5: Pair, $10 back",
        "buster-blackjack $5: 3 or 4, $15 back",
        "blackjack $10: dealer busts, $20 back",
        "blackjack $10: dealer busts, $20 back",
    ]


@pytest.mark.parametrize(
    ("cards", "six", "eight"),
    [
        ("9s 9h 7d 9c 9d 10c", "4 of a Kind, $205 back", "4 of a Kind, $255 back"),
        ("9s 9h 7d 10c 10d 10h", "Two Pair, $45 back", "Two Pair, $40 back"),
        ("9s 9h 7d 10c 9d 10h", "Three of a Kind, $30 back", "Three of a Kind, $30 back"),
        ("9s 9h 7d 10c 8d 10h", "Pair, $10 back", "Pair, $10 back"),
        ("9s 6h 7d 10c 8d 10h", "no hand, $0 back", "no hand, $0 back"),
    ],
)
def test_30_2105_6_10_super_match_pays_on_the_first_four_cards(
    cards: str, six: str, eight: str
) -> None:
    for decks, paytable, pays in ((6, "Pay Table 1", six), (8, "Pay Table 2", eight)):
        wagers = {"super-match": Choice(paytable)}
        house = replace(HOUSE, decks=decks, wagers=wagers)
        table = seat(BOOK, house, cards, SUPER)
        assert results(table) == [f"super-match $5: {pays}"]
        done(BOOK, answer(table, "no", "stand", "stand"))
    with pytest.raises(NotAllowed, match="Pay Table 2"):
        open_house(BOOK, replace(HOUSE, wagers={"super-match": Choice("Pay Table 2")}))


def test_30_2105_6_super_match_wins_whatever_the_dealer_has() -> None:
    assert paid("9s 9h Kd 10c 8d Ah", stakes=SUPER) == [
        "super-match $5: Pair, $10 back",
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: dealer natural, $0 back",
    ]


def test_30_2105_10_buster_pays_by_the_cards_of_the_dealers_bust() -> None:
    cards = "10s 9h 2d 9c Ks 2c 2h 2s 3d 3h 10d"
    assert paid(cards, "no", "stand", "stand", stakes=BUSTER)[0] == (
        "buster-blackjack $5: 7, $255 back"
    )


def test_30_2105_10_the_dealer_draws_for_buster_when_no_hand_is_left() -> None:
    cards = "10s 10h 6d 6c 6s 10c Kd Kc 9d"
    assert paid(cards, "no", "hit", "hit", stakes=BUSTER) == [
        "blackjack $10: bust, $0 back",
        "blackjack $10: bust, $0 back",
        "buster-blackjack $5: 3 or 4, $15 back",
    ]


def test_30_2105_10_reading_b_11_whether_22_is_a_bust_for_buster() -> None:
    cards, words = "10s 9h 6d 9c Ks 6c 10d", ["no", "stand", "stand"]
    assert paid(cards, *words, stakes=BUSTER)[0] == "buster-blackjack $5: 3 or 4, $15 back"
    choice = Choice("Pay Schedule 1", choices={"B-11": "no bust"})
    house = replace(HOUSE, wagers={"buster-blackjack": choice})
    assert paid(cards, *words, house=house, stakes=BUSTER)[0] == (
        "buster-blackjack $5: no hand, $0 back"
    )


# -- (8)(a): insurance -----------------------------------------------------------------------------


def test_30_2105_8_a_insurance_on_one_hand_or_on_both() -> None:
    cards = "10s 9h Ad 9c Ks Kc"
    assert paid(cards, "5", "5") == [
        "insurance $5: dealer natural, $15 back",
        "insurance 2 $5: dealer natural, $15 back",
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: dealer natural, $0 back",
    ]
    assert paid(cards, "0", "5")[0] == "insurance 2 $5: dealer natural, $15 back"
    assert paid("10s 9h Ad 9c Ks 8c", "5", "0", "no", "stand", "stand") == [
        "insurance $5: no natural, $0 back",
        "blackjack $10: 19 each, $10 back",
        "blackjack $10: 19 each, $10 back",
    ]


def test_30_2105_8_a_insurance_is_at_most_half_and_no_natural_takes_even_money() -> None:
    table = seat(BOOK, HOUSE, "As 9h Ad Kc Ks 8c", TEN)
    assert table.pending
    with pytest.raises(NotAllowed, match=r"30-2105\(8\)\(a\): insurance takes .* not \$6"):
        table.answer_stake(table.pending.number, 600)
    assert "even money" not in " ".join(told(table))
    with pytest.raises(NotAllowed, match="even_money"):
        open_house(BOOK, replace(HOUSE, terms={"even_money": "offered"}))


# -- (8)(b), (e): the switch and naturals ----------------------------------------------------------


def test_30_2105_8_b_only_the_second_cards_change_places() -> None:
    table = deal(BOOK, HOUSE, "10s 5h 7d 6c 10h 10c 9c", TEN, ["switch", "stand", "double"])
    assert told(table)[6:] == [
        "box 1 may no,switch",
        "> switch",
        "box 1 gets 10h",
        "box 1 hand 2 gets 6c",
        "box 1 may stand,hit,double,double for less,split",
        "> stand",
        "box 1 hand 2 may stand,hit,double,double for less",
        "> double",
        "box 1 hand 2 gets 9c",
        "the dealer turns 10c",
        "blackjack $10: 20 beats 17, $20 back",
        "blackjack $20: 20 beats 17, $40 back",
    ]


def test_30_2105_8_b_other_words_than_no_and_switch_are_refused() -> None:
    table = seat(BOOK, HOUSE, "10s 5h 7d 6c 10h 10c", TEN)
    assert table.pending
    with pytest.raises(NotAllowed) as error:
        table.answer(table.pending.number, "switch first cards")
    assert str(error.value) == (
        "'switch first cards' is not legal for box 1: no or switch (30-2105(8)(b))."
    )


def test_30_2105_8_b_each_choice_says_what_the_two_hands_come_to() -> None:
    table = seat(BOOK, HOUSE, "10s 5h 7d 6c 10h 10c", TEN)
    assert table.pending
    assert isinstance(table.pending.step, Ask)
    assert [option.does for option in table.pending.step.options] == [
        "keep 16 and 15",
        "16 and 15 become 20 and 11",
    ]


def test_30_2105_8_e_a_natural_pays_even_money_before_its_player_draws() -> None:
    assert paid("As 9h 7d Kc 10s 10c", "no", "stand") == [
        "blackjack $10: natural, $20 back",
        "blackjack $10: 19 beats 17, $20 back",
    ]
    assert paid("As 9h Kd Kc 10s Ad") == [
        "blackjack $10: both naturals, $10 back",
        "blackjack $10: dealer natural, $0 back",
    ]


def test_30_2105_8_b_a_switched_natural_is_21_and_may_break_a_natural() -> None:
    assert paid("As 9h 7d Kc 10s 10c", "switch", "stand") == [
        "blackjack $10: 21 beats 17, $20 back",
        "blackjack $10: 19 beats 17, $20 back",
    ]


@pytest.mark.parametrize(
    ("dealer", "first"),
    [
        ("6d 5d 10d", "21 each, $10 back"),
        ("6d 6c 10d", "dealer 22, $10 back"),
        ("6d 6c Kd", "dealer 22, $10 back"),
        ("6d 7c 10d", "dealer busts, $20 back"),
        ("6d 4c 10d", "21 beats 20, $20 back"),
    ],
)
def test_30_2105_8_e_a_switched_natural_pushes_with_21_and_22(dealer: str, first: str) -> None:
    up, down, *drawn = dealer.split()
    cards = f"As 6h {up} 5c Kc {down} {' '.join(drawn)}"
    assert paid(cards, "switch", "stand")[0] == f"blackjack $10: {first}"


def test_30_2105_8_e_reading_a_9_a_dealers_22_pushes_all_but_a_natural() -> None:
    cards = "As 10h 6d Kc 9c 6c 10d"
    assert paid(cards, "no", "stand") == [
        "blackjack $10: natural, $20 back",
        "blackjack $10: dealer 22, $10 back",
    ]
    only = replace(HOUSE, readings={"A-9": "switched natural only"})
    assert paid(cards, "no", "stand", house=only)[1] == "blackjack $10: dealer busts, $20 back"
    assert paid("As 6h 6d 5c Kc 6c 10d", "switch", "stand", house=only) == [
        "blackjack $10: dealer 22, $10 back",
        "blackjack $10: dealer busts, $20 back",
    ]
    split = "As 6h 6d 5c Ac 6c Kh 9h 10d"  # a split ace and a king are no switched natural
    assert (
        paid(split, "switch", "split", "stand", house=only)
        == ["blackjack $10: dealer busts, $20 back"] * 3
    )


def test_30_2105_8_e_a_switched_natural_loses_to_a_natural_that_was_not_read() -> None:
    assert paid("As 6h Kd 5c Kc Ad 10h", "switch", "double", house=UNREAD) == [
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: added before a natural, $10 back",
    ]
    assert paid("As 6h Kd Kc 9c Ad", "no", "stand", house=UNREAD) == [
        "blackjack $10: both naturals, $10 back",
        "blackjack $10: dealer natural, $0 back",
    ]


def test_30_2105_8_e_a_natural_wins_against_22_though_it_waits_for_the_hole_card() -> None:
    assert paid("As 6h Kd Kc 9c 2d 10d", "no", "stand", house=UNREAD) == [
        "blackjack $10: natural, $20 back",
        "blackjack $10: dealer 22, $10 back",
    ]


# -- (8)(c)-(h): playing the hands -----------------------------------------------------------------


def test_30_2105_8_c_both_hands_may_be_split() -> None:
    cards = "8s 9h 6d 8c 9s 10c 10h 7h 10d 8d 10s"
    words = ["no", "split", "stand", "stand", "split", "stand", "stand"]
    table = deal(BOOK, HOUSE, cards, TEN, words)
    asked = [line.split(" may ")[0] for line in told(table) if " may " in line][1:]
    assert asked == [
        *("box 1", "box 1", "box 1 hand 3"),
        *("box 1 hand 2", "box 1 hand 2", "box 1 hand 4"),
    ]
    assert results(table) == ["blackjack $10: dealer busts, $20 back"] * 4


def test_30_2105_8_c_each_hand_may_be_split_to_four() -> None:
    cards = "8s 9h 6d 8c 9s 10c 8h 8d 8s 2c 3c 4c Kd"
    table = seat(BOOK, HOUSE, cards, TEN)
    answer(table, "no", "split", "split", "split")
    assert told(table)[-2:] == ["box 1 gets 8s", "box 1 may stand,hit,double,double for less"]
    answer(table, "stand", "stand", "stand", "stand")
    assert told(table)[-1] == "box 1 hand 2 may stand,hit,double,double for less,split"
    assert len(results(done(BOOK, answer(table, "stand")))) == 5


def test_30_2105_8_d_either_hand_or_both_may_be_doubled() -> None:
    cards = "6s 6h 7d 5c 4s 10c 10d 9d"
    assert paid(cards, "no", "double", "double") == [
        "blackjack $20: 21 beats 17, $40 back",
        "blackjack $20: 19 beats 17, $40 back",
    ]
    assert paid(cards, "no", "double for less", "4", "hit", "stand") == [
        "blackjack $14: 21 beats 17, $28 back",
        "blackjack $10: 19 beats 17, $20 back",
    ]


def test_30_2105_8_f_g_a_bust_is_collected_at_once_and_the_other_hand_stays() -> None:
    table = deal(BOOK, HOUSE, "10s 9h 7d 6c Ks 10c Kd", TEN, ["no", "hit", "stand"])
    assert told(table)[10:] == [
        "box 1 gets Kd",
        "blackjack $10: bust, $0 back",
        "box 1 hand 2 may stand,hit,double,double for less",
        "> stand",
        "the dealer turns 10c",
        "blackjack $10: 19 beats 17, $20 back",
    ]


def test_30_2105_8_h_one_player_is_finished_before_the_next_is_asked_to_switch() -> None:
    table = seat(BOOK, HOUSE, "10s 9h 10d 9d 7d 9c Ks 9s Kd 10c", TEN, TEN)
    answer(table, *["no", "stand", "stand"] * 2)
    asked = [line.split(" may ")[0] for line in told(done(BOOK, table)) if " may " in line]
    assert asked == [
        *("box 1", "box 1", "box 1 hand 2"),
        *("box 2", "box 2", "box 2 hand 2"),
    ]


def test_30_2105_8_the_standard_plays_include_surrender_where_the_house_has_it() -> None:
    late = replace(HOUSE, terms={"surrender": "late"})
    assert paid("10s 9h Kd 6c 10h 7c", "no", "surrender", "stand", house=late) == [
        "blackjack $5: surrender, $0 back",
        "blackjack $5: surrender, $5 back",
        "blackjack $10: 19 beats 17, $20 back",
    ]
    early = replace(HOUSE, terms={"surrender": "early"})
    table = deal(BOOK, early, "10s 9h Kd 6c 10h 7c", TEN, ["surrender", "no", "stand"])
    assert "box 1 may no,switch" not in told(table)  # one hand has nothing to switch with


def test_30_2105_9_the_dealer_hits_soft_17_unless_the_house_says_stand() -> None:
    cards = "10s 9h 6d 9c Ks Ac"
    assert paid(f"{cards} 4d", "no", "stand", "stand")[0] == "blackjack $10: 21 beats 19, $0 back"
    stand = replace(HOUSE, terms={"soft_17": "stand"})
    assert paid(cards, "no", "stand", "stand", house=stand)[0] == (
        "blackjack $10: 19 beats 17, $20 back"
    )


# -- what goes wrong, and who sees what ------------------------------------------------------------


def test_30_828_1_an_exposed_card_is_dealt_on_where_the_supervisor_says_so() -> None:
    table = seat(BOOK, HOUSE, "10s 6h 7d 6c 5c 10c 9d", TEN)
    table.irregular("exposed card", decision="dealt on")
    answer(table, "no", "stand", "double")
    assert told(done(BOOK, table))[7] == "exposed gets 9d"
    assert results(table)[1] == "blackjack $20: 20 beats 17, $40 back"


def test_nobody_at_the_table_sees_the_hole_card_before_it_is_turned() -> None:
    table = seat(BOOK, HOUSE, "10s 9h 7d 9c Ks 10c", TEN)
    assert "Ks" in print_of(table, "ann")
    assert all("10c" not in print_of(table, who) for who in ("ann", "bob", "dealer"))
    assert "10c" in print_of(table, "surveillance")


def print_of(table: Table, who: str) -> str:
    return "\n".join(map(str, view(table.log, who)))
