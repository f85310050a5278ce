"""The reader of a submission: values of the right kind, and the faults found on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any, Final, TypeVar, get_type_hints

from pitboss.errors import PitbossError, either, nearest
from pitboss.money import Cents, parse_money
from pitboss.rulebook.toml_values import Fault, KeyPath, Raw, place_in
from pitboss.submission.records import refused

T = TypeVar("T")
KINDS: Final[Mapping[type, str]] = {
    str: "a string in quotes",
    int: "a whole number",
    bool: "true or false",
    date: "a date such as 2027-02-01",
    time: "a time such as 06:00:00",
    dict: "a table in braces",
    list: "a list in square brackets",
}
NEVER: Final = date(1970, 1, 1)
BLANK: Final[Mapping[type, Any]] = {str: "?", int: 0, date: NEVER}
"""Kind of a field → what stands for one that is missing, which is a fault."""


@dataclass(slots=True)
class FormReader:
    """The file, its text, and its faults so far."""

    file: str
    text: str = ""
    faults: list[Fault] = field(default_factory=list)

    def fault(self, at: KeyPath, message: str, clause: str = "") -> None:
        """Note a fault at the line of a key."""
        self.faults.append(Fault(place_in(self.file, self.text, *at), message, clause))

    def known(self, raw: Raw, at: KeyPath, keys: Iterable[str]) -> None:
        """A fault for every key that the form does not have."""
        allowed = list(keys)
        for key in raw:
            if key not in allowed:
                self.unknown((*at, key), key, allowed)

    def unknown(self, at: KeyPath, name: str, allowed: Iterable[str], what: str = "key") -> None:
        """A fault for an unknown name, with the nearest known one."""
        names = list(dict.fromkeys(allowed))
        near = [f"`{each}`" for each in nearest(name, names, 1)]
        listed = 0 < len(names) <= 12 or what == "key"
        few = either([f"`{each}`" for each in names]) if listed else ""
        hint = (
            f"did you mean {near[0]}?"
            if near
            else f"there is no such {what}" + (f"; allowed: {few}." if few else ".")
        )
        self.fault(at, f"`{name}`: {hint}")

    def get(self, raw: Raw, at: KeyPath, key: str, kind: type[T], otherwise: T) -> T:
        """The value of a key, or a default if it is missing; a fault if it is of another kind."""
        if key not in raw:
            return otherwise
        value = raw[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.fault((*at, key), f"{key} must be {KINDS[kind]}, not {value!r:.60}.")
            return otherwise
        return value

    def need(self, raw: Raw, at: KeyPath, key: str, kind: type[T], otherwise: T) -> T:
        """The value of a key; a fault if it is missing or has another kind."""
        if key not in raw:
            self.fault(at, f"{key} is missing: it must be {KINDS[kind]}.")
            return otherwise
        return self.get(raw, at, key, kind, otherwise)

    def record(self, cls: type[T], raw: Raw, at: KeyPath, **made: Any) -> T:
        """A record whose fields are the keys of a table; `made` are those that are read already."""
        kinds = get_type_hints(cls)
        self.known(raw, at, kinds)
        needed = {name: kind for name, kind in kinds.items() if name not in made}
        said = {name: self.need(raw, at, name, kind, BLANK[kind]) for name, kind in needed.items()}
        return cls(**said, **made)

    def money(self, raw: Raw, at: KeyPath, key: str) -> Cents | None:
        """An amount; `None` if it is not given or cannot be read."""
        said = self.get(raw, at, key, str, "")
        return self.parsed((*at, key), said, parse_money) if said else None

    def parsed(self, at: KeyPath, said: str, parse: Callable[[str], T]) -> T | None:
        """A text parsed to its meaning; a fault if it has none."""
        try:
            return parse(said)
        except PitbossError as error:
            self.fault(at, *refused(error))
        except ValueError as error:
            self.fault(at, str(error))
        return None

    def chosen(
        self, at: KeyPath, key: str, said: object, allowed: Collection[str], cite: str
    ) -> str | None:
        """The allowed value that is meant; a fault if none is."""
        value = spelled(said, allowed)
        if value is None:
            quoted = [each if each.isdigit() else repr(each) for each in allowed]
            self.fault(at, f"{key} must be {either(quoted)}, not {said!r:.60}.", cite)
        return value

    def limits(
        self, raw: Raw, at: KeyPath, most: Cents | None = None
    ) -> tuple[Cents, Cents] | None:
        """`$10 to $500`; with the `most` of a table also `$5 to blackjack wager`."""
        said = self.get(raw, at, "limits", str, "")
        if not said:
            return None
        if most is not None and said.endswith(("to blackjack wager", "to main wager")):
            least = self.parsed((*at, "limits"), said.partition(" to ")[0], parse_money)
            return None if least is None else (least, most)
        found = re.fullmatch(r"(\$\S+) to (\$\S+)", said)
        amounts = [parse_money(part) for part in found.groups()] if found else []
        if len(amounts) != 2 or amounts[0] > amounts[1]:
            self.fault(
                (*at, "limits"),
                f'limits must be like "$10 to $500", the minimum first, not {said!r}.',
            )
            return None
        return amounts[0], amounts[1]


def spelled(said: object, allowed: Iterable[str]) -> str | None:
    """The one allowed value that is meant; what was written may be shorter or longer by words.

    >>> spelled("slip", ["rack", "jackpot slip"]), spelled("late surrender", ["late", "early"])
    ('jackpot slip', 'late')
    >>> spelled(True, ["offered", "not offered"]), spelled("hand", ["first hand", "either hand"])
    ('offered', None)
    """
    values = list(allowed)
    if isinstance(said, bool):
        words = ("offered", "yes", "on") if said else ("not offered", "no", "off")
        return next((each for each in values if each in words), None)
    text = str(said)
    if text in values or not values:
        return text
    wanted = {*text.casefold().split()}
    near = [each for each in values if {*each.casefold().split()} >= wanted]
    near = near or [each for each in values if {*each.casefold().split()} <= wanted]
    return near[0] if len(near) == 1 else None
