"""How a table is played automatically: a named policy, and a fixed answer to everything else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from pitboss.analysis.play import BASIC, NEVER_HIT, decision, upcard_of
from pitboss.hands import total
from pitboss.money import Cents
from pitboss.procedure import Ask, AskStake, Box, Hand
from pitboss.table.table import Table
from pitboss.table.usual import first_of, later_stake

PLAYER: Final = "player"
FLOOR: Final = "floor"
"""Who validates slips if nobody else does."""
STANDARD: Final = frozenset({"stand", "hit"})
GLADLY: Final = ("house way", "bet", "play", "no", "stay")
"""Answers preferred to the first one, best first."""
USUAL: Final[Mapping[str, Cents]] = MappingProxyType({})
"""Every stake after the deal is the wager's usual one."""

Bet = tuple[int, str, str, Cents, int]
"""Box, player, wager, cents, position."""


def play_round(
    table: Table,
    bets: Iterable[Bet],
    policy: str = BASIC,
    later: Mapping[str, Cents] = USUAL,
    answers: dict[str, str] | None = None,
) -> None:
    """One round from its bets to its end; the log then holds only this round."""
    table.log.clear()  # a sink keeps it
    table.open_round()
    for bet in bets:
        table.bet(*bet)
    table.deal()
    while table.pending:
        answer(table, policy, later, answers)
    for slip in table.slips:
        table.validate(slip, FLOOR)


def answer(
    table: Table,
    policy: str = BASIC,
    later: Mapping[str, Cents] = USUAL,
    answers: dict[str, str] | None = None,
) -> None:
    """Answer the first open question; record in `answers` what the policy does not decide."""
    assert table.pending
    assert table.round
    number, step = table.pending.number, table.pending.step
    box = table.round.box(step.box)
    if isinstance(step, AskStake):
        cents = later_stake(table.opened, box, step)
        if cents > step.least and step.wager in later:
            waits = upcard_of(policy) not in (None, table.round.upcard.points)
            cents = step.least if waits else later[step.wager]
        table.answer_stake(number, cents)
        return
    word = decide(table, step, box, policy)
    if answers is not None and not STANDARD.issubset(step.may):
        answers[step.about] = word
    table.answer(number, word)


def decide(table: Table, step: Ask, box: Box, policy: str = BASIC) -> str:
    """The policy's play of a blackjack hand; otherwise stay in, and buy nothing."""
    assert table.round
    if STANDARD.issubset(step.may):
        hand, upcard = hand_of(box, step.of), table.round.against(box)
        if hand and upcard:
            hits = table.opened.terms.dealing.dealer.hits_soft_17
            may_double = len(hand.cards) == 2 and "double" in step.may
            play = decision(NEVER_HIT if policy == NEVER_HIT else BASIC, hits)
            return play(total(hand.cards), may_double, upcard[0].points)
    return first_of(step, GLADLY)


def always_answered(answers: Mapping[str, str]) -> str:
    """What a policy does not decide, and the answer given.

    >>> always_answered({"switch": "no", "insurance": "no"})
    'Always answered: insurance – no; switch – no.'
    """
    said = "; ".join(f"{about} – {word}" for about, word in sorted(answers.items()))
    return f"Always answered: {said}."


def hand_of(box: Box, name: str) -> Hand | None:
    """The hand that is asked about; none if the question is to the box."""
    return next((hand for hand in box.hands if hand.name == name), None)
