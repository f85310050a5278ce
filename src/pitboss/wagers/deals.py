"""Every deal a wager can see, and in how many ways a shoe deals each.

Cards that a rule never distinguishes are counted together. If no condition says who holds what, all
cards are one hand (combinations); if only who holds them matters, each group is one hand; if the
cards of one holder are distinguished, every card is counted in the order dealt.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from typing import Final

import numpy as np

from pitboss.cards import Shoe
from pitboss.rulebook.vocabulary import FIRST_TWO, SEES, WORDS, Tells
from pitboss.rulebook.when import Condition, scopes, words_of
from pitboss.wagers.array_reader import Array, Deals
from pitboss.wagers.card_reader import tells_suits_apart
from pitboss.wagers.offer import Offer


@dataclass(frozen=True, slots=True)
class DealLayout:
    """Which cards are dealt into which groups, and whether order within the deal is counted."""

    groups: tuple[tuple[str, int], ...]
    """(prefix, cards), in the order dealt; `player 3` is the player's third card, where order
    counts, and `player rest` the cards after the first two."""
    ordered: bool
    pooled: bool

    @property
    def cards(self) -> int:
        return sum(n for _, n in self.groups)

    @property
    def hands(self) -> tuple[int, ...]:
        """Sizes of the sets of cards that are not distinguished within."""
        return (self.cards,) if self.pooled else tuple(n for _, n in self.groups)

    @property
    def words(self) -> str:
        """How ways are counted, for the sheet."""
        if self.ordered:
            return f"every order of {self.cards} cards dealt"
        if self.pooled:
            return f"combinations of {self.cards} card{'s' * (self.cards > 1)}"
        parts = [_SINGLE.get(scope, f"{n} to the {scope}") for scope, n in self.groups]
        return "combinations of " + ", ".join(parts)

    def total(self, size: int) -> int:
        """The total number of ways, from a shoe of this many cards."""
        return math.perm(size, self.cards) if self.ordered else _combinations(size, self.hands)

    def columns(self, dealt: Sequence[int]) -> dict[str, tuple[int, ...]]:
        """Prefix → columns of a deal in which these groups have been dealt, in this order."""
        made: dict[str, tuple[int, ...]] = {}
        start = 0
        for number in dealt:
            scope, count = self.groups[number]
            made[scope] = tuple(range(start, start + count))
            start += count
        for holder in {_holder(scope) for scope, _ in self.groups}:
            parts = [scope for scope, _ in self.groups if _holder(scope) == holder]
            if len(parts) > 1 and all(part in made for part in parts):
                made[holder] = tuple(i for part in parts for i in made[part])
        if "player" in made and "upcard" in made:
            made["shown"] = made["player"] + made["upcard"]
        if len(dealt) == len(self.groups):
            made[""] = tuple(i for scope, _ in self.groups for i in made[scope])
        return made


def layout(offer: Offer) -> DealLayout | None:
    """The layout of a wager that sees a fixed number of cards; `None` for a growing hand."""
    places = [SEES[place] for place in offer.wager.sees]
    if any(count is None for _, count in places) or not places:
        return None
    told: set[str] = set()
    in_order: set[str] = set()
    for word in words_of(conditions(offer)):
        told |= set(scopes(word))
        if Tells.ORDER in WORDS[word.word].tells:
            in_order |= set(scopes(word))
    groups = [
        group for scope, count in places for group in _parts(scope, count or 0, told, in_order)
    ]
    if "" not in told:
        groups = [g for g in groups if _groups_of(g[0]) & told] or groups[:1]
    holders = [_holder(scope) for scope, _ in groups]
    alike = told <= {""} or told <= {"shown"}
    return DealLayout(
        groups=tuple(groups),
        ordered=len(set(holders)) < len(holders),
        pooled=len(groups) == 1 or (alike and not in_order),
    )


def _parts(scope: str, count: int, told: set[str], in_order: set[str]) -> list[tuple[str, int]]:
    """One holder's cards as one group, or in as many as the conditions distinguish."""
    names = FIRST_TWO.get(scope, (f"{scope} 1", f"{scope} 2"))
    if count > 1 and any(_groups_of(each) & in_order for each in (scope, *names)):
        apart = [*names, *(f"{scope} {n}" for n in range(3, count + 1))]
        return [(name, 1) for name in apart[:count]]
    shown = {"shown"} if scope == "dealer" else set()
    if count > 1 and told & {*names, *shown}:
        rest = [(f"{scope} rest", count - 2)] if count > 2 else []
        return [*((name, 1) for name in names), *rest]
    return [(scope, count)]


_SINGLE: Final = {name: f"the player's {name} card" for name in FIRST_TWO["player"]}
_HOLDERS: Final = {name: holder for holder, names in FIRST_TWO.items() for name in names}


def _holder(group: str) -> str:
    """Whose cards these are."""
    return _HOLDERS.get(group, group.split(" ", maxsplit=1)[0])


def _groups_of(group: str) -> set[str]:
    """The prefixes by which a condition may name these cards."""
    holder = _holder(group)
    shown = {"shown"} if group == "upcard" or holder == "player" else set()
    return {group, holder, "", *shown}


def names_suits(offer: Offer) -> bool:
    """Whether some condition, or the wild card, distinguishes suits."""
    return tells_suits_apart(conditions(offer), offer.hand)


def conditions(offer: Offer) -> Iterator[Condition]:
    """Every condition that decides what an offer pays."""
    yield from (line.when for line in offer.lines)
    yield from (m.when for m in offer.multipliers)
    if offer.loses is not None:
        yield offer.loses


Decide = Callable[[Deals], Array]
"""For deals that may be only partly dealt: −2 while their fate is open."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some of the deals."""

    deals: Deals
    stand_for: Array | int = 1
    """How many deals each of them represents."""
    lines: Array | None = None
    """The result of `decide` for deals whose fate was clear before the last group was dealt."""

    def take(self, rows: Array) -> Piece:
        """Only the deals at these places."""
        many = self.stand_for
        return Piece(self.deals.take(rows), many if isinstance(many, int) else many[rows])


def every_deal(
    plan: DealLayout, repeats: bool, suits_alike: bool, decide: Decide | None = None
) -> Iterator[Piece]:
    """All deals in pieces.

    `repeats` if a card may occur twice; `suits_alike` if swapping suits makes no difference, so
    that one deal represents up to twenty-four; `decide` saves dealing the last groups to deals
    whose fate is clear.
    """
    order: Sequence[int] = range(len(plan.groups))
    if decide and not plan.pooled:
        order = _best_order(plan, repeats, decide)
    dealt = order if plan.pooled else order[:1]
    groups = plan.columns(dealt)
    for columns, many in _first_hands(sum(plan.groups[n][1] for n in dealt), repeats, suits_alike):
        first = Piece(Deals.of(columns, groups), many)
        yield from _grow(plan, repeats, decide, first, dealt, order[len(dealt) :])


def _first_hands(
    cards: int, repeats: bool, suits_alike: bool
) -> Iterator[tuple[tuple[Array, ...], Array | int]]:
    """Every hand that is dealt first; if suits make no difference, one hand for all like it."""
    if suits_alike:
        yield from _suits_apart(cards, repeats)
    elif cards >= 5:
        yield from ((columns, 1) for columns in _large_hands(cards, repeats))
    else:
        yield _hands(52, cards, repeats), 1


def _group(plan: DealLayout, number: int, repeats: bool) -> Deals:
    return Deals.of(_hands(52, plan.groups[number][1], repeats), plan.columns([number]))


def _best_order(plan: DealLayout, repeats: bool, decide: Decide) -> Sequence[int]:
    """The order of dealing the groups that leaves the fewest deals to examine."""
    count = len(plan.groups)
    sizes = [len(_group(plan, i, repeats)) for i in range(count)]
    best: float = math.inf
    order = tuple(range(count))
    for first in permutations(range(count), min(2, count - 1)):
        if math.prod(sizes[i] for i in first) > MOST // 16:
            continue
        deals = _group(plan, first[0], repeats)
        for i in first[1:]:
            deals = _crossed(deals, _group(plan, i, repeats), plan.columns(first))
        rest = [i for i in range(count) if i not in first]
        looked = int(np.count_nonzero(decide(deals) == -2)) * math.prod(sizes[i] for i in rest)
        if looked < best:
            best, order = looked, (*first, *rest)
    return order


def _crossed(deals: Deals, following: Deals, groups: dict[str, tuple[int, ...]]) -> Deals:
    return Deals(
        _product([deals.ranks, following.ranks]),
        _product([deals.suits, following.suits]),
        groups,
    )


MOST: Final = 1 << 22
"""How many deals are examined in one piece."""


def _grow(
    plan: DealLayout,
    repeats: bool,
    decide: Decide | None,
    piece: Piece,
    dealt: Sequence[int],
    rest: Sequence[int],
) -> Iterator[Piece]:
    """Deal the groups one after another, following only what is still open."""
    if not rest:
        yield piece
        return
    if decide:
        lines = decide(piece.deals)
        sure = np.flatnonzero(lines >= 0)
        if len(sure):
            yield replace(piece.take(sure), lines=lines[sure])
        piece = piece.take(np.flatnonzero(lines == -2))
    following = _group(plan, rest[0], repeats)
    grown = [*dealt, rest[0]]
    step = max(1, MOST // len(following))
    for start in range(0, len(piece.deals), step):
        some = piece.take(np.arange(start, min(start + step, len(piece.deals))))
        made = _crossed(some.deals, following, plan.columns(grown))
        many = some.stand_for
        many = many if isinstance(many, int) else np.repeat(many, len(following))
        yield from _grow(plan, repeats, decide, Piece(made, many), grown, rest[1:])


def _suits_apart(count: int, repeats: bool) -> Iterator[tuple[tuple[Array, ...], Array]]:
    """Hands up to swapping suits: as many ranks in the first suit as in any, and so on."""
    for sizes in _partitions(count, 4, count):
        hands: list[Array] = []
        for suit, size in enumerate(sizes):
            ranks = _hands(13, size, repeats) if size else (np.zeros(1, np.int8),)
            number = np.arange(len(ranks[0]))
            rows = len(hands[0]) if hands else 1
            before = [np.repeat(h, len(number)) for h in hands]
            this = np.tile(number, rows)
            if suit and sizes[suit - 1] == size:
                keep = this >= before[-1]
                before, this = [h[keep] for h in before], this[keep]
            hands = [*before, this]
        stands_for = np.full(len(hands[0]), 24, np.int64)
        same = np.ones(len(hands[0]), np.int64)
        for suit in range(1, 4):
            equal = (hands[suit] == hands[suit - 1]) & (sizes[suit] == sizes[suit - 1])
            same = np.where(equal, same + 1, 1)
            stands_for //= same
        columns = tuple(
            (column[hands[suit]] * 4 + suit).astype(np.int8)
            for suit, size in enumerate(sizes)
            if size
            for column in _hands(13, size, repeats)
        )
        yield columns, stands_for


def _partitions(count: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        if count == 0:
            yield ()
        return
    for first in range(min(count, most), -1, -1):
        for rest in _partitions(count - first, parts - 1, first):
            yield (first, *rest)


@lru_cache(maxsize=32)
def _hands(kinds: int, count: int, repeats: bool) -> tuple[Array, ...]:
    """Every hand of `count` cards of that many kinds, lowest first; a column per card."""
    columns: list[Array] = [np.arange(kinds)]
    for _ in range(count - 1):
        least = columns[-1] + (0 if repeats else 1)
        many = kinds - least
        starts = np.repeat(np.cumsum(many) - many, many)
        following = np.arange(int(many.sum())) - starts + np.repeat(least, many)
        columns = [*(np.repeat(c, many) for c in columns), following]
    return tuple(c.astype(np.int8) for c in columns)


def _large_hands(count: int, repeats: bool) -> Iterator[tuple[Array, ...]]:
    low = _hands(52, count - 3, repeats)
    high = _hands(52, 3, repeats)
    first_high = high[0]
    for last in range(52):
        head = [c[low[-1] == last] for c in low]
        tail = [c[(first_high >= last) if repeats else (first_high > last)] for c in high]
        if len(head[0]) and len(tail[0]):
            yield _product([head, tail])


def _product(sets: Sequence[Sequence[Array]]) -> tuple[Array, ...]:
    sizes = [len(s[0]) for s in sets]
    columns = []
    for i, hand in enumerate(sets):
        before, after = math.prod(sizes[:i]), math.prod(sizes[i + 1 :])
        columns += [np.tile(np.repeat(c, after), before) for c in hand]
    return tuple(columns)


def ways(plan: DealLayout, piece: Piece, shoe: Shoe) -> Array:
    """In how many ways the shoe deals each deal and those that it represents; groups not yet dealt
    may be anything.
    """
    deals = piece.deals
    hands = [len(c) for scope, c in deals.groups.items() if (scope, len(c)) in plan.groups]
    if plan.pooled:
        hands = [plan.cards]
    total = plan.total(shoe.size)
    counts = np.array(shoe.counts, np.int64 if total < 1 << 62 else object)
    cards = card_numbers(deals)
    made = np.ones(len(deals), counts.dtype)
    alike = np.ones(len(deals), np.int64)
    start = 0
    for hand in hands:
        for i in range(start, start + hand):
            before = np.zeros(len(deals), np.int64)
            within = np.ones(len(deals), np.int64)
            for j in range(i):
                same = cards[i] == cards[j]
                before += same
                if j >= start:
                    within += same
            made *= np.maximum(counts[cards[i]] - before, 0)
            alike *= within
        start += hand
    made //= alike
    return made * (total // _combinations(shoe.size, hands)) * piece.stand_for


def card_numbers(deals: Deals) -> list[Array]:
    """The cards of each column by their place in a deck."""
    return [(r.astype(np.int16) - 2) * 4 + s for r, s in zip(deals.ranks, deals.suits, strict=True)]


def _combinations(size: int, hands: Sequence[int]) -> int:
    made = 1
    for hand in hands:
        made *= math.comb(size, hand)
        size -= hand
    return made
