"""The mask: what each person at the table may see of its log.

Surveillance sees every event. A player sees the cards held at the player's own boxes; nobody else
sees a face-down card until it is turned, and nobody at all sees the undealt shoe or the secret
value of a mystery: they are not in the log until they are opened. A person reads a round as
surveillance only once it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pitboss.log import HIDDEN, Event
from pitboss.procedure.steps import DOWN, HELD
from pitboss.table.events import has_ended, is_over, last_round
from pitboss.table.events.rounds import Answered, AnswerExpired, Asked, Bet, RoundEnded, RoundOpened
from pitboss.table.events.shoes import CardDealt, CardPlaced, CardTurned, ShoeReshuffled

SURVEILLANCE: Final = "surveillance"
NOBODY: Final = ""
"""Someone without a box: sees only what is face up."""


def view(events: Iterable[Event], who: str) -> Iterator[Event]:
    """The log as `surveillance`, `dealer` or a player may see it.

    >>> from pitboss.table.events import TABLE_LOG
    >>> hole = TABLE_LOG.parse_event("card to=dealer card=Kd face=down")
    >>> [str(e) for e in view([hole], "ann")]
    ['card to=dealer card=?? face=down']
    """
    mask = Mask()
    for event in events:
        mask.note(event)
        yield event if who == SURVEILLANCE else mask.seen(event, who)


def reads_as(player: str, this_round: Sequence[Event], *, oversees: bool) -> str:
    """Whose view of a round a person reads; those who oversee the house read the whole round.

    Until it is over, nobody reads more of a round than can be seen at the table.
    """
    return SURVEILLANCE if oversees and has_ended(this_round) else player


def lines_in_full(log: Sequence[Event]) -> int:
    """How many lines of a log may be read unmasked: those before a round that is not over."""
    return len(log) if is_over(log) else last_round(log)


def whole_log(log: Sequence[Event]) -> list[Event]:
    """A log as those who oversee the house read it."""
    full = lines_in_full(log)
    return [*log[:full], *view(log[full:], NOBODY)]


@dataclass(slots=True)
class Mask:
    """What must be remembered of a round to know who may see what of its next event."""

    owners: dict[int, str] = field(default_factory=dict)
    """Box → its player."""
    asked: dict[int, str] = field(default_factory=dict)
    """Question whose words reveal held cards → the hand that holds them."""
    held: set[str] = field(default_factory=set)
    """Hands that only their players have seen."""
    apart: set[str] = field(default_factory=set)
    """Players who have seen something that others have not."""

    def note(self, event: Event) -> None:
        """Record what the next event reveals."""
        match event:
            case RoundOpened():
                self.owners.clear()
                self.asked.clear()
                self.held.clear()
                self.apart.clear()
            case Bet():
                self.owners[event.box] = event.player
            case CardDealt(to=to, face=face) | CardPlaced(to=to, face=face) if face == HELD:
                self.held.add(to)
                self.apart.add(self._owner(to))
            case CardTurned():
                self.held.discard(event.at)
            case Asked(face=face) if face == HELD:
                self.asked[event.number] = event.of
                self.apart.add(self._owner(event.of))

    def seen(self, event: Event, who: str) -> Event:
        """One event, already noted, as a person at the table sees it."""
        match event:
            case CardDealt(to=to, face=face) | CardPlaced(to=to, face=face):
                if face == DOWN or (face == HELD and not self._is_own(to, who)):
                    return replace(event, card=None)
            case RoundEnded() if event.salt:
                return replace(event, salt="")  # the hash could be tried with every hidden card
            case ShoeReshuffled() if event.out:
                return replace(event, out=None)  # the hole card may be among them
            case Asked(number=number, of=of) if number in self.asked or of in self.held:
                if not self._is_own(of, who):  # whether a hand may be split reveals a pair
                    return replace(event, may=(HIDDEN,))
            case Answered(number=number) | AnswerExpired(number=number) if number in self.asked:
                if not self._is_own(self.asked[number], who):
                    return replace(event, word=HIDDEN)
        return event

    def _is_own(self, hand: str, who: str) -> bool:
        """Whether a hand is at one of this person's own boxes."""
        return bool(who) and self._owner(hand) == who

    def _owner(self, hand: str) -> str:
        """The player of the box that a hand is at: `box 1`, `box 1 hand 2`."""
        return self.owners.get(box_of(hand), NOBODY)


def box_of(place: str) -> int:
    """The number of the box that a hand, or another place, is at; 0 if none.

    >>> box_of("box 2 hand 3"), box_of("dealer")
    (2, 0)
    """
    words = place.split(" ")
    return int(words[1]) if words[0] == "box" and words[1:] and words[1].isdecimal() else 0
