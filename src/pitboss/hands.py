"""What a hand of cards is worth: blackjack totals, and poker hands of two to six cards.

A straight runs ace high or ace low, never round the corner. A wild card takes any rank and
keeps its suit (58 Pa. Code § 633c.12(j)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from pitboss.cards import Card, Rank


@dataclass(frozen=True, slots=True)
class Total:
    """A blackjack total; soft while an ace counts eleven."""

    points: int
    soft: bool

    @property
    def bust(self) -> bool:
        return self.points > 21


def total(cards: Iterable[Card]) -> Total:
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


def is_blackjack(cards: Sequence[Card]) -> bool:
    """An ace and a ten-value card, and nothing else."""
    if len(cards) != 2:
        return False
    one, other = cards[0].points, cards[1].points
    return one + other == 11 and 1 in (one, other)


@cache
def windows(size: int, around: bool = False) -> tuple[frozenset[int], ...]:
    """The sets of `size` ranks in sequence, ace low first and ace high last.

    `around` adds those that go round the corner, such as K-A-2.

    >>> [sorted(w) for w in windows(3)][:2], sorted(windows(3)[-1])
    ([[2, 3, 14], [2, 3, 4]], [12, 13, 14])
    """
    line = (14, *range(2, 15))
    plain = tuple(frozenset(line[i : i + size]) for i in range(14 - size + 1))
    corner = range(14 - size, 13) if around else ()
    return plain + tuple(frozenset(line[1 + (i + n) % 13] for n in range(size)) for i in corner)


@dataclass(frozen=True, slots=True)
class Poker:
    """The poker reading of some cards, `size` of which make a straight or a flush.

    >>> from pitboss.cards import parse_cards
    >>> hand = Poker.of(parse_cards("Kd 9c 9h 4s"), wild=parse_cards("Kd")[0])
    >>> hand.of_a_kind(3), hand.of_a_kind(4), hand.full_house
    (True, False, False)
    """

    ranks: dict[int, int]
    """How many of each rank, of the cards that are not wild."""
    suits: dict[int, int]
    """How many of each suit, of all cards: a wild card keeps its own."""
    suited_ranks: dict[int, set[int]]
    wild_suits: dict[int, int]
    wilds: int
    size: int
    any_suit: bool
    """A wild card takes any suit too."""

    @classmethod
    def of(
        cls,
        cards: Sequence[Card],
        size: int | None = None,
        wild: Card | None = None,
        any_suit: bool = False,
    ) -> Poker:
        """Read the cards; all of them make a straight or flush unless `size` says how many."""
        ranks, suits, wild_suits = dict[int, int](), dict[int, int](), dict[int, int]()
        by_suit: dict[int, set[int]] = {}
        for card in cards:
            rank, suit = card.rank, card.suit
            suits[suit] = suits.get(suit, 0) + 1
            if wild is not None and card == wild:
                wild_suits[suit] = wild_suits.get(suit, 0) + 1
                continue
            ranks[rank] = ranks.get(rank, 0) + 1
            by_suit.setdefault(suit, set()).add(rank)
        wilds = sum(wild_suits.values())
        size = len(cards) if size is None else size
        return cls(ranks, suits, by_suit, wild_suits, wilds, size, any_suit)

    def of_a_kind(self, many: int) -> bool:
        """At least that many cards of one rank."""
        return max(self.ranks.values(), default=0) + self.wilds >= many

    @property
    def two_pair(self) -> bool:
        """Pairs of two different ranks."""
        return self._groups(2, 2)

    @property
    def full_house(self) -> bool:
        """Three of one rank and two of another."""
        return self._groups(3, 2)

    def _groups(self, many: int, few: int) -> bool:
        counts = [*sorted(self.ranks.values(), reverse=True), 0, 0]
        return max(0, many - counts[0]) + max(0, few - counts[1]) <= self.wilds

    @property
    def pair_rank(self) -> int:
        """The highest rank that can be held twice; 0 if none can."""
        paired = max((r for r, n in self.ranks.items() if n >= 2), default=0)
        if self.wilds >= 2:
            return Rank.ACE
        return max(self.ranks, default=0) if self.wilds else paired

    @property
    def straight(self) -> bool:
        """That many cards in sequence, of any suits."""
        return _fills(frozenset(self.ranks), self.wilds, windows(self.size))

    @property
    def flush(self) -> bool:
        """That many cards of one suit."""
        if not self.wilds:
            return max(self.suits.values(), default=0) >= self.size
        return any(
            count + self._wilds_in(suit) - self.wild_suits.get(suit, 0) >= self.size
            for suit, count in self.suits.items()
        )

    @property
    def straight_flush(self) -> bool:
        """That many cards in sequence in one suit."""
        return self._suited_run(windows(self.size))

    @property
    def royal_flush(self) -> bool:
        """The straight flush that ends at the ace."""
        return self._suited_run(windows(self.size)[-1:])

    def _suited_run(self, runs: Sequence[frozenset[int]]) -> bool:
        return self.flush and any(
            _fills(self.suited_ranks.get(suit, frozenset()), self._wilds_in(suit), runs)
            for suit in self.suits
        )

    def _wilds_in(self, suit: int) -> int:
        return self.wilds if self.any_suit else self.wild_suits.get(suit, 0)


def _fills(held: AbstractSet[int], wilds: int, runs: Sequence[frozenset[int]]) -> bool:
    """Ranks and wild cards make one of these runs, all of the same length."""
    spare = len(held) + wilds - len(runs[0]) if runs else -1
    if spare < 0:
        return False
    if not wilds and not spare:
        return held in runs
    return any(len(run) - len(run & held) <= wilds for run in runs)


def five_highest(
    cards: Sequence[Card], wild: Card | None = None, always: bool = True
) -> tuple[Card, ...]:
    """The five cards of highest rank, ace high; the wild card is `always` kept, or as a king.

    The law does not say which of several cards of the lowest rank are kept: here the wild card,
    then those of the suit of the higher cards. This favours the player (§ 633c.12(f)).
    """
    if len(cards) <= 5:
        return tuple(cards)

    def rank(card: Card) -> int:
        return 15 if always and card == wild else card.rank

    cut = sorted(map(rank, cards), reverse=True)[4]
    higher = [c for c in cards if rank(c) > cut]
    common = Counter(c.suit for c in higher or cards if c != wild)
    order = sorted(cards, key=lambda c: (rank(c), c == wild, common[c.suit], c.suit), reverse=True)
    return tuple(order[:5])


def straight_run(cards: Sequence[Card], around: bool = False) -> int:
    """How long a straight the cards build in the order they came (1 CCR 207-1, 30-2109(7)).

    The first two start it; each later card must extend it at one end and must not bust the hand.

    >>> from pitboss.cards import parse_cards
    >>> [straight_run(parse_cards(t)) for t in ("4s 5d 3h", "4s 5d 3h 6c", "3s 4d 6h 5c", "As Kd")]
    [3, 4, 2, 2]
    >>> straight_run(parse_cards("5s 6d 7h 8c"))  # 30-2109(8)(a): the bust card does not count
    3
    """
    ranks: set[int] = {int(c.rank) for c in cards[:2]}
    if len(ranks) < 2 or ranks not in windows(2, around):
        return 0
    length = 2
    for count in range(3, len(cards) + 1):
        ranks.add(int(cards[count - 1].rank))
        if ranks not in windows(count, around) or total(cards[:count]).bust:
            break
        length = count
    return length


CLASSES: Final[Mapping[str, Callable[[Poker], bool]]] = {
    "royal flush": lambda hand: hand.royal_flush,
    "straight flush": lambda hand: hand.straight_flush,
    "five of a kind": lambda hand: hand.of_a_kind(5),
    "four of a kind": lambda hand: hand.of_a_kind(4),
    "full house": lambda hand: hand.full_house,
    "flush": lambda hand: hand.flush,
    "straight": lambda hand: hand.straight,
    "three aces": lambda hand: hand.ranks.get(Rank.ACE, 0) >= 3,
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
    counts = sorted(((n, r) for r, n in hand.ranks.items()), reverse=True)
    tied = [r for _, r in counts]
    if order[best] in ("straight", "straight flush") and set(tied) == windows(hand.size)[0]:
        tied = [*tied[1:], 1]
    return (-best, *tied)


def best_hand(cards: Sequence[Card], size: int, order: Sequence[str]) -> tuple[Card, ...]:
    """The cards that make the best poker hand of a size; of equal ones, the first.

    >>> from pitboss.cards import parse_cards, show_cards
    >>> show_cards(best_hand(parse_cards("9s Qd 4c 9h"), 2, ("pair", "high card")))
    '9s 9h'
    """
    return max(combinations(cards, size), key=lambda each: poker_rank(each, order))
