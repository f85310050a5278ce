"""The shoes of a log, audited: whole, changed when due, sealed in play and opened afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pitboss.cards import Shoe, parse_cards
from pitboss.errors import NotationError
from pitboss.log import NOTHING, Difference, Event
from pitboss.table.chance import commitment, shuffled
from pitboss.table.shoes import Delivery


def audit_shoes(events: Sequence[Event], delivery: Delivery) -> list[Difference]:
    """All that is wrong with the shoes of a log; one without shoes is of cards laid by hand."""
    audit = _Audit(delivery)
    found = [
        Difference(line, _short(event), expected)
        for line, event in enumerate(events, 1)
        for expected in audit.take(event)
    ]
    if audit.closed and audit.sealed:
        expected = f"shoe {audit.sealed[0]} to be opened"
        found.append(Difference(len(events) + 1, NOTHING, expected))
    found += audit_opened(events, Shoe.of(delivery.decks, delivery.without))
    return sorted(found, key=lambda each: each.line)


def audit_opened(events: Sequence[Event], whole: Shoe) -> list[Difference]:
    """Every opened shoe is the one that was committed, and gave the cards that were logged."""
    found: list[Difference] = []
    shoes: dict[str, tuple[Event, list[tuple[int, Event]]]] = {}
    dealt: list[tuple[int, Event]] = []
    for line, event in enumerate(events, 1):
        if event.kind == "shoe":
            dealt = []
            shoes[event.get("number")] = event, dealt
        elif event.kind == "card":
            dealt.append((line, event))
        elif event.kind == "opened" and event.get("number") in shoes:
            shoe, drawn = shoes[event.get("number")]
            seed = event.get("seed")
            if commitment(seed) != shoe.get("commit"):
                expected = "the seed that was committed before the first card"
                found.append(Difference(line, _short(event), expected))
            else:
                found += _cards_of(seed, shoe, drawn, whole)
    return found


def _cards_of(
    seed: str, shoe: Event, dealt: Sequence[tuple[int, Event]], whole: Shoe
) -> Iterator[Difference]:
    """The first card that did not come from the shoe."""
    try:
        shuffling = whole.without(parse_cards(shoe.get("out")))
    except NotationError:
        return  # its pack is at fault, and that is found where it was shuffled
    for (line, event), card in zip(dealt, shuffled(seed, shuffling), strict=False):
        if event.get("card") != str(card):
            yield Difference(line, event.line, f"{card}, the next in the shoe")
            return


@dataclass(slots=True)
class _Audit:
    """What an auditor keeps in mind going down a log."""

    delivery: Delivery
    number: int = 0
    batch: str = ""
    reshuffled: bool = False
    size: int = 0
    """Cards in the shoe in use when it was shuffled."""
    dealt: int = 0
    sealed: list[int] = field(default_factory=list)
    commits: set[str] = field(default_factory=set)
    rounds: int = 0
    playing: bool = False
    closed: bool = False
    drawn: list[tuple[str, str]] = field(default_factory=list)
    """Where each card of the round went."""
    settled: set[str] = field(default_factory=set)
    """Boxes that have had a result in the round: their cards may be gone."""

    def take(self, event: Event) -> Iterator[str]:
        """Go over an event; says what should have been instead."""
        match event.kind:
            case "round":
                yield from self._round()
            case "card":
                self.dealt += 1
                self.drawn.append((event.get("to"), event.get("card")))
                if self.number and self.dealt > self.size:
                    yield "no card: the shoe is empty"
            case "place":
                exposed = ("exposed", event.get("card"))
                if exposed in self.drawn:  # it goes where the next card was due
                    self.drawn.remove(exposed)
                    self.drawn.append((event.get("to"), event.get("card")))
            case "result":
                self.settled.add(event.get("box"))
            case "end":
                self.playing = False
            case "close":
                self.playing, self.closed = False, True
            case "shoe":
                yield from self._shoe(event)
            case "opened":
                yield from self._opened(event)

    def _round(self) -> Iterator[str]:
        if self.number and self.delivery.is_due(self.dealt, self.reshuffled):
            yield "a new shoe: this one is done"
        elif self.number and self.number not in self.sealed:
            yield "a new shoe: this one has been opened"
        self.rounds += 1
        self.playing = True
        self.drawn, self.settled = [], set()

    def _shoe(self, event: Event) -> Iterator[str]:
        again = bool(event.get("cards"))
        yield from self._made_again(event) if again else self._made_new(event)
        without = self.delivery.without.symbol if self.delivery.without else ""
        if event.get("without") != without:
            yield f"decks without the {without}s" if without else "decks with all their ranks"
        commit = event.get("commit")
        if commit in self.commits:
            yield "another seed: this one has been used"
        self.number += 1
        if event.get("number") != str(self.number):
            yield f"shoe {self.number}"
        self.commits.add(commit)
        self.sealed.append(self.number)
        self.reshuffled, self.dealt = again, 0

    def _made_new(self, event: Event) -> Iterator[str]:
        """A whole shoe comes between rounds, after the old one is done and opened."""
        if self.playing or self.closed:
            yield "a new shoe only before a round"
        elif self.number and not self.delivery.is_due(self.dealt, self.reshuffled):
            yield f"shoe {self.number} until it is done"
        elif not self.number and self.rounds:
            yield "a shoe before the first card"
        if self.sealed:
            yield f"shoe {self.sealed[0]} to be opened first"
        self.size = self.delivery.size
        if event.get("decks") != str(self.delivery.decks) or event.get("out"):
            yield f"{self.delivery.decks} whole deck{'s' if self.delivery.decks > 1 else ''}"
        self.batch = self.delivery.batch_after(self.batch)
        if event.get("batch") != self.batch:
            yield f"batch {self.batch}" if self.batch else "no batch"

    def _made_again(self, event: Event) -> Iterator[str]:
        """In a round all cards are shuffled again but those on the layout."""
        if not self.playing or not self.number:
            yield "cards shuffled again only in a round"
        elif not self.delivery.every_round and self.dealt < self.size:
            yield f"shoe {self.number} until it is empty"
        if event.get("batch") != self.batch:
            yield f"batch {self.batch}" if self.batch else "no batch"
        out = Counter(event.get("out").split())
        self.size = self.delivery.size - out.total()
        if event.get("cards") != str(self.size):
            yield f"{self.size} cards"
        if strangers := out - Counter(card for _, card in self.drawn):
            yield f"{_listed(strangers)} among the cards: not dealt in this round"
        if taken := self._on_layout() - out:
            yield f"{_listed(taken)} on the layout"

    def _on_layout(self) -> Counter[str]:
        """Cards that are sure to lie there: the dealer's first two and those of boxes in play."""
        dealer = [card for to, card in self.drawn if to == "dealer"][:2]
        boxes = [
            card
            for to, card in self.drawn
            if to.startswith("box ") and to[4:].split(" ")[0] not in self.settled
        ]
        return Counter([*dealer, *boxes])

    def _opened(self, event: Event) -> Iterator[str]:
        if self.playing:
            yield "nothing opened in a round"
        if self.sealed and event.get("number") == str(self.sealed[0]):
            self.sealed.pop(0)
        else:
            yield f"shoe {self.sealed[0]} opened" if self.sealed else "no shoe left to open"


def _listed(cards: Counter[str]) -> str:
    return " ".join(cards.elements())


def _short(event: Event) -> str:
    return event.line[:60]
