"""The revisions of a house's Rules Submission: filed, approved, and in force from their date."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from pitboss.documents.evidence import FILED
from pitboss.errors import NotAllowed, UnknownName
from pitboss.server.filed_tables import check_floor, keep_text, open_filed
from pitboss.server.floor import Floor
from pitboss.store.trail import Noted
from pitboss.submission.check import CheckedSubmission, check
from pitboss.submission.demonstration import demonstration
from pitboss.submission.diff import FiledChange, changes
from pitboss.submission.read import read
from pitboss.submission.records import Approval, Submission
from pitboss.submission.write import with_table, written
from pitboss.table.house import House

APPROVED: Final = "approve submission"


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision that the books hold."""

    submission: Submission
    filed_by: str
    filed_at: str
    approved: Approval | None = None


def revisions(floor: Floor) -> list[Revision]:
    """Every revision that was filed, the first one first."""
    found: dict[str, Revision] = {}
    for note in floor.store.noted(FILED, APPROVED):
        if note.what == FILED:
            submission = _read(floor, note.details)
            found[submission.digest] = _filed(submission, note)
            continue
        said = json.loads(note.details)
        approval = Approval(said["by"], date.fromisoformat(said["on"]), said["document"])
        found[said["sha256"]] = replace(found[said["sha256"]], approved=approval)
    return list(found.values())


def _read(floor: Floor, text: str) -> Submission:
    """A text is read once: reading it checks every name in it."""
    known = floor.texts_read
    if text not in known:
        known[text] = read(floor.book, text)[0]
    return known[text]


def _filed(submission: Submission, note: Noted) -> Revision:
    return Revision(submission, note.who, note.at, submission.approved)


def due(found: Sequence[Revision], today: date) -> Submission | None:
    """The highest revision that is approved and whose date has come."""
    ripe = [
        each.submission for each in found if each.approved and each.submission.effective <= today
    ]
    return max(ripe, key=lambda each: each.revision, default=None)


def tried(
    floor: Floor, text: str
) -> tuple[Submission, CheckedSubmission, list[FiledChange], list[str]]:
    """A text as the next revision: its faults, what it changes, and why it may not be filed."""
    before = floor.filed
    submission, faults = read(floor.book, text)
    checked = check(floor.book, submission, faults, before)
    why: list[str] = []
    if before is not None and submission.revision <= before.revision:
        why.append(f"revision {before.revision} is in force: the next is {before.revision + 1}.")
        return submission, checked, [], why
    if taken := _taken(floor, submission):
        why.append(taken)
    moved = [*changes(floor.book, before, submission)] if before and not faults else []
    return submission, checked, moved, why


def may_file(floor: Floor, text: str) -> None:
    """Refuse a text that may not be filed, with its first fault."""
    submission, checked, _, why = tried(floor, text)
    if checked.faults:
        raise NotAllowed(f"{submission.title} has faults: {checked.faults[0]}")
    if checked.due:
        raise NotAllowed(f'acknowledge "{checked.due[0].name}" first: {checked.due[0].message}')
    if why:
        raise NotAllowed(f"{submission.title} may not be filed: {' '.join(why)}")


def file_text(floor: Floor, text: str, by: str) -> None:
    """File a revision that was checked, unless another came before it."""
    if why := _taken(floor, read(floor.book, text)[0]):
        raise NotAllowed(why)
    floor.store.note(by, FILED, text)


def _taken(floor: Floor, submission: Submission) -> str:
    """Why its number cannot be used; empty if it can."""
    filed = (each.submission for each in revisions(floor))
    numbers = [each.revision for each in filed if each.name == submission.name]
    if max(numbers, default=0) < submission.revision:
        return ""
    return f"revision {max(numbers)} is filed already: the next is {max(numbers) + 1}."


def approve(floor: Floor, digest: str, approval: Approval, by: str) -> None:
    """Record who approved a revision that was filed, when, and in which document."""
    found = {each.submission.digest: each for each in revisions(floor)}
    if digest not in found:
        raise UnknownName("revision", digest[:16], [each[:16] for each in found])
    each = found[digest]
    if each.approved:
        raise NotAllowed(f"{each.submission.title} is approved already, by {each.approved.by}.")
    if approval.on > each.submission.effective:
        raise NotAllowed(
            f"{each.submission.title} is effective on {each.submission.effective}, before it is "
            f"approved on {approval.on}: file a revision with a later date."
        )
    said = {
        "sha256": digest,
        "revision": each.submission.revision,
        "by": approval.by,
        "on": str(approval.on),
        "document": approval.document,
    }
    floor.store.note(by, APPROVED, json.dumps(said))


def start_filed(floor: Floor, given: Submission | None, own: bool, today: date) -> None:
    """What a floor may open when it starts: what it is given, or what its books hold.

    The house that comes with pitboss (`own`) files itself.
    """
    found = revisions(floor)
    if given is not None:
        check_floor(floor, given)
        floor.filed = given
    elif own:
        first = demonstration(floor.book)
        mine = [r.submission for r in found if r.submission.name == first.name]
        floor.filed = max([first, *mine], key=lambda each: each.revision)
        floor.files_itself = True
    else:
        floor.filed = due(found, today)
    if floor.filed is not None:
        keep_text(floor.store, floor.filed)


async def take_effect(floor: Floor, today: date, by: str) -> bool:
    """Serve the revision that is due and open its tables; whether there was one.

    Refused while a table is open that it does not file as it stands.
    """
    wanted = due(revisions(floor), today)
    now = floor.filed
    if wanted is None or (now is not None and wanted.revision <= now.revision):
        return False
    check_floor(floor, wanted)
    floor.filed, floor.files_itself = wanted, False
    await open_filed(floor, wanted, by)
    return True


def draft(floor: Floor, house: House, name: str, today: date) -> str:
    """The next revision as a text: what is in force, with this table added or changed."""
    if floor.filed is None:
        raise NotAllowed("This house has no Rules Submission: write one with `submission new`.")
    return written(floor.book, with_table(floor.filed, house, name, today))
