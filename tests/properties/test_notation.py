"""What is printed can be read back, and reads as what it was: cards, shoes, money and odds."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import (
    DECK,
    Card,
    Rank,
    Shoe,
    Suit,
    parse_cards,
    parse_rank,
    parse_suit,
    show_cards,
)
from pitboss.errors import NotationError, either, nearest
from pitboss.money import (
    LOSS,
    PUSH,
    Odds,
    parse_money,
    parse_percent,
    plain_money,
    show_money,
    show_percent,
)

cards = st.sampled_from(DECK)
cents = st.integers(0, 10**12)


# Cards.


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_reads_back(card: Card) -> None:
    ranks = {card.rank.symbol, card.rank.symbol.lower()} | ({"T"} if card.rank == 10 else set())
    suits = {card.suit.symbol, card.suit.symbol.upper(), card.suit.pip}
    assert Card.parse(str(card)) is card
    assert DECK[card.index] is card
    for rank, suit in product(ranks, suits):
        assert Card.parse(f" {rank}{suit} ") is card


def test_ranks_and_suits_read_back() -> None:
    assert [parse_rank(r.symbol) for r in Rank] == list(Rank)
    assert [parse_suit(s.symbol) for s in Suit] == list(Suit)
    assert [parse_suit(s.name.title()) for s in Suit] == list(Suit)


@given(st.lists(cards), st.sampled_from([" ", ", ", ",", "\n"]))
def test_several_cards_read_back(hand: list[Card], between: str) -> None:
    assert parse_cards(show_cards(hand)) == tuple(hand)
    assert parse_cards(between.join(map(str, hand))) == tuple(hand)


LETTERS = "0123456789TJQKAcdhs♠ .,$%:-+−tofrpushlmega"


READERS = (
    Card.parse, parse_rank, parse_suit, parse_cards, Shoe.parse, parse_money, parse_percent,
    Odds.parse,
)  # fmt: skip


@pytest.mark.parametrize("parse", READERS, ids=lambda f: f.__qualname__)
@given(st.one_of(st.text(LETTERS, max_size=14), st.text(max_size=6)))
def test_what_cannot_be_read_is_refused_in_words(parse: Callable, text: str) -> None:
    said = ""
    try:
        parse(text)
    except NotationError as error:
        said = str(error)
    words = [text, *re.split(r"[\s,]+", text), *re.split(r"[\s,+−-]+", text)]
    assert not said or any(repr(word) in said for word in words)


# Shoes.


@st.composite
def shoes(draw: st.DrawFn) -> Shoe:
    """Whole decks, a few cards dealt out and a few put in."""
    counts = list(Shoe.of(draw(st.integers(1, 8))).counts)
    for card in draw(st.lists(cards, max_size=20)):
        counts[card.index] = max(0, counts[card.index] - 1)
    for card in draw(st.lists(cards, max_size=5)):
        counts[card.index] += 1
    return Shoe(tuple(counts))


@given(shoes())
def test_a_shoe_reads_back(shoe: Shoe) -> None:
    assert Shoe.parse(str(shoe)) == shoe


@given(st.integers(1, 99))
def test_whole_decks_read_back(decks: int) -> None:
    shoe = Shoe.of(decks)
    assert str(shoe) == f"{decks}d"
    assert Shoe.parse(f" {decks} decks ") == shoe
    assert (shoe.size, shoe.decks, shoe.suits_alike) == (52 * decks, decks, True)


def test_a_shoe_of_few_ranks_reads_back() -> None:
    shoe = Shoe(tuple(2 if card.rank >= 13 else 0 for card in DECK))
    assert Shoe.parse(str(shoe)) == shoe


@given(shoes(), st.data())
def test_dealing_cards_out_of_a_shoe(shoe: Shoe, data: st.DataObject) -> None:
    held = [c for c in DECK for _ in range(shoe.counts[c.index])]
    dealt = data.draw(st.lists(st.sampled_from(range(len(held))), unique=True, max_size=30))
    left = shoe.without(held[i] for i in dealt)
    assert left.size == shoe.size - len(dealt)
    assert Shoe.parse(f"{shoe} - {show_cards(held[i] for i in dealt)}") == left
    with pytest.raises(NotationError, match="has no"):
        left.without([held[0]] * (left.counts[held[0].index] + 1))


@given(shoes(), cards)
def test_suits_are_alike_only_where_each_rank_is_there_in_each_suit(shoe: Shoe, card: Card) -> None:
    by_rank = [{shoe.counts[c.index] for c in DECK if c.rank == rank} for rank in Rank]
    assert shoe.suits_alike == all(len(counts) == 1 for counts in by_rank)
    if shoe.suits_alike and shoe.counts[card.index]:
        assert not shoe.without([card]).suits_alike


# Money.


@given(cents)
def test_money_reads_back(amount: int) -> None:
    assert parse_money(show_money(amount)) == amount
    assert parse_money(plain_money(amount)) == amount
    assert show_money(-amount).removeprefix("−") == show_money(amount)
    assert Fraction(plain_money(-amount)) * 100 == -amount


@given(st.integers(0, 10**8), st.integers(0, 6))
def test_a_percentage_reads_back(number: int, places: int) -> None:
    share = Fraction(number, 10 ** (places + 2))
    assert parse_percent(show_percent(share)) == share


# Odds.

wins = st.builds(Fraction, st.integers(1, 10**7), st.sampled_from([1, 2, 4, 5, 10]))
shares = st.builds(Fraction, st.integers(1, 10_000), st.just(10_000))
meters = st.sampled_from(["", "mega", "star", "progressive", "meter 2"])
fixed = st.builds(Odds, win=wins, per=st.integers(1, 5), returned=st.booleans())
dollars = st.builds(Odds, dollars=st.integers(1, 10**9))


@st.composite
def odds(draw: st.DrawFn) -> Odds:
    """Every form the law prints: so much to or for, dollars, a share of a meter, or both."""
    share, meter = draw(shares), draw(meters)
    base = draw(fixed)
    return draw(
        st.sampled_from(
            [
                PUSH,
                LOSS,
                base,
                draw(dollars),
                Odds(share=share, meter=meter),
                Odds(base.win, base.per, 0, share, meter, base.returned),
            ]
        )
    )


@given(odds())
def test_odds_read_back(pays: Odds) -> None:
    assert Odds.parse(str(pays)) == pays


NO_PAYS = (
    "push + 10%", "loss + $5", "$5 + $6", "10% of mega + 5% of mini", "$25 + 10%", "3 to 2 + push",
    "10% + 3 to 2", "200 to 1 + $25 + 100%", "200 to 1 +", "200 to 1 + 100% + 100%",
)  # fmt: skip


@pytest.mark.parametrize("text", NO_PAYS)
def test_parts_that_make_no_pay_together_are_refused(text: str) -> None:
    """Only a fixed pay and a share of a meter go together; nothing is dropped without a word."""
    with pytest.raises(NotationError, match="is not a pay"):
        Odds.parse(text)


OTHER_WORDS = {
    "3:2": "3 to 2", "40-1": "40 to 1", "1,000 FOR 1": "1000 for 1", "2.50 to 1": "2.5 to 1",
    "100% the mega": "100% of mega", "Push": "push", "lose": "loss",
}  # fmt: skip


@pytest.mark.parametrize(("text", "same"), OTHER_WORDS.items())
def test_odds_in_other_words(text: str, same: str) -> None:
    assert Odds.parse(text) == Odds.parse(same)
    assert str(Odds.parse(text)) == same


@pytest.mark.parametrize("text", ["", "0 to 1", "3 to 0", "3", "101%", "0%", "3 to 2 + 1 to 1"])
def test_what_is_no_pay_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a pay"):
        Odds.parse(text)


@given(fixed, cents)
def test_gross_of_to_and_for(pays: Odds, stake: int) -> None:
    """*To* returns the stake with the win, *for* has taken it already."""
    back = pays.gross(stake)
    assert back == stake * pays.win / pays.per + (stake if pays.returned else 0)
    assert pays.collected().gross(stake) == back - (stake if pays.returned else 0)
    assert pays.gross(2 * stake) == 2 * back


@given(dollars, cents, st.integers(1, 20))
def test_gross_of_dollars(pays: Odds, stake: int, scale: int) -> None:
    """Printed dollars do not follow the stake, unless the table is printed for a base stake."""
    assert pays.gross(stake) == pays.dollars
    assert pays.won(stake, scale=Fraction(scale)) == scale * pays.dollars


@given(fixed, shares, meters, cents)
def test_no_gross_of_a_share(pays: Odds, share: Fraction, name: str, stake: int) -> None:
    both = Odds(pays.win, pays.per, 0, share, name, pays.returned)
    for each in (both, Odds(share=share, meter=name)):
        with pytest.raises(NotationError, match=f"the amount on the {name} ?meter is not known"):
            each.gross(stake)
    assert not both.is_fixed
    assert pays.is_fixed


@given(cents)
def test_gross_of_a_push_and_of_a_loss(stake: int) -> None:
    assert PUSH.gross(stake) == stake
    assert LOSS.gross(stake) == 0
    assert PUSH.collected() == PUSH


# Names.

names = st.lists(st.text("abcdefgh-", min_size=3, max_size=12), min_size=1, max_size=8)


@given(names, st.integers(1, 5), st.data())
def test_the_nearest_names_are_known_ones(known: list[str], most: int, data: st.DataObject) -> None:
    meant = data.draw(st.sampled_from(known))
    near = nearest(meant.upper(), known, most)
    assert near[0].startswith(meant)
    assert set(near) <= set(known)
    assert len(near) == len(set(near)) <= most


@given(names)
def test_names_listed_in_a_sentence(listed: list[str]) -> None:
    text = either(listed, "and")
    assert text.replace(" and ", ", ").split(", ") == listed
    assert text.count(" and ") == (len(listed) > 1)
