"""The base class of the server's messages, and the refusal."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict
from pydantic_core import to_json

from pitboss.rulebook.forms import form_of

SCHEMAS = "#/components/schemas/"
"""Where the schema of the API contains the schemas of its messages."""
Role = Literal["player", "dealer", "floor", "auditor", "admin"]


class Message(BaseModel):
    """A message of the server; its validator is built when first used, so that a start is short."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    @classmethod
    def from_record(cls, record: object, **told: Any) -> Self:
        """The message of a record: the values given; its fields of the same names for the rest."""
        return form_of(cls, record, **told)


class Refusal(Message):
    """Why something was not done."""

    error: str
    """Why, in a sentence, with the clause."""
    allowed: list[str] | None = None
    """What would have been allowed."""
    clause: str | None = None
    """The clause of the law that decides."""
    moved_to: str | None = None
    """The table that replaced the requested one."""
    needs: Literal["code", "witness"] | None = None
    """What to send as well: the code of a second factor, or a second person's signature."""


def as_sent(part: Any) -> bytes:
    """Messages, alone or in lists, as they are sent; members that are `None` are left out.

    >>> as_sent([Refusal(error="No."), "é"])
    b'[{"error":"No."},"\\xc3\\xa9"]'
    """
    return to_json(part, by_alias=True, exclude_none=True)
