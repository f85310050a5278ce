"""`pitboss rules diff`: two entries side by side, where they differ."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

from cyclopts import Parameter
from rich import box
from rich.table import Table
from rich.text import Text

from pitboss.cli.parameters import SETUP, Setup, When
from pitboss.cli.screen import KEY, NAME, SOFT, Screen, heading, print_json
from pitboss.errors import count
from pitboss.rulebook.diff import ONLY, WHEN, EntryDifference, differences, pair


def diff(
    name: Annotated[str, Parameter(help="An id, key or name.")],
    other: Annotated[str | None, Parameter(help="The one to compare it with.")] = None,
    /,
    *,
    between: Annotated[
        tuple[str, str] | None, Parameter(help="Two jurisdictions that both have it.")
    ] = None,
    when: When = False,
    setup: Setup = SETUP,
) -> None:
    """`pitboss rules diff`."""
    book = setup.book
    left, right = pair(book, name, other, between)
    found = differences(book, left, right)
    if setup.json:
        print_json(
            {
                "between": [left.id, right.id],
                "differences": [
                    {
                        "wager": d.wager or None,
                        "table": d.about or None,
                        "field": d.field,
                        "left": d.left,
                        "right": d.right,
                    }
                    for d in found
                ],
            }
        )
        return
    screen = Screen()
    screen.print(Text.assemble((left.id, KEY), "  ", left.cite))
    screen.print(Text.assemble((right.id, KEY), "  ", right.cite))
    if not found:
        screen.print("\nThey differ only in their citations and clauses.")
        return
    for title, group in groupby(found, _title):
        if title:
            screen.print(heading(title))
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), expand=True)
        table.add_column("", ratio=2, style=SOFT, overflow="fold")
        for entry in (left, right):
            label = entry.key if left.jurisdiction == right.jurisdiction else entry.jurisdiction
            table.add_column(Text(label, style=NAME), ratio=3)
        for each in group:
            label = each.about if each.field == ONLY else each.field.replace("_", " ")
            sides = (each.left, each.right)
            if each.field.startswith(WHEN) and not when:
                sides = ("one condition", "another (see --when)") if all(sides) else _hidden(sides)
            table.add_row(label, *(text or "–" for text in sides))
        screen.print(table)
    tables = len({(d.wager, d.about) for d in found if d.about})
    inside = f", {count(tables, 'pay table differs', 'pay tables differ')}" if tables else ""
    screen.print(f"{count(len(found), 'difference')}{inside}.")


def _hidden(sides: tuple[str, str]) -> tuple[str, str]:
    left, right = ("a condition (see --when)" if text else "" for text in sides)
    return left, right


def _title(difference: EntryDifference) -> str:
    about = "Pay tables that only one has" if difference.field == ONLY else difference.about
    return " · ".join(filter(None, (difference.wager, about)))
