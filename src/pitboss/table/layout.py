"""What lies on the layout: the boxes of a round as its events have left them.

Like the ledger it is derived from the log, so that a script that runs, a log that is replayed and a
round that is voided all see the same stakes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pitboss.errors import PitbossError
from pitboss.log import Event, event
from pitboss.money import Cents
from pitboss.procedure import Box

MOVES = frozenset(("bet", "stake", "tip", "collect", "result"))
"""What moves a stake to a box or from it."""


class Layout:
    """The events of a round so far, and what they leave at each box."""

    def __init__(self, this_round: Iterable[Event] = ()) -> None:
        self.events: list[Event] = []
        self.boxes: dict[int, Box] = {}
        for each in this_round:
            self.note(each)

    def note(self, made: Event) -> None:
        """Take note of the next event; a round begins with an empty layout."""
        if made.kind in MOVES:
            self._move(made)
        elif made.kind == "round":
            self.events, self.boxes = [], {}
        self.events.append(made)

    def _move(self, made: Event) -> None:
        kind, (number, on, cents, is_tip) = made.kind, moved(made)
        if kind == "bet" and number not in self.boxes:
            position = int(made.get("position", "0"))
            self.boxes[number] = Box(number, made.get("player"), position=position)
        box = self.boxes[number]
        lying = box.tips if is_tip else box.stakes
        if kind == "collect":
            box.racked.add(on)
        elif kind == "result":
            left = lying.get(on, 0) - cents
            if left < 0:
                raise PitbossError(
                    f"Box {number} has no {cents} cents on {on}: the procedure is wrong."
                )
            if left:
                lying[on] = left
            else:
                lying.pop(on, None)
        else:
            lying[on] = lying.get(on, 0) + cents
            if not is_tip:
                box.placed.setdefault(on, cents)


@lru_cache(maxsize=1 << 14)
def moved(made: Event) -> tuple[int, str, Cents, bool]:
    """The box, the wager, the cents, and whether it is a bet for the dealer."""
    get = made.get
    is_tip = made.kind == "tip" or bool(get("to"))
    return int(get("box")), get("wager") or get("on"), int(get("cents")), is_tip


@lru_cache(maxsize=1 << 14)
def result(
    box: int,
    player: str,
    on: str,
    stake: Cents,
    held: Cents,
    pays: str,
    why: str,
    back: Cents,
    clause: str = "",
    odd: str = "",
    to: str = "",
    slip: int = 0,
) -> Event:
    """The line that settles a stake; `held` of it lies on the layout, what is racked does not."""
    fields: dict[str, object] = {"box": box, "player": player, "on": on, "cents": stake}
    fields |= {"held": held, "pays": pays, "why": why, "back": back}
    extra = {"slip": slip, "to": to, "odd": odd, "clause": clause}
    return event("result", **fields, **{name: value for name, value in extra.items() if value})


def reversing_entries(box: Box, lost: bool = False) -> list[Event]:
    """All that lies at a box goes back by reversing entries: what is racked, the other stakes, and
    bets for the dealer. Where it is `lost` the house takes it (reading G-8).
    """
    stakes, racked = box.stakes.items(), box.racked
    lying = [(on, cents, 0, "") for on, cents in stakes if on in racked]
    lying += [(on, cents, cents, "") for on, cents in stakes if on not in racked]
    lying += [(on, cents, cents, "dealer" if lost else "player") for on, cents in box.tips.items()]
    pays = "loss" if lost else "push"
    return [
        result(box.number, box.player, on, cents, held, pays, "void", 0 if lost else cents, to=to)
        for on, cents, held, to in lying
    ]
