"""The `pitboss evidence` commands; each imports what it runs only when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.parameters import SETUP, USUAL_BOOKS, HouseBooks, Setup

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
    first: Annotated[str, Parameter(name="--from", help="The first day in UTC, as 2027-02-01.")],
    last: Annotated[str, Parameter(name="--to", help="The last day.")],
    out: Annotated[Path, Parameter(help="The archive to write.")],
    books: HouseBooks = USUAL_BOOKS,
    setup: Setup = SETUP,
) -> int:
    """Write the archive of a table: log, ledger, meters, slips, submission, proofs, signature."""
    from pitboss.cli.evidence import write_evidence

    days = (first, last)
    return write_evidence(setup.book, table, days, out, books, as_json=setup.json)


@evidence.command(help_epilogue="Example:\n  pitboss evidence verify t1.zip\n")
def verify(
    file: Annotated[Path, Parameter(help="The archive.")], /, *, setup: Setup = SETUP
) -> int:
    """Say what an archive proves and what it does not; exit with status 1 if anything is false."""
    from pitboss.cli.evidence import verify_evidence

    return verify_evidence(setup.book, file, as_json=setup.json)
