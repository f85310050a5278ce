"""`pitboss evidence`: the regulator's bundle, written and checked."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from pitboss.cli.exit_status import DONE, FAULTS
from pitboss.cli.files import read_bytes
from pitboss.cli.parameters import SETUP, USUAL_BOOKS, HouseBooks, Setup, read_day
from pitboss.cli.screen import MARK, NAME, SOFT, Screen, print_json, tell
from pitboss.documents.output_file import check_folder, save, sha256
from pitboss.errors import NotAllowed, command

evidence = App(
    name="evidence",
    help="The regulator's bundle: what a table dealt and paid, signed, in one archive.",
    help_epilogue="""Examples:
  pitboss evidence --table T1 --from 2027-02-01 --to 2027-02-07 --out t1.zip
  pitboss evidence verify t1.zip
""",
)


@evidence.default
def _make(
    *,
    table: Annotated[str, Parameter(help="The table, by its id.")],
    first: Annotated[
        str, Parameter(name="--from", help="The first day (UTC), such as 2027-02-01.")
    ],
    last: Annotated[str, Parameter(name="--to", help="The last day, included.")],
    out: Annotated[Path, Parameter(help="The archive to write.")],
    books: HouseBooks = USUAL_BOOKS,
    setup: Setup = SETUP,
) -> None:
    """Write the archive of a table: log, ledger, meters, slips, submission, proofs, signature."""
    from pitboss.documents import evidence

    book, period = setup.book, evidence.Period(read_day(first), read_day(last))
    if period.first > period.last:
        raise NotAllowed(f"--from {period.first} is after --to {period.last}.")
    check_folder(out)
    with books.open() as store:
        made = datetime.now(UTC).isoformat(timespec="seconds")
        content = evidence.evidence(book, store, table, period, made)
    save(out, content)
    words = f"Wrote {out}. To check it: {command()} evidence verify {out}"
    tell({"file": str(out), "sha256": sha256(content)}, words, as_json=setup.json)


@evidence.command(help_epilogue="Example:\n  pitboss evidence verify t1.zip\n")
def verify(
    file: Annotated[Path, Parameter(help="The archive.")], /, *, setup: Setup = SETUP
) -> int:
    """Say what an archive proves and what it does not; exit with status 1 if anything is false."""
    from pitboss.documents.evidence import check_evidence

    found = check_evidence(setup.book, read_bytes(file))
    wrong = any(each.verdict == "false" for each in found)
    if setup.json:
        print_json({"file": str(file), "findings": [asdict(each) for each in found]})
        return FAULTS if wrong else DONE
    screen = Screen()
    style = {"proved": NAME, "false": MARK, "not proved": SOFT}
    for each in found:
        screen.print(Text.assemble((f"{each.verdict:<11}", style[each.verdict]), each.says))
    verdict = "Something is false." if wrong else "Nothing is false."
    screen.print(f"\n{verdict} What is not proved needs other evidence.")
    return FAULTS if wrong else DONE
