"""What happens at a table, as its log says it: one class for each kind of line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Final

from pitboss.cards import Card, Rank
from pitboss.errors import PitbossError
from pitboss.log import Event, Notation, printed_as, printed_at
from pitboss.money import Cents
from pitboss.progressive.fund import Fund

# -- the table and its money ---------------------------------------------------------------------


LOG_VERSION: Final = 3


@dataclass(frozen=True, slots=True)
class LogOpened(Event):
    """The first line: the rules and settings of the table."""

    kind = "log"
    version: int
    """Of the log itself: since 3 chains are salted, and an irregularity is reported only once,
    where it can have happened."""
    rulebook: str
    procedure: str
    house: str


@dataclass(frozen=True, slots=True)
class MeterStarted(Event):
    """One of the table's own meters starts with its seed."""

    kind = "meter"
    name: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class BuyIn(Event):
    """A player exchanged money for chips."""

    kind = "buy-in"
    player: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class CashOut(Event):
    """A player exchanged chips for money."""

    kind = "cash-out"
    player: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class LimitsPosted(Event):
    """Other limits were posted at the table, with the time from which they hold."""

    kind = "notice"
    limits: str
    by: str
    at: int
    """Seconds since 1970."""
    holds_from: int = field(metadata=printed_as("from"))
    empty: int = 0
    """1 if nobody sat at the table, which needs no notice."""


@dataclass(frozen=True, slots=True)
class LimitsChanged(Event):
    """The limits that were posted hold from the next round on."""

    kind = "limits"
    limits: str
    at: int


@dataclass(frozen=True, slots=True)
class TableClosed(Event):
    """The table closed for good."""

    kind = "close"
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSuperseded(Event):
    """A floor supervisor decided that the log ends here."""

    kind = "superseded"
    was: str
    """The procedure that the log was made by."""
    now: str
    rulebook: str = ""
    by: str
    why: str = ""


# -- decks, shoes and cards ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksReceived(Event):
    """New decks came to the table, and the next round is dealt from them."""

    kind = "decks"
    decks: int
    by: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksInspected(Event):
    """The decks received were inspected for defects."""

    kind = "inspected"
    by: str
    clause: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectionVerified(Event):
    """A floorperson verified the inspection of the decks."""

    kind = "verified"
    by: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsWashed(Event):
    """The cards were mixed face down on the table."""

    kind = "washed"
    by: str
    how: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeCommitted(Event):
    """Cards were shuffled, and the seed of their order committed."""

    kind = "shoe"
    number: int
    without: Rank | None = field(default=None, metadata=printed_at(1))
    batch: str = field(default="", metadata=printed_at(1))
    commit: str = field(metadata=printed_at(1))
    source: str = field(metadata=printed_at(1))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeSealed(ShoeCommitted):
    """A whole shoe was shuffled."""

    decks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeReshuffled(ShoeCommitted):
    """All cards but those on the layout were shuffled again in a round."""

    cards: int
    out: tuple[Card, ...] | None
    """The cards that stayed on the layout; `None` for a viewer who may not see them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeMixed(Event):
    """A player added words to a shuffled shoe, which moved it to another order."""

    kind = "mix"
    shoe: int
    by: str
    words: str
    mixed: str
    """A hash of what all players have added to the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeCut(Event):
    """A shuffled shoe was cut: the cards in front of the cut went to the back."""

    kind = "cut"
    shoe: int
    at: int
    """How many cards were in front of the cut."""
    by: str
    passed: str = ""
    """The player who was offered the cut and passed."""


@dataclass(frozen=True, slots=True)
class SideChosen(Event):
    """The determinant card named the side of a double shoe: this shoe deals the round."""

    kind = "side"
    name: str
    shoe: int
    clause: str


@dataclass(frozen=True, slots=True)
class ShoeOpened(Event):
    """A shoe that is done shows its seed, for audit."""

    kind = "opened"
    number: int
    seed: str


@dataclass(frozen=True, slots=True)
class CardDealt(Event):
    """A card came from the shoe."""

    kind = "card"
    to: str
    card: Card | None
    """`None` for a viewer who may not see it."""
    face: str


@dataclass(frozen=True, slots=True)
class CardPlaced(Event):
    """An exposed card, or one elsewhere on the layout, went to a place."""

    kind = "place"
    to: str
    card: Card | None
    """`None` for a viewer who may not see it."""
    face: str


@dataclass(frozen=True, slots=True)
class CardTurned(Event):
    """A card was turned face up."""

    kind = "turn"
    at: str
    card: Card


# -- the round -----------------------------------------------------------------------------------


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
    """Who is offered the cut of a new shoe: whoever got the cut card of the last."""
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
    """A floor supervisor has seen the hand, and the dealer deals on."""

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


# -- stakes --------------------------------------------------------------------------------------


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


# -- the progressive table game system -----------------------------------------------------------


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


# -- meters --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterMoved(Event):
    """A change to a meter, as numbered in the meter's own log."""

    meter: str
    sequence: int = field(metadata=printed_at(3))
    adds: Cents = field(metadata=printed_at(4))
    keeps: Cents = field(metadata=printed_at(4))
    shows: Cents = field(metadata=printed_at(4))
    won: Cents = field(default=0, metadata=printed_at(4))
    house: Cents = field(default=0, metadata=printed_at(4))


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterFed(MeterMoved):
    """A stake fed a meter, and may have hit a mystery."""

    kind = "feed"
    box: int
    wager: str
    cents: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterUnfed(MeterMoved):
    """The contribution of a voided stake was returned."""

    kind = "unfeed"
    box: int
    wager: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterAwarded(MeterMoved):
    """A meter gave an award."""

    kind = "award"
    winners: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterRetired(MeterMoved):
    """One of the table's own meters ended."""

    kind = "retired"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterHandover(MeterMoved):
    """The fund of a meter was transferred to another, on somebody's authority."""

    shown: Fraction = field(metadata=printed_at(2))
    reserve: Fraction = field(metadata=printed_at(2))
    overflow: Fraction = field(metadata=printed_at(2))
    by: str = field(default="", metadata=printed_at(5))
    clause: str = field(default="", metadata=printed_at(5))
    permission: str = field(default="", metadata=printed_at(5))

    def fund(self, of: str, sequence: int, to: str) -> Fund:
        """The fund itself: from which meter, by which line of its log, to which other."""
        parts = self.shown, self.reserve, self.overflow
        return Fund(of, sequence, to, self.by, self.clause, *parts, self.permission)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterSent(MeterHandover):
    """One of the table's own meters handed its fund over to another."""

    kind = "transferred"
    to: str
    sequence: int = field(metadata=printed_at(1))
    why: str = field(metadata=printed_at(5))


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterReceived(MeterHandover):
    """A meter took over the fund of another."""

    kind = "received"
    of: str
    line_of: int = field(metadata=printed_as("line"))
    """The line of the other meter's log that says so."""


TABLE_LOG: Final = Notation(
    LogOpened,
    MeterStarted,
    BuyIn,
    CashOut,
    LimitsPosted,
    LimitsChanged,
    TableClosed,
    LogSuperseded,
    DecksReceived,
    DecksInspected,
    InspectionVerified,
    CardsWashed,
    ShoeSealed,
    ShoeReshuffled,
    ShoeMixed,
    ShoeCut,
    SideChosen,
    ShoeOpened,
    CardDealt,
    CardPlaced,
    CardTurned,
    RoundOpened,
    BetsClosed,
    DealerReady,
    RoundEnded,
    Asked,
    StakeAsked,
    Answered,
    AnswerExpired,
    Said,
    Irregular,
    FloorCalled,
    FloorCame,
    Voided,
    Bet,
    Tip,
    StakeAdded,
    StakeCollected,
    Settled,
    EnvyPaid,
    WinsLimited,
    SlipWritten,
    SlipValidated,
    SystemUsed,
    SystemResolved,
    MeterFed,
    MeterUnfed,
    MeterAwarded,
    MeterRetired,
    MeterSent,
    MeterReceived,
)


def header_of(events: Sequence[Event]) -> LogOpened:
    """The first line of a log; any other kind of line is refused."""
    if events and isinstance(events[0], LogOpened):
        if events[0].version > LOG_VERSION:
            raise PitbossError(
                f"The log has version {events[0].version}; this pitboss reads logs up to "
                f"{LOG_VERSION}."
            )
        return events[0]
    raise PitbossError("This is not a log: its first line must name its table.")
