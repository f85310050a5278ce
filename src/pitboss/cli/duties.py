"""`pitboss rules duties`: what must be posted, approved or inspected before a table opens."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from pitboss.cli.parameters import SETUP, Setup
from pitboss.cli.screen import KEY, SOFT, Screen, pairs, print_json
from pitboss.errors import count


def duties(
    game: Annotated[str, Parameter(help="The id, key or name of a game.")],
    /,
    *,
    side: Annotated[
        tuple[str, ...], Parameter(name="--with", help="Side wagers at the table.")
    ] = (),
    setup: Setup = SETUP,
) -> None:
    """`pitboss rules duties`."""
    from pitboss.table.houses.default_house import Wish, file_house, find_game

    book = setup.book
    found = find_game(book, game)
    opened = file_house(book, found, Wish(wagers=side)).opened
    if setup.json:
        print_json([asdict(each) | {"done": each.done} for each in opened.duties])
        return
    screen = Screen()
    screen.print(
        pairs(
            [
                (
                    Text(each.key, style=KEY),
                    Text.assemble(f"{each.done}: {each.says}  ", (each.cite, SOFT)),
                )
                for each in opened.duties
            ]
        )
    )
    screen.print()
    law = book.jurisdictions[found.jurisdiction].name
    screen.print(f"{count(len(opened.duties), 'duty', 'duties')} at {found.name}, {law}.")
