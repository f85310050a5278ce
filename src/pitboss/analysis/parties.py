"""The two parties to a round, and the ways in which one shoe deals the hands of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final, cast

from pitboss.cards import Shoe
from pitboss.errors import NotProved
from pitboss.rulebook.vocabulary import WORDS, Tells
from pitboss.rulebook.when import ALWAYS, Say, scopes, words_of
from pitboss.wagers.card_holders import DEALERS, PLAYERS, Sides, of_five
from pitboss.wagers.card_kinds import Held, Kinds
from pitboss.wagers.card_reader import Reader, groups, line_number, reader, sure_line
from pitboss.wagers.count import Key, key_of
from pitboss.wagers.growth import EndedHands, Group, Path, Sums, falling, matched
from pitboss.wagers.offer import DealQuestion, Offer
from pitboss.wagers.suits import (
    OF_SUITS,
    Cards,
    FiveCards,
    Flush,
    SuitPattern,
    Suits,
    dressed,
    plain,
)


@dataclass(frozen=True, slots=True)
class Party:
    """One party to the round: its words, and the kinds of card that they distinguish."""

    name: str
    words: tuple[Say, ...]
    kinds: Kinds
    sees: tuple[str, ...]

    counts: tuple[int, ...] = field(compare=False)
    """Cards of each kind in the pack; hands are the same whatever the counts."""

    def seen(self, cards: Cards) -> Mapping[str, Cards]:
        """The groups of its cards that words name."""
        return groups(self.sees, places(self.name, cards))


PLACES: Final[Mapping[str, slice]] = {
    "first": slice(0, 1),
    "upcard": slice(0, 1),
    "second": slice(1, 2),
    "hole": slice(1, 2),
    "third": slice(2, 3),
}
"""Group of one card → its place among those of a hand."""


def places(name: str, cards: Cards) -> dict[str, Cards]:
    """The cards at each place of one party, in the order in which they came."""
    if name == "dealer":
        upcard, two = cards[:1], cards[:2]
        return {"dealer.upcard": upcard, "dealer.first_two": two, "dealer.hand": cards}
    return {
        "player.first_two": cards[:2],
        "player.third_card": cards[2:3],
        "player.hand": cards,
    }


@dataclass(slots=True)
class Memory:
    """What is known about hands, whatever the shoe: it is the same for all deck counts."""

    names: dict[tuple[str, Path | Held, Hashable], Hashable] = field(default_factory=dict)
    """Hand, by its cards in order if that matters, and case → its name."""
    examples: dict[Hashable, Cards] = field(default_factory=dict)
    """Name of a hand → cards of one."""
    lines: dict[tuple[Hashable, Hashable], Key] = field(default_factory=dict)
    sure: dict[Path, int | None] = field(default_factory=dict)
    by_words: dict[tuple[object, ...], int | None] = field(default_factory=dict)
    of_five: dict[tuple[Held, tuple[tuple[int, ...], ...]], list[tuple[int, tuple[Flush, ...]]]] = (
        field(default_factory=dict)
    )
    """Hand and cards of its kinds in the shoe → ways by suits."""


@lru_cache(maxsize=32)
def memory(question: DealQuestion, first: Party, second: Party) -> Memory:
    """One cache for all shoes with the same kinds of card and the same conditions."""
    return Memory()


# -- the hands of one dealt with those of the other, and their lines -------------------------------


LINE: Final = "line"
"""The name of hands whose line is certain."""
MOST_PAIRS: Final = 400_000
"""The most pairs of hands that are examined one by one."""
Tally = dict[Key, Counter[int]]
"""Line and multiplier → number of cards dealt → ways."""


class Pairs:
    """The hands of both parties, and a tally of the lines that they come to."""

    def __init__(self, offer: Offer, pack: Shoe, first: Party, second: Party) -> None:
        self.offer, self.pack, self.sides = offer, pack, Sides.of(offer)
        self.parties = (first, second)
        """Whose hands are dealt first, and the other party, dealt with each of them."""
        self.tally: Tally = {}
        self.looked = 0

    def add(self, key: Key, cards: int, ways: int) -> None:
        self.tally.setdefault(key, Counter())[cards] += ways

    def deal(
        self, players: Sequence[EndedHands], dealers: Sequence[EndedHands], key: Key | None = None
    ) -> None:
        """Add the ways of all these hands of the player and the dealer, by their line or as one."""
        if not players or not dealers:
            return
        first, _ = self.parties
        columns, rows = (players, dealers) if first.name == "player" else (dealers, players)
        if key is None and self.sides.both and "" in self.sides.suited:
            self._deal_suited(columns, rows)
            return
        if key is None and self.sides.together and len(columns) * len(rows) > MOST_PAIRS:
            reason = "there are too many pairs of a player's hand and a dealer's"
            raise NotProved(self.offer.wager.name, self.offer.wager.id, reason)
        dealt = [
            (hand.cards, held, ways, self.called(first, hand, case, key))
            for hand, held in zip(columns, self.gathered(columns), strict=True)
            for ways, case in self.cases(first, hand, key)
        ]
        self.looked += len(dealt)
        place = {held: n for n, held in enumerate(dict.fromkeys(held for _, held, *_ in dealt))}
        mine, beside, sums = self.matched([name for *_, name in dealt], list(place), rows, key)
        made: dict[tuple[Hashable, int], Sums] = {}
        for cards, held, ways, name in dealt:
            row, group = sums[place[held]], (mine[name], cards)
            before = made.get(group)
            if before:
                made[group] = [n + ways * many for n, many in zip(before, row, strict=True)]
            else:
                made[group] = [ways * many for many in row]
        for (own, drawn), total in made.items():
            for (other, many), ways in zip(beside, total, strict=True):
                if ways:
                    self.add(key or self.line(own, other), drawn + many, ways)

    def matched(
        self,
        names: Sequence[Hashable],
        columns: Sequence[Held],
        rows: Sequence[EndedHands],
        key: Key | None,
    ) -> tuple[dict[Hashable, Hashable], list[Group], list[Sums]]:
        """The first of each of these names that is like it, and the ways to deal the other party's
        hands with each column, by their names and numbers of cards.
        """
        second = self.parties[1]
        called = [self.called(second, hand, None, key) for hand in rows]
        mine, yours = self.alike(names, called, key)
        grouped = [
            ((yours[name], hand.cards), hand.held, hand.orders)
            for name, hand in zip(called, rows, strict=True)
        ]
        return mine, *matched(grouped, columns, second.counts)

    def alike(
        self, mine: Iterable[Hashable], yours: Iterable[Hashable], key: Key | None
    ) -> tuple[dict[Hashable, Hashable], dict[Hashable, Hashable]]:
        """Every name of either party → the first that gives the same lines with the others."""
        if key is not None:
            return {None: None}, {None: None}
        own, others = list(dict.fromkeys(mine)), list(dict.fromkeys(yours))
        firsts: dict[tuple[Key, ...], Hashable] = {}
        theirs = {
            name: firsts.setdefault(tuple([self.line(each, name) for each in own]), name)
            for name in others
        }
        others, firsts = list(dict.fromkeys(theirs.values())), {}
        return {
            name: firsts.setdefault(tuple([self.line(name, each) for each in others]), name)
            for name in own
        }, theirs

    def cases(
        self, side: Party, hand: EndedHands, key: Key | None
    ) -> Iterator[tuple[int, Hashable]]:
        """The ways of a hand, by its suits where they make a difference."""
        at = None if key is not None else self._suited_places(side, hand)
        if at is None or self.sure(side, hand) is not None:
            yield hand.orders * falling(side.counts, hand.held), None
        elif of_five(self.offer):
            yield from ((ways * hand.orders, case) for ways, case in self._of_five(hand))
        else:
            yield from self._suits.cases(hand, at)

    def _of_five(self, hand: EndedHands) -> list[tuple[int, tuple[Flush, ...]]]:
        """The ways of one order by suits, the same for all shoes that have as many such cards."""
        known, spec = self.memory.of_five, (hand.held, self._five.counts_of(hand.held))
        if spec not in known:
            known[spec] = [*self._five.cases(hand)]
        return known[spec]

    def sure(self, side: Party, hand: EndedHands) -> int | None:
        """The line of a hand, whatever its suits and the other party's hand; `None` if open."""
        if self.offer.multipliers or not side.sees:
            return None
        sure = self.memory.sure
        if hand.path not in sure:
            seen = side.seen(plain(side.kinds, hand.path))
            said = tuple(read(seen) for _, read in self._lasting)
            if said not in self.memory.by_words:
                words = [word for word, _ in self._lasting]
                self.memory.by_words[said] = sure_line(self.offer, words, said)
            sure[hand.path] = self.memory.by_words[said]
        return sure[hand.path]

    @cached_property
    def _lasting(self) -> list[tuple[Say, Reader]]:
        """The words about the hands that are dealt first, except those about suits."""
        words = [w for w in self.parties[0].words if not WORDS[w.word].tells & OF_SUITS]
        return [(word, reader(word, self.offer.hand)) for word in words]

    @cached_property
    def _suits(self) -> Suits:
        return Suits.of(self.offer, self.parties[0].kinds, self.pack)

    @cached_property
    def _five(self) -> FiveCards:
        return FiveCards.of(self.offer, self.parties[0].kinds, self.pack)

    def _suited_places(self, side: Party, hand: EndedHands) -> Sequence[int] | None:
        """The places of a hand whose suits matter; `None` if they are the other party's."""
        every, own = range(hand.cards), DEALERS if side.name == "dealer" else PLAYERS
        for scope in self.sides.suited:
            if scope == "player" == side.name and "player.hand" not in side.sees:
                return every[:2]
            if not scope or scope in own:
                return every[PLACES.get(scope, slice(None))]
        return None

    def called(self, side: Party, hand: EndedHands, case: Hashable, key: Key | None) -> Hashable:
        """What distinguishes a hand from others; empty if its line is known."""
        if key is not None:
            return None
        if case is None and side is self.parties[0] and self.sides.suited:
            line = self.sure(side, hand)
            if line is not None:
                return LINE, line
        spec = (side.name, hand.held if side.name in self._in_any_order else hand.path, case)
        names = self.memory.names
        if spec not in names:
            cards = self._example(side, hand, case)
            name = (side.name, self.name(side, cards))
            self.memory.examples.setdefault(name, cards)
            names[spec] = name
        return names[spec]

    @cached_property
    def _in_any_order(self) -> frozenset[str]:
        """The parties whose words are all about the whole hand, and none about the order of its
        cards.
        """
        return frozenset(
            side.name
            for side in self.parties
            if not self.sides.both
            and side.sees == (f"{side.name}.hand",)
            and not any(WORDS[word.word].tells & Tells.ORDER for word in side.words)
            and {scope for word in side.words for scope in scopes(word)} <= {side.name}
        )

    def _example(self, side: Party, hand: EndedHands, case: Hashable) -> Cards:
        """Cards of a hand whose suits make the case."""
        if case is None:
            return plain(side.kinds, hand.path)
        if not isinstance(case, SuitPattern):
            return self._five.example(hand, cast(tuple[Flush, ...], case))
        at = self._suited_places(side, hand)
        cards = dressed(side.kinds, hand.path, at or (), case)
        assert cards
        return cards

    def line(self, mine: Hashable, yours: Hashable) -> Key:
        """The line and multiplier of two hands by their names."""
        match mine:
            case (name, int(sure)) if name == LINE:
                return sure, 1
        lines, examples = self.memory.lines, self.memory.examples
        if (mine, yours) not in lines:
            lines[mine, yours] = self.outcome(examples[mine], examples[yours])
        return lines[mine, yours]

    @cached_property
    def memory(self) -> Memory:
        return memory(self.offer.question, *self.parties)

    def gathered(self, columns: Sequence[EndedHands]) -> list[Held]:
        """The hands that are dealt first, by the kinds that the other party distinguishes."""
        within, kinds = self._within, len(self.parties[1].counts)
        if within == tuple(range(kinds)):
            return [hand.held for hand in columns]
        return [_gathered(hand.held, within, kinds) for hand in columns]

    @cached_property
    def _within(self) -> tuple[int, ...]:
        first, second = self.parties
        return first.kinds.within(second.kinds)

    def name(self, side: Party, cards: Cards) -> Hashable:
        """What distinguishes these cards from others: the line, or all that is said about them."""
        if self.sides.together:
            return cards
        if side.name == self.decided_by:
            return line_number(self.offer, side.seen(cards)), self._said(side, cards)
        return self._said(side, cards)

    def _said(self, side: Party, cards: Cards) -> Hashable:
        seen = side.seen(cards)
        words = side.words if side.name != self.decided_by else self._in_multipliers
        return tuple(reader(word, self.offer.hand)(seen) for word in words)

    @cached_property
    def decided_by(self) -> str:
        """The party whose cards alone decide the line; empty if both do."""
        words = {*words_of(line.when for line in self.offer.lines)} - {ALWAYS}
        return next((s.name for s in self.parties if words <= {*s.words}), "")

    @cached_property
    def _in_multipliers(self) -> tuple[Say, ...]:
        side = next(party for party in self.parties if party.name == self.decided_by)
        said = {*words_of(m.when for m in self.offer.multipliers)}
        return tuple(word for word in side.words if word in said)

    def outcome(self, cards: Cards, others: Cards) -> Key:
        """The line and multiplier of a hand that is dealt first, and one dealt with it."""
        mine_first = self.parties[0].name == "player"
        mine, theirs = (cards, others) if mine_first else (others, cards)
        seen = groups(self.offer.wager.sees, {**places("player", mine), **places("dealer", theirs)})
        return key_of(self.offer, seen)

    def _deal_suited(self, columns: Sequence[EndedHands], rows: Sequence[EndedHands]) -> None:
        """The same if the suits of all cards together make a difference."""
        first, second = self.parties
        suits = self._suits
        held = self.gathered(columns)
        names = [self.called(first, hand, None, None) for hand in columns]
        called = [self.called(second, hand, None, None) for hand in rows]
        grouped = [
            ((name, hand.cards), hand.held, hand.orders)
            for name, hand in zip(called, rows, strict=True)
        ]
        sets = suits.sets
        found: dict[tuple[Hashable, Hashable, int], list[int]] = {}
        for number in range(len(sets)):
            counts = suits.counts[number]
            beside, sums = matched(grouped, held, self._beside_suits[number])
            for hand, mine, row in zip(columns, names, sums, strict=True):
                own = hand.orders * falling(counts, hand.held)
                for (yours, cards), many in zip(beside, row, strict=True):
                    ways = found.setdefault((mine, yours, hand.cards + cards), [0] * len(sets))
                    ways[number] += own * many
        kinds = Kinds(first.kinds.members + second.kinds.members)
        for (mine, yours, cards), ways in found.items():
            pairs = [
                (hand.path, other.path)
                for hand, name in zip(columns, names, strict=True)
                if name == mine
                for other, name in zip(rows, called, strict=True)
                if name == yours
            ]
            for many, case in suits.split(ways):
                if many:
                    self.add(self._dressed(kinds, pairs, case), cards, many)

    @cached_property
    def _beside_suits(self) -> list[tuple[int, ...]]:
        """Cards of each kind of the second party, within each set of suits."""
        kinds = self.parties[1].kinds
        return [kinds.counts(self.pack, suits) for suits in self._suits.sets]

    def _dressed(self, kinds: Kinds, pairs: Sequence[tuple[Path, Path]], case: SuitPattern) -> Key:
        """The line of some two hands whose suits together make a case."""
        for mine, yours in pairs:
            own_kinds = len(self.parties[0].kinds.members)
            path = (*mine, *(own_kinds + kind for kind in yours))
            cards = dressed(kinds, path, range(len(path)), case)
            if cards:
                own, others = cards[: len(mine)], cards[len(mine) :]
                return self.outcome(own, others)
        raise AssertionError("a case that has ways has cards")


def _gathered(held: Held, within: Sequence[int], kinds: int) -> Held:
    """The same cards by coarser kinds."""
    made = [0] * kinds
    for kind, many in zip(within, held, strict=True):
        made[kind] += many
    return tuple(made)
