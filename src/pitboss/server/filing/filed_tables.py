"""The tables of a submission: which are to be opened, and which stand in its way."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from pitboss.documents.evidence import FILED, submission_of
from pitboss.errors import NotAllowed, either
from pitboss.server.floor import Floor
from pitboss.server.live_table import LiveTable
from pitboss.server.open_tables import free_id, open_new
from pitboss.store.store import Store
from pitboss.submission.records import FiledTable, Submission
from pitboss.table.houses.house import House

NAMED: Final = 4
"""Tables that a refusal names; of more it gives the number."""


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
    """Keep the text of a submission in the audit trail, once, for whoever checks its tables."""
    if not submission_of(store, submission.reference):
        store.note("pitboss", FILED, submission.text)


def filed_otherwise(floor: Floor, submission: Submission) -> list[LiveTable]:
    """Open tables that a submission does not file as they stand."""
    filed = {table.name: table for table in submission.tables}
    return [
        at
        for at in floor.tables.values()
        if at.is_open and not _is_filed(filed.get(at.name), at.table.opened.house)
    ]


def in_the_way(floor: Floor, submission: Submission) -> list[str]:
    """The names of tables, open or waiting, that a submission does not file as they stand."""
    filed = {table.name for table in submission.tables}
    wrong = [at.name for at in filed_otherwise(floor, submission)]
    return wrong + [waits.name for waits in floor.waiting.values() if waits.name not in filed]


def check_floor(floor: Floor, submission: Submission, remedy: str) -> None:
    """Refuse a floor with an open table that this submission does not file as it stands."""
    if wrong := in_the_way(floor, submission):
        named = wrong if len(wrong) <= NAMED else [*wrong[:NAMED], f"{len(wrong) - NAMED} others"]
        raise NotAllowed(
            f"{either(named, 'and')} {'is' if len(wrong) == 1 else 'are'} open but not filed like "
            f"this in {submission.title}: {remedy}"
        )


def _is_filed(table: FiledTable | None, house: House) -> bool:
    """A table that is open as it is filed; its limits may have been changed with notice since."""
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
