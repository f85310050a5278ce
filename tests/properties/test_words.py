"""Each word of `when` says what its meaning says, and tells no more apart than it claims."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from operator import attrgetter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, Rank, Suit, card_index, parse_cards
from pitboss.hands import PokerRule, every, some, tally
from pitboss.rulebook.vocabulary import WORDS, Kind, Tells
from pitboss.rulebook.when import Compare, Condition, parse
from pitboss.wagers.card_reader import reader


def holds(said: str, cards: str) -> bool:
    """A condition about all cards, or about the one group that it names."""
    scope = said.removeprefix("not ").split(".")[0] if "." in said else ""
    return bool(reader(parse(said), PokerRule())({scope: parse_cards(cards) if cards else ()}))


@pytest.mark.parametrize(
    ("said", "yes", "no"),
    [
        ("red", ("Ah", "Ah 2d", "3d 3d 3h"), ("As", "Ah 2s", "2c 3s")),
        ("black", ("As", "2c 3s"), ("Ah", "Ah 2s", "3d 3d")),
        ("one_color", ("Ah 2d", "2c 3s", "Kc"), ("Ah 2s",)),
        ("suited", ("Ah 2h", "Kc"), ("Ah 2d",)),
        ("in_suit(hearts)", ("Ah 2h",), ("Ah 2d", "As 2s")),
        ("twins", ("Ah Ah", "Ah 2c Ah"), ("Ah Ad", "Ah 2h")),
        ('count("J Q K") == 2', ("Js Kd 2c", "Ks Ks As"), ("Js Qd Kc", "10s Jd")),
        ('count("A As") == 1', ("As 2s", "Ah 2s"), ("As Ah",)),
        ('holds("A As")', ("As Ah", "As As"), ("As", "As Kd", "Ah Ad")),
        ('holds("J J A")', ("Js Jd Ac", "Js Jd Ac 2c"), ("Js Ac", "Js Ac Ad")),
        ('holds_suited("A K")', ("As Ks", "Ad As Ks"), ("As Kd", "Ad As Kc Kh")),
        ('ranks("A A K")', ("As Kd Ac",), ("As Kd Kc", "As Ac", "As Ac Kd Kc")),
        ("rank == 10", ("10s",), ("Ks",)),
        ("tens == 2", ("10s Kd", "Js Qd As"), ("10s", "Js Qd Kc")),
        ("soft", ("As 6d", "As 2d 3c"), ("As 6d 9c", "10s 6d")),
        ("total == 21", ("As Kd", "7s 7d 7c", "As 6d 4c"), ("As 9d", "As Ad")),
        ("run == 3", ("4s 5d 3h", "5s 6d 7h 8c"), ("3s 5d 4h",)),
    ],
)  # fmt: skip
def test_what_a_word_means(said: str, yes: tuple[str, ...], no: tuple[str, ...]) -> None:
    assert [cards for cards in yes if not holds(said, cards)] == []
    assert [cards for cards in no if holds(said, cards)] == []


GIVEN = {"cards": '"A 7"', "ranks": '"A K"', "suit": "hearts"}
WORDS_OF_CARDS = [name for name, word in WORDS.items() if word.scoped]


def saying(name: str) -> Condition:
    """A word with an argument, as a condition or as the number that it gives."""
    word = WORDS[name]
    said = f"{name}({', '.join(GIVEN[take] for take in word.takes)})" if word.takes else name
    if word.gives is Kind.YES_NO:
        return parse(said)
    compared = parse(f"{said} == 0")
    assert isinstance(compared, Compare)
    return compared.left


@pytest.mark.parametrize("name", WORDS_OF_CARDS)
def test_nothing_is_said_of_cards_that_did_not_come(name: str) -> None:
    """A condition about cards that did not come does not hold, and a number is 0."""
    said = reader(saying(name), PokerRule())({"": ()})
    assert said == (False if WORDS[name].gives is Kind.YES_NO else 0)


@pytest.mark.parametrize("said", ["third.in_suit(hearts)", "third.suited", "third.red"])
def test_no_third_card_is_of_no_suit(said: str) -> None:
    assert holds(said, "Ah")
    assert not holds(said, "")
    assert holds(f"not {said}", "")


def same(name: str, cards: tuple[Card, ...], others: tuple[Card, ...]) -> bool:
    ask = reader(saying(name), PokerRule())
    return bool(ask({"": cards}) == ask({"": others}))


hands = st.lists(st.sampled_from(DECK), min_size=1, max_size=5).map(tuple)
words = st.sampled_from(WORDS_OF_CARDS)
BY_SUIT = Tells.SUITED | Tells.COLOR | Tells.SUIT | Tells.CARD
BY_RANK = Tells.RANK | Tells.NAMED | Tells.CARD


@given(words, hands, st.randoms())
def test_a_word_tells_apart_no_more_than_it_claims(
    name: str, cards: tuple[Card, ...], random: Random
) -> None:
    tells = WORDS[name].tells
    cards = cards[:1] if WORDS[name].one_card else cards
    ranks, suits = [*Rank], [*Suit]
    turned = dict(zip(suits, random.sample(suits, 4), strict=True))
    twin = {Suit.CLUBS: Suit.SPADES, Suit.DIAMONDS: Suit.HEARTS}
    alike = {r: [other for other in Rank if other.points == r.points] for r in Rank}
    unnamed = [rank for rank in Rank if rank not in (Rank.ACE, Rank.SEVEN)]

    def unchanged(rank: Callable[[Card], Rank], suit: Callable[[Card], Suit]) -> bool:
        return same(name, cards, tuple(DECK[card_index(rank(c), suit(c))] for c in cards))

    if Tells.ORDER not in tells:
        assert same(name, cards, tuple(random.sample(cards, len(cards))))
    if not tells & BY_SUIT:
        assert unchanged(rank_of, lambda c: random.choice(suits))
    if not tells & (Tells.SUIT | Tells.COLOR | Tells.NAMED):
        assert unchanged(rank_of, lambda c: turned[c.suit])
    if not tells & (Tells.SUIT | Tells.NAMED):
        assert Tells.COLOR not in tells or unchanged(rank_of, lambda c: twin.get(c.suit, c.suit))
    if not tells & BY_RANK:
        assert unchanged(lambda c: random.choice(alike[c.rank]), suit_of)
    if not tells & (BY_RANK | Tells.POINTS):
        assert unchanged(lambda c: random.choice(ranks), suit_of)
    if tells is Tells.NAMED and name != "ranks":  # which names every rank of the hand
        assert unchanged(lambda c: random.choice(unnamed) if c.rank in unnamed else c.rank, suit_of)


rank_of: Callable[[Card], Rank] = attrgetter("rank")
suit_of: Callable[[Card], Suit] = attrgetter("suit")


def test_yes_and_no_are_joined_alike_for_cards_and_columns() -> None:
    rows = [(a, b, c) for a in (False, True) for b in (False, True) for c in (False, True)]
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    for join in (every, some, tally):
        assert join(columns).tolist() == [join(row) for row in rows]
    assert [tally(row) for row in rows] == [sum(row) for row in rows]
    assert (every([]), some([]), tally([])) == (True, False, 0)


def test_the_words_are_read_without_numpy() -> None:
    code = "import sys, pitboss.rulebook.when; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
