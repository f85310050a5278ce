"""`pitboss compare`: the pay tables of one wager side by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from rich.table import Table
from rich.text import Text

from pitboss.analysis.par import Sheet
from pitboss.analysis.paytable_comparison import (
    ORDER,
    Form,
    line_of,
    notes_of,
    sheets_by,
    side_by_side,
)
from pitboss.cli.par_sheet import GOOD, bar, section
from pitboss.cli.progress import progress
from pitboss.cli.screen import KEY, NAME, SOFT, Screen, count
from pitboss.cli.sheet_output import SheetOutput, put_out
from pitboss.documents.par_csv import rows_csv
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Wager


def show_comparison(
    book: Rulebook, name: str, decks: int | None, sort: str, output: SheetOutput
) -> None:
    """Prove every table of the wager with every deck count it allows, and print them in order."""
    wager = book.wager(name)
    output.check()
    with progress("Proving", quiet=output.json) as begin:
        sheets = sheets_by(book, wager, decks, sort, begin)
    lines = [line_of(sheet) for sheet in sheets]
    put_out(
        output,
        {"csv": lambda: _csv(lines)},
        lambda: side_by_side(book, wager, lines, sort),
        lambda: _draw(wager, notes_of(book, wager), sheets, lines, sort),
    )


EXACT: Final = (
    *("table", "decks", "house_edge", "return", "long_run", "hit_frequency", "variance"),
    *("top", "top_money", "stake"),
)


def _csv(lines: Sequence[Form]) -> str:
    rows = [[*(line[head] for head in EXACT), line["show"]["meter"]] for line in lines]
    return rows_csv([*EXACT, "meter"], rows)


def _draw(
    wager: Wager, notes: Sequence[str], sheets: Sequence[Sheet], lines: Sequence[Form], sort: str
) -> None:
    screen = Screen()
    screen.print(Text.assemble((wager.name, NAME), "  ", (wager.id, KEY)))
    screen.print(Text(f"{wager.cite} · {count(len(wager.paytables), 'pay table')}", style=SOFT))
    for note in notes:
        screen.print(Text(note, style=SOFT))
    section(screen, "Tables", f"by {sort}")
    heads = ["table", "decks", "edge", "hit", "std dev", "top"]
    rows = [
        [
            line["table"],
            str(line["decks"] or "any"),
            *(line["show"][k] for k in ("house_edge", "hit_frequency", "sd", "top")),
        ]
        for line in lines
    ]
    if any(line["show"]["meter"] for line in lines):
        heads += ["meter", "long run"]
        for row, line in zip(rows, lines, strict=True):
            row += [line["show"]["meter"], line["show"]["long_run"] if line["long_run"] else "–"]
    widths = [max(len(r[i]) for r in [*rows, heads]) for i in range(len(heads))]
    room = min(screen.width, 120)
    while sum(widths) + 2 * len(widths) > room - 4 and len(heads) > 5:  # the meter goes first
        gone = heads.index("meter") if "meter" in heads else len(heads) - 1
        del widths[gone]
        for cells in (heads, *rows):
            del cells[gone]
    widths[0] = min(widths[0], max(14, room - sum(widths[1:]) - 2 * len(widths) - 6))
    left = room - sum(widths) - 2 * len(widths)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for i, width in enumerate(widths):
        grid.add_column(justify="right" if i else "left", width=width)
    grid.add_column(no_wrap=True)
    grid.add_row(*(Text(head, style=SOFT) for head in heads))
    figures = [abs(ORDER[sort][0](sheet)) for sheet in sheets]
    most = max(figures) or Fraction(1)
    for row, figure in zip(rows, figures, strict=True):
        grid.add_row(*row, Text(bar(figure / most, max(left, 0)), style=GOOD))
    screen.print(grid)
