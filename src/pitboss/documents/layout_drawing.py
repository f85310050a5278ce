"""The drawing of a layout, and its faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from pitboss.documents.areas import LINE, LayoutAreas, areas
from pitboss.documents.cloth import BRASS, Cloth, Letters
from pitboss.documents.glyphs import SERIF
from pitboss.documents.layout import LayoutPlan
from pitboss.documents.shapes import FLAT, around, polar

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
