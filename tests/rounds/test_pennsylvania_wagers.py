"""Side wagers of 58 Pa. Code ch. 633c that wait for cards drawn after the deal."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.houses.house import Choice, House, logged_settings
from pitboss.table.houses.opening import open_house
from tests.rounds.stack import Stakes, answer, deal, done, pennsylvania, results, seat, told

BOOK = load()

# -- Blazing 7's (§ 633c.9) ------------------------------------------------------------------------

SEVENS: Stakes = {"blackjack": 10, "blazing-7s": 1}


def blazing(**choices: str) -> House:
    chosen = {"third-card": "drawn card"}
    chosen |= {name.replace("_", "-"): word for name, word in choices.items()}
    choice = Choice("A", stake=100, rates={"meter": Fraction(1, 10)}, choices=chosen)
    return pennsylvania(blazing_7s=choice)


def last(house: House, cards: str, *words: str, bets: Stakes = SEVENS) -> str:
    table = answer(seat(BOOK, house, cards, bets), *words)
    found = [line for line in results(table) if line.startswith("blazing-7s")]
    done(BOOK, table)
    return found[0].split(": ")[1]


def test_633c_9_d_it_is_settled_after_every_other_wager() -> None:
    """Whatever the order in which the house filed them."""
    axman = Choice(choices={"D-35": "best five"})
    others = {"buster-blackjack": Choice("Six decks, Paytable A"), "axman": axman}
    house = replace(blazing(), wagers={**blazing().wagers, **others})
    bets: Stakes = {**SEVENS, "buster-blackjack": 5, "axman": 5}
    table = answer(seat(BOOK, house, "7s Kh 2d 6c Kd", bets), "stand")
    order = [line.split(" ")[0] for line in results(table)]
    assert order == ["blackjack", "buster-blackjack", "axman", "blazing-7s"]
    done(BOOK, table)


def test_633c_9_d_3_a_seven_drawn_to_one_seven_adds_nothing() -> None:
    assert last(blazing(), "7s Kh 2d 9c 7h 10d", "hit", "hit") == (
        "Either of first two cards (one 7), $2 back"
    )


def test_633c_9_d_4_standing_on_two_sevens_is_paid_for_two() -> None:
    assert last(blazing(), "7s Kh 7d 9c", "stand") == "First two cards (two 7s), $25 back"


def test_633c_9_d_2_a_bust_card_does_not_count() -> None:
    assert last(blazing(), "7s Kh 7d 9c 10d", "hit") == "First two cards (two 7s), $25 back"


@pytest.mark.parametrize(
    ("reading", "pays"),
    [("counts", "Three 7s, $200 back"), ("does not count", "First two cards (two 7s), $25 back")],
)
def test_633c_9_d_4_d_27_b_the_card_of_a_double(reading: str, pays: str) -> None:
    assert last(blazing(D_27_b=reading), "7s Kh 7d 9c 7c", "double") == pays


def test_633c_9_d_1_a_third_seven_that_is_split_again_is_still_the_third_card() -> None:
    """7s 7d are split, the first hand gets 7c, and that pair is split too."""
    words = ("split", "split", "stand", "stand", "stand")
    assert last(blazing(), "7s Kh 7d 9c 7c 10d 10h 10c", *words) == "Three 7s, $200 back"


@pytest.mark.parametrize(
    ("reading", "pays"),
    [("first hand", "First two cards (two 7s), $25 back"), ("either hand", "Three 7s, $200 back")],
)
def test_633c_9_d_1_d_27_the_card_on_the_other_hand(reading: str, pays: str) -> None:
    words = ("split", "stand", "stand")
    assert last(blazing(D_27=reading), "7s Kh 7d 9c 10c 7c", *words) == pays


def test_633c_9_h_with_the_upcard_no_card_is_drawn_for_the_wager() -> None:
    house = blazing(third_card="upcard")
    assert last(house, "7s Kh 7d Ac") == "First two cards (two 7s), $25 back"
    assert last(house, "7s 7h 7d 10c 7c", "hit") == "Three 7s, $200 back"
    assert last(house, "7s Kh 7d 9c 7c", "hit") == "First two cards (two 7s), $25 back"


def test_633c_9_d_4_the_extra_card_is_for_the_side_wager_alone() -> None:
    table = seat(BOOK, blazing(), "7s 7c Kh 7d 7h Ac 7d", SEVENS, {"blackjack": 10})
    done(BOOK, table)
    assert told(table)[-5:] == [
        "the dealer turns Ac",
        "box 1 gets 7d",
        "blackjack $10: dealer natural, $0 back",
        "blackjack $10: dealer natural, $0 back",
        "blazing-7s $1: Three 7s, $200 back",
    ]


# -- AxMan (§ 633c.12) -----------------------------------------------------------------------------

AX: Stakes = {"blackjack": 10, "axman": 2}


def axman(**choices: str) -> House:
    chosen = {"D-35": "five highest"} | {n.replace("_", "-"): w for n, w in choices.items()}
    return pennsylvania(axman=Choice(choices=chosen))


@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        ("9s Kh 10d Kc", 12),
        ("Kd Kh 10d Kc", 22),
        ("Kd Kh Kd Kc", 52),
        ("9s Kd 10d Jc", 12),  # the dealer's king is wild: a pair of jacks
        ("9s 9d 10d 8c", 0),
    ],
)
def test_633c_12_j_the_players_kings_of_diamonds_multiply_a_win(cards: str, paid: int) -> None:
    table = deal(BOOK, axman(), cards, AX, ["stand"])
    assert results(table)[-1].endswith(f"${paid} back")


@pytest.mark.parametrize(
    ("reading", "drawn", "pays"),
    [
        ("completes the hand", ["dealer gets 6c"], "Three-of-a-kind, $42 back"),
        ("stops", [], "no hand, $0 back"),
    ],
)
def test_633c_12_e_d_38_the_dealers_hand_where_no_blackjack_wager_is_left(
    reading: str, drawn: list[str], pays: str
) -> None:
    cards = "10s 6h 6d 6s Kh" + " 6c" * len(drawn)
    table = deal(BOOK, axman(D_38=reading), cards, AX, ["hit"])
    assert [line for line in told(table) if line.startswith("dealer gets")][2:] == drawn
    assert results(table) == ["blackjack $10: bust, $0 back", f"axman $2: {pays}"]


def test_633c_12_e_settled_counterclockwise_once_every_blackjack_wager_is() -> None:
    table = seat(BOOK, axman(), "9s Kd Kh 10d 8c Kc", AX, AX)
    done(BOOK, answer(table, "stand", "stand"))
    assert results(table) == [
        "blackjack $10: 20 beats 18, $0 back",
        "blackjack $10: 20 beats 19, $0 back",
        "axman $2: Jacks or better pair, $22 back",  # the king of diamonds doubles it
        "axman $2: Jacks or better pair, $12 back",
    ]


def test_633c_13_f_the_dealer_draws_for_buster_alone_and_not_without_it() -> None:
    house = pennsylvania(buster_blackjack=Choice("Six decks, Paytable A"))
    bets = {"blackjack": 10, "buster-blackjack": 5}
    table = deal(BOOK, house, "As 6h Kd 10c 9d", bets)
    assert results(table)[-1] == "buster-blackjack $5: Three cards, $15 back"
    deal(BOOK, house, "As 6h Kd 10c", {"blackjack": 10})  # no card for anyone


def test_633c_13_e_and_g_a_dealer_who_does_not_bust_takes_it() -> None:
    house = pennsylvania(buster_blackjack=Choice("Six decks, Paytable A"))
    bets = {"blackjack": 10, "buster-blackjack": 5}
    table = deal(BOOK, house, "10s 6h 9d 10c 3h", bets, ["stand"])
    assert results(table) == [
        "blackjack $10: 19 each, $10 back",
        "buster-blackjack $5: no hand, $0 back",
    ]


# -- Upcard Luck (§ 633c.15) -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "words", "back"),
    [
        ("As 7h Js 10c", [], 405),
        ("As 7h Jd 10c", [], 45),
        ("2s 7h 9d 10c", ["stand"], 25),
        ("As 7h 9d 10c", ["stand"], 20),
        ("As 7h Ad 10c", ["stand"], 0),  # two aces are 12
        ("10s 8h 9d 10c", ["stand"], 0),
    ],
)
def test_633c_15_f_and_g(cards: str, words: list[str], back: int) -> None:
    house = pennsylvania(upcard_luck=Choice())
    table = deal(BOOK, house, cards, {"blackjack": 10, "upcard-luck": 5}, words)
    assert results(table)[0].endswith(f"${back} back")


# -- Lucky Aces (§ 633c.8) -------------------------------------------------------------------------


def lucky() -> House:
    return replace(pennsylvania(lucky_aces=Choice("Paytable A")), automated=True)


def test_633c_8_a_only_on_a_fully_automated_table() -> None:
    with pytest.raises(NotAllowed, match="Lucky Aces is not played here: it needs an automated"):
        open_house(BOOK, replace(lucky(), automated=False))
    house = lucky()
    assert logged_settings(house.to_json()) == house


@pytest.mark.parametrize(
    ("cards", "words", "pays"),
    [
        ("As Ah Ad Ac 9h", ["0", "stand"], "Four aces, $1002 back"),
        ("As 9h Ks Ac", [], "Two aces, $12 back"),
        ("As 9h Ks As", [], "Two aces same suit, $18 back"),
        ("9s 9h 9d Ad", ["stand"], "One ace of diamonds, $6 back"),
        ("9s 9h 9d As", ["stand"], "One ace, $4 back"),
        ("9s 9h 9d 8s", ["stand"], "no hand, $0 back"),
    ],
)
def test_633c_8_d_settled_when_the_hole_card_is_turned(
    cards: str, words: list[str], pays: str
) -> None:
    table = deal(BOOK, lucky(), cards, {"blackjack": 10, "lucky-aces": 2}, words)
    found = [line for line in results(table) if line.startswith("lucky")]
    assert found == [f"lucky-aces $2: {pays}"]
    turned = next(i for i, line in enumerate(told(table)) if line.startswith("the dealer turns"))
    assert told(table)[turned + 1] == found[0]
