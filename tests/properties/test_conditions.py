"""`when`: every condition that can be said is printed so that it reads back the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, Rank
from pitboss.errors import NotationError
from pitboss.hands import PokerRule
from pitboss.rulebook.vocabulary import CONSTANTS, SCOPES, WORDS, Kind
from pitboss.rulebook.when import (
    COMPARE,
    Both,
    Compare,
    Condition,
    Const,
    Either,
    Not,
    Say,
    choices_in,
    kind_of,
    parse,
    settled,
    show,
    walk,
)
from pitboss.wagers.card_reader import reader

SYMBOLS = [r.symbol for r in Rank]
ranks = st.lists(st.sampled_from(SYMBOLS), min_size=1, max_size=5).map(" ".join)
held = st.lists(st.sampled_from([*SYMBOLS, *map(str, DECK)]), min_size=1, max_size=4).map(" ".join)
keys = st.sampled_from(["A-2", "suit", "B-63-b"])
suits = st.sampled_from([Const(*c) for c in CONSTANTS.values() if c[0] is Kind.SUIT])


def text(value: str) -> Const:
    return Const(Kind.TEXT, value)


choice = keys.map(lambda key: Say("choice", "", (text(key),)))
ARGUMENTS: Mapping[str, st.SearchStrategy[Condition]] = {
    "cards": held.map(text),
    "ranks": ranks.map(text),
    "suit": st.one_of(suits, choice),
    "key": keys.map(text),
}


def saying(kind: Kind) -> st.SearchStrategy[Condition]:
    """A word of this kind, of all cards or of some."""
    return st.one_of(
        [
            st.builds(
                Say,
                st.just(name),
                st.sampled_from(["", *SCOPES] if word.scoped else [""]),
                st.tuples(*(ARGUMENTS[take] for take in word.takes)),
            )
            for name, word in WORDS.items()
            if word.gives is kind
        ]
    )


numbers = st.one_of(saying(Kind.NUMBER), st.builds(Const, st.just(Kind.NUMBER), st.integers(0, 99)))
texts = st.sampled_from(["rank only", "house's choice", "$5", "hearts"]).map(text)
comparisons = st.one_of(
    st.builds(Compare, st.sampled_from(list(COMPARE)), numbers, numbers),
    st.builds(Compare, st.sampled_from(["==", "!="]), choice, texts),
)


def joined(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    parts = st.lists(inner, min_size=2, max_size=4).map(tuple)
    return st.one_of(st.builds(Not, inner), st.builds(Both, parts), st.builds(Either, parts))


conditions = st.recursive(st.one_of(saying(Kind.YES_NO), comparisons), joined, max_leaves=12)


@given(conditions)
def test_a_condition_reads_back(condition: Condition) -> None:
    assert parse(show(condition)) == condition
    assert show(parse(show(condition))) == show(condition)


@given(conditions)
def test_every_part_is_walked(condition: Condition) -> None:
    parts = list(walk(condition))
    assert parts[0] == condition
    assert all(kind_of(p) is not Kind.TEXT for p in parts if isinstance(p, Both | Either | Not))
    asked = {str(p.args[0]) for p in parts if isinstance(p, Say) and p.word == "choice"}
    assert len(asked) == len(choices_in(condition))


def test_every_word_can_be_said() -> None:
    """Each word of the vocabulary, with what it takes, and with every prefix it allows."""
    example = {"cards": '"A Kd"', "ranks": '"A K"', "suit": "diamonds", "key": '"A-2"'}
    for name, word in WORDS.items():
        taken = f"({', '.join(example[t] for t in word.takes)})" if word.takes else ""
        after = {Kind.YES_NO: "", Kind.NUMBER: " >= 2", Kind.TEXT: ' == "x"'}[word.gives]
        for scope in ("", *SCOPES):
            said = f"{scope}.{name}{taken}{after}" if scope else f"{name}{taken}{after}"
            if scope and not word.scoped:
                with pytest.raises(NotationError, match="takes no prefix"):
                    parse(said)
            else:
                assert show(parse(said)) == said


@pytest.mark.parametrize(
    "said", ["(pair and suited) == flush", "(not pair) == suited", "(total > 5) == suited"]
)
def test_conditions_are_not_compared(said: str) -> None:
    with pytest.raises(NotationError, match="only numbers and choices can be compared"):
        parse(said)


def test_a_text_with_quotes_reads_back() -> None:
    said = parse("choice('a \"b\"') == 'c'")
    assert parse(show(said)) == said


def test_texts_are_only_alike_or_not() -> None:
    with pytest.raises(NotationError):
        parse('choice("A-2") < "rank only"')


def test_a_suit_is_a_suit_or_a_choice() -> None:
    with pytest.raises(NotationError):
        parse('in_suit(choice("suit") == "hearts")')


NO_CONDITIONS = (
    "", "pair and", "pear", "total", "pair + 1", "total > 'a'", "player.hand.pair", "rank[0]",
    "__import__('os')", "lambda: pair", "dealer.matches == 1", "holds(A)", "pair(2)", "3 and 4",
    "holds('')", "ranks('Kd')", "not 5", "in_suit('A')", "True", "total is 5", "pair if soft",
)  # fmt: skip


@pytest.mark.parametrize("said", NO_CONDITIONS)
def test_what_is_not_a_condition_is_refused(said: str) -> None:
    with pytest.raises(NotationError):
        parse(said)


# A condition whose choices are settled means what it meant.

plain_words = st.sampled_from(["pair", "suited", "straight", "soft", "bust", "one_color"])
settings = st.fixed_dictionaries(
    {"A-2": st.sampled_from(["rank only", "suit and rank"]), "suit": st.sampled_from(["hearts"])}
)
asked = st.one_of(
    plain_words.map(Say),
    st.builds(
        Compare,
        st.sampled_from(["==", "!="]),
        st.just(Say("choice", "", (text("A-2"),))),
        st.sampled_from(["rank only", "suit and rank"]).map(text),
    ),
    st.just(Say("in_suit", "", (Say("choice", "", (text("suit"),)),))),
    st.builds(
        Compare,
        st.sampled_from(list(COMPARE)),
        st.just(Say("total")),
        st.builds(Const, st.just(Kind.NUMBER), st.integers(4, 30)),
    ),
)


def means(condition: Condition, choices: Mapping[str, str], hand: tuple[Card, ...]) -> Any:
    """The condition worked out in the plainest way."""
    match condition:
        case Not(part):
            return not means(part, choices, hand)
        case Both(parts):
            return all(means(p, choices, hand) for p in parts)
        case Either(parts):
            return any(means(p, choices, hand) for p in parts)
        case Compare(op, Say("choice", _, (Const(_, key),)), Const(_, value)):
            return (choices[str(key)] == value) == (op == "==")
        case Say("in_suit"):
            return all(card.suit.name.lower() == choices["suit"] for card in hand)
    return reader(condition, PokerRule())({"": hand})


@given(
    st.recursive(asked, joined, max_leaves=10),
    settings,
    st.lists(st.sampled_from(DECK), min_size=2, max_size=4).map(tuple),
)
def test_settling_choices_keeps_the_meaning(
    condition: Condition, choices: dict[str, str], hand: tuple[Card, ...]
) -> None:
    plain = settled(condition, choices)
    assert not choices_in(plain)
    assert bool(reader(plain, PokerRule())({"": hand})) == bool(means(condition, choices, hand))
