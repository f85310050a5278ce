"""Messages about the layout of a table: stakes, hands, results and the dealer."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

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
