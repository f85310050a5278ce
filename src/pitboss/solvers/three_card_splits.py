"""Three cards that are parted into a hand each: what the hands are worth, and how that varies
(1 CCR 207-1, 30-2111).

A split hand is played by its own cards with the other two first cards gone from the shoe as well,
not by what the other hands drew: a player who remembered that would do a little better. A natural
that was not looked for takes what was staked before the deal, which lies on the card first dealt:
any of the three. All are played as if it were theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np

from pitboss.solvers.blackjack import BEST, DOUBLE, STAND, Acts, Figures, PlayedShoe, play, play_as
from pitboss.solvers.compositions import compositions, two_card_rows
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
    rows = two_card_rows()
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

    def worth(played: PlayedShoe, seconds: Acts) -> Figures:
        left = replace(paid, shoe=played.rules.shoe)
        values = (played if left == played.rules else play_as(left, played)).values
        return np.choose(seconds, values[: DOUBLE + 1][:, :, two_card_rows()])

    return _over_seconds(rules, worth)


@lru_cache(maxsize=2)
def split_stakes(rules: RoundRules) -> Figures:
    """The same for what is staked; nothing where a natural is found before."""
    unseen = np.array(rules.hand.unseen)[:, None, None]

    def staked(played: PlayedShoe, seconds: Acts) -> Figures:
        counted = np.where(unseen, 1.0, played.counted[:, two_card_rows()])
        made: Figures = counted * np.where(seconds == DOUBLE, 2.0, 1.0)
        return made

    return _over_seconds(rules, staked)


def _over_seconds(rules: RoundRules, figure: Callable[[PlayedShoe, Acts], Figures]) -> Figures:
    """A figure of a split hand by the two other first cards: `figure` is upcard × first card ×
    second card, by the shoe without them and what is done with each second card.
    """
    made, one = np.zeros((len(TWO_CARDS), 10, 10)), np.eye(10, dtype=np.int64)
    for gone in rules.hand.two_cards():
        played, (_, seconds) = split_shoe(rules, gone), split_play(rules, gone)
        shoe = played.shoe
        chances = np.maximum(shoe - one[:, None] - one, 0) / max(shoe.sum() - 2, 1)
        made[TWO_CARDS.index(gone)] = (chances * figure(played, seconds)).sum(axis=2)
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
