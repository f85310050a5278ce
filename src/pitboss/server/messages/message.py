"""The base class of the server's messages, the kinds of values in them, and the refusal."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_json

from pitboss.log import HIDDEN
from pitboss.rulebook.forms import form_of

SCHEMAS = "#/components/schemas/"
"""Where the schema of the API contains the schemas of its messages."""
Role = Literal["player", "dealer", "floor", "auditor", "admin"]

# -- kinds of values, each with its meaning in the schema ------------------------------------------

Cents = Annotated[int, Field(description="In cents.")]
Cards = Annotated[
    list[str], Field(description=f"Cards such as `As` and `10h`; `{HIDDEN}` is face down.")
]
Time = Annotated[str, Field(description="In UTC: `2026-07-04T21:05:00.000Z`.")]
Cite = Annotated[str, Field(description="The clause of the law: `58 Pa. Code § 633a.13`.")]
SectionNumber = Annotated[str, Field(description="The number of its section: `633c.1`.")]
PrintedName = Annotated[str, Field(description="The name that people read: `Perfect Pairs`.")]
EntryId = Annotated[str, Field(description="The id of an entry: `pennsylvania/perfect-pairs`.")]
EntryKey = Annotated[str, Field(description="The key of an entry: `perfect-pairs`.")]
WagerKey = Annotated[str, Field(description="The key of a wager: `perfect-pairs`.")]
GameId = Annotated[str, Field(description="The id of a game: `pennsylvania/blackjack`.")]
GameKey = Annotated[str, Field(description="The key of a game: `blackjack`.")]
JurisdictionKey = Annotated[str, Field(description="The key of a jurisdiction: `pennsylvania`.")]
HandName = Annotated[str, Field(description="The name of a hand, as the law prints it.")]
TableId = Annotated[str, Field(description="The id of a table: `pit-1`.")]
TableName = Annotated[str, Field(description="What the house calls a table: `Pit 1`.")]
PersonName = Annotated[str, Field(description="The name by which a person logs in.")]
PlayerName = Annotated[str, Field(description="The name of a player.")]
BoxNumber = Annotated[int, Field(description="The number of a box, from 1.")]
RoundNumber = Annotated[int, Field(description="The number of a round at its table.")]
QuestionNumber = Annotated[int, Field(description="The number of a question, to answer it by.")]
SlipNumber = Annotated[int, Field(description="The number of a slip at its table.")]


class Message(BaseModel):
    """A message of the server; its validator is built when first used, so that the server starts
    fast.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)
    record: ClassVar[type] = object
    """The record whose descriptions apply to the fields that both have."""

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
