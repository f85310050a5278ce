"""Messages about the books: meters, slips, logs, the audit trail, people, revisions."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from pitboss.server.messages.message import Message, Role
from pitboss.server.messages.orders import Order
from pitboss.server.messages.table_messages import SlipView
from pitboss.submission.diff import FiledChange
from pitboss.submission.records import Approval


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


class Target(Message):
    table: str
    """The form of `transfers`: the table, then after a slash the wager if it is another."""
    name: str
    shows: int
    """What its meter shows now."""


class MeterOwed(Message):
    """One of a table's own meters, and what happens to it when the table closes."""

    name: str
    wager: str
    wager_name: str
    shows: int
    keeps: int
    """What it holds but does not show."""
    owed: bool
    """Whether the table can be closed only if this is transferred."""
    why: str | None = None
    clause: str | None = None
    permits: str | None = None
    """Whose permission a transfer needs."""
    targets: list[Target]


class TransfersView(Message):
    table: str
    name: str
    meters: list[MeterOwed]


class Decided(Message):
    id: str | None
    """The table that has replaced it."""


class SlipLine(SlipView):
    table: str
    table_name: str
    round: int
    decision: bool
    """Whether its table is waiting for a decision, which pays it; it is then not validated
    separately.
    """
    since: str | None = None
    """When it was written, if it is waiting."""
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


class LogLine(Message):
    id: str
    name: str
    state: Literal["open", "closed", "waiting"]
    opened_at: str
    closed_at: str | None
    rounds: int
    lines: int


class LogsView(Message):
    logs: list[LogLine]


class NoteView(Message):
    """A line of the audit trail."""

    id: int
    at: str
    who: str
    what: str
    details: str
    """The details as they are stored."""
    says: str
    """The details in words and dollars."""


class AuditView(Message):
    notes: list[NoteView]
    kinds: list[str]
    """Every kind of action in the trail, to choose from."""
    people: list[str]
    """Everyone with lines in it."""
    before: int | None
    """The `before` of the next page; `None` if there is none."""


# -- people ----------------------------------------------------------------------------------------


class PersonView(Message):
    name: str
    role: Role
    guest: bool = False
    disabled: bool = False
    factor: bool = False
    """Whether a code is required at each log-in."""


class SessionView(Message):
    person: PersonView | None
    csrf: str | None
    must: Literal["password", "factor"] | None = None
    """What must be done before anything else: a new password, or a second factor set up."""


class FactorView(Message):
    """A secret for an authenticator app, and the same as a link for it."""

    secret: str
    address: str


class SessionLine(Message):
    id: str
    name: str
    role: Role
    begun_at: str
    seen_at: str
    """When it was last active."""
    expires_at: str
    address: str
    current: bool
    """Whether it is the session of this request."""


class SessionsView(Message):
    sessions: list[SessionLine]


class PeopleView(Message):
    people: list[PersonView]


# -- revisions -------------------------------------------------------------------------------------


LONGEST = 60_000
Text = Annotated[str, Field(max_length=LONGEST)]
Few = Annotated[str, Field(min_length=1, max_length=120)]


class SubmissionText(Order):
    """A revision as its TOML file."""

    text: Text


class ApprovalOrder(Order):
    """Who approved a revision, when, and in which document."""

    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    by: Few
    on: date
    document: Few


class RevisionLine(Message):
    """A revision that was filed."""

    revision: int
    title: str
    sha256: str
    effective: date
    tables: int
    filed_by: str
    filed_at: str
    approved: Approval | None
    state: str
    """`filed`, `approved`, `in force` or `superseded`."""
    text: str


class SubmissionView(Message):
    """What the house has filed."""

    title: str
    """The title of the revision in force."""
    reference: str
    """How the log of a table names it."""
    text: str
    files_itself: bool
    """Whether whatever is opened here is filed as the next revision."""
    due: str
    """The title of an approved revision whose date has come, and that is not yet in force."""
    revisions: list[RevisionLine]


class FaultView(Message):
    line: int
    clause: str
    message: str


class AcknowledgementView(Message):
    name: str
    message: str
    clause: str


class CheckedView(Message):
    """What was found in a text that may become the next revision."""

    title: str
    faults: list[FaultView]
    acknowledge: list[AcknowledgementView]
    changes: list[FiledChange]
    why_not: list[str]
    """Why it may not be filed, besides its faults."""
