"""Cards that the player holds: who shows them, when, and who sees them."""

from dataclasses import replace

from pitboss.log import HIDDEN
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Asked, StakeAsked
from pitboss.table.events.shoes import CardDealt, CardTurned
from pitboss.table.houses.house import Choice, House
from pitboss.table.log.mask import SURVEILLANCE, view
from pitboss.table.table import Table
from tests.rounds.stack import Stakes, answer, colorado, deal, done, results, seat, told

BOOK = load()
TEN: Stakes = {"blackjack": 10}
HELD = replace(colorado(player_cards="face down"), decks=2)
THREE = replace(colorado("21-plus-3", player_cards="face down"), decks=2)
TRILUX = House(
    "south_dakota",
    "trilux-blackjack",
    decks=2,
    terms={"player_cards": "face down"},
    wagers={"trilux-bonus": Choice("TRI-03")},
)


def turned(table: Table) -> list[str]:
    return [f"{e.at} {e.card}" for e in table.log if isinstance(e, CardTurned)]


def test_30_2107_determination_2_a_winner_must_be_shown_or_is_collected() -> None:
    bets = {"blackjack": 10, "21-plus-3": 5}
    shown = deal(BOOK, THREE, "2s 9s 8s 8c 10d", bets, ["show", "hit", "stand"])
    assert told(shown)[4:9] == [
        "box 1 may show,keep",
        "> show",
        "box 1 turns 2s",
        "box 1 turns 8s",
        "21-plus-3 $5: Flush, $50 back",
    ]
    kept = deal(BOOK, THREE, "2s 9s 8s 8c 10d", bets, ["keep", "hit", "stand"])
    assert results(kept)[0] == "21-plus-3 $5: not shown, $0 back"
    assert "box 1 turns 2s" not in told(kept)[:8]


def test_30_2107_determination_2_the_dealer_comes_from_the_right_box_by_box() -> None:
    wagers = {"21-plus-3": Choice(), "21-plus-3-xtreme": Choice()}
    house = replace(THREE, wagers=wagers)
    bets = {"blackjack": 10, "21-plus-3": 5, "21-plus-3-xtreme": 5}
    table = seat(BOOK, house, "2s 2c 9s 8s 8d 8c", bets, bets)
    answer(table, "keep", "keep", "show")
    asked = [(e.of, e.about) for e in table.log if isinstance(e, Asked | StakeAsked)]
    assert asked[:3] == [("box 2", "show"), ("box 2", "show"), ("box 1", "show")]
    assert results(table) == [
        "21-plus-3 $5: not shown, $0 back",
        "21-plus-3-xtreme $5: not shown, $0 back",
        "21-plus-3 $5: Flush, $50 back",
        "21-plus-3-xtreme $5: Flush, $30 back",
    ]


def test_20_18_15_30_17_5_b_trilux_is_settled_hand_by_hand_as_each_player_is_asked() -> None:
    bets = {"blackjack": 10, "trilux-bonus": 2}
    table = seat(BOOK, TRILUX, "9s 2c 10s 8s 8d 9c", bets, bets)
    assert results(table) == ["trilux-bonus $2: Straight Flush, $72 back"]  # box 1 alone so far
    answer(table, "stand")
    assert results(table)[1:] == ["trilux-bonus $2: no hand, $0 back"]
    done(BOOK, answer(table, "stand"))


def test_20_18_15_30_17_5_b_against_a_dealer_natural_trilux_is_settled_all_the_same() -> None:
    table = deal(BOOK, TRILUX, "9s Ks 8s Ac", {"blackjack": 10, "trilux-bonus": 2})
    assert results(table) == [
        "trilux-bonus $2: Flush, $12 back",
        "blackjack $10: dealer natural, $0 back",
    ]


def test_a_hand_that_stands_is_turned_when_it_is_settled_and_a_drawn_card_is_not() -> None:
    table = deal(BOOK, HELD, "5s 10h 6d 9c 9d", TEN, ["hit", "stand"])
    assert turned(table) == ["dealer 9c", "box 1 5s", "box 1 6d"]  # the 9d came face up


def test_splits_doubles_busts_and_naturals_turn_the_cards_at_once() -> None:
    split = seat(BOOK, HELD, "8s 10h 8d 9c 10c 10d", TEN)
    assert turned(answer(split, "split")) == ["box 1 8s", "box 1 8d"]
    double = seat(BOOK, HELD, "5s 6h 6d 9c 9d 10d", TEN)
    assert turned(answer(double, "double"))[:2] == ["box 1 5s", "box 1 6d"]
    assert told(double).index("box 1 turns 6d") < told(double).index("box 1 gets 9d")
    bust = answer(seat(BOOK, HELD, "10s 6h 6d 9c 9d", TEN), "hit")
    assert turned(bust)[:2] == ["box 1 10s", "box 1 6d"]
    natural = seat(BOOK, HELD, "As 6h Kd 9c", TEN)
    assert turned(natural)[:2] == ["box 1 As", "box 1 Kd"]


def test_a_player_sees_the_own_cards_and_nobody_elses() -> None:
    table = seat(BOOK, HELD, "5s 4h 10h 6d 7c 9c", TEN, TEN)

    def cards(who: str) -> list[str]:
        dealt = [e.card for e in view(table.log, who) if isinstance(e, CardDealt)]
        return [HIDDEN if card is None else str(card) for card in dealt]

    assert cards("ann") == ["5s", "??", "10h", "6d", "??", "??"]
    assert cards("bob") == ["??", "4h", "10h", "??", "7c", "??"]
    assert cards("dealer") == ["??", "??", "10h", "??", "??", "??"]
    assert cards(SURVEILLANCE) == ["5s", "4h", "10h", "6d", "7c", "9c"]


def test_a_held_natural_is_not_told_by_an_offer_of_even_money() -> None:
    house = House(
        "south_dakota", decks=2, terms={"player_cards": "face down", "even_money": "offered"}
    )
    natural = seat(BOOK, house, "As Ah Kd 9c", {"blackjack": 10})
    other = seat(BOOK, house, "8s Ah Kd 9c", {"blackjack": 10})
    asked = [
        [str(e) for e in view(t.log, "bob") if isinstance(e, Asked | StakeAsked)]
        for t in (natural, other)
    ]
    assert asked[0] == asked[1]
    assert results(done(BOOK, answer(natural, "5"))) == [
        "insurance $5: no natural, $0 back",
        "blackjack $10: natural, $25 back",
    ]


def test_30_2108_golden_21_7_and_8_the_dealer_turns_held_cards_before_settling_the_wager() -> None:
    """From the dealer's right; the cards of a box without the wager stay in the player's hands."""
    house = House(
        "colorado",
        "golden-21-blackjack",
        decks=2,
        terms={"player_cards": "face down"},
        wagers={"golden-21-poker": Choice()},
    )
    bets = {"blackjack": 10, "golden-21-poker": 5}
    table = seat(BOOK, house, "8s 2c 9s 7h 8d 5h 10s 8c", bets, TEN, bets)
    assert told(table)[8:15] == [
        "box 3 turns 9s",
        "box 3 turns 10s",
        "box 1 turns 8s",
        "box 1 turns 8d",
        "golden-21-poker $5: STRAIGHT FLUSH, $35 back",
        "golden-21-poker $5: PAIR, $20 back",
        "box 1 may stand,hit,double,double for less,split",
    ]


def test_30_2113_5_and_6_the_dealer_turns_held_cards_before_settling_the_wager() -> None:
    house = House(
        "colorado",
        "buffalo-blackjack-bonus-2",
        decks=2,
        terms={"player_cards": "face down"},
        wagers={"buffalo-2-21-plus-3": Choice("Pay Table A")},
    )
    bets = {"blackjack": 10, "buffalo-2-21-plus-3": 5}
    table = seat(BOOK, house, "2s 9s 8s 8c", bets)
    assert told(table)[4:7] == [
        "box 1 turns 2s",
        "box 1 turns 8s",
        "buffalo-2-21-plus-3 $5: Flush, $50 back",
    ]


def test_30_2109_6_b_losing_straights_are_taken_before_the_first_player_acts_face_down_too() -> (
    None
):
    house = House(
        "colorado",
        "straight-jack-blackjack",
        decks=2,
        least=100,
        terms={"player_cards": "face down"},
        wagers={"straight-jack": Choice()},
    )
    bets = {"blackjack": 10, "straight-jack": 1}
    table = seat(BOOK, house, "4s 2s Kh 9d 3d 7c", bets, bets)
    assert turned(table) == ["box 2 2s", "box 2 3d", "box 1 4s", "box 1 9d"]
    assert results(table) == ["straight-jack $1: no hand, $0 back"]  # (6)(c): box 2 keeps its own
    assert told(table)[-1].startswith("box 1 may stand")
