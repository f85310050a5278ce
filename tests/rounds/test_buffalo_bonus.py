"""Buffalo Blackjack Bonus 2 and 3 as 1 CCR 207-1, 30-2113 and 30-2114 package them."""

from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Settled, StakeCollected
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from tests.rounds.stack import Stakes, answer, deal, done, of_kind, results, seat, told

BOOK = load()
ONE = Choice("PT-BJS-213-01", stake=100, choices={"suit": "hearts", "amount": "$1"})
TWO = House(
    "colorado",
    "buffalo-blackjack-bonus-2",
    wagers={
        "buffalo-2-21-plus-3": Choice(),
        "buffalo-2-21-plus-3-progressive": ONE,
        "buffalo-2-bust-bonus": Choice(),
    },
)
THREE = House(
    "colorado",
    "buffalo-blackjack-bonus-3",
    wagers={
        "buffalo-3-21-plus-3": Choice(),
        "buffalo-3-top-3": Choice(),
        "buffalo-3-21-plus-3-progressive": ONE,
        "buffalo-3-bust-bonus": Choice(),
    },
)
TEN: Stakes = {"blackjack": 10}


def only(house: House, **wagers: Choice) -> House:
    return replace(house, wagers={key.replace("_", "-"): choice for key, choice in wagers.items()})


def bust_bonus(house: House = THREE, **choices: str) -> House:
    """Nobody is asked for a tip."""
    key = "buffalo-2-bust-bonus" if house is TWO else "buffalo-3-bust-bonus"
    chosen = {name.replace("_", "-"): value for name, value in choices.items()}
    return replace(house, tips=False, wagers={key: Choice(choices=chosen)})


# -- decks, delivery, wagers ---------------------------------------------------------------------


def test_30_2113_1_decks_and_how_they_are_dealt() -> None:
    with pytest.raises(NotAllowed, match="dealt from 1, 2, 4 or 6 decks, not 8"):
        open_house(BOOK, replace(TWO, decks=8))
    assert open_house(BOOK, TWO).terms.delivery == "shoe"
    two_decks = only(TWO, buffalo_2_21_plus_3=Choice())
    assert open_house(BOOK, replace(two_decks, decks=2)).terms.delivery == "hand"
    with pytest.raises(
        NotAllowed, match=r"30-2113\(1\): with 2 decks delivery must be 'hand', not 'sh"
    ):
        open_house(BOOK, replace(two_decks, decks=2, terms={"delivery": "shoe"}))
    with pytest.raises(NotAllowed, match=r"21\+3 Progressive is for 4 or 6 decks, not 2"):
        open_house(BOOK, replace(TWO, decks=2))


def test_30_2113_1_b_23_one_deck_takes_the_xtreme_table() -> None:
    house = replace(only(TWO, buffalo_2_21_plus_3=Choice("Pay Table A")), decks=1)
    with pytest.raises(NotAllowed, match="With 1: Pay Table B"):
        open_house(BOOK, house)
    assert open_house(BOOK, replace(house, readings={"B-23": "either"})).house.decks == 1


def test_30_2114_1_four_or_six_decks_from_a_shoe() -> None:
    with pytest.raises(NotAllowed, match="dealt from 4 or 6 decks, not 2"):
        open_house(BOOK, replace(THREE, decks=2))
    with pytest.raises(NotAllowed, match=r"30-2114\(1\): delivery must be 'shoe', not 'hand'"):
        open_house(BOOK, replace(THREE, terms={"delivery": "hand"}))


def test_30_2113_2_and_30_2114_2_the_packages_have_their_own_wagers_and_no_other() -> None:
    with pytest.raises(NotAllowed, match=r"30-2114\(2\), \(7\): .* not Straight Jack"):
        open_house(BOOK, only(THREE, straight_jack=Choice()))
    with pytest.raises(NotAllowed, match=r"30-2114\(2\), \(7\): .* not 21\+3"):
        open_house(BOOK, only(THREE, buffalo_2_21_plus_3=Choice()))
    with pytest.raises(NotAllowed, match=r"30-2113.* not Top 3"):
        open_house(BOOK, only(TWO, buffalo_3_top_3=Choice()))
    filed = {"wagers_offered": "buffalo-2-21-plus-3, buffalo-2-bust-bonus"}
    with pytest.raises(NotAllowed, match=r"30-2113.* not 21\+3 Progressive"):
        open_house(BOOK, replace(TWO, terms=filed))


@pytest.mark.parametrize("house", [TWO, THREE], ids=["2", "3"])
def test_2_even_dollars_and_one_fixed_amount(house: House) -> None:
    first, *_ = house.wagers
    with pytest.raises(NotAllowed, match=r"takes whole steps of \$1, not \$2.50"):
        seat(BOOK, house, "", {**TEN, first: 2.5})
    key = next(k for k in house.wagers if k.endswith("progressive"))
    with pytest.raises(NotAllowed, match=r"Progressive is \$1 at this table"):
        seat(BOOK, house, "", {**TEN, key: 2})


@pytest.mark.parametrize("house", [TWO, THREE], ids=["2", "3"])
@pytest.mark.parametrize("dollars", [1, 5])
def test_2_the_house_files_the_fixed_amount_of_the_progressive_and_no_limits(
    house: House, dollars: int
) -> None:
    key = next(k for k in house.wagers if k.endswith("progressive"))
    limits = replace(ONE, stake=None, least=100, most=500)
    with pytest.raises(NotAllowed, match=r"file one fixed stake for 21\+3 Progressive"):
        open_house(BOOK, replace(house, wagers={key: limits}))
    fixed = replace(ONE, stake=100 * dollars, choices={**ONE.choices, "amount": f"${dollars}"})
    filed = replace(house, wagers={key: fixed})
    table = seat(BOOK, filed, "4s 6h 5d 9c", {**TEN, key: dollars})
    assert [e.cents for e in of_kind(table, StakeCollected)] == [100 * dollars]
    for other in (dollars - 0.5, dollars + 1):
        with pytest.raises(NotAllowed, match=rf"Progressive is \${dollars} at this table"):
            seat(BOOK, filed, "", {**TEN, key: other})


def test_30_2114_2_top_3_needs_a_21_plus_3_wager() -> None:
    with pytest.raises(NotAllowed, match="Top 3 needs a stake on buffalo-3-21-plus-3"):
        seat(BOOK, THREE, "", {**TEN, "buffalo-3-top-3": 5})
    with pytest.raises(NotAllowed, match=r"Top 3 needs 21.3 .buffalo-3-21-plus-3. at the table"):
        open_house(BOOK, only(THREE, buffalo_3_top_3=Choice()))


def test_30_2114_2_b_56_the_xtreme_table_satisfies_that_unless_read_otherwise() -> None:
    xtreme = {"buffalo-3-21-plus-3": Choice("Pay Table B"), "buffalo-3-top-3": Choice()}
    house = replace(THREE, wagers=xtreme)
    assert open_house(BOOK, house)
    with pytest.raises(
        NotAllowed, match=r"Top 3 with this pay table needs 21\+3 with Pay Table A, not Pay T"
    ):
        open_house(BOOK, replace(house, readings={"B-56": "Pay Table A only"}))


# -- the wagers on three cards -------------------------------------------------------------------


@pytest.mark.parametrize("house", [TWO, THREE], ids=["2", "3"])
def test_3_the_progressive_is_collected_before_the_deal_and_paid_for_1(house: House) -> None:
    key = next(k for k in house.wagers if k.endswith("progressive"))
    table = seat(BOOK, house, "4s 6h 5d 9c", {**TEN, key: 1})
    kinds = [e.kind for e in table.log]
    assert kinds.index("collect") < kinds.index("card")
    assert results(table) == [f"{key} $1: Straight, $7 back"]


@pytest.mark.parametrize(
    ("cards", "hand", "a", "b"),
    [
        ("4s 6s 5s", "Straight Flush", 50, 155),
        ("7s 7h 7d", "Three of a Kind", 50, 105),
        ("7s 7s 7s", "Three of a Kind", 50, 105),  # (5): one winning hand per wager
        ("4s 6h 5d", "Straight", 50, 55),
        ("2s 9s Ks", "Flush", 50, 30),
    ],
)
def test_5_and_6_21_plus_3_by_either_table(cards: str, hand: str, a: int, b: int) -> None:
    first, up, second = cards.split()
    for house, key in ((TWO, "buffalo-2-21-plus-3"), (THREE, "buffalo-3-21-plus-3")):
        for table, back in (("Pay Table A", a), ("Pay Table B", b)):
            filed = replace(house, wagers={key: Choice(table)})
            dealt = seat(BOOK, filed, f"{first} {up} {second} 9c", {**TEN, key: 5})
            assert results(dealt)[0] == f"{key} $5: {hand}, ${back} back"


@pytest.mark.parametrize(
    ("cards", "hand", "a", "b"),
    [
        ("7s 7s 7s", "Three of a Kind Suited", 1_355, 5_005),
        ("4s 6s 5s", "Straight Flush", 905, 505),
        ("7s 7h 7d", "Three of a Kind", 455, 355),
        ("4s 6h 5d", "no hand", 0, 0),
    ],
)
def test_30_2114_6_top_3_by_either_table(cards: str, hand: str, a: int, b: int) -> None:
    first, up, second = cards.split()
    bets = {**TEN, "buffalo-3-21-plus-3": 5, "buffalo-3-top-3": 5}
    for table, back in (("Pay Table A", a), ("Pay Table B", b)):
        wagers = {"buffalo-3-21-plus-3": Choice(), "buffalo-3-top-3": Choice(table)}
        dealt = seat(BOOK, replace(THREE, wagers=wagers), f"{first} {up} {second} 9c", bets)
        assert results(dealt)[1] == f"buffalo-3-top-3 $5: {hand}, ${back} back"


@pytest.mark.parametrize("house", [TWO, THREE], ids=["2", "3"])
def test_6_and_6_a_from_the_dealers_right_before_insurance_and_the_check(house: House) -> None:
    keys = [key for key in house.wagers if not key.endswith("bust-bonus")]
    bets = {**TEN, **{key: 1 if key.endswith("progressive") else 5 for key in keys}}
    table = seat(BOOK, house, "4s 2s Ah 9d 3d Kc", bets, bets)
    settled = [(e.wager, e.box) for e in table.log if isinstance(e, Settled)]
    assert settled == [(key, box) for box in (2, 1) for key in keys]
    assert told(table)[-1] == "box 1 may bet insurance"


# -- Bust Bonus ----------------------------------------------------------------------------------


def test_30_2113_8_after_all_have_acted_and_only_with_a_hand_that_is_not_bust() -> None:
    table = seat(BOOK, bust_bonus(TWO), "10s 9s 6h 6d 9d 10c Kh", TEN, TEN)
    answer(table, "hit", "stand")  # box 1 busts
    assert [x for x in told(table) if "bust-bonus" in x] == ["box 2 may bet buffalo-2-bust-bonus"]
    with pytest.raises(NotAllowed, match=r"takes whole steps of \$1"):
        answer(table, "2.50")


def test_30_2113_9_and_10_the_dealer_plays_and_it_settles_with_the_main_wager() -> None:
    table = deal(BOOK, bust_bonus(TWO), "10s 6h 9d 10c Kh", TEN, ["stand", "5"])
    assert told(table)[4:] == [
        "box 1 may stand,hit,double,double for less",
        "> stand",
        "box 1 may bet buffalo-2-bust-bonus",
        "> 500",
        "the dealer turns 10c",
        "dealer gets Kh",
        "blackjack $10: dealer busts, $20 back",
        "buffalo-2-bust-bonus $5: 6, off suit, $10 back",
    ]


@pytest.mark.parametrize(
    ("cards", "hand", "back"),
    [
        ("Ah 5c Kd Kc", "Ace, off suit", 20),
        ("6h 10h Kh", "6, suited", 20),
        ("2h 10c Kh", "2, off suit", 10),
        ("8h 8c 8d", "888, off suit", 130),
        ("8h 8h 8h", "888, suited", 380),
        ("8h 6c Kd", "8, off suit", 15),
        ("Jh 6c Kd", "10, off suit", 15),
        ("10h 9c", "no hand", 0),
    ],
)
def test_bust_bonus_pays_by_the_upcard(cards: str, hand: str, back: int) -> None:
    for house, key in ((TWO, "buffalo-2-bust-bonus"), (THREE, "buffalo-3-bust-bonus")):
        up, hole, *rest = cards.split()
        words = ["0", "stand", "5"] if up.startswith("A") else ["stand", "5"]
        table = deal(BOOK, bust_bonus(house), f"10s {up} 9d {hole} {' '.join(rest)}", TEN, words)
        assert results(table)[-1] == f"{key} $5: {hand}, ${back} back"


def test_b_55_for_1_where_the_house_reads_it_so() -> None:
    table = deal(BOOK, bust_bonus(B_55="for 1"), "10s 6h 9d 10c Kh", TEN, ["stand", "5"])
    assert results(table)[-1] == "buffalo-3-bust-bonus $5: 6, off suit, $5 back"


def test_30_2114_7_b_54_asked_after_the_check_until_the_dealer_acts() -> None:
    table = seat(BOOK, bust_bonus(), "10s Kh 9d 6c", TEN)
    answer(table, "stand")
    assert told(table)[-1] == "box 1 may bet buffalo-3-bust-bonus"
    natural = deal(BOOK, bust_bonus(), "10s Kh 9d Ac", TEN)  # no bet against a blackjack
    assert results(natural) == ["blackjack $10: dealer natural, $0 back"]


def test_30_2114_7_b_54_or_as_soon_as_the_side_wagers_are_settled() -> None:
    early = bust_bonus(B_54="before the peek")
    table = deal(BOOK, early, "10s Ah 9d Kc", TEN, ["5", "0"])
    assert told(table)[4:8] == [
        "box 1 may bet buffalo-3-bust-bonus",
        "> 500",
        "box 1 may bet insurance",
        "> 0",
    ]
    assert results(table)[-1] == "buffalo-3-bust-bonus $5: no hand, $0 back"


def test_30_2114_7_b_54_b_a_bust_hand_may_have_it_and_the_dealer_draws_for_it() -> None:
    table = deal(BOOK, bust_bonus(), "10s 6h 6d 10c Kh Qh", TEN, ["hit", "5"])
    assert results(table) == [
        "blackjack $10: bust, $0 back",
        "buffalo-3-bust-bonus $5: 6, off suit, $10 back",
    ]
    live = bust_bonus(B_54_b="live hands only")
    table = deal(BOOK, live, "10s 6h 6d 10c Kh", TEN, ["hit"])
    assert results(table) == ["blackjack $10: bust, $0 back"]


def test_bust_bonus_is_not_placed_before_the_deal() -> None:
    for house, key in ((TWO, "buffalo-2-bust-bonus"), (THREE, "buffalo-3-bust-bonus")):
        with pytest.raises(NotAllowed, match="is placed after the"):
            seat(BOOK, house, "", {**TEN, key: 5})


# -- tips ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "key"),
    [
        (TWO, "buffalo-2-21-plus-3"),
        (THREE, "buffalo-3-21-plus-3"),
        (THREE, "buffalo-3-top-3"),
    ],
)
def test_4_a_tip_needs_one_on_blackjack_and_the_players_own_wager(house: House, key: str) -> None:
    bets = {**TEN, **({"buffalo-3-21-plus-3": 5} if key.endswith("top-3") else {}), key: 5}
    with pytest.raises(NotAllowed, match="needs a tip on the blackjack wager"):
        seat(BOOK, house, "", bets, tips={key: 1})
    with pytest.raises(NotAllowed, match="needs the player's own stake"):
        seat(BOOK, house, "", TEN, tips={"blackjack": 1, key: 1})
    table = seat(BOOK, house, "7s 7h 7d 9c", bets, tips={"blackjack": 1, key: 1})
    own, tip = (line for line in results(table) if line.startswith(key))
    assert tip.endswith("to the dealer")
    assert own.split(":")[1].split(",")[0] == tip.split(":")[1].split(",")[0]


def test_11_and_10_the_progressive_takes_no_tip() -> None:
    for house in (TWO, THREE):
        key = next(k for k in house.wagers if k.endswith("progressive"))
        with pytest.raises(NotAllowed, match="a progressive takes one stake per box, and no bet"):
            seat(BOOK, house, "", {**TEN, key: 1}, tips={"blackjack": 1, key: 1})


@pytest.mark.parametrize("house", [TWO, THREE], ids=["2", "3"])
def test_30_2113_11_and_30_2114_10_tips_on_bust_bonus_are_placed_with_it(house: House) -> None:
    filed = replace(bust_bonus(house), tips=True)
    (key,) = filed.wagers
    table = seat(BOOK, filed, "10s 6h 9d 10c Kh", TEN, tips={"blackjack": 2})
    answer(table, "stand", "5")
    with pytest.raises(NotAllowed, match=r"at most \$5, not \$7"):
        answer(table, "7")
    table = done(BOOK, answer(table, "3"))
    assert results(table) == [
        "blackjack $10: dealer busts, $20 back",
        "blackjack $2: dealer busts, $4 back to the dealer",
        f"{key} $5: 6, off suit, $10 back",
        f"{key} $3: 6, off suit, $6 back to the dealer",
    ]
    table = seat(BOOK, filed, "10s 6h 9d 10c Kh", TEN)  # no other tip is needed
    done(BOOK, answer(table, "stand", "5", "3"))
    assert results(table)[-1] == f"{key} $3: 6, off suit, $6 back to the dealer"
    table = seat(BOOK, replace(filed, tips=False), "10s 6h 9d 10c Kh", TEN)
    assert results(done(BOOK, answer(table, "stand", "5")))  # nobody is asked for a tip
