"""Rounds of 3 Card 21 "N" Done, named by paragraph of 1 CCR 207-1, 30-2111."""

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotAllowed
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import StakeAdded
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import SURVEILLANCE, view
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer, deal, done, results, seat, told

BOOK = load()
HOUSE = House("colorado", "3-card-21-n-done")
TEN = {"three-card-21": 10, "three-card-bonus": 10}


def house(**readings: str) -> House:
    return House(
        "colorado",
        "3-card-21-n-done",
        readings={k.replace("_", "-"): v for k, v in readings.items()},
    )


def play(cards: str, *words: str, filed: House = HOUSE) -> list[str]:
    """What became of the stakes of one box."""
    return results(deal(BOOK, filed, cards, TEN, words))


def main(cards: str, *words: str, filed: House = HOUSE) -> list[str]:
    """What became of the Three Card 21 stakes."""
    return [line for line in play(cards, *words, filed=filed) if "bonus" not in line]


# -- the wagers --------------------------------------------------------------------------------


def test_30_2111_1_six_or_eight_decks_from_a_shoe_or_a_continuous_shuffler() -> None:
    with pytest.raises(
        NotAllowed, match=r"30-2111: 3 Card 21 .* is dealt from 6 or 8 decks, not 4"
    ):
        open_house(BOOK, House("colorado", "3-card-21-n-done", decks=4))
    with pytest.raises(NotAllowed, match=r"30-2111\(1\): delivery must be 'shoe' or 'continuous"):
        open_house(BOOK, House("colorado", "3-card-21-n-done", terms={"delivery": "hand"}))


def test_30_2111_2_both_wagers_must_be_placed_in_equal_amounts() -> None:
    table = Table(open_house(BOOK, HOUSE), Stacked(()), BOOK.digest)
    table.open_round()
    table.bet(1, "ann", "three-card-21", 1_000)
    before = len(table.log)
    with pytest.raises(NotAllowed, match="30-2111: box 1 needs a stake on 3 Card Bonus"):
        table.deal()
    with pytest.raises(
        NotAllowed, match=r"\(2\): 3 Card Bonus must be exactly three-card-21, not \$5"
    ):
        table.bet(1, "ann", "three-card-bonus", 500)
    assert len(table.log) == before
    table.bet(1, "ann", "three-card-bonus", 1_000)


def test_30_2111_2_the_bonus_has_the_limits_of_the_main_wager() -> None:
    filed = House(
        "colorado", "3-card-21-n-done", wagers={"three-card-bonus": Choice("Pay Table 3")}
    )
    stakes = {"three-card-21": 400, "three-card-bonus": 400}
    table = deal(BOOK, filed, "Ad 9h Kd 8c Qd", stakes, ["take the pay"])
    assert results(table)[0] == "three-card-bonus $400: Diamond Royal, $40400 back"
    with pytest.raises(NotAllowed, match=r"stakes are \$10 to \$500"):
        seat(BOOK, filed, "", {"three-card-21": 600, "three-card-bonus": 600})


def test_30_2111_2_no_other_side_wager_is_offered() -> None:
    filed = House("colorado", "3-card-21-n-done", wagers={"straight-jack": Choice()})
    with pytest.raises(NotAllowed, match=r"offers three-card-bonus, not Straight Jack"):
        open_house(BOOK, filed)


def test_30_2111_5_pay_table_2_is_for_six_decks_unless_the_note_is_read_as_stray() -> None:
    wagers = {"three-card-bonus": Choice("Pay Table 2")}
    filed = House("colorado", "3-card-21-n-done", decks=8, wagers=wagers)
    with pytest.raises(NotAllowed, match="Pay Table 2 of 3 Card Bonus is for 6 decks, not 8"):
        open_house(BOOK, filed)
    read = House(
        "colorado", "3-card-21-n-done", decks=8, wagers=wagers, readings={"B-40": "nothing"}
    )
    assert open_house(BOOK, read).offers["three-card-bonus"].table.decks == (6, 8)


# -- the deal, the bonus, a dealt 21 -------------------------------------------------------------


def test_30_2111_3_the_third_card_comes_after_the_dealers_second() -> None:
    assert told(deal(BOOK, HOUSE, "5s 9h 4d 8c 2h 10s", TEN, ["hit"])) == [
        "box 1 gets 5s",
        "dealer gets 9h",
        "box 1 gets 4d",
        "dealer gets 8c face down",
        "box 1 gets 2h",
        "three-card-bonus $10: no hand, $0 back",
        "box 1 may stand,hit,double,double for less",
        "> hit",
        "box 1 gets 10s",
        "three-card-21 $10: 21, $20 back",
        "the dealer turns 8c",
    ]


def test_30_2111_3_two_boxes_get_their_third_cards_in_turn() -> None:
    table = seat(BOOK, HOUSE, "5s 6s 9h 4d 4c 8c 9c 9d", TEN, TEN)
    assert [x for x in told(table) if " gets " in x][-3:] == [
        "dealer gets 8c face down",
        "box 1 gets 9c",
        "box 2 gets 9d",
    ]


@pytest.mark.parametrize(
    ("cards", "hand", "back"),
    [
        ("As Ks Qs", "Mini Royal", 510),
        ("Ad Kd Qd", "Mini Royal", 510),  # Pay Table 1 has no Diamond Royal
        ("4s 5s 6s", "Straight Flush", 160),
        ("7s 7d 7h", "3 of a Kind", 60),
        ("4s 5d 6h", "Straight", 30),
        ("2s 5s 9s", "Flush", 25),
        ("9s 9d 2h", "Pair", 20),
        ("2s 9d Kh", "21 Total", 20),
        ("As 4d 6h", "21 Total", 20),
    ],
)
def test_30_2111_4_and_5_the_highest_hand_alone_is_paid(cards: str, hand: str, back: int) -> None:
    first, second, third = cards.split()
    table = seat(BOOK, HOUSE, f"{first} 9h {second} 8c {third}", TEN)
    assert results(table)[0] == f"three-card-bonus $10: {hand}, ${back} back"


def test_30_2111_6_a_dealt_21_is_paid_even_money_before_the_dealer_looks() -> None:
    assert told(deal(BOOK, HOUSE, "2s Kh 9d Ac Kc", TEN))[5:] == [
        "three-card-bonus $10: 21 Total, $20 back",
        "three-card-21 $10: 21, $20 back",
        "the dealer turns Ac",
    ]


def test_30_2111_player_rules_2_b_a_21_with_a_pair_may_be_kept_and_split() -> None:
    words = ["keep", "split", "stand", "stand", "stand"]
    table = deal(BOOK, HOUSE, "7s 9h 7d 8c 7h 10s 10d 9c", TEN, words)
    assert told(table)[5:] == [
        "three-card-bonus $10: 3 of a Kind, $60 back",
        "box 1 may take the pay,keep",
        "> keep",
        "box 1 may take the pay,split",
        "> split",
        "box 1 gets 10s",
        "box 1 may stand,hit,double,double for less",
        "> stand",
        "box 1 hand 2 gets 10d",
        "box 1 hand 2 may stand,hit,double,double for less",
        "> stand",
        "box 1 hand 3 gets 9c",
        "box 1 hand 3 may stand,hit,double,double for less",
        "> stand",
        "the dealer turns 8c",
        "three-card-21 $10: 17 each, $10 back",
        "three-card-21 $10: 17 each, $10 back",
        "three-card-21 $10: 17 beats 16, $0 back",
    ]
    assert main("7s 9h 7d 8c 7h", "take the pay") == ["three-card-21 $10: 21, $20 back"]


def test_30_2111_player_rules_4_a_a_21_with_its_ace_as_11_may_be_split_or_surrendered() -> None:
    words = ("keep", "split", "stand", "stand")
    assert main("As 9h Kd 8c Qh 9c 9d 8h", *words) == [
        "three-card-21 $10: 20 beats 17, $20 back",
        "three-card-21 $10: 19 beats 17, $20 back",
        "three-card-21 $10: 18 beats 17, $20 back",
    ]
    assert main("As 9h Kd 8c Qh", "keep", "surrender") == [
        "three-card-21 $5: surrender, $0 back",
        "three-card-21 $5: surrender, $5 back",
    ]


def test_30_2111_player_rules_4_a_b_43_b_a_soft_21_is_kept_only_where_any_ace_will_do() -> None:
    assert main("As 9h 4d 8c 6h") == ["three-card-21 $10: 21, $20 back"]
    filed = house(B_43_b="any ace")
    made = main("As 9h 4d 8c 6h 9c 10d 10h", "keep", "split", "stand", "stand", filed=filed)
    assert made == [
        "three-card-21 $10: 20 beats 17, $20 back",
        "three-card-21 $10: 17 beats 14, $0 back",
        "three-card-21 $10: 17 beats 16, $0 back",
    ]


@pytest.mark.parametrize("cards", ["7s 9h 7d 8c 7h", "As 9h Kd 8c Qh"])
def test_30_2111_6_a_21_that_was_kept_and_is_not_split_is_paid_after_all(cards: str) -> None:
    """Nobody has to have the chips for two more stakes."""
    table = answer(seat(BOOK, HOUSE, cards, TEN), "keep")
    assert table.pending
    step = table.pending.step
    assert isinstance(step, Ask)
    costs = {option.word: option.cost for option in step.options}
    assert (costs["split"], costs["take the pay"]) == (2_000, 0)
    assert step.usual.word == "take the pay"
    answer(table, "take the pay")
    assert results(table)[-1] == "three-card-21 $10: 21, $20 back"
    assert not [e for e in table.log if isinstance(e, StakeAdded)]


def test_30_2111_6_a_21_that_was_kept_is_lost_to_a_dealers_blackjack() -> None:
    assert main("7s Kh 7d Ac 7h", "keep") == ["three-card-21 $10: dealer natural, $0 back"]


# -- the dealer's check ---------------------------------------------------------------------


def test_30_2111_7_with_a_ten_up_the_dealer_looks_for_blackjack() -> None:
    assert main("2s Kh 9d Ac 5c") == ["three-card-21 $10: dealer natural, $0 back"]


def test_30_2111_7_b_42_with_an_ace_up_insurance_pays_2_to_1_and_the_dealer_looks() -> None:
    assert main("2s Ah 9d Kc 5c", "5") == [
        "insurance $5: dealer natural, $15 back",
        "three-card-21 $10: dealer natural, $0 back",
    ]
    assert main("2s Ah 9d 8c 5c", "5", "stand") == [
        "insurance $5: no natural, $0 back",
        "three-card-21 $10: 19 beats 16, $0 back",
    ]


def test_30_2111_7_b_42_as_printed_an_ace_is_not_read_before_the_players_act() -> None:
    filed = house(B_42="ten")
    assert main("2s Ah 9d Kc 5c 4h", "5", "double", filed=filed) == [
        "insurance $5: dealer natural, $15 back",
        "three-card-21 $10: dealer natural, $0 back",
        "three-card-21 $10: added before a natural, $10 back",
    ]
    assert main("2s Ah 9d Kc 5c 5h", "5", "hit", filed=filed) == [
        "three-card-21 $10: 21, $20 back",
        "insurance $5: dealer natural, $15 back",
    ]


def test_30_2111_7_a_hand_that_was_paid_is_not_asked_for_insurance() -> None:
    assert main("2s Ah 9d 8c Kc") == ["three-card-21 $10: 21, $20 back"]


def test_30_2111_player_rules_3_a_b_45_a_dealers_blackjack_takes_the_whole_wager() -> None:
    assert main("9s Kh 8d Ac 7c") == ["three-card-21 $10: dealer natural, $0 back"]
    assert main("9s Kh 8d Ac 7c", filed=house(B_45="half")) == [
        "three-card-21 $5: surrender, $0 back",
        "three-card-21 $5: surrender, $5 back",
    ]
    under = main("9s Kh 8d Ac 2c", filed=house(B_45="half"))
    assert under == ["three-card-21 $10: dealer natural, $0 back"]


# -- the player rules ----------------------------------------------------------------------------


def asked(cards: str) -> str:
    return next(x for x in told(seat(BOOK, HOUSE, cards, TEN)) if " may " in x)


@pytest.mark.parametrize(
    ("cards", "may"),
    [
        ("9s 2d 5h", "stand,hit,double,double for less"),  # (2)
        ("9s 9d 2h", "stand,hit,double,double for less,split"),  # (2)(a)
        ("9s 8d 7h", "split,surrender"),  # (3)
        ("Ks 10d 5h", "split,surrender"),
        ("As 5d 7h", "stand,hit,double,double for less,split,surrender"),  # (4)
        ("As 2d 3h", "stand,hit,double,double for less"),  # 16 with the ace as 11
        ("As Ad 2h", "stand,hit,double,double for less,split,surrender"),
    ],
)
def test_30_2111_player_rules_exactly_these_choices(cards: str, may: str) -> None:
    first, second, third = cards.split()
    assert asked(f"{first} 9h {second} 8c {third}") == f"box 1 may {may}"


def test_30_2111_player_rules_2_three_cards_under_21_are_one_hand() -> None:
    assert main("9s 9h 2d 8c 5h", "stand") == ["three-card-21 $10: 17 beats 16, $0 back"]
    assert main("9s 9h 2d 8c 5h Kc", "hit") == ["three-card-21 $10: bust, $0 back"]
    assert main("3s 9h 2d 8c 5h 8h", "hit", "stand") == ["three-card-21 $10: 18 beats 17, $20 back"]
    assert main("3s 9h 2d 8c 5h 8h", "double") == ["three-card-21 $20: 18 beats 17, $40 back"]
    less = main("3s 9h 2d 8c 5h 8h", "double for less", "4")
    assert less == ["three-card-21 $14: 18 beats 17, $28 back"]


def test_30_2111_player_rules_2_a_a_pair_is_split_into_three_hands_for_two_wagers() -> None:
    table = deal(
        BOOK, HOUSE, "9s 9h 9d 8c 2h 9c 10s 3d 10c", TEN, ["split", *["stand"] * 2, "hit", "stand"]
    )
    stakes = [e for e in table.log if isinstance(e, StakeAdded)]
    assert [e.cents for e in stakes] == [1_000, 1_000]
    may = [x for x in told(table) if " may " in x]
    assert may[1] == "box 1 may stand,hit,double,double for less"  # 9-9 is not split again
    assert results(table)[1:] == [
        "three-card-21 $10: 18 beats 17, $20 back",
        "three-card-21 $10: 19 beats 17, $20 back",
        "three-card-21 $10: 17 beats 15, $0 back",
    ]


def test_30_2111_player_rules_3_a_over_21_half_of_the_wager_is_forfeited() -> None:
    assert play("9s 9h 8d 8c 7h", "surrender") == [
        "three-card-bonus $10: Straight, $30 back",
        "three-card-21 $5: surrender, $0 back",
        "three-card-21 $5: surrender, $5 back",
    ]


def test_30_2111_player_rules_3_b_over_21_the_cards_are_split_into_three_hands() -> None:
    words = ("split", "stand", "hit", "double")
    assert main("Ks 9h 8d 8c 6h 9d 7c 10h 4s 10d", *words) == [
        "three-card-21 $10: bust, $0 back",
        "three-card-21 $10: 19 beats 17, $20 back",
        "three-card-21 $20: 20 beats 17, $40 back",
    ]


def test_30_2111_player_rules_4_an_ace_as_11_lets_the_player_surrender_or_split_13() -> None:
    assert main("As 9h 5d 8c 7h", "surrender")[0] == "three-card-21 $5: surrender, $0 back"
    made = main("As 9h 5d 8c 7h 8s 10h Kh", "split", "stand", "stand")
    assert made == [
        "three-card-21 $10: 19 beats 17, $20 back",
        "three-card-21 $10: 17 beats 15, $0 back",
        "three-card-21 $10: 17 each, $10 back",
    ]
    assert main("As 9h 5d 8c 7h", "stand") == ["three-card-21 $10: 17 beats 13, $0 back"]


def test_b_43_a_split_ace_draws_one_card_unless_read_as_any_hand() -> None:
    cards, words = "As 9h 5d 8c 7h 8s", ("split",)
    one = answer(seat(BOOK, HOUSE, f"{cards} 10h", TEN), *words)
    assert told(one)[-1] == "box 1 hand 2 may stand,hit,double,double for less"
    any_hand = answer(seat(BOOK, house(B_43="as any hand"), cards, TEN), *words)
    assert told(any_hand)[-1] == "box 1 may stand,hit,double,double for less"


def test_30_2111_player_rules_5_a_later_21_wins_at_once() -> None:
    hit = told(deal(BOOK, HOUSE, "9s 9h 2d 8c 5h 5c", TEN, ["hit"]))
    assert hit[-2:] == ["three-card-21 $10: 21, $20 back", "the dealer turns 8c"]
    assert main("9s 9h 2d 8c 5h 5c", "double") == ["three-card-21 $20: 21, $40 back"]
    # an ace and a ten-value card after a split are 21, and one hand's 21 does not wait
    made = told(deal(BOOK, HOUSE, "As 9h Kd 8c 5h Kc As 10s", TEN, ["split", "stand"]))
    assert made[8:11] == [
        "box 1 gets Kc",
        "three-card-21 $10: 21, $20 back",
        "box 1 hand 2 gets As",
    ]


def test_30_2111_player_rules_5_b_44_a_later_21_may_be_paid_at_the_end_and_still_wins() -> None:
    filed = house(B_44="at the end")
    hit = told(
        deal(
            BOOK,
            filed,
            "9s 9h 2d 2c 5h 5c 10d",
            TEN,
            ["hit"],
        )
    )
    assert hit[-3:] == [
        "the dealer turns 2c",
        "dealer gets 10d",
        "three-card-21 $10: 21, $20 back",
    ]


def test_30_2111_player_rules_6_the_dealer_hits_soft_17_as_the_houses_blackjack_does() -> None:
    assert main("9s 6h 2d Ac 5h 2c", "stand") == ["three-card-21 $10: 19 beats 16, $0 back"]
    stands = House("colorado", "3-card-21-n-done", terms={"soft_17": "stand"})
    assert main("9s 6h 2d Ac 5h", "stand", filed=stands) == [
        "three-card-21 $10: 17 beats 16, $0 back"
    ]


def test_30_2111_player_rules_6_boxes_are_settled_from_the_dealers_right() -> None:
    table = seat(BOOK, HOUSE, "9s 9d 9h 2d 2c 8c 5h 7h", TEN, TEN)
    table = done(BOOK, answer(table, "stand", "stand"))
    assert results(table)[-2:] == [
        "three-card-21 $10: 18 beats 17, $20 back",
        "three-card-21 $10: 17 beats 16, $0 back",
    ]


# -- irregularities, tips, views -------------------------------------------------------------------


def test_30_828_1_a_supervisor_may_void_one_hand_and_the_others_play_on() -> None:
    table = seat(BOOK, HOUSE, "9s 9d 9h 2d 2c 8c 5h 7h", TEN, TEN)
    with pytest.raises(NotAllowed, match=r"30-828\(1\): the supervisor decides"):
        table.irregular("misdeal to a box", 1)
    table.irregular("misdeal to a box", 1, decision="that hand void")
    table = done(BOOK, answer(table, "stand"))
    assert "three-card-21 $10: void, $10 back" in results(table)


def test_30_828_1_a_round_is_voided_between_the_hands_of_a_split() -> None:
    table = answer(seat(BOOK, HOUSE, "9s 9h 8d 8c 7h 9d", TEN), "split")
    table.irregular("other", decision="whole round void")
    assert results(done(BOOK, table))[-1] == "three-card-21 $30: void, $30 back"


def tipped(cards: str, *words: str) -> list[str]:
    """What became of a round with $5 for the dealer on Three Card 21 and $2 on the bonus."""
    table = Table(open_house(BOOK, HOUSE), Stacked(parse_cards(cards)), BOOK.digest)
    table.open_round()
    for wager in TEN:
        table.bet(1, "ann", wager, 1_000)
    table.tip(1, "three-card-21", 500)
    with pytest.raises(NotAllowed, match=r"on 3 Card Bonus is at most \$10, not \$20"):
        table.tip(1, "three-card-bonus", 2_000)
    table.tip(1, "three-card-bonus", 200)
    table.deal()
    return results(done(BOOK, answer(table, *words)))


def test_b_67_a_tip_goes_the_way_of_the_players_own_stake() -> None:
    assert tipped("2s Kh 9d 7c Kc") == [
        "three-card-bonus $10: 21 Total, $20 back",
        "three-card-bonus $2: 21 Total, $4 back to the dealer",
        "three-card-21 $10: 21, $20 back",
        "three-card-21 $5: 21, $10 back to the dealer",
    ]


def test_b_67_a_tip_rides_on_the_first_hand_of_a_split() -> None:
    lines = tipped("9s 9h 8d 8c 7h 9d 9c 9h", "split", "stand", "stand", "stand")
    assert lines[2:] == [
        "three-card-21 $10: 18 beats 17, $20 back",
        "three-card-21 $5: 18 beats 17, $10 back to the dealer",
        "three-card-21 $10: 17 each, $10 back",
        "three-card-21 $10: 17 beats 16, $0 back",
    ]


def test_illegal_words_are_refused_with_the_legal_ones_and_the_clause() -> None:
    table = seat(BOOK, HOUSE, "9s 9h 8d 8c 7h", TEN)
    before = len(table.log)
    with pytest.raises(
        NotAllowed, match=r"'hit' is not legal for box 1: split or surrender .*\(3\)"
    ):
        table.answer(1, "hit")
    assert len(table.log) == before


def test_nobody_sees_the_hole_card_before_it_is_turned() -> None:
    table = seat(BOOK, HOUSE, "9s 9h 8d 8c 7h", TEN)
    seen = " ".join(map(str, view(table.log, "ann")))
    assert "card=8c" not in seen
    assert "card=8c" in " ".join(map(str, view(table.log, SURVEILLANCE)))
