"""Cards that a rule never distinguishes are one kind: a growing hand is counted over kinds."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pitboss.cards import DECK, Card, Shoe, Suit
from pitboss.rulebook.vocabulary import WORDS, Tells
from pitboss.rulebook.when import COMPARE, Compare, Condition, Const, Say, held, scopes, walk

Held = tuple[int, ...]
"""How many cards of each kind."""


@dataclass(frozen=True)
class Kinds:
    """A partition of a pack into kinds of card that the conditions do not distinguish."""

    members: tuple[tuple[Card, ...], ...]

    @cached_property
    def points(self) -> tuple[int, ...]:
        return tuple(kind[0].points for kind in self.members)

    def counts(self, shoe: Shoe, suits: Container[Suit] = tuple(Suit)) -> tuple[int, ...]:
        """Cards of each kind in the shoe, or only those of these suits."""
        return tuple(
            sum(shoe.counts[c.index] for c in kind if c.suit in suits) for kind in self.members
        )

    def within(self, coarser: Kinds) -> tuple[int, ...]:
        """For each kind the coarser one that contains it."""
        return tuple(
            next(n for n, kind in enumerate(coarser.members) if members[0] in kind)
            for members in self.members
        )


def kinds_for(
    said: Sequence[Condition],
    groups: frozenset[str],
    shoe: Shoe,
    apart: Iterable[Card] = (),
) -> Kinds:
    """The coarsest kinds that answer the words about these groups of cards.

    Blackjack points are always distinguished, and each card named in `apart`.
    """
    there = tuple(card for card, n in zip(DECK, shoe.counts, strict=True) if n)
    return _kinds_for(tuple(said), groups, there, frozenset(apart))


@lru_cache(maxsize=256)
def _kinds_for(
    said: tuple[Condition, ...],
    groups: frozenset[str],
    there: tuple[Card, ...],
    apart: frozenset[Card],
) -> Kinds:
    told: dict[tuple[object, ...], list[Card]] = {}
    for card in there:
        own = card if card in apart else None
        told.setdefault((card.points, own, *_tells(said, groups, card)), []).append(card)
    return Kinds(tuple(map(tuple, told.values())))


def _tells(said: Sequence[Condition], groups: Container[str], card: Card) -> Iterator[object]:
    """What each part of the conditions sees of one card, apart from suits."""
    compared = {
        part
        for condition in said
        for each in walk(condition)
        if isinstance(each, Compare) and _is_rank_against_number(each)
        for part in (each.left, each.right)
    }
    for part in (each for condition in said for each in walk(condition)):
        match part:
            case Compare(op, left, right) if _is_rank_against_number(part):
                spoken = left if isinstance(left, Say) else right
                if isinstance(spoken, Say) and spoken.scope in groups:
                    a, b = (p.value if isinstance(p, Const) else card.rank for p in (left, right))
                    yield COMPARE[op](a, b)
            case Say(word, _, args) if any(scope in groups for scope in scopes(part)):
                tells = WORDS[word].tells
                if tells & Tells.RANK and part not in compared:
                    yield card.rank
                if tells & Tells.NAMED:
                    wanted = held(str(args[0].value)) if isinstance(args[0], Const) else ()
                    yield tuple(r == card.rank and s in (None, card.suit) for r, s in wanted)


def _is_rank_against_number(part: Compare) -> bool:
    """Whether it compares the rank of one card with a number, which distinguishes few ranks:
    `upcard.rank >= 10`.
    """
    words = [side for side in (part.left, part.right) if isinstance(side, Say)]
    return len(words) == 1 and words[0].word == "rank"
