"""Straight Jack counted a second way: closed forms, and every order of a small shoe by hand."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.analysis.growing_hands import count_growing
from pitboss.analysis.policies import FOR_THIS
from pitboss.analysis.setting import setting
from pitboss.analysis.sheet import count, prove
from pitboss.cards import DECK, Shoe
from pitboss.errors import NotAllowed
from pitboss.rulebook.load import Rulebook, load
from pitboss.rulebook.when import parse
from pitboss.wagers.card_holders import unprovable
from pitboss.wagers.offer import offer
from pitboss.wagers.terms import DealerRule, Dealing


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load()


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_30_2109_6_two_cards_in_sequence(book: Rulebook, decks: int) -> None:
    """Thirteen sequences, A-2 to K-A, of any suits."""
    sheet = prove(
        setting(book, "colorado/straight-jack", decks=decks, terms={"policy": "never hit"})
    )
    hit = Fraction(13 * (4 * decks) ** 2, math.comb(52 * decks, 2))
    assert sheet.hit_frequency == hit
    assert sheet.returns == 4 * hit


def straight(ranks: tuple[int, ...]) -> bool:
    """Ranks in sequence, the ace (1) also above the king."""
    return any(
        sorted(as_held) == list(range(min(as_held), min(as_held) + len(as_held)))
        for as_held in (ranks, tuple(14 if r == 1 else r for r in ranks))
    )


def points(ranks: tuple[int, ...]) -> int:
    hard = sum(min(r, 10) for r in ranks)
    return hard + 10 if 1 in ranks and hard <= 11 else hard


def length(order: tuple[int, ...]) -> int:
    """How long a straight a player gets who hits as long as it grows (30-2109(6)-(8))."""
    hand, upcard, hole = order[:2], order[2], order[3]
    if not straight(hand):
        return 0
    if {min(upcard, 10), min(hole, 10)} == {1, 10}:
        return 2
    for card in order[4:]:
        longer = (*hand, card)
        if points(hand) >= 21 or not straight(longer) or points(longer) > 21:
            break
        hand = longer
    return len(hand)


@pytest.mark.parametrize(
    "ranks", [(1, 2, 3, 4, 5, 6, 10, 13), (1, 1, 9, 10, 11, 12, 13, 2), (3, 4, 5, 5, 6, 7, 1, 12)]
)
def test_30_2109_7_a_straight_that_grows(book: Rulebook, ranks: tuple[int, ...]) -> None:
    """Eight cards in every order, against the count by sequences."""
    found = Counter(length(order) for order in permutations(ranks))
    counts = [0] * 52
    for n, rank in enumerate(ranks):
        suit = n % 4
        counts[
            next(c.index for c in DECK if c.rank == (rank if rank > 1 else 14) and c.suit == suit)
        ] += 1
    bound = offer(book, book.wager("colorado/straight-jack"))
    pays = [((n, 1), line.pays.ratio + line.pays.returned) for n, line in enumerate(bound.lines)]
    dealing = Dealing(Shoe(tuple(counts)), DealerRule(hits_soft_17=True))
    counted = count_growing(bound, dealing, FOR_THIS, tuple(pays))
    names = {2: "2 Cards", 3: "3 Cards", 4: "4 Cards", 5: "5 or 6 Cards", 6: "5 or 6 Cards"}
    expected: Counter[str] = Counter()
    for many, ways in found.items():
        expected[names.get(many, "lost")] += ways
    made = {
        bound.lines[line].outcome if line >= 0 else "lost": Fraction(ways, counted.total)
        for (line, _), ways in counted.ways.items()
        if ways
    }
    assert made == {name: Fraction(n, math.factorial(8)) for name, n in expected.items()}


def test_what_is_not_followed_of_a_growing_hand_is_refused(book: Rulebook) -> None:
    bound = offer(book, book.wager("colorado/straight-jack"))
    asked = replace(bound, lines=(replace(bound.lines[0], when=parse("cards >= 5 and twins")),))
    assert "'twins' asks for ranks and suits together" in unprovable(asked)
    with pytest.raises(NotAllowed, match="cannot be proved exactly"):
        count(replace(setting(book, "colorado/straight-jack"), offer=asked))


def test_a_refusal_names_the_wager_that_was_asked_for(book: Rulebook) -> None:
    """Wagers that ask the same of a round share its count, but not its refusals."""
    bound = offer(book, book.wager("pennsylvania/buster-blackjack"))
    other = replace(bound, wager=replace(bound.wager, name="Other"))
    dealing = Dealing(Shoe.of(1).without(DECK[4:]))
    for each in (bound, other):
        with pytest.raises(NotAllowed, match=f"^{each.wager.name} .* can run out in a round"):
            count_growing(each, dealing, "", ())
