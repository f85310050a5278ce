"""A small plot as SVG: two axes with their ticks, and lines, areas, bars, dots and words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

INK, MUTE, HAIR = "#18212b", "#5b6670", "#cfd5d9"
PAPER = "#fffffe"
FONT: Final = "Libertinus Serif, serif"
SIZE: Final = 7
"""Height of the letters, in points."""
LETTER: Final = 0.54 * SIZE
"""About how wide a letter is."""
Range = tuple[float, float]
Ticks = Sequence[tuple[float, str]]


@dataclass(slots=True)
class Axes:
    """Shapes placed by their values on two axes; the page is measured in points."""

    inches: tuple[float, float]
    x: Range
    y: Range
    left: float
    """Room for the words to the left of the vertical axis."""
    log: bool = False
    """The horizontal axis is logarithmic."""
    shapes: list[str] = field(default_factory=list)

    @property
    def right(self) -> float:
        return self.inches[0] * 72 - 4

    @property
    def base(self) -> float:
        return self.inches[1] * 72 - 18

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where two values are on the page."""
        scale: Callable[[float], float] = math.log10 if self.log else float
        start, end = map(scale, self.x)
        low, high = self.y
        across = (scale(x) - start) / (end - start)
        return (
            self.left + across * (self.right - self.left),
            self.base - (y - low) / (high - low) * (self.base - 4),
        )

    def line(
        self, points: Iterable[tuple[float, float]], color: str, width: float, dash: str = ""
    ) -> None:
        style = f"fill:none;stroke:{color};stroke-width:{width}"
        style += f";stroke-dasharray:{dash}" if dash else ""
        self.shapes.append(f'<polyline points="{self._path(points)}" style="{style}"/>')

    def across(self, y: float, color: str, width: float, dash: str = "") -> None:
        """A line at one height, over the whole width."""
        self.line(((self.x[0], y), (self.x[1], y)), color, width, dash)

    def area(self, points: Iterable[tuple[float, float]], color: str) -> None:
        self.shapes.append(f'<polygon points="{self._path(points)}" style="fill:{color}"/>')

    def dot(self, x: float, y: float, color: str) -> None:
        across, down = self.at(x, y)
        ring = f"fill:{color};stroke:#fff;stroke-width:1"
        self.shapes.append(f'<circle cx="{across:.2f}" cy="{down:.2f}" r="2.8" style="{ring}"/>')

    def words(
        self,
        place: tuple[float, float],
        words: str,
        color: str,
        anchor: str = "start",
        *,
        bold: bool = False,
        on_paper: bool = False,
    ) -> None:
        """Words on a line through a place of the page; `on_paper` hides what is behind them."""
        x, y = place
        if on_paper:
            wide = LETTER * len(words)
            start = x - wide if anchor == "end" else x
            self.shapes.append(
                f'<rect x="{start:.2f}" y="{y - SIZE + 1:.2f}" width="{wide:.2f}" '
                f'height="{SIZE + 1}" style="fill:{PAPER}"/>'
            )
        weight = ";font-weight:bold" if bold else ""
        self.shapes.append(
            f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" '
            f'style="fill:{color}{weight}">{escape(words)}</text>'
        )

    def heights(self, ticks: Ticks, *, lined: bool = True) -> None:
        """The vertical axis: words to the left, and a hairline across at each."""
        for value, words in ticks:
            if lined:
                self.across(value, HAIR, 0.5)
            down = self.at(self.x[0], value)[1]
            self.words((self.left - 4, down + 2.4), words, MUTE, "end")

    def widths(self, ticks: Ticks) -> None:
        """The horizontal axis: a line below, with a notch and words at each."""
        self.line(((self.x[0], self.y[0]), (self.x[1], self.y[0])), HAIR, 0.8)
        for value, words in ticks:
            across = self.at(value, self.y[0])[0]
            notch = f"M{across:.2f} {self.base:.2f}v3.5"
            self.shapes.append(f'<path d="{notch}" style="stroke:{MUTE};stroke-width:.8"/>')
            self.words((across, self.base + 12), words, MUTE, "middle")

    def svg(self) -> str:
        width, height = (72 * inches for inches in self.inches)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}pt" height="{height:g}pt" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="{FONT}" font-size="{SIZE}">'
            f"{''.join(self.shapes)}</svg>\n"
        )

    def _path(self, points: Iterable[tuple[float, float]]) -> str:
        return " ".join(f"{x:.2f},{y:.2f}" for x, y in (self.at(*each) for each in points))


def round_numbers(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high, evenly spaced: as many as possible, but no more than most.

    >>> round_numbers(0, 0.35, 8)
    [0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35]
    """
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    for step in (power * part for part in (1, 2, 2.5, 5, 10, 20)):
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if last - first < most:
            return [float(f"{n * step:.12g}") for n in range(first, last + 1)]
    raise AssertionError("twenty times a power of ten is wide enough")
