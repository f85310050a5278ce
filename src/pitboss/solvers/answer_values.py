"""The value of each answer to an open question, by the solved game; nothing is estimated here.

A question that no solver values has no values, and the coach says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.analysis.automatic_player import hand_of
from pitboss.cards import Rank, show_cards
from pitboss.errors import NotAllowed
from pitboss.games.blackjack_burnout import FEE
from pitboss.money import Cents
from pitboss.procedure.round import Box, Hand, Round
from pitboss.procedure.steps import Ask, AskStake
from pitboss.solvers.ante_up import AnteUpStrategy
from pitboss.solvers.blackjack import Solution
from pitboss.solvers.blackjack_strategy import Strategy
from pitboss.solvers.burnout import BurnoutStrategy
from pitboss.solvers.hold_em import HoldEmStrategy
from pitboss.solvers.pai_jack import PaiJackStrategy
from pitboss.solvers.shine import ShineStrategy
from pitboss.solvers.strategy_request import SolvedGame
from pitboss.solvers.switch_hands import TradeStrategy
from pitboss.solvers.switch_strategy import SwitchStrategy
from pitboss.solvers.three_card import ThreeCardStrategy

Values = Mapping[str, float]
Said = Sequence[tuple[str, str]]
"""What a box was asked about in this round, and what it answered."""
MOST, NONE = "most", "none"
"""Answers where a stake may be added: the most, and nothing."""
LESS: Final = ("double for less", "bet with a tip")
"""Answers with an amount of their own: never worth more than the full amount or nothing."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of every answer, in units of a stake."""

    values: Values
    unit: Cents


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """An open question with what its player sees."""

    round: Round
    box: Box
    hand: Hand
    step: Ask | AskStake
    said: Said

    @property
    def about(self) -> str:
        """What is to be decided; empty if only a stake is."""
        return self.step.about if isinstance(self.step, Ask) else ""

    @property
    def cards(self) -> str:
        return show_cards(self.hand.cards)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        return tuple(card.rank for card in self.hand.cards)

    @property
    def up(self) -> str:
        """The dealer's upcard."""
        return str(self.round.against(self.box)[0])

    @property
    def shown(self) -> Rank:
        """Its rank."""
        return self.round.against(self.box)[0].rank

    @property
    def others(self) -> list[Hand]:
        """The other hands of the box."""
        return [each for each in self.box.hands if each is not self.hand and not each.game]

    def chose(self, about: str) -> str:
        """The last answer to an earlier question of this round."""
        return next((word for asked, word in reversed(self.said) if asked == about), "")


def asked_of(table_round: Round, step: Ask | AskStake, said: Said) -> OpenQuestion:
    """A question with its hand."""
    box = table_round.box(step.box)
    return OpenQuestion(table_round, box, hand_of(box, step.of) or box.hands[0], step, said)


def worth_of(made: SolvedGame, asked: OpenQuestion) -> Worth | None:
    """What every answer is worth; empty if the solver does not value one of them."""
    step = asked.step
    if isinstance(step, AskStake):
        values = _insured(made, asked) if step.wager.startswith("insurance") else {}
        wanted: tuple[str, ...] = (MOST, NONE)
    else:
        try:
            values = _by_game(made, asked)
        except NotAllowed:  # it has no value for these cards
            values = {}
        again = {*step.may} - {*values} if step.about == "set" else set()  # a foul is set again
        wanted = tuple(word for word in step.may if word not in LESS and word not in again)
    if not values or not {*wanted} <= {*values}:
        return None
    unit = asked.hand.stake + sum(asked.hand.antes.values())  # further antes ride with it
    if asked.hand.doubled:
        unit //= 2
    return Worth({word: values[word] for word in wanted}, unit)


def _by_game(made: SolvedGame, asked: OpenQuestion) -> Values:
    """The values of the answers to a question, as far as the solver has them."""
    match asked.about, made:
        case ("set", PaiJackStrategy()) | ("play", ShineStrategy()):
            return _plain(made.choices(asked.cards))
        case "poker", HoldEmStrategy():
            return _plain(made.choices(f"{show_cards(asked.round.community)} / {asked.cards}"))
        case "insurance", _:
            insured = _insured(made, asked)
            return {"insure": insured[MOST], "no": 0.0} if insured else {}
        case "surrender", Strategy(solution=alone) | HoldEmStrategy(blackjack=alone):
            return _given_up(alone, asked)
        case "play", Strategy(solution=alone) | HoldEmStrategy(blackjack=alone):
            return _alone(alone, asked)
        case (("play" | "21"), ThreeCardStrategy()):
            firsts = show_cards([each.cards[0] for each in asked.others])
            return made.choices(f"{asked.cards} / {firsts}" if firsts else asked.cards, asked.up)
        case (("play" | "poker"), AnteUpStrategy()):
            return _ante_up(made, asked)
        case "switch", SwitchStrategy():
            (a, a2), (b, b2) = ([card.rank for card in each.cards] for each in asked.box.hands)
            return made.solution.choices((a, a2), (b, b2), asked.shown)
        case "play", SwitchStrategy():
            return _beside(made, asked)
        case "switch", TradeStrategy():
            return made.choices(asked.cards, asked.up)
        case "play", TradeStrategy():
            return made.choices(f"{asked.cards} / {show_cards(asked.box.traded)}", asked.up)
        case _, BurnoutStrategy():
            return _burnout(made, asked)
    return {}


def _plain(values: Mapping[str, float | Fraction]) -> Values:
    """Figures to be shown; those that are exact fractions too."""
    return {word: float(each) for word, each in values.items()}


def _ante_up(made: AnteUpStrategy, asked: OpenQuestion) -> Values:
    """The poker is bet or folded; whoever folded plays 21 alone. Split hands have no values."""
    if asked.others:
        return {}
    if asked.about == "play" and asked.chose("poker") == "fold":
        return _alone(made.solution.blackjack, asked)
    found = made.choices(asked.cards, asked.up)
    bet = {word.removeprefix("bet, "): each for word, each in found.items() if word != "fold"}
    if asked.about == "poker":
        return {"bet": max(bet.values()), "fold": found["fold"]}
    return bet


def _alone(solution: Solution, asked: OpenQuestion) -> Values:
    return solution.choices(asked.ranks, asked.shown)


def _given_up(solution: Solution, asked: OpenQuestion) -> Values:
    """Early surrender, and the best of the other choices."""
    found = solution.first_choices(asked.ranks, asked.shown)
    return {"surrender": found.pop("surrender"), "no": max(found.values())}


def _beside(made: SwitchStrategy, asked: OpenQuestion) -> Values:
    """One of two hands, with the first two cards of the other removed from the shoe."""
    spot = [each for each in asked.others if each.spot != asked.hand.spot]
    first = [each.cards[0] for each in spot] if len(spot) > 1 else spot[0].cards
    low, high = sorted(card.rank.points - 1 for card in first[:2])
    return _alone(made.solution.without((low, high)), asked)


def _burnout(made: BurnoutStrategy, asked: OpenQuestion) -> Values:
    """The values of the choices while the right to burn is unused; a split gives it up. Once it is
    used, there are no values.
    """
    if asked.about == "burn":
        *before, drawn = (card.rank for card in asked.hand.cards)
        return made.solution.burning(tuple(before), drawn, asked.shown, asked.hand.doubled)
    if asked.about != "play" or asked.chose("burn") == "burn":
        return {}
    if asked.hand.split or FEE not in asked.box.placed:
        return _alone(made.solution.plain, asked)
    return made.choices(asked.cards, asked.up)


def _insured(made: SolvedGame, asked: OpenQuestion) -> Values:
    """Insurance for the most that is allowed, at games whose hands are those of blackjack."""
    unit = 1.0
    match made:
        case Strategy(solution=solution) | HoldEmStrategy(blackjack=solution):
            pass
        case AnteUpStrategy():
            solution = made.solution.blackjack
        case BurnoutStrategy():
            solution = made.solution.plain
        case TradeStrategy():
            gone = sorted(card.rank.points - 1 for card in asked.box.traded)
            solution = made.solution.without((gone[0], gone[1])) if gone else made.solution.kept
            unit = made.rules.unit
        case _:
            return {}
    return {MOST: unit * solution.insurance(asked.ranks, asked.shown), NONE: 0.0}
