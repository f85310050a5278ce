"""Volatility under the solved play: the exact standard deviation, and how often a hand wins.

Hands of one split are not independent: they share the dealer's hand and the cards left. The
expected product of every two of them is summed over all hands that both may stand on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Rank
from pitboss.solvers.blackjack import (
    SPLIT,
    SURRENDER,
    WORDS,
    Acts,
    Figures,
    PlayedShoe,
    Solution,
    play_as,
    prescribed,
    unforced,
    weigh,
)
from pitboss.solvers.compositions import ORDER, VALUES, compositions, row_of, two_card_rows
from pitboss.solvers.moments import SecondMoment, order_chance
from pitboss.solvers.rules import EARLY, NOT_OFFERED, weights_of
from pitboss.solvers.split_nets import community_split, lost_community_split, lost_split, split_of
from pitboss.solvers.split_orders import TEN, TWO_TENS, chances_alike, split_tens


def standard_deviation(solution: Solution) -> float:
    """The standard deviation of a round's net, in units of the main stake."""
    square = (squares_of(solution) * deal_chances(solution.rules.hand.shoe)).sum()
    return sqrt(square - solution.expectation**2)


def squares_of(solution: Solution, splits: bool = True) -> Figures:
    """Upcard × first hand → the expected square of a round's net under the solution's play.

    Without `splits`, what split hands net counts as nothing.
    """
    apart = split_squares(solution) if splits else np.zeros((10, 10))
    return round_squares(solution, squared(solution.played), choice_nets(solution), apart)


def round_squares(solution: Solution, hands: PlayedShoe, nets: Figures, apart: Figures) -> Figures:
    """The same from the squares of hands that are not split, what each choice nets as `choice_nets`
    has it, and upcard × pair → the square of all hands of a split.
    """
    rules, chosen, pairs = solution.rules, solution.chosen, _pairs()
    many = compositions().players
    counted, unseen = solution.played.counted[:, :many], np.array(rules.hand.unseen)[:, None]
    natural = 1.0 - counted
    squares = np.zeros((len(WORDS), *natural.shape))
    squares[:SPLIT] = hands.values[:SPLIT, :, :many]
    squares[SPLIT][:, pairs] = apart
    squares[SURRENDER] = 0.25 * counted + unseen * rules.unseen_surrender**2 * natural
    squares += np.where(unseen, 0.0, natural)
    half, pays = rules.insured, rules.insured * rules.insurance
    alone, lost = nets[:, :, 0, :many]
    insured = half**2 * counted[0] + pays**2 * natural[0] + 2.0 * (pays * lost - half * alone)
    squares[:, 0] += np.where(pays * natural[0] > half * counted[0], insured, 0.0)
    if rules.surrender == EARLY:
        squares[SURRENDER] = 0.25
    made: Figures = np.take_along_axis(squares, chosen[None], axis=0)[0]
    often = split_tens(solution).sum(axis=(1, 2))
    tens = often * squares[SPLIT, :, TWO_TENS] + (1.0 - often) * made[:, TWO_TENS]
    made[:, TWO_TENS], made[:, NATURAL] = tens, natural_squares(solution)
    return made


def natural_squares(solution: Solution) -> Figures:
    """Upcard → the expected square of what a natural nets, with insurance or even money."""
    counted = solution.played.counted[:, NATURAL]
    paid, tied = np.array([natural_nets(solution, up) for up in ORDER[:VALUES]]).T
    made: Figures = paid**2 * counted + tied**2 * (1.0 - counted)
    return made


def natural_nets(solution: Solution, up: Rank) -> tuple[float, float]:
    """What a natural nets against an upcard, and with another one, insurance or even money
    included.
    """
    rules = solution.rules
    if solution.takes_even_money(up):
        return rules.even_money, rules.even_money
    if rules.insures_naturals and solution.insurance((Rank.ACE, Rank.TEN), up) > 0:
        return rules.natural - rules.insured, rules.tied_natural + rules.insured * rules.insurance
    return rules.natural, rules.tied_natural


def squared(played: PlayedShoe) -> PlayedShoe:
    """The same play, where each hand that is not split comes to the square of what it nets."""
    rules = played.rules
    paid = replace(
        rules,
        win=rules.win**2,
        lost=-1.0,
        doubled=rules.doubled**2,
        double_loss=(1.0 + rules.double_loss) ** 2 - 1.0,
        hands=1,
        hands_of_aces=1,
    )
    return play_as(paid, played, weights_of(rules, lambda net: net**2))


def split_squares(solution: Solution) -> Figures:
    """Upcard × pair → the expected square of what its hands net; zero if it is not split."""
    gathered, tens = SecondMoment(solution.rules.hand), split_tens(solution)
    splits = solution.chosen[:, _pairs()] == SPLIT
    splits[:, TEN] |= tens.any(axis=(1, 2))
    made = np.zeros((10, 10))
    for up, pair in np.argwhere(splits).tolist():
        made[up, pair] = split_square(gathered, solution, up, pair, tens[up])
    return made


def _pairs() -> Acts:
    """The rows of two cards of the same value."""
    return np.diagonal(two_card_rows())


def choice_nets(solution: Solution, alone: PlayedShoe | None = None) -> Figures:
    """Without a natural and with one × what is done × upcard × hand → what it nets on average.

    `alone` is the play where a natural counts as nothing, unless `without_naturals` has it.
    """
    rules, played, tens = solution.rules, solution.played, split_tens(solution)
    late, natural = np.array(rules.hand.unseen), 1.0 - played.counted
    made = np.zeros((2, len(WORDS), *natural.shape))
    made[0], made[1] = _values(solution, tens), -natural
    if late.any():
        alone = alone or without_naturals(played)
        seen = weigh(replace(rules, hand=alone.rules), alone, unforced(), 0)
        found = _values(seen, tens)
        made[1, :, late] = (made[0] - found)[:, late].swapaxes(0, 1)
        made[0] = found
    made[0, SURRENDER] = -0.5 * played.counted
    made[1, SURRENDER, late] = -rules.unseen_surrender * natural[late]
    return made


def _values(solution: Solution, tens: Figures) -> Figures:
    """Action except surrender × upcard × hand → its value."""
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


def splits_unseen(solution: Solution) -> bool:
    """Whether some hand is split against an unseen natural."""
    unseen = np.array(solution.rules.hand.unseen)
    return bool((solution.chosen[unseen] == SPLIT).any())


# -- how often a hand wins, each hand of a split counted -------------------------------------------


NATURAL: Final = row_of((1, 10))


def share_won(counted: Figures, shoe: tuple[int, ...]) -> float:
    """Hands won of hands played, over every deal of a shoe."""
    won, played = over_all_deals(counted, shoe)
    return won / played


def over_all_deals(counted: Figures, shoe: tuple[int, ...]) -> tuple[float, float]:
    """Hands won and hands played in a round on average, over every deal of a shoe."""
    wins, hands = (float((each * deal_chances(shoe)).sum()) for each in counted)
    return wins, hands


def winning(solution: Solution) -> Figures:
    """Hands won, and hands played, on average × upcard × first hand; a doubled hand counts once."""
    return winning_as(solution, wins_alone(solution.played))


def wins_alone(played: PlayedShoe) -> PlayedShoe:
    """The same play where a win pays one unit, nothing else moves any, and nothing is doubled."""
    return play_as(replace(played.rules, win=1.0, lost=0.0, doubled=1.0), played)


def winning_as(solution: Solution, counted: PlayedShoe) -> Figures:
    """The same for a shoe that was played as the solution does, by `wins_alone`.

    A round in which nothing is won is taken off, for what else it comes to. A natural that was seen
    leaves one hand; tens that pair by rank are weighed by kind.
    """
    parts, stakes = counted.parts.copy(), np.zeros_like(counted.parts)
    parts[:, :, :, 0] = 0.0
    stakes[:, :, :, 0] = counted.parts[:, :, :, 1]
    nothing = replace(counted, values=np.zeros_like(counted.values), parts=parts)
    forced = prescribed(solution.chosen)
    rules = replace(solution.rules, hand=counted.rules, even_money=NOT_OFFERED)
    low, high, split_hands = (
        weigh(rules, each, forced, 0) for each in (nothing, counted, replace(counted, parts=stakes))
    )
    wins = high.worth[0] - low.worth[0]
    hands = np.where(solution.chosen == SPLIT, low.worth[1], 1.0)
    tens = split_tens(solution)
    seen = (1.0 - counted.counted[:, TWO_TENS]) * ~np.array(rules.hand.unseen)
    apart = (high.ten_splits - low.ten_splits, split_hands.ten_splits + seen[:, None, None])
    for made, by_kind in zip((wins, hands), apart, strict=True):
        made[:, TWO_TENS] *= 1.0 - tens.sum(axis=(1, 2))
        made[:, TWO_TENS] += (tens * by_kind).sum(axis=(1, 2))
    wins[:, NATURAL], hands[:, NATURAL] = natural_wins(solution), 1.0
    return np.stack([wins, hands])


def natural_wins(solution: Solution) -> Figures:
    """Upcard → the chance that a natural is paid."""
    rules = solution.rules
    seen = solution.played.counted[:, NATURAL]
    paid: Figures = seen * (rules.natural > 0) + (1.0 - seen) * (rules.tied_natural > 0)
    if solution.takes_even_money(Rank.ACE):
        paid[0] = 1.0
    return paid


# -- the chances of every deal of a shoe, and of the next card to every hand -----------------------


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """Upcard × hand, or upcard × hand × card that is drawn."""

    dealt: NDArray[np.bool_]
    """The shoe can deal the hand."""
    chance: Figures
    natural: Figures
    """That the dealer has a natural, once the card is drawn."""


def draws_of(shoe: tuple[int, ...]) -> Draws:
    """Every draw from a shoe."""
    table, cards = compositions(), np.arange(10)
    many, counts = table.players, np.array(shoe)
    left = counts - (cards[:, None] == cards)[:, None, :] - table.counts[:many]
    size = left.sum(axis=2)
    dealt = (left >= 0).all(axis=2) & (counts > 0)[:, None] & (table.size[:many] >= 2)
    chance = np.where(left > 0, left / np.maximum(size, 1)[:, :, None], 0.0)
    natural = np.zeros((10, many, 10))
    for up in (0, 9):
        rest = left[up, :, 9 - up][:, None] - (cards == 9 - up)
        natural[up] = rest / np.maximum(size[up] - 1, 1)[:, None]
    return Draws(dealt, chance, natural)


def deal_chances(shoe: tuple[int, ...]) -> Figures:
    """The chance of each upcard with each first hand."""
    counts, one, cards = np.array(shoe, float), np.eye(10), float(sum(shoe))
    made, left = np.zeros((10, compositions().players)), counts - one
    ways = counts[:, None, None] * left[:, :, None] * (left[:, None] - one) * (2.0 - one)
    every = cards * (cards - 1) * (cards - 2)
    made[:, two_card_rows()] = np.maximum(ways, 0.0) / every
    return made
