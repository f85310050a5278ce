"""The player's purse in `pitboss play`: events go into the log file and into the account."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TextIO

from pitboss.analysis.automatic_player import PLAYER
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.table.log.ledger import moves, player

MINE: Final = player(PLAYER)


@dataclass(slots=True)
class Purse:
    """Takes every event: into the log, and into the player's account."""

    file: TextIO | None = None
    by_hand: bool = False
    """A person is playing: the account is kept, and events are described."""
    cents: Cents = 0
    told: list[Event] = field(default_factory=list)
    """Events that have not been described yet."""

    def __call__(self, event: Event) -> None:
        if self.file:
            self.file.write(event.line + "\n")
        if not self.by_hand:
            return
        for move in moves(event):
            self.cents += move.cents * ((move.to == MINE) - (move.source == MINE))
        self.told.append(event)
        if self.file:
            self.file.flush()
