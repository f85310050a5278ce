"""The cards of a log, as a replay deals them again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pitboss.cards import Card
from pitboss.errors import NotationError, PitbossError
from pitboss.log import Event
from pitboss.table.cards.shoes import RAN_OUT, DealtSide, ShoeEmpty, SidedShoe
from pitboss.table.events import (
    CardDealt,
    Irregular,
    RoundEnded,
    RoundOpened,
    ShoeCommitted,
    ShoeOpened,
    ShoeReshuffled,
    ShoeSealed,
    TableClosed,
    classes_of,
)

DEALING: Final = classes_of(
    CardDealt, RoundOpened, ShoeOpened, ShoeCommitted, Irregular, RoundEnded, TableClosed
)
"""The events that say which cards and shoes come in a round."""


class LoggedShoes(SidedShoe[DealtSide]):
    """The cards of a log, in the order they came, round by round."""

    def __init__(self, events: Iterable[Event], sides: Sequence[str] = ("",)) -> None:
        super().__init__({name: DealtSide() for name in sides})
        self._rounds: list[_Logged] = []
        self._last: list[Event] = []
        for line, event in enumerate(events, 1):
            if type(event) not in DEALING:
                continue
            playing = self._rounds[-1] if self._rounds else None
            match event:
                case CardDealt() if playing:
                    playing.came.append(_card(event, line))
                case RoundOpened():
                    self._rounds.append(_Logged(self._last))
                    self._last = []
                case ShoeOpened() | ShoeSealed() if playing and playing.is_undealt:
                    playing.before.append(event)
                case ShoeCommitted() if playing and not playing.over:
                    playing.came.append(event)
                    playing.ran_out = False
                case ShoeOpened() | ShoeCommitted():
                    self._last.append(event)
                case Irregular() if playing and event.what == RAN_OUT:
                    playing.ran_out = True
                case RoundEnded() if playing:
                    playing.over, playing.salt = True, event.salt
                case TableClosed() if playing:
                    playing.over = True
        self._playing = _Logged([])
        self._begun = 0

    def resume(self, begun: RoundOpened, side: str, after_bets: bool) -> None:
        """Go on in the first round of these events, which that side deals.

        Its shoe has been changed already if it is due, unless that comes after the bets.
        """
        if not after_bets:
            self.before_round()
        self._side = self._sides[side]
        self._side.number, self._side.dealt = begun.shoe, begun.dealt
        if begun.beside:
            (other,) = (each for each in self._sides.values() if each is not self._side)
            other.number, other.dealt = map(int, begun.beside.split(" "))

    def before_round(self) -> list[Event]:
        begun = self._rounds[self._begun : self._begun + 1]
        self._playing = begun[0] if begun else _Logged(self._last)
        self._begun += 1
        for event in self._playing.before:
            self._commit(event)
        return self._playing.before

    def next(self) -> Card:
        match self._playing.peek():
            case Card() as card:
                self._playing.at += 1
                self._side.dealt += 1
                return card
            case ShoeCommitted():  # the cards were shuffled again
                raise ShoeEmpty
        if self._playing.ran_out:
            raise ShoeEmpty
        raise PitbossError(ENDS)

    def change_decks(self) -> None:
        """The log says which shoe comes next."""

    def mix(self, added: str) -> None:
        """The cards of a log are already in the order that players made."""

    def cut(self, at: int) -> None:
        """The cards of a log are already in the order of the cut."""

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        match self._playing.peek():
            case Card() | None if not self._side.number:
                return []  # cards laid by hand come in the order they were laid
            case Card():
                raise PitbossError(
                    "The log continues to deal where the cards should be reshuffled."
                )
            case ShoeReshuffled() as event:
                self._playing.at += 1
                self._commit(event)
                return [replace(event, out=tuple(staying))]
            case ShoeCommitted():
                raise PitbossError("The log has a whole shoe where cards should be reshuffled.")
        raise PitbossError(ENDS)

    def salt(self, number: int) -> str:
        return self._playing.salt

    def last(self) -> list[Event]:
        return self._last

    def _commit(self, event: Event) -> None:
        if isinstance(event, ShoeCommitted):
            side = self._sides.get(event.batch, self._side)
            side.number, side.dealt = event.number, 0


ENDS: Final = "The log ends before the round does."


@dataclass(slots=True)
class _Logged:
    """What a log says about the shoes in one round."""

    before: list[Event]
    came: list[Card | ShoeCommitted] = field(default_factory=list)
    """Its cards, and each shoe made of them in the round."""
    ran_out: bool = False
    over: bool = False
    salt: str = ""
    at: int = 0

    @property
    def is_undealt(self) -> bool:
        """No card of the round has come: a shoe made after the bets is new."""
        return not self.over and not self.came

    def peek(self) -> Card | ShoeCommitted | None:
        """What comes next; `None` if the log of the round ends."""
        return self.came[self.at] if self.at < len(self.came) else None


def _card(dealt: CardDealt, line: int) -> Card:
    if dealt.card is None:
        raise NotationError(f"line {line}: a log that hides a card cannot be replayed.")
    return dealt.card
