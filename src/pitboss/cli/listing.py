"""`pitboss rules` and `pitboss rules search`: the entries of the rulebook as one table, or by their
words.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, Any

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from pitboss.cli.parameters import SETUP, Setup
from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, indented, pairs, print_json
from pitboss.errors import PitbossError, command, count, either
from pitboss.rulebook import search as rule_search
from pitboss.rulebook.entry_words import deck_words
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Entry, Wager

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


# -- by their words --------------------------------------------------------------------------------


MOST_ENTRIES, MOST_TEXTS = 12, 3


def search(
    *words: Annotated[str, Parameter(help="Words that an entry must contain.")],
    all: Annotated[bool, Parameter(help="Show all hits.")] = False,
    setup: Setup = SETUP,
) -> None:
    """`pitboss rules search`."""
    book, query = setup.book, " ".join(words)
    wanted = rule_search.pattern(query)
    if wanted is None:
        raise PitbossError(
            f"Say which words to look for, as in: {command()} rules search straight flush"
        )
    hits = rule_search.search(book, query)
    if setup.json:
        print_json(
            [
                {
                    "id": hit.entry.id,
                    "name": hit.entry.name,
                    "section": hit.entry.section,
                    "score": hit.score,
                    "matches": [{"where": m.where, "text": m.text} for m in hit.matches],
                }
                for hit in hits
            ]
        )
        return
    screen = Screen()
    if not hits:
        screen.print(Text(_nothing(book, query)))
        return
    for hit in hits if all else hits[:MOST_ENTRIES]:
        entry = hit.entry
        screen.print(Text.assemble((entry.name, NAME), "  ", (entry.id, KEY), f"  {entry.section}"))
        shown = hit.matches[:MOST_TEXTS]
        marked = [(m.where.replace("_", " "), _marked(m, wanted, screen.width)) for m in shown]
        screen.print(indented(pairs(marked)))
        if more := len(hit.matches) - len(shown):
            screen.print(Text(f"  and in {more} more texts", style=SOFT))
    if not all and len(hits) > MOST_ENTRIES:
        screen.print(
            f"\n{len(hits) - MOST_ENTRIES} more entries contain these words. "
            "Add a word, or see them with --all."
        )


def _marked(match: rule_search.Match, words: re.Pattern[str], width: int) -> Text:
    """The text with its words marked, cut to the part around the first of them."""
    text, room = match.text, 2 * width
    first = words.search(text)
    if first and len(text) > room:
        start = max(0, min(first.start() - room // 3, len(text) - room))
        cut = text[start : start + room]
        text = ("…" if start else "") + cut.strip() + ("…" if start + room < len(text) else "")
    marked = Text(text)
    marked.highlight_regex(words, MARK)
    return marked


def _nothing(book: Rulebook, query: str) -> str:
    unknown = rule_search.near_words(book, query)
    if not unknown:
        return "No entry contains all of these words. Try fewer."
    said = []
    for word, near in unknown.items():
        hint = f" Did you mean {either(near)}?" if near else ""
        said.append(f"{word!r} does not occur in the rulebook.{hint}")
    return "\n".join(said)
