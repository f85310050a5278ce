"""Which card came first: counted card by card in the order dealt, with plain loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.cards import Shoe, parse_cards
from pitboss.money import Odds
from pitboss.rulebook.when import parse
from pitboss.wagers.card_kinds import kinds_for
from pitboss.wagers.count import count_deal
from pitboss.wagers.deals import layout
from pitboss.wagers.offer import Line, Offer
from tests.agreement import plain
from tests.agreement.engine import bind, of_line
from tests.agreement.plain import A, Card, K
from tests.soak import soak

CARDS = "As Ah 2h 3d 3d Kc Qc 4s"
SHOE = Shoe(tuple(Counter(c.index for c in parse_cards(CARDS))[i] for i in range(52)))
DEALT: list[Card] = [(int(c.rank), c.suit.symbol) for c in parse_cards(CARDS)]

TWO, THREE, FOUR = "player.first_two", "player.first_three", "player.first_four"
UPCARD, DEALER, DEALER_3 = "dealer.upcard", "dealer.first_two", "dealer.first_three"


def red(card: Card) -> bool:
    return card[1] in "dh"


def builds(cards: Sequence[Card], around: bool = False) -> int:
    """30-2109(7): the first two start a straight; each later card lengthens it at an end."""
    line = [*range(2, 15)]
    turns = [line[i:] + line[:i] for i in range(13)]
    length = 0
    for many in range(2, len(cards) + 1):
        ranks = [rank for rank, _ in cards[:many]]
        low = [1 if rank == A else rank for rank in ranks]
        runs = [sorted(ranks), sorted(low)]
        whole = any(r == [*range(r[0], r[0] + many)] for r in runs)
        whole |= around and any(sorted(t[:many]) == sorted(ranks) for t in turns)
        if not whole or plain.points(cards[:many]) > 21:
            break
        length = many
    return length


Case = tuple[tuple[str, ...], str, Callable[..., bool]]
CASES: list[Case] = [
    ((TWO,), "first.rank == A", lambda a, b: a[0] == A),
    ((TWO,), "second.red", lambda a, b: red(b)),
    ((TWO,), "first.red and second.black", lambda a, b: red(a) and not red(b)),
    ((TWO,), "first.rank > second.rank", lambda a, b: a[0] > b[0]),
    ((TWO,), "first.rank == A and pair", lambda a, b: a[0] == b[0] == A),
    ((TWO,), "first.red and total >= 13", lambda a, b: red(a) and plain.points([a, b]) >= 13),
    ((TWO,), "first.holds('3d') or player.twins", lambda a, b: a == (3, "d") or a == b),
    ((TWO, UPCARD), "first.rank == upcard.rank", lambda a, b, up: a[0] == up[0]),
    ((TWO, UPCARD), "shown.one_color and first.red", lambda a, b, up: all(map(red, (a, b, up)))),
    (
        (TWO, UPCARD),
        "matches == 1 and second.rank == upcard.rank",
        lambda a, b, up: a[0] != up[0] == b[0],
    ),
    (
        (TWO, DEALER),
        "first.red and hole.black and not upcard.red",
        lambda a, b, up, hole: red(a) and not red(hole) and not red(up),
    ),
    (
        (TWO, DEALER),
        "first.rank < second.rank and dealer.blackjack",
        lambda a, b, up, hole: a[0] < b[0] and plain.is_natural([up, hole]),
    ),
    (
        (TWO, DEALER),
        "second.black and same_ranks",
        lambda a, b, up, hole: not red(b) and sorted([a[0], b[0]]) == sorted([up[0], hole[0]]),
    ),
    ((THREE,), "first.rank == A and straight", lambda *c: c[0][0] == A and plain.in_sequence(c)),
    ((THREE,), "second.rank == K", lambda *c: c[1][0] == K),
    ((THREE,), "run == 3", lambda *c: builds(c) == 3),
    ((THREE,), "run == 2", lambda *c: builds(c) == 2),
    ((THREE,), "player.run_around == 3", lambda *c: builds(c, around=True) == 3),
    ((TWO, UPCARD), "run == 3 and first.red", lambda *c: builds(c) == 3 and red(c[0])),
    (
        (FOUR,),
        "second.rank > first.rank and two_pair",
        lambda *c: c[1][0] > c[0][0] and plain.pairs_held(c) == 2,
    ),
    ((DEALER_3,), "upcard.rank == A and one_color", lambda *c: c[0][0] == A and plain.one_color(c)),
    ((DEALER_3,), "hole.black and total > 16", lambda *c: not red(c[1]) and plain.points(c) > 16),
    (
        (TWO, DEALER_3),
        "first.red and dealer.one_color and not upcard.red",
        lambda a, b, *d: red(a) and not any(map(red, d)),
    ),
]


def saying(sees: tuple[str, ...], when: str) -> Offer:
    """A wager that sees these places and wins on this condition."""
    bound = bind("pennsylvania/perfect-pairs")
    wager = replace(bound.wager, sees=sees)
    return replace(bound, wager=wager, lines=(Line("Wins", parse(when), Odds.parse("1 to 1")),))


LONG: Case = ((THREE, UPCARD), "shown.run >= 3", lambda *c: builds(c) >= 3)


@pytest.mark.parametrize(
    ("sees", "when", "wins"),
    [*(pytest.param(*case, id=case[1]) for case in CASES), soak(*LONG, id=LONG[1])],
)
def test_the_order_dealt_is_counted(
    sees: tuple[str, ...], when: str, wins: Callable[..., bool]
) -> None:
    places = {TWO: 2, THREE: 3, FOUR: 4, UPCARD: 1, DEALER: 2, DEALER_3: 3}
    deals = list(permutations(DEALT, sum(places[place] for place in sees)))
    found = Fraction(sum(wins(*deal) for deal in deals), len(deals))
    bound = saying(sees, when)
    counted = count_deal(bound.question, SHOE)
    assert Fraction(of_line(counted, 0), counted.total) == found
    assert 0 < found < 1
    assert sum(counted.ways.values()) == counted.total


def test_one_card_is_looked_at_alone() -> None:
    plan = layout(saying((TWO, DEALER), "first.rank == A"))
    assert plan is not None
    assert plan.groups == (("first", 1),)
    assert plan.total(312) == 312


def test_a_rank_beside_a_number_that_is_not_fixed_tells_tens_apart() -> None:
    """A king is 13 and a ten is 10, whatever the total beside it."""
    fixed, other = parse("upcard.rank >= 10"), parse("upcard.rank > total")
    assert len(kinds_for([fixed], frozenset({"upcard"}), SHOE_OF_ALL).members) == 10
    assert len(kinds_for([other], frozenset({"upcard"}), SHOE_OF_ALL).members) == 13


SHOE_OF_ALL = Shoe.of(1)
