"""A table: what people may do at it, in the order they may do it.

The log is the state. Cards, choices, stakes and awards come in as answers; the rest follows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from pitboss.errors import NotAllowed, NotLegal, either
from pitboss.log import LINE, Event, Sink, recurring
from pitboss.money import Cents
from pitboss.procedure.round import Box, Round
from pitboss.procedure.steps import Ask, AskStake, Draw
from pitboss.progressive.link import Link
from pitboss.table.cards.decks import Clock, Decks, no_clock
from pitboss.table.cards.shoes import SHUFFLER, Shoes
from pitboss.table.driver import Driver, Pending
from pitboss.table.events.rounds import (
    Answered,
    AnswerExpired,
    Bet,
    BetsClosed,
    DealerReady,
    FloorCalled,
    FloorCame,
    Irregular,
    RoundEnded,
    RoundOpened,
    Tip,
)
from pitboss.table.events.table import (
    LOG_VERSION,
    BuyIn,
    CashOut,
    LimitsChanged,
    LimitsPosted,
    LogOpened,
    TableClosed,
)
from pitboss.table.houses.limits import Posted, TableLimits, holds_from
from pitboss.table.houses.opening import Open
from pitboss.table.irregularities import check_state, decision_of, judge, thrown
from pitboss.table.log.chain import chain_of
from pitboss.table.log.ledger import Layout
from pitboss.table.money.awards import (
    Awards,
    TableMeter,
    check_supervisor,
    opening_events,
    own_links,
)
from pitboss.table.money.payer import Payer
from pitboss.table.money.stakes import (
    EntryRights,
    box_for,
    check_added,
    check_beside,
    check_boxes,
    check_early,
    check_tip,
)
from pitboss.table.progressive_system import ProgressiveSystem

How = type[Answered] | type[AnswerExpired]
"""A player answered, or nobody did in time."""
NO_CHIPS: Final[Mapping[str, Cents]] = MappingProxyType({})


class Table:
    """One table, one round at a time."""

    def __init__(
        self,
        opened: Open,
        shoes: Shoes,
        rulebook: str,
        sink: Sink | None = None,
        meters: Mapping[str, TableMeter] | None = None,
        keep: bool = True,
        clock: Clock = no_clock,
        header: LogOpened | None = None,
    ) -> None:
        """A table; `header` is the first line of a log that is followed, as it was printed then."""
        header = header or LogOpened(
            LOG_VERSION, rulebook, opened.procedure.version, opened.settings
        )
        self.opened, self.shoes, self.version = opened, shoes, header.version
        self.log: list[Event] = []
        self._keep = keep
        """Whether the log holds every round; if not, it holds only the last, and the sink has
        received the others.
        """
        self.layout = Layout()
        self.round: Round | None = None
        self.rounds = 0
        self.meters: Mapping[str, TableMeter] = own_links(opened) if meters is None else meters
        self._sink = sink
        self._before: list[str] = []
        """What the chain holds when a round begins: the last round's, and every line since."""
        self._ended = 0
        """Where, among the events since the last round began, it ended."""
        self.system = ProgressiveSystem(opened, self._log)
        self.awards = Awards(opened, self.meters, self.system, self._log)
        self.payer = Payer(opened, self.layout, self.awards, self._log)
        self.driver = Driver(opened, shoes, self.payer, self._log)
        self.decks = Decks(opened, shoes, self.layout, self._log, clock)
        self.entry = EntryRights(opened)
        self.posted: Posted | None = None
        """Limits that hold from a later time on."""
        self._filed = opened.house
        self.betting = False
        """Stakes may be placed now."""
        self.closed = False
        """The table is closed for good."""
        self._fresh = False
        self._log(header)
        for each in opening_events(opened):
            self._log(each)

    # -- its state ---------------------------------------------------------------------------------

    @property
    def boxes(self) -> Mapping[int, Box]:
        """Every box of the round that has a stake."""
        return self.layout.boxes

    @property
    def asked(self) -> Mapping[int, Pending]:
        """Every open question, by its number."""
        return self.driver.asked

    @property
    def pending(self) -> Pending | None:
        """The first open question."""
        return next(iter(self.driver.asked.values()), None)

    @property
    def seconds(self) -> int:
        """How long players asked together have; 0 without a time limit."""
        return self.driver.seconds if self.driver.asked else 0

    @property
    def waits_for_dealer(self) -> bool:
        """Whether the dealer deals, turns, takes or pays when ready, if the house filed that
        pace.
        """
        return self.driver.paused is not None

    @property
    def may_go_wrong(self) -> bool:
        """Whether an irregularity may be reported: before a card or a decision, not while chips
        move.
        """
        before_card = isinstance(self.driver.paused, Draw)
        return bool(self.asked or before_card or self.floor_called)

    @property
    def floor_called(self) -> FloorCalled | None:
        """The hand that a floor supervisor must see before the dealer deals on."""
        return self.driver.called

    @property
    def slips(self) -> tuple[int, ...]:
        """Slips waiting for a floor supervisor; the round does not end before them."""
        return tuple(self.awards.waiting)

    @property
    def in_play(self) -> bool:
        """Whether no more bets are taken and the round is not over."""
        return self.driver.script is not None or bool(self.system.due)

    @property
    def cut_offered_to(self) -> str:
        """The player who is offered the cut of a new shoe; empty if any may volunteer, or none."""
        return self.decks.cutter if self.decks.uncut else ""

    def decision(self, kind: str) -> tuple[str, str]:
        """What the game decides about an irregularity now, and the clause that says so."""
        later = self.round is not None and self.round.is_past_first_two
        return decision_of(self.opened, kind, later)

    # -- what people may do ------------------------------------------------------------------------

    def buy_in(self, player: str, cents: Cents) -> None:
        """A player exchanges money for chips, while no round is in play."""
        self._exchange(BuyIn(player, cents), "bought")

    def cash_out(self, player: str, cents: Cents) -> None:
        """A player exchanges chips for money, while no round is in play."""
        self._exchange(CashOut(player, cents), "cashed in")

    def open_round(self) -> None:
        """Begin a round: betting is open. A spent shoe is opened and a new one committed,
        unless the law has the cards shuffled after the bets.
        """
        self._check_idle()
        if not self._keep:
            self._forget()
        self._fresh = self.decks.before_round()
        self.rounds += 1
        self.round = None
        self.betting = True
        self.awards.new_round(self.rounds)
        if self._fresh:
            self.entry.new_shoe()
        self._log_opening()

    def _log_opening(self) -> None:
        decks = self.decks
        self._before += map(LINE, self.layout.events[self._ended :])
        self._log(
            RoundOpened(
                self.rounds,
                self.shoes.number,
                self.shoes.dealt,
                self.driver.questions,
                self.awards.written,
                self.entry.carried(),
                *self._limits(),
                decks.cut_at,
                decks.cutter,
                decks.since,
                decks.at,
                decks.mixed,
                self.shoes.beside,
            )
        )

    def take_up(self, begun: RoundOpened, fresh: bool, before: str) -> None:
        """Resume from a round that was already begun: what its first line carried over."""
        self.rounds = begun.number
        self.driver.questions = begun.asks
        self.awards.written = begun.slips
        self.entry.resume(begun.entry, fresh)
        self.decks.resume(begun, fresh)
        self.awards.new_round(self.rounds)
        self._fresh, self.betting = fresh, True
        self._before = [before]
        self._log(begun)

    # -- limits ------------------------------------------------------------------------------------

    def post_limits(self, new: Open, by: str, at: int, empty: bool = False) -> None:
        """Post other limits, as `with_limits` allows them: they hold after the notice.

        `at` is the time in seconds since 1970; at an `empty` table they hold at once.
        """
        check_supervisor(by, "posts limits")
        if self.closed:
            raise NotAllowed("The table is closed.")
        limits, now = TableLimits.of(new.house), TableLimits.of(self.opened.house)
        if limits == now and not self.posted:
            raise NotAllowed(f"The limits are already {now.words}.")
        starts = holds_from(self.opened.house, at, empty)
        self._log(LimitsPosted(str(limits), by, at, starts, int(empty)))
        self.posted = Posted(new, starts)

    def limits_due(self, now: int) -> bool:
        """Whether the notice of posted limits is over."""
        return self.posted is not None and now >= self.posted.holds_from

    def change_limits(self, now: int) -> None:
        """Put the posted limits in force after the notice: between rounds, or before a bet."""
        self._check_idle(without_bets=True)
        if self.posted is None:
            raise NotAllowed("No new limits have been posted.")
        if now < self.posted.holds_from:
            left = -(-(self.posted.holds_from - now) // 60)
            minutes = f"{left} minute{'s' * (left != 1)}"
            raise NotAllowed(f"The new limits cannot take effect for another {minutes}.")
        new, self.posted = self.posted.opened, None
        self._log(LimitsChanged(str(TableLimits.of(new.house)), now))
        self.restrict(new)

    def restrict(self, new: Open, posted: Posted | None = None) -> None:
        """From now on these limits hold, and these are posted."""
        self.opened = self.awards.opened = self.payer.opened = self.driver.opened = new
        self.posted = posted

    def _limits(self) -> tuple[str, str]:
        """The limits that a round carries over: those in force, and those posted."""
        changed = ""
        if self.opened.house is not self._filed:
            now = TableLimits.of(self.opened.house)
            changed = "" if now == TableLimits.of(self._filed) else str(now)
        return changed, f"{self.posted.holds_from} {self.posted.limits}" if self.posted else ""

    # -- decks -------------------------------------------------------------------------------------

    def attach(self, sink: Sink | None, clock: Clock = no_clock) -> None:
        """Send every event from here on there too, by this clock."""
        self._sink, self.decks.clock = sink, clock

    def prepare(self, step: str, by: str) -> None:
        """A person receives, inspects, verifies or washes the decks, between rounds."""
        self._check_idle()
        self.decks.prepare(step, by)

    def mix(self, by: str, words: str) -> None:
        """A player adds words to a new shoe, while bets are taken; see `Decks.mix`."""
        if not self.betting:
            raise NotAllowed("Words may be added to a new shoe only before the deal.")
        self.decks.mix(by, words)

    def cut(self, by: str, at: int, passed: bool = False) -> None:
        """A player, or the `dealer`, cuts a new shoe before the deal; see `Decks.cut`."""
        self.decks.cut(by, at, passed)

    def bet(self, number: int, player: str, wager: str, cents: Cents, position: int = 0) -> None:
        """Place a stake on a spot, before the deal."""
        self._check_betting()
        boxes = self.layout.boxes
        box = box_for(self.opened, boxes, number, player, position)
        if wager in box.placed:
            raise NotAllowed(f"Box {number} already has a stake on {wager}.")
        check_early(self.opened, wager)
        self.entry.check(player, wager)
        check_beside(self.opened, boxes, box, wager, cents)
        self._log(bet_placed(number, player, wager, cents, box.position))

    def _check_betting(self) -> None:
        """Refuse a stake unless bets are taken."""
        if not self.betting:
            raise NotAllowed(
                "No more bets: stakes are placed before the deal."
                if self.in_play
                else "The table is closed."
                if self.closed
                else "Betting is closed. Open a round first."
            )

    def tip(self, number: int, wager: str, cents: Cents) -> None:
        """Place a bet for the dealer with the player's own, before the deal."""
        self._check_betting()
        if number not in self.boxes:
            raise NotAllowed(f"A bet for the dealer needs a stake at box {number}.")
        box = self.boxes[number]
        if wager in box.tips:
            raise NotAllowed(f"Box {number} already has a bet for the dealer on {wager}.")
        check_tip(self.opened, box, wager, cents)
        self._log(Tip(number, box.player, wager, cents))

    def deal(self) -> None:
        """No more bets: the dealer's procedure begins."""
        if self.in_play:
            raise NotAllowed("A round is in play.")
        self._check_betting()
        if not (placed := self.layout.boxes):
            raise NotAllowed("Nobody has bet.")
        boxes = [placed[n] for n in sorted(placed)]
        check_boxes(self.opened, boxes)
        self.decks.before_deal()
        self.betting = False
        self._log(CLOSED)
        if self.opened.delivery.after_bets:
            self._fresh = self.decks.shuffle()
        shuffler = self.opened.terms.delivery == SHUFFLER
        fresh = self._fresh and not shuffler
        self.round = Round(boxes, fresh_shoe=fresh, chips=self.opened.chips)
        self.entry.dealt(boxes)
        self.system.close_bets(boxes)
        self._begin()

    def _begin(self) -> None:
        """Deal the first card, once no step at the progressive system is due."""
        if self.round is not None and not self.system.due:
            self.payer.lock(self.round)
            self.system.begin(self.round.boxes)
            self.driver.start(self.round)
            self._end_if_done()

    def press(
        self, step: str, boxes: Sequence[int] = (), chips: int | None = None, slip: int = 0
    ) -> None:
        """The dealer takes the next step at the progressive system, at a table of that pace.

        `boxes` are those whose light is on; `chips` are those counted.
        """
        self.system.press(step, tuple(boxes), chips, slip)
        self._stepped()

    def resolve(
        self,
        by: str,
        *,
        box: int | None = None,
        boxes: Sequence[int] = (),
        chips: int | None = None,
        why: str = "",
    ) -> None:
        """Let a floor supervisor decide where the progressive system and the table differ.

        Either the chips or the lights are now as the system has them, or the wager of a box is
        returned.
        """
        check_supervisor(by, "resolves a difference")
        step = self.system.resolve(by, box, tuple(boxes), chips, why)
        if box is not None:
            self.payer.give_back(box, step.wager)
        self._stepped()

    def _stepped(self) -> None:
        if self.driver.script is None:
            self._begin()
        else:
            self._end_if_done()

    def go(self) -> None:
        """The dealer deals the next card, or takes and pays, at a table of that pace."""
        if not self.waits_for_dealer:
            raise NotAllowed("Nothing is waiting for the dealer now.")
        self._log(GO)
        self.driver.go()
        self._end_if_done()

    def answer(self, number: int, word: str, how: How = Answered) -> None:
        """Answer a question with a choice, by its number."""
        step = self._expected(number).step
        if not isinstance(step, Ask):
            raise NotAllowed("Answer with an amount, not a word.")
        if word not in step.may:
            raise NotLegal(word, step.of, step.may, step.clause)
        self._log(how(number, word))
        self._answered(number, word)

    def answer_stake(self, number: int, cents: Cents, how: How = Answered) -> None:
        """Answer a question with a stake after the deal; 0 declines."""
        step = self._expected(number).step
        if not isinstance(step, AskStake):
            raise NotAllowed("Answer with one of the choices, not an amount.")
        check_added(self.opened, self.boxes[step.box], step, cents)
        self._log(how(number, str(cents)))
        if cents:
            self.payer.stake(step.box, step.wager, cents, "dealer" if step.tip else "")
        self._answered(number, cents)

    def expire(self, number: int, away: str = "") -> None:
        """Time has run out: silence counts as the answer the house filed.

        Without a time limit, `away` is the answer for a player who has left.
        """
        step = self._expected(number).step
        if not self.seconds:
            if not away:
                raise NotAllowed(f"Question {number} has no time limit.")
            if isinstance(step, Ask):
                return self.answer(number, away, AnswerExpired)
            return self.answer_stake(number, parse_cents(away), AnswerExpired)
        word: str | int = step.usual.word if isinstance(step, Ask) else 0
        self._log(AnswerExpired(number, str(word)))
        self._answered(number, word)

    def irregular(
        self,
        kind: str,
        box: int | None = None,
        decision: str = "",
        by: str = "floor",
        why: str = "",
    ) -> None:
        """Report an irregularity: the clause of the game, or the supervisor, decides it.

        Stakes still in play are returned by reversing entries if a hand or the round is void; what
        was already settled remains settled, except that after a misdeal the law may have players
        retain bets already lost.
        """
        if self.round is not None and self.waits_for_dealer and not self.may_go_wrong:
            raise NotAllowed("The dealer takes and pays first; report it before the next card.")
        if self.round is None or not self.may_go_wrong:
            raise NotAllowed("No round is in play.")
        decided, clause = self.decision(kind)
        said = Irregular(what=kind, box=box, decision=decision, clause=clause, by=by, why=why)
        found = judge(self.opened, self.round, said, decided)
        if self.version >= 3:
            dealing = self.driver.paused.to if isinstance(self.driver.paused, Draw) else ""
            table = self.round
            check_state(self.log, found, dealing, bool(table.exposed), table.is_past_first_two)
        self._log(found)
        self.driver.throw(thrown(self.opened, found))
        self._end_if_done()

    def attend(self, by: str) -> None:
        """A floor supervisor has seen the hand for which the dealer stopped."""
        called = self.floor_called
        if called is None:
            raise NotAllowed("The dealer has not stopped for a floor supervisor.")
        check_supervisor(by, "sees a hand that has won from a meter")
        self._log(FloorCame(called.box, by))
        self.driver.attended()
        self._end_if_done()

    def validate(self, slip: int, by: str) -> None:
        """Let a floor supervisor validate a slip, and pay the award."""
        self.awards.validate(slip, by)
        self._end_if_done()

    def close(self, chips: Mapping[str, Cents] = NO_CHIPS) -> None:
        """Close the table: players' chips are paid out, and the shoe in use is opened for audit."""
        self._check_idle(without_bets=True)
        for player, cents in chips.items():
            self.cash_out(player, cents)
        self.betting, self.closed = False, True
        self._log(TableClosed(self.rounds))
        for each in self.shoes.last():
            self._log(each)

    def _exchange(self, made: BuyIn | CashOut, done: str) -> None:
        if self.closed or self.in_play:
            between = f"Chips are {done} only between rounds."
            raise NotAllowed("The table is closed." if self.closed else between)
        if type(made.cents) is not int or made.cents <= 0:
            above = "a whole number of cents greater than 0"
            raise NotAllowed(f"A {made.kind} must be {above}, not {made.cents!r}.")
        self._log(made)

    # -- checks ------------------------------------------------------------------------------------

    def _check_idle(self, without_bets: bool = False) -> None:
        """Refuse what waits for the end of a round, or at least until nobody has bet."""
        if self.closed:
            raise NotAllowed("The table is closed.")
        if self.awards.waiting and self.driver.finished:
            numbers = either([str(n) for n in self.awards.waiting], "and")
            raise NotAllowed(f"The cards stay: slip {numbers} waits for a floor supervisor.")
        if self.in_play:
            raise NotAllowed("A round is in play; it must end first.")
        if self.betting and (self.boxes or not without_bets):
            raise NotAllowed("Betting is open: deal this round first.")

    def _expected(self, number: int) -> Pending:
        asked = self.driver.asked
        if not asked:
            raise NotAllowed("No question is open.")
        if number not in asked:
            waits = either([str(n) for n in asked])
            raise NotAllowed(
                f"Question {number} is closed; the table is waiting for the answer to {waits}."
            )
        return asked[number]

    # -- the end of a round, and the log -----------------------------------------------------------

    def _answered(self, number: int, answer: Any) -> None:
        self.driver.answered(number, answer)
        self._end_if_done()

    def _end_if_done(self) -> None:
        """The round ends with its script, once every slip is validated."""
        done = self.driver.script is not None and self.driver.finished
        if done and not self.awards.waiting and self.system.is_over(self.boxes.values()):
            self.driver.script = None
            self._end_round()

    def _end_round(self) -> None:
        salt = self.shoes.salt(self.rounds) if self.version >= 3 else ""
        chain = chain_of(salt, (*self._before, *map(LINE, self.layout.events)))
        self._before, self._ended = [chain], len(self.layout.events)
        self._log(RoundEnded(self.rounds, chain, salt))

    def _forget(self) -> None:
        """Forget the rounds that are over, in the log and in the table's own meters."""
        self.log.clear()
        for name, link in self.meters.items():
            if isinstance(link, Link) and not self.opened.meters[name].link:
                link.forget(self.opened.house.table, self.rounds + 1)

    def _log(self, made: Event) -> None:
        self.layout.note(made)
        self.log.append(made)
        if self._sink is not None:
            self._sink(made)


def parse_cents(word: str) -> Cents:
    """An answer that is an amount, as logged."""
    if not re.fullmatch("0|[1-9][0-9]{0,15}", word):
        raise NotAllowed(f"Answer with an amount in cents, not {word!r}.")
    return int(word)


bet_placed = recurring(Bet)
CLOSED = BetsClosed()
GO = DealerReady()
