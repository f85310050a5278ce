"""A hand with a card too many or too few, by the paragraph of each game that decides it."""

from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Irregular, Voided
from pitboss.table.events.shoes import CardPlaced
from pitboss.table.houses.house import House
from pitboss.table.log.ledger import balances
from pitboss.table.log.mask import SURVEILLANCE, view
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from pitboss.table.table_view import SeenRound, seen_round
from tests.rounds.stack import Stakes, answer, colorado, done, of_kind, results, seat, told

BOOK = load()
TEN: Stakes = {"blackjack": 10}
SD = House("south_dakota")
PA = House("pennsylvania")
SWITCH = House("colorado", "blackjack-switch", wagers={}, terms={"wagers_offered": "none"})
SHINE = House(
    "colorado",
    "3-card-shine",
    decks=1,
    terms={"delivery": "dealing shuffler", "dealing": "packets"},
)
PAI_JACK = House("colorado", "pai-jack", decks=1)
ANTE_UP = House("colorado", "ante-up-21", readings={"B-18": "first hand"})


def paced(house: House) -> House:
    return replace(house, pace="dealer")


def go(table: Table, cards: int) -> Table:
    for _ in range(cards):
        table.go()
    return table


def seen(table: Table) -> SeenRound:
    return seen_round(table.opened, view(table.log, SURVEILLANCE), SURVEILLANCE)


def at(table: Table, box: int) -> list[str]:
    """The cards of a box's first hand, as the layout shows them."""
    return [str(each.card) for each in seen(table).boxes[box].hands[0].cards]


def in_round(table: Table, box: int) -> list[str]:
    """The cards of a box's first hand, as the procedure has them."""
    assert table.round
    return [str(card) for card in table.round.box(box).hands[0].cards]


def void(table: Table) -> list[tuple[int | None, str]]:
    return [(e.box, e.clause) for e in of_kind(table, Voided)]


# -- a card too many voids the hand or the round ---------------------------------------------------


def test_30_2105_4_a_third_card_voids_that_players_hands_and_the_wagers_are_kept() -> None:
    cards = "10s 9s 5h 6h 10d 8s 9c 5c 6c 9d 7c"
    table = seat(BOOK, SWITCH, cards, TEN, TEN)
    table.irregular("extra card to a box", 1, by="sam")
    assert at(table, 1) == in_round(table, 1) == ["10s", "8s", "7c"]
    assert void(table) == [(1, "30-2105(4)")]
    assert results(table) == ["blackjack $20: void, $20 back"]
    assert balances(table.log)["player ann"] == 0
    assert table.in_play, "the others play on"


def test_30_2105_4_a_card_too_many_to_the_dealer_voids_the_round() -> None:
    table = seat(BOOK, SWITCH, "10s 9s 5h 6h 10d 8s 9c 5c 6c 9d 7c", TEN, TEN)
    table.irregular("extra card to the dealer", by="sam")
    assert [str(each.card) for each in seen(table).dealer] == ["10d", "9d", "7c"]
    assert void(table) == [(None, "30-2105(4)")]
    assert not table.in_play
    assert [balances(table.log)[f"player {who}"] for who in ("ann", "bob")] == [0, 0]
    assert verify(BOOK, table.log) == []


def test_30_1099_52_7_a_fourth_card_is_a_misdeal_to_that_player_only() -> None:
    cards = "As Ks Qs 2h 3h 5d 9c 9d 8h 7c"
    table = seat(BOOK, SHINE, cards, {"shine-ante": 10}, {"shine-ante": 10})
    table.irregular("extra card to a box", 2, by="sam")
    assert at(table, 2) == in_round(table, 2) == ["2h", "3h", "5d", "7c"]
    assert void(table) == [(2, "30-1099.52(7)")]
    assert balances(table.log)["player bob"] == 0
    assert table.in_play


def test_30_1099_52_7_a_fourth_card_to_the_dealer_is_a_misdeal_for_all() -> None:
    table = seat(BOOK, SHINE, "As Ks Qs 9c 9d 8h 7c", {"shine-ante": 10})
    table.irregular("extra card to the dealer", by="sam")
    assert len(seen(table).dealer) == 4
    assert void(table) == [(None, "30-1099.52(7)")]
    assert not table.in_play


def test_30_2112_4_a_sixth_card_is_a_dead_hand_for_that_player_only() -> None:
    cards = "10s 8d 3c 10h 6s Ks 7d 4c 9h 5s 2c 2d 2h 8s 9s Qc"
    table = seat(BOOK, PAI_JACK, cards, {"pai-jack-bet": 10}, {"pai-jack-bet": 10})
    table.irregular("extra card to a box", 1, by="sam")
    assert len(at(table, 1)) == len(in_round(table, 1)) == 6
    assert void(table) == [(1, "30-2112(4)")]
    assert balances(table.log)["player ann"] == 0
    assert table.in_play


def test_30_2106_7_a_a_card_too_many_to_anyone_is_a_misdeal_for_all() -> None:
    both = {"blackjack": 10, "ante-up-21-ante": 10}
    table = seat(BOOK, ANTE_UP, "10s 9c 10d 9s 8h 8c 7c", both, both)
    table.irregular("extra card to a box", 2, by="sam")
    assert at(table, 2) == ["9c", "8h", "7c"]
    assert [box for box, _ in void(table)] == [None]
    assert not table.in_play
    assert [balances(table.log)[f"player {who}"] for who in ("ann", "bob")] == [0, 0]


# -- too few ---------------------------------------------------------------------------------------


def test_30_2105_4_a_hand_of_one_card_voids_that_players_hands() -> None:
    table = go(seat(BOOK, paced(SWITCH), "10s 9s 5h 6h 10d 5c 6c 9d", TEN, TEN), 5)
    table.irregular("misdeal to a box", 1, by="sam")
    assert at(table, 1) == in_round(table, 1) == ["10s"]
    assert void(table) == [(1, "30-2105(4)")]
    go(table, 3)
    assert at(table, 1) == ["10s"], "no more cards come to it"
    assert len(at(table, 2)) == 2


# -- a card too many is dealt on -------------------------------------------------------------------


@pytest.mark.parametrize("house", [SD, PA])
def test_20_18_15_28_an_extra_card_is_dealt_on(house: House) -> None:
    table = seat(BOOK, house, "10s 5c 10d 9s 6h 8c 7c", TEN, TEN)
    table.irregular("extra card to a box", 1, by="sam")
    assert told(table)[-3:-1] == ["box 1 gets 7c", "exposed gets 7c"]
    assert at(table, 1) == in_round(table, 1) == ["10s", "9s"]
    assert [str(each.card) for each in seen(table).exposed] == ["7c"]
    answer(table, "stand", "hit")
    assert at(table, 2) == ["5c", "6h", "7c"]
    done(BOOK, answer(table, "stand"))


def test_20_18_15_28_an_extra_card_that_nobody_can_use_is_burned() -> None:
    table = seat(BOOK, SD, "10s 10d 9s 8c 7c", TEN)
    table.irregular("extra card to a box", 1)
    done(BOOK, answer(table, "stand"))
    assert [(e.to, str(e.card)) for e in of_kind(table, CardPlaced)] == [
        ("exposed", "7c"),
        ("burn", "7c"),
    ]


def test_20_18_15_28_an_extra_card_to_the_dealer_is_dealt_on_too() -> None:
    table = seat(BOOK, SD, "5s 10d 6s 8c 7c 9h", TEN)
    table.irregular("extra card to the dealer")
    assert [str(each.card) for each in seen(table).dealer] == ["10d", "8c"]
    answer(table, "hit")
    assert at(table, 1) == ["5s", "6s", "7c"]


def test_30_2110_9_players_may_back_out_and_the_others_play_on_with_two_cards() -> None:
    house = House("colorado", "straight-jack-progressive-blackjack", wagers={})
    table = seat(BOOK, house, "10s 9c 10d 9s 9h 8c 7c", TEN, TEN)
    table.irregular("extra card to a box", 2, by="sam")
    assert at(table, 2) == ["9c", "9h", "7c"]
    answer(table, "back out", "stay")
    assert at(table, 2) == in_round(table, 2) == ["9c", "9h"]
    assert void(table)[0][0] == 1
    done(BOOK, answer(table, "stand"))


# -- a supervisor decides --------------------------------------------------------------------------


def test_30_828_1_a_supervisor_burns_it_or_voids_the_hand_but_nobody_plays_with_it() -> None:
    def extra(decision: str) -> Table:
        table = seat(BOOK, colorado(), "10s 10d 9s 8c 7c", TEN)
        table.irregular("extra card to a box", 1, decision, "sam")
        return table

    burned = extra("burned")
    assert (at(burned, 1), told(burned)[-2]) == (["10s", "9s"], "burn gets 7c")
    done(BOOK, answer(burned, "stand"))
    dead = extra("that hand void")
    assert (at(dead, 1), results(dead)) == (["10s", "9s", "7c"], ["blackjack $10: void, $10 back"])
    for left in ("kept", "play on", "completed later"):
        with pytest.raises(NotAllowed, match="the supervisor decides: choose"):
            extra(left)


def test_an_extra_card_names_a_box_that_has_such_a_hand() -> None:
    table = seat(BOOK, SD, "10s 10d 9s 8c 7c", TEN)
    with pytest.raises(NotAllowed, match="Box None has no stake in this round"):
        table.irregular("extra card to a box")
    with pytest.raises(NotAllowed, match="the supervisor decides"):
        table.irregular("extra card to a poker hand", 1)
    with pytest.raises(NotAllowed, match="Box 1 has no such hand now"):
        table.irregular("extra card to a poker hand", 1, "that hand void")
    assert not of_kind(table, Irregular)


def test_30_2105_4_an_extra_card_to_the_dealer_returns_a_bet_already_lost() -> None:
    """Players retain their bets: also one whose hand has bust before the error was seen."""
    table = seat(BOOK, SWITCH, "10s 6h 5h 10d 10c 9d Kc 7c", TEN)
    answer(table, "no", "hit")
    assert results(table) == ["blackjack $10: bust, $0 back"]
    table.irregular("extra card to the dealer", by="sam")
    assert balances(table.log)["player ann"] == 0


def test_30_2110_9_after_a_third_card_nobody_backs_out_for_an_extra_one_either() -> None:
    house = House("colorado", "straight-jack-progressive-blackjack", wagers={})
    table = answer(seat(BOOK, house, "5s 9c 10d 6s 9h 8c 2d 3c", TEN, TEN), "hit")
    with pytest.raises(NotAllowed, match=r"30-828\(1\): the supervisor decides"):
        table.irregular("extra card to a box", 1, by="sam")
