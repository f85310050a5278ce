"""A player's own session: what was staked and won since first sitting down, at all tables, and the
limits that the player has set for it. A limit may be lowered, and never raised or removed; it
outlasts a restart of the server.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Final

from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.money import Cents, show_money
from pitboss.server.messages.orders import SessionOrder
from pitboss.store.journal import Note
from pitboss.store.queries import stamp
from pitboss.store.store import Store
from pitboss.table.events.rounds import (
    Answered,
    Bet,
    EnvyPaid,
    Settled,
    SlipValidated,
    StakeAdded,
    Tip,
)
from pitboss.table.houses.opening import Open


@dataclass(slots=True)
class PlayerSession:
    """What one player has staked and won since sitting down."""

    player: str
    began: float = field(default_factory=time.monotonic)
    hands: int = 0
    """Boxes bet on, in all rounds."""
    staked: Counter[str] = field(default_factory=Counter)
    """Wager → what was staked on it, without bets for the dealer."""
    net: Cents = 0
    """What was won, less what was lost."""
    best: Cents = 0
    """The most that one stake has won."""
    most_lost: Cents | None = None
    """The loss after which the player has chosen to stop."""
    ends: float | None = None
    """When the player has chosen to stop, by the monotonic clock."""
    lying: Cents = 0
    """What is in play."""
    boxes: set[tuple[str, int]] = field(default_factory=set)
    """Table and box of every bet in a round that is not over."""

    def see(self, table: str, event: Event) -> None:
        """Count an event at a table that names this player."""
        match event:
            case Bet() | StakeAdded() | Tip():
                self.lying += event.cents
                if isinstance(event, Bet):
                    self.hands += (table, event.box) not in self.boxes
                    self.boxes.add((table, event.box))
                if not isinstance(event, Tip) and not getattr(event, "to", ""):
                    self.staked[event.wager] += event.cents
            case Settled():
                self.lying -= event.cents
                self.boxes.discard((table, event.box))
                won = (0 if event.to == "dealer" else event.back) - event.cents
                self.net += won
                self.best = max(self.best, won)
            case SlipValidated():
                self.net += event.cents
                self.best = max(self.best, event.cents)
            case EnvyPaid(to="player"):
                self.net += event.cents

    def limit(self, minutes: int | None, loss: Cents | None) -> None:
        """Set limits, or lower those that are set."""
        now = time.monotonic()
        ends = None if minutes is None else now + 60 * minutes
        if self.ends is not None and ends is not None and ends > self.ends:
            raise NotAllowed(
                f"Your time ends in {self.minutes_left} minutes: you may shorten it, not extend it."
            )
        if self.most_lost is not None and loss is not None and loss > self.most_lost:
            raise NotAllowed(
                f"You set {show_money(self.most_lost)} as the most you would lose: you may lower "
                "it, not raise it."
            )
        self.ends = self.ends if ends is None else ends
        self.most_lost = self.most_lost if loss is None else loss

    @property
    def minutes_left(self) -> int:
        """Whole minutes until the time that the player has set, rounded up."""
        return 0 if self.ends is None else max(0, -int(-(self.ends - time.monotonic()) // 60))

    def check(self, cents: Cents) -> None:
        """Refuse a stake beyond the player's own limits."""
        if self.ends is not None and time.monotonic() >= self.ends:
            raise NotAllowed("The time you set for this session is over: no more bets.")
        if self.most_lost is None:
            return
        left = self.most_lost + self.net - self.lying
        if cents > left:
            raise NotAllowed(
                f"You set {show_money(self.most_lost)} as the most you would lose: "
                f"{show_money(max(0, left))} of it is left, and this takes {show_money(cents)}."
            )


class PlayerSessions:
    """The session of every player who has sat down."""

    def __init__(self) -> None:
        self._of: dict[str, PlayerSession] = {}

    def of(self, player: str) -> PlayerSession:
        """A player's session, which begins when it is first asked for."""
        return self._of.setdefault(player, PlayerSession(player))

    def see(self, table: str, events: Iterable[Event]) -> None:
        """Count what happened at a table."""
        for event in events:
            if name := getattr(event, "player", ""):
                self.of(name).see(table, event)

    def check(self, opened: Open, events: Sequence[Event]) -> None:
        """Refuse stakes beyond the limits that their players have set."""
        answered = any(isinstance(event, Answered) for event in events)
        taken: Counter[str] = Counter()
        for event in events:
            match event:
                case Bet():
                    main = event.wager == opened.procedure.main
                    taken[event.player] += event.cents * (opened.procedure.spots if main else 1)
                case Tip():
                    taken[event.player] += event.cents
                case StakeAdded() if answered:  # what the deal takes was counted with the bet
                    taken[event.player] += event.cents
        for player, cents in taken.items():
            self.of(player).check(cents)


# -- across a restart ------------------------------------------------------------------------------

LIMITED: Final = "session limits"
HOLD: Final = timedelta(hours=24)
"""How long limits survive a restart: longer than any session lasts."""


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """Limits that a player has set, and since when losses count."""

    minutes: int | None
    loss: Cents | None
    since: str

    def __str__(self) -> str:
        """`Stops after 30 minutes, and at a loss of $20`."""
        time = f"after {self.minutes} minutes" if self.minutes else ""
        loss = f"at a loss of {show_money(self.loss)}" if self.loss else ""
        return "Stops " + ", and ".join(filter(None, (time, loss)))


def limits_note(session: PlayerSession, command: SessionOrder, now: datetime) -> Note:
    """The line of the audit trail about a player's limits."""
    began = now - timedelta(seconds=time.monotonic() - session.began)
    said = SessionLimits(command.minutes, command.loss, stamp(began))
    return Note(session.player, LIMITED, json.dumps(asdict(said)))


def recall_limits(sessions: PlayerSessions, store: Store) -> None:
    """The limits set within a day, and what their players have staked and won since they came."""
    now, since = store.clock(), dict[str, str]()
    for note in store.noted(LIMITED):
        at = datetime.fromisoformat(note.at)
        if now - at > HOLD:
            continue
        said, session = SessionLimits(**json.loads(note.details)), sessions.of(note.who)
        since[note.who] = said.since
        lasted = now - datetime.fromisoformat(said.since)
        session.began = time.monotonic() - lasted.total_seconds()
        if said.minutes:
            left = at + timedelta(minutes=said.minutes) - now
            session.ends = time.monotonic() + left.total_seconds()
        if said.loss:
            session.most_lost = said.loss
    if not since:
        return
    for table, at_kept, event in store.events_since(min(since.values())):
        name = getattr(event, "player", "")
        if name in since and at_kept >= since[name]:
            sessions.of(name).see(table, event)
