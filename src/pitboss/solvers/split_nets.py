"""The net of the hands of a split that net differently, and its expected square."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations_with_replacement

import numpy as np

from pitboss.solvers.blackjack import DOUBLE, Acts, Figures, PlayedShoe
from pitboss.solvers.compositions import compositions
from pitboss.solvers.factors import ALONE, Factors, Keys, Products, card_keys, joined, key_of
from pitboss.solvers.moments import (
    BETS,
    HandNet,
    Part,
    all_parts,
    all_squares,
    all_twos,
    alone,
    begun_hand,
    by_second,
    played_on,
    split,
)
from pitboss.solvers.rules import CLASSES, HandRules, RoundRules
from pitboss.solvers.split_orders import by_value, first_counts, split_counts

# -- hands that draw the same community cards ------------------------------------------------------
# Both second cards are the same card. If it is a pair card and more hands are allowed, one of the
# two hands is split again, or both are. Hands that began alike end alike; one that kept its pair
# draws the same cards, but stops by its own total (58 Pa. Code § 633c.5, reading D-18).


@dataclass(frozen=True, slots=True, eq=False)
class CommunityEnds:
    """How the hands of a split end together: some that are alike, and perhaps another one."""

    cards: Keys
    """All cards that they hold."""
    orders: Figures
    kinds: tuple[Keys, ...]
    """For each kind of hand the class of its total."""
    bets: tuple[Figures, ...]
    alike: tuple[int, ...]
    """How many hands there are of each kind; the hand first dealt is of the first."""


def community_split(
    pair: int, limit: int, second: Acts, acts: Acts, alike: Figures | None
) -> HandNet:
    """A pair, by value, that is split to at most `limit` hands; the square of what they net.

    `alike` is the chance that this many cards of its value make a pair with it, if not all do.
    """
    return HandNet((), joined(*map(_squares, _ends(pair, limit, second, acts, alike))))


def lost_community_split(
    pair: int, limit: int, second: Acts, acts: Acts, rules: HandRules, alike: Figures | None
) -> HandNet:
    """The same given a natural that is found only once all hands are played."""
    lost = [_lost(ends, rules) for ends in _ends(pair, limit, second, acts, alike)]
    return HandNet((), joined(*lost))


def _ends(
    pair: int, limit: int, second: Acts, acts: Acts, alike: Figures | None
) -> Iterator[CommunityEnds]:
    """How a split ends; where the first card drawn may split hands again, by whether it does."""
    from pitboss.solvers.kernels.community import SECOND, begun_as

    child = compositions().child
    one = int(child[0, pair])
    two = int(child[one, pair])
    parted, keeps = (one, SECOND), (two, begun_as(compositions().arrays, two, int(second[pair])))
    again = 0.0 if limit == 2 else 1.0 if alike is None else float(alike[1])
    if again < 1.0:
        yield _drawn(key_of(pair, pair), {parted: 2}, second, acts, 1.0 - again)
    if again > 0.0:
        yield _drawn(key_of(pair, pair), {parted: 2}, second, acts, again, not_first=pair)
        hands = {parted: 4} if limit == 4 else {parted: 2, keeps: 1}
        yield _drawn(key_of(pair, pair, pair), hands, second, acts, again)


def _drawn(
    held: int,
    hands: Mapping[tuple[int, int], int],
    second: Acts,
    acts: Acts,
    often: float,
    not_first: int = -1,
) -> CommunityEnds:
    """How these hands may end, and how often, with the cards that are already held."""
    from pitboss.solvers.kernels.community import PLACES, STOPPED, community_ends, stopped
    from pitboss.solvers.kernels.products import LOSS

    nobody = (0, stopped(LOSS, 0))
    begun, states = np.array([*hands, nobody][:2]).T
    most = 10 * PLACES * compositions().players  # room for every ending; little of it is used
    cards, first, other = (np.empty(most, np.int64) for _ in range(3))
    orders = np.empty(most)
    made = (cards, first, other, orders)
    many = community_ends(
        compositions().arrays, card_keys(), begun, states, second, not_first, acts, made
    )
    found = [np.divmod(each[:many] - STOPPED, 2) for each in (first, other)[: len(hands)]]
    return CommunityEnds(
        cards[:many] + held,
        often * orders[:many],
        kinds=tuple(kind for kind, _ in found),
        bets=tuple(1.0 + doubled for _, doubled in found),
        alike=tuple(hands.values()),
    )


def _squares(ends: CommunityEnds) -> Products:
    """The square of what is netted: losses, and gains above them where a hand is stood on."""
    from pitboss.solvers.kernels.products import LOSS

    parts: list[tuple[Keys, Figures]] = []
    for kinds, bets, alike in zip(ends.kinds, ends.bets, ends.alike, strict=True):
        parts.append((np.full_like(kinds, LOSS), -alike * bets))
        parts.append((kinds, np.where(kinds == LOSS, 0.0, alike * bets)))
    keys, weights = [], []
    for one, two in combinations_with_replacement(range(len(parts)), 2):
        (first, gain), (second, other) = parts[one], parts[two]
        keys.append(ends.cards + _pairs()[first, second])
        weights.append(ends.orders * gain * other * (1.0 if one == two else 2.0))
    some = np.concatenate(weights) != 0.0
    return Products(np.concatenate(keys)[some], np.concatenate(weights)[some])


@cache
def _pairs() -> Keys:
    """Two classes → their number among all pairs."""
    from pitboss.solvers.kernels.products import FACTORS, pair_of

    return np.array([[pair_of(one, two) for two in range(FACTORS)] for one in range(FACTORS)])


def _lost(ends: CommunityEnds, rules: HandRules) -> Products:
    """The square of what is lost to a natural; of a hand over 21 that is all of its stakes."""
    from pitboss.solvers.kernels.products import LOSS, pair_of

    lost, first = np.zeros(ends.cards.size), 1.0 - rules.other_loss
    for kinds, bets, alike in zip(ends.kinds, ends.bets, ends.alike, strict=True):
        stood = alike * (rules.other_loss + (bets - 1.0) * rules.double_loss) + first
        lost += np.where(kinds < CLASSES, stood, alike * bets)
        first = 0.0  # only the hand first dealt has what was staked before the deal
    return Products(ends.cards + pair_of(LOSS, LOSS), ends.orders * lost**2)


# -- a natural that is found only once all hands are played ----------------------------------------
# A hand that busted has lost all its stakes. Of one that stands, a natural takes what was staked
# before the deal, which lies on the hand first dealt; and what was added since, as far as the terms
# say so. A 21 may have won before.


def lost_split(
    pair: int, limit: int, second: Acts, acts: Acts, rules: HandRules, alike: Figures | None
) -> HandNet:
    """A pair, by value, that is split to at most `limit` hands, given a natural.

    `alike` is the chance that this many cards of its value make a pair with it, if not all do.
    """
    listed = begun_hand(pair, second, acts)
    first, others = (
        by_second(pair, listed, partial(_lost_hand, rules, taken))
        for taken in (1.0, float(rules.other_loss))
    )
    return split_unlike(pair, limit, first, others, alike)


def lost_double(row: int, acts: Acts, rules: HandRules) -> HandNet:
    """Two cards that are doubled, given a natural."""
    return _lost_hand(rules, 1.0, *played_on(row, DOUBLE, acts))


def lost_from_one(card: int, second: Acts, acts: Acts, taken: float, rules: HandRules) -> HandNet:
    """A hand begun with one card, as `from_one` takes it, of which a natural takes so much."""
    begun, lost, ended, orders = begun_hand(card, second, acts)
    return _lost_hand(rules, taken, begun, lost, ended, orders[:, [0, 2]] + orders[:, [1, 3]])


def _lost_hand(
    rules: HandRules, taken: float, begun: Keys, lost: Figures, ended: Keys, orders: Figures
) -> HandNet:
    """One hand, as `alone` takes it, of which a natural takes this much if it stands.

    Whatever total it stands on, that is less of a loss than a bust; a 21 may have won before.
    """
    from pitboss.solvers.kernels.products import LOSS, pair_of

    bets, late = np.array(BETS), taken + np.array([0.0, rules.double_loss])
    total = compositions().total[ended][:, None]
    takes = np.where((total == 21) & rules.at_once, -rules.win * bets, late)
    takes = np.where(total > 21, bets, takes)
    keys = np.concatenate([begun, card_keys()[ended]])
    kept = (orders * (bets - takes)).sum(axis=1)
    squares = (orders * (takes**2 - bets**2)).sum(axis=1)
    factors = Factors(keys, np.full(keys.size, LOSS), np.concatenate([-lost, kept]))
    return HandNet(
        (Part(factors, ALONE),),
        Products(keys + pair_of(LOSS, LOSS), np.concatenate([lost**2, squares])),
    )


# -- a first hand that nets differently from the others --------------------------------------------
# An ante may ride with it alone (58 Pa. Code § 633c.4, reading D-12), and a dealer's natural that
# is found only at the end may take its stake alone.


def split_of(
    rules: RoundRules, played: PlayedShoe, up: int, pair: int, alike: Figures | None = None
) -> HandNet:
    """The results of a pair, by value, that is split against an upcard.

    `alike` is the chance that this many cards of its value make a pair with it, if not all do.
    """
    limit, second, acts = rules.limit(pair), played.seconds[up, pair], played.acts[up]
    if not rules.rider:
        return split(pair, limit, second, acts, alike=alike)
    listed, main = begun_hand(pair, second, acts), 1.0 - rules.rider
    first, others = (
        by_second(pair, listed, partial(_bet, bets))
        for bets in ((1.0, 1.0 + main), (main, 2.0 * main))
    )
    return split_unlike(pair, limit, first, others, alike)


def _bet(
    bets: tuple[float, float], begun: Keys, lost: Figures, ended: Keys, orders: Figures
) -> HandNet:
    """One hand, as `alone` takes it, with these bets as it was and doubled."""
    once, twice = bets
    return alone(begun, np.where(lost > 1.0, twice, once * lost), ended, orders, bets)


def split_unlike(
    pair: int,
    limit: int,
    first: Sequence[HandNet],
    others: Sequence[HandNet],
    alike: Figures | None,
) -> HandNet:
    """All hands of a split, of which the first and the others are, by second card, as given."""
    (every, _), (one, two) = split_counts(limit), split_counts(limit, beside_first=True)
    one_first, one, two, both = (
        by_value(each, alike) for each in (every - one, one, two, 2.0 * first_counts(limit))
    )
    return HandNet(
        (*all_parts(pair, first, one_first), *all_parts(pair, others, one)),
        joined(all_squares(pair, first, one_first), all_squares(pair, others, one)),
        (*all_twos(pair, others, others, two), *all_twos(pair, first, others, both)),
    )
