"""The `pitboss submission` commands; each imports what it runs only when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.parameters import Folders, Json

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
        Parameter(show_default=False, help="The revision in force, whose meters may not just end."),
    ] = None,
    json: Json = False,
    rulebook: Folders = (),
) -> int:
    """Report every fault with its line and clause, and what the house must acknowledge."""
    from pitboss.cli.screen import rulebook as load
    from pitboss.cli.submission import check_submission

    return check_submission(load(rulebook), file, replaces, as_json=json)
