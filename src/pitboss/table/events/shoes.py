"""Decks, shoes and cards in the log of a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pitboss.cards import Card, Rank
from pitboss.log import Event, printed_at


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
