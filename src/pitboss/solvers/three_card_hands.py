"""Every three cards of 3 Card 21 "N" Done, with the value of each choice (1 CCR 207-1, 30-2111).

The rules by which hands are played may differ from those by which they are paid, so the same play
is weighed for its value, for the hands that it wins and, where the dealer does not look for a
natural, for rounds without one.
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
from pitboss.hands import total
from pitboss.procedure.round import Hand
from pitboss.solvers.blackjack import (
    BEST,
    DOUBLE,
    STAND,
    WORDS,
    Acts,
    Figures,
    PlayedShoe,
    play_all,
    play_as,
    play_shoe,
)
from pitboss.solvers.compositions import ORDER, compositions, row_of, two_card_rows
from pitboss.solvers.method_cache import method_cache
from pitboss.solvers.moments import HandNet, SecondMoment, from_one, order_chance, way_of
from pitboss.solvers.rules import (
    TENS,
    TWO_CARDS,
    Cards,
    HandRules,
    RoundRules,
    check_points,
    hand_rules_of,
    of_rank,
)
from pitboss.solvers.split_nets import lost_from_one
from pitboss.solvers.strategy_request import ChoiceWorth
from pitboss.solvers.volatility import squared

KEEP: Final = "keep"
SHOWN: Final = (*ORDER[1:10], Rank.ACE)
"""An upcard of each value, in the order of a chart."""
Ranks = tuple[Rank, ...]


class ThreeCards:
    """Every three cards that a shoe can deal, with the value of each choice."""

    def __init__(self, terms: ThreeCardTerms, shoe: Shoe, rules: RoundRules) -> None:
        self.terms, self.shoe, self.rules = terms, shoe, rules
        self.of_rank = of_rank(shoe)
        self.played = play_all(rules.hand)
        """Every hand that is not split."""

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

    def best(self, held: Ranks, up: Rank) -> tuple[str, ChoiceWorth]:
        """What to do first with three cards: a 21 may be taken before the peek, or kept."""
        word, choice = max(self.after_peek(held, up).items(), key=lambda each: each[1].value)
        kept = self.before_peek(held, up, choice)
        if total(held).points != 21:
            return word, kept
        taken = ChoiceWorth(self.taken, 1.0)
        keeps = may_keep(hand_of(held), self.terms) and kept.value > taken.value
        return (KEEP, kept) if keeps else (TAKE, taken)

    def before_peek(self, held: Ranks, up: Rank, choice: ChoiceWorth) -> ChoiceWorth:
        """A choice together with what a dealer's natural does, and insurance against it."""
        ended, insured = 1.0 - self.counted(held, up), self.insurance(held, up)
        staked = choice.staked + ended + (0.5 if insured > 0.0 else 0.0)
        return ChoiceWorth(choice.value - ended * self._lost(held) + max(insured, 0.0), staked)

    def _lost(self, held: Ranks) -> float:
        """What a natural takes that the dealer finds before anyone acts."""
        half = self.terms.over_21_loses == "half" and counts_over(hand_of(held))
        return 0.5 if half else 1.0

    def counted(self, held: Ranks, up: Rank) -> float:
        """The chance that the round is played on: no natural, or none that is looked for."""
        return self._counted(held, up, self.rules.hand)

    def _counted(self, held: Ranks, up: Rank, paid: HandRules) -> float:
        return 1.0 if paid.unseen[up.points - 1] else 1.0 - self.natural(held, up)

    def natural(self, held: Ranks, up: Rank) -> float:
        """The chance of a dealer's natural with these cards and the upcard removed."""
        return self.rules.hand.natural(cards_of(held), up.points - 1)

    def insurance(self, held: Ranks, up: Rank) -> float:
        """What insurance for half of the stake is worth."""
        if up is not Rank.ACE or not self.rules.insurance:
            return 0.0
        return self.rules.insurance_worth(self.natural(held, up))

    @method_cache
    def after_peek(self, held: Ranks, up: Rank) -> dict[str, ChoiceWorth]:
        """What may be done if the dealer has no natural; a round with one counts as nothing, if it
        is looked for.
        """
        if up in TENS[1:]:
            return self.after_peek(held, TENS[0])  # tens are alike
        return {word: self._choice(word, held, up) for word in allowed(hand_of(held))}

    def _choice(self, word: str, held: Ranks, up: Rank) -> ChoiceWorth:
        counted = self.counted(held, up)
        staked = 2.0 * counted if word == "double" else counted
        if word == "split":
            staked = sum_of(split_stakes(self.rules), cards_of(held), up.points - 1)
        return ChoiceWorth(self._worth(word, held, up, self.rules.hand), staked)

    def _worth(self, word: str, held: Ranks, up: Rank, paid: HandRules) -> float:
        """What a choice comes to, paid by these rules."""
        counted, at = self._counted(held, up, paid), up.points - 1
        if word == TAKE:
            return counted * (self.taken if paid.lost else 1.0)
        if word == "surrender":
            return -0.5 * paid.lost * counted
        if word != "split":
            row = row_of(tuple(rank.points for rank in held))
            return float(self._paid(paid).values[WORDS.index(word), at, row])
        cards, other = cards_of(held), replace(paid, natural_takes=float(paid.other_loss))
        made = sum_of(split_hands(self.rules, paid), cards, at)
        if not paid.unseen[at]:
            return made
        others = sum_of(split_hands(self.rules, other), cards, at)
        return others + (made - others) / len(cards)  # any of them may be the first

    @method_cache
    def _paid(self, paid: HandRules) -> PlayedShoe:
        """Every hand that is not split, played as is best and paid by these rules."""
        return self.played if paid == self.rules.hand else play_as(paid, self.played)

    @property
    def taken(self) -> float:
        """What a 21 that is taken nets, in stakes."""
        return float(self.terms.natural_pays.net)

    # -- the square of what is netted --------------------------------------------------------------

    def square(self, held: Ranks, up: Rank) -> float:
        """The expected square of what the main wager nets with three cards, played best; that of
        split hands counts as nothing, see `split_square`.
        """
        word, _ = self.best(held, up)
        if word == TAKE:
            return self.taken**2
        choice = self._after(held, up)
        natural, unseen = self.natural(held, up), self.rules.hand.unseen[up.points - 1]
        made, lost = self._square(choice, held, up), self._lost(held)
        if not unseen:
            made += natural * lost**2
        if self.insurance(held, up) <= 0.0:
            return made
        whole = self.after_peek(held, up)[choice].value
        seen = replace(self.rules.hand, unseen=(False,) * 10)  # a natural counts as nothing
        net = self._worth(choice, held, up, seen) if unseen else whole
        against = whole - net if unseen else -natural * lost
        pays = 0.5 * self.rules.insurance
        square = 0.25 * (1.0 - natural) + pays**2 * natural
        return made + square + 2.0 * pays * against - net

    def _after(self, held: Ranks, up: Rank) -> str:
        """What is best once the dealer has no natural."""
        after = self.after_peek(held, up)
        return max(after, key=lambda each: after[each].value)

    def _square(self, word: str, held: Ranks, up: Rank) -> float:
        """That of a choice, where a dealer's natural that is looked for counts as nothing."""
        counted, at = self.counted(held, up), up.points - 1
        if word == TAKE:
            return self.taken**2 * counted
        if word == "surrender":
            return 0.25 * counted
        if word == "split":
            return 0.0
        row = row_of(tuple(rank.points for rank in held))
        return float(self._squares[WORDS.index(word), at, row])

    @property
    def split_square(self) -> float:
        """The expected square of what split hands net, over all deals."""
        chances: dict[int, Counter[tuple[int, ...]]] = {up: Counter() for up in range(10)}
        for chance, held, up in self.deals:
            if self.best(held, up)[0] != TAKE and self._after(held, up) == "split":
                chances[up.points - 1][cards_of(held)] += chance  # type: ignore[assignment]
        return split_square(self.rules, chances)

    # -- how often hands win -----------------------------------------------------------------------

    def won(self, held: Ranks, up: Rank) -> tuple[float, float]:
        """Hands won and hands played with three cards, played best; a split makes three."""
        if self.best(held, up)[0] == TAKE:
            return 1.0, 1.0
        word, counted = self._after(held, up), self.counted(held, up)
        won = replace(self.rules.hand, win=1.0, lost=0.0, doubled=1.0)
        hands = 1.0 + counted * (len(held) - 1 if word == "split" else 0)
        return self._worth(word, held, up, won), hands

    @cached_property
    def _squares(self) -> Figures:
        """Standing, hitting and doubling × upcard × hand."""
        return squared(self.played).values


def hand_of(held: Ranks) -> Hand:
    """Cards of these ranks, whatever their suits."""
    return Hand(1, cards=[DECK[card_index(rank, Suit.SPADES)] for rank in held])


def cards_of(held: Ranks) -> Cards:
    """Cards by value, rising."""
    return tuple(sorted(rank.points - 1 for rank in held))


def three_card_rules(terms: ThreeCardTerms, shoe: Shoe) -> RoundRules:
    """The numbers of the game's terms; what is not covered is refused by name."""
    if terms.split_hands > 3:
        raise NotAllowed("it is solved only where no pair is split again.")
    rules = hand_rules_of(replace(terms, split_hands=1), shoe, late_natural=True)
    check_points(rules, shoe, BURNED[terms.burn], hands=3)
    return replace(rules, hand=replace(rules.hand, wins_21=True, at_once=True))


# -- cards that are split into a hand each ---------------------------------------------------------
# A split hand is played by its own cards with the other two first cards gone from the shoe as well,
# not by what the other hands drew: a player who remembered that would do a little better. A natural
# that was not looked for takes what was staked before the deal, which lies on the card first dealt:
# any of the three. All are played as if it were theirs.


def split_shoe(rules: RoundRules, gone: tuple[int, int]) -> PlayedShoe:
    """Every hand played with two more cards, by value, removed from the shoe."""
    return play_shoe(rules.hand.without(gone))


@lru_cache(maxsize=128)
def split_play(rules: RoundRules, gone: tuple[int, int]) -> tuple[Acts, Acts]:
    """Upcard × hand → hit or stand, and upcard × first × second card → what is done after a split,
    with two more cards removed.
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
    """The other two of three cards."""
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
    """The same for what is staked; 0 where a natural is found before."""
    unseen = np.array(rules.hand.unseen)[:, None, None]

    def staked(played: PlayedShoe, seconds: Acts) -> Figures:
        counted = np.where(unseen, 1.0, played.counted[:, two_card_rows()])
        return counted * np.where(seconds == DOUBLE, 2.0, 1.0)

    return _over_seconds(rules, staked)


def _over_seconds(rules: RoundRules, figure: Callable[[PlayedShoe, Acts], Figures]) -> Figures:
    """A figure of a split hand by the two other first cards: `figure` is upcard × first card ×
    second card, by the shoe without them and what is done with each second card.
    """
    made, one = np.zeros((len(TWO_CARDS), 10, 10)), np.eye(10, dtype=np.int64)
    for gone in rules.hand.two_cards():
        played, (_, seconds) = split_shoe(rules, gone), split_play(rules, gone)
        shoe = np.array(played.rules.shoe)
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
    """Square what three cards net that are split into a hand each, with the chance of each deal.

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
