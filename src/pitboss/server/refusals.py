"""Refusals: one sentence, what is allowed, and the status of the response."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pitboss.errors import NotAllowed, NotationError, OnlyImagined, PitbossError, UnknownName
from pitboss.server.access.auth import Refused, WitnessNeeded
from pitboss.server.floor import Moved
from pitboss.server.long_work import TooMany
from pitboss.server.tables.commands import MAY, NotYours
from pitboss.server.tables.commit import KeyTaken
from pitboss.store.database import StoreError, Undecided
from pitboss.store.passwords import LockedOut
from pitboss.store.people import CodeNeeded, WrongPassword
from pitboss.table.houses.house import SHOWN, TYPES

UNCHANGED: Final = "The books cannot be reached now. Nothing was changed; try again."
UNKNOWN: Final = (
    "The books cannot be reached now, so it is unknown whether this went through. Retry with the "
    "same key; it will not be carried out twice."
)


def status_of(error: PitbossError) -> int:
    """The status of a refusal."""
    match error:
        case Refused():
            return error.status
        case NotYours() | WrongPassword():
            return 403
        case CodeNeeded():
            return 401
        case LockedOut():
            return 429
        case Moved():
            return 410
        case UnknownName():
            return 404
        case KeyTaken() | NotAllowed():
            return 409
        case NotationError():
            return 400
        case StoreError() | TooMany():
            return 503
    return 400


def refusal(error: PitbossError) -> dict[str, Any]:
    """The message of a refusal: one clear sentence, what is allowed, the clause."""
    made: dict[str, Any] = {"error": str(error)}
    if isinstance(error, UnknownName):
        made["error"] = error.listed("GET /rules")
    if isinstance(error, OnlyImagined):
        made["error"] = error.says
    if isinstance(error, StoreError):
        made["error"] = UNKNOWN if isinstance(error, Undecided) else UNCHANGED
    allowed = getattr(error, "allowed", None) or getattr(error, "near", None)
    if allowed:
        made["allowed"] = list(allowed)
    if isinstance(error, NotAllowed) and error.clause:
        made["clause"] = error.clause
    if isinstance(error, CodeNeeded):
        made["needs"] = "code"
    if isinstance(error, WitnessNeeded):
        made["needs"] = "witness"
    if isinstance(error, Moved) and error.to:
        made["moved_to"] = error.to
    return made


WORDS: Final[Mapping[str, str]] = {
    "missing": "{where} is missing.",
    "extra_forbidden": "{where} is not a known field: remove it.",
    "greater_than_equal": "{where} must be {ge} or more.",
    "less_than_equal": "{where} must be {le} or less.",
    "string_too_short": "The {where} must have at least {min_length} characters.",
    "string_too_long": "{where} may have up to {max_length} characters.",
    "too_long": "{where} may have up to {max_length} entries.",
    "string_pattern_mismatch": "{where} contains an invalid character.",
    "json_invalid": "The message is not JSON.",
    "model_attributes_type": "The message is not a JSON object.",
    "union_tag_not_found": "do is missing: name a command.",
    "union_tag_invalid": "{tag!r} is not a command.",
    "literal_error": "{where} must be {expected}, not {input!r}.",
}
"""Kind of mistake → its message."""
EMPTY: Final = {"name": "Enter a name.", "password": "Enter a password."}
"""Field → what is said if it is empty; any other is missing."""
QUOTED: Final = re.compile(r"'([^']*)'")


def said_wrong(errors: Sequence[Any]) -> dict[str, Any]:
    """The first mistake of a message.

    >>> said_wrong([{"type": "missing", "loc": ("body", "why"), "msg": "Field required"}])
    {'error': 'why is missing.'}
    >>> short = {"type": "string_too_short", "loc": ("body", "name"), "ctx": {"min_length": 1}}
    >>> said_wrong([short])
    {'error': 'Enter a name.'}
    """
    first = errors[0]
    kind, told = first["type"], first.get("ctx", {})
    if kind in WORDS:
        said = str(first.get("input", ""))[:SHOWN]
        about = {**told, "where": _where(first["loc"]), "input": said}
        about["tag"] = str(told.get("tag", ""))[:SHOWN]
        words = WORDS[kind].format(**about)
        if kind == "string_too_short" and told["min_length"] == 1:
            words = EMPTY.get(about["where"], f"{about['where']} is missing.")
    elif (what := TYPES.get(kind.split("_")[0])) is not None:
        words = f"{_where(first['loc'])} must be {what}."
    else:
        words = f"{_where(first['loc'])}: {first['msg'].removeprefix('Value error, ')}."
    allowed = QUOTED.findall(str(told.get("expected_tags") or told.get("expected") or ""))
    if kind == "union_tag_not_found":
        allowed = list(MAY)
    sendable = words.encode(errors="replace").decode()  # half a surrogate pair may be quoted in it
    return {"error": sendable, **({"allowed": allowed} if allowed else {})}


def _where(loc: Sequence[str | int]) -> str:
    """The field that it is about, without the command that contains it."""
    inside = [str(each) for each in loc if each not in ("body", "query", "header", "path")]
    if len(inside) > 1 and inside[0] in MAY:
        inside = inside[1:]
    return ".".join(inside) or "The message"
