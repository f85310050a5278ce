"""What the server shows of the books: meters, slips, checks and the audit trail."""

from __future__ import annotations

from pydantic import Field

from pitboss.server.messages.message import Message
from pitboss.server.messages.table_messages import SlipView


class MeterHand(Message):
    """A hand that wins from a meter."""

    hand: str
    pays: str


class MysteryValue(Message):
    """A secret value: its hash from before its first stake, the rest once it decides nothing.

    `commit` is SHA-256 of the salt, a line break and the value.
    """

    commit: str
    source: str
    salt: str | None = None
    value: int | None = None


class MeterRow(Message):
    name: str
    table: str
    """The table it belongs to, or the name under which linked tables share it."""
    tables: list[str]
    """The tables that feed it now."""
    shows: int
    seed: int
    hits: int
    top: int
    """The greatest award so far."""
    maximum: int | None = None
    """The amount by which a mystery must hit."""
    wins: list[MeterHand]
    """The hands that win from it, the greatest share first."""
    values: list[MysteryValue] = Field(default=[])
    """The secret values of a mystery, newest first: the last few."""


class AwardLine(Message):
    """An award that a floor supervisor has validated, without the player's name."""

    at: str
    table: str
    table_name: str
    slip: int
    wager: str
    wager_name: str
    hand: str
    """What won it; empty for a mystery."""
    cents: int


class MetersView(Message):
    meters: list[MeterRow]
    awards: list[AwardLine]
    """The last awards, newest first."""


class SlipLine(SlipView):
    table: str
    table_name: str
    round: int
    decision: bool
    """Its table is waiting for a decision, which pays it; it is not validated separately."""
    since: str | None = None
    """When it was written, while it waits."""
    refused: str | None = None
    """Who last refused it and why: `Flora: the bet lay beside its spot`."""
    validated_by: str | None = None
    validated_at: str | None = None


class SlipsView(Message):
    slips: list[SlipLine]
    now: str | None = None
    """The house's time, by which the wait is counted."""


class CheckView(Message):
    """Something to check before an award is paid, and what the log says about it."""

    what: str
    how: str
    holds: bool = True


class MeterMoveView(Message):
    """A meter before and after an award: before − award + kept + house = after."""

    before: int
    award: int
    kept: int
    """What its reserve adds."""
    house: int
    """What the house adds to start it again."""
    after: int
    line: int
    """The line of the meter's log."""
    winners: int


class SlipCheckView(Message):
    """What a floor supervisor checks before validating a slip."""

    checks: list[CheckView]
    meter: MeterMoveView | None = None


class NoteView(Message):
    """A line of the audit trail."""

    id: int
    at: str
    who: str
    what: str
    details: str
    """As it is stored."""
    says: str
    """The same in words and dollars."""


class AuditView(Message):
    notes: list[NoteView]
    kinds: list[str]
    """Every kind of action in the trail, to choose from."""
    people: list[str]
    """Everyone with lines in it."""
    before: int | None
    """The `before` of the next page; `None` if there is none."""
