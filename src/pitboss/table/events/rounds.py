"""A round in the log of a table: questions and answers, what was said, and irregularities."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pitboss.log import Event, printed_as


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
    """The shoe in the other side of a double shoe, and the cards dealt from it."""


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
