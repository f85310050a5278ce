"""The areas on a cloth, in millimeters, which its drawing and the browser's felt share.

The middle of the dealer's edge is the origin; x points to the dealer's left, y to the players.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final

from pitboss.documents.layout import LayoutMark, LayoutPlan, required_marks, terminal_marks
from pitboss.table.houses.opening import Open

RIM: Final = 940.0
CENTER: Final = 155.0
FLAT: Final = -145.0
"""Center of the flatter arcs that carry the inscriptions."""
ARM: Final = 127.0
Point = tuple[float, float]
Shape = list[Point]


def off_the_cloth(point: Point) -> bool:
    """Whether a point is past the dealer's edge or the rim."""
    x, y = point
    if y < CENTER:
        return y < 0 or abs(x) > RIM
    return math.hypot(x, y - CENTER) > RIM


def polar(radius: float, degrees: float, center: float = CENTER) -> Point:
    """A point by its distance and angle from the middle seat, positive to the dealer's left."""
    t = math.radians(degrees)
    return radius * math.sin(t), center + radius * math.cos(t)


def seats(boxes: int) -> list[float]:
    """Angles of boxes, the first at the dealer's left.

    >>> seats(7)[0], seats(7)[3], seats(1)
    (72.0, 0.0, [0.0])
    """
    step = min(36, 144 / max(boxes - 1, 1))
    return [step * ((boxes - 1) / 2 - n) for n in range(boxes)]


def around(angle: float, right: float, out: float, radius: float) -> Point:
    """A point to the right of and beyond the middle of a box, seen from its seat at an angle."""
    x, y = polar(radius + out, angle)
    t = math.radians(angle)
    return x + right * math.cos(t), y - right * math.sin(t)


def circle(at: Point, radius: float) -> Shape:
    steps = [n * math.tau / 36 for n in range(36)]
    return [(at[0] + radius * math.cos(a), at[1] + radius * math.sin(a)) for a in steps]


def rectangle(at: Point, size: tuple[float, float], turn: float = 0) -> Shape:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    wide, high = size
    return [
        (at[0] + a * wide * c - b * high * s, at[1] + a * wide * s + b * high * c)
        for a, b in corners
    ]


def apart(one: Shape, two: Shape, gap: float) -> bool:
    """Whether two convex shapes keep a distance: whether some line separates them."""
    if _far(one, two, gap):
        return True
    for shape in (one, two):
        for (x1, y1), (x2, y2) in zip(shape, [*shape[1:], shape[0]], strict=True):
            length = math.hypot(x2 - x1, y2 - y1)
            if length < 1e-6:
                continue
            ax, ay = (y1 - y2) / length, (x2 - x1) / length
            first = [x * ax + y * ay for x, y in one]
            second = [x * ax + y * ay for x, y in two]
            if max(first) + gap <= min(second) or max(second) + gap <= min(first):
                return True
    return False


def _far(one: Shape, two: Shape, gap: float) -> bool:
    """Whether two things are far apart, by a quick test of their boxes along the edges of the
    page.
    """
    for axis in (0, 1):
        a, b = [p[axis] for p in one], [p[axis] for p in two]
        if max(a) + gap <= min(b) or max(b) + gap <= min(a):
            return True
    return False


# -- areas -----------------------------------------------------------------------------------------


BOX: Final = 690.0
"""From the center of all radii to a main spot."""
SETTING_BOX: Final = 765.0
"""From the center to a main spot in a game whose players set cards before them."""
ARCS: Final = {"house": 536.0, "odds": 598.0, "rule": 644.0}
"""Kind of inscription → the radius of its arc."""
LINES: Final = (690.0, 722.0)
"""Radii of further lines."""
HYBRID: Final = 930.0
"""The radius of the inscription below the places of a hybrid table."""
LOWER: Final = 48.0
"""How much farther the arcs are where places for cards lie before them."""
LINE: Final = (478.0, 530.0, 82.0)
"""The insurance line: its radii, and how many degrees it reaches to either side."""
MAIN, SIDE, SENSOR = 51.0, 32.0, 38.0
"""Radii of spots."""
APART: Final = 112.0
"""From one main spot of a box to the next."""
NEAR: Final = (104.0, 48.0)
"""How far side spots are from the main spot, and how many degrees from each other."""
FAR: Final = (188.0, 26.0)
"""The distance and degrees of side spots from the fifth on."""
FIRST: Final = 4
"""How many side spots are near."""
PLACES: Final[dict[str, tuple[Point, tuple[float, float]]]] = {
    "first community": ((-95, 306), (152, 106)),
    "second community": ((95, 306), (152, 106)),
    "dealer": ((0, 306), (330, 112)),
    "community": ((0, 470), (560, 112)),
    "left": ((-330, 650), (240, 124)),
    "middle": ((0, 650), (240, 124)),
    "right": ((330, 650), (240, 124)),
}
"""Where a place for cards is → its middle and size."""

BOX_PLACES: Final = ((584.0, (76.0, 98.0)),)
"""How far from the center the places for cards at a box are, and their sizes."""
SETTING_PLACES: Final = ((622.0, (152.0, 112.0)), (500.0, (112.0, 112.0)))
"""The distances and sizes of places in a game whose players set cards."""


@dataclass(frozen=True, slots=True)
class Arc:
    """An inscription, or where one of its kind would be."""

    kind: str
    radius: float
    mark: LayoutMark | None = None


@dataclass(frozen=True, slots=True)
class SpotArea:
    """A spot of every box, placed as its player sees it."""

    mark: LayoutMark
    right: float
    """Of the middle of the box."""
    out: float
    """From there towards the player."""
    radius: float


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A place for cards: of the table by its middle, of a box by its distance from the center."""

    mark: LayoutMark
    size: tuple[float, float]
    at: Point = (0, 0)
    far: float = 0


@dataclass(frozen=True, slots=True)
class LayoutAreas:
    """Everything printed on a cloth, in its place."""

    arcs: tuple[Arc, ...]
    insurance: LayoutMark | None
    """What the insurance line says; `None` where there is no such line."""
    places: tuple[CardPlace, ...]
    boxes: tuple[float, ...]
    """The angle of each box from the middle, positive to the dealer's left."""
    far: float
    """From the center of all radii to the middle of a box."""
    spots: tuple[SpotArea, ...]
    box_places: tuple[CardPlace, ...]


def areas(plan: LayoutPlan) -> LayoutAreas:
    """Every mark of a plan in its place."""
    setting = plan.kind == "setting"
    arcs: list[Arc] = []
    for kind in (*ARCS, "line"):
        said = plan.of(kind)
        arcs += [Arc(kind, _radius(plan, kind, n), mark) for n, mark in enumerate(said)]
        arcs += [] if said else [Arc(kind, _radius(plan, kind, 0))]
    return LayoutAreas(
        tuple(arcs),
        next(iter(plan.of("insurance")), None),
        tuple(CardPlace(m, PLACES[m.where][1], PLACES[m.where][0]) for m in plan.of("place")),
        tuple(seats(plan.boxes)) if plan.boxes else (),
        SETTING_BOX if setting else BOX,
        tuple(spots(plan.of("main"), plan.of("spot", "sensor"), plan.mains)),
        tuple(
            CardPlace(mark, size, far=far)
            for mark, (far, size) in zip(
                plan.of("box place"), SETTING_PLACES if setting else BOX_PLACES, strict=False
            )
        ),
    )


def _radius(plan: LayoutPlan, kind: str, number: int) -> float:
    """The radius of an inscription."""
    if kind == "line":
        return LINES[number]
    if plan.kind == "hybrid":
        return HYBRID
    return ARCS[kind] + (LOWER if plan.of("place") else 0)


def spots(main: list[LayoutMark], sides: list[LayoutMark], mains: int = 1) -> list[SpotArea]:
    """The main spots of a box side by side, and the others about them on the player's side."""
    found = [
        SpotArea(mark, APART * (n - (mains - 1) / 2), 0, MAIN)
        for mark in main
        for n in range(mains)
    ]
    for some, (far, step) in ((sides[:FIRST], NEAR), (sides[FIRST:], FAR)):
        for n, mark in enumerate(some):
            turn = math.radians(step * (n - (len(some) - 1) / 2))
            radius = SENSOR if mark.kind == "sensor" else SIDE
            found.append(SpotArea(mark, far * math.sin(turn), far * math.cos(turn), radius))
    return found


def felt_of(opened: Open) -> dict[str, Any]:
    """The areas of a table for a page; a hybrid table has the spots of a terminal."""
    found = areas(required_marks(opened, ""))
    if not found.spots:
        main, *sides = terminal_marks(opened)
        found = replace(found, spots=tuple(spots([main], sides)))
    return felt(found)


def felt(found: LayoutAreas) -> dict[str, Any]:
    """Areas as plain data, in millimeters and degrees; a page scales them."""
    inner, outer, half = LINE
    return {
        "center": CENTER,
        "far": found.far,
        "boxes": list(found.boxes),
        "spots": [
            {
                "wager": spot.mark.wager,
                "main": spot.mark.kind == "main",
                "right": round(spot.right, 2),
                "out": round(spot.out, 2),
            }
            for spot in found.spots
        ],
        "arcs": [
            {
                "kind": arc.kind,
                "says": arc.mark.says if arc.mark else "",
                "radius": arc.radius,
                "center": FLAT,
            }
            for arc in found.arcs
        ],
        "line": {
            "says": found.insurance.says if found.insurance else "",
            "inner": inner,
            "outer": outer,
            "half": half,
        },
    }
