"""What a hand of cards is worth: blackjack totals, and poker hands of two to six cards.

A straight runs ace high or ace low, never around the corner. A wild card takes any rank and
keeps its suit (58 Pa. Code § 633c.12(j)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import combinations
from operator import or_
from typing import Any, ClassVar, Final

from pitboss.cards import Card, Rank, Suit


@dataclass(frozen=True, slots=True)
class Total:
    """A blackjack total; soft while an ace counts eleven."""

    points: int
    soft: bool

    @property
    def bust(self) -> bool:
        return self.points > 21


def total(cards: Iterable[Card | Rank]) -> Total:
    """The best total that does not bust, or the least that does.

    >>> from pitboss.cards import parse_cards
    >>> total(parse_cards("As 6d")), total(parse_cards("As 6d 9c"))
    (Total(points=17, soft=True), Total(points=16, soft=False))
    """
    points, soft = 0, False
    for card in cards:
        worth = card.points
        points += worth
        if worth == 1:
            soft = True
    return _total(points + 10, True) if soft and points <= 11 else _total(points, False)


_total: Final = cache(Total)


def total_of(points: Collection[int]) -> Total:
    """The total of cards of these points, an ace being 1."""
    hard = sum(points)
    soft = 1 in points and hard <= 11
    return _total(hard + 10 * soft, soft)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """Whether they are an ace and a ten-value card, and nothing else."""
    if len(cards) != 2:
        return False
    one, other = cards[0].points, cards[1].points
    return one + other == 11 and 1 in (one, other)


def every(parts: Iterable[Any]) -> Any:
    """All of them hold, in each deal."""
    result: Any = True
    for part in parts:
        result = part if result is True else result & part
        if result is False:
            break
    return result


def some(parts: Iterable[Any]) -> Any:
    """At least one of them holds, in each deal."""
    result: Any = False
    for part in parts:
        result = part if result is False else result | part
        if result is True:
            break
    return result


def tally(parts: Iterable[Any]) -> Any:
    """How many of them hold, in each deal; columns of true and false are added as whole numbers."""
    return sum([part if isinstance(part, bool) else part.astype("int8") for part in parts])


class Reckoner:
    """What cards are reckoned with: here numbers, those of one deal.

    `pitboss.wagers.array_reader` has the one for many deals at once, whose values are columns.
    """

    width = 8
    """How many bits a rank has where those held are counted in one number."""

    def __init__(self) -> None:
        self.units: Any = (0, 0, *(1 << self.width * n for n in range(13)))
        """Rank → one card of it."""
        self.places: Any = (0, 0, *(1 << n for n in range(1, 13)), 1 << 13 | 1)
        """Rank → its place in a sequence; the ace has both ends."""
        self.points: Any = (0, 0, *(rank.points for rank in Rank))
        """Rank → its points at blackjack with the ace as one."""
        each, half = sum(self.units), 1 << self.width - 1
        self.spare: Final = tuple((half - many) * each for many in range(half))
        """How many → what lifts a rank that is held so often to its highest bit."""
        self.full: Final = half * each
        """The highest bit of every rank."""
        self.fills: Callable[[Any, Any, int, tuple[int, ...]], Any] = cache(self.some_filled)

    ones: Callable[[Any], Any] = staticmethod(int.bit_count)
    greater: Callable[[Any, Any], Any] = staticmethod(max)

    def some_filled(self, held: Any, wilds: Any, size: int, runs: tuple[int, ...]) -> Any:
        """Cards at these places, and wild ones, make one of these sequences."""
        return some(self.ones(held & run) + wilds >= size for run in runs)


NUMBERS: Final = Reckoner()


@dataclass(frozen=True, slots=True)
class PokerRule:
    """How cards make the poker hand of a wager: how many of them, and which is wild."""

    make: str = "all cards"
    wild: Card | None = None
    wild_in: str = ""
    any_suit: bool = False
    """The wild card takes any suit as well as any rank."""

    @property
    def size(self) -> int | None:
        """Cards in a straight or flush; `None` for all there are."""
        return None if self.make == "all cards" else 5

    def of(self, scope: str) -> PokerRule:
        """How the cards of one prefix make a hand: a card is wild only in one of them."""
        return self if self.wild is None or self.wild_in == scope else replace(self, wild=None)


ALL_CARDS: Final = PokerRule()


class Poker:
    """The poker reading of some cards, `size` of which make a straight or a flush.

    Each rank and suit is a number, or a column with one number per deal. How often each rank is
    held is packed in one number, so that "three of a kind" is an addition and a mask.

    >>> from pitboss.cards import parse_cards
    >>> hand = Poker.of(parse_cards("Kd 9c 9h 4s"), PokerRule(wild=parse_cards("Kd")[0]))
    >>> hand.of_a_kind(3), hand.of_a_kind(4), hand.full_house
    (True, False, False)
    """

    def __init__(
        self, ranks: Sequence[Any], suits: Sequence[Any], rule: PokerRule, by: Reckoner = NUMBERS
    ) -> None:
        self.ranks, self.suits, self._by = ranks, suits, by
        self.size = len(ranks) if rule.size is None else rule.size
        self._too_few = len(ranks) < self.size
        self._held_suits = {*suits} if by is NUMBERS else SUITS
        self._rule, wild = rule, rule.wild
        self._is_wild: list[Any] = []
        if wild:
            cards = zip(ranks, suits, strict=True)
            self._is_wild = [(r == wild.rank) & (s == wild.suit) for r, s in cards]
        self._wilds = tally(self._is_wild)
        self._packed = sum(self._unless_wild([by.units[rank] for rank in ranks]))

    @classmethod
    def of(cls, cards: Sequence[Card], rule: PokerRule = ALL_CARDS) -> Poker:
        """Read the cards of one deal."""
        if rule.make.startswith("five highest"):
            cards = five_highest(cards, rule.wild, rule.make == "five highest")
        places = [card.index for card in cards]  # plain numbers are faster than ranks and suits
        return cls([n // 4 + 2 for n in places], [n % 4 for n in places], rule)

    def _unless_wild(self, values: Sequence[Any]) -> Sequence[Any]:
        """The value of each card, 0 for a wild one."""
        if not self._is_wild:
            return values
        return [value * (wild ^ True) for value, wild in zip(values, self._is_wild, strict=True)]

    @property
    def _places(self) -> Sequence[Any]:
        return self._unless_wild([self._by.places[rank] for rank in self.ranks])

    def _ranks_with(self, many: int) -> Any:
        """How many ranks are held at least that many times."""
        by = self._by
        return by.ones(self._packed + by.spare[max(many, 0)] & by.full)

    def _by_wilds(self, fits: Callable[[int], Any]) -> Any:
        """What holds with as many wild cards as there are."""
        if isinstance(self._wilds, int):
            return fits(self._wilds)
        counts = range(self._wilds.max(initial=0) + 1)
        return some((self._wilds == wilds) & fits(wilds) for wilds in counts)

    def of_a_kind(self, many: int) -> Any:
        """At least that many cards of one rank."""
        return self._by_wilds(lambda wilds: self._ranks_with(many - wilds) > 0)

    @property
    def two_pair(self) -> Any:
        """Pairs of two different ranks."""
        return self._by_wilds(lambda wilds: self._groups(2, 2, wilds))

    @property
    def full_house(self) -> Any:
        """Three of one rank and two of another."""
        return self._by_wilds(lambda wilds: self._groups(3, 2, wilds))

    def _groups(self, many: int, few: int, wilds: int) -> Any:
        needs = ((many - used, few - (wilds - used)) for used in range(wilds + 1))
        return some(
            (self._ranks_with(max(need)) > 0) & (self._ranks_with(min(need)) > 1) for need in needs
        )

    @property
    def pair_rank(self) -> Any:
        """The highest rank that can be held twice; 0 if none can."""
        best, plain = 14 * (self._wilds >= 2), self._unless_wild(self.ranks)
        for i, rank in enumerate(plain):
            others = (rank == other for other in (*plain[:i], *plain[i + 1 :]))
            best = self._by.greater(best, rank * some([self._wilds > 0, *others]))
        return best

    @property
    def straight(self) -> Any:
        """That many cards in sequence, of any suits."""
        if self._too_few:
            return False
        return self._fills(self._places, self._wilds, sequences(self.size))

    @property
    def flush(self) -> Any:
        """That many cards of one suit."""
        if self._too_few:
            return False
        if self.size == len(self.suits) and not (self._is_wild and self._rule.any_suit):
            return every([suit == self.suits[0] for suit in self.suits[1:]])
        return some(self._in_suit(suit) >= self.size for suit in self._held_suits)

    def _in_suit(self, suit: int) -> Any:
        of_others = self._wilds if self._rule.any_suit and not self._is_own(suit) else 0
        return tally([each == suit for each in self.suits]) + of_others

    @property
    def straight_flush(self) -> Any:
        """That many cards in sequence in one suit."""
        return self._suited(sequences(self.size))

    @property
    def royal_flush(self) -> Any:
        """The straight flush that ends at the ace."""
        return self._suited(sequences(self.size)[-1:])

    def _suited(self, runs: tuple[int, ...]) -> Any:
        if self.flush is False:
            return False
        held = [*zip(self._places, self.suits, strict=True)]
        return some(
            self._fills(
                [place * (suit == each) for place, suit in held], self._wilds_in(each), runs
            )
            for each in SUITS
        )

    def _wilds_in(self, suit: int) -> Any:
        return self._wilds if self._rule.any_suit or self._is_own(suit) else 0

    def _is_own(self, suit: int) -> bool:
        """Whether a wild card is of this suit by itself."""
        return self._rule.wild is not None and self._rule.wild.suit == suit

    def _fills(self, places: Iterable[Any], wilds: Any, runs: tuple[int, ...]) -> Any:
        return self._by.fills(reduce(or_, places), wilds, self.size, runs)


class Group:
    """Some cards, in the order dealt: each rank, suit or value is a number or a column of them."""

    __slots__ = ()
    by: ClassVar[Reckoner] = NUMBERS
    ranks: Any
    suits: Any
    points: Any

    def __len__(self) -> int:
        return len(self.ranks)

    def run(self, around: bool = False) -> Any:
        """How long a straight the cards build in the order they came (1 CCR 207-1, 30-2109(7)).

        The first two start it; each later card must extend it at one end and must not bust the
        hand.
        """
        places = [self.by.places[rank] for rank in self.ranks]
        held, hard, points = places[0], self.points[0], self.points
        length, going = 0, True
        for count in range(2, len(places) + 1):
            held = held | places[count - 1]
            hard = hard + points[count - 1]  # an ace counts 11 only if that does not bust
            fills = self.by.fills(held, 0, count, sequences(count, around))
            going = going & fills & (hard <= 21)
            if going is False:
                break
            length = self.by.greater(length, count * going)
        return length


@cache
def sequences(size: int, around: bool = False) -> tuple[int, ...]:
    """The places of `size` ranks in sequence, each as one number: ace low first and ace high last.

    `around` adds those that go around the corner, such as K-A-2.

    >>> [f"{run:014b}" for run in sequences(3)[:2]], f"{sequences(3)[-1]:014b}"
    (['00000000000111', '00000000001110'], '11100000000000')
    """
    plain = tuple((1 << size) - 1 << low for low in range(14 - size + 1))
    corner = range(14 - size, 13) if around else ()
    return plain + tuple(sum(1 << 1 + (low + n) % 13 for n in range(size)) for low in corner)


SUITS: Final = tuple(map(int, Suit))


def five_highest(
    cards: Sequence[Card], wild: Card | None = None, always: bool = True
) -> tuple[Card, ...]:
    """The five cards of highest rank, ace high; the wild card is `always` kept, or as a king.

    The law does not say which of several cards of the lowest rank are kept: here the wild card,
    then those of the suit of the higher cards. This favors the player (§ 633c.12(f)).
    """
    if len(cards) <= 5:
        return tuple(cards)

    keep = wild.index if wild else None
    ranked = [(15 if always and c.index == keep else c.index // 4 + 2, c) for c in cards]
    cut = sorted([rank for rank, _ in ranked])[-5]
    higher = [c for rank, c in ranked if rank > cut]
    common = Counter([c.index % 4 for c in higher or cards if c.index != keep])

    def place(each: tuple[int, Card]) -> tuple[int, bool, int, int]:
        rank, card = each
        suit = card.index % 4
        return rank, card.index == keep, common[suit], suit

    return tuple([card for _, card in sorted(ranked, key=place, reverse=True)[:5]])


CLASSES: Final[Mapping[str, Callable[[Poker], bool]]] = {
    "royal flush": lambda hand: hand.royal_flush,
    "straight flush": lambda hand: hand.straight_flush,
    "five of a kind": lambda hand: hand.of_a_kind(5),
    "four of a kind": lambda hand: hand.of_a_kind(4),
    "full house": lambda hand: hand.full_house,
    "flush": lambda hand: hand.flush,
    "straight": lambda hand: hand.straight,
    "three aces": lambda hand: hand.ranks.count(Rank.ACE) >= 3,
    "three of a kind": lambda hand: hand.of_a_kind(3),
    "two pair": lambda hand: hand.two_pair,
    "pair": lambda hand: hand.of_a_kind(2),
    "high card": lambda hand: True,
}
"""Every class of poker hand a game may rank, and its test; each game gives its own order."""


def poker_rank(cards: Sequence[Card], order: Sequence[str]) -> tuple[int, ...]:
    """A key that compares two poker hands of a game that ranks classes in this order, best first.

    >>> from pitboss.cards import parse_cards
    >>> shine = ("three aces", "straight flush", "three of a kind", "straight", "flush", "pair",
    ...          "high card")
    >>> poker_rank(parse_cards("As Ad Ah"), shine) > poker_rank(parse_cards("Qs Ks As"), shine)
    True
    """
    hand = Poker.of(cards)
    best = next(i for i, name in enumerate(order) if CLASSES[name](hand))
    counts = sorted(((n, r) for r, n in Counter(hand.ranks).items()), reverse=True)
    tied = [r for _, r in counts]
    wheel = {Rank.ACE, *range(2, hand.size + 1)}
    if order[best] in ("straight", "straight flush") and set(tied) == wheel:
        tied = [*tied[1:], 1]
    return (-best, *tied)


def best_hand(cards: Sequence[Card], size: int, order: Sequence[str]) -> tuple[Card, ...]:
    """The cards that make the best poker hand of a size; of equal ones, the first.

    >>> from pitboss.cards import parse_cards, show_cards
    >>> show_cards(best_hand(parse_cards("9s Qd 4c 9h"), 2, ("pair", "high card")))
    '9s 9h'
    """
    return max(combinations(cards, size), key=lambda each: poker_rank(each, order))
