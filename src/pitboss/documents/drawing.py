"""Parts of a drawing sheet as SVG: letters as outlines, words, lines, headings and ruled tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from textwrap import wrap
from typing import Any, Final

from pitboss.documents.typeset import font_folder

SANS: Final = "DejaVuSans-Bold"
SERIF: Final = "DejaVuSerif-Bold"
EM: Final = 1000
CAP: Final = 0.729
"""Height of a capital letter of both faces, in parts of the size."""
_MOVE, _LINE, _CURVE3, _CURVE4 = 1, 2, 3, 4


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter, in thousandths of its size; y points up."""

    advance: float
    path: str
    bounds: tuple[float, float, float, float] | None
    """Left, bottom, right and top; `None` for a blank."""


@cache
def glyph(face: str, letter: str) -> Glyph:
    """The outline of a letter."""
    from matplotlib.ft2font import LoadFlags

    font = _font(face)
    loaded = font.load_char(ord(letter), flags=LoadFlags.NO_HINTING)
    points, codes = font.get_path()
    advance = loaded.linearHoriAdvance / 65536
    if not len(points):
        return Glyph(advance, "", None)
    xs, ys = [float(p[0]) for p in points], [float(p[1]) for p in points]
    return Glyph(advance, _drawn(xs, ys, [*codes]), (min(xs), min(ys), max(xs), max(ys)))


@cache
def _font(face: str) -> Any:
    from matplotlib.ft2font import FT2Font

    font = FT2Font(str(font_folder() / f"{face}.ttf"))
    font.set_size(EM, 72)
    return font


def _drawn(xs: list[float], ys: list[float], codes: list[int]) -> str:
    """An outline as SVG writes it."""
    made, at = [], 0
    while at < len(codes):
        code = int(codes[at])
        length = {_CURVE3: 2, _CURVE4: 3}.get(code, 1)
        word = {_MOVE: "M", _LINE: "L", _CURVE3: "Q", _CURVE4: "C"}.get(code)
        pairs = " ".join(f"{xs[n]:.0f} {ys[n]:.0f}" for n in range(at, at + length))
        made.append(f"{word}{pairs}" if word else "Z")
        at += length
    return "".join(made)


# -- words, lines and tables -----------------------------------------------------------------------


INK, MUTE, HAIR, GREEN = "#18212b", "#56616b", "#b9c1c6", "#0b5a3a"
FACE: Final = "DejaVuSans"
SIZES: Final = (2.4, 2.1, 1.8, 1.5)
"""Type of what must fit a box, in millimeters, the usual one first."""
LEADING: Final = 1.25
"""From row to row, in sizes of type."""


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str = INK,
    anchor: str = "start",
    bold: bool = False,
    down: float = 0,
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.2f}" y="{y + down:.2f}" font-size="{size}" fill="{fill}" '
        f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
    )


def line(x1: float, y1: float, x2: float, y2: float, width: float = 0.25, color: str = INK) -> str:
    return (
        f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{color}" '
        f'stroke-width="{width}"/>'
    )


def heading(x: float, y: float, words: str, wide: float, note: str = "") -> str:
    made = text(x, y, words, 3.6, INK, bold=True) + line(x, y + 1.5, x + wide, y + 1.5, 0.5, GREEN)
    return made + (text(x + wide, y, note, 2.3, MUTE, "end") if note else "")


def grid(
    at: tuple[float, float],
    columns: Sequence[tuple[float, int, str]],
    rows: Sequence[Sequence[str]],
    head: Sequence[str],
    wide: float,
    size: float = 2.4,
    step: float = 3.8,
) -> tuple[str, float]:
    """A ruled table, and where it ends: columns by place, characters in a line, and side."""
    x, y = at
    made = [
        text(x + off, y, name.upper(), 1.9, MUTE, anchor, True)
        for (off, _, anchor), name in zip(columns, head, strict=True)
    ]
    y += 1.6
    made.append(line(x, y, x + wide, y, 0.35, GREEN))
    for row in rows:
        cells = [wrapped(cell, most) for cell, (_, most, _) in zip(row, columns, strict=True)]
        for cell, (off, _, anchor) in zip(cells, columns, strict=True):
            for n, part in enumerate(cell):
                made.append(
                    text(x + off, y + step * 0.76 + n * (size + 0.5), part, size, INK, anchor)
                )
        y += step + (max(map(len, cells)) - 1) * (size + 0.5)
        made.append(line(x, y, x + wide, y, 0.12, HAIR))
    return "".join(made), y


def wrapped(words: str, most: int) -> list[str]:
    """Rows of whole words; one that is longer than a row stands alone."""
    return wrap(words, most, break_long_words=False, break_on_hyphens=False) or [""]


def fitted(words: str, wide: float, high: float) -> tuple[float, list[str]]:
    """The largest type in which words stay in a box, and their rows.

    A word that is longer than a row breaks at its hyphens. What the smallest type has no room for
    is left out, with an ellipsis.
    """
    size, rows, most = SIZES[0], [""], 1
    for size in SIZES:
        rows, most = _filled(words, wide, size), int(high / (LEADING * size))
        if len(rows) <= most:
            return size, rows
    return size, [*rows[: most - 1], f"{rows[most - 1][:-2]}…"]


def _filled(words: str, wide: float, size: float) -> list[str]:
    rows, row = list[str](), ""
    for word in words.split():
        parts = [word] if width(word, size) <= wide else re.findall(r"[^-]+-?|-", word)
        for number, part in enumerate(parts):
            more = f"{row} {part}" if row and not number else row + part
            if row and width(more, size) > wide:
                rows.append(row)
                more = part
            row = more
    return [*rows, row]


def width(words: str, size: float, face: str = FACE) -> float:
    """How wide words are, in the type of the sheet or in another."""
    return sum(glyph(face, letter).advance for letter in words) * size / EM
