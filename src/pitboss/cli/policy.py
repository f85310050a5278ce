"""How `pitboss play --auto` plays: basic strategy, and a fixed answer to everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from pitboss.analysis.play import basic
from pitboss.cli.stakes import later_stake
from pitboss.money import Cents
from pitboss.procedure import Ask, AskStake, Box, Hand
from pitboss.table.table import Table

STANDARD: Final = frozenset({"stand", "hit"})
GLADLY: Final = ("house way", "bet", "play", "no", "stay")
"""Answers that are taken before the first one, the best first."""


def answer(table: Table) -> None:
    """Answer the first open question."""
    assert table.pending
    assert table.round
    number, step = table.pending.number, table.pending.step
    box = table.round.box(step.box)
    if isinstance(step, AskStake):
        table.answer_stake(number, later_stake(table.opened, box, step))
    else:
        table.answer(number, decide(table, step, box))


def decide(table: Table, step: Ask, box: Box) -> str:
    """Basic strategy for the play of a blackjack hand; else to stay in, and to buy nothing."""
    assert table.round
    if STANDARD.issubset(step.may):
        hand, upcard = hand_of(box, step.of), table.round.against(box)
        if hand and upcard:
            hits = table.opened.play.values.get("soft_17") == "hit"
            word = basic(hand.cards, upcard[0].points, hits)
            return word if word in step.may else "hit"
    return _first(step, GLADLY)


def hand_of(box: Box, name: str) -> Hand | None:
    """The hand of a box that is asked; none where the question is to the box."""
    return next((hand for hand in box.hands if hand.name == name), None)


def usual_word(step: Ask) -> str:
    """What Enter answers, or one who gets up: what silence means, or what costs nothing more."""
    return step.otherwise or _first(step, ("stand", "no", "fold", "house way", "stay", "surrender"))


def leaving_word(step: Ask, cost: Callable[[str], Cents]) -> str:
    """What one who gets up answers: the usual word, or the cheapest where that one costs money."""
    usual = usual_word(step)
    return min(step.may, key=cost) if cost(usual) else usual


def _first(step: Ask, words: Iterable[str]) -> str:
    return next((word for word in words if word in step.may), step.may[0])
