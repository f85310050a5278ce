"""The `pitboss people` commands; each imports what it runs only when it runs."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.parameters import USUAL_BOOKS, HouseBooks, Json

people = App(
    name="people",
    help_epilogue="""Examples:
  pitboss people
  pitboss people reset Ada --data house
""",
)


@people.default
def list_people(*, books: HouseBooks = USUAL_BOOKS, json: Json = False) -> None:
    """List everyone who logs in with a password, and their roles; `reset` sets a new password."""
    from pitboss.cli.people import print_people

    print_people(books, as_json=json)


@people.command(
    help_epilogue="""Examples:
  pitboss people reset Ada
  pitboss people reset Flora --data house
"""
)
def reset(
    name: Annotated[str, Parameter(help="Whose password; case does not matter.")],
    /,
    *,
    books: HouseBooks = USUAL_BOOKS,
    json: Json = False,
) -> None:
    """Set and print a new password for someone, while the house is stopped."""
    from pitboss.cli.people import reset_password

    reset_password(name, books, as_json=json)
