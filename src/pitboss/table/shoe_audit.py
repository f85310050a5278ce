"""The shoes of a log, audited: whole, changed when due, sealed in play and opened afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from pitboss.cards import Card, Shoe
from pitboss.errors import NotationError
from pitboss.log import HIDDEN, NOTHING, Difference, Event
from pitboss.table.events import (
    BetsClosed,
    CardDealt,
    CardPlaced,
    DecksReceived,
    LogOpened,
    RoundEnded,
    RoundOpened,
    Settled,
    ShoeCommitted,
    ShoeCut,
    ShoeMixed,
    ShoeOpened,
    ShoeReshuffled,
    ShoeSealed,
    SideChosen,
    TableClosed,
)
from pitboss.table.seeds import (
    OF_ORDER,
    SYSTEM,
    commitment,
    cut_after,
    is_fair,
    mixed,
    salt_of,
    shuffled,
)
from pitboss.table.shoes import Delivery

Line = tuple[int, Event]
"""An event with its line."""


def audit_shoes(events: Sequence[Event], delivery: Delivery) -> list[Difference]:
    """Everything wrong with the shoes of a log; a log without shoes has cards laid by hand.

    Each side of a double shoe is audited by itself.
    """
    found: list[Difference] = []
    numbers = _Numbers()
    audits = {side: _Audit(delivery, numbers, side) for side in delivery.sides}
    parts: dict[str, list[Line]] = {side: [] for side in delivery.sides}
    for line, event, sides, dealing in _by_side(events, delivery):
        for side in (dealing,) if isinstance(event, RoundEnded) else sides:
            parts[side].append((line, event))
        wrong = [expected for side in sides for expected in audits[side].take(event)]
        found += (Difference(line, _short(event), expected) for expected in dict.fromkeys(wrong))
    for side, audit in audits.items():
        if audit.closed and audit.sealed:
            expected = f"shoe {audit.sealed[0]} to be opened"
            found.append(Difference(len(events) + 1, NOTHING, expected))
        found += audit_opened(parts[side], Shoe.of(delivery.decks, delivery.without))
    return sorted(found, key=lambda each: each.line)


def _by_side(
    events: Sequence[Event], delivery: Delivery
) -> Iterator[tuple[int, Event, Sequence[str], str]]:
    """Every event with its line, the sides of the shoe that it concerns, and the one that deals."""
    sides = delivery.sides
    dealing, holds = sides[0], dict[int, str]()
    for line, event in enumerate(events, 1):
        match event:
            case CardDealt() | CardPlaced():
                yield line, event, (dealing,), dealing
            case ShoeCommitted() if delivery.double:
                holds[event.number] = event.batch if event.batch in sides else dealing
                yield line, event, (holds[event.number],), dealing
            case ShoeOpened() if delivery.double:
                yield line, event, (holds.get(event.number, dealing),), dealing
            case SideChosen():
                dealing = event.name if event.name in sides else dealing
                yield line, event, (dealing,), dealing
            case _:
                yield line, event, sides, dealing


def audit_opened(events: Sequence[Line], whole: Shoe) -> list[Difference]:
    """Every opened shoe is the one that was committed, and gave the cards that were logged."""
    found: list[Difference] = []
    shoes: dict[int, tuple[ShoeCommitted, list[tuple[int, CardDealt]]]] = {}
    dealt: list[tuple[int, CardDealt]] = []
    cuts = {each.shoe: each.at for _, each in events if isinstance(each, ShoeCut)}
    added = {each.shoe: each.mixed for _, each in events if isinstance(each, ShoeMixed)}
    salted = any(isinstance(each, LogOpened) and each.version >= 3 for _, each in events[:1])
    ends: dict[int, list[tuple[int, RoundEnded]]] = {}
    used = 0
    for line, event in events:
        match event:
            case CardDealt():
                dealt.append((line, event))
            case ShoeCommitted():
                dealt, used = [], event.number
                shoes[event.number] = event, dealt
            case RoundEnded() if salted:
                ends.setdefault(used, []).append((line, event))
            case ShoeOpened() if event.number in shoes:
                shoe, drawn = shoes[event.number]
                number = event.number
                if commitment(event.seed) != shoe.commit:
                    expected = "the seed that was committed before the first card"
                    found.append(Difference(line, _short(event), expected))
                elif not _may_be(event.seed, shoe, whole, salted):
                    expected = "a seed drawn from all orders of the shoe"
                    found.append(Difference(line, _short(event), expected))
                else:
                    order = partial(_order, event.seed, cuts.get(number, 0), added.get(number, ""))
                    found += _cards_of(shoe, drawn, whole, order)
                    found += _salts_of(event.seed, ends.get(event.number, ()))
    return found


def _may_be(seed: str, shoe: ShoeCommitted, whole: Shoe, new: bool) -> bool:
    """The system draws every order; lessons, and logs from before, have other seeds."""
    if seed.startswith(OF_ORDER) or (new and shoe.source == SYSTEM):
        return is_fair(seed, whole.size - len(_out(shoe)))
    return True


def _out(shoe: ShoeCommitted) -> tuple[Card, ...]:
    return shoe.out or () if isinstance(shoe, ShoeReshuffled) else ()


def _order(seed: str, cut: int, added: str, pack: Shoe) -> Iterator[Card]:
    return cut_after(max(0, cut), shuffled(seed, pack, added))


def _cards_of(
    shoe: ShoeCommitted,
    dealt: Sequence[tuple[int, CardDealt]],
    whole: Shoe,
    order: Callable[[Shoe], Iterator[Card]],
) -> Iterator[Difference]:
    """The first card that did not come from the shoe."""
    try:
        shuffling = whole.without(_out(shoe))
    except NotationError:
        return  # its pack is wrong, which is reported where it was shuffled
    for (line, event), card in zip(dealt, order(shuffling), strict=False):
        if event.card != card:
            yield Difference(line, event.line, f"{card}, the next in the shoe")
            return


def _salts_of(seed: str, ends: Iterable[tuple[int, RoundEnded]]) -> Iterator[Difference]:
    """The first round whose chain was not salted by the shoe."""
    for line, event in ends:
        if event.salt != (salt := salt_of(seed, event.number)):
            yield Difference(line, event.line, f"salt={salt}")
            return


@dataclass(slots=True)
class _Numbers:
    """What the shoes of all sides have in common."""

    last: int = 0
    commits: set[str] = field(default_factory=set)


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
    settled: set[str] = field(default_factory=set)
    """Boxes that have had a result in the round: their cards may be gone."""

    def take(self, event: Event) -> Iterator[str]:
        """Check an event; says what it should have been."""
        match event:
            case CardDealt():
                if self.delivery.after_bets and not self.drawn:
                    yield from self._renewed()
                self.dealt += 1
                self.drawn.append((event.to, event.card))
                if self.number and self.dealt > self.size:
                    yield "no card: the shoe is empty"
                if self.uncut:
                    yield f"shoe {self.number} to be cut first"
                self.uncut = False
            case CardPlaced(to="exposed"):  # a card too many is taken out of a hand
                places = [n for n, (_, card) in enumerate(self.drawn) if card == event.card]
                if not places:
                    yield "a card that was dealt in this round"
                    return
                self.drawn[places[-1]] = "exposed", event.card
            case CardPlaced():
                exposed = ("exposed", event.card)
                if exposed in self.drawn:  # it goes where the next card was to go
                    self.drawn.remove(exposed)
                    self.drawn.append((event.to, event.card))
            case Settled():
                self.settled.add(f"box {event.box}")
            case RoundOpened():
                yield from self._round()
            case BetsClosed():
                self.betting = False
            case RoundEnded():
                self.playing = False
            case TableClosed():
                self.playing, self.closed = False, True
            case ShoeCommitted():
                yield from self._shoe(event)
            case DecksReceived():
                self.new_decks = True
                if self.playing:
                    yield "new decks only between rounds"
            case ShoeMixed():
                if self.dealt or not self.betting or event.shoe != self.number:
                    yield "words for a new shoe, before its first card"
                elif self.delivery.cuts and not self.uncut:
                    yield "words before the cut"
                self.mixed = mixed(self.mixed, event.words)
                if event.mixed != self.mixed:
                    yield f"mixed={self.mixed}"
            case ShoeCut():
                yield from self._cut(event)
            case SideChosen():
                if not self.delivery.double:
                    yield "no side: the shoe has one"
                elif event.shoe != self.number:
                    yield f"side {self.batch}, shoe {self.number}"
            case ShoeOpened():
                yield from self._opened(event)

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
        """Shoes may be exchanged: before a round, or after its bets and before its first card."""
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
            card
            for to, card in self.drawn
            if to.startswith("box ") and " ".join(to.split(" ")[:2]) not in self.settled
        ]
        return Counter([*dealer, *boxes])

    def _opened(self, event: ShoeOpened) -> Iterator[str]:
        if self.playing and not self._between:
            yield "nothing opened in a round"
        if self.sealed and event.number == self.sealed[0]:
            self.sealed.pop(0)
        else:
            yield f"shoe {self.sealed[0]} opened" if self.sealed else "no shoe left to open"


def _listed(cards: Counter[Card | None]) -> str:
    return " ".join(HIDDEN if card is None else str(card) for card in cards.elements())


def _short(event: Event) -> str:
    return event.line[:60]
