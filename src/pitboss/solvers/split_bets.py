"""Split hands of which the one that was dealt first is bet otherwise than the others.

An ante rides with it alone (58 Pa. Code § 633c.4, reading D-12), and a dealer's natural that is
found only at the end may take its stake alone.
"""

from __future__ import annotations

from itertools import product

from pitboss.solvers.blackjack import Acts, PlayedShoe
from pitboss.solvers.factors import joined
from pitboss.solvers.moments import (
    Bets,
    HandNet,
    Twos,
    all_squares,
    begun_hand,
    by_second,
    first_counts,
    further_pairs,
    parts_of,
    split,
    split_counts,
)
from pitboss.solvers.rules import HandRules, RoundRules


def split_of(rules: RoundRules, played: PlayedShoe, up: int, pair: int) -> HandNet:
    """What comes of a pair, by value, that is split against an upcard."""
    limit, how = limit_of(rules, pair), (played.seconds[up, pair], played.acts[up])
    if not rules.rider:
        return split(pair, limit, *how)
    main, doubled = 1.0 - rules.rider, 2.0 - rules.rider
    first = Bets((1.0, doubled), (1.0, doubled))
    return split_apart(pair, limit, *how, first, Bets((main, 2.0 * main), (main, 2.0 * main)))


def limit_of(rules: RoundRules, pair: int) -> int:
    """Into how many hands a pair, by value, may be split."""
    return rules.hands_of_aces if pair == 0 else rules.hands


def bets_to_natural(rules: HandRules, first: bool) -> Bets:
    """What a hand nets if the dealer turns out to have a natural: a bust loses all of its bets, a
    hand that stands what the rules say; `first`: it was dealt and not split off.
    """
    once = 1.0 - (first or rules.other_loss)
    return Bets((1.0, 2.0), (once, once + 1.0 - rules.double_loss))


def split_apart(
    pair: int, limit: int, second: Acts, acts: Acts, first: Bets, others: Bets
) -> HandNet:
    """A pair that is split, with bets of their own on the hand first dealt and on the others."""
    rest = split(pair, limit, second, acts, beside_first=True, bets=others)
    own, other = (
        by_second(pair, *begun_hand(pair, second, acts, bets), bets) for bets in (first, others)
    )
    once = split_counts(limit)[0] - split_counts(limit, beside_first=True)[0]
    both = 2.0 * first_counts(limit)
    return HandNet(
        (*parts_of(pair, own, once), *rest.net),
        joined(all_squares(pair, own, once), rest.squares),
        (
            *rest.twos,
            *(
                Twos(own[k].net[0].factors, other[m].net[0].factors, False, further)
                for k, m in product(range(2), repeat=2)
                if (further := further_pairs(pair, both[:, k, m])).often.any()
            ),
        ),
    )
