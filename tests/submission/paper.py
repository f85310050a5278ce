"""What is printed on a page: words, and where they begin and end."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pypdf import PageObject, PdfReader

TOUCH = 1.0
"""Points by which two words on one line may share their place: the shadow of a letter."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Words in one font on one line, in points from the lower left corner."""

    words: str
    left: float
    right: float
    base: float
    size: float


def pages(pdf: bytes) -> list[PageObject]:
    return list(PdfReader(io.BytesIO(pdf)).pages)


def text_of(page: PageObject) -> str:
    """The words of a page, with single spaces and without the gaps of spaced capitals."""
    return " ".join(page.extract_text().split())


def printed(page: PageObject) -> list[Printed]:
    """Everything upright on a page."""
    found: list[Printed] = []
    widths: dict[int, dict[str, float]] = {}

    def visit(text: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
        words = text.strip()
        if not words or font is None or abs(cm[1]) > 0.01:
            return
        if id(font) not in widths:
            widths[id(font)] = dict(_widths(font))
        scale = cm[0] * tm[0] * size
        x, y = cm[0] * tm[4] + cm[4], cm[3] * tm[5] + cm[5]
        letters = words.replace(" ", "")  # pypdf may have put the spaces there
        wide = sum(widths[id(font)].get(letter, 0) for letter in letters) / 1000 * scale
        found.append(Printed(words, x, x + wide, y, scale))

    page.extract_text(visitor_text=visit)
    return found


def _widths(font: Any) -> Iterator[tuple[str, float]]:
    """Letter → its width in thousandths of the size."""
    inner = font["/DescendantFonts"][0].get_object()
    by_code: dict[int, float] = {}
    entries = [each.get_object() for each in inner["/W"]]
    while entries:
        first, second, *rest = entries
        if isinstance(second, list):
            by_code |= {int(first) + n: float(w) for n, w in enumerate(second)}
            entries = rest
        else:
            by_code |= dict.fromkeys(range(int(first), int(second) + 1), float(rest[0]))
            entries = rest[1:]
    names = font["/ToUnicode"].get_object().get_data().decode()
    for code, letter in re.findall(r"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]{4})>\n", names):
        yield chr(int(letter, 16)), by_code.get(int(code, 16), float(inner.get("/DW", 1000)))


def misplaced(page: PageObject) -> list[str]:
    """Words that leave the page, and words printed over others."""
    wide, high = float(page.mediabox.width), float(page.mediabox.height)
    runs = printed(page)
    wrong = [
        f"{run.words!r} leaves the page"
        for run in runs
        if run.left < 0 or run.right > wide + TOUCH or run.base < 0 or run.base + run.size > high
    ]
    by_line: dict[int, list[Printed]] = {}
    for run in runs:
        by_line.setdefault(round(run.base), []).append(run)
    for line in by_line.values():
        line.sort(key=lambda run: run.left)
        wrong += [
            f"{one.words!r} runs into {two.words!r}"
            for one, two in pairwise(line)
            if one.right > two.left + TOUCH
        ]
    return wrong
