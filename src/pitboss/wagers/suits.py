"""The suits of a hand whose kinds of card are known: in how many ways it is of one suit, or color.

A hand is split into as few cases as its suits require, each with example cards.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, permutations, product

from pitboss.cards import Card, Shoe, Suit
from pitboss.hands import Poker, PokerRule
from pitboss.rulebook.vocabulary import WORDS, Tells
from pitboss.rulebook.when import words_of
from pitboss.wagers.card_kinds import Held, Kinds
from pitboss.wagers.card_reader import named_suits
from pitboss.wagers.deals import conditions, names_suits
from pitboss.wagers.growth import EndedHands, Path, falling
from pitboss.wagers.offer import Offer

OF_SUITS = Tells.SUITED | Tells.COLOR | Tells.SUIT
RED, BLACK = (Suit.DIAMONDS, Suit.HEARTS), (Suit.CLUBS, Suit.SPADES)
EVERY = tuple(Suit)
Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SuitPattern:
    """Hands whose suits are equivalent: all of one suit, or of several within a set."""

    alone: tuple[Suit, ...] = ()
    """Any one of these, and no other."""
    pairs: frozenset[tuple[Suit, Suit]] = frozenset()
    """At least two of them, such as these."""
    within: tuple[Suit, ...] = EVERY


MIXED = SuitPattern(pairs=frozenset(combinations(EVERY, 2)))
ALL_RED, ALL_BLACK = (SuitPattern(pairs=frozenset([color]), within=color) for color in (RED, BLACK))
BOTH_COLORS = SuitPattern(pairs=MIXED.pairs - {RED, BLACK})


@dataclass(frozen=True)
class Suits:
    """What a wager distinguishes in the suits of one group of cards."""

    kinds: Kinds
    shoe: Shoe
    colors: bool
    named: bool
    """Some suit is distinguished from another."""

    @classmethod
    def of(cls, offer: Offer, kinds: Kinds, shoe: Shoe) -> Suits:
        told = [WORDS[word.word].tells for word in words_of(conditions(offer))]
        return cls(kinds, shoe, any(tells & Tells.COLOR for tells in told), names_suits(offer))

    @cached_property
    def counts(self) -> tuple[tuple[int, ...], ...]:
        """Cards of each kind within each of `sets`."""
        return tuple(self.kinds.counts(self.shoe, suits) for suits in self.sets)

    @property
    def sets(self) -> tuple[tuple[Suit, ...], ...]:
        """The sets of suits by which cases are counted: each alone, each color, all."""
        return (*((suit,) for suit in Suit), *((RED, BLACK) if self.colors else ()), EVERY)

    def split(self, within: Sequence[int]) -> Iterator[tuple[int, SuitPattern]]:
        """The ways of each case, from those of cards within each of `sets`."""
        alone = within[:4]
        if self.named:
            yield from ((n, SuitPattern((suit,))) for n, suit in zip(alone, Suit, strict=True))
        else:
            yield sum(alone), SuitPattern(EVERY)
        if not self.colors:
            yield within[-1] - sum(alone), MIXED
            return
        red, black = within[4], within[5]
        yield red - alone[Suit.DIAMONDS] - alone[Suit.HEARTS], ALL_RED
        yield black - alone[Suit.CLUBS] - alone[Suit.SPADES], ALL_BLACK
        yield within[-1] - red - black, BOTH_COLORS

    def cases(
        self, hand: EndedHands, at: Sequence[int]
    ) -> Iterator[tuple[int, SuitPattern | None]]:
        """The ordered ways of a hand by the suits of the cards at these places of it."""
        inside = held_of([hand.path[i] for i in at], len(hand.held))
        outside = tuple(map(int.__sub__, hand.held, inside))
        within = [falling(counts, inside) for counts in self.counts]
        if not within[-1]:
            return
        others = hand.orders * falling(map(int.__sub__, self.counts[-1], inside), outside)
        if not at:
            yield others, None
            return
        for ways, case in self.split(within) if others else ():
            if ways:
                yield ways * others, case


def dressed(kinds: Kinds, path: Path, at: Sequence[int], case: SuitPattern) -> Cards | None:
    """Cards of these kinds whose suits at these places make the case; `None` if none do."""
    members = {i: kinds.members[path[i]] for i in at}

    def filled(suits: Container[Suit], given: Mapping[int, Card]) -> Cards | None:
        made = list(plain(kinds, path))
        for i in at:
            card = given.get(i) or next((c for c in members[i] if c.suit in suits), None)
            if card is None:
                return None
            made[i] = card
        return tuple(made)

    for suit in case.alone:
        if cards := filled((suit,), {}):
            return cards
    for i, j in permutations(at, 2):
        for a, b in product(members[i], members[j]):
            if (a.suit, b.suit) in case.pairs and (cards := filled(case.within, {i: a, j: b})):
                return cards
    return None


def plain(kinds: Kinds, path: Path) -> Cards:
    """Cards of these kinds, whatever their suits."""
    return tuple(kinds.members[kind][0] for kind in path)


def held_of(path: Sequence[int], kinds: int) -> Held:
    """How many of each kind a path has."""
    held = [0] * kinds
    for kind in path:
        held[kind] += 1
    return tuple(held)


# -- poker hands of five cards out of more, and wild cards ---------------------------------------

Flush = tuple[Suit, Held]
"""A suit, and how many cards of each kind are in it."""


@dataclass(frozen=True)
class FiveCards:
    """The suits of the dealer's cards if five of them make a hand, or one of them is wild."""

    kinds: Kinds
    make: PokerRule
    every: tuple[int, ...]
    inside: tuple[tuple[Held, Suit], ...]
    """For each suit the cards of each kind in it, and the suit an example may be shown in."""
    wild: int | None
    """The kind that is wild in any suit."""
    alike: tuple[Suit, ...]
    """Suits that nothing distinguishes."""

    @classmethod
    def of(cls, offer: Offer, kinds: Kinds, shoe: Shoe) -> FiveCards:
        named = {offer.hand.wild.suit} if offer.hand.wild else set()
        for word in words_of(conditions(offer)):
            named |= named_suits(word)
        alike = tuple(suit for suit in Suit if suit not in named)
        wild = None
        if offer.hand.any_suit:
            wild = next((k for k, m in enumerate(kinds.members) if m == (offer.hand.wild,)), None)
        every = kinds.counts(shoe)
        inside = []
        for suit in Suit:
            here = list(kinds.counts(shoe, (suit,)))
            if wild is not None:
                here[wild] = every[wild]
            inside.append((tuple(here), alike[0] if suit in alike else suit))
        return cls(kinds, offer.hand, every, tuple(inside), wild, alike)

    def cases(self, hand: EndedHands) -> Iterator[tuple[int, tuple[Flush, ...]]]:
        """The ways of one order of a hand by the suits that matter to five of its cards."""
        left = falling(self.every, hand.held)
        if left and hand.cards >= (self.make.size or hand.cards):
            same: Counter[Flush] = Counter()
            like: dict[tuple[Suit, Hashable], Held] = {}
            parts = {inside: [*self._suited_parts(hand, inside)] for inside in self._alike}
            for number, (inside, shown) in enumerate(self.inside):
                for part, ways in parts[inside]:
                    only_wild = self.wild is not None and part[self.wild] == sum(part)
                    if ways and not (only_wild and number):
                        flush = shown, self._makes(part)
                        same[(shown, like.setdefault(flush, part))] += ways
            for both, ways in self._two_flushes(hand).items():
                left -= ways
                yield ways, both
                wilds = hand.held[self.wild] if self.wild is not None else 0
                for shown, part in both:
                    suit, whole = self.inside[shown][1], _with(part, self.wild, wilds)
                    same[(suit, like[suit, self._makes(whole)])] -= ways
            left -= same.total()
            for flush, ways in same.items():
                if ways:
                    yield ways, (flush,)
        if left:
            yield left, ()

    def _makes(self, part: Held) -> Hashable:
        """What the cards of one suit make; one set of cards stands for all others that make the
        same.
        """
        if self.make.make != "best five":
            return part
        cards = tuple(map(bool, part)), sum(n for k, n in enumerate(part) if self._is_wild[k])
        if cards not in self._flushes:
            pairs = zip(self.kinds.members, part, strict=True)
            held = [members[0] for members, many in pairs for _ in range(many)]
            suited = [c if c == self.make.wild else replace(c, suit=self.alike[0]) for c in held]
            hand = Poker.of(suited, replace(self.make, any_suit=True))
            self._flushes[cards] = hand.straight_flush, hand.royal_flush
        return self._flushes[cards]

    @cached_property
    def _is_wild(self) -> list[bool]:
        return [members == (self.make.wild,) for members in self.kinds.members]

    @cached_property
    def _flushes(self) -> dict[tuple[tuple[bool, ...], int], tuple[bool, bool]]:
        return {}

    def counts_of(self, held: Held) -> tuple[tuple[int, ...], ...]:
        """How many cards of the kinds that are held the shoe has, in all and in each suit."""
        return tuple([counts for counts, many in zip(self._by_kind, held, strict=True) if many])

    @cached_property
    def _by_kind(self) -> list[tuple[int, ...]]:
        """The cards of each kind, in all and in each suit."""
        return [*zip(self.every, *(inside for inside, _ in self.inside), strict=True)]

    @cached_property
    def _alike(self) -> frozenset[Held]:
        """The cards of each suit, once if several suits have the same."""
        return frozenset(inside for inside, _ in self.inside)

    def _two_flushes(self, hand: EndedHands) -> Counter[tuple[Flush, Flush]]:
        """Ways to hold a flush in each of two suits at once, of many cards (*best five* only)."""
        found: Counter[tuple[Flush, Flush]] = Counter()
        wilds = hand.held[self.wild] if self.wild is not None else 0
        need = (self.make.size or 0) - wilds
        if self.make.make != "best five" or hand.cards - wilds < 2 * need:
            return found
        held = [n if k != self.wild else 0 for k, n in enumerate(hand.held)]
        wild_ways = math.perm(self.every[self.wild], wilds) if self.wild is not None else 1
        for (a, first), (b, second) in combinations(self.inside, 2):
            other = second if second != first else self.alike[1]
            split: list[tuple[Held, Held, int]] = [((), (), wild_ways)]
            for n, i, j, every in zip(held, a, b, self.every, strict=True):
                options = [*_in_two_suits(n, i, j, every)] if n else [(0, 0, 1)]
                split = [
                    ((*mine, x), (*yours, y), ways * more)
                    for mine, yours, ways in split
                    for x, y, more in options
                ]
            for mine, yours, ways in split:
                if sum(mine) >= need and sum(yours) >= need:
                    found[((first, _with(mine, self.wild, wilds)), (other, yours))] += ways
        return found

    def _suited_parts(self, hand: EndedHands, inside: Held) -> Iterator[tuple[Held, int]]:
        """Ways to hold enough cards of one suit to matter: how many of each kind are in it."""
        make = self.make
        if make.size is None or hand.cards == make.size:
            yield hand.held, falling(inside, hand.held)
            return
        if make.make == "best five":
            for part in product(*(range(n + 1) for n in hand.held)):
                if sum(part) >= make.size:
                    yield part, math.prod(map(_split_ways, hand.held, part, inside, self.every))
            return
        kept_of, ways, slots = [0] * len(hand.held), 1, make.size
        for kind in self._highest_first:
            if many := hand.held[kind]:
                kept = kept_of[kind] = min(many, slots)
                whole = range(kept, many + 1)
                ways *= sum([_split_ways(many, j, inside[kind], self.every[kind]) for j in whole])
                slots -= kept
        yield tuple(kept_of), ways

    @cached_property
    def _highest_first(self) -> list[int]:
        """Kinds in the order in which they are kept if five of more cards make a hand."""
        keep = self.make.wild if self.make.make == "five highest" else None
        members = self.kinds.members
        return sorted(
            range(len(members)),
            key=lambda k: (
                members[k] == (keep,),
                members[k][0].rank,
                members[k] == (self.make.wild,),
            ),
            reverse=True,
        )

    def example(self, hand: EndedHands, flushes: tuple[Flush, ...]) -> Cards:
        """Cards of this hand: that many of each kind in each suit named, the rest spread out."""
        used: Counter[Suit] = Counter()
        taken = {suit for suit, _ in flushes}
        made: dict[int, list[Card]] = {}
        for kind, members in enumerate(self.kinds.members):
            if not hand.held[kind]:
                continue
            cards = made.setdefault(kind, [])
            for suit, part in flushes:
                inside = next((c for c in members if c.suit is suit), members[0])
                cards += [inside] * part[kind]
            outside = [c for c in members if c.suit not in taken] or list(members)
            for _ in range(hand.held[kind] - len(cards)):
                card = min(outside, key=lambda c: (used[c.suit], c.suit))
                used[card.suit] += 1
                cards.append(card)
        return tuple(made[kind].pop() for kind in hand.path)


def _with(part: Held, kind: int | None, many: int) -> Held:
    return tuple(many if k == kind else n for k, n in enumerate(part))


def _in_two_suits(many: int, i: int, j: int, every: int) -> Iterator[tuple[int, int, int]]:
    """Cards of one kind in each of two suits, and their ways, those outside both included."""
    for x in range(many + 1):
        for y in range(many + 1 - x):
            ways = math.comb(many, x) * math.comb(many - x, y) * math.perm(i, x) * math.perm(j, y)
            if ways := ways * math.perm(every - i - j, many - x - y):
                yield x, y, ways


def _split_ways(many: int, in_suit: int, inside: int, every: int) -> int:
    return (
        math.comb(many, in_suit)
        * math.perm(inside, in_suit)
        * math.perm(every - inside, many - in_suit)
    )
