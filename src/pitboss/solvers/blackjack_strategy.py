"""A game solved: its value, its best play, and the chart that comes nearest to it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, ClassVar, Final

from pitboss.cards import Rank
from pitboss.solvers.blackjack import ERROR, Solution, value
from pitboss.solvers.charts import (
    PAIRS,
    UPCARDS,
    Chart,
    best_chart,
    chart_by_cards,
    weigh_chart,
    word_of,
)
from pitboss.solvers.compositions import ORDER
from pitboss.solvers.rules import TENS, RoundRules, rules_of
from pitboss.solvers.strategy_request import SolvedGame, ranks_of
from pitboss.solvers.volatility import share_won, standard_deviation, winning

WORD_LETTERS: Final = {"stand": "S", "hit": "H", "split": "P"}


@dataclass(frozen=True, slots=True)
class PlayException:
    """Two cards that are better played differently from the chart by totals."""

    hand: str
    up: str
    best: str
    chart: str
    gain: float
    """What the better play adds, where the dealer has no natural."""


@dataclass(frozen=True, repr=False)
class BlackjackGame(SolvedGame):
    """A game with the hands of blackjack, whose figures are by default those of its solution."""

    error: ClassVar[float] = ERROR
    upcards: ClassVar[tuple[str, ...]] = UPCARDS
    played_by: ClassVar[str] = "its cards"
    """By what every hand is played."""

    @property
    def method(self) -> str:
        """How its figures are found, and for which play."""
        return (
            f"every hand by {self.played_by}, drawn without replacement; a split hand is played as "
            "the same cards before any split (CDZ−); double precision"
        )

    @property
    @abstractmethod
    def solution(self) -> Any:
        """The solution."""

    @property
    def expectation(self) -> float:
        """The expectation per unit."""
        return float(self.solution.expectation)

    @property
    def average_staked(self) -> float:
        """All stakes of a round, in units."""
        return float(self.solution.staked)

    @property
    def standard_deviation(self) -> float | None:
        """The standard deviation of a round's net, in units; `None` if not computed exactly."""
        found: float | None = self.solution.standard_deviation
        return found


@dataclass(frozen=True, repr=False)
class Strategy(BlackjackGame):
    """What a game is worth to a player who plays it best, and how that is done.

    >>> from pitboss.rulebook.load import load
    >>> from pitboss.solvers.strategy_request import StrategyRequest, asked_game
    >>> asked = StrategyRequest("pennsylvania/blackjack", terms={"surrender": "none"})
    >>> made = Strategy(asked_game(load(), asked))
    >>> f"{made.expectation:.9%}", made.best("10 6", "10"), made.best("8 8", "10")
    ('-0.402870236%', 'hit', 'split')
    """

    antes: int = 0
    """Further antes that may be placed on the hand."""
    pressed: bool = False
    """Winnings of a side wager may be added to the hand."""
    per: ClassVar[str] = "one unit of the main stake, before the deal"

    @cached_property
    def rules(self) -> RoundRules:
        return rules_of(self.asked.terms, self.asked.shoe)

    @cached_property
    def solution(self) -> Solution:
        return value(self.rules)

    @property
    def is_whole(self) -> bool:
        """Whether no further ante and no pressed winnings, which are weighed separately, may be
        added.
        """
        return not self.antes and not self.pressed

    @cached_property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's net, in units of the main stake."""
        return standard_deviation(self.solution)

    @cached_property
    def hit_frequency(self) -> float:
        """The share of hands that win, each hand of a split counted."""
        return share_won(winning(self.solution), self.rules.hand.shoe)

    def find_best(self, hand: str, upcard: str) -> str:
        """What to do with a hand against an upcard, early surrender included."""
        return self.solution.best(*ranks_of(self.shoe, hand, upcard))

    def choices(self, hand: str, upcard: str = "") -> dict[str, float]:
        """The value of everything that may be done with a hand that this shoe can deal.

        Per unit of the main stake and, where the hole card is read first, given that the dealer has
        no natural. Early surrender comes before that: next to it, two cards have their values from
        before the hole card is read.
        """
        return self.solution.first_choices(*ranks_of(self.shoe, hand, upcard))

    @cached_property
    def by_totals(self) -> tuple[Chart, Solution]:
        """The chart by totals that is worth most, and what it is worth."""
        return best_chart(self.rules)

    def follow(self, chart: Chart) -> Solution:
        """What a round is worth to somebody who plays by another chart."""
        return weigh_chart(self.rules, chart)

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """Two cards → what is best, a letter for each upcard from 2 to the ace."""
        return cards_chart(self.solution)

    @cached_property
    def exceptions(self) -> tuple[PlayException, ...]:
        """Two-card hands for which the chart by totals is not best."""
        chart, _ = self.by_totals
        found = []
        for hand, row in self.by_cards.items():
            for up, best in zip(UPCARDS, row, strict=True):
                if best == ".":
                    continue
                *held, shown = (_rank(self.solution, each) for each in (*hand.split(), up))
                may = self.solution.choices(held, shown)
                word, other = word_of(best, may), chart.word(held, shown, may)
                if word != other and word in may and other in may:
                    found.append(PlayException(hand, up, word, other, may[word] - may[other]))
        return tuple(found)


def cards_chart(solution: Solution) -> dict[str, str]:
    """Two cards → what is best, by the upcard; `.` if the shoe cannot deal them."""
    made = chart_by_cards(solution.rules.hand.shoe, partial(letter, solution))
    made.pop("A 10")  # nothing is decided
    return made


def letter(solution: Solution, first: str, second: str, up: str) -> str:
    """What is best with two cards, and what to do if that is not allowed, as in a chart."""
    *ranks, shown = (_rank(solution, each) for each in (first, second, up))
    if solution.surrenders_early(ranks, shown):
        return "R"
    word = solution.best(ranks, shown)
    if word in WORD_LETTERS:
        return WORD_LETTERS[word]
    choices = solution.choices(ranks, shown)
    stands = choices["stand"] >= choices["hit"]
    made = "D" if word == "double" else "R"
    return made.lower() if stands else made


def _rank(solution: Solution, text: str) -> Rank:
    """A rank of this value; of tens that pair by rank, the kind that the shoe has most of."""
    tens = solution.rules.tens
    if text == "10" and len(tens) > 1:
        return TENS[tens.index(max(tens))]
    return ORDER[PAIRS.index(text)]
