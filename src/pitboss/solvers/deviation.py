"""How much the net of a round varies: its exact standard deviation under the solved play.

Hands of one split are not independent: they share the dealer's hand and the cards left. The
expected product of every two of them is summed over all hands that both may stand on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt

import numpy as np

from pitboss.solvers.blackjack import (
    FREE,
    SPLIT,
    SURRENDER,
    WORDS,
    Figures,
    PlayedShoe,
    Solution,
    allowed_by,
    hands_of,
    play_as,
    programs,
    unforced,
    value,
    weigh,
)
from pitboss.solvers.community_hands import community_split, lost_community_split
from pitboss.solvers.compositions import compositions
from pitboss.solvers.draws import deal_chances, draws_of
from pitboss.solvers.gains import finals_of, kinds_of, net_of, usual_net
from pitboss.solvers.late_naturals import lost_split
from pitboss.solvers.moments import SecondMoment, order_chance
from pitboss.solvers.rules import HandRules, RoundRules
from pitboss.solvers.split_bets import split_of
from pitboss.solvers.ten_kinds import TEN, TWO_TENS, chances_alike, split_tens


@lru_cache(maxsize=8)
def deviation_of(rules: RoundRules) -> float:
    """The standard deviation of a round under its best play."""
    return standard_deviation(value(rules))


def standard_deviation(solution: Solution) -> float:
    """Of a round's net, in units of the main stake."""
    square = (squares_of(solution).rounds * deal_chances(solution.rules.hand.shoe)).sum()
    return sqrt(square - solution.expectation**2)


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """The expected squares of what is netted, where a natural that was seen counts as nothing."""

    hands: Figures
    """Upcard × standing, played on and doubled × hand, for a hand alone that is not split."""
    rounds: Figures
    """Upcard × first hand → the whole round, also with a natural."""


def squares_of(
    solution: Solution, upcards: Iterable[int] = range(10), splits: bool = True
) -> Squares:
    """Those of every hand against these upcards, under the solution's play.

    Without `splits`, what split hands net counts as nothing.
    """
    from pitboss.solvers.kernels.squares import round_squares

    rules, played = solution.rules, solution.played
    hand, table = rules.hand, compositions()
    found = programs(hand.hits_soft_17, hand.stands_from, square_weights(hand))
    gathered = SecondMoment(hand) if splits else None
    money = (rules.natural, rules.tied_natural, rules.insurance, rules.insures_naturals)
    more_money = (rules.even_money, rules.unseen_surrender, rules.insured)
    allowed, tens = allowed_by(rules, FREE), split_tens(solution)
    nets, pairs = choice_nets(solution), _pairs()
    made = Squares(np.zeros((10, 3, hands_of(hand))), np.zeros((10, table.players)))
    for up in upcards:
        if not hand.shoe[up]:
            continue
        apart = np.stack([np.zeros(10), solution.chosen[up, pairs] == SPLIT])
        if tens[up].any():
            apart[1, TEN] = tens[up].sum()
        if gathered:
            for pair in np.flatnonzero(apart[1]).tolist():
                apart[0, pair] = split_square(gathered, solution, up, pair, tens[up])
        round_squares(
            table.arrays,
            played.shoe,
            up,
            int(hand.unseen[up]),
            played.pays,
            np.array([*money, *more_money], float),
            np.array(allowed, np.int64),
            played.acts[up],
            played.counted[up],
            np.ascontiguousarray(nets[:, :, up]),
            solution.chosen[up],
            found.ops,
            found.ends,
            apart,
            made.hands[up],
            made.rounds[up],
        )
    return made


def _pairs() -> list[int]:
    """The rows of two cards of the same value."""
    child = compositions().child
    return [child[child[0, each], each] for each in range(10)]


def choice_nets(solution: Solution) -> Figures:
    """Without a natural and with one × what is done × upcard × hand → what it nets on average."""
    rules, played, tens = solution.rules, solution.played, split_tens(solution)
    late, natural = np.array(rules.hand.unseen), 1.0 - played.counted
    made = np.zeros((2, len(WORDS), *natural.shape))
    made[0], made[1] = _values(solution, tens), -natural
    if late.any():
        alone = without_naturals(played)
        seen = weigh(replace(rules, hand=alone.rules), alone, unforced(), 0)
        found = _values(seen, tens)
        made[1, :, late] = (made[0] - found)[:, late].swapaxes(0, 1)
        made[0] = found
    made[0, SURRENDER] = -0.5 * played.counted
    made[1, SURRENDER, late] = -rules.unseen_surrender * natural[late]
    return made


def _values(solution: Solution, tens: Figures) -> Figures:
    """What is done but for surrender × upcard × hand → its value."""
    made = np.zeros((len(WORDS), *solution.played.counted.shape))
    made[:SPLIT] = solution.played.values[:SPLIT]
    made[SPLIT][:, _pairs()] = solution.splits
    by_kind = (tens * solution.ten_splits).sum(axis=(1, 2))
    often = tens.sum(axis=(1, 2))
    made[SPLIT, often > 0, TWO_TENS] = by_kind[often > 0] / often[often > 0]
    return made


def split_square(
    gathered: SecondMoment, solution: Solution, up: int, pair: int, tens: Figures
) -> float:
    """The expected square of what all hands of a split pair net, by value.

    `tens` are the kinds that are split against the upcard, where tens pair by rank.
    """
    rules, played = solution.rules, solution.played
    limit = rules.limit(pair)
    left = np.array(rules.hand.shoe) - (np.arange(10) == up)
    if left[pair] < 2:
        return 0.0
    alike = None
    if pair == TEN and tens.any():
        alike = chances_alike(rules.tens, tens, up, 2 * limit)
    way = pair, limit, played.seconds[up, pair], played.acts[up]
    if rules.shared_splits:
        netted, lost = community_split(*way, alike), lost_community_split
    else:
        netted, lost = split_of(rules, played, up, pair, alike), lost_split
    gathered.begin(up)
    gathered.add_square(netted)
    square = gathered.total()
    if rules.hand.unseen[up] and left[TEN - up]:
        gathered.begin(up, natural=True)
        gathered.add_square(lost(*way, rules.hand, alike))
        square += gathered.total() * left[TEN - up] / left.sum()
    return square / order_chance(left, (pair, pair))


def without_naturals(played: PlayedShoe) -> PlayedShoe:
    """The same play where a dealer's natural counts as nothing."""
    return play_as(replace(played.rules, unseen=(False,) * 10), played)


def whole_rounds(solution: Solution, squares: Figures, net: Figures, seen: Figures) -> Figures:
    """Upcard × first hand → the expected square of a round whose hand is not split or given up.

    From the square of what the hand alone nets and what it nets, where a natural that was seen
    counts as nothing; and what it nets where any natural does.
    """
    counted, rules = solution.played.counted, solution.rules
    natural, unseen = 1.0 - counted, np.array(rules.hand.unseen)[:, None]
    made: Figures = np.where(unseen, squares, squares + natural)
    against = np.where(unseen, net - seen, -natural)
    if rules.insurance:
        half, pays = rules.insured, rules.insured * rules.insurance
        gain = pays * natural[0] - half * counted[0]
        square = half**2 * counted[0] + pays**2 * natural[0]
        insured = made[0] + square + 2.0 * (pays * against[0] - half * seen[0])
        made[0] = np.where(gain > 0, insured, made[0])
    return made


def hit_squares(rules: HandRules, played_on: Figures) -> Figures:
    """Upcard × hand → the expected square of a hand that takes a card and is then played on."""
    table, draws = compositions(), draws_of(rules.shoe)
    child = np.where(table.child >= table.players, -1, table.child)[: table.players]
    lost = np.where(np.array(rules.unseen)[:, None, None], 1.0, 1.0 - draws.natural)
    after = np.where(child < 0, lost, played_on[:, child])
    made: Figures = (draws.chance * after).sum(axis=2)
    return made


def splits_unseen(solution: Solution) -> bool:
    """Some hand is split against an unseen natural."""
    unseen = np.array(solution.rules.hand.unseen)
    return bool((solution.chosen[unseen] == SPLIT).any())


def square_weights(rules: HandRules) -> tuple[tuple[float, ...], ...]:
    """The same as `weights_of` for the square of what is won."""
    return tuple(
        tuple(
            net_of(rules, kind, each) ** 2 - usual_net(rules, kind) ** 2
            for each in finals_of(rules)
        )
        for kind in kinds_of(rules)
    )
