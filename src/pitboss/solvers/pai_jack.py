"""Pai Jack solved: how to set every five cards against the house way (1 CCR 207-1, 30-2112).

Only points count, so the hands are those of ten card values. Each meets every hand that the cards
left can give the dealer, whose setting the house way fixes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import comb, lcm, prod, sqrt
from typing import ClassVar, Final

import numpy as np

from pitboss.cards import DECK, Card, Rank, Shoe, show_cards
from pitboss.errors import NotationError
from pitboss.games.pai_jack import (
    ANNOUNCED,
    HOUSE_WAY,
    HandSetting,
    PaiJackTerms,
    house_way,
    is_foul,
    is_pai_jack,
    outcome,
    ways,
)
from pitboss.games.terms import BlackjackTerms
from pitboss.money import LOSS, Odds
from pitboss.solvers.compositions import Whole
from pitboss.solvers.strategy_request import (
    AskedGame,
    SolvedGame,
    cards_or_ranks,
    check_single_cards,
    show_ranks,
)

READ: Final = (
    *("natural_pays", "wins_pay"),
    *(each.name for each in fields(PaiJackTerms) if each not in fields(BlackjackTerms)),
)
"""The terms that decide what is won: what a win pays, and those that this game adds."""
Values = tuple[int, ...]
"""The points of a hand's cards, rising, with the ace as one."""
Name = Callable[[Iterable[Card]], str]
"""How low cards are called: by value, by rank or with their suits."""
VALUES: Final = range(1, 11)
BUST: Final = "bust"
"""What is done with cards that cannot be set legally."""
GLANCE: Final = 12
"""How many hands `glance` lists."""


@dataclass(frozen=True, slots=True, eq=False)
class PaiJackHand:
    """Five cards by value, and what each way to play them nets."""

    values: Values
    ways: int
    """Ways to be dealt them."""
    meets: Whole
    """Ways of each of the dealer's settings, with these cards gone."""
    nets: Whole
    """What the best choice nets against each of them, in parts of a unit."""
    best: str
    """That choice; the house way's if nothing is better."""
    house: str
    gain: int
    """What the best choice adds to the house way, summed over all that the dealer may have."""

    @property
    def worth(self) -> int:
        """The net of the best choice, summed over all that the dealer may have."""
        return int(self.nets @ self.meets)


@dataclass(frozen=True, repr=False)
class PaiJackStrategy(SolvedGame):
    """What Pai Jack is worth to a player who sets every hand best, and how that is done."""

    per: ClassVar[str] = "one unit of the main stake"
    method: ClassVar[str] = "every setting of every hand against every hand of the cards left"

    @property
    def pack(self) -> PaiJackPack:
        assert isinstance(self.terms, PaiJackTerms)
        return pack_of(self.terms, self.shoe)

    @property
    def rules(self) -> object:
        """All that the value depends on."""
        return [getattr(self.terms, name) for name in READ], self.shoe

    @property
    def hands(self) -> tuple[PaiJackHand, ...]:
        """Every five cards that can be dealt, by value."""
        return self.pack.hands

    @property
    def _deals(self) -> int:
        """Deals to both, in parts of a unit."""
        return sum(hand.ways * int(hand.meets.sum()) for hand in self.hands) * self.pack.parts

    @cached_property
    def expectation(self) -> Fraction:
        """The expectation per unit of the main stake, exactly."""
        return Fraction(sum(hand.ways * hand.worth for hand in self.hands), self._deals)

    @cached_property
    def by_house_way(self) -> Fraction:
        """The same for a player who sets every hand as the house would, exactly."""
        lost = Fraction(sum(hand.ways * hand.gain for hand in self.hands), self._deals)
        return self.expectation - lost

    @property
    def average_staked(self) -> Fraction:
        """Nothing is added to the main stake."""
        return Fraction(1)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's net, in units of the main stake."""
        squares = sum(hand.ways * int(hand.nets**2 @ hand.meets) for hand in self.hands)
        return sqrt(Fraction(squares, self._deals * self.pack.parts) - self.expectation**2)

    @property
    def hit_frequency(self) -> Fraction:
        """The share of hands that win, exactly."""
        won = sum(hand.ways * int(hand.meets[hand.nets > 0].sum()) for hand in self.hands)
        return Fraction(won * self.pack.parts, self._deals)

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """Five cards by value → the two that are set low, or what else is done."""
        return {_show(hand.values): hand.best for hand in self.hands}

    @property
    def figures(self) -> Mapping[str, Mapping[str, Fraction]]:
        """What the house way returns, and what it costs."""
        cost = self.expectation - self.by_house_way
        return {"house_way": {"expectation": self.by_house_way, "cost": cost}}

    @cached_property
    def glance(self) -> Mapping[str, str]:
        """How much the house way gives away, and the hands on which it gives away most."""
        better = [hand for hand in self.hands if hand.gain]
        found = sorted(better, key=lambda hand: -hand.gain * hand.ways)
        told = {
            "as the house would": f"{len(self.hands) - len(found):,} of {len(self.hands):,} hands",
            "better otherwise": f"{len(found):,} hands; those that cost most over all deals:",
        }
        for hand in found[:GLANCE]:
            each = Fraction(hand.gain, int(hand.meets.sum()) * self.pack.parts)
            told[_show(hand.values)] = (
                f"{hand.best} low, not {hand.house}: {float(each):.4f} of the stake better"
            )
        return told

    def choices(self, hand: str, upcard: str = "") -> Mapping[str, Fraction]:
        """What each way to set five cards is worth, by the two cards that are set low."""
        given = cards_or_ranks(hand)
        cards = self.pack.dealt(given)
        if cards is None:
            raise NotationError(
                f"a hand has {self.pack.packet} cards of the pack, as in '10 9 5 4 A' or "
                f"'Ks 9h 5d 4c As', not {hand!r}."
            )
        values = tuple(sorted(card.points for card in cards))
        found = self.pack.hand_of[values]
        deals = int(found.meets.sum()) * self.pack.parts
        suited = any(isinstance(each, Card) for each in given)
        nets, _, _ = self.pack.play(cards, show_cards if suited else show_ranks)
        return {word: Fraction(int(net @ found.meets), deals) for word, net in nets.items()}


def _show(values: Values) -> str:
    return " ".join("A" if each == 1 else str(each) for each in reversed(values))


def _valued(cards: Iterable[Card]) -> str:
    return _show(tuple(sorted(card.points for card in cards)))


class PaiJackPack:
    """A pack of single cards: what the dealer may have, and what each setting nets against it."""

    def __init__(self, terms: PaiJackTerms, shoe: Shoe) -> None:
        self.terms = terms
        self.packet = terms.low_hand + terms.high_hand
        cards = [card for card, n in zip(DECK, shoe.counts, strict=True) if n]
        self.of_value = {v: [card for card in cards if card.points == v] for v in VALUES}
        self.classes: list[Values] = [
            values
            for values in combinations_with_replacement(VALUES, self.packet)
            if all(values.count(v) <= len(self.of_value[v]) for v in {*values})
        ]
        self.dealers: list[tuple[HandSetting | None, bool]] = []
        """What the house way may come to, and whether that is a Pai Jack."""
        self.which: list[int] = []
        """Hand by value → the number of the dealer's setting."""
        numbers: dict[object, int] = {}
        for values in self.classes:
            held = self.example(values)
            way, natural = house_way(held, terms), is_pai_jack(held)
            key = natural or (way and (way.high_points, way.low_points))
            if numbers.setdefault(key, len(numbers)) == len(self.dealers):
                self.dealers.append((way, natural))
            self.which.append(numbers[key])
        paid = (terms.natural_pays, terms.wins_pay)
        self.parts = lcm(*(odds.net.denominator for odds in paid))
        """Nets are whole multiples of a unit divided by this."""
        self._known: dict[tuple[int, int] | None, Whole] = {}

    @cached_property
    def hands(self) -> tuple[PaiJackHand, ...]:
        """Every hand by value, with the ways of all that the dealer may then have."""
        counts = np.array([[values.count(v) for v in VALUES] for values in self.classes])
        there = np.array([len(self.of_value[v]) for v in VALUES])
        some = range(self.packet + 1)
        choose = np.array([[comb(n, k) for k in some] for n in range(int(there.max()) + 1)])
        few = [choose[:, each] for each in counts.T]
        made = []
        for values, held in zip(self.classes, counts, strict=True):
            drawn: Whole = prod(ways[n] for ways, n in zip(few, there - held, strict=True))
            meets = np.bincount(self.which, drawn, len(self.dealers)).astype(np.int64)
            dealt = prod(comb(int(n), int(k)) for n, k in zip(there, held, strict=True))
            nets, house, plain = self.play(self.example(values), _valued)
            worth = {word: int(net @ meets) for word, net in nets.items()}
            best = max(worth, key=lambda word: (worth[word], word == house))
            gain = worth[best] - int(plain @ meets)
            made.append(PaiJackHand(values, dealt, meets, nets[best], best, house, gain))
        return tuple(made)

    @cached_property
    def hand_of(self) -> Mapping[Values, PaiJackHand]:
        """Values → the hand."""
        return {hand.values: hand for hand in self.hands}

    def example(self, values: Values) -> list[Card]:
        """Cards of these values."""
        return [card for v in sorted({*values}) for card in self.of_value[v][: values.count(v)]]

    def dealt(self, given: Sequence[Card | Rank]) -> list[Card] | None:
        """The cards as given, a rank alone in any suit; `None` if the pack cannot deal them."""
        there = [card for cards in self.of_value.values() for card in cards]
        made = [each for each in given if isinstance(each, Card)]
        for rank in (each for each in given if isinstance(each, Rank)):
            made += [card for card in there if card.rank is rank and card not in made][:1]
        whole = len({*made}) == len(given) == self.packet
        return made if whole and {*made}.issubset(there) else None

    def play(self, cards: Sequence[Card], name: Name) -> tuple[dict[str, Whole], str, Whole]:
        """What each choice nets against each of the dealer's settings; then the house way's own
        name and nets.
        """
        settings = ways(cards, self.terms)
        legal = [self._net(way) for way in settings if way.legal]
        if not legal:
            return {BUST: self._net(None)}, BUST, self._net(None)
        house = house_way(cards, self.terms)
        called, plain = name(house.low) if house else BUST, self._net(house)
        made, natural = {}, is_pai_jack(cards)
        if natural:
            made[ANNOUNCED] = self._announced(house)
        if not natural or self.terms.need_not_announce:
            for way in settings:
                net = self._foul(way, legal, plain) if is_foul(way, self.terms) else self._net(way)
                if net is not None:
                    made[name(way.low)] = net
        if natural:
            called, plain = ANNOUNCED, made[ANNOUNCED]
        if self.terms.help == "offered":
            made[HOUSE_WAY] = plain
        return made, called, plain

    def _net(self, mine: HandSetting | None) -> Whole:
        """What a setting nets against each of the dealer's; only its points count."""
        key = (mine.high_points, mine.low_points) if mine else None
        if key not in self._known:
            self._known[key] = self._settled(mine)
        return self._known[key]

    def _settled(self, mine: HandSetting | None) -> Whole:
        paid = [outcome(mine, *theirs, self.terms)[0] for theirs in self.dealers]
        return np.array([self._parts_of(odds) for odds in paid])

    def _parts_of(self, odds: Odds) -> int:
        return int(odds.net * self.parts)

    def _announced(self, house: HandSetting | None) -> Whole:
        """A Pai Jack that is turned over (5); it waits for the dealer's by reading B-48."""
        if self.terms.pai_jack_is == "paid at once":
            return np.full(len(self.dealers), self._parts_of(self.terms.natural_pays))
        return self._settled(house and replace(house, announced=True))

    def _foul(self, way: HandSetting, legal: list[Whole], house: Whole) -> Whole | None:
        """The result of a foul ((11)(i), reading B-52); `None` if the hand is just set again.

        One that is found once the dealer's cards are seen may be set again to suit them.
        """
        early = self.terms.foul_found == "as it is set"
        if early and self.terms.foul == "reset":
            return None
        lost = np.full(len(self.dealers), self._parts_of(LOSS))
        decided = {"reset": np.max(legal, axis=0), "loses": lost, "house way": house}
        then: Whole = decided[self.terms.foul]
        if early:
            return then
        over = [natural or theirs is None for theirs, natural in self.dealers]
        return np.where(over, self._net(way), then)


pack_of = lru_cache(maxsize=4)(PaiJackPack)


def pai_jack_strategy(asked: AskedGame) -> PaiJackStrategy:
    """The game by its terms; a pack that it cannot have is refused."""
    assert isinstance(asked.terms, PaiJackTerms)
    check_single_cards(asked.shoe, 2 * (asked.terms.low_hand + asked.terms.high_hand))
    return PaiJackStrategy(asked)
