"""The reader that looks at real cards: which outcome a hand is, and what it pays."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Final

from pitboss.cards import Card, Suit
from pitboss.hands import Poker, five_highest, is_blackjack, straight_run, total
from pitboss.money import LOSS, Odds
from pitboss.rulebook.vocabulary import SEES
from pitboss.rulebook.when import Both, Compare, Condition, Const, Either, Not, Say, held, walk
from pitboss.wagers.offer import Hand, Line, Offer

Cards = tuple[Card, ...]
Groups = Mapping[str, Cards]
"""Cards by the prefix that names them; the empty prefix is all cards seen."""
Reader = Callable[[Groups], Any]


def groups(sees: Iterable[str], cards: Mapping[str, Sequence[Card]]) -> Groups:
    """The groups a wager's conditions may name, from the cards at each place it sees.

    >>> from pitboss.cards import parse_cards
    >>> dealt = {"player.first_two": parse_cards("As Kd"), "dealer.upcard": parse_cards("Qh")}
    >>> [str(c) for c in groups(dealt, dealt)["shown"]]
    ['As', 'Kd', 'Qh']
    """
    made: dict[str, Cards] = {}
    everything: list[Card] = []
    for place in sees:
        held_here = tuple(cards[place])
        made[SEES[place][0]] = held_here
        everything += held_here
    if "dealer" in made:
        made["upcard"], made["hole"] = made["dealer"][:1], made["dealer"][1:2]
    if "player" in made and "upcard" in made:
        made["shown"] = made["player"] + made["upcard"]
    made[""] = tuple(everything)
    return made


def outcome(offer: Offer, seen: Groups) -> Line | None:
    """The line this hand is paid or lost by; `None` where no line names it and it loses."""
    number = line_number(offer, seen)
    return None if number < 0 else offer.lines[number]


def line_number(offer: Offer, seen: Groups) -> int:
    """The number of that line; −1 where no line names the hand."""
    for find in _finders(offer):
        number: int = find(seen)
        if number >= 0:
            return number
    return -1


def pays(offer: Offer, seen: Groups) -> Odds:
    """What this hand pays."""
    line = outcome(offer, seen)
    return line.pays if line else LOSS


def multiplier(offer: Offer, seen: Groups) -> int:
    """How many times a winning hand is paid."""
    return next((times for times, holds in _times(offer) if holds(seen)), 1)


@lru_cache(maxsize=1 << 10)
def _finders(offer: Offer) -> tuple[Reader, ...]:
    """Each finds the first of some lines that follow one another, all about one prefix."""
    return tuple(
        _finder(scope, [(number, line.when) for number, line in lines], offer.hand)
        for scope, lines in groupby(offer.in_order, lambda each: _prefix(each[1].when))
    )


def _finder(scope: str | None, lines: list[tuple[int, Condition]], hand: Hand) -> Reader:
    part = reader if scope is None else _plain
    conditions = [(number, part(when, hand)) for number, when in lines]

    def find(seen: Groups) -> int:
        for number, holds in conditions:
            if holds(seen):
                return number
        return -1

    return find if scope is None else _remembered(scope, find)


@lru_cache(maxsize=1 << 10)
def _times(offer: Offer) -> tuple[tuple[int, Reader], ...]:
    return tuple((m.times, reader(m.when, offer.hand)) for m in offer.multipliers)


@cache
def reader(condition: Condition, hand: Hand) -> Reader:
    """A function that answers the condition for given cards."""
    scope = _prefix(condition)
    if scope is None:
        return _reads(condition, hand, reader)
    return _remembered(scope, _plain(condition, hand))


def _plain(condition: Condition, hand: Hand) -> Reader:
    """The same without a memory."""
    return _reads(condition, hand, _plain)


def _reads(condition: Condition, hand: Hand, part: Callable[[Condition, Hand], Reader]) -> Reader:
    """How a condition is answered, given how its parts are."""
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
        case Say("always"):
            return lambda seen: True
        case Say(word, _, _) if word in BETWEEN:
            between = BETWEEN[word]
            return lambda seen: between(seen["player"], seen)
        case Say(word, scope, _) if word in POKER:
            poker = POKER[word]
            read = poker_reader(hand if hand.wild_in == scope else replace(hand, wild=None))
            return lambda seen: poker(read(seen[scope]))
        case Say(word, scope, _):
            plain, given = PLAIN[word], arguments(condition)
            return lambda seen: plain(seen[scope], *given)


def _prefix(condition: Condition) -> str | None:
    """The one prefix whose cards answer a condition; none where it takes several, or no card."""
    said = [each for each in walk(condition) if isinstance(each, Say) and each.word != "always"]
    scopes = {each.scope for each in said}
    return scopes.pop() if len(scopes) == 1 and not any(s.word in BETWEEN for s in said) else None


def _remembered(scope: str, answer: Reader) -> Reader:
    """What is answered of the cards of one prefix; the same few cards come again and again."""
    said = lru_cache(maxsize=1 << 12)(lambda cards: answer({scope: cards}))
    return lambda seen: said(seen[scope])


Held = tuple[tuple[int, int | None], ...]
"""Ranks, and suits where the rule names them."""


def arguments(said: Say) -> list[Suit | Held]:
    """What a word is given: a suit, or what must be held."""
    values = [a.value for a in said.args if isinstance(a, Const)]
    return [Suit(int(v)) if said.word == "in_suit" else held(str(v)) for v in values]


@cache
def poker_reader(hand: Hand) -> Callable[[Cards], Poker]:
    """What finds the poker hand that cards make for a wager, once for all the words about it."""

    @lru_cache(maxsize=1 << 12)
    def read(cards: Cards) -> Poker:
        if hand.make.startswith("five highest"):
            cards = five_highest(cards, hand.wild, hand.make == "five highest")
        return Poker.of(cards, hand.size, hand.wild, hand.any_suit)

    return read


COMPARE: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

POKER: Final[Mapping[str, Callable[[Poker], Any]]] = {
    "pair": lambda h: h.of_a_kind(2),
    "three_of_a_kind": lambda h: h.of_a_kind(3),
    "four_of_a_kind": lambda h: h.of_a_kind(4),
    "five_of_a_kind": lambda h: h.of_a_kind(5),
    "two_pair": lambda h: h.two_pair,
    "full_house": lambda h: h.full_house,
    "pair_rank": lambda h: h.pair_rank,
    "straight": lambda h: h.straight,
    "flush": lambda h: h.flush,
    "straight_flush": lambda h: h.straight_flush,
    "royal_flush": lambda h: h.royal_flush,
}


def _suited(cards: Cards) -> bool:
    return len({c.suit for c in cards}) <= 1


def _holds(cards: Cards, wanted: Held) -> bool:
    return all(_count(cards, (kind,)) >= n for kind, n in Counter(wanted).items())


def _holds_suited(cards: Cards, wanted: Held) -> bool:
    return any(_holds(cards, tuple((rank, int(suit)) for rank, _ in wanted)) for suit in Suit)


def _count(cards: Cards, wanted: Held) -> int:
    rank, suit = wanted[0]
    return sum(c.rank == rank and (suit is None or c.suit == suit) for c in cards)


PLAIN: Final[Mapping[str, Callable[..., Any]]] = {
    "twins": lambda cards: len(set(cards)) < len(cards),
    "suited": _suited,
    "one_color": lambda cards: len({c.is_red for c in cards}) <= 1,
    "in_suit": lambda cards, suit: all(c.suit is suit for c in cards),
    "ranks": lambda cards, wanted: sorted(c.rank for c in cards) == sorted(r for r, _ in wanted),
    "holds": _holds,
    "holds_suited": _holds_suited,
    "count": _count,
    "tens": lambda cards: sum(c.points == 10 for c in cards),
    "rank": lambda cards: int(cards[0].rank) if cards else 0,
    "cards": len,
    "total": lambda cards: total(cards).points,
    "soft": lambda cards: total(cards).soft,
    "blackjack": is_blackjack,
    "bust": lambda cards: total(cards).bust,
    "run": straight_run,
    "run_around": lambda cards: straight_run(cards, around=True),
}

BETWEEN: Final[Mapping[str, Callable[[Cards, Groups], Any]]] = {
    "matches": lambda player, seen: sum(c.rank == seen["upcard"][0].rank for c in player),
    "suited_matches": lambda player, seen: sum(c == seen["upcard"][0] for c in player),
    "same_ranks": lambda player, seen: (
        sorted(c.rank for c in player) == sorted(c.rank for c in seen["dealer"])
    ),
    "same_cards": lambda player, seen: sorted(player) == sorted(seen["dealer"]),
}
