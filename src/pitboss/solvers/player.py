"""A player who follows the solved strategy of a table's game, from a whole shoe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import numpy as np

from pitboss.analysis.automatic_player import hand_of
from pitboss.cards import Card, Rank, show_cards
from pitboss.games.ante_up_21 import ANTE
from pitboss.games.blackjack_burnout import FEE
from pitboss.games.pai_jack import PaiJackTerms, house_way, is_pai_jack, outcome, ways
from pitboss.procedure.round import Box, Hand, Round
from pitboss.procedure.steps import Ask
from pitboss.solvers.ante_up import AnteUpStrategy
from pitboss.solvers.ante_up_hands import BET, FOLD, AnteUp
from pitboss.solvers.blackjack import DOUBLE, HIT, STAND, WORDS, Solution, value
from pitboss.solvers.blackjack_strategy import BlackjackGame
from pitboss.solvers.burnout import BurnoutSolution
from pitboss.solvers.compositions import NUMBER, rank_hands
from pitboss.solvers.hold_em import HoldEmStrategy
from pitboss.solvers.method_cache import method_cache
from pitboss.solvers.pai_jack import PaiJackStrategy
from pitboss.solvers.rules import RoundRules
from pitboss.solvers.shine import ShineStrategy
from pitboss.solvers.strategy_request import SolvedGame, show_ranks
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
    _round: Round | None = None
    _burned: dict[int, Rank] = field(default_factory=dict)
    _first: dict[int, list[Ranks]] = field(default_factory=dict)
    """Box → the first cards of its two hands once they were exchanged or not."""

    def answer(self, table: Table) -> bool:
        """Answer the first open question; not one that no strategy decides."""
        if self._round is not table.round:
            self._round = table.round
            for remembered in (self._burned, self._first):
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
                return self._switch(box, up)
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
        """The play of one hand, with everything else that the box has seen removed from the
        shoe.
        """
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
        if box.traded:
            rules = made.rules.taken_colored if colored else made.rules.taken
            gone = tuple(card.points - 1 for card in box.traded)
            return self._solved(rules.without(gone))
        return self._solved(made.rules.kept_colored if colored else made.rules.kept)

    @method_cache
    def _solved(self, rules: RoundRules) -> Solution:
        """Solve once, and keep no more than a player looks up."""
        made = value(rules)
        return replace(made, played=replace(made.played, parts=NOTHING))

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

    def _switch(self, box: Box, up: Rank) -> str:
        if isinstance(self.solution, SwitchSolution):
            (a, a2), (b, b2) = (ranks_of(hand.cards) for hand in box.hands[:2])
            word = "switch" if self.solution.switches((a, a2), (b, b2), up) else "no"
            swapped = word == "switch"
            self._first[box.number] = [(a, b2), (b, a2)] if swapped else [(a, a2), (b, b2)]
            return word
        assert isinstance(self.solution, TradeSolution)
        first, second = ranks_of(box.hands[0].cards)
        made = self.solution.choices((first, second), up)
        return max(made, key=lambda word: made[word])

    def _burn(self, box: Box, hand: Hand, up: Rank) -> str:
        assert isinstance(self.solution, BurnoutSolution)
        *before, drawn = ranks_of(hand.cards)
        made = self.solution.burning(before, drawn, up, hand.doubled)
        if made["burn"] <= made["keep"]:
            return "keep"
        self._burned[box.number] = drawn
        return "burn"


def solved_player(made: SolvedGame) -> Answer:
    """A player who follows the solution of a game."""
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
    assert isinstance(made, BlackjackGame)
    return SolvedPlayer(made.solution).answer


# -- games that cross blackjack with poker, and 3 Card Shine ---------------------------------------
# Each answers the first open question of a table and returns whether it could.


Answer = Callable[[Table], bool]
"""Answers the first open question; returns whether it did."""


def answer_first(
    table: Table,
    word: Callable[[Ask, Round, Box, Hand], str],
    insures: Callable[[Round, Box, Hand], bool] | None = None,
) -> bool:
    """Answer the first open question with a word if there is one that is allowed, and insure a hand
    where that is asked; leave anything else to another.
    """
    asked, at = table.pending, table.round
    assert asked
    assert at
    step, box = asked.step, at.box(asked.step.box)
    if isinstance(step, Ask):
        hand = hand_of(box, step.of) or box.hands[0]
        said = word(step, at, box, hand)
        if insures and step.about == "insurance":
            said = "insure" if insures(at, box, hand) else "no"
        if said in step.may:
            table.answer(asked.number, said)
        return said in step.may
    if not insures or not step.wager.startswith("insurance"):
        return False
    hand = box.hands[int(step.wager.partition("-")[2] or 1) - 1]
    table.answer_stake(asked.number, (step.most or 0) if insures(at, box, hand) else 0)
    return True


def shine_answer(made: ShineStrategy) -> Answer:
    """3 Card Shine: play or fold."""

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        return made.best(show_cards(hand.cards)) if step.about == "play" else ""

    return partial(answer_first, word=word)


def hold_em_answer(made: HoldEmStrategy, blackjack: Answer) -> Answer:
    """21-Hold 'em: the blackjack by its own solution, then bet or fold with the board."""

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        if step.about != "poker":
            return ""
        return made.best(f"{show_cards(at.community)} / {show_cards(hand.cards)}")

    return lambda table: answer_first(table, word) or blackjack(table)


def pai_jack_answer(made: PaiJackStrategy) -> Answer:
    """Pai Jack: a foul that is found late is set again to suit the dealer's hand."""
    terms = made.terms
    assert isinstance(terms, PaiJackTerms)

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        if step.about != "set":
            return ""
        if (best := made.best(show_cards(hand.cards))) in step.may:
            return best
        theirs, natural = house_way(at.dealer, terms), is_pai_jack(at.dealer)
        legal = [way for way in ways(hand.cards, terms) if way.legal]
        return max(legal, key=lambda way: outcome(way, theirs, natural, terms)[0].net).word

    return partial(answer_first, word=word)


def three_card_answer(made: ThreeCardStrategy) -> Answer:
    """3 Card 21 "N" Done: its 21 is taken or kept, its ace of three cards split or not."""
    three = made.three  # solved before the first card: a compiler may be missing

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        ranks, up = ranks_of(hand.cards), at.upcard
        if step.about not in ("play", "21"):
            return ""
        if hand.split:
            others = [each.cards[0] for each in box.hands if each is not hand]
            return made.best(f"{show_ranks(hand.cards)} / {show_ranks(others)}", up.rank.symbol)
        if step.about == "play" and hand.total.points == 21:
            after = three.after_peek(ranks, up.rank)
            return max(after, key=lambda each: after[each].value)
        return made.best(show_ranks(hand.cards), up.rank.symbol)

    def insures(at: Round, box: Box, hand: Hand) -> bool:
        return three.insurance(ranks_of(hand.cards), at.upcard.rank) > 0

    return partial(answer_first, word=word, insures=insures)


def ante_up_answer(made: AnteUp, blackjack: Answer) -> Answer:
    """Ante Up 21: with the poker in play the first hand is played for both wagers."""

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        up = at.upcard.rank
        if step.about == "poker":
            first, second = (NUMBER[card.rank] for card in box.hands[0].cards)
            return FOLD if made.best(first, second, NUMBER[up])[0] == FOLD else BET
        if step.about != "play" or ANTE not in box.stakes or not made.follows_play:
            return ""
        if hand.split and "split" in step.may and _goes_on(made, box, NUMBER[up]):
            return "split"
        if hand.number == 1 and not (hand.split and made.shares):
            return _with_poker(made, hand, NUMBER[up])
        may = [each for each in step.may if each != "split"]
        return made.blackjack.best(ranks_of(hand.cards), up, split=True, may=may)

    return lambda table: answer_first(table, word) or blackjack(table)


def _goes_on(made: AnteUp, box: Box, up: int) -> bool:
    """Whether a split pair is split again."""
    first, other = (NUMBER[card.rank] for card in box.first)
    return len(box.hands) < made.hands_of(first, other, up)


def _with_poker(made: AnteUp, hand: Hand, up: int) -> str:
    """What is done with the hand that has the poker."""
    held = tuple(NUMBER[card.rank] for card in hand.cards)
    if len(held) == 2 and not hand.split:
        return made.best(held[0], held[1], up)[0].removeprefix(f"{BET}, ")
    row, played = rank_hands().row[tuple(sorted(held))], made.against(up)
    doubles = len(held) == 2 and made.rules.hand.double_after_split
    if doubles and played.double[row] > played.unsplit(row):
        return WORDS[DOUBLE]
    return WORDS[STAND if played.acts[row] == STAND else HIT]


def ranks_of(cards: Sequence[Card]) -> tuple[Rank, ...]:
    return tuple(card.rank for card in cards)
