"""What every message of the server has in common, and what says no."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict
from pydantic_core import to_json

Role = Literal["player", "dealer", "floor", "auditor", "admin"]


class Message(BaseModel):
    """A message of the server; its validator is built when first used, so that a start is short."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class Refusal(Message):
    """Why something was not done."""

    error: str
    allowed: list[str] | None = None
    clause: str | None = None
    moved_to: str | None = None
    """The table that replaced the one asked for."""
    needs: Literal["code", "witness"] | None = None
    """What to send as well: the code of a second factor, or a second person's signature."""


def as_sent(part: Any) -> bytes:
    """Messages, or what is made of them, as they are sent; members that are `None` are left out.

    >>> as_sent([Refusal(error="No."), "é"])
    b'[{"error":"No."},"\\xc3\\xa9"]'
    """
    return to_json(part, by_alias=True, exclude_none=True)
