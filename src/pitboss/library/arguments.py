"""Arguments of the library: money as cents or text, cards as `Card`s or text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeVar

from pitboss.cards import Card, parse_cards
from pitboss.errors import NotationError
from pitboss.money import Cents, parse_money
from pitboss.rulebook.load import Rulebook, load

Money = Cents | str
"""Whole cents, or text: 500 and `"$5"` are the same amount."""
Cards = str | Iterable[Card | str]
"""Text, `"As Kd"`, or cards one by one."""
V = TypeVar("V")


def cents_of(money: Money) -> Cents:
    """An amount in cents.

    >>> cents_of(500), cents_of("$5"), cents_of("2.50")
    (500, 500, 250)
    """
    if isinstance(money, str):
        return parse_money(money)
    if type(money) is not int or money < 0:
        raise NotationError(
            f"{money!r} is not an amount of money. Give whole cents (500) or text ('$5')."
        )
    return money


def cards_of(cards: Cards) -> tuple[Card, ...]:
    """Cards, read from text if necessary.

    >>> cards_of("Ks 10h") == cards_of(["Ks", "10h"]) == cards_of(parse_cards("Ks 10h"))
    True
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    try:
        return tuple(each if isinstance(each, Card) else Card.parse(each) for each in cards)
    except (AttributeError, TypeError):
        raise NotationError(f"Write cards as text, such as 'As Kd', not {cards!r}.") from None


def pairs_given(
    pairs: Mapping[str, V] | None, such_as: str = "{'soft_17': 'hit'}"
) -> Mapping[str, V]:
    """Terms, choices or meters by their keys; none if nothing is given."""
    if pairs is not None and not isinstance(pairs, Mapping):
        raise NotationError(f"Give a mapping, such as {such_as}, not {pairs!r}.")
    return pairs or {}


@cache
def law() -> Rulebook:
    """The rulebook that comes with pitboss, read once."""
    return load()
