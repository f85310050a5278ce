"""`pitboss rules search`: entries by the words in them."""

from __future__ import annotations

import re

from rich.text import Text

from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, indented, pairs, print_json
from pitboss.errors import PitbossError, command, either
from pitboss.rulebook.find import Match, near_words, pattern, search
from pitboss.rulebook.load import Rulebook

MOST_ENTRIES, MOST_TEXTS = 12, 3


def show_hits(book: Rulebook, query: str, *, show_all: bool, as_json: bool) -> None:
    """Print what a search finds, best first, each with the texts that contain the words."""
    words = pattern(query)
    if words is None:
        raise PitbossError(
            f"Say which words to look for, as in: {command()} rules search straight flush"
        )
    hits = search(book, query)
    if as_json:
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
    for hit in hits if show_all else hits[:MOST_ENTRIES]:
        entry = hit.entry
        screen.print(Text.assemble((entry.name, NAME), "  ", (entry.id, KEY), f"  {entry.section}"))
        shown = hit.matches[:MOST_TEXTS]
        marked = [(m.where.replace("_", " "), _marked(m, words, screen.width)) for m in shown]
        screen.print(indented(pairs(marked)))
        if more := len(hit.matches) - len(shown):
            screen.print(Text(f"  and in {more} more texts", style=SOFT))
    if not show_all and len(hits) > MOST_ENTRIES:
        screen.print(
            f"\n{len(hits) - MOST_ENTRIES} more entries contain these words. "
            "Add a word, or see them with --all."
        )


def _marked(match: Match, words: re.Pattern[str], width: int) -> Text:
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
    unknown = near_words(book, query)
    if not unknown:
        return "No entry contains all of these words. Try fewer."
    said = []
    for word, near in unknown.items():
        hint = f" Did you mean {either(near)}?" if near else ""
        said.append(f"{word!r} does not occur in the rulebook.{hint}")
    return "\n".join(said)
