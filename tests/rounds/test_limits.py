"""What may be staked, what is paid at most, and where odd cents go."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.errors import NotAllowed, PitbossError
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Settled, StakeAdded, WinsLimited
from pitboss.table.houses.house import Choice, House, OddCents
from pitboss.table.houses.opening import open_house
from pitboss.table.table import Table
from tests.rounds.stack import (
    Stacked,
    Stakes,
    answer,
    colorado,
    deal,
    done,
    pennsylvania,
    results,
    seat,
)

BOOK = load()
TEN: Stakes = {"blackjack": 10}
PA = pennsylvania()


def betting(house: House, **stakes: int) -> Table:
    """Betting is open, and box 1 has these stakes, in cents."""
    table = Table(open_house(BOOK, house), Stacked(()), BOOK.digest)
    table.open_round()
    for wager, cents in stakes.items():
        table.bet(1, "ann", wager.replace("_", "-"), cents)
    return table


# -- stakes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("cents", [0.3, 0, -100, "1000", True])
def test_a_stake_is_a_whole_number_of_cents(cents: object) -> None:
    with pytest.raises(NotAllowed, match="whole number of cents greater than 0"):
        betting(PA).bet(1, "ann", "blackjack", cents)  # type: ignore[arg-type]


def test_601a_2_the_posted_limits_of_the_table() -> None:
    for cents in (999, 50_001):
        with pytest.raises(NotAllowed, match=r"Blackjack stakes are \$10 to \$500 here"):
            betting(PA, blackjack=cents)
    betting(PA, blackjack=50_000)


def test_633c_15_d_upcard_luck_does_not_exceed_the_blackjack_wager() -> None:
    house = pennsylvania(upcard_luck=Choice())
    with pytest.raises(NotAllowed, match=r"takes at most blackjack, which is \$10 here"):
        betting(house, blackjack=1_000, upcard_luck=1_001)


def test_633c_2_e_a_progressive_takes_the_one_stake_that_the_house_filed() -> None:
    house = pennsylvania(jackpot_party=Choice("P1", stake=500, choices={"envy": "offered"}))
    with pytest.raises(NotAllowed, match=r"Jackpot Party .*takes \$5, not \$1"):
        betting(house, blackjack=1_000, jackpot_party=100)


BUFFALO = House(
    "colorado",
    "buffalo-blackjack-bonus-3",
    wagers={"buffalo-3-21-plus-3": Choice(), "buffalo-3-top-3": Choice()},
)


def test_30_2114_2_top_3_needs_21_plus_3_and_even_dollars() -> None:
    with pytest.raises(NotAllowed, match="Top 3 needs a stake on buffalo-3-21-plus-3"):
        betting(BUFFALO, blackjack=1_000, buffalo_3_top_3=500)
    with pytest.raises(NotAllowed, match=r"takes whole steps of \$1, not \$5.50"):
        betting(BUFFALO, blackjack=1_000, buffalo_3_21_plus_3=550)
    betting(BUFFALO, blackjack=1_000, buffalo_3_21_plus_3=500, buffalo_3_top_3=500)


def test_a_side_wager_needs_the_main_one_and_comes_once() -> None:
    house = pennsylvania(perfect_pairs=Choice())
    with pytest.raises(NotAllowed, match="Perfect Pairs needs a stake on blackjack"):
        betting(house, perfect_pairs=500)
    with pytest.raises(NotAllowed, match="Box 1 already has a stake on perfect-pairs"):
        betting(house, blackjack=1_000, perfect_pairs=500).bet(1, "ann", "perfect-pairs", 500)
    with pytest.raises(PitbossError, match="No wager at this table is called 'perfect-pears'"):
        betting(house, blackjack=1_000).bet(1, "ann", "perfect-pears", 500)


def test_20_18_12_01_08_01_no_bet_in_south_dakota_exceeds_1000_dollars() -> None:
    with pytest.raises(NotAllowed, match=r"bets of up to \$1,000, not \$1,001"):
        open_house(BOOK, House("south_dakota", most=100_100))
    house = House("south_dakota", most=100_000)
    table = seat(BOOK, house, "6s 6h 5d 10c 9c Kd", {"blackjack": 1_000})
    done(BOOK, answer(table, "double"))
    assert [e.cents for e in table.log if isinstance(e, StakeAdded)] == [100_000]


@pytest.mark.parametrize(
    ("house", "says"),
    [
        (House("new_hampshire", decks=4), "dealt from 6 or 8 decks, not 4"),
        (
            replace(pennsylvania(axman=Choice(choices={"D-35": "best five"})), decks=4),
            "is for 6 or 8 decks, not 4",
        ),
        (replace(pennsylvania(buster_blackjack=Choice()), decks=2), "is for 1, 4, 6 or 8 dec"),
        (replace(colorado("21-plus-3"), decks=1), "is for 2, 4, 5, 6, 7 or 8 decks, not 1"),
    ],
)
def test_how_many_decks_each_wager_allows(house: House, says: str) -> None:
    with pytest.raises(NotAllowed, match=says):
        open_house(BOOK, house)


# -- answers ---------------------------------------------------------------------------------------


def test_an_answer_that_comes_late_or_twice_is_refused_and_changes_nothing() -> None:
    table = seat(BOOK, PA, "2s 9h 3d 8c 4c 10d", TEN)
    answer(table, "hit")
    before = len(table.log)
    with pytest.raises(
        NotAllowed, match="Question 1 is closed; the table is waiting for the answer to 2"
    ):
        table.answer(1, "hit")
    with pytest.raises(NotAllowed, match="Question 7 is closed"):
        table.answer(7, "hit")
    with pytest.raises(NotAllowed, match="'double' is not legal for box 1: stand or hit"):
        table.answer(2, "double")
    with pytest.raises(NotAllowed, match="Answer with one of the choices, not an amount"):
        table.answer_stake(2, 500)
    with pytest.raises(NotAllowed, match="Question 2 has no time limit"):
        table.expire(2)
    assert len(table.log) == before
    done(BOOK, answer(table, "hit", "stand"))
    with pytest.raises(NotAllowed, match="No question is open"):
        table.answer(3, "stand")


# -- the limit of all pays together ----------------------------------------------------------------

THREE: Stakes = {"blackjack": 10, "21-plus-3": 10}
TWENTY: Stakes = {"blackjack": 10, "21-plus-3": 20}


@pytest.mark.parametrize(
    ("reading", "backs"),
    [
        ("in proportion", ["21-plus-3 $20: Flush, $120 back", "21-plus-3 $10: Flush, $60 back"]),
        (
            "in settlement order",
            ["21-plus-3 $20: Flush, $170 back", "21-plus-3 $10: Flush, $10 back"],
        ),
    ],
)
def test_30_2107_start_3_g_10_what_winners_get_when_the_limit_bites(
    reading: str, backs: list[str]
) -> None:
    """$90 and $180 are won; the house posts $150 for all together."""
    choice = Choice(aggregate=15_000, choices={"G-10": reading})
    house = House("colorado", wagers={"21-plus-3": choice})
    table = seat(BOOK, house, "2s 4s 9s 8s 7s 8c 10d", THREE, TWENTY)
    assert results(table) == backs
    limit = next(e for e in table.log if isinstance(e, WinsLimited))
    assert (limit.wins, limit.limit) == (27_000, 15_000)


def test_30_2107_start_3_a_limit_that_is_not_passed_changes_nothing() -> None:
    house = House("colorado", wagers={"21-plus-3": Choice(aggregate=27_000)})
    table = seat(BOOK, house, "2s 4s 9s 8s 7s 8c 10d", THREE, TWENTY)
    assert results(table) == ["21-plus-3 $20: Flush, $200 back", "21-plus-3 $10: Flush, $100 back"]


def test_no_such_limit_where_the_section_knows_none() -> None:
    with pytest.raises(NotAllowed, match="no limit on all payouts together may be posted"):
        open_house(BOOK, pennsylvania(perfect_pairs=Choice(aggregate=10_000)))


# -- odd cents -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "odd_cents", "back", "odd"),
    [
        (1, "down", 2_625, ""),
        (50, "down", 2_600, "25 down"),
        (50, "up", 2_650, "-25 up"),
        (2, "down", 2_624, "1 down"),
    ],
)
def test_3_to_2_on_an_odd_stake_is_rounded_as_the_house_filed_and_says_so(
    unit: int, odd_cents: OddCents, back: int, odd: str
) -> None:
    house = replace(PA, unit=unit, odd_cents=odd_cents)
    table = deal(BOOK, house, "As 9h Kd 8c", {"blackjack": 10.5})
    [result] = [e for e in table.log if isinstance(e, Settled)]
    assert (result.back, result.odd) == (back, odd)
    assert Fraction(3, 2) * 1_050 - Fraction((odd or "0").split()[0]) + 1_050 == back


def test_an_even_pay_says_nothing_of_odd_cents() -> None:
    [result] = [e for e in deal(BOOK, PA, "As 9h Kd 8c", TEN).log if isinstance(e, Settled)]
    assert (result.back, result.odd) == (2_500, "")


# -- stakes within the limits of the table ---------------------------------------------------------

SHINE = House("colorado", "3-card-shine", decks=1, boxes=5)


def filed(house: House, key: str, **limits: int) -> House:
    """The same table with these limits of a wager."""
    choice = replace(house.wagers.get(key, Choice()), **limits)  # type: ignore[arg-type]
    return replace(house, wagers={**house.wagers, key: choice})


AXMAN = replace(PA, wagers={"axman": Choice(least=1_000, choices={"D-35": "best five"})})
BUSTER = replace(PA, wagers={"buster-blackjack": Choice("Six decks, Paytable A", least=1_000)})
BONANZA = House("colorado", wagers={"bust-bonanza": Choice("Pay Table 2", least=1_000)})
WITHIN = [
    ("straight-jack", colorado(), r"30-2109\(3\)"),
    ("axman", AXMAN, r"633c\.12\(c\)"),
    ("buster-blackjack", BUSTER, r"633c\.13\(d\)"),
    ("trilux-bonus", colorado(), r"30-2115\(1\)"),
    ("bust-bonanza", BONANZA, r"30-2115\(1\)"),
    ("pair-xxx", SHINE, r"30-1099\.52\(2\)"),
]


@pytest.mark.parametrize(("key", "house", "clause"), WITHIN)
def test_a_house_files_the_limits_of_such_a_wager_within_those_of_the_table(
    key: str, house: House, clause: str
) -> None:
    """The table takes $10 to $500."""
    open_house(BOOK, filed(house, key, least=1_000, most=50_000))
    open_house(BOOK, filed(house, key, least=2_500, most=10_000))
    for limits in ({"least": 900, "most": 10_000}, {"least": 1_000, "most": 50_100}):
        said = rf"{clause}: .* within the limits of the table, \$10 to \$500"
        with pytest.raises(NotAllowed, match=said):
            open_house(BOOK, filed(house, key, **limits))
    with pytest.raises(NotAllowed, match=rf"{clause}: .* file a minimum and a maximum, not"):
        open_house(BOOK, filed(house, key, least=1_000, stake=1_000))


@pytest.mark.parametrize(
    ("key", "house", "clause"), [each for each in WITHIN if "bust" not in each[0]]
)
def test_a_stake_on_such_a_wager_lies_within_the_limits_of_the_table(
    key: str, house: House, clause: str
) -> None:
    at = filed(house, key, least=1_000, most=50_000)
    main = "shine-ante" if house is SHINE else "blackjack"
    for cents in (1, 900, 50_100, 9_999_999):
        table = betting(at)
        table.bet(1, "ann", main, 1_000)
        with pytest.raises(NotAllowed, match=rf"{clause}: .* takes \$10 to \$500 at this table"):
            table.bet(1, "ann", key, cents)
    for cents in (1_000, 50_000):
        table = betting(at)
        table.bet(1, "ann", main, 1_000)
        table.bet(1, "ann", key, cents)


def test_30_2115_4_a_bust_bonanza_placed_after_the_deal_lies_within_the_same_limits() -> None:
    house = filed(BONANZA, "bust-bonanza", least=1_000, most=50_000)
    table = answer(seat(BOOK, house, "10s 6h 9d 10c Kh", TEN), "stand")
    assert table.pending
    for dollars in ("0.03", "9", "501"):
        with pytest.raises(NotAllowed, match=r"30-2115\(1\): .* takes \$10 to \$500 at this tab"):
            answer(table, dollars)
    answer(table, "10")


def test_30_2110_3_the_minimum_of_straight_jack_progressive_is_1_dollar() -> None:
    key, meter = "straight-jack-progressive", {"progressive": Fraction(1, 10)}
    choice = Choice("SJP1", seeds={"progressive": 100_000}, rates=meter)
    house = replace(colorado(), wagers={key: choice})
    with pytest.raises(
        NotAllowed,
        match=r"30-2110\(3\): the minimum of Straight Jack Progressive must be \$1, not \$5",
    ):
        open_house(BOOK, filed(house, key, least=500))
    said = r"30-2110\(3\): .* within the limits of the table, \$1 to \$500"
    with pytest.raises(NotAllowed, match=said):
        open_house(BOOK, filed(house, key, most=50_100))
    with pytest.raises(NotAllowed, match=r"30-2110\(3\): .* not one stake"):
        open_house(BOOK, filed(house, key, stake=100))
    at = filed(house, key, most=50_000)
    for cents in (100, 700, 50_000):
        betting(at, blackjack=1_000, straight_jack_progressive=cents)
    with pytest.raises(NotAllowed, match=r"takes \$1 or more|takes \$1 to \$500"):
        betting(at, blackjack=1_000, straight_jack_progressive=50)
