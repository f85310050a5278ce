"""The events of a log at the terminal: the narrator's words, in color."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from rich.text import Text

from pitboss.cli.felt import BLACK, RED
from pitboss.cli.screen import MARK, NAME, SOFT
from pitboss.log import Event
from pitboss.table import events as told
from pitboss.table.log.narrator import is_won, narrate

_STYLED: Final[dict[str, tuple[type[Event], ...]]] = {
    NAME: (told.RoundOpened,),
    "green": (told.EnvyPaid, told.SlipValidated),
    MARK: (
        *(told.Answered, told.AnswerExpired, told.WinsLimited, told.SlipWritten),
        *(told.FloorCalled, told.FloorCame, told.Irregular, told.Voided),
        *(told.MeterAwarded, told.MeterSent, told.MeterReceived, told.LogSuperseded),
    ),
    SOFT: (
        *(told.Said, told.MeterStarted, told.MeterFed, told.MeterUnfed, told.MeterRetired),
        *(told.RoundEnded, told.TableClosed),
    ),
}
_STYLES: Final = {kind: style for style, kinds in _STYLED.items() for kind in kinds}
_RED: Final = re.compile("(?:10|[2-9AKQJ])[♥♦]")
_BLACK: Final = re.compile("(?:10|[2-9AKQJ])[♣♠]")


def tell(event: Event, names: Mapping[str, str], to: str = "") -> Text | None:
    """An event in words; `None` for what only the books need."""
    words = narrate(event, names, to)
    if not words:
        return None
    text = Text(words, _style(event))
    if isinstance(event, told.CardDealt | told.CardPlaced | told.CardTurned):
        text.highlight_regex(_RED, RED)
        text.highlight_regex(_BLACK, BLACK)
    return text


def _style(event: Event) -> str:
    if isinstance(event, told.Settled):
        return "green" if is_won(event) else "" if event.back == event.cents else SOFT
    if isinstance(event, told.MeterFed) and event.won:
        return MARK
    return _STYLES.get(type(event), "")
