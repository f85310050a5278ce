"""Rounds of blackjack on a hybrid table with a hole card (58 Pa. Code § 633c.5(a)-(v))."""

from collections.abc import Mapping, Sequence

import pytest

from pitboss.cards import Card
from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Asked, Bet, Settled
from pitboss.table.events.shoes import CardDealt, CardTurned
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import SURVEILLANCE, view
from pitboss.table.log.replay import replay
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, Stakes, answer, done, results, seat, told
from tests.rounds.terminals import play_at_random, run_out

BOOK = load()
TEN = {"blackjack": 10}
BUZZ = {"blackjack": 10, "buzzer-beater": 5}


def house(readings: Mapping[str, str] | None = None, **terms: str) -> House:
    return House(
        "pennsylvania",
        "hybrid-blackjack",
        boxes=250,
        terms=terms,
        readings=readings or {},
        wagers={"buzzer-beater": Choice()},
    )


PA = house()


def play(
    cards: str,
    *boxes: Stakes,
    words: Sequence[str] = (),
    at: Sequence[int] = (),
    by: House = PA,
) -> Table:
    """One round; every terminal at position 1 unless said otherwise."""
    return done(BOOK, answer(begin(cards, *boxes, at=at, by=by), *words))


def begin(cards: str, *boxes: Stakes, at: Sequence[int] = (), by: House = PA) -> Table:
    return seat(BOOK, by, cards, *boxes, positions=at or [1] * len(boxes))


# -- (k)-(n): wagers and the deal ----------------------------------------------------------------


def test_633c_5_n_cards_go_to_the_positions_that_somebody_selected() -> None:
    cards = "10s 9s 7h 9d 8d 10c"
    table = play(cards, TEN, TEN, TEN, words=["stand", "stand", "stand"], at=[3, 1, 3])
    assert told(table) == [
        "position 1 gets 10s",
        "position 3 gets 9s",
        "dealer gets 7h",
        "position 1 gets 9d",
        "position 3 gets 8d",
        "dealer gets 10c face down",
        "box 1 may stand,hit,double,double for less",
        "box 2 may stand,hit,double,double for less",
        "box 3 may stand,hit,double,double for less",
        "> stand",
        "> stand",
        "> stand",
        "the dealer turns 10c",
        "blackjack $10: 17 each, $10 back",
        "blackjack $10: 19 beats 17, $20 back",
        "blackjack $10: 17 each, $10 back",
    ]


def test_633c_5_l_a_terminal_selects_one_of_three_positions_for_the_round() -> None:
    table = Table(open_house(BOOK, PA), Stacked([]), BOOK.digest)
    table.open_round()
    before = len(table.log)
    clause = r"58 Pa. Code § 633c.5\(b\)\(2\), \(l\): choose a position from 1 to 3, not "
    for position in (0, 4, -1):
        with pytest.raises(NotAllowed, match=clause + str(position)):
            table.bet(1, "ann", "blackjack", 1_000, position)
    assert len(table.log) == before
    table.bet(250, "ann", "blackjack", 1_000, 2)
    with pytest.raises(NotAllowed, match="Box 250 plays position 2 in this round"):
        table.bet(250, "ann", "buzzer-beater", 500, 3)
    with pytest.raises(NotAllowed, match=r"\(l\): a player may bet on one box here, and ann has"):
        table.bet(249, "ann", "blackjack", 1_000, 1)
    table.bet(250, "ann", "buzzer-beater", 500, 2)
    bet = table.log[-1]
    assert isinstance(bet, Bet)
    assert bet.position == 2


def test_633c_5_k_m_buzzer_beater_needs_a_blackjack_wager_before_the_first_card() -> None:
    table = Table(open_house(BOOK, PA), Stacked([]), BOOK.digest)
    table.open_round()
    with pytest.raises(NotAllowed, match="Buzzer Beater needs a stake on blackjack"):
        table.bet(1, "ann", "buzzer-beater", 500, 1)
    table = begin("10s 7h 9d 10c", TEN)
    with pytest.raises(NotAllowed, match="No more bets: stakes are placed before"):
        table.bet(1, "ann", "buzzer-beater", 500, 1)


def test_633c_5_m_no_other_side_wager_is_offered() -> None:
    wrong = House("pennsylvania", "hybrid-blackjack", wagers={"perfect-pairs": Choice()})
    clause = (
        r"58 Pa. Code § 633c.5\(k\), \(m\): at Hybrid Blackjack the house may offer buzzer-beater"
    )
    with pytest.raises(NotAllowed, match=f"{clause}, not perfect-pairs"):
        open_house(BOOK, wrong)


def test_633c_5_f_six_or_eight_decks() -> None:
    with pytest.raises(NotAllowed, match="dealt from 6 or 8 decks, not 4"):
        open_house(BOOK, House("pennsylvania", "hybrid-blackjack", decks=4))


def test_633c_5_p_2_the_house_files_a_clock_of_whole_seconds() -> None:
    assert open_house(BOOK, PA).play.seconds == PA.seconds
    table = begin("10s 7h 9d 10c", TEN, by=house(countdown="12"))
    assert table.seconds == 12
    asked = table.log[-1]
    assert isinstance(asked, Asked)
    assert asked.seconds == 12
    with pytest.raises(NotAllowed, match="countdown must be a whole number, not 'soon'"):
        open_house(BOOK, house(countdown="soon"))


# -- (o): insurance, even money, the card reader -------------------------------------------------


def test_633c_5_o_insurance_is_offered_to_all_at_once_and_pays_2_to_1() -> None:
    table = play("10s As 9d Kc", TEN, TEN, words=["5", "0"])
    assert told(table)[4:] == [
        "box 1 may bet insurance",
        "box 2 may bet insurance",
        "> 500",
        "> 0",
        "the dealer turns Kc",
        "insurance $5: dealer natural, $15 back",
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: dealer natural, $0 back",
    ]


def test_633c_5_o_insurance_loses_and_the_round_goes_on() -> None:
    table = play("10s As 9d 8c", TEN, words=["5", "stand"])
    assert results(table) == [
        "insurance $5: no natural, $0 back",
        "blackjack $10: 19 each, $10 back",
    ]


def test_633c_5_o_a_ten_up_is_read_and_ends_the_round_before_more_cards() -> None:
    table = play("10s Ks 9d Ac", BUZZ, TEN, at=[1, 1])
    assert results(table) == [
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: dealer natural, $0 back",
        "buzzer-beater $5: 19 v 21 or Blackjack, $55 back",
    ]


def test_633c_5_o_even_money_and_its_buzzer_beater_waits_for_the_reader() -> None:
    words = ["even money", "no", "0"]
    both = play("As Ah Ks Kc", BUZZ, BUZZ, words=words)
    assert results(both) == [
        "blackjack $10: even money, $20 back",
        "blackjack $10: both naturals, $10 back",
        "buzzer-beater $5: Blackjack v Blackjack, $30 back",
        "buzzer-beater $5: Blackjack v Blackjack, $30 back",
    ]
    alone = play("As Ah Ks 9c", BUZZ, BUZZ, words=words)
    assert results(alone) == [
        "blackjack $10: even money, $20 back",
        "blackjack $10: natural, $25 back",
        "buzzer-beater $5: no hand, $0 back",
        "buzzer-beater $5: no hand, $0 back",
    ]


def test_633c_5_o_silence_takes_no_insurance() -> None:
    table = begin("As Ah Ks 9c", TEN, TEN)
    assert table.seconds == PA.seconds
    run_out(table)
    assert results(done(BOOK, table)) == [
        "blackjack $10: natural, $25 back",
        "blackjack $10: natural, $25 back",
    ]


# -- (p)-(r): naturals and decisions -------------------------------------------------------------


def test_633c_5_p_1_a_natural_is_paid_before_anyone_draws_and_buzzer_beater_cleared() -> None:
    table = play("As 10h 9d Kd 6c 8s 5c", BUZZ, TEN, words=["hit"], at=[1, 2])
    assert told(table)[6:] == [
        "blackjack $10: natural, $25 back",
        "buzzer-beater $5: no hand, $0 back",
        "box 2 may stand,hit,double,double for less",
        "> hit",
        "community gets 5c",
        "the dealer turns 8s",
        "blackjack $10: 21 beats 17, $20 back",
    ]


def test_633c_5_p_1_d_22_a_natural_against_a_ten_is_paid_after_the_reader_or_at_the_end() -> None:
    cards, words = "As 10h Kh Kd 9c 8s", ["stand"]
    early = play(cards, BUZZ, TEN, words=words, at=[1, 2])
    assert [line.split(":")[0] for line in told(early) if ": " in line or ">" in line] == [
        *("blackjack $10", "buzzer-beater $5", "> stand", "blackjack $10"),
    ]
    late = play(cards, BUZZ, TEN, words=words, at=[1, 2], by=house({"D-22": "at the end"}))
    assert results(late) == [
        "blackjack $10: natural, $25 back",
        "blackjack $10: 19 beats 18, $20 back",
        "buzzer-beater $5: no hand, $0 back",
    ]


def test_633c_5_t_1_iii_a_natural_wins_against_a_21_of_three_cards() -> None:
    late = house({"D-22": "at the end"})
    table = play("As 10h Kh Kd 9c 5s 6s", BUZZ, TEN, words=["stand"], at=[1, 2], by=late)
    assert results(table) == [
        "blackjack $10: natural, $25 back",
        "blackjack $10: 21 beats 19, $0 back",
        "buzzer-beater $5: no hand, $0 back",
    ]


def test_633c_5_q_community_cards_serve_every_terminal_that_draws() -> None:
    """A double takes the first card only, a hit as many as it likes, a split runs through them."""
    words = ["split", "double", "hit", "hit", "stand", "stand"]
    table = play(
        "8s 6h 8d 10c 3c 10d 9h", TEN, TEN, TEN, TEN, words=[*words[:3], "stand", *words[3:]]
    )
    assert told(table)[8:] == [
        "> split",
        "> double",
        "> hit",
        "> stand",
        "community gets 3c",
        "box 1 may stand,hit",
        "box 3 may stand,hit",
        "box 1 hand 2 may stand,hit",
        "> hit",
        "> stand",
        "> stand",
        "community gets 10d",
        "the dealer turns 10c",
        "dealer gets 9h",
        "blackjack $10: dealer busts, $20 back",
        "blackjack $10: dealer busts, $20 back",
        "blackjack $20: dealer busts, $40 back",
        "blackjack $10: dealer busts, $20 back",
        "blackjack $10: dealer busts, $20 back",
    ]
    boxes = table.round.boxes if table.round else []
    assert [[[str(c) for c in hand.cards] for hand in box.hands] for box in boxes] == [
        [["8s", "3c", "10d"], ["8d", "3c"]],
        [["8s", "8d", "3c"]],
        [["8s", "8d", "3c"]],
        [["8s", "8d"]],
    ]


def test_633c_5_q_d_18_the_second_split_hand_may_go_on_where_the_first_stopped() -> None:
    by = house({"D-18": "one after the other"})
    table = play("8s 6h 8d 10c 3c 10d 2c 9h 9c", TEN, words=["split", "hit", "hit", "stand"], by=by)
    hands = table.round.boxes[0].hands if table.round else []
    assert [[str(c) for c in hand.cards] for hand in hands] == [
        ["8s", "3c", "10d"],
        ["8d", "2c", "9h"],
    ]


def test_633c_5_q_a_pair_may_be_split_again_and_aces_take_one_card() -> None:
    table = play("8s 6h 8d 10c 8c 2c 9h", TEN, words=["split", "split", "stand", *["stand"] * 2])
    hands = table.round.boxes[0].hands if table.round else []
    assert [[str(c) for c in hand.cards] for hand in hands] == [
        ["8s", "2c"],
        ["8d", "8c"],
        ["8c", "2c"],
    ]
    table = play("As 6h Ad 10c Kc 9h", TEN, words=["split"])
    assert results(table) == ["blackjack $10: dealer busts, $20 back"] * 2


def test_633a_11_c_two_pairs_asked_together_make_no_more_hands_than_filed() -> None:
    """Both split eights take the third: the first makes a third hand, which is the most (q)."""
    cards, by = "8s 6h 8d 10c 8c 2c 9h", house(split_hands="3")
    asked = begin(cards, TEN, by=by)
    for _ in range(3):
        asked = answer(asked, "split")
    with pytest.raises(NotAllowed, match="'split' is not legal for box 1 hand 2: stand or hit"):
        answer(asked, "split")
    table = play(cards, TEN, words=["split"] * 3 + ["stand"] * 3, by=by)
    hands = table.round.boxes[0].hands if table.round else []
    assert [[str(c) for c in hand.cards] for hand in hands] == [
        ["8s", "2c"],
        ["8d", "8c"],
        ["8c", "2c"],
    ]
    assert replay(BOOK, table.log).log == table.log


def test_633c_5_r_2_a_split_hand_is_doubled_only_where_the_house_files_it() -> None:
    cards, words = "8s 6h 8d 10c 3c 10d 9h", ["split", "double", "stand"]
    table = play(cards, TEN, words=words, by=house(double_after_split="yes"))
    assert results(table) == [
        "blackjack $20: dealer busts, $40 back",
        "blackjack $10: dealer busts, $20 back",
    ]
    asked = answer(begin(cards, TEN), "split")
    message = r"'double' is not legal for box 1: stand or hit"
    with pytest.raises(NotAllowed, match=message):
        answer(asked, "double")


def test_633c_5_r_2_both_split_hands_may_be_doubled_for_less_together() -> None:
    by = house(double_after_split="yes")
    words = ["split", "double for less", "double for less", "4", "6"]
    table = play("8s 6h 8d 10c 3c 10d 9h", TEN, words=words, by=by)
    assert "box 1 hand 2 may bet blackjack" in told(table)
    assert results(table) == [
        "blackjack $14: dealer busts, $28 back",
        "blackjack $16: dealer busts, $32 back",
    ]


def test_633c_5_r_1_21_takes_no_more_cards() -> None:
    table = play("8s 6h 3d 10c Kc 9h", TEN, words=["hit"])
    assert told(table)[-4:] == [
        "community gets Kc",
        "the dealer turns 10c",
        "dealer gets 9h",
        "blackjack $10: dealer busts, $20 back",
    ]


def test_633c_5_p_2_silence_stands_or_hits_11_or_less_as_filed() -> None:
    cards = "8s 10s 6h 3d 6d 10c 9h"
    stands = run_out(begin(cards, TEN, TEN, at=[1, 2]))
    assert told(done(BOOK, stands))[8:10] == ["> stand, after a while"] * 2
    by = house(no_action="hit 11 or less")
    hits = run_out(begin("8s 10s 6h 3d 6d 10c 2c 9h", TEN, TEN, at=[1, 2], by=by))
    assert told(done(BOOK, hits))[8:13] == [
        "> hit, after a while",
        "> stand, after a while",
        "community gets 2c",
        "box 1 may stand,hit",
        "> stand, after a while",
    ]


def test_633c_5_p_2_g_11_a_house_may_read_that_silence_always_stands() -> None:
    by = house({"G-11": "always stand with a hole card"}, no_action="hit 11 or less")
    table = run_out(begin("8s 6h 3d 10c 9h", TEN, by=by))
    assert results(done(BOOK, table)) == ["blackjack $10: dealer busts, $20 back"]


def test_633c_5_p_2_who_doubles_for_less_and_names_no_amount_has_taken_no_action() -> None:
    table = answer(begin("8s 6h 3d 10c 9h", TEN), "double for less")
    with pytest.raises(NotAllowed, match=r"blackjack takes \$1 to \$9.50 here, not \$0"):
        table.answer_stake(table.pending.number if table.pending else 0, 0)
    assert results(done(BOOK, run_out(table))) == ["blackjack $10: dealer busts, $20 back"]


def test_633c_5_p_2_answers_come_in_any_order_and_only_once() -> None:
    table = begin("8s 6h 3d 10c 10d 9h", TEN, TEN)
    first, second = table.asked
    table.answer(second, "double")
    with pytest.raises(NotAllowed, match=f"Question {second} is closed"):
        table.answer(second, "stand")
    table.answer(first, "stand")
    assert results(done(BOOK, table)) == [
        "blackjack $10: dealer busts, $20 back",
        "blackjack $20: dealer busts, $40 back",
    ]


# -- (s)-(v): the dealer's hand and the settlement -----------------------------------------------


def test_633c_5_s_the_dealer_draws_to_hard_or_soft_17() -> None:
    assert told(play("10s Ah 9d 2c 4h", TEN, words=["0", "stand"]))[-2:] == [
        "dealer gets 4h",
        "blackjack $10: 19 beats 17, $20 back",
    ]


def test_633c_5_t_a_10_a_player_over_21_loses_at_once_and_the_dealer_need_not_draw() -> None:
    table = play("10s 6h 6d 10c Kc", BUZZ, words=["hit"])
    assert told(table)[-4:] == [
        "community gets Kc",
        "blackjack $10: bust, $0 back",
        "buzzer-beater $5: no hand, $0 back",
        "the dealer turns 10c",
    ]
    result = table.log[-4]
    assert isinstance(result, Settled)
    assert result.clause == "58 Pa. Code § 633c.5(t)(3)(i)"


def test_633c_5_t_a_10_equal_totals_over_21_push_where_so_read() -> None:
    by = house({"A-10": "equal totals push"})
    even = play("10s 6h 6d 10c Kc Ks", TEN, words=["hit"], by=by)
    assert results(even) == ["blackjack $10: 26 each, $10 back"]
    other = play("10s 6h 6d 10c Kc 9s", TEN, words=["hit"], by=by)
    assert results(other) == ["blackjack $10: bust, $0 back"]


@pytest.mark.parametrize(
    ("mine", "theirs", "says"),
    [
        ("10s 9d", "10h 7c", "no hand, $0"),
        ("10s 9d", "10h 9c", "19 v 19, $30"),
        ("10s 9d", "10h Jc", "19 v 20, $55"),
        ("10s 9d", "10h 4c 7c", "19 v 21 or Blackjack, $55"),
        ("10s Jd", "10h Jc", "20 v 20, $30"),
        ("10s Jd", "10h 4c 7c", "20 v 21 or Blackjack, $155"),
        ("10s Jd", "10h Ac", "20 v 21 or Blackjack, $155"),
        ("10s 8d", "10h 9c", "no hand, $0"),
        ("10s 8d", "10h 8c", "17 v 17 or 18 v 18 (not printed), $5"),
        ("10s 7d", "10h 7c", "17 v 17 or 18 v 18 (not printed), $5"),
        ("10s 9d", "10h 6c 9c", "no hand, $0"),
    ],
)
def test_633c_5_u_v_3_buzzer_beater_pays_by_both_hands(mine: str, theirs: str, says: str) -> None:
    a, b = mine.split()
    up, hole, *more = theirs.split()
    words = [] if is_natural(up, hole) else ["stand"]
    table = play(" ".join([a, up, b, hole, *more]), BUZZ, words=words)
    assert results(table)[-1] == f"buzzer-beater $5: {says} back"


def is_natural(up: str, hole: str) -> bool:
    return {Card.parse(up).points, Card.parse(hole).points} == {1, 10}


def test_633c_5_u_a_4_21_against_21_is_returned_or_paid_as_read() -> None:
    cards = "8s 10h 3d 4c Kc 7c"
    assert results(play(cards, BUZZ, words=["hit"]))[-1] == (
        "buzzer-beater $5: 21 v 21 or Blackjack (not printed), $5 back"
    )
    by = house({"A-4": "5 to 1"})
    assert results(play(cards, BUZZ, words=["hit"], by=by))[-1].endswith(", $30 back")


def test_633c_5_u_2_a_4_b_a_tie_at_17_that_no_clause_collects_goes_back_unless_read_as_lost() -> (
    None
):
    """Neither hand beat the other: (u)(2)(i) and (ii) both ask that one did."""
    assert results(play("10s 10h 7d 7c", BUZZ, words=["stand"]))[-1].endswith(", $5 back")
    lost = house({"A-4-b": "loss"})
    assert results(play("10s 10h 7d 7c", BUZZ, words=["stand"], by=lost))[-1].endswith(", $0 back")


def test_633c_5_u_a_split_ace_and_ten_are_21_and_no_blackjack() -> None:
    cards = "As 10h Ad 4c Kc 7c"
    assert results(play(cards, BUZZ, words=["split"])) == [
        "blackjack $10: 21 each, $10 back",
        "blackjack $10: 21 each, $10 back",
        "buzzer-beater $5: 21 each, $5 back",
    ]
    by = house({"A-4": "5 to 1"})
    assert results(play(cards, BUZZ, words=["split"], by=by))[-1].endswith("21 each, $30 back")


def test_633c_5_m_buzzer_beater_follows_the_first_split_hand_or_goes_back() -> None:
    cards, words = "9s 10h 9d 10c Kc 2c", ["split", "stand", "hit"]
    assert results(play(cards, BUZZ, words=words))[-1] == "buzzer-beater $5: 19 v 20, $55 back"
    by = house(buzzer_after_split="returned")
    assert results(play(cards, BUZZ, words=words, by=by))[-1] == (
        "buzzer-beater $5: split, $5 back"
    )


# -- irregularities, views, many terminals -------------------------------------------------------


def test_633a_14_a_void_terminal_leaves_the_others_at_its_position() -> None:
    by = house(misdeal_player="that hand void")
    table = begin("8s 6h 3d 10c 10d 9h", TEN, TEN, by=by)
    answer(table, "double")
    table.irregular("misdeal to a box", box=2)
    assert results(done(BOOK, table)) == [
        "blackjack $10: void, $10 back",
        "blackjack $20: dealer busts, $40 back",
    ]


def test_633a_14_who_has_answered_is_not_asked_again_and_stakes_once() -> None:
    by = house(misdeal_player="that hand void")
    table = begin("10s Ah 9d 8c", TEN, TEN, TEN, by=by)
    answer(table, "5")
    table.irregular("misdeal to a box", box=2)
    assert [pending.step.of for pending in table.asked.values()] == ["box 3"]
    answer(table, "0", "stand", "stand")
    assert results(done(BOOK, table)) == [
        "blackjack $10: void, $10 back",
        "insurance $5: no natural, $0 back",
        "blackjack $10: 19 each, $10 back",
        "blackjack $10: 19 each, $10 back",
    ]


def test_633a_14_an_exposed_card_is_the_next_community_card() -> None:
    table = begin("8s 6h 3d 10c 10d 9h", TEN)
    table.irregular("exposed card")
    answer(table, "double")
    assert told(done(BOOK, table))[-6:] == [
        "box 1 may stand,hit,double,double for less",
        "> double",
        "community gets 10d",
        "the dealer turns 10c",
        "dealer gets 9h",
        "blackjack $20: dealer busts, $40 back",
    ]


def test_633a_14_a_round_may_be_void() -> None:
    table = begin("8s 6h 3d 10c", BUZZ, TEN)
    table.irregular("other", decision="whole round void", why="the reader failed")
    assert results(done(BOOK, table)) == [
        "blackjack $10: void, $10 back",
        "buzzer-beater $5: void, $5 back",
        "blackjack $10: void, $10 back",
    ]


@pytest.mark.parametrize("up", ["9h", "Kh", "Ah"])
def test_633c_5_o_nobody_can_tell_the_hole_card(up: str) -> None:
    """Until it is turned all see the same log, whatever lies there, a natural apart."""
    logs = []
    for hole in ("2c", "5d", "9s", "8h"):
        cards = f"8s As {up} 3d Ks {hole} 2c 5c 9c 10c 6c"
        table = run_out(begin(cards, BUZZ, BUZZ, at=[1, 2]))
        turned = next(i for i, e in enumerate(table.log) if isinstance(e, CardTurned))
        down = [str(e) for e in table.log if "face=down" in e.line]
        for who in ("ann", "bob", "dealer"):
            seen = [str(e) for e in view(table.log[:turned], who)]
            assert not {*down} & {*seen}
            logs.append(seen)
        assert {*down} <= {str(e) for e in view(table.log, SURVEILLANCE)}
    assert all(seen == logs[0] for seen in logs)


@pytest.mark.parametrize("seed", range(12))
def test_633c_5_money_is_conserved_and_the_log_replays(seed: int) -> None:
    table = play_at_random(BOOK, PA, seed, positions=3)
    assert replay(BOOK, table.log).log == table.log


def test_633c_5_l_250_terminals_play_three_positions() -> None:
    table = play_at_random(BOOK, PA, 250, positions=3, terminals=250, rounds=1)
    assert len([e for e in table.log if isinstance(e, CardDealt) and "position" in e.to]) == 6
