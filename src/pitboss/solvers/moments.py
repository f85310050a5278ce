"""The net of hands that share the dealer's hand and the cards left, and its expected square.

A hand nets a loss, and a gain above it if it stands; both are listed as `Factors`, by the cards
that they name. The worth of a product of two factors is its worth with the cards of both removed;
it is computed once for each set of cards in `kernels.products`, however many deals lead to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.solvers.blackjack import (
    DOUBLE,
    SURRENDER,
    Acts,
    Figures,
    programs,
)
from pitboss.solvers.compositions import compositions, two_card_rows
from pitboss.solvers.factors import (
    ALONE,
    NONE,
    NOTHING,
    Factors,
    Further,
    Keys,
    Products,
    beside_both,
    beside_pairs,
    blocks_of,
    card_keys,
    further_of_both,
    joined,
    key_of,
    keys_of,
    rows_of,
    table_of,
)
from pitboss.solvers.rules import Gains, HandRules, gains_of
from pitboss.solvers.split_orders import by_value, split_counts

GATHERED: Final = 1 << 14
"""Products that are evaluated together."""
FEW: Final = 4
"""Up to this many sets of removed cards are added to the products of a hand one by one; more are
weighed together.
"""
FEW_MORE: Final = 2
"""The same for how many further pair cards may be removed."""
NATURAL: Final = 9
"""What the values of an ace and a ten come to, by number."""
BETS: Final = (1.0, 2.0)
"""What is bet on a hand as it was, and doubled."""
TELLS_NOTHING: Final = 1
"""An upcard with which the dealer cannot have a natural."""


class Part(NamedTuple):
    """Factors, with further cards removed."""

    factors: Factors
    further: Further


class Twos(NamedTuple):
    """Two hands of one split, by the kinds of their second cards."""

    one: Factors
    two: Factors
    same: bool
    further: Further


BegunHand = tuple[Keys, Figures, Keys, Figures]
"""A hand that was begun with one card, as `begun_hand` lists it."""


@dataclass(frozen=True, slots=True, eq=False)
class HandNet:
    """The results of two first cards, played in a fixed way."""

    net: tuple[Part, ...]
    squares: Products
    """Of each of its hands alone."""
    twos: tuple[Twos, ...] = ()
    """Of the hands of a split, by twos."""


@cache
def drawn_to(*cards: int) -> Keys:
    """The hands that have these cards, by value."""
    counts = compositions().counts[: compositions().players]
    return np.flatnonzero((counts >= np.bincount(cards, minlength=10)).all(axis=1))


def order_chance(left: Keys, cards: Sequence[int]) -> float:
    """The chance of these cards in this order, by value, from what is left."""
    rest, made = left.copy(), 1.0
    for card in cards:
        made *= rest[card] / rest.sum()
        rest[card] -= 1
    return made


# -- one hand --------------------------------------------------------------------------------------


def fixed(row: int, net: float) -> HandNet:
    """Two cards that net the same whatever the dealer has."""
    from pitboss.solvers.kernels.products import LOSS, pair_of

    own = card_keys()[[row]]
    square = Products(own + pair_of(LOSS, LOSS), np.array([net * net]))
    return HandNet((Part(Factors(own, np.array([LOSS]), np.array([net])), ALONE),), square)


def unsplit(row: int, does: int, acts: Acts) -> HandNet:
    """Two cards of which this is done, and then what `acts` says."""
    return fixed(row, -0.5) if does == SURRENDER else alone(*played_on(row, does, acts))


def played_on(row: int, does: int, acts: Acts) -> BegunHand:
    """Two cards that are not split, as `alone` takes them."""
    from pitboss.solvers.kernels.splits import hand_orders

    orders, ended = np.zeros((acts.size, 6)), np.zeros(acts.size, np.int64)
    many = hand_orders(compositions().child, row, does, acts, orders, ended)
    bet = 2.0 if does == DOUBLE else 1.0
    listed = ended[:many]
    return card_keys()[[row]], np.array([bet]), listed, orders[listed][:, [0, 2]]


def alone(
    begun: Keys, lost: Figures, ended: Keys, orders: Figures, bets: tuple[float, float] = BETS
) -> HandNet:
    """A hand that has lost so much once it is begun, and is stood on as listed.

    `orders` are those in which each comes, with the bet as it was and doubled.
    """
    from pitboss.solvers.kernels.products import LOSS, pair_of

    kinds = np.maximum(compositions().total[ended] - 16, 0)
    loss = np.full(begun.size, LOSS)
    own = card_keys()[ended]
    factors = Factors(
        np.concatenate([begun, own]),
        np.concatenate([loss, kinds]),
        np.concatenate([-lost, orders @ bets]),
    )
    one = np.array([pair_of(kind, LOSS) for kind in range(LOSS + 1)])
    two = np.array([pair_of(kind, kind) for kind in range(LOSS + 1)])
    square = orders @ np.square(bets)
    squares = Products(
        np.concatenate([begun + one[loss], own + one[kinds], own + two[kinds]]),
        np.concatenate([lost * lost, -2.0 * square, square]),
    )
    return HandNet((Part(factors, ALONE),), squares)


def from_one(card: int, second: Acts, acts: Acts) -> HandNet:
    """A hand begun with one card, by value: `second` is what is done with each second card."""
    begun, lost, ended, orders = begun_hand(card, second, acts)
    return alone(begun, lost, ended, orders[:, [0, 2]] + orders[:, [1, 3]])


def begun_hand(card: int, second: Acts, acts: Acts) -> BegunHand:
    """By the second card, the cards then held and what they lose; and the hands stood on, with the
    orders in which they come, by whether the second card is like the first and by the bet.
    """
    from pitboss.solvers.kernels.splits import split_orders

    orders, ended = np.zeros((acts.size, 6)), np.zeros(acts.size, np.int64)
    many = split_orders(compositions().child, card, second, acts, orders, ended)
    listed = ended[:many]
    lost = np.where(second == DOUBLE, 2.0, np.where(second == SURRENDER, 0.5, 1.0))
    return card_keys()[two_card_rows()[card]], lost, listed, orders[listed]


def way_of(card: int, second: Acts, acts: Acts) -> object:
    """All that decides how a hand begun with one card is played on."""
    return card, second.tobytes(), acts[drawn_to(card)].tobytes()


def split(
    pair: int,
    limit: int,
    second: Acts,
    acts: Acts,
    beside_first: bool = False,
    alike: Figures | None = None,
) -> HandNet:
    """A pair, by value, that is split to at most `limit` hands; all, or those beside the first.

    `alike` is the chance that this many cards of its value make a pair with it, if not all do.
    """
    hands = by_second(pair, begun_hand(pair, second, acts), alone)
    one, two = (by_value(each, alike) for each in split_counts(limit, beside_first))
    return HandNet(
        all_parts(pair, hands, one),
        all_squares(pair, hands, one),
        all_twos(pair, hands, hands, two),
    )


def by_second(pair: int, listed: BegunHand, made_of: Callable[..., HandNet]) -> tuple[HandNet, ...]:
    """A hand of a split pair whose second card is not of its value, and one whose second card is.

    `made_of` makes a hand as `alone` does.
    """
    begun, lost, ended, orders = listed
    paired, made = np.arange(10) == pair, []
    for kind, seconds in enumerate((~paired, paired)):
        found = orders[:, [kind, 2 + kind]]
        comes = found.any(axis=1)
        made.append(made_of(begun[seconds], lost[seconds], ended[comes], found[comes]))
    return tuple(made)


def all_parts(pair: int, hands: Sequence[HandNet], counts: Figures) -> tuple[Part, ...]:
    """What hands of a split net, by further pair cards removed × second card."""
    none = np.zeros((1, 2))  # the other card of the pair is gone at least
    parts = zip(hands, np.concatenate([none, counts]).T, strict=True)
    return tuple(Part(each.net[0].factors, _further(pair, often)) for each, often in parts)


def all_squares(pair: int, hands: Sequence[HandNet], counts: Figures) -> Products:
    """The squares of hands of a split, by further pair cards removed × second card."""
    made = [
        Products(each.squares.keys + (1 + gone) * key_of(pair), n * each.squares.weights)
        for gone, row in enumerate(counts)
        for each, n in zip(hands, row, strict=True)
    ]
    return joined(*made)


def all_twos(
    pair: int, one: Sequence[HandNet], two: Sequence[HandNet], counts: Figures
) -> tuple[Twos, ...]:
    """Two hands of a split, by further pair cards removed × the second card of each."""
    made, same = [], one is two
    for first, second in product((0, 1), repeat=2):
        if same and first > second:
            continue
        often = counts[:, first, second] * (2.0 if same and first < second else 1.0)
        factors = (one[first].net[0].factors, two[second].net[0].factors)
        made.append(Twos(*factors, same and first == second, _further(pair, often)))
    return tuple(made)


def _further(pair: int, counts: Figures) -> Further:
    """Each number of further pair cards removed, with how often that occurs."""
    return Further(pair, -1, counts[:, None])


# -- a round ---------------------------------------------------------------------------------------


class SecondMoment:
    """Gathers products of what hands net against one upcard, and works out what they come to.

    A dealer's natural counts as nothing, unless it is given.
    """

    def __init__(self, rules: HandRules, gains: Gains | None = None) -> None:
        self._rules = rules
        self._bust, *weights = gains or gains_of(rules)
        self._programs = [programs(rules.hits_soft_17, rules.stands_from, each) for each in weights]
        used = np.zeros(GATHERED * 5 // 8, np.int64)
        self._table = np.full(GATHERED, -1), np.zeros(GATHERED), used
        self._dealt: tuple[Any, ...] = ()
        self._made, self._count = 0.0, 0

    def begin(self, up: int, natural: bool = False) -> None:
        """Gather products against this upcard; `natural`: of losses, given a dealer's natural."""
        left = np.array(self._rules.shoe, float)
        left[up] -= 1.0
        if natural:
            left[NATURAL - up] -= 1.0
            up = TELLS_NOTHING
        self._dealt = (up, left, self._bust, *self._programs, NONE.often, tuple(NONE))
        self._made = 0.0

    def add_square(self, hand: HandNet, often: Figures | None = None) -> None:
        """Add the square of what a first hand nets for each pair of removed cards, weighted by how
        often it occurs.

        `often` is by the values of both.
        """
        with self._beside(often, alone=not hand.twos) as beside:
            self._spread(hand.squares, beside)
            for each in hand.twos:
                self._multiply(each.one, each.two, each.further, beside, each.same)

    def add_product(self, one: Factors, two: Factors, often: Figures) -> None:
        """Add the products of two hands' factors for each pair of removed cards, weighted by how
        often it occurs.

        A single removed card counts as a pair with any other card.
        """
        with self._beside(often) as beside:
            self._multiply(one, two, ALONE, beside)

    @contextmanager
    def _beside(self, often: Figures | None, alone: bool = False) -> Iterator[Products]:
        """The sets of removed cards with which products are to be added, unless the sets are
        weighed together.

        `alone`: there are too few products for that.
        """
        if often is None:
            yield NOTHING
            return
        ordered: Figures = (often + often.T) / 2.0
        beside = beside_pairs(ordered)
        if alone or beside.keys.size <= FEW:
            yield beside
            return
        with self._looking_at(ordered, NONE):
            yield NOTHING

    @contextmanager
    def _looking_at(self, often: Figures, further: Further) -> Iterator[None]:
        """Weigh all of these removed cards together in whatever is added meanwhile."""
        self._work_out()
        looked_at = (further.one, further.two, np.ascontiguousarray(further.often))
        before, self._dealt = self._dealt, (*self._dealt[:-2], often, looked_at)
        yield
        self._work_out()
        self._dealt = before

    def _multiply(
        self, one: Factors, two: Factors, further: Further, beside: Products, same: bool = False
    ) -> None:
        """Queue the products of two hands' factors; `same` if both hands are played alike."""
        some = np.count_nonzero(further.often)
        if some <= FEW_MORE or self._dealt[-2].size:
            self._add_products(
                rows_of(one), rows_of(two), beside_both(keys_of(further), beside), same
            )
        else:
            with self._looking_at(NONE.often, further):
                self._add_products(rows_of(one), rows_of(two), beside, same)

    def _add_products(
        self, one: Factors, two: Factors, beside: Products, same: bool = False
    ) -> None:
        """Queue products, those that name similar cards one after the other."""
        from pitboss.solvers.kernels.products import multiply

        blocks = blocks_of(one.keys, two.keys, same)
        rows = int((blocks[:, 1] - blocks[:, 0]).sum()) * beside.keys.size
        self._add(multiply, rows, tuple(one), tuple(two), int(same), blocks, tuple(beside))

    def _spread(self, products: Products, beside: Products) -> None:
        """Queue products, each with every one of some sets of removed cards."""
        from pitboss.solvers.kernels.products import spread

        self._add(spread, products.keys.size, *products, tuple(beside))

    def add_products(self, hands: Sequence[HandNet], times: Figures) -> None:
        """Add the product of what every two of these hands net, this many times."""
        times = (times + times.T) / 2.0
        whole = [n for n, each in enumerate(hands) if not each.twos]
        apart = [n for n, each in enumerate(hands) if each.twos]
        keys, kinds, rows = table = table_of([hands[n].net[0].factors for n in whole])
        mixed = Factors(keys, kinds, times[np.ix_(whole, whole)] @ rows)
        self._add_products(table, mixed, NOTHING, same=True)
        for n, first in enumerate(apart):
            others = 2.0 * times[first, whole] @ rows
            some = others != 0.0
            unsplit = Factors(keys[some], kinds[some], others[some])
            for part in hands[first].net:
                self._multiply(part.factors, unsplit, part.further, NOTHING)
            for second in apart[: n + 1]:
                often = times[first, second] * (1.0 if first == second else 2.0)
                for one, two in product(hands[first].net, hands[second].net) if often else ():
                    further = further_of_both(one.further, two.further, often)
                    self._multiply(one.factors, two.factors, further, NOTHING)

    def _add(self, kernel: Callable[..., tuple[int, int]], many: int, *products: object) -> None:
        """Have compiled code add these, and work out what was gathered when there is no room."""
        if not many:  # the weights of none are whole numbers, for which nothing is compiled
            return
        done, self._count = kernel(*products, 0, self._table, self._count)
        while done < many:
            self._work_out()
            done, self._count = kernel(*products, done, self._table, self._count)

    def total(self) -> float:
        """What all products come to."""
        self._work_out()
        return self._made

    def _work_out(self) -> None:
        """Work out what was gathered."""
        from pitboss.solvers.kernels.products import work_out

        self._made += work_out(self._table, self._count, self._dealt)
        self._count = 0
