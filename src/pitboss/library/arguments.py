"""Arguments of the library: money as cents or text, cards as `Card`s or text, and their types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from pitboss.cards import Card, parse_cards
from pitboss.errors import NotationError
from pitboss.money import Cents, parse_money
from pitboss.rulebook.load import Rulebook, load
from pitboss.rulebook.schema import Game
from pitboss.table.houses.default_house import find_game

Money = Cents | str
"""Whole cents, or text: 500 and `"$5"` are the same amount."""
Cards = str | Iterable[Card | str]
"""Text, `"As Kd"`, or cards one by one."""


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


@cache
def law() -> Rulebook:
    """The rulebook that comes with pitboss, read once."""
    return load()


def game_called(book: Rulebook, name: str, jurisdiction: str | None = None) -> Game:
    """A game by its id, or by its key or name if only one jurisdiction has it."""
    return find_game(book, name, jurisdiction, home="")


# -- types -----------------------------------------------------------------------------------------


TYPES: Final[Mapping[object, str]] = {
    str: "text",
    int: "a whole number (int)",
    bool: "True or False",
    Mapping: "a mapping",
    Callable: "a function",
    Rulebook: "a rulebook, as pitboss.load() gives it",
}
"""Type of an argument → what it is called in a message."""
EXAMPLES: Final[Mapping[str, str]] = {
    "terms": "{'soft_17': 'hit'}",
    "choices": "{'KEY': 'CHOICE'}",
    "readings": "{'KEY': 'CHOICE'}",
    "meters": "{'progressive': '$12,000'}",
}
"""An argument that is a mapping → an example of it."""


def check_types(function: Callable[..., object], given: Mapping[str, object]) -> None:
    """Refuse an argument whose type is not the one that the function declares.

    Arguments of several types are left to what reads them, such as `cents_of` and `cards_of`.

    >>> check_types(game_called, {"name": 7})
    Traceback (most recent call last):
    pitboss.errors.NotationError: name must be text, not 7.
    """
    for name, kind, may_be_none, of_text in _declared(function):
        value: Any = given.get(name)
        if value is None and (may_be_none or name not in given):
            continue
        if not _is_a(kind, value) or (of_text and not all(map(_is_text, value.items()))):
            what = TYPES[kind] + " of text to text" * of_text
            example = f", such as {EXAMPLES[name]}" if name in EXAMPLES else ""
            raise NotationError(f"{name} must be {what}{example}, not {value!r}.")


def _is_a(kind: type, value: object) -> bool:
    """Whether it is of this type; `True` is no number of decks."""
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def _is_text(pair: tuple[object, object]) -> bool:
    return all(isinstance(part, str) for part in pair)


@cache
def _declared(function: Callable[..., object]) -> tuple[tuple[str, type, bool, bool], ...]:
    """Each argument of one type: its name and type, and whether it may be `None`, or holds text."""
    made = []
    for name, hint in get_type_hints(function).items():
        is_union = get_origin(hint) in (Union, UnionType)
        several = get_args(hint) if is_union else (hint,)
        kinds = {get_origin(each) or each for each in several} - {NoneType}
        if name != "return" and len(kinds) == 1 and kinds <= TYPES.keys():
            of_text = any(get_args(each) == (str, str) for each in several)
            made.append((name, *kinds, NoneType in several, of_text))
    return tuple(made)
