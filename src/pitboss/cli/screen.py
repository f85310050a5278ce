"""The output of every command: JSON, or a console that fits the terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

NAME: Final = "bold"
KEY: Final = "cyan"
SOFT: Final = "dim"
MARK: Final = "bold yellow"


class Screen(Console):
    """The terminal. A reader that stops early, as `head` does, is not an error."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as Rich does; into a file or a pipe without the blanks that fill a line."""
        if self.is_terminal:
            super().print(*objects, **options)
            return
        with self.capture() as captured:
            super().print(*objects, **options)
        self.file.write(re.sub(r" +$", "", captured.get(), flags=re.MULTILINE))

    def page(self, *parts: RenderableType) -> None:
        """Print; through a pager if it is longer than the terminal."""
        whole = Group(*parts)
        if self.is_terminal and len(self.render_lines(whole)) >= self.height:
            with self.pager():
                self.print(whole)
        else:
            self.print(whole)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def print_json(value: object) -> None:
    """Print JSON and nothing else."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def tell(form: object, words: str, *, as_json: bool) -> None:
    """Print what was done: as JSON, or in words."""
    if as_json:
        print_json(form)
    else:
        print(words)


def heading(text: str) -> Text:
    """The title of a part."""
    return Text(f"\n{text}", style="bold")


def indented(what: RenderableType, by: int = 2) -> Padding:
    """Indented content."""
    return Padding(what, (0, 0, 0, by))


def pairs(rows: Iterable[tuple[str | Text, str | Text]]) -> Table:
    """Labels and values, in two columns."""
    values = Column(ratio=1, overflow="fold")  # a digest is never cut off
    return grid(Column(style=SOFT, no_wrap=True), values, rows=rows)


def grid(
    *columns: Column,
    heads: Iterable[str] = (),
    rows: Iterable[Iterable[str | Text]] = (),
    gap: int = 2,
) -> Table:
    """Rows in columns without lines between them, under dimmed heads if there are any."""
    made = Table.grid(*columns, padding=(0, gap, 0, 0))
    for row in ([Text(head, style=SOFT) for head in heads], *rows):
        if row:
            made.add_row(*row)
    return made


def headed(heads: Iterable[str | Column], rows: Iterable[Iterable[str | Text]]) -> Table:
    """Rows under their heads, with a line between them."""
    grid = Table(*heads, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        grid.add_row(*row)
    return grid
