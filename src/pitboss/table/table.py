"""The driver: it answers a dealer's script, logs every answer, and pays.

The log is the state. Cards, choices, stakes and awards come in as answers; all else follows.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitboss.cards import Card
from pitboss.errors import NotAllowed, either
from pitboss.games import blackjack as game
from pitboss.log import Event, event, repeated
from pitboss.money import Cents, Odds
from pitboss.procedure import (
    Ask,
    AskStake,
    Box,
    Draw,
    Result,
    Round,
    Script,
    Settle,
    Stake,
    Tell,
    Turn,
)
from pitboss.progressive.meter import MeterState, share_equally
from pitboss.table.house import Open
from pitboss.table.settle import Due, due
from pitboss.table.shoes import RAN_OUT, ShoeEmpty, Shoes
from pitboss.table.stakes import MAIN, check_bet
from pitboss.wagers.offer import Offer

Sink = Callable[[Event], object]
ASKS = (Ask, AskStake)


@dataclass(frozen=True, slots=True)
class Pending:
    """What the table is waiting for."""

    number: int
    step: Ask | AskStake


class Table:
    """One table, one round at a time."""

    def __init__(self, opened: Open, shoes: Shoes, rulebook: str, sink: Sink | None = None) -> None:
        self.opened = opened
        self.log: list[Event] = []
        self.meters: dict[str, MeterState] = dict(opened.meters)
        self.boxes: dict[int, Box] = {}
        self.pending: Pending | None = None
        self.round: Round | None = None
        self.rounds = 0
        self.shoes = shoes
        self._sink = sink
        self._script: Script[None] | None = None
        self._betting = self._closed = False
        self._asked = 0
        self._fresh = False
        self._parts: dict[tuple[str, str, Fraction], list[Cents]] = {}
        self._priced: dict[tuple[int, Cents], tuple[Odds, str, Cents]] = {}
        self._does: dict[type, Callable[[Any], Any]] = {
            Draw: self._draw,
            Turn: self._turn,
            Tell: self._say,
            Stake: self._add,
            Result: self._pay,
            Settle: self._settle_due,
        }
        self._due: dict[str, list[tuple[str, Offer]]] = {}
        for key, offered in opened.offers.items():
            moment = offered.table.settles or offered.wager.settles
            self._due.setdefault(moment, []).append((key, offered))
        house = opened.house.to_json()
        self._log(event("log", version=1, rulebook=rulebook, procedure=game.VERSION, house=house))

    @property
    def in_play(self) -> bool:
        """A round has been dealt and is not over."""
        return self._script is not None

    @property
    def betting(self) -> bool:
        """Stakes may be placed now."""
        return self._betting

    @property
    def closed(self) -> bool:
        """The table is closed for good."""
        return self._closed

    # -- what people may do --------------------------------------------------------------

    def buy_in(self, player: str, cents: Cents) -> None:
        """A player changes money for chips between rounds."""
        self._check_idle()
        if type(cents) is not int or cents <= 0:
            raise NotAllowed(f"A buy-in is a whole number of cents above nothing, not {cents!r}.")
        self._log(event("buy-in", player=player, cents=cents))

    def open_round(self) -> None:
        """Begin a round: betting is open. A spent shoe is opened and a new one committed."""
        self._check_idle()
        changed = self.shoes.before_round()
        self._fresh = bool(changed)
        for each in changed:
            self._log(each)
        self.rounds += 1
        self.boxes = {}
        self.round = None
        self._betting = True
        self._log(event("round", number=self.rounds, dealt=self.shoes.dealt))

    def bet(self, number: int, player: str, wager: str, cents: Cents) -> None:
        """A stake on a spot, before the deal."""
        if not self._betting:
            raise NotAllowed(f"No more bets: {wager} must be placed before the deal.")
        house = self.opened.house
        if not 1 <= number <= house.boxes:
            raise NotAllowed(f"The table has boxes 1 to {house.boxes}, not {number}.")
        box = self.boxes.get(number) or Box(number, player)
        if box.player != player:
            raise NotAllowed(f"Box {number} is {box.player}'s.")
        if wager in box.stakes:
            raise NotAllowed(f"Box {number} has a stake on {wager} already.")
        if wager in self.opened.offers and not _before_deal(self.opened.offers[wager]):
            rule = self.opened.offers[wager].wager
            raise NotAllowed(f"{rule.cite}: {rule.name} is placed {rule.placed}.")
        check_bet(self.opened, box, wager, cents)
        box.stakes[wager] = cents
        self.boxes[number] = box
        self._log(repeated("bet", box=number, player=player, wager=wager, cents=cents))

    def deal(self) -> None:
        """No more bets: the dealer's procedure begins."""
        if not self._betting:
            raise NotAllowed("A round is in play." if self._script else "Betting is not open.")
        if not self.boxes:
            raise NotAllowed("Nobody has bet.")
        boxes = [self.boxes[n] for n in sorted(self.boxes)]
        self._betting = False
        self.round = Round(boxes, fresh_shoe=self._fresh)
        self._parts.clear()
        self._log(CLOSED)
        for box in boxes:
            self._lock(box)
        self._script = game.blackjack(self.round, self.opened.play)
        self._advance(None)

    def answer(self, number: int, word: str) -> None:
        """A person's choice, by the number of the ask."""
        step = self._expected(number).step
        if not isinstance(step, Ask):
            raise NotAllowed("An amount is asked for, not a word.")
        if word not in step.may:
            clause = f" ({step.clause})" if step.clause else ""
            raise NotAllowed(f"{word!r} is not legal for {step.of}: {either(step.may)}{clause}.")
        self._log(event("answer", ask=number, word=word))
        self._advance(word)

    def answer_stake(self, number: int, cents: Cents) -> None:
        """A stake added after the deal; nothing is 0."""
        step = self._expected(number).step
        if not isinstance(step, AskStake):
            raise NotAllowed("A choice is asked for, not an amount.")
        box = self.boxes[step.box]
        if cents != 0:
            check_bet(self.opened, box, step.wager, cents)
        self._log(event("answer", ask=number, word=cents))
        if cents:
            self._stake(step.box, step.wager, cents)
        self._advance(cents)

    def void(self, box: str, clause: str, why: str) -> None:
        """An irregularity voids one box, or the round where none is named.

        Stakes still in play go back by reversing entries, and what they added to a meter is
        taken back (reading G-9); what was already settled stands.
        """
        if self._script is None or self.round is None:
            raise NotAllowed("No round is in play.")
        chosen = [b for b in self.round.boxes if not box or str(b.number) == box]
        if not chosen:
            raise NotAllowed(f"Box {box} has no stake in this round.")
        self._log(event("void", box=box, clause=clause, why=why))
        for each in chosen:
            self._give_back(each)
        if not box:
            self._script.close()
            self.pending = None
            self._end()
        elif self.pending:
            step = self.pending.step
            if isinstance(step, AskStake) and str(step.box) == box:
                self._advance(0)
            elif isinstance(step, Ask) and step.of.split(" hand ")[0] == f"box {box}":
                self._advance("void")

    def close(self) -> None:
        """The table closes: the shoe in use is opened for audit."""
        self._check_idle(closing=True)
        self._betting, self._closed = False, True
        self._log(event("close", rounds=self.rounds))
        for each in self.shoes.last():
            self._log(each)

    # -- the driver --------------------------------------------------------------------------

    def _check_idle(self, closing: bool = False) -> None:
        if self._closed:
            raise NotAllowed("The table is closed.")
        if self._script is not None:
            raise NotAllowed("A round is in play; it ends before another begins.")
        if self._betting and (self.boxes or not closing):
            raise NotAllowed("Betting is open: deal this round first.")

    def _expected(self, number: int) -> Pending:
        if self.pending is None:
            raise NotAllowed("Nothing is asked now.")
        if number != self.pending.number:
            raise NotAllowed(
                f"Ask {number} is closed; the table waits for the answer to {self.pending.number}."
            )
        return self.pending

    def _advance(self, answer: Any) -> None:
        assert self._script is not None
        self.pending = None
        send, do = self._script.send, self._does
        try:
            while True:
                step = send(answer)
                if isinstance(step, ASKS):
                    self._ask(step)
                    return
                answer = do[type(step)](step)
        except StopIteration:
            self._end()
        except ShoeEmpty:
            clause = self.opened.play.terms.clause("shoe_runs_out")
            self.void("", clause, RAN_OUT)

    def _end(self) -> None:
        self._script = None
        self._log(event("end", number=self.rounds))

    def _ask(self, step: Ask | AskStake) -> None:
        self._asked += 1
        self.pending = Pending(self._asked, step)
        match step:
            case Ask(of, about, may, _):
                made = event("ask", ask=self._asked, of=of, about=about, may=",".join(may))
            case AskStake(box, wager, most, _):
                limit = "" if most is None else str(most)
                made = event("ask", ask=self._asked, of=f"box {box}", about=wager, most=limit)
        self._log(made)

    def _draw(self, step: Draw) -> Card:
        card = self.shoes.next()
        self._log(_card_event(step.to, card, step.up))
        return card

    def _pay(self, step: Result) -> None:
        key = (id(step.pays), step.cents)
        if key not in self._priced:  # the odds are kept, so their id stays theirs
            back = math.floor(step.pays.gross(step.cents))
            self._priced[key] = (step.pays, str(step.pays), back)
        _, pays, back = self._priced[key]
        self._result(step.box, step.on, step.cents, step.cents, pays, step.why, back)

    def _say(self, step: Tell) -> None:
        self._log(repeated("say", words=step.words))

    def _turn(self, step: Turn) -> None:
        self._log(repeated("turn", at=step.at, card=step.card))

    def _add(self, step: Stake) -> None:
        self._stake(step.box, step.on, step.cents)

    def _settle_due(self, step: Settle) -> None:
        if step.at in self._due:
            self._settle(step.at, step.box)

    def _settle(self, moment: str, only: int | None) -> None:
        """The only payer of side wagers: every stake that is due at this moment."""
        assert self.round is not None
        for key, offered in self._due[moment]:
            clockwise = offered.wager.rotation.endswith(", clockwise")
            boxes = self.round.boxes if clockwise else self.round.boxes[::-1]
            for box in boxes:
                if key in box.stakes and only in (None, box.number):
                    self._settle_one(box, key, offered)

    def _settle_one(self, box: Box, key: str, offered: Offer) -> None:
        assert self.round is not None
        stake = box.stakes.pop(key)
        held = 0 if offered.wager.collected else stake
        found = due(self.round, box, offered, stake)
        back, source = found.cents, "rack"
        if found.share:
            back += self._award(key, offered, found)
            source = "slip"
        self._result(box.number, key, stake, held, found.pays, found.why, back, source)

    def _award(self, key: str, offered: Offer, won: Due) -> Cents:
        """One winner's part of a meter; boxes that win the same award share it (reading G-1)."""
        assert self.round is not None
        parts = self._parts.setdefault((key, won.meter, won.share), [])
        if not parts:
            winners = 1
            if offered.wager.shared or offered.choices.get("G-1") == "shared equally":
                others = [b for b in self.round.boxes if key in b.stakes]
                dues = [due(self.round, b, offered, b.stakes[key]) for b in others]
                winners += sum((d.meter, d.share) == (won.meter, won.share) for d in dues)
            name = f"{key} {won.meter}"
            amount, self.meters[name] = self.meters[name].award(won.share)
            sequence = self.meters[name].sequence
            self._log(event("award", meter=name, cents=amount, winners=winners, sequence=sequence))
            parts += share_equally(amount, winners)
        return parts.pop(0)

    def _lock(self, box: Box) -> None:
        """Progressive stakes feed their meters, and are racked where the law says so."""
        for key, cents in box.stakes.items():
            if key == MAIN:
                continue
            if self.opened.offers[key].wager.collected:
                self._log(repeated("collect", box=box.number, wager=key, cents=cents))
            for name in self.opened.fed.get(key, ()):
                self.meters[name] = self.meters[name].contribute(cents)

    def _give_back(self, box: Box) -> None:
        """What a box still has in play goes back to its player."""
        for hand in box.hands:
            if not hand.over:
                hand.over = True
                self._result(box.number, MAIN, hand.stake, hand.stake, "push", "void", hand.stake)
        for key in [k for k in box.stakes if k != MAIN]:
            stake = box.stakes.pop(key)
            collected = key in self.opened.offers and self.opened.offers[key].wager.collected
            for name in self.opened.fed.get(key, ()):
                self.meters[name] = self.meters[name].withdraw(stake)
            held = 0 if collected else stake
            self._result(box.number, key, stake, held, "push", "void", stake)

    def _stake(self, box: int, on: str, cents: Cents) -> None:
        owner = self.boxes[box].player
        self._log(repeated("stake", box=box, player=owner, on=on, cents=cents))

    def _result(
        self,
        box: int,
        on: str,
        stake: Cents,
        held: Cents,
        pays: str,
        why: str,
        back: Cents,
        source: str = "rack",
    ) -> None:
        owner = self.boxes[box].player
        self._log(_result_event(box, owner, on, stake, held, pays, why, back, source))

    def _log(self, made: Event) -> None:
        self.log.append(made)
        if self._sink:
            self._sink(made)


CLOSED = Event("closed")


@lru_cache(maxsize=1 << 12)
def _card_event(to: str, card: Card, up: bool) -> Event:
    return event("card", to=to, card=card, face="up" if up else "down")


@lru_cache(maxsize=1 << 14)
def _result_event(
    box: int,
    player: str,
    on: str,
    stake: Cents,
    held: Cents,
    pays: str,
    why: str,
    back: Cents,
    source: str,
) -> Event:
    fields = {"box": box, "player": player, "on": on, "cents": stake, "held": held}
    return event("result", **fields, pays=pays, why=why, back=back, **{"from": source})


def _before_deal(offered: Offer) -> bool:
    return offered.wager.placed == "before the deal"
