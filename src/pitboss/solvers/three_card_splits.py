"""Three cards that are parted into a hand each: what the hands are worth, and how that varies
(1 CCR 207-1, 30-2111).

A split hand is played by its own cards with the other two first cards gone from the shoe as well,
not by what the other hands drew: a player who remembered that would do a little better. A natural
that was not looked for takes what was staked before the deal, which lies on the card first dealt:
any of the three. All are played as if it were theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from pitboss.solvers.blackjack import BEST, DOUBLE, STAND, Acts, Figures, PlayedShoe, play, play_as
from pitboss.solvers.compositions import compositions
from pitboss.solvers.late_naturals import lost_from_one
from pitboss.solvers.moments import HandNet, SecondMoment, from_one, order_chance, way_of
from pitboss.solvers.rules import TWO_CARDS, Cards, HandRules, RoundRules


def split_shoe(rules: RoundRules, gone: tuple[int, int]) -> PlayedShoe:
    """Every hand played with two more cards, by value, gone from the shoe."""
    return play(rules.hand.without(gone))


@lru_cache(maxsize=128)
def split_play(rules: RoundRules, gone: tuple[int, int]) -> tuple[Acts, Acts]:
    """Upcard × hand → hit or stand, and upcard × first × second card → what is done after a split,
    with two more cards gone.
    """
    played, table = split_shoe(rules, gone), compositions()
    rows = table.child[table.child[0]]
    bound = (np.arange(10) == 0)[:, None] & (not rules.hand.aces_draw)
    stands = (table.total[rows] == 21) | bound
    acts = np.where(stands, STAND, played.acts[:, rows])
    better = played.values[DOUBLE][:, rows] > played.values[BEST][:, rows]
    doubles = ~stands & better & rules.hand.double_after_split
    return played.acts, np.where(doubles, DOUBLE, acts).astype(np.int64)


def others_of(cards: Cards, n: int) -> tuple[int, int]:
    """The two cards beside one of three."""
    low, high = (*cards[:n], *cards[n + 1 :])
    return low, high


def sum_of(figures: Figures, cards: Cards, up: int) -> float:
    """A figure of the hands of three cards: the two other first cards × upcard × first card."""
    others = [TWO_CARDS.index(others_of(cards, n)) for n in range(len(cards))]
    return float(figures[others, up, list(cards)].sum())


@lru_cache(maxsize=8)
def split_hands(rules: RoundRules, paid: HandRules) -> Figures:
    """The two other first cards × upcard × first card of a split hand → what it comes to, if hands
    are played by one set of rules and paid by another.
    """
    rows = compositions().child[compositions().child[0]]
    made = np.zeros((len(TWO_CARDS), 10, 10))
    for n, gone in enumerate(TWO_CARDS):
        left = paid.without(gone)
        if min(left.shoe) < 0:
            continue
        played = split_shoe(rules, gone)
        values = (played if left == played.rules else play_as(left, played)).values
        _, seconds = split_play(rules, gone)
        for up in range(10):
            worth = np.choose(seconds[up], values[: DOUBLE + 1, up][:, rows])
            made[n, up] = (_chances(left.shoe, up) * worth).sum(axis=1)
    return made


@lru_cache(maxsize=2)
def split_stakes(rules: RoundRules) -> Figures:
    """The same for what is staked; nothing where a natural is found before."""
    rows = compositions().child[compositions().child[0]]
    made = np.zeros((len(TWO_CARDS), 10, 10))
    for n, gone in enumerate(TWO_CARDS):
        left = rules.hand.without(gone)
        if min(left.shoe) < 0:
            continue
        played, (_, seconds) = split_shoe(rules, gone), split_play(rules, gone)
        for up in range(10):
            counted = 1.0 if rules.hand.unseen[up] else played.counted[up, rows]
            staked = counted * np.where(seconds[up] == DOUBLE, 2.0, 1.0)
            made[n, up] = (_chances(left.shoe, up) * staked).sum(axis=1)
    return made


def _chances(shoe: tuple[int, ...], up: int) -> Figures:
    """First card × second card → the chance of the second."""
    one = np.eye(10, dtype=np.int64)
    made: Figures = np.maximum(np.array(shoe) - one[up] - one, 0) / max(sum(shoe) - 2, 1)
    return made


# -- the square of what is netted ------------------------------------------------------------------


def split_square(rules: RoundRules, dealt: Mapping[int, Mapping[Cards, float]]) -> float:
    """The expected square of what split hands net over all deals, with the chance of each by the
    upcard; a round that a natural ends before counts as nothing.
    """
    gathered, made = SecondMoment(rules.hand), 0.0
    for up, chances in dealt.items():
        left = np.array(rules.hand.shoe) - (np.arange(10) == up)
        if not chances:
            continue
        gathered.begin(up)
        _gather(gathered, rules, up, chances, natural=False)
        made += gathered.total()
        if rules.hand.unseen[up] and left[9 - up]:
            gathered.begin(up, natural=True)
            _gather(gathered, rules, up, chances, natural=True)
            made += gathered.total() * left[9 - up] / left.sum()
    return made


def _gather(
    gathered: SecondMoment,
    rules: RoundRules,
    up: int,
    dealt: Mapping[Cards, float],
    natural: bool,
) -> None:
    """Square what three cards net that are parted into a hand each, with the chance of each deal.

    `natural`: given a natural that was not seen, which takes most of the card first dealt.
    """
    left = np.array(rules.hand.shoe) - (np.arange(10) == up)
    hands: dict[object, HandNet] = {}
    alone: dict[object, Figures] = defaultdict(lambda: np.zeros((10, 10)))
    twos: dict[tuple[object, object], Figures] = defaultdict(lambda: np.zeros((10, 10)))
    for (cards, chance), first in ((each, n) for each in dealt.items() for n in range(3)):
        if first and not natural:
            continue
        often = chance / order_chance(left, cards) / (3.0 if natural else 1.0)
        ways = []
        for n, card in enumerate(cards):
            acts, seconds = (each[up] for each in split_play(rules, others_of(cards, n)))
            takes = (1.0 if n == first else float(rules.hand.other_loss)) if natural else 0.0
            way = takes, way_of(card, seconds[card], acts)
            if way not in hands and natural:
                hands[way] = lost_from_one(card, seconds[card], acts, takes, rules.hand)
            elif way not in hands:
                hands[way] = from_one(card, seconds[card], acts)
            alone[way][others_of(cards, n)] += often
            ways.append(way)
        for n, m in ((0, 1), (0, 2), (1, 2)):
            twos[ways[n], ways[m]][cards[3 - n - m]] += 2.0 * often
    for one, beside in alone.items():
        gathered.add_square(hands[one], beside)
    for (one, two), beside in twos.items():
        first_net, second_net = (hands[way].net[0].factors for way in (one, two))
        gathered.add_product(first_net, second_net, beside)
