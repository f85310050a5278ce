"""`pitboss rules`: the entries of the rulebook as one table."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.table import Table
from rich.text import Text

from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, count, print_json
from pitboss.errors import command
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Entry, Wager
from pitboss.rulebook.words import deck_words

HEADS = ("key", "name", "section", "kind", "decks", "tables")


def list_entries(
    book: Rulebook, entries: Sequence[Entry], *, decks: int | None = None, as_json: bool
) -> None:
    """Print entries by jurisdiction, in the order of the law, with the pay tables for the decks."""
    if as_json:
        print_json([plain_with(book, entry, tables_for(decks, entry)) for entry in entries])
        return
    screen = Screen()
    if not entries:
        screen.print("Nothing in the rulebook matches. Leave out a condition and try again.")
        return
    rows = [_cells(entry, decks) for entry in entries]
    widths, gap = _widths(rows, screen.width if screen.is_terminal else None)
    screen.width = max(screen.width, sum(widths) + gap * len(widths))
    screen.print(_table([HEADS], widths, gap, style=SOFT))
    listed = iter(rows)
    for key, group in groupby(entries, lambda e: e.jurisdiction):
        place = book.jurisdictions[key]
        screen.print(Text.assemble("\n", (place.name, NAME), "  ", (place.law, SOFT)))
        screen.print(_table([next(listed) for _ in group], widths, gap))
    wagers = [e for e in entries if isinstance(e, Wager)]
    tables = count(sum(len(tables_for(decks, w)) for w in wagers), "pay table")
    with_decks = f" for {count(decks, 'deck')}" if decks else ""
    screen.print(
        f"\n{count(len(wagers), 'wager')} and {count(len(entries) - len(wagers), 'game')}, "
        f"{tables}{with_decks}; ● is progressive.\n"
        f"To see one: {command()} rules show KEY"
    )


def tables_for(decks: int | None, entry: Entry) -> Sequence[PayTable]:
    """The pay tables that may be offered with that many decks; all if no number is given."""
    tables = entry.paytables if isinstance(entry, Wager) else ()
    return [t for t in tables if decks is None or decks in t.decks]


def plain_with(book: Rulebook, entry: Entry, tables: Sequence[PayTable]) -> dict[str, Any]:
    """An entry as plain data, with only these of its pay tables."""
    from pitboss.rulebook.forms import plain

    form, kept = plain(book, entry), {table.id for table in tables}
    return form | {"paytables": [t for t in form["paytables"] if t["id"] in kept]}


def _cells(entry: Entry, decks: int | None) -> tuple[str, ...]:
    shared = (entry.key, entry.name, entry.section)
    if not isinstance(entry, Wager):
        return *shared, "game", deck_words(entry.decks), ""
    tables = str(len(tables_for(decks, entry))) if entry.paytables else "–"
    mark = "●" if entry.is_progressive else " "
    return *shared, "wager", deck_words(entry.decks), f"{tables} {mark}"


def _widths(rows: Sequence[Sequence[str]], width: int | None) -> tuple[list[int], int]:
    """The columns and the gap between them; keys and names share what the others leave.

    Without a width, as in a pipe, every column has the room it needs.
    """
    need = [max(len(row[i]) for row in [*rows, HEADS]) for i in range(len(HEADS))]
    gaps = len(HEADS) - 1
    if width is None or sum(need) + 2 * gaps <= width:
        return need, 2
    left = width - sum(need[2:]) - gaps
    need[0] = min(need[0], max(12, left * 55 // 100))
    need[1] = min(need[1], max(10, left - need[0]))
    return need, 1


def _table(
    rows: Sequence[Sequence[str]], widths: Sequence[int], gap: int, style: str = ""
) -> Table:
    table = Table.grid(padding=(0, gap, 0, 0))
    for i, width in enumerate(widths):
        last = i == len(widths) - 1
        table.add_column(width=width, justify="right" if last else "left", overflow="fold")
    for key, *rest, tables in rows:
        wrapped = "\n".join(textwrap.wrap(key, widths[0]))  # at hyphens, which rich does not
        game = rest[2] == "game"
        table.add_row(
            Text(wrapped, style=style or KEY),
            *(Text(cell, style=style or (NAME if game else "")) for cell in rest),
            Text.assemble((tables.replace("●", ""), style), ("●" * ("●" in tables), MARK)),
        )
    return table
