"""A game solved: its value, its best play, and the chart that comes nearest to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pitboss.cards import Rank, Shoe
from pitboss.errors import NotAllowed
from pitboss.games.terms import Terms
from pitboss.rulebook.schema import Game
from pitboss.solvers.blackjack import ERROR, Solution, value
from pitboss.solvers.charts import UPCARDS, Chart, best_chart, weigh_chart
from pitboss.solvers.deviation import deviation_of, not_covered
from pitboss.solvers.request import AskedGame, ranks_of
from pitboss.solvers.rules import RoundRules, rules_of

METHOD: Final = (
    "every hand by its cards, drawn without replacement; a split hand is played as the same cards "
    "before any split (CDZ−); double precision"
)
PER: Final = "one unit of the main stake, before the deal"
WORD_LETTERS: Final = {"stand": "S", "hit": "H", "split": "P"}
VALUES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")


@dataclass(frozen=True, slots=True)
class PlayException:
    """Two cards that are better played otherwise than the chart by totals says."""

    hand: str
    up: str
    best: str
    chart: str
    gain: float
    """What the better play adds, where the dealer has no natural."""


@dataclass(frozen=True)
class Strategy:
    """What a game is worth to a player who plays it best, and how that is done.

    >>> from pitboss.rulebook.load import load
    >>> from pitboss.solvers.request import StrategyRequest, asked_game
    >>> asked = StrategyRequest("pennsylvania/blackjack", terms={"surrender": "none"})
    >>> made = Strategy(asked_game(load(), asked))
    >>> f"{made.expectation:.9%}", made.best("10 6", "10"), made.best("8 8", "10")
    ('-0.402870236%', 'hit', 'split')
    """

    asked: AskedGame

    @property
    def game(self) -> Game:
        return self.asked.game

    @property
    def terms(self) -> Terms:
        return self.asked.terms

    @property
    def shoe(self) -> Shoe:
        return self.asked.shoe

    @cached_property
    def rules(self) -> RoundRules:
        return rules_of(self.asked.terms, self.asked.shoe)

    @cached_property
    def solution(self) -> Solution:
        return value(self.rules)

    @property
    def expectation(self) -> float:
        """Per unit of the main stake."""
        return self.solution.expectation

    @property
    def average_staked(self) -> float:
        """All stakes of a round, in units of the main stake."""
        return self.solution.staked

    @property
    def element_of_risk(self) -> float:
        """What is lost of all that is staked."""
        return self.solution.element_of_risk

    @cached_property
    def standard_deviation(self) -> float | None:
        """Of a round's net, in units of the main stake; none where it is not computed exactly."""
        return None if self.not_computed else deviation_of(self.rules)

    @property
    def not_computed(self) -> str:
        """Why the standard deviation is not computed; empty if it is."""
        return not_covered(self.solution)

    def best(self, hand: str, upcard: str) -> str:
        """What to do with a hand against an upcard; early surrender is decided before."""
        return self.solution.best(hand, upcard)

    def choices(self, hand: str, upcard: str) -> dict[str, float]:
        """The value of everything that may be done with a hand that this shoe can deal.

        Per unit of the main stake and, where the hole card is read first, given that the dealer has
        no natural.
        """
        return self.solution.choices(*ranks_of(self.shoe, hand, upcard))

    @cached_property
    def by_totals(self) -> tuple[Chart, Solution]:
        """The chart by totals that is worth most, and what it is worth."""
        return best_chart(self.rules)

    def follow(self, chart: Chart) -> Solution:
        """What a round is worth to somebody who plays by another chart."""
        return weigh_chart(self.rules, chart)

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """Two cards → what is best, a letter for each upcard from 2 to the ace; `.` if the shoe
        cannot deal them.
        """
        pairs = [(a, b) for n, a in enumerate(VALUES) for b in VALUES[n:]]
        return {
            f"{a} {b}": "".join(self._letter(a, b, up) for up in UPCARDS)
            for a, b in pairs
            if {a, b} != {"A", "10"}
        }

    def _letter(self, first: str, second: str, up: str) -> str:
        if not self._dealt(first, second, up):
            return "."
        return letter(self.solution, f"{first} {second}", up)

    def _dealt(self, *values: str) -> bool:
        """The shoe has these cards."""
        shoe = self.rules.hand.shoe
        return all(values.count(v) <= shoe[VALUES.index(v)] for v in values)

    @cached_property
    def exceptions(self) -> tuple[PlayException, ...]:
        """Two cards that the chart by totals plays worse than could be."""
        chart, _ = self.by_totals
        found = []
        for hand, row in self.by_cards.items():
            for at, (up, best) in enumerate(zip(UPCARDS, row, strict=True)):
                if best == ".":
                    continue
                a, b = hand.split()
                says = _says(chart, a, b, at)
                may = self.solution.choices(*ranks_of(self.shoe, hand, up))
                word, other = _word(best, may), _word(says, may)
                if word != other and word in may and other in may:
                    found.append(PlayException(hand, up, word, other, may[word] - may[other]))
        return tuple(found)


def letter(solution: Solution, hand: str, up: str) -> str:
    """What is best with two cards, and what if that is not allowed, as in a chart."""
    ranks = tuple(_rank(each) for each in hand.split())
    shown = _rank(up)
    if solution.surrenders_early(ranks, shown):
        return "R"
    word = solution.best(ranks, shown)
    if word in WORD_LETTERS:
        return WORD_LETTERS[word]
    choices = solution.choices(ranks, shown)
    stands = choices["stand"] >= choices["hit"]
    made = "D" if word == "double" else "R"
    return made.lower() if stands else made


def _rank(text: str) -> Rank:
    return Rank.ACE if text == "A" else Rank(int(text))


def _says(chart: Chart, a: str, b: str, at: int) -> str:
    """The letter of a chart for two cards."""
    if a == b and chart.pairs[a][at] == "P":
        return "P"
    low, high = (1 if each == "A" else int(each) for each in (a, b))
    if "A" in (a, b):
        return chart.soft[str(low + high + 10)][at]
    return chart.hard[str(low + high)][at]


def _word(letter: str, may: Mapping[str, float]) -> str:
    """What a letter comes to where only these words are legal."""
    rather = {"D": "double", "R": "surrender", "P": "split"}.get(letter.upper(), "")
    if rather in may:
        return rather
    return "stand" if letter in "Sdr" else "hit"


# -- as JSON ---------------------------------------------------------------------------------------


def decimal(number: float) -> str:
    """A figure with all digits that it has."""
    return format(number, ".17g")


def strategy_form(
    made: Strategy, hand: str | None = None, up: str | None = None, chart: Chart | None = None
) -> dict[str, Any]:
    """The sheet of a game as JSON prints it; `pitboss.strategy/1`."""
    if (hand is None) != (up is None):
        raise NotAllowed("--hand and --up go together, as in --hand '10 6' --up 10.")
    asked = ranks_of(made.shoe, hand, up) if hand is not None and up is not None else None
    by_totals, followed = made.by_totals
    spread = made.standard_deviation
    form: dict[str, Any] = {
        "schema": "pitboss.strategy/1",
        "game": made.game.id,
        "name": made.game.name,
        "cite": made.game.cite,
        "decks": made.terms.decks if made.shoe == made.terms.pack else made.shoe.decks,
        "shoe": str(made.shoe),
        "hypothetical": list(made.asked.hypothetical),
        "terms": dict(made.terms.texts),
        "expectation": decimal(made.expectation),
        "per": PER,
        "average_staked": decimal(made.average_staked),
        "element_of_risk": decimal(made.element_of_risk),
        "standard_deviation": None if spread is None else decimal(spread),
        "method": METHOD,
        "error": decimal(ERROR),
        "chart": dict(made.by_cards),
        "total_dependent": {
            "expectation": decimal(followed.expectation),
            "cost": decimal(made.expectation - followed.expectation),
            "chart": {part: dict(rows) for part, rows in by_totals.parts()},
        },
        "exceptions": [
            {
                "hand": each.hand,
                "up": each.up,
                "best": each.best,
                "chart": each.chart,
                "gain": decimal(each.gain),
            }
            for each in made.exceptions
        ],
    }
    if chart is not None:
        own = made.follow(chart)
        form["own_chart"] = {
            "expectation": decimal(own.expectation),
            "cost": decimal(made.expectation - own.expectation),
            "average_staked": decimal(own.staked),
        }
    if asked is not None:
        choices = made.solution.choices(*asked)
        form |= {
            "hand": hand,
            "up": up,
            "choices": [
                {"word": word, "value": decimal(worth)}
                for word, worth in sorted(choices.items(), key=lambda each: -each[1])
            ],
        }
    return form
