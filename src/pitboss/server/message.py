"""What every message of the server has in common, and what says no."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Role = Literal["player", "dealer", "floor", "auditor", "admin"]


class Message(BaseModel):
    """A message of the server."""

    model_config = ConfigDict(extra="forbid")


class Refusal(Message):
    """Why something was not done."""

    error: str
    allowed: list[str] | None = None
    clause: str | None = None
    moved_to: str | None = None
    """The table that replaced the one asked for."""
    needs: Literal["code", "witness"] | None = None
    """What to send as well: the code of a second factor, or a second person's signature."""
