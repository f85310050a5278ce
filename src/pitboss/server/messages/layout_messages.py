"""Messages about the layout of a table: stakes, hands, results and the dealer; and about what is
filed for it, with its cloth.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar, Literal

from pydantic import Field

from pitboss.games.house_rules import HousePay, HouseRule
from pitboss.server.messages.message import (
    BoxNumber,
    Cards,
    Cents,
    Cite,
    Message,
    PlayerName,
    PrintedName,
    Role,
    WagerKey,
)
from pitboss.table.houses.house import House


class MeterView(Message):
    """A progressive meter, as it is shown at a table."""

    name: str
    """The key of its wager, then its own name: `jackpot-party progressive`."""
    shows: Cents
    """What it shows now."""
    minimum: Cents | None = None
    """The amount at which a mystery starts."""
    maximum: Cents | None = None
    """The amount by which a mystery must hit."""


Kind = Literal["main", "side", "fee", "progressive"]


class StakeView(Message):
    """What may be staked on a spot, as far as that does not depend on other stakes."""

    least: Cents
    """The least stake."""
    most: Cents
    """The greatest stake."""
    fixed: Cents | None = None
    """The only amount, if the house has fixed one."""
    step: Cents = 1
    """Stakes are whole multiples of this."""
    equals: str | None = None
    """The stake that it must equal, or a multiple of it: `2 x blackjack`."""
    most_of: str | None = None
    """The stake that it may not exceed, or a multiple of it."""


class WagerView(Message):
    """A spot on the layout: its wager, and what may be staked there."""

    id: str | None = None
    """Its entry in the rulebook; `None` for standard blackjack's own."""
    key: WagerKey
    name: PrintedName
    kind: Kind
    """What sort of wager it is; `progressive` if it has a meter."""
    cite: Cite
    placed: str
    """When it may be staked on."""
    opens: bool
    """Whether a stake here opens a box."""
    must: bool
    """Whether every box must have a stake here."""
    requires: list[str]
    """What must be staked on first: keys, or several keys joined by `or`."""
    stake: StakeView
    """What may be staked there."""
    meters: list[MeterView]
    """The meters that its stakes feed."""
    settles: str
    """When it is settled."""
    paytable: str | None = None
    """The id of the pay table that the house filed."""
    readings: dict[str, str]
    """Readings and options of the wager → what applies at this table."""


class PartView(Message):
    """A part of a hand that is compared separately."""

    name: str
    """What the part is called, such as `High`."""
    cards: Cards
    total: int
    """Its points."""


class HandView(Message):
    """A hand at a box, as one person may see it."""

    name: str
    """Where it is: `box 1`, `box 1 hand 2`."""
    number: int
    """Which of the hands at its box it is."""
    cards: Cards
    total: int | None = None
    """Its total, if all of its cards may be seen and the game is about totals."""
    soft: bool
    """An ace counts as 11 in the total."""
    bust: bool
    """The total is over 21."""
    natural: bool
    """It is an ace and a ten-value card as dealt."""
    stake: Cents
    """What is staked on it."""
    turn: bool
    """Its player is being asked about it."""
    over: bool
    """It is settled, bust or surrendered."""
    reads: str = ""
    """What is written beside the cards: their total, `7 / 17` for a soft one that may yet take a
    card, or what they are called in a game that is not about totals, as in `pair of tens`."""
    parts: list[PartView] = Field(default=[])
    """The high and the low hand, once they are set and may be seen."""


class ResultView(Message):
    """What became of a stake."""

    on: WagerKey
    """The wager."""
    name: PrintedName
    why: str
    """The reason, as the log has it."""
    words: str
    """What the player had, what was needed or what beat it, and what a winner is paid."""
    came_to: str
    """The result of the stake, such as `Won $45.`, as its player reads it."""
    cards: list[str] = Field(default=[])
    """The cards that decided it: `4 Kh` at box 4, `dealer Kh`."""
    hand: int = 0
    """The number of the hand that the stake was on; 0 if it was not on a single hand."""
    pays: str
    """The odds at which it was paid, as the law prints them."""
    cents: Cents
    """The stake."""
    back: Cents
    """What was paid back, including the stake."""
    clause: Cite | None = None
    slip: int | None = None
    """The number of the slip that pays its award."""
    award: Cents | None = None
    """What its slip has paid, once the floor has validated it."""
    tip: bool = False
    """It was a bet for the dealer."""


class BoxView(Message):
    """A box on the layout, as one person may see it."""

    number: BoxNumber
    player: PlayerName | None = None
    """Who sits or bets there; nobody if `null`."""
    away: bool = False
    """Whether the player is no longer watching, so that nobody waits for a bet there."""
    position: int
    """Which of the shared hands its terminal plays; 0 where none are shared."""
    stakes: dict[str, Cents]
    """Wager → the stake that is not settled yet."""
    placed: dict[str, Cents]
    """Wager → the stake as it was first placed, settled or not."""
    tips: dict[str, Cents]
    """Wager → the bet for the dealer placed with it."""
    hands: list[HandView]
    """Its hands, in the order they were dealt or split."""
    lying: Cards
    """Cards at the box that are in no hand, such as those a switch may use."""
    dealer: Cards | None = None
    """The dealer's cards against this box, if each box has its own."""
    results: list[ResultView]
    """Its settled stakes, in order of settlement."""


class DealerView(Message):
    """The dealer's hand, as one person may see it."""

    cards: Cards
    total: int | None = None
    """Its total, if all of its cards may be seen and the game is about totals."""
    soft: bool = False
    """An ace counts as 11 in the total."""
    draws: bool = False
    """The dealer must draw to this total."""
    name: str = ""
    """The dealer whom a floor supervisor has assigned to the table."""
    reads: str = ""
    """What is written beside the cards, as for a hand at a box."""
    parts: list[PartView] = Field(default=[])
    """The high and the low hand, once they are set and may be seen."""


class PositionView(Message):
    """A hand on the felt that several terminals share."""

    cards: Cards
    total: int | None = None
    """Its total, if the game is about totals."""
    soft: bool
    """An ace counts as 11 in the total."""
    reads: str = ""
    """What is written beside the cards, as for a hand at a box."""
    terminals: int
    """How many terminals play it."""
    decided: int | None = None
    """How many terminals have answered, while they are being asked."""


class ShoeView(Message):
    """The shoe in use."""

    number: int
    """Which shoe of the table it is."""
    dealt: int
    """How many of its cards have been dealt."""
    commit: str
    """SHA-256 of its seed, published before its first card."""
    source: str
    """Where its seed came from: `system` for the cryptographic source."""
    cut: list[int] = Field(default=[])
    """The fewest and the most cards in front of a cut, if the shoe is to be cut now."""
    cutter: str = ""
    """Who is offered the cut; any player may volunteer if nobody is."""
    due: bool = False
    """Whether the next round begins with a new shoe."""
    mixed: str = ""
    """A hash of the words that players have added to it; its order follows from both."""


class DecksInUse(Message):
    """The decks in use, and what must be done with them before a round."""

    step: str = ""
    """The next step with them: `inspect`, `verify` or `wash`."""
    signed_by: list[Role] = Field(default=[])
    """Who signs for that step."""
    due: str = ""
    """The time by which they must be changed."""
    warning: str = ""
    """That they must be changed, from shortly before they are due."""


# -- the house and its cloth -----------------------------------------------------------------------


class FeltWords(Message):
    """The words on the cloth; if its drawing has none, the rules in one line each."""

    big: str
    """What is printed largest: what a natural pays."""
    band: str
    """Along the insurance line."""
    low: str
    """Below the band."""
    lines: str
    """The other rules, smaller."""


class FeltSpot(Message):
    """The circle of a wager, from the middle of its box."""

    wager: WagerKey
    main: bool
    """Whether it is for a main wager."""
    right: float
    """To the right of the box's middle, as the player sees it."""
    out: float
    """Away from the dealer."""


class FeltArc(Message):
    """A line of lettering along an arc."""

    kind: str
    """Which line it is."""
    says: str
    """The lettering."""
    radius: float
    """The radius of the arc."""
    center: float
    """Where the center of its circle is, below that of the boxes' arc if more than 0."""


class FeltLine(Message):
    """The insurance line."""

    says: str
    """Its lettering."""
    inner: float
    """Its radius on the dealer's side."""
    outer: float
    """Its radius on the players' side."""
    half: float
    """Half of the angle that it spans, in degrees."""


class FeltLayout(Message):
    """Where everything is on the cloth, in millimeters and degrees."""

    center: float
    """From the dealer's edge to the center of the arc of boxes."""
    far: float
    """From the dealer's edge to the players'."""
    boxes: list[float]
    """The angle of each box."""
    spots: list[FeltSpot]
    """The circles of a box."""
    arcs: list[FeltArc]
    """The lettering that follows arcs."""
    line: FeltLine
    """The insurance line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseView(House):
    """What the house filed, and what follows from it."""

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    pays: list[HousePay]
    """What each hand of the main wager pays."""
    rules: list[HouseRule]
    """The terms in force that a player should know, as sentences."""
    brief: list[str]
    """The rules in the bar above a table."""
    inscription: FeltWords
    """The words on the cloth."""
    self_service: bool
    """Players open rounds and deal themselves."""
    positions: int
    """How many hands on the felt the terminals share."""
    spots: int
    """How many hands a box begins with, each for the same stake."""
    cuts: bool
    """A player may cut a new shoe."""
    seat_kept: int
    """How many seconds the seat of an absent player is kept."""
    layout: FeltLayout
    """Where everything is on the cloth, as in its drawing."""


@dataclass(frozen=True, slots=True)
class TableSettings(House):
    """What is filed for a table, and its name; settings left out take their defaults."""

    name: str = ""
    """What the table is called; its id if not given."""


DERIVED = {each.name for each in fields(HouseView)} - {each.name for each in fields(House)}
"""The fields that follow from what was filed."""


class UsualHouse(Message):
    """Settings that a table of a game may open with, and the side wagers that it may have."""

    house: House
    """The settings."""
    wagers: list[str]
    """The keys of the side wagers."""
