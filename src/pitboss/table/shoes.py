"""The cards on their way to the table: from a sealed shoe, or from a log that is replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from pitboss.cards import Card, Shoe, show_cards
from pitboss.errors import NotationError, PitbossError
from pitboss.log import Event
from pitboss.table.chance import SealedShoe

RAN_OUT: Final = "the shoe ran out"
"""Why a round is void that no card is left for."""


class Shoes(Protocol):
    """Where the driver gets its cards."""

    @property
    def dealt(self) -> int:
        """Cards dealt from the shoe so far."""

    def before_round(self) -> list[Event]:
        """If the cut card has come out, events that open the old shoe and commit a new one."""

    def next(self) -> Card:
        """The next card; `ShoeEmpty` when there is none."""

    def last(self) -> list[Event]:
        """When the table closes, the events that open the shoe in use."""


class ShoeEmpty(PitbossError):
    """No card is left in the shoe."""


class SealedShoes:
    """Shuffled shoes, each committed before its first card and opened after its last."""

    def __init__(
        self, decks: int, cut: int, shuffle: Callable[[Shoe], SealedShoe], number: int = 0
    ) -> None:
        self._decks, self._cut, self._shuffle = decks, cut, shuffle
        self._shoe: SealedShoe | None = None
        self._number, self._dealt = number, 0

    @property
    def dealt(self) -> int:
        return self._dealt

    def before_round(self) -> list[Event]:
        if self._shoe and len(self._shoe.order) - self._dealt > self._cut:
            return []
        events = [self.opened()] if self._shoe else []
        self._shoe = self._shuffle(Shoe.of(self._decks))
        self._number, self._dealt = self._number + 1, 0
        fields = (
            ("number", str(self._number)),
            ("decks", str(self._decks)),
            ("commit", self._shoe.commitment),
            ("source", self._shoe.source),
        )
        return [*events, Event("shoe", fields)]

    def opened(self) -> Event:
        """The event that reveals the shoe in use: its salt and its order."""
        assert self._shoe is not None
        order = show_cards(self._shoe.order)
        fields = (("number", str(self._number)), ("salt", self._shoe.salt), ("order", order))
        return Event("opened", fields)

    def next(self) -> Card:
        assert self._shoe is not None
        if self._dealt >= len(self._shoe.order):
            raise ShoeEmpty("The shoe has run out of cards.")
        self._dealt += 1
        return self._shoe.order[self._dealt - 1]

    def last(self) -> list[Event]:
        return [self.opened()] if self._shoe else []


class LoggedShoes:
    """The cards of a log, in the order they came, round by round."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._rounds: list[_Logged] = []
        self._last: list[Event] = []
        for line, event in enumerate(events, 1):
            if event.kind in ("opened", "shoe"):
                self._last.append(event)
            elif event.kind == "round":
                self._rounds.append(_Logged(self._last))
                self._last = []
            elif event.kind == "card" and self._rounds:
                self._rounds[-1].cards.append(_card(event, line))
            elif event.kind == "void" and self._rounds and event.get("why") == RAN_OUT:
                self._rounds[-1].ran_out = True
        self._at = -1
        self._drawn = self._dealt = 0

    @property
    def dealt(self) -> int:
        return self._dealt

    def before_round(self) -> list[Event]:
        self._at += 1
        self._drawn = 0
        events = self._rounds[self._at].before if self._at < len(self._rounds) else self.last()
        if events:
            self._dealt = 0
        return events

    def next(self) -> Card:
        if self._at >= len(self._rounds) or self._drawn >= len(self._rounds[self._at].cards):
            if self._at < len(self._rounds) and self._rounds[self._at].ran_out:
                raise ShoeEmpty("The shoe has run out of cards.")
            raise PitbossError("The log ends before the round does.")
        self._drawn += 1
        self._dealt += 1
        return self._rounds[self._at].cards[self._drawn - 1]

    def last(self) -> list[Event]:
        return self._last


@dataclass(slots=True)
class _Logged:
    """What a log says of the shoe in one round."""

    before: list[Event]
    cards: list[Card] = field(default_factory=list)
    ran_out: bool = False


def _card(event: Event, line: int) -> Card:
    try:
        return Card.parse(event.get("card"))
    except NotationError as error:
        raise NotationError(f"line {line}: {error}") from None
