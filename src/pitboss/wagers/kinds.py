"""Cards that a rule never tells apart are one kind: a hand that grows is counted over kinds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards import DECK, Card, Rank, Shoe, Suit
from pitboss.rulebook.when import Compare, Condition, Const, Say, held, walk
from pitboss.rulebook.word_list import WORDS, Tells
from pitboss.wagers.deals import words_of
from pitboss.wagers.real import COMPARE, arguments

BY_RANK = Tells.RANK | Tells.NAMED | Tells.CARD


@dataclass(frozen=True, slots=True)
class Kinds:
    """A partition of the fifty-two cards into kinds that the conditions do not tell apart."""

    members: tuple[tuple[Card, ...], ...]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(kind[0].points for kind in self.members)

    def counts(self, shoe: Shoe) -> tuple[int, ...]:
        """Cards of each kind in the shoe."""
        return tuple(sum(shoe.counts[c.index] for c in kind) for kind in self.members)

    def in_suit(self, shoe: Shoe, suit: Suit) -> tuple[int, ...]:
        """Cards of each kind and one suit in the shoe."""
        return tuple(
            sum(shoe.counts[c.index] for c in kind if c.suit is suit) for kind in self.members
        )


def kinds_for(said: Sequence[Condition], wild: Card | None) -> Kinds:
    """The coarsest kinds that settle these conditions: ten values, thirteen ranks, named cards."""
    named = {wild} if wild else set()
    for word in words_of(said):
        named |= _named_cards(word)
    by_rank = any(WORDS[word.word].tells & BY_RANK for word in words_of(said))
    tens_alike = not by_rank or _tens_alike(said)
    groups: dict[tuple[int, Card | None], list[Card]] = {}
    for card in DECK:
        alike = tens_alike and (card.points == 10 or not by_rank) and card not in named
        rank = card.points if alike else int(card.rank)
        groups.setdefault((rank, card if card in named else None), []).append(card)
    return Kinds(tuple(tuple(g) for g in groups.values()))


def _named_cards(word: Say) -> set[Card]:
    return {
        Card(Rank(rank), Suit(suit))
        for given in arguments(word)
        if not isinstance(given, Suit)
        for rank, suit in given
        if suit is not None
    }


def _tens_alike(said: Sequence[Condition]) -> bool:
    """No condition tells a ten, jack, queen or king from another."""
    for condition in said:
        for part in walk(condition):
            match part:
                case Say(word, _, (Const(_, text),)) if Tells.NAMED in WORDS[word].tells:
                    if any(10 <= rank < 14 for rank, _ in held(str(text))):
                        return False
                case Say(word, _, _) if WORDS[word].tells & BY_RANK and not WORDS[word].one_card:
                    return False
                case Compare(op, left, right) if Say("rank") in (_bare(left), _bare(right)):
                    beside = Const in (type(left), type(right))
                    tens = {_compared(op, left, right, rank) for rank in range(10, 14)}
                    if not beside or len(tens) > 1:
                        return False
    return True


def _bare(part: Condition) -> Condition:
    return Say(part.word) if isinstance(part, Say) else part


def _compared(op: str, left: Condition, right: Condition, rank: int) -> bool:
    a, b = (p.value if isinstance(p, Const) else rank for p in (left, right))
    return COMPARE[op](a, b)
