"""The Rules Submission of the house: its revisions, and what the next one would change."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from pitboss.errors import NotAllowed
from pitboss.server.access.auth import FloorStaff, TheFloor, Watchers, charge
from pitboss.server.api.tables import Settings, read_house
from pitboss.server.floor import Floor
from pitboss.server.messages.record_messages import (
    AcknowledgementView,
    ApprovalOrder,
    CheckedView,
    FaultView,
    RevisionLine,
    SubmissionText,
    SubmissionView,
)
from pitboss.server.revisions import (
    Revision,
    approve,
    checked_revision,
    draft,
    due,
    file_text,
    gaming_day,
    is_waiting,
    may_file,
    revisions,
)
from pitboss.server.tables.filed_tables import take_effect
from pitboss.submission.records import Approval

router = APIRouter(prefix="/submission", tags=["submission"])


@router.get("")
async def submission(who: Watchers, floor: TheFloor) -> SubmissionView:
    """The revision in force, and every revision filed."""
    return await floor.reads.whole(submission_view, floor)


@router.post("/check", dependencies=[Depends(charge)])
async def check_text(said: SubmissionText, who: FloorStaff, floor: TheFloor) -> CheckedView:
    """Every fault of a text with its line and clause, and what it changes; nothing is filed."""
    found, checked, moved, why = await floor.reads.whole(checked_revision, floor, said.text)
    return CheckedView(
        title=found.title,
        faults=[FaultView.from_record(fault, line=fault.place.line) for fault in checked.faults],
        acknowledge=[AcknowledgementView.from_record(each) for each in checked.due],
        changes=list(moved),
        why_not=why,
    )


@router.post("", status_code=201, dependencies=[Depends(charge)])
async def file_revision(said: SubmissionText, who: FloorStaff, floor: TheFloor) -> SubmissionView:
    """File the next revision; it takes effect once it is approved and its date has come."""
    await floor.reads.whole(may_file, floor, said.text)
    await floor.writes(lambda: file_text(floor, said.text, who.name))
    return await floor.reads.whole(submission_view, floor)


@router.post("/approval")
async def approve_revision(said: ApprovalOrder, who: FloorStaff, floor: TheFloor) -> SubmissionView:
    """Record the approval of a revision that was filed."""
    approval = Approval(said.by, said.on, said.document)
    await floor.writes(lambda: approve(floor, said.sha256, approval, who.name))
    return await floor.reads.whole(submission_view, floor)


@router.post("/effect")
async def put_in_force(who: FloorStaff, floor: TheFloor) -> SubmissionView:
    """Serve the approved revision whose date has come, and open its tables.

    Refused while an open table has settings that the revision does not file, or if none is due.
    """
    day = gaming_day(floor)
    if not await take_effect(floor, day, who.name):
        raise NotAllowed(
            f"No other revision can take effect on {day}: a revision must be approved, and its "
            "effective date reached."
        )
    return await floor.reads.whole(submission_view, floor)


@router.post("/draft")
async def draft_revision(settings: Settings, who: FloorStaff, floor: TheFloor) -> SubmissionText:
    """The next revision as a text, with this table added or changed; nothing is filed."""
    name, house = read_house(settings)
    return SubmissionText(text=draft(floor, house, name, gaming_day(floor)))


def submission_view(floor: Floor) -> SubmissionView:
    """What the house has filed, the newest revision first."""
    found, now = revisions(floor), floor.filed
    wanted = due(found, gaming_day(floor))
    return SubmissionView.from_record(
        now,
        files_itself=floor.files_itself,
        due=wanted.title if wanted and is_waiting(floor, wanted) else "",
        revisions=[_line(each, floor) for each in reversed(found)],
    )


def _line(each: Revision, floor: Floor) -> RevisionLine:
    filed, now = each.submission, floor.filed
    state = "approved" if each.approved else "filed"
    if filed.digest == now.digest:
        state = "in force"
    elif filed.revision < now.revision:
        state = "superseded"
    return RevisionLine.from_record(
        filed,
        sha256=filed.digest,
        tables=len(filed.tables),
        filed_by=each.filed_by,
        filed_at=each.filed_at,
        approved=each.approved,
        state=state,
    )
