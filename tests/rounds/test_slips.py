"""Awards that wait for a floor supervisor, by slip or from the rack, and what the meters show."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.errors import NotAllowed
from pitboss.progressive.link import Link
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import RoundEnded, SlipWritten
from pitboss.table.events.table import MeterAwarded, MeterFed
from pitboss.table.houses.house import Choice, House, logged_settings
from pitboss.table.houses.opening import open_house
from pitboss.table.log.ledger import balances
from pitboss.table.money.awards import own_links
from pitboss.table.table import Table
from tests.rounds.stack import Stakes, answer, deal, done, of_kind, pennsylvania, results, seat

BOOK = load()


def slips(table: Table) -> list[tuple[str, int, str]]:
    """Who each slip is for, its amount, and whether it is paid by slip or from the rack."""
    return [(e.player, e.cents, e.source) for e in of_kind(table, SlipWritten)]


def check_books(table: Table) -> None:
    """No slip is open, and each meter's accounts are what it shows and keeps."""
    made = balances(table.log)
    assert made["jackpot slips"] == 0
    for name, link in table.meters.items():
        assert isinstance(link, Link)
        assert made[f"meter {name}"] == link.meter.display
        assert made[f"reserve {name}"] == link.meter.kept
        assert link.meter.is_conserved


# -- Blackjack Match: shares by slip, G-2 ----------------------------------------------------------

MATCH: Stakes = {"blackjack": 10, "blackjack-match": 5}


def match(**choices: str) -> House:
    chosen = {"stake": "$5"} | {name.replace("_", "-"): word for name, word in choices.items()}
    return pennsylvania(blackjack_match=Choice("Paytable A", stake=500, choices=chosen))


def test_633c_10_h_4_a_share_of_the_meter_is_paid_by_slip_and_the_cards_stay() -> None:
    table = answer(seat(BOOK, match(), "Qs As As Qs", MATCH), "no", "0")
    assert slips(table) == [("ann", 100_006, "slip")]  # a tenth of $10,000.65
    assert table.slips == (1,)
    assert not of_kind(table, RoundEnded)
    with pytest.raises(NotAllowed, match="The cards stay: slip 1 waits for a floor supervisor"):
        table.open_round()
    for dealer in ("dealer", "Dealer", " ", ""):
        with pytest.raises(NotAllowed, match="A floor supervisor validates a slip, not the dealer"):
            table.validate(1, dealer)
    assert balances(table.log)["jackpot slips"] == 100_006
    table.validate(1, "sam")
    assert of_kind(table, RoundEnded)
    check_books(table)
    assert balances(table.log)["meter blackjack-match meter"] == 1_000_065 - 100_006


def test_633c_10_i_all_of_the_meter_starts_it_anew_from_its_reserve() -> None:
    table = answer(seat(BOOK, match(), "Ks As As Ks", MATCH), "no", "0")
    assert slips(table) == [("ann", 1_000_065, "slip")]
    award = of_kind(table, MeterAwarded)[0]
    # the secondary 2.5% of $5 is 12.5 cents: the house adds the rest of the seed
    assert (award.shows, award.from_house) == (1_000_000, 999_988)
    check_books(done(BOOK, table))


def test_633c_10_g_2_fixed_awards_are_validated_from_an_amount_that_the_house_sets() -> None:
    small = deal(BOOK, match(), "As 9h Kd 8c", MATCH)  # 5 for 1
    assert slips(small) == []
    assert results(small)[0] == "blackjack-match $5: Player Blackjack, $25 back"
    house = replace(match(), validate_from=2_500)
    table = seat(BOOK, house, "As 9h Kd 8c", MATCH)
    assert slips(table) == [("ann", 2_500, "rack")]
    check_books(done(BOOK, table))
    assert balances(table.log)["player ann"] == 2_500 - 500 + 1_500


def test_633c_10_h_3_g_2_every_win_may_be_validated() -> None:
    table = seat(BOOK, match(G_2="every win"), "As 9h 5d 8c", MATCH)
    answer(table, "stand")
    assert slips(table) == [("ann", 1_500, "rack")]  # any ace, 3 for 1
    assert results(table)[0] == "blackjack-match $5: Player any ace, $0 back"
    check_books(done(BOOK, table))


# -- Blazing 7's: § 633c.9(e) ----------------------------------------------------------------------

SEVENS: Stakes = {"blackjack": 10, "blazing-7s": 5}


def blazing(paytable: str = "B", seed: int = 1_000_000, **choices: str) -> House:
    chosen = {"third-card": "drawn card"}
    chosen |= {name.replace("_", "-"): word for name, word in choices.items()}
    choice = Choice(paytable, stake=500, seeds={"meter": seed}, rates={"meter": Fraction(1, 10)})
    return pennsylvania(blazing_7s=replace(choice, choices=chosen))


@pytest.mark.parametrize(
    ("reading", "source"), [("by amount", "slip"), ("percentage awards only", "rack")]
)
def test_633c_9_e_3_g_3_a_tenth_of_the_meter_by_its_amount(reading: str, source: str) -> None:
    """500 for 1 on $5 is $2,500 of $10,000; above 200 for 1 the floor sees it in any case."""
    table = seat(BOOK, blazing(G_3=reading), "7d Kh 7h 9c 7h", SEVENS)
    answer(table, "hit")
    assert slips(table) == [("ann", 250_000, source)]
    done(BOOK, table)
    check_books(table)
    assert balances(table.log)["player ann"] == 250_000 - 500 + 1_000


def test_633c_9_e_2_200_for_1_is_paid_at_once() -> None:
    table = deal(BOOK, blazing(), "7d Kh 7h 9c 7s", SEVENS, ["hit"])
    assert slips(table) == []
    assert results(table)[-1] == "blazing-7s $5: Three 7s, $1000 back"


@pytest.mark.parametrize(("seed", "source"), [(2_499_950, "slip"), (2_499_960, "rack")])
def test_633c_9_e_3_exactly_a_tenth_of_the_meter_is_a_slip(seed: int, source: str) -> None:
    """500 for 1 on $5 is $2,500: a tenth of the $25,000.00 shown, and less of $25,000.10."""
    table = answer(seat(BOOK, blazing(seed=seed), "7d Kh 7h 9c 7h", SEVENS), "hit")
    assert slips(table) == [("ann", 250_000, source)]


def test_633c_9_e_2_200_to_1_is_more_than_200_for_1() -> None:
    """Where the stake goes back beside the pay (A-1-b), the floor sees it."""
    table = answer(seat(BOOK, blazing(A_1_b="to 1"), "7d Kh 7h 9c 7s", SEVENS), "hit")
    assert slips(table) == [("ann", 100_000, "rack")]


def test_633c_9_e_3_winners_of_all_of_the_meter_share_it_equally() -> None:
    table = seat(BOOK, blazing(), "7d 7d Kh 7d 7d 9c 7d 7d", SEVENS, SEVENS)
    done(BOOK, answer(table, "hit", "hit"))
    assert slips(table) == [("bob", 500_050, "slip"), ("ann", 500_050, "slip")]
    check_books(table)


def test_633c_9_e_a_tenth_is_taken_before_all_of_the_meter() -> None:
    """The lower share first, so that it is a tenth of what had grown."""
    table = seat(BOOK, blazing(), "7d 7s Kh 7d 7s 9c 7d 7s", SEVENS, SEVENS)
    done(BOOK, answer(table, "hit", "hit"))
    assert slips(table) == [("bob", 100_010, "slip"), ("ann", 900_090, "slip")]
    assert [e.shows for e in of_kind(table, MeterAwarded)] == [900_090, 1_000_000]
    check_books(table)


# -- several levels --------------------------------------------------------------------------------

SUPER: Stakes = {"blackjack": 10, "super-4": 5}


def super_4(**choices: str) -> House:
    chosen = {"A-2": "suit and rank", "suit": "diamonds"}
    chosen |= {k.replace("_", "-"): w for k, w in choices.items()}
    return pennsylvania(super_4=Choice("Paytable 3, Option 1", stake=500, choices=chosen))


@pytest.mark.parametrize(
    ("cards", "level", "cents", "seed"),
    [
        ("Qd Ad Jd Kd", "star", 5_000_030, 5_000_000),
        ("Qs As Js Ks", "heart", 500_010, 500_000),
        ("Ks Ad Kh Kc", "spade", 50_015, 50_000),
        ("Qs Ad Jh Kc", "diamond", 30_015, 30_000),
        ("2s As 9s Ks", "club", 25_015, 25_000),
    ],
)
def test_633c_6_i_each_hand_wins_its_own_meter(
    cards: str, level: str, cents: int, seed: int
) -> None:
    table = done(BOOK, answer(seat(BOOK, super_4(), cards, SUPER), "0"))
    assert slips(table) == [("ann", cents, "slip")]
    award = of_kind(table, MeterAwarded)[0]
    assert (award.meter, award.shows) == (f"super-4 {level}", seed)
    assert len(of_kind(table, MeterFed)) == 5
    check_books(table)


def test_633c_6_g_1_without_an_ace_up_or_a_blackjack_it_loses_and_feeds_all_the_same() -> None:
    table = deal(BOOK, super_4(), "2s 9h 9d 8c 10h", SUPER, ["hit"])
    assert results(table)[0] == "super-4 $5: No dealer face up ace, $0 back"
    check_books(table)


# -- Colorado --------------------------------------------------------------------------------------


def three_plus(stake: int) -> House:
    filed = {"suit": "hearts", "amount": f"${stake // 100}"}
    choice = Choice("PT-BJS-213-01", stake=stake, choices=filed)
    return House("colorado", wagers={"21-plus-3-progressive": choice})


def test_30_2107_the_seed_and_the_dollar_pays_scale_with_the_stake() -> None:
    name = "21-plus-3-progressive progressive"
    assert open_house(BOOK, three_plus(100)).meters[name].state.display == 200_000
    assert open_house(BOOK, three_plus(500)).meters[name].state.display == 1_000_000
    bets = {"blackjack": 10, "21-plus-3-progressive": 5}
    table = deal(BOOK, three_plus(500), "2s 9s 8s 8c 10d", bets, ["hit", "stand"])
    assert results(table)[0] == "21-plus-3-progressive $5: Flush, $15 back"
    table = done(BOOK, answer(seat(BOOK, three_plus(500), "Ah Ah Ah 8c", bets), "0", "stand"))
    assert slips(table) == [("ann", 1_000_085, "slip")]  # 17% of $5 on $10,000
    check_books(table)


def straight_jack(reserve: Fraction = Fraction(0)) -> House:
    choice = Choice(
        "SJP1",
        least=100,
        seeds={"progressive": 1_000_000},
        rates={"progressive": Fraction(1, 4)},
        reserves={"progressive": reserve},
    )
    return House("colorado", "straight-jack-progressive-blackjack", wagers={SJP: choice})


SJP = "straight-jack-progressive"
JACK: Stakes = {"blackjack": 10, SJP: 1}


def test_30_2110_4_odds_are_paid_beside_the_meter_and_the_stake_goes_back() -> None:
    cards = "As Kh 2d 7c 3h 4c 5d 6s"
    table = done(BOOK, answer(seat(BOOK, straight_jack(), cards, JACK), *["hit"] * 4))
    assert results(table)[1] == f"{SJP} $1: 6 cards w/Ace (Spades), $201 back"
    assert slips(table) == [("ann", 1_000_025, "slip")]
    check_books(table)


def test_30_2110_16_all_of_the_meter_resets_it_to_the_seed_plus_its_reserve() -> None:
    house = straight_jack(Fraction(1, 10))
    assert logged_settings(house.to_json()) == house
    cards = "As Kh 2d 7c 3h 4c 5d 6s"
    table = done(BOOK, answer(seat(BOOK, house, cards, JACK), *["hit"] * 4))
    award = of_kind(table, MeterAwarded)[0]
    assert (award.won, award.shows) == (1_000_025, 1_000_010)
    assert award.from_house == 1_000_000  # the seed is the house's, the reserve the players'
    check_books(table)


def test_633c_10_i_no_reserve_is_filed_where_the_law_prints_it() -> None:
    (filed,) = match().wagers.values()
    choice = replace(filed, reserves={"meter": Fraction(1, 10)})
    with pytest.raises(NotAllowed, match="the law fixes the reserve of Blackjack Match"):
        open_house(BOOK, pennsylvania(blackjack_match=choice))


def test_30_2110_16_rate_and_reserve_are_not_more_than_the_stake() -> None:
    says = "Straight Jack Progressive may keep up to 75% of each stake in reserve, not 90%"
    with pytest.raises(NotAllowed, match=says):
        open_house(BOOK, straight_jack(Fraction(9, 10)))


def test_30_2110_16_awards_are_handled_counterclockwise_whatever_their_share() -> None:
    """Boxes 3 and 1 win all of it and box 2 a tenth: each takes what the one before left."""
    cards = "As Ah As Kh 2d 2c 2h 7c  3h 4c 5d 6s  3d 4d 5c 6c  3s 4s 5h 6h"
    table = seat(BOOK, straight_jack(), cards, JACK, JACK, JACK)
    for _ in range(3):
        answer(table, *["hit"] * 4)
        table.attend("floor")  # (15)(a): the dealer stops for each
    done(BOOK, table)
    assert slips(table) == [
        ("cat", 1_000_075, "slip"),
        ("bob", 100_000, "slip"),
        ("ann", 900_000, "slip"),
    ]
    check_books(table)


# -- the end of a meter ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "meter", "clause"),
    [
        (straight_jack(), f"{SJP} progressive", "1 CCR 207-1, 30-2110(15)(d)"),
        (blazing(), "blazing-7s meter", "House rule"),
    ],
)
def test_30_2110_15_d_a_meter_stays_by_the_clause_of_its_own_law(
    house: House, meter: str, clause: str
) -> None:
    """Pennsylvania's rule on it was not found: the house keeps it there."""
    link = own_links(open_house(BOOK, house))[meter]
    link.contribute(f"{house.table}/1/1/side", 100)
    with pytest.raises(NotAllowed, match=f"^{re.escape(clause)}: the .* may not be discontinued"):
        link.retire()
