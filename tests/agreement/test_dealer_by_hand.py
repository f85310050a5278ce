"""The dealer's finished hand, drawn card by card with plain loops and by seeded dealing."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from pitboss.cards import Shoe
from pitboss.errors import NotAllowed
from pitboss.money import Odds
from pitboss.rulebook.when import parse
from pitboss.wagers.offer import Line, Offer
from tests.agreement import plain
from tests.agreement.engine import bind, dealer_shares, same_shoe
from tests.agreement.plain import A, Card, K
from tests.soak import covering, soak, soak_only

Chances = dict[tuple[str | None, int], Fraction]
"""Line and multiplier → chance."""


def that_happen(found: Chances) -> Chances:
    return {key: chance for key, chance in found.items() if chance}


def by_value(decks: int, suits: int = 4) -> dict[Card, int]:
    """A shoe in which only the ten values are told apart; of one suit, or of all."""
    return {(rank, "c"): suits * decks * (4 if rank == 10 else 1) for rank in (*range(2, 11), A)}


# Buster Blackjack.


@cache
def busts(decks: int, hit_soft_17: bool) -> dict[tuple[int, int], Fraction]:
    """Chance of each number of cards and total that bust."""
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    ways: Counter[tuple[int, int, int]] = Counter()
    for cards, many, out_of in plain.dealer_hands(by_value(decks), hit_soft_17):
        ways[len(cards), plain.points(cards), out_of] += many
    for (size, total, out_of), many in ways.items():
        if total > 21:
            found[size, total] += Fraction(many, out_of)
    return found


@pytest.mark.parametrize(
    ("decks", "hit_soft_17"), [(6, True), (1, False), soak(6, False), soak(1, True)]
)
def test_633c_13_buster_blackjack(decks: int, hit_soft_17: bool) -> None:
    names = {3: "Three cards", 4: "Four cards", 5: "Five cards", 6: "Six cards", 7: "Seven cards"}
    found: Chances = defaultdict(Fraction)
    for (size, _), chance in busts(decks, hit_soft_17).items():
        found[names.get(size, "Eight or more cards"), 1] += chance
    found[None, 1] = 1 - sum(found.values(), Fraction(0))
    bound = bind("pennsylvania/buster-blackjack")
    assert dealer_shares(bound, Shoe.of(decks), hit_soft_17) == that_happen(found)


@pytest.mark.parametrize("twenty_two", ["bust", "no bust"])
def test_30_2105_buster_blackjack_where_22_pushes(twenty_two: str) -> None:
    found: Chances = defaultdict(Fraction)
    for (size, total), chance in busts(6, True).items():
        if total > 22 or twenty_two == "bust":
            name = "3 or 4" if size < 5 else str(size) if size < 8 else "8 or more"
            found[name, 1] += chance
    found[None, 1] = 1 - sum(found.values(), Fraction(0))
    bound = bind("colorado/buster-blackjack", None, {"B-11": twenty_two})
    assert dealer_shares(bound, Shoe.of(6), True) == that_happen(found)


def test_633c_13_bonus_for_a_player_with_blackjack() -> None:
    """The player's two cards come out of what the dealer's hand leaves."""
    shoe = by_value(6)
    size = sum(shoe.values())
    found: Chances = defaultdict(Fraction)
    ways: Counter[tuple[int, int, int, int]] = Counter()
    for cards, many, out_of in plain.dealer_hands(shoe, True):
        if len(cards) >= 7 and plain.points(cards) > 21:
            aces = shoe[A, "c"] - cards.count((A, "c"))
            tens = shoe[10, "c"] - cards.count((10, "c"))
            ways[len(cards), out_of, aces, tens] += many
    for (number, out_of, aces, tens), many in ways.items():
        left = size - number
        chance = Fraction(many, out_of) * Fraction(2 * aces * tens, left * (left - 1))
        found["Seven cards" if number == 7 else "Eight or more cards", 1] += chance
    found[None, 1] = 1 - sum(found.values(), Fraction(0))
    bound = bind("pennsylvania/buster-bonus")
    assert dealer_shares(bound, Shoe.of(6), True) == that_happen(found)


# Bust Bonus: the upcard, and whether every card is of one suit.


def bust_bonus(cards: tuple[Card, ...], suited: bool) -> str | None:
    """The line of 30-2113: by the upcard, and 8-8-8 for itself."""
    if plain.points(cards) <= 21:
        return None
    rank = cards[0][0]
    upcard = "Ace" if rank == A else str(min(rank, 10))
    if [r for r, _ in cards] == [8, 8, 8]:
        upcard = "888"
    return f"{upcard}, {'suited' if suited else 'off suit'}"


@soak_only("test_30_2113_bust_bonus_of_a_tiny_shoe")
@pytest.mark.parametrize(("decks", "hit_soft_17"), [(1, False), (6, True)])
def test_30_2113_bust_bonus(decks: int, hit_soft_17: bool) -> None:
    """All hands by value; then the same with one suit's cards alone, four times."""
    size = 52 * decks
    found: Chances = defaultdict(Fraction)
    for suits in (4, 1):
        ways: Counter[tuple[int, str | None, str | None]] = Counter()
        for cards, many, _ in plain.dealer_hands(by_value(decks, suits), hit_soft_17):
            if plain.points(cards) > 21:
                ways[len(cards), bust_bonus(cards, False), bust_bonus(cards, True)] += many
        for (number, off_suit, suited), many in ways.items():
            chance = Fraction(many, math.perm(size, number))
            if suits == 4:
                found[off_suit, 1] += chance
            else:
                found[suited, 1] += 4 * chance
                found[off_suit, 1] -= 4 * chance
    found[None, 1] = 1 - sum(found.values(), Fraction(0))
    bound = bind("colorado/buffalo-2-bust-bonus")
    assert dealer_shares(bound, Shoe.of(decks), hit_soft_17) == that_happen(found)


TINY: dict[str, dict[Card, int]] = {
    "eights and tens of two suits": {
        (8, "c"): 3, (8, "h"): 2, (10, "c"): 2, (K, "h"): 2, (5, "c"): 2, (5, "h"): 2,
        (3, "h"): 2, (A, "c"): 2,
    },
    "uneven suits": {
        (2, "d"): 3, (2, "s"): 1, (6, "d"): 2, (7, "s"): 2, (9, "d"): 3, (12, "d"): 2,
        (12, "s"): 1, (A, "s"): 2, (4, "d"): 2,
    },
}  # fmt: skip


@cache
def tiny_hands(name: str) -> list[tuple[tuple[Card, ...], int, int]]:
    """Every order of every card, for a dealer who hits soft 17."""
    return plain.dealer_hands(TINY[name], True)


@pytest.mark.parametrize("name", TINY)
def test_30_2113_bust_bonus_of_a_tiny_shoe(name: str) -> None:
    found: Chances = defaultdict(Fraction)
    for cards, many, out_of in tiny_hands(name):
        found[bust_bonus(cards, plain.one_suit(cards)), 1] += Fraction(many, out_of)
    assert sum(found.values()) == 1
    assert dealer_shares(
        bind("colorado/buffalo-2-bust-bonus"), same_shoe(TINY[name]), True
    ) == that_happen(found)


def test_the_upcard_and_the_peek() -> None:
    """Chances by upcard, and with naturals left out, are those of the hands drawn one by one."""
    name = "eights and tens of two suits"
    seen: dict[tuple[int, str | None], Fraction] = defaultdict(Fraction)
    for cards, many, out_of in tiny_hands(name):
        if not plain.is_natural(cards):
            up = 1 if cards[0][0] == A else min(cards[0][0], 10)
            seen[up, bust_bonus(cards, plain.one_suit(cards))] += Fraction(many, out_of)
    bound = bind("colorado/buffalo-3-bust-bonus")  # live hands or not (reading B-54-b)
    for up in (1, 3, 5, 8, 10):
        here = {(name, 1): chance for (u, name), chance in seen.items() if u == up}
        total = sum(here.values())
        shares = dealer_shares(bound, same_shoe(TINY[name]), True, upcard=up)
        assert shares == {key: chance / total for key, chance in here.items()}


# AxMan.

AXMAN: dict[str, dict[Card, int]] = {
    "aces, kings and twos": {
        (A, "d"): 5, (A, "h"): 2, (K, "d"): 2, (K, "h"): 3, (2, "d"): 3, (2, "h"): 2,
    },
    "twos and aces": {(2, "h"): 5, (2, "s"): 6, (A, "h"): 4, (A, "s"): 3, (K, "d"): 1},
    "a run": {
        (2, "d"): 1, (3, "d"): 1, (4, "d"): 1, (5, "d"): 1, (2, "h"): 1, (3, "h"): 1, (4, "h"): 1,
        (A, "h"): 1, (K, "d"): 2, (12, "c"): 6,
    },
    "two flushes in one hand": {
        (2, "h"): 2, (2, "s"): 2, (3, "h"): 1, (3, "s"): 1, (A, "h"): 2, (A, "s"): 2,
        (K, "d"): 0, (10, "c"): 7,
    },
}  # fmt: skip
FIVE = ("five highest", "five highest, wild as dealt", "best five")


@cache
def axman_hands(name: str, hit_soft_17: bool) -> dict[tuple[tuple[Card, ...], int], int]:
    """Finished hands as sets of cards, and their ways in any order."""
    found: Counter[tuple[tuple[Card, ...], int]] = Counter()
    for cards, many, out_of in plain.dealer_hands(AXMAN[name], hit_soft_17):
        found[tuple(sorted(cards)), out_of] += many
    return found


AXMAN_CASES = covering(
    product(AXMAN, FIVE, ("own suit", "any suit")),
    lambda case: case[0],
    lambda case: case[1:],
)


@pytest.mark.parametrize("case", AXMAN_CASES, ids=", ".join)
def test_633c_12_axman_of_a_tiny_shoe(case: tuple[str, str, str]) -> None:
    """Every hand the dealer can draw, under each reading of (f) and (j)."""
    name, five, suit = case
    shoe = AXMAN[name]
    size, hit = sum(shoe.values()), name != "a run"
    found: Chances = defaultdict(Fraction)
    for (cards, out_of), many in axman_hands(name, hit).items():
        line = plain.axman(cards, five, suit == "any suit")
        left, wild = size - len(cards), shoe[plain.WILD] - cards.count(plain.WILD)
        pairs = {1: (left - wild) * (left - wild - 1), 2: 2 * wild * (left - wild)}
        pairs[5] = wild * (wild - 1)
        for times, ways in pairs.items():
            chance = Fraction(many * ways, out_of * left * (left - 1))
            found[line, times if line else 1] += chance
    assert sum(found.values()) == 1
    bound = bind("pennsylvania/axman", None, {"D-35": five, "D-36": suit})
    assert dealer_shares(bound, same_shoe(shoe), hit) == that_happen(found)


# By dealing.

MOST_Z = 4.5
"""A fair count strays further once in about 150,000 lines."""


def z(seen: int, deals: int, chance: Fraction) -> float:
    mean = deals * float(chance)
    return (seen - mean) / math.sqrt(mean * (1 - float(chance)))


def deal_and_draw(rng: random.Random, cards: list[Card]) -> tuple[list[Card], list[Card]]:
    """The player's two cards and the dealer's finished hand, who hits soft 17."""
    dealt = rng.sample(cards, 15)
    for size in range(2, 14):
        if plain.stands(dealt[2 : 2 + size], True):
            return dealt[:2], dealt[2 : 2 + size]
    raise AssertionError("the dealer drew fourteen cards")


@pytest.mark.parametrize("deals", [4_000, soak(100_000)])
def test_six_decks_dealt_at_random(deals: int) -> None:
    """AxMan and Buster of the same seeded deals, line by line."""
    rng = random.Random(633)
    shoe = [card for card in plain.DECK for _ in range(6)]
    line_of = cache(lambda cards: plain.axman(cards, "five highest", False))
    axman: Counter[tuple[str | None, int]] = Counter()
    bust: Counter[tuple[str | None, int]] = Counter()
    names = {3: "Three cards", 4: "Four cards", 5: "Five cards", 6: "Six cards", 7: "Seven cards"}
    for _ in range(deals):
        player, dealer = deal_and_draw(rng, shoe)
        line = line_of(tuple(sorted(dealer)))
        axman[line, (1, 2, 5)[player.count(plain.WILD)] if line else 1] += 1
        over = plain.points(dealer) > 21
        bust[names.get(len(dealer), "Eight or more cards") if over else None, 1] += 1
    for wager, seen in (("axman", axman), ("buster-blackjack", bust)):
        shares = dealer_shares(bind(f"pennsylvania/{wager}"), Shoe.of(6), True)
        assert set(seen) <= set(shares)
        for key, chance in shares.items():
            if deals * chance >= 10:
                assert abs(z(seen[key], deals, chance)) < MOST_Z, (wager, key)


# What the exact count must get right or refuse.


def made_up(when: str) -> Offer:
    """A wager on the dealer's hand with this one winning line."""
    bound = bind("colorado/buffalo-2-bust-bonus")
    return replace(bound, lines=(Line("win", parse(when), Odds.parse("1 to 1")),), multipliers=())


WINS: dict[str, Callable[[tuple[Card, ...]], bool]] = {
    "bust and upcard.in_suit(spades)": lambda c: plain.points(c) > 21 and c[0][1] == "s",
    "bust and hole.rank == 9": lambda c: plain.points(c) > 21 and c[1][0] == 9,
    'suited and count("Qd") == 1': lambda c: plain.one_suit(c) and c.count((12, "d")) == 1,
    "suited and not bust": lambda c: plain.one_suit(c) and plain.points(c) <= 21,
    'holds("Qd Qd")': lambda c: c.count((12, "d")) >= 2,
    "in_suit(diamonds)": lambda c: all(suit == "d" for _, suit in c),
    "upcard.rank == Q and total == 20": lambda c: c[0][0] == 12 and plain.points(c) == 20,
}


@pytest.mark.parametrize("when", WINS)
def test_a_condition_on_the_finished_hand_is_counted_right_or_refused(when: str) -> None:
    chance = Fraction(0)
    for cards, many, out_of in tiny_hands("uneven suits"):
        if WINS[when](cards):
            chance += Fraction(many, out_of)
    try:
        shares = dealer_shares(made_up(when), same_shoe(TINY["uneven suits"]), True)
    except NotAllowed:
        return
    assert shares.get(("win", 1), 0) == chance


def test_a_shoe_near_its_end() -> None:
    """Ten cards are enough for a dealer who stands after three at most."""
    shoe: dict[Card, int] = {(10, "c"): 4, (9, "d"): 3, (8, "h"): 3}
    found: Chances = defaultdict(Fraction)
    for cards, many, out_of in plain.dealer_hands(shoe, True):
        found[bust_bonus(cards, plain.one_suit(cards)), 1] += Fraction(many, out_of)
    assert dealer_shares(
        bind("colorado/buffalo-2-bust-bonus"), same_shoe(shoe), True
    ) == that_happen(found)
