"""`pitboss rules`: the entries of the rulebook as one table."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import groupby

from rich.table import Table
from rich.text import Text

from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, count, print_json
from pitboss.rulebook.find import Entry
from pitboss.rulebook.forms import deck_words, plain
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Wager

HEADS = ("key", "name", "section", "kind", "decks", "tables")


def list_entries(book: Rulebook, entries: Sequence[Entry], *, as_json: bool) -> None:
    """Print entries by jurisdiction, in the order of the law."""
    if as_json:
        print_json([plain(book, entry) for entry in entries])
        return
    screen = Screen()
    if not entries:
        screen.print("Nothing in the rulebook is like that.")
        return
    rows = [_cells(entry) for entry in entries]
    widths, gap = _widths(rows, screen.width)
    screen.print(_table([HEADS], widths, gap, style=SOFT))
    listed = iter(rows)
    for key, group in groupby(entries, lambda e: e.jurisdiction):
        place = book.jurisdictions[key]
        screen.print(Text.assemble("\n", (place.name, NAME), "  ", (place.law, SOFT)))
        screen.print(_table([next(listed) for _ in group], widths, gap))
    wagers = [e for e in entries if isinstance(e, Wager)]
    screen.print(
        f"\n{count(len(wagers), 'wager')} and {count(len(entries) - len(wagers), 'game')}, "
        f"{count(sum(len(w.paytables) for w in wagers), 'pay table')}; ● is progressive.\n"
        "To see one: pitboss rules show KEY"
    )


def _cells(entry: Entry) -> tuple[str, ...]:
    shared = (entry.key, entry.name, entry.section)
    if not isinstance(entry, Wager):
        return *shared, "game", deck_words(entry.decks), ""
    tables = str(len(entry.paytables)) if entry.paytables else "–"
    mark = "●" if entry.is_progressive else " "
    return *shared, "wager", deck_words(entry.decks), f"{tables} {mark}"


def _widths(rows: Sequence[Sequence[str]], width: int) -> tuple[list[int], int]:
    """The columns and the gap between them; keys and names share what the others leave."""
    need = [max(len(row[i]) for row in [*rows, HEADS]) for i in range(len(HEADS))]
    gaps = len(HEADS) - 1
    if sum(need) + 2 * gaps <= width:
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
