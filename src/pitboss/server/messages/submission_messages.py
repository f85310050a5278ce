"""What the Submission page and the server say to each other."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from pitboss.server.messages.message import Message
from pitboss.server.messages.orders import Order
from pitboss.submission.diff import FiledChange
from pitboss.submission.records import Approval

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
    """Of the revision in force."""
    reference: str
    """How the log of a table names it."""
    text: str
    files_itself: bool
    """Whatever is opened here is filed as the next revision."""
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
