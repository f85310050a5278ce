"""Every deal counted a second time with plain loops and the law's own definitions.

Whole decks where that is quick; for four cards dealt in order, two of each ace and face card, and
two of one nine.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations

import pytest

from tests.agreement import plain
from tests.agreement.engine import bind, outcomes, same_shoe
from tests.agreement.plain import A, Card, J, K, Q
from tests.soak import soak

Hand = tuple[Card, ...]
Rows = Mapping[str, Callable[..., bool]]
"""Line → what the law says of it, highest first."""


def first(rows: Rows) -> plain.Judge:
    """The first line whose words fit."""
    return lambda *deal: next((name for name, fits in rows.items() if fits(*deal)), None)


def alike(many: int) -> Callable[[Hand], bool]:
    return lambda cards: plain.most_alike(cards) >= many


def suited(test: Callable[[Hand], bool]) -> Callable[[Hand], bool]:
    return lambda cards: test(cards) and plain.one_suit(cards)


def of(*ranks: int) -> Callable[[Hand], bool]:
    return lambda cards: plain.ranks_of(cards) == sorted(ranks)


straight = plain.in_sequence
flush = plain.one_suit


def high_straight(cards: Hand) -> bool:
    """In sequence with the ace only above the king."""
    return straight(cards) and plain.ranks_of(cards) != [2, 3, A]


def check(
    wager: str,
    table: str | None,
    choices: Mapping[str, str],
    shoe: plain.Shoe,
    found: Counter[str | None],
) -> None:
    assert sum(found.values())
    lines = outcomes(bind(wager, table, choices), same_shoe(shoe))
    assert +lines == +found


# Two and three cards, whoever holds them.

GOLDEN: Rows = {
    "GOLDEN 21 (ACE KING SUITED)": suited(of(A, K)),
    "STRAIGHT FLUSH": suited(straight),
    "PAIR": alike(2),
    "BLACKJACK": plain.is_natural,
    "STRAIGHT": straight,
}
BETTER: Rows = {
    "Straight Flush": suited(straight),
    "Three of a Kind": alike(3),
    "Straight": straight,
}
TRIPS: Rows = {"3 of a Kind": alike(3), "Straight": straight, "Flush": flush}
TOP_3: Rows = {
    "Three-of-a-kind suited": suited(alike(3)),
    "Straight flush": suited(straight),
    "Three-of-a-kind": alike(3),
}
DECLARED: Rows = {
    "Three Aces, Kings, or Queens (Suit Specific)": lambda c: (
        plain.most_alike(c) == 3 and c[0][0] >= Q and all(s == "c" for _, s in c)
    ),
    "Three Aces (Suited)": lambda c: suited(alike(3))(c) and c[0][0] >= Q,
    "Three of a Kind (Suited)": suited(alike(3)),
    "Straight Flush": suited(straight),
    "Three of a Kind": alike(3),
    "Straight": straight,
    "Flush": flush,
}
MINI: Rows = {
    "Mini Royal": suited(of(A, K, Q)),
    "Straight Flush": suited(straight),
    **TRIPS,
    "Pair": alike(2),
    "21 Total": lambda c: plain.points(c) == 21,
}
HANDS: list[tuple[str, str | None, dict[str, str], int, int, Rows]] = [
    (
        "pennsylvania/perfect-pairs",
        None,
        {},
        2,
        6,
        {
            "Perfect pair": suited(alike(2)),
            "Colored pair": lambda c: alike(2)(c) and plain.one_color(c),
            "Mixed pair": alike(2),
        },
    ),
    (
        "new_hampshire/perfect-pair",
        None,
        {},
        2,
        8,
        {
            "Perfect Pair": suited(alike(2)),
            "Same Color": lambda c: alike(2)(c) and plain.one_color(c),
            "Mixed Color": alike(2),
        },
    ),
    ("colorado/golden-21-poker", "Pay Schedule 1", {}, 2, 2, GOLDEN),
    ("colorado/golden-21-poker", "Pay Schedule 14", {}, 2, 6, GOLDEN),
    (
        "colorado/golden-21-poker",
        "Pay Schedule 1",
        {"B-30": "straight", "B-30-b": "no"},
        2,
        2,
        {
            "GOLDEN 21 (ACE KING SUITED)": suited(of(A, K)),
            "STRAIGHT FLUSH": lambda c: suited(straight)(c) and not of(A, 2)(c),
            "PAIR": alike(2),
            "BLACKJACK": lambda c: plain.is_natural(c) and not of(A, K)(c),
            "STRAIGHT": lambda c: straight(c) and not of(A, 2)(c),
        },
    ),
    (
        "pennsylvania/royal-match-21",
        "Industry version 3",
        {},
        2,
        6,
        {
            "Royal Match": suited(of(K, Q)),
            "Suited Blackjack": suited(plain.is_natural),
            "Suited match": flush,
        },
    ),
    ("colorado/21-plus-3", None, {}, 3, 6, {"Straight Flush": suited(straight), **TRIPS}),
    ("colorado/21-plus-3-xtreme", None, {}, 3, 1, {**BETTER, "Flush": flush}),
    ("colorado/21-plus-3-progressive", "PT-BJS-213-02", {"suit": "clubs"}, 3, 4, DECLARED),
    (
        "colorado/21-plus-3-progressive",
        "PT-BJS-213-02",
        {"suit": "clubs", "A-5": "aces only"},
        3,
        6,
        {**DECLARED, "Three Aces (Suited)": suited(of(A, A, A))},
    ),
    ("pennsylvania/top-3", None, {}, 3, 8, TOP_3),
    (
        "new_hampshire/three-card-poker",
        None,
        {},
        3,
        6,
        {
            "Mini Royal Flush": suited(of(A, K, Q)),
            "Straight Flush": suited(straight),
            "Suited 3 of a Kind": suited(alike(3)),
            "3 Of A Kind": alike(3),
            "Straight": straight,
            "Flush": flush,
        },
    ),
    ("colorado/trilux-bonus", "TRI-02", {}, 3, 2, {**BETTER, "Flush": flush, "Pair": alike(2)}),
    (
        "colorado/trilux-bonus",
        "TRI-03",
        {},
        3,
        6,
        {"Mini Royal (A, K, Q Suited)": suited(of(A, K, Q)), **BETTER, "Flush": flush},
    ),
    (
        "pennsylvania/trilux-deluxe",
        "TLX-1",
        {"D-34": "high only"},
        3,
        1,
        {
            "Straight flush": suited(high_straight),
            "Three-of-a-kind": alike(3),
            "Straight": high_straight,
            "Flush": flush,
        },
    ),
    ("colorado/three-card-bonus", "Pay Table 1", {}, 3, 6, MINI),
    (
        "colorado/three-card-bonus",
        "Pay Table 2",
        {},
        3,
        8,
        {"Diamond Royal": lambda c: suited(of(A, K, Q))(c) and c[0][1] == "d", **MINI},
    ),
    (
        "colorado/pair-xxx",
        "Pay Table B",
        {"C-2-b": "straight flush"},
        3,
        1,
        {
            "3 ACES": of(A, A, A),
            "STRAIGHT FLUSH": suited(straight),
            "3 OF A KIND": alike(3),
            "STRAIGHT": straight,
            "FLUSH": flush,
            "PAIR": alike(2),
        },
    ),
    (
        "colorado/ante-bonus",
        None,
        {"C-2-c": "straight flush"},
        3,
        1,
        {
            "STRAIGHT FLUSH": lambda c: suited(straight)(c) or of(A, A, A)(c),
            "3 OF A KIND": alike(3),
            "STRAIGHT": straight,
        },
    ),
]


@pytest.mark.parametrize(
    ("wager", "table", "choices", "cards", "decks", "rows"),
    HANDS,
    ids=[" ".join([w, t or "", *c.values(), f"{d}d"]) for w, t, c, _, d, _ in HANDS],
)
def test_hands_of_two_and_three_cards(
    wager: str, table: str | None, choices: dict[str, str], cards: int, decks: int, rows: Rows
) -> None:
    shoe = plain.shoe_of(decks)
    check(wager, table, choices, shoe, plain.count_hands(first(rows), shoe, cards))


def test_30_2105_super_match_of_four_cards() -> None:
    """From the sevens up, six of each card."""
    rows: Rows = {
        "4 of a Kind": alike(4),
        "Two Pair": lambda c: plain.pairs_held(c) == 2,
        "Three of a Kind": alike(3),
        "Pair": alike(2),
    }
    shoe = plain.shoe_of(6, range(8, 15))
    check("colorado/super-match", None, {}, shoe, plain.count_hands(first(rows), shoe, 4))


def test_633c_8_lucky_aces() -> None:
    """Four cards, of which only aces matter: everything else is one kind of card."""
    shoe: dict[Card, int] = {(A, suit): 6 for suit in "cdhs"} | {(2, "c"): 288}

    def aces(cards: Hand) -> list[str]:
        return [suit for rank, suit in cards if rank == A]

    rows: Rows = {
        "Four aces": lambda c: len(aces(c)) == 4,
        "Three aces same suit": lambda c: 3 in Counter(aces(c)).values(),
        "Three aces": lambda c: len(aces(c)) == 3,
        "Two aces same suit": lambda c: 2 in Counter(aces(c)).values(),
        "Two aces": lambda c: len(aces(c)) == 2,
        "One ace of diamonds": lambda c: aces(c) == ["d"],
        "One ace": lambda c: len(aces(c)) == 1,
    }
    found = plain.count_hands(first(rows), shoe, 4)
    check("pennsylvania/lucky-aces", None, {}, plain.shoe_of(6), found)


# Two cards to the player, one to the dealer.


def matching(rank: int, suit: int) -> Callable[[Hand, Card], bool]:
    """So many of the player's cards match the upcard in rank, and so many of those in suit."""

    def fits(player: Hand, up: Card) -> bool:
        return sum(c[0] == up[0] for c in player) == rank and player.count(up) == suit

    return fits


def three(test: Callable[[Hand], bool]) -> Callable[[Hand, Card], bool]:
    return lambda player, up: test((*player, up))


def own(test: Callable[[Hand], bool]) -> Callable[[Hand, Card], bool]:
    return lambda player, up: test(player)


def low_upcard(test: Callable[[Hand], bool]) -> Callable[[Hand, Card], bool]:
    return lambda player, up: 2 <= up[0] <= 7 and test(player)


def sevens(many: int) -> Callable[[Hand], bool]:
    return lambda cards: sum(rank == 7 for rank, _ in cards) == many


AK_Q = suited(of(A, K, Q))
UPCARDS: list[tuple[str, str | None, dict[str, str], int, Rows]] = [
    (
        "pennsylvania/match-the-dealer",
        None,
        {},
        6,
        {
            "Two suited match—aces of spades": lambda p, up: (*p, up) == ((A, "s"),) * 3,
            "Two suited match—all others": matching(2, 2),
            "One non-suited and one suited match": matching(2, 1),
            "Two non-suited matches": matching(2, 0),
            "One suited match": matching(1, 1),
            "One non-suited match": matching(1, 0),
        },
    ),
    (
        "new_hampshire/match-the-dealer",
        None,
        {},
        8,
        {
            "Two Suited": matching(2, 2),
            "One Suited One Non": matching(2, 1),
            "Two Non Suited": matching(2, 0),
            "One Suited": matching(1, 1),
            "One Non Suited": matching(1, 0),
        },
    ),
    (
        "pennsylvania/upcard-luck",
        None,
        {},
        8,
        {
            "Ace spades and jack spades": low_upcard(lambda p: set(p) == {(A, "s"), (J, "s")}),
            "Blackjack": low_upcard(plain.is_natural),
            "9, 10 or 11": low_upcard(lambda p: 9 <= plain.points(p) <= 11),
            "18, 19 or 20 (including soft totals)": low_upcard(
                lambda p: 18 <= plain.points(p) <= 20
            ),
        },
    ),
    (
        "colorado/poker-bonus",
        None,
        {},
        6,
        {
            "Three Ace of Spades": three(lambda c: set(c) == {(A, "s")}),
            "Three Aces, same suit (hearts, diamonds, clubs)": three(suited(of(A, A, A))),
            "Three of a Kind, same suit": three(suited(alike(3))),
            "Three Aces, not suited": three(of(A, A, A)),
            "Three of a Kind": three(alike(3)),
            "Pair of Suited Aces": own(suited(of(A, A))),
            "Pair of Aces (not suited)": own(of(A, A)),
            "Suited Pair": own(suited(alike(2))),
            "Pair (not suited)": own(alike(2)),
        },
    ),
    (
        "pennsylvania/blazing-7s",
        "Paytable B",
        {},
        6,
        {
            "Three 7s diamonds": three(lambda c: set(c) == {(7, "d")}),
            "Three 7s—clubs, spades, hearts": three(suited(sevens(3))),
            "Three 7s same color": three(lambda c: sevens(3)(c) and plain.one_color(c)),
            "Three 7s": three(sevens(3)),
            "First two cards (two 7s)": own(sevens(2)),
            "Either of first two cards (one 7)": own(sevens(1)),
        },
    ),
    (
        "colorado/trilux-progressive",
        "Pay table 01",
        {},
        6,
        {
            "Mini-Royal (Spades) - AK/Q": lambda p, up: (
                AK_Q((*p, up)) and up == (Q, "s") and of(A, K)(p)
            ),
            "Mini-Royal (Other) - AK/Q": lambda p, up: AK_Q((*p, up)) and up[0] == Q,
            "Mini-Royal (Any Order)": three(AK_Q),
            "Straight Flush": three(suited(straight)),
            "Three-of-a-Kind": three(alike(3)),
            "Straight": three(straight),
            "Flush": three(flush),
        },
    ),
    (
        "south_dakota/trilux-bonus",
        "TRI-02",
        {"E-2": "high only", "E-9": "the player's two"},
        2,
        {
            "Three of a Kind": three(alike(3)),
            "Straight Flush": three(suited(high_straight)),
            "Straight": three(high_straight),
            "Flush": three(flush),
            "Pair": own(alike(2)),
        },
    ),
]


ALIKE = ("new_hampshire/match-the-dealer", "colorado/trilux-progressive")
"""The first is counted as Pennsylvania's is, the second with the hole card in a test below."""


@pytest.mark.parametrize(
    ("wager", "table", "choices", "decks", "rows"),
    [soak(*each) if each[0] in ALIKE else each for each in UPCARDS],
    ids=[" ".join([w, t or "", *c.values(), f"{d}d"]) for w, t, c, d, _ in UPCARDS],
)
def test_two_cards_and_the_upcard(
    wager: str, table: str | None, choices: dict[str, str], decks: int, rows: Rows
) -> None:
    shoe = plain.shoe_of(decks)
    check(wager, table, choices, shoe, plain.count_upcards(first(rows), shoe))


# Two cards to the player and two to the dealer, upcard first.

HIGH = {**plain.shoe_of(2, (J, Q, K, A)), (9, "c"): 2}
Table = Callable[[Hand, Card, Card], bool]


def with_natural(test: Callable[[Hand, Hand], bool], ace_up: bool = False) -> Table:
    """The dealer has a Blackjack, and player and dealer hold what the law says."""

    def fits(player: Hand, up: Card, hole: Card) -> bool:
        if ace_up and up[0] != A:
            return False
        return plain.is_natural((up, hole)) and test(player, (up, hole))

    return fits


def four(test: Callable[[Hand], bool]) -> Callable[[Hand, Hand], bool]:
    return lambda player, dealer: test((*player, *dealer))


def royal(suits: str) -> Callable[[Hand, Hand], bool]:
    return four(lambda c: suited(of(A, K, Q, J))(c) and c[0][1] in suits)


def identical_in_rank(player: Hand, dealer: Hand) -> bool:
    return plain.ranks_of(player) == plain.ranks_of(dealer)


def identical(player: Hand, dealer: Hand) -> bool:
    return sorted(player) == sorted(dealer)


def ace_up_only(player: Hand, up: Card, hole: Card) -> bool:
    return up[0] == A and not plain.is_natural((up, hole))


def test_633c_2_jackpot_party() -> None:
    """The definitions of § 633c.2(a)(1)–(10)."""
    rows: Rows = {
        "Royal flush—diamonds": with_natural(royal("d")),
        "Royal flush—other": with_natural(royal("chs")),
        "Three-of-a-kind": with_natural(four(alike(3))),
        "Straight": with_natural(four(straight)),
        "Flush": with_natural(four(flush)),
        "Two pair": with_natural(lambda p, d: plain.is_natural(p) and identical_in_rank(p, d)),
        "All same color": with_natural(four(plain.one_color)),
        "Pair": with_natural(four(alike(2))),
        "Dealer Blackjack": with_natural(lambda p, d: True),
        "Dealer ace up (no Blackjack)": ace_up_only,
    }
    found = plain.count_tables(first(rows), HIGH)
    assert len(found) == len(rows) + 1
    check("pennsylvania/jackpot-party", "P1", {}, HIGH, found)


@pytest.mark.parametrize(
    ("likeness", "ace_in_the_hole"),
    [
        ("suit and rank", "wins"),
        ("rank only", "loses"),
        soak("suit and rank", "loses"),
        soak("rank only", "wins"),
    ],
)
def test_633c_6_super_4(likeness: str, ace_in_the_hole: str) -> None:
    up = ace_in_the_hole == "loses"
    by_rank = likeness == "rank only"
    same = identical_in_rank if by_rank else identical
    pair = four(alike(2)) if by_rank else four(lambda c: len(set(c)) < 4)
    rows: Rows = {
        "Royal flush in chosen suit": with_natural(royal("h"), up),
        "Royal flush (other suit)": with_natural(royal("cds"), up),
        "Three-of-a-kind": with_natural(four(alike(3)), up),
        "Straight": with_natural(four(straight), up),
        "Flush": with_natural(four(flush), up),
        "Two pair": with_natural(same, up),
        "All cards same color": with_natural(four(plain.one_color), up),
        "Pair": with_natural(pair, up),
        "Any hand w/dealer Blackjack": with_natural(lambda p, d: True, up),
        "Dealer ace up": ace_up_only,
    }
    choices = {"A-2": likeness, "A-3": ace_in_the_hole, "suit": "hearts"}
    found = plain.count_tables(first(rows), HIGH)
    assert len(found) == len(rows) + 1
    check("pennsylvania/super-4", None, choices, HIGH, found)


@pytest.mark.parametrize("suits", ["one suit", soak("card by card")])
def test_633c_10_blackjack_match(suits: str) -> None:
    def alike_suited(player: Hand, dealer: Hand) -> bool:
        if suits == "card by card" and identical(player, dealer):
            return True
        return identical_in_rank(player, dealer) and flush((*player, *dealer))

    def both(test: Callable[[Hand, Hand], bool]) -> Table:
        return with_natural(lambda p, d: plain.is_natural(p) and test(p, d))

    rows: Rows = {
        "Ace-king matching suited Blackjack": both(lambda p, d: alike_suited(p, d) and of(A, K)(p)),
        "Matching suited Blackjack": both(alike_suited),
        "Player and dealer suited Blackjacks": both(four(flush)),
        "Player and dealer Blackjacks": both(lambda p, d: True),
        "Player suited Blackjacks": lambda p, up, hole: plain.is_natural(p) and flush(p),
        "Player Blackjack": lambda p, up, hole: plain.is_natural(p),
        "Player any ace": lambda p, up, hole: A in plain.ranks_of(p),
    }
    found = plain.count_tables(first(rows), HIGH, order=False)
    check("pennsylvania/blackjack-match", None, {"A-11": suits}, HIGH, found)


@pytest.mark.parametrize("jack", ["jack of spades", soak("any jack")])
def test_30_2115_trilux_progressive_with_the_hole_card(jack: str) -> None:
    def spades(player: Hand, up: Card) -> bool:
        return set(player) == {(A, "s"), (K, "s")} and up == (Q, "s")

    rows: Rows = {
        "Mini-Royal (Spades) - AK/Q/J": lambda p, up, hole: (
            spades(p, up) and hole[0] == J and (hole[1] == "s" or jack == "any jack")
        ),
        "Mini-Royal (Spades) - AK/Q": lambda p, up, hole: spades(p, up),
        "Mini-Royal (Other) - AK/Q": lambda p, up, hole: AK_Q((*p, up)) and up[0] == Q,
        "Straight Flush": lambda p, up, hole: suited(straight)((*p, up)),
        "Three-of-a-Kind": lambda p, up, hole: alike(3)((*p, up)),
        "Straight": lambda p, up, hole: straight((*p, up)),
        "Flush": lambda p, up, hole: flush((*p, up)),
        "Dealer Blackjack": lambda p, up, hole: plain.is_natural((up, hole)),
    }
    found = plain.count_tables(first(rows), HIGH)
    check("colorado/trilux-progressive", "Pay table 05", {"B-63-b": jack}, HIGH, found)


def test_633a_kings_bounty() -> None:
    def twenty(test: Callable[[Hand], bool]) -> Table:
        return lambda player, up, hole: plain.points(player) == 20 and test(player)

    def spades(player: Hand) -> bool:
        return set(player) == {(K, "s")}

    rows: Rows = {
        "Two kings of spades, dealer Blackjack": with_natural(lambda p, d: spades(p)),
        "Two kings of spades": twenty(spades),
        "Suited kings": twenty(suited(of(K, K))),
        "Suited queens, jacks or 10s": twenty(suited(alike(2))),
        "Suited 20": twenty(flush),
        "Unsuited kings": twenty(of(K, K)),
        "Unsuited 20": twenty(lambda p: True),
    }
    found = plain.count_tables(first(rows), HIGH, order=False)
    check("pennsylvania/kings-bounty", None, {}, HIGH, found)


# Five and six cards of one deck, by rank combinatorics.


def test_30_2112_pai_jack_bonus() -> None:
    """Every line is part of the last: an ace and two ten-value cards among five."""
    super_jack = 4
    royal_jack = 4 * math.comb(49, 2)  # no five cards hold A-K-Q in two suits
    jack = sum(
        math.comb(4, jacks) * math.comb(4, aces) * math.comb(44, 5 - jacks - aces)
        for jacks in range(2, 5)
        for aces in range(1, 6 - jacks)
    )
    jack -= super_jack + 4 * math.comb(4, 2)  # A-K-Q suited with two jacks
    any_jack = sum(
        math.comb(4, aces) * math.comb(16, tens) * math.comb(32, 5 - aces - tens)
        for aces in range(1, 4)
        for tens in range(2, 6 - aces)
    )
    any_jack -= super_jack + royal_jack + jack
    found: Counter[str | None] = Counter(
        {
            "Super Pai Jack (J,J,J,J+A)": super_jack,
            "Royal Pai Jack (A, K, Q, Suited)": royal_jack,
            "Jack Pai Jack (J, J, A)": jack,
            "Pai Jack (Any two 10 valued card and Ace)": any_jack,
        }
    )
    found[None] = math.comb(52, 5) - sum(found.values())
    check("colorado/pai-jack-bonus", None, {}, plain.shoe_of(1), found)


RUNS = [{A, 2, 3, 4, 5}, *({*range(low, low + 5)} for low in range(2, 11))]


def test_30_2104_21_hold_em_poker() -> None:
    found: Counter[str | None] = Counter(
        {
            "Royal Flush": 4,
            "Straight Flush": 4 * 9,
            "Four of a Kind": 13 * 48,
            "Full House": 13 * 4 * 12 * 6,
            "Flush": 4 * (math.comb(13, 5) - 10),
            "Straight": 10 * (4**5 - 4),
            "Three of a Kind": 13 * 4 * math.comb(12, 2) * 4**2,
            "Two Pairs": math.comb(13, 2) * 6 * 6 * 44,
            "Pair of 7s or better": 8 * math.comb(4, 2) * math.comb(12, 3) * 4**3,
        }
    )
    found[None] = math.comb(52, 5) - sum(found.values())
    check("colorado/21-hold-em-poker", None, {}, plain.shoe_of(1), found)


def test_30_1099_52_super_6() -> None:
    """The best five of six cards."""
    straight_flush = 4 * (10 * 46 + 1)  # the sixth card must not lengthen it downwards
    straights = 0
    for ranks in combinations(range(2, 15), 6):
        if any(run <= set(ranks) for run in RUNS):
            straights += 4**6 - 4 * (6 * 3 + 1)  # less those with five or six of one suit
    straights += len(RUNS) * 5 * (6 * 4**4 - 4 * 3)  # one rank of five twice
    found: Counter[str | None] = Counter(
        {
            "ROYAL FLUSH": 4 * 47,
            "STRAIGHT FLUSH": straight_flush - 4 * 47,
            "4 OF A KIND": 13 * math.comb(48, 2),
            "FULL HOUSE": math.comb(13, 2) * 4 * 4 + 13 * 4 * 12 * 6 * 44,
            "FLUSH": 4 * (math.comb(13, 5) * 39 + math.comb(13, 6)) - straight_flush,
            "STRAIGHT": straights,
            "3 OF A KIND": 13 * 4 * math.comb(12, 3) * 4**3,
        }
    )
    found[None] = math.comb(52, 6) - sum(found.values())
    check("colorado/super-6", None, {}, plain.shoe_of(1), found)
