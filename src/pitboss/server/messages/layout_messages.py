"""Messages about the layout of a table: stakes, hands, results and the dealer."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pitboss.server.messages.message import Message, Role


class MeterView(Message):
    name: str
    shows: int
    minimum: int | None = None
    """The amount at which a mystery starts."""
    maximum: int | None = None
    """The amount by which a mystery must hit."""


Kind = Literal["main", "side", "fee", "progressive"]


class StakeView(Message):
    least: int
    most: int
    fixed: int | None = None
    step: int = 1
    equals: str | None = None
    most_of: str | None = None


class WagerView(Message):
    id: str | None = None
    """Its entry in the rulebook; `None` for standard blackjack's own."""
    key: str
    name: str
    kind: Kind
    cite: str
    placed: str
    opens: bool
    """Whether a stake here opens a box."""
    must: bool
    """Whether every box must have a stake here."""
    requires: list[str]
    stake: StakeView
    meters: list[MeterView]
    settles: str
    paytable: str | None = None
    readings: dict[str, str]


class PartView(Message):
    """A part of a hand that is compared separately."""

    name: str
    cards: list[str]
    total: int


class HandView(Message):
    name: str
    number: int
    cards: list[str]
    total: int | None = None
    soft: bool
    bust: bool
    natural: bool
    stake: int
    turn: bool
    over: bool
    reads: str = ""
    """What is written beside the cards: their total, `7 / 17` for a soft one that may yet take a
    card, or what they are called in a game that is not about totals, as in `pair of tens`."""
    parts: list[PartView] = Field(default=[])
    """The high and the low hand, once they are set and may be seen."""


class ResultView(Message):
    on: str
    name: str
    why: str
    """The reason, as the log has it."""
    words: str
    """What the player had, what was needed or what beat it, and what a winner is paid."""
    came_to: str
    """The result of the stake, as its player reads it: `Won $45.`"""
    cards: list[str] = Field(default=[])
    """The cards that decided it: `4 Kh` at box 4, `dealer Kh`."""
    hand: int = 0
    """The number of the hand that the stake was on; 0 if it was not on a single hand."""
    pays: str
    cents: int
    back: int
    clause: str | None = None
    slip: int | None = None
    award: int | None = None
    """What its slip has paid, once the floor has validated it."""
    tip: bool = False


class BoxView(Message):
    number: int
    player: str | None = None
    away: bool = False
    """Whether the player is no longer watching, so that nobody waits for a bet there."""
    position: int
    stakes: dict[str, int]
    placed: dict[str, int]
    tips: dict[str, int]
    hands: list[HandView]
    lying: list[str]
    """Cards at the box that are in no hand, such as those a switch may use."""
    dealer: list[str] | None = None
    """The dealer's cards against this box, if each box has its own."""
    results: list[ResultView]


class DealerView(Message):
    cards: list[str]
    total: int | None = None
    soft: bool = False
    draws: bool = False
    """The dealer must draw to this total."""
    name: str = ""
    """The dealer whom a floor supervisor has assigned to the table."""
    reads: str = ""
    parts: list[PartView] = Field(default=[])


class PositionView(Message):
    """A hand on the felt that several terminals share."""

    cards: list[str]
    total: int | None = None
    soft: bool
    reads: str = ""
    terminals: int
    decided: int | None = None
    """How many terminals have answered, while they are being asked."""


class ShoeView(Message):
    number: int
    dealt: int
    commit: str
    source: str
    cut: list[int] = Field(default=[])
    """The fewest and the most cards in front of a cut, if the shoe is to be cut now."""
    cutter: str = ""
    """Who is offered the cut; any player may volunteer if nobody is."""
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
