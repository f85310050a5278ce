"""Letters as outlines, so that a print shop needs no font and every mark has a known extent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
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
    font = _font(face)
    loaded = font.load_char(ord(letter), flags=_unhinted())
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


def _unhinted() -> Any:
    from matplotlib.ft2font import LoadFlags

    return LoadFlags.NO_HINTING


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
