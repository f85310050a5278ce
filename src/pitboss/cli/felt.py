"""The layout in the terminal: every card in its place, each hand with its stake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from pitboss.cards import Card
from pitboss.cli.screen import NAME, SOFT, Screen
from pitboss.hands import total
from pitboss.log import Event
from pitboss.money import show_money
from pitboss.procedure import DOWN, Box, Hand, Round

BACK = Text("▒▒▒", style="blue")
RED, BLACK = "bold red", "bold"
NOT_LAID = ("burn", "exposed")


def draw_cards(cards: Sequence[Card | None]) -> Text:
    """Cards side by side; a face-down card shows its back."""
    rows = [Text(), Text(), Text()]
    for card in cards:
        face = BACK if card is None else pip(card, 3)
        rows[0].append("┌───┐ ", SOFT)
        rows[1].append_text(Text.assemble(("│", SOFT), face, ("│ ", SOFT)))
        rows[2].append("└───┘ ", SOFT)
    return Text("\n").join(rows)


def pip(card: Card, width: int = 0) -> Text:
    """A card in its color, as in `10♥`."""
    text = f"{card.rank.symbol}{card.suit.pip}"
    return Text(text.ljust(width), style=RED if card.is_red else BLACK)


@dataclass(slots=True)
class Felt:
    """The layout as the player sees it: the round without its face-down cards."""

    totals: bool = True
    """A hand is worth its blackjack total, as no hand is that is set in two."""
    down: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(dealer or box, card) → how many of it are face down there."""

    def see(self, event: Event) -> None:
        """Take note of how a card lies."""
        if event.kind == "round":
            self.down.clear()
        elif event.kind in ("card", "place"):
            if event.get("face") == DOWN and event.get("to") not in NOT_LAID:
                self.down[_whose(event.get("to")), event.get("card")] += 1
        elif event.kind == "turn":
            self.down[_whose(event.get("at")), event.get("card")] -= 1

    def seen(self, whose: str, cards: Iterable[Card]) -> list[Card | None]:
        """Cards at a place, `None` for each face-down card."""
        hidden = Counter({card: n for (at, card), n in self.down.items() if at == whose and n > 0})
        made: list[Card | None] = []
        for card in cards:
            lies_down = hidden[str(card)] > 0
            hidden[str(card)] -= lies_down
            made.append(None if lies_down else card)
        return made

    def draw(self, screen: Screen, table: Round, called: Mapping[int, str]) -> None:
        """The dealer's cards, the shared cards and every hand."""
        if table.dealer and any(box.dealer is None for box in table.boxes):
            self._row(screen, "\nDealer", self.seen("dealer", table.dealer))
        if table.community:
            self._row(screen, "Community cards", self.seen("community", table.community), False)
        if table.exposed:
            self._row(screen, "Exposed, dealt next", table.exposed, False)
        for box in table.boxes:
            self._box(screen, box, called.get(box.number, f"Box {box.number}"))

    def _box(self, screen: Screen, box: Box, label: str) -> None:
        if box.dealer is not None:
            self._row(screen, f"Dealer against {label}", self.seen("dealer", box.dealer))
        for hand in box.hands:
            name = label if hand.number == 1 else f"{label}, hand {hand.number}"
            cards = self.seen(f"box {box.number}", hand.cards)
            totals = self.totals and not hand.game
            notes = [self.worth(cards) if totals else hand.game, *_state(hand, totals)]
            said = ", ".join(note for note in notes if note)
            stake = show_money(hand.stake + sum(hand.riders.values()))
            screen.print(Text.assemble((name, NAME), f"  {said}".rstrip(), (f"  {stake}", SOFT)))
            if cards:
                screen.print(draw_cards(cards))

    def _row(
        self, screen: Screen, label: str, cards: Sequence[Card | None], valued: bool = True
    ) -> None:
        said = f"  {self.worth(cards) if valued else ''}".rstrip()
        screen.print(Text.assemble((label, NAME), said))
        screen.print(draw_cards(cards))

    def worth(self, cards: Iterable[Card | None]) -> str:
        """The total of the cards that can be seen, where totals are played for."""
        shown = [card for card in cards if card is not None]
        if not shown or not self.totals:
            return ""
        value = total(shown)
        return f"{'soft ' if value.soft and value.points < 21 else ''}{value.points}"


def _state(hand: Hand, totals: bool) -> list[str]:
    notes = []
    if totals and hand.natural:
        notes.append("blackjack")
    if totals and hand.total.bust:
        notes.append("bust")
    if hand.doubled:
        notes.append("doubled")
    if hand.held:
        notes.append("in your hand")
    return notes


def _whose(place: str) -> str:
    """The dealer, the community or a box, whatever the hand: `box 1 hand 2` is of `box 1`.

    Cards that lie beside a hand and are not of it, as in `box 1 switch`, have a place of their own.
    """
    words = place.split(" ")
    if words[0] != "box":
        return words[0]
    return place if "switch" in words else " ".join(words[:2])
