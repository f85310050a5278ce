"""Straight Jack and its progressive as 1 CCR 207-1, 30-2109 and 30-2110 package them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import FloorCalled, Settled, SlipValidated, StakeCollected
from pitboss.table.events.table import MeterAwarded, MeterFed
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.table import Table
from tests.rounds.stack import answer, deal, done, press_all, results, seat, told

BOOK = load()
PLAIN = House("colorado", "straight-jack-blackjack", least=100, wagers={"straight-jack": Choice()})


def progressive(table: str = "SJP1", **choices: str) -> House:
    chosen = {key.replace("_", "-"): value for key, value in choices.items()}
    filed = Choice(
        table,
        seeds={"progressive": 1_000_000},
        rates={"progressive": Fraction(1, 4)},
        choices=chosen,
    )
    return House(
        "colorado",
        "straight-jack-progressive-blackjack",
        wagers={"straight-jack-progressive": filed},
    )


SJP = progressive()
GAMES = [(PLAIN, "straight-jack"), (SJP, "straight-jack-progressive")]
both = pytest.mark.parametrize(("house", "key"), GAMES, ids=[key for _, key in GAMES])


def bets(key: str, dollars: float = 1) -> dict[str, float]:
    return {"blackjack": 10, key: dollars}


def last(table: Table) -> str:
    """How the straight was settled on the layout."""
    lines = [x for x in results(table) if x.startswith("straight-jack") and x.endswith(" back")]
    return lines[-1].partition(": ")[2]


@both
def test_1_and_2_optional_and_only_beside_blackjack(house: House, key: str) -> None:
    assert results(deal(BOOK, house, "4s Kh 9d 7c", {"blackjack": 10}, ["stand"]))
    with pytest.raises(NotAllowed, match="needs a stake on blackjack"):
        seat(BOOK, house, "", {key: 1})
    with pytest.raises(NotAllowed, match=f"offers {key}, not Golden 21 Poker"):
        open_house(BOOK, replace(house, wagers={"golden-21-poker": Choice()}))


@both
def test_2109_6_and_2110_8_the_order_of_the_two_cards_does_not_matter(
    house: House, key: str
) -> None:
    for cards in ("Qs 9h Jd 8c", "Js 9h Qd 8c", "2s 9h 3d 8c", "As 9h 2d 8c", "Ks 9h Ad 8c"):
        table = seat(BOOK, house, cards, bets(key))
        if table.pending:
            answer(table, "stand")
        assert last(table).startswith("2 Cards, $4 back")


@both
def test_2109_6_b_and_2110_8_c_losing_wagers_are_taken_before_anyone_acts(
    house: House, key: str
) -> None:
    table = seat(BOOK, house, "4s 2s Kh 9d 3d 7c", bets(key), bets(key))
    assert table.pending
    assert results(table) == [f"{key} $1: no hand, $0 back"]  # box 2 keeps its straight: (6)(c)
    table = done(BOOK, answer(table, "stand", "stand"))
    assert results(table)[1:] == [
        "blackjack $10: 17 beats 5, $0 back",
        f"{key} $1: 2 Cards, $4 back",
        "blackjack $10: 17 beats 13, $0 back",
    ]


EXAMPLES = [
    ("4s Kh 5d 7c 3h", ["hit", "stand"], "3 Cards"),  # (7)(a), (10)(a)
    ("4s Kh 5d 7c 3h 6c", ["hit", "hit", "stand"], "4 Cards"),  # (7)(b), (10)(b)
    ("3s Kh 4d 7c 6h 5c", ["hit", "hit", "stand"], "2 Cards"),  # (7)(d)(i), (10)(d)(i)
    ("5s Kh 6d 7c 7h 8c", ["hit", "hit"], "3 Cards"),  # (8)(a), (11)(a)
]


@both
@pytest.mark.parametrize(("cards", "words", "length"), EXAMPLES)
def test_the_printed_examples(
    house: House, key: str, cards: str, words: list[str], length: str
) -> None:
    assert last(deal(BOOK, house, cards, bets(key), words)).startswith(f"{length}, ")


@both
def test_2109_7_c_and_2110_10_c_ace_and_king_are_never_hit(house: House, key: str) -> None:
    table = deal(BOOK, house, "As 9h Kd 8c", bets(key))
    assert not [x for x in told(table) if " may " in x]
    assert last(table) == "2 Cards, $4 back"


@both
def test_2109_8_b_and_2110_11_b_after_a_bust_the_main_wager_goes_first(
    house: House, key: str
) -> None:
    table = deal(BOOK, house, "5s Kh 6d 7c 7h 8c", bets(key), ["hit", "hit"])
    assert [x.split(" $")[0] for x in results(table)] == ["blackjack", key]


@both
def test_2109_9_and_2110_12_hands_are_settled_from_the_dealers_right(
    house: House, key: str
) -> None:
    table = seat(BOOK, house, "9s 9c Kh 10d 10c 7c", bets(key), bets(key))
    table = done(BOOK, answer(table, "stand", "stand"))
    boxes = [e.box for e in table.log if isinstance(e, Settled) and e.wager == key]
    assert boxes == [2, 1]


@pytest.mark.parametrize(
    ("cards", "words", "line"),
    [
        ("2s Kh 3d 7c 4h 5c 6d", ["hit", "hit", "hit", "stand"], "5 or 6 Cards, $251 back"),
        ("As Kh 2d 7c 3h 4c 5d 6s", ["hit"] * 4, "5 or 6 Cards, $251 back"),
        ("4s Kh 5d 7c 3h 6c", ["hit", "hit", "stand"], "4 Cards, $101 back"),
        ("4s Kh 5d 7c 3h", ["hit", "stand"], "3 Cards, $26 back"),
        ("4s Kh 5d 7c", ["stand"], "2 Cards, $4 back"),
    ],
)
def test_2109_10_paid_by_the_length_of_the_straight(
    cards: str, words: list[str], line: str
) -> None:
    assert last(deal(BOOK, PLAIN, cards, bets("straight-jack"), words)) == line


# -- the progressive -----------------------------------------------------------------------------

SIX = "{ace} Kh 2d 7c 3h 4c 5d 6s"
FIVE = "2s Kh 3d 7c 4h 5c 6d"


def won(house: House, cards: str, words: list[str], dollars: float = 2) -> tuple[str, int]:
    """How the straight was settled from the rack, and what a slip paid out of the meter."""
    table = deal(BOOK, house, cards, bets("straight-jack-progressive", dollars), words)
    slips = [e.cents for e in table.log if isinstance(e, SlipValidated)]
    return last(table), sum(slips)


def test_2110_3_any_amount_from_1_dollar_and_b_37_the_first_dollar_feeds_the_meter() -> None:
    with pytest.raises(NotAllowed, match=r"\(3\): Straight Jack Progressive .* takes \$1 or more"):
        seat(BOOK, SJP, "", bets("straight-jack-progressive", 0.5))
    table = seat(BOOK, SJP, "4s Kh 9d 7c", bets("straight-jack-progressive", 8))
    assert next(e for e in table.log if isinstance(e, MeterFed)).adds == 25
    whole = progressive(B_37="whole stake")
    table = seat(BOOK, whole, "4s Kh 9d 7c", bets("straight-jack-progressive", 8))
    assert next(e for e in table.log if isinstance(e, MeterFed)).adds == 200


def test_2110_7_the_wagers_stay_on_the_table() -> None:
    table = seat(BOOK, SJP, "4s Kh 5d 7c", bets("straight-jack-progressive"))
    assert not [e for e in table.log if isinstance(e, StakeCollected)]


@pytest.mark.parametrize("table", ["SJP1", "SJP2"])
def test_2110_14_six_cards_with_the_ace_of_spades_take_the_meter_beside_200_to_1(
    table: str,
) -> None:
    line, slip = won(progressive(table), SIX.format(ace="As"), ["hit"] * 4)
    assert (line, slip) == ("6 cards w/Ace (Spades), $402 back", 1_000_025)
    line, slip = won(progressive(table), SIX.format(ace="Ah"), ["hit"] * 4)
    assert (line, slip) == ("6 Cards w/Ace (Club,Hearts,Diamonds), $402 back", 100_002)


def test_2110_14_b_34_where_every_card_must_be_a_spade_one_ace_is_not_enough() -> None:
    read = progressive(B_34="suit of all six")
    assert won(read, SIX.format(ace="As"), ["hit"] * 4)[1] == 100_002
    assert won(read, "As Kh 2s 7c 3s 4s 5s 6s", ["hit"] * 4)[1] == 1_000_025


def test_2110_14_sjp3_and_sjp4() -> None:
    hits = ["hit", "hit", "hit", "stand"]
    assert won(progressive("SJP3"), SIX.format(ace="Ah"), ["hit"] * 4) == (
        "6 cards, $402 back",
        1_000_025,
    )
    assert won(progressive("SJP3"), FIVE, hits) == ("5 Cards, $402 back", 0)
    assert won(progressive("SJP4"), FIVE, hits) == ("5 Cards, $402 back", 1_000_025)
    # B-35: six cards are paid as five
    assert won(progressive("SJP4"), SIX.format(ace="Ah"), ["hit"] * 4)[1] == 1_000_025
    nothing = progressive("SJP4", B_35="nothing")
    assert won(nothing, SIX.format(ace="Ah"), ["hit"] * 4) == ("no hand, $0 back", 0)


@pytest.mark.parametrize(
    ("table", "three", "two"), [("SJP1", 32, 8), ("SJP2", 22, 8), ("SJP3", 32, 8), ("SJP4", 22, 6)]
)
def test_2110_14_shorter_straights(table: str, three: int, two: int) -> None:
    house = progressive(table)
    assert won(house, "4s Kh 5d 7c 3h 6c", ["hit", "hit", "stand"])[0] == "4 Cards, $102 back"
    assert won(house, "4s Kh 5d 7c 3h", ["hit", "stand"])[0] == f"3 Cards, ${three} back"
    assert won(house, "4s Kh 5d 7c", ["stand"])[0] == f"2 Cards, ${two} back"


def test_2110_15_the_round_does_not_end_before_a_supervisor_has_seen_the_hand() -> None:
    table = seat(BOOK, SJP, SIX.format(ace="As"), bets("straight-jack-progressive"))
    answer(table, *["hit"] * 4)
    table.attend("floor")
    assert table.slips == (1,)
    assert table.in_play
    with pytest.raises(NotAllowed, match="A floor supervisor validates a slip, not the dealer"):
        table.validate(1, "dealer")
    table.validate(1, "floor")
    assert not table.in_play


def test_2110_15_a_the_dealer_stops_dealing_and_calls_for_a_supervisor() -> None:
    """Neither is the next box asked nor does the dealer draw before one has seen the hand."""
    stakes = bets("straight-jack-progressive")
    cards = "Ah 10s Kh 2d 9c 3c 3h 4c 5d 6s 10d"
    table = answer(seat(BOOK, SJP, cards, stakes, stakes), *["hit"] * 4)
    assert (table.pending, table.in_play) == (None, True)
    called = table.log[-1]
    assert isinstance(called, FloorCalled)
    assert (called.box, called.wager) == (1, "straight-jack-progressive")
    assert called.why == "6 Cards w/Ace (Club,Hearts,Diamonds)"
    assert called.clause == "1 CCR 207-1, 30-2110(15)(a)"
    with pytest.raises(NotAllowed, match=r"A floor supervisor sees a hand .*, not the dealer"):
        table.attend("dealer")
    assert table.log[-1] is called
    table.attend("sam")
    assert table.pending
    assert table.pending.step.box == 2
    done(BOOK, answer(table, "stand"))
    with pytest.raises(NotAllowed, match="The dealer has not stopped"):
        table.attend("sam")


def test_2110_15_a_the_dealer_does_not_stop_for_a_straight_that_the_rack_pays() -> None:
    table = seat(BOOK, SJP, FIVE, bets("straight-jack-progressive"))
    done(BOOK, answer(table, "hit", "hit", "hit", "stand"))
    assert not [e for e in table.log if isinstance(e, FloorCalled)]


def test_2110_16_several_meter_hands_are_paid_counterclockwise_and_100_percent_resets() -> None:
    cards = "Ah As Kh 2d 2c 7c 3h 4c 5d 6s 3d 4d 5c 6c"
    stakes = bets("straight-jack-progressive")
    table = seat(BOOK, SJP, cards, stakes, stakes)
    for _ in (1, 2):
        answer(table, *["hit"] * 4)
        table.attend("floor")
    table = done(BOOK, table)
    awards = [(e.won, e.shows) for e in table.log if isinstance(e, MeterAwarded)]
    # box 2, with the ace of spades, is at the dealer's right: all of it, then a tenth of the seed
    assert awards == [(1_000_050, 1_000_000), (100_000, 900_000)]


@pytest.mark.parametrize("kind", ["misdeal to a box", "misdeal to the dealer"])
def test_2110_9_after_a_misdeal_each_player_may_back_out_with_every_wager(kind: str) -> None:
    house = replace(SJP, pace="dealer")
    stakes = bets("straight-jack-progressive")
    table = press_all(seat(BOOK, house, "4s 2s Kh 3d 7c", stakes, stakes))
    table.go()
    table.go()
    table.irregular(kind, 1)
    with pytest.raises(NotAllowed, match=r"stay or back out \(30-2110\(9\)\)"):
        table.answer(1, "leave")
    answer(table, "back out", "stay")
    assert results(table) == [
        "blackjack $10: void, $10 back",
        "straight-jack-progressive $1: void, $1 back",
    ]
    assert [e.kind for e in table.log].count("unfeed") == 1  # G-9
    for _ in range(3):
        table.go()
    answer(table, "stand")
    assert last(table) == "2 Cards, $4 back"


def test_2110_9_where_everyone_backs_out_the_round_is_over() -> None:
    table = seat(
        BOOK, replace(SJP, pace="dealer"), "4s Kh 5d 7c", bets("straight-jack-progressive")
    )
    press_all(table)
    table.irregular("misdeal to a box", 1)
    press_all(answer(table, "back out"))
    assert not table.in_play


def test_2109_5_irregularities_of_the_plain_wager_are_blackjacks() -> None:
    table = seat(BOOK, PLAIN, "4s Kh 5d 7c", bets("straight-jack"))
    with pytest.raises(NotAllowed, match=r"30-828\(1\): the supervisor decides"):
        table.irregular("misdeal to a box", 1)
    table.irregular("misdeal to a box", 1, decision="that hand void")
    assert results(done(BOOK, table)) == [
        "blackjack $10: void, $10 back",
        "straight-jack $1: void, $1 back",
    ]
