"""Messages about the books: meters, slips, logs, the audit trail, revisions."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from pitboss.server.messages.message import (
    Cents,
    Cite,
    HandName,
    Message,
    PrintedName,
    RoundNumber,
    SlipNumber,
    TableId,
    TableName,
    Time,
    WagerKey,
)
from pitboss.server.messages.orders import Order
from pitboss.server.messages.table_messages import SlipView
from pitboss.submission.changes import FiledChange
from pitboss.submission.records import Approval


class MeterHand(Message):
    """A hand that wins from a meter."""

    hand: HandName
    pays: str
    """What it wins: a share of the meter, and odds if there are any."""


class MysteryValue(Message):
    """A secret value: its hash from before its first stake, the rest once it no longer decides
    anything.

    `commit` is SHA-256 of the salt, a line break and the value.
    """

    commit: str
    """The hash."""
    source: str
    """Where the value came from: `system` for the cryptographic source."""
    salt: str | None = None
    """What was hashed with the value, so that nobody could try every value."""
    value: Cents | None = None
    """The amount at which the meter hit."""


class MeterRow(Message):
    """A meter, with what it has paid and what wins it."""

    name: str
    """The key of its wager, then its own name: `jackpot-party progressive`."""
    table: str
    """The table it belongs to, or the name under which linked tables share it."""
    tables: list[str]
    """The tables that feed it now."""
    shows: Cents
    """What it shows now."""
    seed: Cents
    """What it starts at again after all of it was won."""
    hits: int
    """How many awards it has paid."""
    top: Cents
    """The greatest award so far."""
    maximum: Cents | None = None
    """The amount by which a mystery must hit."""
    wins: list[MeterHand]
    """The hands that win from it, the greatest share first."""
    values: list[MysteryValue] = Field(default=[])
    """The secret values of a mystery, newest first: the last few."""


class AwardLine(Message):
    """An award that a floor supervisor has validated, without the player's name."""

    at: Time
    """When it was validated."""
    table: TableId
    table_name: TableName
    slip: SlipNumber
    wager: WagerKey
    wager_name: PrintedName
    hand: str
    """What won it; empty for a mystery."""
    cents: Cents
    """The award."""


class MetersView(Message):
    """The meters of the house."""

    meters: list[MeterRow]
    """Every meter of an open table, once."""
    awards: list[AwardLine]
    """The latest awards, newest first."""


class TransferTarget(Message):
    """A table that may take over a meter."""

    table: str
    """The form of `transfers`: the table, then after a slash the wager if it is another."""
    name: str
    """The same in words."""
    shows: Cents
    """What its meter shows now."""


class MeterOwed(Message):
    """One of a table's own meters, and what happens to it when the table closes."""

    name: str
    """The key of its wager, then its own name."""
    wager: WagerKey
    wager_name: PrintedName
    shows: Cents
    """What it shows now."""
    keeps: Cents
    """What it holds but does not show."""
    owed: bool
    """Whether the table can be closed only if this is transferred."""
    why: str | None = None
    """Why it is owed."""
    clause: Cite | None = None
    """The clause by which it may not simply end."""
    permits: str | None = None
    """Whose permission a transfer needs."""
    targets: list[TransferTarget]
    """The tables that may take it over."""


class TransfersView(Message):
    """What becomes of the meters of a table when it closes."""

    table: TableId
    name: TableName
    meters: list[MeterOwed]
    """Its own meters."""


class DecisionResult(Message):
    """A decision about a table that could not be resumed was carried out."""

    id: str | None
    """The table that has replaced it."""


class SlipLine(SlipView):
    """A slip, with its table."""

    table: TableId
    table_name: TableName
    round: RoundNumber
    decision: bool
    """Whether its table is waiting for a decision, which pays it; it is then not validated
    separately.
    """
    since: Time | None = None
    """When it was written, if it is waiting."""
    refused: str | None = None
    """Who last refused it and why: `Flora: the bet lay beside its spot`."""
    validated_by: str | None = None
    """The floor supervisor who validated it."""
    validated_at: Time | None = None
    """When it was validated."""


class SlipsView(Message):
    """Slips of all tables."""

    slips: list[SlipLine]
    """The slips that were asked for."""
    now: Time | None = None
    """The present time of the house, from which the wait follows."""


class CheckView(Message):
    """Something to check before an award is paid, and what the log says about it."""

    what: str
    """What must be so."""
    how: str
    """What the log says about it."""
    holds: bool = True
    """It is so."""


class MeterMoveView(Message):
    """A meter before and after an award: before − award + kept + house = after."""

    before: Cents
    """What it showed before the award."""
    award: Cents
    """The award, before it is shared among winners."""
    kept: Cents
    """What its reserve adds."""
    house: Cents
    """What the house adds to start it again."""
    after: Cents
    """What it shows after it."""
    line: int
    """The line of the meter's log."""
    winners: int
    """How many winners share it."""


class SlipCheckView(Message):
    """What a floor supervisor checks before validating a slip."""

    checks: list[CheckView]
    """Each check, with its result."""
    meter: MeterMoveView | None = None
    """How the award moved its meter; left out if the house pays it."""


class LogLine(Message):
    """The log of a table."""

    id: TableId
    name: TableName
    state: Literal["open", "closed", "waiting"]
    """`waiting` if its table waits for a decision."""
    opened_at: Time
    """When it was begun."""
    closed_at: Time | None
    """When it ended; it has not if `null`."""
    rounds: int
    """How many rounds it has."""
    lines: int
    """How many lines it has."""


class LogsView(Message):
    """The logs of all tables."""

    logs: list[LogLine]
    """The logs that were asked for."""


class NoteView(Message):
    """A line of the audit trail."""

    id: int
    """Its number in the trail."""
    at: Time
    """When it was done."""
    who: str
    """Who did it."""
    what: str
    """What kind of action it was."""
    details: str
    """The details as they are stored."""
    says: str
    """The details in words and dollars."""


class AuditView(Message):
    """Lines of the audit trail."""

    notes: list[NoteView]
    """The lines, newest first."""
    kinds: list[str]
    """Every kind of action in the trail, to choose from."""
    people: list[str]
    """Everyone with lines in it."""
    before: int | None
    """The `before` of the next page; `None` if there is none."""


# -- revisions -------------------------------------------------------------------------------------


LONGEST = 60_000
Text = Annotated[str, Field(max_length=LONGEST)]
Few = Annotated[str, Field(min_length=1, max_length=120)]


class SubmissionText(Order):
    """A revision as its TOML file."""

    text: Text
    """The file."""


class ApprovalOrder(Order):
    """Who approved a revision, when, and in which document."""

    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """SHA-256 of the revision, as it was filed."""
    by: Few
    """Who approved it."""
    on: date
    """When it was approved."""
    document: Few
    """The document that says so."""


class RevisionLine(Message):
    """A revision that was filed."""

    revision: int
    """Its number."""
    title: str
    """The name of the house, and the number."""
    sha256: str
    """SHA-256 of its text."""
    effective: date
    """The day from which it is in force."""
    tables: int
    """How many tables it has."""
    filed_by: str
    """Who filed it."""
    filed_at: Time
    """When it was filed."""
    approved: Approval | None
    """Its approval; none yet if `null`."""
    state: str
    """`filed`, `approved`, `in force` or `superseded`."""
    text: str
    """The file."""


class SubmissionView(Message):
    """What the house has filed."""

    title: str
    """The title of the revision in force."""
    reference: str
    """How the log of a table names it."""
    text: str
    """The file of the revision in force."""
    files_itself: bool
    """Whether every table that is opened here is filed as the next revision."""
    due: str
    """The title of an approved revision whose date has come, and that is not yet in force."""
    revisions: list[RevisionLine]
    """Every revision, newest first."""


class FaultView(Message):
    """A fault in a text."""

    line: int
    """The line of the text."""
    clause: Cite
    message: str
    """What is wrong, and what is allowed."""


class AcknowledgementView(Message):
    """Something that the house must acknowledge by name."""

    name: str
    """What to write in the file to acknowledge it."""
    message: str
    """What is acknowledged."""
    clause: Cite


class CheckedView(Message):
    """What was found in a text that may become the next revision."""

    title: str
    """The name of the house, and the number of the revision."""
    faults: list[FaultView]
    """What is wrong with the text."""
    acknowledge: list[AcknowledgementView]
    """What the house has yet to acknowledge."""
    changes: list[FiledChange]
    """What differs from the revision in force."""
    why_not: list[str]
    """Why it may not be filed, besides its faults."""
