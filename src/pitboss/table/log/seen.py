"""Cards, hands and boxes of a round as one person sees them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.hands import Total, is_blackjack, total
from pitboss.money import Cents
from pitboss.procedure import HELD, Box, Origin
from pitboss.procedure.steps import hand_name
from pitboss.table.events import Settled


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in its place."""

    card: Card | None
    """`None` for a viewer who may not see it."""
    face: str


@dataclass(slots=True)
class SeenHand:
    """Cards at a box, and the main stake on them."""

    box: int
    number: int
    on: str
    """The wager that the stake is on."""
    stake: Cents
    left: Cents
    """How much of the stake is not yet settled."""
    game: str = ""
    """What the cards are for, if a box gets others for a second game: `poker`."""
    cards: list[SeenCard] = field(default_factory=list)
    apart: list[SeenCard] = field(default_factory=list)
    """Cards split off, until each has its own stake."""
    origin: Origin = "dealt"
    doubled: bool = False
    pressed: Cents = 0
    """Winnings that cap the stake (§ 633c.11(e)-(f))."""
    over: bool = False
    """Its stake was settled, or its box voided."""
    word: str = ""
    """The player's last answer for it, until it is carried out."""
    takes: bool = False
    """It takes the next card that all share."""

    @property
    def name(self) -> str:
        return f"box {self.box} {self.game}" if self.game else hand_name(self.box, self.number)

    @property
    def held(self) -> bool:
        """The player holds some of the cards, and only the player has seen them."""
        return any(each.face == HELD for each in self.cards)

    @property
    def total(self) -> Total | None:
        """The total of the cards; `None` if any of them cannot be seen."""
        cards = known(self.cards)
        return total(cards) if cards and len(cards) == len(self.cards) else None

    @property
    def natural(self) -> bool:
        """An ace and a ten-value card as the initial two."""
        return self.origin == "dealt" and is_blackjack(known(self.cards))


@dataclass(frozen=True, slots=True)
class Reason:
    """What a settlement rests on."""

    words: str
    """What the player had, and what was needed or what beat it; without the money."""
    cards: tuple[str, ...] = ()
    """The cards that decided it, as `4 Kh` for a box and `dealer Kh`."""
    hand: int = 0
    """The number of the hand that the stake was on; 0 if it was on none alone."""


@dataclass(slots=True)
class SeenBox:
    """A betting position."""

    chips: Box
    """Who plays it, and what is staked."""
    hands: list[SeenHand] = field(default_factory=list)
    in_turn: list[SeenHand] = field(default_factory=list)
    """The hands in the order they are played: one that is split off follows its own."""
    lying: list[SeenCard] = field(default_factory=list)
    """Cards there that a switch may use."""
    dealer: list[SeenCard] | None = None
    """The dealer's hand against this box, if each box has its own."""
    dealt: list[SeenCard] = field(default_factory=list)
    """Every card that was dealt there, in order, whichever hand has it now."""
    results: list[Settled] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    """Why, for each result."""
    low: list[Card] = field(default_factory=list)
    """The cards of the low hand, once they are set and may be seen (30-2112)."""
    is_void: bool = False

    def add(self, hand: SeenHand, after: SeenHand | None = None) -> None:
        """Add a hand, at the end or split off another."""
        self.hands.append(hand)
        at = self.in_turn.index(after) + 1 if after else len(self.in_turn)
        self.in_turn.insert(at, hand)


def known(cards: Iterable[SeenCard]) -> list[Card]:
    """The visible ones of some cards."""
    return [each.card for each in cards if each.card]
