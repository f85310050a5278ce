"""`pitboss rules search`: entries by the words in them."""

from __future__ import annotations

import re
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from pitboss.cli.parameters import SETUP, Only, Setup
from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, indented, pairs, print_json
from pitboss.errors import PitbossError, command, either
from pitboss.rulebook import search as rule_search
from pitboss.rulebook.load import Rulebook

MOST_ENTRIES, MOST_TEXTS = 12, 3


def search(
    *words: Annotated[str, Parameter(help="Words that an entry must contain.")],
    all: Annotated[Only, Parameter(help="Show all hits.")] = False,
    setup: Setup = SETUP,
) -> None:
    """Search names, hands, clauses and readings."""
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
