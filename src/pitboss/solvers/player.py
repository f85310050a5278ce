"""Somebody who plays a table by the solved strategy of its game, from a whole shoe."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from pitboss.cards import Rank
from pitboss.games.blackjack_burnout import FEE
from pitboss.procedure import Ask, Box, Hand, Round
from pitboss.solvers.ante_up import AnteUpStrategy
from pitboss.solvers.blackjack import Solution, value
from pitboss.solvers.burnout import BurnoutSolution
from pitboss.solvers.hold_em import HoldEmStrategy
from pitboss.solvers.pai_jack import PaiJackStrategy
from pitboss.solvers.poker_players import (
    Answer,
    answer_first,
    ante_up_answer,
    hold_em_answer,
    pai_jack_answer,
    ranks_of,
    shine_answer,
    three_card_answer,
)
from pitboss.solvers.rules import RoundRules
from pitboss.solvers.sheet import Solved
from pitboss.solvers.shine import ShineStrategy
from pitboss.solvers.switch import SwitchSolution
from pitboss.solvers.switch_hands import TradeSolution
from pitboss.solvers.three_card import ThreeCardStrategy
from pitboss.table.table import Table

Ranks = tuple[Rank, ...]
Solutions = Solution | SwitchSolution | BurnoutSolution | TradeSolution
NOTHING: Final = np.zeros(0)


@dataclass
class SolvedPlayer:
    """Answers what a table of blackjack asks, or of a game built on it.

    It remembers what a round has shown of each box.
    """

    solution: Solutions
    _known: dict[RoundRules, Solution] = field(default_factory=dict)
    _round: Round | None = None
    _gone: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Box → the two cards, by value, that it traded."""
    _burned: dict[int, Rank] = field(default_factory=dict)
    _first: dict[int, list[Ranks]] = field(default_factory=dict)
    """Box → the first cards of its two hands once they were exchanged or not."""

    def answer(self, table: Table) -> bool:
        """Answer the first open question; not one that no strategy decides."""
        if self._round is not table.round:
            self._round = table.round
            for remembered in (self._gone, self._burned, self._first):
                remembered.clear()
        return answer_first(table, self._word, self._insures)

    def _word(self, step: Ask, at: Round, box: Box, hand: Hand) -> str:
        if not (against := at.against(box)):
            return ""
        ranks, up = ranks_of(hand.cards), against[0].rank
        plain = self._plain(box, hand)
        match step.about:
            case "even money":
                return "even money" if plain.takes_even_money(up) else "no"
            case "surrender":
                return "surrender" if self._gives_up(box, hand, up) else "no"
            case "switch":
                return self._switch(step, box, up)
            case "burn":
                return self._burn(box, hand, up)
            case "play":
                if isinstance(self.solution, BurnoutSolution) and box.number in self._burned:
                    return self.solution.after_burn(ranks, self._burned[box.number], up)
                if isinstance(self.solution, BurnoutSolution) and FEE in box.stakes:
                    return self.solution.best(ranks, up, split=hand.split, may=step.may)
                return plain.best(ranks, up, split=hand.split, may=step.may)
        return ""

    def _plain(self, box: Box, hand: Hand) -> Solution:
        """The play of one hand, with what else the box has seen gone from the shoe."""
        made = self.solution
        match made:
            case Solution():
                return made
            case BurnoutSolution():
                return made.plain
            case SwitchSolution():
                firsts = self._first.get(box.number)
                if not firsts:
                    return made.alone
                low, high = sorted(rank.points - 1 for rank in firsts[2 - hand.spot])
                return self._solved(made.rules_without((low, high)))
        colored = len({card.is_red for card in hand.cards}) == 1
        if box.number in self._gone:
            rules = made.rules.taken_colored if colored else made.rules.taken
            return self._solved(rules.without(self._gone[box.number]))
        return self._solved(made.rules.kept_colored if colored else made.rules.kept)

    def _solved(self, rules: RoundRules) -> Solution:
        """Solve once, and keep no more than a player looks up."""
        if rules not in self._known:
            made = value(rules)
            played = replace(made.played, parts=NOTHING)
            self._known[rules] = replace(made, played=played)
        return self._known[rules]

    def _insures(self, at: Round, box: Box, hand: Hand) -> bool:
        if isinstance(self.solution, SwitchSolution):
            return self.solution.insures([card.rank for h in box.hands for card in h.cards])
        up = at.against(box)[0].rank
        return self._plain(box, hand).insurance(ranks_of(hand.cards), up) > 0

    def _gives_up(self, box: Box, hand: Hand, up: Rank) -> bool:
        """Whether a hand is given up early; of two hands, what is best for both is decided once."""
        if not isinstance(self.solution, SwitchSolution):
            return self._plain(box, hand).surrenders_early(ranks_of(hand.cards), up)
        (a, a2), (b, b2) = firsts = [ranks_of(each.cards) for each in box.hands]
        self._first[box.number] = firsts
        return self.solution.gives_up((a, a2), (b, b2), up)[hand.spot - 1]

    def _switch(self, step: Ask, box: Box, up: Rank) -> str:
        if isinstance(self.solution, SwitchSolution):
            (a, a2), (b, b2) = (ranks_of(hand.cards) for hand in box.hands[:2])
            word = "switch" if self.solution.switches((a, a2), (b, b2), up) else "no"
            swapped = word == "switch"
            self._first[box.number] = [(a, b2), (b, a2)] if swapped else [(a, a2), (b, b2)]
            return word
        assert isinstance(self.solution, TradeSolution)
        first, second = ranks_of(box.hands[0].cards)
        made = self.solution.choices((first, second), up)
        if made["switch"] <= made["keep"]:
            return "keep"
        low, high = sorted((first.points - 1, second.points - 1))
        self._gone[box.number] = (low, high)
        return "switch"

    def _burn(self, box: Box, hand: Hand, up: Rank) -> str:
        assert isinstance(self.solution, BurnoutSolution)
        *before, drawn = ranks_of(hand.cards)
        made = self.solution.burning(before, drawn, up, hand.doubled)
        if made["burn"] <= made["keep"]:
            return "keep"
        self._burned[box.number] = drawn
        return "burn"


def solved_player(made: Solved) -> Answer:
    """Somebody who plays a game as it is solved."""
    match made:
        case ShineStrategy():
            return shine_answer(made)
        case PaiJackStrategy():
            return pai_jack_answer(made)
        case ThreeCardStrategy():
            return three_card_answer(made)
        case HoldEmStrategy():
            return hold_em_answer(made, SolvedPlayer(made.blackjack).answer)
        case AnteUpStrategy():
            solution = made.solution
            return ante_up_answer(solution, SolvedPlayer(solution.blackjack).answer)
    return SolvedPlayer(made.solution).answer
