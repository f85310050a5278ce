"""Marks on the cloth of a table, to scale: one unit is a millimeter, the dealer is at the top.

The geometry is that of the standard for layouts: a rim of radius 940 about a center 155 from the
dealer's edge, boxes at 690, side spots 104 about their main spot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final

from pitboss.documents.areas import (
    CENTER,
    FLAT,
    LINE,
    LayoutAreas,
    Point,
    Shape,
    apart,
    areas,
    around,
    circle,
    off_the_cloth,
    polar,
    rectangle,
)
from pitboss.documents.drawing import CAP, EM, SANS, SERIF, glyph, width
from pitboss.documents.layout import LayoutMark, LayoutPlan

FELT, DEEP, PRINT, BRASS, RAIL = "#0e4635", "#0a3629", "#f1e6c6", "#e7cb84", "#22201d"
ROOM: Final = 458.0
"""How far from the center an inscription may reach."""
GAP: Final = 6.0
"""The least distance between two marks."""
LINE_GAP: Final = 2.0
"""The least distance of a mark from the insurance line."""
INSURANCE: Final = "insurance line"
"""What the band of the insurance line is called."""
INSIDE: Final = 3.0
"""How far inside its spot a word stays."""
CHIP: Final = 39.0
ROUND_A_CHIP: Final = 5.0
CARD: Final = (63.5, 88.9)

Place = Callable[[float], tuple[float, float, float]]
"""Where a letter stands, by its distance along the line from the middle: x, y and turn."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing printed on the cloth."""

    name: str
    shapes: tuple[Shape, ...]
    gap: float = GAP
    box: int = 0
    """The box it belongs to; 0 for the whole table."""


@dataclass(frozen=True, slots=True)
class Inscription:
    """Words on the cloth, with the height of their capitals in millimeters."""

    text: str
    cap: float
    least: float
    """The least height of a capital for words of this kind."""
    cite: str


@dataclass(frozen=True, slots=True)
class Letters:
    """How the words of an inscription are printed."""

    size: float
    least: float
    """The least height of a capital."""
    face: str = SANS
    fill: str = PRINT
    track: float = 2

    def fitting(self, text: str, radius: float) -> Letters:
        """The largest size up to this at which words on a flat arc end before the insurance
        line.
        """
        size = self.size
        while size * CAP > self.least:
            wide = width(text, size, self.face) + 2 * len(text)
            x, y = polar(radius, math.degrees(wide / 2 / radius), FLAT)
            if math.hypot(x, y - CENTER) < ROOM:
                return replace(self, size=size)
            size -= 0.5
        return replace(self, size=self.least / CAP)


@dataclass(slots=True)
class Cloth:
    """The marks of a layout, and their drawing."""

    art: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    inscriptions: list[Inscription] = field(default_factory=list)
    spilled: list[str] = field(default_factory=list)
    """Spots whose words leave them."""
    small: list[str] = field(default_factory=list)
    """Spots that are too small for a chip."""
    ends: dict[str, tuple[Point, Point]] = field(default_factory=dict)
    """Words on an arc → where they begin and end."""
    letters: dict[str, str] = field(default_factory=dict)
    """Id → outline of each letter that is used."""

    # -- words -----------------------------------------------------------------------------------

    def words(
        self,
        text: str,
        size: float,
        at: Place,
        face: str = SANS,
        fill: str = PRINT,
        track: float = 0,
    ) -> list[Shape]:
        """Letters along a line; the rectangle of each."""
        found = [glyph(face, letter) for letter in text]
        wide = [each.advance * size / EM + track for each in found]
        along, shapes, drawn = -(sum(wide) - track) / 2, list[Shape](), list[str]()
        for letter, each, room in zip(text, found, wide, strict=True):
            half = (room - track) / 2
            x, y, turn = at(along + half)
            if each.bounds:
                ident = f"{face[6:8].lower()}{ord(letter):x}"
                self.letters[ident] = each.path
                scale = size / EM
                drawn.append(
                    f'<use href="#{ident}" transform="translate({x:.2f} {y:.2f}) rotate({turn:.2f})'
                    f' translate({-half:.2f} 0) scale({scale:.5f} {-scale:.5f})"/>'
                )
                shapes.append(_turned(each.bounds, scale, half, (x, y), turn))
            along += room
        self.art.append(f'<g fill="{fill}">{"".join(drawn)}</g>')
        return shapes

    def arc(
        self,
        mark: LayoutMark,
        letters: Letters,
        radius: float,
        degrees: float = 0,
        center: float = CENTER,
    ) -> None:
        """Words along an arc that smiles at the players."""
        text, size = mark.says, letters.size

        def at(along: float) -> tuple[float, float, float]:
            angle = degrees + math.degrees(along / radius)
            return *polar(radius, angle, center), -angle

        shapes = self.words(text, size, at, letters.face, letters.fill, letters.track)
        self.marks.append(Mark(text, tuple(shapes)))
        self.ends[text] = shapes[0][0], shapes[-1][1]
        self.inscriptions.append(Inscription(text, size * CAP, letters.least, mark.cite))

    def lines(self, lines: Sequence[str], size: float, at: Point, turn: float) -> list[Shape]:
        """Straight lines about a point."""
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        shapes = list[Shape]()
        for n, line in enumerate(lines):
            down = (n - (len(lines) - 1) / 2) * size * 1.2 + size * CAP / 2

            def place(along: float, down: float = down) -> tuple[float, float, float]:
                return at[0] + along * c - down * s, at[1] + along * s + down * c, turn

            shapes += self.words(line, size, place, track=0.2)
        return shapes

    # -- spots, places and devices -----------------------------------------------------------------

    def spot(self, mark: LayoutMark, at: Point, radius: float, turn: float, box: int) -> None:
        """A round spot with its words as large as they fit."""
        name, lines = mark.says, _lines(mark.says)
        main = radius > 40
        self.art.append(_disc(at, radius, DEEP, PRINT, 2.6 if main else 1.8))
        if main:
            self.art.append(_disc(at, radius - 6, "none", PRINT, 0.9, ' opacity=".55"'))
        self.marks.append(Mark(name, (circle(at, radius),), box=box))
        inner = radius - (7 if main else INSIDE)
        most = 24.0 if max(map(len, lines)) <= 4 else 13.0
        size = next((s for s in _sizes(most) if _fits(lines, s, inner)), 0.0)
        if not size:
            size = 7.0
            self.spilled.append(name)
        self.lines(lines, size, at, turn)
        if box == 1:
            self.inscriptions.append(Inscription(name, size * CAP, 5, mark.cite))
        if 2 * radius < CHIP + 2 * ROUND_A_CHIP:
            self.small.append(name)

    def sensor(self, mark: LayoutMark, at: Point, turn: float, box: int) -> None:
        """A printed ring with a name and a price about a flush sensor for one chip."""
        name, price = mark.says, mark.price
        self.art.append(_disc(at, 38, DEEP, BRASS, 1.8))
        self.art.append(_disc(at, 23, "#101513", "#8b938e", 1.2))
        self.art.append(_disc(at, 21.3, "none", "#d8503f", 1.8))
        self.marks.append(Mark(name, (circle(at, 38),), box=box))
        round_it = 2 * math.pi * 27.4 * 0.72
        size = next((s for s in _sizes(8.4) if _width(name, s) <= round_it), 0.0)
        if not size:
            size = 6.9
            self.spilled.append(name)
        self.words(name, size, _ring(at, 27.4, turn), fill=BRASS, track=0.2)
        self.words(price, 7.4, _ring(at, 33.2, turn, below=True), fill=BRASS)
        if box == 1:
            self.inscriptions.append(Inscription(f"{name} {price}", size * CAP, 5, mark.cite))

    def place(
        self, mark: LayoutMark, at: Point, size: tuple[float, float], turn: float = 0, box: int = 0
    ) -> None:
        """A printed place for cards, its label at the player's side."""
        label = mark.says
        wide, high = size
        moved = f"translate({at[0]:.2f} {at[1]:.2f}) rotate({turn:.2f})"
        self.art.append(
            f'<rect x="{-wide / 2}" y="{-high / 2}" width="{wide}" height="{high}" rx="7" '
            f'fill="{DEEP}" fill-opacity=".6" stroke="{PRINT}" stroke-width="1.6" '
            f'transform="{moved}"/>'
        )
        self.marks.append(Mark(label, (rectangle(at, size, turn),), box=box))
        letters = next((s for s in _sizes(10.0) if _width(label, s) <= wide - 8), 7.0)
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        off = high / 2 - letters
        self.lines([label], letters, (at[0] - off * s, at[1] + off * c), turn)
        if box in (0, 1):
            self.inscriptions.append(Inscription(label, letters * CAP, 5, mark.cite))

    def band(self, inner: float, outer: float, half: float) -> None:
        """The insurance line."""
        (a, b), (c, d) = polar(inner, -half), polar(inner, half)
        (e, f), (g, h) = polar(outer, half), polar(outer, -half)
        self.art.append(
            f'<path d="M{a:.1f} {b:.1f} A{inner:g} {inner:g} 0 0 0 {c:.1f} {d:.1f} '
            f'L{e:.1f} {f:.1f} A{outer:g} {outer:g} 0 0 1 {g:.1f} {h:.1f} Z" fill="{DEEP}" '
            f'fill-opacity=".75" stroke="{PRINT}" stroke-width="1.8"/>'
        )
        step = half / 20
        for edge in (inner, outer):
            angles = [n * step - half for n in range(40)]
            shapes = tuple(
                [
                    polar(edge, a),
                    polar(edge, a + step),
                    polar(edge + 0.9, a + step),
                    polar(edge + 0.9, a),
                ]
                for a in angles
            )
            self.marks.append(Mark(INSURANCE, shapes, LINE_GAP))

    # -- faults ------------------------------------------------------------------------------------

    def faults(self) -> Iterator[str]:
        """Marks that touch, leave the cloth or their spot, or are too small."""
        for mark in self.marks:
            if any(off_the_cloth(point) for shape in mark.shapes for point in shape):
                yield f"{_named(mark)} extends past the cloth"
        for one, two in combinations(self.marks, 2):
            gap = min(one.gap, two.gap)
            if one.name == two.name == INSURANCE:
                continue
            if not all(apart(a, b, gap) for a in one.shapes for b in two.shapes):
                yield f"{_named(one)} is closer than {gap:.0f} mm to {_named(two)}"
        yield from (f"the words of {name} do not fit it" for name in dict.fromkeys(self.spilled))
        yield from (f"{name} is too small for a chip" for name in dict.fromkeys(self.small))
        for each in self.inscriptions:
            if each.cap < each.least - 0.05:
                yield f"{each.text!r} is {each.cap:.1f} mm high, not {each.least:.0f}"


def _lines(name: str) -> list[str]:
    """A name in one line, or in two of about equal length."""
    words = name.split()
    if len(words) < 2 or len(name) <= 5:
        return [name]
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return [*min(cuts, key=lambda parts: max(map(len, parts)))]


def _named(mark: Mark) -> str:
    return f"{mark.name} at box {mark.box}" if mark.box else mark.name


def _sizes(most: float) -> list[float]:
    """Sizes of letters to try, down to capitals of 5 mm."""
    return [most - n * 0.2 for n in range(100) if (most - n * 0.2) * CAP >= 5]


def _width(text: str, size: float) -> float:
    return width(text, size, SANS) + 0.2 * len(text)


def _fits(lines: Sequence[str], size: float, radius: float) -> bool:
    """Whether lines about the middle of a circle stay inside it."""
    for n, line in enumerate(lines):
        middle = abs(n - (len(lines) - 1) / 2) * size * 1.2
        if math.hypot(_width(line, size) / 2, middle + size * CAP / 2) > radius:
            return False
    return True


def _turned(
    bounds: tuple[float, float, float, float], scale: float, half: float, at: Point, turn: float
) -> Shape:
    left, low, right, high = (value * scale for value in bounds)
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    corners = ((left - half, low), (right - half, low), (right - half, high), (left - half, high))
    return [(at[0] + a * c + b * s, at[1] + a * s - b * c) for a, b in corners]


def _ring(at: Point, radius: float, turn: float, below: bool = False) -> Place:
    """Round a spot: over its top, or under it."""

    def place(along: float) -> tuple[float, float, float]:
        degrees = math.degrees(along / radius) * (-1 if below else 1)
        t = math.radians(degrees + turn + (180 if below else 0))
        return at[0] + radius * math.sin(t), at[1] - radius * math.cos(t), degrees + turn

    return place


def _disc(at: Point, radius: float, fill: str, stroke: str, width: float, more: str = "") -> str:
    return (
        f'<circle cx="{at[0]:.2f}" cy="{at[1]:.2f}" r="{radius:g}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{width}"{more}/>'
    )


# -- the drawing of a layout, and its faults -------------------------------------------------------


LETTERS: Final[Mapping[str, Letters]] = {
    "house": Letters(32, 8, SERIF),
    "odds": Letters(40, 25, SERIF, BRASS),
    "rule": Letters(20, 10, SERIF),
    "line": Letters(14, 8, track=0.6),
    "insurance": Letters(20, 10, track=1.4),
}
"""Kind of inscription → its letters."""


def draw(plan: LayoutPlan) -> Cloth:
    """The cloth with every mark of a plan."""
    cloth, placed = Cloth(), areas(plan)
    for arc in placed.arcs:
        letters = LETTERS[arc.kind]
        if arc.mark is None:
            continue
        if arc.kind == "line" or plan.kind != "hybrid":
            letters = letters.fitting(arc.mark.says, arc.radius)
        cloth.arc(arc.mark, letters, arc.radius, center=FLAT)
    if placed.insurance:
        cloth.band(*LINE)
        for turn in (-50, 0, 50):
            cloth.arc(placed.insurance, LETTERS["insurance"], 511, turn)
    for place in placed.places:
        cloth.place(place.mark, place.at, place.size)
    for number, angle in enumerate(placed.boxes, 1):
        _box(cloth, placed, number, angle)
    return cloth


def _box(cloth: Cloth, placed: LayoutAreas, number: int, angle: float) -> None:
    """The spots of one box, turned to face their seat."""
    for spot in placed.spots:
        at = around(angle, spot.right, spot.out, placed.far)
        if spot.mark.kind == "sensor":
            cloth.sensor(spot.mark, at, -angle, number)
        else:
            cloth.spot(spot.mark, at, spot.radius, -angle, number)
    for place in placed.box_places:
        cloth.place(place.mark, polar(place.far, angle), place.size, -angle, number)


def layout_faults(law: LayoutPlan, cloth: Cloth) -> list[str]:
    """What is wrong with a drawing: by the law's list of marks, and on the cloth itself."""
    found = []
    there = {(mark.name, mark.box) for mark in cloth.marks}
    for mark in (mark for mark in law.marks if mark.kind != "device"):
        boxes = range(1, law.boxes + 1) if mark.each_box else (0,)
        missing = [box for box in boxes if (mark.says, box) not in there]
        if missing and len(missing) == len(boxes):
            found.append(f"{mark.cite}: the layout has no {mark.says!r} ({mark.kind}).")
        elif missing:
            found.append(f"{mark.cite}: {mark.says!r} is missing at box {missing[0]}.")
    known = {INSURANCE, *(mark.says for mark in law.marks)}
    for name in dict.fromkeys(mark.name for mark in cloth.marks if mark.name not in known):
        found.append(f"the layout has {name!r}, which is not offered here.")
    if (last := max((mark.box for mark in cloth.marks), default=0)) > law.boxes:
        found.append(f"the layout has {last} boxes, not {law.boxes} as filed.")
    return found + [f"{fault}." for fault in cloth.faults()]
