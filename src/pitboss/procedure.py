"""What a dealer may do: draw, ask, take a stake, settle, pay, tell.

A procedure is a script that yields one of these and is sent the answer. It touches no clock,
random source, file or database, so the same answers always make the same round.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pitboss.cards import Card
from pitboss.hands import Total, is_blackjack, total
from pitboss.money import Cents, Odds


@dataclass(frozen=True, slots=True)
class Draw:
    """The next card, to a place on the layout."""

    to: str
    up: bool = True


@dataclass(frozen=True, slots=True)
class Turn:
    """A card that lies face down is turned up."""

    at: str
    card: Card


@dataclass(frozen=True, slots=True)
class Ask:
    """A choice that one person must make; only these are legal."""

    of: str
    """The box, and the hand where it has several: `box 1`, `box 1 hand 2`."""
    about: str
    may: tuple[str, ...]
    clause: str = ""


@dataclass(frozen=True, slots=True)
class AskStake:
    """A stake that may be added now, from nothing up to a limit."""

    box: int
    wager: str
    most: Cents | None
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Stake:
    """Money goes from the player to the layout."""

    box: int
    on: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class Settle:
    """Every side wager that the law settles at this moment is taken or paid."""

    at: str
    box: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A stake is paid by odds, or taken."""

    box: int
    on: str
    cents: Cents
    pays: Odds
    why: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Tell:
    """Something everyone at the table hears."""

    words: str
    clause: str = ""


Step = Draw | Turn | Ask | AskStake | Stake | Settle | Result | Tell
T = TypeVar("T")
Script = Generator[Step, Any, T]


@dataclass(slots=True)
class Hand:
    """Cards at a box, and the main stake that rides on them."""

    box: int
    number: int = 1
    cards: list[Card] = field(default_factory=list)
    stake: Cents = 0
    split: bool = False
    doubled: bool = False
    over: bool = False
    """Settled, bust or surrendered: no more cards and no more money."""

    @property
    def name(self) -> str:
        return f"box {self.box}" if self.number == 1 else f"box {self.box} hand {self.number}"

    @property
    def total(self) -> Total:
        return total(self.cards)

    @property
    def natural(self) -> bool:
        """An ace and a ten-value card as the initial two."""
        return not self.split and is_blackjack(self.cards)


@dataclass(slots=True)
class Box:
    """A betting position: who plays it, what is staked, what lies there."""

    number: int
    player: str
    stakes: dict[str, Cents] = field(default_factory=dict)
    tips: dict[str, Cents] = field(default_factory=dict)
    hands: list[Hand] = field(default_factory=list)
    first: list[Card] = field(default_factory=list)
    """The cards of the opening deal, whatever is split later."""
    drawn: list[Card] = field(default_factory=list)
    """Cards in the order they came to the first hand."""


@dataclass(slots=True)
class Round:
    """What lies on the layout."""

    boxes: list[Box]
    dealer: list[Card] = field(default_factory=list)
    hole_down: bool = False
    fresh_shoe: bool = False
    """The first round of a shoe: its first card is burned."""

    @property
    def hands(self) -> list[Hand]:
        """Every hand, from the dealer's left."""
        return [hand for box in self.boxes for hand in box.hands]

    @property
    def upcard(self) -> Card:
        return self.dealer[0]


def deal(round_: Round, hand: Hand, up: bool = True) -> Script[Card]:
    """One card to a hand at a box."""
    card: Card = yield Draw(hand.name, up)
    hand.cards.append(card)
    box = round_.boxes[[b.number for b in round_.boxes].index(hand.box)]
    if len(box.first) < 2 and hand.number == 1 and not hand.split:
        box.first.append(card)
    if hand.number == 1:
        box.drawn.append(card)
    return card


def deal_dealer(round_: Round, up: bool = True) -> Script[Card]:
    """One card to the dealer."""
    card: Card = yield Draw("dealer", up)
    round_.dealer.append(card)
    round_.hole_down = round_.hole_down or not up
    return card


def turn_hole(round_: Round) -> Script[None]:
    """The hole card is turned face up."""
    if round_.hole_down:
        round_.hole_down = False
        yield Turn("dealer", round_.dealer[1])


def add_stake(hand: Hand, cents: Cents) -> Script[None]:
    """The player adds money to a hand's main stake."""
    yield Stake(hand.box, "blackjack", cents)
    hand.stake += cents
