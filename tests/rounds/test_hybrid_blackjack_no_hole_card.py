"""Rounds of blackjack on a hybrid table without a hole card (58 Pa. Code § 633c.5(w)-(ee))."""

from collections.abc import Mapping, Sequence

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Settled
from pitboss.table.events.shoes import CardDealt
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.replay import replay
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, Stakes, answer, done, results, seat, told
from tests.rounds.terminals import play_at_random, run_out

BOOK = load()
TEN = {"blackjack": 10}
SIDES = ("royal-match-21", "crown-treasure", "bet-the-set-21", "kings-bounty")


def house(readings: Mapping[str, str] | None = None, **terms: str) -> House:
    tables = {"bet-the-set-21": "Industry six decks", "kings-bounty": "Industry six decks"}
    return House(
        "pennsylvania",
        "hybrid-blackjack-no-hole-card",
        boxes=250,
        terms=terms,
        readings={"D-19": "late", **(readings or {})},
        wagers={key: Choice(paytable=tables.get(key)) for key in SIDES},
    )


PA = house()


def play(cards: str, *boxes: Stakes, words: Sequence[str] = (), by: House = PA) -> Table:
    return done(BOOK, answer(seat(BOOK, by, cards, *boxes), *words))


def dealers(table: Table) -> list[str]:
    """The dealer's hand against each terminal."""
    assert table.round
    return [" ".join(map(str, box.dealer or ())) for box in table.round.boxes]


def hands(table: Table) -> list[str]:
    """The hands of the first terminal."""
    assert table.round
    return [" ".join(map(str, hand.cards)) for hand in table.round.boxes[0].hands]


# -- (x)-(y): wagers and the deal ----------------------------------------------------------------


def test_633c_5_y_aa_one_hand_for_all_and_a_dealer_for_each() -> None:
    """Who stands meets the first community card as the dealer's, who draws as the player's own."""
    words = ["stand", "hit", "double", "stand"]
    table = play("6s 10h 5d 9c 8d", TEN, TEN, TEN, words=words)
    assert told(table) == [
        "players gets 6s",
        "dealer gets 10h",
        "players gets 5d",
        "box 1 may stand,hit,double,double for less,surrender",
        "box 2 may stand,hit,double,double for less,surrender",
        "box 3 may stand,hit,double,double for less,surrender",
        "> stand",
        "> hit",
        "> double",
        "community gets 9c",
        "box 2 may stand,hit",
        "> stand",
        "community gets 8d",
        "blackjack $10: 19 beats 11, $0 back",
        "blackjack $10: 20 beats 18, $20 back",
        "blackjack $20: 20 beats 18, $40 back",
    ]
    assert dealers(table) == ["10h 9c", "10h 8d", "10h 8d"]


def test_633c_5_y_4_d_20_one_dealer_hand_for_all_starts_after_the_last_draw() -> None:
    by = house({"D-20": "one for all"})
    table = play("6s 10h 5d 9c 8d", TEN, TEN, words=["stand", "hit", "stand"], by=by)
    assert dealers(table) == ["10h 8d", "10h 8d"]
    assert results(table) == [
        "blackjack $10: 18 beats 11, $0 back",
        "blackjack $10: 20 beats 18, $20 back",
    ]


def test_633c_5_w_no_position_is_chosen() -> None:
    table = Table(open_house(BOOK, PA), Stacked([]), BOOK.digest)
    table.open_round()
    message = "No position is chosen at a table of Hybrid Blackjack, no hole card"
    with pytest.raises(NotAllowed, match=message):
        table.bet(1, "ann", "blackjack", 1_000, 2)
    with pytest.raises(NotAllowed, match="Royal Match 21 needs a stake on blackjack"):
        table.bet(1, "ann", "royal-match-21", 500)


def test_633c_5_w_x_buzzer_beater_is_not_carried_over() -> None:
    wrong = House("pennsylvania", PA.game, wagers={"buzzer-beater": Choice()})
    clause = (
        r"58 Pa. Code § 633c.5\(x\): at Hybrid Blackjack, no hole card the house may offer royal"
    )
    with pytest.raises(NotAllowed, match=f"{clause}.*not buzzer-beater"):
        open_house(BOOK, wrong)


# -- (aa)(1): a player's Blackjack ---------------------------------------------------------------


def test_633c_5_aa_1_i_both_blackjack_push_and_insurance_is_paid() -> None:
    table = play("As Ah Kd Qc", TEN, TEN, words=["5", "0"])
    assert told(table)[3:] == [
        "box 1 may bet insurance",
        "box 2 may bet insurance",
        "> 500",
        "> 0",
        "community gets Qc",
        "blackjack $10: both naturals, $10 back",
        "insurance $5: dealer natural, $15 back",
        "blackjack $10: both naturals, $10 back",
    ]


def test_633c_5_aa_1_ii_a_blackjack_is_paid_on_the_dealers_second_card() -> None:
    assert results(play("As Ah Kd 9c", TEN, words=["5"])) == [
        "blackjack $10: natural, $25 back",
        "insurance $5: no natural, $0 back",
    ]
    assert results(play("As 5h Kd 9c", TEN)) == ["blackjack $10: natural, $25 back"]


# -- (aa)(2): standing ---------------------------------------------------------------------------


def test_633c_5_aa_2_i_a_dealer_blackjack_ends_the_hand_of_who_stood() -> None:
    table = play("10s Ah 9d Kc", TEN, words=["5", "stand"])
    assert results(table) == [
        "blackjack $10: dealer natural, $0 back",
        "insurance $5: dealer natural, $15 back",
    ]


def test_633c_5_aa_2_ii_otherwise_insurance_is_lost_and_the_dealer_draws_on() -> None:
    table = play("10s Ah 9d 2c 3c 2d", TEN, words=["5", "stand"])
    assert results(table) == [
        "insurance $5: no natural, $0 back",
        "blackjack $10: 19 beats 18, $20 back",
    ]
    assert dealers(table) == ["Ah 2c 3c 2d"]


def test_633c_5_bb_2_the_dealer_stands_on_a_soft_17() -> None:
    assert dealers(play("10s Ah 9d 6c", TEN, words=["0", "stand"])) == ["Ah 6c"]


def test_633c_5_t_3_iii_21_of_three_cards_loses_to_a_dealer_blackjack() -> None:
    table = play("6s Ah 5d 10c Kc", TEN, words=["0", "hit"])
    assert results(table) == ["blackjack $10: dealer natural, $0 back"]


# -- (aa)(3), (bb): drawing, doubling, splitting -------------------------------------------------


def test_633c_5_aa_3_over_21_loses_before_the_dealers_second_card() -> None:
    table = play("10s 10h 6d 9c", TEN, words=["hit"])
    assert told(table)[-2:] == ["community gets 9c", "blackjack $10: bust, $0 back"]
    result = table.log[-2]
    assert isinstance(result, Settled)
    assert result.clause == "58 Pa. Code § 633c.5(aa)(3)(i)-(ii)"
    assert results(play("10s 10h 6d 9c", TEN, words=["double"])) == ["blackjack $20: bust, $0 back"]


def test_633c_5_bb_insurance_of_a_hand_over_21_waits_for_the_dealers_second_card() -> None:
    assert results(play("10s Ah 6d 9c Kc", TEN, words=["5", "hit"])) == [
        "blackjack $10: bust, $0 back",
        "insurance $5: dealer natural, $15 back",
    ]
    assert results(play("10s Ah 6d 9c 2c", TEN, words=["5", "hit"]))[-1] == (
        "insurance $5: no natural, $0 back"
    )


def test_633c_5_aa_3_ii_split_hands_run_through_the_same_cards() -> None:
    table = play("8s 10h 8d 3c 9c 10c", TEN, words=["split", "hit", "stand", "stand"])
    assert hands(table) == ["8s 3c 9c", "8d 3c"]
    assert dealers(table) == ["10h 10c"]
    assert results(table) == [
        "blackjack $10: 20 each, $10 back",
        "blackjack $10: 20 beats 11, $0 back",
    ]


def test_633c_5_aa_3_d_18_or_one_after_the_other() -> None:
    by = house({"D-18": "one after the other"})
    words = ["split", "hit", "stand"]
    table = play("8s 10h 8d 3c 10c 9c 10d", TEN, words=words, by=by)
    assert hands(table) == ["8s 3c 10c", "8d 9c"]
    assert dealers(table) == ["10h 10d"]


def test_633c_5_z_pairs_split_for_two_hands_only() -> None:
    table = answer(seat(BOOK, PA, "8s 10h 8d 8c 10c", TEN), "split")
    with pytest.raises(NotAllowed, match="'split' is not legal for box 1: stand or hit"):
        answer(table, "split")
    assert len(table.asked) == 2
    done(BOOK, run_out(table))


def test_633c_5_aa_3_i_split_aces_are_complete_after_the_first_card() -> None:
    table = play("As 10h Ad 9c 8c", TEN, words=["split"])
    assert results(table) == ["blackjack $10: 20 beats 18, $20 back"] * 2


def test_633c_5_bb_1_a_dealer_blackjack_takes_the_original_wager_of_a_split() -> None:
    table = play("8s 10h 8d 3c Ac", TEN, words=["split", "stand", "stand"])
    assert results(table) == [
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: added before a natural, $10 back",
    ]


def test_633c_5_bb_1_the_added_wager_of_a_split_hand_over_21_is_lost() -> None:
    words = ["split", "stand", "hit", "hit"]
    table = play("8s 10h 8d 3c 5c 9c Ac", TEN, words=words)
    assert results(table) == [
        "blackjack $10: bust, $0 back",
        "blackjack $10: dealer natural, $0 back",
    ]


def test_633c_5_bb_1_d_21_the_added_double_down_wager_is_returned_or_lost() -> None:
    cards = "6s 10h 5d 10c Ac"
    assert results(play(cards, TEN, words=["double"])) == [
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: added before a natural, $10 back",
    ]
    by = house({"D-21": "lost"})
    assert results(play(cards, TEN, words=["double"], by=by)) == [
        "blackjack $20: dealer natural, $0 back"
    ]


def test_633c_5_bb_1_d_21_a_doubled_split_hand_gets_back_what_the_split_added() -> None:
    by = house({"D-21": "lost"}, double_after_split="yes")
    words = ["split", "stand", "double"]
    assert results(play("8s 10h 8d 3c 10c Ac", TEN, words=words, by=by)) == [
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: added before a natural, $10 back",
    ]


# -- (z): surrender and the clock ----------------------------------------------------------------


def test_633c_5_z_d_19_surrender_returns_half_unless_the_dealer_then_has_blackjack() -> None:
    half = ["blackjack $5: surrender, $0 back", "blackjack $5: surrender, $5 back"]
    assert results(play("10s 10h 6d 9c", TEN, words=["surrender"])) == half
    assert results(play("10s 10h 6d Ac", TEN, words=["surrender"])) == [
        "blackjack $10: dealer natural, $0 back"
    ]
    early = house({"D-19": "early"})
    assert results(play("10s 10h 6d", TEN, words=["surrender"], by=early)) == half


def test_633c_5_z_d_19_a_house_that_offers_surrender_must_choose_its_reading() -> None:
    silent = House("pennsylvania", PA.game)
    message = r"§ 633c.5\(z\): choose reading D-19 for .*: 'late' or 'early'"
    with pytest.raises(NotAllowed, match=message):
        open_house(BOOK, silent)
    open_house(BOOK, House("pennsylvania", PA.game, terms={"surrender": "none"}))


def test_633c_5_z_surrender_only_on_the_first_two_cards_and_only_if_filed() -> None:
    table = answer(seat(BOOK, PA, "2s 10h 6d 3c 7c", TEN), "hit")
    with pytest.raises(NotAllowed, match="'surrender' is not legal for box 1: stand or hit"):
        answer(table, "surrender")
    table = seat(BOOK, house(surrender="none"), "2s 10h 6d 9c", TEN)
    assert told(table)[-1] == "box 1 may stand,hit,double,double for less"


def test_633c_5_z_insurance_of_a_surrendered_hand_still_runs() -> None:
    early = house({"D-19": "early"})
    assert results(play("10s Ah 6d Kc", TEN, words=["5", "surrender"], by=early)) == [
        "blackjack $5: surrender, $0 back",
        "blackjack $5: surrender, $5 back",
        "insurance $5: dealer natural, $15 back",
    ]


def test_633c_5_z_silence_stands_unless_the_house_chose_to_hit_11() -> None:
    table = done(BOOK, run_out(seat(BOOK, PA, "6s 10h 5d 9c", TEN)))
    assert dealers(table) == ["10h 9c"]
    by = house({"G-11": "always stand with a hole card"}, no_action="hit 11 or less")
    table = done(BOOK, run_out(seat(BOOK, by, "6s 10h 5d 9c 8c", TEN)))
    assert results(table) == ["blackjack $10: 20 beats 18, $20 back"]


# -- (dd), (ee): side wagers ---------------------------------------------------------------------


def test_633c_5_dd_royal_match_and_bet_the_set_settle_on_the_first_cards() -> None:
    bets = {"blackjack": 10, "royal-match-21": 5, "bet-the-set-21": 5}
    table = play("8s 10h 8s 9c", bets, words=["stand"])
    assert results(table) == [
        "royal-match-21 $5: Suited match, $17.5 back",
        "bet-the-set-21 $5: Suited pair, $105 back",
        "blackjack $10: 19 beats 16, $0 back",
    ]


def test_633c_5_ee_3_crown_treasure_sees_the_dealers_second_card_of_each_terminal() -> None:
    bets = {"blackjack": 10, "royal-match-21": 5}
    table = play("Ks Kh Qs Qh 9c", bets, bets, words=["stand", "hit"])
    assert dealers(table) == ["Kh Qh", "Kh 9c"]
    assert results(table) == [
        "royal-match-21 $5: Royal Match, $130 back",
        "royal-match-21 $5: Royal Match, $130 back",
        "blackjack $10: bust, $0 back",
        "crown-treasure $0: Royal Match for player and dealer, $5000 back",
        "blackjack $10: 20 each, $10 back",
    ]


def test_633c_5_ee_5_kings_bounty_waits_for_the_dealers_second_card_even_after_a_bust() -> None:
    bets = {"blackjack": 10, "kings-bounty": 5}
    table = play("Ks Ah Ks Qh 9c", bets, bets, words=["0", "0", "stand", "hit"])
    assert dealers(table) == ["Ah Qh", "Ah 9c"]
    assert results(table) == [
        "blackjack $10: bust, $0 back",
        "kings-bounty $5: Two kings of spades, dealer Blackjack, $5005 back",
        "blackjack $10: dealer natural, $0 back",
        "kings-bounty $5: Two kings of spades, $505 back",
    ]


# -- irregularities, crashes, many terminals -----------------------------------------------------


def test_633a_14_a_void_terminal_has_no_dealer() -> None:
    by = house(misdeal_player="that hand void")
    table = seat(BOOK, by, "6s 10h 5d 9c 8d", TEN, TEN)
    answer(table, "stand")
    table.irregular("misdeal to a box", box=1)
    answer(table, "hit", "stand")
    assert results(done(BOOK, table)) == [
        "blackjack $10: void, $10 back",
        "blackjack $10: 20 beats 18, $20 back",
    ]


def test_633a_14_an_exposed_card_is_burned_if_nobody_can_use_it() -> None:
    table = seat(BOOK, PA, "10s 10h 6d 9c", TEN, {"blackjack": 20})
    table.irregular("exposed card")
    answer(table, "hit", "hit")
    assert told(done(BOOK, table))[-4:] == [
        "> hit",
        "community gets 9c",
        "blackjack $10: bust, $0 back",
        "blackjack $20: bust, $0 back",
    ]
    early = house({"D-19": "early"})
    table = seat(BOOK, early, "10s 10h 6d 9c", TEN)
    table.irregular("exposed card")
    assert "burn gets 9c" in told(done(BOOK, answer(table, "surrender")))


def test_633c_5_y_a_crash_after_any_event_leads_to_the_same_questions() -> None:
    words = ["0", "0", "split", "hit", "hit", "stand", "stand"]
    cards = "8s Ah 8d 3c 10c 7c 9c 10d"
    table = seat(BOOK, PA, cards, TEN, TEN)
    asked = {len(table.log): [p.step.of for p in table.asked.values()]}
    for word in words:
        answer(table, word)
        asked[len(table.log)] = [p.step.of for p in table.asked.values()]
    run_out(table)
    for end, of in asked.items():
        again = replay(BOOK, table.log[:end])
        assert [pending.step.of for pending in again.asked.values()] == of


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("readings", [{}, {"D-18": "one after the other", "D-20": "one for all"}])
def test_633c_5_money_is_conserved_and_the_log_replays(
    seed: int, readings: Mapping[str, str]
) -> None:
    table = play_at_random(BOOK, house(readings), seed)
    assert replay(BOOK, table.log).log == table.log


def test_633c_5_x_250_terminals_share_one_hand() -> None:
    table = play_at_random(BOOK, PA, 250, terminals=250, rounds=1)
    assert len([e for e in table.log if isinstance(e, CardDealt) and e.to == "players"]) == 2
