"""A table in play; people see only what has been committed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from time import monotonic
from typing import Any, Final

from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.money import Cents, show_money
from pitboss.procedure.steps import Ask
from pitboss.progressive.link import Link
from pitboss.server.messages import layout_messages
from pitboss.server.tables.player_session import PlayerSessions
from pitboss.table.events import rounds, shoes
from pitboss.table.events.table import MeterMoved
from pitboss.table.houses.house import House
from pitboss.table.log.ledger import PLAYER, chips, moves, player, post
from pitboss.table.log.mask import NOBODY, Mask, box_of
from pitboss.table.money.spots import least_for_a_round
from pitboss.table.table import Table
from pitboss.table.table_view import SeenRound, seen_round

PLAY_CHIPS: Final[Cents] = 100_000
"""The chips given to a player who sits down without any."""
AWAY: Final = 60.0
"""Seconds after which a player who does nothing and watches nothing is absent: the seat is free."""
IN_TURN: Final = 3
"""A player who decides alone has this many times the seconds filed for deciding at once."""


needed_for_a_round = lru_cache(maxsize=1_024)(least_for_a_round)
"""What a player needs for the wagers that every box must have, as the table is filed."""


@dataclass(frozen=True, slots=True)
class Call:
    """A dealer's call for a floor supervisor."""

    why: str
    stops: bool = False
    """Only a floor supervisor may report what went wrong: the deal stops until one has come."""


People = tuple[dict[int, str], dict[int, int], Call | None, str, dict[int, str], dict[int, int]]


class LiveTable:
    """A table that people sit at."""

    def __init__(
        self,
        ident: str,
        name: str,
        law: str,
        is_open: bool = True,
        sessions: PlayerSessions | None = None,
    ) -> None:
        self.id, self.name, self.law, self.is_open = ident, name, law, is_open
        self.sessions = sessions or PlayerSessions()
        self.table: Table
        self.links: Mapping[str, Link] = {}
        self.seats: dict[int, str] = {}
        self.chosen: dict[int, int] = {}
        """Box → the position on the felt that its player chose, if boxes share positions."""
        self.this_round: list[Event] = []
        """The events of the last round, and those that led to it."""
        self.shoe: shoes.ShoeCommitted | None = None
        self.seq = 0
        """The last line of its log that is committed."""
        self.dealer = ""
        """Who deals here, as a floor supervisor has assigned."""
        self.called: Call | None = None
        """The dealer's call, until a floor supervisor has come."""
        self.refused: dict[int, str] = {}
        """Slip → who refused it and why."""
        self.moved: dict[int, int] = {}
        """Box → how many of its results in this round the dealer has taken or paid."""
        self.deadlines: dict[int, float] = {}
        """Question → when its time runs out, by the monotonic clock."""
        self.last_seen: dict[str, float] = {}
        self.since = monotonic()
        """When it was loaded: players who were seated then are given time to come back."""
        self.watching: Counter[str] = Counter()
        """Who watches, on how many screens."""
        self._balances: Counter[str] = Counter()
        self._given: Counter[str] = Counter()
        """Player → chips given in the command that is being carried out."""
        self._mask = Mask()
        self._seen: dict[str, SeenRound] = {}
        """Player → the round as that player sees it."""
        self.drawn: dict[str, DrawnRound] = {}
        """Player → the round as the last steps of it were drawn."""
        self.stories: dict[str, Story] = {}
        """Player → the round in words."""

    def take_up(
        self,
        table: Table,
        links: Mapping[str, Link],
        events: Iterable[Event],
        seq: int,
        balances: Mapping[str, Cents],
    ) -> None:
        """Set the state that the store has: the events are those from the last round on."""
        self.table, self.links, self.seq = table, links, seq
        self._balances = Counter(balances)
        self._given.clear()
        self.this_round, self.shoe = [], None
        self._mask, self._seen, self.drawn, self.stories = Mask(), {}, {}, {}
        self.deadlines.clear()
        for event in events:
            self._see(event)
        self._forget()
        if self.is_open and not self.seats:
            self.seats = {n: box.player for n, box in table.boxes.items()}
            self.chosen = {n: box.position for n, box in table.boxes.items()}
        self.set_deadlines()

    def _see(self, event: Event) -> None:
        if isinstance(event, rounds.RoundOpened):
            self.this_round.clear()
            self._seen.clear()
            self.drawn.clear()
            self.stories.clear()
        elif isinstance(event, shoes.ShoeCommitted):
            self.shoe = event
        self.this_round.append(event)
        self._mask.note(event)
        for eyes, seen in self._seen.items():
            seen.see(self._mask.seen(event, eyes))

    def seen_by(self, player: str) -> SeenRound:
        """The round as a player sees it, or someone without a box."""
        eyes = self.eyes_of(player)
        if eyes not in self._seen:
            self._seen[eyes] = seen_round(self.table.opened, self.this_round, eyes)
        return self._seen[eyes]

    def eyes_of(self, player: str) -> str:
        """Whose view this player shares: nobody's in particular, unless the player holds cards."""
        return player if player in self._mask.apart else NOBODY

    def kept(self, events: Sequence[Event]) -> None:
        """Show people what is now in the store."""
        self._given.clear()
        for at, event in enumerate(events):
            if isinstance(event, rounds.RoundOpened):  # the store has the rounds before
                del self.table.log[: len(self.table.log) - (len(events) - at)]
                self._forget()
            post(self._balances, event)
        self.seq += len(events)
        self.set_deadlines()
        for event in events:
            self._see(event)

    def _forget(self) -> None:
        """Forget what meters recorded for rounds that are over."""
        for link in self.links.values():
            link.forget(self.id, self.table.rounds)

    # -- money -------------------------------------------------------------------------------------

    def balance(self, name: str) -> Cents:
        """What a player has at this table, by its ledger."""
        return self._balances[player(name)]

    @property
    def chips(self) -> dict[str, Cents]:
        """What every player has here."""
        return chips(self._balances)

    def check_money(self, name: str, cents: Cents, what: str) -> None:
        """Refuse what a player cannot pay for."""
        if cents > (has := self.balance(name) + self._given[name]):
            raise NotAllowed(f"{what} takes {show_money(cents)}; you have {show_money(has)}.")

    def overdrawn(self, events: Iterable[Event]) -> str:
        """A player whose balance these events would make negative; empty if none."""
        moved: Counter[str] = Counter()
        for event in events:
            for move in moves(event):
                moved[move.source] -= move.cents
                moved[move.to] += move.cents
                left = self._balances[move.source] + moved[move.source]
                if move.source.startswith(PLAYER) and left < 0:
                    return move.source.removeprefix(PLAYER)
        return ""

    def owed(self, name: str) -> Cents:
        """What the deal still costs a player whose boxes begin with several hands."""
        procedure = self.table.opened.procedure
        if not self.table.betting:
            return 0
        mine = [box for box in self.table.boxes.values() if box.player == name]
        return sum(box.placed.get(procedure.main, 0) for box in mine) * (procedure.spots - 1)

    def buy_ins(self) -> None:
        """Give play chips, between rounds, to seated players without enough for a round."""
        for name in dict.fromkeys(self.seats.values()):
            if more := self._refill(name):
                self.table.buy_in(name, more)
                self._given[name] += more

    def purse(self, name: str) -> Cents:
        """What a player may stake, with the chips that are given when a round opens."""
        return self.balance(name) + (self._refill(name) if self.is_idle else 0)

    def _refill(self, name: str) -> Cents:
        """Play chips for a seated player without enough: at a practice table, for the highest
        stake.
        """
        if name not in self.seats.values():
            return 0
        has, needs = self.balance(name), needed_for_a_round(self.table.opened)
        if self.filed.practice:
            needs = max(needs, self.filed.most)
        return max(PLAY_CHIPS, needs) - has if has < needs else 0

    # -- what was filed, and who is seated --------------------------------------------------------

    @property
    def filed(self) -> House:
        """The house as it was filed."""
        return self.table.opened.house

    @property
    def results(self) -> Counter[int]:
        """Box → how many of its stakes were settled in this round."""
        since = takewhile(
            lambda each: not isinstance(each, rounds.RoundOpened), reversed(self.table.log)
        )
        return Counter(each.box for each in since if isinstance(each, rounds.Settled))

    def people(self) -> People:
        """Seats, the dealer, calls, slips and chips, none of which is in a log."""
        seats, chosen = dict(self.seats), dict(self.chosen)
        return seats, chosen, self.called, self.dealer, self.refused, self.moved

    # -- seats -------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """Whether no round is open or in play."""
        return not (self.table.in_play or self.table.betting or self.table.slips)

    @property
    def limits_due(self) -> bool:
        """Whether posted limits apply now: no round that began with the old ones is under way."""
        if not self.is_open or not self.table.posted or not self.table.limits_due(self.now):
            return False
        nobody = self.table.betting and not self.table.boxes and not self.seats
        return self.is_idle or nobody

    def change_limits(self) -> None:
        """Put posted limits in force once they apply."""
        if self.limits_due:
            self.table.change_limits(self.now)

    @property
    def is_stopped(self) -> bool:
        """Whether the dealer has called for what only a floor supervisor may report in this
        round.
        """
        return bool(self.called and self.called.stops and self.table.in_play)

    @property
    def asked(self) -> set[str]:
        """Players whom an open question waits for."""
        return {self.table.boxes[ask.step.box].player for ask in self.table.asked.values()}

    def has_stakes(self, number: int) -> bool:
        """Whether a box has something at stake in a round that is not over."""
        return number in self.table.boxes and not self.is_idle

    def may_be_cleared(self, number: int) -> bool:
        """Whether the player has left and has no stake."""
        return not self.has_stakes(number) and not self.is_there(self.seats[number])

    @property
    def left_seats(self) -> list[int]:
        """Seats whose players have left without saying so, longer ago than `AWAY`."""
        return [number for number in self.seats if self.may_be_cleared(number)]

    def has_left(self, number: int, name: str) -> bool:
        """Whether the box of a player in the last round is open again. Where a dealer deals, its
        results must have been taken and paid.
        """
        if not self.is_open or not self.is_idle or self.seats.get(number) == name:
            return False
        return not (self.filed.has_dealer and self.results[number] > self.moved.get(number, 0))

    def is_there(self, name: str) -> bool:
        """Whether a player watches the table, or did something a short while ago."""
        return self.watching[name] > 0 or monotonic() - self.last_seen.get(name, self.since) < AWAY

    # -- time --------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """The time of the books in seconds since 1970: it never runs backwards."""
        moment = self.table.decks.clock()
        return int(moment.timestamp()) if moment else 0

    @property
    def seconds(self) -> int:
        """The seconds that each open question stays open, by what the house filed."""
        return self.table.seconds or IN_TURN * self.filed.seconds

    def set_deadlines(self) -> None:
        """Give every open question its time; none runs out while the deal is stopped."""
        now, asked = monotonic(), () if self.is_stopped else self.table.asked
        self.deadlines = {n: self.deadlines.get(n, now + self.seconds) for n in asked}

    def left(self, number: int) -> float:
        """The seconds that are left for a question."""
        return max(0.0, self.deadlines.get(number, 0.0) - monotonic())

    def late(self, now: float) -> list[int]:
        """Questions whose time has run out."""
        return [n for n, at in self.deadlines.items() if at <= now and n in self.table.asked]

    def answer_for_silent(self, number: int) -> None:
        """Give the safe answer for a player who gave none: one that costs nothing."""
        step = self.table.asked[number].step
        self.table.expire(number, step.cheapest.word if isinstance(step, Ask) else str(step.least))


# -- a round as it was last narrated and drawn, so that only new events are worked out ------------


@dataclass(slots=True)
class Story:
    """A round in words, as far as it has been put into words."""

    seen: SeenRound
    events: int = 0
    lines: list[str] = field(default_factory=list)


ELSEWHERE: Final = ("dealer", "exposed", "burn")


@dataclass(slots=True)
class DrawnRound:
    """A round as it was last drawn in steps, for everyone who sees the same."""

    seen: SeenRound
    boxes: dict[int, layout_messages.BoxView]
    parts: dict[str, Any]
    touched: set[int] = field(default_factory=set)
    """Boxes that may have changed since they were drawn."""
    outside: bool = False
    """Whether the layout outside the boxes may have changed too."""

    @property
    def events(self) -> int:
        """How many it has seen."""
        return len(self.seen.events)

    def see(self, event: Event) -> None:
        """The next event."""
        at = self._places(event)
        self.seen.see(event)
        if isinstance(event, MeterMoved):
            return
        self.touched |= self.seen.boxes.keys() if at is None else at & self.seen.boxes.keys()
        self.outside |= not at or bool(self.parts["positions"])

    def _places(self, event: Event) -> set[int] | None:
        """The boxes that an event can change; `None` for any."""
        match event:
            case shoes.CardDealt(to=place) | shoes.CardTurned(at=place) if place in ELSEWHERE:
                return set()
            case shoes.CardDealt(to=place) | shoes.CardTurned(at=place) if number := box_of(place):
                return {number}
            case rounds.Asked(of=place) | rounds.StakeAsked(of=place):
                return {box_of(place)}
            case rounds.Answered(number=number) | rounds.AnswerExpired(number=number):
                return {box_of(self.seen.asks[number].of)}
            case (
                rounds.Bet()
                | rounds.Tip()
                | rounds.StakeAdded()
                | rounds.StakeCollected()
                | rounds.Settled()
            ):
                return {event.box}
        return None
