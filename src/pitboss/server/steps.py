"""What happened at a table, step by step: what each event changed on the layout, for a screen that
shows cards, words and money in the order of the table. Nothing waits for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from pitboss.log import Event
from pitboss.server import messages
from pitboss.server.table_view import (
    Money,
    Scene,
    Viewer,
    faces,
    money_of,
    positions_of,
    slip_view,
)
from pitboss.table import events as told
from pitboss.table.ledger import moves, player
from pitboss.table.mask import box_of, view
from pitboss.table.seen import Reason
from pitboss.table.table_view import SeenRound

SHOWN = (
    told.RoundOpened,
    told.Bet,
    told.Tip,
    told.BetsClosed,
    told.CardDealt,
    told.CardPlaced,
    told.CardTurned,
    told.Answered,
    told.AnswerExpired,
    told.StakeAdded,
    told.StakeCollected,
    told.Settled,
    told.EnvyPaid,
    told.SlipWritten,
    told.SlipValidated,
    told.Irregular,
    told.Voided,
    told.Said,
    told.BuyIn,
)
"""Events that change what lies on the layout or is said about it."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What one event changed on the layout."""

    number: int
    """Which of the events it is: two may be equal."""
    event: Event
    """As this person saw it."""
    why: Reason | None
    changed: dict[str, Any]
    lying: dict[str, Money]
    """Player → what is in play, and what of it the deal has still to take."""


class Steps:
    """The newest events of a table as steps, made once for those who see the same."""

    def __init__(self, scene: Scene, events: Sequence[Event]) -> None:
        self.scene, self.at, self.events = scene, scene.at, events
        self._made: dict[str, list[Shift]] = {}

    def seen_by(self, who: Viewer) -> list[messages.StepView]:
        """The steps as one person may see them, with that person's money at each."""
        eyes = self.at.eyes_of(who.player)
        if eyes not in self._made:
            self._made[eyes] = list(self._changes(eyes))
        mine = self.at.balance(who.player) if who.player else 0
        gains = [gained(event, who.player) for event in self.events]
        has = list(accumulate(gains, initial=mine - sum(gains)))[1:]
        made = []
        for each in self._made[eyes]:
            lying, owed = each.lying.get(who.player, (0, 0))
            story = self.scene.said(each.event, who, each.why)
            made.append(
                messages.StepView(
                    what=each.event.kind,
                    box=place_of(each.event),
                    balance=has[each.number] - owed,
                    in_play=lying,
                    story=[story] if story else [],
                    **each.changed,
                )
            )
        return made

    def _changes(self, eyes: str) -> Iterator[Shift]:
        """Fold the round again up to the first of the events, then one after the other."""
        at, scene = self.at, self.scene
        seen, new = SeenRound(at.table.opened), len(self.events)
        before = max(0, len(at.this_round) - new)
        events = list(view(at.this_round, eyes))
        for event in events[:before]:
            seen.see(event)
        boxes = {n: scene.box(seen, n) for n in seen.boxes}
        last = parts(scene, seen)
        first = new - (len(events) - before)
        for number, event in enumerate(events[before:], first):
            seen.see(event)
            if not isinstance(event, SHOWN):
                continue
            now = {n: scene.box(seen, n) for n in seen.boxes}
            here = parts(scene, seen)
            changed = {name: part for name, part in here.items() if part != last[name]}
            changed["boxes"] = [box for n, box in now.items() if box != boxes.get(n)]
            if isinstance(event, told.RoundOpened):
                every = range(1, seen.opened.house.boxes + 1)
                changed = {**here, "boxes": [scene.box(seen, n) for n in every]}
            players = {box.chips.player for box in seen.boxes.values()}
            lying = {each: money_of(seen, each) for each in players}
            why = seen.boxes[event.box].reasons[-1] if isinstance(event, told.Settled) else None
            yield Shift(number, event, why, changed, lying)
            boxes, last = now, here


def parts(scene: Scene, seen: SeenRound) -> dict[str, Any]:
    """What lies on the layout outside the boxes."""
    return {
        "dealer": scene.dealer(seen),
        "community": faces(seen.community),
        "exposed": faces(seen.exposed),
        "positions": dict(positions_of(seen)),
        "slips": [slip_view(slip) for slip in seen.slips.values()],
    }


def gained(event: Event, name: str) -> int:
    """What an event moves to a player from elsewhere, less what it moves away."""
    account = player(name)
    return sum(
        move.cents * ((move.to == account) - (move.source == account)) for move in moves(event)
    )


def place_of(event: Event) -> int:
    """The box that an event happens at; 0 if it is at none."""
    number = getattr(event, "box", None)
    if isinstance(number, int):
        return number
    return box_of(str(getattr(event, "to", "") or getattr(event, "at", "")))
