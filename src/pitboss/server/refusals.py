"""What is refused, in one sentence, with the status that goes with it."""

from __future__ import annotations

from typing import Any

from pitboss.errors import NotAllowed, NotationError, PitbossError, UnknownName
from pitboss.server.asking import Refused
from pitboss.server.commands import NotYours
from pitboss.server.floor import Moved
from pitboss.server.keys import KeyTaken
from pitboss.store.database import StoreError
from pitboss.store.guesses import LockedOut
from pitboss.store.people import WrongPassword


def status_of(error: PitbossError) -> int:
    """The status of a refusal."""
    match error:
        case Refused():
            return error.status
        case NotYours() | WrongPassword():
            return 403
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
    if isinstance(error, Moved) and error.to:
        made["moved_to"] = error.to
    return made
