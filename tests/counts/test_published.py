"""Counts and edges that others have published, each with where it was published.

`wizard`: wizardofodds.com, the wager's own page. `jacobson`: Eliot Jacobson's analyses (apheat.net,
888casino.com, advancedadvantageplay.com). `discount`: discountgambling.net. An edge is compared to
as many digits as were published.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import pytest

from pitboss.cards import Shoe
from pitboss.wagers.count import OutcomeWays, count_deal
from pitboss.wagers.offer import Offer
from tests.agreement.engine import bind, dealer_shares, of_line


class Counts(NamedTuple):
    """Ways of every line in printed order, and of all deals, from so many whole decks."""

    source: str
    wager: str
    table: str | None
    decks: int
    ways: Sequence[int]
    total: int
    choices: dict[str, str] = {}  # noqa: RUF012


COUNTS = [
    Counts(
        "wizard 21+3, version 1",
        "colorado/21-plus-3", None, 6,
        [10_368, 26_312, 155_520, 236_736 + 56_160], 5_013_320,  # flushes without and with a pair
    ),
    Counts(
        "wizard 21+3, version 2",
        "colorado/trilux-bonus", "TRI-02", 2,
        # there, the 4 × 13 × 24 flushes that hold a pair are pairs
        [728, 384, 5_760, 8_768 + 1_248, 34_944 - 1_248], 182_104,
    ),
    Counts(
        "wizard 21+3, version 3",
        "pennsylvania/top-3", None, 6,
        [1_040, 10_368, 25_272], 5_013_320,
    ),
    Counts(
        "wizard Bonus Jackpot, pay table 2; TriLux progressive 06",
        "colorado/trilux-progressive", "Pay table 06", 6,
        [80, 960, 10_368, 25_272, 155_520, 292_896], 5_013_320,
    ),
    Counts(
        "wizard Three Card Poker",
        "colorado/pair-xxx", "Pay Table A", 1,
        [48, 52, 720, 1_096, 3_744], 22_100,
    ),
    Counts(
        "wizard Upcard Luck",
        "pennsylvania/upcard-luck", None, 8,
        [12_288, 774_144, 2_042_912, 3_817_472], 35_736_480,
    ),
    Counts(
        "wizard Super 4, five decks",  # two pair and pair by rank alone
        "pennsylvania/super-4", None, 5,
        [7_500, 22_500, 2_188_800, 1_890_000, 3_075_600, 2_284_800, 22_230_000, 58_960_000],
        260 * 259 * 258 * 257,
        {"A-2": "rank only"},
    ),
    Counts(
        "wizard Lucky Aces",
        "pennsylvania/lucky-aces", "Paytable A", 8,
        [35_960, 86_016, 1_818_624, 8_236_032, 28_237_824, 74_908_672, 224_726_016], 1_229_930_520,
    ),
    Counts(
        "wizard Pair Square, six decks",
        "pennsylvania/bet-the-set-21", "Industry six decks", 6,
        [780, 2_808], 48_516,
    ),
    Counts(
        "wizard Pair Square, two decks",
        "pennsylvania/bet-the-set-21", "Industry two decks", 2,
        [52, 312], 5_356,
    ),
    Counts(
        "wizard Pair Square, one deck",
        "pennsylvania/bet-the-set-21", "Industry one deck", 1,
        [78], 1_326,
    ),
    Counts(
        "Shackleford, GAM 470: Royal Match",
        "pennsylvania/royal-match-21", "Industry version 1", 6,
        [144, 11_868], 48_516,
    ),
    Counts(
        "wizard Mega Match: both hold king and queen of a suit",
        "pennsylvania/crown-treasure", None, 8,
        [61_696], 7_379_583_120,
    ),
    Counts(
        "wizard Match the Dealer, two decks, by upcard",
        "new_hampshire/match-the-dealer", None, 2,
        [0, 104 * 6, 104 * 15, 104 * 96, 104 * 576], 104 * 5_253,
    ),
    Counts(
        "wizard Match the Dealer, four decks, by upcard",
        "new_hampshire/match-the-dealer", None, 4,
        [208 * 3, 208 * 36, 208 * 66, 208 * 576, 208 * 2_304], 208 * 21_321,
    ),
    Counts(
        "Hoyle: five-card poker",  # Moorehead and Frey, The New Complete Hoyle Revised
        "colorado/21-hold-em-poker", None, 1,
        [4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552], 2_598_960,
    ),
    Counts(
        "Alspach, 6-Card Poker Hands: straight flushes 1,844 with the royals, quads, full houses",
        "colorado/super-6", None, 1,
        [188, 1_844 - 188, 14_664, 165_984], 20_358_520,
    ),
]  # fmt: skip


@pytest.mark.parametrize("published", COUNTS, ids=[f"{c.source} ({c.wager})" for c in COUNTS])
def test_counts(published: Counts) -> None:
    bound = bind(published.wager, published.table, published.choices)
    counted = count_deal(bound.question, Shoe.of(published.decks))
    ways = [of_line(counted, number) for number in range(len(published.ways))]
    assert ways == list(published.ways)
    assert counted.total == published.total


def test_633c_10_blackjack_match_top_hand() -> None:
    """wizard Blackjack Match: 3,600 of C(312, 2) × C(310, 2), so all four cards of one suit."""
    counted = count_deal(bind("pennsylvania/blackjack-match").question, Shoe.of(6))
    assert of_line(counted, 0) == 3_600 == 4 * 6**2 * 5**2
    assert counted.total == 48_516 * 47_895


def test_30_2107_21_plus_3_progressive_frequencies() -> None:
    """ukcasinotablegames.info, 21+3 Progressive at the Ritz Club, six decks, one in so many."""
    bound = bind("colorado/21-plus-3-progressive", "PT-BJS-213-02")
    counted = count_deal(bound.question, Shoe.of(6))
    declared, suited, other, straight_flush, three = (of_line(counted, n) for n in range(5))
    groups = [declared + suited, other, straight_flush, three]
    assert [round(counted.total / n) for n in groups] == [20_889, 6_267, 484, 198]
    assert round(counted.total / sum(groups)) == 137


# Edges.


def edge(bound: Offer, counted: OutcomeWays, pays: Sequence[int] | None = None) -> Fraction:
    """What the house keeps of a dollar at the printed pays, or at so much *to one*."""
    back = Fraction(0)
    for (line, _), ways in counted.ways.items():
        if line >= 0:
            gross = bound.lines[line].pays.gross(100) if pays is None else 100 * (pays[line] + 1)
            back += Fraction(ways, counted.total) * gross
    return 1 - back / 100


def agrees(exact: Fraction, published: str) -> bool:
    """Equal to as many digits as were published, in percent."""
    places = len(published.partition(".")[2].rstrip("%"))
    return round(exact * 100, places) == Fraction(Decimal(published.rstrip("%")))


EDGES: list[tuple[str, str, str | None, dict[int, str]]] = [
    (
        "wizard 21+3, version 1", "colorado/21-plus-3", None,
        {1: "13.30%", 2: "7.26%", 4: "4.24%", 6: "3.24%", 8: "2.74%"},
    ),
    ("wizard 21+3, version 2", "colorado/trilux-bonus", "TRI-02", {2: "2.7786%"}),
    (
        "wizard 21+3, version 2 in South Dakota", "south_dakota/trilux-bonus", "TRI-02",
        {2: "2.7786%"},
    ),
    ("casino.com guide to 21+3", "colorado/21-plus-3-xtreme", None, {6: "13.39%"}),
    (
        "onlinecasinositeinfo.com, Perfect Pairs", "pennsylvania/perfect-pairs", "Paytable A",
        {2: "22.33%", 4: "10.14%", 6: "6.11%", 8: "4.10%"},
    ),
    (
        "wizard Lucky Aces, pay table 1", "pennsylvania/lucky-aces", "Paytable B",
        {4: "16.83%", 5: "16.08%", 6: "15.56%", 8: "14.90%"},
    ),
    (
        "wizard Lucky Aces, pay table 2", "pennsylvania/lucky-aces", "Paytable A",
        {8: "19.06%"},
    ),
    (
        "Grochowski, casinocity.com: the first Pair Plus table", "colorado/pair-xxx", "Pay Table A",
        {1: "2.32%"},
    ),
    (
        "Grochowski, casinocity.com: the usual Pair Plus table", "colorado/pair-xxx", "Pay Table D",
        {1: "7.28%"},
    ),
    (
        "wizard Royal Match, version 1", "pennsylvania/royal-match-21", "Industry version 1",
        {1: "10.86%", 2: "8.33%", 4: "7.08%", 6: "6.67%", 8: "6.46%"},
    ),
    (
        "wizard Royal Match, version 2", "pennsylvania/royal-match-21", "Industry version 2",
        {1: "3.77%"},
    ),
    (
        "wizard Royal Match, version 3", "pennsylvania/royal-match-21", "Industry version 3",
        {6: "3.70%"},
    ),
    (
        "wizard Pair Square 20-10", "pennsylvania/bet-the-set-21", "Industry six decks",
        {6: "2.5723%"},
    ),
    (
        # jacobson prints 10.3199% for this one; the counts, which he shares, make it 10.6109%
        "wizard Pair Square 15-10", "pennsylvania/bet-the-set-21", "Industry six decks, lower",
        {6: "10.6109%"},
    ),
    (
        "wizard Pair Square 25-10", "pennsylvania/bet-the-set-21", "Industry two decks",
        {2: "10.6796%"},
    ),
    (
        "wizard Pair Square 15", "pennsylvania/bet-the-set-21", "Industry one deck",
        {1: "5.8824%"},
    ),
    (
        "jacobson King's Bounty, six decks", "pennsylvania/kings-bounty", "Industry six decks",
        {6: "23.164%"},
    ),
    (
        "jacobson King's Bounty, two decks", "pennsylvania/kings-bounty", "Industry two decks",
        {2: "24.733489%"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "wager", "table", "edges"), EDGES, ids=[f"{e[0]} ({e[1]})" for e in EDGES]
)
def test_edges(source: str, wager: str, table: str | None, edges: dict[int, str]) -> None:
    bound = bind(wager, table)
    for decks, published in edges.items():
        found = edge(bound, count_deal(bound.question, Shoe.of(decks)))
        assert agrees(found, published), f"{source}, {decks} decks: {float(found):.6%}"


def test_upcard_luck_at_the_pays_of_the_dynasty_game() -> None:
    """wizard Upcard Luck: 78, 7, 3 and 3 to one, by decks."""
    bound = bind("pennsylvania/upcard-luck")
    published = {1: "12.94%", 2: "13.76%", 4: "14.16%", 6: "14.29%", 8: "14.36%"}
    for decks, percent in published.items():
        assert agrees(
            edge(bound, count_deal(bound.question, Shoe.of(decks)), (78, 7, 3, 3)), percent
        )


def test_golden_21_at_pay_table_5() -> None:
    """jacobson Golden 21, two decks: 2, 1, 3, 6 and 25 to one; an offsuit ace-king pays 2."""
    bound = bind("colorado/golden-21-poker", "Pay Schedule 14")
    names = [line.outcome for line in bound.lines]
    assert names[0] == "BLACKJACK"
    assert agrees(edge(bound, count_deal(bound.question, Shoe.of(2)), (2, 1, 3, 6, 25)), "5.004%")


def test_six_card_bonus() -> None:
    """mypokercoaching.com: just over 8.5% at 1000-200-100-20-15-10-7, and a win in some 7.2%."""
    bound = bind("colorado/super-6", "Pay Table A")
    counted = count_deal(bound.question, Shoe.of(1))
    assert Fraction(85, 1000) < edge(bound, counted) < Fraction(86, 1000)
    assert agrees(1 - Fraction(of_line(counted, -1), counted.total), "7.3%")


def test_mini_royals_at_pair_plus() -> None:
    """Grochowski, casinocity.com and tunicatravel.com: 40-30-5-4-1, and 50 for a mini royal."""
    bound = bind("colorado/pair-xxx", "Pay Table A")
    counted = count_deal(bound.question, Shoe.of(1))
    assert agrees(edge(bound, counted, (40, 30, 5, 4, 1)), "5.57%")
    mini = Fraction(4, counted.total)
    assert agrees(edge(bound, counted, (40, 30, 5, 4, 1)) - 10 * mini, "5.39%")
    assert agrees(edge(bound, counted, (40, 30, 6, 3, 1)) - 10 * mini, "7.10%")


def test_mega_match_at_its_pays() -> None:
    """wizard Mega Match: 2 for suited, 50 for a king and queen, 5,000 if the dealer has one too."""
    single, double = bind("pennsylvania/royal-match-21"), bind("pennsylvania/crown-treasure")
    for decks, percent in {2: "9.11%", 4: "7.84%", 5: "7.58%", 6: "7.40%", 8: "7.17%"}.items():
        one = count_deal(single.question, Shoe.of(decks))
        two = count_deal(double.question, Shoe.of(decks))
        both = Fraction(of_line(two, 0), two.total)
        assert agrees(edge(single, one, (50, 2)) - both * (5000 - 50), percent)


def test_bonus_jackpot_fixed_wins() -> None:
    """wizard Bonus Jackpot, pay table 1, six decks: the fixed wins return 47.5444%."""
    counted = count_deal(bind("colorado/trilux-progressive", "Pay table 06").question, Shoe.of(6))
    aces, suited, *others = (of_line(counted, n) for n in range(6))
    fixed = 125 * (aces + suited - 240)  # jacks, queens and kings are paid from the meter
    fixed += sum(pay * n for pay, n in zip((25, 20, 6, 2), others, strict=True))
    assert agrees(Fraction(fixed, counted.total), "47.5444%")


# The dealer's finished hand.


def test_buster_blackjack_line_by_line() -> None:
    """wizard Buster Blackjack, six decks, hit soft 17: chances to six places."""
    shares = dealer_shares(bind("pennsylvania/buster-blackjack"), Shoe.of(6), hit_soft_17=True)
    published = {
        "Eight or more cards": "0.000012",
        "Seven cards": "0.000214",
        "Six cards": "0.002638",
        "Five cards": "0.020473",
        "Four cards": "0.089392",
        "Three cards": "0.173032",
    }
    for name, chance in published.items():
        assert round(shares[name, 1], 6) == Fraction(chance)
    # jacobson Buster Blackjack: the dealer busts 28.576% of the time
    assert agrees(1 - shares[None, 1], "28.576%")


CARDS = ("Eight or more", "Seven", "Six", "Five", "Four", "Three")
BUSTER = {
    1: ("8.77%", "6.89%"),
    2: ("8.48%", "6.51%"),
    4: ("8.31%", "6.29%"),
    5: ("8.27%", "6.25%"),
    6: ("8.25%", "6.21%"),
    8: ("8.22%", "6.17%"),
}


def dealer_edge(shares: dict[tuple[str | None, int], Fraction], pays: Sequence[int]) -> Fraction:
    back = [(p + 1) * shares[f"{n} cards", 1] for n, p in zip(CARDS, pays, strict=True)]
    return 1 - sum(back, Fraction(0))


@pytest.mark.parametrize(("decks", "published"), BUSTER.items())
def test_buster_blackjack_edges(decks: int, published: tuple[str, str]) -> None:
    """wizard Buster Blackjack: 250, 50, 12, 4, 2 and 2 to one, standing and hitting soft 17."""
    bound = bind("pennsylvania/buster-blackjack")
    for hit, percent in zip((False, True), published, strict=True):
        shares = dealer_shares(bound, Shoe.of(decks), hit)
        assert agrees(dealer_edge(shares, (250, 50, 12, 4, 2, 2)), percent)


def test_buster_blackjack_at_a_california_pay_table() -> None:
    """jacobson Buster Blackjack, six decks, hit soft 17: 200, 100, 30, 6, 3 and 1 to one."""
    shares = dealer_shares(bind("pennsylvania/buster-blackjack"), Shoe.of(6), True)
    assert agrees(dealer_edge(shares, (200, 100, 30, 6, 3, 1)), "4.724%")


def test_buster_blackjack_with_a_bonus_for_the_player_s_blackjack() -> None:
    """wizard Buster Blackjack, pay table 2, six decks, stand on soft 17: 6.20%."""
    shares = dealer_shares(bind("pennsylvania/buster-blackjack"), Shoe.of(6), False)
    bonus = dealer_shares(bind("pennsylvania/buster-bonus"), Shoe.of(6), False)
    more = bonus["Eight or more cards", 1] * (2000 - 250) + bonus["Seven cards", 1] * (800 - 50)
    assert agrees(dealer_edge(shares, (250, 50, 18, 4, 2, 2)) - more, "6.20%")


# Upcard → (suited bust, other bust), six decks, hit soft 17, after the peek for blackjack.
BUST_BONUS_6 = {
    "Ace": ("0.002222", "0.199059"),
    "2": ("0.008751", "0.347909"),
    "3": ("0.011524", "0.365435"),
    "4": ("0.014574", "0.383896"),
    "5": ("0.017883", "0.401749"),
    "6": ("0.020844", "0.418415"),
    "7": ("0.011716", "0.250219"),
    "8": ("0.011133", "0.227312"),
    "888": ("0.000207", "0.005041"),
    "9": ("0.011602", "0.217640"),
    "10": ("0.012263", "0.217975"),
}
BUST_BONUS_8 = {
    # ace up, suited: 0.002238 is printed, but its column adds up to one with 0.002239
    "2": ("0.008834", "0.347843"),
    "3": ("0.011606", "0.365285"),
    "4": ("0.014647", "0.383472"),
}


@pytest.mark.parametrize(
    ("decks", "published"),
    [(6, BUST_BONUS_6), (8, BUST_BONUS_8)],
    ids=["discount Bust Bonus, six decks", "wizard Bust Bonus, eight decks"],
)
def test_bust_bonus_by_upcard(decks: int, published: dict[str, tuple[str, str]]) -> None:
    bound = bind("colorado/buffalo-3-bust-bonus")  # the published figures are of any hand
    for name, (suited, off_suit) in published.items():
        points = 1 if name == "Ace" else 8 if name == "888" else int(name)
        shares = dealer_shares(bound, Shoe.of(decks), True, upcard=points)
        assert round(shares[f"{name}, suited", 1], 6) == Fraction(suited), name
        assert round(shares[f"{name}, off suit", 1], 6) == Fraction(off_suit), name
