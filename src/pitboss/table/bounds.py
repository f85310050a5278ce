"""What a number or a name that a house files may be, and why: said beside each field of a house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from pitboss.money import Cents, show_money

if TYPE_CHECKING:  # a house is made without pydantic, which is slow to import
    from pydantic import GetCoreSchemaHandler, ValidationInfo
    from pydantic_core.core_schema import CoreSchema

MOST_CENTS: Final[Cents] = 10_000_000_000
"""The most that one message may stake."""
LONGEST_NAME: Final = 60

Filed = Mapping[str, Any]
"""The settings before this one, those that could be read."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What is wrong with a value, in words that follow its name; empty where nothing is."""

    fault: Callable[[Any, Filed], str]
    logs: bool = False
    """Logs are held to it too; a newer bound does not refuse what an old log was dealt by."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from pydantic_core.core_schema import with_info_after_validator_function

        def check(value: Any, info: ValidationInfo) -> Any:
            if (self.logs or not info.context) and (words := self.fault(value, info.data)):
                raise ValueError(words)
            return value

        return with_info_after_validator_function(check, handler(source))


def between(
    least: int, most: int, why: str, show: Callable[[int], str] = str, logs: bool = False
) -> Bound:
    """A number from the least to the most."""

    def fault(value: int, _: Filed) -> str:
        allowed = f"must be {show(least)} to {show(most)}, not {show(value)}"
        return "" if least <= value <= most else f"{allowed}: {why}"

    return Bound(fault, logs)


def cents(least: Cents, most: Cents, why: str) -> Bound:
    """An amount from the least to the most."""
    return between(least, most, why, show_money)


def from_up(least: int) -> Bound:
    """A number without which no round can be dealt, in a log too."""
    return Bound(lambda value, _: "" if value >= least else f"must be {least} or more", logs=True)


def not_below(other: str, logs: bool = False) -> Bound:
    """An amount that another setting may not pass."""

    def fault(value: Cents, filed: Filed) -> str:
        least = filed.get(other, value)
        return "" if value >= least else f"must be {other}, {show_money(least)}, or more"

    return Bound(fault, logs)


def named(least: int = 1) -> Bound:
    """A name that the books can put before that of a meter, with a slash between."""

    def fault(value: str, _: Filed) -> str:
        fits = least <= len(value.strip()) and len(value) <= LONGEST_NAME
        fine = fits and value.isprintable() and "/" not in value
        allowed = f"must have {least} to {LONGEST_NAME} printable characters, none of them a slash"
        return "" if fine else f"{allowed}: the books put one between the name and its meters"

    return Bound(fault)


class Share:
    """A part of each stake, as text: a number with a point is not exact."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from pydantic_core.core_schema import no_info_plain_validator_function

        return no_info_plain_validator_function(parse_share)


def parse_share(said: object) -> Fraction:
    """Read a part of each stake.

    >>> parse_share("1/10")
    Fraction(1, 10)
    """
    wanted = "must be a part of each stake, as text: '1/10', between '0' and '1'"
    try:
        part = Fraction(said) if isinstance(said, str | int) else None
    except (ValueError, ArithmeticError):
        part = None
    if part is None or not 0 <= part <= 1:
        raise ValueError(f"{wanted}, not {said!r:.40}")
    return part
