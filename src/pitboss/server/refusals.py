"""What is refused, in one sentence, with the status that goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.errors import NotAllowed, NotationError, PitbossError, UnknownName
from pitboss.server.asking import Refused
from pitboss.server.commands import NotYours
from pitboss.server.keys import KeyTaken
from pitboss.store.database import StoreError
from pitboss.store.people import LockedOut, WrongPassword


def status_of(error: PitbossError) -> int:
    """The status of a refusal."""
    match error:
        case Refused():
            return error.status
        case NotYours() | WrongPassword():
            return 403
        case LockedOut():
            return 429
        case UnknownName():
            return 404
        case KeyTaken() | NotAllowed():
            return 409
        case NotationError():
            return 400
        case StoreError():
            return 503
    return 400


def refusal(error: PitbossError) -> dict[str, Any]:
    """The message of a refusal: one clear sentence, what is allowed, the clause."""
    made: dict[str, Any] = {"error": str(error)}
    if isinstance(error, StoreError):
        made["error"] = "The books cannot be reached now. Nothing was changed; try again."
    allowed = getattr(error, "allowed", None) or getattr(error, "near", None)
    if allowed:
        made["allowed"] = list(allowed)
    if isinstance(error, NotAllowed) and error.clause:
        made["clause"] = error.clause
    return made


def said_wrong(errors: Sequence[Any]) -> dict[str, Any]:
    """What is wrong with a message, where it stands."""
    first = errors[0]
    where = ".".join(str(each) for each in first["loc"] if each not in ("body", "query", "header"))
    words = str(first["msg"]).removeprefix("Value error, ")
    return {"error": f"{where}: {words}." if where else f"{words}."}
