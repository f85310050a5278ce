"""Blackjack with Golden 21 Poker as 1 CCR 207-1, 30-2108 packages it."""

from dataclasses import replace

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotAllowed
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer, deal, done, results, seat, told

BOOK = load()
BETS = {"blackjack": 10, "golden-21-poker": 5}


def golden(decks: int = 6, table: str = "Pay Schedule 1", **choices: str) -> House:
    chosen = {key.replace("_", "-"): value for key, value in choices.items()}
    wagers = {"golden-21-poker": Choice(table, choices=chosen)}
    return House("colorado", "golden-21-blackjack", decks=decks, wagers=wagers)


def test_30_2108_2_one_two_or_six_decks_each_with_its_schedules() -> None:
    with pytest.raises(NotAllowed, match="dealt from 1, 2 or 6 decks, not 8"):
        open_house(BOOK, golden(8))
    with pytest.raises(NotAllowed, match="Pay Schedule 4 of Golden 21 Poker is for 1 deck, not 6"):
        open_house(BOOK, golden(6, "Pay Schedule 4"))
    for delivery in ("hand", "shoe", "continuous shuffler"):
        house = replace(golden(), terms={"delivery": delivery})
        assert open_house(BOOK, house).terms.delivery == delivery


def test_30_2108_1_the_package_is_golden_21_poker_alone() -> None:
    house = replace(golden(), wagers={"21-plus-3": Choice()})
    with pytest.raises(NotAllowed, match=r"30-2108\(1\), \(2\): .* offers golden-21-poker, not 21"):
        open_house(BOOK, house)


def test_30_2108_4_a_blackjack_pays_3_to_2_and_5_insurance_2_to_1() -> None:
    table = deal(BOOK, golden(), "As 9h Qd 8c", BETS)
    assert results(table) == [
        "golden-21-poker $5: BLACKJACK, $12.5 back",
        "blackjack $10: natural, $25 back",
    ]
    table = deal(BOOK, golden(), "9s Ah 4d Kc", BETS, ["5"])
    assert results(table)[1] == "insurance $5: dealer natural, $15 back"


def test_30_2108_7_the_dealer_hits_soft_17_and_the_house_may_not_choose() -> None:
    table = deal(BOOK, golden(), "9s 6h 9d Ac 2h", BETS, ["stand"])
    assert results(table)[-1] == "blackjack $10: 19 beats 18, $0 back"
    with pytest.raises(NotAllowed, match=r"30-2108\(7\): soft_17 must be 'hit', not 'stand'"):
        open_house(BOOK, replace(golden(), terms={"soft_17": "stand"}))


@pytest.mark.parametrize(
    ("first", "second", "line"),
    [
        ("As", "Ks", "GOLDEN 21 (ACE KING SUITED), $155 back"),
        ("As", "Kd", "BLACKJACK, $12.5 back"),
        ("As", "Qs", "BLACKJACK, $12.5 back"),
        ("As", "2d", "STRAIGHT, $10 back"),
        ("4s", "5s", "STRAIGHT FLUSH, $35 back"),
        ("9s", "9d", "PAIR, $20 back"),
        ("9s", "Kd", "no hand, $0 back"),
    ],
)
def test_30_2108_wager_5_to_9_the_first_two_cards_by_the_schedule(
    first: str, second: str, line: str
) -> None:
    table = seat(BOOK, golden(), f"{first} 9h {second} 7c", BETS)
    assert results(table)[0] == f"golden-21-poker $5: {line}"


def test_30_2108_wager_7_and_8_settled_before_any_hand_is_played() -> None:
    table = seat(BOOK, golden(), "9s 9h 9d 7c", BETS)
    assert table.pending
    assert table.pending.step.of == "box 1"
    assert results(table) == ["golden-21-poker $5: PAIR, $20 back"]


# -- (3): limits and entry -------------------------------------------------------------------------


def test_30_2108_wager_3_the_house_may_cap_it_at_the_main_wager() -> None:
    more = {"blackjack": 10, "golden-21-poker": 20}
    assert seat(BOOK, golden(), "9s 9h 4d 7c", more).boxes[1].placed["golden-21-poker"] == 2_000
    with pytest.raises(NotAllowed, match=r"at most blackjack, which is \$10 here, not \$20"):
        seat(BOOK, golden(most="main wager"), "", more)


def shoe(house: House, rounds: int) -> Table:
    """A table dealt from one shoe: nobody draws in any round."""
    cards = parse_cards(" ".join(["9s 10h 9d 7c 9h 9c"] * rounds))
    return Table(open_house(BOOK, house), Stacked(cards), BOOK.digest)


def one_round(table: Table, *bets: tuple[str, str]) -> None:
    """One round of these bets, by player and wager, everybody standing."""
    table.open_round()
    boxes = {player: n for n, player in enumerate(dict.fromkeys(p for p, _ in bets), 1)}
    for player, wager in bets:
        table.bet(boxes[player], player, wager, 1_000)
    table.deal()
    while table.pending:
        answer(table, "stand")


ANN, BOB = ("ann", "blackjack"), ("bob", "blackjack")
ANN_GOLDEN, BOB_GOLDEN = ("ann", "golden-21-poker"), ("bob", "golden-21-poker")


def test_30_2108_wager_3_a_placed_on_the_opening_hand_it_may_be_left_out_and_taken_up_again() -> (
    None
):
    table = shoe(golden(2, entry="opening hand"), 3)
    one_round(table, ANN, ANN_GOLDEN, BOB)
    one_round(table, ANN, BOB)  # ann need not always play it
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    table.bet(1, "ann", "golden-21-poker", 1_000)
    table.bet(2, "bob", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match="30-2108: bob did not play the first hand of this shoe"):
        table.bet(2, "bob", "golden-21-poker", 1_000)


def test_30_2108_wager_3_a_b_31_the_rule_may_hold_in_every_case_with_one_or_two_decks() -> None:
    for decks, schedule, barred in ((2, "Pay Schedule 1", True), (6, "Pay Schedule 1", False)):
        table = shoe(golden(decks, schedule, B_31="always"), 2)
        one_round(table, ANN, BOB)
        table.open_round()
        table.bet(1, "ann", "blackjack", 1_000)
        if barred:
            with pytest.raises(NotAllowed, match="first hand"):
                table.bet(1, "ann", "golden-21-poker", 1_000)
        else:
            table.bet(1, "ann", "golden-21-poker", 1_000)


def test_30_2108_wager_3_a_six_decks_know_no_entry_rule() -> None:
    with pytest.raises(
        NotAllowed, match="entry is 'opening hand' with 1 or 2 decks only, not with 6"
    ):
        open_house(BOOK, golden(6, entry="opening hand"))
    with pytest.raises(
        NotAllowed, match="with 6 decks mid_shoe_entry must be 'allowed', not 'barred'"
    ):
        open_house(BOOK, replace(golden(6), terms={"mid_shoe_entry": "barred"}))


def test_30_2108_wager_3_a_the_main_game_may_be_barred_too() -> None:
    table = shoe(replace(golden(2), terms={"mid_shoe_entry": "barred"}), 2)
    one_round(table, ANN, ("cat", "blackjack"))
    table.open_round()
    with pytest.raises(NotAllowed, match=r"\(3\)\(a\): bob did not play the first hand"):
        table.bet(2, "bob", "blackjack", 1_000)


# -- (4): tips -------------------------------------------------------------------------------------


def test_30_2108_wager_4_tips_on_either_wager_at_the_players_odds() -> None:
    tips = {"blackjack": 2, "golden-21-poker": 1}
    table = seat(BOOK, golden(), "9s 10h 9d 7c", BETS, tips=tips)
    table = done(BOOK, answer(table, "stand"))
    assert results(table) == [
        "golden-21-poker $5: PAIR, $20 back",
        "golden-21-poker $1: PAIR, $4 back to the dealer",
        "blackjack $10: 18 beats 17, $20 back",
        "blackjack $2: 18 beats 17, $4 back to the dealer",
    ]
    with pytest.raises(NotAllowed, match=r"no bets for the dealer on Golden 21 Poker"):
        seat(BOOK, replace(golden(), tips=False), "", BETS, tips={"golden-21-poker": 1})


def test_30_2108_main_2_cards_are_dealt_as_in_standard_blackjack() -> None:
    table = seat(BOOK, golden(), "8h 9h 6c 8d 9d 10s", {"blackjack": 10}, {"blackjack": 10})
    assert [line for line in told(table) if " gets " in line] == [
        "box 1 gets 8h",
        "box 2 gets 9h",
        "dealer gets 6c",
        "box 1 gets 8d",
        "box 2 gets 9d",
        "dealer gets 10s face down",
    ]


def test_30_2108_main_3_hit_stand_double_and_split() -> None:
    table = seat(BOOK, golden(), "8h 6c 8d 10s", {"blackjack": 10})
    assert table.pending
    assert isinstance(table.pending.step, Ask)
    assert {"stand", "hit", "double", "split"} <= {*table.pending.step.may}
