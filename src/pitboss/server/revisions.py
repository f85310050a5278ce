"""The revisions of the Rules Submission that the books hold: filed, approved, in force from their
date; and which tables of the floor each of them files.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Final

from pitboss.documents.evidence import FILED, submission_of
from pitboss.errors import NotAllowed, PitbossError, UnknownName, either
from pitboss.rulebook.load import Rulebook
from pitboss.server.floor import Floor
from pitboss.server.tables.live_table import LiveTable
from pitboss.store.store import Store
from pitboss.submission.changes import FiledChange, changes
from pitboss.submission.file import read, with_table, written
from pitboss.submission.first_submission import NAME, demonstration
from pitboss.submission.records import Approval, FiledTable, Submission, why_not_after
from pitboss.table.houses.house import House
from pitboss.table.houses.offers import with_defaults
from pitboss.table.houses.opening import open_house

if TYPE_CHECKING:  # it proves what is offered; a server starts without it
    from pitboss.submission.check import CheckedSubmission

log = logging.getLogger("pitboss.floor")
APPROVED: Final = "approve submission"
START_PLAIN: Final = (
    "keep the books of this house separate with --data FOLDER, or start without --submission and "
    "file the revision at the desk, where it takes effect on its day once it is approved."
)
"""How an open house changes to another submission."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision that the books hold."""

    submission: Submission
    filed_by: str
    filed_at: str
    approved: Approval | None = None


def revisions(floor: Floor) -> list[Revision]:
    """Every revision that was filed, oldest first."""
    found: dict[str, Revision] = {}
    for note in floor.store.noted(FILED, APPROVED):
        if note.what == FILED:
            made = _read(floor, note.details)
            found[made.digest] = Revision(made, note.who, note.at, made.approved)
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


def gaming_day(floor: Floor) -> date:
    """The gaming day of the house."""
    return floor.filed.day_at(floor.store.clock())


# -- the next revision -----------------------------------------------------------------------------


def checked_revision(
    floor: Floor, text: str
) -> tuple[Submission, CheckedSubmission, list[FiledChange], list[str]]:
    """A text as the next revision: its faults, what it changes, and why it may not be filed."""
    from pitboss.submission.check import check

    before = floor.filed
    submission, faults = read(floor.book, text)
    checked = check(floor.book, submission, faults, before)
    why: list[str] = []
    if why_not_after(submission, before):  # one of the faults, unless the text is no TOML
        return submission, checked, [], why
    if taken := _taken(floor, submission):
        why.append(taken)
    moved = [] if faults else [*changes(floor.book, before, submission)]
    return submission, checked, moved, why


def may_file(floor: Floor, text: str) -> None:
    """Refuse a text that may not be filed, with its first fault."""
    submission, checked, _, why = checked_revision(floor, text)
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
    last = last_number(floor, submission.name)
    if last < submission.revision:
        return ""
    return f"revision {last} is already filed; the next must be {last + 1} or higher."


def approve(floor: Floor, digest: str, approval: Approval, by: str) -> None:
    """Record who approved a revision that was filed, when, and in which document."""
    found = {each.submission.digest: each for each in revisions(floor)}
    if digest not in found:
        raise UnknownName("revision", digest[:16], [each[:16] for each in found])
    each = found[digest]
    if each.approved:
        raise NotAllowed(f"{each.submission.title} was already approved by {each.approved.by}.")
    if approval.on > each.submission.effective:
        raise NotAllowed(
            f"{each.submission.title} is effective on {each.submission.effective}, before it is "
            f"approved on {approval.on}: file a revision with a later date."
        )
    said = {"sha256": digest, "revision": each.submission.revision, **asdict(approval)}
    floor.store.note(by, APPROVED, json.dumps(said, default=str))


def draft(floor: Floor, house: House, name: str, today: date) -> str:
    """The next revision as a text: what is in force, with this table added or changed."""
    number = next_number(floor, floor.filed)
    return written(floor.book, with_table(floor.filed, house, name, today, number))


def check_effective(submission: Submission, today: date) -> None:
    """Refuse a revision before the date from which it is effective."""
    if submission.effective > today:
        raise NotAllowed(
            f"{submission.title} is effective from {submission.effective}. Until then serve the "
            "revision in force; --trial tries this one."
        )


# -- the revision that a floor starts with ---------------------------------------------------------


def start_filed(floor: Floor, given: Submission | None, today: date) -> None:
    """The submission that a floor starts with: the one given, or the one its tables were opened
    under.

    If there is neither, it is that of the house that comes with pitboss, which files itself until a
    revision that was filed and approved at the desk is in force.
    """
    found = revisions(floor)
    if given is not None:
        check_floor(floor, given, START_PLAIN)
        floor.filed = given
    else:
        first = found[0].submission if found else _first(floor, today)
        floor.filed = dealt_under(floor, found) or first
        wanted = due(found, today)
        if first.name == NAME:
            if wanted and is_waiting(floor, wanted) and not in_the_way(floor, wanted):
                floor.filed = wanted
            approved = {each.submission.digest for each in found if each.approved}
            floor.files_itself = floor.filed.name == NAME and floor.filed.digest not in approved
        check_effective(floor.filed, today)  # it may have been tried before its date
    keep_text(floor.store, floor.filed)


def _first(floor: Floor, today: date) -> Submission:
    """The first revision of books that hold none: the house that comes with pitboss.

    Books from before submissions have tables: it files their current settings, if lawful.
    """
    own = demonstration(floor.book)
    if not floor.taken:
        return own
    there = [(at.name, at.filed) for at in floor.tables.values()]
    there += [(each.name, each.filed) for each in floor.waiting.values() if each.filed]
    tables = tuple(FiledTable(name, house) for name, house in _lawful(floor.book, there))
    text = written(floor.book, replace(own, effective=today, tables=tables, acknowledged=()))
    return read(floor.book, text)[0]


def _lawful(book: Rulebook, tables: Iterable[tuple[str, House]]) -> Iterator[tuple[str, House]]:
    for name, house in tables:
        try:
            opened = open_house(book, with_defaults(book, house))
        except PitbossError as error:  # such a table continues, but cannot be reopened
            log.warning("not filed", extra={"table": name, "why": str(error)})
        else:
            yield name, replace(opened.house, revision="")


def keep_text(store: Store, submission: Submission) -> None:
    """Write the text of a submission to the audit trail, once, for those who check its tables."""
    if not submission_of(store, submission.reference):
        store.note("pitboss", FILED, submission.text)


# -- the tables of a submission: which are to be opened, and which stand in its way ----------------

NAMED: Final = 4
"""How many tables a refusal names; the others are only counted."""


def is_waiting(floor: Floor, wanted: Submission) -> bool:
    """Whether a revision that is due is not in force yet, or not all its tables are open."""
    now = floor.filed
    if wanted.digest == now.digest:
        return bool(unopened(floor, wanted))
    return wanted.revision > now.revision


def unopened(floor: Floor, submission: Submission) -> list[FiledTable]:
    """The tables of a submission that are not on the floor; a closed one is."""
    there = floor.names
    return [table for table in submission.tables if table.name not in there]


def filed_otherwise(floor: Floor, submission: Submission) -> list[LiveTable]:
    """Tables that are open and that a submission files differently, or not at all."""
    filed = {table.name: table for table in submission.tables}
    return [
        at
        for at in floor.tables.values()
        if at.is_open and not _is_filed(filed.get(at.name), at.table.opened.house)
    ]


def in_the_way(floor: Floor, submission: Submission) -> list[str]:
    """The names of open tables filed differently, and of waiting ones that are not filed."""
    filed = {table.name for table in submission.tables}
    wrong = [at.name for at in filed_otherwise(floor, submission)]
    return wrong + [waits.name for waits in floor.waiting.values() if waits.name not in filed]


def check_floor(floor: Floor, submission: Submission, remedy: str) -> None:
    """Refuse a floor with an open table that this submission files differently, or not at all."""
    if wrong := in_the_way(floor, submission):
        named = wrong if len(wrong) <= NAMED else [*wrong[:NAMED], f"{len(wrong) - NAMED} others"]
        raise NotAllowed(
            f"{either(named, 'and')} {'is' if len(wrong) == 1 else 'are'} open but not filed "
            f"this way in {submission.title}: {remedy}"
        )


def _is_filed(table: FiledTable | None, house: House) -> bool:
    """Whether a table is open as filed; its limits may have been changed since, with notice."""
    if table is None:
        return False
    same = replace(
        house,
        table=table.house.table,
        revision=table.house.revision,
        least=table.house.least,
        most=table.house.most,
    )
    return same == table.house
