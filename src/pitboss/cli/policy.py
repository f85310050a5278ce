"""How `pitboss play --auto` plays: basic strategy, and a fixed answer to everything else."""

from __future__ import annotations

from typing import Final

from pitboss.analysis.play import basic
from pitboss.hands import total
from pitboss.procedure import Ask, AskStake, Box, Hand
from pitboss.table.table import Table
from pitboss.table.usual import first_of, later_stake

STANDARD: Final = frozenset({"stand", "hit"})
GLADLY: Final = ("house way", "bet", "play", "no", "stay")
"""Answers that are taken before the first one, the best first."""


def answer(table: Table, answers: dict[str, str] | None = None) -> None:
    """Answer the first open question; notes in `answers` what basic strategy does not decide."""
    assert table.pending
    assert table.round
    number, step = table.pending.number, table.pending.step
    box = table.round.box(step.box)
    if isinstance(step, AskStake):
        table.answer_stake(number, later_stake(table.opened, box, step))
        return
    word = decide(table, step, box)
    if answers is not None and not STANDARD.issubset(step.may):
        answers[step.about] = word
    table.answer(number, word)


def decide(table: Table, step: Ask, box: Box) -> str:
    """Basic strategy for the play of a blackjack hand; else to stay in, and to buy nothing."""
    assert table.round
    if STANDARD.issubset(step.may):
        hand, upcard = hand_of(box, step.of), table.round.against(box)
        if hand and upcard:
            hits = table.opened.terms.dealing.dealer.hits_soft_17
            may_double = len(hand.cards) == 2 and "double" in step.may
            return basic(total(hand.cards), may_double, upcard[0].points, hits)
    return first_of(step, GLADLY)


def hand_of(box: Box, name: str) -> Hand | None:
    """The hand of a box that is asked; none where the question is to the box."""
    return next((hand for hand in box.hands if hand.name == name), None)
