"""`pitboss submission`: what the commands print."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from pathlib import Path

from rich.text import Text

from pitboss.cli.progress import progress
from pitboss.cli.screen import MARK, NAME, SOFT, Screen, count, heading, indented, print_json
from pitboss.cli.status import DONE, FAULTS
from pitboss.errors import PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.submission.check import CheckedSubmission, check, ended_meters
from pitboss.submission.diff import changes
from pitboss.submission.read import read_file
from pitboss.submission.records import FilingFault, Submission


def check_submission(book: Rulebook, file: Path, before: Path | None, *, as_json: bool) -> int:
    """Check a file; exit with status 1 if it may not be filed as it is."""
    submission, checked = checked_file(book, file, before, quiet=as_json)
    show_checked(submission, checked, as_json=as_json)
    return DONE if checked.may_be_filed else FAULTS


def checked_file(
    book: Rulebook, file: Path, before: Path | None = None, *, quiet: bool = False
) -> tuple[Submission, CheckedSubmission]:
    """A file, and everything that is wrong with it."""
    found, faults = read_file(book, file)
    old = read_file(book, before)[0] if before else None
    with progress("Checking tables", quiet=quiet) as begin:
        return found, check(book, found, faults, old, begin(len(found.tables)))


def show_checked(submission: Submission, checked: CheckedSubmission, *, as_json: bool) -> None:
    """Every fault, what is to be acknowledged, and a verdict."""
    if as_json:
        faults = [fault_form(fault) for fault in checked.faults]
        print_json({"faults": faults, "acknowledge": [asdict(each) for each in checked.due]})
        return
    screen = Screen()
    for fault in checked.faults:
        said = f"{fault.clause}: {fault.message}" if fault.clause else fault.message
        screen.print(Text.assemble((f"{fault.place}: ", MARK), said), soft_wrap=True)
    if checked.due:
        screen.print(heading("Acknowledge these by name, in a list: acknowledge = […]"))
        for each in checked.due:
            name = f'"{each.name}"'
            screen.print(indented(Text.assemble((name, MARK), f"  {each.message}")))
        screen.print()
    verdict = count(len(checked.faults), "fault") if checked.faults else "no faults"
    tables = count(len(submission.tables), "table")
    told = f", {len(checked.due)} to acknowledge" if checked.due else ""
    screen.print(f"{submission.title}: {tables}, {verdict}{told}.", soft_wrap=True)


def show_changes(book: Rulebook, old: Path, new: Path, *, as_json: bool) -> int:
    """What changes from one file to the next; exit with status 1 if a meter may not end so."""
    (before, wrong), (after, also) = read_file(book, old), read_file(book, new)
    if faults := [*wrong, *also]:
        raise PitbossError("\n".join(["check these first:", *map(str, faults)]))
    found, ended = list(changes(book, before, after)), list(ended_meters(book, after, before))
    if as_json:
        print_json(
            {
                "from": before.reference,
                "to": after.reference,
                "effective": str(after.effective),
                "changes": [
                    {"table": each.table or None, "says": each.says, "notice": [*each.notice]}
                    for each in found
                ],
                "faults": [fault_form(fault) for fault in ended],
            }
        )
        return FAULTS if ended else DONE
    screen = Screen()
    screen.print(f"{before.title} → {after.title}, effective {after.effective}", style=NAME)
    for title, group in groupby(found, lambda each: each.table or after.name):
        screen.print(heading(title))
        for each in group:
            screen.print(indented(each.says))
            for notice in each.notice:
                screen.print(indented(Text(f"notice: {notice}", style=SOFT), 4))
    for fault in ended:
        screen.print(Text(f"\n{fault}", style=MARK), soft_wrap=True)
    screen.print(f"\n{count(len(found), 'change')}." if found else "\nNothing changes.")
    return FAULTS if ended else DONE


def unfiled(checked: CheckedSubmission) -> str:
    """Why a submission may not be filed, one line for each reason."""
    lines = [str(fault) for fault in checked.faults]
    lines += [f'acknowledge "{each.name}": {each.message}' for each in checked.due]
    return "\n".join(["the submission may not be filed as it is:", *lines])


def fault_form(fault: FilingFault) -> dict[str, str | int]:
    """A fault as plain data."""
    return {
        "file": fault.place.file,
        "line": fault.place.line,
        "clause": fault.clause,
        "message": fault.message,
    }
