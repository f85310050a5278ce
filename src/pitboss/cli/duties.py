"""`pitboss rules duties`: what must be posted, approved or inspected before a table opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from rich.text import Text

from pitboss.cli.screen import KEY, SOFT, Screen, count, pairs, print_json
from pitboss.rulebook.load import Rulebook
from pitboss.table.houses.default_house import Wish, file_house, find_game


def list_duties(book: Rulebook, game: str, wagers: Sequence[str], *, as_json: bool) -> None:
    """Print the register of a table of a game with these side wagers."""
    found = find_game(book, game)
    opened = file_house(book, found, Wish(wagers=wagers)).opened
    if as_json:
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
