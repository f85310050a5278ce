"""The driver: it carries out the steps of a dealer's script and gives it the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pitboss.cards import DECK, Card
from pitboss.log import Event, Sink, recurring
from pitboss.procedure.round import Round
from pitboss.procedure.steps import (
    DETERMINANT,
    HELD,
    Ask,
    AskStake,
    CallFloor,
    ChooseSide,
    Draw,
    Irregularity,
    Paid,
    Place,
    Result,
    RoundVoid,
    Script,
    Settle,
    Shuffle,
    Stake,
    Tell,
    Together,
    Turn,
    Void,
)
from pitboss.table.cards.shoes import RAN_OUT, ShoeEmpty, Shoes
from pitboss.table.events.rounds import Asked, FloorCalled, Irregular, Said, StakeAsked, Voided
from pitboss.table.events.shoes import CardDealt, CardPlaced, CardTurned, SideChosen
from pitboss.table.houses.opening import Open
from pitboss.table.money.payer import Payer

WAITS: Final = object()
"""What carrying out a step gives if the script cannot continue yet."""
BY_HAND: Mapping[str, frozenset[type]] = {
    "automatic": frozenset(),
    "dealer": frozenset((Draw,)),
    "dealer settles": frozenset((Draw, Turn, Result, Settle)),
}
"""Pace → the steps that wait for the dealer."""
card_turned, said = recurring(CardTurned), recurring(Said)


@cache
def cards_dealt(to: str, face: str) -> tuple[CardDealt, ...]:
    """Every card as it may come to a place, by its index."""
    return tuple([CardDealt(to, card, face) for card in DECK])


@dataclass(slots=True)
class Pending:
    """A question that the table is waiting for, by its number."""

    number: int
    step: Ask | AskStake


class Driver:
    """Runs one script after another; each asks, pauses or ends."""

    def __init__(self, opened: Open, shoes: Shoes, payer: Payer, log: Sink) -> None:
        self.opened, self.shoes, self.payer = opened, shoes, payer
        self._log = log
        self.asked: dict[int, Pending] = {}
        self.questions = 0
        self.seconds = 0
        self.paused: Draw | Turn | Result | Settle | None = None
        """The step that waits for the dealer."""
        self.called: FloorCalled | None = None
        """A floor supervisor is called, and nothing is dealt before one has come."""
        self.script: Script[None] | None = None
        self.finished = False
        """The script is done, though slips may be waiting."""
        self._layout = Round([])
        self._hands: dict[int, str] = {}
        self._answers: dict[int, Any] = {}
        self._together = False
        self._lying: list[Card] = []
        self._does: dict[type, Callable[[Any], Any]] = {
            Draw: self._draw,
            Place: self._place,
            Turn: self._turn,
            Tell: self._say,
            Stake: self._add,
            Result: self.payer.result,
            Settle: self._settle,
            Void: self._void,
            Shuffle: self._shuffle,
            ChooseSide: self._choose_side,
            Ask: self._ask_alone,
            AskStake: self._ask_alone,
            Together: self._ask_together,
            CallFloor: self._call,
        }
        by_hand = dict.fromkeys(BY_HAND[opened.house.pace], self._await_dealer)
        self._takes = {**self._does, **by_hand}
        """What is done for each step, with a pause before what the dealer does by hand."""

    def start(self, layout: Round) -> None:
        """Begin the procedure of the game."""
        self._layout, self.finished = layout, False
        self._lying.clear()
        self.script = self.opened.procedure.script(layout, self.opened.play)
        self._run(self.script.send, None)

    def go(self) -> None:
        """Carry out the step that was waiting for the dealer."""
        assert self.paused
        step, self.paused = self.paused, None
        self._run(self._carry_out, step)

    def attended(self) -> None:
        """A floor supervisor has come: the dealer continues."""
        assert self.script
        self.called = None
        self._run(self.script.send, None)

    def answered(self, number: int, answer: Any) -> None:
        """Take one answer; the script continues when everyone asked has answered."""
        assert self.script
        del self.asked[number]
        self._answers[number] = answer
        if not self.asked:
            if self._together:
                answer = tuple([self._answers[n] for n in self._hands])
            self._answers = {}
            self._run(self.script.send, answer)

    def throw(self, found: Irregularity) -> None:
        """Hand an irregularity to the pending step."""
        assert self.script
        found.given = {self._hands[n]: answer for n, answer in self._answers.items()}
        self.asked.clear()
        self._answers.clear()
        self.paused = self.called = None
        self._run(self.script.throw, found)

    def _run(self, resume: Callable[[Any], Any], given: Any) -> None:
        """Carry out steps until the script asks, pauses or ends."""
        assert self.script
        send, takes = self.script.send, self._takes
        try:
            while True:
                step = resume(given)
                resume = send
                try:
                    given = takes[type(step)](step)
                except Irregularity as found:
                    resume, given = self.script.throw, found
                if given is WAITS:
                    return
        except (StopIteration, RoundVoid):
            self.finished = True

    def _await_dealer(self, step: Draw | Turn | Result | Settle) -> Any:
        """Wait, if there is something for the dealer's hands to do: a card, or chips."""
        match step:
            case Turn() if step.at != "dealer":
                return self._does[Turn](step)
            case Settle() if not self.payer.is_due(self._layout, step.at, step.box, step.wager):
                return self._does[Settle](step)
        self.paused = step
        return WAITS

    def _carry_out(self, step: Draw | Turn | Result | Settle) -> Any:
        """Continue after a pause, with what the step gives or with what prevented it."""
        assert self.script
        try:
            return self.script.send(self._does[type(step)](step))
        except Irregularity as found:
            return self.script.throw(found)

    # -- steps -------------------------------------------------------------------------------------

    def _ask_alone(self, step: Ask | AskStake) -> object:
        self._together, self.seconds = False, 0
        return self._ask((step,))

    def _ask_together(self, step: Together) -> object:
        self._together, self.seconds = True, step.seconds
        return self._ask(step.asks)

    def _ask(self, asks: Iterable[Ask | AskStake]) -> object:
        self._hands, self._answers = {}, {}
        for each in asks:
            self.questions += 1
            self._hands[self.questions] = each.of
            self.asked[self.questions] = Pending(self.questions, each)
            self._log(_asked(self.questions, each, self.seconds))
        return WAITS

    def _draw(self, step: Draw) -> Card:
        try:
            card = self.shoes.next()
        except ShoeEmpty:
            card = self._out_of_cards()
        if step.to not in ("burn", DETERMINANT):
            self._lying.append(card)
        self._log(cards_dealt(step.to, step.face)[card.index])
        return card

    def _out_of_cards(self) -> Card:
        """The shoe ran out: the discards are shuffled, or the round is void."""
        decided, clause = self.opened.out_of_cards
        fresh: list[Event] = []
        if decided == "shuffle the discards":
            try:
                fresh = self.shoes.reshuffle(self._lying)
            except ShoeEmpty:
                decided = "whole round void"  # every card is on the layout
        else:
            decided = "whole round void"
        self._log(Irregular(what=RAN_OUT, box=None, decision=decided, clause=clause, by="rule"))
        if decided == "whole round void":
            raise Irregularity(RAN_OUT, decided, clause)
        for each in fresh:
            self._log(each)
        return self.shoes.next()

    def _shuffle(self, step: Shuffle) -> None:
        self._lying = list(step.staying)
        for each in self.shoes.reshuffle(step.staying):
            self._log(each)

    def _choose_side(self, step: ChooseSide) -> bool:
        number, fresh = self.shoes.choose(step.name)
        self._log(SideChosen(step.name, number, step.clause))
        return fresh

    def _call(self, step: CallFloor) -> object:
        """Stop, if the box has a hand for which the law says so."""
        found = self.payer.meter_hand(self._layout, step.box)
        if not found:
            return None
        self.called = FloorCalled(step.box, *found)
        self._log(self.called)
        return WAITS

    def _place(self, step: Place) -> None:
        self._log(CardPlaced(step.to, step.card, step.face))

    def _turn(self, step: Turn) -> None:
        self._log(card_turned(step.at, step.card))

    def _say(self, step: Tell) -> None:
        self._log(said(step.words, step.clause))

    def _add(self, step: Stake) -> None:
        self.payer.stake(step.box, step.on, step.cents)

    def _settle(self, step: Settle) -> tuple[Paid, ...]:
        return self.payer.settle(self._layout, step.at, step.box, step.wager)

    def _void(self, step: Void) -> None:
        self._log(Voided(step.box, step.clause, step.why))
        self.payer.void(self._layout, step)


def _asked(number: int, step: Ask | AskStake, seconds: int) -> Asked | StakeAsked:
    if isinstance(step, Ask):
        face = HELD if step.face == HELD else ""
        return Asked(number, step.of, step.about, step.may, face, seconds)
    to = "dealer" if step.tip else ""
    return StakeAsked(number, step.of, step.wager, step.most, to, seconds)
