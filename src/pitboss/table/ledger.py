"""Double entry in whole cents: every event that moves money, and the accounts it moves it between.

The ledger is derived from the log: the same events always give the same balances.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.log import Event
from pitboss.money import Cents

RACK = "rack"
TIPS = "tip box"
SLIPS = "jackpot slips"


@dataclass(frozen=True, slots=True)
class Move:
    """Money from one account to another."""

    source: str
    to: str
    cents: Cents


def player(name: str) -> str:
    return f"player {name}"


def box(number: str | int) -> str:
    return f"box {number}"


def moves(event: Event) -> Iterator[Move]:
    """The entries that an event stands for."""
    cents = int(event.get("cents", "0"))
    owner, layout = player(event.get("player")), box(event.get("box"))
    match event.kind:
        case "buy-in":
            yield Move("cage", owner, cents)
        case "bet" | "stake":
            yield Move(owner, layout, cents)
        case "collect":
            yield Move(layout, RACK, cents)
        case "result":
            back = int(event.get("back"))
            stake = int(event.get("held", "0"))
            source = SLIPS if event.get("from") == "slip" else RACK
            kept = min(stake, back)
            if stake - kept:
                yield Move(layout, RACK, stake - kept)
            if kept:
                yield Move(layout, owner, kept)
            if back - kept:
                yield Move(source, owner, back - kept)
        case "contribute":
            yield Move(RACK, f"meter {event.get('meter')}", cents)


def balances(events: Iterable[Event]) -> Counter[str]:
    """Every account after these events; they always add up to nothing."""
    made: Counter[str] = Counter()
    for event in events:
        for move in moves(event):
            made[move.source] -= move.cents
            made[move.to] += move.cents
    return made
