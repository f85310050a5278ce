"""Automatic play at a table: a named policy, and a fixed answer to everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from pitboss.analysis.policies import BASIC, decision, upcard_of
from pitboss.errors import either
from pitboss.hands import total
from pitboss.money import Cents
from pitboss.procedure.round import Box, Hand
from pitboss.procedure.steps import Ask, AskStake
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import later_stake, position_of, usual_stakes
from pitboss.table.table import Table

PLAYER: Final = "player"
FLOOR: Final = "floor"
"""Who validates slips if nobody else does."""
USUAL: Final[Mapping[str, Cents]] = MappingProxyType({})
"""Every stake after the deal is the wager's usual one."""

Bet = tuple[int, str, str, Cents, int]
"""Box, player, wager, cents, position."""
Answers = dict[str, set[str]]
"""Question that no policy decides → every answer that it got."""


def usual_bets(opened: Open, boxes: int, players: str = PLAYER) -> list[Bet]:
    """The usual stakes of the first boxes; `{}` in the players' name stands for the box."""
    return [
        (number, players.format(number), key, cents, position_of(opened, number))
        for number in range(1, boxes + 1)
        for key, cents in usual_stakes(opened).items()
        if number == 1 or key not in opened.procedure.once
    ]


def play_round(
    table: Table,
    bets: Iterable[Bet],
    policy: str = BASIC,
    later: Mapping[str, Cents] = USUAL,
    answers: Answers | None = None,
    by: Callable[[Table], bool] | None = None,
) -> None:
    """One round from its bets to its end; `by` answers what it can before the policy does."""
    table.open_round()
    for bet in bets:
        table.bet(*bet)
    table.deal()
    while table.asked or table.floor_called:
        if table.floor_called:
            table.attend(FLOOR)
        elif by is None or not by(table):
            answer(table, policy, later, answers)
    for slip in table.slips:
        table.validate(slip, FLOOR)


def answer(
    table: Table,
    policy: str = BASIC,
    later: Mapping[str, Cents] = USUAL,
    answers: Answers | None = None,
) -> None:
    """Answer the first open question; record in `answers` what the policy does not decide."""
    pending = table.pending
    assert pending
    assert table.round
    number, step = pending.number, pending.step
    box = table.round.box(step.box)
    if isinstance(step, AskStake):
        cents = later_stake(table.opened, box, step)
        if cents > step.least and step.wager in later:
            waits = upcard_of(policy) not in (None, table.round.upcard.points)
            cents = step.least if waits else later[step.wager]
        table.answer_stake(number, cents)
        return
    word = decide(table, step, box, policy)
    if answers is not None and not is_standard(step):
        answers.setdefault(step.about, set()).add(word)
    table.answer(number, word)


def is_standard(step: Ask) -> bool:
    """Whether a hand of blackjack is asked how it is played."""
    return "stand" in step.may and "hit" in step.may


def decide(table: Table, step: Ask, box: Box, policy: str = BASIC) -> str:
    """The policy's play of a blackjack hand; otherwise stay in, and buy nothing."""
    assert table.round
    may = step.may
    if is_standard(step):
        hand, upcard = hand_of(box, step.of), table.round.against(box)
        if hand and upcard:
            hits = table.opened.terms.dealing.dealer.hits_soft_17
            may_double = len(hand.cards) == 2 and "double" in may
            play = decision(policy, hits)
            return play(total(hand.cards), may_double, upcard[0].points)
    stays = [each for each in step.options if not each.gives_up and not each.foul]
    return next((each.word for each in stays if each.passive), (stays or step.options)[0].word)


def add_answers(answers: Answers, more: Answers) -> None:
    """What others answered, too."""
    for about, words in more.items():
        answers.setdefault(about, set()).update(words)


def answered(answers: Answers) -> dict[str, str]:
    """The questions that a policy does not decide, with the answers given to them.

    >>> answered({"switch": {"no"}, "bet": {"play", "fold"}})
    {'bet': 'fold or play', 'switch': 'no'}
    """
    return {about: either(sorted(words)) for about, words in sorted(answers.items())}


def always_answered(answers: Mapping[str, str]) -> str:
    """The same in a sentence.

    >>> always_answered({"insurance": "no", "switch": "no"})
    'Always answered: insurance – no; switch – no.'
    """
    return f"Always answered: {'; '.join(f'{about} – {word}' for about, word in answers.items())}."


def hand_of(box: Box, name: str) -> Hand | None:
    """The hand that is asked about; `None` if the question is to the box."""
    for hand in box.hands:
        if hand.name == name:
            return hand
    return None
