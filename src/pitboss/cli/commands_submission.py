"""The `pitboss submission` commands; each imports what it runs only when it runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.parameters import SETUP, Setup, check_positive

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
            show_default=False,
            help="`demo`, or the folder or database URL of a running house; by default, asks you.",
        ),
    ] = "",
    name: Annotated[str, Parameter(show_default=False, help="The name of the house.")] = "",
    jurisdiction: Annotated[
        str, Parameter(show_default=False, help="Only tables under this law.")
    ] = "",
    effective: Annotated[
        str,
        Parameter(show_default=False, help="Effective date, such as 2027-02-01; by default today."),
    ] = "",
    setup: Setup = SETUP,
) -> int:
    """Write a first submission: the demonstration floor, a running house, or your answers."""
    from pitboss.cli.new_submission import write_first

    return write_first(setup.book, file, source, name, jurisdiction, effective, as_json=setup.json)


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
    from pitboss.cli.submission import show_changes

    return show_changes(setup.book, old, new, as_json=setup.json)


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
        Parameter(
            show_default=False,
            help="The revision in force; a meter of it may end only as the law allows.",
        ),
    ] = None,
    setup: Setup = SETUP,
) -> int:
    """Report every fault with its line and clause, and what the house must acknowledge."""
    from pitboss.cli.submission import check_submission

    return check_submission(setup.book, file, replaces, as_json=setup.json)


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
    date: Annotated[
        str,
        Parameter(
            show_default=False,
            help="The date on the documents, such as 2027-01-15; by default today.",
        ),
    ] = "",
    jobs: Annotated[
        int | None, Parameter(help="Number of processes; by default one per core.")
    ] = None,
    setup: Setup = SETUP,
) -> int:
    """Write the document and everything filed with it; nothing if there is a fault."""
    from pitboss.cli.write_submission import write_submission

    check_positive("--jobs", jobs)
    cores, own = jobs or os.cpu_count() or 1, setup.own
    return write_submission(setup.book, file, out, date, jobs=cores, own=own, as_json=setup.json)
