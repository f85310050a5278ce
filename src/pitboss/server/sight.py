"""How the cards of a round lie, and so which of them each person may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.log import Event
from pitboss.procedure import DOWN, HELD, UP, Hand
from pitboss.table.replay import is_over, last_round
from pitboss.table.view import HIDDEN, Looking, view


def masked(log: Sequence[Event]) -> list[Event]:
    """A whole log; of a round that is not over, what can be seen at the table."""
    if is_over(log):
        return [*log]
    begun = last_round(log)
    return [*log[:begun], *view(log[begun:], "")]


@dataclass(slots=True)
class Lies:
    """A card where it lies."""

    card: str
    face: str

    @property
    def shown(self) -> str:
        return self.card if self.face == UP else HIDDEN


@dataclass(slots=True)
class Sight:
    """The round as its events tell it: cards by place, in the order they came."""

    looking: Looking = field(default_factory=Looking)
    dealer: list[Lies] = field(default_factory=list)
    held: Counter[str] = field(default_factory=Counter)
    """Hand → cards that were dealt into it unseen by others."""
    positions: dict[str, list[str]] = field(default_factory=dict)
    lying: dict[int, list[Lies]] = field(default_factory=dict)
    """Box → cards that wait there to be switched to."""

    def see(self, event: Event) -> None:
        """Take note of the next event."""
        self.looking.note(event)
        match event.kind:
            case "round":
                self.dealer.clear()
                self.held.clear()
                self.positions.clear()
                self.lying.clear()
            case "card" | "place":
                self._lay(event)
            case "turn":
                self._turn(event.get("at"), event.get("card"))

    def _lay(self, event: Event) -> None:
        to, card, face = event.get("to"), event.get("card"), event.get("face")
        words = to.split(" ")
        if event.kind == "place":
            self._take_up(card)
        if to == "dealer":
            self.dealer.append(Lies(card, face))
        elif words[0] == "position":
            self.positions.setdefault(words[1], []).append(card if face == UP else HIDDEN)
        elif words[0] == "box" and words[-1] == "switch":
            self.lying.setdefault(int(words[1]), []).append(Lies(card, face))
        elif face == HELD:
            self.held[to] += 1

    def _take_up(self, card: str) -> None:
        """A card that lay to be switched to goes somewhere else."""
        for cards in self.lying.values():
            for each in cards:
                if each.card == card:
                    cards.remove(each)
                    return

    def _turn(self, at: str, card: str) -> None:
        words = at.split(" ")
        there: Iterable[Lies] = ()
        if at == "dealer":
            there = self.dealer
        elif words[-1] == "switch":
            there = self.lying.get(int(words[1]), ())
        for each in there:
            if each.card == card and each.face == DOWN:
                each.face = UP
                return

    def seen(self, event: Event, who: str) -> Event:
        """One event as this player, or one who is nobody's player, may see it."""
        return self.looking.seen(event, who)

    def dealers(self, cards: Sequence[Card]) -> list[str]:
        """The dealer's cards as everyone at the table sees them."""
        named = [str(card) for card in cards]
        if [each.card for each in self.dealer] == named:
            return [each.shown for each in self.dealer]
        down = {each.card for each in self.dealer if each.face != UP}
        return [HIDDEN if card in down else card for card in named]

    def hand(self, hand: Hand, mine: bool) -> list[str]:
        """A hand as its player sees it, or everyone else."""
        named = [str(card) for card in hand.cards]
        if mine or not hand.held:
            return named
        unseen = self.held[hand.name] or len(named)
        return [HIDDEN if at < unseen else card for at, card in enumerate(named)]
