"""Every finished hand of the dealer, and in how many ways a shoe deals it.

The dealer draws by a fixed rule from an exchangeable shoe, so the finished hand has the same law
whatever the players do. All orders of one multiset of cards are equally likely; it is enough to
know, for each multiset, how many of its orders the rule allows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from pitboss.cards import Card, Shoe, Suit
from pitboss.errors import NotAllowed
from pitboss.rulebook.vocabulary import FIRST_TWO
from pitboss.rulebook.when import show
from pitboss.rulebook.word_list import WORDS, Tells
from pitboss.wagers.count import Key
from pitboss.wagers.deals import conditions, named_suits, words_of
from pitboss.wagers.kinds import Kinds, kinds_for
from pitboss.wagers.offer import Hand, Offer, Question
from pitboss.wagers.real import Groups, line_number, multiplier, reader

BY_SUIT = Tells.SUITED | Tells.SUIT
BEYOND = Tells.COLOR | Tells.CARD | Tells.ORDER
"""What is not followed of the dealer's finished hand."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished hand: how many cards of each kind, and the orders in which it can come."""

    first: int
    """Kind of the upcard; −1 where it does not matter."""
    held: tuple[int, ...]
    orders: int

    @property
    def cards(self) -> int:
        return sum(self.held)


@lru_cache(maxsize=64)
def finished_hands(
    points: tuple[int, ...], hit_soft_17: bool, by_upcard: bool
) -> tuple[Finished, ...]:
    """Every finished hand of a dealer who draws to 17, over kinds of these points."""
    ended: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for first in range(len(points)):
        start = tuple(int(i == first) for i in range(len(points)))
        layer: dict[tuple[int, ...], int] = {start: 1}
        while layer:
            after: Counter[tuple[int, ...]] = Counter()
            for held_now, orders in layer.items():
                for kind in range(len(points)):
                    grown = (*held_now[:kind], held_now[kind] + 1, *held_now[kind + 1 :])
                    after[grown] += orders
            layer = {}
            for held_now, orders in after.items():
                if _stands(held_now, points, hit_soft_17):
                    ended[(first if by_upcard else -1, held_now)] += orders
                else:
                    layer[held_now] = orders
    return tuple(Finished(first, hand, orders) for (first, hand), orders in ended.items())


def _stands(hand: tuple[int, ...], points: tuple[int, ...], hit_soft_17: bool) -> bool:
    hard = sum(map(int.__mul__, hand, points))
    ace = any(n and p == 1 for n, p in zip(hand, points, strict=True))
    if ace and hard <= 11:
        return hard + 10 > 17 or (hard == 7 and not hit_soft_17)
    return hard >= 17


Tally = Counter[Key]


@dataclass(frozen=True, slots=True)
class DealerCount:
    """Ways of each line by the points of the upcard, over one number of ways in all."""

    by_upcard: Mapping[int, Tally]
    looked: int

    def tally(self, upcard: int | None = None) -> Tally:
        """Ways of each line, whatever the upcard or for one."""
        if upcard is not None:
            return self.by_upcard.get(upcard, Counter())
        return sum(self.by_upcard.values(), Counter())


FOLLOWED: Final = {
    frozenset({"player.hand"}): frozenset({"run", "run_around", "holds", "count", "always"}),
    frozenset({"player.hand", "dealer.hand"}): frozenset({"total", "blackjack", "bust", "always"}),
}
"""What is followed of a hand that the player draws to: a straight; or the total, in a duel."""


HOLDERS: Final = ("", "player", "dealer")
"""Prefixes of whole hands."""


def unprovable(offer: Offer) -> str:
    """Why a wager on a hand that grows cannot be counted exactly; empty where it can."""
    sees = frozenset(offer.wager.sees)
    words = list(words_of(conditions(offer)))
    if "player.hand" in sees:
        if sees not in FOLLOWED:
            return "the player's hand as it grows is followed alone or against the dealer's"
        known = FOLLOWED[sees]
        wrong = next((w for w in words if w.word not in known or w.scope not in HOLDERS), None)
        return f"of the player's hand {show(wrong)!r} is not followed" if wrong else ""
    for word in words:
        said = WORDS[word.word]
        if "player.third_card" in sees and word.scope in FIRST_TWO["player"]:
            return f"{show(word)!r} is not followed beside the third card"
        if "dealer.hand" in sees and (
            said.tells & BEYOND
            or said.of
            or word.scope in ("hole", *FIRST_TWO["player"])
            or (said.tells & BY_SUIT and word.scope not in ("dealer", ""))
        ):
            return f"{show(word)!r} is not followed beside the dealer's finished hand"
    return ""


def count_dealer(offer: Offer, shoe: Shoe, hit_soft_17: bool, natural: bool = True) -> DealerCount:
    """Ways of each line; without `natural`, only of hands that are not a natural."""
    return _count_dealer(offer.question, shoe, hit_soft_17, natural)


@lru_cache(maxsize=64)
def _count_dealer(question: Question, shoe: Shoe, hit_soft_17: bool, natural: bool) -> DealerCount:
    offer = question.offer
    said = list(conditions(offer))
    words = list(words_of(said))
    if reason := unprovable(offer):
        raise NotAllowed(f"{offer.wager.name} cannot be proved exactly: {reason}.")
    kinds = kinds_for(said, offer.hand.wild)
    by_upcard = not natural or any(word.scope in ("upcard", "shown") for word in words)
    hands = finished_hands(kinds.points, hit_soft_17, by_upcard)
    pairs = _player_pairs(offer, kinds) if "player.first_two" in question.sees else None
    longest = min(shoe.size, max(h.cards for h in hands) + (2 if pairs else 0))
    tallies: dict[int, Tally] = {}
    looked = 0
    counts = kinds.counts(shoe)
    by_suit = any(WORDS[word.word].tells & BY_SUIT for word in words)
    suits = _Suits.of(offer, kinds, shoe) if by_suit else None
    for hand in hands:
        if hand.cards + (2 if pairs else 0) > longest or (
            not natural and _is_natural(hand, kinds.points)
        ):
            continue
        tally = tallies.setdefault(kinds.points[hand.first] if by_upcard else 0, Counter())
        rest, more = shoe.size - hand.cards, longest - hand.cards
        for ways, cards in _by_suit(hand, kinds, counts, suits, offer.hand):
            looked += 1
            if pairs:
                left = tuple(map(int.__sub__, counts, hand.held))
                for key, share in _with_player(offer, cards, pairs, left).items():
                    tally[key] += ways * share * math.perm(rest - 2, more - 2)
            else:
                number = line_number(offer, _seen(cards, ()))
                tally[(number, 1)] += ways * math.perm(rest, more)
    return DealerCount(tallies, looked)


def _is_natural(hand: Finished, points: tuple[int, ...]) -> bool:
    held_points = sorted(p for p, n in zip(points, hand.held, strict=True) for _ in range(n))
    return held_points == [1, 10]


@dataclass(frozen=True, slots=True)
class _Suits:
    """For each suit, the cards of each kind in it, and the suit an example may be shown in."""

    inside: tuple[tuple[tuple[int, ...], Suit], ...]
    wild: int | None
    """The kind that is wild in any suit."""

    @classmethod
    def of(cls, offer: Offer, kinds: Kinds, shoe: Shoe) -> _Suits:
        named = _named_suits(offer)
        plain = next((s for s in Suit if s not in named), Suit.CLUBS)
        wild = None
        if offer.hand.any_suit:
            wild = next(k for k, m in enumerate(kinds.members) if m == (offer.hand.wild,))
        every = kinds.counts(shoe)
        inside = []
        for suit in Suit:
            here = list(kinds.in_suit(shoe, suit))
            if wild is not None:
                here[wild] = every[wild]
            inside.append((tuple(here), suit if suit in named else plain))
        return cls(tuple(inside), wild)

    def as_shown(self, suit: Suit) -> Suit:
        """The suit in which examples of this suit are shown."""
        return self.inside[suit][1]


def _by_suit(
    hand: Finished, kinds: Kinds, counts: tuple[int, ...], suits: _Suits | None, make: Hand
) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """The hand split into as many cases as its suits make a difference: ways and an example."""
    left = hand.orders * _falling(counts, hand.held)
    if left and suits and hand.cards >= (make.size or hand.cards):
        same: Counter[tuple[Suit, tuple[int, ...]]] = Counter()
        for number, (inside, shown) in enumerate(suits.inside):
            for part, ways in _suited_parts(hand, kinds, inside, counts, make):
                only_wild = suits.wild is not None and part[suits.wild] == sum(part)
                if ways and not (only_wild and number):
                    same[(shown, part)] += ways * hand.orders
        for both, ways in _two_flushes(hand, counts, suits, make).items():
            left -= ways
            yield ways, _example(hand, kinds, *both)
            for shown, part in both:
                wilds = hand.held[suits.wild] if suits.wild is not None else 0
                same[(suits.as_shown(shown), _with(part, suits.wild, wilds))] -= ways
        left -= same.total()
        for flush, ways in same.items():
            if ways:
                yield ways, _example(hand, kinds, flush)
    if left:
        yield left, _example(hand, kinds)


Flush = tuple[Suit, tuple[int, ...]]
"""A suit, and how many cards of each kind are in it."""


def _two_flushes(
    hand: Finished, counts: tuple[int, ...], suits: _Suits, make: Hand
) -> Counter[tuple[Flush, Flush]]:
    """Ways to hold a flush in each of two suits at once, of many cards (*best five* only)."""
    found: Counter[tuple[Flush, Flush]] = Counter()
    wilds = hand.held[suits.wild] if suits.wild is not None else 0
    need = (make.size or 0) - wilds
    if make.make != "best five" or hand.cards - wilds < 2 * need:
        return found
    plain = [n if k != suits.wild else 0 for k, n in enumerate(hand.held)]
    parts = [p for p in product(*(range(n + 1) for n in plain)) if sum(p) >= need]
    wild_ways = math.perm(counts[suits.wild], wilds) if suits.wild is not None else 1
    for (a, first), (b, second) in combinations(suits.inside, 2):
        other = second if second != first else next(s for s in Suit if s != first)
        for mine, yours in product(parts, repeat=2):
            ways = hand.orders * wild_ways
            for n, x, y, i, j, every in zip(plain, mine, yours, a, b, counts, strict=True):
                if n and x + y <= n:
                    ways *= math.comb(n, x) * math.comb(n - x, y) * math.perm(i, x)
                    ways *= math.perm(j, y) * math.perm(every - i - j, n - x - y)
                elif n:
                    ways = 0
            if ways:
                found[((first, _with(mine, suits.wild, wilds)), (other, yours))] += ways
    return found


def _with(part: tuple[int, ...], kind: int | None, many: int) -> tuple[int, ...]:
    return tuple(many if k == kind else n for k, n in enumerate(part))


def _named_suits(offer: Offer) -> set[Suit]:
    """Suits that a condition or the wild card tells from the others."""
    named = {offer.hand.wild.suit} if offer.hand.wild else set()
    for word in words_of(conditions(offer)):
        named |= named_suits(word)
    return named if len(named) < 4 else set(Suit)


def _suited_parts(
    hand: Finished, kinds: Kinds, inside: tuple[int, ...], counts: tuple[int, ...], make: Hand
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Ways to hold enough cards of one suit to matter: how many of each kind are in it."""
    if make.size is None or hand.cards == make.size:
        yield hand.held, math.prod(map(math.perm, inside, hand.held))
        return
    if make.make == "best five":
        for part in product(*(range(n + 1) for n in hand.held)):
            if sum(part) >= make.size:
                yield part, math.prod(map(_split_ways, hand.held, part, inside, counts))
        return
    kept_of, ways, slots = [0] * len(hand.held), 1, make.size
    keep = make.wild if make.make == "five highest" else None
    order = sorted(
        range(len(hand.held)),
        key=lambda k: (
            kinds.members[k] == (keep,),
            kinds.members[k][0].rank,
            kinds.members[k] == (make.wild,),
        ),
        reverse=True,
    )
    for kind in order:
        many = hand.held[kind]
        kept = min(many, slots)
        kept_of[kind] = kept
        ways *= sum(_split_ways(many, j, inside[kind], counts[kind]) for j in range(kept, many + 1))
        slots -= kept
    yield tuple(kept_of), ways


def _split_ways(many: int, in_suit: int, inside: int, every: int) -> int:
    return (
        math.comb(many, in_suit)
        * math.perm(inside, in_suit)
        * math.perm(every - inside, many - in_suit)
    )


def _falling(counts: Sequence[int], held_now: Sequence[int]) -> int:
    return math.prod(math.perm(n, k) for n, k in zip(counts, held_now, strict=True) if k)


def _example(hand: Finished, kinds: Kinds, *flushes: Flush) -> tuple[Card, ...]:
    """Cards of this hand: so many of each kind in each suit named, the rest spread out."""
    cards: list[Card] = []
    used: Counter[Suit] = Counter()
    taken = {suit for suit, _ in flushes}
    for kind, members in enumerate(kinds.members):
        made: list[Card] = []
        for suit, part in flushes:
            inside = next((c for c in members if c.suit is suit), members[0])
            made += [inside] * part[kind]
        outside = [c for c in members if c.suit not in taken] or list(members)
        for _ in range(hand.held[kind] - len(made)):
            card = min(outside, key=lambda c: (used[c.suit], c.suit))
            used[card.suit] += 1
            made.append(card)
        cards = made + cards if kind == hand.first else cards + made
    return tuple(cards)


def _seen(dealer: tuple[Card, ...], player: tuple[Card, ...]) -> Groups:
    return {
        "dealer": dealer,
        "upcard": dealer[:1],
        "hole": dealer[1:2],
        "player": player,
        "shown": player + dealer[:1],
        "": dealer if not player else player + dealer,
    }


@dataclass(frozen=True, slots=True)
class _PlayerPairs:
    """The player's first two cards, in as few classes as the conditions tell apart."""

    classes: tuple[tuple[int, ...], ...]
    """Kinds of card that are alike to every condition on the player."""
    examples: Mapping[tuple[int, int], tuple[Card, ...]]
    """Two classes → two cards of them."""
    decide: bool
    """The player's cards decide the line, not only a multiplier."""

    def ways(self, left: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], int]]:
        """Cards for the player and their ordered ways, from what is left in the shoe."""
        held_back = [sum(left[k] for k in each) for each in self.classes]
        for (a, b), cards in self.examples.items():
            ways = held_back[a] * (held_back[b] - (a == b))
            if ways > 0:
                yield cards, ways


WITH_PLAYER = ("player", "shown", "")
"""Groups in which the player's cards are."""


def _player_pairs(offer: Offer, kinds: Kinds) -> _PlayerPairs:
    asked = {word for word in words_of(conditions(offer)) if word.scope in WITH_PLAYER}
    ask = [reader(word, offer.hand) for word in asked]
    numbers = range(len(kinds.members))

    def answers(a: int, b: int) -> tuple[object, ...]:
        seen = _seen((), (kinds.members[a][0], kinds.members[b][-1]))
        return tuple(r(seen) for r in ask)

    alike: dict[tuple[object, ...], list[int]] = {}
    for a in numbers:
        alike.setdefault(tuple(answers(a, b) + answers(b, a) for b in numbers), []).append(a)
    classes = tuple(tuple(each) for each in alike.values())
    return _PlayerPairs(
        classes,
        {
            (i, j): (kinds.members[a[0]][0], kinds.members[b[0]][-1])
            for i, a in enumerate(classes)
            for j, b in enumerate(classes)
        },
        decide=any(
            word.scope in WITH_PLAYER for word in words_of(line.when for line in offer.lines)
        ),
    )


def _with_player(
    offer: Offer, dealer: tuple[Card, ...], pairs: _PlayerPairs, left: Sequence[int]
) -> Tally:
    """Outcomes over the player's first two cards, dealt from what the dealer's hand leaves."""
    made: Tally = Counter()
    number = -1 if pairs.decide else line_number(offer, _seen(dealer, ()))
    for cards, ways in pairs.ways(left):
        seen = _seen(dealer, cards)
        if pairs.decide:
            number = line_number(offer, seen)
        made[(number, multiplier(offer, seen) if number >= 0 else 1)] += ways
    return made
