"""Every three cards of 3 Card 21 "N" Done, with the value of each choice (1 CCR 207-1, 30-2111).

A split hand is played by its own cards with the other two first cards gone from the shoe as well,
not by what the other hands drew: a player who remembered that would do a little better.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final

import numpy as np

from pitboss.cards import DECK, Rank, Shoe, Suit, card_index
from pitboss.errors import NotAllowed
from pitboss.games.standard import BURNED
from pitboss.games.three_card_21 import TAKE, ThreeCardTerms, allowed, counts_over, may_keep
from pitboss.procedure import Hand
from pitboss.solvers.blackjack import (
    BEST,
    DOUBLE,
    HIT,
    STAND,
    Acts,
    Figures,
    PlayedShoe,
    play,
    value,
)
from pitboss.solvers.compositions import compositions, row_of
from pitboss.solvers.deviation import hit_squares, squares_of
from pitboss.solvers.hits import wins_of
from pitboss.solvers.moments import (
    HandNet,
    SecondMoment,
    from_one,
    order_chance,
    way_of,
)
from pitboss.solvers.request import ChoiceWorth
from pitboss.solvers.rules import RoundRules, check_points, hand_rules_of

KEEP: Final = "keep"
PAIRS: Final = tuple(combinations_with_replacement(range(10), 2))
SHOWN: Final = (*(Rank(n) for n in range(2, 11)), Rank.ACE)
"""An upcard of each value, in the order of a chart."""
Ranks = tuple[Rank, ...]


class ThreeCards:
    """Every three cards that a shoe can deal, with the value of each choice."""

    def __init__(self, terms: ThreeCardTerms, shoe: Shoe, rules: RoundRules) -> None:
        self.terms, self.shoe, self.rules = terms, shoe, rules
        counts = zip(DECK, shoe.counts, strict=True)
        self.of_rank: Counter[Rank] = Counter()
        for card, n in counts:
            self.of_rank[card.rank] += n
        self._known: dict[tuple[Ranks, int], dict[str, ChoiceWorth]] = {}

    @cached_property
    def deals(self) -> list[tuple[float, Ranks, Rank]]:
        """Every three ranks and upcard, with its chance."""
        whole = self.shoe.size * comb(self.shoe.size - 1, 3)
        made: list[tuple[float, Ranks, Rank]] = []
        for up in Rank:
            left = self.of_rank - Counter([up])
            for held in combinations_with_replacement(Rank, 3):
                ways = prod(comb(left[rank], held.count(rank)) for rank in {*held})
                if ways and self.of_rank[up]:
                    made.append((self.of_rank[up] * ways / whole, held, up))
        return made

    @cached_property
    def played(self) -> PlayedShoe:
        """Every hand that is not split."""
        return play(self.rules.hand, everything=True)

    def best(self, held: Ranks, up: Rank) -> tuple[str, ChoiceWorth]:
        """What to do first with three cards: a 21 may be taken before the peek, or kept."""
        word, choice = max(self.after_peek(held, up).items(), key=lambda each: each[1].value)
        kept = self.before_peek(held, up, choice)
        if total_of(held) != 21:
            return word, kept
        taken = ChoiceWorth(self._take, 1.0)
        keeps = may_keep(hand_of(held), self.terms) and kept.value > taken.value
        return (KEEP, kept) if keeps else (TAKE, taken)

    def before_peek(self, held: Ranks, up: Rank, choice: ChoiceWorth) -> ChoiceWorth:
        """A choice together with what a dealer's natural does, and insurance against it."""
        natural, insured = self.natural(held, up), self.insurance(held, up)
        half = self.terms.over_21_loses == "half" and counts_over(hand_of(held))
        lost = natural * (0.5 if half else 1.0)
        staked = choice.staked + natural + (0.5 if insured > 0.0 else 0.0)
        return ChoiceWorth(choice.value - lost + max(insured, 0.0), staked)

    def natural(self, held: Ranks, up: Rank) -> float:
        """The chance of a dealer's natural with these cards and the upcard gone."""
        if up.points not in (1, 10):
            return 0.0
        wanted = 11 - up.points
        left = self.rules.hand.shoe[wanted - 1] - sum(rank.points == wanted for rank in held)
        return left / (self.shoe.size - len(held) - 1)

    def insurance(self, held: Ranks, up: Rank) -> float:
        """What insurance for half of the stake is worth."""
        if up is not Rank.ACE or not self.rules.insurance:
            return 0.0
        natural = self.natural(held, up)
        return 0.5 * (self.rules.insurance * natural - (1.0 - natural))

    def after_peek(self, held: Ranks, up: Rank) -> dict[str, ChoiceWorth]:
        """What may be done if the dealer has no natural; a round with one counts as nothing."""
        key = (held, up.points)
        if key not in self._known:
            self._known[key] = {
                word: self._choice(word, held, up) for word in allowed(hand_of(held))
            }
        return self._known[key]

    def _choice(self, word: str, held: Ranks, up: Rank) -> ChoiceWorth:
        counted, at = 1.0 - self.natural(held, up), up.points - 1
        if word == TAKE:
            return ChoiceWorth(self._take * counted, counted)
        if word == "surrender":
            return ChoiceWorth(-0.5 * counted, counted)
        if word == "double":
            return ChoiceWorth(self._double(held, up), 2.0 * counted)
        if word != "split":
            row = row_of(tuple(rank.points for rank in held))
            which = STAND if word == "stand" else HIT
            return ChoiceWorth(float(self.played.values[which, at, row]), counted)
        made = np.zeros(2)
        for n, rank in enumerate(held):
            low, high = sorted(r.points - 1 for r in (*held[:n], *held[n + 1 :]))
            made += split_hands(self.rules)[:, PAIRS.index((low, high)), at, rank.points - 1]
        return ChoiceWorth(float(made[0]), float(made[1]))

    @property
    def _take(self) -> float:
        return float(self.terms.natural_pays.gross(1) - 1)

    def _double(self, held: Ranks, up: Rank) -> float:
        """One more card for twice the stake."""
        stands = self.played.values[STAND, up.points - 1]
        return 2.0 * self._drawn(held, up, lambda row: float(stands[row]), 1.0)

    def _drawn(self, held: Ranks, up: Rank, stands: Callable[[int], float], lost: float) -> float:
        """The mean over one more card of what standing then comes to; a bust loses so much."""
        made, cards = 0.0, self.shoe.size - len(held) - 1
        for drawn in SHOWN:
            gone = sum(rank.points == drawn.points for rank in (*held, up))
            left = self.rules.hand.shoe[drawn.points - 1] - gone
            if left <= 0:
                continue
            longer = (*held, drawn)
            points = tuple(rank.points for rank in longer)
            if sum(points) > 21:
                worth = -lost * (1.0 - self.natural(longer, up))
            else:
                worth = stands(row_of(points))
            made += left / cards * worth
        return made

    # -- the square of what is netted --------------------------------------------------------------

    def square(self, held: Ranks, up: Rank) -> float:
        """The expected square of what the main wager nets with three cards, played best; that of
        split hands counts as nothing, see `split_square`.
        """
        word, _ = self.best(held, up)
        if word == TAKE:
            return self._take**2
        choice = self._after(held, up)
        natural, net = self.natural(held, up), self.after_peek(held, up)[choice].value
        half = self.terms.over_21_loses == "half" and counts_over(hand_of(held))
        lost = 0.5 if half else 1.0
        made = self._square(choice, held, up)
        if self.insurance(held, up) <= 0.0:
            return made + natural * lost**2
        won = 0.5 * self.rules.insurance - lost
        return made - net + 0.25 * (1.0 - natural) + natural * won**2

    def _after(self, held: Ranks, up: Rank) -> str:
        """What is best once the dealer has no natural."""
        after = self.after_peek(held, up)
        return max(after, key=lambda each: after[each].value)

    def _square(self, word: str, held: Ranks, up: Rank) -> float:
        """That of a choice, where a dealer's natural counts as nothing."""
        counted, at = 1.0 - self.natural(held, up), up.points - 1
        if word == TAKE:
            return self._take**2 * counted
        if word == "surrender":
            return 0.25 * counted
        if word == "split":
            return 0.0
        which = {"stand": 0, "hit": 1, "double": 2}[word]
        return float(self._squares[which, at, row_of(tuple(rank.points for rank in held))])

    @property
    def split_square(self) -> float:
        """The expected square of what split hands net, over all deals; no natural, or nothing."""
        chances: dict[int, Counter[tuple[int, ...]]] = {up: Counter() for up in range(10)}
        for chance, held, up in self.deals:
            if self.best(held, up)[0] != TAKE and self._after(held, up) == "split":
                cards = tuple(sorted(rank.points - 1 for rank in held))
                chances[up.points - 1][cards] += chance  # type: ignore[assignment]
        gathered, made = SecondMoment(self.rules.hand), 0.0
        for shown, dealt in chances.items():
            if dealt:
                gathered.begin(shown)
                _gather(gathered, self.rules, shown, dealt)
                made += gathered.total()
        return made

    # -- how often hands win -----------------------------------------------------------------------

    def won(self, held: Ranks, up: Rank) -> tuple[float, float]:
        """Hands won and hands played with three cards, played best; a split makes three."""
        if self.best(held, up)[0] == TAKE:
            return 1.0, 1.0
        natural, word, at = self.natural(held, up), self._after(held, up), up.points - 1
        counted = 1.0 - natural
        if word == "split":
            made = 0.0
            for n, rank in enumerate(held):
                low, high = sorted(r.points - 1 for r in (*held[:n], *held[n + 1 :]))
                gone = PAIRS.index((low, high))
                made += float(split_wins(self.rules)[gone, at, rank.points - 1])
            return made, natural + len(held) * counted
        if word in ("stand", "hit"):
            which = STAND if word == "stand" else HIT
            return float(self._wins[which, at, row_of(tuple(r.points for r in held))]), 1.0
        if word == "double":
            return self._drawn(held, up, lambda row: float(self._wins[STAND, at, row]), 0.0), 1.0
        return (counted if word == TAKE else 0.0), 1.0

    @cached_property
    def _wins(self) -> Figures:
        """Standing, hitting and doubling × upcard × hand → the chance to win."""
        return wins_of(self.played)

    @cached_property
    def _squares(self) -> Figures:
        """Standing, hitting and doubling × upcard × hand."""
        made = squares_of(value(self.rules)).hands
        hit = hit_squares(self.rules.hand.shoe, made[:, 1])
        return np.stack([made[:, 0], hit, made[:, 2]])


def _gather(
    gathered: SecondMoment, rules: RoundRules, up: int, dealt: Mapping[tuple[int, ...], float]
) -> None:
    """Square what three cards net, by value, that are parted into a hand each, with the chance of
    each such deal.
    """
    left = np.array(rules.hand.shoe) - (np.arange(10) == up)
    hands: dict[object, HandNet] = {}
    alone: dict[object, Figures] = defaultdict(lambda: np.zeros((10, 10)))
    twos: dict[tuple[object, object], Figures] = defaultdict(lambda: np.zeros((10, 10)))
    for cards, chance in dealt.items():
        often = chance / order_chance(left, cards)
        ways = []
        for n, card in enumerate(cards):
            acts, seconds = (each[up] for each in split_play(rules, _others(cards, n)))
            way = way_of(card, seconds[card], acts)
            if way not in hands:
                hands[way] = from_one(card, seconds[card], acts)
            alone[way][_others(cards, n)] += often
            ways.append(way)
        for n, m in ((0, 1), (0, 2), (1, 2)):
            twos[ways[n], ways[m]][cards[3 - n - m]] += 2.0 * often
    for one, beside in alone.items():
        gathered.add_square(hands[one], beside)
    for (one, two), beside in twos.items():
        first, second = (hands[way].net[0].factors for way in (one, two))
        gathered.add_product(first, second, beside)


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


def _others(cards: tuple[int, ...], n: int) -> tuple[int, int]:
    """The two cards beside one of three."""
    low, high = (*cards[:n], *cards[n + 1 :])
    return low, high


@lru_cache(maxsize=2)
def split_hands(rules: RoundRules) -> Figures:
    """Value and stake × the two other first cards × upcard × first card of a split hand."""
    table, one = compositions(), np.eye(10, dtype=np.int64)
    rows = np.array([[table.child[table.child[0, a], x] for x in range(10)] for a in range(10)])
    bound = np.zeros((10, 10), bool)
    bound[0] = not rules.hand.aces_draw
    may_double = ~bound & (table.total[rows] < 21) & rules.hand.double_after_split
    made = np.zeros((2, len(PAIRS), 10, 10))
    for n, gone in enumerate(PAIRS):
        shoe = np.array(rules.hand.shoe) - one[gone[0]] - one[gone[1]]
        if shoe.min() < 0:
            continue
        played = split_shoe(rules, gone)
        for up in range(10):
            chance = np.maximum(shoe - one[up] - one, 0) / max(int(shoe.sum()) - 2, 1)
            stand, double, best = (played.values[k, up, rows] for k in (STAND, DOUBLE, BEST))
            best = np.where(bound, stand, best)
            doubles = may_double & (double > best)
            staked = played.counted[up, rows] * np.where(doubles, 2.0, 1.0)
            made[0, n, up] = (chance * np.where(doubles, double, best)).sum(axis=1)
            made[1, n, up] = (chance * staked).sum(axis=1)
    return made


@lru_cache(maxsize=2)
def split_wins(rules: RoundRules) -> Figures:
    """The two other first cards × upcard × first card of a split hand → the chance to win."""
    table, one = compositions(), np.eye(10, dtype=np.int64)
    rows = table.child[table.child[0]]
    made = np.zeros((len(PAIRS), 10, 10))
    for n, gone in enumerate(PAIRS):
        shoe = np.array(rules.hand.shoe) - one[gone[0]] - one[gone[1]]
        if shoe.min() < 0:
            continue
        wins, (_, seconds) = wins_of(split_shoe(rules, gone)), split_play(rules, gone)
        for up in range(10):
            chance = np.maximum(shoe - one[up] - one, 0) / max(int(shoe.sum()) - 2, 1)
            made[n, up] = (chance * np.choose(seconds[up], wins[:, up][:, rows])).sum(axis=1)
    return made


def split_shoe(rules: RoundRules, gone: tuple[int, int]) -> PlayedShoe:
    """Every hand played with two more cards, by value, gone from the shoe."""
    left = [n - gone.count(value) for value, n in enumerate(rules.hand.shoe)]
    return play(replace(rules.hand, shoe=tuple(left)))


def hand_of(held: Ranks) -> Hand:
    """Cards of these ranks, whatever their suits."""
    return Hand(1, cards=[DECK[card_index(rank, Suit.SPADES)] for rank in held])


def total_of(held: Ranks) -> int:
    return hand_of(held).total.points


def three_card_rules(terms: ThreeCardTerms, shoe: Shoe) -> RoundRules:
    """The numbers of the game's terms; what is not covered is refused by name."""
    if terms.peek != "ace and ten":
        raise NotAllowed("it is solved only where the dealer looks for a natural under both.")
    if terms.split_hands > 3:
        raise NotAllowed("it is solved only where no pair is split again.")
    rules = hand_rules_of(replace(terms, split_hands=1), shoe)
    check_points(rules, shoe, BURNED[terms.burn], hands=3)
    return replace(rules, hand=replace(rules.hand, wins_21=True, at_once=True))
