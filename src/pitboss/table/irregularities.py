"""Which irregularities may be reported at a table, by whom, and when."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.procedure import LATER, PLAY_ON
from pitboss.table.events import (
    Answered,
    AnswerExpired,
    BetsClosed,
    CardDealt,
    CardPlaced,
    FloorCame,
    Irregular,
)
from pitboss.table.opening import EXTRA, IRREGULARITIES, Open

TAKES_CARD: Final = ("dealt on", "used", "burned", "discarded")
"""What is decided about a card that has left the shoe: everybody sees it."""
GOES_ON: Final = (Answered, AnswerExpired, BetsClosed, CardDealt, CardPlaced, FloorCame)
"""Events after which the same irregularity may happen again."""


def reportable(opened: Open) -> tuple[str, ...]:
    """What may be reported: software that deals makes none of a dealer's errors."""
    return tuple(IRREGULARITIES) if opened.house.has_dealer else ("other",)


def decisions(opened: Open, kind: str) -> tuple[str, ...]:
    """What a supervisor may decide; where software deals, no card has left the shoe."""
    may = opened.decisions(kind)
    return may if opened.house.has_dealer else tuple(m for m in may if m not in TAKES_CARD)


def needs_floor(kind: str, decided: str) -> bool:
    """It shows a card or moves money, and so a floor supervisor reports it."""
    return decided not in PLAY_ON or kind.startswith(EXTRA)


def check_state(
    log: Iterable[Event],
    found: Irregular,
    dealing: str,
    exposed: bool,
    later: bool,
) -> None:
    """Refuse what cannot have happened now, or has been reported already.

    `dealing`: where the next card goes, if the dealer is about to deal it; `later`: cards beyond
    the first two have been dealt.
    """
    since = _reported(log)
    if any((each.what, each.box) == (found.what, found.box) for each in since):
        raise NotAllowed(f"{found.what} has been reported here: the round goes on first.")
    if _takes_card(found) and (exposed or any(map(_takes_card, since))):
        raise NotAllowed("A card has already left the shoe: it is dealt before another can.")
    if found.what == "surplus card" and dealing != "dealer":
        raise NotAllowed("The dealer is not drawing: there is no surplus card.", found.clause)
    if found.what.startswith("misdeal") and found.decision == LATER and (later or not dealing):
        raise NotAllowed("The first cards are dealt: no card of theirs is missing.", found.clause)


def _reported(log: Iterable[Event]) -> list[Irregular]:
    """What has been reported since somebody answered or a card was dealt to a hand."""
    since: list[Irregular] = []
    out = False
    for event in log:
        match event:
            case Irregular():
                since.append(event)
                out = out or _takes_card(event)
            case CardDealt() if out:  # the card that was reported
                out = False
            case CardPlaced(to="exposed" | "burn"):
                pass
            case _ if isinstance(event, GOES_ON):
                since.clear()
    return since


def _takes_card(found: Irregular) -> bool:
    return found.decision in TAKES_CARD or found.what.startswith(EXTRA)
