"""What is on the layout: the boxes of a round as its events have left them.

Like the ledger it is derived from the log, so that a running script, a replayed log and a voided
round all see the same stakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.log import Event, recurring
from pitboss.money import Cents
from pitboss.procedure import Box
from pitboss.table.events import (
    Bet,
    MeterFed,
    RoundOpened,
    Settled,
    StakeAdded,
    StakeCollected,
    SystemResolved,
    Tip,
)

settled = recurring(Settled)


class Layout:
    """The events of a round so far, and what they leave at each box."""

    def __init__(self, this_round: Iterable[Event] = ()) -> None:
        self.events: list[Event] = []
        self.boxes: dict[int, Box] = {}
        for each in this_round:
            self.note(each)

    def note(self, made: Event) -> None:
        """Take note of the next event; a round begins with an empty layout."""
        move = MOVES.get(type(made))  # most events move nothing
        if move:
            move(self, made)
        self.events.append(made)

    def _clear(self, made: RoundOpened) -> None:
        self.clear()

    def clear(self) -> None:
        """No stake and no event, as before a round."""
        self.events, self.boxes = [], {}

    def _bet(self, made: Bet) -> None:
        box = self.boxes.get(made.box)
        if box is None:
            box = self.boxes[made.box] = Box(made.box, made.player, position=made.position)
        _put(made, box.stakes)
        box.placed.setdefault(made.wager, made.cents)

    def _tip(self, made: Tip) -> None:
        _put(made, self.boxes[made.box].tips)

    def _added(self, made: StakeAdded) -> None:
        box = self.boxes[made.box]
        if made.to:
            _put(made, box.tips)
        else:
            _put(made, box.stakes)
            box.placed.setdefault(made.wager, made.cents)

    def _collected(self, made: StakeCollected) -> None:
        self.boxes[made.box].racked.add(made.wager)

    def _resolved(self, made: SystemResolved) -> None:
        if made.box is not None:  # whose wager is returned
            self.boxes[made.box].placed.pop(made.wager, None)

    def _taken(self, made: Settled) -> None:
        number, on, cents = made.box, made.wager, made.cents
        box = self.boxes[number]
        lying = box.tips if made.to else box.stakes
        left = lying.get(on, 0) - cents
        if left < 0:
            raise PitbossError(
                f"Box {number} has no {cents} cents on {on}: the procedure is wrong."
            )
        if left:
            lying[on] = left
        else:
            lying.pop(on, None)


def _put(made: Bet | Tip | StakeAdded, lying: dict[str, Cents]) -> None:
    lying[made.wager] = lying.get(made.wager, 0) + made.cents


MOVES: Final[Mapping[type[Event], Callable[[Layout, Any], None]]] = {
    RoundOpened: Layout._clear,
    Bet: Layout._bet,
    Tip: Layout._tip,
    StakeAdded: Layout._added,
    StakeCollected: Layout._collected,
    SystemResolved: Layout._resolved,
    Settled: Layout._taken,
}
"""The events that move a stake to or from a box, or clear the layout, and how."""


_TO: Final = (StakeAdded, Settled)


def spot(
    said: Bet | Tip | StakeAdded | StakeCollected | Settled | MeterFed,
) -> tuple[int, str, bool]:
    """The box, the wager, and whether it is a bet for the dealer."""
    for_dealer = bool(said.to) if isinstance(said, _TO) else isinstance(said, Tip)
    return said.box, said.wager, for_dealer


def reversing_entries(box: Box, lost: bool = False) -> list[Settled]:
    """Return everything at a box by reversing entries: what is racked, the other stakes, and bets
    for the dealer; if it is `lost` the house takes it (reading G-8).
    """
    stakes, racked = box.stakes.items(), box.racked
    lying = [(on, cents, 0, "") for on, cents in stakes if on in racked]
    lying += [(on, cents, cents, "") for on, cents in stakes if on not in racked]
    lying += [(on, cents, cents, "dealer" if lost else "player") for on, cents in box.tips.items()]
    pays = "loss" if lost else "push"
    return [
        settled(box.number, box.player, on, cents, held, pays, "void", 0 if lost else cents, to=to)
        for on, cents, held, to in lying
    ]


def retained_bets(box: Box, this_round: Iterable[Event], clause: str) -> list[Settled]:
    """Return every bet that a box has lost in the round: after a misdeal the player retains it."""
    lost: Counter[tuple[str, str]] = Counter()
    for each in this_round:
        if isinstance(each, Settled) and each.box == box.number:
            at = each.wager, "player" if each.to else ""
            if each.pays == "loss":
                lost[at] += each.cents
            elif each.pays == "push" and not each.cents:
                lost[at] -= each.back  # returned before
    return [
        settled(box.number, box.player, on, 0, 0, "push", "misdeal", cents, to=to, clause=clause)
        for (on, to), cents in lost.items()
        if cents
    ]
