"""The orders in which the hands of a split come, and what a hand is worth among them.

A split is played on while second cards are pair cards and another hand is allowed. What one hand is
worth, given that others have no pair card, follows by inclusion and exclusion.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.solvers.blackjack import Figures, PlayedShoe, Solution
from pitboss.solvers.compositions import ORDER, row_of
from pitboss.solvers.rules import TENS, RoundRules

OneHand = NDArray[np.float64]
"""How many other unseen cards are pair cards × a second card that is none or one: the figure of a
single hand, times the chance of all that."""


def ends(limit: int) -> list[tuple[int, int, int]]:
    """How a split may continue: further pair cards, hands that got another card before the last of
    them, and in how many orders that comes.
    """
    ways = {(0, 0): 1}
    made = []
    for more in range(limit - 1):
        for done in range(more + 3):
            many = ways.get((more, done), 0)
            if many and (more + 2 == limit or done == more + 2):
                made.append((more, done, many))
            elif many:
                ways[more, done + 1] = ways.get((more, done + 1), 0) + many
                ways[more + 1, done] = ways.get((more + 1, done), 0) + many
    return made


def all_hands(figures: OneHand, limit: int, shared: bool = False) -> float:
    """The sum of a figure over all hands of a split; `shared`: they draw the same cards."""
    if shared:
        other, again, further = _drawn_alike(figures)
        return 2.0 * other + (4 - limit) * again + 2.0 * (limit - 2) * further
    return _summed(figures, split_counts(limit)[0])


def first_hand(figures: OneHand, limit: int, shared: bool = False) -> float:
    """The figure of the hand that was dealt first, which is the first to be done."""
    if shared:
        other, again, further = _drawn_alike(figures)
        return other + (again if limit == 2 else further)
    return _summed(figures, split_counts(limit)[0] - split_counts(limit, beside_first=True)[0])


def _drawn_alike(figures: OneHand) -> tuple[float, float, float]:
    """One hand where both second cards are no pair cards; where they are and it is played on; and
    where it is split again.
    """
    return float(figures[0, 0]), float(figures[0, 1]), float(figures[1:2].sum())


def _summed(figures: OneHand, counts: OneHand) -> float:
    """A figure of single hands, as often as each counts."""
    many = min(len(figures), len(counts))
    return float((figures[:many] * counts[:many]).sum())


@cache
def split_counts(limit: int, beside_first: bool = False) -> tuple[OneHand, OneHand]:
    """How often a hand of a split counts, and how often two of them do; `beside_first`: but for the
    hand that was dealt first, which is the first to be done.

    Further pair cards that are gone × the second card is none or one; × that of the other hand.
    """
    js = 2 * (limit - 2) + 1
    one, two = np.zeros((js, 2)), np.zeros((js, 4))
    for more, done, many in ends(limit):
        closed, free = done, more + 2 - done
        if beside_first:
            closed, free = (done - 1, free) if done else (0, free - 1)
        _known(one, more, done - 1, many * closed, (1, 0))
        _known(one, more, done, many * free)
        _known(two, more, done - 2, many * closed * (closed - 1), (1, 0, 0, 0))
        _known(two, more, done - 1, many * closed * free, (2, 1, 1, 0))
        _known(two, more, done, many * free * (free - 1), (1, 1, 1, 1))
    return one, two.reshape(-1, 2, 2)


@cache
def first_counts(limit: int) -> OneHand:
    """How often the hand of a split that was dealt first counts with another one.

    Further pair cards that are gone × its second card is none or one × that of the other.
    """
    made = np.zeros((2 * (limit - 2) + 1, 4))
    for more, done, many in ends(limit):
        free = more + 2 - done
        if done:
            _known(made, more, done - 2, many * (done - 1), (1, 0, 0, 0))
            _known(made, more, done - 1, many * free, (1, 1, 0, 0))
        else:
            _known(made, more, 0, many * (free - 1), (1, 1, 1, 1))
    return made.reshape(-1, 2, 2)


def _known(
    made: OneHand, more: int, others: int, times: int, each: tuple[int, ...] = (1, 1)
) -> None:
    """Count a figure while `others` have no pair card and `more` pair cards have come."""
    for i in range(others + 1):
        made[more + i] += (-1) ** i * comb(others, i) * times * np.array(each)


def split_parts(rules: RoundRules, played: PlayedShoe, up: int, pair: int) -> Figures:
    """Value and stake of one hand of a split pair, by value, against an upcard: see `OneHand`."""
    shoe = rules.hand.shoe
    parts = played.parts[up, pair]
    made, named = np.zeros((2, len(parts), 2)), 1.0
    for j in range(len(parts)):
        made[:, j] = named * parts[j, :2]
        named *= max(shoe[pair] - (pair == up) - 2 - j, 0) / max(sum(shoe) - 3 - j, 1)
    return made


# -- tens that pair by rank: which are split, and how often others are of their kind ---------------
# Hands are played by value. So the rank of each ten that is drawn may be told last, and any of them
# is as likely to be of a kind as any other.


TEN: Final = 9
TWO_TENS: Final = row_of((10, 10))


def split_tens(solution: Solution) -> Figures:
    """Upcard × kind of ten shown × kind held → the chance of two such tens, given the upcard's
    value and two tens; zero unless tens pair by rank and these are split.
    """
    made, tens = np.zeros((10, len(TENS), len(TENS))), solution.rules.tens
    if len(tens) == 1:
        return made
    for up, many in enumerate(solution.rules.hand.shoe):
        left = sum(tens) - (up == TEN)
        for shown in range(len(TENS) if up == TEN else 1):
            rank = TENS[shown] if up == TEN else ORDER[up]
            share = tens[shown] / many if up == TEN and many else float(many > 0)
            for kind, each in enumerate(TENS):
                held = tens[kind] - (up == TEN and kind == shown)
                if share and held > 1 and solution.best((each, each), rank) == "split":
                    made[up, shown, kind] = share * held * (held - 1) / (left * (left - 1))
    return made


def chances_alike(tens: tuple[int, ...], often: Figures, up: int, many: int) -> Figures:
    """The chance that the first tens drawn to two that are split are all of their kind: none of
    them, one, and so on up to so `many`.

    `often` is how often two tens of each kind are split against the upcard.
    """
    made, left = np.zeros(many + 1), sum(tens) - (up == TEN) - 2
    for (shown, kind), share in np.ndenumerate(often / often.sum()):
        held, chance = tens[kind] - (up == TEN and kind == shown) - 2, 1.0
        for n in range(many + 1):
            made[n] += share * chance
            chance *= max(held - n, 0) / max(left - n, 1)
    return made


def by_value(counts: Figures, alike: Figures | None) -> Figures:
    """How often figures count by the values of the second cards, where only a kind makes a pair.

    `counts` is by further pair cards × whether each of some second cards is one, `alike` the chance
    that so many cards of the pair's value are; `None` if all are. Of second cards of that value,
    each counts as one that is no pair card, but for those that are.
    """
    if alike is None:
        return counts
    if counts.ndim == 1:
        return counts * alike[: counts.size]
    other = by_value(counts[..., 0], alike)
    paired = other + by_value(counts[..., 1] - counts[..., 0], alike[1:])
    return np.stack([other, paired], axis=-1)
