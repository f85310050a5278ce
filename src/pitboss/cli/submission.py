"""`pitboss submission`: each command imports what it runs only when it runs."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from datetime import date
from itertools import chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter
from rich.text import Text

from pitboss.cli.exit_status import DONE, FAULTS
from pitboss.cli.files import check_folder, make_folder, new_file
from pitboss.cli.parameters import SETUP, Jobs, Setup, cores_of, read_day
from pitboss.cli.screen import MARK, NAME, SOFT, Screen, heading, indented, print_json, tell
from pitboss.documents.output_file import save, sha256
from pitboss.errors import PitbossError, command, count

if TYPE_CHECKING:
    from pitboss.rulebook.load import Rulebook
    from pitboss.rulebook.toml_values import Fault
    from pitboss.submission.check import CheckedSubmission
    from pitboss.submission.records import Submission

submission = App(
    name="submission",
    help="The Rules Submission of a house: write, check, compare and print it.",
    help_epilogue="""Examples:
  pitboss submission new house.toml --from demo
  pitboss submission check house.toml
  pitboss submission write house.toml --out documents
""",
)

File = Annotated[Path, Parameter(help="The submission, a TOML file.")]


@submission.command(
    help_epilogue="""Examples:
  pitboss submission new house.toml
  pitboss submission new house.toml --from demo --jurisdiction colorado
  pitboss submission new house.toml --from /srv/house
"""
)
def new(
    file: Annotated[Path, Parameter(help="The new file to write.")],
    /,
    *,
    source: Annotated[
        str,
        Parameter(
            name="--from",
            help="`demo`, or the folder or database URL of a running house; by default, you are "
            "asked.",
        ),
    ] = "",
    name: Annotated[str | None, Parameter(help="The name of the house.")] = None,
    jurisdiction: Annotated[str, Parameter(help="Only tables under this law.")] = "",
    effective: Annotated[
        str, Parameter(help="Effective date, such as 2027-02-01; by default today.")
    ] = "",
    setup: Setup = SETUP,
) -> None:
    """Write a first submission: the demonstration floor, a running house, or your answers."""
    from pitboss.cli.first_submission import GIVE_FROM, Questions, running_house
    from pitboss.submission.file import written
    from pitboss.submission.first_submission import from_demonstration
    from pitboss.submission.records import read_house_name

    book = setup.book
    if file.exists():
        raise PitbossError(f"{file} already exists; choose another name.")
    name = None if name is None else read_house_name(name)
    day = read_day(effective) if effective else date.today()
    if source == "demo":
        made = from_demonstration(book, name, jurisdiction, day)
    elif source:
        made = running_house(source, name, day)
    elif sys.stdin.isatty() or not setup.json:
        made = Questions(book, Screen()).submission(name, jurisdiction, day if effective else None)
    else:
        raise PitbossError(f"there is no terminal on which to ask questions: {GIVE_FROM}")
    with new_file(file) as out:
        out.write(written(book, made))
    next_step = f"{command()} submission check {file}"
    form = {"file": str(file), "tables": [table.id for table in made.tables], "next": next_step}
    words = f"Wrote {file}: {count(len(made.tables), 'table')}. Next: {next_step}"
    tell(form, words, as_json=setup.json)


@submission.command(
    help_epilogue="""Example:
  pitboss submission diff house-3.toml house-4.toml
"""
)
def diff(
    old: Annotated[Path, Parameter(help="The revision in force.")],
    new: Annotated[Path, Parameter(help="The next revision.")],
    /,
    *,
    setup: Setup = SETUP,
) -> int:
    """Say what changes, and which clause requires notice."""
    from pitboss.submission.changes import changes
    from pitboss.submission.check import ended_meters
    from pitboss.submission.file import read_file
    from pitboss.submission.records import in_order

    book = setup.book
    (before, wrong), (after, also) = read_file(book, old), read_file(book, new)
    if faults := [*in_order(wrong), *in_order(also)]:
        raise PitbossError("\n".join(["check these first:", *map(str, faults)]))
    found, ended = list(changes(book, before, after)), list(ended_meters(book, after, before))
    if setup.json:
        print_json(
            {
                "from": before.reference,
                "to": after.reference,
                "effective": str(after.effective),
                "changes": [asdict(each) | {"table": each.table or None} for each in found],
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


@submission.command(
    help_epilogue="""Examples:
  pitboss submission check house.toml
  pitboss submission check house-4.toml --replaces house-3.toml
"""
)
def check(
    file: File,
    /,
    *,
    replaces: Annotated[
        Path | None,
        Parameter(help="The revision in force; a meter of it may end only as the law allows."),
    ] = None,
    setup: Setup = SETUP,
) -> int:
    """Report every fault with its line and clause, and what the house must acknowledge."""
    found, checked = checked_file(setup.book, file, replaces, quiet=setup.json)
    show_checked(found, checked, as_json=setup.json)
    return DONE if checked.may_be_filed else FAULTS


@submission.command(
    help_epilogue="""Examples:
  pitboss submission write house.toml --out documents
  pitboss submission write house.toml --out documents --date 2027-01-15
"""
)
def write(
    file: File,
    /,
    *,
    out: Annotated[Path, Parameter(help="The folder to write to; created if missing.")],
    day: Annotated[
        str,
        Parameter(
            name="--date", help="The date on the documents, such as 2027-01-15; by default today."
        ),
    ] = "",
    jobs: Jobs = None,
    setup: Setup = SETUP,
) -> int:
    """Write the document and everything filed with it; nothing if there is a fault."""
    from pitboss.analysis.workers import worked
    from pitboss.cli.progress import progress
    from pitboss.documents.submission_bundle import (
        house_files,
        manifest,
        table_files,
        table_requests,
    )

    check_folder(out)
    cores, book = cores_of(jobs), setup.book
    drawn = read_day(day) if day else date.today()
    found, checked = checked_file(book, file, quiet=setup.json)
    if not checked.may_be_filed:
        show_checked(found, checked, as_json=setup.json)
        return FAULTS
    files: dict[str, bytes] = {}
    requests = table_requests(found, checked, drawn)
    with progress("Writing documents", quiet=setup.json) as begin:
        step = begin(1 + len(requests))
        house = house_files(book, found, checked, drawn)
        tables = worked(book, setup.own, table_files, requests, cores)
        for made in chain((house,), (made for _, made in tables)):
            files |= made
            step(1)
    digests = {path: _save(out / path, content) for path, content in sorted(files.items())}
    save(out / "manifest.json", manifest(found, digests))
    words = f"Wrote {count(len(digests) + 1, 'file')} to {out}."
    tell({"folder": str(out), "files": digests}, words, as_json=setup.json)
    return DONE


def _save(path: Path, content: bytes) -> str:
    """Write a file, with the folders above it; its digest."""
    make_folder(path.parent)
    save(path, content)
    return sha256(content)


def checked_file(
    book: Rulebook, file: Path, before: Path | None = None, *, quiet: bool = False
) -> tuple[Submission, CheckedSubmission]:
    """A file, and everything that is wrong with it."""
    from pitboss.cli.progress import progress
    from pitboss.documents.submission_bundle import undrawn
    from pitboss.submission.check import check
    from pitboss.submission.file import read_file

    found, faults = read_file(book, file)
    old = read_file(book, before)[0] if before else None
    with progress("Checking tables", quiet=quiet) as begin:
        checked = check(book, found, faults, old, begin(len(found.tables)))
    if not checked.faults:
        checked = replace(checked, faults=tuple(undrawn(found, checked)))
    return found, checked


def show_checked(submission: Submission, checked: CheckedSubmission, *, as_json: bool) -> None:
    """Every fault, what is to be acknowledged, and a verdict."""
    if as_json:
        faults = [fault_form(fault) for fault in checked.faults]
        print_json({"faults": faults, "acknowledge": [asdict(each) for each in checked.due]})
        return
    screen = Screen()
    for fault in checked.faults:
        screen.print(Text.assemble((f"{fault.place}: ", MARK), fault.said), soft_wrap=True)
    if checked.due:
        screen.print(heading("Acknowledge these by name, in a list: acknowledge = […]"))
        for each in checked.due:
            name = f'"{each.name}"'
            screen.print(indented(Text.assemble((name, MARK), f"  {each.message}")))
        screen.print()
    told = f", {len(checked.due)} to acknowledge" if checked.due else ""
    verdict = f"{submission.title}: {count(len(submission.tables), 'table')}, no faults"
    if checked.faults:  # whose tables may not all be read
        verdict = f"{submission.file}: {count(len(checked.faults), 'fault')}"
    screen.print(f"{verdict}{told}.", soft_wrap=True)


def unfiled(checked: CheckedSubmission) -> str:
    """Why a submission may not be filed, one line for each reason."""
    lines = [str(fault) for fault in checked.faults]
    lines += [f'acknowledge "{each.name}": {each.message}' for each in checked.due]
    return "\n".join(["the submission cannot be filed yet:", *lines])


def fault_form(fault: Fault) -> dict[str, str | int]:
    """A fault as plain data."""
    return asdict(fault.place) | {"clause": fault.clause, "message": fault.message}
