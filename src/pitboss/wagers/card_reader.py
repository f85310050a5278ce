"""The reader that looks at real cards: which outcome a hand is, and what it pays."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, groupby
from typing import Any, Final

from pitboss.cards import DECK, Card, Suit
from pitboss.hands import Group, Poker, PokerRule
from pitboss.rulebook.vocabulary import FIRST_TWO, SEES, WORDS, Held, Kind, Tells
from pitboss.rulebook.when import (
    ALWAYS,
    COMPARE,
    NEVER,
    Both,
    Compare,
    Condition,
    Const,
    Either,
    Not,
    Say,
    held,
    scopes,
    simplified,
    walk,
    words_of,
)
from pitboss.wagers.offer import Line, Offer

Cards = tuple[Card, ...]
Groups = Mapping[str, Cards]
"""Cards by the prefix that names them; the empty prefix is all cards seen."""
Reader = Callable[[Groups], Any]


class Seen(dict[str, Cards]):
    """The cards at each place that a wager sees, by prefix; those of other prefixes on demand."""

    __slots__ = ()

    def __missing__(self, prefix: str) -> Cards:
        return PARTS[prefix](self)


PARTS: Final[Mapping[str, Callable[[Seen], Cards]]] = {
    "": lambda seen: tuple(chain.from_iterable(seen.values())),
    "first": lambda seen: seen["player"][:1],
    "second": lambda seen: seen["player"][1:2],
    "upcard": lambda seen: seen["dealer"][:1],
    "hole": lambda seen: seen["dealer"][1:2],
    "shown": lambda seen: seen["player"] + seen["upcard"],
}
"""Prefix → its cards, where they are some or all of those at the places."""


def groups(sees: Iterable[str], cards: Mapping[str, Sequence[Card]]) -> Groups:
    """The groups a wager's conditions may name, from the cards at each place it sees.

    >>> from pitboss.cards import parse_cards
    >>> dealt = {"player.first_two": parse_cards("As Kd"), "dealer.upcard": parse_cards("Qh")}
    >>> [str(c) for c in groups(dealt, dealt)["shown"]]
    ['As', 'Kd', 'Qh']
    """
    return Seen((SEES[place][0], tuple(cards[place])) for place in sees)


def outcome(offer: Offer, seen: Groups) -> Line | None:
    """The line by which this hand is paid or lost; `None` if no line names it and it loses."""
    number = line_number(offer, seen)
    return None if number < 0 else offer.lines[number]


def line_number(offer: Offer, seen: Groups) -> int:
    """The number of that line; −1 if no line names the hand."""
    for find in _finders(offer):
        number: int = find(seen)
        if number >= 0:
            return number
    return -1


def multiplier(offer: Offer, seen: Groups) -> int:
    """How many times a winning hand is paid."""
    return next((times for times, holds in _times(offer) if holds(seen)), 1)


def order_counts(offer: Offer) -> bool:
    """Whether some condition asks which of the player's cards came first."""
    said = [*(line.when for line in offer.lines), *(m.when for m in offer.multipliers)]
    return any(
        Tells.ORDER in WORDS[word.word].tells or word.scope in FIRST_TWO["player"]
        for word in words_of(said)
    )


@lru_cache(maxsize=1 << 10)
def _finders(offer: Offer) -> tuple[Reader, ...]:
    """Each finds the first matching line of a run of lines about one prefix."""
    return tuple(
        _finder(scope, tuple((number, line.when) for number, line in lines), offer.hand)
        for scope, lines in groupby(offer.in_order, lambda each: _prefix(each[1].when))
    )


@lru_cache(maxsize=1 << 10)  # offers of one table in two logs share what was answered
def _finder(scope: str | None, lines: tuple[tuple[int, Condition], ...], hand: PokerRule) -> Reader:
    part = reader if scope is None else _plain
    conditions = [(number, part(when, hand)) for number, when in lines]

    def find(seen: Groups) -> int:
        for number, holds in conditions:
            if holds(seen):
                return number
        return -1

    if scope is None:
        return find
    return _remembered(scope, find, [when for _, when in lines], hand)


@lru_cache(maxsize=1 << 10)
def _times(offer: Offer) -> tuple[tuple[int, Reader], ...]:
    return tuple((m.times, reader(m.when, offer.hand)) for m in offer.multipliers)


@cache
def reader(condition: Condition, hand: PokerRule) -> Reader:
    """A function that answers the condition for given cards."""
    scope = _prefix(condition)
    if scope is None:
        return _reads(condition, hand, reader)
    return _remembered(scope, _plain(condition, hand), [condition], hand)


def _plain(condition: Condition, hand: PokerRule) -> Reader:
    """The same without a cache."""
    return _reads(condition, hand, _plain)


def _reads(
    condition: Condition, hand: PokerRule, part: Callable[[Condition, PokerRule], Reader]
) -> Reader:
    """How a condition is answered, given the answers of its parts."""
    match condition:
        case Const(_, value):
            return lambda seen: value
        case Not(negated):
            inner = part(negated, hand)
            return lambda seen: not inner(seen)
        case Both(parts):
            every = [part(p, hand) for p in parts]
            if len(every) == 2:
                first, second = every
                return lambda seen: first(seen) and second(seen)
            return lambda seen: all(r(seen) for r in every)
        case Either(parts):
            some = [part(p, hand) for p in parts]
            return lambda seen: any(r(seen) for r in some)
        case Compare(op, left, right):
            a, b, compare = part(left, hand), part(right, hand), COMPARE[op]
            return lambda seen: compare(a(seen), b(seen))
        case Say(word, _, _):
            said, given = WORDS[word], arguments(condition)
            asked = [(scope, group_reader(hand.of(scope), scope)) for scope in scopes(condition)]
            if len(asked) == 1:
                [(only, read)] = asked
                meaning, nothing = said.meaning, said.nothing
                return lambda seen: meaning(read(c), *given) if (c := seen[only]) else nothing
            return lambda seen: said.answer([read(seen[scope]) for scope, read in asked], given)


def _prefix(condition: Condition) -> str | None:
    """The only prefix whose cards answer a condition; `None` if it needs several, or no card."""
    found = {scope for each in walk(condition) for scope in scopes(each)}
    return found.pop() if len(found) == 1 else None


def _remembered(
    scope: str, answer: Reader, conditions: Sequence[Condition], hand: PokerRule
) -> Reader:
    """Answers for the cards of one prefix, cached: the same few cards recur.

    Where no condition asks in which order they came, or distinguishes one suit from another, cards
    that differ in that alone are the same.
    """
    in_order: Callable[[Iterable[int]], Iterable[int]] = sorted
    words = [WORDS[word.word] for word in words_of(conditions)]
    if any(Tells.ORDER in word.tells or word.one_card for word in words):
        in_order = iter  # of several cards where one is asked about, it is the first

    @lru_cache(maxsize=1 << 13)
    def said(*indexes: int) -> Any:
        return answer({scope: tuple([DECK[index] for index in indexes])})

    if tells_suits_apart(conditions, hand):
        return lambda seen: said(*in_order(map(BY_INDEX, seen[scope])))
    return lambda seen: said(*_renamed(in_order(map(BY_INDEX, seen[scope]))))


BY_INDEX: Final = operator.attrgetter("index")


def _renamed(indexes: Iterable[int]) -> list[int]:
    """The places of cards among the fifty-two, once their suits are named as they appear.

    >>> from pitboss.cards import parse_cards
    >>> places = [map(BY_INDEX, parse_cards(text)) for text in ("Ks 9h 9s", "Kc 9d 9c")]
    >>> _renamed(places[0]) == _renamed(places[1])
    True
    """
    suits: dict[int, int] = {}
    rename = suits.setdefault
    return [index & ~3 | rename(index & 3, len(suits)) for index in indexes]


def tells_suits_apart(said: Iterable[Condition], hand: PokerRule) -> bool:
    """Whether some condition, or the wild card, distinguishes one suit from another."""
    return hand.wild is not None or any(
        Tells.COLOR in WORDS[word.word].tells or named_suits(word) for word in words_of(said)
    )


def named_suits(word: Say) -> set[Suit]:
    """Suits that a word is given, alone or with cards."""
    suits: set[Suit] = set()
    for given in arguments(word):
        if isinstance(given, Suit):
            suits.add(given)
        else:
            suits |= {Suit(suit) for _, suit in given if suit is not None}
    return suits


def arguments(said: Say) -> list[Suit | Held]:
    """What a word is given: a suit, or what must be held."""
    takes = WORDS[said.word].takes
    values = [a.value for a in said.args if isinstance(a, Const)]
    return [Suit(int(v)) if takes == ("suit",) else held(str(v)) for v in values]


class CardGroup(Group):
    """Real cards as the words of the vocabulary see them."""

    __slots__ = ("_poker", "cards", "hand")

    def __init__(self, cards: Cards, hand: PokerRule) -> None:
        self.cards, self.hand = cards, hand
        self._poker: Poker | None = None

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def ranks(self) -> list[int]:
        return [card.rank for card in self.cards]

    @property
    def suits(self) -> list[int]:
        return [card.suit for card in self.cards]

    @property
    def points(self) -> list[int]:
        return [card.points for card in self.cards]

    @property
    def poker(self) -> Poker:
        if self._poker is None:
            self._poker = Poker.of(self.cards, self.hand)
        return self._poker


@cache
def group_reader(hand: PokerRule, scope: str) -> Callable[[Cards], CardGroup]:
    """Looks at the cards of a prefix once for all the words about them."""
    last: tuple[Cards, CardGroup] = (), CardGroup((), hand)

    def read(cards: Cards) -> CardGroup:
        nonlocal last
        known = last
        if known[0] is not cards:
            known = last = cards, CardGroup(cards, hand)
        return known[1]

    return read


# -- while some words are still open ---------------------------------------------------------------


def sure_line(offer: Offer, words: Iterable[Say], said: Iterable[Any]) -> int | None:
    """The line that follows from what these words say; −1 for none, `None` if it is open."""
    known: dict[Say, Condition] = {}
    for word, value in zip(words, said, strict=True):
        if value is not None:
            counts = WORDS[word.word].gives is Kind.NUMBER
            known[word] = Const(Kind.NUMBER, value) if counts else ALWAYS if value else NEVER
    for number, line in offer.in_order:
        left = simplified(line.when, lambda word: known.get(word, word))
        if left == ALWAYS:
            return number
        if left != NEVER:
            return None
    return -1
