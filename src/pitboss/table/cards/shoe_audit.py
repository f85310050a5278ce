"""The shoes of a log, audited: whole, changed when due, sealed in play and opened afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from typing import Any, Final, Protocol

from pitboss.cards import Card, Shoe
from pitboss.log import HIDDEN, NOTHING, Difference, Event
from pitboss.table.cards.logged_shoes import NOTED, OpenedShoes
from pitboss.table.cards.seeds import mixed
from pitboss.table.cards.shoes import Delivery
from pitboss.table.events import classes_of
from pitboss.table.events.rounds import BetsClosed, RoundEnded, RoundOpened, Settled
from pitboss.table.events.shoes import (
    CardDealt,
    CardPlaced,
    DecksReceived,
    ShoeCommitted,
    ShoeCut,
    ShoeMixed,
    ShoeOpened,
    ShoeReshuffled,
    ShoeSealed,
    SideChosen,
)
from pitboss.table.events.table import TableClosed
from pitboss.table.log.mask import box_of

AUDITED: Final = NOTED | classes_of(
    RoundOpened, BetsClosed, CardPlaced, Settled, DecksReceived, SideChosen, TableClosed
)
"""The events that say something about a shoe, or when it may be changed."""


class Commits(Protocol):
    """The commitments of every shoe so far."""

    def __contains__(self, commit: object) -> bool: ...
    def add(self, commit: str) -> object: ...


def audit_shoes(events: Sequence[Event], delivery: Delivery) -> list[Difference]:
    """Everything wrong with the shoes of a log; a log without shoes has cards laid by hand."""
    audit = ShoeAudit(delivery)
    found: list[Difference] = []
    for line, event in enumerate(events, 1):
        if type(event) in AUDITED:
            found += audit.take(line, event)
    found += audit.end(len(events) + 1)
    return sorted(found, key=lambda each: each.line)


class ShoeAudit:
    """The shoes of a log, audited line by line; it remembers no more than the shoes in use.

    Each side of a double shoe is audited separately.
    """

    def __init__(self, delivery: Delivery, commits: Commits | None = None) -> None:
        self._all = delivery.sides
        self._numbers = _Numbers(set() if commits is None else commits)
        whole = Shoe.of(delivery.decks, delivery.without)
        self._audits = {side: _Audit(delivery, self._numbers, side) for side in delivery.sides}
        self._opened = {side: OpenedShoes(whole) for side in delivery.sides}
        self.dealing = delivery.sides[0]
        """The side that deals."""
        self._holds: dict[int, str] = {}
        """Shoe → the side of a double shoe that holds it."""

    def take(self, line: int, event: Event) -> Sequence[Difference]:
        """The next line."""
        if type(event) not in AUDITED:
            return ()
        sides = self._all if len(self._all) == 1 else self._sides(event)
        found: list[Difference] = []
        wrong: list[str] = []
        for side in sides:
            wrong += self._audits[side].take(event)
        if wrong:
            found += [Difference(line, _short(event), each) for each in dict.fromkeys(wrong)]
        if type(event) in NOTED:
            for side in (self.dealing,) if isinstance(event, RoundEnded) else sides:
                found += self._opened[side].take(line, event)
        return found

    def end(self, line: int) -> Iterator[Difference]:
        """No more lines come."""
        for audit in self._audits.values():
            if audit.closed and audit.sealed:
                yield Difference(line, NOTHING, f"shoe {audit.sealed[0]} to be opened")

    def _sides(self, event: Event) -> Sequence[str]:
        """The sides of a double shoe that an event concerns."""
        sides = self._all
        match event:
            case CardDealt() | CardPlaced():
                return (self.dealing,)
            case ShoeCommitted():
                self._holds[event.number] = event.batch if event.batch in sides else self.dealing
                return (self._holds[event.number],)
            case ShoeOpened():
                return (self._holds.pop(event.number, self.dealing),)
            case SideChosen():
                self.dealing = event.name if event.name in sides else self.dealing
                return (self.dealing,)
        return sides

    def state(self) -> dict[str, Any]:
        """Its state at the beginning of a round, in a form that JSON can hold."""
        return {
            "dealing": self.dealing,
            "holds": [*self._holds.items()],
            "last": self._numbers.last,
            "audits": {
                side: {name: copy(getattr(audit, name)) for name in KEPT}
                for side, audit in self._audits.items()
            },
            "opened": {side: opened.state() for side, opened in self._opened.items()},
        }

    def take_up(self, state: Mapping[str, Any]) -> None:
        """Continue from the state of another."""
        self.dealing, self._holds = state["dealing"], dict(state["holds"])
        self._numbers.last = state["last"]
        for side, audit in self._audits.items():
            for name in KEPT:
                setattr(audit, name, copy(state["audits"][side][name]))
            self._opened[side].take_up(state["opened"][side])


@dataclass(slots=True)
class _Numbers:
    """What the shoes of all sides have in common."""

    commits: Commits
    last: int = 0


@dataclass(slots=True)
class _Audit:
    """What an auditor remembers while reading a log."""

    delivery: Delivery
    numbers: _Numbers
    batch: str = ""
    number: int = 0
    reshuffled: bool = False
    size: int = 0
    """Cards in the shoe in use when it was shuffled."""
    dealt: int = 0
    new_decks: bool = False
    """Decks have been changed since the shoe in use was shuffled."""
    uncut: bool = False
    """The shoe in use must still be cut before its first card."""
    mixed: str = ""
    """A hash of what players have added to the shoe in use."""
    sealed: list[int] = field(default_factory=list)
    rounds: int = 0
    playing: bool = False
    betting: bool = False
    closed: bool = False
    drawn: list[tuple[str, Card | None]] = field(default_factory=list)
    """Where each card of the round went."""
    settled: set[int] = field(default_factory=set)
    """Boxes that have had a result in the round: their cards may be gone."""

    def take(self, event: Event) -> Iterable[str]:
        """Check an event; says what it should have been."""
        match event:
            case CardDealt():
                return self._card(event)
            case Settled():
                self.settled.add(event.box)
            case RoundOpened():
                return self._round()
            case BetsClosed():
                self.betting = False
            case RoundEnded():
                self.playing = False
            case CardPlaced():
                return self._placed(event)
            case TableClosed():
                self.playing, self.closed = False, True
            case ShoeCommitted():
                return self._shoe(event)
            case DecksReceived():
                self.new_decks = True
                return ["new decks only between rounds"] if self.playing else ()
            case ShoeMixed():
                return self._mixed(event)
            case ShoeCut():
                return self._cut(event)
            case SideChosen():
                return self._side(event)
            case ShoeOpened():
                return self._opened(event)
        return ()

    def _card(self, event: CardDealt) -> Iterable[str]:
        wrong: list[str] = []
        if self.delivery.after_bets and not self.drawn:
            wrong += self._renewed()
        self.dealt += 1
        self.drawn.append((event.to, event.card))
        if self.number and self.dealt > self.size:
            wrong.append("no card: the shoe is empty")
        if self.uncut:
            wrong.append(f"shoe {self.number} to be cut first")
        self.uncut = False
        return wrong

    def _placed(self, event: CardPlaced) -> Iterator[str]:
        exposed = ("exposed", event.card)
        if event.to == "exposed":  # a card too many is taken out of a hand
            places = [n for n, (_, card) in enumerate(self.drawn) if card == event.card]
            if places:
                self.drawn[places[-1]] = exposed
            else:
                yield "a card that was dealt in this round"
        elif exposed in self.drawn:  # it goes where the next card was to go
            self.drawn.remove(exposed)
            self.drawn.append((event.to, event.card))

    def _mixed(self, event: ShoeMixed) -> Iterator[str]:
        if self.dealt or not self.betting or event.shoe != self.number:
            yield "words for a new shoe, before its first card"
        elif self.delivery.cuts and not self.uncut:
            yield "words before the cut"
        self.mixed = mixed(self.mixed, event.words)
        if event.mixed != self.mixed:
            yield f"mixed={self.mixed}"

    def _side(self, event: SideChosen) -> Iterator[str]:
        if not self.delivery.double:
            yield "no side: the shoe has one"
        elif event.shoe != self.number:
            yield f"side {self.batch}, shoe {self.number}"

    def _cut(self, event: ShoeCut) -> Iterator[str]:
        cuts = self.delivery.cuts
        if not cuts:
            yield "no cut: the cards are not cut here"
        elif not self.uncut:
            yield "one cut, before the first card"
        elif event.shoe != self.number:
            yield f"a cut of shoe {self.number}"
        elif event.at not in cuts:
            yield f"a cut after {cuts[0]} to {cuts[-1]} cards"
        self.uncut = False

    def _round(self) -> Iterator[str]:
        if not self.delivery.after_bets:
            yield from self._renewed()
        self.rounds += 1
        self.playing = self.betting = True
        self.drawn, self.settled = [], set()

    def _renewed(self) -> Iterator[str]:
        """A shoe that is done or opened has been replaced."""
        if self.number and self.delivery.is_due(self.dealt, self.reshuffled):
            yield "a new shoe: this one is done"
        elif self.number and self.new_decks:
            yield "a new shoe: the decks were changed"
        elif self.number and self.number not in self.sealed:
            yield "a new shoe: this one has been opened"

    @property
    def _between(self) -> bool:
        """Whether shoes may be exchanged: before a round, or after its bets and before its first
        card.
        """
        if self.delivery.after_bets:
            return self.playing and not self.betting and not self.drawn
        return not self.playing

    def _shoe(self, event: ShoeCommitted) -> Iterator[str]:
        match event:
            case ShoeSealed():
                yield from self._made_new(event)
            case ShoeReshuffled():
                yield from self._made_again(event)
        without = self.delivery.without
        if event.without != without:
            lacking = f"decks without the {without.symbol}s" if without else ""
            yield lacking or "decks with all their ranks"
        if event.commit in self.numbers.commits:
            yield "another seed: this one has been used"
        self.numbers.last += 1
        self.number = self.numbers.last
        if event.number != self.number:
            yield f"shoe {self.number}"
        self.numbers.commits.add(event.commit)
        self.sealed.append(self.number)
        self.reshuffled, self.dealt = isinstance(event, ShoeReshuffled), 0

    @property
    def _is_due(self) -> bool:
        return self.new_decks or self.delivery.is_due(self.dealt, self.reshuffled)

    def _made_new(self, event: ShoeSealed) -> Iterator[str]:
        """A whole shoe comes between rounds, after the old one is done and opened."""
        late = self.rounds > self.playing  # a round has been dealt without one
        if not self._between or self.closed:
            when = "after the bets of a round" if self.delivery.after_bets else "before a round"
            yield f"a new shoe only {when}"
        elif self.number and not self._is_due:
            yield f"shoe {self.number} until it is done"
        elif not self.number and late:
            yield "a shoe before the first card"
        if self.sealed:
            yield f"shoe {self.sealed[0]} to be opened first"
        self.size, self.uncut = self.delivery.size, bool(self.delivery.cuts)
        self.mixed = ""
        self.new_decks = False
        if event.decks != self.delivery.decks:
            yield f"{self.delivery.decks} whole deck{'s' if self.delivery.decks > 1 else ''}"
        self.batch = self.delivery.batch_after(self.batch)
        if event.batch != self.batch:
            yield f"batch {self.batch}" if self.batch else "no batch"

    def _made_again(self, event: ShoeReshuffled) -> Iterator[str]:
        """In a round all cards but those on the layout are reshuffled."""
        if not self.playing or not self.number:
            yield "cards shuffled again only in a round"
        elif not self.delivery.every_round and self.dealt < self.size:
            yield f"shoe {self.number} until it is empty"
        if event.batch != self.batch:
            yield f"batch {self.batch}" if self.batch else "no batch"
        out = Counter[Card | None](event.out or ())
        self.size = self.delivery.size - out.total()
        if event.cards != self.size:
            yield f"{self.size} cards"
        if strangers := out - Counter(card for _, card in self.drawn):
            yield f"{_listed(strangers)} among the cards: not dealt in this round"
        if taken := self._on_layout() - out:
            yield f"{_listed(taken)} on the layout"

    def _on_layout(self) -> Counter[Card | None]:
        """Cards that must be there: the dealer's first two and those of boxes in play."""
        dealer = [card for to, card in self.drawn if to == "dealer"][:2]
        boxes = [
            card for to, card in self.drawn if (number := box_of(to)) and number not in self.settled
        ]
        return Counter([*dealer, *boxes])

    def _opened(self, event: ShoeOpened) -> Iterator[str]:
        if self.playing and not self._between:
            yield "nothing opened in a round"
        if self.sealed and event.number == self.sealed[0]:
            self.sealed.pop(0)
        else:
            yield f"shoe {self.sealed[0]} opened" if self.sealed else "no shoe left to open"


OF_ROUND: Final = ("drawn", "settled")
KEPT: Final = tuple(each.name for each in fields(_Audit)[2:] if each.name not in OF_ROUND)
"""What an auditor of one side knows when a round begins."""


def _listed(cards: Counter[Card | None]) -> str:
    return " ".join(HIDDEN if card is None else str(card) for card in cards.elements())


def _short(event: Event) -> str:
    return event.line[:60]
