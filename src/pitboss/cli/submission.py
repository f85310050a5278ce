"""`pitboss submission`: what the commands print."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from pitboss.cli.progress import progress
from pitboss.cli.screen import MARK, Screen, count, heading, indented, print_json
from pitboss.cli.status import DONE, FAULTS
from pitboss.rulebook.load import Rulebook
from pitboss.submission.check import CheckedSubmission, check
from pitboss.submission.figures import Acknowledgement
from pitboss.submission.read import read_file
from pitboss.submission.records import FilingFault, Submission


def check_submission(book: Rulebook, file: Path, before: Path | None, *, as_json: bool) -> int:
    """Check a file; exit with status 1 if it may not be filed as it is."""
    submission, checked = checked_file(book, file, before, quiet=as_json)
    if as_json:
        print_json(
            {
                "faults": [fault_form(fault) for fault in checked.faults],
                "acknowledge": [acknowledgement_form(each) for each in checked.due],
            }
        )
        return DONE if checked.may_be_filed else FAULTS
    show_checked(Screen(), submission, checked)
    return DONE if checked.may_be_filed else FAULTS


def checked_file(
    book: Rulebook, file: Path, before: Path | None = None, *, quiet: bool = False
) -> tuple[Submission, CheckedSubmission]:
    """A file, and everything that is wrong with it."""
    found, faults = read_file(book, file)
    old = read_file(book, before)[0] if before else None
    with progress("Checking tables", quiet=quiet) as begin:
        return found, check(book, found, faults, old, begin(len(found.tables)))


def show_checked(screen: Screen, submission: Submission, checked: CheckedSubmission) -> None:
    """Every fault, what is to be acknowledged, and a verdict."""
    for fault in checked.faults:
        said = f"{fault.clause}: {fault.message}" if fault.clause else fault.message
        screen.print(Text.assemble((f"{fault.place}: ", MARK), said), soft_wrap=True)
    if checked.due:
        screen.print(heading("To acknowledge, by name, in a list: acknowledge = […]"))
        for each in checked.due:
            name = f'"{each.name}"'
            screen.print(indented(Text.assemble((name, MARK), f"  {each.message}")))
        screen.print()
    verdict = count(len(checked.faults), "fault") if checked.faults else "no faults"
    tables = count(len(submission.tables), "table")
    told = f", {len(checked.due)} to acknowledge" if checked.due else ""
    screen.print(f"{submission.title}: {tables}, {verdict}{told}.", soft_wrap=True)


def fault_form(fault: FilingFault) -> dict[str, str | int]:
    """A fault as plain data."""
    return {
        "file": fault.place.file,
        "line": fault.place.line,
        "clause": fault.clause,
        "message": fault.message,
    }


def acknowledgement_form(each: Acknowledgement) -> dict[str, str]:
    """Something to acknowledge as plain data."""
    return {
        "name": each.name,
        "table": each.table,
        "wager": each.wager,
        "clause": each.clause,
        "message": each.message,
    }
