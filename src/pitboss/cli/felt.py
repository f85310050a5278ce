"""A table in the terminal: each card in its place, each hand with its stake, events in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.text import Text

from pitboss.cards import Card
from pitboss.cli.screen import MARK, NAME, SOFT, Screen
from pitboss.log import Event
from pitboss.money import show_money
from pitboss.table.box_view import SeenBox, SeenCard, SeenHand
from pitboss.table.events import rounds, table
from pitboss.table.events.rounds import RoundOpened
from pitboss.table.houses.opening import Open
from pitboss.table.log.mask import Mask
from pitboss.table.log.narrator import is_won, narrate, show_pip
from pitboss.table.table_view import SeenRound

BACK = Text("▒▒▒", style="blue")
RED, BLACK = "bold red", "bold"


def draw_cards(cards: Sequence[SeenCard]) -> Text:
    """Cards side by side; one that may not be seen shows its back."""
    rows = [Text(), Text(), Text()]
    for each in cards:
        face = _pip(each.card) if each.card else BACK
        rows[0].append("┌───┐ ", SOFT)
        rows[1].append_text(Text.assemble(("│", SOFT), face, ("│ ", SOFT)))
        rows[2].append("└───┘ ", SOFT)
    return Text("\n").join(rows)


def _pip(card: Card) -> Text:
    """A card in its color, as in `10♥`, as wide as any other."""
    return Text(f"{show_pip(card):<3}", style=RED if card.is_red else BLACK)


@dataclass(slots=True)
class Felt:
    """The layout as the player sees it."""

    opened: Open
    player: str
    seen: SeenRound = field(init=False)
    _mask: Mask = field(default_factory=Mask)

    def __post_init__(self) -> None:
        self.seen = SeenRound(self.opened)

    def see(self, event: Event) -> None:
        """Apply the next event, as far as the player may see it."""
        if isinstance(event, RoundOpened):
            self.seen = SeenRound(self.opened)
        self._mask.note(event)
        self.seen.see(self._mask.seen(event, self.player))

    def draw(self, screen: Screen, called: Mapping[int, str]) -> None:
        """The dealer's cards, the shared cards and every hand."""
        seen = self.seen
        if seen.dealer and any(box.dealer is None for box in seen.boxes.values()):
            self._row(screen, "\nDealer", seen.dealer)
        if seen.community:
            self._row(screen, "Community cards", seen.community, False)
        if seen.exposed:
            self._row(screen, "Exposed, dealt next", seen.exposed, False)
        for number, box in sorted(seen.boxes.items()):
            self._box(screen, box, called.get(number, f"Box {number}"))

    def _box(self, screen: Screen, box: SeenBox, label: str) -> None:
        if box.dealer is not None:
            self._row(screen, f"Dealer against {label}", box.dealer)
        for hand in box.hands:
            name = label if hand.number == 1 else f"{label}, hand {hand.number}"
            totals = self.opened.terms.totals and not hand.game
            notes = [self.worth(hand.cards) if totals else hand.game, *_state(hand, totals)]
            said = ", ".join(note for note in notes if note)
            stake = show_money(hand.stake + hand.riders)
            screen.print(Text.assemble((name, NAME), f"  {said}".rstrip(), (f"  {stake}", SOFT)))
            if hand.cards:
                screen.print(draw_cards(hand.cards))

    def _row(
        self, screen: Screen, label: str, cards: Sequence[SeenCard], valued: bool = True
    ) -> None:
        said = f"  {self.worth(cards) if valued else ''}".rstrip()
        screen.print(Text.assemble((label, NAME), said))
        screen.print(draw_cards(cards))

    def worth(self, cards: Sequence[SeenCard]) -> str:
        """The total of the cards that can be seen, where totals are played for."""
        value = self.seen.worth(cards)
        if not value:
            return ""
        return f"{'soft ' if value.soft and value.points < 21 else ''}{value.points}"


def _state(hand: SeenHand, totals: bool) -> list[str]:
    notes = []
    if totals and hand.natural:
        notes.append("blackjack")
    if totals and hand.total and hand.total.bust:
        notes.append("bust")
    if hand.doubled:
        notes.append("doubled")
    if hand.held:
        notes.append("cards in your hand")
    return notes


# -- the events of a log: the narrator's words, in color -------------------------------------------


_STYLED: Final[dict[str, tuple[type[Event], ...]]] = {
    NAME: (rounds.RoundOpened,),
    "green": (rounds.EnvyPaid, rounds.SlipValidated),
    MARK: (
        *(rounds.Answered, rounds.AnswerExpired, rounds.WinsLimited, rounds.SlipWritten),
        *(rounds.FloorCalled, rounds.FloorCame, rounds.Irregular, rounds.Voided),
        *(table.MeterAwarded, table.MeterSent, table.MeterReceived, table.LogSuperseded),
    ),
    SOFT: (
        *(rounds.Said, table.MeterStarted, table.MeterFed, table.MeterUnfed, table.MeterRetired),
        *(rounds.RoundEnded, table.TableClosed),
    ),
}
_STYLES: Final = {kind: style for style, kinds in _STYLED.items() for kind in kinds}
_RED: Final = re.compile("(?:10|[2-9AKQJ])[♥♦]")
_BLACK: Final = re.compile("(?:10|[2-9AKQJ])[♣♠]")


def tell(event: Event, names: Mapping[str, str], why: str, to: str = "") -> Text | None:
    """An event in words; `None` for an event that matters only to the books."""
    words = narrate(event, names, to, why)
    if not words:
        return None
    text = Text(words, _style(event))
    text.highlight_regex(_RED, RED)
    text.highlight_regex(_BLACK, BLACK)
    return text


def _style(event: Event) -> str:
    if isinstance(event, rounds.Settled):
        return "green" if is_won(event) else "" if event.back == event.cents else SOFT
    if isinstance(event, table.MeterFed) and event.won:
        return MARK
    return _STYLES.get(type(event), "")
