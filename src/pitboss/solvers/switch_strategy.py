"""What Blackjack Switch is worth, and how it is played (1 CCR 207-1, 30-2105)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

from pitboss.errors import NotationError
from pitboss.solvers.charts import PAIRS
from pitboss.solvers.request import TWO_STAKES, ranks_of
from pitboss.solvers.rules import TWO_CARDS, RoundRules
from pitboss.solvers.strategy import BlackjackGame, cards_chart
from pitboss.solvers.switch import SwitchSolution, solve_switch, switch_rules_of
from pitboss.solvers.switch_deviation import switch_deviation

METHOD: Final = (
    "every hand by its cards and the other hand's first two, drawn without replacement; a split "
    "hand is played as the same cards before any split (CDZ−); double precision"
)


@dataclass(frozen=True)
class SwitchStrategy(BlackjackGame):
    """What Blackjack Switch is worth to a player who plays it best, and how that is done."""

    method: ClassVar[str] = METHOD
    per: ClassVar[str] = TWO_STAKES

    @cached_property
    def rules(self) -> RoundRules:
        return switch_rules_of(self.asked.terms, self.asked.shoe)

    @property
    def solution(self) -> SwitchSolution:
        return solve_switch(self.rules)

    @property
    def hit_frequency(self) -> float:
        """The share of hands that win, each hand of a split counted."""
        won, played = self.solution.won
        return won / played

    @property
    def standard_deviation(self) -> float:
        """Of a round's net, in units of both stakes before the deal."""
        return switch_deviation(self.solution)

    @property
    def figures(self) -> Mapping[str, Any]:
        """What a hand is worth on its own, and what exchanging by the sums of these comes to."""
        simple = self.solution.by_cents
        return {
            "by_sums": {"expectation": simple, "cost": self.expectation - simple},
            "hand_values": self.hand_values,
        }

    @cached_property
    def hand_values(self) -> Mapping[str, str]:
        """A hand → its cents against each upcard; an ace and a ten that were exchanged last."""
        order = [PAIRS.index(up) for up in self.upcards]
        kept, exchanged = self.solution.cents[:, order]
        made = {
            f"{PAIRS[low]} {PAIRS[high]}": " ".join(map(str, kept[:, number]))
            for number, (low, high) in enumerate(TWO_CARDS)
        }
        made["A 10 switched"] = " ".join(map(str, exchanged[:, TWO_CARDS.index((0, 9))]))
        return made

    @property
    def glance(self) -> Mapping[str, str]:
        """When the second cards are exchanged, by sums that can be done at the table."""
        return {
            "switch": "if the two hands it makes are worth more cents together",
            "the chart": "how each hand is then played",
        }

    def best(self, hand: str, upcard: str = "") -> str:
        """Whether to exchange the second cards, or which hands to give up early, for two hands as
        in `10 6 / 5 10`; or what to do with one hand, if the other's cards are not known.
        """
        if "/" not in hand:
            return self.solution.alone.best(hand, upcard)
        return super().best(hand, upcard)

    def choices(self, hand: str, upcard: str = "") -> dict[str, float]:
        """The value of each choice: of the exchange, in units of one hand's stake, for
        `10 6 / 5 10`; otherwise of one hand without the other.

        Given no natural, if the hole card is read first. Where hands may be given up early, those
        of two hands are from before the hole card is read, insurance included.
        """
        first, slash, second = hand.partition("/")
        ranks, up = ranks_of(self.shoe, f"{first} {second}", upcard)
        if not slash:
            return self.solution.alone.choices(ranks, up)
        if len(first.split()) != 2 or len(second.split()) != 2:
            raise NotationError(f"two hands are written as '10 6 / 5 10', not {hand!r}.")
        a, a2, b, b2 = ranks
        made = self.solution
        of = made.early_choices if made.early else made.choices
        return of((a, a2), (b, b2), up)

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """One hand's two cards after the switch → what is best, if the other hand is not known."""
        return cards_chart(self.solution.alone)
