"""Shapes on the cloth: where boxes stand, and whether two shapes keep their distance."""

from __future__ import annotations

import math
from typing import Final

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
    """Whether two convex shapes keep a distance: some line parts them."""
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
    """A quick look at their boxes along the edges of the page."""
    for axis in (0, 1):
        a, b = [p[axis] for p in one], [p[axis] for p in two]
        if max(a) + gap <= min(b) or max(b) + gap <= min(a):
            return True
    return False
