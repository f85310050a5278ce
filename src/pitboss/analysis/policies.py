"""Named policies: how the player plays, or when the player bets.

*never hit*: the player stands on the first two cards. *for this wager*: the play that is worth
most to this wager alone. *basic strategy*: the main game's, pairs played as their totals.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Final

from pitboss.errors import NotAllowed
from pitboss.hands import Total

NEVER_HIT: Final = "never hit"
FOR_THIS: Final = "for this wager"
BASIC: Final = "basic strategy"
ANY_UPCARD: Final = "on any upcard"
"""The policy of a player who bets after the upcard is shown, whatever it is."""
NEVER_FOLD: Final = "never fold"
BY_BASIC: Final = (BASIC, ANY_UPCARD, NEVER_FOLD)
"""Policies whose hands are played by basic strategy."""
UPCARDS: Final = (1, *range(10, 1, -1))

Decision = Callable[[Total, bool, int], str]
"""(total, whether it may be doubled, points of the upcard) → stand, hit or double."""


@cache
def _table(hit_soft_17: bool) -> tuple[Mapping[str, str], Mapping[str, str]]:
    raw = tomllib.loads(
        files("pitboss.analysis").joinpath("basic_strategy.toml").read_text("utf-8")
    )
    table = raw["hit_on_soft_17" if hit_soft_17 else "stand_on_soft_17"]
    return table["hard"], table["soft"]


def basic_row(value: Total, hit_soft_17: bool) -> str:
    """The letters of the main game's basic strategy for a total, the upcards from 2 to the ace."""
    hard, soft = _table(hit_soft_17)
    rows, low, high = (soft, 12, 19) if value.soft else (hard, 8, 17)
    return rows[str(min(max(value.points, low), high))]


def basic(value: Total, may_double: bool, upcard: int, hit_soft_17: bool) -> str:
    """The main game's basic strategy for a hand that is not split."""
    if value.points >= 21:
        return "stand"
    letter = basic_row(value, hit_soft_17)[(upcard - 2) % 10]
    if letter in "Dd" and may_double:
        return "double"
    return "stand" if letter in "Sd" else "hit"


@cache
def decision(policy: str, hit_soft_17: bool) -> Decision:
    """The play under a policy that names it, or that leaves it to basic strategy."""
    if policy == NEVER_HIT:
        return lambda value, may_double, upcard: "stand"
    if policy in BY_BASIC or upcard_of(policy):
        return partial(basic, hit_soft_17=hit_soft_17)
    raise NotAllowed(f"There is no play called {policy!r}.")


def on_upcard(points: int) -> str:
    """The policy of a player who bets only when the dealer shows a card of these points."""
    return f"on upcard {'A' if points == 1 else points}"


def upcard_of(policy: str) -> int | None:
    """Points of the upcard that a policy waits for."""
    return next((p for p in UPCARDS if policy == on_upcard(p)), None)
