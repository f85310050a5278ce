"""The revisions that the books hold, who approved them, and the number of the next."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from pitboss.documents.evidence import FILED
from pitboss.server.floor import Floor
from pitboss.store.trail import TrailLine
from pitboss.submission.file import read
from pitboss.submission.records import Approval, Submission

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


def _filed(submission: Submission, note: TrailLine) -> Revision:
    return Revision(submission, note.who, note.at, submission.approved)


def approval_in_words(floor: Floor) -> str:
    """Who approved the revision in force, as the books have it."""
    held = (each for each in revisions(floor) if each.submission.digest == floor.filed.digest)
    approved = next((each.approved for each in held), None)
    return f"approved by {approved.by} on {approved.on}" if approved else "not approved yet"


def due(found: Sequence[Revision], today: date) -> Submission | None:
    """The highest revision that is approved and whose date has come."""
    ripe = [
        each.submission for each in found if each.approved and each.submission.effective <= today
    ]
    return max(ripe, key=lambda each: each.revision, default=None)


def dealt_under(floor: Floor, found: Sequence[Revision]) -> Submission | None:
    """The newest revision that the log of a table on the floor names."""
    houses = [at.filed for at in floor.tables.values()]
    houses += [waits.filed for waits in floor.waiting.values() if waits.filed]
    named = {house.revision for house in houses}
    under = [each.submission for each in found if each.submission.reference in named]
    return under[-1] if under else None


def last_number(floor: Floor, name: str) -> int:
    """The highest number that was filed under the name of a house; 0 if none was."""
    filed = (each.submission for each in revisions(floor))
    return max((each.revision for each in filed if each.name == name), default=0)


def next_number(floor: Floor, now: Submission) -> int:
    """The number of the revision after the one in force: none is used twice."""
    return max(now.revision, last_number(floor, now.name)) + 1
