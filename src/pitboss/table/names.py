"""What stakes are called at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.table.opening import Open

FIXED_NAMES: Final = {"blackjack": "Blackjack", "insurance": "Insurance", "press": "Press"}


def names_of(opened: Open) -> dict[str, str]:
    """Stake → its printed name."""
    rules = {**opened.mains, **{k: o.wager for k, o in {**opened.offers, **opened.extras}.items()}}
    made = {**FIXED_NAMES, **{key: rule.name for key, rule in rules.items()}}
    if opened.alias:
        made[opened.procedure.main] = made[opened.alias]
    return made


def named(key: str, names: Mapping[str, str]) -> str:
    """The printed name of a stake; that of a second hand's insurance says so.

    >>> named("insurance 2", {"insurance": "Insurance"})
    'Insurance, hand 2'
    """
    first, _, hand = key.partition(" ")
    if key in names or not hand.isdecimal():
        return names.get(key, key.replace("-", " ").capitalize())
    return f"{names.get(first, first)}, hand {hand}"
