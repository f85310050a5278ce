"""The layout of a table: what the law asks for on its cloth, its drawing, and its faults.

`layouts.toml` has the marks of each game; the area of a wager comes from the rulebook.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from pitboss.documents.cloth import BRASS, FLAT, PRINT, Cloth, fitting
from pitboss.documents.glyphs import SANS, SERIF
from pitboss.documents.shapes import BOX, FAN, around, polar, seats
from pitboss.money import show_money
from pitboss.table.opening import Open
from pitboss.wagers.offer import Offer, clause

SETTING_BOX: Final = 765.0
"""Where wagers stand in a game whose players set cards before them."""
DISPLAY: Final = "practice"
NAMES: Final[Mapping[str, str]] = {
    "21-plus-3": "21+3",
    "three-card-bonus": "3 CARD BONUS",
    "upcard-luck": "UPCARD LUCK",
    "trilux-lucky-george": "LUCKY GEORGE",
}
"""Wagers that the law calls by several names → the one that is printed."""


@dataclass(frozen=True, slots=True)
class LayoutMark:
    """Something that the cloth, or the table, must have."""

    says: str
    cite: str
    kind: str
    """`main`, `spot`, `sensor`, `box place`, `place`, `device`, or a kind of inscription."""
    price: str = ""
    where: str = ""
    """Where a place or a device is."""

    @property
    def each_box(self) -> bool:
        return self.kind in ("main", "spot", "sensor", "box place")

    @property
    def required(self) -> bool:
        return not self.cite.startswith(DISPLAY)


@dataclass(frozen=True, slots=True)
class LayoutPlan:
    """Everything that is on a layout."""

    kind: str
    boxes: int
    mains: int
    marks: tuple[LayoutMark, ...]

    def of(self, *kinds: str) -> list[LayoutMark]:
        return [mark for mark in self.marks if mark.kind in kinds]


@cache
def _games() -> dict[str, Any]:
    return tomllib.loads(files("pitboss.documents").joinpath("layouts.toml").read_text("utf-8"))


def _entry(game: str) -> dict[str, Any]:
    """The marks of a game, with those of the one it is based on."""
    own: dict[str, Any] = _games()[game]
    if base := own.get("based_on"):
        made = {**_entry(base), **own}
        made["inscriptions"] = [*_entry(base).get("inscriptions", ()), *own.get("more", ())]
        return made
    return {**own, "inscriptions": [*own.get("inscriptions", ()), *own.get("more", ())]}


def required_marks(opened: Open, house: str) -> LayoutPlan:
    """What the law, or our practice, asks for at a table with these wagers."""
    entry = _entry(opened.game.id)
    texts = {key: value.upper() for key, value in opened.terms.texts.items()}
    spots = entry.get("spots", [])
    hybrid = entry.get("kind") == "hybrid"
    made = [
        LayoutMark(each["says"].format(house=house.upper(), **texts), each["cite"], each["as"])
        for each in entry["inscriptions"]
        if "{insurance_pays}" not in each["says"] or texts.get("insurance") == "OFFERED"
    ]
    for n, each in enumerate(spots):
        made.append(LayoutMark(each["says"], each["cite"], "spot" if n else "main"))
    drawn = {*entry.get("own_spots", ())}
    if not hybrid:
        made += _of_wagers(opened, drawn, {each["says"] for each in spots})
    made += [LayoutMark(e["says"], e["cite"], "box place") for e in entry.get("box_places", ())]
    made += [
        LayoutMark(e["says"], e["cite"], "place", where=e["at"]) for e in entry.get("places", ())
    ]
    made += [
        LayoutMark(e["says"], e["cite"], "device", where=e["at"]) for e in entry.get("devices", ())
    ]
    made += _of_devices(opened, {mark.where for mark in made if mark.kind == "device"})
    boxes = 0 if hybrid else opened.house.boxes
    return LayoutPlan(entry.get("kind", "standard"), boxes, entry.get("mains", 1), tuple(made))


def inscriptions(opened: Open) -> dict[str, str]:
    """What the cloth says, by kind: the odds, the dealer's rule, insurance and further lines."""
    plan = required_marks(opened, "")
    kinds = {"odds": "odds", "rule": "rule", "insurance": "insurance", "lines": "line"}
    return {name: " · ".join(m.says for m in plan.of(kind)) for name, kind in kinds.items()}


def _of_wagers(opened: Open, drawn: set[str], known: set[str]) -> Iterator[LayoutMark]:
    """An area for each wager that has a stake of its own."""
    for key, bound in opened.offers.items():
        if key in drawn or bound.wager.stake.none or opened.as_staked(key) == opened.procedure.main:
            continue
        name = NAMES.get(key, bound.wager.name.upper())
        if name in known or key in opened.mains:
            continue
        choice = opened.house.wagers.get(key)
        cite = clause(bound.wager, bound.wager.duties.get("layout", ""))
        if bound.table.is_progressive:
            price = show_money(choice.stake) if choice and choice.stake else _price(bound)
            yield LayoutMark(name.removesuffix(" PROGRESSIVE"), cite, "sensor", price)
        else:
            yield LayoutMark(name, cite, "spot")


def _price(bound: Offer) -> str:
    fixed = bound.table.stakes or bound.wager.stake.fixed
    return show_money(fixed[0]) if fixed else "PROGRESSIVE"


def _of_devices(opened: Open, known: set[str]) -> Iterator[LayoutMark]:
    """What stands on the table, as far as it is not named by the game."""
    yield LayoutMark("Table inventory container", DISPLAY, "device", where="rack")
    if "drop box" not in known:
        yield LayoutMark("Drop box and tip box", DISPLAY, "device", where="drop box")
    if "discard rack" not in known:
        yield LayoutMark("Discard rack", DISPLAY, "device", where="discard rack")
    if "shoe" not in known and opened.terms.delivery != "hand":
        yield LayoutMark(opened.terms.delivery.capitalize(), DISPLAY, "device", where="shoe")
    sensors = [b for b in opened.offers.values() if b.table.is_progressive]
    steps: Iterator[str] = (b.wager.equipment.lock for b in sensors if b.wager.equipment.lock)
    if sensors and "control" not in known:
        lock = next(steps, "")
        cite = clause(sensors[0].wager, lock) if lock else sensors[0].wager.cite
        yield LayoutMark("Control with lock-out", cite, "device", where="control")
    if sensors:
        cite = clause(sensors[0].wager, sensors[0].wager.duties.get("meter", ""))
        yield LayoutMark("Meter seen from the front", cite, "device", where="meter")
        counts = [b for b in sensors if b.wager.equipment.count]
        if counts:
            cite = clause(counts[0].wager, counts[0].wager.equipment.count)
            yield LayoutMark("Clear cloth to count chips", cite, "device", where="count")
    limits = next((d.cite for d in opened.duties if d.kind in ("limits", "sign")), DISPLAY)
    yield LayoutMark("Sign: limits, odds and rules", limits, "device", where="sign")


# -- the drawing -----------------------------------------------------------------------------------

ARCS: Final[Mapping[str, tuple[float, float, float, str, str]]] = {
    "house": (536, 32, 8, SERIF, PRINT),
    "odds": (598, 40, 25, SERIF, BRASS),
    "rule": (644, 20, 10, SERIF, PRINT),
}
"""Kind of inscription → radius, size, least height of a capital, face and color."""
LINES: Final = (690.0, 722.0)
"""Radii of further lines."""
PLACES: Final[Mapping[str, tuple[float, float, float, float]]] = {
    "first community": (-95, 306, 152, 106),
    "second community": (95, 306, 152, 106),
    "dealer": (0, 306, 330, 112),
    "community": (0, 470, 560, 112),
    "left": (-330, 650, 240, 124),
    "middle": (0, 650, 240, 124),
    "right": (330, 650, 240, 124),
}
"""Where a place for cards is → its middle and size."""


def draw(plan: LayoutPlan) -> Cloth:
    """The cloth with every mark of a plan."""
    cloth = Cloth()
    lines = iter(LINES)
    for mark in plan.marks:
        if mark.kind in ARCS:
            radius, size, least, face, fill = ARCS[mark.kind]
            if plan.kind == "hybrid":
                radius = 930
            elif plan.of("place"):  # they lie where the arcs would begin
                radius += 48
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
        elif mark.kind == "line":
            radius = next(lines)
            size = fitting(mark.says, 14, radius, SANS, 8)
            cloth.arc(mark.says, size, radius, mark.cite, 8, center=FLAT, track=0.6)
        elif mark.kind == "insurance":
            cloth.band(478, 530, 82)
            for turn in (-50, 0, 50):
                cloth.arc(mark.says, 20, 511, mark.cite, 10, turn, track=1.4)
        elif mark.kind == "place":
            x, y, wide, high = PLACES[mark.where]
            cloth.place(mark.says, (x, y), (wide, high), 0, mark.says, 0, mark.cite)
    for number, angle in enumerate(seats(plan.boxes) if plan.boxes else (), 1):
        _box(cloth, plan, number, angle)
    return cloth


def _box(cloth: Cloth, plan: LayoutPlan, number: int, angle: float) -> None:
    """The spots of one box, turned to face their seat."""
    radius = SETTING_BOX if plan.kind == "setting" else BOX
    (main,) = plan.of("main")
    offsets = [112 * (n - (plan.mains - 1) / 2) for n in range(plan.mains)]
    for offset in offsets:
        at = around(angle, offset, 0, radius)
        cloth.spot(main.says, _lines(main.says), at, 51, -angle, number, main.cite)
    sides = plan.of("spot", "sensor")
    for n, side in enumerate(sides):
        turn = 48 * (n - (len(sides) - 1) / 2)
        wide = FAN * math.sin(math.radians(turn))
        at = around(angle, wide, FAN * math.cos(math.radians(turn)), radius)
        if side.kind == "sensor":
            cloth.sensor(side.says, side.price, at, -angle, number, side.cite)
        else:
            cloth.spot(side.says, _lines(side.says), at, 32, -angle, number, side.cite)
    for n, place in enumerate(plan.of("box place")):
        far, size = 584.0, (76.0, 98.0)
        if plan.kind == "setting":
            far, size = ((622.0, (152.0, 112.0)), (500.0, (112.0, 112.0)))[n]
        cloth.place(place.says, polar(far, angle), size, -angle, place.says, number, place.cite)


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
