"""The drawing of a layout, and its faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from pitboss.documents.areas import LINE, LayoutAreas, areas
from pitboss.documents.cloth import BRASS, PRINT, Cloth, fitting
from pitboss.documents.glyphs import SANS, SERIF
from pitboss.documents.layout import LayoutPlan
from pitboss.documents.shapes import FLAT, around, polar

LETTERS: Final[Mapping[str, tuple[float, float, str, str]]] = {
    "house": (32, 8, SERIF, PRINT),
    "odds": (40, 25, SERIF, BRASS),
    "rule": (20, 10, SERIF, PRINT),
}
"""Kind of inscription → size, least height of a capital, face and color."""


def draw(plan: LayoutPlan) -> Cloth:
    """The cloth with every mark of a plan."""
    cloth, placed = Cloth(), areas(plan)
    for arc in placed.arcs:
        mark, radius = arc.mark, arc.radius
        if mark is None:
            continue
        if arc.kind == "line":
            size = fitting(mark.says, 14, radius, SANS, 8)
            cloth.arc(mark.says, size, radius, mark.cite, 8, center=FLAT, track=0.6)
            continue
        size, least, face, fill = LETTERS[arc.kind]
        if plan.kind != "hybrid":
            size = fitting(mark.says, size, radius, face, least)
        cloth.arc(
            mark.says,
            size,
            radius,
            mark.cite,
            least,
            center=FLAT,
            face=face,
            fill=fill,
            track=2,
        )
    if line := placed.insurance:
        inner, outer, half = LINE
        cloth.band(inner, outer, half)
        for turn in (-50, 0, 50):
            cloth.arc(line.says, 20, 511, line.cite, 10, turn, track=1.4)
    for place in placed.places:
        cloth.place(place.mark.says, place.at, place.size, 0, place.mark.says, 0, place.mark.cite)
    for number, angle in enumerate(placed.boxes, 1):
        _box(cloth, placed, number, angle)
    return cloth


def _box(cloth: Cloth, placed: LayoutAreas, number: int, angle: float) -> None:
    """The spots of one box, turned to face their seat."""
    for spot in placed.spots:
        mark, at = spot.mark, around(angle, spot.right, spot.out, placed.far)
        if mark.kind == "sensor":
            cloth.sensor(mark.says, mark.price, at, -angle, number, mark.cite)
        else:
            cloth.spot(mark.says, _lines(mark.says), at, spot.radius, -angle, number, mark.cite)
    for place in placed.box_places:
        mark, at = place.mark, polar(place.far, angle)
        cloth.place(mark.says, at, place.size, -angle, mark.says, number, mark.cite)


def _lines(name: str) -> list[str]:
    """A name in one line, or in two of about equal length."""
    words = name.split()
    if len(words) < 2 or len(name) <= 5:
        return [name]
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return [*min(cuts, key=lambda parts: max(map(len, parts)))]


def layout_faults(law: LayoutPlan, drawn: LayoutPlan, cloth: Cloth) -> list[str]:
    """What is wrong with a drawing: by the law's list of marks, and on the cloth itself."""
    found = []
    has = Counter((mark.kind, mark.says) for mark in drawn.marks)
    wants = Counter((mark.kind, mark.says) for mark in law.marks)
    for mark in law.marks:
        if not has[mark.kind, mark.says]:
            found.append(f"{mark.cite}: the layout has no {mark.says!r} ({mark.kind}).")
    for kind, says in has - wants:
        found.append(f"the layout has {says!r} ({kind}), which is not offered here.")
    if drawn.boxes != law.boxes:
        found.append(f"the layout has {drawn.boxes} boxes, not {law.boxes} as filed.")
    marked = Counter((mark.name, mark.box) for mark in cloth.marks)
    for mark in law.marks:
        boxes = range(1, law.boxes + 1) if mark.each_box else ()
        missing = [box for box in boxes if not marked[mark.says, box]]
        if missing and has[mark.kind, mark.says]:
            found.append(f"{mark.cite}: {mark.says!r} is missing at box {missing[0]}.")
    return found + [f"{fault}." for fault in cloth.faults()]
