"""The layout of a table: what the law requires on its cloth.

`layouts.toml` has the marks of each game; the area of a wager comes from the rulebook.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from pitboss.money import show_money
from pitboss.table.houses.opening import Open
from pitboss.wagers.offer import Offer, clause

DISPLAY: Final = "practice"


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
    wager: str = ""
    """The stake that a spot is for."""

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
def _marks() -> dict[str, Any]:
    return tomllib.loads(files("pitboss.documents").joinpath("layouts.toml").read_text("utf-8"))


def _entry(game: str) -> dict[str, Any]:
    """The marks of a game, with those of the one it is based on."""
    own: dict[str, Any] = _marks()[game]
    if base := own.get("based_on"):
        made = {**_entry(base), **own}
        made["inscriptions"] = [*_entry(base).get("inscriptions", ()), *own.get("more", ())]
        return made
    return {**own, "inscriptions": [*own.get("inscriptions", ()), *own.get("more", ())]}


def required_marks(opened: Open, house: str) -> LayoutPlan:
    """What the law, or our practice, requires at a table with these wagers."""
    entry = _entry(opened.game.id)
    texts = {key: value.upper() for key, value in opened.terms.texts.items()}
    spots = entry.get("spots", [])
    terminals = opened.terms.at_terminals
    made = [
        LayoutMark(each["says"].format(house=house.upper(), **texts), each["cite"], each["as"])
        for each in entry["inscriptions"]
        if "{insurance_pays}" not in each["says"] or texts.get("insurance") == "OFFERED"
    ]
    for n, each in enumerate(spots):
        kind, wager = ("spot", each["wager"]) if n else ("main", opened.procedure.main)
        made.append(LayoutMark(each["says"], each["cite"], kind, wager=wager))
    if not terminals:
        made += _of_wagers(opened, {mark.wager for mark in made})
    for kind in ("box place", "place", "device"):
        for each in entry.get(f"{kind.replace(' ', '_')}s", ()):
            made.append(LayoutMark(each["says"], each["cite"], kind, where=each.get("at", "")))
    made += _of_devices(opened, {mark.where for mark in made if mark.kind == "device"})
    boxes = 0 if terminals else opened.house.boxes
    return LayoutPlan(entry.get("kind", "standard"), boxes, entry.get("mains", 1), tuple(made))


def terminal_marks(opened: Open) -> list[LayoutMark]:
    """The spots of a terminal, which a hybrid table has instead of boxes."""
    main = opened.procedure.main
    return [LayoutMark("", "", "main", wager=main), *_of_wagers(opened, {main})]


def _of_wagers(opened: Open, drawn: set[str]) -> Iterator[LayoutMark]:
    """An area for each wager that has a stake of its own and is not drawn yet."""
    for key, bound in opened.offers.items():
        staked = opened.as_staked(key)
        if {key, staked} & drawn or bound.wager.stake.none or key in opened.mains:
            continue
        name = _marks()["areas"].get(key, bound.wager.name.upper())
        choice = opened.house.wagers.get(key)
        cite = clause(bound.wager, bound.wager.duties.get("layout", ""))
        if bound.table.is_progressive:
            price = show_money(choice.stake) if choice and choice.stake else _price(bound)
            short = name.removesuffix(" PROGRESSIVE")
            yield LayoutMark(short, cite, "sensor", price, wager=staked)
        else:
            yield LayoutMark(name, cite, "spot", wager=staked)


def _price(bound: Offer) -> str:
    fixed = bound.table.stakes or bound.wager.stake.fixed
    return show_money(fixed[0]) if fixed else "PROGRESSIVE"


def _of_devices(opened: Open, known: set[str]) -> Iterator[LayoutMark]:
    """What stands on the table, except what the marks of the game already name."""
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
