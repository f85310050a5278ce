"""A round in the log of a table: questions and answers, what was said, irregularities, and stakes:
placed, taken, paid, and awards that wait.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pitboss.log import Event, printed_as
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class RoundOpened(Event):
    """A round began, with what it carries over."""

    kind = "round"
    number: int
    shoe: int
    dealt: int
    asks: int
    slips: int
    entry: str = ""
    """Who may still bet, if mid-shoe entry is restricted."""
    limits: str = ""
    """The limits in force, if they changed since the log began."""
    posted: str = ""
    """The limits posted and not yet in force, after the time from which they hold."""
    cut: int = 0
    """Where the shoe in use was cut."""
    cutter: str = ""
    """Who is offered the cut of a new shoe: the player who got the cut card of the last."""
    decks: datetime | None = None
    """Since when the decks have been in use, if they must be changed in time."""
    at: datetime | None = None
    mixed: str = ""
    """A hash of what players have added to the shoe in use."""
    beside: str = ""
    """The other side of a double shoe: its shoe, and how many cards were dealt from it."""


@dataclass(frozen=True, slots=True)
class BetsClosed(Event):
    """No more bets."""

    kind = "closed"


@dataclass(frozen=True, slots=True)
class DealerReady(Event):
    """The dealer pressed for the next card."""

    kind = "go"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round is over; the chain is a hash of all its lines and of the round before."""

    kind = "end"
    number: int
    chain: str
    salt: str = ""
    """What the hash begins with; nobody at the table sees it."""


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A person was asked for a choice."""

    kind = "ask"
    number: int = field(metadata=printed_as("ask"))
    of: str
    about: str
    may: tuple[str, ...]
    face: str = ""
    """`held` if the words reveal cards that only the player has seen."""
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class StakeAsked(Event):
    """A person was offered a stake after the deal."""

    kind = "ask"
    number: int = field(metadata=printed_as("ask"))
    of: str
    about: str
    most: int | None
    to: str = ""
    """`dealer` if the bet is for the dealer."""
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """A person's answer: a word, or an amount in cents."""

    kind = "answer"
    number: int = field(metadata=printed_as("ask"))
    word: str


@dataclass(frozen=True, slots=True)
class AnswerExpired(Event):
    """Nobody answered in time, and this is what silence means."""

    kind = "expired"
    number: int = field(metadata=printed_as("ask"))
    word: str


@dataclass(frozen=True, slots=True)
class Said(Event):
    """Something that everyone at the table heard."""

    kind = "say"
    words: str
    clause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregular(Event):
    """An irregularity, and what the clause or the supervisor decided."""

    kind = "irregular"
    what: str = field(metadata=printed_as("kind"))
    box: int | None
    decision: str
    clause: str
    by: str
    why: str | None = None
    """`None` if the rule itself decided."""


@dataclass(frozen=True, slots=True)
class FloorCalled(Event):
    """A hand has won from a meter: the dealer stops until a floor supervisor has seen it."""

    kind = "call"
    box: int
    wager: str = field(metadata=printed_as("on"))
    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class FloorCame(Event):
    """A floor supervisor has seen the hand, and the dealer continues."""

    kind = "came"
    box: int
    by: str


@dataclass(frozen=True, slots=True)
class Voided(Event):
    """A box, or every box, is void."""

    kind = "void"
    box: int | None
    clause: str
    why: str


# -- stakes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bet(Event):
    """A stake was placed before the deal."""

    kind = "bet"
    box: int
    player: str
    wager: str
    cents: Cents
    position: int = 0


@dataclass(frozen=True, slots=True)
class Tip(Event):
    """A bet for the dealer was placed before the deal."""

    kind = "tip"
    box: int
    player: str
    wager: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class StakeAdded(Event):
    """A stake was added after the deal."""

    kind = "stake"
    box: int
    player: str
    wager: str = field(metadata=printed_as("on"))
    cents: Cents
    to: str = ""
    """`dealer` if it is a bet for the dealer."""


@dataclass(frozen=True, slots=True)
class StakeCollected(Event):
    """A stake was taken into the rack before the deal."""

    kind = "collect"
    box: int
    wager: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """A stake was taken or paid."""

    kind = "result"
    box: int
    player: str
    wager: str = field(metadata=printed_as("on"))
    cents: Cents
    held: Cents
    """How much of the stake was on the layout and not in the rack."""
    pays: str
    why: str
    back: Cents
    slip: int = 0
    to: str = ""
    """Who received a bet for the dealer: `dealer` or `player`."""
    odd: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyPaid(Event):
    """Another player, or the dealer, was paid for a hand."""

    kind = "envy"
    box: int
    player: str = ""
    wager: str
    cents: Cents
    why: str
    to: str


@dataclass(frozen=True, slots=True)
class WinsLimited(Event):
    """The wins of a round were cut to the house's posted limit for all winners together."""

    kind = "limit"
    wager: str
    wins: Cents
    limit: Cents


@dataclass(frozen=True, slots=True)
class SlipWritten(Event):
    """An award waits for a floor supervisor."""

    kind = "slip"
    number: int
    box: int
    player: str
    wager: str
    cents: Cents
    source: str = field(metadata=printed_as("from"))
    fund: str


@dataclass(frozen=True, slots=True)
class SlipValidated(Event):
    """A floor supervisor validated a slip, and it was paid."""

    kind = "validated"
    slip: int
    by: str
    box: int
    player: str
    wager: str
    cents: Cents
    source: str = field(metadata=printed_as("from"))


@dataclass(frozen=True, slots=True)
class SystemUsed(Event):
    """A step at the progressive system of a wager, and what was seen or counted there."""

    kind = "system"
    step: str
    wager: str
    clause: str
    boxes: tuple[int, ...] = ()
    """Boxes whose wager is accepted, or whose light is on."""
    chips: int | None = None
    slip: int = 0


@dataclass(frozen=True, slots=True)
class SystemResolved(Event):
    """A floor supervisor decided what holds where the system and the table differed."""

    kind = "resolved"
    step: str
    wager: str
    by: str
    box: int | None = None
    """The box whose wager is returned."""
    boxes: tuple[int, ...] = ()
    chips: int | None = None
    why: str = ""
