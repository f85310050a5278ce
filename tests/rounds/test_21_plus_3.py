"""Blackjack with 21+3, Xtreme and Progressive as 1 CCR 207-1, 30-2107 packages it."""

from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Settled, SlipValidated
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from tests.rounds.stack import answer, deal, done, results, seat, told

BOOK = load()
FILED = {"suit": "hearts", "amount": "$1"}
PROGRESSIVE = Choice("PT-BJS-213-01", stake=100, choices=FILED)
HOUSE = House("colorado", "21-plus-3-blackjack", wagers={"21-plus-3": Choice()})
ALL = replace(
    HOUSE,
    wagers={**HOUSE.wagers, "21-plus-3-xtreme": Choice(), "21-plus-3-progressive": PROGRESSIVE},
)
BETS = {"blackjack": 10, "21-plus-3": 5}


def test_30_2107_1_each_wager_has_its_deck_counts() -> None:
    with pytest.raises(NotAllowed, match=r"dealt from 1, 2, 4, 5, 6, 7 or 8 decks, not 3"):
        open_house(BOOK, replace(HOUSE, decks=3))
    with pytest.raises(NotAllowed, match=r"30-2107\(2\): 21\+3 is for 2, 4, .* not 1"):
        open_house(BOOK, replace(HOUSE, decks=1))
    xtreme = replace(HOUSE, decks=1, wagers={"21-plus-3-xtreme": Choice()})
    assert open_house(BOOK, xtreme).house.decks == 1
    with pytest.raises(NotAllowed, match=r"21\+3 Progressive is for 4, 5, 6, 7 or 8 decks, not 2"):
        open_house(BOOK, replace(ALL, decks=2))


def test_30_2107_1_no_other_side_wager_belongs_to_the_package() -> None:
    with pytest.raises(NotAllowed, match=r"30-2107\(1\).*offers 21-plus-3, .* not Straight Jack"):
        open_house(BOOK, replace(HOUSE, wagers={"straight-jack": Choice()}))


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("4s 6s 5s", "Straight Flush"),
        ("7s 7h 7d", "3 of a Kind"),
        ("As 3h 2d", "Straight"),
        ("As Kh Qd", "Straight"),
        ("2s 9s Ks", "Flush"),
        ("7s 7s 7s", "3 of a Kind"),  # one of one suit pays once
    ],
)
def test_30_2107_2_every_winning_hand_pays_9_to_1(cards: str, hand: str) -> None:
    first, up, second = cards.split()
    table = seat(BOOK, HOUSE, f"{first} {up} {second} 9c", BETS)
    assert results(table)[0] == f"21-plus-3 $5: {hand}, $50 back"


@pytest.mark.parametrize(
    ("cards", "hand", "back"),
    [
        ("4s 6s 5s", "Straight Flush", 155),
        ("7s 7h 7d", "Three of a Kind", 105),
        ("As 3h 2d", "Straight", 55),
        ("2s 9s Ks", "Flush", 30),
    ],
)
def test_30_2107_determination_2_xtreme_pays_by_its_table(cards: str, hand: str, back: int) -> None:
    first, up, second = cards.split()
    house = replace(HOUSE, wagers={"21-plus-3-xtreme": Choice()})
    table = seat(BOOK, house, f"{first} {up} {second} 9c", {"blackjack": 10, "21-plus-3-xtreme": 5})
    assert results(table)[0] == f"21-plus-3-xtreme $5: {hand}, ${back} back"


def test_30_2107_start_1_never_without_a_blackjack_wager() -> None:
    with pytest.raises(NotAllowed, match=r"30-2107: 21\+3 needs a stake on blackjack"):
        seat(BOOK, HOUSE, "", {"21-plus-3": 5})


def test_30_2107_start_2_the_progressive_is_locked_in_and_collected_before_the_deal() -> None:
    bets = {"blackjack": 10, "21-plus-3-progressive": 1}
    table = seat(BOOK, ALL, "4s 5h 6d 9c", bets)
    kinds = [e.kind for e in table.log]
    assert kinds.index("collect") < kinds.index("feed") < kinds.index("card")
    assert results(table)[0] == "21-plus-3-progressive $1: Straight, $7 back"  # for 1


def test_30_2107_start_3_one_fixed_amount_and_any_posted_aggregate_limit() -> None:
    with pytest.raises(NotAllowed, match=r"file one fixed stake for 21\+3 Progressive"):
        open_house(
            BOOK, replace(HOUSE, wagers={"21-plus-3-progressive": replace(PROGRESSIVE, stake=None)})
        )
    with pytest.raises(NotAllowed, match=r"21\+3 Progressive is \$1 at this table"):
        seat(BOOK, ALL, "", {"blackjack": 10, "21-plus-3-progressive": 2})
    limited = replace(HOUSE, wagers={"21-plus-3": Choice(aggregate=6_000)})
    table = seat(BOOK, limited, "4s 9s 6h 5d 9d 9c", BETS, {"blackjack": 10, "21-plus-3": 10})
    assert results(table)[:2] == [
        "21-plus-3 $10: no hand, $0 back",
        "21-plus-3 $5: Straight, $50 back",
    ]
    table = seat(BOOK, limited, "4s 7s 6h 5d 5c 9c", BETS, {"blackjack": 10, "21-plus-3": 10})
    assert results(table)[:2] == [  # G-10: $60 in proportion of $90 to $45
        "21-plus-3 $10: Straight, $50 back",
        "21-plus-3 $5: Straight, $25 back",
    ]


def test_30_2107_determination_1_four_decks_or_more_are_dealt_face_up() -> None:
    with pytest.raises(
        NotAllowed, match=r"with 6 decks player_cards must be 'face up', not 'face down'"
    ):
        open_house(BOOK, replace(HOUSE, terms={"player_cards": "face down"}))


@pytest.mark.parametrize(
    ("cards", "awarded"),
    [
        (
            "7s 7s 7s",
            ["3 of a Kind, $50", "Three of a Kind, $105", "Three of a Kind (Suited), $125"],
        ),
        ("4s 6s 5s", ["Straight Flush, $50", "Straight Flush, $155", "Straight Flush, $25"]),
        ("7s 7h 7d", ["3 of a Kind, $50", "Three of a Kind, $105", "Three of a Kind, $20"]),
    ],
)
def test_30_2107_determination_1_only_the_highest_winning_event_of_each_wager_is_awarded(
    cards: str, awarded: list[str]
) -> None:
    """Three sevens of spades are a flush too, and a straight flush is a straight and a flush."""
    first, up, second = cards.split()
    bets = {**BETS, "21-plus-3-xtreme": 5, "21-plus-3-progressive": 1}
    table = seat(BOOK, ALL, f"{first} {up} {second} 9c", bets)
    paid = [line.split(": ")[1] for line in results(table)]
    assert paid == [f"{each} back" for each in awarded]


HELD = replace(HOUSE, decks=2, terms={"player_cards": "face down"})


def test_30_2107_determination_2_a_hand_face_down_is_shown_or_the_wager_is_collected() -> None:
    table = seat(BOOK, HELD, "4s 9s 6h 5d 9d 9c", BETS, BETS)
    assert told(table)[0] == "box 1 gets 4s in hand"
    assert [x for x in told(table) if " may " in x] == ["box 2 may show,keep"]
    answer(table, "keep", "show")
    assert told(table)[7:12] == [
        "> keep",
        "21-plus-3 $5: not shown, $0 back",
        "box 1 may show,keep",
        "> show",
        "box 1 turns 4s",
    ]
    assert results(table)[:2] == [
        "21-plus-3 $5: not shown, $0 back",
        "21-plus-3 $5: Straight, $50 back",
    ]


def test_30_2107_determination_3_settled_before_insurance_and_the_check() -> None:
    bets = {**BETS, "21-plus-3-xtreme": 5, "21-plus-3-progressive": 1}
    table = deal(BOOK, ALL, "2s Ah 3d Kc", bets, ["5"])
    assert [x.split(":")[0] for x in told(table)[4:]] == [
        "21-plus-3 $5",
        "21-plus-3-xtreme $5",
        "21-plus-3-progressive $1",
        "box 1 may bet insurance",
        "> 500",
        "the dealer turns Kc",
        "insurance $5",
        "blackjack $10",
    ]


def test_b_29_the_progressive_may_wait_for_the_check() -> None:
    waits = replace(PROGRESSIVE, choices={**FILED, "B-29": "after the check for blackjack"})
    house = replace(HOUSE, wagers={"21-plus-3-progressive": waits})
    table = deal(BOOK, house, "2s Ah 3d Kc", {"blackjack": 10, "21-plus-3-progressive": 1}, ["5"])
    assert [x.split(" $")[0] for x in results(table)] == [
        "insurance",
        "21-plus-3-progressive",
        "blackjack",
    ]


def test_30_2107_determination_4_blackjack_goes_on_and_3_is_not_touched() -> None:
    plain = House("colorado", "21-plus-3-blackjack")
    cards, words = "4s 6h 5d 10c 10h 10s", ["hit", "stand"]
    without = results(deal(BOOK, plain, cards, {"blackjack": 10}, words))
    assert results(deal(BOOK, HOUSE, cards, BETS, words))[1:] == without


def test_30_2107_hand_rankings_suit_specific_aces_take_the_meter() -> None:
    table = seat(BOOK, ALL, "Ah Ah Ah 9c", {"blackjack": 10, "21-plus-3-progressive": 1})
    assert table.slips
    table = done(BOOK, answer(table, "0", "stand"))
    first = next(e for e in table.log if isinstance(e, Settled))
    assert first.why == "Three Aces or Kings (Suit Specific)"
    paid = next(e for e in table.log if isinstance(e, SlipValidated))
    assert paid.cents == 200_017  # seed $2,000 and 17% of the wager (B-27)
