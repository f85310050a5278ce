"""Records whose fields are the terms, readings and options of the law by name, each typed.

A field says where its text comes from, and which value applies if the law has no such text:

>>> @dataclass(frozen=True)
... class Setting:
...     foul: Literal["reset", "loses"] = term()
...     low_ace_drops: bool = reading("B-50-b", absent=False)
>>> fill(Setting, {"foul": "loses"})
Setting(foul='loses', low_ace_drops=False)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, Final, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from pitboss.errors import NotAllowed, check_choice, either
from pitboss.money import Odds

Kind = Literal["term", "reading", "option"]
Parse = Callable[[str], Any]
Bears = Callable[[Any], bool]
Record = TypeVar("Record")


def term(key: str = "", **said: Any) -> Any:
    """A term of the game, under the field's own name unless it has another key.

    `parse` reads its text; `yes` and `no` are the texts of a field that is true or false; `absent`
    is its value if the law has no such text; `bears` says at which tables it decides something.
    """
    return _field("term", key, **said)


def reading(key: str, **said: Any) -> Any:
    """A doubtful clause, which the house may read either way."""
    return _field("reading", key, **said)


def option(key: str = "", **said: Any) -> Any:
    """An option of a wager, under the field's own name unless it has another key."""
    return _field("option", key, **said)


def _field(kind: Kind, key: str, absent: Any = MISSING, **said: Any) -> Any:
    return field(
        default=absent, kw_only=True, metadata={_SOURCE: {"kind": kind, "key": key, **said}}
    )


_SOURCE: Final = "source"
PARSES: Final[Mapping[Any, Parse]] = {int: int, Odds: Odds.parse}
"""Type → how its texts are read; those of any other are their own values."""


@dataclass(frozen=True, slots=True)
class Named:
    """A field with the key of its text and the texts that it may have."""

    name: str
    kind: Kind
    key: str
    type: Any
    absent: Any
    """The value if the law has no such text; `MISSING` if there must be one."""
    words: tuple[str, ...]
    """The only texts that it may have; none if any of its type will do."""
    parse: Parse | None = None
    yes: str = "yes"
    bears: Bears | None = None

    def bears_on(self, table: Any) -> bool:
        """Whether it decides something at this table."""
        return self.bears is None or self.bears(table)

    def read(self, text: str, clause: str) -> Any:
        """The value of a text; one that is not allowed is refused with the clause."""
        if self.words:
            check_choice(self._called, text, self.words, clause)
        if self.type is bool:
            return text == self.yes
        if self.parse:
            return self.parse(text)
        if self.type is int and not text.isdecimal():
            raise NotAllowed(f"{self._called} must be a whole number, not {text!r}.", clause)
        return PARSES.get(self.type, str)(text)

    @property
    def _called(self) -> str:
        return f"reading {self.key}" if self.kind == "reading" else self.key


def named(record: type[Any]) -> tuple[Named, ...]:
    """The fields of a record that are filled from texts of the law."""
    return _named(cast(Any, record))


@cache
def _named(record: Any) -> tuple[Named, ...]:
    hints = get_type_hints(record)
    found = ((each, each.metadata.get(_SOURCE)) for each in fields(record))
    return tuple(
        _field_of(each.name, _said(hints[each.name]), each.default, **source)
        for each, source in found
        if source is not None
    )


def _field_of(
    name: str, of: Any, absent: Any, key: str, yes: str = "yes", no: str = "no", **said: Any
) -> Named:
    """A field of a type, with the texts that the type allows."""
    words = get_args(of) if get_origin(of) is Literal else ()
    words = (yes, no) if of is bool else words
    return Named(name=name, type=of, absent=absent, key=key or name, words=words, yes=yes, **said)


def _said(hint: Any) -> Any:
    """The type of a value, if it may also be `None`."""
    parts = [each for each in get_args(hint) if each is not type(None)]
    return parts[0] if type(None) in get_args(hint) and len(parts) == 1 else hint


def field_named(record: type[Any], name: str) -> Named:
    """One such field, with its key in the law."""
    return next(each for each in named(record) if each.name == name)


def fill(
    record: type[Record],
    texts: Mapping[str, str],
    clauses: Mapping[str, str] | None = None,
    called: str = "this",
    given: Mapping[str, Any] | None = None,
) -> Record:
    """The record of these texts and the given fields; an empty text counts as none."""
    made, unsaid = dict(given or {}), []
    for each in named(record):
        if text := texts.get(each.key, ""):
            made[each.name] = each.read(text, (clauses or {}).get(each.key, ""))
        elif each.absent is MISSING:
            unsaid.append(each.key)
    if unsaid:
        raise NotAllowed(f"{called} cannot be dealt without {either(unsaid, 'and')}.")
    return record(**made)
