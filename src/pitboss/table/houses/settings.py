"""The settings of a house, read in one place: from a log, a form or the words of a command."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pitboss.errors import SettingsError, either, nearest
from pitboss.table.houses.house import Choice, House

if TYPE_CHECKING:
    from pydantic import TypeAdapter

TYPES: Final[Mapping[str, str]] = {
    "int": "a whole number",
    "string": "text",
    "bool": "true or false",
    "dict": "a JSON object",
    "mapping": "a JSON object",
    "dataclass": "a JSON object",
    "list": "a list",
    "tuple": "a list",
}
"""How the name of a type error begins → what was expected."""
SHOWN: Final = 40
"""How many characters of a wrong value are quoted."""


@dataclass(frozen=True, slots=True)
class SettingFault:
    """A setting that cannot be filed: where it is, and what is wrong and allowed."""

    at: tuple[str, ...]
    says: str


def read_settings(text: str, *, logged: bool = False) -> House:
    """A house, or everything that is wrong with it; settings left out take their defaults.

    >>> read_settings('{"jurisdiction": "colorado", "deks": 6, "seconds": "ten"}')
    Traceback (most recent call last):
    pitboss.errors.SettingsError: The house's settings cannot be filed: seconds must be a whole \
number, not 'ten'. deks is not a setting: did you mean decks?
    """
    found = house_or_faults(text, logged=logged)
    if isinstance(found, House):
        return found
    raise SettingsError("read" if logged else "filed", [each.says for each in found])


def house_or_faults(text: str, *, logged: bool = False) -> House | list[SettingFault]:
    """A house, or every fault of it."""
    from pydantic import ValidationError

    try:
        return _adapter().validate_json(text, context="logged" if logged else None)
    except ValidationError as error:
        wrong = error.errors(include_url=False)
        return [SettingFault(tuple(map(str, each["loc"])), _fault(each)) for each in wrong]


def logged_settings(text: str) -> House:
    """The house of a log: what `House.to_json` wrote, within the bounds that applied to it.

    One from before chips were filed took any amount.
    """
    house = read_settings(text, logged=True)
    return house if "chips" in json.loads(text) else replace(house, chips=())


def check_settings(house: House) -> None:
    """Check a house made in Python like one that is filed."""
    read_settings(house.to_json())


@cache
def _adapter() -> TypeAdapter[House]:
    from pydantic import TypeAdapter

    return TypeAdapter(House)


def _fault(error: Any) -> str:
    """One mistake: where it is and what is allowed."""
    kind, said = error["type"], repr(error["input"])[:SHOWN]
    where = ".".join(map(str, error["loc"])) or "the whole"
    match kind:
        case "json_invalid":
            return "they are not JSON."
        case "missing":
            return f"{where} is missing."
        case "unexpected_keyword_argument":
            return _unknown(where, error["loc"])
        case "literal_error":
            return f"{where} must be {error['ctx']['expected']}, not {said}."
        case "value_error":
            return f"{where} {error['ctx']['error']}."
    return f"{where} must be {TYPES[kind.split('_')[0]]}, not {said}."


def _unknown(where: str, loc: tuple[int | str, ...]) -> str:
    """A key that is not a setting, with the nearest one."""
    known = [field.name for field in fields(House if len(loc) == 1 else Choice)]
    near = nearest(str(loc[-1]), known, 1)
    hint = f"did you mean {either(near)}?" if near else f"the settings are {either(known, 'and')}."
    return f"{where} is not a setting: {hint}"
