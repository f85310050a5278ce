"""The line of every key in a TOML file, for messages that say where a fault is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

Path = tuple[str | int, ...]
"""Keys from the outermost in; a table of a list is named by its number, from 0."""
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
_PART = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w-]+)\s*\.?""")
_MARKS = re.compile(r'''"""|\'\'\'|"(?:\\.|[^"\\])*"|'[^']*'|#.*|[\[\]{}]''')


def lines_of(text: str) -> Mapping[Path, int]:
    """Each key that begins a line, and each header, with its line.

    >>> lines_of('house = { name = "A" }\\n[[table]]\\nid = "B"\\n[table.wagers]\\nx = 1')[
    ...     "table", 0, "wagers", "x"
    ... ]
    5
    """
    found: dict[Path, int] = {}
    lists: Counter[Path] = Counter()
    head: Path = ()
    open_marks, quote = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        if not open_marks and not quote:
            if header := _HEADER.match(line):
                head = _within(lists, _parts(header[2]), is_list=header[1] == "[[")
                found.setdefault(head, number)
                continue
            if key := _KEY.match(line):
                found.setdefault((*head, *_parts(key[1])), number)
        open_marks, quote = _left_open(line, open_marks, quote)
    return found


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _within(lists: Counter[Path], parts: tuple[str, ...], is_list: bool) -> Path:
    """A header as a path, with the number of each table of a list on the way."""
    made: Path = ()
    for part in parts[:-1] if is_list else parts:
        made = (*made, part)
        if lists[made]:
            made = (*made, lists[made] - 1)
    if not is_list:
        return made
    made = (*made, parts[-1])
    lists[made] += 1
    return (*made, lists[made] - 1)


def _left_open(line: str, open_marks: int, quote: str) -> tuple[int, str]:
    """How many brackets, and which long quotation, a line leaves open."""
    for mark in _marks(line, quote):
        if mark in ('"""', "'''"):
            quote = "" if quote == mark else mark
        elif not quote:
            open_marks += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark, 0)
    return max(open_marks, 0), quote


def _marks(line: str, quote: str) -> Iterator[str]:
    """What opens and closes something; inside a long quotation only its end does."""
    if quote:
        _, end, after = line.partition(quote)
        if end:
            yield end
            yield from _MARKS.findall(after)
        return
    yield from _MARKS.findall(line)
