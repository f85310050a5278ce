"""Who may bet in the middle of a shoe (30-2108, Golden 21 Poker wager (3)(a); § 673a.6(b))."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote

from pitboss.errors import NotAllowed
from pitboss.procedure import Box
from pitboss.table.opening import Open
from pitboss.wagers.offer import Offer


def _from_first_hand(offered: Offer, decks: int) -> bool:
    """Placed on the first hand of a shoe or not in it at all, by the house or by reading B-31."""
    if offered.terms.opening_hand_always:
        entry = next(each for each in offered.wager.options if each.key == "entry")
        return decks in entry.decks[OPENING]
    return offered.terms.entry == OPENING


OPENING: Final = "opening hand"


class EntryRights:
    """Entry rights, which each round carries over to the next one of its shoe."""

    def __init__(self, opened: Open) -> None:
        self._main = opened.procedure.main
        self._clauses = {
            key: o.wager.cite
            for key, o in opened.offers.items()
            if _from_first_hand(o, opened.house.decks)
        }
        if opened.terms.mid_shoe_entry == "barred":
            self._clauses[self._main] = opened.terms.clause("mid_shoe_entry")
        self._players: dict[str, set[str]] | None = None
        """Wager → who may place it; `None` while the first round of a shoe is open to all."""

    def new_shoe(self) -> None:
        """Everyone may enter."""
        self._players = None

    def check(self, player: str, wager: str) -> None:
        """Refuse a bet of one who did not make it when the shoe began."""
        if self._players is None or wager not in self._clauses:
            return
        entitled = self._players[wager]
        nobody = not entitled and wager == self._main  # an empty table is open to all
        if player not in entitled and not nobody:
            raise NotAllowed(
                f"{player} was not in from the first hand of this "
                f"shoe, and bets on {wager} again after the shuffle.",
                self._clauses[wager],
            )

    def dealt(self, boxes: Iterable[Box]) -> None:
        """Betting is over: who sat out the main wager is barred, who never placed another too."""
        if not self._clauses:
            return
        first = self._players is None
        players = self._players or {key: set() for key in self._clauses}
        for key in self._clauses:
            now = {box.player for box in boxes if key in box.placed}
            if first:
                players[key] = now
            elif key == self._main:
                players[key] = players[key] & now or now
        self._players = players

    def carried(self) -> str:
        """Who may still bet, as a round carries it over; empty where nothing restricts them."""
        if not self._clauses or self._players is None:
            return ""
        players = {key: map(_escaped, sorted(who)) for key, who in self._players.items()}
        return ";".join(f"{key}:{','.join(names)}" for key, names in players.items())

    def resume(self, carried: str, fresh: bool) -> None:
        """Take up what a logged round carried over."""
        self._players = None
        if carried and not fresh:
            pairs = (part.split(":", 1) for part in carried.split(";"))
            self._players = {key: {*map(unquote, who.split(","))} - {""} for key, who in pairs}


_ESCAPES: Final = {ord(sign): f"%{ord(sign):02X}" for sign in "%,;:"}


def _escaped(name: str) -> str:
    """A player's name without the signs that part names and wagers; `unquote` reads it.

    >>> _escaped("Doe, J."), unquote(_escaped("Doe, J."))
    ('Doe%2C J.', 'Doe, J.')
    """
    return name.translate(_ESCAPES)
