"""When the wagers of a table are settled, and at which boxes."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.procedure import Box, Round
from pitboss.table.opening import Open
from pitboss.wagers.offer import Offer

Moments = dict[str, list[tuple[str, Offer]]]
"""Moment → the wagers that are due then, in the order of the house."""


def moments(opened: Open, offers: Mapping[str, Offer]) -> Moments:
    """When each wager is settled; held cards put some off until their hand is asked."""
    held = opened.terms.player_cards == "face down"
    found: Moments = {}
    for key, offered in offers.items():
        moment = offered.settles
        if held and offered.wager.when_held == "hand by hand":
            moment = "as the hand is asked"
        found.setdefault(moment, []).append((key, offered))
    return found


FIRST = "taken first"


def losing(opened: Open, due: Moments) -> Moments:
    """When stakes that have lost are taken ahead of those that win: 30-2109(6)(b), NH F-9."""
    held = opened.terms.player_cards == "face down"  # nobody can tell yet
    found: Moments = {}
    for moment, due_then in due.items():
        for key, offered in due_then:
            if offered.wager.losers == FIRST:
                found.setdefault(moment, []).append((key, offered))
            elif offered.wager.losers == "taken after the deal" and not held:
                found.setdefault("after the deal", []).append((key, offered))
    return found


def only(due: Moments, first: bool) -> Moments:
    """Those whose losers are taken first, or the others."""
    return {
        moment: kept
        for moment, dues in due.items()
        if (kept := [each for each in dues if (each[1].wager.losers == FIRST) == first])
    }


def staked(table: Round, key: str, offered: Offer, only: int | None) -> list[Box]:
    """Boxes with a stake on a wager, in its rotation."""
    clockwise = offered.wager.rotation.endswith(", clockwise")
    return [
        box
        for box in (table.boxes if clockwise else table.boxes[::-1])
        if key in box.stakes and only in (None, box.number)
    ]
