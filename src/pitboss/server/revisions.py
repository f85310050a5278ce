"""The revisions of a Rules Submission: filed, approved, and in force from their date, between the
rounds of each table.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final

from pitboss.documents.evidence import FILED, submission_of
from pitboss.errors import NotAllowed, PitbossError, UnknownName, either
from pitboss.rulebook.load import Rulebook
from pitboss.server.filed_revisions import (
    APPROVED,
    dealt_under,
    due,
    last_number,
    next_number,
    revisions,
)
from pitboss.server.floor import Floor
from pitboss.server.messages.orders import CloseOrder
from pitboss.server.tables.closures import close, transfers_view
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.tables.open_tables import free_id, open_new, reopen
from pitboss.store.journal import Note
from pitboss.store.people import Person
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
IN_FORCE: Final = "in force"
START_PLAIN: Final = (
    "keep the books of this house separate with --data FOLDER, or start without --submission and "
    "file "
    "the revision at the desk, where it takes effect on its day once it is approved."
)
"""How an open house changes to another submission."""


def gaming_day(floor: Floor) -> date:
    """The gaming day of the house."""
    return floor.filed.day_at(floor.store.clock())


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
    said = {
        "sha256": digest,
        "revision": each.submission.revision,
        "by": approval.by,
        "on": str(approval.on),
        "document": approval.document,
    }
    floor.store.note(by, APPROVED, json.dumps(said))


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


def is_waiting(floor: Floor, wanted: Submission) -> bool:
    """Whether a revision that is due is not in force yet, or not all its tables are open."""
    now = floor.filed
    if wanted.digest == now.digest:
        return bool(unopened(floor, wanted))
    return wanted.revision > now.revision


async def take_effect(floor: Floor, today: date, by: str) -> bool:
    """Serve the revision that is due and open its tables; returns whether there was one.

    Refused while a table is open whose current settings it does not file.
    """
    wanted = due(revisions(floor), today)
    if wanted is None or not is_waiting(floor, wanted):
        return False
    check_floor(floor, wanted, "close it at the desk first.")
    said = {"revision": wanted.title, "effective": str(wanted.effective), "sha256": wanted.digest}
    if floor.filed.digest != wanted.digest:
        await floor.writes(lambda: floor.store.note(by, IN_FORCE, json.dumps(said)))
    floor.filed, floor.files_itself = wanted, False
    await open_filed(floor, wanted, by)
    return True


def draft(floor: Floor, house: House, name: str, today: date) -> str:
    """The next revision as a text: what is in force, with this table added or changed."""
    number = next_number(floor, floor.filed)
    return written(floor.book, with_table(floor.filed, house, name, today, number))


# -- the tables of a submission: which are to be opened, and which stand in its way ----------------

NAMED: Final = 4
"""How many tables a refusal names; the others are only counted."""


async def open_filed(floor: Floor, submission: Submission, by: str) -> None:
    """Open every table of a submission that is not open; each log names the revision."""
    for table in unopened(floor, submission):
        ident = free_id(floor.taken, table.id)
        filed = replace(table.house, table=ident, revision=submission.reference)
        await open_new(floor, filed, table.name, by)


def unopened(floor: Floor, submission: Submission) -> list[FiledTable]:
    """The tables of a submission that are not on the floor; a closed one is."""
    there = floor.names
    return [table for table in submission.tables if table.name not in there]


def keep_text(store: Store, submission: Submission) -> None:
    """Write the text of a submission to the audit trail, once, for those who check its tables."""
    if not submission_of(store, submission.reference):
        store.note("pitboss", FILED, submission.text)


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


def check_effective(submission: Submission, today: date) -> None:
    """Refuse a revision before the date from which it is effective."""
    if submission.effective > today:
        raise NotAllowed(
            f"{submission.title} is effective from {submission.effective}. Until then serve the "
            "revision in force; --trial tries this one."
        )


# -- a revision takes effect on its gaming day -----------------------------------------------------

OFTEN: Final = 5.0
"""Seconds between two checks."""
CLOSED: Final = "close table"
PITBOSS: Final = Person(0, "pitboss", "floor")


async def watch(floor: Floor) -> None:
    """Put each revision in force when its day comes, for as long as the floor is open."""
    told = ""
    while True:
        await asyncio.sleep(OFTEN)
        try:
            await floor.finish(put_in_force(floor))
            told = ""
        except NotAllowed as why:
            if str(why) != told:  # it waits at the desk, and is tried again
                told = str(why)
                log.warning("a revision that is due waits", extra={"why": told})
        except Exception:
            log.exception("a revision could not be put in force")


async def put_in_force(floor: Floor) -> bool:
    """Serve the revision that is due; returns whether one is now in force that was not.

    Tables that it files differently close between rounds. Once all have closed, they open again as
    it files them, after the next start if the server was stopped meanwhile. Refused while a meter
    of such a table is owed.
    """
    day = gaming_day(floor)
    wanted = due(await floor.reads.whole(revisions, floor), day)
    is_new = wanted is not None and is_waiting(floor, wanted)
    if wanted and is_new and not await _serve(floor, wanted, day):
        return False  # a round is in play
    await _open_closed(floor)
    return is_new


async def _serve(floor: Floor, wanted: Submission, day: date) -> bool:
    """Close the tables that a revision files differently and put it in force, between rounds."""
    other = filed_otherwise(floor, wanted)
    for at in other:
        _check_meters(floor, at, wanted)
    for at in other:
        await _close(floor, at, wanted)
    if any(at.is_open for at in other):
        return False
    return await take_effect(floor, day, PITBOSS.name)


async def _open_closed(floor: Floor) -> None:
    """Reopen, as now filed, the tables that were closed by a revision and not by a person."""
    async with floor.opening:
        filed = {table.name for table in floor.filed.tables}
        closed = [at for at in floor.tables.values() if not at.is_open and at.name in filed]
        notes = await floor.reads.whole(floor.store.noted, CLOSED) if closed else []
        by_revision = {json.loads(n.details)["table"] for n in notes if n.who == PITBOSS.name}
        for at in closed:
            if at.id not in by_revision:
                continue
            try:
                await reopen(floor, at, PITBOSS.name)
            except PitbossError as error:  # the others open all the same
                log.error("not reopened", extra={"table": at.id, "why": str(error)})


def _check_meters(floor: Floor, at: LiveTable, wanted: Submission) -> None:
    """Refuse to close a table whose meter must first be won or handed over."""
    owed = [meter for meter in transfers_view(floor, at).meters if meter.owed]
    if owed:
        raise NotAllowed(
            f"{wanted.title} waits for {at.name}: close it at the desk, and say where its "
            f"meters go. {owed[0].why}",
            owed[0].clause or "",
        )


async def _close(floor: Floor, at: LiveTable, wanted: Submission) -> None:
    """Close a table if no round is in play."""
    async with floor.locked(floor.group_at(at)):
        empty = at.table.betting and not at.table.boxes
        if not at.is_open or not (at.is_idle or empty):
            return
        order = CloseOrder(do="close", why=f"{wanted.title} files it differently")
        said = {"table": at.id, "why": order.why}
        act = partial(close, floor, at, PITBOSS, order, {})
        note = Note(PITBOSS.name, CLOSED, json.dumps(said, ensure_ascii=False))
        await floor.step(at, act, notes=(note,))
