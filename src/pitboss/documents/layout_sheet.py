"""The drawing sheet of a layout: plan, one box, dimensions, schedules and the title block."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from pitboss.documents.areas import (
    ARCS,
    ARM,
    CENTER,
    FAR,
    FIRST,
    LINE,
    NEAR,
    PLACES,
    RIM,
    Point,
    SpotArea,
    areas,
    around,
    polar,
)
from pitboss.documents.cloth import CARD, DEEP, FELT, PRINT, RAIL, Cloth
from pitboss.documents.drawing import INK, LEADING, MUTE, fitted, grid, heading, line, text, wrapped
from pitboss.documents.layout import LayoutMark, LayoutPlan

WIDE, HIGH = 558.8, 431.8
WINE, PALE = "#8f1d30", "#eef4f1"
ORIGIN: Final = (236.0, 46.0)
"""Where the middle of the dealer's edge is on the sheet."""
SCALE: Final = 0.2
FONT: Final = "DejaVu Sans"
DEVICES: Final[Mapping[str, tuple[Point, tuple[float, float], float, bool]]] = {
    "drop box": ((375, 40), (96, 18), 0, False),
    "tip box": ((-375, 40), (96, 18), 0, False),
    "control": ((-375, 120), (92, 58), 0, False),
    "discard rack": ((-520, 110), (76, 102), 0, False),
    "reader": ((370, 140), (66, 96), 0, False),
    "shoe": ((578, 108), (300, 112), -10, False),
    "meter": ((-800, 55), (200, 70), 0, True),
    "sign": ((826, 55), (190, 70), 0, True),
    "count": ((0, 273), (320, 80), 0, True),
}
"""Device → its middle, size and turn, and whether it is only an outline."""
BESIDE: Final[Mapping[str, Point]] = {"control": (-95, 70), "reader": (90, 75), "count": (-250, 17)}
"""Device → how far from its middle its balloon is, where that is not at the dealer's edge."""
IN_KEY: Final[Mapping[str, str]] = {
    "main": " area, each box",
    "spot": " area, each box",
    "sensor": ", sensor at each box",
    "box place": ", each box",
    "place": " place for cards",
}
"""Kind of mark → what the key says after its name."""


@dataclass(frozen=True, slots=True)
class TitleBlock:
    """What the title block of a drawing says."""

    title: str
    subtitle: str
    cells: tuple[tuple[str, str], ...]
    approved: bool


def layout_svg(plan: LayoutPlan, cloth: Cloth, title: TitleBlock) -> str:
    """The sheet as SVG, ANSI C; the group `artwork-1-to-1-mm` is what is printed."""
    art = "".join(cloth.art)
    digest = hashlib.sha256(art.encode()).hexdigest()
    letters = "".join(f'<path id="{i}" d="{path}"/>' for i, path in sorted(cloth.letters.items()))
    setting = plan.kind == "setting"
    top, scale = CENTER + areas(plan).far - (250 if setting else 165), (0.25 if setting else 1 / 3)
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}mm" height="{HIGH}mm" '
        f'viewBox="0 0 {WIDE} {HIGH}" font-family="{FONT}">',
        f"<title>{escape(title.title)}</title>",
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
        f'<defs>{letters}<g id="artwork-1-to-1-mm">{art}</g><g id="table">{_table(plan)}</g>'
        f'<clipPath id="box"><rect x="{-55 / scale:.2f}" y="{top}" width="{110 / scale:.2f}" '
        f'height="{112 / scale:.2f}"/></clipPath></defs>',
        f'<rect x="8" y="8" width="{WIDE - 16}" height="{HIGH - 16}" fill="none" stroke="{INK}" '
        'stroke-width=".7"/>',
        f'<use href="#table" transform="translate({ORIGIN[0]} {ORIGIN[1]}) scale({SCALE})"/>',
        *_dimensions(),
        *_key(plan, cloth),
        *(_detail(plan, top, scale) if plan.boxes else ()),
        *_schedules(plan, cloth),
        *_notes(),
        *_title(title, digest),
        "</svg>",
    ]
    return "\n".join(body)


# -- the table -------------------------------------------------------------------------------------


def _table(plan: LayoutPlan) -> str:
    """Arm rest, cloth, what stands on it, and the print."""

    def outline(radius: float, fill: str) -> str:
        return (
            f'<path d="M{-radius} 0 L{-radius} {CENTER} A{radius} {radius} 0 0 0 {radius} {CENTER} '
            f'L{radius} 0 Z" fill="{fill}" stroke="#000" stroke-width="2"/>'
        )

    there = {mark.where for mark in plan.of("device")}
    there |= {"tip box"} if "drop box" in there else set()
    parts = [outline(RIM + ARM, RAIL), outline(RIM, FELT), _rack()]
    for name, (at, size, turn, dashed) in DEVICES.items():
        if name in there:
            parts.append(_device(at, size, turn, dashed))
    placed = areas(plan)
    for number, angle in enumerate(placed.boxes, 1):
        if plan.kind == "standard" and not placed.box_places:
            for spot in placed.spots:
                if spot.mark.kind == "main":
                    parts.append(_cards(around(angle, spot.right, -106, placed.far), -angle))
        x, y = polar(RIM + 63, angle)
        parts.append(
            f'<text x="{x:.0f}" y="{y + 12:.0f}" font-size="36" fill="#b7b1a4" '
            f'text-anchor="middle">{number}</text>'
        )
    parts.append('<use href="#artwork-1-to-1-mm"/>')
    return "".join(parts)


def _rack() -> str:
    chips = ("#f3f1ea", "#b3262f", "#b3262f", "#1f7a4d", "#1f7a4d", "#1b1c1f", "#5b3a91")
    tubes = []
    for n in range(14):
        x = -295 + n * 42.14
        color = chips[n if n < 7 else 13 - n]
        tubes.append(
            f'<rect x="{x + 2:.1f}" y="20" width="38" height="199" rx="9" fill="#0d0f0e"/>'
        )
        tubes.append(
            f'<rect x="{x + 3.5:.1f}" y="46" width="35" height="169" rx="6" fill="{color}" '
            'opacity=".85"/>'
        )
    return (
        '<rect x="-305" y="12" width="610" height="215" rx="8" fill="#2a2d2b" stroke="#9aa39d" '
        f'stroke-width="2"/>{"".join(tubes)}'
    )


def _device(at: Point, size: tuple[float, float], turn: float, dashed: bool) -> str:
    look = (
        'fill="none" stroke="#c9cfcb" stroke-dasharray="8 6"'
        if dashed
        else 'fill="#1b1f1d" stroke="#9aa39d"'
    )
    return (
        f'<rect x="{-size[0] / 2}" y="{-size[1] / 2}" width="{size[0]}" height="{size[1]}" rx="5" '
        f'{look} stroke-width="2" transform="translate({at[0]} {at[1]}) rotate({turn})"/>'
    )


def _cards(at: Point, turn: float) -> str:
    """Where cards will lie; not printed."""
    wide, high = CARD
    drawn = "".join(
        f'<rect x="{off - wide / 2:.1f}" y="{-high / 2}" width="{wide}" height="{high}" rx="4" '
        'fill="#fff" fill-opacity=".05" stroke="#fff" stroke-opacity=".5" stroke-width="1.1" '
        'stroke-dasharray="5 4"/>'
        for off in (-12, 12)
    )
    return f'<g transform="translate({at[0]:.1f} {at[1]:.1f}) rotate({turn:.1f})">{drawn}</g>'


# -- around the plan -------------------------------------------------------------------------------


def _dimensions() -> Iterable[str]:
    x, y = ORIGIN
    whole, cloth, deep = (RIM + ARM) * SCALE, RIM * SCALE, (CENTER + RIM + ARM) * SCALE
    yield _dimension(x - whole, y - 24, x + whole, y - 24, 2 * (RIM + ARM))
    yield _dimension(x - cloth, y - 17, x + cloth, y - 17, 2 * RIM)
    yield _dimension(x - whole - 6, y, x - whole - 6, y + deep, CENTER + RIM + ARM)
    for off in (-whole, whole):
        yield line(x + off, y - 22, x + off, y - 1.5, 0.15, MUTE)
    for off in (-cloth, cloth):
        yield line(x + off, y - 15, x + off, y - 1.5, 0.15, MUTE)


def _dimension(x1: float, y1: float, x2: float, y2: float, size: float) -> str:
    """A line with ticks and its length in millimeters and inches."""
    across = y1 == y2
    dx, dy = (0.0, 1.4) if across else (1.4, 0.0)
    middle = (x1 + x2) / 2, (y1 + y2) / 2
    label = f"{size:,.0f} mm ({size / 25.4:.1f} in)"
    wide = len(label) * 1.75 + 2
    spin = "" if across else f'transform="rotate(-90 {middle[0]:.2f} {middle[1]:.2f})"'
    return (
        line(x1, y1, x2, y2)
        + line(x1 - dx, y1 - dy, x1 + dx, y1 + dy)
        + line(x2 - dx, y2 - dy, x2 + dx, y2 + dy)
        + f'<g {spin}><rect x="{middle[0] - wide / 2:.2f}" y="{middle[1] - 2.2:.2f}" '
        f'width="{wide:.2f}" height="4.4" fill="#fff"/>'
        + text(*middle, label, 2.7, anchor="middle", down=1.0)
        + "</g>"
    )


def _anchors(plan: LayoutPlan, cloth: Cloth) -> Iterable[tuple[LayoutMark, Point, Point]]:
    """Each mark with a point on it and the place of its balloon, on the cloth."""
    placed = areas(plan)
    middle = placed.boxes[plan.boxes // 2] if plan.boxes else 0
    for mark in plan.marks:
        if mark.kind in ARCS or mark.kind == "line":
            left, right = cloth.ends[mark.says]
            x, y = right if mark.kind in ("odds", "line") else left
            out = 1 if x > 0 else -1
            yield mark, (x, y), (x + out * 62, y - 52)
        elif mark.kind == "insurance":
            yield mark, polar(505, -28), polar(604, -36)
        elif mark.kind == "main":
            angle = placed.boxes[max(plan.boxes // 2 - 1, 0)]
            off = max(spot.right for spot in placed.spots if spot.mark == mark)
            at, near = (around(angle, off + more, 10, placed.far) for more in (40, 150))
            yield mark, at, near
        elif mark.kind in ("spot", "sensor"):
            spot = next(spot for spot in placed.spots if spot.mark == mark)
            at = around(middle, spot.right, spot.out, placed.far)
            yield mark, at, polar(RIM + 60, middle + _turn(spot) * 0.3 + 2)
        elif mark.kind == "box place":
            far = next(place.far for place in placed.box_places if place.mark == mark)
            yield mark, polar(far, middle + 3), polar(far, middle + 13)
        elif mark.kind == "place":
            (x, y), (wide, _) = PLACES[mark.where]
            yield mark, (x + wide / 3, y), (x + wide / 3, y - 80 if y > 400 else y + 78)
        elif mark.where == "rack":
            yield mark, (0, 60), (0, -28)
        else:
            x, y = DEVICES[mark.where][0]
            aside, down = BESIDE.get(mark.where, (0, -28 - y))
            yield mark, (x, y), (x + aside, y + down)


def _turn(spot: SpotArea) -> float:
    """How many degrees a spot is to the right of straight ahead."""
    return math.degrees(math.atan2(spot.right, spot.out))


def _key(plan: LayoutPlan, cloth: Cloth) -> Iterable[str]:
    rows = []
    for number, (mark, at, near) in enumerate(_anchors(plan, cloth), 1):
        yield _balloon(number, at, near)
        item = f"“{mark.says}”" if mark.kind in (*ARCS, "line", "insurance") else mark.says
        item += IN_KEY.get(mark.kind, "")
        sign = "●" if mark.required else "–"
        rows.append((str(number), item, mark.cite, sign))
    yield heading(462, 17, "What the law requires", 84, "● required  – practice")
    drawn, _ = grid(
        (462, 22.5),
        ((2.2, 3, "middle"), (6, 27, "start"), (49, 22, "start"), (83, 2, "end")),
        rows,
        ("", "item", "authority", ""),
        84,
        2.6,
        4.6,
    )  # fmt: skip
    yield drawn


def _balloon(number: int, at: Point, near: Point) -> str:
    (x, y), (bx, by) = ((ORIGIN[0] + p[0] * SCALE, ORIGIN[1] + p[1] * SCALE) for p in (at, near))
    return (
        line(x, y, bx, by, 0.3, "#fff")
        + line(x, y, bx, by, 0.18, WINE)
        + f'<circle cx="{x:.2f}" cy="{y:.2f}" r=".7" fill="{WINE}"/>'
        f'<circle cx="{bx:.2f}" cy="{by:.2f}" r="2.9" fill="#fff" stroke="{WINE}" '
        'stroke-width=".4"/>' + text(bx, by, str(number), 2.6, WINE, "middle", True, down=0.95)
    )


def _detail(plan: LayoutPlan, top: float, scale: float) -> Iterable[str]:
    yield heading(14, 302, f"Box {plan.boxes // 2 + 1}", 114, f"scale 1:{1 / scale:.0f}")
    turn = areas(plan).boxes[plan.boxes // 2]
    yield (
        f'<g transform="translate(71 {308 - top * scale:.3f}) scale({scale:.5f})">'
        f'<g clip-path="url(#box)"><use href="#table" transform="rotate({turn:.3f} 0 {CENTER})"/>'
        "</g></g>"
    )


def _schedules(plan: LayoutPlan, cloth: Cloth) -> Iterable[str]:
    yield heading(136, 302, "Inscriptions", 186, "cap heights on the cloth")
    times = Counter((each.text, round(each.cap, 1), each.cite) for each in cloth.inscriptions)
    spots = {mark.says for mark in plan.marks if mark.each_box}
    rows = [
        (text, f"{cap:.0f} mm", str(plan.boxes if text.split(" $")[0] in spots else many), cite)
        for (text, cap, cite), many in times.items()
    ]
    drawn, y = grid(
        (136, 307.5), ((0, 46, "start"), (100, 8, "end"), (112, 4, "end"), (116, 40, "start")),
        rows, ("text as printed", "cap", "times", "authority"), 186,
    )  # fmt: skip
    yield drawn
    y += 8
    yield heading(136, y, "Spots and devices", 186, "center to center")
    drawn, _ = grid(
        (136, y + 5.5), ((0, 34, "start"), (58, 22, "start"), (92, 56, "start")), _sizes(plan),
        ("mark", "size", "place"), 186,
    )  # fmt: skip
    yield drawn


def _sizes(plan: LayoutPlan) -> list[tuple[str, ...]]:
    placed = areas(plan)
    rows: list[tuple[str, ...]] = []
    if placed.boxes:
        step = f"{placed.boxes[0] - placed.boxes[1]:.0f}° apart, " if plan.boxes > 1 else ""
        where = f"{placed.far:.0f} mm from the center, {step}box 1 at the dealer's left"
        rows.append(("Main spot", "Ø 102 mm (4.0 in)", where))
    sides = plan.of("spot", "sensor")
    about = f"{NEAR[0]:.0f} mm from its main spot, {NEAR[1]:.0f}° apart"
    if len(sides) > FIRST:
        about += f"; from the fifth on {FAR[0]:.0f} mm, {FAR[1]:.0f}°"
    if plan.of("spot"):
        rows.append(("Side spot", "Ø 64 mm (2.5 in)", about))
    if plan.of("sensor"):
        rows.append(("Progressive ring", "Ø 76 mm (3.0 in)", about))
        rows.append(("sensor, lamp ring", "Ø 46 mm, Ø 43 mm", "flush; the lamp shows round a chip"))
    if placed.insurance:
        inner, outer, half = LINE
        radii = f"radii {inner:.0f} and {outer:.0f} mm, {half:.0f}° each way"
        rows.append(("Insurance line", f"{outer - inner:.0f} mm band", radii))
    rows.append(("Rack, 14 tubes", "610 × 215 mm", "12 mm from the dealer's edge, centered"))
    rows.append(("Center of all radii", "", "155 mm from the dealer's edge; rim radius 940 mm"))
    return rows


NOTES: Final = (
    "Artwork: group “artwork-1-to-1-mm”, one unit is one millimeter, all type as outlines. Add 50 "
    "mm of cloth color past the rim.",
    f"Colors: cloth {FELT}, spots {DEEP}, print {PRINT} (8.7 : 1 on the cloth), brass #e7cb84 "
    "(6.8 : 1; 8.4 : 1 on spots).",
    "Dashed marks and gray or black shapes are cards and devices; they are not printed.",
    "After fitting, each circle measures the same both ways within 2 mm. Drill sensors after "
    "fitting, within 1 mm.",
    "No two marks are closer than 6 mm; the program refuses any other drawing.",
)


def _notes() -> Iterable[str]:
    yield heading(332, 302, "Print notes", 120)
    y = 307.8
    for note in NOTES:
        for row in wrapped(note, 84):
            yield text(332, y, row, 2.6)
            y += 3.5
        y += 1.4
    y = 350
    for n in range(5):
        fill = INK if n % 2 == 0 else "#fff"
        yield (
            f'<rect x="{332 + n * 20}" y="{y}" width="20" height="1.6" fill="{fill}" '
            f'stroke="{INK}" stroke-width=".2"/>'
        )
        yield text(332 + n * 20, y - 1.2, str(n * 100), 2.3, MUTE, "middle")
    yield text(436, y + 1.6, "500 mm, plan 1:5", 2.3, MUTE)


def _title(title: TitleBlock, digest: str) -> Iterable[str]:
    x, y, wide = 332.0, 357.0, WIDE - 340.0
    yield (
        f'<rect x="{x}" y="{y}" width="{wide}" height="16" fill="{PALE}" stroke="{INK}" '
        'stroke-width=".5"/>'
    )
    yield text(x + 4, y + 6.6, title.title, 4.6 if len(title.title) < 62 else 3.6, INK, bold=True)
    yield text(x + 4, y + 12, title.subtitle, 3.0, MUTE)
    if not title.approved:
        at = f'x="{x + wide - 40}" y="{y + 9}"'
        yield f'<rect {at} width="36" height="5.4" rx=".8" fill="{WINE}"/>'
        yield text(x + wide - 22, y + 12.7, "NOT APPROVED", 2.7, "#fff", "middle", True)
    cells = [*title.cells, ("Artwork digest", f"sha256 {digest[:16]}")]
    columns, high = 4, (HIGH - 8 - y - 16) / -(-len(cells) // 4)
    for n, (label, words) in enumerate(cells):
        cx, cy = x + (n % columns) * wide / columns, y + 16 + (n // columns) * high
        yield (
            f'<rect x="{cx:.2f}" y="{cy:.2f}" width="{wide / columns:.2f}" height="{high:.2f}" '
            f'fill="none" stroke="{INK}" stroke-width=".35"/>'
        )
        yield text(cx + 2, cy + 3.3, label.upper(), 1.9, MUTE, bold=True)
        size, rows = fitted(words, wide / columns - 3, high - 4.6)
        for row, part in enumerate(rows):
            yield text(cx + 2, cy + 4.2 + (row + 1) * LEADING * size, part, size)
